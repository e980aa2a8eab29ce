//! The list of active formatting elements: how `<p><b>one<p>two` comes to hold two bold words.

use super::stack::Scope;
use super::{Builder, Kind, NONE, NodeId};
use crate::Flags;
use crate::structure::names::Name;
use crate::structure::scanner::Tag;

/// Stands between the formatting elements of a cell or object and those around it.
const MARKER: NodeId = NONE;

/// The Standard keeps at most this many equal elements.
const NOAHS_ARK: usize = 3;

impl Builder<'_> {
    pub(super) fn push_marker(&mut self) {
        self.formatting.push(MARKER);
    }

    pub(super) fn clear_to_marker(&mut self) {
        while self.formatting.pop().is_some_and(|id| id != MARKER) {}
    }

    /// Inserts a formatting element and remembers it, unless three equal ones are remembered: then the oldest goes.
    pub(super) fn insert_formatting(&mut self, tag: Tag) {
        let element = self.insert(tag);
        if self.formatting.last().is_none_or(|&last| last == MARKER) {
            return self.formatting.push(element);
        }
        let since_marker = self.formatting.iter().rposition(|&id| id == MARKER).map_or(0, |index| index + 1);
        let mut equal = (since_marker..self.formatting.len())
            .rev()
            .filter(|&index| self.are_equal(self.formatting[index], element));
        if let Some(oldest) = equal.nth(NOAHS_ARK - 1) {
            self.formatting.remove(oldest);
        }
        self.formatting.push(element);
    }

    fn are_equal(&self, one: NodeId, other: NodeId) -> bool {
        let (one, other) = (&self.nodes[one as usize], &self.nodes[other as usize]);
        if one.name != other.name || one.kind != other.kind {
            return false;
        }
        let input = self.scanner.input();
        one.inside.all.of(input) == other.inside.all.of(input)
            || self.sorted_attributes(one) == self.sorted_attributes(other)
    }

    fn sorted_attributes(&self, node: &super::Node) -> Vec<(String, String)> {
        let tag = Tag { name: node.name, inside: node.inside, self_closing: false };
        let mut all: Vec<_> =
            self.scanner.attributes(&tag).map(|attribute| (attribute.name(), attribute.value().into_owned())).collect();
        all.sort_by(|one, other| one.0.cmp(&other.0));
        all.dedup_by(|later, first| later.0 == first.0);
        all
    }

    /// Opens again the formatting elements that were closed by something else.
    #[inline(always)]
    pub(super) fn reconstruct_formatting(&mut self) {
        if !self.is_formatting_settled() {
            self.reopen_formatting();
        }
    }

    /// Whether no formatting element is to be opened again.
    #[inline(always)]
    pub(super) fn is_formatting_settled(&self) -> bool {
        self.formatting.last().is_none_or(|&last| self.is_settled(last))
    }

    #[inline(always)]
    fn is_settled(&self, id: NodeId) -> bool {
        id == MARKER || self.nodes[id as usize].open
    }

    #[inline(never)]
    fn reopen_formatting(&mut self) {
        let length = self.formatting.len();
        let settled = (0..length).rev().find(|&index| self.is_settled(self.formatting[index]));
        for index in settled.map_or(0, |index| index + 1)..length {
            if self.is_full() {
                return;
            }
            if self.open.len() + 1 >= self.limits.depth {
                self.flags |= Flags::DEPTH; // deeper copies of the same elements would tell nothing new
                return;
            }
            let node = self.nodes[self.formatting[index] as usize];
            self.formatting[index] = self.insert_element(node.kind, node.name, node.inside);
        }
    }

    /// The innermost remembered element of this name since the last marker, as an index into the list.
    pub(super) fn find_formatting(&self, name: Name) -> Option<usize> {
        let since_marker = self.formatting.iter().rposition(|&id| id == MARKER).map_or(0, |index| index + 1);
        (since_marker..self.formatting.len()).rev().find(|&index| self.is_html(self.formatting[index], name))
    }

    pub(super) fn forget_formatting(&mut self, id: NodeId) {
        if let Some(index) = self.formatting.iter().rposition(|&other| other == id) {
            self.formatting.remove(index);
        }
    }

    /// The Standard's adoption agency: the end tag of a formatting element that may be misnested.
    pub(super) fn adoption_agency(&mut self, name: Name) {
        let current = self.current();
        if self.is_html(current, name) {
            if self.formatting.last() == Some(&current) {
                self.formatting.pop(); // well nested, as nearly always: all that follows would come to the same
                return self.close_down_to(self.open.len() - 1);
            }
            if !self.formatting.contains(&current) {
                return self.close_down_to(self.open.len() - 1);
            }
        }
        for _ in 0..8 {
            let Some(listed) = self.find_formatting(name) else { return self.any_other_end_tag(name) };
            let element = self.formatting[listed];
            let Some(index) = self.open.rposition(|id| id == element) else {
                self.formatting.remove(listed);
                return;
            };
            if self.find_in_scope(Scope::Default, |_, id| id == element).is_none() {
                return;
            }
            let Some(block) = (index + 1..self.open.len()).find(|&at| self.is_special(self.open.at(at))) else {
                self.close_down_to(index);
                self.formatting.remove(listed);
                return;
            };
            self.adopt(listed, index, block);
        }
    }

    /// One round: `block`, the furthest block, leaves the formatting element at `index`.
    fn adopt(&mut self, listed: usize, index: usize, block: usize) {
        let element = self.formatting[listed];
        let furthest = self.open.at(block);
        let ancestor = self.open.at(index - 1);
        let mut bookmark = listed;
        let mut last = furthest;
        let mut at = block;
        for round in 1.. {
            at -= 1;
            let node = self.open.at(at);
            if node == element {
                break;
            }
            let mut entry = self.formatting.iter().rposition(|&id| id == node);
            if let (Some(old), true) = (entry, round > 3) {
                self.formatting.remove(old);
                bookmark -= usize::from(old < bookmark);
                entry = None;
            }
            let Some(entry) = entry else {
                self.remove_open(at);
                continue;
            };
            let copy = self.copy_of(node);
            self.formatting[entry] = copy;
            self.replace_open(at, copy);
            if last == furthest {
                bookmark = entry + 1;
            }
            self.detach(last);
            self.append(copy, last);
            last = copy;
        }
        self.detach(last);
        self.place(ancestor, last);
        let copy = self.copy_of(element);
        self.move_children(furthest, copy);
        self.append(furthest, copy);
        let old = self.formatting.iter().position(|&id| id == element).unwrap_or(listed);
        self.formatting.remove(old);
        bookmark -= usize::from(old < bookmark);
        self.formatting.insert(bookmark, copy);
        if let Some(old) = self.open.rposition(|id| id == element) {
            self.remove_open(old);
        }
        let below = self.open.rposition(|id| id == furthest).map_or(self.open.len(), |index| index + 1);
        self.insert_open(below, copy);
    }

    fn copy_of(&mut self, id: NodeId) -> NodeId {
        let node = self.nodes[id as usize];
        self.create(Kind::Html, node.name, node.inside)
    }

    fn move_children(&mut self, from: NodeId, to: NodeId) {
        let mut moved = 0;
        while self.nodes[from as usize].first_child != NONE {
            let child = self.nodes[from as usize].first_child;
            self.detach(child);
            self.append(to, child);
            moved += 1;
        }
        // A page may make us move the same children again and again: look at the clock sooner.
        self.tokens_left = self.tokens_left.saturating_sub(moved).max(1);
    }
}
