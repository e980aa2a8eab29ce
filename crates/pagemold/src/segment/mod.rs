//! Segments: immutable files that hold the bags of many pages and find the nearest of a query.
//!
//! Takes the binary branches of pages with their counts. Gives one checksummed file, and from it the pages nearest to
//! a query by exact cosine or Jaccard. Promises a typed error for a file that was cut, flipped or made by a newer
//! version. Never looks at more of it than a query needs, never allocates by an unchecked length. It does not map
//! files itself: whoever opens a segment may hand over its bytes mapped.
//!
//! docs/collection.md describes the format. Pages with equal bags, as the same template often gives, are stored once;
//! nearly equal bags lie together, each as its difference from a common centre.

mod bag;
mod build;
mod cluster;
mod format;
mod leaders;
mod open;
mod postings;
mod scratch;
mod search;

pub use bag::{Bag, Measure};
pub use build::Builder;
pub use format::{Memory, VERSION};
pub use open::Segment;
pub use search::{Effort, Hit, Query};

use crate::features::weighted_minhash::WeightedMinHash;
use crate::index::Bands;

/// How signatures are made and cut: equal for all segments of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How signatures are cut.
    pub bands: Bands,
    /// Where signatures come from.
    pub seed: u64,
}

impl Settings {
    /// The functions that make signatures.
    pub fn family(&self) -> WeightedMinHash {
        WeightedMinHash::new(self.bands.places(), self.seed)
    }
}
