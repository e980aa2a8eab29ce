//! The tag tokens of a page: element names in document order, start and end tags not told apart.

use super::names::Name;
use super::scanner::{Content, Scanner, Tag, Token};

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
        loop {
            match self.scanner.next_token()? {
                Token::Start(tag) => {
                    let content = Content::of(tag.name);
                    if content != Content::Data {
                        self.scanner.switch(content, Some(tag.name));
                    }
                    return Some((tag, true));
                }
                Token::End(tag) => return Some((tag, false)),
                _ => {}
            }
        }
    }
}

impl Iterator for TagTokens<'_, '_> {
    type Item = Name;

    #[inline]
    fn next(&mut self) -> Option<Name> {
        self.next_tag().map(|(tag, _)| tag.name)
    }
}
