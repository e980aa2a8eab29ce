//! What distances are counted in: whole numbers where the costs are whole, which is twice as fast, or fractions.

use std::ops::Add;

/// A number that distances are counted in.
pub trait Number: Copy + Add<Output = Self> + PartialOrd {
    /// No cost.
    const ZERO: Self;
    /// Stands for a distance that is not known; larger than every distance.
    const UNKNOWN: Self;
    /// A cost as such a number.
    fn from_cost(cost: f64) -> Self;
    /// A count of equal costs.
    fn times(self, count: usize) -> Self;
    /// The distance as callers see it.
    fn to_distance(self) -> f64;
    /// The smaller of two.
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
}

impl Number for u32 {
    const ZERO: u32 = 0;
    // Half of what there is: a cost may still be added to it.
    const UNKNOWN: u32 = u32::MAX / 2;
    fn from_cost(cost: f64) -> u32 {
        cost as u32
    }
    fn times(self, count: usize) -> u32 {
        self * count as u32
    }
    fn to_distance(self) -> f64 {
        f64::from(self)
    }
}

impl Number for f64 {
    const ZERO: f64 = 0.0;
    const UNKNOWN: f64 = f64::INFINITY;
    fn from_cost(cost: f64) -> f64 {
        cost
    }
    fn times(self, count: usize) -> f64 {
        self * count as f64
    }
    fn to_distance(self) -> f64 {
        self
    }
}
