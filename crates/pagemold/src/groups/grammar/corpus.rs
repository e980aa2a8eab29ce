//! All pages as sets of numbered paths. The numbers, and the order of the distinct pages, come from content alone.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use super::copies::{COPIES, Copies, Marks, leave_out_usual};
use super::counts::Counts;
use super::met::Met;
use crate::features::segment::is_page_token;
use crate::features::{EMPTY, Identity, extend};

/// Stands for "the page" where a path has no parent.
pub const ROOT: u32 = u32::MAX;

type ByHash<T> = HashMap<u64, T, BuildHasherDefault<Identity>>;

/// Pages as they come in: each a set of paths, equal sets kept once.
#[derive(Clone, Debug, Default)]
pub struct Collector {
    paths: ByHash<u32>,
    met: Met,
    texts: HashMap<Box<str>, u32>,
    sets: ByHash<u32>,
    starts: Vec<usize>,
    items: Vec<u32>,
    copies: Copies,
    page_sets: Vec<u32>,
}

/// What identifies a set of paths, given their hashes in any order.
pub fn identity(hashes: &[u64]) -> u64 {
    hashes.iter().fold(EMPTY, |sum, &hash| sum.wrapping_add(extend(EMPTY, hash)))
}

/// A page without structure.
pub const NO_SET: u32 = u32::MAX;

impl Collector {
    /// Adds a page: for each distinct path, parents first, its hash, the place of its parent plus one, its last segment;
    /// and what it is known by. A page that was captured several times, or is found at several addresses, is one.
    pub fn add<'a>(&mut self, hashes: &[u64], parents: &[u32], mut name: impl FnMut(usize) -> &'a str, marks: Marks) {
        if hashes.is_empty() {
            self.page_sets.push(NO_SET);
            return;
        }
        let first = self.items.len();
        for (place, &hash) in hashes.iter().enumerate() {
            let number = match self.paths.get(&hash) {
                Some(&number) => number,
                None => {
                    let above = parents[place].checked_sub(1).map_or(ROOT, |above| self.items[first + above as usize]);
                    self.meet(hash, above, name(place))
                }
            };
            self.items.push(number);
        }
        let fresh = self.starts.len() as u32;
        let set = *self.sets.entry(identity(hashes)).or_insert(fresh);
        if set == fresh {
            self.starts.push(first);
            self.copies.add_first(marks);
        } else {
            self.items.truncate(first);
            self.copies.add_again(set, marks);
        }
        self.page_sets.push(set);
    }

    fn meet(&mut self, hash: u64, above: u32, name: &str) -> u32 {
        let word = match self.texts.get(name) {
            Some(&word) => word,
            None => {
                let word = self.met.words.len() as u32;
                self.texts.insert(name.into(), word);
                self.met.words.push(name.into());
                word
            }
        };
        let number = self.met.push(hash, above, word);
        self.paths.insert(hash, number);
        number
    }

    /// How many pages were added.
    pub fn pages(&self) -> usize {
        self.page_sets.len()
    }

    /// Numbers everything by content: paths by the hashes on the way to them, distinct pages by the sum of their hashes.
    pub fn finish(mut self) -> Corpus {
        self.paths = ByHash::default();
        self.texts = HashMap::new();
        let (mut corpus, number) = self.met.numbered();
        let mut by_sum: Vec<(u64, u32)> = self.sets.iter().map(|(&sum, &set)| (sum, set)).collect();
        by_sum.sort_unstable();
        let mut set_number = vec![0u32; by_sum.len()];
        for (new, &(sum, old)) in by_sum.iter().enumerate() {
            set_number[old as usize] = new as u32;
            corpus.places.push(self.place(old));
            corpus.copies.push(self.copies.pages(old));
            corpus.sums.push(sum);
        }
        corpus.different = Some(by_sum.iter().map(|&(_, old)| self.copies.different(old)).collect());
        // The items stay where they are: pages that came in together are often of one site.
        corpus.items = self.items;
        corpus.items.iter_mut().for_each(|path| *path = number[*path as usize]);
        for &set in &set_number {
            corpus.items[corpus.places[set as usize].clone()].sort_unstable();
        }
        let page = |&set: &u32| if set == NO_SET { NO_SET } else { set_number[set as usize] };
        corpus.page_sets = self.page_sets.iter().map(page).collect();
        corpus.arrived = set_number;
        corpus
    }

    fn place(&self, set: u32) -> Range<usize> {
        self.starts[set as usize]..self.starts.get(set as usize + 1).copied().unwrap_or(self.items.len())
    }
}

/// The new numbers of paths and of their segments, where some are taken out of a corpus. Nothing else of it means
/// anything, so that it can be used again without being cleared.
struct Numbers {
    paths: Vec<u32>,
    words: Vec<u32>,
}

impl Numbers {
    fn new(corpus: &Corpus) -> Numbers {
        Numbers { paths: vec![0; corpus.paths()], words: vec![0; corpus.words.len()] }
    }
}

/// Takes some pages after others out of a corpus.
pub struct Parts<'a> {
    whole: &'a Corpus,
    numbers: Numbers,
    /// The last part that each path is in, and how many there are.
    last: Vec<u32>,
    count: u32,
}

/// Some pages of a corpus, in the same order, over paths with numbers of their own, in the same order, too.
pub struct Part {
    /// The pages, with as many copies as are evidence; it is not known which pages had been where.
    pub corpus: Corpus,
    /// The number in the whole corpus of each path, ascending.
    pub paths: Vec<u32>,
}

impl<'a> Parts<'a> {
    /// Of this corpus.
    pub fn new(whole: &'a Corpus) -> Parts<'a> {
        Parts { whole, numbers: Numbers::new(whole), last: vec![0; whole.paths()], count: 0 }
    }

    /// These distinct pages, ascending.
    pub fn take(&mut self, sets: &[u32]) -> Part {
        let whole = self.whole;
        self.count += 1;
        let mut paths: Vec<u32> = Vec::new();
        for &path in sets.iter().flat_map(|&set| whole.set(set)) {
            if self.last[path as usize] != self.count {
                self.last[path as usize] = self.count;
                paths.push(path);
            }
        }
        paths.sort_unstable();
        let mut corpus = whole.renumbered(&paths, &mut self.numbers);
        for &set in sets {
            let start = corpus.items.len();
            corpus.items.extend(whole.set(set).iter().map(|&path| self.numbers.paths[path as usize]));
            corpus.places.push(start..corpus.items.len());
            corpus.copies.push(whole.different(set));
            corpus.sums.push(whole.sums[set as usize]);
        }
        // Out of a part they are left out already.
        if whole.different.is_some() {
            leave_out_usual(&mut corpus.copies);
        }
        corpus.arrived = (0..sets.len() as u32).collect();
        Part { corpus, paths }
    }
}

impl Part {
    /// Counts over the paths of the whole corpus, in the numbers of this part. What it does not have is left out.
    pub fn counts(&self, of_whole: &Counts) -> Counts {
        let here = |(path, pages): (&u32, &u32)| self.paths.binary_search(path).ok().map(|path| (path as u32, *pages));
        let (paths, pages) = of_whole.paths.iter().zip(&of_whole.pages).filter_map(here).unzip();
        Counts::from_parts(paths, pages, of_whole.total)
    }
}

/// Distinct pages over numbered paths; a parent's number is below its children's.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// The parent of each path, or [`ROOT`].
    pub parents: Vec<u32>,
    /// The last segment of each path, a place in `words`.
    pub names: Vec<u32>,
    /// The hash of each path.
    pub hashes: Vec<u64>,
    /// Segments, sorted.
    pub words: Vec<Box<str>>,
    places: Vec<Range<usize>>,
    items: Vec<u32>,
    /// All distinct sets as they came in, and lie in memory. Those of one site mostly follow each other, so that what is
    /// known of their paths is in the cache.
    pub arrived: Vec<u32>,
    /// How many pages have each distinct set; in a part, how many of them are evidence.
    pub copies: Vec<u32>,
    /// How many of them are different pages: what was captured several times counts once. Nothing in a part, where no
    /// others are left.
    different: Option<Vec<u32>>,
    /// What identifies each distinct set.
    pub sums: Vec<u64>,
    /// The distinct set of each page, or [`NO_SET`].
    pub page_sets: Vec<u32>,
}

impl Corpus {
    /// Paths without any page: the parent of each, its last segment, its hash; and the segments.
    pub fn of_paths(parents: Vec<u32>, names: Vec<u32>, hashes: Vec<u64>, words: Vec<Box<str>>) -> Corpus {
        Corpus { parents, names, hashes, words, ..Corpus::default() }
    }

    /// Some of the paths, ascending, without any page; with a path its parents must be chosen.
    pub fn paths_alone(&self, chosen: &[u32]) -> Corpus {
        self.renumbered(chosen, &mut Numbers::new(self))
    }

    fn renumbered(&self, chosen: &[u32], numbers: &mut Numbers) -> Corpus {
        let mut alone = Corpus::default();
        let mut words: Vec<u32> = chosen.iter().map(|&path| self.names[path as usize]).collect();
        words.sort_unstable();
        words.dedup();
        for &word in &words {
            numbers.words[word as usize] = alone.words.len() as u32;
            alone.words.push(self.words[word as usize].clone());
        }
        for &path in chosen {
            numbers.paths[path as usize] = alone.hashes.len() as u32;
            let above = self.parents[path as usize];
            alone.parents.push(if above == ROOT { ROOT } else { numbers.paths[above as usize] });
            alone.hashes.push(self.hashes[path as usize]);
            alone.names.push(numbers.words[self.names[path as usize] as usize]);
        }
        alone
    }

    /// The same pages over other paths: for each distinct page the number of its paths there, ascending.
    pub fn rewritten(&self, paths: Corpus, mut rewrite: impl FnMut(u32, &mut Vec<u32>)) -> Corpus {
        let mut corpus = Corpus {
            places: vec![0..0; self.len()],
            items: Vec::with_capacity(self.items.len()),
            arrived: self.arrived.clone(),
            copies: self.copies.clone(),
            different: self.different.clone(),
            sums: self.sums.clone(),
            page_sets: self.page_sets.clone(),
            ..paths
        };
        for &set in &self.arrived {
            let start = corpus.items.len();
            rewrite(set, &mut corpus.items);
            corpus.places[set as usize] = start..corpus.items.len();
        }
        corpus
    }

    /// How many distinct sets there are.
    pub fn len(&self) -> usize {
        self.copies.len()
    }

    /// Whether no page has structure.
    pub fn is_empty(&self) -> bool {
        self.copies.is_empty()
    }

    /// How many paths there are.
    pub fn paths(&self) -> usize {
        self.parents.len()
    }

    /// The paths of a distinct page, ascending.
    pub fn set(&self, set: u32) -> &[u32] {
        &self.items[self.places[set as usize].clone()]
    }

    /// How many different pages have a distinct set.
    fn different(&self, set: u32) -> u32 {
        self.different.as_ref().unwrap_or(&self.copies)[set as usize]
    }

    /// How many pages a distinct page weighs: copies are no independent evidence, so few of them count.
    pub fn evidence(&self, set: u32) -> u32 {
        self.copies[set as usize].min(COPIES)
    }

    /// The place of a path's parent; that of "the page" is behind all paths.
    pub fn above(&self, path: u32) -> usize {
        let above = self.parents[path as usize];
        if above == ROOT { self.paths() } else { above as usize }
    }

    /// The segment that a path ends with.
    pub fn name(&self, path: u32) -> &str {
        &self.words[self.names[path as usize] as usize]
    }

    /// Whether a path is a class or an id of `html` or `body`: it speaks for the whole page.
    pub fn is_page_token(&self, path: u32) -> bool {
        is_page_token(self.name(path))
    }

    /// The first page that has each distinct set.
    pub fn first_pages(&self) -> Vec<u32> {
        let mut first = vec![0; self.len()];
        for (page, &set) in self.page_sets.iter().enumerate().rev() {
            if set != NO_SET {
                first[set as usize] = page as u32;
            }
        }
        first
    }

    /// On which pages each path is.
    pub fn occurrences(&self) -> Vec<Occurrence> {
        let mut found = vec![Occurrence::default(); self.paths()];
        for &set in &self.arrived {
            let (copies, sum) = (self.copies[set as usize], scramble(self.sums[set as usize]));
            let paths = self.set(set);
            for &path in paths {
                let here = &mut found[path as usize];
                here.sets += 1;
                here.pages += copies;
                here.held += paths.len() as u64;
                here.sum = here.sum.wrapping_add(sum);
            }
        }
        found
    }
}

/// On which pages a path is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Occurrence {
    /// How many distinct ones.
    pub sets: u32,
    /// How many, all copies counted.
    pub pages: u32,
    /// How many paths the distinct ones have together.
    pub held: u64,
    /// What identifies all of them: paths that are on the same pages have the same sum.
    pub sum: u64,
}

fn scramble(sum: u64) -> u64 {
    let mixed = (sum ^ (sum >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ (mixed >> 29)
}
