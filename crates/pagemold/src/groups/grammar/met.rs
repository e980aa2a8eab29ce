//! Paths as they are met, and how they are numbered in the end: by content alone.

use super::corpus::{Corpus, ROOT};

/// Paths in any order, and the segments that they end with.
#[derive(Clone, Debug, Default)]
pub struct Met {
    /// The hash of each path.
    pub hashes: Vec<u64>,
    /// The number of each path's parent, or [`ROOT`].
    pub parents: Vec<u32>,
    /// The last segment of each path, a place in `words`.
    pub names: Vec<u32>,
    /// Segments, each once.
    pub words: Vec<Box<str>>,
}

impl Met {
    /// Adds a path; gives its number.
    pub fn push(&mut self, hash: u64, above: u32, name: u32) -> u32 {
        self.hashes.push(hash);
        self.parents.push(above);
        self.names.push(name);
        self.hashes.len() as u32 - 1
    }

    /// Numbers paths by the hashes on the way to them, and sorts the segments: a corpus without pages, and the new number
    /// of each path.
    pub fn numbered(&self) -> (Corpus, Vec<u32>) {
        let order = self.order();
        let mut number = vec![0u32; order.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        let above = |old: u32| if old == ROOT { ROOT } else { number[old as usize] };
        let mut words: Vec<u32> = (0..self.words.len() as u32).collect();
        words.sort_unstable_by_key(|&word| &self.words[word as usize]);
        let mut word_number = vec![0u32; words.len()];
        for (new, &old) in words.iter().enumerate() {
            word_number[old as usize] = new as u32;
        }
        let corpus = Corpus::of_paths(
            order.iter().map(|&old| above(self.parents[old as usize])).collect(),
            order.iter().map(|&old| word_number[self.names[old as usize] as usize]).collect(),
            order.iter().map(|&old| self.hashes[old as usize]).collect(),
            words.iter().map(|&old| self.words[old as usize].clone()).collect(),
        );
        (corpus, number)
    }

    /// Each path before its children, and those by hash, each with all below it: what occurs together, as the paths of
    /// one site do, has numbers close by, and lies close by in memory.
    fn order(&self) -> Vec<u32> {
        let mut below: Vec<u32> = (0..self.hashes.len() as u32).collect();
        // ROOT is larger than any number, so the paths without parent come last.
        below.sort_unstable_by_key(|&path| (self.parents[path as usize], self.hashes[path as usize]));
        let mut children = vec![0..0; self.hashes.len()];
        let mut start = 0;
        let mut roots = 0..0;
        for family in below.chunk_by(|&a, &b| self.parents[a as usize] == self.parents[b as usize]) {
            let range = start..start + family.len();
            start = range.end;
            match self.parents[family[0] as usize] {
                ROOT => roots = range,
                parent => children[parent as usize] = range,
            }
        }
        let mut order = Vec::with_capacity(below.len());
        let mut waiting: Vec<u32> = below[roots].iter().rev().copied().collect();
        while let Some(path) = waiting.pop() {
            order.push(path);
            waiting.extend(below[children[path as usize].clone()].iter().rev());
        }
        order
    }
}
