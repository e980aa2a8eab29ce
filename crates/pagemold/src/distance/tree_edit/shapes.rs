//! What the choice of paths has to know about each distinct subtree.

use super::LabelTree;

/// A distinct subtree, as seen from one side.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The child that the path from the root goes on with: the first one from this side.
    pub next: Option<u32>,
    /// The distinct other children.
    pub beside: Vec<u32>,
    /// How many nodes all the subtrees have that paths of this side cut the subtree into.
    pub work: f32,
}

/// A distinct subtree: its size, and how it looks from the left and from the right.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub size: f32,
    pub sides: [Side; 2],
}

/// The shapes of a tree's distinct subtrees, by number; `kinds` has the number of each node's.
pub fn shapes(tree: &LabelTree, kinds: &[u32]) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for (node, &kind) in kinds.iter().enumerate() {
        if kind as usize == shapes.len() {
            let size = tree.size(node) as f32;
            let mut children: Vec<u32> = tree.children_reversed(node).map(|child| kinds[child]).collect();
            let right = side(&shapes, &children, size, 1);
            children.reverse();
            let left = side(&shapes, &children, size, 0);
            shapes.push(Shape { size, sides: [left, right] });
        }
    }
    shapes
}

fn side(shapes: &[Shape], children: &[u32], size: f32, side: usize) -> Side {
    let Some((&next, others)) = children.split_first() else {
        return Side { work: size, ..Side::default() };
    };
    let mut beside = others.to_vec();
    beside.sort_unstable();
    beside.dedup();
    let along = &shapes[next as usize];
    let off_path: f32 = beside.iter().map(|&child| shapes[child as usize].sides[side].work).sum();
    let work = size + along.sides[side].work - along.size + off_path;
    Side { next: Some(next), beside, work }
}
