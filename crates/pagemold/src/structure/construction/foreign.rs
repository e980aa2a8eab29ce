//! SVG and MathML inside HTML.

use super::{Builder, Flow, Item, Kind, Tag};
use crate::structure::attributes::is_space;
use crate::structure::names::{Name, names as n};
use crate::structure::scanner::Span;
use crate::structure::tree::NodeId;

/// SVG names that are written with capitals.
const SVG_NAMES: &[&str] = &[
    "altGlyph",
    "altGlyphDef",
    "altGlyphItem",
    "animateColor",
    "animateMotion",
    "animateTransform",
    "clipPath",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "foreignObject",
    "glyphRef",
    "linearGradient",
    "radialGradient",
    "textPath",
];

impl Builder<'_> {
    /// The Standard's "adjusted current node": in a fragment the root stands for the context element.
    fn adjusted_current(&self) -> (Kind, Name, Option<NodeId>) {
        match (self.open.len(), self.context) {
            (0, _) => (Kind::Html, n::HTML, None),
            (1, Some((kind, name))) => (kind, name, None),
            _ => {
                let node = &self.nodes[self.current() as usize];
                (node.kind, node.name, Some(self.current()))
            }
        }
    }

    #[inline]
    pub(super) fn is_adjusted_current_foreign(&self) -> bool {
        match self.context {
            None => matches!(self.nodes[self.current() as usize].kind, Kind::Svg | Kind::MathMl),
            Some(_) => self.adjusted_current().0 != Kind::Html,
        }
    }

    /// Whether text here follows the rules of HTML although the element is foreign.
    pub(super) fn is_current_integration_point(&self) -> bool {
        let (kind, name, id) = self.adjusted_current();
        is_text_integration_point(kind, name) || self.is_html_integration_point(kind, name, id)
    }

    fn is_html_integration_point(&self, kind: Kind, name: Name, id: Option<NodeId>) -> bool {
        match (kind, name) {
            (Kind::Svg, n::FOREIGN_OBJECT | n::DESC | n::TITLE) => true,
            (Kind::MathMl, n::ANNOTATION_XML) => id.is_some_and(|id| self.annotates_html(id)),
            _ => false,
        }
    }

    fn annotates_html(&self, id: NodeId) -> bool {
        let node = &self.nodes[id as usize];
        let tag = Tag { name: node.name, inside: node.inside, self_closing: false };
        let encoding = self.scanner.attributes(&tag).find(|attribute| attribute.is_named("encoding"));
        encoding.is_some_and(|attribute| {
            let value = attribute.value();
            value.eq_ignore_ascii_case("text/html") || value.eq_ignore_ascii_case("application/xhtml+xml")
        })
    }

    /// Whether a tag follows the rules for foreign content.
    #[inline]
    pub(super) fn belongs_to_foreign(&self, item: Item) -> bool {
        if !self.is_adjusted_current_foreign() {
            return false;
        }
        let (kind, name, id) = self.adjusted_current();
        match item {
            Item::Eof => false,
            Item::End(_) => true,
            Item::Start(tag) => {
                let in_text = is_text_integration_point(kind, name) && !matches!(tag.name, n::MGLYPH | n::MALIGNMARK);
                let svg_in_annotation = kind == Kind::MathMl && name == n::ANNOTATION_XML && tag.name == n::SVG;
                !(in_text || svg_in_annotation || self.is_html_integration_point(kind, name, id))
            }
        }
    }

    pub(super) fn in_foreign(&mut self, item: Item) {
        match item {
            Item::Start(tag) if self.breaks_out(&tag) => {
                self.close_foreign();
                while self.step(self.mode, item) == Flow::Again {}
            }
            Item::Start(tag) => {
                let kind = self.adjusted_current().0;
                self.open_foreign(kind, tag);
            }
            Item::End(tag) if matches!(tag.name, n::BR | n::P) => {
                self.close_foreign();
                while self.step(self.mode, item) == Flow::Again {}
            }
            Item::End(tag) => self.end_in_foreign(tag),
            Item::Eof => {}
        }
    }

    /// HTML tags that no SVG or MathML contains: the page forgot to close it.
    fn breaks_out(&self, tag: &Tag) -> bool {
        match tag.name {
            n::B
            | n::BIG
            | n::BLOCKQUOTE
            | n::BODY
            | n::BR
            | n::CENTER
            | n::CODE
            | n::DD
            | n::DIV
            | n::DL
            | n::DT
            | n::EM
            | n::EMBED
            | n::H1
            | n::H2
            | n::H3
            | n::H4
            | n::H5
            | n::H6
            | n::HEAD
            | n::HR
            | n::I
            | n::IMG
            | n::LI
            | n::LISTING
            | n::MENU
            | n::META
            | n::NOBR
            | n::OL
            | n::P
            | n::PRE
            | n::RUBY
            | n::S
            | n::SMALL
            | n::SPAN
            | n::STRONG
            | n::STRIKE
            | n::SUB
            | n::SUP
            | n::TABLE
            | n::TT
            | n::U
            | n::UL
            | n::VAR => true,
            n::FONT => self
                .scanner
                .attributes(tag)
                .any(|attribute| ["color", "face", "size"].iter().any(|name| attribute.is_named(name))),
            _ => false,
        }
    }

    /// Closes foreign elements up to the next place where HTML is at home.
    fn close_foreign(&mut self) {
        while self.open.len() > 1 {
            let id = self.current();
            let node = &self.nodes[id as usize];
            let (kind, name) = (node.kind, node.name);
            if kind == Kind::Html
                || is_text_integration_point(kind, name)
                || self.is_html_integration_point(kind, name, Some(id))
            {
                return;
            }
            self.close_down_to(self.open.len() - 1);
        }
    }

    /// `<svg>` or `<math>` in HTML.
    pub(super) fn open_foreign_root(&mut self, kind: Kind, tag: Tag) {
        self.reconstruct_formatting();
        self.open_foreign(kind, tag);
    }

    fn open_foreign(&mut self, kind: Kind, tag: Tag) {
        let name = if kind == Kind::Svg { self.svg_name(tag.name) } else { tag.name };
        self.insert_element(kind, name, tag.inside);
        if tag.self_closing {
            self.pop();
        }
    }

    fn svg_name(&mut self, name: Name) -> Name {
        if name.is_known() && name != n::FOREIGN_OBJECT_TAG {
            return name;
        }
        let text = self.scanner.names().text(name);
        match SVG_NAMES.iter().find(|adjusted| adjusted.eq_ignore_ascii_case(text)) {
            Some(adjusted) => self.scanner.names_mut().intern_exact(adjusted),
            None => name,
        }
    }

    fn end_in_foreign(&mut self, tag: Tag) {
        let wanted = self.scanner.names().text(tag.name);
        let mut index = self.open.len();
        while index > 1 {
            index -= 1;
            let node = &self.nodes[self.open.at(index) as usize];
            if node.kind == Kind::Html {
                while self.step(self.mode, Item::End(tag)) == Flow::Again {}
                return;
            }
            if self.scanner.names().text(node.name).eq_ignore_ascii_case(wanted) {
                return self.close_down_to(index);
            }
        }
    }

    pub(super) fn foreign_text(&mut self, span: Span, kind: Kind) {
        let bytes = span.of(self.scanner.input());
        self.frameset_ok &= bytes.iter().all(|&byte| is_space(byte) || byte == 0);
        self.insert_text(span, if kind == Kind::Text { Kind::TextWithNul } else { kind });
    }
}

fn is_text_integration_point(kind: Kind, name: Name) -> bool {
    kind == Kind::MathMl && matches!(name, n::MI | n::MO | n::MN | n::MS | n::MTEXT)
}
