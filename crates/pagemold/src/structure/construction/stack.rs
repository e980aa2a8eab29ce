//! The stack of open elements, and what the Standard asks of it.

use super::{Builder, Item, Mode};
use crate::structure::names::{Name, names as n};
use crate::structure::tree::{Kind, NodeId};

/// Which rules of the Standard name an element.
#[derive(Clone, Copy)]
struct Traits(u8);

const SPECIAL: u8 = 1;
const SCOPE: u8 = 1 << 1;
const IMPLIED_END: u8 = 1 << 2;
const THOROUGHLY_IMPLIED_END: u8 = 1 << 3;
/// Its start tag does no more in the body than open it, after it closed others or opened formatting elements again.
const PLAIN_START: u8 = 1 << 4;
/// Its end tag does no more in the body than close it, if it is the innermost open element.
const PLAIN_END: u8 = 1 << 5;
/// The same, and takes it from the list of active formatting elements, if it is the last there.
const FORMATTING_END: u8 = 1 << 6;
const KNOWN_NAMES: usize = 256;

static TRAITS: [Traits; KNOWN_NAMES] = traits();

const fn traits() -> [Traits; KNOWN_NAMES] {
    const SPECIALS: &[Name] = &[
        n::ADDRESS,
        n::APPLET,
        n::AREA,
        n::ARTICLE,
        n::ASIDE,
        n::BASE,
        n::BASEFONT,
        n::BGSOUND,
        n::BLOCKQUOTE,
        n::BODY,
        n::BR,
        n::BUTTON,
        n::CAPTION,
        n::CENTER,
        n::COL,
        n::COLGROUP,
        n::DD,
        n::DETAILS,
        n::DIR,
        n::DIV,
        n::DL,
        n::DT,
        n::EMBED,
        n::FIELDSET,
        n::FIGCAPTION,
        n::FIGURE,
        n::FOOTER,
        n::FORM,
        n::FRAME,
        n::FRAMESET,
        n::H1,
        n::H2,
        n::H3,
        n::H4,
        n::H5,
        n::H6,
        n::HEAD,
        n::HEADER,
        n::HGROUP,
        n::HR,
        n::HTML,
        n::IFRAME,
        n::IMG,
        n::INPUT,
        n::KEYGEN,
        n::LI,
        n::LINK,
        n::LISTING,
        n::MAIN,
        n::MARQUEE,
        n::MENU,
        n::META,
        n::NAV,
        n::NOEMBED,
        n::NOFRAMES,
        n::NOSCRIPT,
        n::OBJECT,
        n::OL,
        n::P,
        n::PARAM,
        n::PLAINTEXT,
        n::PRE,
        n::SCRIPT,
        n::SEARCH,
        n::SECTION,
        n::SELECT,
        n::SOURCE,
        n::STYLE,
        n::SUMMARY,
        n::TABLE,
        n::TBODY,
        n::TD,
        n::TEMPLATE,
        n::TEXTAREA,
        n::TFOOT,
        n::TH,
        n::THEAD,
        n::TITLE,
        n::TR,
        n::TRACK,
        n::UL,
        n::WBR,
        n::XMP,
    ];
    const SCOPES: &[Name] =
        &[n::APPLET, n::CAPTION, n::HTML, n::TABLE, n::TD, n::TH, n::MARQUEE, n::OBJECT, n::SELECT, n::TEMPLATE];
    const IMPLIED: &[Name] = &[n::DD, n::DT, n::LI, n::OPTION, n::OPTGROUP, n::P, n::RB, n::RP, n::RT, n::RTC];
    const THOROUGHLY: &[Name] = &[n::CAPTION, n::COLGROUP, n::TBODY, n::TD, n::TFOOT, n::TH, n::THEAD, n::TR];
    const BLOCKS: &[Name] = &[
        n::ADDRESS,
        n::ARTICLE,
        n::ASIDE,
        n::BLOCKQUOTE,
        n::CENTER,
        n::DD,
        n::DETAILS,
        n::DIALOG,
        n::DIR,
        n::DIV,
        n::DL,
        n::DT,
        n::FIELDSET,
        n::FIGCAPTION,
        n::FIGURE,
        n::FOOTER,
        n::H1,
        n::H2,
        n::H3,
        n::H4,
        n::H5,
        n::H6,
        n::HEADER,
        n::HGROUP,
        n::LI,
        n::MAIN,
        n::MENU,
        n::NAV,
        n::OL,
        n::P,
        n::SEARCH,
        n::SECTION,
        n::SPAN,
        n::SUMMARY,
        n::UL,
    ];
    const FORMATTING: &[Name] =
        &[n::A, n::B, n::BIG, n::CODE, n::EM, n::FONT, n::I, n::S, n::SMALL, n::STRIKE, n::STRONG, n::TT, n::U];
    const VOID: &[Name] = &[n::AREA, n::BR, n::EMBED, n::IMG, n::KEYGEN, n::WBR];
    let table = mark([Traits(0); KNOWN_NAMES], SPECIALS, SPECIAL);
    let table = mark(table, SCOPES, SCOPE);
    let table = mark(table, IMPLIED, IMPLIED_END | THOROUGHLY_IMPLIED_END);
    let table = mark(table, THOROUGHLY, THOROUGHLY_IMPLIED_END);
    let table = mark(table, BLOCKS, PLAIN_START | PLAIN_END);
    let table = mark(table, FORMATTING, PLAIN_START | FORMATTING_END);
    mark(table, VOID, PLAIN_START)
}

const fn mark(mut table: [Traits; KNOWN_NAMES], names: &[Name], bit: u8) -> [Traits; KNOWN_NAMES] {
    let mut at = 0;
    while at < names.len() {
        table[names[at].index()].0 |= bit;
        at += 1;
    }
    table
}

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
        OpenElements { ids: Vec::new(), counts: [0; KNOWN_NAMES] }
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
