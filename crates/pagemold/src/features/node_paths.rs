//! The ways from the root to every node, text included, as a set: what essential paths are chosen from (Kim & Shim 2011).
//!
//! A text node is labelled by its text in quotes, without the white space around it; white space alone is layout of
//! the source and gives no node.

use super::{EMPTY, Sink, extend};
use crate::structure::{NodeId, Tree, label_hash, leaf_path};

/// One item per element and text node: its path from the root. The tree must have been built with text.
pub fn node_paths(tree: &Tree<'_>, sink: &mut impl Sink) {
    let mut paths = vec![EMPTY; tree.len()];
    for node in tree.subtree(0).skip(1) {
        let above = tree.parent(node).map_or(EMPTY, |parent| paths[parent as usize]);
        if tree.kind(node).is_element() {
            let path = extend(above, tree.names().hash(tree.name(node)));
            paths[node as usize] = path;
            sink.item(path, || leaf_path(tree, node));
        } else if let Some(label) = text_label(tree, node) {
            sink.item(extend(above, label_hash(label.as_bytes())), || {
                let parent = tree.parent(node).map_or_else(String::new, |parent| leaf_path(tree, parent));
                format!("{parent}/{label}")
            });
        }
    }
}

fn text_label(tree: &Tree<'_>, node: NodeId) -> Option<String> {
    let text = tree.characters(node);
    let text = text.trim_matches([' ', '\t', '\n', '\r', '\x0C']);
    (!text.is_empty()).then(|| format!("\"{text}\""))
}
