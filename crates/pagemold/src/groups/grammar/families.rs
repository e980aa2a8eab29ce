//! Families: pages that share a frame, as those of one site do. Each is grouped for itself, so that the templates of a
//! site hardly depend on which other sites are at hand.
//!
//! Two pages with enough paths in common are of one family, and so are all that such pairs connect. A path counts the same
//! whatever the company, but little where it ends in a tag without any name: those are everywhere.
//! Pages are found by LSH, and only by those that are like no earlier one: connecting them nearly always connects the rest.
//! A page that is alone then, or one of two, is taken in by the family whose frame it has: where a page holds very much or very
//! little besides, no other page is like it.
//! Sites that wear related themes, or whose pages are nothing but bare tags, are one family.

use std::collections::HashMap;

use super::buckets::{Buckets, bands};
use super::corpus::Corpus;
use super::counts::Tally;
use super::partition::members;
use super::signature::{signatures, whole};
use super::tree::number;
use super::wrappers::{Wrappers, unwrapped};
use crate::features::segment::is_bare;
use crate::groups::components::Components;

/// Cosine of two sets of paths from which pages share a frame. (Jaccard similarity would cast out pages that hold much
/// more than others.)
const SAME_FRAME: f64 = 0.36;
/// Added to what both pages hold: where there is little to compare, as where no tag has a name, more of it must agree.
const LITTLE: f64 = 2.0;
/// What a path counts that ends in a tag without classes.
const BARE: f32 = 0.17;
/// Places of a signature.
const PLACES: usize = 16;
/// From this many equal places on, whoever finds the one page finds the other.
const ALIKE: usize = 10;
/// So many pages are compared with all before them.
const ALL_PAIRS: usize = 32;
/// Pages looked at in one bucket.
const LOOKS: usize = 4;

/// A family of no more distinct pages than this may be taken in by one
const FEW: usize = 2;
/// of at least so many, if its pages have
const MANY: usize = 5;
/// this share of what the frame of that one counts,
const OWN_FRAME: f64 = 0.7;
/// which is all that so large a share of its pages have, as far as so many of them tell,
const USUAL: f64 = 0.8;
const ASKED: usize = 32;
/// and counts at least this much.
const LEAST: f64 = 4.0;

/// The family of each distinct page, numbered by first appearance.
pub fn families(corpus: &Corpus) -> Vec<u32> {
    // What a wrapper around all of a page is called must not keep the page from others.
    let occurrences = corpus.occurrences();
    let unwrapped = Wrappers::of(corpus, &occurrences).map(|wrappers| unwrapped(corpus, &wrappers));
    let corpus = unwrapped.as_ref().unwrap_or(corpus);
    let of_word: Vec<f32> = corpus.words.iter().map(|word| if is_bare(word) { BARE } else { 1.0 }).collect();
    let weights: Vec<f32> = corpus.names.iter().map(|&name| of_word[name as usize]).collect();
    let signatures = signatures::<PLACES>(corpus, &weights);
    let wholes: Vec<f64> = (0..corpus.len() as u32).map(|set| whole(corpus.set(set), &weights)).collect();
    let cosine = |one: usize, two: usize| {
        let shared = shared(corpus.set(one as u32), corpus.set(two as u32), &weights);
        shared / ((wholes[one] * wholes[two]).sqrt() + LITTLE)
    };
    let mut families = Components::default();
    let mut buckets = Buckets::<PLACES, LOOKS>::default();
    let (mut leaders, mut near): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    for (set, here) in signatures.iter().enumerate() {
        families.add();
        let bands = bands(here);
        if set < ALL_PAIRS {
            near = (0..set as u32).collect();
        } else {
            buckets.look(&bands, &mut near);
            near.iter_mut().for_each(|leader| *leader = leaders[*leader as usize]);
        }
        let mut is_like_none = true;
        for &other in &near {
            let equal = here.iter().zip(&signatures[other as usize]).filter(|(a, b)| a == b).count();
            is_like_none &= equal < ALIKE;
            let is_stranger = families.find(other as usize) != families.find(set);
            if is_stranger && cosine(set, other as usize) >= SAME_FRAME {
                families.join(other as usize, set);
            }
        }
        if is_like_none {
            buckets.add(&bands);
            leaders.push(set as u32);
        }
    }
    let mut labels: Vec<u32> = families.numbers().into_iter().map(|number| number as u32).collect();
    take_in(corpus, &weights, &mut labels);
    labels
}

/// Takes pages that hardly any other is like into the family whose frame they have: much content, or little, hides that.
fn take_in(corpus: &Corpus, weights: &[f32], labels: &mut [u32]) {
    let families = members(labels);
    if families.iter().all(|family| family.len() > FEW) {
        return;
    }
    let frames = Frames::of(corpus, weights, &families);
    for family in families.iter().filter(|family| family.len() <= FEW) {
        if let Some(home) = frames.home(corpus, family) {
            family.iter().for_each(|&set| labels[set as usize] = home);
        }
    }
    number(labels);
}

/// The frames of large families: what most of their pages have.
struct Frames<'a> {
    weights: &'a [f32],
    /// That of each family, ascending, and what it counts; nothing where there is none.
    frames: Vec<(Vec<u32>, f64)>,
    /// The families that may be found by each path.
    having: HashMap<u32, Vec<u32>>,
}

impl<'a> Frames<'a> {
    fn of(corpus: &Corpus, weights: &'a [f32], families: &[Vec<u32>]) -> Frames<'a> {
        let mut tally = Tally::new(corpus);
        let frames = families.iter().map(|sets| frame(&mut tally, sets, weights)).collect();
        let mut frames = Frames { weights, frames, having: HashMap::new() };
        frames.note();
        frames
    }

    /// Notes where each frame is found. Whoever has enough of it has one of any paths that count more than what may be missing:
    /// the rarest ones are chosen, because what is in every frame would lead to every family.
    fn note(&mut self) {
        let mut common: HashMap<u32, u32> = HashMap::new();
        self.frames.iter().flat_map(|(frame, _)| frame).for_each(|&path| *common.entry(path).or_default() += 1);
        for (family, (frame, whole)) in self.frames.iter().enumerate() {
            let mut rarest: Vec<u32> = frame.clone();
            rarest.sort_by_key(|path| (common[path], *path));
            let mut noted = 0.0;
            for path in rarest {
                if noted > (1.0 - OWN_FRAME) * whole + 1e-6 {
                    break;
                }
                noted += f64::from(self.weights[path as usize]);
                self.having.entry(path).or_default().push(family as u32);
            }
        }
    }

    /// The family most of whose frame each of some pages has, if that is enough; the first of equals.
    fn home(&self, corpus: &Corpus, sets: &[u32]) -> Option<u32> {
        let first = corpus.set(*sets.first()?);
        let mut found: Vec<u32> = first.iter().filter_map(|path| self.having.get(path)).flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        let share = |family: u32| {
            let (frame, whole) = &self.frames[family as usize];
            let shares = sets.iter().map(|&set| shared(corpus.set(set), frame, self.weights) / whole);
            shares.fold(f64::INFINITY, f64::min)
        };
        let enough = found.into_iter().map(|family| (share(family), family)).filter(|&(share, _)| share >= OWN_FRAME);
        enough.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, family)| family)
    }
}

/// What most pages of a family have, and what that counts; nothing where the family is small, or its frame.
fn frame(tally: &mut Tally<'_>, sets: &[u32], weights: &[f32]) -> (Vec<u32>, f64) {
    if sets.len() < MANY {
        return (Vec::new(), 0.0);
    }
    let asked = &sets[..sets.len().min(ASKED)];
    let counts = tally.once(asked);
    let is_usual = |&(_, &pages): &(&u32, &u32)| f64::from(pages) >= USUAL * asked.len() as f64;
    let frame: Vec<u32> = counts.paths.iter().zip(&counts.pages).filter(is_usual).map(|(&path, _)| path).collect();
    let whole = whole(&frame, weights);
    if whole < LEAST { (Vec::new(), 0.0) } else { (frame, whole) }
}

/// What the paths count that two ascending sets have in common.
fn shared(one: &[u32], two: &[u32], weights: &[f32]) -> f64 {
    let (mut i, mut j, mut shared) = (0, 0, 0.0);
    while let (Some(&a), Some(&b)) = (one.get(i), two.get(j)) {
        if a == b {
            shared += f64::from(weights[a as usize]);
        }
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::super::copies::Marks;
    use super::super::corpus::Collector;
    use super::*;
    use crate::Limits;
    use crate::features::class_trie::class_trie;
    use crate::structure::Tree;

    /// The family of each page.
    fn of_pages(pages: &[String]) -> Vec<u32> {
        let mut collector = Collector::default();
        for page in pages {
            let trie = class_trie(&Tree::parse(page.as_bytes(), &Limits::default()));
            collector.add(
                &trie.hashes,
                &trie.parents,
                |place| &trie.words[trie.segments[place] as usize],
                Marks::default(),
            );
        }
        let corpus = collector.finish();
        let families = families(&corpus);
        corpus.page_sets.iter().map(|&set| families[set as usize]).collect()
    }

    fn page(site: &str, parts: usize) -> String {
        let part = |n: usize| format!("<div class={site}-part-{}><p>x</p></div>", char::from(b'a' + n as u8));
        let parts: String = (0..parts).map(part).collect();
        format!("<body><nav class={site}-nav><a class={site}-link>x</a></nav><main class={site}>{parts}</main>")
    }

    #[test]
    fn pages_of_one_frame_are_together_however_much_they_hold_and_however_many_there_are() {
        let sites = ["news", "bank", "club"];
        let pages: Vec<String> = sites.iter().flat_map(|site| (0..20).map(|parts| page(site, parts))).collect();
        let found = of_pages(&pages);
        for (place, &family) in found.iter().enumerate() {
            let first = place / 20 * 20;
            assert_eq!(family, found[first], "{}", pages[place]);
        }
        assert_eq!(found.iter().collect::<std::collections::HashSet<_>>().len(), 3);
    }
}
