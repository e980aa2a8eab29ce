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
    let orders: Vec<Vec<u32>> = (0..ORDERS).map(|number| order(signatures, number * PLACES / ORDERS)).collect();
    let places: Vec<Vec<u32>> = orders.iter().map(|order| inverse(order)).collect();
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    let mut near: Vec<u32> = Vec::new();
    for one in 0..count {
        near.clear();
        for (order, places) in orders.iter().zip(&places) {
            let place = places[one] as usize;
            near.extend(&order[place.saturating_sub(WINDOW)..place]);
            near.extend(order[place + 1..].iter().take(WINDOW));
        }
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

/// The groups sorted by their signatures, read from a starting place on and round.
fn order(signatures: &[&Signature], start: usize) -> Vec<u32> {
    let key = |group: u32| {
        let (end, begin) = signatures[group as usize].split_at(start);
        (begin, end, group)
    };
    // Nearly always the first two numbers decide; they are kept beside the group.
    let top = |signature: &Signature| (signature[start], signature[(start + 1) % PLACES]);
    let mut order: Vec<((u32, u32), u32)> =
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
    one.iter().zip(two).filter(|(a, b)| a == b).count()
}
