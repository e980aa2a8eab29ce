//! Repeated sibling groups, folded: a list of ten equal items becomes a list of one.
//!
//! Long lists are what makes the tree edit distance fail on pages (Gowda & Mattmann 2016, section 3): two posts of one
//! template, one with three comments and one with ninety, are far apart, although nothing but a count differs.

use super::LabelTree;
use super::subtrees::Subtrees;

/// Groups of at most so many siblings are seen to repeat; `dt dd dt dd` is a group of two.
const LONGEST_GROUP: usize = 8;

/// The tree without siblings that repeat the group of siblings before them, from the leaves up.
pub fn folded(tree: &LabelTree) -> LabelTree {
    let kept = kept(tree);
    let mut result = LabelTree::default();
    let mut sizes = vec![0; tree.len()];
    for node in (0..tree.len()).filter(|&node| kept[node]) {
        sizes[node] = 1 + tree.children_reversed(node).map(|child| sizes[child]).sum::<usize>();
        result.push(tree.label(node), sizes[node]);
    }
    result
}

/// Whether each node stays: neither it nor anything above it is a repetition.
fn kept(tree: &LabelTree) -> Vec<bool> {
    let mut subtrees = Subtrees::default();
    let mut numbers: Vec<u32> = Vec::with_capacity(tree.len());
    let mut is_first = vec![true; tree.len()];
    for node in 0..tree.len() {
        let children = tree.children(node);
        let staying = without_repeats(&children, &numbers);
        children.iter().for_each(|&child| is_first[child] = false);
        staying.iter().for_each(|&child| is_first[child] = true);
        numbers.push(subtrees.node(tree.label(node), staying.iter().rev().map(|&child| numbers[child])));
    }
    for node in (0..tree.len()).rev() {
        for child in tree.children_reversed(node) {
            is_first[child] &= is_first[node];
        }
    }
    is_first
}

/// The siblings without those that repeat the group before them; short groups first.
fn without_repeats(siblings: &[usize], numbers: &[u32]) -> Vec<usize> {
    let mut staying = siblings.to_vec();
    for length in 1..=LONGEST_GROUP.min(siblings.len() / 2) {
        let mut next: Vec<usize> = Vec::with_capacity(staying.len());
        for sibling in staying {
            next.push(sibling);
            if let Some(before) = next.len().checked_sub(2 * length) {
                let (group, again) = next[before..].split_at(length);
                if group.iter().map(|&node| numbers[node]).eq(again.iter().map(|&node| numbers[node])) {
                    next.truncate(before + length);
                }
            }
        }
        staying = next;
    }
    staying
}
