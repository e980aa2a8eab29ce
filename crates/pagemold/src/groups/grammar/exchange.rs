//! Wrappers in exchange: elements that hold much of a page, and of which each page of a family has another.
//!
//! One manual wraps its pages in `div.chapter`, `div.section` or `div.appendix`, another names the wrapper after each page.
//! All that is inside is the same, but no path is, and one template would be several. So where the insides of
//! such elements are alike, they are written alike, `div.section|#` after the most frequent one, and how an element is really called
//! becomes a leaf of it, `[div.chapter]`: a difference like any other, but a small one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;

use super::corpus::{Corpus, Occurrence, Part, Parts};
use super::rewriting::Rewriting;
use super::wrappers::Slots;
use crate::features::segment::{called, exchangeable};
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

/// The same pages with exchanged wrappers written alike, if there are any; families are lists of distinct pages.
pub fn written_alike(corpus: &Corpus, families: &[Vec<u32>], mut slots: Option<Slots>) -> Option<Corpus> {
    let mut alike: Option<Corpus> = None;
    for _ in 0..ROUNDS {
        let Some(again) = slots.and_then(|slots| once(alike.as_ref().unwrap_or(corpus), families, &slots)) else {
            break;
        };
        slots = Slots::of(&again);
        alike = Some(again);
    }
    alike
}

fn once(corpus: &Corpus, families: &[Vec<u32>], slots: &Slots) -> Option<Corpus> {
    let mut parts = Parts::new(corpus);
    let mut rewriting: Option<Rewriting<'_>> = None;
    for sets in families {
        let places = places(sets, slots);
        if places.is_empty() {
            continue;
        }
        let part = parts.take(sets);
        let number = |wrapper: u32| part.paths.partition_point(|&path| path < wrapper) as u32;
        let places = places.into_iter().map(|place| place.into_iter().map(number).collect());
        let exchanged = exchanged(&part.corpus, places);
        if !exchanged.is_empty() {
            rewrite(rewriting.get_or_insert_with(|| Rewriting::new(corpus)), sets, &part, &exchanged);
        }
    }
    rewriting.filter(|rewriting| !rewriting.pages.is_empty()).map(Rewriting::finish)
}

/// The wrappers of a family at each place where it has several that hardly ever stand beside each other.
fn places(sets: &[u32], slots: &Slots) -> Vec<Vec<u32>> {
    // Of each wrapper, behind its place: on how many pages it is, and on how many of these beside another.
    let mut wrappers: BTreeMap<(u32, u32), (u64, u64)> = BTreeMap::new();
    for &set in sets {
        let here = slots.on(set);
        for &(slot, path) in here {
            let is_beside = here.iter().any(|&(other, wrapper)| other == slot && wrapper != path);
            let (pages, beside) = wrappers.entry((slot, path)).or_default();
            *pages += 1;
            *beside += u64::from(is_beside);
        }
    }
    wrappers.retain(|_, (pages, beside)| 100 * *beside <= BESIDE * *pages);
    let wrappers: Vec<(u32, u32)> = wrappers.into_keys().collect();
    let places = wrappers.chunk_by(|a, b| a.0 == b.0).filter(|place| place.len() > 1);
    places.map(|place| place.iter().map(|&(_, wrapper)| wrapper).collect()).collect()
}

/// The wrappers of a family that take the place of others, each with the one that it is written after.
fn exchanged(corpus: &Corpus, places: impl Iterator<Item = Vec<u32>>) -> Vec<(u32, u32)> {
    let occurrences = corpus.occurrences();
    let mut found = Vec::new();
    for mut wrappers in places {
        wrappers.sort_by_key(|&wrapper| (Reverse(occurrences[wrapper as usize].sets), wrapper));
        let mut leaders: Vec<Leader> = Vec::new();
        for path in wrappers {
            let inside = Inside::of(corpus, &occurrences, path);
            if let Some(place) = best(&leaders, &inside) {
                found.push((path, leaders[place].path));
                leaders[place].inside.add(inside);
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
            ways.push(extend(way, label_hash(corpus.name(path).as_bytes())));
            inside.pages.insert(ways[ways.len() - 1], u64::from(occurrences[path as usize].sets));
        }
        inside
    }

    fn add(&mut self, other: Inside) {
        other.pages.into_iter().for_each(|(way, pages)| *self.pages.entry(way).or_default() += pages);
    }

    /// Of the pages on each way. All sums are whole numbers, so that their order does not matter.
    fn cosine(&self, other: &Inside) -> f64 {
        let product = |(way, &pages): (&u64, &u64)| pages * other.pages.get(way).copied().unwrap_or(0);
        let square = |inside: &Inside| inside.pages.values().map(|pages| pages * pages).sum::<u64>() as f64;
        let shared = self.pages.iter().map(product).sum::<u64>() as f64;
        shared / (square(self) * square(other)).sqrt().max(1.0)
    }
}

/// Writes the pages of a family anew, but for those that have two of the same wrappers.
fn rewrite(rewriting: &mut Rewriting<'_>, sets: &[u32], part: &Part, exchanged: &[(u32, u32)]) {
    let corpus = &part.corpus;
    let (mut number, mut leaves): (Vec<u32>, HashMap<u32, u32>) = (Vec::with_capacity(corpus.paths()), HashMap::new());
    for (path, &whole) in (0..).zip(&part.paths) {
        let parent = corpus.parents[path as usize] as usize;
        let above = number.get(parent).copied();
        let wrapper = exchanged.binary_search_by_key(&path, |&(wrapper, _)| wrapper);
        number.push(match (above, wrapper) {
            (Some(above), Ok(place)) => {
                let alike = rewriting.step(above, &exchangeable(corpus.name(exchanged[place].1)));
                leaves.insert(path, rewriting.step(alike, &called(corpus.name(path))));
                alike
            }
            (Some(above), Err(_)) if above != part.paths[parent] => rewriting.step(above, corpus.name(path)),
            _ => whole,
        });
    }
    for (&set, place) in sets.iter().zip(0..) {
        let here = corpus.set(place);
        let mut written: Vec<u32> = here.iter().map(|&path| number[path as usize]).collect();
        written.extend(here.iter().filter_map(|path| leaves.get(path)));
        let count = written.len();
        written.sort_unstable();
        written.dedup();
        if count > here.len() && written.len() == count {
            rewriting.pages.insert(set, written);
        }
    }
}
