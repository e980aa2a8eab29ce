//! What a person wants to know of groups: what they are made of, and why a page is in one.

use std::collections::HashMap;

use super::Grouping;
use super::corpus::{Corpus, ROOT};
use super::counts::{Counts, Tally};
use super::partition::members;

/// What fewer of a group's pages have tells nothing about it.
const RARE: f64 = 0.1;

/// One path of a page or of its group: the bits that the group's grammar saves by it, and whether the page has it.
pub struct PageTerm {
    /// The path.
    pub path: u32,
    /// Bits saved, below 0 where the grammar makes the page dearer.
    pub bits: f64,
    /// Whether the page has it; if not, it has the path's parent.
    pub is_here: bool,
}

impl Grouping {
    /// What a group's grammar saves on a distinct page over the background alone, path by path. Together with what it
    /// saves by all that neither has, that is the difference of [`Grouping::bits`].
    pub fn page_terms(&self, set: u32, group: u32) -> Vec<PageTerm> {
        let (model, page, counts) = (self.model(), self.corpus.set(set), &self.groups[group as usize]);
        let (facts, factor) = (model.facts(), counts.factor());
        let pages = |path: u32| match path {
            ROOT => f64::from(counts.total) * factor,
            _ => counts.paths.binary_search(&path).map_or(0.0, |place| f64::from(counts.pages[place]) * factor),
        };
        let mut terms = Vec::new();
        for &path in page {
            let (facts, k, m) = (&facts[path as usize], pages(path), pages(self.corpus.parents[path as usize]));
            let alone = facts.here(0.0, 0.0) + facts.missing(0.0);
            let absence = if k > 0.0 { facts.absence(k, m) } else { 0.0 };
            terms.push(PageTerm { path, bits: alone - facts.here(k, m) - facts.missing(k) - absence, is_here: true });
        }
        let is_here = |path: u32| path == ROOT || page.binary_search(&path).is_ok();
        for &path in &counts.paths {
            let above = self.corpus.parents[path as usize];
            if !is_here(path) && is_here(above) {
                let bits = -facts[path as usize].absence(pages(path), pages(above));
                terms.push(PageTerm { path, bits, is_here: false });
            }
        }
        terms
    }

    /// For each group, the last segments of its paths: the largest share of its pages that have one, and the largest
    /// share of all that they hold which hangs there.
    pub fn segments(&self) -> Vec<HashMap<&str, (f64, f64)>> {
        let mut tally = Tally::new(&self.corpus);
        let mut below = vec![0; self.corpus.paths() + 1];
        members(&self.labels).iter().map(|sets| segments(&self.corpus, &tally.exact(sets), &mut below)).collect()
    }
}

/// `below` has a zero for each path, and one more.
fn segments<'a>(corpus: &'a Corpus, counts: &Counts, below: &mut [u64]) -> HashMap<&'a str, (f64, f64)> {
    for (&path, &pages) in counts.paths.iter().zip(&counts.pages).rev() {
        below[path as usize] += u64::from(pages);
        below[corpus.above(path)] += below[path as usize]; // a parent's number is lower, so its turn comes later
    }
    let (whole, total) = (below[corpus.paths()].max(1) as f64, f64::from(counts.total.max(1)));
    let mut found: HashMap<&str, (f64, f64)> = HashMap::new();
    for (&path, &pages) in counts.paths.iter().zip(&counts.pages) {
        let (share, held) = (f64::from(pages) / total, std::mem::take(&mut below[path as usize]) as f64 / whole);
        if share >= RARE {
            let most = found.entry(corpus.name(path)).or_default();
            *most = (most.0.max(share), most.1.max(held));
        }
    }
    below[corpus.paths()] = 0;
    found
}
