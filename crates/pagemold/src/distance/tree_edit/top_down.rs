//! A distance that is never smaller than the tree edit distance, and much cheaper (after Selkow 1977): roots are
//! matched, children are aligned with children, and what is not aligned goes with everything below it.

use std::collections::HashMap;

use super::subtrees::Subtrees;
use super::{Costs, LabelTree};

/// Cells that may be worked out; beyond them the bound would cost more than it saves.
const MOST_CELLS: usize = 500_000;

/// The cost of one edit of the first tree into the second; infinite where it would take too long to find one.
pub fn distance(first: &LabelTree, second: &LabelTree, costs: &Costs) -> f64 {
    let mut subtrees = Subtrees::default();
    let kinds = [subtrees.number(first), subtrees.number(second)];
    let mut work = TopDown { first, second, costs, kinds, known: HashMap::new() };
    let (Some(one), Some(other)) = (first.len().checked_sub(1), second.len().checked_sub(1)) else {
        return first.len() as f64 * costs.remove + second.len() as f64 * costs.insert;
    };
    let mut waiting = vec![(one, other)];
    let mut cells_left = MOST_CELLS;
    while let Some(&(one, other)) = waiting.last() {
        if work.get(one, other).is_some() {
            waiting.pop();
            continue;
        }
        let (left, right) = work.unequal_children(one, other);
        let Some(rest) = cells_left.checked_sub(left.len() * right.len()) else { return f64::INFINITY };
        cells_left = rest;
        let before = waiting.len();
        let (some, partners) = (distinct(&left, &work.kinds[0]), distinct(&right, &work.kinds[1]));
        for &child in &some {
            waiting.extend(partners.iter().map(|&partner| (child, partner)).filter(|&pair| work.is_open(pair)));
        }
        if waiting.len() == before {
            let cost = work.align(&left, &right);
            work.settle(one, other, cost);
            waiting.pop();
        }
    }
    work.get(one, other).unwrap_or(f64::INFINITY)
}

/// One node for each distinct subtree among these.
fn distinct(nodes: &[usize], kinds: &[u32]) -> Vec<usize> {
    let mut nodes = nodes.to_vec();
    nodes.sort_unstable_by_key(|&node| kinds[node]);
    nodes.dedup_by_key(|node| kinds[*node]);
    nodes
}

struct TopDown<'t> {
    first: &'t LabelTree,
    second: &'t LabelTree,
    costs: &'t Costs,
    /// The numbers of the subtrees of either tree; equal subtrees have equal numbers.
    kinds: [Vec<u32>; 2],
    known: HashMap<(u32, u32), f64>,
}

impl TopDown<'_> {
    fn key(&self, one: usize, other: usize) -> (u32, u32) {
        (self.kinds[0][one], self.kinds[1][other])
    }

    /// The cost of a pair of subtrees, if it is known and they may be matched.
    fn get(&self, one: usize, other: usize) -> Option<f64> {
        let key = self.key(one, other);
        if key.0 == key.1 { Some(0.0) } else { self.known.get(&key).copied() }
    }

    fn is_open(&self, (one, other): (usize, usize)) -> bool {
        self.first.label(one) == self.second.label(other) && self.get(one, other).is_none()
    }

    fn settle(&mut self, one: usize, other: usize, below: f64) {
        let relabel = if self.first.label(one) == self.second.label(other) { 0.0 } else { self.costs.replace };
        self.known.insert(self.key(one, other), below + relabel);
    }

    /// The children of either node without those that are equal at both ends.
    fn unequal_children(&self, one: usize, other: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut left, mut right) = (self.first.children(one), self.second.children(other));
        let same = |a: &usize, b: &usize| self.kinds[0][*a] == self.kinds[1][*b];
        let at_start = left.iter().zip(&right).take_while(|(a, b)| same(a, b)).count();
        left.drain(..at_start);
        right.drain(..at_start);
        let at_end = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| same(a, b)).count();
        left.truncate(left.len() - at_end);
        right.truncate(right.len() - at_end);
        (left, right)
    }

    /// The cheapest alignment of siblings.
    fn align(&self, left: &[usize], right: &[usize]) -> f64 {
        let inserted = |node: usize| self.second.size(node) as f64 * self.costs.insert;
        let mut row: Vec<f64> = vec![0.0];
        row.extend(right.iter().scan(0.0, |sum, &node| {
            *sum += inserted(node);
            Some(*sum)
        }));
        for &one in left {
            let removed = self.first.size(one) as f64 * self.costs.remove;
            let mut diagonal = row[0];
            row[0] += removed;
            for (column, &other) in right.iter().enumerate() {
                let above = row[column + 1];
                let matched = self.get(one, other).map_or(f64::INFINITY, |cost| diagonal + cost);
                row[column + 1] = matched.min(above + removed).min(row[column] + inserted(other));
                diagonal = above;
            }
        }
        row[right.len()]
    }
}
