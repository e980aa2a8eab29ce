//! How much each path says about the template of a page, read off the counts of templates alone.
//!
//! The same three things as in [`crate::groups::grammar::weights`]: how much hangs below, in how many places the same
//! pages have something in common, and what share of the bits the templates explain. Depth, and on how few pages a mark is,
//! only count where templates are still to be found.

use std::collections::HashMap;

use super::Templates;
use crate::features::segment::is_page_token;
use crate::features::{EMPTY, extend};
use crate::groups::grammar::corpus::ROOT;
use crate::groups::grammar::weights::{Drawn, explained};

/// As in [`crate::groups::grammar::weights`], chosen for known templates, which tell more of what is content.
const PAGE_TOKEN: f64 = 2.8;
const MASS: f64 = 0.25;
const TOGETHER: f64 = 0.67;
const DRAWN: Drawn = Drawn { segment: 55.0, siblings: 165.0, least: 0.2 };
/// The power of the number of paths below, once more, where a page surprises a template: large parts count more.
const MASS_SURPRISING: f64 = 0.3;

/// What paths count.
pub struct Weights {
    /// Of each known path.
    pub known: Vec<f64>,
    /// How much more a known path counts as a surprise.
    pub emphasis: Vec<f64>,
    /// The mean share of bits that templates explain, of each segment and of all.
    segments: HashMap<Box<str>, f64>,
    other: f64,
}

impl Weights {
    /// The weights of some templates' paths.
    pub fn new(templates: &Templates) -> Weights {
        let paths = &templates.paths;
        let shares = explained(paths, &templates.counts, &DRAWN);
        let (masses, together) = (masses(templates), together(templates));
        let known = |path: usize| weight(paths.name(path as u32), masses[path], together[path], shares[path]);
        let mut sums = vec![(0.0, 0.0); paths.words.len()];
        for (path, share) in shares.iter().enumerate() {
            let (sum, count) = &mut sums[paths.names[path] as usize];
            *sum += share;
            *count += 1.0;
        }
        let other = shares.iter().sum::<f64>() / (shares.len() as f64).max(1.0);
        let mean = |(sum, count): &(f64, f64)| if *count > 0.0 { sum / count } else { other };
        let segments = paths.words.iter().cloned().zip(sums.iter().map(mean)).collect();
        let known = (0..paths.paths()).map(known).collect();
        Weights { known, emphasis: masses.iter().map(|&mass| emphasis(mass)).collect(), segments, other }
    }

    /// What a path counts that no template has: its last segment, the paths at and below it, how many such there are.
    pub fn unknown(&self, segment: &str, mass: u32, places: usize) -> f64 {
        let share = self.segments.get(segment).copied().unwrap_or(self.other);
        weight(segment, f64::from(mass), places as f64, share)
    }
}

/// How much more a path with so many paths at and below it counts as a surprise.
pub fn emphasis(mass: f64) -> f64 {
    mass.powf(MASS_SURPRISING)
}

fn weight(segment: &str, mass: f64, together: f64, share: f64) -> f64 {
    let token = if is_page_token(segment) { PAGE_TOKEN } else { 1.0 };
    token * mass.powf(MASS) * together.powf(-TOGETHER) * share
}

/// The mean number of paths at and below each path, where it occurs; a page token has that of its element.
fn masses(templates: &Templates) -> Vec<f64> {
    let paths = &templates.paths;
    let mut pages = vec![0.0; paths.paths()];
    for counts in &templates.counts {
        let factor = counts.factor();
        for (&path, &count) in counts.paths.iter().zip(&counts.pages) {
            pages[path as usize] += f64::from(count) * factor;
        }
    }
    let mut below = pages.clone();
    for path in (0..paths.paths()).rev() {
        let above = paths.parents[path];
        if above != ROOT {
            below[above as usize] += below[path];
        }
    }
    let mass = |path: usize| {
        let above = paths.parents[path];
        let of = if paths.is_page_token(path as u32) && above != ROOT { above as usize } else { path };
        if pages[of] > 0.0 { below[of] / pages[of] } else { 1.0 }
    };
    (0..paths.paths()).map(mass).collect()
}

/// In how many separate places the templates have what they have on exactly as many pages as a path.
fn together(templates: &Templates) -> Vec<f64> {
    let paths = &templates.paths;
    let mut pages_of = vec![EMPTY; paths.paths()];
    for (number, counts) in templates.counts.iter().enumerate() {
        for (&path, &count) in counts.paths.iter().zip(&counts.pages) {
            let of = &mut pages_of[path as usize];
            *of = extend(extend(*of, number as u64 + 1), u64::from(count));
        }
    }
    let mut places: HashMap<u64, u32> = HashMap::new();
    for path in 0..paths.paths() {
        let above = paths.parents[path];
        if above == ROOT || pages_of[above as usize] != pages_of[path] {
            *places.entry(pages_of[path]).or_default() += 1;
        }
    }
    pages_of.iter().map(|pages| f64::from(places[pages])).collect()
}
