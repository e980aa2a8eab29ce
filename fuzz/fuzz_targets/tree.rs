//! Any bytes are a page: the tree builder ends within its limits, and every node hangs where its parent says.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pagemold::Limits;
use pagemold::structure::{Tree, xpath};

fuzz_target!(|page: &[u8]| {
    let limits = Limits { nodes: 10_000, ..Limits::default() };
    let tree = Tree::parse_with_text(page, &limits);
    for node in tree.subtree(0) {
        let mut children = std::iter::successors(tree.first_child(node), |&child| tree.next_sibling(child));
        assert!(children.all(|child| tree.parent(child) == Some(node)));
    }
    if let Some(last) = tree.elements().last() {
        assert!(xpath(&tree, last).starts_with("/html"));
    }
});
