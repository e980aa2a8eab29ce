//! The clusters of one band, in the order of their centres' keys.
//!
//! A key has 8 + slot bits of a band's rows, 12 of the rows behind them, 12 of those behind these. Clusters are sorted
//! by it. The highest bits, the slot, are not stored but looked up in a directory: where each slot begins. So a section
//! `bandNNN` is the directory (slots + 1 numbers), the low 32 bits of each key, and the number of each cluster.

use super::format::{Part, Sections};
use crate::Result;
use crate::index::LEVELS;

const DEEPER: u32 = 12;
const REST: u32 = 32;
const WITHIN: u32 = REST - 2 * DEEPER;
const MOST_SLOT_BITS: u32 = 16;

/// How many bits the directory takes off the keys of so many clusters: some eight a slot.
pub(super) fn slot_bits(clusters: usize) -> u32 {
    (clusters / 8).checked_ilog2().unwrap_or(0).min(MOST_SLOT_BITS)
}

/// The key of a band, with as many bits as any directory takes.
pub(super) fn key(hashes: [u64; LEVELS]) -> u64 {
    let [band, next, last] = hashes;
    let high = band >> (64 - WITHIN - MOST_SLOT_BITS);
    high << (2 * DEEPER) | (next >> (64 - DEEPER)) << DEEPER | last >> (64 - DEEPER)
}

/// The same for a directory of fewer bits: less of the band's own rows.
pub(super) fn shortened(key: u64, slot_bits: u32) -> u64 {
    let deeper = key & ((1 << (2 * DEEPER)) - 1);
    key >> (2 * DEEPER + MOST_SLOT_BITS - slot_bits) << (2 * DEEPER) | deeper
}

/// One band as it is written: keys with their clusters, ascending.
pub(super) fn write(keys: &[(u64, u32)], slot_bits: u32) -> Vec<u8> {
    let slots = 1_u64 << slot_bits;
    let mut bytes = Vec::with_capacity((slots as usize + 1 + 2 * keys.len()) * 4);
    let mut at = 0;
    for slot in 0..=slots {
        while at < keys.len() && keys[at].0 >> REST < slot {
            at += 1;
        }
        bytes.extend_from_slice(&(at as u32).to_le_bytes());
    }
    keys.iter().for_each(|&(key, _)| bytes.extend_from_slice(&(key as u32).to_le_bytes()));
    keys.iter().for_each(|&(_, cluster)| bytes.extend_from_slice(&cluster.to_le_bytes()));
    bytes
}

/// One band of an open segment.
pub(super) struct Band<'s> {
    pub sections: &'s Sections,
    pub part: Part,
    pub clusters: u64,
    pub slot_bits: u32,
}

impl Band<'_> {
    /// Calls `found` with each cluster whose band is that of the key, and how many levels they share; at most `window`
    /// on either side of the place where the key belongs.
    pub fn near(&self, key: u64, window: u64, mut found: impl FnMut(u32, u16)) -> Result<()> {
        let slots = 1_u64 << self.slot_bits;
        let slot = key >> REST;
        let (first, end) = (self.sections.number(self.part, slot)?, self.sections.number(self.part, slot + 1)?);
        let (first, end) = (u64::from(first), u64::from(end));
        if first > end || end > self.clusters {
            return Err(self.sections.damaged("its directory is damaged"));
        }
        let all = self.sections.numbers(self.part, slots + 1 + first, end - first)?;
        let key = key as u32;
        let place = first + all.partition_point(|&stored| u32::from_le_bytes(stored) < key) as u64;
        let (from, to) = (place.saturating_sub(window).max(first), place.saturating_add(window).min(end));
        let keys = &all[(from - first) as usize..(to - first) as usize];
        let clusters = self.sections.numbers(self.part, slots + 1 + self.clusters + from, to - from)?;
        for (&stored, &cluster) in keys.iter().zip(clusters) {
            let apart = u32::from_le_bytes(stored) ^ key;
            if apart >> (2 * DEEPER) == 0 {
                let levels = 1 + u16::from(apart >> DEEPER == 0) + u16::from(apart == 0);
                found(u32::from_le_bytes(cluster), levels);
            }
        }
        Ok(())
    }
}
