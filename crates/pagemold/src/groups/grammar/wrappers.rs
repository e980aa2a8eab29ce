//! Wrappers: elements that hold much of a page. Where several stand at one place of the tree, one on each page, their names
//! may say more about the page than about its template.
//!
//! Wrappers stand in wrappers. So places are looked for from the root down: below wrappers that are written alike, all that
//! has the same name is at one place.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::corpus::{Corpus, Occurrence};
use super::rewriting::Rewriting;
use crate::features::segment::{is_bare, nameless, tag};

/// The share of its pages' paths that a wrapper holds at the least.
const SHARE: f64 = 0.3;
/// Paths that it holds in the mean at the least.
const INSIDE: u64 = 3;

/// The paths of a corpus that hold much of their pages.
pub struct Wrappers<'c> {
    corpus: &'c Corpus,
    /// Whether each path does.
    is_wrapper: Vec<bool>,
}

/// Wrappers of one place that have the same tag: by their names, the paths that end so.
pub type Place<'c> = BTreeMap<&'c str, Vec<u32>>;

impl<'c> Wrappers<'c> {
    /// Of pages on which paths are as `occurrences` has it; nothing where no place has several.
    pub fn of(corpus: &'c Corpus, occurrences: &[Occurrence]) -> Option<Wrappers<'c>> {
        let mut inside = vec![0u64; corpus.paths()];
        for path in (0..corpus.paths()).rev() {
            let held = inside[path] + u64::from(occurrences[path].sets);
            if let Some(above) = inside.get_mut(corpus.parents[path] as usize) {
                *above += held;
            }
        }
        let is_wrapper = |(inside, &Occurrence { sets, held, .. }): (u64, &Occurrence)| {
            sets > 0 && inside >= INSIDE * u64::from(sets) && inside as f64 >= SHARE * held as f64
        };
        let wrappers = Wrappers { corpus, is_wrapper: inside.into_iter().zip(occurrences).map(is_wrapper).collect() };
        let all: Vec<u32> = (0..corpus.paths() as u32).collect();
        (!wrappers.places(&all, &all).is_empty()).then_some(wrappers)
    }

    /// Whether a path is a wrapper, with others beside it or without.
    pub fn has(&self, path: u32) -> bool {
        self.is_wrapper[path as usize]
    }

    /// All paths by their depth, that of the root first: what is above a path is settled before it.
    pub fn levels(&self) -> Vec<Vec<u32>> {
        let mut depths: Vec<usize> = Vec::with_capacity(self.corpus.paths());
        let mut levels: Vec<Vec<u32>> = Vec::new();
        for (path, &parent) in (0..).zip(&self.corpus.parents) {
            let depth = depths.get(parent as usize).map_or(0, |above| above + 1);
            depths.push(depth);
            levels.resize_with(levels.len().max(depth + 1), Vec::new);
            levels[depth].push(path);
        }
        levels
    }

    /// The places with wrappers of several names among some paths, given what each path is for those below it.
    pub fn places(&self, paths: &[u32], above: &[u32]) -> Vec<Place<'c>> {
        let mut places: HashMap<(u32, &str), Place<'c>> = HashMap::new();
        for &path in paths.iter().filter(|&&path| self.has(path)) {
            let name = self.corpus.name(path);
            if let Some(&over) = above.get(self.corpus.parents[path as usize] as usize) {
                places.entry((over, tag(name))).or_default().entry(name).or_default().push(path);
            }
        }
        places.into_values().filter(|place| place.len() > 1).collect()
    }
}

/// The same pages with nameless wrappers above all that they hold (`html/body/div|/p.lead`), where several stand at one
/// place: pages in which all else is the same have it in common then. Paths are in no order.
pub fn unwrapped(corpus: &Corpus, wrappers: &Wrappers<'_>) -> Corpus {
    let mut rewriting = Rewriting::new(corpus);
    // What each path is written as, and what it is for those below it.
    let mut written: Vec<u32> = (0..corpus.paths() as u32).collect();
    let mut above = written.clone();
    for level in wrappers.levels() {
        let places = wrappers.places(&level, &above);
        let named = places.iter().flatten().filter(|(name, _)| !is_bare(name));
        let is_nameless: HashSet<u32> = named.flat_map(|(_, paths)| paths).copied().collect();
        for path in level {
            let (parent, name) = (corpus.parents[path as usize], corpus.name(path));
            let Some(&over) = above.get(parent as usize) else { continue };
            let own = if over == parent { path } else { rewriting.step(over, name) };
            written[path as usize] = own;
            above[path as usize] =
                if is_nameless.contains(&path) { rewriting.step(over, &nameless(name)) } else { own };
        }
    }
    rewriting.in_no_order(&written)
}
