//! Grammars: pages come in as columns of tries, groups go out as numbers.

use pagemold::groups::grammar::corpus::Collector;
use pagemold::groups::grammar::{self, Grouping};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::border::enter;

/// Collects the pages of batches; equal pages are kept once.
#[pyclass(module = "pagemold._native")]
#[derive(Default)]
pub struct GrammarPages {
    collector: Collector,
}

/// One batch of tries: the columns `class_trie`, `:parents` and `:names`, little-endian, offsets from 0.
struct Tries<'a> {
    hashes: Vec<u64>,
    parents: Vec<u32>,
    offsets: Vec<usize>,
    names: &'a str,
    name_offsets: Vec<usize>,
}

impl Tries<'_> {
    fn is_sound(&self) -> bool {
        let rising = |offsets: &[usize], end: usize| {
            offsets.first() == Some(&0) && offsets.is_sorted() && offsets.last().is_some_and(|&last| last <= end)
        };
        let items = self.hashes.len();
        items == self.parents.len()
            && items + 1 == self.name_offsets.len()
            && rising(&self.offsets, items)
            && rising(&self.name_offsets, self.names.len())
            && self.name_offsets.iter().all(|&offset| self.names.is_char_boundary(offset))
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
        let unsound = || PyValueError::new_err("the columns of the tries do not fit each other");
        let tries = Tries {
            hashes: numbers(&hashes, u64::from_le_bytes),
            parents: numbers(&parents, u32::from_le_bytes),
            offsets: self::offsets(&offsets),
            names: std::str::from_utf8(&names).map_err(|_| unsound())?,
            name_offsets: self::offsets(&name_offsets),
        };
        if !tries.is_sound() || usable.len() + 1 != tries.offsets.len() {
            return Err(unsound());
        }
        enter(py, || {
            for (row, range) in tries.offsets.windows(2).enumerate() {
                let (start, end) = if usable[row] == 0 { (0, 0) } else { (range[0], range[1]) };
                self.collector.add(&tries.hashes[start..end], &tries.parents[start..end], |place| {
                    let item = start + place;
                    &tries.names[tries.name_offsets[item]..tries.name_offsets[item + 1]]
                });
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

    /// What speaks for and against joining two groups: bits saved by each path, and all together.
    fn compare(&self, py: Python<'_>, one: usize, two: usize) -> PyResult<(f64, Vec<(u32, f64)>)> {
        let (one, two) = (self.known(one)?, self.known(two)?);
        enter(py, || self.grouping.compare(one, two))
    }
}
