//! Tree edit distances: rows of the feature `elements` in, numbers out.

use pagemold::distance::tree_edit::{
    Costs, LabelTree, are_alike, distance, folded, mapping, similarity, similarity_from,
};
use pagemold::parallel::{available_jobs, map};
use pagemold::{Error, Result};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::border::{enter, to_python};
use crate::columns::little_endian;

/// Offsets of rows, labels in document order, sizes of subtrees.
type Rows = (PyBuffer<i64>, PyBuffer<u64>, PyBuffer<u32>);
/// What it costs to insert, remove and replace a node.
type Prices = (f64, f64, f64);
/// Trees that one thread takes at a time.
const SHARE: usize = 16;

fn costs((insert, remove, replace): Prices) -> Result<Costs> {
    let costs = Costs { insert, remove, replace };
    match costs.are_sound() {
        true => Ok(costs),
        false => Err(Error::Argument(format!("costs must be finite and not negative: {insert}, {remove}, {replace}"))),
    }
}

fn trees(offsets: &[i64], labels: &[u64], sizes: &[u32], fold: bool) -> Result<Vec<LabelTree>> {
    let row = |ends: &[i64]| -> Result<LabelTree> {
        let range = ends[0] as usize..ends[1] as usize;
        let missing = || Error::Argument(format!("rows end at {}, beyond what is there", range.end));
        let labels = labels.get(range.clone()).ok_or_else(missing)?;
        let sizes = sizes.get(range.clone()).ok_or_else(missing)?;
        let tree = LabelTree::new(labels, sizes)?;
        Ok(if fold { folded(&tree) } else { tree })
    };
    offsets.windows(2).map(row).collect()
}

fn read(py: Python<'_>, rows: &Rows, fold: bool) -> PyResult<Vec<LabelTree>> {
    let (offsets, labels, sizes) = (rows.0.to_vec(py)?, rows.1.to_vec(py)?, rows.2.to_vec(py)?);
    enter(py, || trees(&offsets, &labels, &sizes, fold))?.map_err(|error| to_python(py, &error))
}

/// The distance (or similarity) of each left tree to each right one: little-endian doubles, a row a left tree.
#[pyfunction]
#[pyo3(signature = (left, right, *, costs=(1.0, 1.0, 1.0), fold=false, similar=false, jobs=0))]
pub fn tree_distances<'py>(
    py: Python<'py>,
    left: Rows,
    right: Rows,
    costs: Prices,
    fold: bool,
    similar: bool,
    jobs: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let number = if similar { similarity } else { distance };
    let costs = self::costs(costs).map_err(|error| to_python(py, &error))?;
    let (left, right) = (read(py, &left, fold)?, read(py, &right, fold)?);
    let found = enter(py, || {
        let pairs: Vec<(usize, usize)> =
            (0..left.len()).flat_map(|one| (0..right.len()).map(move |other| (one, other))).collect();
        map(&pairs, available_jobs(jobs), SHARE, |&(one, other)| number(&left[one], &right[other], &costs))
    })?;
    little_endian(py, &found, f64::to_le_bytes)
}

/// Pairs of rows, by number, and how similar the rows of each must be.
type Pairs = (PyBuffer<i64>, PyBuffer<i64>, PyBuffer<f64>);
type Asked = Vec<(usize, usize, f64)>;

fn asked(py: Python<'_>, pairs: &Pairs, rows: usize) -> PyResult<Asked> {
    let (left, right, thresholds) = (pairs.0.to_vec(py)?, pairs.1.to_vec(py)?, pairs.2.to_vec(py)?);
    let is_row = |&row: &i64| usize::try_from(row).is_ok_and(|row| row < rows);
    if !left.iter().chain(&right).all(is_row) || left.len() != right.len() || left.len() != thresholds.len() {
        return Err(to_python(py, &Error::Argument("pairs: there are no such rows".to_owned())));
    }
    let pairs = left.into_iter().zip(right).zip(thresholds);
    Ok(pairs.map(|((one, other), threshold)| (one as usize, other as usize, threshold)).collect())
}

/// What is told of each of these pairs of rows and its threshold; whether repeated siblings are folded comes with the rows.
fn of_pairs<T: Send>(
    py: Python<'_>,
    (rows, fold): (Rows, bool),
    pairs: &Pairs,
    costs: Prices,
    jobs: usize,
    tell: impl Fn(&LabelTree, &LabelTree, &Costs, f64) -> T + Sync,
) -> PyResult<Vec<T>> {
    let costs = self::costs(costs).map_err(|error| to_python(py, &error))?;
    let rows = read(py, &rows, fold)?;
    let pairs = asked(py, pairs, rows.len())?;
    enter(py, || {
        map(&pairs, available_jobs(jobs), SHARE, |&(one, other, threshold)| {
            tell(&rows[one], &rows[other], &costs, threshold)
        })
    })
}

/// The similarity of each of these pairs of rows, or NaN where it is below its threshold: little-endian doubles.
#[pyfunction]
#[pyo3(signature = (rows, pairs, *, costs=(1.0, 1.0, 1.0), fold=false, jobs=0))]
pub fn tree_similarities<'py>(
    py: Python<'py>,
    rows: Rows,
    pairs: Pairs,
    costs: Prices,
    fold: bool,
    jobs: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let found = of_pairs(py, (rows, fold), &pairs, costs, jobs, |one, other, costs, threshold| {
        similarity_from(one, other, costs, threshold).unwrap_or(f64::NAN)
    })?;
    little_endian(py, &found, f64::to_le_bytes)
}

/// Whether the similarity of each of these pairs of rows is at least its threshold: a byte each, 0 or 1.
#[pyfunction]
#[pyo3(signature = (rows, pairs, *, costs=(1.0, 1.0, 1.0), fold=false, jobs=0))]
pub fn trees_alike<'py>(
    py: Python<'py>,
    rows: Rows,
    pairs: Pairs,
    costs: Prices,
    fold: bool,
    jobs: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let found = of_pairs(py, (rows, fold), &pairs, costs, jobs, |one, other, costs, threshold| {
        u8::from(are_alike(one, other, costs, threshold))
    })?;
    Ok(PyBytes::new(py, &found))
}

/// The pairs of nodes, in document order, that a cheapest edit of the first tree into the second keeps or replaces.
#[pyfunction]
#[pyo3(signature = (first, second, *, costs=(1.0, 1.0, 1.0)))]
pub fn tree_mapping(py: Python<'_>, first: Rows, second: Rows, costs: Prices) -> PyResult<Vec<(u32, u32)>> {
    let costs = self::costs(costs).map_err(|error| to_python(py, &error))?;
    let (first, second) = (read(py, &first, false)?, read(py, &second, false)?);
    enter(py, || match (first.as_slice(), second.as_slice()) {
        ([first], [second]) => {
            let (from, to) = (first.document_order(), second.document_order());
            let mut pairs: Vec<(u32, u32)> =
                mapping(first, second, &costs).into_iter().map(|(one, other)| (from[one], to[other])).collect();
            pairs.sort_unstable();
            Ok(pairs)
        }
        _ => Err(Error::Argument("a mapping is between one tree and one other".to_owned())),
    })?
    .map_err(|error| to_python(py, &error))
}
