//! A cluster of bags as it lies in a segment: a centre, and how each bag differs from it.
//!
//! Nearly equal bags differ in few items, so a difference is shorter than a bag, and the products of a question with
//! the centre are summed up once for all its members. The centre is the median of the members, item by item.

use xxhash_rust::xxh3::xxh3_64;

use super::bag::{angle, cosine, squares};
use super::format::number;

/// Bytes of a cluster's entry in the table of clusters.
pub(super) const ENTRY: usize = 48;

/// What the table says of a cluster; its bytes begin where those of the cluster before it end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub centre_end: u64,
    pub members_end: u64,
    pub centre_checksum: u64,
    pub members_checksum: u64,
    /// The centre's sum of squared counts.
    pub squares: f64,
    /// How many bags this cluster and those before it have.
    pub bags_end: u32,
    /// The largest angle between the centre and a member.
    pub radius: f32,
}

impl Entry {
    pub fn read(bytes: &[u8; ENTRY]) -> Entry {
        Entry {
            centre_end: number::<8>(bytes),
            members_end: number::<8>(&bytes[8..]),
            centre_checksum: number::<8>(&bytes[16..]),
            members_checksum: number::<8>(&bytes[24..]),
            squares: f64::from_bits(number::<8>(&bytes[32..])),
            bags_end: number::<4>(&bytes[40..]) as u32,
            radius: f32::from_bits(number::<4>(&bytes[44..]) as u32),
        }
    }

    pub fn write(&self, into: &mut Vec<u8>) {
        let checksums = [self.centre_checksum, self.members_checksum];
        for value in [self.centre_end, self.members_end, checksums[0], checksums[1], self.squares.to_bits()] {
            into.extend_from_slice(&value.to_le_bytes());
        }
        into.extend_from_slice(&self.bags_end.to_le_bytes());
        into.extend_from_slice(&self.radius.to_le_bytes());
    }
}

/// A cluster ready to be written.
pub(super) struct Packed {
    /// The centre: codes and counts.
    pub items: Vec<(u32, u32)>,
    /// Which of the bags given comes first, second, …: by their angle to the centre.
    pub order: Vec<usize>,
    pub centre: Vec<u8>,
    pub members: Vec<u8>,
    /// The ends in it are to be added to those of the cluster before it.
    pub entry: Entry,
}

/// Packs bags of ascending codes.
pub(super) fn pack(bags: &[Vec<(u32, u32)>]) -> Packed {
    let items = median(bags);
    let own = squares(&items);
    let apart = |bag: &Vec<(u32, u32)>| angle(cosine(products(bag, &items), squares(bag), own)) as f32;
    let mut order: Vec<(f32, usize)> = bags.iter().map(apart).zip(0..).collect();
    order.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let [mut sums, mut angles, mut ends, mut codes, mut steps] = [const { Vec::new() }; 5];
    let mut count = 0_u32;
    for &(angle, number) in &order {
        difference(&bags[number], &items, |code, step| {
            codes.extend_from_slice(&code.to_le_bytes());
            steps.extend_from_slice(&step.to_le_bytes());
            count += 1;
        });
        sums.extend_from_slice(&squares(&bags[number]).to_le_bytes());
        angles.extend_from_slice(&angle.to_le_bytes());
        ends.extend_from_slice(&count.to_le_bytes());
    }
    let members = [sums, angles, ends, codes, steps].concat();
    let centre: Vec<u8> =
        items.iter().flat_map(|&(code, count)| [code.to_le_bytes(), count.to_le_bytes()].concat()).collect();
    let entry = Entry {
        centre_end: centre.len() as u64,
        members_end: members.len() as u64,
        centre_checksum: xxh3_64(&centre),
        members_checksum: xxh3_64(&members),
        squares: own,
        bags_end: bags.len() as u32,
        radius: order.last().map_or(0.0, |last| last.0),
    };
    Packed { items, order: order.into_iter().map(|(_, number)| number).collect(), centre, members, entry }
}

/// For each code the median of its counts, the upper one of two.
fn median(bags: &[Vec<(u32, u32)>]) -> Vec<(u32, u32)> {
    let mut all: Vec<(u32, u32)> = bags.concat();
    all.sort_unstable();
    let middle = bags.len() / 2;
    let of_code = |counts: &[(u32, u32)]| {
        let without = bags.len().saturating_sub(counts.len());
        (middle >= without).then(|| counts[middle - without])
    };
    all.chunk_by(|one, other| one.0 == other.0).filter_map(of_code).collect()
}

/// The sum of products of two bags of ascending codes.
pub(super) fn products(one: &[(u32, u32)], other: &[(u32, u32)]) -> f64 {
    let mut sum = 0.0;
    both(one, other, |_, one, other| sum += f64::from(one) * f64::from(other));
    sum
}

/// How many steps lead from one bag to another.
pub(super) fn steps(one: &[(u32, u32)], other: &[(u32, u32)]) -> usize {
    let mut count = 0;
    difference(one, other, |_, _| count += 1);
    count
}

/// Calls `step` with what has to be added to the centre to get the bag; a large difference takes several steps.
fn difference(bag: &[(u32, u32)], centre: &[(u32, u32)], mut step: impl FnMut(u32, i16)) {
    both(bag, centre, |code, bag, centre| {
        let mut left = i64::from(bag) - i64::from(centre);
        while left != 0 {
            let some = left.clamp(i64::from(i16::MIN), i64::from(i16::MAX));
            step(code, some as i16);
            left -= some;
        }
    });
}

/// Calls `item` with every code that either bag has, and its count in both.
fn both(one: &[(u32, u32)], other: &[(u32, u32)], mut item: impl FnMut(u32, u32, u32)) {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    while let Some(code) = one.peek().into_iter().chain(other.peek()).map(|it| it.0).min() {
        let count = |it: Option<&(u32, u32)>| it.map_or(0, |it| it.1);
        let (mine, theirs) = (count(one.next_if(|it| it.0 == code)), count(other.next_if(|it| it.0 == code)));
        item(code, mine, theirs);
    }
}

/// The members of a cluster, in place.
pub(super) struct Members<'s> {
    squares: &'s [[u8; 8]],
    angles: &'s [[u8; 4]],
    ends: &'s [[u8; 4]],
    codes: &'s [[u8; 4]],
    steps: &'s [[u8; 2]],
}

impl<'s> Members<'s> {
    /// Nothing where the bytes cannot be those of so many members.
    pub fn read(bytes: &'s [u8], members: usize) -> Option<Members<'s>> {
        let (squares, rest) = bytes.split_at_checked(members.checked_mul(8)?)?;
        let (angles, rest) = rest.split_at_checked(members * 4)?;
        let (ends, rest) = rest.split_at_checked(members * 4)?;
        let (codes, steps) = rest.split_at_checked(rest.len() / 6 * 4)?;
        let [angles, ends, codes] = [angles, ends, codes].map(|bytes| bytes.as_chunks::<4>().0);
        let found = Members { squares: squares.as_chunks().0, angles, ends, codes, steps: steps.as_chunks().0 };
        (found.codes.len() == found.steps.len()).then_some(found)
    }

    /// The members from `first` on whose angle to the centre is between these.
    pub fn between(&self, first: usize, least: f32, most: f32) -> std::ops::Range<usize> {
        let first = first.min(self.angles.len());
        let from = first + self.angles[first..].partition_point(|&angle| f32::from_le_bytes(angle) < least);
        from..from + self.angles[from..].partition_point(|&angle| f32::from_le_bytes(angle) <= most)
    }

    /// The sum of squared counts of a member.
    pub fn squares(&self, member: usize) -> f64 {
        f64::from_le_bytes(self.squares[member])
    }

    /// The codes and steps of a member; nothing where the ends are not in order.
    #[allow(clippy::type_complexity)] // two slices, or none
    pub fn steps(&self, member: usize) -> Option<(&'s [[u8; 4]], &'s [[u8; 2]])> {
        let end = u32::from_le_bytes(*self.ends.get(member)?) as usize;
        let start = member.checked_sub(1).map_or(0, |before| u32::from_le_bytes(self.ends[before])) as usize;
        Some((self.codes.get(start..end)?, self.steps.get(start..end)?))
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Members, median, pack, products, steps};

    #[test]
    fn the_median_has_what_at_least_half_of_the_bags_have() {
        let bags = [vec![(1, 5), (2, 1)], vec![(1, 7), (3, 1)], vec![(1, 6), (2, 3)]];
        assert_eq!(median(&bags), [(1, 6), (2, 1)]);
        assert_eq!(median(&bags[..2]), [(1, 7), (2, 1), (3, 1)]);
        assert_eq!(median(&[vec![]]), []);
    }

    #[test]
    fn steps_lead_from_the_centre_to_each_member() {
        let bags = [vec![(1, 5), (2, 1)], vec![(1, 70_000), (3, 1)], vec![(1, 6), (2, 3)]];
        let packed = pack(&bags);
        let members = Members::read(&packed.members, 3).unwrap();
        for (place, &number) in packed.order.iter().enumerate() {
            let mut bag: std::collections::BTreeMap<u32, i64> =
                packed.items.iter().map(|&(code, count)| (code, i64::from(count))).collect();
            let (codes, steps) = members.steps(place).unwrap();
            for (code, step) in codes.iter().zip(steps) {
                *bag.entry(u32::from_le_bytes(*code)).or_default() += i64::from(i16::from_le_bytes(*step));
            }
            bag.retain(|_, count| *count > 0);
            assert!(bag.into_iter().eq(bags[number].iter().map(|&(code, count)| (code, i64::from(count)))));
        }
        assert_eq!(members.between(0, 0.0, 4.0), 0..3);
        assert_eq!((members.between(2, 0.0, 4.0), members.between(9, 0.0, 4.0)), (2..3, 3..3));
        assert_eq!(steps(&bags[1], &bags[0]), 5);
        assert_eq!(products(&bags[1], &bags[2]), 420_000.0);
        assert!(Members::read(&packed.members, 300).is_none());
    }

    #[test]
    fn an_entry_comes_out_as_it_went_in() {
        let entry = pack(&[vec![(1, 5), (2, 1)], vec![(1, 4)]]).entry;
        let mut bytes = Vec::new();
        entry.write(&mut bytes);
        assert_eq!(format!("{:?}", Entry::read(bytes.first_chunk().unwrap())), format!("{entry:?}"));
    }
}
