//! What every measure offers to the searches.

/// A whole-number distance between items that are known by their number.
pub trait Metric: Sync {
    /// What a thread keeps between two comparisons.
    type Scratch: Default;

    /// A bound that is cheap to compute: the distance is not smaller.
    fn at_least(&self, one: usize, other: usize) -> u32;

    /// A bound that is cheap to compute: the distance is not larger.
    fn at_most(&self, _one: usize, _other: usize) -> u32 {
        u32::MAX
    }

    /// The distance, if it is at most `most`; otherwise any number above `most`.
    ///
    /// Consecutive calls with the same `one` may be cheaper than others.
    fn distance(&self, one: usize, other: usize, most: u32, scratch: &mut Self::Scratch) -> u32;

    /// Whether the distance is at most `most`, where that may be easier to tell than the distance.
    fn is_within(&self, one: usize, other: usize, most: u32, scratch: &mut Self::Scratch) -> bool {
        self.distance(one, other, most, scratch) <= most
    }

    /// Whether `is_within` is so much easier that a search need not be clever.
    const TELLS_WITHIN: bool = false;

    /// The similarity of two items at this distance, 0 to 1; it does not grow with the distance.
    fn similarity(&self, one: usize, other: usize, distance: u32) -> f64;

    /// The largest distance at which two items are still as similar as `wanted`; none if not even equal ones are.
    fn reach(&self, one: usize, other: usize, wanted: f64) -> Option<u32> {
        let enough = |distance| self.similarity(one, other, distance) >= wanted;
        if !enough(0) {
            return None;
        }
        // A bisection on the similarity itself: the two can never disagree by a rounding.
        let (mut good, mut bad) = (0, u32::MAX);
        if enough(bad) {
            return Some(bad);
        }
        while bad - good > 1 {
            let middle = good + (bad - good) / 2;
            if enough(middle) { good = middle } else { bad = middle }
        }
        Some(good)
    }
}

/// The similarity `common / larger` where the distance counts what is not common on either side.
pub(super) fn shared_of_larger(one: usize, other: usize, distance: u32) -> f64 {
    let larger = one.max(other);
    if larger == 0 {
        return 1.0;
    }
    let common = (one + other).saturating_sub(distance as usize) / 2;
    common as f64 / larger as f64
}
