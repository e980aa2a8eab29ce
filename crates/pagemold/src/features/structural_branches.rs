//! Binary branches of a page without the tags that only mark up text, as Wijn (2017) leaves them out: the children of
//! an element that is left out become children of the one above it.

use super::{Sink, sequence};
use crate::structure::{NodeId, Tree, label_hash};

/// Text-level elements, and those that a reader never sees.
const LEFT_OUT: [&str; 40] = [
    "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "mark", "nobr", "q", "rp", "rt", "ruby", "s", "samp", "script", "small", "span", "strike", "strong",
    "style", "sub", "sup", "template", "time", "tt", "u", "var", "wbr", "noscript",
];

/// One item per element that stays: its label, that of its first child and that of its next sibling.
pub fn structural_branches(tree: &Tree<'_>, sink: &mut impl Sink) {
    let (kept, depths) = kept(tree);
    let nothing = label_hash(b"");
    let hash = |element: Option<NodeId>| element.map_or(nothing, |id| tree.names().hash(tree.name(id)));
    let text = |element: Option<NodeId>| element.map_or("ε", |id| tree.label(id));
    // From the end: the latest element met at each depth is the next sibling of one before it at that depth.
    let mut latest: Vec<Option<NodeId>> = Vec::new();
    for (&element, &depth) in kept.iter().zip(&depths).rev() {
        let left = latest.get(depth + 1).copied().flatten();
        latest.truncate(depth + 1);
        latest.resize(depth + 1, None);
        let right = latest[depth].replace(element);
        sink.item(sequence([hash(Some(element)), hash(left), hash(right)]), || {
            format!("{}({},{})", tree.label(element), text(left), text(right))
        });
    }
}

/// The elements that stay, in document order, and how many of them are above each.
fn kept(tree: &Tree<'_>) -> (Vec<NodeId>, Vec<usize>) {
    let (mut kept, mut depths) = (Vec::new(), Vec::new());
    let mut below = vec![0_usize; tree.len()];
    for element in tree.elements() {
        let depth = tree.parent(element).map_or(0, |parent| below[parent as usize]);
        let stays = LEFT_OUT.iter().all(|&tag| tag != tree.label(element));
        below[element as usize] = depth + usize::from(stays);
        if stays {
            kept.push(element);
            depths.push(depth);
        }
    }
    (kept, depths)
}
