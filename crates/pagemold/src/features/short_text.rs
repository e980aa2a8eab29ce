//! What a person reads on a page with little text, as a small sketch: it tells stubs, which all say the same.
//!
//! A word is a run of letters and digits, in lower case, runs of digits folded to `#`. Scripts, styles, the title and
//! text areas are not read. The sketch is the [`SKETCH`] smallest hashes of distinct words (bottom-k; Cohen &
//! Kaplan 2007), which estimate how much of their words two pages share, and before them a zero. A page with more than
//! [`MOST_WORDS`], or 4,096 bytes of text, has no sketch, so its zero tells a page without text from one with much.

use super::{EMPTY, extend};
use crate::structure::{Tree, label_hash};

/// Words of a page that has little text.
pub const MOST_WORDS: usize = 400;
/// Hashes of a sketch, without the zero.
pub const SKETCH: usize = 32;

/// The sketch, ascending.
pub fn short_text(tree: &Tree<'_>) -> Vec<u64> {
    let Some(pieces) = tree.little_text() else { return Vec::new() };
    let (mut hashes, mut folded) = (vec![EMPTY], String::new());
    for text in pieces {
        let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        hashes.extend(words.map(|word| extend(EMPTY, label_hash(fold(word, &mut folded).as_bytes()))));
        if hashes.len() > MOST_WORDS + 1 {
            return Vec::new();
        }
    }
    hashes.sort_unstable();
    hashes.dedup();
    hashes.truncate(SKETCH + 1);
    hashes
}

fn fold<'a>(word: &'a str, folded: &'a mut String) -> &'a str {
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word;
    }
    folded.clear();
    for letter in word.chars() {
        if !letter.is_numeric() {
            folded.extend(letter.to_lowercase());
        } else if !folded.ends_with('#') {
            folded.push('#');
        }
    }
    folded
}
