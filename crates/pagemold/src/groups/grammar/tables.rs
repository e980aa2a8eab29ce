//! Logarithms over quarter pages and steps of logit q: they depend on nothing but the constants, and are made once.

use std::sync::OnceLock;

use super::bits::STRENGTH;
use super::counts::{PAGES, STEPS};
use super::gamma::{digamma, ln_gamma};

/// What two groups gain by lacking the same paths counts this much: whole sites lack what other sites have.
const ABSENCE: f64 = 0.1;
/// Steps of the logit of a chance, up to which it goes.
pub const LEVELS: usize = 96;
const LOGIT: f64 = 6.91;

/// Logarithms that depend on nothing but the constants.
pub struct Tables {
    /// At each level, what so many presences gain, and so many absences.
    pub gains: Vec<[(f64, f64); WIDTH]>,
    /// What so many pages cost, whatever they have.
    pub total: [f64; WIDTH],
    /// For as many steps of one group as of the other, what they gain by lacking the same.
    pub shared_absence: Vec<f64>,
    /// For as many pages of one group as of the other, in whole numbers: only the one has the path, only the other, both.
    pub plain: Vec<OnceLock<Box<[Plain; 3]>>>,
}

/// What a path that all or none of the pages with its parent have says about two groups, at each level.
pub struct Plain {
    /// In nats.
    pub nats: [f64; LEVELS],
    /// How much a difference counts.
    pub contrast: f64,
}

/// Steps that two groups together can have, and 0.
pub const WIDTH: usize = (2.0 * PAGES * STEPS) as usize + 1;

/// Places of a table over the pages of two groups, in whole numbers.
pub const PLACES: usize = (PAGES as usize + 1).pow(2);

/// The place of two groups of so many pages, in steps.
pub fn place(m1: u16, m2: u16) -> usize {
    usize::from(m1) / STEPS as usize * (PAGES as usize + 1) + usize::from(m2) / STEPS as usize
}

impl Tables {
    /// Made once.
    pub fn get() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(|| {
            let of_step = |step: usize| step as f64 / STEPS;
            let gain = |level: usize| {
                let alpha = STRENGTH * chance(level);
                let before = ln_gamma(alpha);
                std::array::from_fn(|step| ln_gamma(alpha + of_step(step)) - before)
            };
            let gain: Vec<[f64; WIDTH]> = (0..LEVELS).map(gain).collect();
            let steps = |level: usize| std::array::from_fn(|step| (gain[level][step], gain[LEVELS - 1 - level][step]));
            let gains = (0..LEVELS).map(steps).collect();
            let total = std::array::from_fn(|step| ln_gamma(STRENGTH + of_step(step)) - ln_gamma(STRENGTH));
            let absent: Vec<f64> =
                (0..WIDTH).map(|step| STRENGTH * (digamma(STRENGTH + of_step(step)) - digamma(STRENGTH))).collect();
            let most = WIDTH / 2 + 1;
            let pairs = (0..most).flat_map(|m1| (0..most).map(move |m2| (m1, m2)));
            let shared_absence = pairs.map(|(m1, m2)| ABSENCE * (absent[m1] + absent[m2] - absent[m1 + m2])).collect();
            let plain = (0..PLACES).map(|_| OnceLock::new()).collect();
            Tables { gains, total, shared_absence, plain }
        })
    }
}

/// The step that is nearest to a chance.
pub fn level(q: f64) -> u8 {
    let logit = (q / (1.0 - q)).ln();
    ((logit + LOGIT) / (2.0 * LOGIT) * (LEVELS - 1) as f64).round().clamp(0.0, (LEVELS - 1) as f64) as u8
}

fn chance(level: usize) -> f64 {
    let logit = level as f64 / (LEVELS - 1) as f64 * 2.0 * LOGIT - LOGIT;
    1.0 / (1.0 + (-logit).exp())
}
