//! The tag tokens of a page's head: the part of a template that changes least (the papers' MDH5 is a hash of them).
//!
//! Nothing below the head is read, so this is the cheapest feature next to the fingerprint.

use crate::structure::{Name, known as names};

/// Whether a tag ends the head: its end tag, or the first start tag that the HTML Standard does not let stand in a head.
pub fn ends_head(tag: Name, is_start: bool) -> bool {
    if !is_start {
        return tag == names::HEAD;
    }
    !matches!(
        tag,
        names::HTML
            | names::HEAD
            | names::BASE
            | names::BASEFONT
            | names::BGSOUND
            | names::LINK
            | names::META
            | names::NOFRAMES
            | names::NOSCRIPT
            | names::SCRIPT
            | names::STYLE
            | names::TEMPLATE
            | names::TITLE
    )
}
