//! One WARC record: what it says about itself, and where it truly ends.

use std::borrow::Cow;
use std::io;

use super::fields::Fields;
use super::http::Response;
use super::view::View;

/// A longer header than this is taken for damage.
const HEADER_BYTES: usize = 64 << 10;
/// Stray bytes between a block's end and the next record that do not make the block's length doubtful.
const STRAY_BYTES: usize = 8;

/// What a record holds, by its WARC-Type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names are those of the WARC standard
pub enum Kind {
    Response,
    Resource,
    Revisit,
    Request,
    Metadata,
    Warcinfo,
    Conversion,
    Continuation,
    #[default]
    Other,
}

impl Kind {
    fn of(value: &[u8]) -> Kind {
        let names: [(&[u8], Kind); 8] = [
            (b"response", Kind::Response),
            (b"resource", Kind::Resource),
            (b"revisit", Kind::Revisit),
            (b"request", Kind::Request),
            (b"metadata", Kind::Metadata),
            (b"warcinfo", Kind::Warcinfo),
            (b"conversion", Kind::Conversion),
            (b"continuation", Kind::Continuation),
        ];
        names.iter().find(|(name, _)| value.eq_ignore_ascii_case(name)).map_or(Kind::Other, |&(_, kind)| kind)
    }
}

/// A record in the walker's memory, until the next one is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// Where in the file the record starts, or the member or frame it is packed in.
    pub offset: u64,
    /// How many bytes of the file from `offset` on are enough to read the record again.
    pub length: u64,
    /// Where the record starts in what the member unpacks to: more than 0 only if the member holds several.
    pub inner_offset: u64,
    /// WARC-Type.
    pub kind: Kind,
    /// The fields of the record's own header.
    pub fields: Fields<'a>,
    /// The content: for a response the HTTP header and body. At most the page limit and 64 KiB.
    pub block: &'a [u8],
    /// Bytes that belong to `block` too, but were left packed by a walk that skims. 0 in any other walk.
    pub unread: u64,
    /// Whether there is more content than `block` and `unread`: the limit cut it, or the crawler did (WARC-Truncated).
    pub truncated: bool,
}

impl<'a> Record<'a> {
    /// The URL, without the angle brackets that some writers put around it.
    pub fn target_uri(&self) -> Option<Cow<'a, str>> {
        let uri = self.fields.text("WARC-Target-URI")?;
        Some(match uri.strip_prefix('<').and_then(|uri| uri.strip_suffix('>')) {
            Some(bare) => Cow::Owned(bare.to_owned()),
            None => uri,
        })
    }

    /// The media type of the block, such as `application/http; msgtype=response`.
    pub fn content_type(&self) -> Option<Cow<'a, str>> {
        self.fields.text("Content-Type")
    }

    /// The block as an HTTP response; none if it is something else.
    pub fn response(&self) -> Option<Response<'a>> {
        Response::parse(self.block).map(|response| Response { truncated: self.truncated, ..response })
    }
}

/// Where the parts of a record stand in its view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub start: u64,
    pub first_field: u64,
    pub block: u64,
    pub block_end: u64,
    /// Where to go on, and whether a start must be looked for from there, and up to which place.
    pub next: u64,
    pub seek: Option<u64>,
    pub kind: Kind,
    pub truncated: bool,
    pub is_length_wrong: bool,
}

/// What was found where a record begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Located {
    Record(Place),
    /// The view ends inside the record.
    Cut,
    /// There is a first line, but no header.
    NoHeader,
}

/// What the header says.
pub(super) struct Header {
    pub first_field: usize,
    pub length: usize,
    pub kind: Kind,
    pub declared: Option<u64>,
    pub truncated: bool,
}

enum HeaderEnd {
    At(usize),
    Missing,
    Broken,
}

/// Finds the parts of the record at `start`, of which no more than `limit` bytes of content are wanted.
pub(super) fn locate(view: &mut impl View, start: u64, limit: usize) -> io::Result<Located> {
    view.hold(start);
    let header = match read_header(view, start)? {
        Ok(header) => header,
        Err(other) => return Ok(other),
    };
    let block = start + header.length as u64;
    let Some(end) = find_end(view, start, block, header.declared)? else { return Ok(Located::Cut) };
    let block_end = end.block_end.min(block.saturating_add(limit as u64));
    Ok(Located::Record(Place {
        start,
        first_field: start + header.first_field as u64,
        block,
        block_end,
        next: end.next,
        seek: end.seek,
        kind: header.kind,
        truncated: header.truncated || block_end < end.block_end || end.seek.is_some(),
        is_length_wrong: end.is_length_wrong,
    }))
}

pub(super) fn read_header(view: &mut impl View, start: u64) -> io::Result<Result<Header, Located>> {
    for want in [4 << 10, HEADER_BYTES] {
        let bytes = view.bytes(start, want)?;
        let bytes = &bytes[..bytes.len().min(want)];
        match header_end(bytes) {
            HeaderEnd::At(length) => return Ok(Ok(parse_header(&bytes[..length]))),
            HeaderEnd::Broken => return Ok(Err(Located::NoHeader)),
            HeaderEnd::Missing if bytes.len() < want => return Ok(Err(Located::Cut)),
            HeaderEnd::Missing => {}
        }
    }
    Ok(Err(Located::NoHeader))
}

/// The header ends with an empty line. Another record's first line before that means that this one never was whole.
fn header_end(bytes: &[u8]) -> HeaderEnd {
    let mut line = 0;
    for feed in memchr::memchr_iter(b'\n', bytes) {
        match &bytes[line..feed] {
            b"" | b"\r" => return HeaderEnd::At(feed + 1),
            other if line > 0 && other.starts_with(b"WARC/") => return HeaderEnd::Broken,
            _ => line = feed + 1,
        }
    }
    HeaderEnd::Missing
}

fn parse_header(bytes: &[u8]) -> Header {
    let first_field = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |feed| feed + 1);
    let mut header = Header { first_field, length: bytes.len(), kind: Kind::Other, declared: None, truncated: false };
    let mut has_length = false;
    for (name, value) in Fields::new(&bytes[first_field..]).iter() {
        if name.eq_ignore_ascii_case(b"WARC-Type") {
            header.kind = Kind::of(value);
        } else if name.eq_ignore_ascii_case(b"WARC-Truncated") {
            header.truncated = true;
        } else if !has_length && name.eq_ignore_ascii_case(b"Content-Length") {
            has_length = true;
            header.declared = std::str::from_utf8(value).ok().and_then(|digits| digits.parse().ok());
        }
    }
    header
}

/// Where a record's content ends and where to go on.
struct End {
    block_end: u64,
    next: u64,
    seek: Option<u64>,
    is_length_wrong: bool,
}

/// Trusts the declared length only if what follows agrees; otherwise the content lasts until the next record starts,
/// or, where nothing was cut, until the view ends. None if the view ends too early.
///
/// In a stream, which cannot go back, a record longer than what is held ends at the first start seen inside it.
fn find_end(view: &mut impl View, start: u64, block: u64, declared: Option<u64>) -> io::Result<Option<End>> {
    let reach = view.reach(start);
    let declared_end = declared.and_then(|length| block.checked_add(length));
    if let Some(end) = declared_end.filter(|&end| end <= reach && view.end().is_none_or(|last| end <= last))
        && record_ends(view, end)?
    {
        return Ok(Some(End { block_end: end, next: end, seek: None, is_length_wrong: false }));
    }
    if let Some(next) = view.find_start(block, reach)? {
        let block_end = next - blank_before(view, block, next)?;
        return Ok(Some(End { block_end, next, seek: None, is_length_wrong: true }));
    }
    match view.end().filter(|&end| end <= reach) {
        Some(end) if declared.is_none() || view.is_sound() => {
            let block_end = end - blank_before(view, block, end)?;
            Ok(Some(End { block_end, next: end, seek: None, is_length_wrong: true }))
        }
        Some(_) => Ok(None),
        None => {
            let until = declared_end.filter(|&end| end > reach);
            let seek = Some(until.unwrap_or(u64::MAX));
            Ok(Some(End { block_end: reach, next: reach, seek, is_length_wrong: until.is_none() }))
        }
    }
}

/// Whether a block may end here: the next record follows, or nothing.
///
/// In bytes that nothing checks, two line ends are enough: else a record would seem to be too short when it is the next
/// one that is damaged.
fn record_ends(view: &mut impl View, at: u64) -> io::Result<bool> {
    let is_checked = view.is_checked();
    let tail = view.bytes(at, 2 * STRAY_BYTES)?;
    let tail = &tail[..tail.len().min(2 * STRAY_BYTES)];
    if !is_checked && (tail.starts_with(b"\r\n\r\n") || tail.starts_with(b"\n\n")) {
        return Ok(true);
    }
    let length = tail.len();
    if length < 2 * STRAY_BYTES && tail.iter().all(|byte| matches!(byte, b'\r' | b'\n' | 0)) {
        return Ok(view.end().is_some_and(|end| end == at + length as u64));
    }
    for stray in 0..=length.min(STRAY_BYTES) {
        if view.starts(at + stray as u64)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How many of the bytes before `at` are the two line ends that close a record.
fn blank_before(view: &mut impl View, block: u64, at: u64) -> io::Result<u64> {
    let from = block.max(at.saturating_sub(4));
    let bytes = view.bytes(from, (at - from) as usize)?;
    let bytes = &bytes[..bytes.len().min((at - from) as usize)];
    let content = [&b"\r\n\r\n"[..], b"\n\n", b"\r\n", b"\n"].iter().find_map(|end| bytes.strip_suffix(*end));
    Ok((bytes.len() - content.unwrap_or(bytes).len()) as u64)
}
