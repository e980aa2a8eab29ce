//! Every class token of a page, as a set: what Gowda & Mattmann (2016) call its style.

use super::{EMPTY, Sink, extend};
use crate::structure::attributes::value;
use crate::structure::{Tree, label_hash};

/// One item per class token of each element, as it is written.
pub fn class_set(tree: &Tree<'_>, sink: &mut impl Sink) {
    for element in tree.elements() {
        for token in value(tree.class(element)).split_ascii_whitespace() {
            sink.item(extend(EMPTY, label_hash(token.as_bytes())), || token.to_owned());
        }
    }
}
