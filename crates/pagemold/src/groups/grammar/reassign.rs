//! Each page to the grammar that describes it in fewest bits, itself left out of its own.

use super::bits::Model;
use super::counts::{Counts, PAGES};
use super::lists::Lists;
use super::nearby::Nearby;
use super::partition::{CHANGED, Partition};
use super::tree::number;

/// Rounds at most.
const ROUNDS: usize = 3;

/// Moves distinct pages between groups until nothing moves; tells whether any page did. A page may go to the groups of
/// its micro-group's neighbours.
pub fn reassign(model: &Model<'_>, partition: &mut Partition<'_>, nearby: &Nearby<'_>) -> bool {
    let mut room = Room::new(model);
    let mut best = vec![NOWHERE; partition.labels.len()];
    let mut before = vec![CHANGED; partition.counts.len()];
    for round in 0..ROUNDS {
        cheapest(model, &mut room, partition, nearby, &before, &mut best);
        let labels = &partition.labels;
        let mut moved = labels.clone();
        for (set, &(bits, group)) in best.iter().enumerate() {
            let own = &partition.counts[labels[set] as usize];
            let copies = model.corpus.evidence(set as u32);
            let may_move = group != NOWHERE.1 && group != labels[set] && own.total > copies;
            if may_move && bits < room.left_out(model, own, set as u32) {
                moved[set] = group;
            }
        }
        if moved == *labels {
            return round > 0;
        }
        number(&mut moved);
        before = partition.relabel(moved);
    }
    true
}

/// The price of a page that has no choice.
const NOWHERE: (f64, u32) = (f64::INFINITY, u32::MAX);

/// The group that describes each page in fewest bits, the first of equals. Knows already what was cheapest `before`:
/// where that group is the same, only those that have changed can be cheaper.
fn cheapest(
    model: &Model<'_>,
    room: &mut Room,
    partition: &Partition<'_>,
    nearby: &Nearby<'_>,
    before: &[u32],
    best: &mut [(f64, u32)],
) {
    let last = before.iter().filter(|&&before| before != CHANGED).max().map_or(0, |&last| last as usize + 1);
    let mut now = vec![CHANGED; last];
    for (group, &before) in before.iter().enumerate().filter(|&(_, &before)| before != CHANGED) {
        now[before as usize] = group as u32;
    }
    let mut wishes: Vec<(u32, u32)> = Vec::new();
    nearby.choices(&partition.labels, |sets, groups| {
        for &set in sets {
            let known = &mut best[set as usize];
            let same = now.get(known.1 as usize).copied().filter(|&group| group != CHANGED);
            *known = same.map_or(NOWHERE, |group| (known.0, group));
            let is_new = |&&group: &&u32| same.is_none() || before[group as usize] == CHANGED;
            if groups.len() > 1 {
                wishes.extend(groups.iter().filter(is_new).map(|&group| (group, set)));
            }
        }
    });
    let wishes = Lists::of(partition.counts.len(), wishes.iter().copied());
    for (group, counts) in partition.counts.iter().enumerate().filter(|&(group, _)| !wishes.list(group).is_empty()) {
        room.lay_out(model, counts);
        for &set in wishes.list(group) {
            let (bits, known) = (room.bits(model, set), &mut best[set as usize]);
            if bits < known.0 || (bits == known.0 && (group as u32) < known.1) {
                *known = (bits, group as u32);
            }
        }
        room.leave(counts);
    }
}

/// Room for one grammar's counts and prices, and for one page's paths.
pub struct Room {
    pages: Vec<f64>,
    bits: Vec<f64>,
    here: Vec<bool>,
    unknown: Vec<f64>,
}

impl Room {
    /// For a model.
    pub fn new(model: &Model<'_>) -> Room {
        let paths = model.corpus.paths();
        Room {
            pages: vec![0.0; paths + 1],
            bits: vec![0.0; paths + 1],
            here: vec![false; paths],
            unknown: model.unknown_bits(),
        }
    }

    /// Lays out a grammar, so that many pages can be priced under it.
    pub fn lay_out(&mut self, model: &Model<'_>, counts: &Counts) {
        self.take(counts, counts.factor());
        model.lay_out(&counts.paths, &self.pages, &mut self.bits);
    }

    /// Bits of a page under the grammar laid out.
    pub fn bits(&self, model: &Model<'_>, set: u32) -> f64 {
        model.laid_out_bits(model.corpus.set(set), &self.pages, &self.bits, &self.unknown)
    }

    fn take(&mut self, counts: &Counts, factor: f64) {
        *self.pages.last_mut().expect("one more than paths") = f64::from(counts.total) * factor;
        for (&path, &pages) in counts.paths.iter().zip(&counts.pages) {
            self.pages[path as usize] = f64::from(pages) * factor;
        }
    }

    /// Clears the table.
    pub fn leave(&mut self, counts: &Counts) {
        for &path in &counts.paths {
            self.pages[path as usize] = 0.0;
            self.bits[path as usize] = 0.0;
        }
    }

    /// Bits of a page under its own grammar without it and its copies.
    pub fn left_out(&mut self, model: &Model<'_>, counts: &Counts, set: u32) -> f64 {
        let copies = f64::from(model.corpus.evidence(set));
        let others = f64::from(counts.total) - copies;
        let factor = if others > 0.0 { (PAGES / others).min(1.0) } else { 0.0 };
        self.take(counts, factor);
        let last = self.pages.len() - 1;
        self.pages[last] = others * factor;
        for &path in model.corpus.set(set) {
            let left = self.pages[path as usize] - copies * factor;
            self.pages[path as usize] = if left > 1e-9 { left } else { 0.0 };
        }
        let bits = model.page_bits(model.corpus.set(set), &counts.paths, &self.pages, &mut self.here);
        self.leave(counts);
        bits
    }
}
