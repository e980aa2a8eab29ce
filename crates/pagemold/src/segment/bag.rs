//! A bag of binary branches: as a caller gives it, packed while a segment is built, and how alike two are.

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
}

/// The sum of squared counts. Whole numbers, kept where no count can overflow them.
pub(super) fn squares<K>(bag: &[(K, u32)]) -> f64 {
    bag.iter().map(|&(_, count)| f64::from(count) * f64::from(count)).sum()
}

/// The cosine from the sum of products and both sums of squares: 1 for equal bags, and for two empty ones.
#[inline]
pub(super) fn cosine(products: f64, one: f64, other: f64) -> f64 {
    if one == 0.0 || other == 0.0 {
        return if one == other { 1.0 } else { 0.0 };
    }
    (products / (one * other).sqrt()).clamp(0.0, 1.0)
}

/// The angle of a cosine.
pub(super) fn angle(cosine: f64) -> f64 {
    cosine.acos()
}

/// The share of the distinct items of two bags, ascending, that both have; 1 for two empty ones.
pub(super) fn jaccard(one: &Bag, other: &Bag) -> f64 {
    let mut waiting = other.iter().peekable();
    let mut common = 0;
    for item in one {
        while waiting.next_if(|it| it.0 < item.0).is_some() {}
        common += usize::from(waiting.next_if(|it| it.0 == item.0).is_some());
    }
    let all = one.len() + other.len() - common;
    if all == 0 { 1.0 } else { common as f64 / all as f64 }
}

/// Ascending codes with counts as varints: how many, and for each the step from the code before it and the count.
pub(super) fn pack(bag: &[(u32, u32)], into: &mut Vec<u8>) {
    push(into, bag.len() as u32);
    let mut before = 0;
    for &(code, count) in bag {
        push(into, code - before);
        push(into, count);
        before = code;
    }
}

/// The reverse.
pub(super) fn unpack(mut packed: &[u8]) -> Vec<(u32, u32)> {
    let (mut bag, mut code) = (Vec::new(), 0);
    for _ in 0..pull(&mut packed) {
        code += pull(&mut packed);
        bag.push((code, pull(&mut packed)));
    }
    bag
}

fn push(into: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        into.push(value as u8 | 0x80);
        value >>= 7;
    }
    into.push(value as u8);
}

fn pull(bytes: &mut &[u8]) -> u32 {
    let (mut value, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        value |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            break;
        }
        shift += 7;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::{cosine, jaccard, pack, squares, unpack};

    #[test]
    fn what_is_packed_comes_out_again() {
        for bag in [vec![], vec![(0, 1)], vec![(3, 1), (4, 127), (400, 128), (u32::MAX, u32::MAX)]] {
            let mut bytes = vec![7];
            pack(&bag, &mut bytes);
            assert_eq!(unpack(&bytes[1..]), bag);
        }
    }

    #[test]
    fn similarities_are_those_of_the_definitions() {
        let (one, other) = (vec![(1_u64, 3), (2, 4)], vec![(2, 4), (9, 3)]);
        assert_eq!(cosine(16.0, squares(&one), squares(&other)), 16.0 / 25.0);
        assert_eq!(cosine(25.0, 25.0, 25.0), 1.0);
        assert_eq!((cosine(0.0, 0.0, 0.0), cosine(0.0, 25.0, 0.0)), (1.0, 0.0));
        assert_eq!(jaccard(&one, &other), 1.0 / 3.0);
        assert_eq!((jaccard(&one, &one), jaccard(&vec![], &vec![]), jaccard(&one, &vec![])), (1.0, 1.0, 0.0));
    }
}
