//! Four consecutive labels along each leaf path, as a set (the papers' CPS).

use super::leaf_paths::is_leaf;
use super::tag_shingles::WIDTH;
use super::{Sink, sequence};
use crate::structure::{NodeId, Tree};

/// One item per window of four labels of a leaf path; a shorter path gives itself.
///
/// Every element lies on some leaf path, so the windows are those that end at each element: no path is walked twice.
pub fn path_shingles(tree: &Tree<'_>, sink: &mut impl Sink) {
    let names = tree.names();
    let mut window: Vec<NodeId> = Vec::with_capacity(WIDTH);
    for element in tree.elements() {
        window.clear();
        let up = std::iter::successors(Some(element), |&at| tree.parent(at)).filter(|&at| tree.kind(at).is_element());
        window.extend(up.take(WIDTH));
        window.reverse();
        if window.len() == WIDTH || is_leaf(tree, element) {
            let hash = sequence(window.iter().map(|&at| names.hash(tree.name(at))));
            sink.item(hash, || window.iter().map(|&at| tree.label(at)).collect::<Vec<_>>().join("/"));
        }
    }
}
