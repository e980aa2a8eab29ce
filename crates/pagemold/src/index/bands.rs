//! Bands of MinHash signatures (Wijn 2017; Leskovec, Rajaraman & Ullman, Mining of Massive Datasets, chapter 3).
//!
//! A signature is cut into b bands of r rows. Two pages whose signatures agree in a share s of their places have a band
//! in common with chance 1 - (1 - s^r)^b. The band's key goes on with the rows behind it, as in an LSH forest (Bawa,
//! Condie & Ganesan 2005): where thousands have a band in common, those that also share the next rows are the nearer.

use xxhash_rust::xxh3::xxh3_64;

use crate::{Error, Result};

/// How many bands' worth of rows a key goes through.
pub const LEVELS: usize = 3;

/// b bands of r rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bands {
    /// b.
    pub bands: usize,
    /// r.
    pub rows: usize,
}

impl Bands {
    /// Refuses numbers that no signature has.
    pub fn new(bands: usize, rows: usize) -> Result<Bands> {
        if bands == 0 || rows == 0 || bands > 256 || rows > 64 {
            return Err(Error::Argument(format!("{bands} bands of {rows} rows: not between 1 of 1 and 256 of 64")));
        }
        Ok(Bands { bands, rows })
    }

    /// The most selective bands of a signature of so many places that still find pages of this cosine as often as asked.
    pub fn for_cosine(cosine: f64, recall: f64, places: usize) -> Result<Bands> {
        if !(cosine > 0.0 && cosine <= 1.0 && recall > 0.0 && recall < 1.0) {
            return Err(Error::Argument(format!("cosine {cosine}, recall {recall}: not between 0 and 1")));
        }
        let agreement = Bands::agreement(cosine);
        let fits = |&rows: &usize| (Bands { bands: places / rows, rows }).probability(agreement) >= recall;
        let rows = (1..=places.min(64)).rev().find(fits).unwrap_or(1);
        Bands::new((places / rows).min(256), rows)
    }

    /// In what share of places the signatures of pages of this cosine agree at least, all but one in a hundred.
    ///
    /// Measured on real pages; what holds for all is given in [`crate::features::weighted_minhash`].
    pub fn agreement(cosine: f64) -> f64 {
        cosine * cosine / (2.0 - cosine * cosine)
    }

    /// The chance that signatures which agree in a share `s` of places have a band in common.
    pub fn probability(&self, s: f64) -> f64 {
        1.0 - (1.0 - s.powi(self.rows as i32)).powi(self.bands as i32)
    }

    /// The share at which this chance climbs most steeply, (1/b)^(1/r).
    pub fn threshold(&self) -> f64 {
        (1.0 / self.bands as f64).powf(1.0 / self.rows as f64)
    }

    /// How many places the bands need.
    pub fn places(&self) -> usize {
        self.bands * self.rows
    }

    /// For each band the hashes of its rows, of the rows behind them, and of those behind these, around the end.
    pub fn keys<'s>(&'s self, signature: &'s [u32]) -> impl Iterator<Item = [u64; LEVELS]> + 's {
        let band = |number: usize| {
            let first = number % self.bands * self.rows;
            let bytes: Vec<u8> = signature[first..first + self.rows].iter().flat_map(|row| row.to_le_bytes()).collect();
            xxh3_64(&bytes)
        };
        (0..self.bands).map(move |number| [band(number), band(number + 1), band(number + 2)])
    }
}

#[cfg(test)]
mod tests {
    use super::Bands;

    #[test]
    fn the_default_finds_nearly_all_at_four_fifths() {
        let bands = Bands::for_cosine(0.8, 0.98, 128).unwrap();
        assert_eq!(bands, Bands { bands: 42, rows: 3 });
        assert!(bands.probability(Bands::agreement(0.8)) > 0.98);
        assert!((bands.threshold() - 0.2877).abs() < 1e-3);
    }

    #[test]
    fn a_higher_cosine_allows_longer_bands() {
        let rows = [0.5, 0.7, 0.9, 0.95, 1.0].map(|cosine| Bands::for_cosine(cosine, 0.98, 128).unwrap().rows);
        assert!(rows.is_sorted() && rows[0] < rows[4], "{rows:?}");
        assert!(Bands::for_cosine(0.0, 0.98, 128).is_err() && Bands::for_cosine(0.8, 1.0, 128).is_err());
        assert!(Bands::new(0, 3).is_err() && Bands::new(3, 65).is_err());
    }

    #[test]
    fn equal_rows_have_equal_keys() {
        let bands = Bands { bands: 4, rows: 2 };
        let keys: Vec<_> = bands.keys(&[1, 2, 3, 4, 5, 6, 1, 2]).collect();
        assert_eq!((keys.len(), keys[0][0]), (4, keys[3][0]));
        assert_eq!((keys[0][1], keys[3][1], keys[3][2]), (keys[1][0], keys[0][0], keys[1][0]));
    }
}
