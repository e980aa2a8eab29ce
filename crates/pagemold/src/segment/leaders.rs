//! Which bags lie together, decided while they come in: a bag joins the cluster whose first bag, its leader, it is
//! close to, or leads one of its own (leader clustering, Hartigan 1975; the leaders are found by rows of signatures).

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The cosine to a leader from which a bag joins it.
const CLOSE: f64 = 0.8;
/// Rows of a signature that must agree, and how many such runs of rows are tried.
const ROWS: usize = 4;
const TRIES: usize = 16;
/// A cluster this large is full: what a question looks at comes in pieces.
const MOST_MEMBERS: u32 = 4_096;

#[derive(Default)]
pub(super) struct Leaders {
    /// The bag of each leader, and the size of its cluster.
    leaders: Vec<(u32, u32)>,
    by_rows: HashMap<u64, u32>,
    /// The cluster of each bag.
    pub of_bag: Vec<u32>,
}

impl Leaders {
    /// The next bag, by its signature; `cosine` tells how near a leader is, or nothing where it would not pay.
    pub fn place(&mut self, signature: &[u32], cosine: impl Fn(u32) -> Option<f64>) {
        let keys: Vec<u64> = signature.chunks_exact(ROWS).take(TRIES).enumerate().map(key).collect();
        let mut tried: Vec<u32> = keys.iter().filter_map(|key| self.by_rows.get(key).copied()).collect();
        tried.sort_unstable();
        tried.dedup();
        let mut best = (CLOSE, None);
        for cluster in tried {
            let (leader, members) = self.leaders[cluster as usize];
            let near = if members < MOST_MEMBERS { cosine(leader) } else { None };
            if near.is_some_and(|near| near > best.0) {
                best = (near.unwrap_or(0.0), Some(cluster));
            }
        }
        let cluster = best.1.unwrap_or_else(|| self.lead(&keys));
        self.leaders[cluster as usize].1 += 1;
        self.of_bag.push(cluster);
    }

    /// A new cluster, known by rows that no other with room is known by.
    fn lead(&mut self, keys: &[u64]) -> u32 {
        let cluster = self.leaders.len() as u32;
        for &key in keys {
            let known = self.by_rows.entry(key).or_insert(cluster);
            if self.leaders.get(*known as usize).is_some_and(|it| it.1 >= MOST_MEMBERS) {
                *known = cluster;
            }
        }
        self.leaders.push((self.of_bag.len() as u32, 0));
        cluster
    }

    /// The bags of each cluster, ascending.
    pub fn clusters(&self) -> Vec<Vec<u32>> {
        let mut clusters: Vec<Vec<u32>> =
            self.leaders.iter().map(|&(_, members)| Vec::with_capacity(members as usize)).collect();
        for (bag, &cluster) in self.of_bag.iter().enumerate() {
            clusters[cluster as usize].push(bag as u32);
        }
        clusters
    }
}

fn key((number, rows): (usize, &[u32])) -> u64 {
    let bytes: Vec<u8> = rows.iter().flat_map(|row| row.to_le_bytes()).collect();
    xxh3_64_with_seed(&bytes, number as u64)
}

#[cfg(test)]
mod tests {
    use super::{Leaders, MOST_MEMBERS};

    #[test]
    fn the_nearest_leader_that_is_close_and_has_room_is_joined() {
        let mut leaders = Leaders::default();
        let signature = |seed: u32| (0..64).map(|place| place * 1_000 + seed).collect::<Vec<u32>>();
        leaders.place(&signature(1), |_| unreachable!("nobody to ask"));
        leaders.place(&signature(2), |_| unreachable!("no rows in common"));
        leaders.place(&signature(1), |leader| (leader == 0).then_some(0.85));
        leaders.place(&signature(1), |_| Some(0.5));
        leaders.place(&signature(1), |_| None);
        assert_eq!(leaders.of_bag, [0, 1, 0, 2, 3]);
        (0..2 * MOST_MEMBERS).for_each(|_| leaders.place(&signature(1), |_| Some(1.0)));
        assert!(leaders.clusters().iter().all(|members| members.len() <= MOST_MEMBERS as usize));
        assert_eq!(leaders.clusters().len(), 6);
    }
}
