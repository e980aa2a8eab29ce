//! Clustering by fingerprint while pages arrive: the one pass of Hachenberg & Gottron 2013.
//!
//! Each new fingerprint is looked up in the split index and joined with all within one edit: none starts a group, one
//! lengthens it, several merge. Groups are connected components, so neither order nor batching changes them; memory
//! grows with distinct fingerprints. Where all fingerprints are there at once, [`group`](super::fingerprint::group) is
//! as good and keeps nothing.

use super::Components;
use crate::Result;
use crate::index::SplitIndex;

/// Groups of the fingerprints that came so far.
#[derive(Clone, Debug, Default)]
pub struct FingerprintGroups {
    index: SplitIndex,
    components: Components,
    near: Vec<u32>,
}

impl FingerprintGroups {
    /// Takes a fingerprint; gives its number, which equal ones share.
    pub fn add(&mut self, fingerprint: &[u8]) -> Result<u32> {
        let id = self.index.insert(fingerprint)?;
        if id as usize == self.components.len() {
            self.components.add();
            self.near.clear();
            self.index.within_one(fingerprint, &mut self.near);
            for &other in &self.near {
                self.components.join(other as usize, id as usize);
            }
        }
        Ok(id)
    }

    /// The number of the group of each distinct fingerprint, counted by first appearance.
    pub fn groups(&mut self) -> Vec<usize> {
        self.components.numbers()
    }

    /// The distinct fingerprints, in the order of their numbers.
    pub fn fingerprints(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.index.len() as u32).map(|id| self.index.get(id))
    }

    /// Bytes on the heap.
    pub fn memory_bytes(&self) -> usize {
        let near = self.near.capacity() * size_of::<u32>();
        self.index.memory_bytes() + self.components.memory_bytes() + near
    }
}

#[cfg(test)]
mod tests {
    use super::FingerprintGroups;
    use crate::groups::fingerprint::group;

    #[test]
    fn at_any_time_the_groups_are_those_of_all_at_once() {
        let prints: Vec<Vec<u8>> =
            (0..400_usize).map(|number| vec![(number * 7 % 5) as u8; number * 13 % 7 + number % 2]).collect();
        let mut stream = FingerprintGroups::default();
        let mut distinct: Vec<&[u8]> = Vec::new();
        for print in &prints {
            let id = stream.add(print).unwrap() as usize;
            if id == distinct.len() {
                distinct.push(print);
            }
            assert_eq!(distinct[id], print);
            assert_eq!(stream.groups(), group(&distinct));
        }
        assert!(stream.fingerprints().eq(distinct));
    }
}
