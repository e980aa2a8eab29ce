//! MinHash signatures (Broder 1997): two signatures agree in about the share of places that their sets agree in.

/// A family of hash functions, drawn from a seed.
#[derive(Clone, Debug)]
pub struct MinHash {
    multipliers: Vec<u64>,
    offsets: Vec<u64>,
}

impl MinHash {
    /// `length` functions; the same seed gives the same ones everywhere.
    pub fn new(length: usize, seed: u64) -> Self {
        let mut state = seed;
        let mut multipliers = Vec::with_capacity(length);
        let mut offsets = Vec::with_capacity(length);
        for _ in 0..length {
            multipliers.push(split_mix(&mut state) | 1);
            offsets.push(split_mix(&mut state));
        }
        MinHash { multipliers, offsets }
    }

    /// How many places a signature has.
    pub fn len(&self) -> usize {
        self.multipliers.len()
    }

    /// Whether signatures have no place at all.
    pub fn is_empty(&self) -> bool {
        self.multipliers.is_empty()
    }

    /// What the function of a place makes of 32 bits.
    #[inline(always)]
    pub(super) fn value(&self, place: usize, item: u32) -> u32 {
        let product = self.multipliers[place].wrapping_mul(u64::from(item));
        (product.wrapping_add(self.offsets[place]) >> 32) as u32
    }

    /// The signature of a set; of the empty set, the largest value everywhere.
    ///
    /// Strongly universal multiply-shift on 32 bits of each item: pairwise independent, and four at a time in the
    /// registers that every 64-bit machine has.
    pub fn signature(&self, items: impl IntoIterator<Item = u64>) -> Vec<u32> {
        let mut signature = vec![u32::MAX; self.len()];
        for item in items {
            let item = u64::from((item ^ (item >> 32)) as u32);
            for ((least, &multiplier), &offset) in signature.iter_mut().zip(&self.multipliers).zip(&self.offsets) {
                let value = (multiplier.wrapping_mul(item).wrapping_add(offset) >> 32) as u32;
                *least = (*least).min(value);
            }
        }
        signature
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
