//! The distance under a budget, after Touzet (2005): with few edits to spend, nodes can only be matched that come at
//! about the same place in both trees. Time and memory shrink with the width of that band.

use std::ops::RangeInclusive;

use super::costs::Prices;
use super::number::Number;
use super::{Costs, LabelTree};

/// Two trees, and how far apart in postorder two nodes may be that are matched.
pub struct Band<'t> {
    first: &'t LabelTree,
    second: &'t LabelTree,
    /// Most nodes that can be removed, and inserted, within the budget.
    removals: usize,
    insertions: usize,
}

/// Cells (row, column) whose difference fits a band. All others are unknown.
struct Cells<'b, N> {
    band: &'b Band<'b>,
    values: Vec<N>,
}

impl<N: Number> Cells<'_, N> {
    fn get(&self, row: usize, column: usize) -> N {
        self.band.place(row, column).map_or(N::UNKNOWN, |place| self.values[place])
    }

    fn set(&mut self, row: usize, column: usize, value: N) {
        if let Some(place) = self.band.place(row, column) {
            self.values[place] = value.least(N::UNKNOWN);
        }
    }
}

impl<'t> Band<'t> {
    /// None where the costs set no bound, or nothing fits the budget.
    pub fn new(first: &'t LabelTree, second: &'t LabelTree, costs: &Costs, budget: f64) -> Option<Band<'t>> {
        // Removals less insertions are what the sizes differ by; both have to be paid.
        let more = first.len() as f64 - second.len() as f64;
        let both = costs.insert + costs.remove;
        let removals = ((budget + costs.insert * more) / both).floor();
        let insertions = ((budget - costs.remove * more) / both).floor();
        let fits = costs.insert > 0.0 && costs.remove > 0.0 && removals >= 0.0 && insertions >= 0.0;
        let [removals, insertions] = [removals, insertions].map(|most| most as usize);
        (fits && !first.is_empty() && !second.is_empty()).then_some(Band { first, second, removals, insertions })
    }

    fn width(&self) -> usize {
        self.removals + self.insertions + 1
    }

    fn place(&self, row: usize, column: usize) -> Option<usize> {
        let shifted = (column + self.removals).checked_sub(row)?;
        (shifted < self.width()).then(|| row * self.width() + shifted)
    }

    /// The columns of a row that are inside, of those up to `last`.
    fn columns(&self, row: usize, last: usize) -> RangeInclusive<usize> {
        row.saturating_sub(self.removals).max(1)..=(row + self.insertions).min(last)
    }

    /// How many cells have to be worked out, at most.
    pub fn work(&self) -> f32 {
        let (first, second) = (tops(self.first), tops(self.second));
        let mut work = 0.0;
        for &one in &first {
            for &other in second.iter().filter(|&&other| self.may_match(one, other)) {
                work += self.first.size(one) as f32 * self.second.size(other).min(self.width()) as f32;
            }
        }
        // A cell of the band takes longer than one of a plain row.
        2.0 * work
    }

    /// Whether subtrees that begin where these do may be matched.
    fn may_match(&self, one: usize, other: usize) -> bool {
        let (one, other) = (one + 1 - self.first.size(one), other + 1 - self.second.size(other));
        one <= other + self.removals && other <= one + self.insertions
    }

    /// The distance, or none if it is beyond what the band can tell.
    pub fn distance<N: Number>(&self, costs: &Costs) -> Option<f64> {
        let prices = Prices::<N>::of(costs);
        let cells = |rows: usize| Cells { band: self, values: vec![N::UNKNOWN; rows * self.width()] };
        let (mut known, mut forests) = (cells(self.first.len()), cells(self.first.len() + 1));
        let (first, second) = (tops(self.first), tops(self.second));
        for &one in &first {
            for &other in second.iter().filter(|&&other| self.may_match(one, other)) {
                self.fill(one, other, &prices, &mut forests, &mut known);
            }
        }
        let whole = known.get(self.first.len() - 1, self.second.len() - 1);
        (whole < N::UNKNOWN).then(|| whole.to_distance())
    }

    /// Zhang and Shasha's distances of forests along two paths, inside the band.
    fn fill<N: Number>(
        &self,
        one: usize,
        other: usize,
        prices: &Prices<N>,
        forests: &mut Cells<'_, N>,
        known: &mut Cells<'_, N>,
    ) {
        let (rows, columns) = (self.first.size(one), self.second.size(other));
        (0..=rows.min(self.removals)).for_each(|row| forests.set(row, 0, prices.remove.times(row)));
        (0..=columns.min(self.insertions)).for_each(|column| forests.set(0, column, prices.insert.times(column)));
        for row in 1..=rows {
            let node = one + row - rows;
            for column in self.columns(row, columns) {
                let partner = other + column - columns;
                let before = (row - self.first.size(node), column - self.second.size(partner));
                let matched = match before {
                    (0, 0) => {
                        let relabel = prices.relabel(self.first.label(node), self.second.label(partner));
                        forests.get(row - 1, column - 1) + relabel
                    }
                    (row, column) => forests.get(row, column) + known.get(node, partner),
                };
                let removed = forests.get(row - 1, column) + prices.remove;
                let inserted = forests.get(row, column - 1) + prices.insert;
                let least = matched.least(removed).least(inserted);
                forests.set(row, column, least);
                if before == (0, 0) {
                    known.set(node, partner, least);
                }
            }
        }
    }
}

/// The nodes that no parent begins with, inner ones first.
fn tops(tree: &LabelTree) -> Vec<usize> {
    let start = |node: usize| node + 1 - tree.size(node);
    let mut tops = vec![0; tree.len()];
    for node in 0..tree.len() {
        tops[start(node)] = node;
    }
    (0..tree.len()).filter(|&node| tops[start(node)] == node).collect()
}
