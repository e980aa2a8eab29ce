//! Finding bytes that are mostly near: names, attribute values and the texts between tags are short.
//!
//! Where several bytes may end what is looked for, eight are looked at as one word. The tests mark the bytes they are true
//! for in a byte's top bit; above the first true byte they may mark others too, so only the first mark counts.
//! A single byte is looked for among sixteen at once.

use wide::{CmpEq, i8x16};

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The next eight bytes as a word, the first one lowest; none if there are fewer.
#[inline(always)]
pub(super) fn word_at(input: &[u8], at: usize) -> Option<u64> {
    input.get(at..)?.first_chunk().map(|word| u64::from_le_bytes(*word))
}

#[inline(always)]
fn equal(word: u64, byte: u8) -> u64 {
    let zero = word ^ (u64::from(byte) * ONES);
    zero.wrapping_sub(ONES) & !zero & TOPS
}

/// Marks ASCII bytes below `limit`.
#[inline(always)]
fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(u64::from(limit) * ONES) & !word & TOPS
}

#[inline(always)]
fn first(marks: u64) -> Option<usize> {
    (marks != 0).then(|| (marks.trailing_zeros() / 8) as usize)
}

/// The first byte in a word that ends a tag's name, or may do so: not everything up to `/` does.
#[inline(always)]
pub(super) fn tag_name_end(word: u64) -> Option<usize> {
    first(below(word, b'/' + 1) | equal(word, b'>'))
}

/// The first byte in a word that ends an attribute's name, or may do so: not all control characters do.
#[inline(always)]
pub(super) fn attribute_name_end(word: u64) -> Option<usize> {
    first(below(word, b' ' + 1) | equal(word, b'=') | equal(word, b'>') | equal(word, b'/'))
}

/// How many bytes a word begins with that are letters, or others that may stand in an attribute's name and have the same
/// bit; eight if all are.
#[inline(always)]
pub(super) fn letters(word: u64) -> usize {
    (!word & (0x40 * ONES)).trailing_zeros() as usize / 8
}

/// A bit for each of sixteen bytes that is this one, that of the first byte lowest.
#[inline(always)]
pub(super) fn marks(byte: u8, part: &[u8; 16]) -> u32 {
    let part = i8x16::from(part.map(|byte| byte as i8));
    part.cmp_eq(i8x16::splat(byte as i8)).move_mask() as u32
}

/// Where `byte` is first in `input`.
///
/// The first bytes are looked at here, because a call of [`memchr`](memchr::memchr()) costs more than that; what is
/// farther away is left to it.
#[inline(always)]
pub(super) fn find(byte: u8, input: &[u8]) -> Option<usize> {
    let mut at = 0;
    while at < 32 {
        let Some(part) = input.get(at..).and_then(|rest| rest.first_chunk()) else { break };
        let marks = marks(byte, part);
        if marks != 0 {
            return Some(at + marks.trailing_zeros() as usize);
        }
        at += 16;
    }
    memchr::memchr(byte, &input[at..]).map(|rest| at + rest)
}

#[cfg(test)]
mod tests {
    use super::{attribute_name_end, find, letters, tag_name_end, word_at};

    #[test]
    fn finds_what_a_plain_search_finds() {
        for length in 0..60 {
            for place in 0..=length {
                for (other, byte) in [(b'a', b'b'), (b'=', b'<'), (0, 1), (1, 0), (0x80, 0), (0xff, 0x7f)] {
                    let mut input = vec![other; length];
                    if place < length {
                        input[place] = byte;
                    }
                    assert_eq!(find(byte, &input), input.iter().position(|&found| found == byte), "{input:?}");
                }
            }
        }
    }

    #[test]
    fn finds_where_names_may_end() {
        for around in [b'a', b'0', b'?', 0x7f, 0x80, 0xff] {
            for byte in 0..=255 {
                for place in 0..8 {
                    let mut input = [around; 8];
                    input[place] = byte;
                    let word = word_at(&input, 0).expect("eight bytes");
                    let of_tag = |byte: &u8| *byte <= b'/' || *byte == b'>';
                    let of_attribute = |byte: &u8| *byte <= b' ' || matches!(byte, b'=' | b'>' | b'/');
                    assert_eq!(tag_name_end(word), input.iter().position(of_tag), "{input:?}");
                    assert_eq!(attribute_name_end(word), input.iter().position(of_attribute), "{input:?}");
                    assert!(input[..letters(word)].iter().all(|byte| !of_attribute(byte)), "{input:?}");
                    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
                    assert!(input.iter().take_while(|byte| is_letter(byte)).count() <= letters(word), "{input:?}");
                }
            }
        }
    }
}
