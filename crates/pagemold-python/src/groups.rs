//! Groups of features.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::border::enter;

/// The number of the group of each fingerprint, counted by first appearance.
#[pyfunction]
pub fn group_fingerprints(py: Python<'_>, fingerprints: Vec<PyBackedBytes>) -> PyResult<Vec<usize>> {
    enter(py, || pagemold::groups::fingerprint::group(&fingerprints))
}
