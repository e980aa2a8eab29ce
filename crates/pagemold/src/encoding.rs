//! Which encoding a page is in, and how we know: the HTML Standard's order of evidence.
//!
//! A byte order mark beats the HTTP header, the header beats the page's own `<meta>`, and a page that says nothing is
//! left to a detector. The choice is recorded with its reason, because the wrong one explains many a strange page.

mod prescan;

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How an encoding was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A byte order mark.
    Bom,
    /// The charset of the HTTP header.
    Http,
    /// A `<meta>` element or an XML declaration in the first 1,024 bytes.
    Meta,
    /// The shape of the bytes.
    Detector,
    /// Nothing speaks for anything: all bytes are ASCII.
    Default,
}

impl Evidence {
    /// The word for it in our output.
    pub fn name(self) -> &'static str {
        match self {
            Evidence::Bom => "bom",
            Evidence::Http => "http",
            Evidence::Meta => "meta",
            Evidence::Detector => "detector",
            Evidence::Default => "default",
        }
    }
}

/// The encoding of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    encoding: &'static Encoding,
    /// Why this one.
    pub evidence: Evidence,
}

/// The detector does not get surer after this many bytes.
const DETECTOR_BYTES: usize = 64 * 1024;

impl Choice {
    /// The encoding of `body`, given the charset of its HTTP header.
    pub fn of(body: &[u8], http_charset: Option<&str>) -> Choice {
        if let Some(choice) = Choice::declared(body, http_charset) {
            return choice;
        }
        Choice::of_ascii(body).unwrap_or_else(|| Choice { encoding: detect(body), evidence: Evidence::Detector })
    }

    /// The encoding of a page of which only the top is there. None if more of the page might say how the top is to be
    /// read; it cannot where the top is ASCII, because all encodings that the detector knows agree on that.
    pub fn of_top(top: &[u8], http_charset: Option<&str>) -> Option<Choice> {
        Choice::declared(top, http_charset).or_else(|| Choice::of_ascii(top))
    }

    fn of_ascii(body: &[u8]) -> Option<Choice> {
        body.is_ascii().then_some(Choice { encoding: WINDOWS_1252, evidence: Evidence::Default })
    }

    /// The encoding that the page or its server names, for which no more than the first 1,024 bytes are looked at.
    fn declared(body: &[u8], http_charset: Option<&str>) -> Option<Choice> {
        if let Some((encoding, _)) = Encoding::for_bom(body) {
            return Some(Choice { encoding, evidence: Evidence::Bom });
        }
        if let Some(encoding) = http_charset.and_then(|label| Encoding::for_label(label.as_bytes())) {
            return Some(Choice { encoding, evidence: Evidence::Http });
        }
        prescan::declared(body).map(|encoding| Choice { encoding, evidence: Evidence::Meta })
    }

    /// The WHATWG name of the encoding.
    pub fn name(&self) -> &'static str {
        self.encoding.name()
    }

    /// The page as UTF-8. What is not valid becomes U+FFFD, never an error; the byte order mark goes.
    pub fn decode<'a>(&self, body: &'a [u8]) -> Cow<'a, [u8]> {
        let body = self.without_bom(body);
        if !self.is_wide() && body.is_ascii() {
            return Cow::Borrowed(body);
        }
        match self.encoding.decode_without_bom_handling(body).0 {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        }
    }

    fn without_bom<'a>(&self, body: &'a [u8]) -> &'a [u8] {
        match Encoding::for_bom(body) {
            Some((_, length)) if self.evidence == Evidence::Bom => &body[length..],
            _ => body,
        }
    }

    /// Whether ASCII bytes may stand for something else.
    fn is_wide(&self) -> bool {
        self.encoding == UTF_16LE
            || self.encoding == UTF_16BE
            || self.encoding == ISO_2022_JP
            || !self.encoding.is_ascii_compatible()
    }
}

fn detect(body: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(body).is_ok() {
        return UTF_8;
    }
    let first = body.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let end = body.len().min(first + DETECTOR_BYTES);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&body[first.saturating_sub(DETECTOR_BYTES)..end], end == body.len());
    detector.guess(None, Utf8Detection::Allow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_evidence() {
        let meta = b"<meta charset=shift_jis>x";
        for (body, http, name, evidence) in [
            (&b"\xEF\xBB\xBF<meta charset=koi8-r>"[..], Some("big5"), "UTF-8", Evidence::Bom),
            (b"\xFF\xFE<\0", Some("utf-8"), "UTF-16LE", Evidence::Bom),
            (meta, Some("big5"), "Big5", Evidence::Http),
            (meta, Some("no-such-charset"), "Shift_JIS", Evidence::Meta),
            (meta, None, "Shift_JIS", Evidence::Meta),
            ("<p>häh".as_bytes(), None, "UTF-8", Evidence::Detector),
            (b"<p>h\xE4h, sch\xF6ne Gr\xFC\xDFe", None, "windows-1252", Evidence::Detector),
            (b"<p>plain", None, "windows-1252", Evidence::Default),
        ] {
            let choice = Choice::of(body, http);
            assert_eq!((choice.name(), choice.evidence), (name, evidence), "{}", String::from_utf8_lossy(body));
        }
    }

    #[test]
    fn decoding_never_fails() {
        let utf8 = Choice::of(b"", Some("utf-8"));
        assert_eq!(utf8.decode(b"<p>\xFF</p>"), "<p>\u{FFFD}</p>".as_bytes());
        assert!(matches!(utf8.decode("<p>ä".as_bytes()), Cow::Borrowed(_)));
        let wide = Choice::of(b"\xFE\xFF\0<\0p", None);
        assert_eq!(&*wide.decode(b"\xFE\xFF\0<\0p"), b"<p");
        let japanese = Choice::of(b"", Some("iso-2022-jp"));
        assert_eq!(japanese.decode(b"\x1B$B$\"\x1B(B<p>"), "あ<p>".as_bytes());
    }
}
