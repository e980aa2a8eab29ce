//! The stack of open elements, and what the Standard asks of it.

use super::traits::{
    FORMATTING_END, IMPLIED_END, KNOWN_NAMES, PLAIN_END, PLAIN_START, SCOPE, SPECIAL, THOROUGHLY_IMPLIED_END, TRAITS,
    Traits,
};
use super::{Builder, Item, Mode};
use crate::structure::names::{Name, names as n};
use crate::structure::tree::{Kind, NodeId};

/// How far the Standard looks up the stack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Default,
    ListItem,
    Button,
    Table,
}

/// The open elements, root first, and how many of them bear each known HTML name.
pub(super) struct OpenElements {
    ids: Vec<NodeId>,
    counts: [u32; KNOWN_NAMES],
}

impl Default for OpenElements {
    fn default() -> Self {
        OpenElements { ids: Vec::with_capacity(32), counts: [0; KNOWN_NAMES] }
    }
}

impl OpenElements {
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn at(&self, index: usize) -> NodeId {
        self.ids[index]
    }

    /// Whether any open HTML element has this known name.
    #[inline]
    pub(super) fn has(&self, name: Name) -> bool {
        self.counts[name.index()] > 0
    }

    pub(super) fn rposition(&self, accept: impl Fn(NodeId) -> bool) -> Option<usize> {
        self.ids.iter().rposition(|&id| accept(id))
    }
}

impl Builder<'_> {
    /// The innermost open element.
    #[inline]
    pub(super) fn current(&self) -> NodeId {
        *self.open.ids.last().unwrap_or(&0)
    }

    #[inline]
    pub(super) fn is_html(&self, id: NodeId, name: Name) -> bool {
        let node = &self.nodes[id as usize];
        node.name == name && node.kind == Kind::Html
    }

    #[inline]
    pub(super) fn is_current(&self, name: Name) -> bool {
        self.is_html(self.current(), name)
    }

    #[inline]
    fn traits(&self, id: NodeId) -> Traits {
        let node = &self.nodes[id as usize];
        match node.kind {
            Kind::Html if node.name.is_known() => TRAITS[node.name.index()],
            Kind::MathMl if matches!(node.name, n::MI | n::MO | n::MN | n::MS | n::MTEXT | n::ANNOTATION_XML) => {
                Traits(SPECIAL | SCOPE)
            }
            Kind::Svg if matches!(node.name, n::FOREIGN_OBJECT | n::DESC | n::TITLE) => Traits(SPECIAL | SCOPE),
            _ => Traits(0),
        }
    }

    pub(super) fn is_special(&self, id: NodeId) -> bool {
        self.traits(id).0 & SPECIAL != 0
    }

    /// Whether the start tag of this name does no more in the body than open an element.
    #[inline(always)]
    pub(super) fn starts_plainly(name: Name) -> bool {
        name.is_known() && TRAITS[name.index()].0 & PLAIN_START != 0
    }

    /// Closes the innermost open element if all that an end tag of this name does in the body is that; false if not.
    #[inline(always)]
    pub(super) fn ends_plainly(&mut self, name: Name) -> bool {
        let current = self.current();
        if !name.is_known() || !self.is_html(current, name) {
            return false;
        }
        let traits = TRAITS[name.index()].0;
        if traits & FORMATTING_END != 0 && self.formatting.last() == Some(&current) {
            self.formatting.pop();
        } else if traits & PLAIN_END == 0 {
            return false;
        }
        self.open.ids.pop();
        self.closed(current);
        true
    }

    #[inline(always)]
    pub(super) fn push(&mut self, id: NodeId) {
        let node = &mut self.nodes[id as usize];
        node.open = true;
        if node.kind == Kind::Html && node.name.is_known() {
            self.open.counts[node.name.index()] += 1;
        }
        self.open.ids.push(id);
        self.may_be_too_deep |= self.open.len() > self.limits.depth;
    }

    #[inline(always)]
    fn closed(&mut self, id: NodeId) {
        let node = &mut self.nodes[id as usize];
        node.open = false;
        if node.kind == Kind::Html && node.name.is_known() {
            self.open.counts[node.name.index()] -= 1;
        }
    }

    pub(super) fn pop(&mut self) {
        if self.overflow.pop() {
            return;
        }
        if let Some(id) = self.open.ids.pop() {
            self.closed(id);
        }
    }

    /// Closes elements until `length` are open.
    pub(super) fn close_down_to(&mut self, length: usize) {
        self.overflow.clear();
        while self.open.len() > length {
            self.pop();
        }
    }

    /// Closes an element in the middle of the stack; what is inside it stays open.
    pub(super) fn remove_open(&mut self, index: usize) {
        self.may_be_too_deep |= index + 1 < self.open.len();
        let id = self.open.ids.remove(index);
        self.closed(id);
    }

    pub(super) fn insert_open(&mut self, index: usize, id: NodeId) {
        self.push(id);
        self.open.ids[index..].rotate_right(1);
    }

    pub(super) fn replace_open(&mut self, index: usize, id: NodeId) {
        self.remove_open(index);
        self.insert_open(index, id);
    }

    /// The index of the innermost open HTML element of a known name that is in scope.
    #[inline]
    pub(super) fn in_scope(&self, name: Name, scope: Scope) -> Option<usize> {
        if !self.open.has(name) {
            return None;
        }
        self.find_in_scope(scope, |builder, id| builder.is_html(id, name))
    }

    pub(super) fn find_in_scope(&self, scope: Scope, accept: impl Fn(&Self, NodeId) -> bool) -> Option<usize> {
        for (index, &id) in self.open.ids.iter().enumerate().rev() {
            if accept(self, id) {
                return Some(index);
            }
            if self.ends_scope(id, scope) {
                return None;
            }
        }
        None
    }

    fn ends_scope(&self, id: NodeId, scope: Scope) -> bool {
        let name = self.nodes[id as usize].name;
        let html = self.nodes[id as usize].kind == Kind::Html;
        match scope {
            Scope::Table => html && matches!(name, n::HTML | n::TABLE | n::TEMPLATE),
            Scope::Default => self.traits(id).0 & SCOPE != 0,
            Scope::ListItem => self.traits(id).0 & SCOPE != 0 || (html && matches!(name, n::OL | n::UL)),
            Scope::Button => self.traits(id).0 & SCOPE != 0 || (html && name == n::BUTTON),
        }
    }

    pub(super) fn generate_implied_end_tags(&mut self) {
        self.generate_implied_end_tags_but(None);
    }

    pub(super) fn generate_implied_end_tags_but(&mut self, kept: Option<Name>) {
        while self.traits(self.current()).0 & IMPLIED_END != 0 && kept.is_none_or(|name| !self.is_current(name)) {
            self.close_down_to(self.open.len() - 1);
        }
    }

    pub(super) fn generate_all_implied_end_tags(&mut self) {
        while self.traits(self.current()).0 & THOROUGHLY_IMPLIED_END != 0 {
            self.close_down_to(self.open.len() - 1);
        }
    }

    /// Closes everything up to and including the innermost HTML element of this name.
    pub(super) fn close_through(&mut self, name: Name) {
        if let Some(index) = self.open.rposition(|id| self.is_html(id, name)) {
            self.close_down_to(index);
        }
    }

    /// Closes elements until the innermost is one of these.
    pub(super) fn clear_to(&mut self, names: &[Name]) {
        let index = self.open.rposition(|id| {
            self.nodes[id as usize].kind == Kind::Html && names.contains(&self.nodes[id as usize].name)
        });
        self.close_down_to(index.map_or(1, |index| index + 1));
    }

    /// The Standard's "close a p element", if one is in button scope.
    #[inline]
    pub(super) fn close_p(&mut self) {
        if let Some(index) = self.in_scope(n::P, Scope::Button) {
            self.close_down_to(index);
        }
    }

    /// The Standard's "reset the insertion mode appropriately".
    pub(super) fn reset_insertion_mode(&mut self) {
        for index in (0..self.open.len()).rev() {
            let node = &self.nodes[self.open.at(index) as usize];
            let last = index == 0;
            let (kind, name) = match self.context {
                Some(context) if last => context,
                _ => (node.kind, node.name),
            };
            let mode = match name {
                _ if kind != Kind::Html => None,
                n::TD | n::TH if !last => Some(Mode::InCell),
                n::TR => Some(Mode::InRow),
                n::TBODY | n::THEAD | n::TFOOT => Some(Mode::InTableBody),
                n::CAPTION => Some(Mode::InCaption),
                n::COLGROUP => Some(Mode::InColumnGroup),
                n::TABLE => Some(Mode::InTable),
                n::TEMPLATE => self.template_modes.last().copied(),
                n::HEAD if !last => Some(Mode::InHead),
                n::BODY => Some(Mode::InBody),
                n::FRAMESET => Some(Mode::InFrameset),
                n::HTML => {
                    Some(if self.head == crate::structure::tree::NONE { Mode::BeforeHead } else { Mode::AfterHead })
                }
                _ => None,
            };
            if let Some(mode) = mode {
                self.mode = mode;
                return;
            }
        }
        self.mode = Mode::InBody;
    }

    /// A start or end tag's name, if the item is one.
    pub(super) fn name_of(item: Item) -> Option<Name> {
        match item {
            Item::Start(tag) | Item::End(tag) => Some(tag.name),
            Item::Eof => None,
        }
    }
}
