//! What a head says about the mold of its page: what generated it, which kind of thing it shows, which style sheets it
//! wears. Written like selectors: `meta[generator=hugo #.#]`, `meta[og:type=article]`, `link[main.#.css]`.

use super::class_paths::push_escaped;
use super::volatile::{fold, is_made_up};
use crate::structure::{Name, NodeId, Tree, known};

/// A mark is no longer than this many characters.
const LONGEST: usize = 64;

/// The kinds of marks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    StyleSheet,
    Generator,
    Type,
}

/// Whether an element of this name may be a mark: most may not.
#[inline(always)]
pub(super) fn may_be(name: Name) -> bool {
    name == known::LINK || name == known::META
}

/// The kind of mark that an element of the head is, and its value as it is written.
#[inline(never)]
pub(super) fn find<'t>(tree: &'t Tree<'_>, element: NodeId) -> Option<(Kind, &'t [u8])> {
    let name = tree.name(element);
    if !may_be(name) {
        return None;
    }
    if !is_of_head(tree, element) {
        return None;
    }
    if name == known::LINK { style_sheet(tree, element) } else { about_page(tree, element) }
}

/// Whether an element stands in the head, and in nothing there, such as a `noscript`.
pub(super) fn is_of_head(tree: &Tree<'_>, element: NodeId) -> bool {
    tree.parent(element).is_some_and(|parent| tree.name(parent) == known::HEAD)
}

fn style_sheet<'t>(tree: &'t Tree<'_>, link: NodeId) -> Option<(Kind, &'t [u8])> {
    let rel = tree.attribute(link, "rel")?;
    let mut words = rel.raw_value().split(u8::is_ascii_whitespace);
    let is_one = words.any(|word| word.eq_ignore_ascii_case(b"stylesheet"));
    is_one.then(|| Some((Kind::StyleSheet, tree.attribute(link, "href")?.raw_value())))?
}

fn about_page<'t>(tree: &'t Tree<'_>, meta: NodeId) -> Option<(Kind, &'t [u8])> {
    let names = [tree.attribute(meta, "name"), tree.attribute(meta, "property")];
    let is_called = |name: &[u8]| names.iter().flatten().any(|given| given.raw_value().eq_ignore_ascii_case(name));
    let kind = match () {
        () if is_called(b"generator") => Kind::Generator,
        () if is_called(b"og:type") => Kind::Type,
        () => return None,
    };
    Some((kind, tree.attribute(meta, "content")?.raw_value()))
}

/// The mark as a segment; none where nobody chose its name.
pub(super) fn spell(kind: Kind, value: &str) -> Option<String> {
    let said = if kind == Kind::StyleSheet { file_name(value.trim()) } else { value };
    // One space between words, and never a line feed: that parts segments where they cross to Python.
    let said = said.split_ascii_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    if said.is_empty() || is_made_up(&said) {
        return None;
    }
    let mut segment = String::from(match kind {
        Kind::StyleSheet => "link[",
        Kind::Generator => "meta[generator=",
        Kind::Type => "meta[og:type=",
    });
    push_escaped(&mut segment, &fold(&said).chars().take(LONGEST).collect::<String>());
    segment.push(']');
    Some(segment)
}

/// The last step of an address, without its question; nothing where the sheet is in the address itself.
fn file_name(address: &str) -> &str {
    let address = address.split(['?', '#']).next().unwrap_or_default();
    if address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
        return "";
    }
    address.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn marks(html: &str) -> Vec<String> {
        let tree = Tree::parse(html.as_bytes(), &Limits::default());
        let found: Vec<_> = tree.elements().filter_map(|element| find(&tree, element)).collect();
        found.iter().filter_map(|&(kind, value)| spell(kind, &crate::structure::attributes::value(value))).collect()
    }

    #[test]
    fn generators_types_and_style_sheets() {
        let html = "<meta name=Generator content='Hugo 0.92'><meta property=og:type content=article>\
                    <link rel='preload stylesheet' href='/static/Main.3f2a1bc9.css?v=7'><link rel=icon href=i.ico>\
                    <meta name=description content=x>";
        assert_eq!(marks(html), ["meta[generator=hugo #\\.#]", "meta[og:type=article]", "link[main\\.#\\.css]"]);
    }

    #[test]
    fn what_nobody_chose_and_what_is_elsewhere_is_no_mark() {
        assert!(
            marks("<link rel=stylesheet href=/a/3f2a1bc98d.css><link rel=stylesheet href=data:text/css,p>").is_empty()
        );
        assert!(marks("<body><link rel=stylesheet href=a.css><meta name=generator>").is_empty());
    }
}
