//! The split index of Hachenberg & Gottron 2013: all stored fingerprints within Levenshtein distance 1 of a query.
//!
//! Every fingerprint is split into its first `l` entries and the rest. One edit lies on one side of the split and leaves
//! the other part as it is, so a hash table on first parts and one on rests hold all candidates between them. The
//! paper's lemma says so for fingerprints of one length. An insertion or deletion before the split moves the rest by
//! one entry, so for a stored one that is longer or shorter than the query, the rest is looked up as it was moved:
//! see [`SplitIndex::candidates`]. With that the answer is what comparing with everything gives, for every length.
//!
//! Tables are built at once and never changed ([`Table`]). What is inserted waits in a short tail that is compared one
//! by one, and then becomes a table together with all tables that are not much larger (the logarithmic method of Bentley
//! & Saxe 1980), so that tables are few and each fingerprint is sorted few times.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::edit::within_one_edit;
use super::summary::Summary;
use super::table::{Posting, Table};
use crate::{Error, Result};

/// Where the paper splits its fingerprints of 25 entries: both parts tell equally much there.
pub const DEFAULT_SPLIT: usize = 17;

/// So many fingerprints wait before they become tables.
const TAIL: u32 = 32;

/// A table is at least so many times larger than the one after it. More means fewer tables to look into, and more
/// sorting: with 8, a million fingerprints have at most six tables.
const GROWTH: usize = 8;

/// Distinct fingerprints, numbered from 0 as they come, and both tables of each part of them.
#[derive(Clone, Debug)]
pub struct SplitIndex {
    split: usize,
    /// All fingerprints one after the other.
    entries: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<u32>,
    runs: Vec<Run>,
    /// Which lengths there are; the last one stands for all from there on.
    lengths: [bool; 256],
}

/// The two tables of a range of fingerprints.
#[derive(Clone, Debug)]
struct Run {
    range: Range<u32>,
    prefixes: Table,
    suffixes: Table,
}

impl Default for SplitIndex {
    fn default() -> Self {
        SplitIndex::new(DEFAULT_SPLIT)
    }
}

impl SplitIndex {
    /// An empty index that splits after `split` entries.
    pub fn new(split: usize) -> Self {
        SplitIndex { split, entries: Vec::new(), ends: Vec::new(), runs: Vec::new(), lengths: [false; 256] }
    }

    /// Where fingerprints are split.
    pub fn split(&self) -> usize {
        self.split
    }

    /// How many distinct fingerprints there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The fingerprint with this number.
    #[inline]
    pub fn get(&self, id: u32) -> &[u8] {
        let start = if id == 0 { 0 } else { self.ends[id as usize - 1] };
        &self.entries[start as usize..self.ends[id as usize] as usize]
    }

    /// Bytes on the heap: fingerprints and tables, with all room that is reserved.
    pub fn memory_bytes(&self) -> usize {
        let tables = self.runs.iter().map(|run| run.prefixes.memory_bytes() + run.suffixes.memory_bytes());
        let runs = self.runs.capacity() * size_of::<Run>();
        self.entries.capacity() + self.ends.capacity() * size_of::<u32>() + runs + tables.sum::<usize>()
    }

    /// The number of a fingerprint that is equal to this one.
    pub fn find(&self, fingerprint: &[u8]) -> Option<u32> {
        let (prefix, suffix) = self.halves(fingerprint);
        let (key, summary) = (key(prefix, fingerprint.len()), Summary::of(suffix));
        let mut found = self.tail().find(|&id| self.get(id) == fingerprint);
        for run in &self.runs {
            let compare = |id| found = found.or((self.get(id) == fingerprint).then_some(id));
            run.prefixes.bucket(key, |other| other == summary, compare);
        }
        found
    }

    /// Stores a fingerprint and gives its number; an equal one that is there already keeps the number that it has.
    pub fn insert(&mut self, fingerprint: &[u8]) -> Result<u32> {
        if let Some(id) = self.find(fingerprint) {
            return Ok(id);
        }
        let full = || Error::Argument("the index is full: it holds 4 GiB of fingerprints".to_owned());
        let end = u32::try_from(self.entries.len() + fingerprint.len()).map_err(|_| full())?;
        let id = u32::try_from(self.len()).ok().filter(|&id| id < u32::MAX).ok_or_else(full)?;
        make_room(&mut self.entries, fingerprint.len());
        self.entries.extend_from_slice(fingerprint);
        make_room(&mut self.ends, 1);
        self.ends.push(end);
        self.lengths[fingerprint.len().min(255)] = true;
        if self.tail().len() as u32 == TAIL {
            self.settle();
        }
        Ok(id)
    }

    /// The numbers of all stored fingerprints within one edit of the query, ascending, appended to `found`.
    pub fn within_one(&self, query: &[u8], found: &mut Vec<u32>) {
        let mut candidates = Vec::new();
        self.candidates(query, |id| candidates.push(id));
        // An edit next to its like can be told of either side of the split: such a pair is met in both tables.
        candidates.sort_unstable();
        candidates.dedup();
        // Each is a cache miss or two. In a loop without a branch the processor waits for many at the same time.
        let fingerprints: Vec<&[u8]> = candidates.iter().map(|&id| self.get(id)).collect();
        let near = candidates.iter().zip(fingerprints).filter(|(_, stored)| within_one_edit(stored, query));
        found.extend(near.map(|(&id, _)| id));
    }

    /// Everything that may be within one edit, some of it twice.
    fn candidates(&self, query: &[u8], mut candidate: impl FnMut(u32)) {
        self.tail().for_each(&mut candidate);
        let (length, split) = (query.len(), self.split);
        let (prefix, suffix) = self.halves(query);
        let like = (Summary::of(prefix), Summary::of(suffix));
        // As long as the query: a substitution leaves the one part or the other.
        let keys = (key(prefix, length), key(suffix, length));
        for run in &self.runs {
            run.prefixes.bucket(keys.0, |other| like.1.may_be_substituted(other), &mut candidate);
            run.suffixes.bucket(keys.1, |other| like.0.may_be_substituted(other), &mut candidate);
        }
        // Longer by one: an entry came in, and if that was before the split, the one before the split moved behind it.
        if self.lengths[(length + 1).min(255)] {
            let suffix = &query[split.saturating_sub(1).min(length)..];
            let keys = (key(prefix, length + 1), key(suffix, length + 1));
            let like_0 = Summary::of(&query[..length - suffix.len()]);
            for run in &self.runs {
                if length >= split {
                    run.prefixes.bucket(keys.0, |longer| like.1.may_be_lengthened(longer), &mut candidate);
                }
                if split > 0 {
                    run.suffixes.bucket(keys.1, |longer| like_0.may_be_lengthened(longer), &mut candidate);
                }
            }
        }
        // Shorter by one: the reverse.
        if length > 0 && self.lengths[(length - 1).min(255)] {
            let suffix = &query[split.saturating_add(1).min(length)..];
            let keys = (key(prefix, length - 1), key(suffix, length - 1));
            let like_0 = Summary::of(&query[..length - suffix.len()]);
            for run in &self.runs {
                if length > split {
                    run.prefixes.bucket(keys.0, |shorter| shorter.may_be_lengthened(like.1), &mut candidate);
                }
                if split > 0 {
                    run.suffixes.bucket(keys.1, |shorter| shorter.may_be_lengthened(like_0), &mut candidate);
                }
            }
        }
    }

    fn halves<'f>(&self, fingerprint: &'f [u8]) -> (&'f [u8], &'f [u8]) {
        fingerprint.split_at(self.split.min(fingerprint.len()))
    }

    /// What is not in a table yet.
    fn tail(&self) -> Range<u32> {
        self.runs.last().map_or(0, |run| run.range.end)..self.ends.len() as u32
    }

    /// The tail and the tables that are not larger become one.
    fn settle(&mut self) {
        let mut range = self.tail();
        while let Some(last) = self.runs.pop_if(|last| last.range.len() <= GROWTH * range.len()) {
            range.start = last.range.start;
        }
        let posting = |id: u32, of_prefixes: bool| {
            let (prefix, suffix) = self.halves(self.get(id));
            let (part, other) = if of_prefixes { (prefix, suffix) } else { (suffix, prefix) };
            Posting { key: key(part, prefix.len() + suffix.len()), summary: Summary::of(other) }
        };
        let prefixes = Table::build(range.clone(), |id| posting(id, true));
        let suffixes = Table::build(range.clone(), |id| posting(id, false));
        self.runs.push(Run { range, prefixes, suffixes });
    }
}

/// The key of a part of a fingerprint that is so long altogether.
fn key(part: &[u8], length: usize) -> u64 {
    xxh3_64_with_seed(part, length as u64)
}

/// Grows by a sixteenth, where a vector by itself would double: memory is what the index is short of.
fn make_room<T>(items: &mut Vec<T>, more: usize) {
    if items.capacity() - items.len() < more {
        items.reserve_exact(more.max(items.len() / 16).max(1024));
    }
}

#[cfg(test)]
mod tests {
    use super::{GROWTH, SplitIndex, within_one_edit};

    /// A small generator of numbers, the same on every run.
    fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
        move |below| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        }
    }

    fn mutated(print: &[u8], edits: usize, kinds: usize, random: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
        let mut print = print.to_vec();
        for _ in 0..edits {
            let at = random(print.len() + 1);
            match random(3) {
                0 if at < print.len() => drop(print.remove(at)),
                1 if at < print.len() => print[at] = random(kinds) as u8,
                _ => print.insert(at, random(kinds) as u8),
            }
        }
        print
    }

    fn check(index: &SplitIndex, stored: &[Vec<u8>], query: &[u8]) {
        let expected: Vec<u32> =
            (0..stored.len() as u32).filter(|&id| within_one_edit(&stored[id as usize], query)).collect();
        let mut found = vec![7];
        index.within_one(query, &mut found);
        assert_eq!(found[1..], expected, "split {} query {query:?}", index.split());
        let equal = stored.iter().position(|print| print == query);
        assert_eq!(index.find(query), equal.map(|id| id as u32));
    }

    #[test]
    fn asked_between_insertions_it_agrees_with_brute_force() {
        let mut random = numbers(11);
        for split in [0, 1, 2, 8, 17, 24, 25, 26, 300, usize::MAX] {
            for (kinds, long) in [(2, 3), (4, 12), (25, 25), (25, 255), (256, 300)] {
                let mut index = SplitIndex::new(split);
                let mut stored: Vec<Vec<u8>> = Vec::new();
                for _ in 0..500 {
                    let length = random(long + 1);
                    let fresh = stored.is_empty() || random(12) == 0;
                    let print = if fresh { vec![0; length] } else { stored[random(stored.len())].clone() };
                    let print = mutated(&print, random(3), kinds, &mut random);
                    check(&index, &stored, &print);
                    let id = index.insert(&print).unwrap() as usize;
                    if id == stored.len() {
                        stored.push(print.clone());
                    }
                    assert_eq!(stored[id], print);
                    assert_eq!((index.len(), index.get(id as u32)), (stored.len(), &print[..]));
                }
                for _ in 0..300 {
                    let near = mutated(&stored[random(stored.len())], random(4), kinds, &mut random);
                    check(&index, &stored, &near);
                }
            }
        }
    }

    #[test]
    fn tables_are_few_and_grow_in_size() {
        let mut index = SplitIndex::default();
        for number in 0..5_000_u32 {
            index.insert(&number.to_le_bytes()).unwrap();
        }
        let sizes: Vec<usize> = index.runs.iter().map(|run| run.range.len()).collect();
        assert!(sizes.is_sorted_by(|one, next| *one > GROWTH * next) && sizes.len() <= 3, "{sizes:?}");
        assert_eq!(sizes.iter().sum::<usize>() + index.tail().len(), 5_000);
    }

    #[test]
    fn an_index_in_bytes_stays_small() {
        let mut random = numbers(3);
        let mut index = SplitIndex::default();
        while index.len() < 20_000 {
            let print: Vec<u8> = (0..25).map(|place| random(place + 1) as u8).collect();
            index.insert(&print).unwrap();
        }
        assert!(index.memory_bytes() <= 64 * index.len(), "{} bytes", index.memory_bytes());
        assert!(index.memory_bytes() >= (25 + 4 + 24) * index.len());
    }
}
