//! Element trees by the restricted top-down mapping (Reis et al. 2004, the papers' RTDM): 1 − distance / larger tree.
//!
//! A mapping pairs nodes of two trees in order, a pair only below a pair. Where two paired nodes have unequal labels,
//! nothing below them is paired; only the roots may differ and go on. Each node that is paired with an unequal one, or
//! with none, costs 1. Items are the labels of a tree's nodes in document order, with the sizes of subtrees as counts.
//!
//! Three things make it fast. Equal subtrees are one node of a [`Forest`], so they cost nothing, and what two different
//! ones cost is remembered from page to page. Equal children at both ends of two lists are paired at once, which the
//! triangle inequality allows. And paired nodes with equal labels have equal paths of labels, so counting paths bounds
//! the distance closely before any tree is aligned.

use super::forest::{Forest, Subtree};
use super::quick_hash::QuickMap;
use super::{Bags, Items, Metric};

/// Pairs of subtrees that a thread remembers before it starts anew: some hundred megabytes at most.
const REMEMBERED: usize = 8_000_000;

/// Restricted top-down mappings.
pub struct Rtdm {
    forest: Forest,
    /// The path of labels of each node but the root.
    paths: Bags,
    /// The same of each node's parent.
    parents: Bags,
}

impl Rtdm {
    /// Mappings between these trees.
    pub fn new(items: &Items) -> Self {
        let (mut paths, mut parents) = (Bags::new(), Bags::new());
        let mut numbers: QuickMap<(u32, u64), u32> = QuickMap::default();
        let (mut own, mut above) = (Vec::new(), Vec::new());
        for row in 0..items.len() {
            own.clear();
            above.clear();
            // Ancestors of the node at hand: where their subtrees end, and their paths. All roots share one path.
            let mut open: Vec<(usize, u32)> = Vec::new();
            for (node, (&label, &size)) in items.values(row).iter().zip(items.counts(row)).enumerate() {
                while open.pop_if(|(end, _)| *end <= node).is_some() {}
                let mut path = 0;
                if let Some(&(_, parent)) = open.last() {
                    let next = numbers.len() as u32 + 1;
                    path = *numbers.entry((parent, label)).or_insert(next);
                    own.push(path);
                    above.push(parent);
                }
                open.push((node + size as usize, path));
            }
            paths.push(&mut own);
            parents.push(&mut above);
        }
        Rtdm { forest: Forest::new(items), paths, parents }
    }

    fn size(&self, item: usize) -> u32 {
        self.forest.root(item).map_or(0, |root| self.forest.size(root))
    }
}

impl Metric for Rtdm {
    type Scratch = Scratch;

    /// Below each path, at least as many nodes cost something as the longer side has more than both have in common.
    fn at_least(&self, one: usize, other: usize) -> u32 {
        let (Some(left), Some(right)) = (self.forest.root(one), self.forest.root(other)) else {
            return self.size(one) + self.size(other);
        };
        let longer_sides = self.parents.total(one) + self.parents.total(other) - self.parents.common(one, other);
        let relabelled = u32::from(self.forest.label(left) != self.forest.label(right));
        relabelled + longer_sides - self.paths.common(one, other)
    }

    fn distance(&self, one: usize, other: usize, _: u32, scratch: &mut Scratch) -> u32 {
        let (Some(left), Some(right)) = (self.forest.root(one), self.forest.root(other)) else {
            return self.size(one) + self.size(other);
        };
        let relabelled = u32::from(self.forest.label(left) != self.forest.label(right));
        relabelled + scratch.below(&self.forest, left, right)
    }

    fn similarity(&self, one: usize, other: usize, distance: u32) -> f64 {
        let larger = self.size(one).max(self.size(other));
        if larger == 0 { 1.0 } else { 1.0 - f64::from(distance.min(larger)) / f64::from(larger) }
    }
}

/// What a thread remembers, and the tables of the pair at hand.
#[derive(Default)]
pub struct Scratch {
    known: QuickMap<u64, u32>,
    waiting: Vec<(Subtree, Subtree)>,
    left: Side,
    right: Side,
    /// What pairing each different left child with each different right one costs.
    costs: Vec<u32>,
    row: Vec<u32>,
}

/// Children to be aligned, and the different ones among them.
#[derive(Default)]
struct Side {
    /// The place of each child among the different ones.
    places: Vec<u32>,
    different: Vec<Subtree>,
    sizes: Vec<u32>,
}

impl Side {
    fn fill(&mut self, children: &[Subtree], forest: &Forest) {
        self.different.clear();
        self.different.extend_from_slice(children);
        self.different.sort_unstable();
        self.different.dedup();
        let place = |child| self.different.partition_point(|known| known < child) as u32;
        self.places.clear();
        self.places.extend(children.iter().map(place));
        self.sizes.clear();
        self.sizes.extend(self.different.iter().map(|&child| forest.size(child)));
    }
}

impl Scratch {
    /// What the nodes below two paired ones cost. No recursion: pairs wait until those below them are known.
    fn below(&mut self, forest: &Forest, left: Subtree, right: Subtree) -> u32 {
        if self.known.len() > REMEMBERED {
            self.known.clear();
        }
        self.waiting.clear();
        self.waiting.push((left, right));
        while let Some(&(one, other)) = self.waiting.last() {
            if self.remembered(forest, one, other).is_some() || self.align(forest, one, other) {
                self.waiting.pop();
            }
        }
        self.remembered(forest, left, right).unwrap_or_default()
    }

    /// What lies below two nodes with equal labels, if it is known already.
    fn remembered(&self, forest: &Forest, one: Subtree, other: Subtree) -> Option<u32> {
        if one == other {
            return Some(0);
        }
        let (a, b) = (forest.size(one), forest.size(other));
        if a == 1 || b == 1 {
            return Some(a.abs_diff(b));
        }
        self.known.get(&key(one, other)).copied()
    }

    /// Aligns the children of two nodes, if all that it takes is known; otherwise lets the unknown pairs wait.
    fn align(&mut self, forest: &Forest, one: Subtree, other: Subtree) -> bool {
        let (left, right) = trimmed(forest.children(one), forest.children(other));
        self.left.fill(left, forest);
        self.right.fill(right, forest);
        let waiting = self.waiting.len();
        self.costs.clear();
        for &a in &self.left.different {
            for &b in &self.right.different {
                let cost = if forest.label(a) == forest.label(b) {
                    self.remembered(forest, a, b)
                } else {
                    Some(forest.size(a) + forest.size(b) - 1)
                };
                if cost.is_none() {
                    self.waiting.push((a, b));
                }
                self.costs.push(cost.unwrap_or_default());
            }
        }
        let all_known = self.waiting.len() == waiting;
        if all_known {
            let cost = self.cheapest();
            self.known.insert(key(one, other), cost);
        }
        all_known
    }

    /// The cheapest way to pair, insert and delete children in order.
    fn cheapest(&mut self) -> u32 {
        let (left, right, row) = (&self.left, &self.right, &mut self.row);
        row.clear();
        row.push(0);
        let mut inserted = 0;
        for &b in &right.places {
            inserted += right.sizes[b as usize];
            row.push(inserted);
        }
        for &a in &left.places {
            let deleted = left.sizes[a as usize];
            let costs = &self.costs[a as usize * right.different.len()..];
            let mut diagonal = row[0];
            row[0] += deleted;
            let mut before = row[0];
            for (cell, &b) in row[1..].iter_mut().zip(&right.places) {
                let paired = diagonal + costs[b as usize];
                diagonal = *cell;
                before = paired.min(diagonal + deleted).min(before + right.sizes[b as usize]);
                *cell = before;
            }
        }
        row.last().copied().unwrap_or_default()
    }
}

/// Two lists without what they begin and end with in common.
fn trimmed<'a>(left: &'a [Subtree], right: &'a [Subtree]) -> (&'a [Subtree], &'a [Subtree]) {
    let start = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[start..], &right[start..]);
    let end = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
    (&left[..left.len() - end], &right[..right.len() - end])
}

/// A pair in either order.
fn key(one: Subtree, other: Subtree) -> u64 {
    u64::from(one.min(other)) << 32 | u64::from(one.max(other))
}
