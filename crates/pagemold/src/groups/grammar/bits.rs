//! The price of pages under a grammar, in bits, and what joining two grammars saves.
//!
//! A template draws, for each path whose parent is there, a chance of its own from Beta(S·q, S·(1 − q)), q being the
//! background. The price of a group is the marginal likelihood of its counts: no parameter is fitted. All logarithms
//! come from tables over quarter pages and 96 steps of logit q.

use std::f64::consts::LN_2;

use super::corpus::Corpus;
use super::counts::{Counts, PAGES, STEPS};
use super::gamma::{digamma, ln_gamma};

/// S: how firmly a new template expects the background.
pub const STRENGTH: f64 = 1.0;
/// Bits paid once for each path that a grammar holds.
pub const NAME: f64 = 0.75;
/// What two groups gain by lacking the same paths counts this much: whole sites lack what other sites have.
const ABSENCE: f64 = 0.1;
/// How much more than their sum differences in both directions count.
const TWO_SIDED: f64 = 1.5;
/// Bits from which further differences in one direction count less and less.
const ONE_SIDED: f64 = 40.0;
/// How much a difference that varies inside the groups counts less than one that never does.
const CONTRAST: f64 = 1.0;

const LEVELS: usize = 96;
const LOGIT: f64 = 6.91;

/// The model that all groups share.
pub struct Model<'a> {
    /// The pages' paths.
    pub corpus: &'a Corpus,
    /// q of each path.
    pub background: Vec<f64>,
    /// How much each path counts.
    pub weights: Vec<f64>,
    /// How much more it counts where two groups differ in it.
    pub emphasis: Vec<f64>,
    levels: Vec<u8>,
    /// Σ weight·q of the children of each path; of the page, in the last place.
    children: Vec<f64>,
    present: Vec<f64>,
    total: Vec<f64>,
    absent: Vec<f64>,
    width: usize,
}

/// What one path says about two groups, in nats.
#[derive(Clone, Copy, Default)]
struct Term {
    /// Above 0 where they agree, below 0 where they differ.
    difference: f64,
    /// What it saves to name it once.
    shared: f64,
    is_more_in_one: bool,
}

/// What all paths say about two groups, in nats.
#[derive(Default)]
struct Evidence {
    reward: f64,
    more_in_one: f64,
    more_in_two: f64,
}

impl Evidence {
    fn add(&mut self, term: Term) {
        self.reward += term.shared;
        if term.difference >= 0.0 {
            self.reward += term.difference;
        } else if term.is_more_in_one {
            self.more_in_one -= term.difference;
        } else {
            self.more_in_two -= term.difference;
        }
    }

    fn nats(&self) -> f64 {
        let (less, more) = (self.more_in_one.min(self.more_in_two), self.more_in_one.max(self.more_in_two));
        let bound = ONE_SIDED * LN_2;
        self.reward - 2.0 * TWO_SIDED * less - bound * ((more - less) / bound).ln_1p()
    }
}

/// Room for the counts of two groups, a zero for each path and one more.
pub struct Scratch {
    one: Vec<u16>,
    two: Vec<u16>,
}

impl Scratch {
    /// For a corpus of so many paths.
    pub fn new(paths: usize) -> Scratch {
        Scratch { one: vec![0; paths + 1], two: vec![0; paths + 1] }
    }
}

fn fill(scratch: &mut [u16], counts: &Counts) {
    let last = scratch.len() - 1;
    scratch[last] = counts.shrunk_total;
    for (&path, &pages) in counts.paths.iter().zip(&counts.shrunk) {
        scratch[path as usize] = pages;
    }
}

fn clear(scratch: &mut [u16], counts: &Counts) {
    for &path in &counts.paths {
        scratch[path as usize] = 0;
    }
}

impl<'a> Model<'a> {
    /// Tables for a background and weights.
    pub fn new(corpus: &'a Corpus, background: Vec<f64>, weights: Vec<f64>, emphasis: Vec<f64>) -> Model<'a> {
        let width = (2.0 * PAGES * STEPS) as usize + 1;
        let of_step = |step: usize| step as f64 / STEPS;
        let mut present = Vec::with_capacity(LEVELS * width);
        for level in 0..LEVELS {
            let alpha = STRENGTH * chance(level);
            present.extend((0..width).map(|step| ln_gamma(alpha + of_step(step)) - ln_gamma(alpha)));
        }
        let total = (0..width).map(|step| ln_gamma(STRENGTH + of_step(step)) - ln_gamma(STRENGTH)).collect();
        let absent =
            (0..width).map(|step| STRENGTH * (digamma(STRENGTH + of_step(step)) - digamma(STRENGTH))).collect();
        let mut children = vec![0.0; corpus.paths() + 1];
        for path in 0..corpus.paths() {
            children[corpus.above(path as u32)] += weights[path] * background[path];
        }
        let levels = background.iter().map(|&q| level(q)).collect();
        Model { corpus, background, weights, emphasis, levels, children, present, total, absent, width }
    }

    /// Bits saved by describing two groups with one grammar; negative where that costs more.
    ///
    /// Where one group has what the other lacks, and nothing is the other way round, that is most likely an optional
    /// part of one template, however large: such differences count by their logarithm. Two templates each have marks
    /// that the other lacks.
    pub fn saved(&self, one: &Counts, two: &Counts, scratch: &mut Scratch) -> f64 {
        fill(&mut scratch.one, one);
        fill(&mut scratch.two, two);
        let (a, b) = (&scratch.one, &scratch.two);
        let last = self.corpus.paths();
        let reward = self.children[last] * self.shared_absence(one.shrunk_total, two.shrunk_total);
        let mut evidence = Evidence { reward, ..Evidence::default() };
        for &path in &one.paths {
            let above = self.corpus.above(path);
            evidence.add(self.term(path as usize, a[path as usize], a[above], b[path as usize], b[above]));
        }
        for &path in &two.paths {
            if a[path as usize] == 0 {
                let above = self.corpus.above(path);
                evidence.add(self.term(path as usize, 0, a[above], b[path as usize], b[above]));
            }
        }
        clear(&mut scratch.one, one);
        clear(&mut scratch.two, two);
        evidence.nats() / LN_2
    }

    /// The bits of [`Model::saved`] path by path, ascending by path, without those of paths that both groups lack.
    pub fn terms(&self, one: &Counts, two: &Counts) -> Vec<(u32, f64)> {
        let mut scratch = Scratch::new(self.corpus.paths());
        fill(&mut scratch.one, one);
        fill(&mut scratch.two, two);
        let mut paths: Vec<u32> = one.paths.iter().chain(&two.paths).copied().collect();
        paths.sort_unstable();
        paths.dedup();
        let (a, b) = (&scratch.one, &scratch.two);
        let term = |path: u32| {
            let above = self.corpus.above(path);
            let term = self.term(path as usize, a[path as usize], a[above], b[path as usize], b[above]);
            (term.difference + term.shared) / LN_2
        };
        paths.into_iter().map(|path| (path, term(path))).collect()
    }

    /// What one path contributes to [`Model::saved`]: k of m pages with the parent have it, here and there.
    #[inline]
    fn term(&self, path: usize, k1: u16, m1: u16, k2: u16, m2: u16) -> Term {
        if m1 == 0 || m2 == 0 {
            return Term::default(); // the parent is missing on one side: nothing to compare
        }
        let apart = self.price(path, k1, m1) + self.price(path, k2, m2);
        let mut nats = apart - self.price(path, k1 + k2, m1 + m2);
        nats = self.weights[path] * (nats - self.background[path] * self.shared_absence(m1, m2));
        if nats < 0.0 {
            nats *= self.emphasis[path] * contrast(k1, m1, k2, m2);
        }
        let mut shared = 0.0;
        if k1 > 0 && k2 > 0 {
            shared = self.weights[path] * NAME * LN_2 + self.children[path] * self.shared_absence(k1, k2);
        }
        let (k1, m1, k2, m2) = (u32::from(k1.min(m1)), u32::from(m1), u32::from(k2.min(m2)), u32::from(m2));
        Term { difference: nats, shared, is_more_in_one: k1 * m2 > k2 * m1 }
    }

    /// Nats of k presences and m − k absences, none of them expected more than the background says.
    #[inline]
    fn price(&self, path: usize, k: u16, m: u16) -> f64 {
        let (k, m, level) = (usize::from(k.min(m)), usize::from(m), usize::from(self.levels[path]));
        self.total[m] - self.present[level * self.width + k] - self.present[(LEVELS - 1 - level) * self.width + m - k]
    }

    /// Nats gained, for each unit of q, by lacking the same path together.
    #[inline]
    fn shared_absence(&self, m1: u16, m2: u16) -> f64 {
        let (m1, m2) = (usize::from(m1), usize::from(m2));
        ABSENCE * (self.absent[m1] + self.absent[m2] - self.absent[m1 + m2])
    }

    /// Bits of one page under a grammar: `pages` are the grammar's shrunk counts of each path, with their total last.
    /// `here` has a false for each path.
    pub fn page_bits(&self, page: &[u32], grammar: &[u32], pages: &[f64], here: &mut [bool]) -> f64 {
        for &path in page {
            here[path as usize] = true;
        }
        let last = self.corpus.paths();
        let mut bits = self.missing(last, pages[last]);
        for &path in page {
            let (place, above) = (path as usize, pages[self.corpus.above(path)]);
            let chance = self.chance(place, pages[place], above);
            let instead = if pages[place] == 0.0 {
                -self.unseen(place, above)
            } else {
                (1.0 - chance).log2() * self.weights[place]
            };
            bits += instead - chance.log2() * self.weights[place] + self.missing(place, pages[place]);
            if pages[place] == 0.0 {
                bits += NAME * self.weights[place];
            }
        }
        for &path in grammar {
            let (place, above) = (path as usize, self.corpus.above(path));
            if pages[place] > 0.0 && (above == last || here[above]) {
                let chance = self.chance(place, pages[place], pages[above]);
                bits -= (1.0 - chance).log2() * self.weights[place] + self.unseen(place, pages[above]);
            }
        }
        for &path in page {
            here[path as usize] = false;
        }
        bits
    }

    /// The chance of a path in a grammar where k of m pages with its parent have it.
    pub fn chance(&self, path: usize, k: f64, m: f64) -> f64 {
        ((k + STRENGTH * self.background[path]) / (m + STRENGTH)).clamp(1e-6, 1.0 - 1e-6)
    }

    /// Bits for the absence of a path that the grammar has never seen, q being small.
    fn unseen(&self, path: usize, above: f64) -> f64 {
        self.weights[path] * self.background[path] * STRENGTH / (above + STRENGTH) / LN_2
    }

    /// The same for all children of a path.
    fn missing(&self, path: usize, pages: f64) -> f64 {
        self.children[path] * STRENGTH / (pages + STRENGTH) / LN_2
    }
}

/// 1 where one group always and the other never has the path; less the more both waver.
#[inline]
fn contrast(k1: u16, m1: u16, k2: u16, m2: u16) -> f64 {
    let (one, two) = (f64::from(k1.min(m1)) / f64::from(m1), f64::from(k2.min(m2)) / f64::from(m2));
    let between = (one - two) * (one - two) + 1e-3;
    between / (between + CONTRAST * (one * (1.0 - one) + two * (1.0 - two)))
}

fn level(q: f64) -> u8 {
    let logit = (q / (1.0 - q)).ln();
    ((logit + LOGIT) / (2.0 * LOGIT) * (LEVELS - 1) as f64).round().clamp(0.0, (LEVELS - 1) as f64) as u8
}

fn chance(level: usize) -> f64 {
    let logit = level as f64 / (LEVELS - 1) as f64 * 2.0 * LOGIT - LOGIT;
    1.0 / (1.0 + (-logit).exp())
}
