//! How alike pages are: the rows of feature columns in, similarities out.

use pagemold::distance::search::{Hit, Question};
use pagemold::distance::{Items, Measure, grammar};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::border::{enter, to_python};
use crate::columns::little_endian;

/// Offsets, values and counts of rows, as numpy or Arrow hold them.
type Rows = (PyBuffer<i64>, PyBuffer<u64>, PyBuffer<u32>);

/// For each query: the known item and similarity of the best and the second, then offsets and groups of all reached.
type Answers<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
);

fn items(py: Python<'_>, rows: &Rows) -> PyResult<Items> {
    let (offsets, values, counts) = rows;
    Items::new(&offsets.to_vec(py)?, values.to_vec(py)?, counts.to_vec(py)?).map_err(|error| to_python(py, &error))
}

/// The similarity of each left page to each right one: little-endian doubles, a row a left page.
#[pyfunction]
#[pyo3(signature = (measure, left, right, *, jobs=0))]
pub fn similarities<'py>(
    py: Python<'py>,
    measure: &str,
    left: Rows,
    right: Rows,
    jobs: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let measure = Measure::named(measure).map_err(|error| to_python(py, &error))?;
    let (left, right) = (items(py, &left)?, items(py, &right)?);
    let found = enter(py, || measure.matrix(&left, &right, jobs))?;
    little_endian(py, &found, f64::to_le_bytes)
}

/// The same by grammar, of tries: hashes as values, places of parents plus one as counts.
#[pyfunction]
#[pyo3(signature = (left, right, *, jobs=0))]
pub fn grammar_similarities<'py>(
    py: Python<'py>,
    left: Rows,
    right: Rows,
    jobs: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let tries = |(offsets, values, counts): Rows| {
        let found = grammar::tries(&offsets.to_vec(py)?, &values.to_vec(py)?, &counts.to_vec(py)?);
        found.map_err(|error| to_python(py, &error))
    };
    let (left, right) = (tries(left)?, tries(right)?);
    let found = enter(py, || grammar::matrix(&left, &right, jobs))?;
    little_endian(py, &found, f64::to_le_bytes)
}

/// The nearest known page of each query, if it is as similar as the threshold of its group asks.
#[pyfunction]
#[pyo3(signature = (measure, queries, known, groups, thresholds, *, runner_up=false, every=false, jobs=0))]
#[allow(clippy::too_many_arguments)] // they are keywords in Python
pub fn nearest<'py>(
    py: Python<'py>,
    measure: &str,
    queries: Rows,
    known: Rows,
    groups: Vec<u32>,
    thresholds: Vec<f64>,
    runner_up: bool,
    every: bool,
    jobs: usize,
) -> PyResult<Answers<'py>> {
    let measure = Measure::named(measure).map_err(|error| to_python(py, &error))?;
    let (queries, known) = (items(py, &queries)?, items(py, &known)?);
    let question = Question::new(&groups, &thresholds, known.len(), runner_up, every);
    let question = question.map_err(|error| to_python(py, &error))?;
    let found = enter(py, || measure.nearest(&queries, &known, &question, jobs))?;
    let places = |hit: fn(&_) -> Option<Hit>| -> Vec<i64> {
        found.iter().map(|answer| hit(answer).map_or(-1, |hit| hit.known as i64)).collect()
    };
    let degrees = |hit: fn(&_) -> Option<Hit>| -> Vec<f64> {
        found.iter().map(|answer| hit(answer).map_or(0.0, |hit| hit.similarity)).collect()
    };
    let mut offsets = vec![0_i64];
    let mut reached = Vec::new();
    for answer in &found {
        reached.extend_from_slice(&answer.reached);
        offsets.push(reached.len() as i64);
    }
    Ok((
        little_endian(py, &places(|answer| answer.best), i64::to_le_bytes)?,
        little_endian(py, &degrees(|answer| answer.best), f64::to_le_bytes)?,
        little_endian(py, &places(|answer| answer.second), i64::to_le_bytes)?,
        little_endian(py, &degrees(|answer| answer.second), f64::to_le_bytes)?,
        little_endian(py, &offsets, i64::to_le_bytes)?,
        little_endian(py, &reached, u32::to_le_bytes)?,
    ))
}

/// The least similarity of two pages inside each group: little-endian doubles.
#[pyfunction]
#[pyo3(signature = (measure, rows, groups, count, *, jobs=0))]
pub fn least_similarities<'py>(
    py: Python<'py>,
    measure: &str,
    rows: Rows,
    groups: Vec<u32>,
    count: usize,
    jobs: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let measure = Measure::named(measure).map_err(|error| to_python(py, &error))?;
    let rows = items(py, &rows)?;
    let found = enter(py, || measure.least(&rows, &groups, count, jobs))?.map_err(|error| to_python(py, &error))?;
    little_endian(py, &found, f64::to_le_bytes)
}

/// The number of each page's group: the connected components of pairs with at least this similarity.
#[pyfunction]
#[pyo3(signature = (measure, rows, threshold, *, jobs=0))]
pub fn linked(py: Python<'_>, measure: &str, rows: Rows, threshold: f64, jobs: usize) -> PyResult<Vec<usize>> {
    let measure = Measure::named(measure).map_err(|error| to_python(py, &error))?;
    let rows = items(py, &rows)?;
    enter(py, || measure.linked(&rows, threshold, jobs))
}
