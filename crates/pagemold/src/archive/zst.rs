//! One zstd frame in memory, and the frames around it that are not data: skippable ones, and the dictionary.
//!
//! A `.warc.zst` file may begin with a skippable frame that holds the dictionary of all others, itself plain or a zstd
//! frame (IIPC's "WARC Zstandard" note).

use std::io;

use zstd::stream::raw::{Decoder, Operation};
use zstd::zstd_safe;

use super::file::Archive;
use super::packing::{self, Output, Unpacked, Unpacker};
use super::starts::ZSTD_MAGIC;

const DICTIONARY_MAGIC: &[u8] = b"\x5d\x2a\x4d\x18";
const SKIPPABLE_HEADER: usize = 8;
/// Larger than any dictionary that helps; a file that claims more is read without.
const DICTIONARY_LIMIT: usize = 16 << 20;

/// Length of the skippable frame that starts here.
pub(super) fn skippable_length(bytes: &[u8]) -> Option<u64> {
    match bytes {
        [0x50..=0x5f, 0x2a, 0x4d, 0x18, a, b, c, d, ..] => {
            Some(SKIPPABLE_HEADER as u64 + u64::from(u32::from_le_bytes([*a, *b, *c, *d])))
        }
        _ => None,
    }
}

/// The dictionary at the start of an archive; empty when there is none or it cannot be used.
pub(super) fn dictionary(archive: &Archive) -> io::Result<Vec<u8>> {
    let mut header = [0; SKIPPABLE_HEADER];
    let most = archive.end.saturating_sub(archive.start).min(DICTIONARY_LIMIT as u64);
    if archive.read_at(&mut header, archive.start)? < SKIPPABLE_HEADER || !header.starts_with(DICTIONARY_MAGIC) {
        return Ok(Vec::new());
    }
    let Some(length) = skippable_length(&header).filter(|&length| length <= most) else {
        return Ok(Vec::new());
    };
    let mut content = vec![0; length as usize - SKIPPABLE_HEADER];
    let mut filled = 0;
    while filled < content.len() {
        match archive.read_at(&mut content[filled..], archive.start + (SKIPPABLE_HEADER + filled) as u64)? {
            0 => return Ok(Vec::new()),
            read => filled += read,
        }
    }
    if !content.starts_with(ZSTD_MAGIC) {
        return Ok(content);
    }
    let mut output = Output::new(DICTIONARY_LIMIT);
    let length = match packing::unpack(&mut Unpacker::Zstd(Decoder::new()?), &content, &mut output, &mut 0) {
        Unpacked::Whole { length, .. } => length,
        _ => 0,
    };
    output.bytes.truncate(length);
    Ok(output.bytes)
}

/// A decoder of the archive's frames.
pub(super) fn decoder(archive: &Archive) -> io::Result<Decoder<'static>> {
    Decoder::with_dictionary(&archive.dictionary)
}

/// Unpacks the frame at the start of `input`; `is_all` says that there is no more input to come.
pub(super) fn unpack(unpacker: &mut Unpacker, input: &[u8], is_all: bool, output: &mut Output) -> Unpacked {
    let frame = match zstd_safe::find_frame_compressed_size(input) {
        Ok(length) => &input[..length],
        Err(_) if is_all => input,
        Err(code) if zstd_safe::get_error_name(code) == "Src size is incorrect" => return Unpacked::NeedsInput,
        Err(_) => return Unpacked::Damaged,
    };
    if let Unpacker::Zstd(decoder) = unpacker
        && decoder.reinit().is_err()
    {
        return Unpacked::Damaged;
    }
    packing::unpack(unpacker, frame, output, &mut 0)
}
