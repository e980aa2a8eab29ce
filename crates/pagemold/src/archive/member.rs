//! The records inside one member or frame, however many there are.

use std::io;

use super::packing::Output;
use super::record::{Located, Place, locate};
use super::stream::{Stream, Streaming};
use super::view::{View, Whole};
use super::window::Window;

/// The member or frame a walk is in.
pub(super) struct Member {
    /// Where it starts in the file.
    pub offset: u64,
    pub content: Content,
    /// Where in the file to go on if the rest of the member is damaged.
    pub resume: u64,
    cursor: Cursor,
}

/// What a member unpacks to.
pub(super) enum Content {
    /// All of it is in the output buffer, and checked.
    Whole { length: usize, packed: u64 },
    /// It is unpacked as the walk goes on.
    Stream(Box<Stream>),
}

/// Where in the content a walk stands.
#[derive(Default)]
struct Cursor {
    at: u64,
    /// The end of the last record is still to be found, and this is where it should be.
    seek: Option<u64>,
}

/// One step through a member.
pub(super) enum Inside {
    Record(Place),
    /// So many bytes make no record.
    Garbage(u64),
    /// So many bytes begin like a record, but there is no header.
    NoHeader(u64),
    /// The last record did not end where it should.
    WrongLength,
    End,
}

impl Member {
    pub fn new(offset: u64, content: Content) -> Self {
        Member { offset, content, resume: offset, cursor: Cursor::default() }
    }

    /// Goes to the next record, of which `limit` bytes of content are wanted.
    pub fn step(&mut self, window: &mut Window, output: &Output, limit: usize) -> io::Result<Inside> {
        match &mut self.content {
            Content::Whole { length, .. } => step(&mut Whole(&output.bytes[..*length]), &mut self.cursor, limit),
            Content::Stream(stream) => {
                let found = step(&mut Streaming { stream, window }, &mut self.cursor, limit)?;
                if matches!(found, Inside::Record(_)) {
                    self.resume = stream.input;
                }
                Ok(found)
            }
        }
    }
}

fn step(view: &mut impl View, cursor: &mut Cursor, limit: usize) -> io::Result<Inside> {
    if let Some(until) = cursor.seek.take() {
        let start = view.find_start(cursor.at, until)?;
        cursor.at = start.or(view.end()).unwrap_or(until).min(until);
        if cursor.at < until && until < u64::MAX {
            return Ok(Inside::WrongLength);
        }
    }
    cursor.at = skip_blank(view, cursor.at)?;
    let rest = view.bytes(cursor.at, 5)?;
    if rest.is_empty() {
        return Ok(Inside::End);
    }
    if !rest.starts_with(b"WARC/") {
        return Ok(Inside::Garbage(skip_to_start(view, cursor)?));
    }
    match locate(view, cursor.at, limit)? {
        Located::Record(place) => {
            (cursor.at, cursor.seek) = (place.next, place.seek);
            Ok(Inside::Record(place))
        }
        Located::Cut if !view.is_sound() => Ok(Inside::End),
        Located::Cut | Located::NoHeader => Ok(Inside::NoHeader(skip_to_start(view, cursor)?)),
    }
}

/// Goes to the next start of a record after this place, or to the end. Gives the bytes passed over.
fn skip_to_start(view: &mut impl View, cursor: &mut Cursor) -> io::Result<u64> {
    let from = cursor.at;
    let start = view.find_start(from + 1, u64::MAX)?;
    cursor.at = start.or(view.end()).unwrap_or(from + 1);
    Ok(cursor.at - from)
}

/// The first byte from `at` on that is no line end.
fn skip_blank(view: &mut impl View, mut at: u64) -> io::Result<u64> {
    loop {
        let bytes = view.bytes(at, 1)?;
        let length = bytes.len();
        let blank = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        at += blank as u64;
        if blank < length || length == 0 {
            return Ok(at);
        }
    }
}
