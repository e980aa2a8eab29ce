//! Grammars: pages come in as columns of tries, groups go out as numbers.

use pagemold::groups::grammar::corpus::Collector;
use pagemold::groups::grammar::{self, Grouping};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::border::enter;
use crate::templates::GrammarTemplates;
use crate::tries::Tries;

/// Collects the pages of batches; equal pages are kept once.
#[pyclass(module = "pagemold._native")]
#[derive(Default)]
pub struct GrammarPages {
    pub collector: Collector,
}

#[pymethods]
impl GrammarPages {
    #[new]
    fn new() -> GrammarPages {
        GrammarPages::default()
    }

    fn __len__(&self) -> usize {
        self.collector.pages()
    }

    /// Adds a batch; where `usable` has a zero, the page is kept out of all groups.
    #[allow(clippy::too_many_arguments)] // one buffer for each part of the columns
    #[pyo3(signature = (*, hashes, parents, offsets, names, name_offsets, usable))]
    fn add(
        &mut self,
        py: Python<'_>,
        hashes: PyBackedBytes,
        parents: PyBackedBytes,
        offsets: PyBackedBytes,
        names: PyBackedBytes,
        name_offsets: PyBackedBytes,
        usable: PyBackedBytes,
    ) -> PyResult<()> {
        let tries = Tries::new((hashes, parents, offsets, names, name_offsets, usable))?;
        enter(py, || {
            for row in 0..tries.len() {
                let (hashes, parents, start) = tries.page(row);
                self.collector.add(hashes, parents, |place| tries.name(start + place));
            }
        })
    }

    /// Groups what was added.
    fn group(&self, py: Python<'_>) -> PyResult<GrammarGroups> {
        let grouping = enter(py, || grammar::group(self.collector.finish()))?;
        Ok(GrammarGroups { grouping })
    }
}

/// A path's number, that of its parent, its last segment, the pages that have it, and those that have its parent.
type PathCounts = (u32, Option<u32>, String, u32, u32);

/// Pages in groups, with the model that put them there.
#[pyclass(module = "pagemold._native", frozen)]
pub struct GrammarGroups {
    grouping: Grouping,
}

impl GrammarGroups {
    fn known(&self, group: usize) -> PyResult<u32> {
        if group < self.grouping.groups.len() {
            Ok(group as u32)
        } else {
            Err(PyValueError::new_err(format!("there is no group {group}")))
        }
    }
}

#[pymethods]
impl GrammarGroups {
    fn __len__(&self) -> usize {
        self.grouping.groups.len()
    }

    /// The number of each page's group, four bytes each, all ones where it has none.
    #[pyo3(signature = (level = 0.0))]
    fn cut<'py>(&self, py: Python<'py>, level: f64) -> PyResult<Bound<'py, PyBytes>> {
        let labels = enter(py, || self.grouping.cut(level))?;
        let bytes: Vec<u8> = labels.into_iter().flat_map(u32::to_le_bytes).collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// For each page, which distinct set of paths it has; all ones where it has none.
    fn sets<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = self.grouping.corpus.page_sets.iter().flat_map(|set| set.to_le_bytes()).collect();
        PyBytes::new(py, &bytes)
    }

    /// For each group: what its most typical page's set is and is known by, and the mean bits a path.
    fn medoids(&self, py: Python<'_>) -> PyResult<Vec<(u32, u64, f64)>> {
        let sums = &self.grouping.corpus.sums;
        let medoids = enter(py, || self.grouping.medoids())?;
        Ok(medoids.into_iter().map(|(set, bits)| (set, sums[set as usize], bits)).collect())
    }

    /// What identifies each distinct set, by content.
    fn set_sums(&self) -> Vec<u64> {
        self.grouping.corpus.sums.clone()
    }

    /// The grammar of a group: for each path, its number, that of its parent or none, its last segment, how many pages
    /// have it, and how many have its parent.
    fn paths(&self, py: Python<'_>, group: usize) -> PyResult<Vec<PathCounts>> {
        let (corpus, group) = (&self.grouping.corpus, self.known(group)?);
        enter(py, || {
            let mut scratch = vec![0; corpus.paths() + 1];
            let mut paths = Vec::new();
            self.grouping.exact(group).given_parents(corpus, &mut scratch, |path, pages, above| {
                let parent = Some(corpus.above(path)).filter(|&above| above < corpus.paths()).map(|above| above as u32);
                paths.push((path, parent, corpus.name(path).to_owned(), pages, above));
            });
            paths
        })
    }

    /// Bits of a distinct set under each of some groups, and under the background alone, which comes last.
    fn bits(&self, py: Python<'_>, set: u32, groups: Vec<usize>) -> PyResult<Vec<f64>> {
        if set as usize >= self.grouping.corpus.len() {
            return Err(PyValueError::new_err(format!("there is no set {set}")));
        }
        let groups = groups.into_iter().map(|group| self.known(group)).collect::<PyResult<Vec<u32>>>()?;
        enter(py, || self.grouping.bits(set, &groups))
    }

    /// What tells the templates of new pages, learnt from these with other labels, as `GrammarTemplates.learn` has them.
    #[pyo3(signature = (labels, names, *, jobs = 0))]
    fn templates(
        &self,
        py: Python<'_>,
        labels: PyBackedBytes,
        names: Vec<String>,
        jobs: usize,
    ) -> PyResult<GrammarTemplates> {
        GrammarTemplates::of(py, &self.grouping.corpus, &labels, names, jobs)
    }

    /// The group that is nearest to joining another, if there is any.
    fn nearest(&self, py: Python<'_>, group: usize) -> PyResult<Option<u32>> {
        let group = self.known(group)?;
        enter(py, || self.grouping.nearest(group))
    }

    /// What speaks for and against joining two groups: bits saved by each path, and all together.
    fn compare(&self, py: Python<'_>, one: usize, two: usize) -> PyResult<(f64, Vec<(u32, f64)>)> {
        let (one, two) = (self.known(one)?, self.known(two)?);
        enter(py, || self.grouping.compare(one, two))
    }
}
