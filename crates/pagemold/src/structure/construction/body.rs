//! The insertion mode "in body", where most of a page happens.

use super::stack::Scope;
use super::{Builder, Flow, Item, Kind, Mode};
use crate::structure::attributes::is_space;
use crate::structure::names::{Name, names as n};
use crate::structure::scanner::{Content, Inside, Span, Tag};
use crate::structure::tree::{NONE, NodeId};

impl Builder<'_> {
    pub(super) fn in_body(&mut self, item: Item) -> Flow {
        match item {
            Item::Start(tag) => self.start_in_body(tag),
            Item::End(tag) => self.end_in_body(tag),
            Item::Eof if !self.template_modes.is_empty() => self.in_template(item),
            Item::Eof => Flow::Done,
        }
    }

    pub(super) fn body_text(&mut self, span: Span, kind: Kind) {
        let bytes = span.of(self.scanner.input());
        let visible = bytes.iter().any(|&byte| !is_space(byte) && byte != 0);
        if !visible && bytes.iter().all(|&byte| byte == 0) {
            return;
        }
        self.frameset_ok &= !visible;
        self.reconstruct_formatting();
        self.insert_text(span, kind);
    }

    #[inline(always)]
    pub(super) fn start_in_body(&mut self, tag: Tag) -> Flow {
        match tag.name {
            n::SPAN => {
                self.reconstruct_formatting();
                self.insert(tag);
            }
            n::DIV
            | n::P
            | n::UL
            | n::OL
            | n::DL
            | n::ADDRESS
            | n::ARTICLE
            | n::ASIDE
            | n::BLOCKQUOTE
            | n::CENTER
            | n::DETAILS
            | n::DIALOG
            | n::DIR
            | n::FIELDSET
            | n::FIGCAPTION
            | n::FIGURE
            | n::FOOTER
            | n::HEADER
            | n::HGROUP
            | n::MAIN
            | n::MENU
            | n::NAV
            | n::SEARCH
            | n::SECTION
            | n::SUMMARY => {
                self.close_p();
                self.insert(tag);
            }
            n::LI => self.open_list_item(tag, &[n::LI]),
            n::DD | n::DT => self.open_list_item(tag, &[n::DD, n::DT]),
            n::A => self.open_anchor(tag),
            n::B
            | n::BIG
            | n::CODE
            | n::EM
            | n::FONT
            | n::I
            | n::S
            | n::SMALL
            | n::STRIKE
            | n::STRONG
            | n::TT
            | n::U => {
                self.reconstruct_formatting();
                self.insert_formatting(tag);
            }
            n::H1 | n::H2 | n::H3 | n::H4 | n::H5 | n::H6 => {
                self.close_p();
                if self.is_heading(self.current()) {
                    self.close_down_to(self.open.len() - 1);
                }
                self.insert(tag);
            }
            n::AREA | n::BR | n::EMBED | n::IMG | n::KEYGEN | n::WBR => {
                self.reconstruct_formatting();
                self.insert_void(tag);
                self.frameset_ok = false;
            }
            n::TABLE => {
                if !self.quirks {
                    self.close_p();
                }
                self.insert(tag);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
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
            | n::TITLE => return self.in_head(Item::Start(tag)),
            n::CAPTION
            | n::COL
            | n::COLGROUP
            | n::FRAME
            | n::HEAD
            | n::TBODY
            | n::TD
            | n::TFOOT
            | n::TH
            | n::THEAD
            | n::TR => {}
            _ => return self.rarer_start_in_body(tag),
        }
        Flow::Done
    }

    fn rarer_start_in_body(&mut self, tag: Tag) -> Flow {
        match tag.name {
            n::HTML => {
                if !self.open.has(n::TEMPLATE) {
                    self.merge_attributes(self.open.at(0), tag.inside.all);
                }
            }
            n::BODY => {
                if let Some(body) = self.body().filter(|_| !self.open.has(n::TEMPLATE)) {
                    self.frameset_ok = false;
                    self.merge_attributes(body, tag.inside.all);
                }
            }
            n::FRAMESET => self.frameset_for_body(tag),
            n::PRE | n::LISTING => {
                self.close_p();
                self.insert(tag);
                self.ignore_line_feed = true;
                self.frameset_ok = false;
            }
            n::FORM => self.open_form(tag),
            n::PLAINTEXT => {
                self.close_p();
                self.insert(tag);
                self.scanner.switch(Content::Plaintext, None);
            }
            n::BUTTON => {
                if let Some(index) = self.in_scope(n::BUTTON, Scope::Default) {
                    self.close_down_to(index);
                }
                self.reconstruct_formatting();
                self.insert(tag);
                self.frameset_ok = false;
            }
            n::NOBR => {
                self.reconstruct_formatting();
                if self.in_scope(n::NOBR, Scope::Default).is_some() {
                    self.adoption_agency(n::NOBR);
                    self.reconstruct_formatting();
                }
                self.insert_formatting(tag);
            }
            n::APPLET | n::MARQUEE | n::OBJECT => {
                self.reconstruct_formatting();
                self.insert(tag);
                self.push_marker();
                self.frameset_ok = false;
            }
            n::PARAM | n::SOURCE | n::TRACK => {
                self.insert_void(tag);
            }
            n::IMAGE => return self.in_body(Item::Start(Tag { name: n::IMG, ..tag })),
            n::TEXTAREA => {
                self.ignore_line_feed = true;
                self.frameset_ok = false;
                return self.insert_raw(tag);
            }
            n::XMP => {
                self.close_p();
                self.reconstruct_formatting();
                self.frameset_ok = false;
                return self.insert_raw(tag);
            }
            n::IFRAME => {
                self.frameset_ok = false;
                return self.insert_raw(tag);
            }
            n::NOEMBED => return self.insert_raw(tag),
            n::RB | n::RTC => {
                if self.in_scope(n::RUBY, Scope::Default).is_some() {
                    self.generate_implied_end_tags();
                }
                self.insert(tag);
            }
            n::RP | n::RT => {
                if self.in_scope(n::RUBY, Scope::Default).is_some() {
                    self.generate_implied_end_tags_but(Some(n::RTC));
                }
                self.insert(tag);
            }
            n::MATH => self.open_foreign_root(Kind::MathMl, tag),
            n::SVG => self.open_foreign_root(Kind::Svg, tag),
            n::INPUT | n::HR | n::SELECT | n::OPTION | n::OPTGROUP => self.open_control(tag),
            _ => {
                self.reconstruct_formatting();
                self.insert(tag);
            }
        }
        Flow::Done
    }

    /// What behaves in its own way inside a `<select>`.
    fn open_control(&mut self, tag: Tag) {
        let select = self.in_scope(n::SELECT, Scope::Default);
        let in_select_fragment = self.context == Some((Kind::Html, n::SELECT));
        match tag.name {
            n::INPUT => {
                if in_select_fragment {
                    return;
                }
                if let Some(index) = select {
                    self.close_down_to(index);
                }
                self.reconstruct_formatting();
                self.insert_void(tag);
                self.frameset_ok &= self.is_hidden(&tag);
                return;
            }
            n::HR => {
                self.close_p();
                if select.is_some() {
                    self.generate_implied_end_tags();
                }
                self.insert_void(tag);
                self.frameset_ok = false;
                return;
            }
            n::SELECT => {
                if in_select_fragment {
                    return;
                }
                if let Some(index) = select {
                    return self.close_down_to(index);
                }
                self.frameset_ok = false;
            }
            n::OPTION if select.is_some() => self.generate_implied_end_tags_but(Some(n::OPTGROUP)),
            _ if select.is_some() => self.generate_implied_end_tags(),
            _ if self.is_current(n::OPTION) => self.close_down_to(self.open.len() - 1),
            _ => {}
        }
        self.reconstruct_formatting();
        self.insert(tag);
    }

    pub(super) fn is_hidden(&self, tag: &Tag) -> bool {
        let kind = self.scanner.attributes(tag).find(|attribute| attribute.is_named("type"));
        kind.is_some_and(|attribute| attribute.value().eq_ignore_ascii_case("hidden"))
    }

    fn is_heading(&self, id: NodeId) -> bool {
        let node = &self.nodes[id as usize];
        node.kind == Kind::Html && matches!(node.name, n::H1 | n::H2 | n::H3 | n::H4 | n::H5 | n::H6)
    }

    /// A list item closes the one before it, unless a block lies between.
    fn open_list_item(&mut self, tag: Tag, closes: &[Name]) {
        self.frameset_ok = false;
        for index in (0..self.open.len()).rev() {
            let id = self.open.at(index);
            let node = &self.nodes[id as usize];
            if node.kind == Kind::Html && closes.contains(&node.name) {
                self.close_down_to(index);
                break;
            }
            if self.is_special(id) && !matches!(self.nodes[id as usize].name, n::ADDRESS | n::DIV | n::P) {
                break;
            }
        }
        self.close_p();
        self.insert(tag);
    }

    fn open_anchor(&mut self, tag: Tag) {
        if let Some(index) = self.find_formatting(n::A) {
            let open = self.formatting[index];
            self.adoption_agency(n::A);
            self.forget_formatting(open);
            if let Some(index) = self.open.rposition(|id| id == open) {
                self.remove_open(index);
            }
        }
        self.reconstruct_formatting();
        self.insert_formatting(tag);
    }

    fn open_form(&mut self, tag: Tag) {
        let in_template = self.open.has(n::TEMPLATE);
        if self.has_form() && !in_template {
            return;
        }
        self.close_p();
        let form = self.insert(tag);
        if !in_template {
            self.form = form;
        }
    }

    fn end_in_body(&mut self, tag: Tag) -> Flow {
        match tag.name {
            n::DIV
            | n::UL
            | n::OL
            | n::DL
            | n::ADDRESS
            | n::ARTICLE
            | n::ASIDE
            | n::BLOCKQUOTE
            | n::BUTTON
            | n::CENTER
            | n::DETAILS
            | n::DIALOG
            | n::DIR
            | n::FIELDSET
            | n::FIGCAPTION
            | n::FIGURE
            | n::FOOTER
            | n::HEADER
            | n::HGROUP
            | n::LISTING
            | n::MAIN
            | n::MENU
            | n::NAV
            | n::PRE
            | n::SEARCH
            | n::SECTION
            | n::SELECT
            | n::SUMMARY => {
                if let Some(index) = self.in_scope(tag.name, Scope::Default) {
                    self.close_down_to(index);
                }
            }
            n::P => {
                if self.in_scope(n::P, Scope::Button).is_none() {
                    self.insert_implied(n::P);
                }
                self.close_p();
            }
            n::LI => {
                if let Some(index) = self.in_scope(n::LI, Scope::ListItem) {
                    self.close_down_to(index);
                }
            }
            n::DD | n::DT => {
                if let Some(index) = self.in_scope(tag.name, Scope::Default) {
                    self.close_down_to(index);
                }
            }
            n::A
            | n::B
            | n::BIG
            | n::CODE
            | n::EM
            | n::FONT
            | n::I
            | n::NOBR
            | n::S
            | n::SMALL
            | n::STRIKE
            | n::STRONG
            | n::TT
            | n::U => self.adoption_agency(tag.name),
            n::H1 | n::H2 | n::H3 | n::H4 | n::H5 | n::H6 => {
                if let Some(index) = self.find_in_scope(Scope::Default, |builder, id| builder.is_heading(id)) {
                    self.close_down_to(index);
                }
            }
            n::BODY => {
                if self.end_body() == Flow::Again {
                    return Flow::Done;
                }
            }
            n::HTML => return self.end_body(),
            n::FORM => self.close_form(),
            n::APPLET | n::MARQUEE | n::OBJECT => {
                if let Some(index) = self.in_scope(tag.name, Scope::Default) {
                    self.close_down_to(index);
                    self.clear_to_marker();
                }
            }
            n::BR => {
                let implied = Tag { inside: Inside::default(), self_closing: false, ..tag };
                return self.in_body(Item::Start(implied));
            }
            n::TEMPLATE => return self.in_head(Item::End(tag)),
            _ => self.any_other_end_tag(tag.name),
        }
        Flow::Done
    }

    fn close_form(&mut self) {
        if self.open.has(n::TEMPLATE) {
            if let Some(index) = self.in_scope(n::FORM, Scope::Default) {
                self.close_down_to(index);
            }
            return;
        }
        let form = std::mem::replace(&mut self.form, NONE);
        if form == NONE || self.find_in_scope(Scope::Default, |_, id| id == form).is_none() {
            return;
        }
        self.generate_implied_end_tags();
        if let Some(index) = self.open.rposition(|id| id == form) {
            self.remove_open(index);
        }
    }

    pub(super) fn any_other_end_tag(&mut self, name: Name) {
        for index in (0..self.open.len()).rev() {
            let id = self.open.at(index);
            if self.is_html(id, name) {
                return self.close_down_to(index);
            }
            if self.is_special(id) {
                return;
            }
        }
    }
}
