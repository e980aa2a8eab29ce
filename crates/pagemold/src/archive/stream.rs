//! A member too large for memory, unpacked as its records are asked for.

use std::io;

use super::packing::{State, Unpacker};
use super::view::View;
use super::window::Window;

/// Bytes read and written at a time. Fixed pieces that begin with the member make the walk the same from wherever it
/// came.
const PIECE: usize = 64 << 10;

/// How the member ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Sound,
    Damaged,
    OutOfInput,
}

/// The unpacker of one member and the last part of what it gave.
pub(super) struct Stream {
    unpacker: Unpacker,
    /// Where in the file the next input stands.
    pub input: u64,
    pub ending: Option<Ending>,
    buffer: Vec<u8>,
    base: u64,
    filled: usize,
    held: u64,
    limit: usize,
}

impl Stream {
    /// Begins the member at `offset` of the file; a record is kept up to `limit` bytes.
    pub fn new(unpacker: Unpacker, offset: u64, limit: usize) -> Self {
        let limit = limit.saturating_add(PIECE);
        Stream { unpacker, input: offset, ending: None, buffer: Vec::new(), base: 0, filled: 0, held: 0, limit }
    }

    /// The bytes in memory from `at` on.
    pub fn kept(&self, at: u64) -> &[u8] {
        let skip = usize::try_from(at.saturating_sub(self.base)).unwrap_or(usize::MAX).min(self.filled);
        &self.buffer[skip..self.filled]
    }

    /// Forgets the bytes before `from`.
    fn drop_before(&mut self, from: u64) {
        let kept = self.kept(from).len();
        self.buffer.copy_within(self.filled - kept..self.filled, 0);
        self.base += (self.filled - kept) as u64;
        self.filled = kept;
    }

    /// Unpacks one piece more.
    fn fill(&mut self, window: &mut Window) -> io::Result<()> {
        if self.buffer.len() < self.filled + PIECE {
            let larger = (self.buffer.len() * 2).max(self.filled + PIECE);
            self.buffer.resize(larger, 0);
        }
        let input = window.bytes(self.input, PIECE)?;
        let input = &input[..input.len().min(PIECE)];
        let room = &mut self.buffer[self.filled..self.filled + PIECE];
        let step = self.unpacker.step(input, room);
        self.input += step.read as u64;
        self.filled += step.written;
        self.ending = match step.state {
            State::Done => Some(Ending::Sound),
            State::Damaged => Some(Ending::Damaged),
            State::Going if step.read + step.written == 0 => Some(Ending::OutOfInput),
            State::Going => None,
        };
        Ok(())
    }
}

/// A stream together with the file it is fed from.
pub(super) struct Streaming<'a> {
    pub stream: &'a mut Stream,
    pub window: &'a mut Window,
}

impl View for Streaming<'_> {
    fn bytes(&mut self, at: u64, want: usize) -> io::Result<&[u8]> {
        let stream = &mut *self.stream;
        let wanted_to = at + want as u64;
        while stream.base + (stream.filled as u64) < wanted_to && stream.ending.is_none() {
            // Room is made when a piece of garbage has passed, not for every piece: moving bytes costs.
            let needed = if wanted_to - stream.held.min(at) <= stream.limit as u64 { stream.held.min(at) } else { at };
            if stream.filled + PIECE > stream.buffer.len() {
                stream.drop_before(needed);
            }
            stream.fill(self.window)?;
        }
        Ok(self.stream.kept(at))
    }

    fn end(&self) -> Option<u64> {
        self.stream.ending.map(|_| self.stream.base + self.stream.filled as u64)
    }

    fn is_sound(&self) -> bool {
        self.stream.ending == Some(Ending::Sound)
    }

    fn is_checked(&self) -> bool {
        true
    }

    fn hold(&mut self, from: u64) {
        self.stream.held = from;
    }

    fn reach(&self, from: u64) -> u64 {
        from.saturating_add((self.stream.limit - PIECE) as u64)
    }
}
