//! Every class token of a page, as a set: what Gowda & Mattmann (2016) call its style.

use super::{EMPTY, Sink, extend};
use crate::structure::{Tree, label_hash};

/// One item per class token of each element, as it is written.
pub fn class_set(tree: &Tree<'_>, sink: &mut impl Sink) {
    for element in tree.elements() {
        let Some(class) = tree.attribute(element, "class") else { continue };
        for token in class.value().split_ascii_whitespace() {
            sink.item(extend(EMPTY, label_hash(token.as_bytes())), || token.to_owned());
        }
    }
}
