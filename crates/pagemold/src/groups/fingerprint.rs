//! Clustering by fingerprint (Hachenberg & Gottron 2013): pages whose fingerprints are within one edit belong together.
//!
//! The paper compares each fingerprint with the candidates of two hash tables. Real fingerprints are skewed, so that a
//! bucket may hold most of them; grouping them all at once needs no comparison at all. One substitution at a place
//! leaves the same rest when that place is left out, and one deletion leaves the other fingerprint itself. So each
//! fingerprint is joined with whatever has the same rest, place by place: linear in the number of fingerprints.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_128;

use super::Components;

/// The number of the group of each fingerprint, counted by first appearance.
///
/// Groups are the connected components of "Levenshtein distance at most 1", so they do not depend on the order.
pub fn group(fingerprints: &[impl AsRef<[u8]>]) -> Vec<usize> {
    let mut components = Components::default();
    let mut whole: HashMap<u128, usize> = HashMap::with_capacity(fingerprints.len());
    for fingerprint in fingerprints {
        let item = components.add();
        let first = *whole.entry(xxh3_128(fingerprint.as_ref())).or_insert(item);
        components.join(first, item);
    }
    let longest = fingerprints.iter().map(|fingerprint| fingerprint.as_ref().len()).max().unwrap_or(0);
    let mut rests: HashMap<u128, usize> = HashMap::new();
    let mut rest = Vec::with_capacity(longest);
    for place in 0..longest {
        rests.clear();
        for (item, fingerprint) in fingerprints.iter().map(AsRef::as_ref).enumerate() {
            if place >= fingerprint.len() {
                continue;
            }
            rest.clear();
            rest.extend_from_slice(&fingerprint[..place]);
            rest.extend_from_slice(&fingerprint[place + 1..]);
            let key = xxh3_128(&rest);
            let same_rest = *rests.entry(key).or_insert(item);
            components.join(same_rest, item);
            if let Some(&shorter) = whole.get(&key) {
                components.join(shorter, item);
            }
        }
    }
    components.numbers()
}

#[cfg(test)]
mod tests {
    use super::group;
    use crate::groups::Components;

    #[test]
    fn chains_of_single_edits_are_one_group() {
        let prints: [&[u8]; 6] = [&[0, 0, 1], &[0, 2, 2, 2], &[0, 2, 2], &[0, 0, 2], &[9, 9, 9], &[9, 9, 9]];
        assert_eq!(group(&prints), [0, 0, 0, 0, 1, 1]);
        assert_eq!(group(&[&[1, 2][..], &[2, 1]]), [0, 1], "both lose an entry and agree, but at different places");
    }

    #[test]
    fn groups_are_what_brute_force_finds() {
        let mut state: u64 = 7;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        for _ in 0..60 {
            let mut prints: Vec<Vec<u8>> = vec![Vec::new()];
            for _ in 0..40 {
                let mut print = prints[random(prints.len())].clone();
                for _ in 0..=random(4) {
                    let at = random(print.len() + 1);
                    match random(3) {
                        0 if at < print.len() => drop(print.remove(at)),
                        1 if at < print.len() => print[at] = random(4) as u8,
                        _ => print.insert(at, random(4) as u8),
                    }
                }
                prints.push(print);
            }
            let mut expected = Components::default();
            for (item, print) in prints.iter().enumerate() {
                expected.add();
                for (other, earlier) in prints[..item].iter().enumerate() {
                    if levenshtein(print, earlier) <= 1 {
                        expected.join(other, item);
                    }
                }
            }
            assert_eq!(group(&prints), expected.numbers(), "{prints:?}");
        }
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
}
