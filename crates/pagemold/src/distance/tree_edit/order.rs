//! A tree numbered for one direction of work: from the left (postorder) or from the right (that of its mirror image).

use std::ops::Range;

use super::LabelTree;

/// Nodes so that every subtree is a run that ends with its root.
pub struct Order {
    pub labels: Vec<u64>,
    pub sizes: Vec<u32>,
    /// The number of each node's distinct subtree.
    pub kinds: Vec<u32>,
    /// Whether the node is the top of its path: no parent begins with the same leaf (Zhang and Shasha's keyroots).
    pub is_top: Vec<bool>,
}

impl Order {
    pub fn from_left(tree: &LabelTree, kinds: &[u32]) -> Order {
        Order::numbered(tree, kinds, |node| node)
    }

    /// The mirror image's postorder is the document order, read backwards.
    pub fn from_right(tree: &LabelTree, kinds: &[u32]) -> Order {
        let places = tree.document_order();
        Order::numbered(tree, kinds, |node| tree.len() - 1 - places[node] as usize)
    }

    fn numbered(tree: &LabelTree, old_kinds: &[u32], place: impl Fn(usize) -> usize) -> Order {
        let n = tree.len();
        let (mut labels, mut sizes, mut kinds) = (vec![0; n], vec![0; n], vec![0; n]);
        for (node, &kind) in old_kinds.iter().enumerate() {
            let at = place(node);
            (labels[at], sizes[at], kinds[at]) = (tree.label(node), tree.size(node) as u32, kind);
        }
        let mut order = Order { labels, sizes, kinds, is_top: vec![false; n] };
        let mut tops = vec![0; n];
        for node in 0..n {
            tops[order.run(node).start] = node;
        }
        for node in 0..n {
            order.is_top[node] = tops[order.run(node).start] == node;
        }
        order
    }

    /// The subtree of a node.
    pub fn run(&self, node: usize) -> Range<usize> {
        node + 1 - self.sizes[node] as usize..node + 1
    }

    /// The subtrees that hang off the path from `root` to the first leaf.
    pub fn beside_path(&self, root: usize) -> impl Iterator<Item = usize> + '_ {
        let start = self.run(root).start;
        let mut end = root;
        std::iter::from_fn(move || {
            while end > start {
                let node = end - 1;
                let run = self.run(node);
                if run.start != start {
                    end = run.start;
                    return Some(node);
                }
                end = node; // on the path: its last child comes next
            }
            None
        })
    }

    /// The tops of paths inside the subtree of `root`, inner ones first; the last one is `root`.
    pub fn tops(&self, root: usize) -> impl Iterator<Item = usize> + '_ {
        self.run(root).filter(move |&node| self.is_top[node] || node == root)
    }
}
