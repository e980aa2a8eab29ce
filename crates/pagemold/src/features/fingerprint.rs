//! The template fingerprint of Hachenberg & Gottron (2013): an LZ78 pass over the tag tokens, of which only the
//! references to earlier phrases are kept.
//!
//! It sees the top of a page, so it knows the site rather than the template; in exchange it reads a few kilobytes and
//! stops.

use crate::structure::Name;

/// How many entries a fingerprint has at most.
pub const LENGTH: usize = 25;

/// Names with a smaller number have a place in the table; those of the Standard do.
const NAMES: usize = 160;

/// The fingerprint of a sequence of tag tokens. Takes no token after the one that makes the last entry.
///
/// A short page has a short fingerprint: what is left of an unfinished phrase says nothing.
pub fn fingerprint(tokens: impl IntoIterator<Item = Name>) -> Vec<u8> {
    let mut phrases = Phrases::default();
    let _ = tokens.into_iter().find(|&token| phrases.add(token));
    phrases.into_fingerprint()
}

/// A fingerprint under construction.
pub(crate) struct Phrases {
    /// The number of the phrase that a prefix and a token make, 0 where it is new: a table for the names that all pages
    /// share, a list for the few that only this page has.
    numbers: [[u8; NAMES]; LENGTH],
    rare: Vec<(Name, [u8; LENGTH])>,
    prefixes: Vec<u8>,
    prefix: u8,
}

impl Default for Phrases {
    fn default() -> Self {
        let numbers = [[0; NAMES]; LENGTH];
        Phrases { numbers, rare: Vec::new(), prefixes: Vec::with_capacity(LENGTH), prefix: 0 }
    }
}

impl Phrases {
    /// Takes the next token; true if the fingerprint has all its entries. Then no more are taken.
    #[inline]
    pub(crate) fn add(&mut self, token: Name) -> bool {
        let number = match self.numbers[self.prefix as usize].get_mut(token.index()) {
            Some(number) => number,
            None => &mut of_rare(&mut self.rare, token)[self.prefix as usize],
        };
        if *number != 0 {
            self.prefix = *number;
            return false;
        }
        self.prefixes.push(self.prefix);
        *number = self.prefixes.len() as u8;
        self.prefix = 0;
        self.prefixes.len() == LENGTH
    }

    /// What there is of it.
    pub(crate) fn into_fingerprint(self) -> Vec<u8> {
        self.prefixes
    }
}

#[cold]
fn of_rare(rare: &mut Vec<(Name, [u8; LENGTH])>, token: Name) -> &mut [u8; LENGTH] {
    let place = rare.iter().position(|&(name, _)| name == token).unwrap_or_else(|| {
        rare.push((token, [0; LENGTH]));
        rare.len() - 1
    });
    &mut rare[place].1
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
