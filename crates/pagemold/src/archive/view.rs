//! Bytes in which records follow each other: the file itself, or what a member of it unpacks to.

use std::io;

use super::starts::{START_BYTES, is_record_start};

/// Access by offset to bytes of which only a part is in memory.
pub(super) trait View {
    /// The bytes from `at` on, at least `want` of them unless the end comes first.
    fn bytes(&mut self, at: u64, want: usize) -> io::Result<&[u8]>;

    /// The end, once it is known.
    fn end(&self) -> Option<u64>;

    /// Whether the end is the one that was meant, not that of a file or member cut short.
    fn is_sound(&self) -> bool;

    /// Whether the bytes come out of a packing with a checksum, so that they are what was once written.
    fn is_checked(&self) -> bool;

    /// Says that bytes from here on will be wanted again.
    fn hold(&mut self, _from: u64) {}

    /// How far one may look without losing the bytes held from `from` on.
    fn reach(&self, _from: u64) -> u64 {
        u64::MAX
    }

    /// Whether a record, or a member that holds one, starts at `at`.
    fn starts(&mut self, at: u64) -> io::Result<bool> {
        Ok(is_record_start(self.bytes(at, START_BYTES)?))
    }

    /// Where a record or member may begin in these bytes.
    fn candidate(bytes: &[u8]) -> Option<usize>
    where
        Self: Sized,
    {
        memchr::memchr_iter(b'W', bytes).find(|&at| bytes.get(at + 1).is_none_or(|&next| next == b'A'))
    }

    /// The first start in `from..until` of a record, or of a member that holds one.
    fn find_start(&mut self, from: u64, until: u64) -> io::Result<Option<u64>>
    where
        Self: Sized,
    {
        let mut at = from;
        while at < until {
            let bytes = self.bytes(at, 1)?;
            let length = bytes.len() as u64;
            if length == 0 {
                return Ok(None);
            }
            // The view is asked again about each candidate, so one may stand on the last byte in memory.
            match Self::candidate(bytes).map(|index| at + index as u64) {
                Some(place) if place >= until => return Ok(None),
                Some(place) if self.starts(place)? => return Ok(Some(place)),
                Some(place) => at = place + 1,
                None => at += length,
            }
        }
        Ok(None)
    }
}

/// What a member unpacked to, all of it in memory.
pub(super) struct Whole<'a>(pub &'a [u8]);

impl View for Whole<'_> {
    fn bytes(&mut self, at: u64, _want: usize) -> io::Result<&[u8]> {
        Ok(usize::try_from(at).ok().and_then(|at| self.0.get(at..)).unwrap_or_default())
    }

    fn end(&self) -> Option<u64> {
        Some(self.0.len() as u64)
    }

    fn is_sound(&self) -> bool {
        true
    }

    fn is_checked(&self) -> bool {
        true
    }
}
