//! Single linkage at a threshold: groups are the connected components of "at least so similar" (the papers' chaining).
//!
//! Rows of the table of pairs are worked on in rounds. Two items that are connected already are not compared, so the
//! more there is to group, the less is compared; the groups are the same in any order.

use std::collections::HashSet;

use super::Metric;
use super::search::in_shares;
use crate::groups::Components;

/// Rows of one round: enough for all threads, few enough that later rounds profit from earlier ones.
const ROUND: usize = 512;

/// The number of each item's group, for items 0 to `count`.
pub fn linked<M: Metric>(metric: &M, count: usize, threshold: f64, jobs: usize) -> Vec<usize> {
    let mut components = Components::default();
    (0..count).for_each(|_| _ = components.add());
    let rows: Vec<usize> = (0..count).collect();
    for round in rows.chunks(ROUND) {
        let stands_for: Vec<usize> = (0..count).map(|item| components.find(item)).collect();
        let links = in_shares(round, jobs, |row, scratch| links(metric, row, threshold, &stands_for, scratch));
        for (&row, others) in round.iter().zip(links) {
            others.into_iter().for_each(|other| components.join(row, other));
        }
    }
    components.numbers()
}

/// Earlier items that a row is similar enough to, one of each component that it is not connected with yet.
fn links<M: Metric>(
    metric: &M,
    row: usize,
    threshold: f64,
    stands_for: &[usize],
    scratch: &mut M::Scratch,
) -> Vec<usize> {
    let mut joined = HashSet::from([stands_for[row]]);
    let mut links = Vec::new();
    for (other, standing) in stands_for[..row].iter().enumerate() {
        let hope = || metric.similarity(row, other, metric.at_least(row, other));
        if joined.contains(standing) || hope() < threshold {
            continue;
        }
        let Some(most) = metric.reach(row, other, threshold) else { continue };
        if metric.is_within(row, other, most, scratch) {
            joined.insert(*standing);
            links.push(other);
        }
    }
    links
}
