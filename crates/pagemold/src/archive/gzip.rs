//! One gzip member in memory, at libdeflate's speed.

use libdeflater::{DecompressionError, Decompressor};
use memchr::memmem::{self, Finder};

use super::packing::{self, Output, Unpacked, Unpacker};

/// The first bytes of every member: magic number and the only method there is, deflate.
pub(super) const MAGIC: &[u8] = b"\x1f\x8b\x08";

const HEADER: usize = 10;
pub(super) const TRAILER: usize = 8;
/// Places that are tried as the member's end before the slow and exact way is taken.
const GUESSES: usize = 3;

/// Whether a member's header may start here.
pub(super) fn is_plausible(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) && bytes.get(3).is_some_and(|flags| flags & 0xe0 == 0)
}

/// Length of the member's header; none if it does not end within `bytes`.
pub(super) fn header_length(bytes: &[u8]) -> Option<usize> {
    let flags = *bytes.get(3)?;
    let mut length = HEADER;
    if flags & 4 != 0 {
        length += 2 + usize::from(u16::from_le_bytes([*bytes.get(length)?, *bytes.get(length + 1)?]));
    }
    for text in [8, 16] {
        if flags & text != 0 {
            length += memchr::memchr(0, bytes.get(length..)?)? + 1;
        }
    }
    length += if flags & 2 != 0 { 2 } else { 0 };
    (length <= bytes.len()).then_some(length)
}

/// Unpacks members one after the other into a buffer of its own.
pub(super) struct Gzip {
    inflate: Decompressor,
    magic: Finder<'static>,
}

impl Gzip {
    pub fn new() -> Self {
        Gzip { inflate: Decompressor::new(), magic: Finder::new(MAGIC) }
    }

    /// Unpacks the member at the start of `input`; `is_all` says that there is no more input to come.
    ///
    /// libdeflate is 1.4 times as fast as zlib-rs, but does not say how much input a member used. So the end is
    /// guessed, at the next place that looks like a member's start, and the guess is then proved: libdeflate is given
    /// the input up to the trailer that would stand there, and succeeds only if the stream ends at some T not after
    /// it. At T stand the checksum and length of what came out; if the first place where those eight bytes occur is
    /// the guessed trailer, T cannot be before it either. Whatever fails the proof (a trailer that occurs twice, other
    /// bytes after the member, damage) is left to an unpacker that counts its input.
    pub fn unpack(&mut self, input: &[u8], is_all: bool, output: &mut Output) -> Unpacked {
        if let Some(data) = header_length(input) {
            let mut from = data + TRAILER;
            for _ in 0..GUESSES {
                let Some(guess) = self.next_guess(input, from, is_all) else { break };
                match self.inflate_to(&input[data..guess], output) {
                    Ok(Some(length)) => return Unpacked::Whole { consumed: guess, length },
                    Ok(None) => break,
                    Err(DecompressionError::InsufficientSpace) => return Unpacked::TooLarge,
                    Err(DecompressionError::BadData) => from = guess + 1,
                }
            }
            if !is_all && self.next_guess(input, from, is_all).is_none() {
                return Unpacked::NeedsInput;
            }
        }
        packing::unpack(&mut Unpacker::gzip(), input, output, &mut 0)
    }

    /// The first place at or after `from` where the member may end.
    fn next_guess(&self, input: &[u8], from: usize, is_all: bool) -> Option<usize> {
        let rest = input.get(from..)?;
        let next = self.magic.find_iter(rest).map(|at| from + at).find(|&at| is_plausible(&input[at..]));
        next.or(is_all.then_some(input.len()))
    }

    /// Inflates a stream and its trailer; none if the trailer is not proved to be where the input ends.
    fn inflate_to(&mut self, member: &[u8], output: &mut Output) -> Result<Option<usize>, DecompressionError> {
        let (stream, trailer) = member.split_at(member.len() - TRAILER);
        loop {
            match self.inflate.deflate_decompress(stream, &mut output.bytes) {
                Ok(length) => {
                    let checksum = libdeflater::crc32(&output.bytes[..length]);
                    let expected = u64::from(checksum) | (length as u64) << 32;
                    let is_proved =
                        expected.to_le_bytes() == trailer && memmem::find(member, trailer) == Some(stream.len());
                    return Ok(is_proved.then_some(length));
                }
                Err(DecompressionError::InsufficientSpace) if output.grow() => {}
                Err(error) => return Err(error),
            }
        }
    }
}
