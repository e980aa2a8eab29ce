//! Binary branches, as a bag (Wijn 2017, after Yang, Kalnis & Tung 2005): the tree read as first child and next
//! sibling. The L1 distance of two bags is at most five times the tree edit distance.

use super::{Sink, sequence};
use crate::structure::{NodeId, Tree, label_hash};

/// One item per element: its label, that of its first child and that of its next sibling.
pub fn binary_branches(tree: &Tree<'_>, sink: &mut impl Sink) {
    let nothing = label_hash(b"");
    let hash = |element: Option<NodeId>| element.map_or(nothing, |id| tree.names().hash(tree.name(id)));
    let text = |element: Option<NodeId>| element.map_or("ε", |id| tree.label(id));
    for element in tree.elements() {
        let left = tree.child_elements(element).next();
        let right = next_element(tree, element);
        sink.item(sequence([hash(Some(element)), hash(left), hash(right)]), || {
            format!("{}({},{})", tree.label(element), text(left), text(right))
        });
    }
}

fn next_element(tree: &Tree<'_>, element: NodeId) -> Option<NodeId> {
    std::iter::successors(tree.next_sibling(element), |&at| tree.next_sibling(at))
        .find(|&sibling| tree.kind(sibling).is_element())
}
