//! Micro-groups: nearly equal pages first, so that the costly merging starts from few groups.
//!
//! Leader clustering: pages in an order of their own (most copies first, then by content), each joins the most similar
//! leader or becomes one. Leaders are found by LSH, so no page is compared with all.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::corpus::Corpus;
use super::signature::{PLACES, Signature, similarity};
use crate::features::{EMPTY, Identity, extend};

/// Weighted Jaccard similarity from which pages are nearly equal.
const NEAR: f64 = 0.86;
/// Rows of an LSH band.
const ROWS: usize = 4;
/// Leaders looked at in one bucket.
const LOOKS: usize = 8;

/// Distinct pages in micro-groups, each with its leader.
pub struct Micro {
    /// The members of each micro-group, the leader first.
    pub members: Vec<Vec<u32>>,
}

/// Groups nearly equal pages.
pub fn micro_groups(corpus: &Corpus, signatures: &[Signature], weights: &[f32]) -> Micro {
    let mut order: Vec<u32> = (0..corpus.len() as u32).collect();
    order.sort_by_key(|&set| (std::cmp::Reverse(corpus.copies[set as usize]), corpus.set(set).len(), set));
    let whole = |set: u32| corpus.set(set).iter().map(|&path| f64::from(weights[path as usize])).sum::<f64>();
    let mut buckets = Buckets::default();
    let mut members: Vec<Vec<u32>> = Vec::new();
    let mut wholes: Vec<f64> = Vec::new();
    let mut near: Vec<u32> = Vec::new();
    for set in order {
        let bands = bands(&signatures[set as usize]);
        near.clear();
        bands.iter().enumerate().for_each(|(band, &hash)| buckets.look(band, hash, &mut near));
        near.sort_unstable();
        near.dedup();
        let here = whole(set);
        let mut best = (NEAR, None);
        for &group in &near {
            let there = wholes[group as usize];
            // No more can be shared than the smaller one has.
            if here > 0.0 && there > 0.0 && here.min(there) < (best.0 - ROUNDING) * here.max(there) {
                continue;
            }
            let likeness = similarity(corpus.set(set), corpus.set(members[group as usize][0]), weights);
            if likeness > best.0 || (likeness == NEAR && best.1.is_none()) {
                best = (likeness, Some(group));
            }
        }
        if let Some(group) = best.1 {
            members[group as usize].push(set);
            continue;
        }
        buckets.add(&bands, members.len() as u32);
        members.push(vec![set]);
        wholes.push(here);
    }
    Micro { members }
}

/// Sums of the same numbers in another order differ by less than this share.
const ROUNDING: f64 = 1e-6;
const BANDS: usize = PLACES / ROWS;
const END: u32 = u32::MAX;

/// A hash of each band of a signature, which also says which band it is.
fn bands(signature: &Signature) -> [u64; BANDS] {
    std::array::from_fn(|band| {
        let rows = &signature[band * ROWS..(band + 1) * ROWS];
        rows.iter().fold(extend(EMPTY, band as u64), |hash, &row| extend(hash, u64::from(row)))
    })
}

/// Leaders by the bands of their signatures: for each band the first few that have it, in a chain.
#[derive(Default)]
struct Buckets {
    first: HashMap<u64, u32, BuildHasherDefault<Identity>>,
    next: Vec<[u32; BANDS]>,
}

impl Buckets {
    fn look(&self, band: usize, hash: u64, found: &mut Vec<u32>) {
        let mut leader = self.first.get(&hash).copied().unwrap_or(END);
        while leader != END {
            found.push(leader);
            leader = self.next[leader as usize][band];
        }
    }

    fn add(&mut self, bands: &[u64; BANDS], leader: u32) {
        self.next.push([END; BANDS]);
        for (band, &hash) in bands.iter().enumerate() {
            let mut last = *self.first.entry(hash).or_insert(leader);
            let mut length = 1;
            while last != leader && length < LOOKS && self.next[last as usize][band] != END {
                last = self.next[last as usize][band];
                length += 1;
            }
            if last != leader && length < LOOKS {
                self.next[last as usize][band] = leader;
            }
        }
    }
}
