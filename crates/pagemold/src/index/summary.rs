//! What a part of a fingerprint is like, in eight bytes: four bits of each of its first sixteen entries.
//!
//! Enough to see, nearly always, that two parts are more than one edit apart, without a look at the parts themselves.
//! What a summary lets pass may still be further apart; what it stops never is within one edit.

/// Sixteen cells of four bits; the first entry in the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary(u64);

const ENTRIES: usize = 16;
const LOWEST_BITS: u64 = 0x1111_1111_1111_1111;

impl Summary {
    /// The summary of a part.
    #[inline]
    pub fn of(part: &[u8]) -> Self {
        let cells = part.iter().take(ENTRIES).enumerate();
        Summary(cells.fold(0, |cells, (place, &entry)| cells | cell(entry) << (4 * place)))
    }

    /// Whether at most one substitution may lie between parts of one length: it changes one cell or none.
    #[inline]
    pub fn may_be_substituted(self, other: Summary) -> bool {
        let mut different = self.0 ^ other.0;
        different |= different >> 1;
        different |= different >> 2;
        different &= LOWEST_BITS;
        different & different.wrapping_sub(1) == 0
    }

    /// Whether the longer part may be this one with an entry put in: alike up to it, and moved by a cell from there on.
    #[inline]
    pub fn may_be_lengthened(self, longer: Summary) -> bool {
        let alike = (self.0 ^ longer.0).trailing_zeros() & !3;
        // What this part has in its last cell was moved out of the longer one's summary.
        let moved = ((longer.0 >> 4) ^ self.0) << 4 >> 4;
        moved.checked_shr(alike).unwrap_or(0) == 0
    }
}

/// Four bits of an entry. Entries of fingerprints are small numbers, so that the lowest bits tell most.
fn cell(entry: u8) -> u64 {
    u64::from((entry ^ entry >> 4) & 15)
}

#[cfg(test)]
mod tests {
    use super::Summary;

    fn part(length: usize) -> Vec<u8> {
        (0..length).map(|place| (place * 11 % 25) as u8).collect()
    }

    #[test]
    fn what_is_within_one_edit_passes() {
        for length in 0..40 {
            let part = part(length);
            let summary = Summary::of(&part);
            assert!(summary.may_be_substituted(summary));
            for place in 0..=length {
                for entry in 0..=255 {
                    let (mut other, mut longer) = (part.clone(), part.clone());
                    other.iter_mut().skip(place).take(1).for_each(|here| *here = entry);
                    longer.insert(place, entry);
                    assert!(summary.may_be_substituted(Summary::of(&other)), "{part:?} {other:?}");
                    assert!(summary.may_be_lengthened(Summary::of(&longer)), "{part:?} {longer:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_further_apart_is_mostly_stopped() {
        let (one, mut two) = (part(16), part(16));
        (two[3], two[12]) = (0, 1);
        assert!(!Summary::of(&one).may_be_substituted(Summary::of(&two)));
        assert!(!Summary::of(&one[1..]).may_be_lengthened(Summary::of(&two)));
        assert!(Summary::of(&one[1..]).may_be_lengthened(Summary::of(&one)));
    }
}
