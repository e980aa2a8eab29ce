//! The top of a gzip member and its end, without unpacking what lies between.
//!
//! A member's last four bytes are the length of its content (RFC 1952), and a record says its own length in the first
//! lines. So the end of a member that holds one record is a place where these four bytes stand before the next
//! member's header, or before the end of the archive, with nothing but padding between. What a page contains may look
//! the same, and by intent. But the writer of the archive is not the writer of the page, and deflate never makes
//! content much larger: within that bound the true end is one of the places that look like one. If there is exactly
//! one such place, it is the end, whatever the page contains. If there are more or none, the member is unpacked as ever.
//!
//! This trusts the writer to put one record in a member and to tell its length. Where he did not, there is no such
//! place, unless a page knew it and forged one.

use std::collections::VecDeque;
use std::io;

use memchr::memmem::Finder;

use super::gzip::{MAGIC, TRAILER, header_length, is_plausible};
use super::inflate::{Inflate, Reached, SPARE_BYTES};
use super::record::{Place, read_header};
use super::view::{View, Whole};
use super::window::Window;

/// What is unpacked first, and then as long as that was not enough: the headers and as much of a page as its
/// fingerprint takes. That is 2.4 KB in half of all pages, 4.5 KB in five of six, 18 KB in nearly all.
const TOPS: [usize; 8] = [2048, 2816, 3584, 4608, 6144, 9216, 13824, 18432];
/// A record that is no longer than this is unpacked as a whole, which is faster than step by step.
const SHORT_BYTES: usize = 3072;
/// Room for the packed top, which is hardly ever larger than the top.
const TOP_INPUT_BYTES: usize = TOPS[0] + 1024;
/// Records longer than this are unpacked: the place where they end would be looked for too far ahead.
const MOST_BYTES: u64 = 4 << 20;
/// The two line ends that close a record.
const CLOSING: u64 = 4;
/// How many bytes more or less than [`CLOSING`] careless writers may put there.
const CARELESS: u64 = 4;
/// Line ends and zeros between two members that are looked through for the end of the first.
const PADDING: usize = 64;

/// A record whose top is in memory and whose end is known.
pub(super) struct Top {
    /// Where its member starts in the file.
    pub offset: u64,
    /// Where its member ends.
    pub end: u64,
    pub place: Place,
}

/// Finds tops, from the front of a file to its back.
pub(super) struct Skim {
    inflate: Inflate,
    magic: Finder<'static>,
    top: Vec<u8>,
    /// Where members may start, as far as the file was searched.
    headers: VecDeque<u64>,
    searched: u64,
}

impl Skim {
    pub fn new() -> Self {
        let (inflate, magic) = (Inflate::new(), Finder::new(MAGIC));
        let top = vec![0; TOPS[TOPS.len() - 1] + SPARE_BYTES];
        Skim { inflate, magic, top, headers: VecDeque::new(), searched: 0 }
    }

    /// The top that was read last.
    pub fn top(&self) -> &[u8] {
        &self.top[..self.inflate.filled()]
    }

    /// The top of the record at `offset`, of which no more than `limit` bytes of content are wanted; none if that does
    /// not tell the end of the member, or is all of it.
    pub fn read(&mut self, window: &mut Window, offset: u64, limit: usize) -> io::Result<Option<Top>> {
        let input = window.bytes(offset, TOP_INPUT_BYTES)?;
        let Some(stream) = header_length(input) else { return Ok(None) };
        if self.is_short(input, offset) {
            return Ok(None);
        }
        self.inflate.begin(stream);
        if self.inflate.read(input, &mut self.top, TOPS[0]) != Reached::Wanted {
            return Ok(None);
        }
        let Ok(header) = read_header(&mut Whole(self.top()), 0)? else { return Ok(None) };
        let most = MOST_BYTES.min(limit as u64);
        let is_record = self.top.starts_with(b"WARC/");
        let Some(declared) = header.declared.filter(|&length| is_record && length < most) else { return Ok(None) };
        let block = header.length as u64;
        let Some(end) = self.find_end(window, offset, block + declared + CLOSING)? else { return Ok(None) };
        let place = Place {
            start: 0,
            first_field: header.first_field as u64,
            block,
            block_end: block + declared,
            next: block + declared,
            seek: None,
            kind: header.kind,
            truncated: header.truncated,
            is_length_wrong: false,
        };
        Ok(Some(Top { offset, end, place }))
    }

    /// Whether all of the member seems to be no more than a top: then it is not worth the while.
    fn is_short(&mut self, input: &[u8], offset: u64) -> bool {
        self.search(input, offset);
        let end = self.headers.front().and_then(|next| input.get(..(next - offset) as usize));
        end.and_then(content_length).is_some_and(|length| length as usize <= SHORT_BYTES)
    }

    /// Unpacks more of the record that was read last; false if it is too short for that, or is all there already.
    pub fn reads_on(&mut self, window: &Window, offset: u64) -> bool {
        let larger = TOPS.into_iter().find(|&size| size > self.inflate.filled());
        larger.is_some_and(|size| self.inflate.read(window.kept(offset), &mut self.top, size) == Reached::Wanted)
    }

    /// The only place where the member at `offset` with `length` bytes of content may end; none if there are others.
    fn find_end(&mut self, window: &mut Window, offset: u64, length: u64) -> io::Result<Option<u64>> {
        // Deflate stores what it cannot compress, with 5 bytes for each piece, and a gzip header may hold a name.
        let last_end = length + length / 50 + 4096;
        let reach = last_end as usize + PADDING + MAGIC.len() + 1;
        window.bytes(offset, reach)?;
        let (bytes, file_end) = (window.kept(offset), window.end());
        self.search(bytes, offset);
        let nexts = self.headers.iter().map(|next| (next - offset) as usize);
        let at_file_end = Some(bytes.len()).filter(|&found| file_end == Some(offset + found as u64));
        let mut found = None;
        for next in nexts.take_while(|&next| next <= reach).chain(at_file_end.filter(|&end| end <= reach)) {
            let Some(before) = bytes.get(..next) else { return Ok(None) };
            let padding = padding_length(before);
            for end in next - padding..=next {
                let is_end = content_length(&bytes[..end])
                    .is_some_and(|found| u64::from(found).abs_diff(length) <= CARELESS && end as u64 <= last_end);
                if is_end && found.replace(end).is_some() || padding == PADDING {
                    return Ok(None);
                }
            }
        }
        let is_careful = |&end: &usize| content_length(&bytes[..end]) == u32::try_from(length).ok();
        Ok(found.filter(is_careful).map(|end| offset + end as u64))
    }

    /// Looks for headers after `offset` in the bytes that stand there, each of which is searched once.
    fn search(&mut self, bytes: &[u8], offset: u64) {
        while self.headers.front().is_some_and(|&next| next <= offset) {
            self.headers.pop_front();
        }
        self.searched = self.searched.max(offset + 1);
        // A header that does not fit in is found with the bytes that come next.
        let Some(rest) = bytes.get((self.searched - offset) as usize..).filter(|rest| rest.len() > MAGIC.len()) else {
            return;
        };
        let places = self.magic.find_iter(rest).filter(|&at| is_plausible(&rest[at..]));
        self.headers.extend(places.map(|at| self.searched + at as u64));
        self.searched += (rest.len() - MAGIC.len()) as u64;
    }
}

/// Line ends and zeros at the end of these bytes; there may be more than [`PADDING`] if it is as many.
fn padding_length(bytes: &[u8]) -> usize {
    bytes.iter().rev().take(PADDING).take_while(|byte| matches!(byte, b'\r' | b'\n' | 0)).count()
}

/// The length of the content of a member that ends with these bytes.
fn content_length(member: &[u8]) -> Option<u32> {
    let (_, length) = member.split_last_chunk::<4>().filter(|_| member.len() > TRAILER)?;
    Some(u32::from_le_bytes(*length))
}
