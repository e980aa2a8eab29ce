//! The distinct ways from the root to the elements, with stable classes on the way, as a trie: what the grammar reads.
//!
//! A segment is the tag and up to three tokens of its class, volatile parts folded ([`super::volatile`]). Classes of
//! `html` and `body` speak for the whole page, so they are leaves of their own and do not stand on every path.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::class_paths::push_token;
use super::sink::Identity;
use super::volatile::tokens;
use super::{EMPTY, extend};
use crate::structure::attributes::value;
use crate::structure::{Tree, label_hash};

const TOKENS: usize = 3;

type ByHash<T> = HashMap<u64, T, BuildHasherDefault<Identity>>;

/// Distinct paths in the order in which they first occur, parents first.
#[derive(Debug, Default)]
pub struct ClassTrie {
    /// The hash of each path: of the sequence of its segments.
    pub hashes: Vec<u64>,
    /// The place of each path's parent plus one; 0 for the root.
    pub parents: Vec<u32>,
    segments: Vec<u32>,
    words: Vec<String>,
}

impl ClassTrie {
    /// The last segment of each path.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.segments.iter().map(|&segment| self.words[segment as usize].as_str())
    }
}

/// Segments of one page, each spelled once.
#[derive(Default)]
struct Segments {
    known: ByHash<u32>,
    hashes: Vec<u64>,
    leaves: Vec<Vec<u32>>,
}

/// The trie of a page.
pub fn class_trie(tree: &Tree<'_>) -> ClassTrie {
    let mut trie = ClassTrie::default();
    let mut segments = Segments::default();
    let mut places: ByHash<u32> = ByHash::default();
    let mut at = vec![0u32; tree.len()];
    for element in tree.elements() {
        let parent = tree.parent(element).map_or(0, |parent| at[parent as usize]);
        let name = tree.name(element);
        let class = tree.class(element);
        let hash = tree.names().hash(name);
        let key = if class.is_empty() { hash } else { extend(hash, label_hash(class)) };
        let segment = match segments.known.get(&key) {
            Some(&segment) => segment,
            None => segments.meet(key, tree.label(element), &value(class), &mut trie.words),
        };
        let (place, fresh) = trie.step(parent, segment, &segments, &mut places);
        at[element as usize] = place;
        if fresh {
            for leaf in segments.leaves[segment as usize].clone() {
                trie.step(place, leaf, &segments, &mut places);
            }
        }
    }
    trie
}

impl Segments {
    fn meet(&mut self, key: u64, tag: &str, class: &str, words: &mut Vec<String>) -> u32 {
        let tokens = tokens(class);
        let whole_page = tag == "html" || tag == "body";
        let mut leaves = Vec::new();
        let mut word = tag.to_owned();
        if whole_page {
            for token in &tokens {
                let mut leaf = String::new();
                push_token(&mut leaf, token);
                leaves.push(self.add(leaf, Vec::new(), words));
            }
        } else {
            tokens.iter().take(TOKENS).for_each(|token| push_token(&mut word, token));
        }
        let segment = self.add(word, leaves, words);
        self.known.insert(key, segment);
        segment
    }

    fn add(&mut self, word: String, leaves: Vec<u32>, words: &mut Vec<String>) -> u32 {
        self.hashes.push(label_hash(word.as_bytes()));
        self.leaves.push(leaves);
        words.push(word);
        words.len() as u32 - 1
    }
}

impl ClassTrie {
    /// The child of a place by a segment, one more than its index, and whether it is new.
    fn step(&mut self, parent: u32, segment: u32, segments: &Segments, places: &mut ByHash<u32>) -> (u32, bool) {
        let above = parent.checked_sub(1).map_or(EMPTY, |parent| self.hashes[parent as usize]);
        let hash = extend(above, segments.hashes[segment as usize]);
        let next = self.hashes.len() as u32 + 1;
        let place = *places.entry(hash).or_insert(next);
        if place == next {
            self.hashes.push(hash);
            self.parents.push(parent);
            self.segments.push(segment);
        }
        (place, place == next)
    }
}
