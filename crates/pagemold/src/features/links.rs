//! Where a page leads, and from which place in it: targets with the indexed XPath of the element that names them.
//!
//! Grigalis & Čenys (2013) group pages by the place of the link that led to them. Targets are given as they are
//! written; to resolve them is for somebody who knows the address of the page.

use std::collections::HashSet;

use crate::structure::{Kind, NodeId, Tree, XPaths, known};

/// A longer target is no address that anybody serves.
const TARGET_BYTES: usize = 8 * 1024;

/// The links of a page in document order; of equal targets only the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// What `<base href>` says all targets are relative to.
    pub base: Option<String>,
    /// The targets as written, without white space around them.
    pub targets: Vec<String>,
    /// The indexed XPath of each.
    pub xpaths: Vec<String>,
    /// Whether links were left out because their texts got too long.
    pub is_cut: bool,
}

/// All links of a page whose texts take at most about `bytes` together.
pub fn links(tree: &Tree<'_>, mut bytes: usize) -> Links {
    let mut links = Links::default();
    let mut xpaths = XPaths::new(tree);
    let mut seen = HashSet::new();
    for element in tree.elements().filter(|&element| tree.kind(element) == Kind::Html) {
        if tree.name(element) == known::BASE {
            links.base = links.base.or_else(|| value(tree, element, "href"));
            continue;
        }
        let Some(target) = target(tree, element).filter(|target| !seen.contains(target)) else { continue };
        let xpath = xpaths.of(element);
        let taken = target.len() + xpath.len();
        if taken > bytes {
            links.is_cut = true;
            break;
        }
        bytes -= taken;
        seen.insert(target.clone());
        links.targets.push(target);
        links.xpaths.push(xpath);
    }
    links
}

/// What an element leads to: other places of the same page are no target.
fn target(tree: &Tree<'_>, element: NodeId) -> Option<String> {
    let attribute = match tree.name(element) {
        known::A | known::AREA => "href",
        known::FRAME | known::IFRAME => "src",
        _ => return None,
    };
    value(tree, element, attribute).filter(|target| !target.is_empty() && !target.starts_with('#'))
}

fn value(tree: &Tree<'_>, element: NodeId, attribute: &str) -> Option<String> {
    let value = tree.attribute(element, attribute)?.value();
    let value = value.trim_matches(|character: char| character.is_ascii_whitespace());
    (value.len() <= TARGET_BYTES).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::links;
    use crate::Limits;
    use crate::structure::Tree;

    #[test]
    fn a_budget_cuts_the_rest() {
        let tree = Tree::parse(b"<a href=x>x</a><a href=y>y</a>", &Limits::default());
        let found = links(&tree, 20);
        assert_eq!((found.targets, found.is_cut), (vec!["x".to_owned()], true));
    }

    #[test]
    fn a_million_siblings_are_counted_once() {
        let html: String = (0..200_000).map(|number| format!("<a href={number}>")).collect();
        let tree =
            Tree::parse(html.as_bytes(), &Limits { time: std::time::Duration::from_secs(60), ..Limits::default() });
        let found = links(&tree, usize::MAX);
        assert_eq!(found.xpaths.last().map(String::as_str), Some("/html/body/a[200000]"));
    }
}
