//! pq-grams with p = 2 and q = 3, as a bag (Augsten, Böhlen & Gamper 2005): an element below its parent, over three
//! of its children in a row.

use super::{EMPTY, Sink, extend};
use crate::structure::{NodeId, Tree, label_hash};

/// Stands for a parent or child that is not there. No tag name begins with it.
const BLANK: &str = "*";

/// One item per element and window of three children, blanks before and after them.
pub fn pq_grams(tree: &Tree<'_>, sink: &mut impl Sink) {
    for element in tree.elements() {
        let parent = tree.parent(element).filter(|&parent| tree.kind(parent).is_element());
        let stem = extend(extend(EMPTY, hash(tree, parent)), hash(tree, Some(element)));
        let mut window = [None; 3];
        let mut children = tree.child_elements(element).peekable();
        let blanks_after = if children.peek().is_some() { 2 } else { 0 };
        let mut emit = |window: [Option<NodeId>; 3]| {
            let gram = window.iter().fold(stem, |sequence, &child| extend(sequence, hash(tree, child)));
            sink.item(gram, || {
                let labels = [parent, Some(element)].into_iter().chain(window).map(|id| text(tree, id));
                labels.collect::<Vec<_>>().join(",")
            });
        };
        if blanks_after == 0 {
            emit(window);
        }
        for child in children.map(Some).chain(std::iter::repeat_n(None, blanks_after)) {
            window = [window[1], window[2], child];
            emit(window);
        }
    }
}

fn hash(tree: &Tree<'_>, element: Option<NodeId>) -> u64 {
    element.map_or_else(|| label_hash(BLANK.as_bytes()), |id| tree.names().hash(tree.name(id)))
}

fn text<'t>(tree: &'t Tree<'_>, element: Option<NodeId>) -> &'t str {
    element.map_or(BLANK, |id| tree.label(id))
}
