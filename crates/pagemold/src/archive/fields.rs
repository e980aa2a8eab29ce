//! Header fields, as WARC and HTTP both write them: `Name: value` lines.

use std::borrow::Cow;

/// The lines of a header, looked up on demand. Ends of lines may be CRLF or LF; a line that begins with white space
/// continues the one before it; a line without a colon is passed over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    /// Takes the lines between the first line of a message and its empty line.
    pub fn new(lines: &'a [u8]) -> Self {
        Fields(lines)
    }

    /// Names and values in the order written. A folded value still holds its line ends.
    pub fn iter(self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            loop {
                if rest.is_empty() {
                    return None;
                }
                let (line, after) = rest.split_at(folded_line(rest));
                rest = after;
                if let Some(colon) = memchr::memchr(b':', line) {
                    return Some((line[..colon].trim_ascii(), line[colon + 1..].trim_ascii()));
                }
            }
        })
    }

    /// The first value of that name, upper and lower case not told apart.
    pub fn get(self, name: &str) -> Option<&'a [u8]> {
        self.iter().find(|(key, _)| key.eq_ignore_ascii_case(name.as_bytes())).map(|(_, value)| value)
    }

    /// The first value of that name as text on one line; what is not UTF-8 is read as Latin-1, as HTTP has it.
    pub fn text(self, name: &str) -> Option<Cow<'a, str>> {
        self.get(name).map(text)
    }
}

/// Length of the first line with its line end and the lines that continue it.
fn folded_line(lines: &[u8]) -> usize {
    let mut end = 0;
    loop {
        end = memchr::memchr(b'\n', &lines[end..]).map_or(lines.len(), |feed| end + feed + 1);
        if !matches!(lines.get(end), Some(b' ' | b'\t')) {
            return end;
        }
    }
}

fn text(value: &[u8]) -> Cow<'_, str> {
    let whole = match std::str::from_utf8(value) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(value.iter().map(|&byte| char::from(byte)).collect()),
    };
    if !whole.contains('\n') {
        return whole;
    }
    Cow::Owned(whole.lines().map(str::trim).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::Fields;

    #[test]
    fn finds_values_whatever_the_line_ends_and_case() {
        let fields =
            Fields::new(b"Host:a\r\nbroken line\r\nCONTENT-type :  text/html;\r\n\tcharset=x \nLast: \xe9\n: no name");
        assert_eq!(fields.get("host"), Some(&b"a"[..]));
        assert_eq!(fields.text("Content-Type").unwrap(), "text/html; charset=x");
        assert_eq!(fields.text("last").unwrap(), "é");
        assert_eq!(fields.get("broken line"), None);
        assert_eq!(fields.iter().count(), 4);
        assert_eq!(Fields::default().get("x"), None);
    }
}
