//! Many trees in one store where equal subtrees are the same node, so that comparing two of them is comparing numbers.

use xxhash_rust::xxh3::xxh3_128;

use super::Items;
use super::quick_hash::QuickMap;

/// The number of a subtree. Those below it have smaller numbers.
pub type Subtree = u32;

/// Different subtrees, each once.
#[derive(Debug, Default)]
pub struct Forest {
    labels: Vec<u32>,
    sizes: Vec<u32>,
    /// Where the children of each subtree begin, and where those of the last end.
    offsets: Vec<usize>,
    children: Vec<Subtree>,
    /// The tree of each item; none where an item has no nodes.
    roots: Vec<Option<Subtree>>,
}

impl Forest {
    /// The trees of items that have the label of each node in document order, and the size of its subtree as count.
    pub fn new(items: &Items) -> Forest {
        let mut planting = Planting::default();
        planting.forest.offsets.push(0);
        for row in 0..items.len() {
            let root = planting.plant(items.values(row), items.counts(row));
            planting.forest.roots.push(root);
        }
        planting.forest
    }

    /// The tree of an item.
    pub fn root(&self, item: usize) -> Option<Subtree> {
        self.roots[item]
    }

    /// The label at the top of a subtree.
    #[inline]
    pub fn label(&self, subtree: Subtree) -> u32 {
        self.labels[subtree as usize]
    }

    /// How many nodes a subtree has.
    #[inline]
    pub fn size(&self, subtree: Subtree) -> u32 {
        self.sizes[subtree as usize]
    }

    /// The subtrees directly below.
    #[inline]
    pub fn children(&self, subtree: Subtree) -> &[Subtree] {
        &self.children[self.offsets[subtree as usize]..self.offsets[subtree as usize + 1]]
    }
}

/// A forest while it grows.
#[derive(Default)]
struct Planting {
    forest: Forest,
    known: QuickMap<u128, Subtree>,
    labels: QuickMap<u64, u32>,
    /// Finished subtrees to the right of the node at hand, the nearest on top: where each begins, and its number.
    finished: Vec<(usize, Subtree)>,
    key: Vec<u8>,
    below: Vec<Subtree>,
}

impl Planting {
    /// Adds a tree, its last node first: when a node's turn comes, the subtrees below it are finished.
    fn plant(&mut self, labels: &[u64], sizes: &[u32]) -> Option<Subtree> {
        self.finished.clear();
        for (node, (&label, &size)) in labels.iter().zip(sizes).enumerate().rev() {
            let end = node + size as usize;
            self.below.clear();
            while let Some(&(start, subtree)) = self.finished.last().filter(|(start, _)| *start < end) {
                debug_assert!(start > node);
                self.below.push(subtree);
                self.finished.pop();
            }
            let next = self.labels.len() as u32;
            let label = *self.labels.entry(label).or_insert(next);
            let subtree = self.subtree(label);
            self.finished.push((node, subtree));
        }
        self.finished.last().map(|&(_, subtree)| subtree)
    }

    /// The number of the subtree with this label and the children at hand.
    fn subtree(&mut self, label: u32) -> Subtree {
        self.key.clear();
        self.key.extend_from_slice(&label.to_le_bytes());
        self.below.iter().for_each(|child| self.key.extend_from_slice(&child.to_le_bytes()));
        let forest = &mut self.forest;
        let below = &self.below;
        *self.known.entry(xxh3_128(&self.key)).or_insert_with(|| {
            let size = 1 + below.iter().map(|&child| forest.size(child)).sum::<u32>();
            forest.labels.push(label);
            forest.sizes.push(size);
            forest.children.extend_from_slice(below);
            forest.offsets.push(forest.children.len());
            forest.labels.len() as u32 - 1
        })
    }
}
