//! Sets: how much of the larger one both share (the papers' CP, CPS and CTSS, by what the sets hold).
//!
//! Items are ascending distinct hashes. The distance is the size of the symmetric difference.

use super::metric::shared_of_larger;
use super::{Items, Metric};

/// Overlap of sets.
pub struct Overlap<'a> {
    sets: &'a Items,
}

impl<'a> Overlap<'a> {
    /// Overlap of these sets.
    pub fn new(sets: &'a Items) -> Self {
        Overlap { sets }
    }

    fn size(&self, set: usize) -> usize {
        self.sets.values(set).len()
    }
}

impl Metric for Overlap<'_> {
    type Scratch = ();

    fn at_least(&self, one: usize, other: usize) -> u32 {
        self.size(one).abs_diff(self.size(other)) as u32
    }

    fn distance(&self, one: usize, other: usize, _: u32, (): &mut ()) -> u32 {
        let (left, right) = (self.sets.values(one), self.sets.values(other));
        let (mut a, mut b, mut common) = (0, 0, 0);
        while a < left.len() && b < right.len() {
            let (x, y) = (left[a], right[b]);
            common += usize::from(x == y);
            a += usize::from(x <= y);
            b += usize::from(y <= x);
        }
        (left.len() + right.len() - 2 * common) as u32
    }

    fn similarity(&self, one: usize, other: usize, distance: u32) -> f64 {
        shared_of_larger(self.size(one), self.size(other), distance)
    }
}
