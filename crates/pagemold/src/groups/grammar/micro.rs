//! Micro-groups: nearly equal pages first, so that the costly merging starts from few groups.
//!
//! Leader clustering: pages in an order of their own (most copies first, then by content), each joins the most similar
//! leader or becomes one. Leaders are found by LSH, so no page is compared with all.

use std::collections::HashMap;

use super::corpus::Corpus;
use super::signature::{PLACES, Signature, similarity};

/// Weighted Jaccard similarity from which pages are nearly equal.
const NEAR: f64 = 0.85;
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
    let mut buckets: Vec<HashMap<&[u32], Vec<u32>>> = vec![HashMap::new(); PLACES / ROWS];
    let mut members: Vec<Vec<u32>> = Vec::new();
    for set in order {
        let bands = signatures[set as usize].chunks(ROWS);
        let mut near: Vec<u32> = Vec::new();
        for (band, bucket) in bands.clone().zip(&buckets) {
            near.extend(bucket.get(band).into_iter().flatten().take(LOOKS));
        }
        near.sort_unstable();
        near.dedup();
        let mut best = (NEAR, None);
        for group in near {
            let likeness = similarity(corpus.set(set), corpus.set(members[group as usize][0]), weights);
            if likeness > best.0 || (likeness == NEAR && best.1.is_none()) {
                best = (likeness, Some(group));
            }
        }
        if let Some(group) = best.1 {
            members[group as usize].push(set);
            continue;
        }
        for (band, bucket) in bands.zip(&mut buckets) {
            bucket.entry(band).or_default().push(members.len() as u32);
        }
        members.push(vec![set]);
    }
    Micro { members }
}
