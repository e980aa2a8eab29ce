//! Where a record truly starts: the tests that tell it from bytes that happen to look alike.

use flate2::{Decompress, FlushDecompress};
use zstd::stream::raw::{Decoder, Operation};

use super::{gzip, zst};

/// Bytes that decide whether a record starts: its first line, and the name of its first field.
pub(super) const START_BYTES: usize = 160;
/// Bytes of a gzip member that are enough to inflate its first ones.
pub(super) const GZIP_START_BYTES: usize = 4 << 10;
/// Bytes of a zstd frame that hold its first block, which is at most 128 KiB.
pub(super) const ZSTD_START_BYTES: usize = 132 << 10;

const RECORD: &[u8] = b"WARC/";
pub(super) const ZSTD_MAGIC: &[u8] = b"\x28\xb5\x2f\xfd";

/// How the unit at some place of a file is packed, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Plain,
    Gzip,
    Zstd,
}

impl Packing {
    pub fn of(bytes: &[u8]) -> Option<Packing> {
        if bytes.starts_with(RECORD) {
            Some(Packing::Plain)
        } else if bytes.starts_with(gzip::MAGIC) {
            Some(Packing::Gzip)
        } else if bytes.starts_with(ZSTD_MAGIC) {
            Some(Packing::Zstd)
        } else {
            None
        }
    }
}

/// Whether these are too few bytes to tell, or those of a skippable frame that goes on after the end of the file.
pub(super) fn is_cut_start(bytes: &[u8]) -> bool {
    let is_part_of = |start: &&[u8]| start.starts_with(bytes);
    [RECORD, gzip::MAGIC, ZSTD_MAGIC].iter().any(is_part_of) || zst::skippable_length(bytes).is_some()
}

/// A version line, and after it a field that only records have. Looks at no more than [`START_BYTES`].
///
/// That the first line is at the start of a line is not asked for: after damage it may not be.
pub(super) fn is_record_start(bytes: &[u8]) -> bool {
    let Some(version) = bytes[..bytes.len().min(START_BYTES)].strip_prefix(RECORD) else { return false };
    let Some(feed) = memchr::memchr(b'\n', version) else { return false };
    let is_version = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let (number, field) = (version[..feed].trim_ascii_end(), &version[feed + 1..]);
    let name = field.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    let begins_with = |start: &[u8]| field.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start));
    !number.is_empty()
        && number.len() <= 8
        && number.iter().all(is_version)
        && (begins_with(b"WARC-") || begins_with(b"Content-"))
        && field[name..].trim_ascii_start().starts_with(b":")
}

/// Whether a gzip member starts here whose content starts with a record.
pub(super) fn is_gzip_start(bytes: &[u8]) -> bool {
    if !gzip::is_plausible(bytes) {
        return false;
    }
    let mut first = [0; 64];
    let mut inflate = Decompress::new_gzip(15);
    let bytes = &bytes[..bytes.len().min(GZIP_START_BYTES)];
    // An error may come after the bytes looked for: those of a short record whose trailer is damaged.
    let _ = inflate.decompress(bytes, &mut first, FlushDecompress::None);
    begins_with_record(&first[..inflate.total_out() as usize])
}

/// Whether a zstd frame starts here whose content starts with a record.
pub(super) fn is_zstd_start(bytes: &[u8], decoder: &mut Decoder<'static>) -> bool {
    let mut first = [0; 64];
    let bytes = &bytes[..bytes.len().min(ZSTD_START_BYTES)];
    bytes.starts_with(ZSTD_MAGIC)
        && decoder.reinit().is_ok()
        && decoder
            .run_on_buffers(bytes, &mut first)
            .is_ok_and(|status| begins_with_record(&first[..status.bytes_written]))
}

fn begins_with_record(content: &[u8]) -> bool {
    let blank = content.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    content[blank..].starts_with(RECORD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_starts_with_a_version_and_a_field() {
        let cases: [(&[u8], bool); 13] = [
            (b"WARC/1.0\r\nWARC-Type: response\r\n", true),
            (b"WARC/1.1\nContent-Length : 3", true),
            (b"WARC/0.17 \r\nwarc-x:", true),
            (b"WARC/1.0\r\nconformsTo: http://", false),
            (b"WARC/1.0", false),
            (b"WARC/1.0\r\n", false),
            (b"WARC/1.0\r\nWARC-Ty", false),
            (b"WARC/1.0 is a version\r\nWARC-A: b", false),
            (b"WARC/\r\nWARC-A: b", false),
            (b"WARC/1.0\r\n\r\nWARC-A: b", false),
            (b"WARC/1.0\r\nWARC- is text: b", false),
            (b"WARC-Type: a", false),
            (b"", false),
        ];
        for (bytes, expected) in cases {
            assert_eq!(is_record_start(bytes), expected, "{}", bytes.escape_ascii());
        }
    }
}
