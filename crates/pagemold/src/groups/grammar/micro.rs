//! Micro-groups: nearly equal pages first, so that the costly merging starts from few groups.
//!
//! Leader clustering: pages in an order of their own (most copies first, then by content), each joins the most similar
//! leader or becomes one. Leaders are found by LSH, so no page is compared with all.

use std::cmp::Reverse;

use super::buckets::{Buckets, bands};
use super::corpus::Corpus;
use super::signature::{PLACES, Signature, similarity, whole};

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
    let key = |set: u32| (Reverse(corpus.copies[set as usize]), corpus.set(set).len() as u32, set);
    let mut order: Vec<(Reverse<u32>, u32, u32)> = (0..corpus.len() as u32).map(key).collect();
    order.sort_unstable();
    let mut buckets = Buckets::<{ PLACES / ROWS }, LOOKS>::default();
    let mut members: Vec<Vec<u32>> = Vec::new();
    let mut wholes: Vec<f64> = Vec::new();
    let mut near: Vec<u32> = Vec::new();
    for (_, _, set) in order {
        let bands = bands(&signatures[set as usize]);
        buckets.look(&bands, &mut near);
        let here = whole(corpus.set(set), weights);
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
        buckets.add(&bands);
        members.push(vec![set]);
        wholes.push(here);
    }
    Micro { members }
}

/// Sums of the same numbers in another order differ by less than this share.
const ROUNDING: f64 = 1e-6;
