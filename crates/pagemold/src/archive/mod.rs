//! An archive in any packing, damaged or not, becomes records; a record becomes an HTTP response; a response its body.
//!
//! Takes a byte range of a file that holds WARC records: plain, gzip or zstd, one record a member or all in one, mixed.
//! Gives [`Record`]s that borrow the walker's buffers, and a list of [`Damage`].
//! Promises that one bad record costs that record only, that memory does not depend on lengths found in the file, and
//! that a walk in pieces finds what one walk finds. A walk that skims leaves most of a member packed, and asks the
//! caller whether the top of a record was enough. Never writes, and never judges what a page is worth.

mod bits;
mod chunked;
mod coding;
mod fields;
mod file;
mod gzip;
mod http;
mod huffman;
mod inflate;
mod member;
mod packing;
mod record;
mod skim;
mod starts;
mod stream;
mod view;
mod walker;
mod window;
mod zst;

pub use coding::{Scratch, decode_body, uncoded_size};
pub use fields::Fields;
pub use file::Archive;
pub use http::{Response, charset};
pub use record::{Kind, Record};
pub use walker::{Damage, Walker};
