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

/// Pairs of places of `signatures`, ascending.
pub fn candidates(signatures: &[&Signature]) -> Vec<(u32, u32)> {
    let count = signatures.len();
    if count <= ALL_PAIRS {
        return (0..count as u32).flat_map(|one| (one + 1..count as u32).map(move |two| (one, two))).collect();
    }
    let mut close: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut order: Vec<u32> = (0..count as u32).collect();
    for start in (0..ORDERS).map(|order| order * PLACES / ORDERS) {
        let key = |group: u32| {
            let (end, begin) = signatures[group as usize].split_at(start);
            (begin, end, group)
        };
        order.sort_unstable_by(|&one, &two| key(one).cmp(&key(two)));
        for (place, &one) in order.iter().enumerate() {
            for &two in order[place + 1..].iter().take(WINDOW) {
                close[one as usize].push(two);
                close[two as usize].push(one);
            }
        }
    }
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for (one, near) in close.iter_mut().enumerate() {
        near.sort_unstable();
        near.dedup();
        let mut ranked: Vec<(usize, u32)> = near
            .iter()
            .map(|&two| (agreement(signatures[one], signatures[two as usize]), two))
            .filter(|&(agreement, _)| agreement > 0)
            .collect();
        ranked.sort_unstable_by_key(|&(agreement, two)| (std::cmp::Reverse(agreement), two));
        let one = one as u32;
        pairs.extend(ranked.iter().take(NEIGHBOURS).map(|&(_, two)| (one.min(two), one.max(two))));
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn agreement(one: &Signature, two: &Signature) -> usize {
    one.iter().zip(two).filter(|(a, b)| a == b).count()
}
