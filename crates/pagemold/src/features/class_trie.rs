//! The distinct ways from the root to the elements, with stable classes on the way, as a trie: what the grammar reads.
//!
//! A segment is the tag and up to three tokens of its class, volatile parts folded ([`super::volatile`]). Classes and
//! ids of `html` and `body` speak for the whole page, so they are leaves of their own and do not stand on every path.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use super::class_paths::push_token;
use super::sink::Identity;
use super::volatile::tokens;
use super::{EMPTY, extend, sequence};
use crate::structure::attributes::value;
use crate::structure::{NodeId, Tree, label_hash};

const TOKENS: usize = 3;
/// Segments that a thread remembers; with more it starts anew.
const REMEMBERED: usize = 1 << 16;
/// The same for the bytes of their words: a class may be as long as an attribute.
const REMEMBERED_BYTES: usize = 1 << 24;

type ByHash<T> = HashMap<u64, T, BuildHasherDefault<Identity>>;

/// Distinct paths in the order in which they first occur, parents first.
#[derive(Clone, Debug, Default)]
pub struct ClassTrie {
    /// The hash of each path: of the sequence of its segments.
    pub hashes: Vec<u64>,
    /// The place of each path's parent plus one; 0 for the root.
    pub parents: Vec<u32>,
    /// The last segment of each path, a place in `words`.
    pub segments: Vec<u32>,
    /// The segments of the page, each once.
    pub words: Vec<Arc<str>>,
}

/// A tag with the tokens of its class as they count.
struct Segment {
    hash: u64,
    word: Arc<str>,
    /// The tokens of `html` and `body`.
    leaves: Vec<u32>,
    /// Its place among the words of the page `page`.
    place: u32,
    page: u64,
}

/// Segments that were met, on any page: spelling them takes longer than all the rest.
#[derive(Default)]
struct Segments {
    /// By tag and class as they are written.
    known: ByHash<u32>,
    all: Vec<Segment>,
    /// Of all their words.
    bytes: usize,
    /// The number of the page.
    page: u64,
    /// The paths of the page.
    places: ByHash<u32>,
    /// The path of each element of the page, one more than its place.
    at: Vec<u32>,
    /// Tags of the Standard without a class: their segment plus one.
    plain: Vec<u32>,
    /// Steps taken lately: page, parent, segment, place. Most elements have a sibling that is like them.
    recent: Vec<(u64, u32, u32, u32)>,
}

/// Steps that are remembered.
const RECENT: usize = 1 << 9;

fn is_whole_page(tag: &str) -> bool {
    tag == "html" || tag == "body"
}

thread_local! {
    static SEGMENTS: RefCell<Segments> = RefCell::default();
}

/// The trie of a page.
pub fn class_trie(tree: &Tree<'_>) -> ClassTrie {
    SEGMENTS.with_borrow_mut(|segments| segments.trie(tree))
}

impl Segments {
    fn trie(&mut self, tree: &Tree<'_>) -> ClassTrie {
        if self.all.len() > REMEMBERED || self.bytes > REMEMBERED_BYTES {
            *self = Segments { page: self.page, ..Segments::default() };
        }
        self.page += 1;
        self.recent.resize(RECENT, (0, 0, 0, 0));
        self.places.clear();
        self.at.clear();
        self.at.resize(tree.len(), 0);
        let mut trie = ClassTrie::default();
        for element in tree.elements() {
            let parent = tree.parent(element).map_or(0, |parent| self.at[parent as usize]);
            let segment = self.segment(tree, element);
            let (place, fresh) = self.step(&mut trie, parent, segment);
            self.at[element as usize] = place;
            if fresh {
                self.id(&mut trie, tree, element, place);
                for leaf in 0..self.all[segment as usize].leaves.len() {
                    self.step(&mut trie, place, self.all[segment as usize].leaves[leaf]);
                }
            }
        }
        trie
    }

    /// The id of `html` or `body` says which kind of page this is (`manual-page`, `checkout`), as its classes do; that of
    /// any other element says where it is on the page.
    fn id(&mut self, trie: &mut ClassTrie, tree: &Tree<'_>, element: NodeId, place: u32) {
        if is_whole_page(tree.label(element))
            && let Some(id) = tree.attribute(element, "id")
        {
            for id in tokens(&id.value()) {
                let mut word = String::new();
                push_token(&mut word, &id);
                word.replace_range(..1, "#"); // for the dot of a class
                let hash = label_hash(word.as_bytes());
                let leaf = match self.known.get(&hash) {
                    Some(&leaf) => leaf,
                    None => {
                        let leaf = self.add(&word, Vec::new());
                        self.known.insert(hash, leaf);
                        leaf
                    }
                };
                self.step(trie, place, leaf);
            }
        }
    }

    /// The number of an element's segment.
    #[inline]
    fn segment(&mut self, tree: &Tree<'_>, element: NodeId) -> u32 {
        let (name, class) = (tree.name(element), tree.class(element));
        let is_plain = class.is_empty() && name.is_known();
        if is_plain && let Some(segment) = self.plain.get(name.index()).and_then(|&segment| segment.checked_sub(1)) {
            return segment;
        }
        let hash = tree.names().hash(name);
        let key = if class.is_empty() { hash } else { sequence([hash, label_hash(class)]) };
        let segment = match self.known.get(&key) {
            Some(&segment) => segment,
            None => self.meet(key, tree.label(element), &value(class)),
        };
        if is_plain {
            self.plain.resize(self.plain.len().max(name.index() + 1), 0);
            self.plain[name.index()] = segment + 1;
        }
        segment
    }

    fn meet(&mut self, key: u64, tag: &str, class: &str) -> u32 {
        let tokens = tokens(class);
        let mut leaves = Vec::new();
        let mut word = tag.to_owned();
        if is_whole_page(tag) {
            for token in &tokens {
                let mut leaf = String::new();
                push_token(&mut leaf, token);
                leaves.push(self.add(&leaf, Vec::new()));
            }
        } else {
            tokens.iter().take(TOKENS).for_each(|token| push_token(&mut word, token));
        }
        let segment = self.add(&word, leaves);
        self.known.insert(key, segment);
        segment
    }

    fn add(&mut self, word: &str, leaves: Vec<u32>) -> u32 {
        let hash = label_hash(word.as_bytes());
        self.bytes += word.len();
        self.all.push(Segment { hash, word: word.into(), leaves, place: 0, page: 0 });
        self.all.len() as u32 - 1
    }

    /// The child of a place by a segment, one more than its index, and whether it is new.
    #[inline]
    fn step(&mut self, trie: &mut ClassTrie, parent: u32, segment: u32) -> (u32, bool) {
        let slot = (parent.wrapping_mul(31) ^ segment) as usize % RECENT;
        let (page, same_parent, same_segment, place) = self.recent[slot];
        if page == self.page && same_parent == parent && same_segment == segment {
            return (place, false);
        }
        let (place, fresh) = self.look_up(trie, parent, segment);
        self.recent[slot] = (self.page, parent, segment, place);
        (place, fresh)
    }

    fn look_up(&mut self, trie: &mut ClassTrie, parent: u32, segment: u32) -> (u32, bool) {
        let segment = &mut self.all[segment as usize];
        let above = parent.checked_sub(1).map_or(EMPTY, |parent| trie.hashes[parent as usize]);
        let hash = extend(above, segment.hash);
        let next = trie.hashes.len() as u32 + 1;
        let place = *self.places.entry(hash).or_insert(next);
        if place == next {
            if segment.page != self.page {
                (segment.page, segment.place) = (self.page, trie.words.len() as u32);
                trie.words.push(segment.word.clone());
            }
            trie.hashes.push(hash);
            trie.parents.push(parent);
            trie.segments.push(segment.place);
        }
        (place, place == next)
    }
}
