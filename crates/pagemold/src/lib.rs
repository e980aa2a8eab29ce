//! Pagemold tells which web pages came out of the same mold.
//!
//! The rooms, in the order a page walks through them:
//!
//! 1. [`archive`]: a WARC file, in any packing, damaged or not, becomes records, and a record an HTTP response.
//! 2. [`encoding`]: the body's bytes become UTF-8, by the HTML Standard's order of evidence.
//! 3. [`structure`]: the text becomes tag tokens, or an element tree.
//! 4. [`features`]: tokens and tree become a fingerprint, sets and bags of hashes, MinHash signatures.
//! 5. [`wanted`], [`pass`] and [`columns`]: all of the above for many pages, on all cores, in the order of the input.
//! 6. [`groups`]: features become groups. [`templates`]: what is known of groups tells the template of new pages.
//!    [`index`]: stored fingerprints within one edit of another. [`distance`]: how alike two pages are.
//!
//! The crate knows nothing of Python, holds no unsafe code of its own, never recurses on the depth of a page,
//! and gives the same output for the same input on any machine and any number of threads.
#![forbid(unsafe_code)]

pub mod archive;
pub mod columns;
pub mod distance;
pub mod encoding;
mod error;
pub mod features;
mod flags;
pub mod groups;
pub mod index;
mod limits;
mod page;
pub mod parallel;
pub mod pass;
pub mod segment;
pub mod structure;
pub mod templates;
pub mod wanted;

pub use error::{Error, Result};
pub use flags::Flags;
pub use limits::Limits;
