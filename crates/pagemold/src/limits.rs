//! How much of a hostile page we are willing to look at.

use std::time::Duration;

/// Bounds on one page. A page that meets one keeps what was read until then, carries a [`Flag`](crate::Flags), and
/// the run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a page after its transfer and content codings are undone.
    pub page_bytes: usize,
    /// Elements on the way from the root to an element. Deeper ones attach flat; none is dropped.
    pub depth: usize,
    /// Nodes of one tree.
    pub nodes: usize,
    /// Time spent on the structure of one page.
    pub time: Duration,
    /// Attributes of one tag; the tag keeps the first ones.
    pub attributes: usize,
    /// Bytes of one attribute value or tag name.
    pub attribute_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            page_bytes: 10_000_000,
            depth: 512,
            nodes: 1_000_000,
            time: Duration::from_secs(2),
            attributes: 1_000,
            attribute_bytes: 64 * 1024,
        }
    }
}
