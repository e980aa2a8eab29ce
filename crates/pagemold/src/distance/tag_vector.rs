//! Bags of tags: 1 − the sum of differences of counts / the sum of all counts (Cruz et al. 1998, the papers' TV).
//!
//! Items are ascending hashes with counts.

use super::{Items, Metric};

/// Difference of tag counts.
pub struct TagVector<'a> {
    bags: &'a Items,
    totals: Vec<u64>,
}

impl<'a> TagVector<'a> {
    /// Differences of these bags.
    pub fn new(bags: &'a Items) -> Self {
        let total = |row| bags.counts(row).iter().map(|&count| u64::from(count)).sum();
        TagVector { bags, totals: (0..bags.len()).map(total).collect() }
    }
}

impl Metric for TagVector<'_> {
    type Scratch = ();

    fn at_least(&self, one: usize, other: usize) -> u32 {
        self.totals[one].abs_diff(self.totals[other]) as u32
    }

    fn distance(&self, one: usize, other: usize, _: u32, (): &mut ()) -> u32 {
        let (left, right) = (self.bags.values(one), self.bags.values(other));
        let (left_counts, right_counts) = (self.bags.counts(one), self.bags.counts(other));
        let (mut a, mut b, mut common) = (0, 0, 0);
        while a < left.len() && b < right.len() {
            let (x, y) = (left[a], right[b]);
            if x == y {
                common += u64::from(left_counts[a].min(right_counts[b]));
            }
            a += usize::from(x <= y);
            b += usize::from(y <= x);
        }
        (self.totals[one] + self.totals[other] - 2 * common) as u32
    }

    fn similarity(&self, one: usize, other: usize, distance: u32) -> f64 {
        let total = self.totals[one] + self.totals[other];
        if total == 0 { 1.0 } else { 1.0 - (u64::from(distance).min(total)) as f64 / total as f64 }
    }
}
