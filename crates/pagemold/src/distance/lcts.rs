//! Tag sequences by their longest common subsequence, / the longer sequence (Gottron 2008, the papers' LCTS).
//!
//! Items are sequences of label hashes. The distance is what is left of both sequences. The common subsequence is
//! found 64 tags at a time (Crochemore et al. 2001, Hyyrö 2004). What both begin and end with is taken off first, and
//! where only near sequences matter, only the band of the table that such a pair can use is computed.

use super::metric::shared_of_larger;
use super::quick_hash::QuickMap;
use super::{Bags, Items, Metric};

/// Labels whose places are kept as bits; those of rarer ones are kept as a list, so that memory stays linear.
const BIT_ROWS: usize = 192;
/// Tags between two looks at whether the rest can still be enough.
const LOOK: usize = 128;

/// Longest common subsequences.
pub struct Lcts {
    sequences: Vec<Vec<u32>>,
    bags: Bags,
    labels: usize,
}

impl Lcts {
    /// Common subsequences of these sequences.
    pub fn new(items: &Items) -> Self {
        let mut numbers: QuickMap<u64, u32> = QuickMap::default();
        let mut bags = Bags::new();
        let mut sequences = Vec::with_capacity(items.len());
        for row in 0..items.len() {
            let number = |label: &u64| {
                let next = numbers.len() as u32;
                *numbers.entry(*label).or_insert(next)
            };
            let sequence: Vec<u32> = items.values(row).iter().map(number).collect();
            bags.push(&mut sequence.clone());
            sequences.push(sequence);
        }
        Lcts { sequences, bags, labels: numbers.len() }
    }
}

impl Metric for Lcts {
    type Scratch = Scratch;

    fn at_least(&self, one: usize, other: usize) -> u32 {
        self.bags.total(one) + self.bags.total(other) - 2 * self.bags.common(one, other)
    }

    /// What both begin and end with is a common subsequence, and so is one tag, repeated.
    fn at_most(&self, one: usize, other: usize) -> u32 {
        let (start, end) = ends(&self.sequences[one], &self.sequences[other]);
        let common = self.bags.most_common(one, other).max((start + end) as u32);
        self.bags.total(one) + self.bags.total(other) - 2 * common
    }

    fn distance(&self, one: usize, other: usize, most: u32, scratch: &mut Scratch) -> u32 {
        self.compare(one, other, most, false, scratch)
    }

    fn is_within(&self, one: usize, other: usize, most: u32, scratch: &mut Scratch) -> bool {
        self.compare(one, other, most, true, scratch) <= most
    }

    const TELLS_WITHIN: bool = true;

    fn similarity(&self, one: usize, other: usize, distance: u32) -> f64 {
        shared_of_larger(self.sequences[one].len(), self.sequences[other].len(), distance)
    }
}

impl Lcts {
    /// The distance up to `most`; if only that matters, any number up to it as soon as it is known to be within.
    fn compare(&self, one: usize, other: usize, most: u32, within: bool, scratch: &mut Scratch) -> u32 {
        let (left, right) = (&self.sequences[one][..], &self.sequences[other][..]);
        if scratch.of != Some(one) {
            scratch.places.fill(left, self.labels);
            scratch.of = Some(one);
        }
        let total = (left.len() + right.len()) as u32;
        let (start, end) = ends(left, right);
        // As many must be common in the middle for the distance to stay within bounds.
        let needed = (total.saturating_sub(most)).div_ceil(2).saturating_sub((start + end) as u32);
        let middle = Middle { start, end: left.len() - end, tags: &right[start..right.len() - end] };
        let common = scratch.common(&middle, needed as usize, within).map(|common| (common + start + end) as u32);
        common.map_or(u32::MAX, |common| total - 2 * common)
    }
}

/// How many tags two sequences begin with in common, and how many of the rest they end with.
fn ends(left: &[u32], right: &[u32]) -> (usize, usize) {
    let start = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[start..], &right[start..]);
    (start, left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count())
}

/// The part of the left sequence, and the tags of the right one, that are to be compared.
struct Middle<'a> {
    start: usize,
    end: usize,
    tags: &'a [u32],
}

/// The places of the left sequence's labels, and the row of the table that is being computed.
#[derive(Default)]
pub struct Scratch {
    of: Option<usize>,
    places: Places,
    row: Vec<u64>,
}

/// Where each label occurs in a sequence.
#[derive(Default)]
struct Places {
    words: usize,
    /// For each label, its row of bits or its list.
    kinds: Vec<Kind>,
    bits: Vec<u64>,
    lists: Vec<Vec<u32>>,
    /// A row of bits made from a list.
    made: Vec<u64>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Absent,
    Bits(usize),
    List(usize),
}

impl Places {
    fn fill(&mut self, sequence: &[u32], labels: usize) {
        self.words = sequence.len().div_ceil(64);
        self.kinds.clear();
        self.kinds.resize(labels, Kind::Absent);
        self.bits.clear();
        self.lists.clear();
        self.made.clear();
        self.made.resize(self.words, 0);
        let mut rows = 0;
        for (place, &label) in sequence.iter().enumerate() {
            let kind = &mut self.kinds[label as usize];
            if *kind == Kind::Absent && rows < BIT_ROWS {
                *kind = Kind::Bits(rows);
                rows += 1;
                self.bits.resize(rows * self.words, 0);
            } else if *kind == Kind::Absent {
                *kind = Kind::List(self.lists.len());
                self.lists.push(Vec::new());
            }
            match *kind {
                Kind::Bits(row) => self.bits[row * self.words + place / 64] |= 1 << (place % 64),
                Kind::List(list) => self.lists[list].push(place as u32),
                Kind::Absent => {}
            }
        }
    }

    /// The places of a label as bits; none if it does not occur.
    fn row(&mut self, label: u32) -> Option<&[u64]> {
        match self.kinds[label as usize] {
            Kind::Absent => None,
            Kind::Bits(row) => Some(&self.bits[row * self.words..(row + 1) * self.words]),
            Kind::List(list) => {
                self.made.fill(0);
                for &place in &self.lists[list] {
                    self.made[place as usize / 64] |= 1 << (place % 64);
                }
                Some(&self.made)
            }
        }
    }
}

impl Scratch {
    /// How long the common subsequence of the middle is, if it is at least `needed`; where that is all that matters,
    /// `within`, the rest is not looked at once it is clear.
    fn common(&mut self, middle: &Middle<'_>, needed: usize, within: bool) -> Option<usize> {
        let &Middle { start, end, tags } = middle;
        let length = end - start;
        if needed > length.min(tags.len()) {
            return None;
        }
        if length == 0 || tags.is_empty() {
            return Some(0);
        }
        let (first, last) = (start / 64, (end - 1) / 64);
        self.row.clear();
        self.row.resize(last + 1, u64::MAX);
        // A subsequence that is long enough leaves out few tags on either side, and so stays near the diagonal.
        let (left_slack, right_slack) = (length - needed, tags.len() - needed);
        for (number, &tag) in tags.iter().enumerate() {
            if number % LOOK == LOOK - 1 {
                let so_far = found(&self.row[first..]);
                if so_far + (tags.len() - number) < needed {
                    return None;
                }
                if within && so_far >= needed {
                    return Some(so_far);
                }
            }
            let Some(places) = self.places.row(tag) else { continue };
            let low = start + number.saturating_sub(right_slack);
            let high = (start + number + left_slack).min(end - 1);
            if low > high {
                continue;
            }
            let edges = Edges { start, end, first, last };
            advance(&mut self.row, places, low / 64, high / 64, edges);
        }
        Some(found(&self.row[first..])).filter(|&common| common >= needed)
    }
}

/// Where the middle begins and ends in bits, and in which words.
#[derive(Clone, Copy)]
struct Edges {
    start: usize,
    end: usize,
    first: usize,
    last: usize,
}

/// One row of the table: zero bits are the places where a common subsequence gets longer.
#[inline]
fn advance(row: &mut [u64], places: &[u64], low: usize, high: usize, edges: Edges) {
    let mut carry = false;
    for word in low..=high {
        let mut matches = places[word];
        if word == edges.first {
            matches &= u64::MAX << (edges.start % 64);
        }
        if word == edges.last && !edges.end.is_multiple_of(64) {
            matches &= (1 << (edges.end % 64)) - 1;
        }
        let before = row[word];
        let (sum, over) = before.overflowing_add(before & matches);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        carry = over || over_again;
        row[word] = sum | (before & !matches);
    }
    // A subsequence that got its new tag here had it further to the right before, perhaps beyond the band.
    for word in &mut row[high + 1..] {
        if !carry {
            break;
        }
        let (sum, over) = word.overflowing_add(1);
        *word |= sum;
        carry = over;
    }
}

fn found(row: &[u64]) -> usize {
    row.iter().map(|word| word.count_zeros() as usize).sum()
}
