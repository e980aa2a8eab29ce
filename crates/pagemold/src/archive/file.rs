//! The file that holds an archive, and the bytes of it that may be read.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::starts::{Packing, START_BYTES};
use super::view::View;
use super::walker::Walker;
use super::window::Window;
use super::zst;
use crate::{Error, Limits, Result};

/// How far into a file its first record is looked for before the file is said to be something else.
const FIRST_RECORD_WITHIN: u64 = 64 << 20;

/// A byte range of a file that is known to hold at least one record. Shared by the walkers of its pieces.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    file: File,
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) dictionary: Vec<u8>,
    /// How the first record is packed, once it is found.
    packing: OnceLock<Packing>,
    pub(super) limits: Limits,
    pub(super) windows: Spares,
    pub(super) outputs: Spares,
}

/// Buffers that walkers leave to those who come after them: new ones cost more than the reading of a small piece.
#[derive(Debug, Default)]
pub(super) struct Spares(Mutex<Vec<Vec<u8>>>);

impl Spares {
    /// Larger buffers than this are rare, and not kept.
    const MOST_BYTES: usize = 2 << 20;

    /// A buffer with whatever is in it.
    pub fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    pub fn leave(&self, buffer: Vec<u8>) {
        if buffer.len() <= Self::MOST_BYTES {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
        }
    }
}

impl Archive {
    /// Opens the range from `start` to `end` (the file's end by default) of a WARC file: plain, gzip or zstd.
    ///
    /// Fails when the path is not a regular file (without blocking on one that is a pipe), and when no record starts
    /// in its first 64 MiB.
    pub fn open(path: &Path, start: u64, end: Option<u64>, limits: &Limits) -> Result<Arc<Archive>> {
        let unreadable = |source| Error::Read { path: path.to_owned(), source };
        let found = fs::metadata(path).map_err(unreadable)?;
        if !found.is_file() {
            let what = if found.is_dir() { "a folder, not a file" } else { "not a regular file" };
            return Err(unreadable(io::Error::new(io::ErrorKind::InvalidInput, what)));
        }
        let file = File::open(path).map_err(unreadable)?;
        let end = end.unwrap_or(u64::MAX).min(found.len());
        let path = path.to_owned();
        let (path, packing) = (path.to_owned(), OnceLock::new());
        let (limits, windows, outputs) = (*limits, Spares::default(), Spares::default());
        let dictionary = Vec::new();
        let mut archive = Archive { path, file, start, end, dictionary, packing, limits, windows, outputs };
        archive.dictionary = zst::dictionary(&archive).map_err(unreadable)?;
        let archive = Arc::new(archive);
        let packing = first_packing(&archive).map_err(unreadable)?;
        let packing =
            packing.ok_or_else(|| Error::Format { path: archive.path.clone(), expected: "a WARC archive" })?;
        archive.packing.get_or_init(|| packing);
        Ok(archive)
    }

    /// Whether records are expected to be packed, as long as the first one is not found plain.
    pub(super) fn is_packed(&self) -> bool {
        self.packing.get() != Some(&Packing::Plain)
    }

    /// Walks all records.
    pub fn walk(self: &Arc<Self>) -> Walker {
        Walker::exact(self, self.start, self.end)
    }

    /// Walks the records that start in `from..stop`, where `from` is known to be the place of a record: the start of
    /// the archive, or the [`Walker::position`] of a walker that came to its end.
    pub fn walk_exact(self: &Arc<Self>, from: u64, stop: u64) -> Walker {
        Walker::exact(self, from, stop)
    }

    /// Walks the records that start in `from..stop`, where `from` may be any place: the walk begins at the first place
    /// that looks like a record's start, [`Walker::first_start`], a guess until a walk that ends there confirms it.
    pub fn walk_guess(self: &Arc<Self>, from: u64, stop: u64) -> Result<Walker> {
        Walker::guess(self, from, stop).map_err(|source| Error::Read { path: self.path.clone(), source })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The range of the file that is read.
    pub fn range(&self) -> std::ops::Range<u64> {
        self.start..self.end
    }

    /// Reads what the file has at `at`, at most the size of the buffer; 0 at its end.
    pub(super) fn read_at(&self, buffer: &mut [u8], at: u64) -> io::Result<usize> {
        loop {
            #[cfg(unix)]
            let read = std::os::unix::fs::FileExt::read_at(&self.file, buffer, at);
            #[cfg(windows)]
            let read = std::os::windows::fs::FileExt::seek_read(&self.file, buffer, at);
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return other,
            }
        }
    }
}

/// How the first record is packed; none if there is no record where one should be.
fn first_packing(archive: &Arc<Archive>) -> io::Result<Option<Packing>> {
    let mut window = Window::new(archive);
    let first = window.find_start(archive.start, archive.start.saturating_add(FIRST_RECORD_WITHIN))?;
    Ok(match first {
        Some(first) => Packing::of(window.bytes(first, START_BYTES)?),
        None => None,
    })
}
