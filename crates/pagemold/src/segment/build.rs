//! Pages → a segment.

use std::collections::HashMap;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_128;

use super::bag::{Bag, cosine, pack, squares, unpack};
use super::cluster::{self, Packed, products, steps};
use super::format::Writer;
use super::leaders::Leaders;
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
    ends: Vec<usize>,
    bag_of_page: Vec<u32>,
    leaders: Leaders,
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
            leaders: Leaders::default(),
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
            self.store(bag, signature);
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

    fn store(&mut self, bag: &Bag, signature: &[u32]) {
        let mut coded: Vec<(u32, u32)> = bag.iter().map(|&(branch, count)| (self.code(branch), count)).collect();
        coded.sort_unstable();
        let (own, stored, ends) = (squares(&coded), &self.bags, &self.ends);
        self.leaders.place(signature, |leader| {
            let leader = bag_at(stored, ends, leader);
            // Where the difference is longer than the bags, nothing is gained.
            let pays = steps(&coded, &leader) <= coded.len() + leader.len();
            pays.then(|| cosine(products(&coded, &leader), own, squares(&leader)))
        });
        pack(&coded, &mut self.bags);
        self.ends.push(self.bags.len());
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
        let jobs = available_jobs(jobs);
        let clusters = self.leaders.clusters();
        let mut file = Writer::create(path, open::FIXED_SECTIONS.len() + bands.bands)?;
        let [settings, branches, byhash, centres, members, table, pagebag, pageends, bagpages] = open::FIXED_SECTIONS;
        let sizes = [self.len(), self.ends.len(), clusters.len()].map(|size| size as u64);
        let numbers = [bands.bands as u64, bands.rows as u64, self.settings.seed, sizes[0], sizes[1], sizes[2]];
        file.section(settings, [wide(&numbers).as_slice()])?;
        file.section(branches, [wide(&self.branches).as_slice()])?;
        file.section(byhash, [narrow(&self.codes_by_hash()).as_slice()])?;
        let found = self.clusters(&clusters, jobs);
        file.section(centres, found.packed.iter().map(|it| it.centre.as_slice()))?;
        file.section(members, found.packed.iter().map(|it| it.members.as_slice()))?;
        file.section(table, [found.table.as_slice()])?;
        let bag_of_page: Vec<u32> = self.bag_of_page.iter().map(|&bag| found.number[bag as usize]).collect();
        let (ends, pages) = pages_of_bags(&bag_of_page, self.ends.len());
        file.section(pagebag, [narrow(&bag_of_page).as_slice()])?;
        file.section(pageends, [narrow(&ends).as_slice()])?;
        file.section(bagpages, [narrow(&pages).as_slice()])?;
        let numbers: Vec<usize> = (0..bands.bands).collect();
        for some in numbers.chunks(jobs) {
            let keys = |&band: &usize| self.band(&found.keys, band);
            for (band, bytes) in some.iter().zip(map(some, jobs, 1, keys)) {
                file.section(&open::band_name(*band), [bytes.as_slice()])?;
            }
        }
        file.finish()
    }

    fn codes_by_hash(&self) -> Vec<u32> {
        let mut codes: Vec<u32> = (0..self.branches.len() as u32).collect();
        codes.sort_unstable_by_key(|&code| self.branches[code as usize]);
        codes
    }

    /// Packs the clusters, and numbers their bags one after the other.
    fn clusters(&self, clusters: &[Vec<u32>], jobs: usize) -> Clusters {
        let packed = map(clusters, jobs, SHARE, |bags| {
            let bags: Vec<_> = bags.iter().map(|&bag| bag_at(&self.bags, &self.ends, bag)).collect();
            let packed = cluster::pack(&bags);
            let items = packed.items.iter().map(|&(code, count)| (self.branches[code as usize], count));
            let mut centre: Bag = items.collect();
            centre.sort_unstable();
            let keys: Vec<u64> = self.settings.bands.keys(&self.family.signature(&centre)).map(key).collect();
            (packed, keys)
        });
        let (packed, keys): (Vec<Packed>, Vec<Vec<u64>>) = packed.into_iter().unzip();
        let (mut number, mut table, mut end) = (vec![0; self.ends.len()], Vec::new(), cluster::Entry::default());
        for (bags, one) in clusters.iter().zip(&packed) {
            for (place, &member) in one.order.iter().enumerate() {
                number[bags[member] as usize] = end.bags_end + place as u32;
            }
            end = cluster::Entry {
                centre_end: end.centre_end + one.entry.centre_end,
                members_end: end.members_end + one.entry.members_end,
                bags_end: end.bags_end + one.entry.bags_end,
                ..one.entry
            };
            end.write(&mut table);
        }
        Clusters { packed, keys, number, table }
    }

    fn band(&self, keys: &[Vec<u64>], band: usize) -> Vec<u8> {
        let bits = slot_bits(keys.len());
        let numbered = keys.iter().zip(0..);
        let mut keys: Vec<(u64, u32)> =
            numbered.map(|(keys, cluster)| (shortened(keys[band], bits), cluster)).collect();
        keys.sort_unstable();
        write(&keys, bits)
    }
}

struct Clusters {
    packed: Vec<Packed>,
    /// The keys of each centre.
    keys: Vec<Vec<u64>>,
    /// The number of each bag in the file.
    number: Vec<u32>,
    table: Vec<u8>,
}

fn bag_at(bags: &[u8], ends: &[usize], number: u32) -> Vec<(u32, u32)> {
    let start = number.checked_sub(1).map_or(0, |before| ends[before as usize]);
    unpack(&bags[start..ends[number as usize]])
}

/// The pages of each bag, ascending: where each bag's end, and all of them.
fn pages_of_bags(bag_of_page: &[u32], bags: usize) -> (Vec<u32>, Vec<u32>) {
    let mut ends = vec![0_u32; bags];
    bag_of_page.iter().for_each(|&bag| ends[bag as usize] += 1);
    let mut sum = 0;
    let mut starts: Vec<u32> = Vec::with_capacity(bags);
    for end in &mut ends {
        starts.push(sum);
        sum += *end;
        *end = sum;
    }
    let mut pages = vec![0; bag_of_page.len()];
    for (page, &bag) in bag_of_page.iter().enumerate() {
        pages[starts[bag as usize] as usize] = page as u32;
        starts[bag as usize] += 1;
    }
    (ends, pages)
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
