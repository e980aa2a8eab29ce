//! Wrappers: elements that hold much of a page. Where several stand at one place of the tree, one on each page, their names
//! may say more about the page than about its template.

use std::collections::HashMap;

use super::corpus::{Corpus, Occurrence};
use super::rewriting::Rewriting;
use crate::features::segment::{is_bare, nameless, tag};

/// The share of its pages' paths that a wrapper holds at the least.
const SHARE: f64 = 0.3;
/// Paths that it holds in the mean at the least.
const INSIDE: u64 = 3;

/// No place of a wrapper.
const NOWHERE: u32 = u32::MAX;

/// Places in the tree at which there are several wrappers with the same tag.
pub struct Slots {
    /// That of each path.
    of_path: Vec<u32>,
}

impl Slots {
    /// Of all pages, on which paths are as `occurrences` has it; nothing where there are none.
    pub fn of(corpus: &Corpus, occurrences: &[Occurrence]) -> Option<Slots> {
        let mut of_path = vec![NOWHERE; corpus.paths()];
        let mut wrappers: HashMap<(u32, &str), Vec<u32>> = HashMap::new();
        for wrapper in wrappers_of(corpus, occurrences) {
            let place = (corpus.parents[wrapper as usize], tag(corpus.name(wrapper)));
            wrappers.entry(place).or_default().push(wrapper);
        }
        for slot in wrappers.values().filter(|slot| slot.len() > 1) {
            slot.iter().for_each(|&wrapper| of_path[wrapper as usize] = slot[0]);
        }
        of_path.iter().any(|&slot| slot != NOWHERE).then_some(Slots { of_path })
    }

    /// Those of some paths that are such wrappers, each behind its place, which is told by the first wrapper there.
    pub fn among(&self, paths: &[u32]) -> impl Iterator<Item = (u32, u32)> {
        paths.iter().map(|&path| (self.of_path[path as usize], path)).filter(|&(slot, _)| slot != NOWHERE)
    }
}

/// The paths that hold a large share of their pages, ascending.
fn wrappers_of(corpus: &Corpus, occurrences: &[Occurrence]) -> impl Iterator<Item = u32> {
    let mut inside = vec![0u64; corpus.paths()];
    for path in (0..corpus.paths()).rev() {
        let held = inside[path] + u64::from(occurrences[path].sets);
        if let Some(above) = inside.get_mut(corpus.parents[path] as usize) {
            *above += held;
        }
    }
    let is_wrapper = move |&path: &u32| {
        let (inside, &Occurrence { sets, held, .. }) = (inside[path as usize], &occurrences[path as usize]);
        sets > 0 && inside >= INSIDE * u64::from(sets) && inside as f64 >= SHARE * held as f64
    };
    (0..corpus.paths() as u32).filter(is_wrapper)
}

/// The same pages with nameless wrappers above all that they hold (`html/body/div|/p.lead`), where several stand at one
/// place: pages in which all else is the same have it in common then. Paths are in no order.
pub fn unwrapped(corpus: &Corpus, slots: &Slots) -> Corpus {
    let is_named = |path: u32| slots.of_path[path as usize] != NOWHERE && !is_bare(corpus.name(path));
    let mut rewriting = Rewriting::new(corpus);
    // What each path is written as, and what it is for those below it.
    let (mut written, mut above): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    for path in 0..corpus.paths() as u32 {
        let (parent, name) = (corpus.parents[path as usize], corpus.name(path));
        let over = above.get(parent as usize).copied();
        let own = match over {
            Some(over) if over != parent => rewriting.step(over, name),
            _ => path,
        };
        written.push(own);
        above.push(match over {
            Some(over) if is_named(path) => rewriting.step(over, &nameless(name)),
            _ => own,
        });
    }
    rewriting.in_no_order(&written)
}
