//! The part of a file that is in memory, which slides along with the walk.

use std::io;
use std::sync::Arc;

use zstd::stream::raw::Decoder;

use super::file::Archive;
use super::starts::{self, GZIP_START_BYTES, Packing, START_BYTES, ZSTD_START_BYTES};
use super::view::View;
use super::zst;

/// Bytes asked of the system at a time. Measured: between 64 KiB and 1 MiB it makes no difference.
const READ_BYTES: usize = 512 << 10;
/// The same after a jump, which may be for a look at a few bytes.
const LOOK_BYTES: usize = 16 << 10;

/// A view of the archive's file.
pub(super) struct Window {
    archive: Arc<Archive>,
    buffer: Vec<u8>,
    base: u64,
    filled: usize,
    end: u64,
    /// Where the piece that is walked ends; from there on, somebody else reads.
    piece_end: u64,
    zstd: Option<Decoder<'static>>,
}

impl Window {
    pub fn new(archive: &Arc<Archive>) -> Self {
        let (base, end) = (archive.start, archive.end);
        Window {
            archive: archive.clone(),
            buffer: archive.windows.take(),
            base,
            filled: 0,
            end,
            piece_end: end,
            zstd: None,
        }
    }

    /// Says that bytes from `end` on are hardly wanted.
    pub fn end_piece_at(&mut self, end: u64) {
        self.piece_end = end;
    }

    /// The bytes in memory from `at` on.
    pub fn kept(&self, at: u64) -> &[u8] {
        let skip = usize::try_from(at.saturating_sub(self.base)).unwrap_or(usize::MAX).min(self.filled);
        &self.buffer[skip..self.filled]
    }

    /// Moves what is wanted to the front of the buffer and reads until `want` bytes are there.
    fn slide(&mut self, at: u64, want: usize) -> io::Result<()> {
        let kept = match at.checked_sub(self.base).and_then(|skip| usize::try_from(skip).ok()) {
            Some(skip) if skip < self.filled => {
                self.buffer.copy_within(skip..self.filled, 0);
                self.filled - skip
            }
            _ => 0,
        };
        (self.base, self.filled) = (at, kept);
        let ahead = if kept == 0 { 0 } else { self.piece_end.saturating_sub(at) };
        let most = want.max(LOOK_BYTES.saturating_add(usize::try_from(ahead).unwrap_or(usize::MAX)));
        if self.buffer.len() < want.max(READ_BYTES) {
            self.buffer.resize(want.max(READ_BYTES), 0);
        }
        while self.filled < want {
            let position = self.base + self.filled as u64;
            let room = usize::try_from(self.end.saturating_sub(position)).unwrap_or(usize::MAX);
            let stop = self.buffer.len().min(most).min(self.filled.saturating_add(room));
            if stop == self.filled {
                break;
            }
            match self.archive.read_at(&mut self.buffer[self.filled..stop], position)? {
                0 => self.end = position, // the file became shorter while we read it
                read => self.filled += read,
            }
        }
        Ok(())
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        self.archive.windows.leave(std::mem::take(&mut self.buffer));
    }
}

impl View for Window {
    fn bytes(&mut self, at: u64, want: usize) -> io::Result<&[u8]> {
        let at = at.min(self.end);
        let filled_to = self.base + self.filled as u64;
        let wanted_to = at.saturating_add(want as u64).min(self.end);
        if at < self.base || wanted_to > filled_to {
            self.slide(at, want)?;
        }
        Ok(self.kept(at))
    }

    fn end(&self) -> Option<u64> {
        Some(self.end)
    }

    fn is_sound(&self) -> bool {
        false // a file that ends inside a record may have been cut
    }

    fn is_checked(&self) -> bool {
        false
    }

    fn starts(&mut self, at: u64) -> io::Result<bool> {
        match Packing::of(self.bytes(at, 5)?) {
            None => Ok(false),
            Some(Packing::Plain) => {
                // In packed bytes a record's first lines may stand unpacked, but hardly ever at the start of a line.
                let lead = usize::from(self.archive.is_packed() && at > self.archive.start);
                let bytes = self.bytes(at - lead as u64, lead + START_BYTES)?;
                // Fewer bytes than these were there a moment ago: the file became shorter.
                let Some((before, record)) = bytes.split_at_checked(lead) else { return Ok(false) };
                Ok(before.iter().all(|&before| before == b'\n') && starts::is_record_start(record))
            }
            Some(Packing::Gzip) => Ok(starts::is_gzip_start(self.bytes(at, GZIP_START_BYTES)?)),
            Some(Packing::Zstd) => {
                let mut decoder = match self.zstd.take() {
                    Some(decoder) => decoder,
                    None => zst::decoder(&self.archive)?,
                };
                let found = starts::is_zstd_start(self.bytes(at, ZSTD_START_BYTES)?, &mut decoder);
                self.zstd = Some(decoder);
                Ok(found)
            }
        }
    }

    fn candidate(bytes: &[u8]) -> Option<usize> {
        memchr::memchr3_iter(b'W', 0x1f, 0x28, bytes).find(|&at| match bytes.get(at..at + 2) {
            None | Some(b"WA" | b"\x1f\x8b" | b"\x28\xb5") => true,
            Some(_) => false,
        })
    }
}
