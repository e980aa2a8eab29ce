//! Wrappers in exchange: elements that hold much of a page, and of which each page of a family has another.
//!
//! One manual wraps its pages in `div.chapter`, `div.section` or `div.appendix`, another names the wrapper after each page.
//! All that is inside is the same, but no path is, and one template would be several. So where the insides of such elements
//! are alike, they are written alike, `div.section|#` after the most frequent one, and how an element is really called
//! becomes a leaf of it, `[div.chapter]`: a difference like any other, but a small one.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::corpus::{Corpus, Occurrence, Parts};
use super::rewriting::Rewriting;
use super::wrappers::{Place, Wrappers};
use crate::features::segment::{called, exchangeable};
use crate::features::{EMPTY, Identity, extend};
use crate::structure::label_hash;

/// On how many of a hundred of its pages, at the most, a wrapper stands beside another one of its place.
const BESIDE: usize = 5;
/// Cosine of what is inside two wrappers, path by path, from which they take each other's place.
const ALIKE: f64 = 0.35;
/// Wrappers of one place that others are compared with: the most frequent ones.
const LEADERS: usize = 16;
/// So often it is looked which are alike: what is inside of several together may be like what was like none of them.
const ROUNDS: usize = 3;

/// The pages of a family with exchanged wrappers written alike, if there are any. Its paths are on pages as `occurrences`
/// has it.
pub fn written_alike(family: &Corpus, occurrences: &[Occurrence]) -> Option<Corpus> {
    let wrappers = Wrappers::of(family, occurrences)?;
    let family = Family { corpus: family, occurrences, pages: pages_of(family, &wrappers), wrappers };
    let rewriting = family.rewritten();
    if rewriting.pages.is_empty() {
        return None;
    }
    let (alike, _) = rewriting.finish();
    // Without the paths that no page has any more.
    let all: Vec<u32> = (0..alike.len() as u32).collect();
    Some(Parts::new(&alike).take(&all).corpus)
}

/// A family, and what is known of its wrappers.
struct Family<'c> {
    corpus: &'c Corpus,
    occurrences: &'c [Occurrence],
    wrappers: Wrappers<'c>,
    /// The pages of each wrapper.
    pages: HashMap<u32, Vec<u32>>,
}

fn pages_of(corpus: &Corpus, wrappers: &Wrappers<'_>) -> HashMap<u32, Vec<u32>> {
    let mut pages: HashMap<u32, Vec<u32>> = HashMap::new();
    for set in 0..corpus.len() as u32 {
        for &path in corpus.set(set).iter().filter(|&&path| wrappers.has(path)) {
            pages.entry(path).or_default().push(set);
        }
    }
    pages
}

impl<'c> Family<'c> {
    /// The pages written anew, but for those that have two wrappers which would be one.
    fn rewritten(&self) -> Rewriting<'c> {
        let corpus = self.corpus;
        let mut rewriting = Rewriting::new(corpus);
        // What each path is written as, and the leaf of one that is written after another.
        let mut written: Vec<u32> = (0..corpus.paths() as u32).collect();
        let mut leaves: HashMap<u32, u32> = HashMap::new();
        for level in self.wrappers.levels() {
            let places = self.wrappers.places(&level, &written);
            let leaders: HashMap<u32, &str> = places.into_iter().flat_map(|place| self.exchanged(place)).collect();
            for path in level {
                let (parent, name) = (corpus.parents[path as usize], corpus.name(path));
                let Some(&over) = written.get(parent as usize) else { continue };
                written[path as usize] = match leaders.get(&path) {
                    Some(leader) => {
                        let alike = rewriting.step(over, &exchangeable(leader));
                        leaves.insert(path, rewriting.step(alike, &called(name)));
                        alike
                    }
                    None if over != parent => rewriting.step(over, name),
                    None => path,
                };
            }
        }
        for set in 0..corpus.len() as u32 {
            let here = corpus.set(set);
            let mut anew: Vec<u32> = here.iter().map(|&path| written[path as usize]).collect();
            if anew != here {
                anew.extend(here.iter().filter_map(|path| leaves.get(path)));
                let count = anew.len();
                anew.sort_unstable();
                anew.dedup();
                if anew.len() == count {
                    rewriting.pages.insert(set, anew);
                }
            }
        }
        rewriting
    }

    /// The wrappers of a place that take the place of others, each with the name of the one that it is written after.
    fn exchanged(&self, place: Place<'c>) -> Vec<(u32, &'c str)> {
        let mut alike = self.alone(place);
        for _ in 0..ROUNDS {
            let before = alike.len();
            alike = self.joined(alike);
            if alike.len() == before {
                break;
            }
        }
        let several = alike.into_iter().filter(|alike| alike.is_several);
        several.flat_map(|Alike { name, paths, .. }| paths.into_iter().map(move |path| (path, name))).collect()
    }

    /// The wrappers of a place that hardly ever stand beside another.
    fn alone(&self, place: Place<'c>) -> Vec<Alike<'c>> {
        let with_pages = |(name, paths): (&'c str, Vec<u32>)| {
            let mut pages: Vec<u32> = paths.iter().flat_map(|path| &self.pages[path]).copied().collect();
            pages.sort_unstable();
            pages.dedup();
            (name, paths, pages)
        };
        let wrappers: Vec<(&str, Vec<u32>, Vec<u32>)> = place.into_iter().map(with_pages).collect();
        let mut names: HashMap<u32, u32> = HashMap::new();
        wrappers.iter().flat_map(|(_, _, pages)| pages).for_each(|&page| *names.entry(page).or_default() += 1);
        let is_alone = |(_, _, pages): &(&str, Vec<u32>, Vec<u32>)| {
            100 * pages.iter().filter(|page| names[page] > 1).count() <= BESIDE * pages.len()
        };
        let alone = wrappers.into_iter().filter(is_alone);
        let alike = |(name, paths, pages): (_, _, Vec<u32>)| Alike {
            name,
            paths,
            pages: pages.len(),
            inside: None,
            is_several: false,
        };
        alone.map(alike).collect()
    }

    /// Each joined with the one that is most like it, of a few that are frequent and unlike each other.
    fn joined(&self, mut all: Vec<Alike<'c>>) -> Vec<Alike<'c>> {
        all.sort_by_key(|alike| (Reverse(alike.pages), alike.paths[0]));
        let (mut leaders, mut others) = (Vec::new(), Vec::new());
        for mut alike in all {
            let inside = alike.inside.take().unwrap_or_else(|| Inside::of(self, &alike.paths));
            match best(&leaders, &inside) {
                Some(place) => leaders[place].take_in(alike, inside),
                None if leaders.len() < LEADERS => leaders.push(Leader { alike, inside }),
                None => others.push(alike),
            }
        }
        leaders.into_iter().map(Leader::kept).chain(others).collect()
    }
}

/// Wrappers that are alike inside, under the name of the most frequent one.
struct Alike<'c> {
    name: &'c str,
    /// Where they stand, those of that name first.
    paths: Vec<u32>,
    pages: usize,
    /// Of one that has led others. Of those that wait for their turn it is not kept: there may be as many as pages.
    inside: Option<Inside>,
    is_several: bool,
}

/// One that others are compared with.
struct Leader<'c> {
    alike: Alike<'c>,
    inside: Inside,
}

impl<'c> Leader<'c> {
    fn take_in(&mut self, other: Alike<'c>, inside: Inside) {
        self.alike.paths.extend(other.paths);
        self.alike.pages += other.pages;
        self.alike.is_several = true;
        inside.pages.into_iter().for_each(|(way, pages)| self.inside.add(way, pages));
    }

    fn kept(self) -> Alike<'c> {
        Alike { inside: Some(self.inside), ..self.alike }
    }
}

/// The place of the one that is most alike, the first of equals, if it is enough.
fn best(leaders: &[Leader<'_>], inside: &Inside) -> Option<usize> {
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
    fn of(family: &Family<'_>, paths: &[u32]) -> Inside {
        let mut inside = Inside::default();
        for &wrapper in paths {
            let mut ways: Vec<u64> = Vec::new();
            // What is below a path has the numbers that follow.
            for path in wrapper + 1..family.corpus.paths() as u32 {
                let above = family.corpus.parents[path as usize];
                if above < wrapper || above >= path {
                    break;
                }
                let way = if above == wrapper { EMPTY } else { ways[(above - wrapper - 1) as usize] };
                let way = extend(way, label_hash(family.corpus.name(path).as_bytes()));
                ways.push(way);
                inside.add(way, u64::from(family.occurrences[path as usize].sets));
            }
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

#[cfg(test)]
mod tests {
    use super::super::copies::Marks;
    use super::super::corpus::Collector;
    use super::*;
    use crate::Limits;
    use crate::features::class_trie::class_trie;
    use crate::structure::Tree;

    /// Pages, each of them so many times.
    fn corpus_of(pages: impl IntoIterator<Item = String>, times: usize) -> Corpus {
        let mut collector = Collector::default();
        for page in pages {
            let trie = class_trie(&Tree::parse(page.as_bytes(), &Limits::default()));
            let name = |place: usize| &*trie.words[trie.segments[place] as usize];
            (0..times).for_each(|_| collector.add(&trie.hashes, &trie.parents, name, Marks::default()));
        }
        collector.finish()
    }

    #[test]
    fn copies_are_left_out_once() {
        let has = |n: usize, bit: usize| n >> bit & 1 == 1;
        let part = |bit: usize| format!("<em class=part-{}></em>", char::from(b'a' + bit as u8));
        let parts = |n: usize| (0..5).filter(|&bit| has(n, bit)).map(part).collect::<String>();
        let page = |n: usize| {
            let name = if has(n, 0) { "a" } else { "b" };
            format!("<body><div class={name}><p class=x><i></i></p><b></b><u></u>{}", parts(n))
        };
        let corpus = corpus_of((0..24).map(page), 9);
        let part = Parts::new(&corpus).take(&(0..corpus.len() as u32).collect::<Vec<_>>());
        let alike = written_alike(&part.corpus, &part.corpus.occurrences()).expect("one stands for the other");
        assert_eq!(part.corpus.copies, [3; 24]);
        assert_eq!(alike.copies, part.corpus.copies);
    }

    #[test]
    fn what_a_leader_has_taken_in_is_what_is_inside_of_all_its_wrappers() {
        let wrapped = [("a", ""), ("a", "<em></em>"), ("b", "<em></em>"), ("c", "<tt></tt>"), ("d", "<tt><i>")];
        let page = |(name, more)| format!("<body><div class={name}><p class=x><i></i></p><b></b><u></u>{more}</div>");
        let corpus = corpus_of(wrapped.map(page), 1);
        let occurrences = corpus.occurrences();
        let wrappers = Wrappers::of(&corpus, &occurrences).expect("several at one place");
        let all: Vec<u32> = (0..corpus.paths() as u32).collect();
        let mut places = wrappers.places(&all, &all);
        let pages = pages_of(&corpus, &wrappers);
        let family = Family { corpus: &corpus, occurrences: &occurrences, wrappers, pages };
        let joined = family.joined(family.alone(places.pop().expect("one place")));
        let [leader] = &joined[..] else { panic!("one is like all others") };
        let (kept, anew) = (leader.inside.as_ref().expect("it has led others"), Inside::of(&family, &leader.paths));
        assert_eq!((leader.name, leader.paths.len(), leader.pages), ("div.a", 4, 5));
        assert_eq!((&kept.pages, kept.square), (&anew.pages, anew.square));
    }
}
