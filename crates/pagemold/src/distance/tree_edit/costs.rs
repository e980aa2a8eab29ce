//! What an edit costs.

use super::number::Number;

/// What it costs to insert, remove or replace a node. Equal labels are replaced for nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// A node that only the second tree has.
    pub insert: f64,
    /// A node that only the first tree has.
    pub remove: f64,
    /// A node that gets another label.
    pub replace: f64,
}

impl Default for Costs {
    fn default() -> Self {
        Costs { insert: 1.0, remove: 1.0, replace: 1.0 }
    }
}

impl Costs {
    /// The largest of the three.
    pub fn largest(&self) -> f64 {
        self.insert.max(self.remove).max(self.replace)
    }

    /// The smallest of the three.
    pub fn smallest(&self) -> f64 {
        self.insert.min(self.remove).min(self.replace)
    }

    /// Whether each can be used: finite and not negative.
    pub fn are_sound(&self) -> bool {
        [self.insert, self.remove, self.replace].iter().all(|cost| cost.is_finite() && *cost >= 0.0)
    }

    /// Whether distances of trees with so many nodes together can be counted in whole numbers.
    pub(super) fn are_whole(&self, nodes: usize) -> bool {
        let whole = [self.insert, self.remove, self.replace].iter().all(|cost| cost.fract() == 0.0);
        whole && self.largest() * (nodes as f64 + 1.0) < f64::from(u32::UNKNOWN / 2)
    }
}

/// Costs in the numbers that distances are counted in.
#[derive(Clone, Copy)]
pub(super) struct Prices<N> {
    pub insert: N,
    pub remove: N,
    pub replace: N,
}

impl<N: Number> Prices<N> {
    pub fn of(costs: &Costs) -> Prices<N> {
        let [insert, remove, replace] = [costs.insert, costs.remove, costs.replace].map(N::from_cost);
        Prices { insert, remove, replace }
    }

    #[inline(always)]
    pub fn relabel(&self, one: u64, other: u64) -> N {
        if one == other { N::ZERO } else { self.replace }
    }
}
