//! The encoding that a page declares for itself in its first 1,024 bytes.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};

use crate::structure::attributes::{Step, is_space, step, trim_space as trim};

const BYTES: usize = 1024;

/// The HTML Standard's prescan: `<meta charset>`, `<meta http-equiv=content-type content>`, then an XML declaration.
pub(super) fn declared(body: &[u8]) -> Option<&'static Encoding> {
    let head = &body[..body.len().min(BYTES)];
    if head.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if head.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    meta(head).or_else(|| xml_declaration(head))
}

fn meta(head: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    while let Some(distance) = memchr(b'<', &head[at..]) {
        at += distance + 1;
        let rest = &head[at..];
        if rest.starts_with(b"!--") {
            // The dashes of `<!-->` open and close at once.
            at += 1 + memmem::find(&rest[1..], b"-->")? + 3;
        } else if starts_meta(rest) {
            let (found, next) = meta_element(head, at + 4)?;
            if found.is_some() {
                return found;
            }
            at = next;
        } else if rest.first().is_some_and(u8::is_ascii_alphabetic)
            || (rest.first() == Some(&b'/') && rest.get(1).is_some_and(u8::is_ascii_alphabetic))
        {
            at = tag_end(head, at)?;
        } else if matches!(rest.first(), Some(b'!' | b'/' | b'?')) {
            at += memchr(b'>', rest)? + 1;
        }
    }
    None
}

fn starts_meta(rest: &[u8]) -> bool {
    rest.len() > 4 && rest[..4].eq_ignore_ascii_case(b"meta") && (is_space(rest[4]) || rest[4] == b'/')
}

fn tag_end(head: &[u8], start: usize) -> Option<usize> {
    let name = head[start..].iter().position(|&byte| is_space(byte) || byte == b'>')?;
    let mut at = start + name;
    loop {
        match step(head, at) {
            Step::Attribute { next, .. } => at = next,
            Step::Close { next, .. } => return Some(next),
            Step::End => return None,
        }
    }
}

/// What one `<meta>` element declares, and where it ends.
fn meta_element(head: &[u8], mut at: usize) -> Option<(Option<&'static Encoding>, usize)> {
    let mut is_pragma = false;
    let mut from_content = None;
    let mut from_charset = None;
    loop {
        match step(head, at) {
            Step::Attribute { name, value, next } => {
                let (name, value) = (&head[name.0..name.1], &head[value.0..value.1]);
                if name.eq_ignore_ascii_case(b"http-equiv") {
                    is_pragma |= value.eq_ignore_ascii_case(b"content-type");
                } else if name.eq_ignore_ascii_case(b"content") && from_content.is_none() {
                    from_content = charset_in(value).and_then(Encoding::for_label);
                } else if name.eq_ignore_ascii_case(b"charset") && from_charset.is_none() {
                    from_charset = Encoding::for_label(value);
                }
                at = next;
            }
            Step::Close { next, .. } => {
                return Some((from_charset.or(from_content.filter(|_| is_pragma)).map(as_declared), next));
            }
            Step::End => return None,
        }
    }
}

/// A page that could be read up to its declaration is not in UTF-16.
fn as_declared(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16LE || encoding == UTF_16BE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    }
}

/// The charset in the value of a `content` attribute.
fn charset_in(value: &[u8]) -> Option<&[u8]> {
    let lower = value.to_ascii_lowercase();
    let mut from = 0;
    loop {
        from += memmem::find(&lower[from..], b"charset")? + 7;
        let rest = trim(&value[from..]);
        let Some(rest) = rest.strip_prefix(b"=") else { continue };
        let rest = trim(rest);
        return match rest.first()? {
            quote @ (b'"' | b'\'') => memchr(*quote, &rest[1..]).map(|length| &rest[1..=length]),
            _ => rest.split(|&byte| is_space(byte) || byte == b';').next(),
        };
    }
}

fn xml_declaration(head: &[u8]) -> Option<&'static Encoding> {
    let declaration = head.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr(b'>', declaration)?];
    let rest = trim(&declaration[memmem::find(declaration, b"encoding")? + 8..]);
    let rest = trim(rest.strip_prefix(b"=")?);
    let quote = *rest.first().filter(|byte| matches!(byte, b'"' | b'\''))?;
    let label = &rest[1..=memchr(quote, &rest[1..])?];
    Encoding::for_label(label).map(as_declared)
}

#[cfg(test)]
mod tests {
    use super::declared;

    #[test]
    fn declarations() {
        for (head, expected) in [
            ("<meta charset=utf-8>", Some("UTF-8")),
            ("<META CHARSET='KOI8-R'>", Some("KOI8-R")),
            ("<meta charset=utf-16>", Some("UTF-8")),
            ("<meta http-equiv=Content-Type content='text/html; charset=big5'>", Some("Big5")),
            ("<meta content='text/html; charset=big5'>", None),
            ("<meta name=description content='charset=big5'><meta charset=gbk>", Some("GBK")),
            ("<!-- <meta charset=big5> --><meta charset=gbk>", Some("GBK")),
            ("<!--><meta charset=gbk>", Some("GBK")),
            ("<a title='<meta charset=big5>'><meta charset=gbk>", Some("GBK")),
            ("<metadata charset=big5>", None),
            ("<meta charset=nonsense>", None),
            ("<?xml version='1.0' encoding='iso-8859-2'?><html>", Some("ISO-8859-2")),
            ("<?xml version='1.0' encoding='iso-8859-2'?><meta charset=gbk>", Some("GBK")),
            ("<meta charset=big5", None),
        ] {
            assert_eq!(declared(head.as_bytes()).map(|encoding| encoding.name()), expected, "{head}");
        }
        let late = format!("{}<meta charset=gbk>", " ".repeat(1024));
        assert_eq!(declared(late.as_bytes()), None);
    }
}
