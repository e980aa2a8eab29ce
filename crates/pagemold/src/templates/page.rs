//! A new page over the paths of known templates: those that some template has, and those that none has.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::answer::CANDIDATES;
use super::price::Pricing;
use super::weights::emphasis;
use crate::features::Identity;
use crate::groups::grammar::corpus::{Corpus, ROOT, identity};

/// The number of each path by its hash.
pub type Vocabulary = HashMap<u64, u32, BuildHasherDefault<Identity>>;

/// A page as templates see it.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Known paths, ascending.
    pub known: Vec<u32>,
    /// The topmost paths that no template has. What is below them costs the same under every template.
    pub unknown: Vec<Unknown>,
    /// Templates that were learnt from a page with the very same paths, ascending.
    pub learnt_by: Vec<u32>,
}

/// A path that no template has.
#[derive(Clone, Copy, Debug)]
pub struct Unknown {
    /// The number of its parent, which is known; none above the root.
    pub above: Option<u32>,
    /// How much it counts.
    pub weight: f64,
    /// How much more it counts as a surprise.
    pub emphasis: f64,
}

impl Page {
    /// A page given as a trie: for each path its hash, the place of its parent plus one, its last segment.
    pub fn new<'a>(pricing: &Pricing<'_>, hashes: &[u64], parents: &[u32], segment: impl Fn(usize) -> &'a str) -> Page {
        let numbers: Vec<Option<u32>> = hashes.iter().map(|hash| pricing.ready.vocabulary.get(hash).copied()).collect();
        let learnt_by = pricing.ready.learnt_from(identity(hashes)).take(CANDIDATES).collect();
        Page { learnt_by, ..Page::over(pricing, &numbers, parents, segment) }
    }

    /// A distinct page of the corpus that the templates were learnt from, as if only some paths were known.
    pub fn of_set(pricing: &Pricing<'_>, corpus: &Corpus, set: u32, is_known: impl Fn(u32) -> bool) -> Page {
        let paths = corpus.set(set);
        let number = |path: u32| pricing.ready.vocabulary.get(&corpus.hashes[path as usize]).copied();
        let numbers: Vec<Option<u32>> = paths.iter().map(|&path| number(path).filter(|&path| is_known(path))).collect();
        let place = |path: u32| if path == ROOT { 0 } else { paths.binary_search(&path).map_or(0, |place| place + 1) };
        let parents: Vec<u32> = paths.iter().map(|&path| place(corpus.parents[path as usize]) as u32).collect();
        Page::over(pricing, &numbers, &parents, |place| corpus.name(paths[place]))
    }

    fn over<'a>(
        pricing: &Pricing<'_>,
        numbers: &[Option<u32>],
        parents: &[u32],
        segment: impl Fn(usize) -> &'a str,
    ) -> Page {
        let mut masses = vec![1u32; numbers.len()];
        for place in (0..numbers.len()).rev() {
            if let Some(above) = (parents[place] as usize).checked_sub(1) {
                masses[above] += masses[place];
            }
        }
        let above = |place: usize| (parents[place] as usize).checked_sub(1);
        let is_topmost =
            |place: &usize| numbers[*place].is_none() && above(*place).is_none_or(|above| numbers[above].is_some());
        let places: Vec<usize> = (0..numbers.len()).filter(is_topmost).collect();
        let unknown = |&place: &usize| Unknown {
            above: above(place).and_then(|above| numbers[above]),
            weight: pricing.ready.weights.unknown(segment(place), masses[place], places.len()),
            emphasis: emphasis(f64::from(masses[place])),
        };
        let mut known: Vec<u32> = numbers.iter().copied().flatten().collect();
        known.sort_unstable();
        Page { known, unknown: places.iter().map(unknown).collect(), learnt_by: Vec::new() }
    }
}
