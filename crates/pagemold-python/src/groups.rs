//! Groups of features.

use std::sync::{Mutex, PoisonError};

use pagemold::columns::Column;
use pagemold::groups;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::border::{enter, to_python};
use crate::columns::{Buffers, buffers};

/// The number of the group of each fingerprint, counted by first appearance.
#[pyfunction]
pub fn group_fingerprints(py: Python<'_>, fingerprints: Vec<PyBackedBytes>) -> PyResult<Vec<usize>> {
    enter(py, || pagemold::groups::fingerprint::group(&fingerprints))
}

/// Groups of fingerprints that come in batches.
#[pyclass(frozen, module = "pagemold._native")]
#[derive(Default)]
pub struct FingerprintGroups {
    groups: Mutex<groups::FingerprintGroups>,
}

#[pymethods]
impl FingerprintGroups {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Takes fingerprints; the column of their numbers, which equal ones share.
    fn add<'py>(&self, py: Python<'py>, fingerprints: Vec<PyBackedBytes>) -> PyResult<Buffers<'py>> {
        let add = |groups: &mut groups::FingerprintGroups| {
            fingerprints.iter().map(|entries| groups.add(entries)).collect::<pagemold::Result<Vec<u32>>>()
        };
        let ids = self.with(py, add)?.map_err(|error| to_python(py, &error))?;
        buffers(py, Column::U32(ids))
    }

    /// The number of the group of each distinct fingerprint, counted by first appearance.
    fn groups(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.with(py, groups::FingerprintGroups::groups)
    }

    /// The distinct fingerprints in the order of their numbers, as a column.
    fn fingerprints<'py>(&self, py: Python<'py>) -> PyResult<Buffers<'py>> {
        let rows = self.with(py, |groups| {
            let mut rows = pagemold::columns::Bytes::default();
            groups.fingerprints().for_each(|entries| rows.push(entries));
            rows
        })?;
        buffers(py, Column::Binary(rows))
    }

    /// Bytes of fingerprints, tables and components.
    fn memory_bytes(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |groups| groups.memory_bytes())
    }
}

impl FingerprintGroups {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut groups::FingerprintGroups) -> T + Send,
    ) -> PyResult<T> {
        enter(py, || work(&mut self.groups.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
