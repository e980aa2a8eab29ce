//! The ways from the root to every element, with the classes on the way: the features of the grammar method.
//!
//! A segment is the tag and up to three class tokens. Digits are folded, because `post-123` and `post-124` are the
//! same class of two posts; three tokens are enough to tell, and more would make every mix of utility classes its own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::sink::Identity;
use super::{EMPTY, Sink, extend, sequence};
use crate::structure::attributes::value;
use crate::structure::{NodeId, Tree, label_hash};

const TOKENS: usize = 3;

/// Segments that a thread remembers; with more it starts anew.
const REMEMBERED: usize = 1 << 16;

thread_local! {
    /// Hashes of segments by tag and class as they are written: the same come again on page after page, and spelling
    /// them takes longer than all the rest.
    static SEGMENTS: RefCell<HashMap<u64, u64, BuildHasherDefault<Identity>>> = RefCell::default();
}

/// One item per element: its path from the root.
pub fn class_paths(tree: &Tree<'_>, sink: &mut impl Sink) {
    SEGMENTS.with_borrow_mut(|segments| {
        if segments.len() > REMEMBERED {
            segments.clear();
        }
        hash_paths(tree, sink, segments);
    });
}

fn hash_paths(tree: &Tree<'_>, sink: &mut impl Sink, segments: &mut HashMap<u64, u64, BuildHasherDefault<Identity>>) {
    let mut paths = vec![EMPTY; tree.len()];
    for element in tree.elements() {
        let above = tree.parent(element).map_or(EMPTY, |parent| paths[parent as usize]);
        let name = tree.name(element);
        let label = match tree.class(element) {
            b"" => tree.names().hash(name),
            class => *segments
                .entry(sequence([tree.names().hash(name), label_hash(class)]))
                .or_insert_with(|| label_hash(class_segment(tree, element).as_bytes())),
        };
        let path = extend(above, label);
        paths[element as usize] = path;
        sink.item(path, || readable(tree, element));
    }
}

/// The segment of an element: its tag and up to three of its class tokens.
fn class_segment(tree: &Tree<'_>, element: NodeId) -> String {
    segment(tree.label(element), &value(tree.class(element)))
}

/// The tag and up to three class tokens, `li.item.item-#`.
pub fn segment(tag: &str, class: &str) -> String {
    let mut tokens: Vec<String> = class.split_ascii_whitespace().map(fold_digits).collect();
    tokens.sort_unstable();
    tokens.dedup();
    let mut segment = tag.to_owned();
    for token in tokens.iter().take(TOKENS) {
        push_token(&mut segment, token);
    }
    segment
}

/// Adds a class token to a segment, after a dot.
pub(super) fn push_token(segment: &mut String, token: &str) {
    segment.push('.');
    push_escaped(segment, token);
}

/// Adds a text to a segment; what would be taken for a border gets a backslash.
pub(super) fn push_escaped(segment: &mut String, text: &str) {
    for character in text.chars() {
        if matches!(character, '\\' | '/' | '.') {
            segment.push('\\');
        }
        segment.push(character);
    }
}

fn fold_digits(token: &str) -> String {
    let mut folded = String::with_capacity(token.len());
    let mut in_digits = false;
    for character in token.chars() {
        let digit = character.is_ascii_digit();
        if !digit {
            folded.push(character);
        } else if !in_digits {
            folded.push('#');
        }
        in_digits = digit;
    }
    folded
}

fn readable(tree: &Tree<'_>, element: NodeId) -> String {
    let mut segments: Vec<String> = std::iter::successors(Some(element), |&at| tree.parent(at))
        .filter(|&at| tree.kind(at).is_element())
        .map(|at| class_segment(tree, at))
        .collect();
    segments.reverse();
    segments.join("/")
}
