//! Best-first merging: the pair that saves most bits for each page of its smaller side, while anything is saved.
//!
//! What a pair saves is a promise: that of a merged group is the better one of its parts, until the pair's turn comes
//! and it is priced again. Most promises hold (half of them within one percent), and most are never called upon, because
//! one of the two has merged with somebody else by then. So a merge costs a few prices and not one for each neighbour.
//! For the same reason only near pairs are priced at the start; a far one promises what the least of the near ones does.
//!
//! A merged group promises nobody more than its parts did. So two groups that promise most to each other can be joined at
//! once, whatever others promise: from any group a chain of best neighbours leads to such a pair (Murtagh 1983), and the
//! groups are, but for ties and dropped neighbours, the same as if the best pair of all was joined each time. A chain stays
//! among similar groups, and what the model knows of their paths stays in the cache.

use std::cmp::Reverse;

use super::bits::Model;
use super::candidates::Candidates;
use super::compare::{Joining, Placed, Sides, Start};

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
pub fn merge(model: &Model<'_>, start: &Start, candidates: &Candidates, least: f64) -> Vec<Merge> {
    let mut state = State::new(model, start, candidates);
    let mut merges = Vec::new();
    loop {
        let mut group = 0;
        while (group as usize) < state.groups.len() {
            state.follow(group, least, &mut merges);
            group += 1;
        }
        if !state.renew(least) {
            return merges;
        }
    }
}

/// What a neighbour promises.
#[derive(Clone, Copy)]
struct Promise {
    /// A group; where that has merged, the one it is in is meant.
    to: u32,
    steps: i32,
    /// Priced with both groups as they are now.
    is_kept: bool,
}

/// The best promise comes first, then the pair with the lowest numbers.
type Rank = (i32, Reverse<(u32, u32)>);

/// What all neighbours of a group promise.
struct Near {
    promises: Vec<Promise>,
    /// How many groups there were when the promises were last looked through for groups that have merged.
    groups: usize,
}

/// A group to begin with, or one that was made.
enum Group<'s> {
    Given(&'s Placed),
    Made(Placed),
}

impl Group<'_> {
    fn placed(&self) -> &Placed {
        match self {
            Group::Given(placed) => placed,
            Group::Made(placed) => placed,
        }
    }
}

struct State<'s, 'c> {
    model: &'s Model<'c>,
    groups: Vec<Option<Group<'s>>>,
    /// The group that each group has merged into, or itself.
    into: Vec<u32>,
    near: Vec<Near>,
    sides: Sides,
    joining: Joining,
    /// Where a group is among the promises that are put together; nothing in between.
    among: Vec<u32>,
}

impl<'s, 'c> State<'s, 'c> {
    fn new(model: &'s Model<'c>, start: &'s Start, candidates: &Candidates) -> Self {
        let mut state = State {
            model,
            groups: start.groups.iter().map(|placed| Some(Group::Given(placed))).collect(),
            into: (0..start.groups.len() as u32).collect(),
            near: Vec::new(),
            sides: Sides::new(start),
            joining: Joining::default(),
            among: Vec::new(),
        };
        state.promise(&start.groups, candidates);
        state
    }

    /// Prices the near pairs; the far ones promise what the least of the near ones of either does.
    fn promise(&mut self, start: &[Placed], candidates: &Candidates) {
        let mut least = vec![i32::MAX; start.len()];
        let mut counts = vec![0; start.len()];
        for &(one, two) in &candidates.pairs {
            counts[one as usize] += 1;
            counts[two as usize] += 1;
        }
        self.near = counts.into_iter().map(|count| Near { promises: Vec::with_capacity(count), groups: 0 }).collect();
        let both = || candidates.pairs.iter().zip(&candidates.are_near);
        let near: Vec<(u32, u32)> = both().filter(|&(_, &is_near)| is_near).map(|(&pair, _)| pair).collect();
        let mut runs: Vec<&[(u32, u32)]> = near.chunk_by(|a, b| a.0 == b.0).collect();
        // Groups of one site after each other: what the model knows of their paths is in the cache then.
        runs.sort_by_cached_key(|run| start[run[0].0 as usize].middle());
        for run in runs {
            for &(one, two) in run {
                let steps = self.price(one, two);
                for (group, to) in [(one, two), (two, one)] {
                    self.near[group as usize].promises.push(Promise { to, steps, is_kept: true });
                    least[group as usize] = steps.min(least[group as usize]);
                }
            }
        }
        for (&(one, two), _) in both().filter(|&(_, &is_near)| !is_near) {
            let steps = least[one as usize].max(least[two as usize]);
            self.near[one as usize].promises.push(Promise { to: two, steps, is_kept: false });
            self.near[two as usize].promises.push(Promise { to: one, steps, is_kept: false });
        }
    }

    /// Follows the best promises from a group to a pair who promise most to each other; joins them if they keep it, and
    /// goes on until the group has nothing to save any more.
    fn follow(&mut self, from: u32, least: f64, merges: &mut Vec<Merge>) {
        let mut chain = vec![from];
        while let Some(&group) = chain.last() {
            if self.groups[group as usize].is_none() {
                chain.pop();
                continue;
            }
            let Some((rank, other, is_kept)) = self.best(group).filter(|best| f64::from(best.0.0) > least * STEPS)
            else {
                return;
            };
            self.hold(other, Promise { to: group, steps: rank.0, is_kept });
            if self.best(other).is_none_or(|(_, back, _)| back != group) {
                chain.push(other);
                continue;
            }
            let steps = if is_kept { rank.0 } else { self.price(group, other) };
            if steps < rank.0 {
                self.correct(group, other, steps);
                self.correct(other, group, steps);
                continue;
            }
            let Reverse((one, two)) = rank.1;
            merges.push(Merge { groups: (one, two), saved: f64::from(steps) / STEPS });
            self.join(one, two);
        }
    }

    /// Makes sure that a group knows of a promise, if it knows of none that is better.
    fn hold(&mut self, group: u32, promise: Promise) {
        let promises = self.promises(group);
        let mut known = false;
        for held in promises.iter_mut().filter(|held| held.to == promise.to) {
            known = true;
            if held.steps < promise.steps {
                *held = promise;
            }
        }
        if !known {
            promises.push(promise);
        }
    }

    /// What a group is promised, by groups that have not merged.
    fn promises(&mut self, group: u32) -> &mut Vec<Promise> {
        let groups = self.groups.len();
        let Near { promises, groups: before } = &mut self.near[group as usize];
        if *before != groups {
            *before = groups;
            for promise in promises.iter_mut() {
                let to = find(&mut self.into, promise.to);
                promise.is_kept &= promise.to == to;
                promise.to = to;
            }
        }
        promises
    }

    /// Prices all promises that wait below `least`; whether any of them saves something after all.
    fn renew(&mut self, least: f64) -> bool {
        let mut any = false;
        for group in 0..self.groups.len() as u32 {
            if self.groups[group as usize].is_none() {
                continue;
            }
            for place in 0..self.promises(group).len() {
                let Promise { to, is_kept, .. } = self.promises(group)[place];
                if !is_kept {
                    let steps = self.price(group, to);
                    self.correct(group, to, steps);
                    self.correct(to, group, steps);
                    any |= f64::from(steps) > least * STEPS;
                }
            }
        }
        any
    }

    /// What a pair saves: the lower number first, because where both have a path equally often, the order decides whom a
    /// difference is held against.
    fn price(&mut self, one: u32, two: u32) -> i32 {
        match (&self.groups[one.min(two) as usize], &self.groups[one.max(two) as usize]) {
            (Some(a), Some(b)) => {
                let (a, b) = (a.placed(), b.placed());
                steps(self.model.saved(a, b, &mut self.sides), a, b)
            }
            _ => i32::MIN,
        }
    }

    /// The best promise that a group has.
    fn best(&mut self, group: u32) -> Option<(Rank, u32, bool)> {
        let mut best: Option<(Rank, u32, bool)> = None;
        for &Promise { to, steps, is_kept } in &*self.promises(group) {
            if best.is_some_and(|((most, _), _, _)| steps < most) {
                continue;
            }
            let rank = (steps, Reverse((group.min(to), group.max(to))));
            if best.is_none_or(|(most, _, _)| rank > most) {
                best = Some((rank, to, is_kept));
            }
        }
        best
    }

    /// Writes down what a pair really saves.
    fn correct(&mut self, group: u32, other: u32, steps: i32) {
        for promise in self.promises(group).iter_mut().filter(|promise| promise.to == other) {
            *promise = Promise { to: other, steps, is_kept: true };
        }
    }

    fn join(&mut self, one: u32, two: u32) {
        let (Some(a), Some(b)) = (self.groups[one as usize].take(), self.groups[two as usize].take()) else { return };
        let fresh = self.groups.len() as u32;
        self.groups.push(Some(Group::Made(self.joining.join(a.placed(), b.placed()))));
        self.into.push(fresh);
        self.into[one as usize] = fresh;
        self.into[two as usize] = fresh;
        let near = self.around(one, two, fresh);
        self.near.push(near);
    }

    /// What the neighbours of two groups promise to the one that they become: the most promising of them.
    fn around(&mut self, one: u32, two: u32, fresh: u32) -> Near {
        let others = [std::mem::take(self.promises(one)), std::mem::take(self.promises(two))];
        self.among.resize(self.groups.len(), NOT_AMONG);
        let mut all: Vec<Promise> = Vec::with_capacity(others[0].len() + others[1].len());
        for &Promise { to, steps, .. } in others.iter().flatten().filter(|promise| promise.to != fresh) {
            let place = &mut self.among[to as usize];
            if *place == NOT_AMONG {
                *place = all.len() as u32;
                all.push(Promise { to, steps, is_kept: false });
            } else {
                let known = &mut all[*place as usize];
                known.steps = known.steps.max(steps);
            }
        }
        all.iter().for_each(|promise| self.among[promise.to as usize] = NOT_AMONG);
        if all.len() > NEIGHBOURS {
            all.select_nth_unstable_by_key(NEIGHBOURS - 1, |promise| (Reverse(promise.steps), promise.to));
            all.truncate(NEIGHBOURS);
        }
        all.shrink_to_fit();
        Near { promises: all, groups: self.groups.len() }
    }
}

const NOT_AMONG: u32 = u32::MAX;

/// The group that a group is in now.
fn find(into: &mut [u32], mut group: u32) -> u32 {
    while into[group as usize] != group {
        into[group as usize] = into[into[group as usize] as usize]; // halve the way
        group = into[group as usize];
    }
    group
}

fn steps(saved: f64, one: &Placed, two: &Placed) -> i32 {
    (saved / one.weight().min(two.weight()) * STEPS).round() as i32
}

/// What the same merges save under another model.
pub fn replay(model: &Model<'_>, start: &Start, merges: &[Merge]) -> Vec<Merge> {
    let (mut sides, mut joining) = (Sides::new(start), Joining::default());
    let mut groups: Vec<Option<Group<'_>>> = start.groups.iter().map(|placed| Some(Group::Given(placed))).collect();
    let mut again = Vec::with_capacity(merges.len());
    for &Merge { groups: (one, two), .. } in merges {
        let both = (groups[one.min(two) as usize].take(), groups[one.max(two) as usize].take());
        let (Some(a), Some(b)) = both else { continue };
        let (a, b) = (a.placed(), b.placed());
        let steps = steps(model.saved(a, b, &mut sides), a, b);
        groups.push(Some(Group::Made(joining.join(a, b))));
        again.push(Merge { groups: (one, two), saved: f64::from(steps) / STEPS });
    }
    again
}
