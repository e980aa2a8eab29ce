//! The text of a page, decoded when somebody asks for it.

use std::borrow::Cow;

use htmlize::Context;

use super::attributes::{decode, normalize};
use super::tree::{Kind, NodeId, Tree};

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

    /// The text that stands in an element directly, between its children, with white space folded.
    pub fn own_text(&self, element: NodeId) -> String {
        let mut text = String::new();
        for child in std::iter::successors(self.first_child(element), |&child| self.next_sibling(child)) {
            for word in self.characters(child).split_ascii_whitespace() {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(word);
            }
        }
        text
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
