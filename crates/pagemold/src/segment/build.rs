//! Pages → a segment.

use std::collections::HashMap;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_128;

use super::bag::{Bag, pack};
use super::format::Writer;
use super::open::Segment;
use super::postings::{key, shortened, slot_bits, write};
use super::{Settings, open};
use crate::features::weighted_minhash::WeightedMinHash;
use crate::parallel::{available_jobs, map};
use crate::{Error, Result};

const SHARE: usize = 64;
/// Numbers of pages and bags have 32 bits, with some room.
const MOST_PAGES: usize = 1 << 31;

/// Collects the bags of pages, equal ones once, and writes them as a segment.
pub struct Builder {
    settings: Settings,
    family: WeightedMinHash,
    known: HashMap<u128, u32>,
    codes: HashMap<u64, u32>,
    branches: Vec<u64>,
    bags: Vec<u8>,
    ends: Vec<u64>,
    bag_of_page: Vec<u32>,
    keys: Vec<u64>,
}

impl Builder {
    /// An empty one.
    pub fn new(settings: Settings) -> Builder {
        Builder {
            settings,
            family: settings.family(),
            known: HashMap::new(),
            codes: HashMap::new(),
            branches: Vec::new(),
            bags: Vec::new(),
            ends: Vec::new(),
            bag_of_page: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// How many pages there are.
    pub fn len(&self) -> usize {
        self.bag_of_page.len()
    }

    /// Whether there is no page.
    pub fn is_empty(&self) -> bool {
        self.bag_of_page.is_empty()
    }

    /// More pages, in order. The result does not depend on `jobs`.
    pub fn push(&mut self, pages: &[Bag], jobs: usize) -> Result<()> {
        if self.len() + pages.len() > MOST_PAGES {
            return Err(Error::Argument("a segment holds at most two thousand million pages".to_owned()));
        }
        let mut fresh: Vec<&Bag> = Vec::new();
        for page in pages {
            let next = (self.ends.len() + fresh.len()) as u32;
            let bag = *self.known.entry(digest(page)).or_insert_with(|| {
                fresh.push(page);
                next
            });
            self.bag_of_page.push(bag);
        }
        let signatures = map(&fresh, available_jobs(jobs), SHARE, |bag| self.family.signature(bag));
        for (bag, signature) in fresh.iter().zip(&signatures) {
            self.store(bag);
            self.keys.extend(self.settings.bands.keys(signature).map(key));
        }
        Ok(())
    }

    /// The pages of a segment, in order: several become one.
    pub fn push_segment(&mut self, segment: &Segment, jobs: usize) -> Result<()> {
        let pages: Vec<u32> = (0..segment.pages() as u32).collect();
        for some in pages.chunks(1 << 14) {
            let bags = some.iter().map(|&page| segment.page(page)).collect::<Result<Vec<Bag>>>()?;
            self.push(&bags, jobs)?;
        }
        Ok(())
    }

    fn store(&mut self, bag: &Bag) {
        let mut coded: Vec<(u32, u32)> = bag.iter().map(|&(branch, count)| (self.code(branch), count)).collect();
        coded.sort_unstable();
        pack(&coded, &mut self.bags);
        self.ends.push(self.bags.len() as u64);
    }

    /// The number of a branch, by first appearance: the commonest come early and so are short.
    fn code(&mut self, branch: u64) -> u32 {
        *self.codes.entry(branch).or_insert_with(|| {
            self.branches.push(branch);
            self.branches.len() as u32 - 1
        })
    }

    /// Writes everything, and brings it to the disk.
    pub fn write(&self, path: &Path, jobs: usize) -> Result<()> {
        let bands = self.settings.bands;
        let mut file = Writer::create(path, open::FIXED_SECTIONS.len() + bands.bands)?;
        let (ends, pages) = self.pages_of_bags();
        let [settings, branches, bagends, bags, pagebag, pageends, bagpages] = open::FIXED_SECTIONS;
        let sizes = [self.len() as u64, self.ends.len() as u64];
        let numbers = [bands.bands as u64, bands.rows as u64, self.settings.seed, sizes[0], sizes[1]];
        file.section(settings, [wide(&numbers).as_slice()])?;
        file.section(branches, [wide(&self.branches).as_slice()])?;
        file.section(bagends, [wide(&self.ends).as_slice()])?;
        file.section(bags, [self.bags.as_slice()])?;
        file.section(pagebag, [narrow(&self.bag_of_page).as_slice()])?;
        file.section(pageends, [narrow(&ends).as_slice()])?;
        file.section(bagpages, [narrow(&pages).as_slice()])?;
        let jobs = available_jobs(jobs);
        let numbers: Vec<usize> = (0..bands.bands).collect();
        for some in numbers.chunks(jobs) {
            for (band, bytes) in some.iter().zip(map(some, jobs, 1, |&band| self.band(band))) {
                file.section(&open::band_name(*band), [bytes.as_slice()])?;
            }
        }
        file.finish()
    }

    fn band(&self, band: usize) -> Vec<u8> {
        let bits = slot_bits(self.ends.len());
        let keys = self.keys.iter().skip(band).step_by(self.settings.bands.bands);
        let mut keys: Vec<(u64, u32)> =
            keys.enumerate().map(|(bag, &key)| (shortened(key, bits), bag as u32)).collect();
        keys.sort_unstable();
        write(&keys, bits)
    }

    /// The pages of each bag, ascending: where each bag's end, and all of them.
    fn pages_of_bags(&self) -> (Vec<u32>, Vec<u32>) {
        let mut ends = vec![0_u32; self.ends.len()];
        self.bag_of_page.iter().for_each(|&bag| ends[bag as usize] += 1);
        let mut sum = 0;
        let mut starts: Vec<u32> = Vec::with_capacity(ends.len());
        for end in &mut ends {
            starts.push(sum);
            sum += *end;
            *end = sum;
        }
        let mut pages = vec![0; self.len()];
        for (page, &bag) in self.bag_of_page.iter().enumerate() {
            pages[starts[bag as usize] as usize] = page as u32;
            starts[bag as usize] += 1;
        }
        (ends, pages)
    }
}

fn digest(bag: &Bag) -> u128 {
    let mut bytes = Vec::with_capacity(12 * bag.len());
    for &(branch, count) in bag {
        bytes.extend_from_slice(&branch.to_le_bytes());
        bytes.extend_from_slice(&count.to_le_bytes());
    }
    xxh3_128(&bytes)
}

fn wide(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn narrow(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}
