//! What a grammar knows of its pages: how many there are, and how many of them hold each path.
//!
//! Evidence is shrunk to at most [`PAGES`] pages. Otherwise a template with many pages would split at every trifle and
//! one with few would swallow its neighbours: groups must not depend on how many pages somebody happens to have.

use super::corpus::{COPIES, Corpus, ROOT};

/// A group's evidence weighs at most like this many pages.
pub const PAGES: f64 = 20.0;

/// Shrunk counts are kept in steps of a quarter page, so that all logarithms come out of tables.
pub const STEPS: f64 = 4.0;

/// The counts of one group.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Paths, ascending.
    pub paths: Vec<u32>,
    /// Pages that hold each path.
    pub pages: Vec<u32>,
    /// All pages.
    pub total: u32,
    /// `pages`, shrunk, in steps.
    pub shrunk: Vec<u16>,
    /// `total`, shrunk, in steps.
    pub shrunk_total: u16,
}

impl Counts {
    /// The counts of some distinct pages, as far as their copies are evidence.
    pub fn of(corpus: &Corpus, sets: &[u32]) -> Counts {
        Counts::weighing(corpus, sets, |set| corpus.evidence(set))
    }

    /// The counts of some distinct pages with all their copies.
    pub fn exact(corpus: &Corpus, sets: &[u32]) -> Counts {
        Counts::weighing(corpus, sets, |set| corpus.copies[set as usize])
    }

    /// The counts of some distinct pages, given with their copies, as far as these are evidence.
    pub fn of_copies(corpus: &Corpus, sets: &[(u32, u32)]) -> Counts {
        let weights: std::collections::HashMap<u32, u32> = sets.iter().copied().collect();
        let sets: Vec<u32> = sets.iter().map(|&(set, _)| set).collect();
        Counts::weighing(corpus, &sets, |set| weights[&set].min(COPIES))
    }

    fn weighing(corpus: &Corpus, sets: &[u32], weight: impl Fn(u32) -> u32) -> Counts {
        if let &[set] = sets {
            let (paths, copies) = (corpus.set(set).to_vec(), weight(set));
            let mut counts = Counts { pages: vec![copies; paths.len()], paths, total: copies, ..Counts::default() };
            counts.shrink();
            return counts;
        }
        let mut all: Vec<(u32, u32)> = Vec::new();
        let mut total = 0;
        for &set in sets {
            let copies = weight(set);
            total += copies;
            all.extend(corpus.set(set).iter().map(|&path| (path, copies)));
        }
        all.sort_unstable();
        let mut counts = Counts { total, ..Counts::default() };
        for (path, copies) in all {
            if counts.paths.last() == Some(&path) {
                *counts.pages.last_mut().expect("as long as paths") += copies;
            } else {
                counts.paths.push(path);
                counts.pages.push(copies);
            }
        }
        counts.shrink();
        counts
    }

    /// Counts that were made elsewhere: ascending paths, and no more pages of a path than in all.
    pub fn from_parts(paths: Vec<u32>, pages: Vec<u32>, total: u32) -> Counts {
        let mut counts = Counts { paths, pages, total, ..Counts::default() };
        counts.shrink();
        counts
    }

    /// The counts of two groups together; what is rarer than half a step is forgotten.
    pub fn join(&self, other: &Counts) -> Counts {
        let room = self.paths.len() + other.paths.len();
        let mut joined = Counts {
            paths: Vec::with_capacity(room),
            pages: Vec::with_capacity(room),
            total: self.total + other.total,
            ..Counts::default()
        };
        let (mut i, mut j) = (0, 0);
        while i < self.paths.len() || j < other.paths.len() {
            let one = self.paths.get(i).copied().unwrap_or(u32::MAX);
            let two = other.paths.get(j).copied().unwrap_or(u32::MAX);
            let mut pages = 0;
            if one <= two {
                pages += self.pages[i];
                i += 1;
            }
            if two <= one {
                pages += other.pages[j];
                j += 1;
            }
            joined.paths.push(one.min(two));
            joined.pages.push(pages);
        }
        joined.shrink();
        joined.forget_rare();
        joined
    }

    fn shrink(&mut self) {
        let factor = self.factor() * STEPS;
        self.shrunk_total = (f64::from(self.total) * factor).round() as u16;
        self.shrunk = self.pages.iter().map(|&pages| (f64::from(pages) * factor).round() as u16).collect();
    }

    fn forget_rare(&mut self) {
        let mut kept = 0;
        for place in 0..self.paths.len() {
            if self.shrunk[place] > 0 {
                self.paths[kept] = self.paths[place];
                self.pages[kept] = self.pages[place];
                self.shrunk[kept] = self.shrunk[place];
                kept += 1;
            }
        }
        self.paths.truncate(kept);
        self.pages.truncate(kept);
        self.shrunk.truncate(kept);
    }

    /// What a page of this group weighs.
    pub fn factor(&self) -> f64 {
        (PAGES / f64::from(self.total.max(1))).min(1.0)
    }

    /// The shrunk number of pages.
    pub fn weight(&self) -> f64 {
        f64::from(self.shrunk_total) / STEPS
    }

    /// Calls `visit` with each path, its pages and those of its parent.
    pub fn given_parents(&self, corpus: &Corpus, mut visit: impl FnMut(u32, u32, u32)) {
        for (&path, &pages) in self.paths.iter().zip(&self.pages) {
            let above = corpus.parents[path as usize];
            let of_parent = if above == ROOT {
                self.total
            } else {
                self.paths.binary_search(&above).map_or(0, |place| self.pages[place])
            };
            visit(path, pages, of_parent);
        }
    }
}
