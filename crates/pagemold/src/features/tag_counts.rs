//! How often each tag occurs: the oldest measure of structure (the papers' TV).

use super::{EMPTY, Sink, extend};
use crate::structure::{Name, Names};

/// One item per tag token.
pub fn tag_counts(tokens: &[Name], names: &Names, sink: &mut impl Sink) {
    for &tag in tokens {
        sink.item(extend(EMPTY, names.hash(tag)), || names.text(tag).to_owned());
    }
}
