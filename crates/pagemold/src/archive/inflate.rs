//! Inflates a deflate stream (RFC 1951) as far as somebody wants it, and further when he does.
//!
//! libdeflate inflates all of a stream or nothing, and zlib goes on where it stopped but takes half as long again. The
//! top of a page is a tenth of it, and nobody knows beforehand how much of it will be enough. So this one is made for
//! tops: it stops where it is told, keeps its tables, and goes on. It is no judge: whatever it cannot read, or finds at
//! the end of its input, is left to those who check every byte.

use super::bits::Bits;
use super::huffman::{self, DISTANCES, LENGTHS, LITERALS, Table};

/// The largest copy; the output must have room for one more than is asked for.
const LONGEST_COPY: usize = 258;
/// Room behind what is asked for: a copy that begins before the end, written a word at a time.
pub(super) const SPARE_BYTES: usize = LONGEST_COPY + 16;

/// The order in which the lengths of the code for lengths are written.
const LENGTH_ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Where in a stream the reading stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    /// Before the header of a block.
    Blocks,
    /// In a block of codes.
    Codes,
    /// In a stored block, of which so many bytes are left.
    Stored(usize),
    /// Behind the last block.
    End,
}

/// What came of reading on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// At least as many bytes as were wanted are there.
    Wanted,
    /// The stream ended before that.
    End,
    /// The input ended before that, or is no deflate stream.
    Nothing,
}

/// One stream after the other, each as far as it is wanted.
pub(super) struct Inflate {
    /// The bits that were held when the reading stopped, how many, and where in the input the next one stands.
    held: u64,
    count: u32,
    at: usize,
    within: Within,
    is_last: bool,
    filled: usize,
    lengths: Table<LENGTHS>,
    literals: Table<LITERALS>,
    distances: Table<DISTANCES>,
}

impl Inflate {
    pub fn new() -> Self {
        Inflate {
            held: 0,
            count: 0,
            at: 0,
            within: Within::End,
            is_last: true,
            filled: 0,
            lengths: Table::new(),
            literals: Table::new(),
            distances: Table::new(),
        }
    }

    /// Turns to a stream that begins at byte `at` of the input.
    pub fn begin(&mut self, at: usize) {
        (self.held, self.count, self.at) = (0, 0, at);
        (self.within, self.is_last, self.filled) = (Within::Blocks, false, 0);
    }

    /// How many bytes are in the output; some more than were wanted, as copies are not cut in two.
    pub fn filled(&self) -> usize {
        self.filled
    }

    /// Goes on until `want` bytes are in `output`, which holds what came before and has room for [`SPARE_BYTES`] more.
    /// The input is the same each time, or more of it.
    pub fn read(&mut self, input: &[u8], output: &mut [u8], want: usize) -> Reached {
        let reached = self.read_some(input, output, want);
        if reached.is_none() {
            self.within = Within::End;
        }
        reached.unwrap_or(Reached::Nothing)
    }

    fn read_some(&mut self, input: &[u8], output: &mut [u8], want: usize) -> Option<Reached> {
        let output = output.get_mut(..want + SPARE_BYTES)?;
        let mut bits = Bits { held: self.held, count: self.count, rest: input.get(self.at..)?, made_up: 0 };
        while self.filled < want {
            match self.within {
                Within::Blocks => self.block_header(input, &mut bits)?,
                Within::Codes => self.codes(&mut bits, output, want)?,
                Within::Stored(left) => self.stored(&mut bits, output, want, left)?,
                Within::End => break,
            }
            if bits.is_past() {
                return None;
            }
        }
        if self.filled < want {
            return Some(Reached::End);
        }
        (self.held, self.count, self.at) = (bits.held, bits.count, input.len() - bits.rest.len());
        (bits.made_up == 0).then_some(Reached::Wanted)
    }

    fn block_header<'a>(&mut self, input: &'a [u8], bits: &mut Bits<'a>) -> Option<()> {
        if self.is_last {
            self.within = Within::End;
            return Some(());
        }
        bits.refill();
        self.is_last = bits.take(1) == 1;
        match bits.take(2) {
            0 => {
                let length = bits.stored_length(input)?;
                self.within = Within::Stored(length);
            }
            1 => {
                self.within = Within::Codes;
                self.literals.build(&huffman::fixed_literals(), &huffman::LITERAL_MEANINGS)?;
                self.distances.build(&[5; 32], &huffman::DISTANCE_MEANINGS)?;
            }
            2 => {
                self.within = Within::Codes;
                self.code_lengths(bits)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Reads the two codes of a block, which are coded themselves.
    fn code_lengths(&mut self, bits: &mut Bits<'_>) -> Option<()> {
        let (literals, distances, written) = (bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4);
        let mut of_lengths = [0; 19];
        for &place in &LENGTH_ORDER[..written] {
            bits.refill();
            of_lengths[place] = bits.take(3) as u8;
        }
        self.lengths.build(&of_lengths, &huffman::LENGTH_MEANINGS)?;
        let mut lengths = [0u8; 288 + 32 + 138];
        let (mut at, end) = (0, literals + distances);
        while at < end {
            bits.refill();
            let entry = self.lengths.first(bits.held);
            bits.skip(entry);
            let symbol = entry >> 16;
            if symbol < 16 {
                lengths[at] = symbol as u8;
                at += 1;
                continue;
            }
            let (length, times) = match symbol {
                16 => (lengths[at.checked_sub(1)?], 3 + bits.take(2)),
                17 => (0, 3 + bits.take(3)),
                _ => (0, 11 + bits.take(7)),
            };
            lengths[at..at + times].fill(length);
            at += times;
        }
        if at != end {
            return None;
        }
        self.distances.build(&lengths[literals..end], &huffman::DISTANCE_MEANINGS)?;
        self.literals.build(&lengths[..literals], &huffman::LITERAL_MEANINGS)
    }

    fn stored(&mut self, bits: &mut Bits<'_>, output: &mut [u8], want: usize, left: usize) -> Option<()> {
        let length = left.min(want - self.filled);
        let (bytes, rest) = bits.rest.split_at_checked(length)?;
        output[self.filled..self.filled + length].copy_from_slice(bytes);
        bits.rest = rest;
        self.filled += length;
        self.within = if left > length { Within::Stored(left - length) } else { Within::Blocks };
        Some(())
    }

    /// The codes of a block, until it ends or enough is there.
    fn codes(&mut self, outer: &mut Bits<'_>, output: &mut [u8], want: usize) -> Option<()> {
        let (literals, distances) = (&self.literals, &self.distances);
        let (mut bits, mut filled) = (*outer, self.filled);
        while filled < want {
            bits.refill();
            let mut entry = literals.first(bits.held);
            // 56 bits are enough for two literals that are found at once and whatever comes third.
            if huffman::is_literal(entry) {
                bits.skip(entry);
                output[filled] = (entry >> 16) as u8;
                filled += 1;
                entry = literals.first(bits.held);
                if huffman::is_literal(entry) {
                    bits.skip(entry);
                    output[filled] = (entry >> 16) as u8;
                    filled += 1;
                    entry = literals.first(bits.held);
                }
            }
            if huffman::is_longer(entry) {
                entry = literals.longer(entry, bits.held);
                bits.skip(Table::<LITERALS>::FIRST_BITS as u32);
            }
            let before = bits.held;
            bits.skip(entry);
            if huffman::is_literal(entry) {
                output[filled] = (entry >> 16) as u8;
                filled += 1;
                continue;
            }
            if huffman::is_no_value(entry) {
                self.within = Within::Blocks;
                if huffman::is_end(entry) {
                    break;
                }
                return None;
            }
            let length = huffman::value(entry, before);
            bits.refill();
            let mut entry = distances.first(bits.held);
            if huffman::is_longer(entry) {
                entry = distances.longer(entry, bits.held);
                bits.skip(Table::<DISTANCES>::FIRST_BITS as u32);
            }
            let before = bits.held;
            bits.skip(entry);
            let distance = huffman::value(entry, before);
            if distance > filled || huffman::is_no_value(entry) {
                return None;
            }
            copy(output, filled, distance, length);
            filled += length;
        }
        (*outer, self.filled) = (bits, filled);
        Some(())
    }
}

/// Copies `length` bytes from `distance` before `to`, which may be among the copied ones. What is written past the end of
/// the copy is written again later.
#[inline(always)]
fn copy(output: &mut [u8], to: usize, distance: usize, length: usize) {
    let (before, after) = output.split_at_mut(to);
    let from = &before[to - distance..];
    match (from.first_chunk::<16>(), after.first_chunk_mut::<16>()) {
        (Some(word), Some(place)) => {
            *place = *word;
            if length > 16 {
                copy_long(output, to, distance, length);
            }
        }
        _ => copy_near(output, to, distance, length),
    }
}

/// The rest of a copy of more than 16 bytes from at least as far away, of which the first are done.
fn copy_long(output: &mut [u8], to: usize, distance: usize, length: usize) {
    let mut place = to + 16;
    while place < to + length {
        let Some(&word) = output[place - distance..].first_chunk::<16>() else { return };
        let Some(room) = output[place..].first_chunk_mut::<16>() else { return };
        *room = word;
        place += 16;
    }
}

/// A copy of bytes that stand fewer than 16 bytes before, as in runs of spaces.
fn copy_near(output: &mut [u8], to: usize, distance: usize, length: usize) {
    if distance == 1 {
        let byte = output[to - 1];
        output[to..to + length].fill(byte);
        return;
    }
    for place in to..to + length {
        output[place] = output[place - distance];
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::{Inflate, Reached, SPARE_BYTES};

    fn random(state: &mut u64, below: usize) -> usize {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 33) as usize % below
    }

    /// Contents of all kinds: none, noise, runs, markup.
    fn contents() -> Vec<Vec<u8>> {
        let mut state = 1;
        let mut all = vec![Vec::new(), b"a".to_vec(), vec![b'x'; 70_000]];
        for size in [10, 300, 5_000, 100_000] {
            all.push((0..size).map(|_| random(&mut state, 256) as u8).collect());
            all.push((0..size).map(|_| b"ab"[random(&mut state, 2)]).collect());
            let mut page = Vec::new();
            while page.len() < size {
                let words: [&[u8]; 6] =
                    [b"<div class=\"", b"item", b"\">", b"</div>\n", b"<p>some text</p>", b"\xc3\xa9"];
                page.extend_from_slice(words[random(&mut state, 6)]);
                page.push(random(&mut state, 256) as u8);
            }
            all.push(page);
        }
        all
    }

    fn deflated(content: &[u8], level: u32) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(level));
        encoder.write_all(content).expect("a vector takes all");
        encoder.finish().expect("a vector takes all")
    }

    #[test]
    fn gives_the_content_in_steps_of_any_size() {
        let mut inflate = Inflate::new();
        for content in contents() {
            for level in [0, 1, 6, 9] {
                let mut stream = b"before".to_vec();
                stream.extend(deflated(&content, level));
                stream.extend(b"what follows");
                for step in [1, 7, 1000, 1 << 20] {
                    if content.len() / step > 20_000 {
                        continue;
                    }
                    let mut output = vec![0; content.len() + step + SPARE_BYTES];
                    inflate.begin(6);
                    let mut want = step.min(content.len());
                    while want < content.len() {
                        assert_eq!(inflate.read(&stream, &mut output, want), Reached::Wanted);
                        assert!(inflate.filled() >= want && inflate.filled() <= content.len());
                        assert!(output[..inflate.filled()] == content[..inflate.filled()]);
                        want = inflate.filled() + step;
                    }
                    assert_eq!(inflate.read(&stream, &mut output, content.len() + 1), Reached::End);
                    assert!(output[..inflate.filled()] == content);
                }
            }
        }
    }

    #[test]
    fn an_input_that_is_cut_or_damaged_gives_nothing_false_before_the_cut() {
        let mut state = 7;
        let mut inflate = Inflate::new();
        for content in contents() {
            let stream = deflated(&content, 6);
            let mut output = vec![0; content.len() + 1 + SPARE_BYTES];
            for _ in 0..50 {
                let cut = random(&mut state, stream.len());
                inflate.begin(0);
                let want = content.len() + 1;
                assert_ne!(inflate.read(&stream[..cut], &mut output, want), Reached::Wanted);
                let mut damaged = stream.clone();
                damaged[cut] ^= 1 << random(&mut state, 8);
                inflate.begin(0);
                inflate.read(&damaged, &mut output, want);
            }
        }
    }
}
