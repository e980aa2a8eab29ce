//! Each page to the grammar that describes it in fewest bits, itself left out of its own.

use super::bits::Model;
use super::counts::{Counts, PAGES};

/// Rounds at most.
const ROUNDS: usize = 3;

/// Moves distinct pages between groups until nothing moves. A page may go to the groups of its micro-group's neighbours:
/// `micro` tells the micro-group of each page, `beside` the neighbours of each micro-group.
pub fn reassign(model: &Model<'_>, labels: &mut Vec<u32>, micro: &[u32], beside: &[Vec<u32>]) {
    for _ in 0..ROUNDS {
        let groups = members(labels);
        let counts: Vec<Counts> = groups.iter().map(|sets| Counts::of(model.corpus, sets)).collect();
        let wishes = wishes(labels, groups.len(), micro, beside);
        let best = cheapest(model, &counts, &wishes);
        let mut moved = labels.clone();
        let mut room = Room::new(model.corpus.paths());
        for (set, &(bits, group)) in best.iter().enumerate() {
            let own = &counts[labels[set] as usize];
            let copies = model.corpus.evidence(set as u32);
            if group != labels[set] && own.total > copies && bits < room.left_out(model, own, set as u32) {
                moved[set] = group;
            }
        }
        if moved == *labels {
            return;
        }
        *labels = moved;
        renumber(labels);
    }
}

/// The members of each label, which run from 0.
pub fn members(labels: &[u32]) -> Vec<Vec<u32>> {
    let count = labels.iter().max().map_or(0, |&last| last as usize + 1);
    let mut members = vec![Vec::new(); count];
    for (set, &label) in labels.iter().enumerate() {
        members[label as usize].push(set as u32);
    }
    members
}

fn renumber(labels: &mut [u32]) {
    let mut numbers = std::collections::HashMap::new();
    for label in labels {
        let fresh = numbers.len() as u32;
        *label = *numbers.entry(*label).or_insert(fresh);
    }
}

/// The distinct pages that may go to each group.
fn wishes(labels: &[u32], groups: usize, micro: &[u32], beside: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut groups_of: Vec<Vec<u32>> = vec![Vec::new(); beside.len()];
    for (&label, &micro) in labels.iter().zip(micro) {
        groups_of[micro as usize].push(label);
    }
    groups_of.iter_mut().for_each(|groups| {
        groups.sort_unstable();
        groups.dedup();
    });
    let reachable: Vec<Vec<u32>> = (0..beside.len())
        .map(|micro| {
            let mut all = groups_of[micro].clone();
            all.extend(beside[micro].iter().flat_map(|&other| &groups_of[other as usize]));
            all.sort_unstable();
            all.dedup();
            all
        })
        .collect();
    let mut wishes = vec![Vec::new(); groups];
    for (set, &micro) in micro.iter().enumerate() {
        for &group in &reachable[micro as usize] {
            wishes[group as usize].push(set as u32);
        }
    }
    wishes
}

fn cheapest(model: &Model<'_>, counts: &[Counts], wishes: &[Vec<u32>]) -> Vec<(f64, u32)> {
    let mut best = vec![(f64::INFINITY, 0); model.corpus.len()];
    let mut room = Room::new(model.corpus.paths());
    for (group, (counts, wishes)) in counts.iter().zip(wishes).enumerate() {
        if wishes.is_empty() {
            continue;
        }
        room.lay_out(model, counts);
        for &set in wishes {
            let bits = room.bits(model, set);
            if bits < best[set as usize].0 {
                best[set as usize] = (bits, group as u32);
            }
        }
        room.leave(counts);
    }
    best
}

/// Room for one grammar's counts and prices, and for one page's paths.
pub struct Room {
    pages: Vec<f64>,
    bits: Vec<f64>,
    here: Vec<bool>,
}

impl Room {
    /// For a corpus of so many paths.
    pub fn new(paths: usize) -> Room {
        Room { pages: vec![0.0; paths + 1], bits: vec![0.0; paths + 1], here: vec![false; paths] }
    }

    /// Lays out a grammar, so that many pages can be priced under it.
    pub fn lay_out(&mut self, model: &Model<'_>, counts: &Counts) {
        self.take(counts, counts.factor());
        model.lay_out(&counts.paths, &self.pages, &mut self.bits);
    }

    /// Bits of a page under the grammar laid out.
    pub fn bits(&self, model: &Model<'_>, set: u32) -> f64 {
        model.laid_out_bits(model.corpus.set(set), &self.pages, &self.bits)
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
