//! Sequences by insertions, deletions and substitutions (Levenshtein 1966): 1 − distance / longer sequence.
//!
//! Items are sequences of numbers. Made for fingerprints, of 25 entries at most: no bit tricks, no band.

use super::{Items, Metric};

/// Edit distance of short sequences.
pub struct Levenshtein<'a> {
    sequences: &'a Items,
}

impl<'a> Levenshtein<'a> {
    /// Distances of these sequences.
    pub fn new(sequences: &'a Items) -> Self {
        Levenshtein { sequences }
    }
}

impl Metric for Levenshtein<'_> {
    type Scratch = Vec<u32>;

    fn at_least(&self, one: usize, other: usize) -> u32 {
        self.sequences.values(one).len().abs_diff(self.sequences.values(other).len()) as u32
    }

    fn distance(&self, one: usize, other: usize, _: u32, row: &mut Vec<u32>) -> u32 {
        let (left, right) = (self.sequences.values(one), self.sequences.values(other));
        row.clear();
        row.extend(0..=right.len() as u32);
        for (i, a) in left.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i as u32 + 1;
            for (j, b) in right.iter().enumerate() {
                let substituted = diagonal + u32::from(a != b);
                diagonal = row[j + 1];
                row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
            }
        }
        row[right.len()]
    }

    fn similarity(&self, one: usize, other: usize, distance: u32) -> f64 {
        let longer = self.sequences.values(one).len().max(self.sequences.values(other).len());
        if longer == 0 { 1.0 } else { 1.0 - f64::from(distance.min(longer as u32)) / longer as f64 }
    }
}
