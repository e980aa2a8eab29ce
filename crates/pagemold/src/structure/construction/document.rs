//! The insertion modes around the body: the beginning, the head, templates, framesets and the end.

use super::stack::Scope;
use super::{Builder, Flow, Item, Kind, Mode};
use crate::structure::names::names as n;
use crate::structure::scanner::{Span, Tag};
use crate::structure::tree::{NONE, NodeId};

impl Builder<'_> {
    /// No document type came.
    pub(super) fn initial(&mut self) -> Flow {
        self.quirks = true;
        self.mode = Mode::BeforeHtml;
        Flow::Again
    }

    pub(super) fn before_html(&mut self, item: Item) -> Flow {
        let span = match item {
            Item::Start(tag) if tag.name == n::HTML => Some(tag.inside),
            Item::End(tag) if !matches!(tag.name, n::HEAD | n::BODY | n::HTML | n::BR) => return Flow::Done,
            _ => None,
        };
        let root = self.create(Kind::Html, n::HTML, span.unwrap_or_default());
        self.append(0, root);
        self.push(root);
        self.mode = Mode::BeforeHead;
        if span.is_some() { Flow::Done } else { Flow::Again }
    }

    pub(super) fn before_head(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) if tag.name == n::HTML => return self.in_body(item),
            Item::Start(tag) if tag.name == n::HEAD => {
                self.head = self.insert(tag);
                self.mode = Mode::InHead;
                return Flow::Done;
            }
            Item::End(tag) if !matches!(tag.name, n::HEAD | n::BODY | n::HTML | n::BR) => return Flow::Done,
            _ => {}
        }
        self.head = self.insert_implied(n::HEAD);
        self.mode = Mode::InHead;
        Flow::Again
    }

    pub(super) fn in_head(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) => match tag.name {
                n::HTML => return self.in_body(item),
                n::BASE | n::BASEFONT | n::BGSOUND | n::LINK | n::META => {
                    self.insert_void(tag);
                    return Flow::Done;
                }
                n::TITLE | n::NOFRAMES | n::STYLE | n::SCRIPT => return self.insert_raw(tag),
                n::NOSCRIPT => {
                    self.insert(tag);
                    self.mode = Mode::InHeadNoscript;
                    return Flow::Done;
                }
                n::TEMPLATE => return self.open_template(tag),
                n::HEAD => return Flow::Done,
                _ => {}
            },
            Item::End(tag) => match tag.name {
                n::HEAD => {
                    self.pop();
                    self.mode = Mode::AfterHead;
                    return Flow::Done;
                }
                n::TEMPLATE => return self.close_template(),
                n::BODY | n::HTML | n::BR => {}
                _ => return Flow::Done,
            },
            Item::Eof => {}
        }
        self.pop();
        self.mode = Mode::AfterHead;
        Flow::Again
    }

    fn open_template(&mut self, tag: Tag) -> Flow {
        self.insert(tag);
        self.push_marker();
        self.frameset_ok = false;
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);
        Flow::Done
    }

    fn close_template(&mut self) -> Flow {
        if self.open.has(n::TEMPLATE) {
            self.generate_all_implied_end_tags();
            self.leave_template();
        }
        Flow::Done
    }

    fn leave_template(&mut self) {
        self.close_through(n::TEMPLATE);
        self.clear_to_marker();
        self.template_modes.pop();
        self.reset_insertion_mode();
    }

    pub(super) fn in_head_noscript(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) => match tag.name {
                n::HTML => return self.in_body(item),
                n::BASEFONT | n::BGSOUND | n::LINK | n::META | n::NOFRAMES | n::STYLE => return self.in_head(item),
                n::HEAD | n::NOSCRIPT => return Flow::Done,
                _ => {}
            },
            Item::End(tag) if tag.name == n::NOSCRIPT => {
                self.pop();
                self.mode = Mode::InHead;
                return Flow::Done;
            }
            Item::End(tag) if tag.name != n::BR => return Flow::Done,
            _ => {}
        }
        self.pop();
        self.mode = Mode::InHead;
        Flow::Again
    }

    pub(super) fn after_head(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) => match tag.name {
                n::HTML => return self.in_body(item),
                n::BODY => {
                    self.insert(tag);
                    self.frameset_ok = false;
                    self.mode = Mode::InBody;
                    return Flow::Done;
                }
                n::FRAMESET => {
                    self.insert(tag);
                    self.mode = Mode::InFrameset;
                    return Flow::Done;
                }
                n::BASE
                | n::BASEFONT
                | n::BGSOUND
                | n::LINK
                | n::META
                | n::NOFRAMES
                | n::SCRIPT
                | n::STYLE
                | n::TEMPLATE
                | n::TITLE => return self.late_head_element(item),
                n::HEAD => return Flow::Done,
                _ => {}
            },
            Item::End(tag) => match tag.name {
                n::TEMPLATE => return self.close_template(),
                n::BODY | n::HTML | n::BR => {}
                _ => return Flow::Done,
            },
            Item::Eof => {}
        }
        self.insert_implied(n::BODY);
        self.mode = Mode::InBody;
        Flow::Again
    }

    /// An element of the head that comes after `</head>` still goes into the head.
    fn late_head_element(&mut self, item: Item) -> Flow {
        let head = self.head;
        self.push(head);
        let flow = self.in_head(item);
        if let Some(index) = self.open.rposition(|id| id == head) {
            self.remove_open(index);
        }
        flow
    }

    pub(super) fn in_template(&mut self, item: Item) -> Flow {
        let mode = match item {
            Item::Start(tag) => match tag.name {
                n::BASE
                | n::BASEFONT
                | n::BGSOUND
                | n::LINK
                | n::META
                | n::NOFRAMES
                | n::SCRIPT
                | n::STYLE
                | n::TEMPLATE
                | n::TITLE => return self.in_head(item),
                n::CAPTION | n::COLGROUP | n::TBODY | n::TFOOT | n::THEAD => Mode::InTable,
                n::COL => Mode::InColumnGroup,
                n::TR => Mode::InTableBody,
                n::TD | n::TH => Mode::InRow,
                _ => Mode::InBody,
            },
            Item::End(tag) if tag.name == n::TEMPLATE => return self.close_template(),
            Item::End(_) => return Flow::Done,
            Item::Eof if self.open.has(n::TEMPLATE) => {
                self.leave_template();
                return Flow::Again;
            }
            Item::Eof => return Flow::Done,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Flow::Again
    }

    pub(super) fn after_body(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) if tag.name == n::HTML => return self.in_body(item),
            Item::End(tag) if tag.name == n::HTML => {
                if self.context.is_none() {
                    self.mode = Mode::AfterAfterBody;
                }
                return Flow::Done;
            }
            Item::Eof => return Flow::Done,
            _ => {}
        }
        self.mode = Mode::InBody;
        Flow::Again
    }

    pub(super) fn after_after_body(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) if tag.name == n::HTML => return self.in_body(item),
            Item::Eof => return Flow::Done,
            _ => {}
        }
        self.mode = Mode::InBody;
        Flow::Again
    }

    pub(super) fn in_frameset(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) => match tag.name {
                n::HTML => return self.in_body(item),
                n::FRAMESET => {
                    self.insert(tag);
                }
                n::FRAME => {
                    self.insert_void(tag);
                }
                n::NOFRAMES => return self.in_head(item),
                _ => {}
            },
            Item::End(tag) if tag.name == n::FRAMESET && self.open.len() > 1 => {
                self.pop();
                if self.context.is_none() && !self.is_current(n::FRAMESET) {
                    self.mode = Mode::AfterFrameset;
                }
            }
            _ => {}
        }
        Flow::Done
    }

    pub(super) fn after_frameset(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) if tag.name == n::HTML => self.in_body(item),
            Item::Start(tag) if tag.name == n::NOFRAMES => self.in_head(item),
            Item::End(tag) if tag.name == n::HTML => {
                self.mode = Mode::AfterAfterFrameset;
                Flow::Done
            }
            _ => Flow::Done,
        }
    }

    pub(super) fn after_after_frameset(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) if tag.name == n::HTML => self.in_body(item),
            Item::Start(tag) if tag.name == n::NOFRAMES => self.in_head(item),
            _ => Flow::Done,
        }
    }

    /// A second `<html>` or `<body>` tag: its attributes join those of the first.
    pub(super) fn merge_attributes(&mut self, element: NodeId, inside: Span) {
        if self.more_attributes.len() < self.limits.attributes {
            self.more_attributes.push((element, inside));
        } else {
            self.flags |= crate::Flags::SIZE;
        }
    }

    /// The body element, which is the second on the stack if there is one.
    pub(super) fn body(&self) -> Option<NodeId> {
        (self.open.len() > 1).then(|| self.open.at(1)).filter(|&id| self.is_html(id, n::BODY))
    }

    /// `</body>` or `</html>`.
    pub(super) fn end_body(&mut self) -> Flow {
        if self.in_scope(n::BODY, Scope::Default).is_none() {
            return Flow::Done;
        }
        self.mode = Mode::AfterBody;
        Flow::Again
    }

    /// A frameset may still replace a body in which nothing visible has come.
    pub(super) fn frameset_for_body(&mut self, tag: Tag) {
        let Some(body) = self.body().filter(|_| self.frameset_ok) else { return };
        self.detach(body);
        self.close_down_to(1);
        self.insert(tag);
        self.mode = Mode::InFrameset;
    }

    pub(super) fn has_form(&self) -> bool {
        self.form != NONE
    }
}
