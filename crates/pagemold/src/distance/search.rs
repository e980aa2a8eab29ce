//! What is asked of a measure: all pairs, the nearest known item, the least similarity inside a group.
//!
//! Items are given by their number among the distinct ones, so what is the same is compared once. A pair whose bound
//! settles the question is not compared at all.

use std::collections::HashMap;

use super::Metric;
use crate::{Error, Result, parallel};

/// Items that serve as landmarks when the widest pair of a group is looked for.
const LANDMARKS: usize = 6;
/// Shares of the work for each thread: more are fairer, fewer keep a thread's scratch longer.
const SHARES: usize = 8;

/// Whom to look for among known items.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The group of each known item.
    pub groups: &'a [u32],
    /// For each group, how similar an item must be to one of the group to count.
    pub thresholds: &'a [f64],
    /// Whether the best item of another group is wanted too.
    pub runner_up: bool,
    /// Whether all groups are wanted that a query is similar enough to.
    pub every: bool,
}

impl<'a> Question<'a> {
    /// A question about `known` items, or what is wrong with it.
    pub fn new(
        groups: &'a [u32],
        thresholds: &'a [f64],
        known: usize,
        runner_up: bool,
        every: bool,
    ) -> Result<Question<'a>> {
        check_groups(groups, known, thresholds.len())?;
        Ok(Question { groups, thresholds, runner_up, every })
    }
}

/// Each item needs a group, and each group a place.
pub(super) fn check_groups(groups: &[u32], items: usize, count: usize) -> Result<()> {
    if groups.len() != items || groups.iter().any(|&group| group as usize >= count) {
        return Err(Error::Argument("groups: not one known group for each item".to_owned()));
    }
    Ok(())
}

/// A known item and how similar it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The first of the known items that are alike.
    pub known: usize,
    /// Its group.
    pub group: u32,
    /// How similar it is to the query.
    pub similarity: f64,
}

/// The answer for one query. Equal similarities go to the smaller number of the group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nearest {
    /// The most similar item.
    pub best: Option<Hit>,
    /// The most similar item of another group.
    pub second: Option<Hit>,
    /// The groups that count, ascending, if they were asked for.
    pub reached: Vec<u32>,
}

/// The similarity of each left item to each right one, a row a left item.
pub fn matrix<M: Metric>(metric: &M, left: &[usize], right: &[usize], jobs: usize) -> Vec<f64> {
    let (rows, row_of) = numbered(left);
    let (columns, column_of) = numbered(right);
    let cells = in_shares(&rows, jobs, |row, scratch| {
        let cell = |&column: &usize| {
            let distance = if row == column { 0 } else { metric.distance(row, column, u32::MAX, scratch) };
            metric.similarity(row, column, distance)
        };
        columns.iter().map(cell).collect::<Vec<f64>>()
    });
    row_of
        .iter()
        .flat_map(|&row| column_of.iter().map(move |&column| (row, column)))
        .map(|(r, c)| cells[r][c])
        .collect()
}

/// For each query the nearest known item among those similar enough to count.
pub fn nearest<M: Metric>(
    metric: &M,
    queries: &[usize],
    known: &[usize],
    question: &Question<'_>,
    jobs: usize,
) -> Vec<Nearest> {
    let candidates = candidates(known, question.groups);
    let (distinct, place) = numbered(queries);
    let answers = in_shares(&distinct, jobs, |query, scratch| ask(metric, query, &candidates, question, scratch));
    place.into_iter().map(|at| answers[at].clone()).collect()
}

/// Known items, each once for each of its groups.
struct Candidate {
    item: usize,
    group: u32,
    first: usize,
}

fn candidates(known: &[usize], groups: &[u32]) -> Vec<Candidate> {
    let mut seen = HashMap::new();
    let mut candidates = Vec::new();
    for (first, (&item, &group)) in known.iter().zip(groups).enumerate() {
        seen.entry((item, group)).or_insert_with(|| candidates.push(Candidate { item, group, first }));
    }
    candidates
}

/// One query: candidates by the best they could be, compared only while that could change the answer.
fn ask<M: Metric>(
    metric: &M,
    query: usize,
    candidates: &[Candidate],
    question: &Question<'_>,
    scratch: &mut M::Scratch,
) -> Nearest {
    let mut hopes: Vec<(f64, &Candidate)> = Vec::new();
    for candidate in candidates {
        let at_least = if candidate.item == query { 0 } else { metric.at_least(query, candidate.item) };
        let hope = metric.similarity(query, candidate.item, at_least);
        if hope >= question.thresholds[candidate.group as usize] {
            hopes.push((hope, candidate));
        }
    }
    hopes.sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then(one.1.first.cmp(&other.1.first)));
    let mut answer = Standing::new(question);
    for (hope, candidate) in hopes {
        let Some(wanted) = answer.wanted(hope, candidate) else { continue };
        let Some(most) = metric.reach(query, candidate.item, wanted) else { continue };
        let distance = if candidate.item == query { 0 } else { metric.distance(query, candidate.item, most, scratch) };
        if distance <= most {
            let similarity = metric.similarity(query, candidate.item, distance);
            answer.take(Hit { known: candidate.first, group: candidate.group, similarity });
        }
    }
    answer.nearest(question)
}

/// The answer so far.
struct Standing<'a> {
    thresholds: &'a [f64],
    every: bool,
    runner_up: bool,
    reached: Vec<bool>,
    best: Option<Hit>,
    second: Option<Hit>,
}

impl<'a> Standing<'a> {
    fn new(question: &Question<'a>) -> Self {
        let &Question { thresholds, every, runner_up, .. } = question;
        Standing { thresholds, every, runner_up, reached: vec![false; thresholds.len()], best: None, second: None }
    }

    /// How similar a candidate must be to matter; none if it cannot.
    fn wanted(&self, hope: f64, candidate: &Candidate) -> Option<f64> {
        let threshold = self.thresholds[candidate.group as usize];
        if self.every && !self.reached[candidate.group as usize] {
            return Some(threshold);
        }
        let to_beat = match self.best {
            // An item of the best group matters only if it is better still.
            Some(best) if !self.runner_up || best.group == candidate.group => best.similarity,
            _ => self.second.map_or(0.0, |second| second.similarity),
        };
        (hope >= to_beat).then_some(to_beat.max(threshold))
    }

    fn take(&mut self, hit: Hit) {
        self.reached[hit.group as usize] = true;
        if self.best.is_none_or(|best| before(&hit, &best)) {
            let old = self.best.replace(hit);
            if let Some(old) = old.filter(|old| old.group != hit.group) {
                self.second = Some(old);
            }
        } else if self.best.is_some_and(|best| best.group != hit.group)
            && self.second.is_none_or(|second| before(&hit, &second))
        {
            self.second = Some(hit);
        }
    }

    fn nearest(self, question: &Question<'_>) -> Nearest {
        let reached = (0..).zip(self.reached).filter(|&(_, reached)| reached && question.every);
        Nearest {
            best: self.best,
            second: self.second.filter(|_| question.runner_up),
            reached: reached.map(|(group, _)| group).collect(),
        }
    }
}

/// Whether a hit is the better one, whatever order they come in.
fn before(one: &Hit, other: &Hit) -> bool {
    let order = other.similarity.total_cmp(&one.similarity);
    order.then(one.group.cmp(&other.group)).then(one.known.cmp(&other.known)).is_lt()
}

/// The least similarity of two items inside each group; 1 where there are no two.
pub fn least<M: Metric>(metric: &M, items: &[usize], groups: &[u32], count: usize, jobs: usize) -> Vec<f64> {
    let mut members = vec![Vec::new(); count];
    for (&item, &group) in items.iter().zip(groups) {
        members[group as usize].push(item);
    }
    members.iter_mut().for_each(|items| {
        items.sort_unstable();
        items.dedup();
    });
    parallel::map(&members, parallel::available_jobs(jobs), 1, |items| widest(metric, items))
}

/// Two items and the bounds of their similarity.
struct Pair {
    one: usize,
    other: usize,
    at_least: f64,
    at_most: f64,
}

/// The similarity of the two items that are least alike.
///
/// The pair that can be least alike is compared first; after that only pairs that are not known to be more alike.
/// Where many are left, landmarks bound their distances from above by the triangle inequality.
fn widest<M: Metric>(metric: &M, items: &[usize]) -> f64 {
    let mut scratch = M::Scratch::default();
    let mut pairs = pairs(metric, items);
    let Some(first) = pairs.iter().min_by(|one, other| one.at_most.total_cmp(&other.at_most)) else { return 1.0 };
    let (one, other) = (items[first.one], items[first.other]);
    let mut least = metric.similarity(one, other, metric.distance(one, other, u32::MAX, &mut scratch));
    pairs.retain(|pair| pair.at_least < least);
    for _ in 0..LANDMARKS {
        if M::TELLS_WITHIN || pairs.len() < 2 * items.len() {
            break;
        }
        least = least.min(narrow(metric, items, &mut pairs, &mut scratch));
        pairs.retain(|pair| pair.at_least < least);
    }
    pairs.sort_by(|one, other| one.at_most.total_cmp(&other.at_most));
    for pair in pairs {
        let (one, other) = (items[pair.one], items[pair.other]);
        let closer = metric.reach(one, other, least).filter(|_| M::TELLS_WITHIN);
        if pair.at_least >= least || closer.is_some_and(|most| metric.is_within(one, other, most, &mut scratch)) {
            continue;
        }
        let distance = metric.distance(one, other, u32::MAX, &mut scratch);
        least = least.min(metric.similarity(one, other, distance));
    }
    least
}

/// Takes the item with most open pairs as a landmark: compares it with all others and narrows the bounds of all pairs.
/// Gives the least similarity met.
fn narrow<M: Metric>(metric: &M, items: &[usize], pairs: &mut Vec<Pair>, scratch: &mut M::Scratch) -> f64 {
    let mut open = vec![0_usize; items.len()];
    for pair in pairs.iter() {
        open[pair.one] += 1;
        open[pair.other] += 1;
    }
    let landmark = (0..items.len()).max_by_key(|&at| (open[at], std::cmp::Reverse(at))).unwrap_or(0);
    let mark = items[landmark];
    let mut distance = |item| if item == mark { 0 } else { metric.distance(mark, item, u32::MAX, scratch) };
    let distances: Vec<u32> = items.iter().map(|&item| distance(item)).collect();
    pairs.retain(|pair| pair.one != landmark && pair.other != landmark);
    for pair in pairs {
        let around = distances[pair.one].saturating_add(distances[pair.other]);
        pair.at_least = pair.at_least.max(metric.similarity(items[pair.one], items[pair.other], around));
    }
    let similarities = items.iter().zip(distances).map(|(&item, distance)| metric.similarity(mark, item, distance));
    similarities.fold(1.0, f64::min)
}

/// All pairs with their cheap bounds.
fn pairs<M: Metric>(metric: &M, items: &[usize]) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(items.len() * items.len() / 2);
    for one in 0..items.len() {
        for other in one + 1..items.len() {
            let similarity = |distance| metric.similarity(items[one], items[other], distance);
            let at_least = similarity(metric.at_most(items[one], items[other]));
            let at_most = similarity(metric.at_least(items[one], items[other]));
            pairs.push(Pair { one, other, at_least, at_most });
        }
    }
    pairs
}

/// Different items in the order of first appearance, and the place of each given one among them.
fn numbered(items: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut known = HashMap::new();
    let mut distinct = Vec::new();
    let places = items
        .iter()
        .map(|&item| {
            *known.entry(item).or_insert_with(|| {
                distinct.push(item);
                distinct.len() - 1
            })
        })
        .collect();
    (distinct, places)
}

/// `work` on each item, in shares that keep their scratch.
pub(super) fn in_shares<S: Default, T: Send>(
    items: &[usize],
    jobs: usize,
    work: impl Fn(usize, &mut S) -> T + Sync,
) -> Vec<T> {
    let jobs = parallel::available_jobs(jobs);
    let shares: Vec<&[usize]> = items.chunks(items.len().div_ceil(jobs * SHARES).max(1)).collect();
    let results = parallel::map(&shares, jobs, 1, |share| {
        let mut scratch = S::default();
        share.iter().map(|&item| work(item, &mut scratch)).collect::<Vec<T>>()
    });
    results.into_iter().flatten().collect()
}
