//! The split index of Hachenberg & Gottron (2013): fingerprints within Levenshtein distance 1.
//!
//! One edit happens either in the first `split` entries or behind them, so the other part is untouched. Two tables, one
//! on each part, therefore hold all neighbours of a query. The paper's lemma covers fingerprints of equal length; an
//! insertion or deletion in the first part also moves the second by one place, so that table is asked three times.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

/// Where a fingerprint is cut unless told otherwise; the paper found it by entropy.
pub const SPLIT: usize = 17;

/// Fingerprints that can be asked for their neighbours.
#[derive(Debug)]
pub struct SplitIndex {
    split: usize,
    stored: Vec<Box<[u8]>>,
    by_first: HashMap<u64, Vec<u32>>,
    by_second: HashMap<u64, Vec<u32>>,
}

impl Default for SplitIndex {
    fn default() -> Self {
        SplitIndex::new(SPLIT)
    }
}

impl SplitIndex {
    /// An empty index that cuts fingerprints after `split` entries.
    pub fn new(split: usize) -> Self {
        SplitIndex { split, stored: Vec::new(), by_first: HashMap::new(), by_second: HashMap::new() }
    }

    /// Adds a fingerprint; its place is the number of those before it.
    pub fn insert(&mut self, fingerprint: &[u8]) -> usize {
        let place = self.stored.len() as u32;
        let (first, second) = fingerprint.split_at(self.split.min(fingerprint.len()));
        self.by_first.entry(xxh3_64(first)).or_default().push(place);
        self.by_second.entry(xxh3_64(second)).or_default().push(place);
        self.stored.push(fingerprint.into());
        place as usize
    }

    /// The places of all fingerprints within one edit of `query`, ascending.
    pub fn neighbours(&self, query: &[u8]) -> Vec<usize> {
        let part = |from: usize| &query[from.min(query.len())..];
        let first = &query[..self.split.min(query.len())];
        // The second part of a stored fingerprint that is one longer, equally long, or one shorter in its first part.
        let seconds = [part(self.split.saturating_sub(1)), part(self.split), part(self.split + 1)];
        let mut candidates: Vec<u32> = Vec::new();
        candidates.extend(self.by_first.get(&xxh3_64(first)).into_iter().flatten());
        for second in seconds {
            candidates.extend(self.by_second.get(&xxh3_64(second)).into_iter().flatten());
        }
        candidates.sort_unstable();
        candidates.dedup();
        candidates
            .into_iter()
            .map(|place| place as usize)
            .filter(|&place| within_one_edit(&self.stored[place], query))
            .collect()
    }
}

/// Whether one insertion, deletion or substitution at most turns one sequence into the other.
pub fn within_one_edit(one: &[u8], other: &[u8]) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if long.len() - short.len() > 1 {
        return false;
    }
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    if same == short.len() {
        return true;
    }
    let skipped = usize::from(long.len() == short.len());
    short[same + skipped..] == long[same + 1..]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator, so that the cases are the same everywhere.
    fn random(state: &mut u64, below: usize) -> usize {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 33) as usize % below
    }

    fn levenshtein(one: &[u8], other: &[u8]) -> usize {
        let mut row: Vec<usize> = (0..=other.len()).collect();
        for (i, a) in one.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, b) in other.iter().enumerate() {
                let substituted = diagonal + usize::from(a != b);
                diagonal = row[j + 1];
                row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
            }
        }
        row[other.len()]
    }

    #[test]
    fn neighbours_are_what_brute_force_finds() {
        let mut state = 7;
        for split in [0, 1, 3, 17, 30] {
            let mut index = SplitIndex::new(split);
            let mut all: Vec<Vec<u8>> = Vec::new();
            for _ in 0..400 {
                let mut print = match all.len() {
                    0 => Vec::new(),
                    known => all[random(&mut state, known)].clone(),
                };
                for _ in 0..=random(&mut state, 3) {
                    let at = random(&mut state, print.len() + 1);
                    match random(&mut state, 3) {
                        0 if at < print.len() => drop(print.remove(at)),
                        1 if at < print.len() => print[at] = random(&mut state, 5) as u8,
                        _ if print.len() < 25 => print.insert(at, random(&mut state, 5) as u8),
                        _ => {}
                    }
                }
                let expected: Vec<usize> =
                    (0..all.len()).filter(|&place| levenshtein(&all[place], &print) <= 1).collect();
                assert_eq!(index.neighbours(&print), expected, "split {split}, query {print:?}");
                index.insert(&print);
                all.push(print);
            }
        }
    }
}
