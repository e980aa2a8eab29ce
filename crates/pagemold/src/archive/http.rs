//! An HTTP response as a crawler saved it.

use std::borrow::Cow;

use super::fields::Fields;

/// Head and body of a response, borrowed from its record.
#[derive(Clone, Copy, Debug)]
pub struct Response<'a> {
    /// The status code.
    pub status: u16,
    /// The header.
    pub fields: Fields<'a>,
    /// The body as it was sent, with its codings.
    pub body: &'a [u8],
    /// Whether the record is known to hold less than the response was.
    pub truncated: bool,
}

impl<'a> Response<'a> {
    /// Takes the block of a `response` or `revisit` record; none if it does not begin with an HTTP status line.
    ///
    /// Tolerates bare line feeds, a missing reason, folded fields, and the `HTTP/2 200` lines that no server ever sent.
    pub fn parse(block: &'a [u8]) -> Option<Response<'a>> {
        let version = block.get(..5).filter(|start| start.eq_ignore_ascii_case(b"HTTP/"))?;
        let line_end = memchr::memchr(b'\n', block).map_or(block.len(), |feed| feed + 1);
        let status = status_code(&block[version.len()..line_end])?;
        let (header_end, body) = header_end(block, line_end);
        let fields = Fields::new(&block[line_end..header_end]);
        Some(Response { status, fields, body: &block[body..], truncated: false })
    }

    /// The Content-Type field.
    pub fn content_type(&self) -> Option<Cow<'a, str>> {
        self.fields.text("Content-Type")
    }

    /// The charset parameter of the Content-Type field, without its quotes.
    pub fn charset(&self) -> Option<String> {
        charset(&self.content_type()?)
    }
}

/// The charset parameter of a media type, without its quotes.
pub fn charset(media_type: &str) -> Option<String> {
    media_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).trim();
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then(|| value.to_owned())
    })
}

/// The code in a status line without its `HTTP/`.
fn status_code(line: &[u8]) -> Option<u16> {
    let code = line.split(u8::is_ascii_whitespace).skip(1).find(|word| !word.is_empty())?;
    let code = std::str::from_utf8(code).ok()?.parse().ok()?;
    (100..=999).contains(&code).then_some(code)
}

/// Where the fields end, and where the body starts after the empty line.
fn header_end(block: &[u8], from: usize) -> (usize, usize) {
    let mut line = from;
    for feed in memchr::memchr_iter(b'\n', &block[from..]).map(|feed| from + feed) {
        if matches!(&block[line..feed], b"" | b"\r") {
            return (line, feed + 1);
        }
        line = feed + 1;
    }
    (block.len(), block.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_crawlers_write() {
        type Case = (&'static [u8], Option<(u16, &'static [u8])>);
        let cases: [Case; 11] = [
            (b"HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", Some((200, b"body"))),
            (b"HTTP/1.0 404\nA: b\n\n\nbody", Some((404, b"\nbody"))),
            (b"http/2 301 \r\n\r\n", Some((301, b""))),
            (b"HTTP/1.1  200 OK\r\nA: b", Some((200, b""))),
            (b"HTTP/1.1 200", Some((200, b""))),
            (b"HTTP/1.1 99999 x\r\n\r\n", None),
            (b"HTTP/1.1 ok\r\n\r\n", None),
            (b"HTTP/1.1\r\n\r\n", None),
            (b"GET / HTTP/1.1\r\n\r\n", None),
            (b"<html>", None),
            (b"", None),
        ];
        for (block, expected) in cases {
            let found = Response::parse(block).map(|response| (response.status, response.body));
            assert_eq!(found, expected, "{}", block.escape_ascii());
        }
    }

    #[test]
    fn finds_the_charset() {
        let cases = [
            ("text/html; charset=utf-8", Some("utf-8")),
            ("text/html;x=y; Charset = \"Latin1\" ; z", Some("Latin1")),
            ("text/html; charset=", None),
            ("charset=utf-8", None),
        ];
        for (media_type, expected) in cases {
            assert_eq!(charset(media_type).as_deref(), expected, "{media_type}");
        }
    }
}
