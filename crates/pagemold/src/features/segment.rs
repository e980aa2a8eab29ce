//! How the segments of [`super::class_trie`] are spelled: `li`, `div.post`, and marks that are no elements:
//! `.home` and `#top` of `html` or `body`, `meta[og:type=article]` and `link[main.css]` of the head. Grouping writes some
//! elements otherwise: `div|`, `div.section|#` and below it the mark `[div.chapter]`.

/// Whether a segment is a tag and nothing more.
pub fn is_bare(segment: &str) -> bool {
    !segment.contains(['.', '#', '['])
}

/// Whether it is a class or an id of `html` or `body`, which stand without a tag.
pub fn is_page_token(segment: &str) -> bool {
    segment.starts_with(['.', '#'])
}

/// Whether it is an id of `html` or `body`.
pub fn is_page_id(segment: &str) -> bool {
    segment.starts_with('#')
}

/// Whether it is what a head says about the mold of its page.
pub fn is_head_mark(segment: &str) -> bool {
    segment.starts_with("link[") || segment.starts_with("meta[")
}

/// Whether it says how an exchanged wrapper is really called ([`called`]).
pub fn is_called(segment: &str) -> bool {
    segment.starts_with('[')
}

/// The tag of an element's segment.
pub fn tag(segment: &str) -> &str {
    segment.find(['.', '#', '[', '|']).map_or(segment, |end| &segment[..end])
}

/// What a wrapper is written as for what is below it, where its name must not count
/// ([`crate::groups::grammar::wrappers`]): `div|`.
pub fn nameless(segment: &str) -> String {
    format!("{}|", tag(segment))
}

/// What stands behind the name of a wrapper that others may take the place of.
pub const EXCHANGED: &str = "|#";

/// What wrappers that take each other's place are written as ([`crate::groups::grammar::exchange`]): `div.section|#`.
pub fn exchangeable(segment: &str) -> String {
    format!("{segment}{EXCHANGED}")
}

/// The leaf that says how such a wrapper is really called: `[div.chapter]`.
pub fn called(segment: &str) -> String {
    format!("[{segment}]")
}
