//! The distinct subtrees of trees. A page repeats itself (rows, list items, links), and equal subtrees have equal
//! distances, so each distinct pair is worked out once.

use std::collections::HashMap;

use super::LabelTree;

/// Numbers equal subtrees alike, over all the trees that it is shown. Exact: different subtrees never share a number,
/// as they might if only their hashes were compared.
#[derive(Default)]
pub struct Subtrees {
    /// The children from the last one on, and the one before them.
    forests: HashMap<(u32, u32), u32>,
    /// A label over its children.
    trees: HashMap<(u64, u32), u32>,
}

const NO_CHILDREN: u32 = u32::MAX;

impl Subtrees {
    /// The number of the subtree of each node. Numbers are dense, and those of children are smaller.
    pub fn number(&mut self, tree: &LabelTree) -> Vec<u32> {
        let mut numbers: Vec<u32> = Vec::with_capacity(tree.len());
        for node in 0..tree.len() {
            numbers.push(self.node(tree.label(node), tree.children_reversed(node).map(|child| numbers[child])));
        }
        numbers
    }

    /// The number of a node, given its label and the numbers of its children, the last one first.
    pub fn node(&mut self, label: u64, children_reversed: impl Iterator<Item = u32>) -> u32 {
        let forest = children_reversed.fold(NO_CHILDREN, |siblings, child| {
            let next = self.forests.len() as u32;
            *self.forests.entry((siblings, child)).or_insert(next)
        });
        let next = self.trees.len() as u32;
        *self.trees.entry((label, forest)).or_insert(next)
    }
}
