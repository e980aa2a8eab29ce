//! Groups of features.

use pagemold::Error;
use pagemold::groups::text_mdl::{Alike, Merging, merge};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::border::{enter, to_python};

/// The number of the group of each fingerprint, counted by first appearance.
#[pyfunction]
pub fn group_fingerprints(py: Python<'_>, fingerprints: Vec<PyBackedBytes>) -> PyResult<Vec<usize>> {
    enter(py, || pagemold::groups::fingerprint::group(&fingerprints))
}

/// The cluster of each set of paths, the bits of MT, MD and MA before and after each merge, and the merges.
type Clusters = (Vec<usize>, Vec<[f64; 3]>, Vec<(usize, usize)>);

/// Merges sets of paths, each that of so many documents, while their description gets shorter (TEXT-MDL).
#[pyfunction]
#[pyo3(signature = (offsets, paths, documents, *, jobs=0))]
pub fn merge_by_mdl(
    py: Python<'_>,
    offsets: PyBuffer<i64>,
    paths: PyBuffer<u64>,
    documents: Vec<u32>,
    jobs: usize,
) -> PyResult<Clusters> {
    let (offsets, paths) = (offsets.to_vec(py)?, paths.to_vec(py)?);
    let rows: Option<Vec<&[u64]>> = offsets
        .windows(2)
        .map(|ends| paths.get(usize::try_from(ends[0]).ok()?..usize::try_from(ends[1]).ok()?))
        .collect();
    let Some(rows) = rows.filter(|rows| rows.len() == documents.len()) else {
        return Err(to_python(py, &Error::Argument("paths: the offsets do not fit".to_owned())));
    };
    let Merging { labels, costs, merges } = enter(py, || {
        let inputs: Vec<Alike<'_>> =
            rows.iter().zip(&documents).map(|(&paths, &documents)| Alike { documents, paths }).collect();
        merge(&inputs, jobs)
    })?;
    Ok((labels, costs, merges))
}
