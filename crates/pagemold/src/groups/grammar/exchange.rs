//! Wrappers in exchange: elements that hold much of a page, and of which each page of a family has another.
//!
//! One manual wraps its pages in `div.chapter`, `div.section` or `div.appendix`, another names the wrapper after each page.
//! All that is inside is the same, but no path is, and one template would be several. So where the insides of such elements
//! are alike, they are written alike, `div.section|#` after the most frequent one, and how an element is really called
//! becomes a leaf of it, `[div.chapter]`: a difference like any other, but a small one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;

use super::corpus::{Corpus, Occurrence, Parts};
use super::rewriting::Rewriting;
use super::wrappers::Slots;
use crate::features::segment::{called, exchangeable, is_exchangeable};
use crate::features::{EMPTY, Identity, extend};
use crate::structure::label_hash;

/// On how many of a hundred of its pages, at the most, a wrapper stands beside another one of its place.
const BESIDE: u64 = 5;
/// Cosine of what is inside two wrappers, path by path, from which they take each other's place.
const ALIKE: f64 = 0.35;
/// Wrappers of one place that others are compared with: the most frequent ones.
const LEADERS: usize = 16;
/// Wrappers inside of wrappers: so often it is looked again.
const ROUNDS: usize = 3;

/// The pages of a family with exchanged wrappers written alike, if there are any. Its paths are on pages as `occurrences`
/// has it.
pub fn written_alike(family: &Corpus, occurrences: &[Occurrence]) -> Option<Corpus> {
    let mut alike = once(family, occurrences)?;
    for _ in 1..ROUNDS {
        let Some(again) = once(&alike, &alike.occurrences()) else { break };
        alike = again;
    }
    // Without the paths that no page has any more.
    let all: Vec<u32> = (0..alike.len() as u32).collect();
    Some(Parts::new(&alike).take(&all).corpus)
}

/// Looks for wrappers once.
fn once(family: &Corpus, occurrences: &[Occurrence]) -> Option<Corpus> {
    let exchanged = exchanged(family, occurrences);
    if exchanged.is_empty() {
        return None;
    }
    let rewriting = rewrite(family, &exchanged);
    (!rewriting.pages.is_empty()).then(|| rewriting.finish().0)
}

/// The wrappers of a family at each place where it has several that hardly ever stand beside each other.
fn places(corpus: &Corpus, occurrences: &[Occurrence]) -> Vec<Vec<u32>> {
    let Some(slots) = Slots::of(corpus, occurrences) else { return Vec::new() };
    // Of each wrapper, behind its place: on how many pages it is, and on how many of these beside another.
    let mut wrappers: BTreeMap<(u32, u32), (u64, u64)> = BTreeMap::new();
    for set in 0..corpus.len() as u32 {
        let mut here: Vec<(u32, u32)> = slots.among(corpus.set(set)).collect();
        here.sort_unstable();
        for place in here.chunk_by(|a, b| a.0 == b.0) {
            for &wrapper in place {
                let (pages, beside) = wrappers.entry(wrapper).or_default();
                *pages += 1;
                *beside += u64::from(place.len() > 1);
            }
        }
    }
    wrappers.retain(|_, (pages, beside)| 100 * *beside <= BESIDE * *pages);
    let wrappers: Vec<(u32, u32)> = wrappers.into_keys().collect();
    let places = wrappers.chunk_by(|a, b| a.0 == b.0).filter(|place| place.len() > 1);
    places.map(|place| place.iter().map(|&(_, wrapper)| wrapper).collect()).collect()
}

/// The wrappers of a family that take the place of others, each with the one that it is written after.
fn exchanged(corpus: &Corpus, occurrences: &[Occurrence]) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    for mut wrappers in places(corpus, occurrences) {
        wrappers.sort_by_key(|&wrapper| (Reverse(occurrences[wrapper as usize].sets), wrapper));
        let mut leaders: Vec<Leader> = Vec::new();
        for path in wrappers {
            let inside = Inside::of(corpus, occurrences, path);
            if let Some(place) = best(&leaders, &inside) {
                found.push((path, leaders[place].path));
                inside.pages.into_iter().for_each(|(way, pages)| leaders[place].inside.add(way, pages));
                leaders[place].is_followed = true;
            } else if leaders.len() < LEADERS {
                leaders.push(Leader { path, inside, is_followed: false });
            }
        }
        found.extend(leaders.iter().filter(|leader| leader.is_followed).map(|leader| (leader.path, leader.path)));
    }
    found.sort_unstable();
    found
}

/// A wrapper that others may be written after, with what is inside of all of them.
struct Leader {
    path: u32,
    inside: Inside,
    is_followed: bool,
}

/// The place of the leader that is most alike, the first of equals, if it is enough.
fn best(leaders: &[Leader], inside: &Inside) -> Option<usize> {
    let alike = leaders.iter().map(|leader| leader.inside.cosine(inside)).enumerate();
    let enough = alike.filter(|&(_, alike)| alike >= ALIKE);
    enough.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(place, _)| place)
}

/// What is inside a wrapper: on how many pages each way down from it is.
#[derive(Default)]
struct Inside {
    pages: HashMap<u64, u64, BuildHasherDefault<Identity>>,
    /// The sum of their squares.
    square: u64,
}

impl Inside {
    fn of(corpus: &Corpus, occurrences: &[Occurrence], wrapper: u32) -> Inside {
        let mut ways: Vec<u64> = Vec::new();
        let mut inside = Inside::default();
        // What is below a path has the numbers that follow.
        for path in wrapper + 1..corpus.paths() as u32 {
            let above = corpus.parents[path as usize];
            if above < wrapper || above >= path {
                break;
            }
            let way = if above == wrapper { EMPTY } else { ways[(above - wrapper - 1) as usize] };
            let way = extend(way, label_hash(corpus.name(path).as_bytes()));
            ways.push(way);
            inside.add(way, u64::from(occurrences[path as usize].sets));
        }
        inside
    }

    fn add(&mut self, way: u64, more: u64) {
        let pages = self.pages.entry(way).or_default();
        self.square += more * (2 * *pages + more);
        *pages += more;
    }

    /// Of the pages on each way. Takes no longer than the smaller one is large: a leader grows with its followers. All
    /// sums are whole numbers, so that their order does not matter.
    fn cosine(&self, other: &Inside) -> f64 {
        let (small, large) = if self.pages.len() < other.pages.len() { (self, other) } else { (other, self) };
        let product = |(way, &pages): (&u64, &u64)| pages * large.pages.get(way).copied().unwrap_or(0);
        let shared = small.pages.iter().map(product).sum::<u64>() as f64;
        shared / (self.square as f64 * other.square as f64).sqrt().max(1.0)
    }
}

/// Writes the pages of a family anew, but for those that have two of the same wrappers.
fn rewrite<'a>(corpus: &'a Corpus, exchanged: &[(u32, u32)]) -> Rewriting<'a> {
    let mut rewriting = Rewriting::new(corpus);
    let (mut number, mut leaves): (Vec<u32>, HashMap<u32, u32>) = (Vec::with_capacity(corpus.paths()), HashMap::new());
    for path in 0..corpus.paths() as u32 {
        let parent = corpus.parents[path as usize];
        let above = number.get(parent as usize).copied();
        let wrapper = exchanged.binary_search_by_key(&path, |&(wrapper, _)| wrapper);
        number.push(match (above, wrapper) {
            (Some(above), Ok(place)) => {
                let alike = rewriting.step(above, &exchangeable(corpus.name(exchanged[place].1)));
                // One that was written so in an earlier round has its leaf.
                if !is_exchangeable(corpus.name(path)) {
                    leaves.insert(path, rewriting.step(alike, &called(corpus.name(path))));
                }
                alike
            }
            (Some(above), Err(_)) if above != parent => rewriting.step(above, corpus.name(path)),
            _ => path,
        });
    }
    for set in 0..corpus.len() as u32 {
        let here = corpus.set(set);
        let mut written: Vec<u32> = here.iter().map(|&path| number[path as usize]).collect();
        written.extend(here.iter().filter_map(|path| leaves.get(path)));
        let is_new = here.iter().zip(&written).any(|(path, written)| path != written);
        let count = written.len();
        written.sort_unstable();
        written.dedup();
        if is_new && written.len() == count {
            rewriting.pages.insert(set, written);
        }
    }
    rewriting
}
