//! The shortest way through a body, for the tags that do no more than open or close an element and the texts between
//! them. Most of a page is that. It comes to the same as the rules in full, which take whatever is left.

use super::{Builder, Content, Kind, Mode, Span, Tag, Token};

impl Builder<'_> {
    /// Goes on to the next token that is neither a tag nor text, or is outside the body; false when a limit ends the
    /// tree before.
    pub(super) fn plain_tags(&mut self) -> bool {
        if !self.is_in_plain_body() {
            return true;
        }
        while let Some((text, name, is_start)) = self.scanner.tag_ahead() {
            if !text.is_empty() && !self.plain_text(text) {
                return false;
            }
            let Some(tag) = self.scanner.tag(name) else { break };
            self.ignore_line_feed = false;
            let is_done = if is_start { self.plain_start(tag) } else { self.ends_plainly(tag.name) };
            if !is_done {
                self.process(if is_start { Token::Start(tag) } else { Token::End(tag) });
            }
            if self.is_over() {
                return false;
            }
            if !is_done && !self.is_in_plain_body() {
                break;
            }
        }
        true
    }

    /// Whether tags and texts follow the rules of the body, and nothing special is going on.
    fn is_in_plain_body(&self) -> bool {
        matches!(self.mode, Mode::InBody | Mode::InCell | Mode::InCaption)
            && self.scanner.content() == Content::Data
            && self.context.is_none()
            && !self.frameset_ok
            && !self.is_adjusted_current_foreign()
            && self.overflow.is_empty()
    }

    #[inline(always)]
    fn plain_start(&mut self, tag: Tag) -> bool {
        let is_plain = Self::starts_plainly(tag.name) && self.open.len() + 1 < self.limits.depth;
        if is_plain {
            self.start_in_body(tag);
        }
        is_plain
    }

    /// Takes text of the body; false when a limit ends the tree.
    #[inline(always)]
    fn plain_text(&mut self, span: Span) -> bool {
        self.read.add(self.scanner.input(), span);
        self.scanner.pass_text(span);
        if self.keep_text || !self.is_formatting_settled() {
            self.text(span, Kind::Text);
            return !self.is_over();
        }
        true
    }
}
