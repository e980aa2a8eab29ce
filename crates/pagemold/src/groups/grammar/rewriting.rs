//! Pages written anew: some of their paths under other names.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::corpus::{Corpus, Part};
use super::met::Met;
use crate::features::{Identity, extend};
use crate::structure::label_hash;

/// A corpus some of whose pages are written anew.
pub struct Rewriting<'a> {
    corpus: &'a Corpus,
    /// All its paths, and behind them those that are new.
    met: Met,
    fresh: HashMap<u64, u32, BuildHasherDefault<Identity>>,
    words: HashMap<String, u32>,
    /// The paths of each page that is written anew.
    pub pages: HashMap<u32, Vec<u32>>,
}

impl<'a> Rewriting<'a> {
    /// Nothing is written anew yet.
    pub fn new(corpus: &'a Corpus) -> Rewriting<'a> {
        let met = Met {
            hashes: corpus.hashes.clone(),
            parents: corpus.parents.clone(),
            names: corpus.names.clone(),
            words: corpus.words.clone(),
        };
        Rewriting { corpus, met, fresh: HashMap::default(), words: HashMap::new(), pages: HashMap::new() }
    }

    /// The new path that goes on from another by a segment.
    pub fn step(&mut self, above: u32, name: &str) -> u32 {
        let hash = extend(self.met.hashes[above as usize], label_hash(name.as_bytes()));
        if let Some(&known) = self.fresh.get(&hash) {
            return known;
        }
        let word = self.word(name);
        let path = self.met.push(hash, above, word);
        self.fresh.insert(hash, path);
        path
    }

    fn word(&mut self, name: &str) -> u32 {
        if let Ok(known) = self.corpus.words.binary_search_by(|word| (**word).cmp(name)) {
            return known as u32;
        }
        let next = self.met.words.len() as u32;
        let word = *self.words.entry(name.to_owned()).or_insert(next);
        if word == next {
            self.met.words.push(name.into());
        }
        word
    }

    /// Writes the pages of a part as they are written there; gives the number of each path that it has then.
    pub fn take_over(&mut self, sets: &[u32], part: &Part, anew: &Corpus) -> Vec<u32> {
        let pairs = part.corpus.hashes.iter().copied().zip(part.paths.iter().copied());
        let known: HashMap<u64, u32, BuildHasherDefault<Identity>> = pairs.collect();
        let mut number: Vec<u32> = Vec::with_capacity(anew.paths());
        for path in 0..anew.paths() as u32 {
            number.push(match known.get(&anew.hashes[path as usize]) {
                Some(&known) => known,
                None => self.step(number[anew.parents[path as usize] as usize], anew.name(path)),
            });
        }
        for (&set, place) in sets.iter().zip(0..) {
            let written: Vec<u32> = anew.set(place).iter().map(|&path| number[path as usize]).collect();
            if written != self.corpus.set(set) {
                self.pages.insert(set, written);
            }
        }
        number
    }

    /// The corpus with each path of all its pages written as another one. New paths have the last numbers, and new segments
    /// the last places.
    pub fn in_no_order(self, written: &[u32]) -> Corpus {
        let Met { hashes, parents, names, words } = self.met;
        let mut anew: Vec<u32> = Vec::new();
        self.corpus.rewritten(Corpus::of_paths(parents, names, hashes, words), |set, items| {
            let here = self.corpus.set(set);
            anew.clear();
            anew.extend(here.iter().map(|&path| written[path as usize]));
            if anew != here {
                anew.sort(); // made of ascending runs
                anew.dedup();
            }
            items.extend(&anew);
        })
    }

    /// The corpus with these pages, its paths numbered as ever, and the number that each path has now.
    pub fn finish(self) -> (Corpus, Vec<u32>) {
        let (paths, number) = self.met.numbered();
        let corpus = self.corpus.rewritten(paths, |set, items| {
            let start = items.len();
            let written = self.pages.get(&set);
            let paths = written.map_or(self.corpus.set(set), Vec::as_slice);
            items.extend(paths.iter().map(|&path| number[path as usize]));
            // Old paths stay in their order, whatever is new between them.
            if written.is_some() {
                items[start..].sort_unstable();
            }
        });
        (corpus, number)
    }
}
