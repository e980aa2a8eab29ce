//! Which node became which: the edits behind a distance.

use super::costs::Prices;
use super::decompose::{Prepared, all_distances};
use super::number::Number;
use super::order::Order;
use super::strategy::Strategy;
use super::table::Table;
use super::{Costs, LabelTree};

/// The pairs of nodes (in postorder) that are kept or replaced in one cheapest edit; all others are removed or
/// inserted. Of several cheapest edits, one that keeps nodes together as far right as possible.
pub fn mapping(first: &LabelTree, second: &LabelTree, costs: &Costs) -> Vec<(usize, usize)> {
    if first.is_empty() || second.is_empty() {
        return Vec::new();
    }
    let (one, other) = (Prepared::new(first), Prepared::new(second));
    let strategy = Strategy::new(&one.shapes, &other.shapes);
    let prices = Prices::<f64>::of(costs);
    let table = all_distances(&one, &other, &strategy, &prices);
    let mut trace = Trace { first: &one.orders[0], second: &other.orders[0], prices, table, pairs: Vec::new() };
    let mut waiting = vec![(first.len() - 1, second.len() - 1)];
    while let Some((one, other)) = waiting.pop() {
        trace.subtrees(one, other, &mut waiting);
    }
    trace.pairs.sort_unstable();
    trace.pairs
}

struct Trace<'o> {
    first: &'o Order,
    second: &'o Order,
    prices: Prices<f64>,
    table: Table<f64>,
    pairs: Vec<(usize, usize)>,
}

impl Trace<'_> {
    /// Finds the pairs along the paths of two subtrees; notes the pairs of subtrees beside them.
    fn subtrees(&mut self, one: usize, other: usize, waiting: &mut Vec<(usize, usize)>) {
        let (rows, columns) = (self.first.run(one), self.second.run(other));
        let forests = self.forests(one, other);
        let width = columns.len() + 1;
        let (mut row, mut column) = (rows.len(), columns.len());
        while row > 0 && column > 0 {
            let (node, partner) = (rows.start + row - 1, columns.start + column - 1);
            let (before_row, before_column) = self.before(node, partner, row, column);
            let matched = self.matched(&forests, width, (node, partner), (row, column));
            let removed = forests[(row - 1) * width + column] + self.prices.remove;
            let inserted = forests[row * width + column - 1] + self.prices.insert;
            if matched <= removed.min(inserted) + f64::EPSILON * matched {
                if (before_row, before_column) == (0, 0) {
                    self.pairs.push((node, partner));
                    (row, column) = (row - 1, column - 1);
                } else {
                    waiting.push((node, partner));
                    (row, column) = (before_row, before_column);
                }
            } else if removed <= inserted {
                row -= 1;
            } else {
                column -= 1;
            }
        }
    }

    /// The distances of all forests along the paths of two subtrees, row by row.
    fn forests(&self, one: usize, other: usize) -> Vec<f64> {
        let (rows, columns) = (self.first.run(one), self.second.run(other));
        let width = columns.len() + 1;
        let mut forests = vec![0.0; (rows.len() + 1) * width];
        (0..width).for_each(|column| forests[column] = self.prices.insert.times(column));
        for row in 1..=rows.len() {
            forests[row * width] = self.prices.remove.times(row);
            for column in 1..width {
                let pair = (rows.start + row - 1, columns.start + column - 1);
                let matched = self.matched(&forests, width, pair, (row, column));
                let removed = forests[(row - 1) * width + column] + self.prices.remove;
                let inserted = forests[row * width + column - 1] + self.prices.insert;
                forests[row * width + column] = matched.least(removed).least(inserted);
            }
        }
        forests
    }

    /// What comes before two subtrees, in rows and columns.
    fn before(&self, node: usize, partner: usize, row: usize, column: usize) -> (usize, usize) {
        (row - self.first.sizes[node] as usize, column - self.second.sizes[partner] as usize)
    }

    fn matched(
        &self,
        forests: &[f64],
        width: usize,
        (node, partner): (usize, usize),
        (row, column): (usize, usize),
    ) -> f64 {
        match self.before(node, partner, row, column) {
            (0, 0) => {
                let relabel = self.prices.relabel(self.first.labels[node], self.second.labels[partner]);
                forests[(row - 1) * width + column - 1] + relabel
            }
            (above, left) => {
                forests[above * width + left] + self.table.get(self.first.kinds[node], self.second.kinds[partner])
            }
        }
    }
}
