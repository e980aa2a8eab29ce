//! The short way to the next tag, which most tags allow.

use super::{Inside, Scanner, Span, Tag};
use crate::structure::find::{find, tag_name_end, word_at};
use crate::structure::names::{Name, end_length, short_name};

impl Scanner<'_> {
    /// The text up to the next `<` in ordinary markup; none if that belongs to the text.
    #[inline(always)]
    pub(in crate::structure) fn text_ahead(&mut self) -> Option<Span> {
        let at = self.opens.find(self.input, self.at)?;
        self.opens_markup(at).then(|| Span::new(self.at, at))
    }

    /// Goes on to the end of a text, and behind the tag that is opened there: that tag, and whether it is a start tag;
    /// none if something else is opened, or the page ends before the tag does.
    #[inline(always)]
    pub(in crate::structure) fn tag_behind(&mut self, text: Span) -> Option<(Tag, bool)> {
        self.at = text.end as usize;
        let found = match self.short_tag(self.at) {
            None => {
                let (name, is_start) = self.name_after(self.at)?;
                (self.tag(name)?, is_start)
            }
            Some(found) => found,
        };
        self.opens.pass();
        Some(found)
    }

    /// The end of the end tag that is opened behind a text, if it is one of `name`. Not all are seen.
    #[inline(always)]
    pub(in crate::structure) fn end_tag_behind(&self, text: Span, name: Name) -> Option<usize> {
        let start = text.end as usize + 2;
        let length = end_length(word_at(self.input, start)?, name)?;
        (length <= self.limits.attribute_bytes).then_some(start + length)
    }

    /// Whether an end tag, or something that begins like one, is opened behind a text.
    #[inline(always)]
    pub(in crate::structure) fn is_end_behind(&self, text: Span) -> bool {
        self.input.get(text.end as usize + 1) == Some(&b'/')
    }

    /// Goes on behind a tag that was read.
    #[inline(always)]
    pub(in crate::structure) fn go_to(&mut self, end: usize) {
        self.opens.pass();
        self.at = end;
    }

    /// Where the name of the tag begins that is opened at `open`, and whether it is a start tag; none if it is no tag.
    #[inline(always)]
    pub(super) fn name_after(&self, open: usize) -> Option<(usize, bool)> {
        match self.input[open + 1..] {
            [byte, ..] if byte.is_ascii_alphabetic() => Some((open + 1, true)),
            [b'/', byte, ..] if byte.is_ascii_alphabetic() => Some((open + 2, false)),
            _ => None,
        }
    }

    /// The tag that is opened at `open`, and whether it is a start tag, if its name is short and known. Most tags are like
    /// that, and have no attributes but perhaps a class.
    #[inline(always)]
    pub(super) fn short_tag(&mut self, open: usize) -> Option<(Tag, bool)> {
        let word = word_at(self.input, open + 1)?;
        let is_start = word as u8 != b'/';
        let (word, name_start) = if is_start { (word, open + 1) } else { (word >> 8, open + 2) };
        let length = tag_name_end(word)?;
        let name = short_name(word, length).filter(|_| length <= self.limits.attribute_bytes)?;
        let inside = name_start + length;
        let (class, end) = match (word >> (8 * length)) as u8 {
            b'>' => (Span::default(), inside + 1),
            b' ' => match self.only_class(inside) {
                Some(found) => found,
                None => return Some((self.tag_with_attributes(name, inside)?, is_start)),
            },
            _ => return None,
        };
        self.at = end;
        let inside = Inside { all: Span::new(inside, end), class };
        Some((Tag { name, inside, self_closing: false }, is_start))
    }

    /// The value of the class that is the only attribute of a tag whose name ends at `inside`, and the end of the tag.
    #[inline(always)]
    fn only_class(&self, inside: usize) -> Option<(Span, usize)> {
        if word_at(self.input, inside)? != u64::from_le_bytes(*b" class=\"") {
            return None;
        }
        let start = inside + 8;
        let length = find(b'"', &self.input[start..])?;
        let end = start + length;
        let is_all = self.input.get(end + 1) == Some(&b'>');
        (is_all && length <= self.limits.attribute_bytes && self.limits.attributes > 0)
            .then(|| (Span::new(start, end), end + 2))
    }
}
