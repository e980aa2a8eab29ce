//! One page's element tree, for looking at it; bulk work goes through columns.

use pagemold::encoding::Choice;
use pagemold::features::class_trie::readable_segment;
use pagemold::structure::{self, NodeId};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::border::enter;
use crate::settings::{Limits, limits_or_default};

/// The element tree of one page; elements are numbered in document order.
#[pyclass(frozen, module = "pagemold._native")]
pub struct Tree {
    tree: structure::Tree<'static>,
    elements: Vec<NodeId>,
    /// The number of each node of the arena.
    numbers: Vec<Option<usize>>,
}

impl Tree {
    fn id(&self, node: usize) -> PyResult<NodeId> {
        self.elements.get(node).copied().ok_or_else(|| PyIndexError::new_err("no such element"))
    }
}

#[pymethods]
impl Tree {
    #[new]
    #[pyo3(signature = (html, limits=None))]
    fn new(py: Python<'_>, html: PyBackedBytes, limits: Option<&Bound<'_, Limits>>) -> PyResult<Self> {
        let limits = limits_or_default(limits);
        enter(py, || {
            let text = Choice::of(&html, None).decode(&html);
            let tree = structure::Tree::parse_with_text(&text, &limits).into_owned();
            let elements: Vec<NodeId> = tree.elements().collect();
            let mut numbers = vec![None; tree.len()];
            for (number, &id) in elements.iter().enumerate() {
                numbers[id as usize] = Some(number);
            }
            Tree { tree, elements, numbers }
        })
    }

    fn __len__(&self) -> usize {
        self.elements.len()
    }

    /// The element's name.
    fn tag(&self, node: usize) -> PyResult<&str> {
        Ok(self.tree.label(self.id(node)?))
    }

    /// The number of the parent; none for the root.
    fn parent(&self, node: usize) -> PyResult<Option<usize>> {
        Ok(self.tree.parent(self.id(node)?).and_then(|parent| self.numbers[parent as usize]))
    }

    /// Names and values, the first of equal names.
    fn attributes(&self, node: usize) -> PyResult<Vec<(String, String)>> {
        let attributes = self.tree.attributes(self.id(node)?);
        Ok(attributes.iter().map(|attribute| (attribute.name(), attribute.value().into_owned())).collect())
    }

    /// Of every element in document order: the number of its parent, its segment in class paths, and the text that
    /// stands in it directly, white space folded.
    fn outline(&self) -> Vec<(Option<usize>, String, String)> {
        let parent = |id: NodeId| self.tree.parent(id).and_then(|parent| self.numbers[parent as usize]);
        let element = |&id: &NodeId| (parent(id), readable_segment(&self.tree, id), self.tree.own_text(id));
        self.elements.iter().map(element).collect()
    }

    /// All text below the element.
    fn text(&self, node: usize) -> PyResult<String> {
        Ok(self.tree.text(self.id(node)?))
    }

    /// `/html/body/div[2]/a`
    fn xpath(&self, node: usize) -> PyResult<String> {
        Ok(structure::xpath(&self.tree, self.id(node)?))
    }

    /// `html/body/div/a`
    fn leaf_path(&self, node: usize) -> PyResult<String> {
        Ok(structure::leaf_path(&self.tree, self.id(node)?))
    }

    /// The limits that were met, as bits in the order of `FLAG_NAMES`.
    #[getter]
    fn flags(&self) -> u16 {
        self.tree.flags().bits()
    }
}
