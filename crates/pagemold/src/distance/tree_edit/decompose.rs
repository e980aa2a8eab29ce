//! Pairs of subtrees, worked out along the paths that the strategy chose; no recursion.

use super::LabelTree;
use super::costs::Prices;
use super::forest::Rows;
use super::number::Number;
use super::order::Order;
use super::shapes::{Shape, shapes};
use super::strategy::{Choice, Strategy};
use super::subtrees::Subtrees;
use super::table::Table;

/// A tree, ready for work from either side: distinct subtrees numbered, nodes ordered from the left and from the right.
pub struct Prepared {
    pub orders: [Order; 2],
    pub shapes: Vec<Shape>,
    /// From either side: where a node with each distinct subtree is.
    samples: [Vec<u32>; 2],
}

impl Prepared {
    pub fn new(tree: &LabelTree) -> Prepared {
        let kinds = Subtrees::default().number(tree);
        let shapes = shapes(tree, &kinds);
        let orders = [Order::from_left(tree, &kinds), Order::from_right(tree, &kinds)];
        let samples = [0, 1].map(|side: usize| {
            let mut sample = vec![0; shapes.len()];
            for (place, &kind) in orders[side].kinds.iter().enumerate() {
                sample[kind as usize] = place as u32;
            }
            sample
        });
        Prepared { orders, shapes, samples }
    }

    /// The number of the whole tree among its distinct subtrees.
    pub fn root(&self) -> u32 {
        self.shapes.len() as u32 - 1
    }

    fn place(&self, kind: u32, side: usize) -> usize {
        self.samples[side][kind as usize] as usize
    }

    /// The distinct subtrees beside the path of a subtree, from one side.
    fn beside(&self, kind: u32, side: usize) -> impl Iterator<Item = u32> + '_ {
        let order = &self.orders[side];
        order.beside_path(self.place(kind, side)).map(|node| order.kinds[node])
    }
}

/// The distances of all pairs of subtrees of two trees that are not empty.
pub fn all_distances<N: Number>(
    first: &Prepared,
    second: &Prepared,
    strategy: &Strategy,
    prices: &Prices<N>,
) -> Table<N> {
    let mut table = Table::new(first.shapes.len(), second.shapes.len());
    let mut rows = Rows::default();
    let mut waiting = vec![(first.root(), second.root(), false)];
    while let Some((one, other, ready)) = waiting.pop() {
        // A pair that is known had everything inside it worked out before.
        if table.is_known(one, other) {
            continue;
        }
        let choice = strategy.choice(one, other);
        if ready {
            along_path(first, second, (one, other), choice, prices, &mut rows, &mut table);
        } else {
            waiting.push((one, other, true));
            match choice.in_second {
                false => waiting.extend(first.beside(one, choice.side).map(|kind| (kind, other, false))),
                true => waiting.extend(second.beside(other, choice.side).map(|kind| (one, kind, false))),
            }
        }
    }
    table
}

/// One path of one tree with all paths of the other, inner ones first.
fn along_path<N: Number>(
    first: &Prepared,
    second: &Prepared,
    (one, other): (u32, u32),
    choice: Choice,
    prices: &Prices<N>,
    rows: &mut Rows<N>,
    table: &mut Table<N>,
) {
    let (of_first, of_second) = (&first.orders[choice.side], &second.orders[choice.side]);
    let (one, other) = (first.place(one, choice.side), second.place(other, choice.side));
    let mut fill = |one: usize, other: usize| {
        if !table.is_known(of_first.kinds[one], of_second.kinds[other]) {
            rows.fill((of_first, one), (of_second, other), prices, table);
        }
    };
    match choice.in_second {
        false => of_second.tops(other).for_each(|top| fill(one, top)),
        true => of_first.tops(one).for_each(|top| fill(top, other)),
    }
}
