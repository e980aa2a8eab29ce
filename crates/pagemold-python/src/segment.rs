//! Segments of a collection: bags of pages in, nearest pages out.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use pagemold::Error;
use pagemold::features::weighted_minhash::WeightedMinHash;
use pagemold::index::Bands;
use pagemold::parallel::{available_jobs, map};
use pagemold::segment::{self, Bag, Effort, Hit, Measure, Query, Settings};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;

use crate::border::{enter, to_python};

/// Where each page's items begin and the last ends (int64), the items (uint64), and how often each occurs (uint32):
/// bytes, little-endian, aligned or not.
type Bags = (PyBuffer<u8>, PyBuffer<u8>, PyBuffer<u8>);

fn numbers<T, const N: usize>(py: Python<'_>, buffer: &PyBuffer<u8>, from: fn([u8; N]) -> T) -> PyResult<Vec<T>> {
    Ok(buffer.to_vec(py)?.as_chunks::<N>().0.iter().map(|&bytes| from(bytes)).collect())
}

/// The bags of the pages, each ascending by item.
fn bags(py: Python<'_>, (offsets, items, counts): &Bags) -> PyResult<Vec<Bag>> {
    let offsets = numbers(py, offsets, i64::from_le_bytes)?;
    let (items, counts) = (numbers(py, items, u64::from_le_bytes)?, numbers(py, counts, u32::from_le_bytes)?);
    let bag = |ends: &[i64]| {
        let range = usize::try_from(ends[0]).ok()?..usize::try_from(ends[1]).ok()?;
        let mut bag: Bag = items.get(range.clone())?.iter().copied().zip(counts.get(range)?.iter().copied()).collect();
        if !bag.is_sorted() {
            bag.sort_unstable();
        }
        Some(bag)
    };
    let wrong = || to_python(py, &Error::Argument("offsets of bags that point outside of them".to_owned()));
    offsets.windows(2).map(|ends| bag(ends).ok_or_else(wrong)).collect()
}

fn settings(py: Python<'_>, bands: usize, rows: usize, seed: u64) -> PyResult<Settings> {
    let bands = Bands::new(bands, rows).map_err(|error| to_python(py, &error))?;
    Ok(Settings { bands, seed })
}

/// The bands and rows of signatures of so many places that find pages of a cosine with a wanted recall.
#[pyfunction]
pub fn choose_bands(py: Python<'_>, cosine: f64, recall: f64, places: usize) -> PyResult<(usize, usize)> {
    let bands = Bands::for_cosine(cosine, recall, places).map_err(|error| to_python(py, &error))?;
    Ok((bands.bands, bands.rows))
}

/// The weighted MinHash signature of each bag.
#[pyfunction]
#[pyo3(signature = (bags, places, seed=1))]
#[pyo3(name = "weighted_signatures")]
pub fn weighted_signatures(py: Python<'_>, bags: Bags, places: usize, seed: u64) -> PyResult<Vec<Vec<u32>>> {
    let bags = self::bags(py, &bags)?;
    enter(py, || {
        let family = WeightedMinHash::new(places, seed);
        bags.iter().map(|bag| family.signature(bag)).collect()
    })
}

/// Collects the bags of pages, equal ones once, and writes them as a segment.
#[pyclass(frozen, module = "pagemold._native")]
pub struct SegmentBuilder {
    builder: Mutex<segment::Builder>,
}

#[pymethods]
impl SegmentBuilder {
    #[new]
    #[pyo3(signature = (bands, rows, seed=1))]
    fn new(py: Python<'_>, bands: usize, rows: usize, seed: u64) -> PyResult<Self> {
        Ok(SegmentBuilder { builder: Mutex::new(segment::Builder::new(settings(py, bands, rows, seed)?)) })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        enter(py, || self.with(|builder| builder.len()))
    }

    /// More pages, in order.
    #[pyo3(signature = (bags, jobs=0))]
    fn push(&self, py: Python<'_>, bags: Bags, jobs: usize) -> PyResult<()> {
        let pages = self::bags(py, &bags)?;
        enter(py, || self.with(|builder| builder.push(&pages, jobs)))?.map_err(|error| to_python(py, &error))
    }

    /// The pages of a segment, in order.
    #[pyo3(signature = (segment, jobs=0))]
    fn push_segment(&self, py: Python<'_>, segment: &Bound<'_, Segment>, jobs: usize) -> PyResult<()> {
        let segment = &segment.get().segment;
        enter(py, || self.with(|builder| builder.push_segment(segment, jobs)))?.map_err(|error| to_python(py, &error))
    }

    /// Writes everything, and brings it to the disk.
    #[pyo3(signature = (path, jobs=0))]
    fn write(&self, py: Python<'_>, path: PathBuf, jobs: usize) -> PyResult<()> {
        enter(py, || self.with(|builder| builder.write(&path, jobs)))?.map_err(|error| to_python(py, &error))
    }
}

impl SegmentBuilder {
    fn with<T>(&self, work: impl FnOnce(&mut segment::Builder) -> T) -> T {
        work(&mut self.builder.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A segment over its file, mapped: a question touches a few hundred of its pages, and processes share them.
fn mapped(path: &Path) -> pagemold::Result<segment::Segment> {
    let unreadable = |source| Error::Read { path: path.to_owned(), source };
    let file = File::open(path).map_err(unreadable)?;
    // Mapping is sound as long as nobody changes the file meanwhile. A segment is written under another name, synced,
    // and renamed; from then on nobody writes to it, and one that is unlinked stays as long as it is mapped. A stranger
    // who cuts it in place ends the process by a signal. The only unsafe line of the house (docs/decisions/0007).
    #[allow(unsafe_code)]
    let memory = unsafe { memmap2::Mmap::map(&file) }.map_err(unreadable)?;
    segment::Segment::over(path, Box::new(memory))
}

/// An open segment of a collection; threads may share it.
#[pyclass(frozen, module = "pagemold._native")]
pub struct Segment {
    segment: segment::Segment,
    family: WeightedMinHash,
}

#[pymethods]
impl Segment {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let segment = enter(py, || mapped(&path))?.map_err(|error| to_python(py, &error))?;
        let family = segment.settings().family();
        Ok(Segment { segment, family })
    }

    /// How many pages it holds.
    #[getter]
    fn pages(&self) -> u64 {
        self.segment.pages()
    }

    /// How many distinct bags they have.
    #[getter]
    fn bags(&self) -> u64 {
        self.segment.bags()
    }

    /// How many clusters these lie in.
    #[getter]
    fn clusters(&self) -> usize {
        self.segment.clusters()
    }

    /// Bands, rows and seed of its signatures.
    fn settings(&self) -> (usize, usize, u64) {
        let settings = self.segment.settings();
        (settings.bands.bands, settings.bands.rows, settings.seed)
    }

    /// Reads every byte and compares every checksum.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        enter(py, || self.segment.verify())?.map_err(|error| to_python(py, &error))
    }

    /// The items of a page, ascending, and how often each occurs.
    fn bag(&self, py: Python<'_>, page: u32) -> PyResult<(Vec<u64>, Vec<u32>)> {
        let bag = enter(py, || self.segment.page(page))?.map_err(|error| to_python(py, &error))?;
        Ok(bag.into_iter().unzip())
    }

    /// For each query the numbers and scores of the nearest pages, nearest first.
    #[pyo3(signature = (queries, k, *, measure="cosine", window=None, candidates=None, members=None, jobs=1))]
    #[allow(clippy::too_many_arguments)] // they are keywords in Python
    fn nearest(
        &self,
        py: Python<'_>,
        queries: Bags,
        k: usize,
        measure: &str,
        window: Option<u64>,
        candidates: Option<usize>,
        members: Option<usize>,
        jobs: usize,
    ) -> PyResult<Vec<Vec<(u32, f64)>>> {
        let measure = Measure::named(measure).map_err(|error| to_python(py, &error))?;
        let usual = Effort::default();
        let effort = Effort {
            window: window.unwrap_or(usual.window),
            candidates: candidates.unwrap_or(usual.candidates),
            members: members.unwrap_or(usual.members),
        };
        let queries = bags(py, &queries)?;
        let found = enter(py, || {
            map(&queries, available_jobs(jobs), 1, |bag| {
                let query = Query::new(bag.clone(), self.segment.settings(), &self.family);
                self.segment.nearest(&query, k, measure, effort)
            })
        })?;
        let pairs = |hits: Vec<Hit>| hits.into_iter().map(|hit| (hit.page, hit.score)).collect();
        let all: pagemold::Result<Vec<_>> = found.into_iter().map(|hits| hits.map(pairs)).collect();
        all.map_err(|error| to_python(py, &error))
    }
}
