//! What a page looks like, as numbers that can be compared.
//!
//! Takes the tag tokens and the element tree of a page. Gives a [`fingerprint`], sequences, sets and bags of 64-bit
//! hashes, and [`minhash`] signatures of the sets. Promises the same numbers on any machine: every hash is defined
//! here and nowhere else. Never looks at text, but for [`node_paths`].
//!
//! An item of a set is a sequence of labels (tag names, segments, class tokens). The hash of a label is its XXH3; the
//! hash of a sequence folds the hashes of its labels with [`extend`].

pub mod binary_branches;
pub mod class_paths;
pub mod class_set;
pub mod class_trie;
pub mod elements;
pub mod fingerprint;
mod generated;
pub mod head_marks;
pub mod head_tokens;
pub mod leaf_paths;
pub mod links;
pub mod minhash;
mod modules;
pub mod node_paths;
pub mod path_shingles;
pub mod pq_grams;
pub mod segment;
pub mod short_text;
mod sink;
pub mod structural_branches;
pub mod tag_counts;
pub mod tag_shingles;
pub mod volatile;
pub mod weighted_minhash;

pub(crate) use sink::Identity;
pub use sink::{Bag, NamedBag, Sink};

/// The hash of a sequence without labels.
pub const EMPTY: u64 = 0;

/// The hash of a sequence with one more label.
#[inline(always)]
pub fn extend(sequence: u64, label: u64) -> u64 {
    let mixed = (sequence ^ label).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

/// The hash of a sequence of labels, given by their hashes.
pub fn sequence(labels: impl IntoIterator<Item = u64>) -> u64 {
    labels.into_iter().fold(EMPTY, extend)
}
