//! Wrappers: elements that hold much of a page. Where several stand at one place of the tree, one on each page, their names
//! may say more about the page than about its template.

use std::collections::HashMap;

use super::corpus::Corpus;
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
    /// The wrappers on each page, one page behind the other, and where each begins.
    here: Vec<(u32, u32)>,
    starts: Vec<usize>,
}

impl Slots {
    /// Of all pages; nothing where there are none.
    pub fn of(corpus: &Corpus) -> Option<Slots> {
        let mut of_path = vec![NOWHERE; corpus.paths()];
        let mut wrappers: HashMap<(u32, &str), Vec<u32>> = HashMap::new();
        for wrapper in wrappers_of(corpus) {
            let place = (corpus.parents[wrapper as usize], tag(corpus.name(wrapper)));
            wrappers.entry(place).or_default().push(wrapper);
        }
        for slot in wrappers.values().filter(|slot| slot.len() > 1) {
            slot.iter().for_each(|&wrapper| of_path[wrapper as usize] = slot[0]);
        }
        if of_path.iter().all(|&slot| slot == NOWHERE) {
            return None;
        }
        let (mut here, mut starts) = (Vec::new(), vec![0]);
        for set in 0..corpus.len() as u32 {
            let wrappers = corpus.set(set).iter().map(|&path| (of_path[path as usize], path));
            here.extend(wrappers.filter(|&(slot, _)| slot != NOWHERE));
            starts.push(here.len());
        }
        Some(Slots { of_path, here, starts })
    }

    /// The wrappers of a page, each behind its place, which is told by the first wrapper there.
    pub fn on(&self, set: u32) -> &[(u32, u32)] {
        &self.here[self.starts[set as usize]..self.starts[set as usize + 1]]
    }
}

/// The paths that hold a large share of their pages, ascending.
fn wrappers_of(corpus: &Corpus) -> impl Iterator<Item = u32> {
    // How many pages have each path, and how many paths all of these have.
    let mut pages = vec![(0u64, 0u64); corpus.paths()];
    for &set in &corpus.arrived {
        let paths = corpus.set(set);
        for &path in paths {
            let (count, size) = &mut pages[path as usize];
            *count += 1;
            *size += paths.len() as u64;
        }
    }
    let mut inside = vec![0u64; corpus.paths()];
    for path in (0..corpus.paths()).rev() {
        let held = inside[path] + pages[path].0;
        if let Some(above) = inside.get_mut(corpus.parents[path] as usize) {
            *above += held;
        }
    }
    let is_wrapper = move |&path: &u32| {
        let (held, (count, size)) = (inside[path as usize], pages[path as usize]);
        count > 0 && held >= INSIDE * count && held as f64 >= SHARE * size as f64
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
    for set in 0..corpus.len() as u32 {
        if slots.on(set).iter().any(|&(_, path)| is_named(path)) {
            let mut anew: Vec<u32> = corpus.set(set).iter().map(|&path| written[path as usize]).collect();
            anew.sort(); // made of ascending runs
            anew.dedup();
            rewriting.pages.insert(set, anew);
        }
    }
    rewriting.in_no_order()
}
