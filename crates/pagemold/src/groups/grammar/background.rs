//! What any template may be expected to hold: the chance of each path given its parent, whatever the template.

use super::corpus::Corpus;
use super::counts::Counts;

/// The share of groups that have each path among those that have its parent, kept away from 0 and 1.
///
/// What every template of a site has is near 1: it costs nothing and is no evidence. What few have is dear to name, and
/// sharing it is evidence.
pub fn background(corpus: &Corpus, groups: &[Counts]) -> Vec<f64> {
    let mut having = vec![0u32; corpus.paths() + 1];
    having[corpus.paths()] = groups.len() as u32;
    for group in groups {
        for &path in &group.paths {
            having[path as usize] += 1;
        }
    }
    (0..corpus.paths() as u32).map(|path| share(having[path as usize], having[corpus.above(path)])).collect()
}

/// The chance of a path that so many groups have, of those that have its parent.
pub fn share(having: u32, of: u32) -> f64 {
    ((f64::from(having) + 0.5) / (f64::from(of) + 1.0)).clamp(0.001, 0.999)
}
