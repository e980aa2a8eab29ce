//! One of the two hash tables of the split index, over a range of fingerprints; built at once and then only read.
//!
//! Real fingerprints are skewed: hundreds of them share a part, and few of those are within one edit of a query.
//! Following a list of them through memory costs a cache miss each. So all fingerprints of a bucket lie side by side,
//! each with a summary of the part that is not the key ([`Summary`]), and most are passed over without being looked at.

use std::ops::Range;

use super::summary::Summary;

/// What a table is to know of one fingerprint.
pub struct Posting {
    /// A hash of the part that must be equal, and of the length of the whole.
    pub key: u64,
    /// What the other part is like.
    pub summary: Summary,
}

/// Fingerprints in buckets by key.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Where each bucket ends; it begins where the one before ends.
    ends: Vec<u32>,
    ids: Vec<u32>,
    summaries: Vec<Summary>,
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
        let (mut ids, mut summaries) = (vec![0; range.len()], vec![Summary::default(); range.len()]);
        for (id, bucket) in range.zip(places) {
            let next = &mut ends[bucket as usize];
            ids[*next as usize] = id;
            summaries[*next as usize] = posting(id).summary;
            *next += 1;
        }
        Table { ends, ids, summaries }
    }

    /// Calls `candidate` with every fingerprint of the bucket of `key` whose summary passes: those with that key, and
    /// few others.
    #[inline]
    pub fn bucket(&self, key: u64, passes: impl Fn(Summary) -> bool, mut candidate: impl FnMut(u32)) {
        let range = self.range(key);
        for (ids, summaries) in self.ids[range.clone()].chunks(LANES).zip(self.summaries[range].chunks(LANES)) {
            let mut passed = 0_u32;
            for (lane, &summary) in summaries.iter().enumerate() {
                passed |= u32::from(passes(summary)) << lane;
            }
            while passed != 0 {
                candidate(ids[passed.trailing_zeros() as usize]);
                passed &= passed - 1;
            }
        }
    }

    /// Bytes on the heap.
    pub fn memory_bytes(&self) -> usize {
        let numbers = (self.ends.capacity() + self.ids.capacity()) * size_of::<u32>();
        numbers + self.summaries.capacity() * size_of::<Summary>()
    }

    #[inline]
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

/// So many summaries are looked at before the first candidate is.
const LANES: usize = 16;

#[cfg(test)]
mod tests {
    use super::{Posting, Summary, Table};

    #[test]
    fn a_bucket_holds_all_of_its_key_once() {
        let key = |id: u32| u64::from(id % 7).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let even = Summary::of(&[1, 2, 3]);
        let summary = |id: u32| if id.is_multiple_of(2) { even } else { Summary::default() };
        let table = Table::build(10..400, |id| Posting { key: key(id), summary: summary(id) });
        for wanted in 0..7 {
            let (mut all, mut some) = (Vec::new(), Vec::new());
            table.bucket(key(wanted), |_| true, |id| all.push(id));
            table.bucket(key(wanted), |summary| summary == even, |id| some.push(id));
            assert_eq!(some, all.iter().copied().filter(|id| id % 2 == 0).collect::<Vec<_>>());
            all.retain(|id| id % 7 == wanted);
            assert_eq!(all, (10..400).filter(|id| id % 7 == wanted).collect::<Vec<_>>());
        }
    }
}
