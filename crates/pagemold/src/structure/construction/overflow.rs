//! Elements deeper than the depth limit: attached flat below the deepest allowed element, none dropped.
//!
//! They are not on the stack of open elements, so that a million nested elements cost a million steps and not their
//! square; only their names are remembered, to pair their end tags.

use std::collections::HashMap;

use super::{Builder, Content, Item, Kind, Mode};
use crate::Flags;
use crate::structure::names::{Name, names as n};
use crate::structure::tree::{NONE, NodeId};

#[derive(Default)]
pub(super) struct Overflow {
    names: Vec<Name>,
    counts: HashMap<Name, u32>,
    attached: usize,
}

impl Overflow {
    /// How many elements were attached flat. They do not count towards the node limit: each has a tag of its own, so
    /// the size of the page bounds them.
    pub(super) fn attached(&self) -> usize {
        self.attached
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    fn push(&mut self, name: Name) {
        self.names.push(name);
        *self.counts.entry(name).or_default() += 1;
    }

    /// Forgets the innermost element; false if there is none.
    pub(super) fn pop(&mut self) -> bool {
        let Some(name) = self.names.pop() else { return false };
        *self.counts.entry(name).or_default() -= 1;
        true
    }

    pub(super) fn clear(&mut self) {
        if !self.names.is_empty() {
            self.names.clear();
            self.counts.clear();
        }
    }

    /// Closes the innermost element of this name and what is open inside it; false if there is none.
    fn close(&mut self, name: Name) -> bool {
        if self.counts.get(&name).is_none_or(|&count| count == 0) {
            return false;
        }
        while self.names.last() != Some(&name) {
            self.pop();
        }
        self.pop()
    }
}

impl Builder<'_> {
    /// Takes a tag that would go below the depth limit; false if it would not.
    #[inline]
    pub(super) fn attach_flat(&mut self, item: Item) -> bool {
        if self.open.len() + 1 < self.limits.depth {
            return false;
        }
        match item {
            Item::End(tag) => self.overflow.close(tag.name),
            Item::Eof => false,
            Item::Start(tag) => {
                if !self.overflow.names.is_empty() {
                    self.flags |= Flags::DEPTH;
                }
                let element = self.create(Kind::Html, tag.name, tag.inside);
                self.append(self.current(), element);
                self.overflow.attached += 1;
                let raw = Content::of(tag.name) != Content::Data;
                if raw || !(is_void(tag.name) || tag.self_closing) {
                    self.overflow.push(tag.name);
                }
                if raw {
                    self.scanner.switch(Content::of(tag.name), Some(tag.name));
                    self.original_mode = self.mode;
                    self.mode = Mode::Text;
                }
                true
            }
        }
    }
}

impl Builder<'_> {
    /// Attaches flat what is deeper than the limit although no tag was when it came: one tag may imply several elements,
    /// and closing an element out of order, as `</form>` and the adoption agency do, leaves its content open and deep.
    pub(super) fn flatten(&mut self) {
        let mut last_flat = NONE;
        for (depth, node) in self.in_order() {
            if depth == self.limits.depth {
                last_flat = node;
            } else if depth > self.limits.depth {
                self.flags |= Flags::DEPTH;
                self.detach(node);
                match self.nodes[last_flat as usize].next {
                    NONE => self.append(self.nodes[last_flat as usize].parent, node),
                    next => self.insert_before(next, node),
                }
                last_flat = node;
            }
        }
    }

    /// All nodes below the document in document order, with their depth.
    fn in_order(&self) -> Vec<(usize, NodeId)> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let (mut at, mut depth) = (self.nodes[0].first_child, 1);
        while at != NONE {
            order.push((depth, at));
            let node = &self.nodes[at as usize];
            if node.first_child != NONE {
                (at, depth) = (node.first_child, depth + 1);
                continue;
            }
            while at != 0 && self.nodes[at as usize].next == NONE {
                (at, depth) = (self.nodes[at as usize].parent, depth - 1);
            }
            at = if at == 0 { NONE } else { self.nodes[at as usize].next };
        }
        order
    }
}

fn is_void(name: Name) -> bool {
    matches!(
        name,
        n::AREA
            | n::BASE
            | n::BR
            | n::COL
            | n::EMBED
            | n::HR
            | n::IMG
            | n::INPUT
            | n::LINK
            | n::META
            | n::PARAM
            | n::SOURCE
            | n::TRACK
            | n::WBR
    )
}
