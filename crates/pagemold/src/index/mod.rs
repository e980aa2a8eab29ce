//! A page finds its candidates without being compared with every other.
//!
//! Takes features. Gives the places of earlier items that are alike. Promises exactly what brute force would find.

mod split;

pub use split::{SplitIndex, within_one_edit};
