//! The attributes of a tag, parsed anew each time somebody asks: most of them nobody ever does.

use std::borrow::Cow;

use htmlize::Context;

use super::find::{attribute_name_end, find, letters, word_at};

/// One step over the inside of a tag.
pub(crate) enum Step {
    /// An attribute, as byte ranges of the input.
    Attribute { name: (usize, usize), value: (usize, usize), next: usize },
    /// The `>` of the tag; `next` is the byte after it.
    Close { next: usize, self_closing: bool },
    /// The input ended inside the tag.
    End,
}

/// The bytes that end an attribute name.
static ENDS_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(byte as u8, b'=' | b'>' | b'/') || is_space(byte as u8);
        byte += 1;
    }
    table
};

#[inline(always)]
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'\x0C')
}

/// The tokenizer's states from "before attribute name" to "after attribute value (quoted)", for one attribute.
#[inline(always)] // the loop over a tag's attributes is where the time goes
pub(crate) fn step(input: &[u8], at: usize) -> Step {
    usual(input, at).unwrap_or_else(|| any(input, at))
}

/// An attribute as most are written: a space, up to eight letters, a value in double quotes.
#[inline(always)]
fn usual(input: &[u8], at: usize) -> Option<Step> {
    let [b' ', rest @ ..] = input.get(at..)? else { return None };
    let length = Some(letters(word_at(rest, 0)?)).filter(|&length| length > 0)?;
    let [b'=', b'"', value @ ..] = rest.get(length..)? else { return None };
    let start = at + length + 3;
    let end = start + find(b'"', value)?;
    Some(Step::Attribute { name: (at + 1, at + 1 + length), value: (start, end), next: end + 1 })
}

#[inline(always)]
fn any(input: &[u8], mut at: usize) -> Step {
    loop {
        match input.get(at) {
            None => return Step::End,
            Some(b'>') => return Step::Close { next: at + 1, self_closing: false },
            Some(b'/') if input.get(at + 1) == Some(&b'>') => return Step::Close { next: at + 2, self_closing: true },
            Some(&byte) if byte == b'/' || is_space(byte) => at += 1,
            Some(_) => break,
        }
    }
    // Whatever comes first belongs to the name, even `=`.
    let start = at;
    at = name_end(input, at + 1);
    let name = (start, at);
    if input.get(at) != Some(&b'=') {
        at = skip_space(input, at);
    }
    if input.get(at) != Some(&b'=') {
        return if at < input.len() { Step::Attribute { name, value: (at, at), next: at } } else { Step::End };
    }
    at += 1;
    if input.get(at) != Some(&b'"') {
        at = skip_space(input, at);
    }
    match input.get(at) {
        None => Step::End,
        Some(&quote @ (b'"' | b'\'')) => match find(quote, &input[at + 1..]) {
            None => Step::End,
            Some(length) => Step::Attribute { name, value: (at + 1, at + 1 + length), next: at + length + 2 },
        },
        Some(_) => {
            let length = input[at..].iter().position(|&byte| byte == b'>' || is_space(byte));
            match length {
                None => Step::End,
                Some(length) => Step::Attribute { name, value: (at, at + length), next: at + length },
            }
        }
    }
}

/// Where the name of an attribute ends that goes on at `at`.
#[inline(always)]
fn name_end(input: &[u8], at: usize) -> usize {
    if let Some(end) = word_at(input, at).and_then(attribute_name_end)
        && ENDS_NAME[input[at + end] as usize]
    {
        return at + end;
    }
    long_name_end(input, at)
}

#[inline(never)]
fn long_name_end(input: &[u8], at: usize) -> usize {
    input[at..].iter().position(|&byte| ENDS_NAME[byte as usize]).map_or(input.len(), |length| at + length)
}

/// The bytes without the white space before them.
pub(crate) fn trim_space(bytes: &[u8]) -> &[u8] {
    &bytes[skip_space(bytes, 0)..]
}

#[inline]
fn skip_space(input: &[u8], mut at: usize) -> usize {
    while at < input.len() && is_space(input[at]) {
        at += 1;
    }
    at
}

/// One attribute as it stands in the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    name: &'a [u8],
    value: &'a [u8],
}

impl<'a> Attribute<'a> {
    /// Whether the attribute has this name, given in lower case.
    #[inline]
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// The name in lower case.
    pub fn name(&self) -> String {
        String::from_utf8_lossy(self.name).to_ascii_lowercase().replace('\0', "\u{FFFD}")
    }

    /// The value with character references resolved and line ends folded.
    pub fn value(&self) -> Cow<'a, str> {
        value(self.value)
    }

    /// The value as it is written.
    pub fn raw_value(&self) -> &'a [u8] {
        self.value
    }
}

/// An attribute value with character references resolved and line ends folded.
pub(crate) fn value(raw: &[u8]) -> Cow<'_, str> {
    decode(raw, Context::Attribute, "\u{FFFD}")
}

/// Text or an attribute value as the Standard's tokenizer hands it on; `nul` is what becomes of a NUL.
pub(crate) fn decode<'a>(raw: &'a [u8], context: Context, nul: &str) -> Cow<'a, str> {
    let text = normalize(raw, nul);
    if raw.contains(&b'&') { htmlize::unescape_in(text, context) } else { text }
}

/// Valid UTF-8 with folded line ends.
pub(crate) fn normalize<'a>(raw: &'a [u8], nul: &str) -> Cow<'a, str> {
    let mut text = String::from_utf8_lossy(raw);
    if raw.contains(&b'\r') {
        text = text.replace("\r\n", "\n").replace('\r', "\n").into();
    }
    if raw.contains(&b'\0') {
        text = text.replace('\0', nul).into();
    }
    text
}

/// The attributes of one tag, in the order they are written, repeated names included.
#[derive(Clone, Debug)]
pub struct Attributes<'a> {
    input: &'a [u8],
    at: usize,
    left: usize,
    value_bytes: usize,
}

impl<'a> Attributes<'a> {
    /// `inside` is what stands between the tag's name and the end of its `>`; at most `most` attributes are given,
    /// values cut at `value_bytes`.
    pub(crate) fn new(inside: &'a [u8], most: usize, value_bytes: usize) -> Self {
        Attributes { input: inside, at: 0, left: most, value_bytes }
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    #[inline]
    fn next(&mut self) -> Option<Attribute<'a>> {
        let Step::Attribute { name, value, next } = step(self.input, self.at) else { return None };
        self.left = self.left.checked_sub(1)?;
        self.at = next;
        let end = value.1.min(value.0 + self.value_bytes);
        Some(Attribute { name: &self.input[name.0..name.1], value: &self.input[value.0..end] })
    }
}

#[cfg(test)]
mod tests {
    use super::{any, step};

    /// Where a step leads, as far as it can be compared.
    fn parts(step: super::Step) -> [usize; 6] {
        match step {
            super::Step::Attribute { name, value, next } => [name.0, name.1, value.0, value.1, next, 0],
            super::Step::Close { next, self_closing } => [next, usize::from(self_closing), 0, 0, 0, 1],
            super::Step::End => [2; 6],
        }
    }

    #[test]
    fn an_attribute_read_the_usual_way_is_the_one_read_by_all_rules() {
        let pieces =
            [" ", "  ", "\n", "/", "=", "\"", "'", ">", "a", "HREF", "colspan", "accesskey", "data-x", "h1", "é", "\0"];
        let mut state: u64 = 7;
        for _ in 0..200_000 {
            let mut tag = String::from(" ");
            for _ in 0..10 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                match state >> 61 {
                    0 => tag.push_str("=\""),
                    1 => tag.push_str("\" "),
                    _ => tag.push_str(pieces[(state >> 40) as usize % pieces.len()]),
                }
            }
            let expected = parts(any(tag.as_bytes(), 0));
            assert_eq!(parts(step(tag.as_bytes(), 0)), expected, "{tag:?}");
        }
    }
}
