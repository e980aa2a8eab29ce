//! The top of a page: as far as the fingerprint reads, and not a byte farther where the rest is still packed.

use crate::encoding::{Choice, Evidence};
use crate::features::fingerprint::Phrases;
use crate::structure::{Mark, Names, Scanner, TagTokens};
use crate::{Flags, Limits};

use super::Lack;

/// Bytes that decide on what the page says of its encoding, and whether it is a page at all.
const EVIDENCE_BYTES: usize = 1024;

/// Tops that are looked at one after the other. Each is decoded anew, and half of all pages need less than the first.
const TOPS: [usize; 4] = [2 << 10, 4 << 10, 8 << 10, LARGEST_TOP];
/// The fingerprint hardly ever needs more of a page than this.
pub(super) const LARGEST_TOP: usize = 32 << 10;

/// What the top of a page tells.
pub(super) struct Top {
    pub fingerprint: Vec<u8>,
    /// Whether any of its start tags is one of HTML.
    pub has_html: bool,
    pub flags: Flags,
}

impl Top {
    pub fn of(text: &[u8], limits: &Limits) -> Top {
        let mut reading = Reading::default();
        reading.go_on(text, limits);
        reading.into_top()
    }

    /// The top of a page if nothing that follows can change it, and it is not the whole page.
    pub fn full(body: &[u8], choice: &Choice, limits: &Limits) -> Option<Top> {
        let mut reading = Reading::default();
        for size in TOPS.into_iter().take_while(|&size| size < body.len().min(limits.page_bytes)) {
            reading.go_on(&choice.decode(&body[..size]), limits);
            if reading.is_full {
                return Some(reading.into_top());
            }
        }
        None
    }

    /// The same as far as it tells whether there is any HTML, where nobody asks for the fingerprint.
    pub fn beginning(text: &[u8], limits: &Limits) -> Top {
        let mut scanner = Scanner::new(text, limits);
        let first = TagTokens::new(&mut scanner).next_tag();
        match first {
            Some((tag, true)) if tag.name.is_known() => {
                Top { fingerprint: Vec::new(), has_html: true, flags: scanner.flags() }
            }
            _ => Top::of(text, limits),
        }
    }
}

/// A top that is read in steps. What was scanned is not scanned again: every tag that was seen is whole, so the scan goes
/// on behind the last one.
#[derive(Default)]
struct Reading {
    phrases: Phrases,
    has_html: bool,
    flags: Flags,
    mark: Mark,
    names: Names,
    is_full: bool,
}

impl Reading {
    /// Goes on in a text that begins with the one before.
    fn go_on(&mut self, text: &[u8], limits: &Limits) {
        let mut scanner = Scanner::at_mark(text, limits, self.mark, std::mem::take(&mut self.names));
        let mut tags = TagTokens::new(&mut scanner);
        while !self.is_full
            && let Some((tag, is_start)) = tags.next_tag()
        {
            self.has_html |= is_start && tag.name.is_known();
            self.is_full = self.phrases.add(tag.name);
            self.mark = tags.mark();
        }
        self.flags |= scanner.flags();
        self.names = scanner.into_names();
    }

    fn into_top(self) -> Top {
        Top { fingerprint: self.phrases.into_fingerprint(), has_html: self.has_html, flags: self.flags }
    }
}

/// A first look at a page that comes in steps, each of which brings more of its top.
pub(crate) struct Glance {
    choice: Choice,
    reading: Reading,
}

impl Glance {
    /// Begins with what is there of a page.
    pub(super) fn new(body: &[u8], charset: Option<&str>) -> Result<Glance, Lack> {
        if body.len() < EVIDENCE_BYTES {
            return Err(Lack::More);
        }
        let choice = Choice::of_top(body, charset).ok_or(Lack::Whole)?;
        Ok(Glance { choice, reading: Reading::default() })
    }

    /// Looks at more of the page until that is enough.
    pub(super) fn look_on(&mut self, body: &[u8], limits: &Limits) -> Result<(), Lack> {
        if self.reading.is_full {
            return Ok(());
        }
        if self.choice.evidence == Evidence::Default && !body.is_ascii() {
            return Err(Lack::Whole);
        }
        self.reading.go_on(&self.choice.decode(body), limits);
        if self.reading.is_full { Ok(()) } else { Err(Lack::More) }
    }

    pub(super) fn into_top(self) -> (Choice, Top) {
        (self.choice, self.reading.into_top())
    }
}

#[cfg(test)]
mod tests {
    use super::{Reading, Top};
    use crate::Limits;

    #[test]
    fn a_top_read_in_steps_is_the_top_read_at_once() {
        let limits = Limits::default();
        let head = "<!DOCTYPE html><html><!-- <b>no tag</b> --><head><title>a <i> b</title><x-own a='>' class=\"c\">";
        let script = "<script>if (a</b>) '<!--<script></script>-->'</script><style><u></style></ p><?php <em> ?>";
        let body =
            "<body><P>text < 3</p><textarea><s></textarea><a href=/x/>l</a><X-own/><br/><svg><![CDATA[<q>]]></svg>";
        let long: String = (0..30).map(|number| format!("<h{}><y{number}>", number % 6 + 1)).collect();
        for page in [head, &format!("{head}{script}{body}"), &format!("{script}{body}{head}{long}"), "", "no tag"] {
            let expected = Top::of(page.as_bytes(), &limits);
            for step in 1..50 {
                let mut reading = Reading::default();
                for end in (step..page.len()).step_by(step).chain([page.len()]) {
                    reading.go_on(&page.as_bytes()[..end], &limits);
                }
                let found = reading.into_top();
                assert_eq!(found.fingerprint, expected.fingerprint, "{step} in {page}");
                assert_eq!((found.has_html, found.flags), (expected.has_html, expected.flags), "{step} in {page}");
            }
        }
    }
}
