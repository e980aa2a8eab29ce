//! The HTML Standard's tree construction, with limits.
//!
//! The stages follow the Standard's insertion modes: [`document`] for what surrounds the body, [`body`], [`table`],
//! [`foreign`] for SVG and MathML; [`stack`] holds the open elements, [`formatting`] the list of active formatting
//! elements with the adoption agency; [`nodes`] makes and places nodes. Scripting is off.
//!
//! Where the Standard lets a page cost more than its size, a limit ends it: elements below the depth limit are
//! attached flat ([`overflow`]), and the node and time limits end the tree where it is.

mod body;
mod document;
mod foreign;
mod formatting;
mod nodes;
mod overflow;
mod plain;
mod stack;
mod table;
mod traits;

use std::time::Instant;

use htmlize::Context;

use super::attributes::{decode, is_space};
use super::doctype::is_quirky;
use super::names::{Name, names as n};
use super::scanner::{Content, Inside, Scanner, Span, Tag, Token};
use super::text::Reading;
use super::tree::{Kind, NONE, Node, NodeId, Tree};
use crate::{Flags, Limits};
use overflow::Overflow;
use stack::OpenElements;

/// The Standard's insertion modes; "in select" is gone from it, "in table text" is `pending_text`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// A token that is no text, as the insertion modes see it.
#[derive(Clone, Copy, Debug)]
enum Item {
    Start(Tag),
    End(Tag),
    Eof,
}

/// What a mode made of a token.
#[derive(PartialEq, Eq)]
enum Flow {
    Done,
    /// The mode has changed: the same token again.
    Again,
}

/// Tokens between two looks at the clock.
const TOKENS_PER_LOOK: u32 = 512;

/// A tree under construction.
pub(crate) struct Builder<'a> {
    scanner: Scanner<'a>,
    nodes: Vec<Node>,
    open: OpenElements,
    overflow: Overflow,
    /// Active formatting elements; `NONE` is a marker.
    formatting: Vec<NodeId>,
    template_modes: Vec<Mode>,
    mode: Mode,
    original_mode: Mode,
    head: NodeId,
    form: NodeId,
    context: Option<(Kind, Name)>,
    frameset_ok: bool,
    foster_parenting: bool,
    /// Whether elements may be deeper than the limit: implied ones were opened at it, or others closed out of order.
    may_be_too_deep: bool,
    /// Whether an element was put elsewhere than behind all others: then the arena is not in document order.
    has_moved: bool,
    quirks: bool,
    ignore_line_feed: bool,
    keep_text: bool,
    pending_text: Vec<(Span, Kind)>,
    more_attributes: Vec<(NodeId, Span)>,
    read: Reading,
    limits: Limits,
    flags: Flags,
    started: Instant,
    /// Until the next look at the clock.
    tokens_left: u32,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(scanner: Scanner<'a>, limits: &Limits, keep_text: bool) -> Self {
        let mut nodes = Vec::with_capacity(scanner.input().len() / 32 + 16);
        nodes.push(Node::new(Kind::Document, n::HTML, Inside::default()));
        Builder {
            scanner,
            nodes,
            open: OpenElements::default(),
            overflow: Overflow::default(),
            formatting: Vec::with_capacity(16),
            template_modes: Vec::new(),
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            head: NONE,
            form: NONE,
            context: None,
            frameset_ok: true,
            foster_parenting: false,
            may_be_too_deep: false,
            has_moved: false,
            quirks: false,
            ignore_line_feed: false,
            keep_text,
            pending_text: Vec::new(),
            more_attributes: Vec::new(),
            read: Reading::default(),
            limits: *limits,
            flags: Flags::NONE,
            started: Instant::now(),
            tokens_left: TOKENS_PER_LOOK,
        }
    }

    pub(crate) fn build(mut self) -> Tree<'a> {
        while self.plain_tags()
            && let Some(token) = self.scanner.next_token()
        {
            self.process(token);
            if self.is_over() {
                break;
            }
        }
        self.flush_pending_text();
        self.dispatch(Item::Eof);
        self.finish()
    }

    pub(crate) fn build_fragment(mut self, kind: Kind, context: &str) -> Tree<'a> {
        let name = self.scanner.names_mut().intern_exact(context);
        self.context = Some((kind, name));
        let root = self.create(Kind::Html, n::HTML, Inside::default());
        self.append(0, root);
        self.push(root);
        if kind == Kind::Html {
            let content = Content::of(name);
            if content != Content::Data {
                self.scanner.switch(content, None);
            }
            if name == n::TEMPLATE {
                self.template_modes.push(Mode::InTemplate);
            }
        }
        self.reset_insertion_mode();
        self.scanner.allow_cdata(kind != Kind::Html);
        self.build()
    }

    fn finish(mut self) -> Tree<'a> {
        if self.may_be_too_deep {
            self.flatten();
        }
        let flags = self.flags | self.scanner.flags();
        Tree {
            input: self.scanner.input().into(),
            nodes: self.nodes,
            is_in_order: !self.has_moved,
            names: self.scanner.into_names(),
            more_attributes: self.more_attributes,
            read: self.read,
            limits: self.limits,
            flags,
        }
    }

    /// Whether a limit says that this is enough.
    #[inline(always)]
    fn is_over(&mut self) -> bool {
        if self.is_full() {
            self.flags |= Flags::NODES;
            return true;
        }
        self.tokens_left -= 1;
        if self.tokens_left > 0 {
            return false;
        }
        self.tokens_left = TOKENS_PER_LOOK;
        let late = self.started.elapsed() > self.limits.time;
        if late {
            self.flags |= Flags::TIME;
        }
        late
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.nodes.len() - self.overflow.attached() >= self.limits.nodes
    }

    fn process(&mut self, token: Token) {
        match token {
            Token::Text(span) => {
                let kind = self.text_kind();
                if kind == Kind::Text {
                    self.read.add(self.scanner.input(), span);
                }
                return self.text(span, kind);
            }
            Token::Cdata(span) => return self.text(span, Kind::RawText),
            _ => {}
        }
        self.ignore_line_feed = false;
        self.flush_pending_text();
        match token {
            Token::Start(tag) => self.dispatch(Item::Start(tag)),
            Token::End(tag) => self.dispatch(Item::End(tag)),
            Token::Doctype(span) if self.mode == Mode::Initial => {
                let closed = (span.end as usize) < self.scanner.input().len();
                self.quirks = is_quirky(span.of(self.scanner.input()), closed);
                self.mode = Mode::BeforeHtml;
            }
            _ => {}
        }
        let foreign = self.is_adjusted_current_foreign();
        self.scanner.allow_cdata(foreign);
    }

    fn dispatch(&mut self, item: Item) {
        if self.mode != Mode::Text && self.attach_flat(item) {
            return;
        }
        if self.belongs_to_foreign(item) {
            return self.in_foreign(item);
        }
        while self.step(self.mode, item) == Flow::Again {}
    }

    /// Runs the rules of one mode.
    fn step(&mut self, mode: Mode, item: Item) -> Flow {
        match mode {
            Mode::InBody => self.in_body(item),
            Mode::Text => self.in_text(item),
            Mode::InTable => self.in_table(item),
            Mode::InTableBody => self.in_table_body(item),
            Mode::InRow => self.in_row(item),
            Mode::InCell => self.in_cell(item),
            Mode::InCaption => self.in_caption(item),
            Mode::InColumnGroup => self.in_column_group(item),
            Mode::InTemplate => self.in_template(item),
            Mode::Initial => self.initial(),
            Mode::BeforeHtml => self.before_html(item),
            Mode::BeforeHead => self.before_head(item),
            Mode::InHead => self.in_head(item),
            Mode::InHeadNoscript => self.in_head_noscript(item),
            Mode::AfterHead => self.after_head(item),
            Mode::AfterBody => self.after_body(item),
            Mode::InFrameset => self.in_frameset(item),
            Mode::AfterFrameset => self.after_frameset(item),
            Mode::AfterAfterBody => self.after_after_body(item),
            Mode::AfterAfterFrameset => self.after_after_frameset(item),
        }
    }

    /// Text of the page: each mode takes as much of it as it wants, and hands on the rest.
    fn text(&mut self, mut span: Span, kind: Kind) {
        if std::mem::take(&mut self.ignore_line_feed) {
            span = without_line_feed(self.scanner.input(), span);
        }
        if self.is_adjusted_current_foreign() && !self.is_current_integration_point() {
            return self.foreign_text(span, kind);
        }
        while !span.is_empty() {
            match self.mode {
                Mode::InBody | Mode::InCaption | Mode::InCell | Mode::InTemplate => return self.body_text(span, kind),
                Mode::Text => return self.insert_text(span, kind),
                Mode::InTable | Mode::InTableBody | Mode::InRow => return self.table_text(span, kind),
                _ => {}
            }
            let (space, rest) = split_space(self.scanner.input(), span);
            match self.mode {
                Mode::Initial => {
                    span = rest;
                    if !rest.is_empty() {
                        self.initial();
                    }
                }
                Mode::BeforeHtml | Mode::BeforeHead => {
                    span = rest;
                    if !rest.is_empty() {
                        self.step(self.mode, Item::Eof);
                    }
                }
                Mode::InHead | Mode::InHeadNoscript | Mode::AfterHead => {
                    self.insert_text(space, Kind::Text);
                    span = rest;
                    if !rest.is_empty() {
                        self.step(self.mode, Item::Eof); // text ends the head as the end of the page does
                    }
                }
                Mode::InColumnGroup => {
                    self.insert_text(space, Kind::Text);
                    span = rest;
                    if !rest.is_empty() && self.leave_column_group() == Flow::Done {
                        return self.insert_spaces_only(rest);
                    }
                }
                Mode::AfterBody | Mode::AfterAfterBody => {
                    self.body_text(space, kind);
                    span = rest;
                    if !rest.is_empty() {
                        self.mode = Mode::InBody;
                    }
                }
                _ => return self.insert_spaces_only(span), // framesets
            }
        }
    }

    /// How the text that was just read is to be decoded.
    fn text_kind(&self) -> Kind {
        match self.scanner.content() {
            Content::Data => Kind::Text,
            Content::Rcdata => Kind::TextWithNul,
            _ => Kind::RawText,
        }
    }

    /// In framesets everything but white space is dropped.
    fn insert_spaces_only(&mut self, mut span: Span) {
        while !span.is_empty() {
            let (space, rest) = split_space(self.scanner.input(), span);
            self.insert_text(space, Kind::Text);
            let bytes = rest.of(self.scanner.input());
            let skipped = bytes.iter().position(|&byte| is_space(byte)).unwrap_or(bytes.len());
            span = Span { start: rest.start + skipped as u32, end: rest.end };
        }
    }
}

/// The leading white space of a text, and the rest.
fn split_space(input: &[u8], span: Span) -> (Span, Span) {
    let bytes = span.of(input);
    let length = bytes.iter().position(|&byte| !is_space(byte)).unwrap_or(bytes.len());
    let middle = span.start + length as u32;
    (Span { start: span.start, end: middle }, Span { start: middle, end: span.end })
}

/// A line feed right behind `<pre>`, `<listing>` or `<textarea>` does not count, even as a reference.
fn without_line_feed(input: &[u8], span: Span) -> Span {
    let bytes = span.of(input);
    let skipped = match bytes {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        [b'&', ..] => bytes
            .iter()
            .take(16)
            .position(|&byte| byte == b';')
            .map_or(0, |end| if decode(&bytes[..=end], Context::General, "") == "\n" { end + 1 } else { 0 }),
        _ => 0,
    };
    Span { start: span.start + skipped as u32, end: span.end }
}
