//! The element tree of a page: one flat arena, handles instead of references.

use std::borrow::Cow;

use super::attributes::{Attribute, Attributes};
use super::construction::Builder;
use super::find::word_at;
use super::names::{Name, Names, label_hash};
use super::scanner::{Inside, Scanner, Span};
use super::text::Reading;
use crate::{Flags, Limits};

/// A node's place in the arena. The document is node 0.
pub type NodeId = u32;

/// Stands for "no such node".
pub(crate) const NONE: NodeId = u32::MAX;

/// What masks the first bytes of a word, by how many they are; all of them where there are more.
static FIRST_BYTES: [u64; 17] = {
    let mut masks = [u64::MAX; 17];
    let mut length = 0;
    while length < 8 {
        masks[length] = (1 << (8 * length)) - 1;
        length += 1;
    }
    masks
};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The document itself, above the root element.
    Document,
    /// An element of HTML.
    Html,
    /// An element of SVG.
    Svg,
    /// An element of MathML.
    MathMl,
    /// Text in HTML.
    Text,
    /// Text in SVG, MathML, a title or a textarea, where NUL is kept as U+FFFD.
    TextWithNul,
    /// Text without character references: scripts, styles, CDATA sections.
    RawText,
}

impl Kind {
    /// Whether nodes of this kind are elements.
    pub fn is_element(self) -> bool {
        matches!(self, Kind::Html | Kind::Svg | Kind::MathMl)
    }
}

/// One node of the arena.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub(crate) parent: NodeId,
    pub(crate) first_child: NodeId,
    pub(crate) last_child: NodeId,
    pub(crate) previous: NodeId,
    pub(crate) next: NodeId,
    pub(crate) name: Name,
    /// The inside of the tag, or the text.
    pub(crate) inside: Inside,
    pub(crate) kind: Kind,
    /// On the stack of open elements, while the tree is being built.
    pub(crate) open: bool,
}

impl Node {
    /// A node that hangs nowhere yet.
    pub(crate) fn new(kind: Kind, name: Name, inside: Inside) -> Node {
        let [parent, first_child, last_child, previous, next] = [NONE; 5];
        Node { parent, first_child, last_child, previous, next, name, inside, kind, open: false }
    }
}

/// A page as the HTML Standard's tree construction understands it, scripting off.
///
/// Elements (and text, if asked for); comments and the document type are left out. The content of a `<template>`
/// hangs below the element itself.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    pub(crate) input: Cow<'a, [u8]>,
    pub(crate) nodes: Vec<Node>,
    /// Whether all elements hang in the tree, and stand in the arena in document order, as they do on most pages.
    pub(crate) is_in_order: bool,
    pub(crate) names: Names,
    /// Attributes that a second `<html>` or `<body>` tag added to the first.
    pub(crate) more_attributes: Vec<(NodeId, Span)>,
    /// What a person reads, where it is little.
    pub(crate) read: Reading,
    pub(crate) limits: Limits,
    pub(crate) flags: Flags,
}

impl<'a> Tree<'a> {
    /// The elements of a page.
    pub fn parse(html: &'a [u8], limits: &Limits) -> Tree<'a> {
        Builder::new(Scanner::new(html, limits), limits, false).build()
    }

    /// The elements and the text of a page.
    pub fn parse_with_text(html: &'a [u8], limits: &Limits) -> Tree<'a> {
        Builder::new(Scanner::new(html, limits), limits, true).build()
    }

    /// A piece of a page, as it is parsed inside an element of the given kind and name (`innerHTML`). The nodes
    /// hang below a root element `html`.
    pub fn parse_fragment(html: &'a [u8], kind: Kind, context: &str, limits: &Limits) -> Tree<'a> {
        Builder::new(Scanner::new(html, limits), limits, true).build_fragment(kind, context)
    }

    /// The same tree with a page of its own.
    pub fn into_owned(self) -> Tree<'static> {
        Tree {
            input: Cow::Owned(self.input.into_owned()),
            nodes: self.nodes,
            is_in_order: self.is_in_order,
            names: self.names,
            more_attributes: self.more_attributes,
            read: self.read,
            limits: self.limits,
            flags: self.flags,
        }
    }

    /// The page, as far as it was read.
    pub fn input(&self) -> &[u8] {
        &self.input
    }

    /// The names of this page.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The limits that were met.
    pub fn flags(&self) -> Flags {
        self.flags
    }

    /// How many nodes there are, the document and detached ones included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is always a document.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// What the node is.
    #[inline]
    pub fn kind(&self, node: NodeId) -> Kind {
        self.nodes[node as usize].kind
    }

    /// The name of an element.
    #[inline]
    pub fn name(&self, node: NodeId) -> Name {
        self.nodes[node as usize].name
    }

    /// The name of an element as it is written.
    pub fn label(&self, node: NodeId) -> &str {
        self.names.text(self.name(node))
    }

    /// The parent, which for the root element is the document.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node as usize].parent)
    }

    /// The first child of any kind.
    #[inline]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node as usize].first_child)
    }

    /// The next sibling of any kind.
    #[inline]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node as usize].next)
    }

    /// The children that are elements.
    pub fn child_elements(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
            .filter(|&child| self.kind(child).is_element())
    }

    pub(crate) fn span(&self, node: NodeId) -> Span {
        self.nodes[node as usize].inside.all
    }

    /// Everything below `node`, itself first, in document order; no recursion.
    pub fn subtree(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), move |&at| self.after(at, node))
    }

    /// All elements in document order.
    pub fn elements(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(0), |&at| match self.is_in_order {
            true => Some(at + 1).filter(|&next| (next as usize) < self.len()),
            false => self.after(at, 0),
        })
        .filter(|&node| self.kind(node).is_element())
    }

    /// The node after `at` in document order, below `top`.
    #[inline]
    fn after(&self, mut at: NodeId, top: NodeId) -> Option<NodeId> {
        if let Some(child) = self.first_child(at) {
            return Some(child);
        }
        while at != top {
            if let Some(sibling) = self.next_sibling(at) {
                return Some(sibling);
            }
            at = self.parent(at)?;
        }
        None
    }

    /// The attributes of an element, each name once: the first one counts.
    pub fn attributes(&self, node: NodeId) -> Vec<Attribute<'_>> {
        let mut distinct: Vec<Attribute<'_>> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for attribute in self.raw_attributes(node) {
            if seen.insert(attribute.name()) {
                distinct.push(attribute);
            }
        }
        distinct
    }

    /// The first attribute of this name, given in lower case.
    #[inline]
    pub fn attribute(&self, node: NodeId, name: &str) -> Option<Attribute<'_>> {
        let own = &self.nodes[node as usize];
        if own.kind.is_element() {
            let found = self.attributes_in(own.inside.all).find(|attribute| attribute.is_named(name));
            if found.is_some() || self.more_attributes.is_empty() {
                return found;
            }
        }
        self.raw_attributes(node).find(|attribute| attribute.is_named(name))
    }

    /// The `class` attribute as it is written; empty if there is none.
    #[inline]
    pub fn class(&self, node: NodeId) -> &[u8] {
        let own = self.nodes[node as usize].inside.class;
        if own.is_empty() && !self.more_attributes.is_empty() {
            return self.attribute(node, "class").map_or(&[], |class| class.raw_value());
        }
        own.of(&self.input)
    }

    /// The `class` attribute of an element with a name of the Standard, as two words that stand for it together with its
    /// length: all of its bytes if they are few, else their hash. None where another tag may have added it.
    #[inline(always)]
    pub(crate) fn class_words(&self, node: NodeId) -> Option<(u64, u64, u32)> {
        let Node { name, inside: Inside { class, .. }, .. } = self.nodes[node as usize];
        if !name.is_known() || !self.more_attributes.is_empty() {
            return None;
        }
        let length = class.end - class.start;
        if length > 16 {
            return Some((label_hash(class.of(&self.input)), 0, length));
        }
        let first = word_at(&self.input, class.start as usize)? & FIRST_BYTES[length as usize];
        let last = if length > 8 { word_at(&self.input, class.end as usize - 8)? } else { 0 };
        Some((first, last, length))
    }

    #[inline]
    fn attributes_in(&self, inside: Span) -> Attributes<'_> {
        Attributes::new(inside.of(&self.input), self.limits.attributes, self.limits.attribute_bytes)
    }

    fn raw_attributes(&self, node: NodeId) -> impl Iterator<Item = Attribute<'_>> {
        let more = self.more_attributes.iter().filter(move |(of, _)| *of == node).map(|&(_, span)| span);
        let own = self.kind(node).is_element().then(|| self.span(node));
        own.into_iter().chain(more).flat_map(|span| self.attributes_in(span))
    }
}

#[inline]
fn some(node: NodeId) -> Option<NodeId> {
    (node != NONE).then_some(node)
}
