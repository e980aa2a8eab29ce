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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::format::sealed;
    use super::{Bag, Builder, Effort, Measure, Query, Segment, Settings};
    use crate::features::extend;
    use crate::index::Bands;

    const SETTINGS: Settings = Settings { bands: Bands { bands: 8, rows: 2 }, seed: 1 };

    /// Three clusters of some pages each.
    fn bags() -> Vec<Bag> {
        let bag = |page: u64| {
            let own = (0..20).map(|item| (extend(page % 3, item), 1 + (item * page % 7) as u32));
            let mut bag: Bag = own.chain([(extend(9, page), 1)]).collect();
            bag.sort_unstable();
            bag.dedup_by_key(|item| item.0);
            bag
        };
        (0..30).map(bag).collect()
    }

    fn file() -> Vec<u8> {
        let path = std::env::temp_dir().join(format!("pagemold-segment-{}", std::process::id()));
        let mut builder = Builder::new(SETTINGS);
        builder.push(&bags(), 1).unwrap();
        builder.write(&path, 1).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        bytes
    }

    /// Everything that can be asked; errors are answers too.
    fn ask(bytes: Vec<u8>) -> Option<()> {
        let segment = Segment::over(Path::new("damaged"), Box::new(bytes)).ok()?;
        let family = SETTINGS.family();
        for measure in [Measure::Cosine, Measure::Jaccard] {
            for bag in bags().into_iter().step_by(7) {
                let query = Query::new(bag, SETTINGS, &family);
                segment.nearest(&query, 9, measure, Effort::EVERYTHING).ok()?;
            }
        }
        (0..segment.pages() as u32).try_for_each(|page| segment.page(page).ok().map(|_| ()))
    }

    #[test]
    fn a_file_that_lies_under_right_checksums_is_no_panic() {
        let whole = file();
        assert_eq!(ask(whole.clone()), Some(()));
        assert_eq!(sealed(whole.clone()), whole);
        let (mut chance, mut believed) = (1, 0);
        for round in 0..4_000 {
            chance = extend(chance, round);
            let mut bytes = whole.clone();
            let (place, width) = ((chance % whole.len() as u64) as usize, 1 + (chance >> 60) as usize % 8);
            bytes[place..].iter_mut().take(width).for_each(|byte| *byte = (chance >> 32) as u8);
            if bytes[12..16] == whole[12..16] {
                believed += usize::from(ask(sealed(bytes)).is_some());
            }
        }
        assert!(believed > 400, "{believed}: most rounds got no further than the header");
    }
}
