//! How the segments of [`super::class_trie`] are spelled: `li`, `div.post`, and marks that are no elements:
//! `.home` and `#top` of `html` or `body`, `meta[og:type=article]` and `link[main.css]` of the head.

/// Whether a segment is a tag and nothing more.
pub fn is_bare(segment: &str) -> bool {
    !segment.contains(['.', '#', '['])
}

/// Whether it is a class or an id of `html` or `body`, which stand without a tag.
pub fn is_page_token(segment: &str) -> bool {
    segment.starts_with(['.', '#'])
}

/// Whether it is what a head says about the mold of its page.
pub fn is_head_mark(segment: &str) -> bool {
    segment.starts_with("link[") || segment.starts_with("meta[")
}
