//! One of the two hash tables of the split index, over a range of fingerprints; built at once and then only read.
//!
//! Real fingerprints are skewed: hundreds of them share a part, and few of those are within one edit of a query.
//! Following a list of them through memory costs a cache miss each. So all fingerprints of a bucket lie side by side,
//! each with a 32-bit summary of the part that is not the key, and most are passed over without being looked at.

use std::ops::Range;

/// What a table is to know of one fingerprint.
pub struct Posting {
    /// A hash of the part that must be equal, and of the length of the whole.
    pub key: u64,
    /// The summary of the other part.
    pub summary: u32,
}

/// Fingerprints in buckets by key.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Where each bucket ends; it begins where the one before ends.
    ends: Vec<u32>,
    ids: Vec<u32>,
    summaries: Vec<u32>,
}

impl Table {
    /// The table of a range of fingerprints: a counting sort, linear in their number.
    pub fn build(range: Range<u32>, posting: impl Fn(u32) -> Posting) -> Self {
        let buckets = (range.len().next_power_of_two() / 2).max(1);
        let mut ends = vec![0_u32; buckets];
        let places: Vec<u32> = range.clone().map(|id| place(posting(id).key, buckets) as u32).collect();
        for &bucket in &places {
            ends[bucket as usize] += 1;
        }
        let mut before = 0;
        for end in &mut ends {
            before += std::mem::replace(end, before); // for now where the bucket begins
        }
        let (mut ids, mut summaries) = (vec![0; range.len()], vec![0; range.len()]);
        for (id, bucket) in range.zip(places) {
            let next = &mut ends[bucket as usize];
            ids[*next as usize] = id;
            summaries[*next as usize] = posting(id).summary;
            *next += 1;
        }
        Table { ends, ids, summaries }
    }

    /// Calls `candidate` with all fingerprints of the bucket of `key`: those with that key, and a few others.
    pub fn bucket(&self, key: u64, candidate: impl FnMut(u32)) {
        self.ids[self.range(key)].iter().copied().for_each(candidate);
    }

    /// The same without those whose summary tells that they are more than one substitution away.
    pub fn bucket_like(&self, key: u64, summary: u32, mut candidate: impl FnMut(u32)) {
        let range = self.range(key);
        let ids = self.ids[range.clone()].chunks(LANES);
        for (ids, summaries) in ids.zip(self.summaries[range].chunks(LANES)) {
            let mut alike = alike(summaries, summary);
            while alike != 0 {
                candidate(ids[alike.trailing_zeros() as usize]);
                alike &= alike - 1;
            }
        }
    }

    /// Calls `candidate` with those of the bucket that have this very summary.
    pub fn bucket_equal(&self, key: u64, summary: u32, mut candidate: impl FnMut(u32)) {
        let range = self.range(key);
        for (&id, &other) in self.ids[range.clone()].iter().zip(&self.summaries[range]) {
            if other == summary {
                candidate(id);
            }
        }
    }

    /// Bytes on the heap.
    pub fn memory_bytes(&self) -> usize {
        (self.ends.capacity() + self.ids.capacity() + self.summaries.capacity()) * size_of::<u32>()
    }

    fn range(&self, key: u64) -> Range<usize> {
        let bucket = place(key, self.ends.len());
        let start = if bucket == 0 { 0 } else { self.ends[bucket - 1] };
        start as usize..self.ends[bucket] as usize
    }
}

/// The bucket of a key: its top bits, by multiplication so that one bucket needs no shift by 64.
fn place(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

/// How many summaries are compared in one step.
const LANES: usize = 16;

/// A bit for each summary that at most one substitution tells from `summary`. Written so that it compiles to SIMD.
fn alike(summaries: &[u32], summary: u32) -> u32 {
    if let Ok(full) = <&[u32; LANES]>::try_from(summaries) {
        let passed = full.map(|other| u32::from(one_cell_apart(other, summary)));
        return passed.iter().enumerate().fold(0, |bits, (lane, passed)| bits | passed << lane);
    }
    summaries
        .iter()
        .enumerate()
        .fold(0, |bits, (lane, &other)| bits | u32::from(one_cell_apart(other, summary)) << lane)
}

/// Summaries have eight cells of four bits. The entry at place `i` goes into cell `i % 8`.
pub fn summary(part: &[u8]) -> u32 {
    part.iter().enumerate().fold(0, |cells: u32, (place, &entry)| {
        // A different turn for each round of eight, so that equal entries in one cell do not cancel out.
        let mixed = (u32::from(entry) + place as u32 / 8 * 5).wrapping_mul(0x9E37_79B1) >> 28;
        cells ^ mixed << (place % 8 * 4)
    })
}

/// One substitution changes one cell or none.
fn one_cell_apart(one: u32, other: u32) -> bool {
    let mut different = one ^ other;
    different |= different >> 1;
    different |= different >> 2;
    different &= 0x1111_1111;
    different & different.wrapping_sub(1) == 0
}

#[cfg(test)]
mod tests {
    use super::{LANES, Posting, Table, alike, one_cell_apart, summary};

    #[test]
    fn a_substitution_changes_at_most_one_cell() {
        let part: Vec<u8> = (0..40).map(|place| place % 25).collect();
        for place in 0..part.len() {
            for entry in 0..=255 {
                let mut other = part.clone();
                other[place] = entry;
                assert!(one_cell_apart(summary(&part), summary(&other)));
            }
        }
        assert!(!one_cell_apart(0x10, 0x01) && !one_cell_apart(0x8000_0000, 1) && one_cell_apart(0xF00, 0));
    }

    #[test]
    fn lanes_agree_with_one_at_a_time() {
        let summaries: Vec<u32> = (0..LANES as u32).map(|lane| lane * 0x11 ^ lane / 3).collect();
        for length in 0..=LANES {
            let bits = alike(&summaries[..length], 0x11);
            for (lane, &other) in summaries[..length].iter().enumerate() {
                assert_eq!(bits >> lane & 1 == 1, one_cell_apart(other, 0x11));
            }
            assert_eq!(bits >> length, 0);
        }
    }

    #[test]
    fn a_bucket_holds_all_of_its_key_once() {
        let key = |id: u32| u64::from(id % 7).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let table = Table::build(10..400, |id| Posting { key: key(id), summary: 0 });
        for wanted in 0..7 {
            let mut found = Vec::new();
            table.bucket(key(wanted), |id| found.push(id));
            let mut alike = Vec::new();
            table.bucket_like(key(wanted), 0, |id| alike.push(id));
            assert_eq!(found, alike);
            found.retain(|id| id % 7 == wanted);
            assert_eq!(found, (10..400).filter(|id| id % 7 == wanted).collect::<Vec<_>>());
        }
    }
}
