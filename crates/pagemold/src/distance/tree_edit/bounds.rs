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
        || by_order(first, second, costs) > budget
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

/// Nodes that stay keep their order, before their children and after them: no more can stay than the longest common
/// subsequence of labels has, read either way (after Guha et al. 2002).
pub fn by_order(first: &LabelTree, second: &LabelTree, costs: &Costs) -> f64 {
    let after = common_subsequence(first.labels(), second.labels());
    let before = common_subsequence(&in_document_order(first), &in_document_order(second));
    by_matches(first, second, costs, after.min(before))
}

fn in_document_order(tree: &LabelTree) -> Vec<u64> {
    let mut labels = vec![0; tree.len()];
    for (node, place) in tree.document_order().into_iter().enumerate() {
        labels[place as usize] = tree.label(node);
    }
    labels
}

/// Words of the table of places; a page with so many different labels is judged without it.
const MOST_WORDS: usize = 1 << 22;

/// The length of the longest common subsequence, 64 labels at a time (Hyyrö 2004).
fn common_subsequence(first: &[u64], second: &[u64]) -> usize {
    let words = first.len().div_ceil(64);
    let mut places: HashMap<u64, Vec<u64>> = HashMap::new();
    for (place, &label) in first.iter().enumerate() {
        if places.len() * words > MOST_WORDS {
            return first.len().min(second.len());
        }
        places.entry(label).or_insert_with(|| vec![0; words])[place / 64] |= 1 << (place % 64);
    }
    // Zero bits are the places where a common subsequence gets longer.
    let mut row = vec![u64::MAX; words];
    for matches in second.iter().filter_map(|label| places.get(label)) {
        let mut carry = false;
        for (word, &here) in row.iter_mut().zip(matches) {
            let (sum, over) = word.overflowing_add(*word & here);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            carry = over || again;
            *word = sum | (*word & !here);
        }
    }
    row.iter().map(|word| word.count_zeros() as usize).sum()
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
