//! Which groups may be joined: near neighbours by signature, without looking at all pairs.
//!
//! The groups are sorted by their signatures from several starting places (an LSH forest laid flat; Bawa, Condie &
//! Ganesan 2005): whoever shares a prefix stands close by. Of those who stood close, the most alike stay.

use super::signature::{PLACES, Signature};

/// Up to this many groups, all pairs are candidates.
const ALL_PAIRS: usize = 32;
/// Sorted orders.
const ORDERS: usize = 24;
/// Neighbours looked at on one side in each order.
const WINDOW: usize = 4;
/// Neighbours kept of each group.
const NEIGHBOURS: usize = 25;
/// Those of them that are near.
const NEAR: usize = 4;

/// Pairs of groups that may be joined.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// Ascending.
    pub pairs: Vec<(u32, u32)>,
    /// Whether one of a pair is among the few that are most like the other.
    pub are_near: Vec<bool>,
}

impl Candidates {
    /// Pairs that are all near.
    pub fn near(pairs: Vec<(u32, u32)>) -> Candidates {
        Candidates { are_near: vec![true; pairs.len()], pairs }
    }

    /// The same between larger groups, given the one that each group is in.
    pub fn between(&self, larger: &[u32]) -> Candidates {
        let pairs = self.pairs.iter().map(|&(one, two)| (larger[one as usize], larger[two as usize]));
        let apart = pairs.zip(&self.are_near).filter(|((one, two), _)| one != two);
        Candidates::of(apart.map(|((one, two), &is_near)| packed(one, two, is_near)).collect())
    }

    /// Of packed pairs; one that is near at all is near.
    fn of(mut pairs: Vec<u64>) -> Candidates {
        pairs.sort_unstable(); // near before far, of the same pair
        pairs.dedup_by_key(|pair| *pair >> 1);
        Candidates {
            are_near: pairs.iter().map(|pair| pair & 1 == 0).collect(),
            pairs: pairs.iter().map(|pair| ((pair >> 32) as u32, (pair >> 1) as u32 & (u32::MAX >> 1))).collect(),
        }
    }
}

/// All pairs of groups, where there are few.
pub fn of_few(count: usize) -> Option<Candidates> {
    let pairs = || (0..count as u32).flat_map(|one| (one + 1..count as u32).map(move |two| (one, two)));
    (count <= ALL_PAIRS).then(|| Candidates::near(pairs().collect()))
}

/// Pairs of places of `signatures`.
pub fn candidates(signatures: &[&Signature]) -> Candidates {
    let count = signatures.len();
    if let Some(all) = of_few(count) {
        return all;
    }
    let orders: Vec<Vec<u32>> = (0..ORDERS).map(|number| order(signatures, number * PLACES / ORDERS)).collect();
    let places: Vec<Vec<u32>> = orders.iter().map(|order| inverse(order)).collect();
    let mut pairs: Vec<u64> = Vec::new();
    let (mut near, mut seen): (Vec<u64>, Vec<u32>) = (Vec::new(), vec![u32::MAX; count]);
    // In sorted order, so that those who are looked at lie in the cache already.
    for &one in &orders[0] {
        near.clear();
        seen[one as usize] = one;
        for (order, places) in orders.iter().zip(&places) {
            let place = places[one as usize] as usize;
            for &two in &order[place.saturating_sub(WINDOW)..count.min(place + 1 + WINDOW)] {
                if seen[two as usize] != one {
                    seen[two as usize] = one;
                    let differing = PLACES - agreement(signatures[one as usize], signatures[two as usize]);
                    if differing < PLACES {
                        near.push((differing as u64) << 32 | u64::from(two));
                    }
                }
            }
        }
        for most in [NEIGHBOURS, NEAR] {
            if near.len() > most {
                near.select_nth_unstable(most - 1);
                near.truncate(NEIGHBOURS);
            }
        }
        pairs.extend(near.iter().enumerate().map(|(place, &two)| packed(one, two as u32, place < NEAR)));
    }
    Candidates::of(pairs)
}

/// A pair as a number: those of the same groups follow each other, the near one first.
fn packed(one: u32, two: u32, is_near: bool) -> u64 {
    u64::from(one.min(two)) << 32 | u64::from(one.max(two)) << 1 | u64::from(!is_near)
}

/// The groups sorted by their signatures, read from a starting place on and round.
fn order(signatures: &[&Signature], start: usize) -> Vec<u32> {
    let key = |group: u32| {
        let (end, begin) = signatures[group as usize].split_at(start);
        (begin, end, group)
    };
    // Nearly always the first two numbers decide; they are kept beside the group.
    let top = |signature: &Signature| u64::from(signature[start]) << 32 | u64::from(signature[(start + 1) % PLACES]);
    let mut order: Vec<(u64, u32)> =
        signatures.iter().enumerate().map(|(group, signature)| (top(signature), group as u32)).collect();
    order.sort_unstable_by(|one, two| one.0.cmp(&two.0).then_with(|| key(one.1).cmp(&key(two.1))));
    order.into_iter().map(|(_, group)| group).collect()
}

fn inverse(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, &group) in order.iter().enumerate() {
        places[group as usize] = place as u32;
    }
    places
}

fn agreement(one: &Signature, two: &Signature) -> usize {
    one.iter().zip(two).map(|(a, b)| u32::from(a == b)).sum::<u32>() as usize
}
