//! Pages found again by parts of their signatures (LSH): who has a band of rows in common with whom.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::features::{EMPTY, Identity, extend};

const END: u32 = u32::MAX;

/// Leaders by the bands of their signatures: for each band the first few that have it, in a chain.
#[derive(Default)]
pub struct Buckets<const BANDS: usize, const LOOKS: usize> {
    first: HashMap<u64, u32, BuildHasherDefault<Identity>>,
    next: Vec<[u32; BANDS]>,
}

/// A hash of each band of a signature, which also says which band it is.
pub fn bands<const BANDS: usize>(signature: &[u32]) -> [u64; BANDS] {
    let rows = signature.len() / BANDS;
    std::array::from_fn(|band| {
        let rows = &signature[band * rows..(band + 1) * rows];
        rows.iter().fold(extend(EMPTY, band as u64), |hash, &row| extend(hash, u64::from(row)))
    })
}

impl<const BANDS: usize, const LOOKS: usize> Buckets<BANDS, LOOKS> {
    /// The leaders that share a band, at most so many for each, ascending.
    pub fn look(&self, bands: &[u64; BANDS], found: &mut Vec<u32>) {
        found.clear();
        for (band, hash) in bands.iter().enumerate() {
            let mut leader = self.first.get(hash).copied().unwrap_or(END);
            while leader != END {
                found.push(leader);
                leader = self.next[leader as usize][band];
            }
        }
        found.sort_unstable();
        found.dedup();
    }

    /// Adds a leader, whose number is how many there were before.
    pub fn add(&mut self, bands: &[u64; BANDS]) {
        let leader = self.next.len() as u32;
        self.next.push([END; BANDS]);
        for (band, &hash) in bands.iter().enumerate() {
            let mut last = *self.first.entry(hash).or_insert(leader);
            let mut length = 1;
            while last != leader && length < LOOKS && self.next[last as usize][band] != END {
                last = self.next[last as usize][band];
                length += 1;
            }
            if last != leader && length < LOOKS {
                self.next[last as usize][band] = leader;
            }
        }
    }
}
