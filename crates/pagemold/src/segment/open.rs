//! A segment that lies on disk. Little of it is looked at before somebody asks.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use super::Settings;
use super::bag::Bag;
use super::cluster::{ENTRY, Entry, Members};
use super::format::{Memory, Part, Sections, number};
use super::scratch::Scratches;
use crate::index::Bands;
use crate::{Error, Result};

pub(super) const FIXED_SECTIONS: [&str; 9] =
    ["settings", "branches", "byhash", "centres", "members", "clusters", "pagebag", "pageends", "bagpages"];
/// Parts of a cluster whose checksum was compared.
const CENTRE: u8 = 1;
const MEMBERS: u8 = 2;

/// The section of a band.
pub(super) fn band_name(band: usize) -> String {
    format!("band{band:03}")
}

/// An open segment; threads may share it.
pub struct Segment {
    pub(super) sections: Sections,
    settings: Settings,
    pages: u64,
    bags: u64,
    /// The hash of each code, and the codes in the order of their hashes.
    branches: Part,
    by_hash: Part,
    clusters: Part,
    centres: Part,
    members: Part,
    bag_of_page: Part,
    page_ends: Part,
    pages_of_bags: Part,
    pub(super) bands: Vec<Part>,
    pub(super) scratches: Scratches,
    checked: Vec<AtomicU8>,
}

impl Segment {
    /// Reads a file into memory.
    pub fn open(path: &Path) -> Result<Segment> {
        let bytes = fs::read(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
        Segment::over(path, Box::new(bytes))
    }

    /// A segment whose bytes are these, from the file of this name; refuses what was cut or flipped where it matters
    /// for every query.
    pub fn over(path: &Path, memory: Memory) -> Result<Segment> {
        let sections = Sections::over(path, memory)?;
        let settings: Vec<u64> =
            sections.bytes(sections.checked("settings")?).chunks_exact(8).map(number::<8>).collect();
        let &[bands, rows, seed, pages, bags, clusters] = settings.as_slice() else {
            return Err(sections.damaged("its settings are damaged"));
        };
        let bands = Bands::new(bands as usize, rows as usize).map_err(|_| sections.damaged("has impossible bands"))?;
        let part = |name: &str| sections.part(name);
        let [of_page, ends, of_bags] = [part("pagebag")?, part("pageends")?, part("bagpages")?];
        let [branches, by_hash, table] =
            [sections.checked("branches")?, sections.checked("byhash")?, sections.checked("clusters")?];
        let postings = (0..bands.bands).map(|band| part(&band_name(band))).collect::<Result<Vec<Part>>>()?;
        let long = |part: Part, count: u64, width: u64| Some(part.length as u64) == count.checked_mul(width);
        let sizes = long(of_page, pages, 4) && long(of_bags, pages, 4) && long(ends, bags, 4);
        if !sizes || !long(table, clusters, ENTRY as u64) || branches.length != 2 * by_hash.length {
            return Err(sections.damaged("its sections do not fit each other"));
        }
        Ok(Segment {
            settings: Settings { bands, seed },
            pages,
            bags,
            branches,
            by_hash,
            clusters: table,
            centres: part("centres")?,
            members: part("members")?,
            bag_of_page: of_page,
            page_ends: ends,
            pages_of_bags: of_bags,
            bands: postings,
            scratches: Scratches::default(),
            checked: (0..clusters).map(|_| AtomicU8::new(0)).collect(),
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
        self.bags
    }

    /// How many clusters these lie in.
    pub fn clusters(&self) -> usize {
        self.checked.len()
    }

    /// How many distinct branches they have.
    pub(super) fn branches(&self) -> usize {
        self.by_hash.length / 4
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
        self.bag(self.sections.number(self.bag_of_page, u64::from(page))?)
    }

    /// A bag by its number.
    pub(super) fn bag(&self, bag: u32) -> Result<Bag> {
        let entries = self.sections.bytes(self.clusters).as_chunks::<ENTRY>().0;
        let cluster = entries.partition_point(|entry| Entry::read(entry).bags_end <= bag);
        if cluster == entries.len() {
            return Err(self.damaged_bag());
        }
        let member = bag.checked_sub(self.first_bag(cluster)).ok_or_else(|| self.damaged_bag())?;
        let steps = self.members(cluster)?.steps(member as usize).ok_or_else(|| self.damaged_bag())?;
        let mut counts: Vec<(u32, i64)> = self.centre(cluster)?.map(|(code, count)| (code, i64::from(count))).collect();
        counts.extend(steps);
        counts.sort_unstable_by_key(|item| item.0);
        let mut items = Bag::new();
        for same in counts.chunk_by(|one, other| one.0 == other.0) {
            let count = same.iter().map(|item| item.1).sum::<i64>();
            if count != 0 {
                let count = u32::try_from(count).map_err(|_| self.damaged_bag())?;
                items.push((self.branch(same[0].0)?, count));
            }
        }
        items.sort_unstable();
        Ok(items)
    }

    pub(super) fn entry(&self, cluster: usize) -> Entry {
        Entry::read(&self.sections.bytes(self.clusters).as_chunks::<ENTRY>().0[cluster])
    }

    /// The entry before a cluster's, which ends where the cluster begins.
    fn before(&self, cluster: usize) -> Entry {
        cluster.checked_sub(1).map_or(Entry::default(), |before| self.entry(before))
    }

    /// The number of a cluster's first bag.
    pub(super) fn first_bag(&self, cluster: usize) -> u32 {
        self.before(cluster).bags_end
    }

    /// The codes of a centre and their counts.
    pub(super) fn centre(&self, cluster: usize) -> Result<impl Iterator<Item = (u32, u32)>> {
        let (start, entry) = (self.before(cluster).centre_end, self.entry(cluster));
        let bytes = self.sections.slice(self.centres, start, entry.centre_end)?;
        self.check(cluster, CENTRE, bytes, entry.centre_checksum)?;
        let pair =
            |&[a, b, c, d, e, f, g, h]: &[u8; 8]| (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
        Ok(bytes.as_chunks::<8>().0.iter().map(pair))
    }

    /// The bags of a cluster.
    pub(super) fn members(&self, cluster: usize) -> Result<Members<'_>> {
        let (before, entry) = (self.before(cluster), self.entry(cluster));
        let bytes = self.sections.slice(self.members, before.members_end, entry.members_end)?;
        self.check(cluster, MEMBERS, bytes, entry.members_checksum)?;
        let count = entry.bags_end.checked_sub(before.bags_end);
        count.and_then(|count| Members::read(bytes, count as usize)).ok_or_else(|| self.damaged_bag())
    }

    /// Compares a checksum the first time that somebody asks for these bytes.
    fn check(&self, cluster: usize, part: u8, bytes: &[u8], checksum: u64) -> Result<()> {
        if self.checked[cluster].load(Ordering::Relaxed) & part == 0 {
            if xxh3_64(bytes) != checksum {
                return Err(self.damaged_bag());
            }
            self.checked[cluster].fetch_or(part, Ordering::Relaxed);
        }
        Ok(())
    }

    /// The error for a bag that is not what was written.
    pub(super) fn damaged_bag(&self) -> Error {
        self.sections.damaged("one of its bags is damaged")
    }

    fn branch(&self, code: u32) -> Result<u64> {
        let branches = self.sections.bytes(self.branches).as_chunks::<8>().0;
        let found = branches.get(code as usize).ok_or_else(|| self.sections.damaged("names no branch"))?;
        Ok(u64::from_le_bytes(*found))
    }

    /// The items of a bag that any page here has, as codes.
    pub(super) fn codes(&self, bag: &Bag) -> Vec<(u32, u32)> {
        let branches = self.sections.bytes(self.branches).as_chunks::<8>().0;
        let by_hash = self.sections.bytes(self.by_hash).as_chunks::<4>().0;
        let hash = |code: &[u8; 4]| branches.get(u32::from_le_bytes(*code) as usize).map(|it| u64::from_le_bytes(*it));
        let code = |branch: u64| {
            let place = by_hash.binary_search_by_key(&Some(branch), hash).ok()?;
            Some(u32::from_le_bytes(by_hash[place]))
        };
        bag.iter().filter_map(|&(branch, count)| Some((code(branch)?, count))).collect()
    }

    /// The first pages that have a bag, ascending.
    pub(super) fn pages_with(&self, bag: u32, most: usize) -> Result<impl Iterator<Item = u32>> {
        let bag = u64::from(bag);
        let start = if bag == 0 { 0 } else { self.sections.number(self.page_ends, bag - 1)? };
        let end = self.sections.number(self.page_ends, bag)?;
        let count = end.checked_sub(start).ok_or_else(|| self.sections.damaged("its lists of pages are damaged"))?;
        let pages = self.sections.numbers(self.pages_of_bags, u64::from(start), u64::from(count).min(most as u64))?;
        Ok(pages.iter().map(|&page| u32::from_le_bytes(page)))
    }
}
