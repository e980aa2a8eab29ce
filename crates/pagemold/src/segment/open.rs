//! A segment that lies on disk. What every query needs is kept in memory, eight bytes a bag; the rest is read in place.

use std::path::Path;

use super::Settings;
use super::bag::{Bag, unpack};
use super::counter::Counters;
use super::format::{Part, Sections};
use crate::index::Bands;
use crate::{Error, Result};

pub(super) const FIXED_SECTIONS: [&str; 7] =
    ["settings", "branches", "bagends", "bags", "pagebag", "pageends", "bagpages"];

/// The section of a band.
pub(super) fn band_name(band: usize) -> String {
    format!("band{band:03}")
}

/// An open segment; threads may share it.
#[derive(Debug)]
pub struct Segment {
    pub(super) sections: Sections,
    settings: Settings,
    pages: u64,
    /// The hash of each code.
    branches: Vec<u64>,
    /// The codes in the order of their hashes.
    by_hash: Vec<u32>,
    bag_ends: Vec<u64>,
    bags: Part,
    bag_of_page: Part,
    page_ends: Part,
    pages_of_bags: Part,
    pub(super) bands: Vec<Part>,
    pub(super) counters: Counters,
}

impl Segment {
    /// Opens a file; refuses what was cut or flipped where it matters for every query.
    pub fn open(path: &Path) -> Result<Segment> {
        let sections = Sections::open(path)?;
        let settings = sections.load("settings")?;
        let &[bands, rows, seed, pages, bags] = settings.as_slice() else {
            return Err(sections.damaged("its settings are damaged"));
        };
        let bands = Bands::new(bands as usize, rows as usize).map_err(|_| sections.damaged("has impossible bands"))?;
        let branches = sections.load("branches")?;
        let bag_ends = sections.load("bagends")?;
        let part = |name: &str| sections.part(name);
        let [of_page, ends, of_bags] = [part("pagebag")?, part("pageends")?, part("bagpages")?];
        let postings = (0..bands.bands).map(|band| part(&band_name(band))).collect::<Result<Vec<Part>>>()?;
        let sizes = bag_ends.len() as u64 == bags && of_page.length == 4 * pages && of_bags.length == 4 * pages;
        if !sizes || ends.length != 4 * bags || !bag_ends.is_sorted() {
            return Err(sections.damaged("its sections do not fit each other"));
        }
        let mut by_hash: Vec<u32> = (0..branches.len() as u32).collect();
        by_hash.sort_unstable_by_key(|&code| branches[code as usize]);
        Ok(Segment {
            settings: Settings { bands, seed },
            pages,
            branches,
            by_hash,
            bag_ends,
            bags: part("bags")?,
            bag_of_page: of_page,
            page_ends: ends,
            pages_of_bags: of_bags,
            bands: postings,
            counters: Counters::default(),
            sections,
        })
    }

    /// How its signatures were made.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// How many pages it holds.
    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// How many distinct bags they have.
    pub fn bags(&self) -> u64 {
        self.bag_ends.len() as u64
    }

    /// Reads every byte and compares every checksum.
    pub fn verify(&self) -> Result<()> {
        self.sections.verify()
    }

    /// The bag of a page.
    pub fn page(&self, page: u32) -> Result<Bag> {
        if u64::from(page) >= self.pages {
            return Err(Error::Argument(format!("there is no page {page} in a segment of {}", self.pages)));
        }
        let bag = self.sections.numbers(self.bag_of_page, u64::from(page), 1)?[0];
        let mut items = Bag::new();
        for (code, count) in self.coded(bag)? {
            let branch = self.branches.get(code as usize).ok_or_else(|| self.sections.damaged("names no branch"))?;
            items.push((*branch, count));
        }
        items.sort_unstable();
        Ok(items)
    }

    /// A bag by its number, as codes.
    fn coded(&self, bag: u32) -> Result<Vec<(u32, u32)>> {
        let mut bytes = Vec::new();
        self.packed(bag, &mut bytes)?;
        unpack(&bytes).ok_or_else(|| self.damaged_bag())
    }

    /// A bag by its number, as it lies in the file.
    pub(super) fn packed(&self, bag: u32, bytes: &mut Vec<u8>) -> Result<()> {
        let &end = self.bag_ends.get(bag as usize).ok_or_else(|| self.damaged_bag())?;
        let start = bag.checked_sub(1).map_or(0, |before| self.bag_ends[before as usize]);
        self.sections.read_into(self.bags, start, end - start, bytes)
    }

    /// The error for a bag that is not what was written.
    pub(super) fn damaged_bag(&self) -> Error {
        self.sections.damaged("one of its bags is damaged")
    }

    /// The items of a bag that any page here has, as ascending codes.
    pub(super) fn codes(&self, bag: &Bag) -> Vec<(u32, u32)> {
        let code = |branch: u64| {
            let place = self.by_hash.binary_search_by_key(&branch, |&code| self.branches[code as usize]).ok()?;
            Some(self.by_hash[place])
        };
        let mut codes: Vec<(u32, u32)> =
            bag.iter().filter_map(|&(branch, count)| Some((code(branch)?, count))).collect();
        codes.sort_unstable();
        codes
    }

    /// The first pages that have a bag, ascending.
    pub(super) fn pages_with(&self, bag: u32, most: usize) -> Result<Vec<u32>> {
        let bag = u64::from(bag);
        let start = if bag == 0 { 0 } else { self.sections.numbers(self.page_ends, bag - 1, 1)?[0] };
        let end = self.sections.numbers(self.page_ends, bag, 1)?[0];
        let count = end.checked_sub(start).ok_or_else(|| self.sections.damaged("its lists of pages are damaged"))?;
        self.sections.numbers(self.pages_of_bags, u64::from(start), u64::from(count).min(most as u64))
    }
}
