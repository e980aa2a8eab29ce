//! The features of many pages as they come out of a pass: rows of numbers, one after the other.

use xxhash_rust::xxh3::xxh3_128;

use super::quick_hash::QuickMap;
use crate::{Error, Result};

/// Rows of values, each row perhaps with a count for each value: a sequence, a set, a bag, or a tree.
#[derive(Clone, Debug)]
pub struct Items {
    offsets: Vec<usize>,
    values: Vec<u64>,
    /// As long as the values, or empty.
    counts: Vec<u32>,
}

/// Items without repetition, and where each of the original ones is now.
#[derive(Debug)]
pub struct Distinct {
    /// Each different row once, in the order of first appearance.
    pub items: Items,
    /// For each original row, the number of its like.
    pub places: Vec<usize>,
}

impl Default for Items {
    fn default() -> Self {
        Items { offsets: vec![0], values: Vec::new(), counts: Vec::new() }
    }
}

impl Items {
    /// Rows by their offsets, or what is wrong with them.
    pub fn new(offsets: &[i64], values: Vec<u64>, counts: Vec<u32>) -> Result<Items> {
        let wrong = |what: &str| Err(Error::Argument(format!("items: {what}")));
        let in_order = offsets.first() == Some(&0) && offsets.is_sorted();
        if !in_order || offsets.last().is_none_or(|&end| end as usize != values.len()) {
            return wrong("the offsets do not fit the values");
        }
        if !counts.is_empty() && counts.len() != values.len() {
            return wrong("there are not as many counts as values");
        }
        Ok(Items { offsets: offsets.iter().map(|&at| at as usize).collect(), values, counts })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values of a row.
    pub fn values(&self, row: usize) -> &[u64] {
        &self.values[self.offsets[row]..self.offsets[row + 1]]
    }

    /// The counts of a row, if there are any.
    pub fn counts(&self, row: usize) -> &[u32] {
        if self.counts.is_empty() { &[] } else { &self.counts[self.offsets[row]..self.offsets[row + 1]] }
    }

    fn push(&mut self, values: &[u64], counts: &[u32]) {
        self.values.extend_from_slice(values);
        self.counts.extend_from_slice(counts);
        self.offsets.push(self.values.len());
    }

    /// The rows of one, then those of the other.
    pub fn joined(one: &Items, other: &Items) -> Items {
        let behind = one.values.len();
        let offsets = one.offsets.iter().copied().chain(other.offsets[1..].iter().map(|&at| at + behind)).collect();
        let values = [&one.values[..], &other.values].concat();
        let counts = [&one.counts[..], &other.counts].concat();
        // Where one side is empty it says nothing about counts.
        Items { offsets, values, counts }
    }

    /// Each different row once.
    pub fn distinct(&self) -> Distinct {
        let mut items = Items::default();
        let mut known: QuickMap<u128, usize> = QuickMap::default();
        let mut bytes = Vec::new();
        let places = (0..self.len())
            .map(|row| {
                *known.entry(self.digest(row, &mut bytes)).or_insert_with(|| {
                    items.push(self.values(row), self.counts(row));
                    items.len() - 1
                })
            })
            .collect();
        Distinct { items, places }
    }

    fn digest(&self, row: usize, bytes: &mut Vec<u8>) -> u128 {
        bytes.clear();
        bytes.extend(self.values(row).iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(self.counts(row).iter().flat_map(|count| count.to_le_bytes()));
        xxh3_128(bytes)
    }
}
