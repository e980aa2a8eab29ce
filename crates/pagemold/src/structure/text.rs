//! The text of a page, decoded when somebody asks for it.

use std::borrow::Cow;

use htmlize::Context;

use super::attributes::{decode, normalize};
use super::scanner::Span;
use super::tree::{Kind, NodeId, Tree};

/// Bytes of text that are little.
const LITTLE: usize = 4 << 10;
/// Pieces that there is room for from the beginning.
const USUAL_PIECES: usize = 128;

/// The first pieces of text that are not in scripts, titles and the like, in the order of the source; none where there
/// is much. They cost next to nothing, while a tree with text costs as much again as one without.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    pieces: Vec<Span>,
    bytes: usize,
}

impl Reading {
    #[inline]
    pub(crate) fn add(&mut self, input: &[u8], span: Span) {
        if self.bytes > LITTLE {
            return;
        }
        let text = span.of(input).trim_ascii_start();
        if !text.is_empty() {
            self.bytes += text.len();
            if self.pieces.capacity() == 0 {
                self.pieces.reserve(USUAL_PIECES);
            }
            self.pieces.push(span);
        }
    }
}

/// The characters of a piece of [`Tree::little_text`].
pub(crate) fn read_characters(piece: &[u8]) -> Cow<'_, str> {
    decode(piece, Context::General, "")
}

impl Tree<'_> {
    /// The characters of a text node: references resolved, line ends folded. Empty for an element.
    pub fn characters(&self, node: NodeId) -> Cow<'_, str> {
        let raw = self.span(node).of(self.input());
        match self.kind(node) {
            Kind::Text => decode(raw, Context::General, ""),
            Kind::TextWithNul => decode(raw, Context::General, "\u{FFFD}"),
            Kind::RawText => normalize(raw, "\u{FFFD}"),
            _ => Cow::Borrowed(""),
        }
    }

    /// What a person reads, piece by piece as it is written, if it is little: text of the body, also of parts that are
    /// not shown at once.
    pub fn little_text(&self) -> Option<impl Iterator<Item = &[u8]>> {
        let pieces = (self.read.bytes <= LITTLE).then_some(&self.read.pieces)?;
        Some(pieces.iter().map(|piece| piece.of(self.input())))
    }

    /// The text that stands in an element directly, with white space folded; `…` where a child with text stands inside it.
    ///
    /// The search for a child's text ends at the first one, and what is below that is searched from behind it: of all
    /// elements together, no node is looked at twice.
    pub fn own_text(&self, element: NodeId) -> String {
        let (mut text, mut is_torn) = (String::new(), false);
        for child in std::iter::successors(self.first_child(element), |&child| self.next_sibling(child)) {
            for word in self.characters(child).split_ascii_whitespace() {
                if std::mem::take(&mut is_torn) {
                    text.push_str(" …");
                }
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(word);
            }
            is_torn |= !text.is_empty()
                && self.kind(child).is_element()
                && self.subtree(child).any(|below| self.is_said(below));
        }
        text
    }

    /// Whether a node is text that a person reads, and not blank.
    fn is_said(&self, node: NodeId) -> bool {
        matches!(self.kind(node), Kind::Text | Kind::TextWithNul)
            && self.characters(node).contains(|letter: char| !letter.is_ascii_whitespace())
    }

    /// All text below a node, in document order. Empty unless the tree was built with text.
    pub fn text(&self, node: NodeId) -> String {
        let mut text = String::new();
        for below in self.subtree(node) {
            text.push_str(&self.characters(below));
        }
        text
    }
}
