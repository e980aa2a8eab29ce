//! Grammars: pages come in as columns of tries, groups go out as numbers.

use pagemold::features::sequence;
use pagemold::groups::grammar::bits::Account;
use pagemold::groups::grammar::copies::Marks;
use pagemold::groups::grammar::corpus::Collector;
use pagemold::groups::grammar::{self, Grouping};
use pagemold::structure::label_hash;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::border::enter;
use crate::templates::GrammarTemplates;
use crate::tries::{Texts, Tries};

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

    /// Adds a batch; where `usable` has a zero, the page is kept out of all groups. A page whose URL came before
    /// with the same paths, or its size with the same sketch of its text, is the same page again: `urls` and `sketches`
    /// are offsets and bytes, `sizes` eight bytes each, zeros where nothing is to be made of them.
    #[allow(clippy::too_many_arguments)] // one buffer for each part of the columns
    #[pyo3(signature = (*, hashes, parents, segments, offsets, words, usable, urls = None, sizes = None, sketches = None))]
    fn add(
        &mut self,
        py: Python<'_>,
        hashes: PyBackedBytes,
        parents: PyBackedBytes,
        segments: PyBackedBytes,
        offsets: PyBackedBytes,
        words: Vec<PyBackedStr>,
        usable: PyBackedBytes,
        urls: Option<(PyBackedBytes, PyBackedBytes)>,
        sizes: Option<PyBackedBytes>,
        sketches: Option<(PyBackedBytes, PyBackedBytes)>,
    ) -> PyResult<()> {
        let tries = Tries::new((hashes, parents, segments, offsets, words, usable))?;
        let [urls, sketches] = [urls, sketches].map(|it| it.map(|it| Texts::new(it, tries.len())).transpose());
        let (urls, sketches) = (urls?, sketches?);
        enter(py, || {
            for row in 0..tries.len() {
                let (hashes, parents, start) = tries.page(row);
                let url = urls.as_ref().and_then(|urls| urls.of(row));
                let size = sizes.as_ref().and_then(|sizes| sizes.chunks_exact(8).nth(row)).filter(|it| *it != [0; 8]);
                // Of long texts there is no sketch: two of one size are hardly ever different where all paths are the same.
                let text = sketches.as_ref().and_then(|sketches| sketches.of(row)).unwrap_or_default();
                let content = size.map(|size| sequence([label_hash(size), label_hash(text)]));
                let marks = Marks { address: url.map(label_hash), content };
                self.collector.add(hashes, parents, |place| tries.name(start + place), marks);
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

/// Pages, how many are distinct, what the group is known by, the first page of its typical set, and the mean bits a path.
type FoundGroup = (u32, u32, u64, u32, Option<f64>);

/// Bits saved by one grammar for two groups: in advance, by what is alike, and by what differs.
type Saved = (f64, f64, f64);

/// Pages of two parts, bits saved by one grammar for both, and of each path its part of these and the pages that have it.
type JoinedParts = ([u32; 2], Saved, Vec<(u32, f64, [u32; 2])>);

fn saved(account: Account) -> Saved {
    (account.advance, account.alike, account.differing)
}

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

    fn known_set(&self, set: u32) -> PyResult<u32> {
        if (set as usize) < self.grouping.corpus.len() {
            Ok(set)
        } else {
            Err(PyValueError::new_err(format!("there is no set {set}")))
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

    /// The groups at a level, in the order of their numbers: pages, how many distinct sets they have, what the most
    /// typical one is known by, the first page that has that set, and the mean bits a path, where known.
    #[pyo3(signature = (level = 0.0))]
    fn found(&self, py: Python<'_>, level: f64) -> PyResult<Vec<FoundGroup>> {
        let found = enter(py, || self.grouping.found(level))?;
        Ok(found.into_iter().map(|it| (it.size, it.sets, it.known_by, it.example, it.bits)).collect())
    }

    /// For each group, the last segments of its paths: the largest share of its pages that have one, and the largest
    /// share of all that they hold which hangs there.
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let groups = enter(py, || self.grouping.segments())?;
        let corpus = self.grouping.as_written();
        // Many groups have the same segments: each is one string to Python.
        let mut words: Vec<Option<Bound<'py, PyString>>> = vec![None; corpus.words.len()];
        let mut dict = |group: &Vec<(u32, f64, f64)>| {
            let dict = PyDict::new(py);
            for &(segment, share, held) in group {
                let segment = segment as usize;
                let word = words[segment].get_or_insert_with(|| PyString::new(py, &corpus.words[segment]));
                dict.set_item(&*word, (share, held))?;
            }
            Ok(dict)
        };
        groups.iter().map(&mut dict).collect()
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
        let set = self.known_set(set)?;
        let groups = groups.into_iter().map(|group| self.known(group)).collect::<PyResult<Vec<u32>>>()?;
        enter(py, || self.grouping.bits(set, &groups))
    }

    /// What a group's grammar saves on a distinct set over the background alone, path by path: bits, and whether the
    /// set has the path.
    fn page_terms(&self, py: Python<'_>, set: u32, group: usize) -> PyResult<Vec<(u32, f64, bool)>> {
        let (set, group) = (self.known_set(set)?, self.known(group)?);
        let terms = enter(py, || self.grouping.page_terms(set, group))?;
        Ok(terms.into_iter().map(|term| (term.path, term.bits, term.is_here)).collect())
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
        GrammarTemplates::of(py, self.grouping.as_written(), &labels, names, jobs)
    }

    /// The group that is nearest to joining another, if there is any.
    fn nearest(&self, py: Python<'_>, group: usize) -> PyResult<Option<u32>> {
        let group = self.known(group)?;
        enter(py, || self.grouping.nearest(group))
    }

    /// What the pages of a group weigh when it is compared: bits a page are bits by this, of the smaller of two groups.
    fn weight(&self, group: usize) -> PyResult<f64> {
        Ok(self.grouping.weight(self.known(group)?))
    }

    /// Whether two groups share a frame; others are never weighed against each other.
    fn is_one_family(&self, one: usize, two: usize) -> PyResult<bool> {
        Ok(self.grouping.is_one_family(self.known(one)?, self.known(two)?))
    }

    /// Where `cut` has two distinct sets together: at each level below this one. From 0 up in one group, which they are at
    /// 0; from 0 down in two; infinite where no cut parts or joins them.
    fn together_below(&self, py: Python<'_>, one: u32, two: u32) -> PyResult<f64> {
        let (one, two) = (self.known_set(one)?, self.known_set(two)?);
        enter(py, || self.grouping.together_below(one, two))
    }

    /// The parts that two distinct sets of one group were in before they became one; nothing where no merge did that.
    fn joined(&self, py: Python<'_>, one: u32, two: u32) -> PyResult<Option<JoinedParts>> {
        let (one, two) = (self.known_set(one)?, self.known_set(two)?);
        let joined = enter(py, || self.grouping.joined(one, two))?;
        Ok(joined.map(|it| (it.pages, saved(it.account), it.terms)))
    }

    /// What speaks for and against joining two groups: bits saved by all together, and by each path.
    fn compare(&self, py: Python<'_>, one: usize, two: usize) -> PyResult<(Saved, Vec<(u32, f64)>)> {
        let (one, two) = (self.known(one)?, self.known(two)?);
        let (account, terms) = enter(py, || self.grouping.compare(one, two))?;
        Ok((saved(account), terms))
    }
}
