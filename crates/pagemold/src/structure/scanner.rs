//! The HTML Standard's tokenizer, reduced to what structure needs: which tags there are, and where.
//!
//! One pass, no copies, no look back. Text, comments and attributes are byte ranges of the input. A caller that has
//! seen enough simply stops asking: no more than the next `<` signs are looked for ahead. Error reports, and the characters that character
//! references stand for, are not this file's business.

mod raw;
mod short;
mod token;

use memchr::{memchr, memmem};

use super::attributes::{Attributes, Step, is_space, step};
use super::find::{tag_name_end, word_at};
use super::names::{Name, NameKey, Names, short_name};
use super::opens::Opens;
use crate::{Flags, Limits};
pub use token::{Content, Inside, Span, Tag, Token};

/// One step of the tokenizer.
enum Markup {
    Token(Token),
    /// `</>` is nothing at all, and neither is an empty CDATA section.
    Nothing,
    /// The end of the page; a tag that it cuts in two is dropped.
    End,
}

/// A place between two tags, and how the bytes from there on are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    at: usize,
    content: Content,
    raw: Option<Name>,
}

impl Default for Mark {
    fn default() -> Self {
        Mark { at: 0, content: Content::Data, raw: None }
    }
}

/// The tokenizer over one page.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    input: &'a [u8],
    at: usize,
    content: Content,
    /// The element whose end tag ends raw content; in a fragment there is none.
    raw: Option<Name>,
    /// Whether `<![CDATA[` opens a section (inside SVG and MathML) or a bogus comment.
    cdata: bool,
    names: Names,
    opens: Opens,
    limits: Limits,
    flags: Flags,
}

impl<'a> Scanner<'a> {
    /// A scanner at the start of a page. Bytes past the size limit are not read.
    pub fn new(input: &'a [u8], limits: &Limits) -> Self {
        let mut flags = Flags::NONE;
        let page_bytes = limits.page_bytes.min(u32::MAX as usize - 1);
        if input.len() > page_bytes {
            flags |= Flags::SIZE;
        }
        Scanner {
            input: &input[..input.len().min(page_bytes)],
            at: 0,
            content: Content::Data,
            raw: None,
            cdata: false,
            names: Names::default(),
            opens: Opens::new(),
            limits: *limits,
            flags,
        }
    }

    /// Reads what follows as `content`, which ends at the end tag of `name`.
    pub fn switch(&mut self, content: Content, name: Option<Name>) {
        self.content = content;
        self.raw = name;
    }

    /// How the bytes that follow, and the text that was just given, are read.
    pub fn content(&self) -> Content {
        self.content
    }

    /// Whether `<![CDATA[` opens a section from here on.
    pub fn allow_cdata(&mut self, allow: bool) {
        self.cdata = allow;
    }

    /// The names of this page.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The names of this page, to add to.
    pub fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }

    /// Gives the names away.
    pub fn into_names(self) -> Names {
        self.names
    }

    /// The limits met so far.
    pub fn flags(&self) -> Flags {
        self.flags
    }

    /// The page, as far as it is read at all.
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    /// How many bytes have been looked at.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The attributes of a tag of this page.
    pub fn attributes(&self, tag: &Tag) -> Attributes<'a> {
        Attributes::new(tag.inside.all.of(self.input), self.limits.attributes, self.limits.attribute_bytes)
    }

    /// The next token, or `None` at the end of the page.
    #[inline(always)]
    pub fn next_token(&mut self) -> Option<Token> {
        loop {
            let found = match self.content {
                Content::Data => self.data(),
                Content::Rcdata | Content::Rawtext => self.raw_text(Self::raw_text_end),
                Content::Script => self.raw_text(Self::script_end),
                Content::Plaintext => self.rest(),
                Content::Cdata => self.cdata_section(),
            };
            match found {
                Markup::Token(token) => return Some(token),
                Markup::Nothing => {}
                Markup::End => {
                    self.at = self.input.len();
                    return None;
                }
            }
        }
    }

    /// The next tag and whether it is a start tag, or `None` at the end of the page. Passes over everything else, also
    /// over the content of elements that hold no markup.
    #[inline]
    pub(super) fn next_tag(&mut self) -> Option<(Tag, bool)> {
        let (tag, is_start) = loop {
            if self.content != Content::Data {
                match self.next_token()? {
                    Token::Start(tag) => break (tag, true),
                    Token::End(tag) => break (tag, false),
                    _ => continue,
                }
            }
            let Some(at) = self.opens.find(self.input, self.at) else {
                self.at = self.input.len();
                return None;
            };
            if let Some(found) = self.short_tag(at) {
                break found;
            }
            let Some((name, is_start)) = self.name_after(at) else {
                self.pass_over(at);
                continue;
            };
            match self.tag(name) {
                Some(tag) => break (tag, is_start),
                None => {
                    self.at = self.input.len();
                    return None;
                }
            }
        };
        if is_start {
            let content = Content::of(tag.name);
            if content != Content::Data {
                self.switch(content, Some(tag.name));
            }
        }
        Some((tag, is_start))
    }

    /// Passes over a `<` that opens no tag, and what it opens instead.
    #[inline(never)]
    fn pass_over(&mut self, at: usize) {
        if !self.opens_markup(at) {
            self.at = at + 1;
        } else if let Markup::End = self.markup(at) {
            self.at = self.input.len();
        }
    }

    /// Where the scan stands, to go on from there later, in more of the same page.
    pub(crate) fn mark(&self) -> Mark {
        Mark { at: self.at, content: self.content, raw: self.raw }
    }

    /// Goes on where another scan of the same page stood, which had seen less of it.
    pub(crate) fn at_mark(input: &'a [u8], limits: &Limits, mark: Mark, names: Names) -> Self {
        let scanner = Scanner::new(input, limits);
        Scanner { at: mark.at.min(input.len()), content: mark.content, raw: mark.raw, names, ..scanner }
    }

    #[inline(always)]
    fn data(&mut self) -> Markup {
        let start = self.at;
        let mut from = start;
        loop {
            let Some(at) = self.opens.find(self.input, from) else { return self.rest() };
            if !self.opens_markup(at) {
                from = at + 1;
            } else if at > start {
                self.at = at;
                return Markup::Token(Token::Text(Span::new(start, at)));
            } else {
                return self.markup(at);
            }
        }
    }

    fn rest(&mut self) -> Markup {
        let span = Span::new(self.at, self.input.len());
        self.at = self.input.len();
        if span.is_empty() { Markup::End } else { Markup::Token(Token::Text(span)) }
    }

    #[inline]
    fn opens_markup(&self, at: usize) -> bool {
        match self.input.get(at + 1) {
            Some(b'!' | b'?') => true,
            Some(b'/') => at + 2 < self.input.len(),
            Some(byte) => byte.is_ascii_alphabetic(),
            None => false,
        }
    }

    #[inline(always)]
    fn markup(&mut self, at: usize) -> Markup {
        let (name, is_start) = match self.input[at + 1] {
            b'/' => match self.input[at + 2] {
                b'>' => {
                    self.at = at + 3;
                    return Markup::Nothing;
                }
                byte if byte.is_ascii_alphabetic() => (at + 2, false),
                _ => return self.bogus_comment(at + 2),
            },
            b'!' => return self.declaration(at + 2),
            b'?' => return self.bogus_comment(at + 1),
            _ => (at + 1, true),
        };
        match self.tag(name) {
            Some(tag) => Markup::Token(if is_start { Token::Start(tag) } else { Token::End(tag) }),
            None => Markup::End,
        }
    }

    /// The name of a tag, which starts here, and where it ends.
    #[inline(always)]
    fn tag_name(&mut self, start: usize) -> Option<(Name, usize)> {
        if let Some(word) = word_at(self.input, start)
            && let Some(length) = tag_name_end(word)
            && ends_tag_name(self.input[start + length])
            && length <= self.limits.attribute_bytes
            && let Some(name) = short_name(word, length)
        {
            return Some((name, start + length));
        }
        self.long_tag_name(start)
    }

    #[inline(never)]
    fn long_tag_name(&mut self, start: usize) -> Option<(Name, usize)> {
        let key = NameKey::read(&self.input[start..])?;
        let end = start + key.length();
        let mut name = &self.input[start..end];
        if name.len() > self.limits.attribute_bytes {
            self.flags |= Flags::SIZE;
            name = &name[..self.limits.attribute_bytes];
        }
        Some((self.names.intern_keyed(key, name), end))
    }

    /// A tag whose name starts at `at`; `None` when the input ends inside it.
    #[inline(always)]
    fn tag(&mut self, start: usize) -> Option<Tag> {
        let (name, inside) = self.tag_name(start)?;
        if self.input[inside] == b'>' {
            self.at = inside + 1;
            return Some(Tag { name, inside: Span::new(inside, inside + 1).into(), self_closing: false });
        }
        self.tag_with_attributes(name, inside)
    }

    /// A tag whose name ends at `inside`; `None` when the input ends inside it.
    #[inline(always)]
    fn tag_with_attributes(&mut self, name: Name, inside: usize) -> Option<Tag> {
        let mut at = inside;
        let mut class = None;
        let mut count = 0;
        loop {
            match step(self.input, at) {
                Step::Attribute { name, value, next } => {
                    count += 1;
                    if count > self.limits.attributes || value.1 - value.0 > self.limits.attribute_bytes {
                        self.flags |= Flags::SIZE;
                    }
                    if name.1 - name.0 == 5 && class.is_none() && count <= self.limits.attributes {
                        let is_class = self.input[name.0..name.1].eq_ignore_ascii_case(b"class");
                        let end = value.1.min(value.0 + self.limits.attribute_bytes);
                        class = is_class.then(|| Span::new(value.0, end));
                    }
                    at = next;
                }
                Step::Close { next, self_closing } => {
                    self.at = next;
                    let inside = Inside { all: Span::new(inside, next), class: class.unwrap_or_default() };
                    return Some(Tag { name, inside, self_closing });
                }
                Step::End => return None,
            }
        }
    }

    fn declaration(&mut self, at: usize) -> Markup {
        let rest = &self.input[at..];
        if rest.starts_with(b"--") {
            self.at = comment_end(self.input, at + 2);
            Markup::Token(Token::Comment)
        } else if rest.len() >= 7 && rest[..7].eq_ignore_ascii_case(b"doctype") {
            let inside = at + 7;
            let end = memchr(b'>', &self.input[inside..]).map_or(self.input.len(), |length| inside + length);
            self.at = (end + 1).min(self.input.len());
            Markup::Token(Token::Doctype(Span::new(inside, end)))
        } else if self.cdata && rest.starts_with(b"[CDATA[") {
            self.at = at + 7;
            self.content = Content::Cdata;
            Markup::Nothing
        } else {
            self.bogus_comment(at)
        }
    }

    fn bogus_comment(&mut self, at: usize) -> Markup {
        self.at = memchr(b'>', &self.input[at..]).map_or(self.input.len(), |length| at + length + 1);
        Markup::Token(Token::Comment)
    }

    fn cdata_section(&mut self) -> Markup {
        let start = self.at;
        let length = memmem::find(&self.input[start..], b"]]>");
        let end = length.map_or(self.input.len(), |length| start + length);
        self.at = (end + 3).min(self.input.len());
        self.content = Content::Data;
        if start == end { Markup::Nothing } else { Markup::Token(Token::Cdata(Span::new(start, end))) }
    }

    /// Text up to the end tag that `find_end` finds; then the end tag itself.
    fn raw_text(&mut self, find_end: fn(&Self) -> Option<usize>) -> Markup {
        let start = self.at;
        match find_end(self) {
            None => self.rest(),
            Some(end) if end > start => {
                self.at = end;
                Markup::Token(Token::Text(Span::new(start, end)))
            }
            Some(end) => {
                self.content = Content::Data;
                self.tag(end + 2).map_or(Markup::End, |tag| Markup::Token(Token::End(tag)))
            }
        }
    }
}

#[inline(always)]
fn ends_tag_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}

/// The byte after a comment whose text starts at `at`.
fn comment_end(input: &[u8], at: usize) -> usize {
    if input[at..].starts_with(b">") {
        return at + 1;
    }
    if input[at..].starts_with(b"->") {
        return at + 2;
    }
    let mut from = at;
    while let Some(distance) = memchr(b'-', &input[from..]) {
        let dashes = input[from + distance..].iter().take_while(|&&byte| byte == b'-').count();
        from += distance + dashes;
        if dashes < 2 {
            continue;
        }
        match &input[from..] {
            [b'>', ..] => return from + 1,
            [b'!', b'>', ..] => return from + 2,
            _ => {}
        }
    }
    input.len()
}
