//! The split index, shared between threads: many may ask while nobody inserts.

use std::sync::{PoisonError, RwLock};

use pagemold::columns::{Column, Lists};
use pagemold::index;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::border::{enter, to_python};
use crate::columns::{Buffers, buffers};

/// Distinct fingerprints, numbered as they come, that can be asked for all within one edit of a query.
#[pyclass(frozen, module = "pagemold._native")]
pub struct SplitIndex {
    index: RwLock<index::SplitIndex>,
}

#[pymethods]
impl SplitIndex {
    #[new]
    #[pyo3(signature = (split=17))]
    fn new(split: usize) -> Self {
        SplitIndex { index: RwLock::new(index::SplitIndex::new(split)) }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, index::SplitIndex::len)
    }

    /// Where fingerprints are split.
    #[getter]
    fn split(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, index::SplitIndex::split)
    }

    /// Bytes of fingerprints and tables.
    fn memory_bytes(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, index::SplitIndex::memory_bytes)
    }

    /// Stores fingerprints; the column of their numbers. Equal ones have one number.
    fn insert<'py>(&self, py: Python<'py>, fingerprints: Vec<PyBackedBytes>) -> PyResult<Buffers<'py>> {
        let ids = enter(py, || {
            let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
            fingerprints.iter().map(|fingerprint| index.insert(fingerprint)).collect::<pagemold::Result<Vec<u32>>>()
        })?;
        buffers(py, Column::U32(ids.map_err(|error| to_python(py, &error))?))
    }

    /// For each query the numbers of all stored fingerprints within one edit, ascending: a column of lists.
    fn within_one<'py>(&self, py: Python<'py>, queries: Vec<PyBackedBytes>) -> PyResult<Buffers<'py>> {
        let found = self.read(py, |index| {
            let mut found = Lists::<Vec<u32>>::default();
            for query in &queries {
                index.within_one(query, &mut found.items);
                found.offsets.push(found.items.len() as i64);
            }
            found
        })?;
        buffers(py, Column::ListU32(found))
    }
}

impl SplitIndex {
    fn read<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&index::SplitIndex) -> T + Send) -> PyResult<T> {
        enter(py, || work(&self.index.read().unwrap_or_else(PoisonError::into_inner)))
    }
}
