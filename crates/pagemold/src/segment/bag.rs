//! A bag of binary branches: as a caller gives it, as it lies in a segment, and how alike two are.

use xxhash_rust::xxh3::xxh3_64;

use crate::{Error, Result};

/// Distinct items, ascending, each with how often it occurs.
pub type Bag = Vec<(u64, u32)>;

/// How alike two bags are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The cosine of the counts.
    Cosine,
    /// The share of the distinct items of both that both have.
    Jaccard,
}

impl Measure {
    /// Understands a name.
    pub fn named(name: &str) -> Result<Measure> {
        match name {
            "cosine" => Ok(Measure::Cosine),
            "jaccard" => Ok(Measure::Jaccard),
            _ => Err(Error::Argument(format!("{name}: no such measure here; there is cosine, jaccard"))),
        }
    }

    /// The similarity from what two bags have: 1 for equal ones, and for two empty ones.
    pub(super) fn similarity(self, one: &Extent, other: &Extent, common: &Extent) -> f64 {
        match self {
            Measure::Cosine if one.squares == 0.0 && other.squares == 0.0 => 1.0,
            Measure::Cosine if one.squares == 0.0 || other.squares == 0.0 => 0.0,
            Measure::Cosine => (common.squares / (one.squares * other.squares).sqrt()).min(1.0),
            Measure::Jaccard if one.items + other.items == 0.0 => 1.0,
            Measure::Jaccard => common.items / (one.items + other.items - common.items),
        }
    }
}

/// How many items, and the sum of their squared counts; of two bags, the common items and the sum of products.
/// Whole numbers, kept where a damaged count cannot overflow them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    items: f64,
    squares: f64,
}

impl Extent {
    pub fn of<K>(bag: &[(K, u32)]) -> Extent {
        bag.iter().fold(Extent::default(), |sum, &(_, count)| sum.with(count, count))
    }

    fn with(self, one: u32, other: u32) -> Extent {
        Extent { items: self.items + 1.0, squares: self.squares + f64::from(one) * f64::from(other) }
    }
}

/// The extent of a packed bag, and what it has in common with one that is unpacked. Nothing where the bytes are not
/// what was written.
pub(super) fn compare(one: &[(u32, u32)], packed: &[u8]) -> Option<(Extent, Extent)> {
    let (mut extent, mut common) = (Extent::default(), Extent::default());
    let mut waiting = one;
    each(packed, |code, count| {
        extent = extent.with(count, count);
        while waiting.first().is_some_and(|item| item.0 < code) {
            waiting = &waiting[1..];
        }
        if let Some(item) = waiting.first().filter(|item| item.0 == code) {
            common = common.with(item.1, count);
        }
    })?;
    Some((extent, common))
}

/// A bag as it lies in a segment: four bytes of checksum, then varints: how many items, and for each the step from the
/// code before it and its count.
pub(super) fn pack(bag: &[(u32, u32)], into: &mut Vec<u8>) {
    let start = into.len();
    into.extend_from_slice(&[0; 4]);
    push(into, bag.len() as u32);
    let mut before = 0;
    for &(code, count) in bag {
        push(into, code - before);
        push(into, count);
        before = code;
    }
    let checksum = xxh3_64(&into[start + 4..]) as u32;
    into[start..start + 4].copy_from_slice(&checksum.to_le_bytes());
}

/// The reverse; nothing where the bytes are not what was written.
pub(super) fn unpack(packed: &[u8]) -> Option<Vec<(u32, u32)>> {
    let mut bag = Vec::new();
    each(packed, |code, count| bag.push((code, count)))?;
    Some(bag)
}

/// Calls `item` with each code and count of a packed bag.
fn each(packed: &[u8], mut item: impl FnMut(u32, u32)) -> Option<()> {
    let (checksum, mut body) = packed.split_first_chunk::<4>()?;
    if u32::from_le_bytes(*checksum) != xxh3_64(body) as u32 {
        return None;
    }
    let mut code = 0_u32;
    for _ in 0..pull(&mut body)? {
        code = code.checked_add(pull(&mut body)?)?;
        item(code, pull(&mut body)?);
    }
    Some(())
}

fn push(into: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        into.push(value as u8 | 0x80);
        value >>= 7;
    }
    into.push(value as u8);
}

fn pull(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0_u32;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Extent, Measure, compare, pack, unpack};

    #[test]
    fn what_is_packed_comes_out_again() {
        for bag in [vec![], vec![(0, 1)], vec![(3, 1), (4, 127), (400, 128), (u32::MAX, u32::MAX)]] {
            let mut bytes = vec![7];
            pack(&bag, &mut bytes);
            assert_eq!(unpack(&bytes[1..]), Some(bag));
            for at in 1..bytes.len() {
                let mut flipped = bytes.clone();
                flipped[at] ^= 4;
                assert_eq!(unpack(&flipped[1..]), None);
                assert_eq!(unpack(&bytes[1..at]), None);
            }
        }
    }

    #[test]
    fn similarities_are_those_of_the_definitions() {
        let (one, other) = ([(1, 3), (2, 4)], [(2, 4), (9, 3)]);
        let packed = |bag: &[(u32, u32)]| {
            let mut bytes = Vec::new();
            pack(bag, &mut bytes);
            bytes
        };
        let (b, both) = compare(&one, &packed(&other)).unwrap();
        let a = Extent::of(&one);
        assert_eq!(Measure::Cosine.similarity(&a, &b, &both), 16.0 / 25.0);
        assert_eq!(Measure::Jaccard.similarity(&a, &b, &both), 1.0 / 3.0);
        assert_eq!(Measure::Cosine.similarity(&a, &a, &compare(&one, &packed(&one)).unwrap().1), 1.0);
        let none = Extent::default();
        assert_eq!(Measure::Cosine.similarity(&none, &none, &none), 1.0);
        assert_eq!(Measure::Cosine.similarity(&a, &none, &none), 0.0);
        assert_eq!(Measure::Jaccard.similarity(&none, &none, &none), 1.0);
    }
}
