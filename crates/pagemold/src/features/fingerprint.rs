//! The template fingerprint of Hachenberg & Gottron (2013): an LZ78 pass over the tag tokens, of which only the
//! references to earlier phrases are kept.
//!
//! It sees the top of a page, so it knows the site rather than the template; in exchange it reads a few kilobytes and
//! stops.

use crate::structure::Name;

/// How many entries a fingerprint has at most.
pub const LENGTH: usize = 25;

/// The fingerprint of a sequence of tag tokens. Takes no token after the one that makes the last entry.
///
/// A short page has a short fingerprint: what is left of an unfinished phrase says nothing.
pub fn fingerprint(tokens: impl IntoIterator<Item = Name>) -> Vec<u8> {
    // A phrase is the number of its prefix and one more token, as one number. There are at most 25: looking through
    // them is faster than hashing.
    let mut phrases = [0; LENGTH];
    let mut prefixes = Vec::with_capacity(LENGTH);
    let mut prefix = 0;
    for token in tokens {
        let phrase = (token.index() as u64) << 8 | u64::from(prefix);
        match phrases[..prefixes.len()].iter().position(|&known| known == phrase) {
            Some(index) => prefix = index as u8 + 1,
            None => {
                phrases[prefixes.len()] = phrase;
                prefixes.push(prefix);
                prefix = 0;
                if prefixes.len() == LENGTH {
                    break;
                }
            }
        }
    }
    prefixes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::Names;

    #[test]
    fn the_example_of_the_paper() {
        let tags = "html body p b b p p strong strong p p big big p p em em p p i i p p small small p p sub sub sup sup \
                    p body html";
        let mut names = Names::default();
        let tokens: Vec<Name> = tags.split_whitespace().map(|tag| names.intern(tag.as_bytes())).collect();
        let expected = [0, 0, 0, 0, 4, 3, 0, 3, 0, 9, 3, 0, 8, 0, 8, 0, 8, 0, 0, 19, 2];
        assert_eq!(fingerprint(tokens), expected);
    }
}
