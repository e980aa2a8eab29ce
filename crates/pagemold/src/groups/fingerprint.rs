//! Clustering by fingerprint (Hachenberg & Gottron 2013): pages whose fingerprints are within one edit belong together.

use super::Components;
use crate::index::SplitIndex;

/// The number of the group of each fingerprint, counted by first appearance.
///
/// Groups are the connected components of "within one edit", so they do not depend on the order of the fingerprints.
pub fn group(fingerprints: &[impl AsRef<[u8]>]) -> Vec<usize> {
    let mut index = SplitIndex::default();
    let mut components = Components::default();
    for fingerprint in fingerprints {
        let place = components.add();
        for neighbour in index.neighbours(fingerprint.as_ref()) {
            components.join(neighbour, place);
        }
        index.insert(fingerprint.as_ref());
    }
    components.numbers()
}

#[cfg(test)]
mod tests {
    use super::group;

    #[test]
    fn chains_of_single_edits_are_one_group() {
        let prints: [&[u8]; 5] = [&[0, 0, 1], &[0, 2, 2, 2], &[0, 2, 2], &[0, 0, 2], &[9, 9, 9]];
        assert_eq!(group(&prints), [0, 0, 0, 0, 1]);
    }
}
