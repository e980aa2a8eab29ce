//! Unpacking a member, a frame or a coded body step by step, and all at once where it fits.

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::{Decompress, FlushDecompress, Status};
use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};

/// The output buffer a walk begins with. It doubles when a member needs more, and stays.
const FIRST_OUTPUT_BYTES: usize = 256 << 10;

/// A decoder of one member or frame that says exactly how much of the input was the member's.
pub(super) enum Unpacker {
    Inflate(Decompress),
    Zstd(Decoder<'static>),
    Brotli(Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>>),
}

/// What one step did, also if it came to damage.
pub(super) struct Step {
    pub read: usize,
    pub written: usize,
    pub state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Going,
    Done,
    Damaged,
}

impl Unpacker {
    /// An unpacker that reads the member's header and checks its trailer as well.
    pub fn gzip() -> Self {
        Unpacker::Inflate(Decompress::new_gzip(15))
    }

    pub fn brotli() -> Self {
        let memory = StandardAlloc::default();
        Unpacker::Brotli(Box::new(BrotliState::new(memory, StandardAlloc::default(), StandardAlloc::default())))
    }

    /// Unpacks until the input is used up, the output is full or the member is at its end.
    pub fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        match self {
            Unpacker::Inflate(inflate) => {
                let (read, written) = (inflate.total_in(), inflate.total_out());
                let state = match inflate.decompress(input, output, FlushDecompress::None) {
                    Ok(Status::StreamEnd) => State::Done,
                    Ok(_) => State::Going,
                    Err(_) => State::Damaged,
                };
                let (read, written) = (inflate.total_in() - read, inflate.total_out() - written);
                Step { read: read as usize, written: written as usize, state }
            }
            Unpacker::Zstd(decoder) => {
                let (mut input, mut output) = (InBuffer::around(input), OutBuffer::around(output));
                let state = match decoder.run(&mut input, &mut output) {
                    Ok(0) => State::Done,
                    Ok(_) => State::Going,
                    Err(_) => State::Damaged,
                };
                Step { read: input.pos(), written: output.pos(), state }
            }
            Unpacker::Brotli(state) => {
                let (mut left, mut read, mut room, mut written) = (input.len(), 0, output.len(), 0);
                let result =
                    BrotliDecompressStream(&mut left, &mut read, input, &mut room, &mut written, output, &mut 0, state);
                let state = match result {
                    BrotliResult::ResultSuccess => State::Done,
                    BrotliResult::ResultFailure => State::Damaged,
                    BrotliResult::NeedsMoreInput | BrotliResult::NeedsMoreOutput => State::Going,
                };
                Step { read, written, state }
            }
        }
    }
}

/// What came of unpacking a member in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unpacked {
    /// The first `consumed` bytes of the input are a sound member of `length` bytes.
    Whole { consumed: usize, length: usize },
    /// The input ended before the member did.
    NeedsInput,
    /// The member holds more than an output buffer may.
    TooLarge,
    /// The input is no member.
    Damaged,
}

/// An output buffer that grows by doubling, never by a length found in a file.
pub(super) struct Output {
    /// All of the buffer; what is in use is for the caller to know.
    pub bytes: Vec<u8>,
    limit: usize,
}

impl Output {
    pub fn new(limit: usize) -> Self {
        Output { bytes: Vec::new(), limit }
    }

    /// One that begins with a buffer of another.
    pub fn reusing(bytes: Vec<u8>, limit: usize) -> Self {
        Output { bytes, limit }
    }

    /// What it grows to at most.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Makes the buffer larger; false when it is as large as it may be.
    pub fn grow(&mut self) -> bool {
        let larger = (self.bytes.len() * 2).max(FIRST_OUTPUT_BYTES).min(self.limit);
        let grows = larger > self.bytes.len();
        if grows {
            self.bytes.resize(larger, 0);
        }
        grows
    }
}

/// Unpacks one member from the start of `input` to the buffer from `length` on, which then counts what is there, also
/// if the member does not end well. Exact, but slower than [`super::gzip`]'s way.
pub(super) fn unpack(unpacker: &mut Unpacker, input: &[u8], output: &mut Output, length: &mut usize) -> Unpacked {
    let mut consumed = 0;
    loop {
        if *length == output.bytes.len() && !output.grow() {
            return Unpacked::TooLarge;
        }
        let step = unpacker.step(&input[consumed..], &mut output.bytes[*length..]);
        consumed += step.read;
        *length += step.written;
        match step.state {
            State::Done => return Unpacked::Whole { consumed, length: *length },
            State::Damaged => return Unpacked::Damaged,
            State::Going if *length == output.bytes.len() => {}
            State::Going if consumed == input.len() || step.read + step.written == 0 => return Unpacked::NeedsInput,
            State::Going => {}
        }
    }
}
