//! Fingerprints that were met become an index that is asked for their near relatives.
//!
//! Takes fingerprints of any length. Gives the numbers of all stored ones within one edit of a query. Promises exactly
//! what comparing with every one of them would give. Never holds an equal fingerprint twice.

mod bands;
mod edit;
mod split;
mod summary;
mod table;

pub use bands::{Bands, LEVELS};
pub use edit::within_one_edit;
pub use split::{DEFAULT_SPLIT, SplitIndex};
