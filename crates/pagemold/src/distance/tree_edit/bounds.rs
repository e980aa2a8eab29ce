//! What a distance is at least, cheaply: most pairs that are far apart are told so here.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Costs, LabelTree};

/// No distance is smaller than the largest of the bounds. They are tried in the order of what they cost, and the first
/// that says enough ends it.
pub fn exceeds(first: &LabelTree, second: &LabelTree, costs: &Costs, budget: f64) -> bool {
    by_size(first, second, costs) > budget
        || by_labels(first, second, costs) > budget
        || by_branches(first, second, costs) > budget
}

/// The larger tree has nodes to spare.
pub fn by_size(first: &LabelTree, second: &LabelTree, costs: &Costs) -> f64 {
    by_matches(first, second, costs, first.len().min(second.len()))
}

/// No more nodes can stay as they are than labels that the trees have in common.
pub fn by_labels(first: &LabelTree, second: &LabelTree, costs: &Costs) -> f64 {
    let common = in_common(first.labels().iter().copied(), second.labels().iter().copied());
    by_matches(first, second, costs, common)
}

/// The least cost where `matches` nodes stay, and every other is replaced, or removed and inserted.
fn by_matches(first: &LabelTree, second: &LabelTree, costs: &Costs, matches: usize) -> f64 {
    let (first, second) = (first.len() - matches, second.len() - matches);
    let both = first.min(second);
    let other = costs.replace.min(costs.insert + costs.remove);
    both as f64 * other + (first - both) as f64 * costs.remove + (second - both) as f64 * costs.insert
}

/// An edit changes at most five binary branches (Yang, Kalnis & Tung 2005).
pub fn by_branches(first: &LabelTree, second: &LabelTree, costs: &Costs) -> f64 {
    let common = in_common(branches(first).into_iter(), branches(second).into_iter());
    (first.len() + second.len() - 2 * common) as f64 / 5.0 * costs.smallest()
}

type Branch = (u64, Option<u64>, Option<u64>);

/// Each node's label, that of its first child, and that of its next sibling.
fn branches(tree: &LabelTree) -> Vec<Branch> {
    let mut branches: Vec<Branch> = tree.labels().iter().map(|&label| (label, None, None)).collect();
    for node in 0..tree.len() {
        let mut right = None;
        for child in tree.children_reversed(node) {
            branches[child].2 = right;
            right = Some(tree.label(child));
        }
        branches[node].1 = right;
    }
    branches
}

/// The size of the intersection of two bags.
fn in_common<T: Hash + Eq>(first: impl Iterator<Item = T>, second: impl Iterator<Item = T>) -> usize {
    let mut left: HashMap<T, usize> = HashMap::new();
    for item in first {
        *left.entry(item).or_default() += 1;
    }
    let mut common = 0;
    for item in second {
        if let Some(count) = left.get_mut(&item).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    common
}
