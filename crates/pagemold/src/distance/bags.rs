//! Bags of numbers with the two sums that every bound here needs.

/// Many bags, each as ascending keys with their counts.
#[derive(Debug, Default)]
pub struct Bags {
    offsets: Vec<usize>,
    keys: Vec<u32>,
    counts: Vec<u32>,
    totals: Vec<u32>,
}

impl Bags {
    /// No bags yet.
    pub fn new() -> Bags {
        Bags { offsets: vec![0], ..Bags::default() }
    }

    /// One more bag, given by its keys, each as often as it occurs. Sorts them.
    pub fn push(&mut self, keys: &mut [u32]) {
        keys.sort_unstable();
        for equal in keys.chunk_by(|one, other| one == other) {
            self.keys.push(equal[0]);
            self.counts.push(equal.len() as u32);
        }
        self.offsets.push(self.keys.len());
        self.totals.push(keys.len() as u32);
    }

    /// How many keys a bag has, repetitions counted.
    pub fn total(&self, bag: usize) -> u32 {
        self.totals[bag]
    }

    /// How much two bags have in common: the sum of the smaller counts.
    pub fn common(&self, one: usize, other: usize) -> u32 {
        self.smaller_counts(one, other, |common, smaller| common + smaller)
    }

    /// The key of which two bags have most in common: the largest of the smaller counts.
    pub fn most_common(&self, one: usize, other: usize) -> u32 {
        self.smaller_counts(one, other, u32::max)
    }

    #[inline]
    fn smaller_counts(&self, one: usize, other: usize, fold: impl Fn(u32, u32) -> u32) -> u32 {
        let (mut a, a_end) = (self.offsets[one], self.offsets[one + 1]);
        let (mut b, b_end) = (self.offsets[other], self.offsets[other + 1]);
        let mut common = 0;
        while a < a_end && b < b_end {
            let (left, right) = (self.keys[a], self.keys[b]);
            if left == right {
                common = fold(common, self.counts[a].min(self.counts[b]));
            }
            // Both sides move without a branch that the processor would have to guess.
            a += usize::from(left <= right);
            b += usize::from(right <= left);
        }
        common
    }
}
