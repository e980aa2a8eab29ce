//! Known templates: labelled tries in, answers about other tries out.

use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use pagemold::groups::grammar::corpus::{Corpus, identity};
use pagemold::parallel::{available_jobs, map};
use pagemold::templates::Templates;
use pagemold::templates::answer::{Answer, Rooms, answer};
use pagemold::templates::learn::{NO_LABEL, learn};
use pagemold::templates::page::Page;
use pagemold::templates::price::{Pricing, Ready};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyBytes;

use crate::border::{enter, to_python};
use crate::grammar::GrammarPages;
use crate::tries::Tries;

/// Pages that a thread takes at a time.
const SHARE: usize = 16;

/// Columns of answers: templates and runners-up (four bytes each, all ones for none), bits, margins, similarities
/// (eight bytes each).
type Columns<'py> =
    (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// What tells the template of a page, or that it has none.
#[pyclass(module = "pagemold._native", frozen)]
pub struct GrammarTemplates {
    templates: Templates,
    /// Made when the first page is asked for.
    ready: OnceLock<Ready>,
    rooms: Rooms,
    /// The number of each path by its hash, made when one is to be told.
    numbers: OnceLock<HashMap<u64, u32>>,
    /// What identifies the tags on the way to each path, made when one is asked for.
    ways: OnceLock<Vec<u64>>,
}

impl From<Templates> for GrammarTemplates {
    fn from(templates: Templates) -> GrammarTemplates {
        GrammarTemplates {
            templates,
            ready: OnceLock::new(),
            rooms: Rooms::default(),
            numbers: OnceLock::new(),
            ways: OnceLock::new(),
        }
    }
}

impl GrammarTemplates {
    /// Learns from the pages of a corpus: `labels` has the number of each page's template, all ones for none.
    pub fn of(
        py: Python<'_>,
        corpus: &Corpus,
        labels: &[u8],
        names: Vec<String>,
        jobs: usize,
    ) -> PyResult<GrammarTemplates> {
        let labels: Vec<u32> =
            labels.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect();
        if labels.len() != corpus.page_sets.len() {
            return Err(PyValueError::new_err("one label for each page"));
        }
        if labels.iter().any(|&label| label != NO_LABEL && label as usize >= names.len()) {
            return Err(PyValueError::new_err("a label without a name"));
        }
        let names = names.into_iter().map(String::into_boxed_str).collect();
        let templates = enter(py, || learn(corpus, &labels, names, available_jobs(jobs)))?;
        Ok(templates.into())
    }

    /// The numbers of paths that are given by their hashes; none where one is unknown.
    fn numbers(&self, paths: &[u64]) -> Option<Vec<u32>> {
        let numbers = self.numbers.get_or_init(|| self.templates.paths.hashes.iter().copied().zip(0..).collect());
        paths.iter().map(|path| numbers.get(path).copied()).collect()
    }
}

fn no_such_path() -> PyErr {
    PyValueError::new_err("there is no such path")
}

#[pymethods]
impl GrammarTemplates {
    /// Learns from pages, and lets go of them: `labels` has the number of each page's template, four bytes each, all ones for none.
    #[staticmethod]
    #[pyo3(signature = (pages, labels, names, *, jobs = 0))]
    fn learn(
        py: Python<'_>,
        pages: &mut GrammarPages,
        labels: PyBackedBytes,
        names: Vec<String>,
        jobs: usize,
    ) -> PyResult<GrammarTemplates> {
        let collector = std::mem::take(&mut pages.collector);
        GrammarTemplates::of(py, &collector.finish(), &labels, names, jobs)
    }

    /// What `to_bytes` gave; an error names the file `name`.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: PyBackedBytes, name: &str) -> PyResult<GrammarTemplates> {
        let templates = enter(py, || Templates::from_bytes(&data, Path::new(name)))?;
        templates.map(GrammarTemplates::from).map_err(|error| to_python(py, &error))
    }

    /// The templates as bytes, with a version and a checksum.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = enter(py, || self.templates.to_bytes())?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Only the templates at these places.
    fn only(&self, py: Python<'_>, places: Vec<usize>) -> PyResult<GrammarTemplates> {
        if places.iter().any(|&place| place >= self.templates.len()) {
            return Err(PyValueError::new_err("there is no such template"));
        }
        Ok(enter(py, || self.templates.only(&places))?.into())
    }

    /// These templates and others.
    fn joined(&self, py: Python<'_>, other: &GrammarTemplates) -> PyResult<GrammarTemplates> {
        let templates = enter(py, || {
            let mut templates = self.templates.clone();
            templates.join(&other.templates);
            templates
        })?;
        Ok(templates.into())
    }

    fn __len__(&self) -> usize {
        self.templates.len()
    }

    /// What each template is called.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.templates.names.iter().map(|name| name.to_string()).collect()
    }

    /// The pages that each template was learnt from, copies counted as far as they are evidence.
    #[getter]
    fn pages(&self) -> Vec<u32> {
        self.templates.counts.iter().map(|counts| counts.total).collect()
    }

    /// How many pages of a template have each path, given by its hash, of those that it was learnt from.
    fn paths(&self, py: Python<'_>, place: usize) -> PyResult<HashMap<u64, u32>> {
        let counts =
            self.templates.counts.get(place).ok_or_else(|| PyValueError::new_err("there is no such template"))?;
        enter(py, || {
            let paths = counts.paths.iter().map(|&path| self.templates.paths.hashes[path as usize]);
            paths.zip(counts.pages.iter().copied()).collect()
        })
    }

    /// What identifies the tags on the way to each path, given by its hash; none where it can have no other classes.
    fn tags(&self, py: Python<'_>, paths: Vec<u64>) -> PyResult<Vec<Option<u64>>> {
        let tags = enter(py, || {
            let ways = self.ways.get_or_init(|| self.templates.ways());
            let tags = |number| self.templates.may_have_other_classes(number).then(|| ways[number as usize]);
            Some(self.numbers(&paths)?.into_iter().map(tags).collect())
        })?;
        tags.ok_or_else(no_such_path)
    }

    /// The first `most` of some paths, given by their hashes, as people read them, in about `longest` characters at most.
    fn told(&self, py: Python<'_>, paths: Vec<u64>, most: usize, longest: usize) -> PyResult<Vec<String>> {
        let told = enter(py, || Some(self.templates.first_paths(&self.numbers(&paths)?, most, longest)))?;
        told.ok_or_else(no_such_path)
    }

    /// How strange nineteen of twenty pages of each template are to it at most.
    #[getter]
    fn tolerances(&self) -> Vec<f64> {
        self.templates.tolerances.clone()
    }

    /// The templates of a batch of pages.
    #[allow(clippy::too_many_arguments)] // one buffer for each part of the columns
    #[pyo3(signature = (*, hashes, parents, segments, offsets, words, usable, jobs = 0))]
    fn classify<'py>(
        &self,
        py: Python<'py>,
        hashes: PyBackedBytes,
        parents: PyBackedBytes,
        segments: PyBackedBytes,
        offsets: PyBackedBytes,
        words: Vec<PyBackedStr>,
        usable: PyBackedBytes,
        jobs: usize,
    ) -> PyResult<Columns<'py>> {
        let tries = Tries::new((hashes, parents, segments, offsets, words, usable))?;
        let answers = enter(py, || {
            let ready = self.ready.get_or_init(|| Ready::new(&self.templates));
            let (pricing, rooms) = (Pricing::new(&self.templates, ready), &self.rooms);
            let rows: Vec<usize> = (0..tries.len()).collect();
            map(&rows, available_jobs(jobs), SHARE, |&row| {
                let (hashes, parents, start) = tries.page(row);
                let page = Page::new(&pricing, hashes, parents, |place| tries.name(start + place));
                let mut room = rooms.take(&pricing);
                let answer = answer(&pricing, &mut room, &page);
                rooms.give_back(room);
                answer
            })
        })?;
        let number = |of: fn(&Answer) -> Option<u32>| -> Vec<u8> {
            answers.iter().flat_map(|answer| of(answer).unwrap_or(u32::MAX).to_le_bytes()).collect()
        };
        let degree = |of: fn(&Answer) -> f64| -> Vec<u8> {
            answers.iter().flat_map(|answer| of(answer).to_le_bytes()).collect()
        };
        Ok((
            PyBytes::new(py, &number(|answer| answer.template)),
            PyBytes::new(py, &number(|answer| answer.runner_up)),
            PyBytes::new(py, &degree(|answer| answer.bits)),
            PyBytes::new(py, &degree(|answer| answer.margin)),
            PyBytes::new(py, &degree(|answer| answer.similarity)),
        ))
    }
}

/// What identifies the set of paths of each page, eight bytes each.
#[pyfunction]
#[pyo3(signature = (*, hashes, parents, segments, offsets, words, usable))]
pub fn trie_identities<'py>(
    py: Python<'py>,
    hashes: PyBackedBytes,
    parents: PyBackedBytes,
    segments: PyBackedBytes,
    offsets: PyBackedBytes,
    words: Vec<PyBackedStr>,
    usable: PyBackedBytes,
) -> PyResult<Bound<'py, PyBytes>> {
    let tries = Tries::new((hashes, parents, segments, offsets, words, usable))?;
    let identities: Vec<u8> =
        enter(py, || (0..tries.len()).flat_map(|row| identity(tries.page(row).0).to_le_bytes()).collect())?;
    Ok(PyBytes::new(py, &identities))
}
