//! What a person reads on a page with little text, as a small sketch: it tells stubs, which all say the same.
//!
//! A word is a run of letters and digits, in lower case, runs of digits folded to `#`. Scripts, styles, the title and
//! text areas are not read. The sketch is the [`SKETCH`] smallest hashes of distinct words (bottom-k; Cohen &
//! Kaplan 2007), which estimate how much of their words two pages share, and before them a zero. A page with more than
//! [`MOST_WORDS`], or 4,096 bytes of text, has no sketch, so its zero tells a page without text from one with much. One
//! that sends its reader elsewhere at once says nothing, whatever it calls the place.

use super::head_marks::is_of_head;
use super::{EMPTY, extend};
use crate::structure::{Tree, known, label_hash, read_characters};

/// Words of a page that has little text.
pub const MOST_WORDS: usize = 400;
/// Hashes of a sketch, without the zero.
pub const SKETCH: usize = 32;
/// Seconds after which a reader is sent elsewhere at the latest. A page that is shown for longer is read, and most likely
/// loads itself again.
const SOON: u32 = 10;

/// The sketch, ascending.
pub fn short_text(tree: &Tree<'_>) -> Vec<u64> {
    let Some(pieces) = tree.little_text() else { return Vec::new() };
    if sends_elsewhere(tree) {
        return vec![EMPTY];
    }
    let mut hashes = Vec::with_capacity(2 * MOST_WORDS);
    hashes.push(EMPTY);
    for piece in pieces {
        let mut rest = piece;
        while let Some(unsure) = hash_plain(rest, &mut hashes) {
            // White space ends what has to be decoded: no character reference goes on behind it.
            rest = &rest[unsure..];
            let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            hash(&read_characters(&rest[..end]), &mut hashes);
            rest = &rest[end..];
        }
        if hashes.len() > MOST_WORDS + 1 {
            return Vec::new();
        }
    }
    smallest(hashes)
}

/// Whether the head says that the reader is soon to go on to another page: `<meta http-equiv=refresh content="0; url=…">`.
fn sends_elsewhere(tree: &Tree<'_>) -> bool {
    let head = tree.elements().take_while(|&element| tree.name(element) != known::BODY);
    let mut metas = head.filter(|&element| tree.name(element) == known::META && is_of_head(tree, element));
    metas.any(|meta| {
        let is_refresh =
            tree.attribute(meta, "http-equiv").is_some_and(|it| it.value().eq_ignore_ascii_case("refresh"));
        let content = tree.attribute(meta, "content").filter(|_| is_refresh);
        content.is_some_and(|it| leads_on_soon(&it.value()))
    })
}

/// Whether a refresh has an address, without which the same page is loaded again, and does not wait.
fn leads_on_soon(content: &str) -> bool {
    let Some((delay, to)) = content.split_once([';', ',']) else { return false };
    let seconds = delay.trim().split('.').next().unwrap_or_default();
    let is_soon = seconds.bytes().all(|byte| byte.is_ascii_digit()) && seconds.parse().is_ok_and(|it: u32| it <= SOON);
    is_soon && !to.trim().is_empty()
}

/// The sketch of all hashes.
fn smallest(hashes: Vec<u64>) -> Vec<u64> {
    if hashes.len() > 6 * SKETCH {
        // They are spread evenly: though words are repeated, the smallest are most likely in this part of them.
        let part = u64::MAX / hashes.len() as u64 * (4 * SKETCH as u64);
        let found = sorted(hashes.iter().copied().filter(|&hash| hash < part).collect());
        if found.len() > SKETCH {
            return found;
        }
    }
    sorted(hashes)
}

fn sorted(mut hashes: Vec<u64>) -> Vec<u64> {
    hashes.sort_unstable();
    hashes.dedup();
    hashes.truncate(SKETCH + 1);
    hashes
}

/// What a byte that stands between words is folded to.
const BETWEEN: u8 = b' ';
/// The same where it takes more than this byte to tell: a character reference, one of several bytes, a NUL.
const UNSURE: u8 = 0;
/// Words up to this length are folded at once.
const LONG: usize = 64;

static FOLDED: [u8; 256] = {
    let mut folded = [BETWEEN; 256];
    let mut byte = 0;
    while byte < 256 {
        folded[byte] = match byte as u8 {
            letter @ (b'a'..=b'z' | b'A'..=b'Z') => letter.to_ascii_lowercase(),
            b'0'..=b'9' => b'#',
            b'&' | 0 | 0x80.. => UNSURE,
            _ => BETWEEN,
        };
        byte += 1;
    }
    folded
};

/// Adds the words of a text that stands in the page as it is read, up to the first that may have to be decoded, or is
/// long; where that begins, if there is one.
fn hash_plain(text: &[u8], hashes: &mut Vec<u64>) -> Option<usize> {
    let (mut word, mut length, mut start) = ([0; LONG], 0, 0);
    for (at, &byte) in text.iter().enumerate() {
        match FOLDED[byte as usize] {
            BETWEEN => {
                if length > 0 {
                    hashes.push(word_hash(&word[..length]));
                }
                (length, start) = (0, at + 1);
            }
            b'#' if length > 0 && word[length - 1] == b'#' => {}
            letter if letter == UNSURE || length == LONG => return Some(start),
            letter => {
                word[length] = letter;
                length += 1;
            }
        }
    }
    if length > 0 {
        hashes.push(word_hash(&word[..length]));
    }
    None
}

fn hash(text: &str, hashes: &mut Vec<u64>) {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut folded = String::new();
    hashes.extend(words.map(|word| {
        folded.clear();
        for letter in word.chars() {
            if !letter.is_numeric() {
                folded.extend(letter.to_lowercase());
            } else if !folded.ends_with('#') {
                folded.push('#');
            }
        }
        word_hash(folded.as_bytes())
    }));
}

fn word_hash(word: &[u8]) -> u64 {
    extend(EMPTY, label_hash(word))
}
