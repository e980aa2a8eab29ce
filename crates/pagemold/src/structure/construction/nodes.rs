//! Making nodes and putting them where they belong.

use super::{Builder, Flow, Item, Mode};
use crate::structure::names::{Name, names as n};
use crate::structure::scanner::{Content, Inside, Span, Tag};
use crate::structure::tree::{Kind, NONE, Node, NodeId};

impl Builder<'_> {
    #[inline(always)]
    pub(super) fn create(&mut self, kind: Kind, name: Name, inside: Inside) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node::new(kind, name, inside));
        id
    }

    #[inline(always)]
    pub(super) fn append(&mut self, parent: NodeId, child: NodeId) {
        let last = self.nodes[parent as usize].last_child;
        self.nodes[child as usize].parent = parent;
        self.nodes[child as usize].previous = last;
        match last {
            NONE => self.nodes[parent as usize].first_child = child,
            _ => self.nodes[last as usize].next = child,
        }
        self.nodes[parent as usize].last_child = child;
    }

    pub(super) fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        let Node { parent, previous, .. } = self.nodes[sibling as usize];
        self.nodes[child as usize].parent = parent;
        self.nodes[child as usize].previous = previous;
        self.nodes[child as usize].next = sibling;
        self.nodes[sibling as usize].previous = child;
        match previous {
            NONE => self.nodes[parent as usize].first_child = child,
            _ => self.nodes[previous as usize].next = child,
        }
    }

    pub(super) fn detach(&mut self, child: NodeId) {
        self.has_moved = true;
        let Node { parent, previous, next, .. } = self.nodes[child as usize];
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.nodes[parent as usize].first_child = next,
            _ => self.nodes[previous as usize].next = next,
        }
        match next {
            NONE => self.nodes[parent as usize].last_child = previous,
            _ => self.nodes[next as usize].previous = previous,
        }
        let node = &mut self.nodes[child as usize];
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
    }

    /// The Standard's "appropriate place for inserting a node", `target` being the override.
    #[inline(always)]
    pub(super) fn place(&mut self, target: NodeId, child: NodeId) {
        match self.foster_parenting {
            true => self.foster_place(target, child),
            false => self.append(target, child),
        }
    }

    #[inline(never)]
    fn foster_place(&mut self, target: NodeId, child: NodeId) {
        let node = &self.nodes[target as usize];
        let fosters = matches!(node.name, n::TABLE | n::TBODY | n::TFOOT | n::THEAD | n::TR) && node.kind == Kind::Html;
        if !fosters {
            return self.append(target, child);
        }
        self.has_moved = true;
        let template = self.open.rposition(|id| self.is_html(id, n::TEMPLATE));
        let table = self.open.rposition(|id| self.is_html(id, n::TABLE));
        match (template, table) {
            (Some(template), table) if table.is_none_or(|table| template > table) => {
                self.append(self.open.at(template), child);
            }
            (_, None) => self.append(self.open.at(0), child),
            (_, Some(table)) if self.nodes[self.open.at(table) as usize].parent != NONE => {
                self.insert_before(self.open.at(table), child);
            }
            (_, Some(table)) => self.append(self.open.at(table - 1), child),
        }
    }

    pub(super) fn insert_text(&mut self, span: Span, kind: Kind) {
        if !self.keep_text || span.is_empty() {
            return;
        }
        let text = self.create(kind, n::HTML, span.into());
        self.place(self.current(), text);
    }

    /// Inserts an element where one belongs and opens it.
    #[inline(always)]
    pub(super) fn insert(&mut self, tag: Tag) -> NodeId {
        self.insert_element(Kind::Html, tag.name, tag.inside)
    }

    #[inline(always)]
    pub(super) fn insert_element(&mut self, kind: Kind, name: Name, inside: Inside) -> NodeId {
        let element = self.create(kind, name, inside);
        self.place(self.current(), element);
        self.push(element);
        element
    }

    /// Inserts an element that has no content.
    #[inline(always)]
    pub(super) fn insert_void(&mut self, tag: Tag) -> NodeId {
        let element = self.create(Kind::Html, tag.name, tag.inside);
        self.place(self.current(), element);
        element
    }

    /// Inserts an element that the page left out.
    pub(super) fn insert_implied(&mut self, name: Name) -> NodeId {
        self.insert_element(Kind::Html, name, Inside::default())
    }

    /// Inserts an element whose content is text up to its end tag.
    pub(super) fn insert_raw(&mut self, tag: Tag) -> Flow {
        self.insert(tag);
        self.scanner.switch(Content::of(tag.name), Some(tag.name));
        self.original_mode = self.mode;
        self.mode = Mode::Text;
        Flow::Done
    }

    pub(super) fn in_text(&mut self, item: Item) -> Flow {
        self.pop();
        self.mode = self.original_mode;
        if matches!(item, Item::Eof) { Flow::Again } else { Flow::Done }
    }
}
