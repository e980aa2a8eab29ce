//! How much each path says about the template of a page.
//!
//! A path above much of the page says more than a leaf; paths that always come together say the same thing once; and
//! what varies inside groups as much as between them is content, not template.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::corpus::{Corpus, Occurrence, ROOT};
use super::counts::Counts;
use super::gamma::ln_gamma;
use crate::features::Identity;
use crate::features::segment::{is_called, is_head_mark, is_page_token};

/// A class or an id of `html` or `body` speaks for the whole page,
const PAGE_TOKEN: f64 = 4.4;
/// unless fewer pages than this have it: then it is the name of a page and not of a kind of pages. So with marks of heads, and
/// with what exchanged wrappers are called.
const PAGES_OF_A_KIND: u32 = 3;
/// Tokens that begin alike are names of pages from so many on,
const NAMES: u64 = 8;
/// if they are on no more pages than this in the mean.
const PAGES_OF_A_NAME: u64 = 8;
/// The power of the number of paths below.
const MASS: f64 = 0.31;
/// The power of the number of places that the same pages have in common.
const TOGETHER: f64 = 0.69;
/// The power of the number of steps from the root: what is deep inside is content sooner than template.
const DEPTH: f64 = 0.05;
/// How far a path is taken for what others like it are.
pub struct Drawn {
    /// Nats of evidence that every path starts with: on its segment, wherever that stands,
    pub segment: f64,
    /// and on what stands beside it. Where most things vary, content is kept, and all that is there counts less.
    pub siblings: f64,
    /// The least weight of content.
    pub least: f64,
}

/// Where groups are still to be found.
pub const DRAWN: Drawn = Drawn { segment: 38.0, siblings: 160.0, least: 0.09 };

/// Weights that need no groups.
pub fn structural(corpus: &Corpus, occurrences: &[Occurrence]) -> Vec<f64> {
    let (masses, together) = (masses(corpus, occurrences), together(corpus, occurrences));
    let names = names_of_pages(corpus, occurrences);
    let mut depths = vec![1.0; corpus.paths()];
    let mut weight = |path: usize| {
        if let Some(&above) = depths.get(corpus.parents[path] as usize) {
            depths[path] = above + 1.0;
        }
        let segment = corpus.name(path as u32);
        let is_token = is_page_token(segment);
        let is_mark = is_token || is_head_mark(segment) || is_called(segment);
        if is_mark && occurrences[path].pages < PAGES_OF_A_KIND || names[path] {
            return 0.0;
        }
        let token = if is_token { PAGE_TOKEN } else { 1.0 };
        token * masses[path].powf(MASS) * together[path].powf(-TOGETHER) * f64::powf(depths[path], -DEPTH)
    };
    (0..corpus.paths()).map(&mut weight).collect()
}

/// Whether each path is a class or an id of the page that begins as many others do, which have few pages each:
/// `page-Paris`, `page-Rome`. These tell pages apart, not kinds of pages. What was folded already (`tag-#`) is none.
fn names_of_pages(corpus: &Corpus, occurrences: &[Occurrence]) -> Vec<bool> {
    let is_candidate = |&path: &usize| {
        let name = corpus.name(path as u32);
        is_page_token(name) && !name[1..].contains('#')
    };
    let tokens: Vec<usize> = (0..corpus.paths()).filter(is_candidate).collect();
    let beginnings = |path: usize| beginnings(corpus.name(path as u32)).map(move |begin| (corpus.parents[path], begin));
    let mut endings: HashMap<(u32, &str), (u64, u64)> = HashMap::new();
    for &path in &tokens {
        for begin in beginnings(path) {
            let (distinct, all) = endings.entry(begin).or_default();
            *distinct += 1;
            *all += u64::from(occurrences[path].pages);
        }
    }
    let mut is_name = vec![false; corpus.paths()];
    for &path in &tokens {
        is_name[path] = beginnings(path).any(|begin| {
            let (distinct, all) = endings[&begin];
            distinct >= NAMES && all <= distinct * PAGES_OF_A_NAME
        });
    }
    is_name
}

/// What a token begins with, up to each of its first dashes; an id may begin with nothing.
fn beginnings(token: &str) -> impl Iterator<Item = &str> {
    let dashes = token.char_indices().take(LETTERS).skip(1).filter(|&(_, letter)| letter == '-' || letter == '_');
    let is_id = token.starts_with('#');
    dashes.map(|(place, _)| &token[..place]).chain(is_id.then_some("#"))
}

/// Letters of a token in which a beginning ends.
const LETTERS: usize = 32;

/// The mean number of paths at and below each path, where it occurs; a page token has that of its element.
fn masses(corpus: &Corpus, occurrences: &[Occurrence]) -> Vec<f64> {
    let mut below: Vec<u64> = occurrences.iter().map(|here| u64::from(here.sets)).collect();
    for path in (0..corpus.paths()).rev() {
        let above = corpus.parents[path];
        if above != ROOT {
            below[above as usize] += below[path];
        }
    }
    (0..corpus.paths())
        .map(|path| {
            let of = if corpus.is_page_token(path as u32) { corpus.parents[path] as usize } else { path };
            below[of] as f64 / f64::from(occurrences[of].sets)
        })
        .collect()
}

/// In how many separate places the distinct pages that have a path also differ from all others.
fn together(corpus: &Corpus, occurrences: &[Occurrence]) -> Vec<f64> {
    let mut places: HashMap<u64, u32, BuildHasherDefault<Identity>> = HashMap::default();
    for path in 0..corpus.paths() {
        let above = corpus.parents[path];
        let sum = occurrences[path].sum;
        if above == ROOT || occurrences[above as usize].sum != sum {
            *places.entry(sum).or_default() += 1;
        }
    }
    occurrences.iter().map(|here| f64::from(places[&here.sum])).collect()
}

/// The share of each path's bits that the groups explain, drawn towards that of its segment and of its siblings: near 1
/// for a mark of the template, near the floor for free content.
pub fn explained(corpus: &Corpus, groups: &[Counts], drawn: &Drawn) -> Vec<f64> {
    let (within, whole) = coded(corpus, groups);
    let segments = left(&within, &whole, corpus.words.len(), |path| corpus.names[path] as usize);
    let siblings = left(&within, &whole, corpus.paths() + 1, |path| corpus.above(path as u32));
    (0..corpus.paths())
        .map(|path| {
            let segment = segments[corpus.names[path] as usize];
            let sibling = siblings[corpus.above(path as u32)];
            let left = within[path] + drawn.segment * segment + drawn.siblings * sibling;
            (1.0 - left / (whole[path] + drawn.segment + drawn.siblings)).clamp(drawn.least, 1.0)
        })
        .collect()
}

/// The share of bits that the groups do not explain, for each kind of paths.
fn left(within: &[f64], whole: &[f64], kinds: usize, kind: impl Fn(usize) -> usize) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); kinds];
    for path in 0..within.len() {
        let (inside, all) = &mut sums[kind(path)];
        *inside += within[path];
        *all += whole[path];
    }
    sums.into_iter().map(|(inside, all)| inside / f64::max(all, 1e-9)).collect()
}

/// Nats of each path, given its parent, coded group by group, and coded as if there were one group.
fn coded(corpus: &Corpus, groups: &[Counts]) -> (Vec<f64>, Vec<f64>) {
    let paths = corpus.paths();
    let (mut within, mut present) = (vec![0.0; paths], vec![0.0; paths + 1]);
    let mut without = vec![0.0; paths + 1];
    let mut nats = Remembered::default();
    for group in groups {
        let factor = group.factor();
        let total = f64::from(group.total) * factor;
        present[paths] += total;
        without[paths] += krichevsky_trofimov(0.0, total);
        group.given_parents(corpus, |path, pages, above| {
            let (k, m) = (f64::from(pages) * factor, f64::from(above.max(pages)) * factor);
            present[path as usize] += k;
            without[path as usize] += nats.of(0.0, k);
            within[path as usize] += nats.of(k, m) - nats.of(0.0, m);
        });
    }
    let mut whole = vec![0.0; paths];
    for path in 0..paths {
        let above = corpus.above(path as u32);
        whole[path] = nats.of(present[path], present[above].max(present[path]));
        within[path] = (within[path] + without[above]).clamp(0.0, whole[path]);
    }
    (within, whole)
}

/// Nats of k ones among m bits under the Krichevsky–Trofimov estimator (1981).
fn krichevsky_trofimov(k: f64, m: f64) -> f64 {
    std::f64::consts::PI.ln() + ln_gamma(m + 1.0) - ln_gamma(k + 0.5) - ln_gamma(m - k + 0.5)
}

/// Prices asked for lately: most paths of a group are on all its pages, and most groups have few of them.
struct Remembered {
    prices: Vec<(f64, f64, f64)>,
}

impl Default for Remembered {
    fn default() -> Remembered {
        Remembered { prices: vec![(f64::NAN, f64::NAN, 0.0); 1 << 10] }
    }
}

impl Remembered {
    /// What [`krichevsky_trofimov`] says.
    fn of(&mut self, k: f64, m: f64) -> f64 {
        let hash = (k.to_bits() ^ m.to_bits().rotate_left(23)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let known = &mut self.prices[(hash >> 54) as usize];
        if (known.0, known.1) != (k, m) {
            *known = (k, m, krichevsky_trofimov(k, m));
        }
        known.2
    }
}
