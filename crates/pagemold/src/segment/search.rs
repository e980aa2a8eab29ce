//! The pages of a segment nearest to a query: candidates by bands, then exact similarities.

use super::Settings;
use super::bag::{Bag, Extent, Measure, compare};
use super::open::Segment;
use super::postings::{Band, key, shortened, slot_bits};
use crate::features::weighted_minhash::WeightedMinHash;
use crate::{Error, Result};

/// A page as a question: its bag, and the keys of its bands.
pub struct Query {
    bag: Bag,
    extent: Extent,
    settings: Settings,
    keys: Vec<u64>,
}

impl Query {
    /// A question to segments with these settings; `family` is theirs.
    pub fn new(bag: Bag, settings: Settings, family: &WeightedMinHash) -> Query {
        let keys = settings.bands.keys(&family.signature(&bag)).map(key).collect();
        Query { extent: Extent::of(&bag), bag, settings, keys }
    }
}

/// How far a search goes: it decides what is missed, never what is said about a page that is found.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Neighbours to look at in each band, on either side.
    pub window: u64,
    /// Candidates to compare exactly, those first that share most.
    pub candidates: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { window: 1024, candidates: 512 }
    }
}

impl Effort {
    /// Every page that shares a band with the query is compared.
    pub const EVERYTHING: Effort = Effort { window: u64::MAX, candidates: usize::MAX };
}

/// A page and how alike it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its number in the segment.
    pub page: u32,
    /// Between 0 and 1.
    pub score: f64,
}

impl Segment {
    /// The `most` nearest pages, nearest first, then by number.
    pub fn nearest(&self, query: &Query, most: usize, measure: Measure, effort: Effort) -> Result<Vec<Hit>> {
        if query.settings != self.settings() {
            return Err(Error::Argument("the segments of a collection have different settings".to_owned()));
        }
        let codes = self.codes(&query.bag);
        let (mut scored, mut bytes) = (Vec::new(), Vec::new());
        for bag in self.candidates(query, effort)? {
            self.packed(bag, &mut bytes)?;
            let (extent, common) = compare(&codes, &bytes).ok_or_else(|| self.damaged_bag())?;
            scored.push((measure.similarity(&query.extent, &extent, &common), bag));
        }
        scored.sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        self.pages_of(&scored, most)
    }

    /// Bags become pages. Bags of equal score are opened together, so that their pages come by number.
    fn pages_of(&self, scored: &[(f64, u32)], most: usize) -> Result<Vec<Hit>> {
        let mut hits = Vec::new();
        for equal in scored.chunk_by(|one, other| one.0 == other.0) {
            let score = equal[0].0;
            let mut pages = Vec::new();
            for &(_, bag) in equal {
                pages.extend(self.pages_with(bag, most)?);
            }
            pages.sort_unstable();
            hits.extend(pages.into_iter().take(most - hits.len()).map(|page| Hit { page, score }));
            if hits.len() >= most {
                break;
            }
        }
        Ok(hits)
    }

    /// Bags that share a band with the query; where there are more than the effort allows, those that share most.
    fn candidates(&self, query: &Query, effort: Effort) -> Result<Vec<u32>> {
        let bags = self.bags();
        let slot_bits = slot_bits(bags as usize);
        let mut counter = self.counters.take(bags as usize);
        for (&part, &key) in self.bands.iter().zip(&query.keys) {
            let band = Band { sections: &self.sections, part, bags, slot_bits };
            band.near(shortened(key, slot_bits), effort.window, |bag, levels| counter.count(bag, levels))?;
        }
        let mut found = counter.most(effort.candidates);
        self.counters.give_back(counter);
        found.sort_unstable();
        Ok(found)
    }
}
