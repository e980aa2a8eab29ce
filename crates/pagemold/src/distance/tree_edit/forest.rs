//! The inner loop of Zhang & Shasha (1989): the distances of all pairs of forests along two paths.

use super::costs::Prices;
use super::number::Number;
use super::order::Order;
use super::table::Table;

/// Room for the rows that are in use, kept from call to call.
///
/// A row is the distances of one forest of the first tree to all of the second. A row is needed until the last subtree
/// is done that begins behind it, so at most as many are alive as the first tree is deep: they stay in the cache.
pub struct Rows<N> {
    alive: Vec<Vec<N>>,
    spare: Vec<N>,
    /// Where the row of each forest is among those alive.
    places: Vec<usize>,
    /// For each node of the second tree, how many come before its subtree, and the number of the latter.
    columns: Vec<(u32, u32)>,
}

impl<N: Number> Default for Rows<N> {
    fn default() -> Self {
        Rows { alive: vec![Vec::new()], spare: Vec::new(), places: Vec::new(), columns: Vec::new() }
    }
}

impl<N: Number> Rows<N> {
    /// Fills in the distances between the subtrees on the paths that begin at `one` and `other`. The table must know
    /// all pairs beside the paths.
    pub fn fill(
        &mut self,
        (first, one): (&Order, usize),
        (second, other): (&Order, usize),
        prices: &Prices<N>,
        table: &mut Table<N>,
    ) {
        let start = first.run(one).start;
        let labels = &second.labels[second.run(other)];
        self.begin(second, other, prices.insert);
        for node in first.run(one) {
            let row = node + 1 - start;
            let before = self.places[row - first.sizes[node] as usize];
            let edge = prices.remove.times(row);
            let distances = table.row_mut(first.kinds[node]);
            let (base, above) = (&self.alive[before], &self.alive[self.places[row - 1]]);
            if first.sizes[node] as usize == row {
                on_path(&mut self.spare, base, above, &self.columns, distances, edge, prices, |column| {
                    prices.relabel(first.labels[node], labels[column])
                });
            } else {
                off_path(&mut self.spare, base, above, &self.columns, distances, edge, prices);
            }
            // The row that the subtree began behind is over with the last subtree that does.
            self.keep(if first.is_top[node] { before } else { before + 1 });
        }
    }

    fn begin(&mut self, second: &Order, other: usize, insert: N) {
        let run = second.run(other);
        self.columns.clear();
        let columns = run.clone().map(|node| ((node + 1 - run.start) as u32 - second.sizes[node], second.kinds[node]));
        self.columns.extend(columns);
        self.alive[0].clear();
        self.alive[0].extend((0..=run.len()).map(|count| insert.times(count)));
        self.spare.resize(run.len() + 1, N::ZERO);
        self.places.clear();
        self.places.push(0);
    }

    fn keep(&mut self, place: usize) {
        if place == self.alive.len() {
            self.alive.push(Vec::new());
        }
        std::mem::swap(&mut self.spare, &mut self.alive[place]);
        let width = self.columns.len() + 1;
        self.spare.resize(width, N::ZERO);
        self.places.push(place);
    }
}

/// A node beside the path: all of its subtree's distances are known.
#[inline(always)]
fn off_path<N: Number>(
    row: &mut [N],
    base: &[N],
    above: &[N],
    columns: &[(u32, u32)],
    distances: &[N],
    edge: N,
    prices: &Prices<N>,
) {
    let mut left = edge;
    row[0] = edge;
    for ((cell, &up), &(before, kind)) in row[1..].iter_mut().zip(&above[1..]).zip(columns) {
        let matched = base[before as usize] + distances[kind as usize];
        left = matched.least(up + prices.remove).least(left + prices.insert);
        *cell = left;
    }
}

/// A node on the path: where the other is on its path too, both forests are trees, and their distance is a result.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // the inner loop, spelled out
fn on_path<N: Number>(
    row: &mut [N],
    base: &[N],
    above: &[N],
    columns: &[(u32, u32)],
    distances: &mut [N],
    edge: N,
    prices: &Prices<N>,
    relabel: impl Fn(usize) -> N,
) {
    let mut left = edge;
    row[0] = edge;
    for (column, &(before, kind)) in columns.iter().enumerate() {
        let matched = match before {
            0 => above[column] + relabel(column),
            _ => base[before as usize] + distances[kind as usize],
        };
        left = matched.least(above[column + 1] + prices.remove).least(left + prices.insert);
        row[column + 1] = left;
        if before == 0 {
            distances[kind as usize] = left;
        }
    }
}
