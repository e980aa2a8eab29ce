//! The ways from the root to the elements that hold no other element, as a set (the papers' CP).

use super::{EMPTY, Sink, extend};
use crate::structure::{NodeId, Tree, leaf_path};

/// One item per element without element children.
pub fn leaf_paths(tree: &Tree<'_>, sink: &mut impl Sink) {
    let mut paths = vec![EMPTY; tree.len()];
    for element in tree.elements() {
        let above = tree.parent(element).map_or(EMPTY, |parent| paths[parent as usize]);
        let path = extend(above, tree.names().hash(tree.name(element)));
        paths[element as usize] = path;
        if is_leaf(tree, element) {
            sink.item(path, || leaf_path(tree, element));
        }
    }
}

pub(super) fn is_leaf(tree: &Tree<'_>, element: NodeId) -> bool {
    tree.child_elements(element).next().is_none()
}
