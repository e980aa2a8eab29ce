//! The insertion modes of tables, where what does not belong is moved out before the table.

use super::stack::Scope;
use super::{Builder, Flow, Item, Kind, Mode};
use crate::structure::attributes::is_space;
use crate::structure::names::names as n;
use crate::structure::scanner::{Span, Tag};

impl Builder<'_> {
    /// Text directly in a table waits for its end: white space stays, anything else moves out as a whole.
    pub(super) fn table_text(&mut self, span: Span, kind: Kind) {
        if self.is_directly_in_table() {
            self.pending_text.push((span, kind));
        } else {
            self.foster_text(span, kind);
        }
    }

    pub(super) fn is_directly_in_table(&self) -> bool {
        let node = &self.nodes[self.current() as usize];
        node.kind == Kind::Html && matches!(node.name, n::TABLE | n::TBODY | n::TEMPLATE | n::TFOOT | n::THEAD | n::TR)
    }

    fn foster_text(&mut self, span: Span, kind: Kind) {
        self.foster_parenting = true;
        self.body_text(span, kind);
        self.foster_parenting = false;
    }

    #[inline]
    pub(super) fn flush_pending_text(&mut self) {
        if self.pending_text.is_empty() {
            return;
        }
        let pending = std::mem::take(&mut self.pending_text);
        let input = self.scanner.input();
        let blank = pending.iter().all(|(span, _)| span.of(input).iter().all(|&byte| is_space(byte) || byte == 0));
        for (span, kind) in pending {
            if blank {
                self.insert_text(span, kind);
            } else {
                self.foster_text(span, kind);
            }
        }
    }

    pub(super) fn in_table(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) => self.start_in_table(tag),
            Item::End(tag) => match tag.name {
                n::TABLE => {
                    if let Some(index) = self.in_scope(n::TABLE, Scope::Table) {
                        self.close_down_to(index);
                        self.reset_insertion_mode();
                    }
                    Flow::Done
                }
                n::BODY
                | n::CAPTION
                | n::COL
                | n::COLGROUP
                | n::HTML
                | n::TBODY
                | n::TD
                | n::TFOOT
                | n::TH
                | n::THEAD
                | n::TR => Flow::Done,
                n::TEMPLATE => self.in_head(item),
                _ => self.foster(item),
            },
            Item::Eof => self.in_body(item),
        }
    }

    fn start_in_table(&mut self, tag: Tag) -> Flow {
        let item = Item::Start(tag);
        let context = &[n::TABLE, n::TEMPLATE, n::HTML];
        match tag.name {
            n::CAPTION => {
                self.clear_to(context);
                self.push_marker();
                self.insert(tag);
                self.mode = Mode::InCaption;
            }
            n::COLGROUP => {
                self.clear_to(context);
                self.insert(tag);
                self.mode = Mode::InColumnGroup;
            }
            n::COL => {
                self.clear_to(context);
                self.insert_implied(n::COLGROUP);
                self.mode = Mode::InColumnGroup;
                return Flow::Again;
            }
            n::TBODY | n::TFOOT | n::THEAD => {
                self.clear_to(context);
                self.insert(tag);
                self.mode = Mode::InTableBody;
            }
            n::TD | n::TH | n::TR => {
                self.clear_to(context);
                self.insert_implied(n::TBODY);
                self.mode = Mode::InTableBody;
                return Flow::Again;
            }
            n::TABLE => {
                let Some(index) = self.in_scope(n::TABLE, Scope::Table) else { return Flow::Done };
                self.close_down_to(index);
                self.reset_insertion_mode();
                return Flow::Again;
            }
            n::STYLE | n::SCRIPT | n::TEMPLATE => return self.in_head(item),
            n::INPUT if self.is_hidden(&tag) => {
                self.insert_void(tag);
            }
            n::FORM => {
                if !self.open.has(n::TEMPLATE) && !self.has_form() {
                    self.form = self.insert_void(tag);
                }
            }
            _ => return self.foster(item),
        }
        Flow::Done
    }

    fn foster(&mut self, item: Item) -> Flow {
        self.foster_parenting = true;
        let flow = self.in_body(item);
        self.foster_parenting = false;
        flow
    }

    pub(super) fn in_caption(&mut self, item: Item) -> Flow {
        match Self::name_of(item) {
            Some(n::CAPTION | n::COL | n::COLGROUP | n::TBODY | n::TD | n::TFOOT | n::TH | n::THEAD | n::TR)
                if matches!(item, Item::Start(_)) =>
            {
                self.leave_caption(Flow::Again)
            }
            Some(n::CAPTION) => self.leave_caption(Flow::Done),
            Some(n::TABLE) if matches!(item, Item::End(_)) => self.leave_caption(Flow::Again),
            Some(n::BODY | n::COL | n::COLGROUP | n::HTML | n::TBODY | n::TD | n::TFOOT | n::TH | n::THEAD | n::TR)
                if matches!(item, Item::End(_)) =>
            {
                Flow::Done
            }
            _ => self.in_body(item),
        }
    }

    fn leave_caption(&mut self, flow: Flow) -> Flow {
        let Some(index) = self.in_scope(n::CAPTION, Scope::Table) else { return Flow::Done };
        self.close_down_to(index);
        self.clear_to_marker();
        self.mode = Mode::InTable;
        flow
    }

    pub(super) fn in_column_group(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) if tag.name == n::HTML => return self.in_body(item),
            Item::Start(tag) if tag.name == n::COL => {
                self.insert_void(tag);
                return Flow::Done;
            }
            Item::End(tag) if tag.name == n::COLGROUP => {
                if self.is_current(n::COLGROUP) {
                    self.pop();
                    self.mode = Mode::InTable;
                }
                return Flow::Done;
            }
            Item::End(tag) if tag.name == n::COL => return Flow::Done,
            Item::Start(tag) | Item::End(tag) if tag.name == n::TEMPLATE => return self.in_head(item),
            Item::Eof => return self.in_body(item),
            _ => {}
        }
        self.leave_column_group()
    }

    pub(super) fn leave_column_group(&mut self) -> Flow {
        if !self.is_current(n::COLGROUP) {
            return Flow::Done;
        }
        self.pop();
        self.mode = Mode::InTable;
        Flow::Again
    }

    pub(super) fn in_table_body(&mut self, item: Item) -> Flow {
        let context = &[n::TBODY, n::TFOOT, n::THEAD, n::TEMPLATE, n::HTML];
        match item {
            Item::Start(tag) => match tag.name {
                n::TR => {
                    self.clear_to(context);
                    self.insert(tag);
                    self.mode = Mode::InRow;
                    Flow::Done
                }
                n::TD | n::TH => {
                    self.clear_to(context);
                    self.insert_implied(n::TR);
                    self.mode = Mode::InRow;
                    Flow::Again
                }
                n::CAPTION | n::COL | n::COLGROUP | n::TBODY | n::TFOOT | n::THEAD => self.leave_table_body(),
                _ => self.in_table(item),
            },
            Item::End(tag) => match tag.name {
                n::TBODY | n::TFOOT | n::THEAD => {
                    if self.in_scope(tag.name, Scope::Table).is_some() {
                        self.clear_to(context);
                        self.pop();
                        self.mode = Mode::InTable;
                    }
                    Flow::Done
                }
                n::TABLE => self.leave_table_body(),
                n::BODY | n::CAPTION | n::COL | n::COLGROUP | n::HTML | n::TD | n::TH | n::TR => Flow::Done,
                _ => self.in_table(item),
            },
            Item::Eof => self.in_table(item),
        }
    }

    fn leave_table_body(&mut self) -> Flow {
        let bodies = [n::TBODY, n::THEAD, n::TFOOT];
        if bodies.iter().all(|&name| self.in_scope(name, Scope::Table).is_none()) {
            return Flow::Done;
        }
        self.clear_to(&[n::TBODY, n::TFOOT, n::THEAD, n::TEMPLATE, n::HTML]);
        self.pop();
        self.mode = Mode::InTable;
        Flow::Again
    }

    pub(super) fn in_row(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) => match tag.name {
                n::TD | n::TH => {
                    self.clear_to(&[n::TR, n::TEMPLATE, n::HTML]);
                    self.insert(tag);
                    self.mode = Mode::InCell;
                    self.push_marker();
                    Flow::Done
                }
                n::CAPTION | n::COL | n::COLGROUP | n::TBODY | n::TFOOT | n::THEAD | n::TR => {
                    self.leave_row(Flow::Again)
                }
                _ => self.in_table(item),
            },
            Item::End(tag) => match tag.name {
                n::TR => self.leave_row(Flow::Done),
                n::TABLE => self.leave_row(Flow::Again),
                n::TBODY | n::TFOOT | n::THEAD => {
                    if self.in_scope(tag.name, Scope::Table).is_none() {
                        return Flow::Done;
                    }
                    self.leave_row(Flow::Again)
                }
                n::BODY | n::CAPTION | n::COL | n::COLGROUP | n::HTML | n::TD | n::TH => Flow::Done,
                _ => self.in_table(item),
            },
            Item::Eof => self.in_table(item),
        }
    }

    fn leave_row(&mut self, flow: Flow) -> Flow {
        if self.in_scope(n::TR, Scope::Table).is_none() {
            return Flow::Done;
        }
        self.clear_to(&[n::TR, n::TEMPLATE, n::HTML]);
        self.pop();
        self.mode = Mode::InTableBody;
        flow
    }

    pub(super) fn in_cell(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) => match tag.name {
                n::CAPTION | n::COL | n::COLGROUP | n::TBODY | n::TD | n::TFOOT | n::TH | n::THEAD | n::TR => {
                    self.close_cell()
                }
                _ => self.in_body(item),
            },
            Item::End(tag) => match tag.name {
                n::TD | n::TH => {
                    if let Some(index) = self.in_scope(tag.name, Scope::Table) {
                        self.close_down_to(index);
                        self.clear_to_marker();
                        self.mode = Mode::InRow;
                    }
                    Flow::Done
                }
                n::BODY | n::CAPTION | n::COL | n::COLGROUP | n::HTML => Flow::Done,
                n::TABLE | n::TBODY | n::TFOOT | n::THEAD | n::TR => {
                    if self.in_scope(tag.name, Scope::Table).is_none() {
                        return Flow::Done;
                    }
                    self.close_cell()
                }
                _ => self.in_body(item),
            },
            Item::Eof => self.in_body(item),
        }
    }

    fn close_cell(&mut self) -> Flow {
        let cell = self.in_scope(n::TD, Scope::Table).max(self.in_scope(n::TH, Scope::Table));
        let Some(index) = cell else { return Flow::Done };
        self.close_down_to(index);
        self.clear_to_marker();
        self.mode = Mode::InRow;
        Flow::Again
    }
}
