//! Where content without markup ends: that of title and textarea, of style and the like, and of script.

use memchr::memchr;

use super::{Scanner, ends_tag_name};

impl Scanner<'_> {
    pub(super) fn raw_text_end(&self) -> Option<usize> {
        let mut from = self.at;
        loop {
            let at = from + memchr(b'<', &self.input[from..])?;
            if self.ends_raw(at) {
                return Some(at);
            }
            from = at + 1;
        }
    }

    /// Whether the end tag of the raw element starts at `at`.
    fn ends_raw(&self, at: usize) -> bool {
        self.input.get(at + 1) == Some(&b'/')
            && self.raw.is_some_and(|name| stands_at(self.input, at + 2, self.names.text(name).as_bytes()))
    }

    /// The end of a script: inside `<!-- … -->` a `<script>` opens a part in which `</script>` does not count.
    pub(super) fn script_end(&self) -> Option<usize> {
        let mut from = self.at;
        let mut escaped = false;
        let mut double_escaped = false;
        loop {
            let at = from
                + if escaped {
                    memchr::memchr2(b'<', b'-', &self.input[from..])?
                } else {
                    memchr(b'<', &self.input[from..])?
                };
            from = at + 1;
            if self.input[at] == b'-' {
                let dashes = self.input[at..].iter().take_while(|&&byte| byte == b'-').count();
                from = at + dashes;
                if dashes >= 2 && self.input.get(from) == Some(&b'>') {
                    (escaped, double_escaped) = (false, false);
                }
            } else if double_escaped {
                double_escaped = !(self.input.get(at + 1) == Some(&b'/') && stands_at(self.input, at + 2, b"script"));
            } else if self.ends_raw(at) {
                return Some(at);
            } else if escaped {
                double_escaped = stands_at(self.input, at + 1, b"script");
            } else if self.input[at..].starts_with(b"<!--") {
                escaped = true;
                from = at + 2; // its two dashes may already belong to a `-->`
            }
        }
    }
}

/// Whether `word` stands at `at`, in any case, and ends there.
fn stands_at(input: &[u8], at: usize, word: &[u8]) -> bool {
    let end = at + word.len();
    input.len() > end && input[at..end].eq_ignore_ascii_case(word) && ends_tag_name(input[end])
}
