//! Best-first merging: the pair that saves most bits for each page of its smaller side, while anything is saved.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::bits::{Model, Scratch};
use super::counts::Counts;

/// Bits are compared in steps of 1/1024, so that a sum's last digit decides nothing.
const STEPS: f64 = 1024.0;
/// Neighbours that a merged group keeps: those that promise most. It bounds the work of a merge.
const NEIGHBOURS: usize = 48;

/// Two groups that became one. Groups are numbered on: the first merge makes group number `start.len()`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Merge {
    /// The groups joined.
    pub groups: (u32, u32),
    /// Bits saved for each page of the smaller side.
    pub saved: f64,
}

/// Merges groups among candidate pairs down to `least` bits a page; gives the merges in order.
pub fn merge(model: &Model<'_>, start: Vec<Counts>, pairs: &[(u32, u32)], least: f64) -> Vec<Merge> {
    let mut state = State::new(model, start);
    for &(one, two) in pairs {
        state.offer(one, two, least);
    }
    let mut merges = Vec::new();
    while let Some((score, Reverse((one, two)))) = state.heap.pop() {
        if state.groups[one as usize].is_some() && state.groups[two as usize].is_some() {
            merges.push(Merge { groups: (one, two), saved: score as f64 / STEPS });
            state.join(one, two, least);
        }
    }
    merges
}

struct State<'m, 'c> {
    model: &'m Model<'c>,
    groups: Vec<Option<Counts>>,
    /// Each group's neighbours, with what joining them would save.
    near: Vec<BTreeMap<u32, i64>>,
    heap: BinaryHeap<(i64, Reverse<(u32, u32)>)>,
    scratch: Scratch,
}

impl<'m, 'c> State<'m, 'c> {
    fn new(model: &'m Model<'c>, start: Vec<Counts>) -> Self {
        State {
            model,
            near: vec![BTreeMap::new(); start.len()],
            groups: start.into_iter().map(Some).collect(),
            heap: BinaryHeap::new(),
            scratch: Scratch::new(model.corpus.paths()),
        }
    }

    fn offer(&mut self, one: u32, two: u32, least: f64) {
        if let (Some(a), Some(b)) = (&self.groups[one as usize], &self.groups[two as usize]) {
            let saved = self.model.saved(a, b, &mut self.scratch);
            let score = (saved / a.weight().min(b.weight()) * STEPS).round() as i64;
            self.near[one as usize].insert(two, score);
            self.near[two as usize].insert(one, score);
            if score as f64 > least * STEPS {
                self.heap.push((score, Reverse((one, two))));
            }
        }
    }

    fn join(&mut self, one: u32, two: u32, least: f64) {
        let (Some(a), Some(b)) = (self.groups[one as usize].take(), self.groups[two as usize].take()) else { return };
        let fresh = self.groups.len() as u32;
        self.groups.push(Some(a.join(&b)));
        self.near.push(BTreeMap::new());
        for other in self.around(one, two) {
            self.offer(other, fresh, least);
        }
    }

    /// The neighbours of two groups that become one, most promising first; the two are forgotten everywhere.
    fn around(&mut self, one: u32, two: u32) -> Vec<u32> {
        let mut scores = std::mem::take(&mut self.near[one as usize]);
        for (other, score) in std::mem::take(&mut self.near[two as usize]) {
            let best = scores.entry(other).or_insert(score);
            *best = score.max(*best);
        }
        scores.remove(&one);
        scores.remove(&two);
        for other in scores.keys() {
            self.near[*other as usize].remove(&one);
            self.near[*other as usize].remove(&two);
        }
        let mut ranked: Vec<(Reverse<i64>, u32)> =
            scores.into_iter().map(|(other, score)| (Reverse(score), other)).collect();
        ranked.sort_unstable();
        ranked.truncate(NEIGHBOURS);
        ranked.into_iter().map(|(_, other)| other).collect()
    }
}

/// The number of the group in which each starting group ends up, counted by first appearance, if only merges that save
/// at least `level`, and whose parts were made so, are kept.
pub fn cut(start: usize, merges: &[Merge], level: f64) -> Vec<u32> {
    let mut worst = vec![f64::INFINITY; start + merges.len()];
    let mut top: Vec<u32> = (0..(start + merges.len()) as u32).collect();
    for (place, merge) in merges.iter().enumerate() {
        let (one, two) = (merge.groups.0 as usize, merge.groups.1 as usize);
        worst[start + place] = merge.saved.min(worst[one]).min(worst[two]);
    }
    for (place, merge) in merges.iter().enumerate().rev() {
        if worst[start + place] > level {
            top[merge.groups.0 as usize] = top[start + place];
            top[merge.groups.1 as usize] = top[start + place];
        }
    }
    let mut numbers = std::collections::HashMap::new();
    top[..start]
        .iter()
        .map(|&group| {
            let fresh = numbers.len() as u32;
            *numbers.entry(group).or_insert(fresh)
        })
        .collect()
}
