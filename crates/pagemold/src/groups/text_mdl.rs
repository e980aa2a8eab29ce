//! TEXT-MDL (Kim & Shim 2011): documents, each a set of essential paths, are merged while the description gets shorter.
//!
//! The paths of the documents, ME, are described as MT·MD + MA: the template of each cluster, the cluster of each
//! document, and what differs. A path belongs to a template if more than half of the documents have it. The cost of a
//! matrix is its size times the entropy of its symbols; that depends on a few totals only, so a pair of clusters is
//! judged by how much a merge would change them. Those changes are kept for all pairs, and worked out anew only for
//! the cluster that a merge made.

use super::mdl_cost::{Change, Lookup, Range, Totals};
use crate::parallel::{available_jobs, map};

/// Costs must fall by more than rounding could make them.
const LEAST_GAIN: f64 = 1e-6;

/// Documents with the same paths.
pub struct Alike<'a> {
    /// How many documents there are.
    pub documents: u32,
    /// Ascending numbers of their paths.
    pub paths: &'a [u64],
}

/// How clusters came about.
#[derive(Debug)]
pub struct Merging {
    /// The number of each input's cluster: that of the first input in it.
    pub labels: Vec<usize>,
    /// The bits for MT, MD and MA: before the first merge, and after each.
    pub costs: Vec<[f64; 3]>,
    /// The clusters of each merge; the first one goes on.
    pub merges: Vec<(usize, usize)>,
}

#[derive(Clone)]
struct Cluster {
    documents: u32,
    /// Paths that several inputs have, ascending, and how many documents of the cluster have each.
    shared: Vec<(u64, u32)>,
    /// Paths that no other input has: how many documents have them, and how many such paths there are.
    own: Vec<(u32, u32)>,
    /// Its part of the totals.
    part: Change,
}

/// Merges the best pair while the cost falls. The result depends on the order of the inputs only where costs tie.
pub fn merge(inputs: &[Alike<'_>], jobs: usize) -> Merging {
    let jobs = available_jobs(jobs);
    let mut clusters = clusters(inputs);
    let mut totals = totals(inputs, &clusters);
    let mut changes = all_changes(&clusters, jobs);
    let mut range = Range::default();
    changes.iter().flatten().for_each(|&change| range.widen(change));
    let mut alive: Vec<usize> = (0..clusters.len()).collect();
    let mut merging = Merging { labels: alive.clone(), costs: vec![totals.cost()], merges: Vec::new() };
    while alive.len() > 1 {
        let (cost, one, other) = best(&Lookup::new(&totals, &range), &changes, &alive);
        if cost >= totals.cost().iter().sum::<f64>() - LEAST_GAIN {
            break;
        }
        totals.merge(changes[other][one]);
        clusters[one] = joined(&clusters[one], &clusters[other]);
        alive.retain(|&cluster| cluster != other);
        merging.labels.iter_mut().filter(|label| **label == other).for_each(|label| *label = one);
        merging.costs.push(totals.cost());
        merging.merges.push((one, other));
        let renewed = map(&alive, jobs, 64, |&at| change(&clusters[one], &clusters[at]));
        for (&at, change) in alive.iter().zip(renewed).filter(|&(&at, _)| at != one) {
            changes[at.max(one)][at.min(one)] = change;
            range.widen(change);
        }
    }
    merging
}

fn clusters(inputs: &[Alike<'_>]) -> Vec<Cluster> {
    let mut holders = std::collections::HashMap::<u64, u32>::new();
    inputs.iter().flat_map(|input| input.paths).for_each(|&path| *holders.entry(path).or_default() += 1);
    let cluster = |input: &Alike<'_>| {
        let shared: Vec<(u64, u32)> =
            input.paths.iter().filter(|path| holders[path] > 1).map(|&path| (path, input.documents)).collect();
        let own = vec![(input.documents, (input.paths.len() - shared.len()) as u32)];
        // Every document has every path of its template, and no other.
        let part = Change { template: input.paths.len() as i32, more: 0, less: 0 };
        Cluster { documents: input.documents, shared, own, part }
    };
    inputs.iter().map(cluster).collect()
}

fn totals(inputs: &[Alike<'_>], clusters: &[Cluster]) -> Totals {
    let mut paths: Vec<u64> = inputs.iter().flat_map(|input| input.paths.iter().copied()).collect();
    paths.sort_unstable();
    paths.dedup();
    Totals {
        paths: paths.len() as f64,
        documents: inputs.iter().map(|input| f64::from(input.documents)).sum(),
        clusters: clusters.len() as f64,
        sums: [clusters.iter().map(|cluster| i64::from(cluster.part.template)).sum(), 0, 0],
    }
}

fn all_changes(clusters: &[Cluster], jobs: usize) -> Vec<Vec<Change>> {
    let numbers: Vec<usize> = (0..clusters.len()).collect();
    map(&numbers, jobs, 8, |&one| (0..one).map(|other| change(&clusters[one], &clusters[other])).collect())
}

/// The pair whose merge costs least, the earlier one of equal pairs; its cost, and its clusters in order.
fn best(lookup: &Lookup, changes: &[Vec<Change>], alive: &[usize]) -> (f64, usize, usize) {
    let mut best = (f64::INFINITY, usize::MAX, usize::MAX);
    for (place, &one) in alive.iter().enumerate() {
        for &other in &alive[..place] {
            let cost = lookup.cost(changes[one][other]);
            if cost < best.0 || (cost == best.0 && (other, one) < (best.1, best.2)) {
                best = (cost, other, one);
            }
        }
    }
    best
}

/// What a merge of two clusters changes in the totals.
fn change(one: &Cluster, other: &Cluster) -> Change {
    let documents = one.documents + other.documents;
    let mut part = Change::default();
    for &(support, paths) in one.own.iter().chain(&other.own) {
        part = part + Change::of_paths(support, documents) * paths as i32;
    }
    each_support(&one.shared, &other.shared, |_, support| part = part + Change::of_paths(support, documents));
    part - one.part - other.part
}

fn joined(one: &Cluster, other: &Cluster) -> Cluster {
    let part = change(one, other) + one.part + other.part;
    let mut shared = Vec::with_capacity(one.shared.len() + other.shared.len());
    each_support(&one.shared, &other.shared, |path, support| shared.push((path, support)));
    let mut own = one.own.clone();
    for &(support, paths) in &other.own {
        match own.iter_mut().find(|(known, _)| *known == support) {
            Some((_, count)) => *count += paths,
            None => own.push((support, paths)),
        }
    }
    Cluster { documents: one.documents + other.documents, shared, own, part }
}

/// Each path of either list, and how many documents of both have it.
#[inline]
fn each_support(one: &[(u64, u32)], other: &[(u64, u32)], mut found: impl FnMut(u64, u32)) {
    let (mut a, mut b) = (0, 0);
    while a < one.len() && b < other.len() {
        let (x, y) = (one[a], other[b]);
        let support = if x.0 <= y.0 { x.1 } else { 0 } + if y.0 <= x.0 { y.1 } else { 0 };
        found(x.0.min(y.0), support);
        a += usize::from(x.0 <= y.0);
        b += usize::from(y.0 <= x.0);
    }
    one[a..].iter().chain(&other[b..]).for_each(|&(path, support)| found(path, support));
}
