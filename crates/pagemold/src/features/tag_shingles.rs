//! Four consecutive tag tokens, as a set (the papers' CTSS).

use super::{Sink, sequence};
use crate::structure::{Name, Names};

/// How many labels a shingle has.
pub const WIDTH: usize = 4;

/// One item per window of four tag tokens; a page with fewer gives all it has as one.
pub fn tag_shingles(tokens: &[Name], names: &Names, sink: &mut impl Sink) {
    if tokens.is_empty() {
        return;
    }
    for window in tokens.windows(WIDTH.min(tokens.len())) {
        let hash = sequence(window.iter().map(|&tag| names.hash(tag)));
        sink.item(hash, || window.iter().map(|&tag| names.text(tag)).collect::<Vec<_>>().join(" "));
    }
}
