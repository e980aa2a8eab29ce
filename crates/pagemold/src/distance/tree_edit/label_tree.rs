//! An ordered tree of labels, in postorder: all that a tree edit distance looks at.

use crate::{Error, Result};

/// Nodes in postorder. The subtree of a node is the node and the run before it, as long as its size says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelTree {
    labels: Vec<u64>,
    sizes: Vec<u32>,
}

impl LabelTree {
    /// A tree from labels in document order, each with the size of its subtree (the feature `elements`).
    pub fn new(labels: &[u64], sizes: &[u32]) -> Result<LabelTree> {
        let mut tree = LabelTree { labels: Vec::with_capacity(labels.len()), sizes: Vec::with_capacity(labels.len()) };
        let mut open: Vec<(u64, u32, usize)> = Vec::new();
        for (at, (&label, &size)) in labels.iter().zip(sizes).enumerate() {
            while let Some((label, size, _)) = open.pop_if(|&mut (_, _, end)| end <= at) {
                tree.push(label, size as usize);
            }
            let (end, room) = (at + size as usize, open.last().map_or(labels.len(), |&(_, _, end)| end));
            if size == 0 || end > room || (at == 0 && end < room) {
                return Err(Error::Argument(format!("these are no sizes of subtrees: {size} at {at}")));
            }
            open.push((label, size, end));
        }
        while let Some((label, size, _)) = open.pop() {
            tree.push(label, size as usize);
        }
        match labels.len() == sizes.len() {
            true => Ok(tree),
            false => Err(Error::Argument(format!("{} labels, but {} sizes", labels.len(), sizes.len()))),
        }
    }

    /// Adds the parent of the last nodes, `size` with itself.
    pub(super) fn push(&mut self, label: u64, size: usize) {
        self.labels.push(label);
        self.sizes.push(size as u32);
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is no node at all.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The label of a node.
    pub fn label(&self, node: usize) -> u64 {
        self.labels[node]
    }

    /// The labels in postorder.
    pub fn labels(&self) -> &[u64] {
        &self.labels
    }

    /// How many nodes hang below a node, itself included.
    pub fn size(&self, node: usize) -> usize {
        self.sizes[node] as usize
    }

    /// The children of a node, the last one first.
    pub fn children_reversed(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let start = node + 1 - self.size(node);
        let below = move |end: usize| (end > start).then(|| end - 1);
        std::iter::successors(below(node), move |&child| below(child + 1 - self.size(child)))
    }

    /// The children of a node, the first one first.
    pub fn children(&self, node: usize) -> Vec<usize> {
        let mut children: Vec<usize> = self.children_reversed(node).collect();
        children.reverse();
        children
    }

    /// Where each node comes in document order.
    pub fn document_order(&self) -> Vec<u32> {
        let mut places = vec![0; self.len()];
        let mut waiting: Vec<usize> = self.len().checked_sub(1).into_iter().collect();
        let mut place = 0;
        while let Some(node) = waiting.pop() {
            places[node] = place;
            place += 1;
            waiting.extend(self.children_reversed(node));
        }
        places
    }
}
