//! How alike two pages are by grammar: what knowing one of them tells about the other, in bits.
//!
//! A grammar learnt from one page alone, over a background that knows no site, describes the other page. The similarity
//! is the share that this saves of what could be saved at most, by a grammar learnt from the other page itself; the
//! mean of both directions, and 0 where nothing is saved.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::features::Identity;
use crate::parallel::{available_jobs, map};
use crate::{Error, Result};

/// The chance of a path given its parent, where nothing is known of the site.
const BACKGROUND: f64 = 0.1;
// These are no others than those of groups once were, and stay: similarities would mean something else with every search
// for better groups.
/// How firmly a grammar expects the background.
const STRENGTH: f64 = 0.8;
/// Bits paid once for each path that a grammar holds.
const NAME: f64 = 0.8;
/// The power of the number of paths below.
const MASS: f64 = 0.25;

/// A page's trie, ready to be compared.
#[derive(Clone, Debug, Default)]
pub struct Trie {
    /// The place of each path by its hash.
    places: HashMap<u64, u32, BuildHasherDefault<Identity>>,
    hashes: Vec<u64>,
    /// The place of each one's parent plus one.
    parents: Vec<u32>,
    weights: Vec<f64>,
}

impl Trie {
    /// From hashes, and the place of each one's parent plus one; parents come first.
    pub fn new(hashes: &[u64], parents: &[u32]) -> Trie {
        let mut masses = vec![1u32; hashes.len()];
        for place in (0..hashes.len()).rev() {
            if let Some(above) = (parents[place] as usize).checked_sub(1) {
                masses[above] += masses[place];
            }
        }
        Trie {
            places: hashes.iter().copied().zip(0..).collect(),
            hashes: hashes.to_vec(),
            parents: parents.to_vec(),
            weights: masses.iter().map(|&mass| f64::from(mass).powf(MASS)).collect(),
        }
    }

    fn has_above(&self, other: &Trie, place: usize) -> bool {
        match (other.parents[place] as usize).checked_sub(1) {
            Some(above) => self.places.contains_key(&other.hashes[above]),
            None => true,
        }
    }

    /// Bits by which a grammar learnt from this page describes another one shorter than the background does.
    fn saved(&self, other: &Trie) -> f64 {
        let chance = |k: f64, m: f64| (k + STRENGTH * BACKGROUND) / (m + STRENGTH);
        let mut bits = 0.0;
        for (place, (hash, weight)) in other.hashes.iter().zip(&other.weights).enumerate() {
            if self.places.contains_key(hash) {
                bits += weight * (NAME + (chance(1.0, 1.0) / BACKGROUND).log2());
            } else if self.has_above(other, place) {
                bits += weight * (chance(0.0, 1.0) / BACKGROUND).log2();
            }
        }
        for (place, (hash, weight)) in self.hashes.iter().zip(&self.weights).enumerate() {
            if !other.places.contains_key(hash) && other.has_above(self, place) {
                bits += weight * ((1.0 - chance(1.0, 1.0)) / (1.0 - BACKGROUND)).log2();
            }
        }
        bits
    }
}

/// Tries of many pages in flat buffers: `offsets` from 0, one more than there are pages.
pub fn tries(offsets: &[i64], hashes: &[u64], parents: &[u32]) -> Result<Vec<Trie>> {
    let wrong = || Error::Argument("the columns of the tries do not fit each other".to_owned());
    let fits = offsets.first() == Some(&0)
        && offsets.is_sorted()
        && offsets.last().is_some_and(|&last| last as usize == hashes.len())
        && hashes.len() == parents.len();
    if !fits {
        return Err(wrong());
    }
    let page = |ends: &[i64]| {
        let (start, end) = (ends[0] as usize, ends[1] as usize);
        let parents = &parents[start..end];
        let sound = parents.iter().enumerate().all(|(place, &parent)| parent as usize <= place);
        if sound { Ok(Trie::new(&hashes[start..end], parents)) } else { Err(wrong()) }
    };
    offsets.windows(2).map(page).collect()
}

/// The similarity of each left page to each right one, a row a left page.
pub fn matrix(left: &[Trie], right: &[Trie], jobs: usize) -> Vec<f64> {
    let rows = map(left, available_jobs(jobs), 1, |one| right.iter().map(|two| similarity(one, two)).collect());
    rows.into_iter().flat_map(|row: Vec<f64>| row).collect()
}

/// The similarity of two pages, 0 to 1; pages without any element are alike.
pub fn similarity(one: &Trie, two: &Trie) -> f64 {
    if one.hashes.is_empty() || two.hashes.is_empty() {
        return if one.hashes.len() == two.hashes.len() { 1.0 } else { 0.0 };
    }
    let share = |from: &Trie, of: &Trie| (from.saved(of) / of.saved(of)).clamp(0.0, 1.0);
    (share(one, two) + share(two, one)) / 2.0
}
