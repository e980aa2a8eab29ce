//! The distinct ways from the root to the elements, with stable classes on the way, as a trie: what the grammar reads.
//!
//! A segment is the tag and up to three tokens of its class, volatile parts folded ([`super::volatile`]). Classes and
//! ids of `html` and `body` speak for the whole page, so they are leaves of their own and do not stand on every path. So do
//! some elements of the head ([`super::head_marks`]).

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use super::class_paths::{push_escaped, push_token};
use super::head_marks;
use super::sink::Identity;
use super::volatile::tokens;
use super::{EMPTY, extend, sequence};
use crate::structure::attributes::value;
use crate::structure::{Node, NodeId, Tree, known, label_hash};

const TOKENS: usize = 3;
/// Segments that a thread remembers; with more it starts anew.
const REMEMBERED: usize = 1 << 16;
/// The same for the bytes of their words: a class may be as long as an attribute.
const REMEMBERED_BYTES: usize = 1 << 24;
/// The same for paths.
const REMEMBERED_PATHS: usize = 1 << 18;

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
    pub words: Arc<Vec<Arc<str>>>,
}

/// A tag with the tokens of its class as they count.
struct Segment {
    hash: u64,
    word: Arc<str>,
    /// The tokens of `html` and `body`.
    leaves: Vec<u32>,
    /// Its place among the words of the page `page`.
    place: u32,
    page: u32,
}

/// A path that was met, on any page.
#[derive(Clone, Copy)]
struct Path {
    hash: u64,
    /// Its last segment, as it was met first.
    segment: u32,
    /// Its place in the trie of the page `page`, plus one.
    place: u32,
    page: u32,
}

/// Remembered where there is no segment.
const SILENT: u32 = u32::MAX;

/// What is above the root.
const NOWHERE: Path = Path { hash: EMPTY, segment: SILENT, place: 0, page: 0 };

/// A way down that was taken: from one path by a tag and its class, as [`Tree::class_words`] has it, to another.
#[derive(Clone, Copy)]
struct Step {
    first: u64,
    last: u64,
    /// The path above, the number of the tag's name, and the length of the class.
    rest: u64,
    below: u32,
    /// The page on which it was taken last: most steps are taken again on the same page, and then nothing is new.
    page: u32,
}

/// A step that nobody takes.
const NO_STEP: Step = Step { first: 0, last: 0, rest: u64::MAX, below: 0, page: 0 };
/// Bits for the length of a class; what is longer is not remembered.
const LENGTH_BITS: u32 = 24;

/// Segments and paths that were met, on any page: spelling and hashing them takes longer than all the rest.
struct Memory {
    /// By tag and class as they are written.
    known: ByHash<u32>,
    segments: Vec<Segment>,
    /// Of all their words.
    bytes: usize,
    /// The first is [`NOWHERE`].
    paths: Vec<Path>,
    path_of_hash: ByHash<u32>,
    /// Those taken lately. Most elements have a sibling that is like them, or stand on other pages too.
    steps: Vec<Step>,
    /// The number of the page.
    page: u32,
    /// The path of each element of the page.
    at: Vec<u32>,
}

/// Paths of a page that there is room for from the beginning.
const USUAL_PATHS: usize = 96;
/// Steps that are remembered, as a power of two.
const STEP_BITS: u32 = 13;

fn is_whole_page(tag: &str) -> bool {
    tag == "html" || tag == "body"
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::new(Memory::new());
}

/// The trie of a page.
pub fn class_trie(tree: &Tree<'_>) -> ClassTrie {
    MEMORY.with_borrow_mut(|memory| memory.trie(tree))
}

/// The segment of an element for people: as the trie has it, but with classes of `html` and `body`, too.
pub fn readable_segment(tree: &Tree<'_>, element: NodeId) -> String {
    spelled(tree.label(element), &tokens(&value(tree.class(element))))
}

fn spelled(tag: &str, tokens: &[String]) -> String {
    let mut word = tag.to_owned();
    tokens.iter().take(TOKENS).for_each(|token| push_token(&mut word, token));
    word
}

impl Memory {
    fn new() -> Memory {
        Memory {
            known: ByHash::default(),
            segments: Vec::new(),
            bytes: 0,
            paths: vec![NOWHERE],
            path_of_hash: ByHash::default(),
            steps: vec![NO_STEP; 1 << STEP_BITS],
            page: 0,
            at: Vec::new(),
        }
    }

    fn is_full(&self) -> bool {
        self.known.len().max(self.segments.len()) > REMEMBERED
            || self.bytes > REMEMBERED_BYTES
            || self.paths.len() > REMEMBERED_PATHS
    }

    #[inline(never)]
    fn trie(&mut self, tree: &Tree<'_>) -> ClassTrie {
        if self.is_full() || self.page == u32::MAX {
            *self = Memory::new();
        }
        self.page += 1;
        // What is left of another page is written over before it is read; the document's own stays 0.
        self.at.resize(self.at.len().max(tree.len()), 0);
        let mut trie = ClassTrie {
            hashes: Vec::with_capacity(USUAL_PATHS),
            parents: Vec::with_capacity(USUAL_PATHS),
            segments: Vec::with_capacity(USUAL_PATHS),
            words: Arc::new(Vec::with_capacity(USUAL_PATHS)),
        };
        if tree.is_in_order {
            // The next element is the next node: nothing has to be looked for.
            (1..tree.len() as NodeId).for_each(|node| self.take(&mut trie, tree, node));
        } else {
            tree.elements().for_each(|element| self.take(&mut trie, tree, element));
        }
        trie
    }

    /// Adds the path of a node, if it is an element.
    #[inline(always)]
    fn take(&mut self, trie: &mut ClassTrie, tree: &Tree<'_>, node: NodeId) {
        let Node { kind, parent, name, .. } = tree.nodes[node as usize];
        if !kind.is_element() {
            return;
        }
        let above = self.at.get(parent as usize).copied().unwrap_or(0);
        self.at[node as usize] = match name {
            known::HTML | known::BODY => self.whole_page(trie, tree, node, above),
            _ => self.step(trie, tree, node, above),
        };
        if head_marks::may_be(name)
            && let Some((kind, value)) = head_marks::find(tree, node)
        {
            self.mark_of_head(trie, kind, value, above);
        }
    }

    /// The path of `html` or `body`, with what its classes and its id say below it.
    #[inline(never)]
    fn whole_page(&mut self, trie: &mut ClassTrie, tree: &Tree<'_>, element: NodeId, above: u32) -> u32 {
        let segment = self.segment(tree, element);
        let path = self.path(above, segment);
        if self.paths[path as usize].page != self.page {
            self.enter(trie, above, path);
            self.id(trie, tree, element, path);
            for leaf in 0..self.segments[segment as usize].leaves.len() {
                self.go(trie, path, self.segments[segment as usize].leaves[leaf]);
            }
        }
        path
    }

    /// The id of `html` or `body` says which kind of page this is (`manual-page`, `checkout`), as its classes do; that of
    /// any other element says where it is on the page.
    fn id(&mut self, trie: &mut ClassTrie, tree: &Tree<'_>, element: NodeId, path: u32) {
        if let Some(id) = tree.attribute(element, "id") {
            for id in tokens(&id.value()) {
                let mut word = String::from("#");
                push_escaped(&mut word, &id);
                let leaf = self.remembered(label_hash(word.as_bytes()), || Some(word));
                if let Some(leaf) = leaf {
                    self.go(trie, path, leaf);
                }
            }
        }
    }

    #[inline(never)]
    fn mark_of_head(&mut self, trie: &mut ClassTrie, kind: head_marks::Kind, written: &[u8], above: u32) {
        let key = sequence([kind as u64, label_hash(written)]);
        let leaf = self.remembered(key, || head_marks::spell(kind, &value(written)));
        if let Some(leaf) = leaf {
            self.go(trie, above, leaf);
        }
    }

    /// The segment that is remembered under a key, or is spelled now; none where nothing is to be said.
    fn remembered(&mut self, key: u64, spell: impl FnOnce() -> Option<String>) -> Option<u32> {
        if let Some(&segment) = self.known.get(&key) {
            return (segment != SILENT).then_some(segment);
        }
        let segment = spell().map(|word| self.add(&word, Vec::new()));
        self.known.insert(key, segment.unwrap_or(SILENT));
        segment
    }

    /// The path of an element, which is added to the trie if it is new there.
    #[inline(always)]
    fn step(&mut self, trie: &mut ClassTrie, tree: &Tree<'_>, element: NodeId, above: u32) -> u32 {
        let words = tree.class_words(element).filter(|&(.., length)| length >> LENGTH_BITS == 0);
        let Some((first, last, length)) = words else {
            let segment = self.segment(tree, element);
            return self.go(trie, above, segment);
        };
        let rest = u64::from(above) << 32 | (tree.name(element).index() as u64) << LENGTH_BITS | u64::from(length);
        let mixed = first ^ last.rotate_left(32) ^ rest;
        let slot = (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - STEP_BITS)) as usize;
        let step = &mut self.steps[slot];
        if (step.first, step.last, step.rest) == (first, last, rest) {
            let below = step.below;
            if step.page != self.page {
                step.page = self.page;
                self.come(trie, above, below);
            }
            return below;
        }
        let segment = self.segment(tree, element);
        let below = self.go(trie, above, segment);
        self.steps[slot] = Step { first, last, rest, below, page: self.page };
        below
    }

    /// Goes on from a path by a segment, and adds where that leads to the trie if it is new there.
    #[inline(never)]
    fn go(&mut self, trie: &mut ClassTrie, above: u32, segment: u32) -> u32 {
        let path = self.path(above, segment);
        self.come(trie, above, path);
        path
    }

    /// Adds a path to the trie if it is new there.
    #[inline(never)]
    fn come(&mut self, trie: &mut ClassTrie, above: u32, path: u32) {
        if self.paths[path as usize].page != self.page {
            self.enter(trie, above, path);
        }
    }

    /// The number of an element's segment.
    #[inline(never)]
    fn segment(&mut self, tree: &Tree<'_>, element: NodeId) -> u32 {
        let (hash, class) = (tree.names().hash(tree.name(element)), tree.class(element));
        let key = if class.is_empty() { hash } else { sequence([hash, label_hash(class)]) };
        match self.known.get(&key) {
            Some(&segment) => segment,
            None => self.meet(key, tree.label(element), &value(class)),
        }
    }

    fn meet(&mut self, key: u64, tag: &str, class: &str) -> u32 {
        let tokens = tokens(class);
        let mut leaves = Vec::new();
        let mut word = tag.to_owned();
        if is_whole_page(tag) {
            for token in &tokens {
                let mut leaf = String::new();
                push_token(&mut leaf, token);
                leaves.extend(self.remembered(label_hash(leaf.as_bytes()), || Some(leaf)));
            }
        } else {
            word = spelled(tag, &tokens);
        }
        let segment = self.add(&word, leaves);
        self.known.insert(key, segment);
        segment
    }

    fn add(&mut self, word: &str, leaves: Vec<u32>) -> u32 {
        let hash = label_hash(word.as_bytes());
        self.bytes += word.len();
        self.segments.push(Segment { hash, word: word.into(), leaves, place: 0, page: 0 });
        self.segments.len() as u32 - 1
    }

    /// The path that goes on from another by a segment.
    fn path(&mut self, above: u32, segment: u32) -> u32 {
        let hash = extend(self.paths[above as usize].hash, self.segments[segment as usize].hash);
        let next = self.paths.len() as u32;
        let path = *self.path_of_hash.entry(hash).or_insert(next);
        if path == next {
            self.paths.push(Path { hash, segment, ..NOWHERE });
        }
        path
    }

    /// Adds a path to the trie of the page, on which it is met for the first time.
    fn enter(&mut self, trie: &mut ClassTrie, above: u32, path: u32) {
        let segment = &mut self.segments[self.paths[path as usize].segment as usize];
        if segment.page != self.page {
            (segment.page, segment.place) = (self.page, trie.words.len() as u32);
            Arc::make_mut(&mut trie.words).push(segment.word.clone());
        }
        let parent = self.paths[above as usize].place;
        let path = &mut self.paths[path as usize];
        trie.hashes.push(path.hash);
        trie.parents.push(parent);
        trie.segments.push(segment.place);
        (path.page, path.place) = (self.page, trie.hashes.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::{ClassTrie, Memory};
    use crate::Limits;
    use crate::structure::Tree;

    fn spelled(trie: &ClassTrie) -> (Vec<u64>, Vec<u32>, Vec<String>) {
        let words = trie.segments.iter().map(|&segment| trie.words[segment as usize].to_string());
        (trie.hashes.clone(), trie.parents.clone(), words.collect())
    }

    #[test]
    fn what_was_met_on_other_pages_changes_nothing() {
        let long =
            "<p class='a-class-that-is-longer-than-two-words'>one<p class='a-class-that-is-longer-than-two-wordz'>";
        let pages = [
            "<p class=a><b>x</b><p class='a b'><b class=c></b>",
            "<body class='home page' id=start><p class=a><i class='12345678'></i><i class=123456789></i>",
            "<x-own class=a></x-own><y-own class=a></y-own><p class=''>",
            "<table>out<tr><td class=a><b>x<td class=a></table><b>y",
            "<p class=one></p><body class=late><p>",
            long,
        ];
        let mut memory = Memory::new();
        for page in pages.iter().chain(pages.iter().rev()).chain(&["", "<a>", "<a class=b>"]) {
            let mut tree = Tree::parse(page.as_bytes(), &Limits::default());
            let found = spelled(&memory.trie(&tree));
            tree.is_in_order = false; // then it is walked from link to link
            assert_eq!(found, spelled(&Memory::new().trie(&tree)), "{page}");
        }
    }
}
