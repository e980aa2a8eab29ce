//! Features become groups.
//!
//! Takes features of many pages. Gives the number of each page's group. Promises that the order of the pages does not
//! change who is with whom.

mod components;
pub mod fingerprint;
pub mod grammar;

pub use components::Components;
