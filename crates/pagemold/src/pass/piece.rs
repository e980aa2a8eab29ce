//! What one thread does at a time: a piece of an archive, or some files.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{SendError, SyncSender};

use super::batch::{Batch, Origin};
use super::row::{Desk, Taken};
use super::{Filter, Problem, Skipped};
use crate::archive::{Archive, Walker};
use crate::page::{Lack, look, top_may_do};
use crate::wanted::Wanted;
use crate::{Error, Limits};

/// A batch that holds more than this is handed over before the piece is done.
const BATCH_BYTES: usize = 32 << 20;

/// One share of the work.
#[derive(Clone, Debug)]
pub(super) enum Unit {
    /// The records of an archive that start in `from..stop`; `from` is certain, or the first guess from there on.
    Piece { input: usize, archive: Arc<Archive>, from: u64, stop: u64, is_certain: bool },
    /// Files, one page each, with the number of their input.
    Documents(Arc<[(usize, PathBuf)]>),
    /// An input that cannot be read.
    Broken(Problem),
}

/// What a unit reports, in order.
pub(super) enum Message {
    /// Where an archive piece begins; none if it found no record.
    Start(Option<u64>),
    Batch(Box<Batch>),
    Problem(Problem),
    /// The unit is done; an archive piece says where the next must begin.
    End {
        position: Option<u64>,
        skipped: Skipped,
    },
}

impl Unit {
    /// The pieces of an archive, or the one unit that says why there are none.
    pub(super) fn pieces(
        input: usize,
        path: &Path,
        start: u64,
        end: Option<u64>,
        bytes: u64,
        limits: &Limits,
    ) -> VecDeque<Unit> {
        let archive = match Archive::open(path, start, end, limits) {
            Ok(archive) => archive,
            Err(error) => return VecDeque::from([Unit::Broken(unreadable(input, &error))]),
        };
        let range = archive.range();
        let mut units = VecDeque::new();
        let mut from = range.start;
        while from < range.end {
            let stop = (from + bytes).min(range.end);
            units.push_back(Unit::Piece {
                input,
                archive: archive.clone(),
                from,
                stop,
                is_certain: from == range.start,
            });
            from = stop;
        }
        units
    }

    pub(super) fn input(&self) -> usize {
        match self {
            Unit::Piece { input, .. } => *input,
            Unit::Documents(files) => files.last().map_or(0, |(input, _)| *input),
            Unit::Broken(problem) => problem.input,
        }
    }

    /// How many bytes of the input it stands for.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Unit::Piece { from, stop, .. } => stop - from,
            Unit::Documents(files) => {
                files.iter().filter_map(|(_, path)| fs::metadata(path).ok()).map(|found| found.len()).sum()
            }
            Unit::Broken(_) => 0,
        }
    }

    /// Where this piece must begin, given where the last one ended; nothing if it begins with certainty.
    pub(super) fn right_start(&self, joint: Option<(usize, u64)>) -> Option<u64> {
        match (self, joint) {
            (Unit::Piece { input, is_certain: false, .. }, Some((before, position))) if *input == before => {
                Some(position)
            }
            _ => None,
        }
    }

    /// The same piece, begun elsewhere.
    pub(super) fn from(&self, right: u64) -> Unit {
        match self.clone() {
            Unit::Piece { input, archive, stop, .. } => {
                Unit::Piece { input, archive, from: right, stop: stop.max(right), is_certain: true }
            }
            other => other,
        }
    }
}

fn unreadable(input: usize, error: &Error) -> Problem {
    Problem { input, offset: 0, skipped: 0, code: error.code(), message: error.to_string() }
}

/// Nobody wants to hear more.
struct Unheard;

impl<T> From<SendError<T>> for Unheard {
    fn from(_: SendError<T>) -> Self {
        Unheard
    }
}

/// What every unit is worked with.
#[derive(Debug)]
pub(super) struct Worker {
    pub wanted: Wanted,
    pub filter: Filter,
    pub limits: Limits,
}

impl Worker {
    /// Works on a unit until it is done or nobody listens.
    pub(super) fn work(&self, unit: &Unit, results: &SyncSender<Message>) {
        let _ = match unit {
            Unit::Piece { input, archive, from, stop, is_certain } => {
                let walker =
                    if *is_certain { Ok(archive.walk_exact(*from, *stop)) } else { archive.walk_guess(*from, *stop) };
                match walker {
                    Ok(walker) => self.walk(*input, walker, results),
                    Err(error) => self.give_up(unreadable(*input, &error), results),
                }
            }
            Unit::Documents(files) => self.read(files, results),
            Unit::Broken(problem) => self.give_up(problem.clone(), results),
        };
    }

    fn give_up(&self, problem: Problem, results: &SyncSender<Message>) -> Result<(), Unheard> {
        results.send(Message::Problem(problem))?;
        results.send(Message::End { position: None, skipped: Skipped::default() })?;
        Ok(())
    }

    fn walk(&self, input: usize, mut walker: Walker, results: &SyncSender<Message>) -> Result<(), Unheard> {
        results.send(Message::Start(walker.first_start()))?;
        if !self.filter.whole && top_may_do(&self.wanted, &self.limits) {
            walker = walker.skimming();
        }
        let mut desk = Desk::new(self);
        loop {
            match self.next_record(input, &mut walker, &mut desk) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    results.send(Message::Problem(unreadable(input, &error)))?;
                    break;
                }
            }
            if desk.batch.bytes() > BATCH_BYTES {
                let full = std::mem::replace(&mut desk.batch, Batch::new(&self.wanted));
                results.send(Message::Batch(Box::new(full)))?;
            }
        }
        let Desk { batch, skipped, .. } = desk;
        if batch.len() > 0 {
            results.send(Message::Batch(Box::new(batch)))?;
        }
        for damage in walker.take_damage() {
            let (offset, skipped) = (damage.offset, damage.skipped);
            let problem = Problem { input, offset, skipped, code: damage.code, message: damage.message.into() };
            results.send(Message::Problem(problem))?;
        }
        results.send(Message::End { position: Some(walker.position()), skipped })?;
        Ok(())
    }

    /// Takes the next record, also from its top if that tells all; false if there is none.
    fn next_record(&self, input: usize, walker: &mut Walker, desk: &mut Desk) -> crate::Result<bool> {
        let Some(record) = walker.next()? else { return Ok(false) };
        desk.turn();
        let mut taken = self.take(input, &record, desk);
        while let Taken::Lacks(lack) = taken {
            let more = if lack == Lack::More { walker.more()? } else { walker.whole()? };
            let Some(record) = more else { break };
            taken = match desk.look_further(&record, &self.limits) {
                Some(lack) => Taken::Lacks(lack),
                None => self.take(input, &record, desk),
            };
        }
        Ok(true)
    }

    fn read(&self, files: &[(usize, PathBuf)], results: &SyncSender<Message>) -> Result<(), Unheard> {
        let mut batch = Batch::new(&self.wanted);
        let mut skipped = Skipped::default();
        for (input, path) in files {
            match read_document(path, self.limits.page_bytes) {
                Ok((body, _)) if body.len() < self.filter.min_bytes => skipped.too_small += 1,
                Ok((body, size)) => {
                    let origin = Origin { input: *input, length: size, size, ..Origin::default() };
                    batch.push(&origin, &look(&body, None, &self.wanted, &self.limits));
                }
                Err(source) => {
                    let error = Error::Read { path: path.clone(), source };
                    results.send(Message::Problem(unreadable(*input, &error)))?;
                }
            }
            if batch.bytes() > BATCH_BYTES {
                results.send(Message::Batch(Box::new(std::mem::replace(&mut batch, Batch::new(&self.wanted)))))?;
            }
        }
        if batch.len() > 0 {
            results.send(Message::Batch(Box::new(batch)))?;
        }
        results.send(Message::End { position: None, skipped })?;
        Ok(())
    }
}

/// A file's first bytes, one more than the limit so that a cut shows, and its whole size.
fn read_document(path: &Path, limit: usize) -> io::Result<(Vec<u8>, u64)> {
    let found = fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut body = Vec::with_capacity((found.len() as usize).min(limit + 1));
    File::open(path)?.take(limit as u64 + 1).read_to_end(&mut body)?;
    Ok((body, found.len()))
}
