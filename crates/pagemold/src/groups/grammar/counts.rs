//! What a grammar knows of its pages: how many there are, and how many of them hold each path.
//!
//! Evidence is shrunk to at most [`PAGES`] pages. Otherwise a template with many pages would split at every trifle and
//! one with few would swallow its neighbours: groups must not depend on how many pages somebody happens to have.

use super::copies::COPIES;
use super::corpus::{Corpus, ROOT};

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
    /// Counts that were made elsewhere: ascending paths, and no more pages of a path than in all.
    pub fn from_parts(paths: Vec<u32>, pages: Vec<u32>, total: u32) -> Counts {
        let mut counts = Counts { paths, pages, total, ..Counts::default() };
        counts.shrink();
        counts
    }

    fn shrink(&mut self) {
        let mut shrinking = Shrinking::new(self.total);
        self.shrunk_total = shrinking.steps(self.total);
        self.shrunk = self.pages.iter().map(|&pages| shrinking.steps(pages)).collect();
    }

    /// The shrunk number of pages.
    pub fn weight(&self) -> f64 {
        f64::from(self.shrunk_total) / STEPS
    }

    /// What a page of this group weighs.
    pub fn factor(&self) -> f64 {
        factor(self.total)
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

/// Shrinks the counts of one group.
pub struct Shrinking {
    factor: f64,
    /// The last answer: most paths are on as many pages as the one before.
    last: (u32, u16),
}

impl Shrinking {
    /// For a group of so many pages.
    pub fn new(total: u32) -> Shrinking {
        Shrinking { factor: factor(total) * STEPS, last: (0, 0) }
    }

    /// So many pages, shrunk, in steps.
    pub fn steps(&mut self, pages: u32) -> u16 {
        if pages != self.last.0 {
            let (exact, whole) = (f64::from(pages) * self.factor, (f64::from(pages) * self.factor) as u16);
            // Rounded, faster than by calling a function for it.
            self.last = (pages, whole + u16::from(exact - f64::from(whole) >= 0.5));
        }
        self.last.1
    }
}

fn factor(total: u32) -> f64 {
    (PAGES / f64::from(total.max(1))).min(1.0)
}

/// Counts the pages of one group after the other.
pub struct Tally<'a> {
    corpus: &'a Corpus,
    /// A zero for each path, while nothing is counted.
    pages: Vec<u32>,
    met: Vec<u32>,
}

impl<'a> Tally<'a> {
    /// For the pages of a corpus.
    pub fn new(corpus: &'a Corpus) -> Tally<'a> {
        Tally { corpus, pages: vec![0; corpus.paths()], met: Vec::new() }
    }

    /// The counts of some distinct pages, as far as their copies are evidence.
    pub fn evidence(&mut self, sets: &[u32]) -> Counts {
        let corpus = self.corpus;
        self.count(sets.iter().map(|&set| (set, corpus.evidence(set))))
    }

    /// The counts of some distinct pages without their copies.
    pub fn once(&mut self, sets: &[u32]) -> Counts {
        self.count(sets.iter().map(|&set| (set, 1)))
    }

    /// The counts of some distinct pages with all their copies.
    pub fn exact(&mut self, sets: &[u32]) -> Counts {
        let corpus = self.corpus;
        self.count(sets.iter().map(|&set| (set, corpus.copies[set as usize])))
    }

    /// The counts of some distinct pages, given with their copies, as far as these are evidence.
    pub fn copies(&mut self, sets: &[(u32, u32)]) -> Counts {
        self.count(sets.iter().map(|&(set, copies)| (set, copies.min(COPIES))))
    }

    fn count(&mut self, sets: impl Iterator<Item = (u32, u32)>) -> Counts {
        let mut total = 0;
        for (set, copies) in sets {
            total += copies;
            for &path in self.corpus.set(set) {
                let pages = &mut self.pages[path as usize];
                if *pages == 0 {
                    self.met.push(path);
                }
                *pages += copies;
            }
        }
        self.met.sort(); // made of ascending runs, a long one first
        let pages = self.met.iter().map(|&path| std::mem::take(&mut self.pages[path as usize])).collect();
        let counts = Counts::from_parts(self.met.clone(), pages, total);
        self.met.clear();
        counts
    }
}
