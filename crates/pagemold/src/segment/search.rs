//! The pages of a segment nearest to a query: candidates by bands, then exact similarities.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
    /// Candidates to compare exactly at most, those first that share most.
    pub candidates: usize,
    /// So many in a row that are not among the nearest end the search.
    pub patience: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { window: 2048, candidates: 4096, patience: 256 }
    }
}

impl Effort {
    /// Every page that shares a band with the query is compared.
    pub const EVERYTHING: Effort = Effort { window: u64::MAX, candidates: usize::MAX, patience: usize::MAX };
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
        let mut nearest = Nearest::new(most, effort.patience);
        for bag in self.candidates(query, effort)? {
            self.packed(bag, &mut bytes)?;
            let (extent, common) = compare(&codes, &bytes).ok_or_else(|| self.damaged_bag())?;
            let score = measure.similarity(&query.extent, &extent, &common);
            scored.push((score, bag));
            if nearest.is_enough(score) {
                break;
            }
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

    /// Bags that share a band with the query; those that share most come first.
    fn candidates(&self, query: &Query, effort: Effort) -> Result<Vec<u32>> {
        let bags = self.bags();
        let slot_bits = slot_bits(bags as usize);
        let mut counter = self.counters.take(bags as usize);
        for (&part, &key) in self.bands.iter().zip(&query.keys) {
            let band = Band { sections: &self.sections, part, bags, slot_bits };
            band.near(shortened(key, slot_bits), effort.window, |bag, levels| counter.count(bag, levels))?;
        }
        let found = counter.most(effort.candidates);
        self.counters.give_back(counter);
        Ok(found)
    }
}

/// The best scores so far, and how long none of them has changed.
struct Nearest {
    /// Scores as bits, whose order is that of positive numbers; the least on top.
    best: BinaryHeap<Reverse<u64>>,
    most: usize,
    patience: usize,
    waited: usize,
}

impl Nearest {
    fn new(most: usize, patience: usize) -> Nearest {
        Nearest { best: BinaryHeap::new(), most, patience: patience.max(most.saturating_mul(2)), waited: 0 }
    }

    /// Takes one more score; whether looking further is not worth it.
    fn is_enough(&mut self, score: f64) -> bool {
        let score = Reverse(score.to_bits());
        self.waited += 1;
        if self.best.len() < self.most {
            self.best.push(score);
            self.waited = 0;
        } else if self.best.peek().is_some_and(|least| score < *least) {
            self.best.pop();
            self.best.push(score);
            self.waited = 0;
        }
        self.waited >= self.patience
    }
}
