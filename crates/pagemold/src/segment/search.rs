//! The pages of a segment nearest to a query: clusters by bands, then exact similarities of their members.
//!
//! Angles are a metric, so a member whose angle to its centre is a, in a cluster whose centre is an angle b from the
//! query, is at least |a - b| from the query: most members of most clusters need not be looked at.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Settings;
use super::bag::{Bag, Measure, angle, cosine, jaccard, squares};
use super::open::Segment;
use super::postings::{Band, key, shortened, slot_bits};
use super::scratch::Scratch;
use crate::features::weighted_minhash::WeightedMinHash;
use crate::{Error, Result};

/// Angles are stored rounded; so much is added to a bound.
const MARGIN: f64 = 1e-5;
/// Bags that are compared by another measure than the cosine: the nearest by cosine, at least so many.
const POOL: usize = 1_024;
/// Members that are compared before the bound is looked at again.
const AT_ONCE: usize = 64;
/// What the last digits of a cosine may be off by.
const ROUNDING: f64 = 1e-12;
/// Products of counts below this can be summed up as whole numbers.
const SMALL_COUNT: u32 = 1 << 16;

/// A page as a question: its bag, and the keys of its bands.
pub struct Query {
    bag: Bag,
    squares: f64,
    settings: Settings,
    keys: Vec<u64>,
}

impl Query {
    /// A question to segments with these settings; `family` is theirs.
    pub fn new(bag: Bag, settings: Settings, family: &WeightedMinHash) -> Query {
        let keys = settings.bands.keys(&family.signature(&bag)).map(key).collect();
        Query { squares: squares(&bag), bag, settings, keys }
    }
}

/// How far a search goes: it decides what is missed, never what is said about a page that is found.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Neighbours to look at in each band, on either side.
    pub window: u64,
    /// Centres to compare exactly at most, those that share most.
    pub candidates: usize,
    /// Members to compare exactly at most, those of the nearest centres first.
    pub members: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { window: 2048, candidates: 512, members: 65_536 }
    }
}

impl Effort {
    /// Every page of a cluster that shares a band with the query is compared.
    pub const EVERYTHING: Effort = Effort { window: u64::MAX, candidates: usize::MAX, members: usize::MAX };
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
        let pool = if measure == Measure::Cosine { most } else { most.max(POOL.min(effort.members)) };
        let mut scratch = self.scratches.take(self.clusters(), self.branches());
        let found = self.nearest_bags(query, pool, effort, &mut scratch);
        self.scratches.give_back(scratch);
        let mut scored = found?;
        if measure == Measure::Jaccard {
            for (score, bag) in &mut scored {
                *score = jaccard(&query.bag, &self.bag(*bag)?);
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

    /// The nearest bags by cosine, in no order, with their cosines.
    fn nearest_bags(
        &self,
        query: &Query,
        most: usize,
        effort: Effort,
        scratch: &mut Scratch,
    ) -> Result<Vec<(f64, u32)>> {
        let clusters = self.candidates(query, effort, scratch)?;
        let codes = self.codes(&query.bag);
        for &(code, count) in &codes {
            scratch.counts[code as usize] = count;
        }
        let found = self.compare(query, clusters, most, effort, &scratch.counts);
        for (code, _) in codes {
            scratch.counts[code as usize] = 0;
        }
        found
    }

    /// Clusters whose centre shares a band with the query: those that share most.
    fn candidates(&self, query: &Query, effort: Effort, scratch: &mut Scratch) -> Result<Vec<u32>> {
        let slot_bits = slot_bits(self.clusters());
        for (&part, &key) in self.bands.iter().zip(&query.keys) {
            let band = Band { sections: &self.sections, part, clusters: self.clusters() as u64, slot_bits };
            let found = band.near(shortened(key, slot_bits), effort.window, |it, levels| scratch.count(it, levels));
            if found.is_err() {
                scratch.most(0);
            }
            found?;
        }
        Ok(scratch.most(effort.candidates))
    }

    /// The nearest members of these clusters. `counts` are those of the query, by code.
    fn compare(
        &self,
        query: &Query,
        clusters: Vec<u32>,
        most: usize,
        effort: Effort,
        counts: &[u32],
    ) -> Result<Vec<(f64, u32)>> {
        let small = query.bag.iter().all(|item| item.1 < SMALL_COUNT);
        let mut near = Vec::with_capacity(clusters.len());
        for cluster in clusters {
            let items = self.centre(cluster as usize)?.map(|(code, count)| (count_of(counts, code), i64::from(count)));
            let products = sum_of_products(items, small);
            let squares = self.entry(cluster as usize).squares;
            near.push((angle(cosine(products, query.squares, squares)), products, cluster));
        }
        near.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.2.cmp(&other.2)));
        let (mut best, mut left) = (Best::new(most), effort.members);
        for (apart, products, cluster) in near {
            let cluster = cluster as usize;
            if apart - f64::from(self.entry(cluster).radius) > best.angle() + MARGIN || left == 0 {
                continue;
            }
            let (members, first) = (self.members(cluster)?, self.first_bag(cluster));
            let mut next = 0;
            loop {
                // What was found meanwhile narrows what is left to look at.
                let reach = best.angle() + MARGIN;
                let range = members.between(next, (apart - reach) as f32, (apart + reach) as f32);
                for member in range.clone().take(AT_ONCE.min(left)) {
                    let steps = members.steps(member).ok_or_else(|| self.damaged_bag())?;
                    let pairs = steps.map(|(code, step)| (count_of(counts, code), step));
                    let (products, squares) = (products + sum_of_products(pairs, small), members.squares(member));
                    if best.may_take(products, query.squares * squares) {
                        best.offer(cosine(products, query.squares, squares), first.wrapping_add(member as u32));
                    }
                }
                next = range.start.saturating_add(AT_ONCE.min(left));
                left -= range.len().min(AT_ONCE).min(left);
                if next >= range.end || left == 0 {
                    break;
                }
            }
        }
        Ok(best.heap.into_iter().map(|Reverse((score, Reverse(bag)))| (f64::from_bits(score), bag)).collect())
    }
}

#[inline]
fn count_of(counts: &[u32], code: u32) -> u32 {
    counts.get(code as usize).copied().unwrap_or(0)
}

/// The sum of products of counts, as whole numbers where these cannot overflow.
#[inline]
fn sum_of_products(pairs: impl Iterator<Item = (u32, i64)>, small: bool) -> f64 {
    if small {
        pairs.fold(0_i64, |sum, (one, other)| sum + i64::from(one) * other) as f64
    } else {
        pairs.map(|(one, other)| f64::from(one) * other as f64).sum()
    }
}

/// The best scores so far.
struct Best {
    /// Scores as bits, whose order is that of positive numbers; the least on top, of equal ones the later bag.
    heap: BinaryHeap<Reverse<(u64, Reverse<u32>)>>,
    most: usize,
    /// What the square of a cosine must come to; nothing as long as there is room.
    least: f64,
}

impl Best {
    fn new(most: usize) -> Best {
        Best { heap: BinaryHeap::new(), most, least: 0.0 }
    }

    /// Whether a bag with these products, and this product of the sums of squares, could be among the best; a look that
    /// is cheaper than the cosine.
    #[inline]
    fn may_take(&self, products: f64, squares: f64) -> bool {
        products * products >= self.least * squares
    }

    #[inline]
    fn offer(&mut self, score: f64, bag: u32) {
        let offered = Reverse((score.to_bits(), Reverse(bag)));
        if self.heap.len() < self.most {
            self.heap.push(offered);
        } else if let Some(mut least) = self.heap.peek_mut().filter(|least| offered < **least) {
            *least = offered;
        } else {
            return;
        }
        if let Some(least) = self.heap.peek().filter(|_| self.heap.len() >= self.most) {
            let score = f64::from_bits(least.0.0);
            self.least = score * score * (1.0 - ROUNDING);
        }
    }

    /// The angle that a bag must be within to count.
    fn angle(&self) -> f64 {
        match self.heap.peek() {
            Some(least) if self.heap.len() >= self.most => angle(f64::from_bits(least.0.0)),
            _ => std::f64::consts::PI,
        }
    }
}
