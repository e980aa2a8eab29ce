//! Undoes what was done to a body on its way: chunks, gzip, deflate, br, zstd, one over the other.
//!
//! Headers lie. Servers name codings they did not use, and crawlers store bodies decoded and keep the header. So a
//! coding that cannot be undone leaves the body as it is, with a flag; a page is never lost for it.

use std::mem;

use flate2::Decompress;
use zstd::stream::raw::{DParameter, Decoder};

use super::chunked::{self, Chunks};
use super::gzip::{self, Gzip};
use super::http::Response;
use super::packing::{self, Output, Unpacked, Unpacker};
use super::starts::ZSTD_MAGIC;
use crate::{Flags, Limits};

/// Codings that are undone at most; no server uses more than two.
const MOST_CODINGS: usize = 8;
/// Members of one body that are unpacked at most; a server sends one.
const MOST_MEMBERS: usize = 1000;
/// The window that RFC 8878 asks of a decoder of HTTP bodies: 8 MiB.
const ZSTD_WINDOW_LOG: u32 = 23;

/// Buffers for decoded bodies, used again for each page.
pub struct Scratch {
    gzip: Gzip,
    current: Output,
    next: Output,
}

impl Scratch {
    /// Buffers that hold a page as large as the limits allow.
    pub fn new(limits: &Limits) -> Self {
        // One byte more tells a page of exactly the limit from one that is too large.
        let limit = limits.page_bytes.saturating_add(1);
        Scratch { gzip: Gzip::new(), current: Output::new(limit), next: Output::new(limit) }
    }
}

/// The body without its transfer and content codings, and what is to say about it: `BODY_TRUNCATED` if some of it is
/// missing or over the limit, `ENCODING` if a coding could not be undone, or not to its end. Borrows the record if
/// there is nothing to undo.
pub fn decode_body<'a>(response: &Response<'a>, limits: &Limits, scratch: &'a mut Scratch) -> (&'a [u8], Flags) {
    let (codings, mut flags) = read_codings(response, response.body.len() as u64);
    let mut decoded = None;
    for coding in codings.into_iter().rev() {
        let input = decoded.map_or(response.body, |length| &scratch.current.bytes[..length]);
        if input.is_empty() {
            break;
        }
        let mut length = 0;
        let found = undo(coding, input, &mut scratch.gzip, &mut scratch.next, &mut length);
        flags |= found.flags;
        if found.is_usable {
            decoded = Some(length);
            mem::swap(&mut scratch.current, &mut scratch.next);
        }
    }
    let body = match decoded {
        Some(length) => &scratch.current.bytes[..length],
        None => response.body,
    };
    if body.len() > limits.page_bytes {
        return (&body[..limits.page_bytes], flags | Flags::BODY_TRUNCATED);
    }
    (body, flags)
}

/// What [`decode_body`] would say of a body of `length` bytes of which only the top is at hand: how many bytes it has
/// without its codings, and the flags. None if it has codings, which take the whole body to undo.
pub fn uncoded_size(response: &Response<'_>, length: u64, limits: &Limits) -> Option<(u64, Flags)> {
    let (codings, flags) = read_codings(response, length);
    let most = limits.page_bytes as u64;
    let cut = if length > most { Flags::BODY_TRUNCATED } else { Flags::NONE };
    codings.is_empty().then_some((length.min(most), flags | cut))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Chunked,
    Gzip,
    Deflate,
    Brotli,
    Zstd,
    Unknown,
}

impl Coding {
    /// The coding of that name; none for those that change nothing.
    fn of(name: &[u8]) -> Option<Coding> {
        match name.trim_ascii().to_ascii_lowercase().as_slice() {
            b"" | b"identity" | b"none" => None,
            b"chunked" => Some(Coding::Chunked),
            b"gzip" | b"x-gzip" => Some(Coding::Gzip),
            b"deflate" => Some(Coding::Deflate),
            b"br" => Some(Coding::Brotli),
            b"zstd" => Some(Coding::Zstd),
            _ => Some(Coding::Unknown),
        }
    }
}

/// The codings in the order they were applied, and whether a body of so many bytes is shorter than it should be.
fn read_codings(response: &Response<'_>, length: u64) -> (Vec<Coding>, Flags) {
    let (mut content, mut transfer, mut declared) = (Vec::new(), Vec::new(), None);
    for (name, value) in response.fields.iter() {
        if name.eq_ignore_ascii_case(b"Content-Encoding") {
            content.extend(value.split(|&byte| byte == b',').filter_map(Coding::of));
        } else if name.eq_ignore_ascii_case(b"Transfer-Encoding") {
            transfer.extend(value.split(|&byte| byte == b',').filter_map(Coding::of));
        } else if name.eq_ignore_ascii_case(b"Content-Length") {
            declared = std::str::from_utf8(value).ok().and_then(|digits| digits.parse::<u64>().ok());
        }
    }
    let is_short = transfer.is_empty() && declared.is_some_and(|declared| length < declared);
    let mut flags = if response.truncated || is_short { Flags::BODY_TRUNCATED } else { Flags::NONE };
    content.extend(transfer);
    if content.len() > MOST_CODINGS {
        flags |= Flags::ENCODING;
        content.drain(..content.len() - MOST_CODINGS);
    }
    (content, flags)
}

/// What came of undoing one coding: whether the output is to be used instead of the input.
struct Undone {
    is_usable: bool,
    flags: Flags,
}

const NOT_CODED: Undone = Undone { is_usable: false, flags: Flags::ENCODING };

fn undo(coding: Coding, input: &[u8], gzip: &mut Gzip, output: &mut Output, length: &mut usize) -> Undone {
    match coding {
        Coding::Unknown => NOT_CODED,
        Coding::Chunked => undo_chunks(input, output, length),
        Coding::Gzip if !input.starts_with(gzip::MAGIC) => NOT_CODED,
        Coding::Gzip => match gzip.unpack(input, true, output) {
            // One member that is all of the body, which is what servers send.
            Unpacked::Whole { consumed, length: whole } if consumed == input.len() => {
                *length = whole;
                Undone { is_usable: true, flags: Flags::NONE }
            }
            _ => undo_packing(|| Some(Unpacker::gzip()), gzip::MAGIC, input, output, length),
        },
        Coding::Zstd if !input.starts_with(ZSTD_MAGIC) => NOT_CODED,
        Coding::Zstd => undo_packing(zstd_unpacker, ZSTD_MAGIC, input, output, length),
        Coding::Brotli => undo_packing(|| Some(Unpacker::brotli()), &[], input, output, length),
        Coding::Deflate => {
            // The name means zlib's format, but some servers send the bare stream.
            let has_header = matches!(input, [first, second, ..]
                if first & 15 == 8 && u16::from_be_bytes([*first, *second]).is_multiple_of(31));
            let unpacker = || Some(Unpacker::Inflate(Decompress::new(has_header)));
            undo_packing(unpacker, &[], input, output, length)
        }
    }
}

fn zstd_unpacker() -> Option<Unpacker> {
    let mut decoder = Decoder::new().ok()?;
    decoder.set_parameter(DParameter::WindowLogMax(ZSTD_WINDOW_LOG)).ok()?;
    Some(Unpacker::Zstd(decoder))
}

fn undo_chunks(input: &[u8], output: &mut Output, length: &mut usize) -> Undone {
    output.bytes.clear();
    let found = chunked::decode(input, &mut output.bytes);
    *length = output.bytes.len();
    match found {
        Chunks::Whole => Undone { is_usable: true, flags: Flags::NONE },
        Chunks::CutShort => Undone { is_usable: true, flags: Flags::BODY_TRUNCATED },
        Chunks::Broken => Undone { is_usable: *length > 0, flags: Flags::ENCODING },
    }
}

/// Unpacks one member after the other, as long as the next one begins with the same magic.
fn undo_packing(
    unpacker: impl Fn() -> Option<Unpacker>,
    magic: &[u8],
    input: &[u8],
    output: &mut Output,
    length: &mut usize,
) -> Undone {
    let mut rest = input;
    for _ in 0..MOST_MEMBERS {
        let Some(mut unpacker) = unpacker() else { return NOT_CODED };
        match packing::unpack(&mut unpacker, rest, output, length) {
            Unpacked::Whole { consumed, .. } => rest = &rest[consumed..],
            Unpacked::TooLarge => return Undone { is_usable: true, flags: Flags::BODY_TRUNCATED },
            _ if is_text(input) => return NOT_CODED,
            Unpacked::NeedsInput => return Undone { is_usable: *length > 0, flags: Flags::BODY_TRUNCATED },
            Unpacked::Damaged => return Undone { is_usable: *length > 0, flags: Flags::ENCODING },
        }
        if magic.is_empty() || !rest.starts_with(magic) {
            // A text may begin like a short stream; then most of it is left over.
            let is_chance = !rest.is_empty() && is_text(input);
            return if is_chance { NOT_CODED } else { Undone { is_usable: true, flags: Flags::NONE } };
        }
    }
    Undone { is_usable: true, flags: Flags::ENCODING }
}

/// Whether bytes that are not in the coding they should be in are text instead: no control characters in front.
fn is_text(bytes: &[u8]) -> bool {
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 11 | 14..=26 | 28..=31 | 127);
    !bytes.iter().take(512).any(is_control)
}
