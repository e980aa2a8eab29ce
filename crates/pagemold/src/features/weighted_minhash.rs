//! Weighted MinHash signatures of bags (Moulton & Jiang 2018, after Broder 1997).
//!
//! Cosine looks at how often an item occurs, MinHash of the set does not: of two pages whose cosine is 0.8, the sets of
//! branches often share a tenth only. Here an item is drawn with a chance in proportion to its squared count. Scaled to
//! a sum of one, squared counts are distributions whose Bhattacharyya coefficient is the cosine c of the bags, so
//! signatures agree in at least (1 - d)/(1 + d) of their places, with d = sqrt(1 - c²), whatever the pages' sizes; for
//! real pages it is rather c²/(2 - c²) or more.

use super::minhash::MinHash;

const TABLE_BITS: u32 = 10;

/// A family of ways to draw an item, from a seed.
#[derive(Clone, Debug)]
pub struct WeightedMinHash {
    functions: MinHash,
    logarithms: Vec<f32>,
}

impl WeightedMinHash {
    /// `length` ways; the same seed gives the same ones everywhere.
    pub fn new(length: usize, seed: u64) -> Self {
        let size = 1_u32 << TABLE_BITS;
        // Rounded to a multiple that every machine's logarithm agrees on.
        let rounded = |mantissa: u32| {
            let value = (1.0 + (f64::from(mantissa) + 0.5) / f64::from(size)).log2();
            ((value * 65_536.0).round() / 65_536.0) as f32
        };
        WeightedMinHash { functions: MinHash::new(length, seed), logarithms: (0..size).map(rounded).collect() }
    }

    /// How many places a signature has.
    pub fn len(&self) -> usize {
        self.functions.len()
    }

    /// Whether signatures have no place at all.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// The signature of a bag of distinct items, ascending: in each place 32 bits of the item with the least -log(u)/w,
    /// u its hash there and w its squared count. Of the empty bag, the largest value everywhere.
    pub fn signature(&self, bag: &[(u64, u32)]) -> Vec<u32> {
        let mut least = vec![f32::INFINITY; self.len()];
        let mut signature = vec![u32::MAX; self.len()];
        for &(item, count) in bag {
            let item = (item ^ (item >> 32)) as u32;
            let weight = count.max(1) as f32;
            let scale = 1.0 / (weight * weight);
            for (place, (least, drawn)) in least.iter_mut().zip(&mut signature).enumerate() {
                let value = self.exponential(self.functions.value(place, item)) * scale;
                if value < *least {
                    (*least, *drawn) = (value, item);
                }
            }
        }
        signature
    }

    /// -log2 of a hash taken for a number between 0 and 1.
    #[inline(always)]
    fn exponential(&self, hash: u32) -> f32 {
        let zeros = (hash | 1).leading_zeros();
        let mantissa = ((hash | 1) << zeros << 1) >> (32 - TABLE_BITS);
        (zeros + 1) as f32 - self.logarithms[mantissa as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::WeightedMinHash;

    fn agreement(one: &[(u64, u32)], other: &[(u64, u32)]) -> f64 {
        let family = WeightedMinHash::new(4_096, 1);
        let (one, other) = (family.signature(one), family.signature(other));
        one.iter().zip(&other).filter(|(one, other)| one == other).count() as f64 / 4_096.0
    }

    fn hash(item: u64) -> u64 {
        crate::features::extend(0, item)
    }

    #[test]
    fn a_bag_and_its_double_have_one_signature() {
        let bag: Vec<(u64, u32)> = (1..60).map(|item| (hash(item), 1 + item as u32 % 7)).collect();
        let double: Vec<(u64, u32)> = bag.iter().map(|&(item, count)| (item, 2 * count)).collect();
        assert_eq!(agreement(&bag, &double), 1.0);
        assert!(WeightedMinHash::new(3, 1).signature(&[]).iter().all(|&place| place == u32::MAX));
    }

    #[test]
    fn items_are_drawn_by_their_squared_counts() {
        // The chance to agree on equal sets is their Jaccard coefficient: 20 of 60.
        let one: Vec<(u64, u32)> = (0..40).map(|item| (hash(item), 3)).collect();
        let other: Vec<(u64, u32)> = (20..60).map(|item| (hash(item), 3)).collect();
        assert!((agreement(&one, &other) - 1.0 / 3.0).abs() < 0.03);
        // One item that holds 100 of 101 parts of the weight decides alone, nearly always.
        let heavy = [(hash(1), 10), (hash(2), 1)];
        let light = [(hash(1), 10), (hash(3), 1)];
        assert!((agreement(&heavy, &light) - 100.0 / 102.0).abs() < 0.02);
    }

    #[test]
    fn the_bound_by_the_cosine_holds() {
        let one: Vec<(u64, u32)> = (0..30).map(|item| (hash(item), 1 + (item % 5) as u32)).collect();
        let other: Vec<(u64, u32)> = (5..40).map(|item| (hash(item), 1 + (item % 4) as u32)).collect();
        let norm = |bag: &[(u64, u32)]| bag.iter().map(|&(_, count)| f64::from(count).powi(2)).sum::<f64>().sqrt();
        let dot: f64 = one
            .iter()
            .filter_map(|&(item, count)| {
                let twin = other.iter().find(|&&(same, _)| same == item)?;
                Some(f64::from(count) * f64::from(twin.1))
            })
            .sum();
        let cosine = dot / norm(&one) / norm(&other);
        let apart = (1.0 - cosine * cosine).sqrt();
        assert!(agreement(&one, &other) > (1.0 - apart) / (1.0 + apart));
    }
}
