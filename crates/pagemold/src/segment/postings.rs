//! The bags of one band, in the order of their keys.
//!
//! A key has 8 + slot bits of a band's rows, 12 of the rows behind them, 12 of those behind these. Bags are sorted by
//! it. The highest bits, the slot, are not stored but looked up in a directory: where each slot begins. So a section
//! `bandNNN` is the directory (slots + 1 numbers), the low 32 bits of each key, and the number of each bag.

use super::format::{Part, Sections};
use crate::Result;
use crate::index::LEVELS;

const DEEPER: u32 = 12;
const REST: u32 = 32;
const WITHIN: u32 = REST - 2 * DEEPER;
const MOST_SLOT_BITS: u32 = 16;
/// As many keys are read at once rather than searched.
const AT_ONCE: u64 = 256;

/// How many bits the directory takes off the keys of so many bags: some eight bags a slot.
pub(super) fn slot_bits(bags: usize) -> u32 {
    (bags / 8).checked_ilog2().unwrap_or(0).min(MOST_SLOT_BITS)
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

/// One band as it is written: keys with their bags, ascending.
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
    keys.iter().for_each(|&(_, bag)| bytes.extend_from_slice(&bag.to_le_bytes()));
    bytes
}

/// One band of an open segment.
pub(super) struct Band<'s> {
    pub sections: &'s Sections,
    pub part: Part,
    pub bags: u64,
    pub slot_bits: u32,
}

impl Band<'_> {
    /// Calls `found` with each bag whose band is that of the key, and how many levels they share; at most `window` on
    /// either side of the place where the key belongs.
    pub fn near(&self, key: u64, window: u64, mut found: impl FnMut(u32, u16)) -> Result<()> {
        let slots = 1_u64 << self.slot_bits;
        let range = self.sections.numbers(self.part, key >> REST, 2)?;
        let (first, end) = (u64::from(range[0]), u64::from(range[1]));
        if first > end || end > self.bags {
            return Err(self.sections.damaged("its directory is damaged"));
        }
        let rests = slots + 1;
        let place = self.place(rests, first, end, key as u32)?;
        let (from, to) = (place.saturating_sub(window).max(first), place.saturating_add(window).min(end));
        let keys = self.sections.numbers(self.part, rests + from, to - from)?;
        let bags = self.sections.numbers(self.part, rests + self.bags + from, to - from)?;
        for (&stored, &bag) in keys.iter().zip(&bags) {
            let apart = stored ^ key as u32;
            if apart >> (2 * DEEPER) == 0 {
                let levels = 1 + u16::from(apart >> DEEPER == 0) + u16::from(apart == 0);
                found(bag, levels);
            }
        }
        Ok(())
    }

    /// Where among the keys from `first` to `end` this one belongs.
    fn place(&self, rests: u64, mut first: u64, mut end: u64, key: u32) -> Result<u64> {
        while end - first > AT_ONCE {
            let middle = first + (end - first) / 2;
            let stored = self.sections.numbers(self.part, rests + middle, 1)?[0];
            if stored < key { first = middle + 1 } else { end = middle }
        }
        let keys = self.sections.numbers(self.part, rests + first, end - first)?;
        Ok(first + keys.partition_point(|&stored| stored < key) as u64)
    }
}
