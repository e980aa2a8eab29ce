//! The tag tokens of a page: element names in document order, start and end tags not told apart.

use super::names::Name;
use super::scanner::{Mark, Scanner, Tag};

/// The tags of a page as the tokenizer alone sees them, without a tree: the content of script, style, textarea,
/// title, xmp, iframe, noembed and noframes gives none, plaintext ends the page.
#[derive(Debug)]
pub struct TagTokens<'s, 'a> {
    scanner: &'s mut Scanner<'a>,
}

impl<'s, 'a> TagTokens<'s, 'a> {
    /// The tags that `scanner` has before it.
    pub fn new(scanner: &'s mut Scanner<'a>) -> Self {
        TagTokens { scanner }
    }

    /// The next tag, and whether it is a start tag.
    #[inline]
    pub fn next_tag(&mut self) -> Option<(Tag, bool)> {
        self.scanner.next_tag()
    }

    /// The place behind the tag that was given last.
    pub(crate) fn mark(&self) -> Mark {
        self.scanner.mark()
    }
}

impl Iterator for TagTokens<'_, '_> {
    type Item = Name;

    #[inline]
    fn next(&mut self) -> Option<Name> {
        self.next_tag().map(|(tag, _)| tag.name)
    }
}
