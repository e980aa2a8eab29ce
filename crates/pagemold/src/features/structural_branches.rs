//! Binary branches of a page without the tags that only mark up text, as Wijn (2017) leaves them out: the children of
//! an element that is left out become children of the one above it.

use super::{Sink, sequence};
use crate::structure::{Name, NodeId, Tree, known, label_hash};

/// Text-level elements, and those that a reader never sees.
#[rustfmt::skip]
const LEFT_OUT: [Name; 40] = [
    known::ABBR, known::ACRONYM, known::B, known::BDI, known::BDO, known::BIG, known::BR, known::CITE, known::CODE,
    known::DATA, known::DEL, known::DFN, known::EM, known::FONT, known::I, known::INS, known::KBD, known::MARK,
    known::NOBR, known::Q, known::RP, known::RT, known::RUBY, known::S, known::SAMP, known::SCRIPT, known::SMALL,
    known::SPAN, known::STRIKE, known::STRONG, known::STYLE, known::SUB, known::SUP, known::TEMPLATE, known::TIME,
    known::TT, known::U, known::VAR, known::WBR, known::NOSCRIPT,
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
        let stays = !LEFT_OUT.contains(&tree.name(element));
        below[element as usize] = depth + usize::from(stays);
        if stays {
            kept.push(element);
            depths.push(depth);
        }
    }
    (kept, depths)
}
