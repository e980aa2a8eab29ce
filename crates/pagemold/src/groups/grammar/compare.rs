//! Two groups side by side: which paths both have, and what joining them saves.

use std::borrow::Cow;
use std::f64::consts::LN_2;

use super::bits::{Evidence, Model};
use super::corpus::{Corpus, ROOT};
use super::counts::Counts;

/// The counts of a group, with the place of each path's parent among them. Place 0 is that of the page, those of the
/// paths follow; the last place is for what the group does not have.
pub struct Placed<'c> {
    /// The counts.
    pub counts: Cow<'c, Counts>,
    above: Vec<u32>,
    /// The shrunk count of each place.
    steps: Vec<u16>,
}

impl<'c> Placed<'c> {
    /// Finds the parents.
    pub fn new(corpus: &Corpus, counts: Cow<'c, Counts>) -> Placed<'c> {
        let mut steps = Vec::with_capacity(counts.paths.len() + 2);
        steps.push(counts.shrunk_total);
        steps.extend(&counts.shrunk);
        steps.push(0);
        Placed { above: above(corpus, &counts.paths), counts, steps }
    }
}

/// The place of the parent of each of these paths, which are ascending.
fn above(corpus: &Corpus, paths: &[u32]) -> Vec<u32> {
    let mut above: Vec<u32> = Vec::with_capacity(paths.len());
    for (place, &path) in paths.iter().enumerate() {
        let parent = corpus.parents[path as usize];
        let mut at = if parent == ROOT { 0 } else { place as u32 };
        // Where paths are numbered each with all below it, the parent is the path before or above that.
        while at > 0 && paths[at as usize - 1] != parent {
            at = above[at as usize - 1];
        }
        if at == 0 && parent != ROOT {
            at = paths[..place].binary_search(&parent).map_or(paths.len(), |place| place) as u32 + 1;
        }
        above.push(at);
    }
    above
}

/// Room to place two groups side by side: the place in the other of each place in one.
#[derive(Default)]
pub struct Sides {
    in_two: Vec<u32>,
    in_one: Vec<u32>,
}

impl Sides {
    fn place(&mut self, one: &[u32], two: &[u32]) {
        let (not_in_one, not_in_two) = (one.len() as u32 + 1, two.len() as u32 + 1);
        self.in_two.clear();
        self.in_two.resize(one.len() + 2, not_in_two);
        self.in_one.clear();
        self.in_one.resize(two.len() + 2, not_in_one);
        (self.in_two[0], self.in_one[0]) = (0, 0);
        let (mut i, mut j) = (0, 0);
        while i < one.len() && j < two.len() {
            let (a, b) = (one[i], two[j]);
            // Written until it is right, which is when that side moves on: no branch to guess.
            self.in_two[i + 1] = if a == b { j as u32 + 1 } else { not_in_two };
            self.in_one[j + 1] = if a == b { i as u32 + 1 } else { not_in_one };
            i += usize::from(a <= b);
            j += usize::from(b <= a);
        }
    }
}

impl Model<'_> {
    /// Bits saved by describing two groups with one grammar; negative where that costs more.
    ///
    /// Where one group has what the other lacks, and nothing is the other way round, that is most likely an optional
    /// part of one template, however large: such differences count by their logarithm. Two templates each have marks
    /// that the other lacks.
    pub fn saved(&self, one: &Placed<'_>, two: &Placed<'_>, sides: &mut Sides) -> f64 {
        sides.place(&one.counts.paths, &two.counts.paths);
        let Sides { in_two, in_one } = sides;
        let not_in_one = one.counts.paths.len() as u32 + 1;
        let mut evidence = Evidence::of_pages(self, one.steps[0], two.steps[0]);
        for (place, (&path, &above)) in one.counts.paths.iter().zip(&one.above).enumerate() {
            let m2 = two.steps[in_two[above as usize] as usize];
            if m2 > 0 {
                let (k1, k2) = (one.steps[place + 1], two.steps[in_two[place + 1] as usize]);
                evidence.add(self.term(path, k1, one.steps[above as usize], k2, m2));
            }
        }
        for (place, (&path, &above)) in two.counts.paths.iter().zip(&two.above).enumerate() {
            if in_one[place + 1] == not_in_one {
                let m1 = one.steps[in_one[above as usize] as usize];
                if m1 > 0 {
                    evidence.add(self.term(path, 0, m1, two.steps[place + 1], two.steps[above as usize]));
                }
            }
        }
        evidence.nats(one.counts.weight().max(two.counts.weight())) / LN_2
    }

    /// What each path says for or against one grammar, in bits, ascending by path, without paths that both groups lack.
    /// [`Model::saved`] is no plain sum of them: it weighs differences by whether they go in one direction or in both.
    pub fn terms(&self, one: &Placed<'_>, two: &Placed<'_>) -> Vec<(u32, f64)> {
        let mut sides = Sides::default();
        sides.place(&one.counts.paths, &two.counts.paths);
        let mut terms: Vec<(u32, f64)> = Vec::new();
        for (place, (&path, &above)) in one.counts.paths.iter().zip(&one.above).enumerate() {
            let there = |place: usize| two.steps[sides.in_two[place] as usize];
            let (m1, m2) = (one.steps[above as usize], there(above as usize));
            terms.push((path, self.term(path, one.steps[place + 1], m1, there(place + 1), m2).bits()));
        }
        for (place, (&path, &above)) in two.counts.paths.iter().zip(&two.above).enumerate() {
            if sides.in_one[place + 1] as usize == one.steps.len() - 1 {
                let m1 = one.steps[sides.in_one[above as usize] as usize];
                terms.push((path, self.term(path, 0, m1, two.steps[place + 1], two.steps[above as usize]).bits()));
            }
        }
        terms.sort_unstable_by_key(|&(path, _)| path);
        terms
    }
}
