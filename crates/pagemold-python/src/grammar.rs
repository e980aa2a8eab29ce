//! Grammars: pages come in as columns of tries, groups go out as numbers.

use std::collections::HashMap;

use pagemold::groups::grammar::corpus::Collector;
use pagemold::groups::grammar::{self, Grouping};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyBytes;

use crate::border::enter;

/// Collects the pages of batches; equal pages are kept once.
#[pyclass(module = "pagemold._native")]
#[derive(Default)]
pub struct GrammarPages {
    collector: Collector,
}

/// One batch of tries: the columns `class_trie`, `:parents` and `:names`, little-endian, offsets from 0.
struct Tries {
    hashes: Vec<u64>,
    parents: Vec<u32>,
    segments: Vec<u32>,
    offsets: Vec<usize>,
    words: Vec<PyBackedStr>,
}

impl Tries {
    fn is_sound(&self) -> bool {
        let items = self.hashes.len();
        items == self.parents.len()
            && items == self.segments.len()
            && self.segments.iter().all(|&word| (word as usize) < self.words.len())
            && self.offsets.first() == Some(&0)
            && self.offsets.is_sorted()
            && self.offsets.last().is_some_and(|&last| last <= items)
            && self.offsets.windows(2).all(|row| {
                self.parents[row[0]..row[1]].iter().enumerate().all(|(place, &parent)| parent as usize <= place)
            })
    }
}

fn numbers<const N: usize, T>(bytes: &[u8], read: fn([u8; N]) -> T) -> Vec<T> {
    bytes.chunks_exact(N).map(|chunk| read(chunk.try_into().expect("chunks of this size"))).collect()
}

fn offsets(bytes: &[u8]) -> Vec<usize> {
    numbers(bytes, |bytes| usize::try_from(i64::from_le_bytes(bytes)).unwrap_or(usize::MAX))
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
    #[pyo3(signature = (*, hashes, parents, segments, offsets, words, usable))]
    fn add(
        &mut self,
        py: Python<'_>,
        hashes: PyBackedBytes,
        parents: PyBackedBytes,
        segments: PyBackedBytes,
        offsets: PyBackedBytes,
        words: Vec<PyBackedStr>,
        usable: PyBackedBytes,
    ) -> PyResult<()> {
        let tries = Tries {
            hashes: numbers(&hashes, u64::from_le_bytes),
            parents: numbers(&parents, u32::from_le_bytes),
            segments: numbers(&segments, u32::from_le_bytes),
            offsets: self::offsets(&offsets),
            words,
        };
        if !tries.is_sound() || usable.len() + 1 != tries.offsets.len() {
            return Err(PyValueError::new_err("the columns of the tries do not fit each other"));
        }
        enter(py, || {
            for (row, range) in tries.offsets.windows(2).enumerate() {
                let (start, end) = if usable[row] == 0 { (0, 0) } else { (range[0], range[1]) };
                self.collector.add(&tries.hashes[start..end], &tries.parents[start..end], |place| {
                    &tries.words[tries.segments[start + place] as usize]
                });
            }
        })
    }

    /// Groups what was added, and lets go of it.
    fn group(&mut self, py: Python<'_>) -> PyResult<GrammarGroups> {
        let collector = std::mem::take(&mut self.collector);
        let grouping = enter(py, || grammar::group(collector.finish()))?;
        Ok(GrammarGroups { grouping })
    }
}

/// A path's number, that of its parent, its last segment, the pages that have it, and those that have its parent.
type PathCounts = (u32, Option<u32>, String, u32, u32);

/// Pages, what the typical set is known by, its first page, and the mean bits a path.
type FoundGroup = (u32, u64, u32, Option<f64>);

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

    /// The groups at a level, in the order of their numbers: pages, what the most typical page's set is known by, the
    /// first page that has that set, and the mean bits a path, where known.
    #[pyo3(signature = (level = 0.0))]
    fn found(&self, py: Python<'_>, level: f64) -> PyResult<Vec<FoundGroup>> {
        let sums = &self.grouping.corpus.sums;
        let found = enter(py, || self.grouping.found(level))?;
        Ok(found.into_iter().map(|it| (it.size, sums[it.typical as usize], it.example, it.bits)).collect())
    }

    /// For each group, the class tokens of its paths with the largest share of its pages that have one of them.
    fn tokens(&self, py: Python<'_>) -> PyResult<Vec<HashMap<String, f64>>> {
        enter(py, || self.grouping.tokens())
    }

    /// The grammar of a group: for each path, its number, that of its parent or none, its last segment, how many pages
    /// have it, and how many have its parent.
    fn paths(&self, py: Python<'_>, group: usize) -> PyResult<Vec<PathCounts>> {
        let (corpus, group) = (&self.grouping.corpus, self.known(group)?);
        enter(py, || {
            let mut paths = Vec::new();
            self.grouping.exact(group).given_parents(corpus, |path, pages, above| {
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

    /// What speaks for and against joining two groups: bits saved by each path, and all together.
    fn compare(&self, py: Python<'_>, one: usize, two: usize) -> PyResult<(f64, Vec<(u32, f64)>)> {
        let (one, two) = (self.known(one)?, self.known(two)?);
        enter(py, || self.grouping.compare(one, two))
    }
}
