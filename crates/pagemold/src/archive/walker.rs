//! Walks an archive from record to record, over damage.

use std::io;
use std::sync::Arc;

use super::fields::Fields;
use super::file::Archive;
use super::gzip::Gzip;
use super::member::{Content, Inside, Member};
use super::packing::{Output, Unpacked, Unpacker};
use super::record::{Located, Place, Record, locate};
use super::skim::{Skim, Top};
use super::starts::{Packing, is_cut_start};
use super::stream::{Ending, Stream};
use super::view::View;
use super::window::Window;
use super::zst;
use crate::{Error, Result};

/// Room for the HTTP header beside a page, and for the record's own header.
const HEADER_BYTES: usize = 64 << 10;
/// What of a member is looked at first; more is read if that was not enough.
const FIRST_INPUT_BYTES: usize = 32 << 10;

/// A place in the file where something was lost, or is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Where it starts in the file; for damage inside a member, where the member starts.
    pub offset: u64,
    /// Bytes that were passed over: of the file, or of what the member unpacks to. 0 if nothing was lost.
    pub skipped: u64,
    /// What it is, in a word that never changes.
    pub code: &'static str,
    /// What it is, for people.
    pub message: &'static str,
}

/// The kinds of damage: code and message.
type Trouble = (&'static str, &'static str);
const DAMAGED: Trouble = ("damaged", "a packed record does not unpack");
const GARBAGE: Trouble = ("garbage", "bytes between records that are no record");
const TRUNCATED: Trouble = ("truncated", "the file ends inside a record");
const LENGTH: Trouble = ("length", "Content-Length is wrong or missing; the record was read up to its true end");
const HEADER: Trouble = ("header", "a record's header does not end");

/// Lends the records of an archive, or of a piece of it, one at a time.
///
/// To share one archive among workers, cut its range anywhere, give each worker a piece by [`Archive::walk_guess`] and
/// join the results in order: a worker's guess was right if its [`first_start`](Self::first_start) is the final
/// [`position`](Self::position) of the one before it. If it was not, walk that piece again by [`Archive::walk_exact`]
/// from that position; if the position is not before the piece's stop, the piece holds nothing.
pub struct Walker {
    archive: Arc<Archive>,
    window: Window,
    output: Output,
    gzip: Gzip,
    zstd: Option<Unpacker>,
    member: Option<Member>,
    skim: Option<Skim>,
    /// The record that was found last, if only its top was unpacked.
    top: Option<Top>,
    first_start: Option<u64>,
    position: u64,
    stop: u64,
    damage: Vec<Damage>,
}

impl Drop for Walker {
    fn drop(&mut self) {
        self.archive.outputs.leave(std::mem::take(&mut self.output.bytes));
    }
}

impl Walker {
    pub(super) fn exact(archive: &Arc<Archive>, from: u64, stop: u64) -> Self {
        let mut window = Window::new(archive);
        window.end_piece_at(stop);
        Walker {
            archive: archive.clone(),
            window,
            output: Output::reusing(archive.outputs.take(), archive.limits.page_bytes.saturating_add(2 * HEADER_BYTES)),
            gzip: Gzip::new(),
            zstd: None,
            member: None,
            skim: None,
            top: None,
            first_start: Some(from),
            position: from,
            stop: stop.min(archive.end),
            damage: Vec::new(),
        }
    }

    pub(super) fn guess(archive: &Arc<Archive>, from: u64, stop: u64) -> io::Result<Self> {
        let mut walker = Walker::exact(archive, from, stop);
        walker.first_start = walker.window.find_start(from, walker.stop)?;
        walker.position = walker.first_start.unwrap_or(walker.stop);
        Ok(walker)
    }

    /// Unpacks no more than the top of a record where that is safe: see [`Record::unread`], [`Self::more`] and [`Self::whole`].
    ///
    /// Most of a packed archive is then never unpacked, and damage there is not noticed.
    pub fn skimming(mut self) -> Self {
        self.skim = Some(Skim::new());
        self
    }

    /// The next record, or none at the end. An error is one of the system; damage is told by [`Self::damage`].
    #[allow(clippy::should_implement_trait)] // a record borrows the walker, which Iterator has no words for
    pub fn next(&mut self) -> Result<Option<Record<'_>>> {
        let found = self.advance();
        self.lend_found(found)
    }

    /// More of the record that was lent last, if that was only its top: larger tops, then [`Self::whole`].
    pub fn more(&mut self) -> Result<Option<Record<'_>>> {
        if let (Some(top), Some(skim)) = (&self.top, &mut self.skim)
            && skim.reads_on(&self.window, top.offset)
        {
            return Ok(Some(self.lend(top.place)));
        }
        self.whole()
    }

    /// The record that was lent last, if that was only its top, unpacked and checked to its end. None if this shows it
    /// to be damaged; the walk then goes on after the damage.
    pub fn whole(&mut self) -> Result<Option<Record<'_>>> {
        let found = self.unpack_whole();
        self.lend_found(found)
    }

    fn lend_found(&self, found: io::Result<Option<Place>>) -> Result<Option<Record<'_>>> {
        match found {
            Ok(place) => Ok(place.map(|place| self.lend(place))),
            Err(source) => Err(Error::Read { path: self.archive.path().to_owned(), source }),
        }
    }

    /// Where the first record was looked for or found; none if nothing in the piece looks like a start.
    pub fn first_start(&self) -> Option<u64> {
        self.first_start
    }

    /// Where in the file the walk goes on. At the end of the walk: where the first record stands that is not its own.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The damage met so far, in the order of the file.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// The same, for the taking.
    pub fn take_damage(&mut self) -> Vec<Damage> {
        std::mem::take(&mut self.damage)
    }

    /// Goes to the next record. Except inside a member, where it goes on depends on the position alone, which is what
    /// makes a walk in pieces the same as one walk.
    fn advance(&mut self) -> io::Result<Option<Place>> {
        self.top = None;
        loop {
            let found = if let Some(member) = self.member.take() {
                self.step_in(member)?
            } else {
                self.skip_padding()?;
                if self.position >= self.stop {
                    return Ok(None);
                }
                match Packing::of(self.window.bytes(self.position, 5)?) {
                    Some(Packing::Plain) => self.plain_record()?,
                    Some(Packing::Gzip) if self.skims()? => self.top.as_ref().map(|top| top.place),
                    Some(packing) => self.open_member(packing)?,
                    None => self.skip_garbage()?,
                }
            };
            if found.is_some() {
                return Ok(found);
            }
        }
    }

    /// Passes over what may stand between records without being damage: line ends, zeros, skippable frames.
    fn skip_padding(&mut self) -> io::Result<()> {
        let end = self.archive.end;
        loop {
            let bytes = self.window.bytes(self.position, 8)?;
            let padding = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n' | 0)).count() as u64;
            let frame = zst::skippable_length(bytes).filter(|length| length + self.position <= end);
            match padding + frame.unwrap_or(0) {
                0 => return Ok(()),
                skipped => self.position += skipped,
            }
        }
    }

    fn plain_record(&mut self) -> io::Result<Option<Place>> {
        let offset = self.position;
        let limit = self.block_limit();
        match locate(&mut self.window, offset, limit)? {
            Located::Record(place) => {
                if place.is_length_wrong {
                    self.note(offset, 0, LENGTH);
                }
                self.position = place.next;
                self.window.bytes(offset, (place.block_end - offset) as usize)?;
                return Ok(Some(place));
            }
            Located::Cut => self.resynchronise(offset, offset, TRUNCATED)?,
            Located::NoHeader => self.resynchronise(offset, offset, HEADER)?,
        }
        Ok(None)
    }

    fn skip_garbage(&mut self) -> io::Result<Option<Place>> {
        let offset = self.position;
        let rest = self.window.bytes(offset, 8)?;
        let trouble = if is_cut_start(rest) { TRUNCATED } else { GARBAGE };
        self.resynchronise(offset, offset, trouble)?;
        Ok(None)
    }

    /// Whether the top of the member at the position was enough to tell where it ends.
    fn skims(&mut self) -> io::Result<bool> {
        let Some(skim) = &mut self.skim else { return Ok(false) };
        let limit = self.archive.limits.page_bytes.saturating_add(HEADER_BYTES);
        self.top = skim.read(&mut self.window, self.position, limit)?;
        self.position = self.top.as_ref().map_or(self.position, |top| top.end);
        Ok(self.top.is_some())
    }

    fn unpack_whole(&mut self) -> io::Result<Option<Place>> {
        let Some(top) = self.top.take() else { return Ok(None) };
        self.position = top.offset;
        self.open_member(Packing::Gzip)?;
        while let Some(member) = self.member.take() {
            if let Some(place) = self.step_in(member)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Unpacks the member at the position, or begins to, if it is larger than what may be in memory.
    fn open_member(&mut self, packing: Packing) -> io::Result<Option<Place>> {
        let offset = self.position;
        let most = self.output.limit().saturating_add(HEADER_BYTES);
        let mut want = FIRST_INPUT_BYTES;
        loop {
            self.window.bytes(offset, want)?;
            // The window's end, not the archive's: if the file became shorter, no more input will come.
            let (input, end) = (self.window.kept(offset), self.window.end());
            let input = &input[..input.len().min(most)];
            let length = input.len();
            let is_end = end.is_some_and(|end| offset + length as u64 >= end);
            let is_all = is_end || length == most;
            let unpacked = match (packing, &mut self.zstd) {
                (Packing::Zstd, zstd) => {
                    let unpacker = match zstd {
                        Some(unpacker) => unpacker,
                        None => zstd.insert(Unpacker::Zstd(zst::decoder(&self.archive)?)),
                    };
                    zst::unpack(unpacker, input, is_all, &mut self.output)
                }
                _ => self.gzip.unpack(input, is_all, &mut self.output),
            };
            match unpacked {
                Unpacked::Whole { consumed, length } => {
                    let packed = consumed as u64;
                    self.position = offset + packed;
                    self.member = Some(Member::new(offset, Content::Whole { length, packed }));
                }
                Unpacked::NeedsInput if is_end => self.resynchronise(offset, offset, TRUNCATED)?,
                Unpacked::NeedsInput if !is_all => {
                    want = length.saturating_mul(2);
                    continue;
                }
                Unpacked::NeedsInput | Unpacked::TooLarge => self.member = Some(self.open_stream(packing)?),
                Unpacked::Damaged => self.resynchronise(offset, offset, DAMAGED)?,
            }
            return Ok(None);
        }
    }

    fn open_stream(&self, packing: Packing) -> io::Result<Member> {
        let unpacker = match packing {
            Packing::Zstd => Unpacker::Zstd(zst::decoder(&self.archive)?),
            _ => Unpacker::gzip(),
        };
        let stream = Stream::new(unpacker, self.position, self.output.limit());
        Ok(Member::new(self.position, Content::Stream(Box::new(stream))))
    }

    fn step_in(&mut self, mut member: Member) -> io::Result<Option<Place>> {
        let limit = self.block_limit();
        let found = member.step(&mut self.window, &self.output, limit)?;
        let mut place = None;
        match found {
            Inside::Record(found) => {
                if found.is_length_wrong {
                    self.note(member.offset, 0, LENGTH);
                }
                place = Some(found);
            }
            Inside::WrongLength => self.note(member.offset, 0, LENGTH),
            Inside::Garbage(skipped) => self.note(member.offset, skipped, GARBAGE),
            Inside::NoHeader(skipped) => self.note(member.offset, skipped, HEADER),
            Inside::End => {
                self.close_member(&member)?;
                return Ok(None);
            }
        }
        self.member = Some(member);
        Ok(place)
    }

    fn close_member(&mut self, member: &Member) -> io::Result<()> {
        let Content::Stream(stream) = &member.content else { return Ok(()) };
        match stream.ending {
            Some(Ending::Sound) => self.position = stream.input,
            Some(Ending::OutOfInput) => self.resynchronise(member.offset, member.resume, TRUNCATED)?,
            _ => self.resynchronise(member.offset, member.resume, DAMAGED)?,
        }
        Ok(())
    }

    /// Goes to the next true start after what was lost from `from` on, and notes the damage that began at `offset`.
    fn resynchronise(&mut self, offset: u64, from: u64, trouble: Trouble) -> io::Result<()> {
        let start = self.window.find_start(from.max(offset + 1), u64::MAX)?;
        // What seemed to end with the file was damaged if the file goes on with other records.
        let trouble = if trouble == TRUNCATED && start.is_some() { DAMAGED } else { trouble };
        self.position = start.unwrap_or(self.archive.end);
        self.note(offset, self.position - from, trouble);
        Ok(())
    }

    fn note(&mut self, offset: u64, skipped: u64, (code, message): Trouble) {
        self.damage.push(Damage { offset, skipped, code, message });
    }

    fn block_limit(&self) -> usize {
        self.archive.limits.page_bytes.saturating_add(HEADER_BYTES)
    }

    /// The record at a place that was just found, in the buffer where it was found.
    fn lend(&self, place: Place) -> Record<'_> {
        let (offset, length, inner_offset, bytes) = match (&self.member, &self.top) {
            (None, Some(top)) => (top.offset, top.end - top.offset, 0, self.skim.as_ref().map_or(&[][..], Skim::top)),
            (None, None) => (place.start, place.next - place.start, 0, self.window.kept(place.start)),
            (Some(Member { offset, content: Content::Whole { length, packed }, .. }), _) => {
                (*offset, *packed, place.start, &self.output.bytes[place.start as usize..*length])
            }
            (Some(Member { offset, content: Content::Stream(stream), .. }), _) => {
                (*offset, stream.input - offset, place.start, stream.kept(place.start))
            }
        };
        let part = |from: u64, to: u64| {
            let to = ((to - place.start) as usize).min(bytes.len());
            &bytes[((from - place.start) as usize).min(to)..to]
        };
        let block = part(place.block, place.block_end);
        let unread = if self.top.is_some() { place.block_end - place.block - block.len() as u64 } else { 0 };
        Record {
            offset,
            length,
            inner_offset,
            kind: place.kind,
            fields: Fields::new(part(place.first_field, place.block)),
            block,
            unread,
            truncated: place.truncated,
        }
    }
}
