//! Tries of many pages, as columns: the form in which the grammar reads pages; and texts that come along.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

/// One batch of tries: the columns `class_trie`, `:parents` and `:names`, little-endian, offsets from 0; where `usable`
/// has a zero, the page has no structure.
pub struct Tries {
    hashes: Vec<u64>,
    parents: Vec<u32>,
    segments: Vec<u32>,
    offsets: Vec<usize>,
    words: Vec<PyBackedStr>,
    usable: PyBackedBytes,
}

/// The columns of a batch as they come.
pub type Columns = (PyBackedBytes, PyBackedBytes, PyBackedBytes, PyBackedBytes, Vec<PyBackedStr>, PyBackedBytes);

impl Tries {
    /// From hashes, parents, last segments, offsets, the words that segments are places of, and what is usable.
    pub fn new((hashes, parents, segments, ends, words, usable): Columns) -> PyResult<Tries> {
        let tries = Tries {
            hashes: numbers(&hashes, u64::from_le_bytes),
            parents: numbers(&parents, u32::from_le_bytes),
            segments: numbers(&segments, u32::from_le_bytes),
            offsets: offsets(&ends),
            words,
            usable,
        };
        if tries.is_sound() {
            Ok(tries)
        } else {
            Err(PyValueError::new_err("the columns of the tries do not fit each other"))
        }
    }

    fn is_sound(&self) -> bool {
        let items = self.hashes.len();
        items == self.parents.len()
            && items == self.segments.len()
            && self.segments.iter().all(|&word| (word as usize) < self.words.len())
            && self.usable.len() + 1 == self.offsets.len()
            && self.offsets.first() == Some(&0)
            && self.offsets.is_sorted()
            && self.offsets.last().is_some_and(|&last| last <= items)
            && self.offsets.windows(2).all(|row| {
                self.parents[row[0]..row[1]].iter().enumerate().all(|(place, &parent)| parent as usize <= place)
            })
    }

    /// How many pages there are.
    pub fn len(&self) -> usize {
        self.usable.len()
    }

    /// Hashes and parents of a page, and where it begins; nothing where it has no structure.
    pub fn page(&self, row: usize) -> (&[u64], &[u32], usize) {
        let (start, end) = if self.usable[row] == 0 { (0, 0) } else { (self.offsets[row], self.offsets[row + 1]) };
        (&self.hashes[start..end], &self.parents[start..end], start)
    }

    /// The last segment of a path.
    pub fn name(&self, item: usize) -> &str {
        &self.words[self.segments[item] as usize]
    }
}

/// A column of texts, one a page: offsets from 0, and their bytes one behind the other. A page without one has no bytes.
pub struct Texts {
    offsets: Vec<usize>,
    bytes: PyBackedBytes,
}

impl Texts {
    /// Of so many pages.
    pub fn new((ends, bytes): (PyBackedBytes, PyBackedBytes), pages: usize) -> PyResult<Texts> {
        let texts = Texts { offsets: offsets(&ends), bytes };
        let is_sound = texts.offsets.len() == pages + 1
            && texts.offsets.is_sorted()
            && texts.offsets.last().is_some_and(|&last| last <= texts.bytes.len());
        is_sound.then_some(texts).ok_or_else(|| PyValueError::new_err("the column of texts does not fit the pages"))
    }

    /// That of a page, if it has one.
    pub fn of(&self, row: usize) -> Option<&[u8]> {
        Some(&self.bytes[self.offsets[row]..self.offsets[row + 1]]).filter(|text| !text.is_empty())
    }
}

fn numbers<const N: usize, T>(bytes: &[u8], read: fn([u8; N]) -> T) -> Vec<T> {
    bytes.chunks_exact(N).map(|chunk| read(chunk.try_into().expect("chunks of this size"))).collect()
}

fn offsets(bytes: &[u8]) -> Vec<usize> {
    numbers(bytes, |bytes| usize::try_from(i64::from_le_bytes(bytes)).unwrap_or(usize::MAX))
}
