//! Weighted MinHash (Ioffe 2010, for weights that belong to items): equal places of two signatures estimate the
//! idf-weighted Jaccard similarity of two path sets.
//!
//! Place i of a signature is the path with the least -ln(u)/weight, u drawn from the path's hash: an exponential race.

use super::corpus::{Corpus, Occurrence};
use super::counts::Counts;
use super::lists::Lists;

/// Places of a signature.
pub const PLACES: usize = 64;
const BLOCK: usize = 8;

/// One signature: a path plus one in each place, 0 where the page has no path of any weight.
pub type Signature = [u32; PLACES];

/// The weight of each path: ln((1 + pages) / (1 + pages with it)), copies left out; nothing where only one page has it, and
/// no copy of that.
pub fn inverse_frequencies(pages: usize, occurrences: &[Occurrence]) -> Vec<f32> {
    let weight = |here: &Occurrence| match here.pages {
        0 | 1 => 0.0,
        _ => ((1.0 + pages as f64) / (1.0 + f64::from(here.sets))).ln() as f32,
    };
    occurrences.iter().map(weight).collect()
}

/// The signatures of all distinct pages, a block of places at a time so that the table of races stays small.
pub fn signatures<const LENGTH: usize>(corpus: &Corpus, weights: &[f32]) -> Vec<[u32; LENGTH]> {
    let mut signatures = vec![[0; LENGTH]; corpus.len()];
    let racing = racing(corpus, weights);
    for block in 0..LENGTH / BLOCK {
        let races = races(corpus, weights, block);
        for (place, &set) in corpus.arrived.iter().enumerate() {
            let (mut least, mut first) = ([f32::INFINITY; BLOCK], [0; BLOCK]);
            for &path in racing.as_ref().map_or_else(|| corpus.set(set), |racing| racing.list(place)) {
                let times = &races[path as usize];
                // Without a branch, so that the places run side by side.
                for place in 0..BLOCK {
                    let is_less = times[place] < least[place];
                    least[place] = if is_less { times[place] } else { least[place] };
                    first[place] = if is_less { path + 1 } else { first[place] };
                }
            }
            signatures[set as usize][block * BLOCK..(block + 1) * BLOCK].copy_from_slice(&first);
        }
    }
    signatures
}

/// The paths of each page that have a weight, as pages came in, where some have none: a third is on all pages of a family.
fn racing(corpus: &Corpus, weights: &[f32]) -> Option<Lists> {
    let racing = |&set: &u32| corpus.set(set).iter().copied().filter(|&path| weights[path as usize] > 0.0);
    weights.contains(&0.0).then(|| Lists::of_lists(corpus.arrived.iter().map(racing)))
}

/// The signature of what at least half of a group's pages have.
pub fn of_group(corpus: &Corpus, group: &Counts, weights: &[f32]) -> Signature {
    let mut least = [(f32::INFINITY, 0); PLACES];
    for (&path, &pages) in group.paths.iter().zip(&group.pages) {
        if 2 * pages >= group.total && weights[path as usize] > 0.0 {
            for (place, least) in least.iter_mut().enumerate() {
                let time = time(corpus.hashes[path as usize], place, weights[path as usize]);
                if time < least.0 {
                    *least = (time, path + 1);
                }
            }
        }
    }
    least.map(|(_, path)| path)
}

fn races(corpus: &Corpus, weights: &[f32], block: usize) -> Vec<[f32; BLOCK]> {
    let race = |(&hash, &weight): (&u64, &f32)| {
        let mut times = [f32::INFINITY; BLOCK];
        if weight > 0.0 {
            for (place, slot) in times.iter_mut().enumerate() {
                *slot = time(hash, block * BLOCK + place, weight);
            }
        }
        times
    };
    corpus.hashes.iter().zip(weights).map(race).collect()
}

/// When a path arrives in the race for a place.
fn time(hash: u64, place: usize, weight: f32) -> f32 {
    let bits = mix(hash.wrapping_add((place as u64 + 1).wrapping_mul(GOLDEN))) >> 40;
    -((bits as f32 + 0.5) / 16_777_216.0).ln() / weight
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The output function of SplitMix64.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What all paths of a set weigh.
pub fn whole(set: &[u32], weights: &[f32]) -> f64 {
    set.iter().map(|&path| f64::from(weights[path as usize])).sum()
}

/// The weighted Jaccard similarity of two ascending sets; where nothing has a weight, as among a few pages that have
/// nothing rare in common, the plain one.
pub fn similarity(one: &[u32], two: &[u32], weights: &[f32]) -> f64 {
    let (mut i, mut j, mut shared, mut all) = (0, 0, 0.0, 0.0);
    let (mut both, mut either) = (0u32, 0u32);
    while i < one.len() || j < two.len() {
        let a = one.get(i).copied().unwrap_or(u32::MAX);
        let b = two.get(j).copied().unwrap_or(u32::MAX);
        let weight = f64::from(weights[a.min(b) as usize]);
        all += weight;
        either += 1;
        if a == b {
            shared += weight;
            both += 1;
        }
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    if all == 0.0 { f64::from(both) / f64::from(either.max(1)) } else { shared / all }
}
