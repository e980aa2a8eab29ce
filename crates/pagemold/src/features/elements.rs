//! The element tree itself, flat: names in document order, and how many elements each one's subtree has.
//!
//! The two together are the whole tree; measures that align trees are computed from them.

use crate::structure::Tree;

/// The name hash of each element, in document order.
pub fn labels(tree: &Tree<'_>) -> Vec<u64> {
    tree.elements().map(|element| tree.names().hash(tree.name(element))).collect()
}

/// How many elements the subtree of each element has, itself included, in document order.
pub fn subtree_sizes(tree: &Tree<'_>) -> Vec<u32> {
    let elements: Vec<_> = tree.elements().collect();
    let mut sizes = vec![0_u32; tree.len()];
    for &element in elements.iter().rev() {
        sizes[element as usize] += 1;
        if let Some(parent) = tree.parent(element) {
            sizes[parent as usize] += sizes[element as usize];
        }
    }
    elements.into_iter().map(|element| sizes[element as usize]).collect()
}
