//! End tags whose name is known before they are read: nearly all close the element that was opened last.

use super::{KNOWN, Name};

/// How the rest of an end tag is written behind its `</`, as a word of which some bytes count.
struct EndWord {
    word: u64,
    /// The bytes that count: those of the name and the `>`.
    counting: u64,
    /// What makes capitals small.
    small: u64,
    /// How many bytes count.
    length: usize,
}

static END_WORDS: [EndWord; KNOWN.len()] = {
    let mut ends = [const { EndWord { word: 1, counting: 0, small: 0, length: 0 } }; KNOWN.len()]; // which nothing is
    let mut number = 0;
    while number < KNOWN.len() {
        let text = KNOWN[number].as_bytes();
        if text.len() < 8 {
            let (mut word, mut small, mut at) = (0, 0, 0);
            while at < text.len() {
                word |= (text[at] as u64) << (8 * at);
                small |= (text[at].is_ascii_lowercase() as u64 * 0x20) << (8 * at);
                at += 1;
            }
            word |= (b'>' as u64) << (8 * at);
            ends[number] = EndWord { word, counting: u64::MAX >> (56 - 8 * at), small, length: at + 1 };
        }
        number += 1;
    }
    ends
};

/// How long the name and the `>` are that a word begins with, if they are those of an end tag of this name; not all that
/// are, are seen.
#[inline(always)]
pub(crate) fn end_length(word: u64, name: Name) -> Option<usize> {
    let end = END_WORDS.get(name.index())?;
    ((word | end.small) & end.counting == end.word).then_some(end.length)
}

#[cfg(test)]
mod tests {
    use super::end_length;
    use crate::structure::names::{KNOWN, Names};

    #[test]
    fn only_the_end_of_the_same_name_is_one() {
        let mut page = Names::default();
        let known: Vec<_> = KNOWN.iter().filter(|text| **text != "foreignObject").collect();
        for text in &known {
            let name = page.intern(text.as_bytes());
            for other in &known {
                for end in [">", " >", "/>", "\u{1e}", "x>"] {
                    for written in [other.to_string(), other.to_ascii_uppercase()] {
                        let tag = format!("{written}{end}<p>text</p>");
                        let word = u64::from_le_bytes(tag.as_bytes()[..8].try_into().expect("eight bytes"));
                        let is_it = text == other && end == ">" && text.len() < 8;
                        assert_eq!(end_length(word, name), is_it.then(|| text.len() + 1), "{text} {tag}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_looks_like_a_letter_or_digit_by_all_bits_but_one_is_none() {
        let mut page = Names::default();
        for text in KNOWN.iter().filter(|text| text.len() < 8) {
            let name = page.intern(text.as_bytes());
            let mut tag = [b'x'; 8];
            tag[..text.len()].copy_from_slice(text.as_bytes());
            tag[text.len()] = b'>';
            for bit in 0..8 * (text.len() + 1) {
                let other = u64::from_le_bytes(tag) ^ 1 << bit;
                let byte = other.to_le_bytes()[bit / 8];
                let is_same = byte.eq_ignore_ascii_case(&tag[bit / 8]);
                assert_eq!(end_length(other, name).is_some(), is_same, "{text} {bit}");
            }
        }
    }
}
