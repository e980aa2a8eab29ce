//! A record becomes a row, or is passed over.

use std::borrow::Cow;

use super::Skipped;
use super::batch::{Batch, Origin};
use super::piece::Worker;
use crate::archive::{Kind, Record, Response, Scratch, charset, decode_body, uncoded_size};
use crate::page::{Glance, Lack, look, look_at_top, look_further};
use crate::{Flags, Limits};

/// What a walk fills with rows, and what it needs for that.
pub(super) struct Desk {
    pub batch: Batch,
    pub skipped: Skipped,
    scratch: Scratch,
    /// What was seen of the top of the record at hand, of which more is to come.
    glance: Option<Glance>,
    /// Where in the record the page begins that the glance was at.
    body: usize,
}

impl Desk {
    pub(super) fn new(worker: &Worker) -> Desk {
        let (batch, scratch) = (Batch::new(&worker.wanted), Scratch::new(&worker.limits));
        Desk { batch, skipped: Skipped::default(), scratch, glance: None, body: 0 }
    }

    /// Turns to the next record.
    pub(super) fn turn(&mut self) {
        self.glance = None;
    }

    /// Looks at more of the record at hand, without reading its headers again; what it still lacks, if anything.
    pub(super) fn look_further(&mut self, record: &Record<'_>, limits: &Limits) -> Option<Lack> {
        let glance = self.glance.as_mut().filter(|_| record.unread > 0)?;
        look_further(glance, record.block.get(self.body..)?, limits).err()
    }
}

/// What came of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is a row, or was passed over.
    Done,
    /// Its top does not tell all that the whole record would.
    Lacks(Lack),
}

/// Why a record is not a row.
enum Refusal {
    /// It is none that is wanted; the counter of the reason.
    Unwanted(fn(&mut Skipped) -> &mut u64),
    Lacks(Lack),
}

const NOT_A_RESPONSE: Refusal = Refusal::Unwanted(|skipped| &mut skipped.not_a_response);
const STATUS: Refusal = Refusal::Unwanted(|skipped| &mut skipped.status);
const CONTENT_TYPE: Refusal = Refusal::Unwanted(|skipped| &mut skipped.content_type);
const TOO_SMALL: Refusal = Refusal::Unwanted(|skipped| &mut skipped.too_small);

/// What a record says before its body is looked at.
struct Head<'a> {
    response: Option<Response<'a>>,
    content_type: Cow<'a, str>,
}

/// A page, or its top.
struct Body<'a> {
    bytes: &'a [u8],
    size: u64,
    flags: Flags,
}

impl Worker {
    /// Takes a record, or the top of one, of which it gives the same row as of the whole or none.
    pub(super) fn take(&self, input: usize, record: &Record<'_>, desk: &mut Desk) -> Taken {
        match self.row(input, record, desk) {
            Ok(()) => Taken::Done,
            Err(Refusal::Lacks(lack)) => Taken::Lacks(lack),
            Err(Refusal::Unwanted(reason)) => {
                *reason(&mut desk.skipped) += 1;
                Taken::Done
            }
        }
    }

    fn row(&self, input: usize, record: &Record<'_>, desk: &mut Desk) -> Result<(), Refusal> {
        let head = self.head(record)?;
        let content_type = head.content_type.trim();
        let body = body(record, &head, &self.limits, &mut desk.scratch).ok_or(Refusal::Lacks(Lack::Whole))?;
        if self.filter.html_only && content_type.is_empty() && !begins_like_html(body.bytes) {
            return Err(CONTENT_TYPE);
        }
        if body.size < self.filter.min_bytes as u64 {
            return Err(TOO_SMALL);
        }
        let charset = charset(content_type);
        let look = match record.unread {
            0 => look(body.bytes, charset.as_deref(), &self.wanted, &self.limits),
            _ => {
                let page = (body.bytes, body.size);
                desk.body = record.block.len() - body.bytes.len();
                look_at_top(&mut desk.glance, page, charset.as_deref(), &self.wanted, &self.limits)
                    .map_err(Refusal::Lacks)?
            }
        };
        let url = record.target_uri().unwrap_or_default();
        let origin = Origin {
            input,
            offset: record.offset,
            length: record.length,
            url: &url,
            status: head.response.map_or(0, |response| response.status),
            content_type: &head.content_type,
            size: body.size,
            flags: body.flags,
        };
        desk.batch.push(&origin, &look);
        Ok(())
    }

    /// Reads what decides whether the record is wanted.
    fn head<'a>(&self, record: &Record<'a>) -> Result<Head<'a>, Refusal> {
        let response = match record.kind {
            Kind::Response => record.response(),
            Kind::Resource => None,
            _ => return Err(NOT_A_RESPONSE),
        };
        let has_body = response.as_ref().map_or(record.kind == Kind::Resource, |response| !response.body.is_empty());
        if record.unread > 0 && !has_body {
            return Err(Refusal::Lacks(Lack::More)); // the HTTP header may go on
        }
        let status = response.as_ref().map_or(0, |response| response.status);
        if status != 0 && self.filter.statuses.as_ref().is_some_and(|wanted| !wanted.contains(&status)) {
            return Err(STATUS);
        }
        let content_type = match &response {
            Some(response) => response.content_type(),
            None => record.content_type(),
        };
        let content_type = content_type.unwrap_or_default();
        if self.filter.html_only && !content_type.trim().is_empty() && !is_html(&content_type) {
            return Err(CONTENT_TYPE);
        }
        if record.unread > 0 && content_type.trim().is_empty() {
            return Err(Refusal::Lacks(Lack::Whole)); // the page itself tells what it is
        }
        Ok(Head { response, content_type })
    }
}

/// The body without its codings; none if it takes more than the top to undo them.
fn body<'a>(record: &Record<'a>, head: &Head<'a>, limits: &Limits, scratch: &'a mut Scratch) -> Option<Body<'a>> {
    let mut body = match &head.response {
        None => Body { bytes: record.block, size: record.block.len() as u64 + record.unread, flags: Flags::NONE },
        Some(response) if record.unread > 0 => {
            let length = response.body.len() as u64 + record.unread;
            let (size, flags) = uncoded_size(response, length, limits)?;
            Body { bytes: response.body, size, flags }
        }
        Some(response) => {
            let (bytes, flags) = decode_body(response, limits, scratch);
            Body { bytes, size: bytes.len() as u64, flags }
        }
    };
    if record.truncated {
        body.flags |= Flags::BODY_TRUNCATED;
    }
    Some(body)
}

fn is_html(content_type: &str) -> bool {
    let media_type = content_type.split(';').next().unwrap_or("").trim();
    media_type.eq_ignore_ascii_case("text/html") || media_type.eq_ignore_ascii_case("application/xhtml+xml")
}

/// How HTML begins, by the MIME Sniffing Standard; longer words before their own beginnings.
const HTML_BEGINNINGS: &[&[u8]] = &[
    b"!doctype html",
    b"html",
    b"head",
    b"body",
    b"script",
    b"iframe",
    b"h1",
    b"div",
    b"font",
    b"table",
    b"style",
    b"title",
    b"meta",
    b"br",
    b"a",
    b"b",
    b"p",
];

/// Whether a body of unknown type is worth looking at.
fn begins_like_html(body: &[u8]) -> bool {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body).trim_ascii_start();
    let Some(markup) = body.strip_prefix(b"<") else { return false };
    let begins = |word: &&[u8]| markup.len() >= word.len() && markup[..word.len()].eq_ignore_ascii_case(word);
    markup.starts_with(b"!--")
        || HTML_BEGINNINGS
            .iter()
            .find(|word| begins(word))
            .is_some_and(|word| markup.get(word.len()).is_none_or(|byte| !byte.is_ascii_alphanumeric()))
}
