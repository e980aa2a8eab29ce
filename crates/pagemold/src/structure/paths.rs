//! Where an element is, in words.

use super::tree::{NodeId, Tree};

/// The elements from the root to `node`, both included.
fn ancestry(tree: &Tree<'_>, node: NodeId) -> Vec<NodeId> {
    let mut chain: Vec<NodeId> =
        std::iter::successors(Some(node), |&at| tree.parent(at)).filter(|&at| tree.kind(at).is_element()).collect();
    chain.reverse();
    chain
}

/// The indexed XPath of an element, `/html/body/div[2]/ul/li[4]/a`: a position wherever the element has a sibling of
/// the same name.
pub fn xpath(tree: &Tree<'_>, node: NodeId) -> String {
    let mut path = String::new();
    for element in ancestry(tree, node) {
        path.push('/');
        path.push_str(tree.label(element));
        if let Some(position) = position(tree, element) {
            path.push_str(&format!("[{position}]"));
        }
    }
    path
}

/// Which of its equally named siblings an element is, counted from 1; `None` if it is the only one.
fn position(tree: &Tree<'_>, element: NodeId) -> Option<usize> {
    let same = |&sibling: &NodeId| tree.kind(sibling).is_element() && tree.name(sibling) == tree.name(element);
    let before = std::iter::successors(tree.previous_sibling(element), |&at| tree.previous_sibling(at));
    let mut after = std::iter::successors(tree.next_sibling(element), |&at| tree.next_sibling(at));
    let earlier = before.filter(same).count();
    (earlier > 0 || after.any(|sibling| same(&sibling))).then_some(earlier + 1)
}

/// The names from the root to an element, `html/body/div/ul/li/a`. For an element without element children this is
/// its leaf path.
pub fn leaf_path(tree: &Tree<'_>, node: NodeId) -> String {
    let labels: Vec<&str> = ancestry(tree, node).into_iter().map(|element| tree.label(element)).collect();
    labels.join("/")
}
