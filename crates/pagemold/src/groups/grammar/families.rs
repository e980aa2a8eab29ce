//! Families: pages that share a frame, as those of one site do. Each is grouped for itself, so that the templates of a
//! site hardly depend on which other sites are at hand.
//!
//! Two pages with enough paths in common are of one family, and so are all that such pairs connect. A path counts the same
//! whatever the company, but little where it ends in a tag without any name: those are everywhere.
//! Pages are found by LSH, and only by those that are like no earlier one: connecting them nearly always connects the rest.
//! Sites that wear related themes, or whose pages are nothing but bare tags, are one family.

use super::buckets::{Buckets, bands};
use super::corpus::Corpus;
use super::signature::signatures;
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

/// The family of each distinct page, numbered by first appearance.
pub fn families(corpus: &Corpus) -> Vec<u32> {
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
    families.numbers().into_iter().map(|number| number as u32).collect()
}

/// What all paths of a set count.
fn whole(set: &[u32], weights: &[f32]) -> f64 {
    set.iter().map(|&path| f64::from(weights[path as usize])).sum()
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
            collector.add(&trie.hashes, &trie.parents, |place| &trie.words[trie.segments[place] as usize]);
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
