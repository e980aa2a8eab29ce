//! Features become groups.
//!
//! Takes features of many pages. Gives the number of each page's group. Promises that the order of the pages does not
//! change who is with whom.

mod components;
pub mod fingerprint;
mod fingerprint_stream;

pub use components::Components;
pub use fingerprint_stream::FingerprintGroups;
