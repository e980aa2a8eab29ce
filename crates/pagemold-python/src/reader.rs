//! Batches of pages: from disk, in the background, or from memory.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pagemold::features::minhash::MinHash;
use pagemold::pass::{self, Next, Pass};
use pagemold::wanted::Wanted;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyDict;

use crate::border::{enter, to_python};
use crate::columns;
use crate::settings::{Filter, Input, Limits, limits_or_default};

/// How long we wait before we look whether somebody pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(100);

/// Input, offset, skipped bytes, code, message.
type Problem = (usize, u64, u64, &'static str, String);

/// Batches of pages in the order of the inputs, read and measured in the background.
#[pyclass(frozen, module = "pagemold._native")]
pub struct Reader {
    pass: Mutex<Pass>,
}

impl Reader {
    fn with<T>(&self, work: impl FnOnce(&mut Pass) -> T) -> T {
        work(&mut self.pass.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Reader {
    #[new]
    #[pyo3(signature = (inputs, *, features=vec![], html=false, jobs=0, limits=None, filter=None, minhash=128, seed=1))]
    #[allow(clippy::too_many_arguments)] // they are keywords in Python
    fn new(
        py: Python<'_>,
        inputs: Vec<Input>,
        features: Vec<String>,
        html: bool,
        jobs: usize,
        limits: Option<&Bound<'_, Limits>>,
        filter: Option<&Bound<'_, Filter>>,
        minhash: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let wanted =
            Wanted::new(&features, html, MinHash::new(minhash, seed)).map_err(|error| to_python(py, &error))?;
        let inputs = inputs.into_iter().map(|input| input.0).collect();
        let filter = filter.map_or_else(pass::Filter::default, |filter| filter.get().0.clone());
        let pass = Pass::new(inputs, wanted, filter, limits_or_default(limits), jobs);
        Ok(Reader { pass: Mutex::new(pass) })
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        loop {
            match enter(py, || self.with(|pass| pass.next(PATIENCE)))? {
                Next::Batch(batch) => return columns::to_python(py, batch).map(Some),
                Next::End => return Ok(None),
                Next::Pending => py.check_signals()?,
            }
        }
    }

    /// Compressed bytes that are done with.
    fn bytes_done(&self, py: Python<'_>) -> PyResult<u64> {
        enter(py, || self.with(|pass| pass.bytes_done()))
    }

    /// What went wrong since the last call.
    fn problems(&self, py: Python<'_>) -> PyResult<Vec<Problem>> {
        let new = enter(py, || self.with(Pass::take_problems))?;
        Ok(new.into_iter().map(|it| (it.input, it.offset, it.skipped, it.code, it.message)).collect())
    }

    /// Records that the filter passed over so far, by reason.
    fn skipped(&self, py: Python<'_>) -> PyResult<HashMap<&'static str, u64>> {
        let skipped = enter(py, || self.with(|pass| pass.skipped()))?;
        Ok(HashMap::from([
            ("not_a_response", skipped.not_a_response),
            ("status", skipped.status),
            ("content_type", skipped.content_type),
            ("too_small", skipped.too_small),
        ]))
    }

    /// Stops reading.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        enter(py, || self.with(Pass::close))
    }
}

/// The features of pages that are in memory.
#[pyfunction]
#[pyo3(signature = (pages, *, content_types=None, features=vec![], html=false, jobs=0, limits=None, minhash=128, seed=1))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub fn extract<'py>(
    py: Python<'py>,
    pages: Vec<PyBackedBytes>,
    content_types: Option<Vec<Option<PyBackedStr>>>,
    features: Vec<String>,
    html: bool,
    jobs: usize,
    limits: Option<&Bound<'_, Limits>>,
    minhash: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let wanted = Wanted::new(&features, html, MinHash::new(minhash, seed)).map_err(|error| to_python(py, &error))?;
    let limits = limits_or_default(limits);
    let found = enter(py, || {
        let content_type = |at: usize| content_types.as_ref().and_then(|all| all.get(at)?.as_deref());
        let pages: Vec<pass::Memory<'_>> =
            pages.iter().enumerate().map(|(at, body)| pass::Memory { body, content_type: content_type(at) }).collect();
        pass::extract(&pages, &wanted, &limits, jobs)
    })?;
    columns::to_python(py, found)
}
