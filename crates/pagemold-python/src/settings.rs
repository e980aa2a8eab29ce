//! What a caller may set: the limits of a page, the inputs, the filter.

use std::path::PathBuf;
use std::time::Duration;

use pagemold::pass;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Bounds on one page; a page that meets one keeps what was read, with a flag.
#[pyclass(frozen, module = "pagemold._native")]
pub struct Limits(pub pagemold::Limits);

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, page_bytes=10_000_000, depth=512, nodes=1_000_000, seconds=2.0, attributes=1_000, attribute_bytes=65_536))]
    fn new(
        page_bytes: usize,
        depth: usize,
        nodes: usize,
        seconds: f64,
        attributes: usize,
        attribute_bytes: usize,
    ) -> PyResult<Self> {
        let time = Duration::try_from_secs_f64(seconds).map_err(|error| PyValueError::new_err(error.to_string()))?;
        if depth < 8 || page_bytes == 0 || nodes == 0 {
            return Err(PyValueError::new_err("a page needs at least one byte, one node and a depth of eight"));
        }
        Ok(Limits(pagemold::Limits { page_bytes, depth, nodes, time, attributes, attribute_bytes }))
    }
}

/// The given limits, or the defaults.
pub fn limits_or_default(limits: Option<&Bound<'_, Limits>>) -> pagemold::Limits {
    limits.map_or_else(pagemold::Limits::default, |limits| limits.get().0)
}

/// One thing on disk that is read natively.
#[pyclass(frozen, from_py_object, module = "pagemold._native")]
#[derive(Clone)]
pub struct Input(pub pass::Input);

#[pymethods]
impl Input {
    #[staticmethod]
    #[pyo3(signature = (path, start=0, end=None))]
    fn archive(path: PathBuf, start: u64, end: Option<u64>) -> Self {
        Input(pass::Input::Archive { path, start, end })
    }

    #[staticmethod]
    fn document(path: PathBuf) -> Self {
        Input(pass::Input::Document { path })
    }
}

/// Which records of an archive become pages.
#[pyclass(frozen, module = "pagemold._native")]
pub struct Filter(pub pass::Filter);

#[pymethods]
impl Filter {
    #[new]
    #[pyo3(signature = (*, statuses=Some(vec![200]), html_only=true, min_bytes=0, whole=false))]
    fn new(statuses: Option<Vec<u16>>, html_only: bool, min_bytes: usize, whole: bool) -> Self {
        Filter(pass::Filter { statuses, html_only, min_bytes, whole })
    }
}
