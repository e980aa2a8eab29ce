//! Where an element is, in words.

use std::collections::HashMap;

use super::names::Name;
use super::tree::{NodeId, Tree};

/// The elements from the root to `node`, both included.
fn ancestry(tree: &Tree<'_>, node: NodeId) -> Vec<NodeId> {
    let mut chain: Vec<NodeId> =
        std::iter::successors(Some(node), |&at| tree.parent(at)).filter(|&at| tree.kind(at).is_element()).collect();
    chain.reverse();
    chain
}

/// The indexed XPaths of a page's elements, `/html/body/div[2]/ul/li[4]/a`: a position wherever the element has a
/// sibling of the same name. Siblings are counted once a parent, so that a page of a million links stays linear.
#[derive(Debug)]
pub struct XPaths<'t, 'a> {
    tree: &'t Tree<'a>,
    /// The position of each node among its namesakes: 0 where it is the only one.
    positions: Vec<Option<u32>>,
}

impl<'t, 'a> XPaths<'t, 'a> {
    /// Nothing is counted before somebody asks for a path.
    pub fn new(tree: &'t Tree<'a>) -> Self {
        XPaths { tree, positions: vec![None; tree.len()] }
    }

    /// The indexed XPath of an element.
    pub fn of(&mut self, node: NodeId) -> String {
        let mut path = String::new();
        for element in ancestry(self.tree, node) {
            path.push('/');
            path.push_str(self.tree.label(element));
            match self.position(element) {
                0 => {}
                position => path.push_str(&format!("[{position}]")),
            }
        }
        path
    }

    fn position(&mut self, element: NodeId) -> u32 {
        if self.positions[element as usize].is_none() {
            self.count_siblings(self.tree.parent(element).unwrap_or(element));
        }
        self.positions[element as usize].unwrap_or(0)
    }

    fn count_siblings(&mut self, parent: NodeId) {
        // For each name: how many there were, and the first of them, whose position depends on whether more come.
        let mut seen: HashMap<Name, (u32, NodeId)> = HashMap::new();
        for child in self.tree.child_elements(parent) {
            let (count, first) = seen.entry(self.tree.name(child)).or_insert((0, child));
            *count += 1;
            self.positions[child as usize] = Some(if *count == 1 { 0 } else { *count });
            if *count == 2 {
                self.positions[*first as usize] = Some(1);
            }
        }
    }
}

/// The indexed XPath of one element; for many of a page, [`XPaths`] counts only once.
pub fn xpath(tree: &Tree<'_>, node: NodeId) -> String {
    XPaths::new(tree).of(node)
}

/// The names from the root to an element, `html/body/div/ul/li/a`. For an element without element children this is
/// its leaf path.
pub fn leaf_path(tree: &Tree<'_>, node: NodeId) -> String {
    let labels: Vec<&str> = ancestry(tree, node).into_iter().map(|element| tree.label(element)).collect();
    labels.join("/")
}
