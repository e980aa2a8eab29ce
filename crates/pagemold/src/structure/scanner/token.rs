//! What the tokenizer yields, and how it is told to read on.

use crate::structure::names::{Name, names};

/// A range of the input, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    pub(super) fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The bytes of `input` in this range.
    pub fn of(self, input: &[u8]) -> &[u8] {
        &input[self.start as usize..self.end as usize]
    }

    /// Whether nothing is in it.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// The inside of a tag, from behind its name to behind its `>`, or a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inside {
    /// All of it.
    pub all: Span,
    /// The value of the first `class` attribute; the one that everybody asks for is kept, so that tags are not parsed
    /// twice. Empty if there is none.
    pub class: Span,
}

impl From<Span> for Inside {
    fn from(all: Span) -> Inside {
        Inside { all, class: Span::default() }
    }
}

/// A start tag or an end tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The element name.
    pub name: Name,
    /// Where its attributes are.
    pub inside: Inside,
    /// Whether it ends in `/>`.
    pub self_closing: bool,
}

/// What the tokenizer yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// `<a …>`
    Start(Tag),
    /// `</a …>`
    End(Tag),
    /// Text in which character references are still to be resolved, except where the content is raw.
    Text(Span),
    /// The inside of a CDATA section.
    Cdata(Span),
    /// A comment, a processing instruction, anything that becomes a comment.
    Comment,
    /// `<!DOCTYPE …>`, without the word itself and the `>`.
    Doctype(Span),
}

/// How the bytes that follow are to be read: the tokenizer states that a tree builder may switch to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Ordinary markup.
    Data,
    /// Text with character references, up to the end tag: title, textarea.
    Rcdata,
    /// Text up to the end tag: style, xmp, iframe, noembed, noframes.
    Rawtext,
    /// Text up to the end tag, with the rules for `<!--` inside scripts.
    Script,
    /// Text up to the end of the page.
    Plaintext,
    /// Text up to `]]>`.
    Cdata,
}

impl Content {
    /// What the content of an element is when no tree builder says otherwise. Scripting is off.
    pub fn of(name: Name) -> Content {
        match name {
            names::TITLE | names::TEXTAREA => Content::Rcdata,
            names::STYLE | names::XMP | names::IFRAME | names::NOEMBED | names::NOFRAMES => Content::Rawtext,
            names::SCRIPT => Content::Script,
            names::PLAINTEXT => Content::Plaintext,
            _ => Content::Data,
        }
    }
}
