//! The whole way in one pass: files on disk become batches of pages with their features, on all cores, in order.

mod batch;
mod input;
mod piece;
mod row;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

pub use batch::{Memory, extract};
pub use input::{Filter, Input, Skipped};

use crate::Limits;
use crate::columns::{self, Columns};
use crate::parallel::{self, Units};
use crate::wanted::Wanted;
use batch::Batch;
use input::units;
use piece::{Message, Unit, Worker};

/// Something that went wrong with an input, without ending the pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which input, by its place in the list.
    pub input: usize,
    /// Where in the file.
    pub offset: u64,
    /// How many bytes were passed over.
    pub skipped: u64,
    /// A stable word for the kind of problem.
    pub code: &'static str,
    /// What happened, in words.
    pub message: String,
}

/// Pieces are small, so that all cores are busy to the end. Batches are larger, because each costs its reader about a
/// millisecond: they have at least so many rows, or take so much memory.
const GATHERED_ROWS: usize = 1024;
const GATHERED_BYTES: usize = 4 << 20;

/// Rows on their way to a batch.
#[derive(Debug)]
struct Gathered {
    input: usize,
    columns: Columns,
    rows: usize,
    bytes: usize,
}

/// What a pass has to say next.
#[derive(Debug)]
pub enum Next {
    /// Some pages.
    Batch(Columns),
    /// Nothing yet; ask again.
    Pending,
    /// All inputs are read.
    End,
}

/// A running pass over inputs.
#[derive(Debug)]
pub struct Pass {
    units: Option<Units<Unit, Message>>,
    worker: Arc<Worker>,
    current: Option<(Unit, Receiver<Message>)>,
    /// Where the last archive piece ended: the only place where the next may begin.
    joint: Option<(usize, u64)>,
    /// Rows of pieces that were too small for a batch of their own.
    gathered: Option<Gathered>,
    ready: VecDeque<Columns>,
    problems: Vec<Problem>,
    skipped: Skipped,
    bytes_done: u64,
}

impl Pass {
    /// Starts reading on `jobs` threads (0: one per core).
    pub fn new(inputs: Vec<Input>, wanted: Wanted, filter: Filter, limits: Limits, jobs: usize) -> Pass {
        let worker = Arc::new(Worker { wanted, filter, limits });
        let (inner, units) = (worker.clone(), units(inputs, limits));
        let units = parallel::in_order(units, parallel::available_jobs(jobs), move |unit, results| {
            inner.work(&unit, results);
        });
        Pass {
            units: Some(units),
            worker,
            current: None,
            joint: None,
            gathered: None,
            ready: VecDeque::new(),
            problems: Vec::new(),
            skipped: Skipped::default(),
            bytes_done: 0,
        }
    }

    /// The next batch, in the order of the inputs; waits at most `patience`.
    pub fn next(&mut self, patience: Duration) -> Next {
        loop {
            if let Some(columns) = self.ready.pop_front() {
                return Next::Batch(columns);
            }
            let message = match &self.current {
                Some((_, results)) => results.recv_timeout(patience),
                None => match self.next_unit(patience) {
                    Ok(()) => continue,
                    Err(RecvTimeoutError::Timeout) => return Next::Pending,
                    Err(RecvTimeoutError::Disconnected) => {
                        return self.gathered.take().map_or(Next::End, |last| Next::Batch(last.columns));
                    }
                },
            };
            match message {
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout) => return Next::Pending,
                Err(RecvTimeoutError::Disconnected) => self.lose_unit(),
            }
        }
    }

    /// A unit ended without a word: we are at fault, and say so.
    fn lose_unit(&mut self) {
        if let Some((unit, _)) = self.current.take() {
            let message = "a part of this input made the program stumble and was left out".to_owned();
            let (input, skipped) = (unit.input(), unit.bytes());
            self.problems.push(Problem { input, offset: 0, skipped, code: "internal", message });
            self.joint = None;
        }
    }

    fn next_unit(&mut self, patience: Duration) -> Result<(), RecvTimeoutError> {
        let Some(units) = &self.units else { return Err(RecvTimeoutError::Disconnected) };
        self.current = Some(units.recv_timeout(patience)?);
        Ok(())
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Start(start) => self.check_start(start),
            Message::Batch(batch) => self.gather(*batch),
            Message::Problem(problem) => self.problems.push(problem),
            Message::End { position, skipped } => {
                self.skipped += skipped;
                if let Some((unit, _)) = self.current.take() {
                    self.bytes_done += unit.bytes();
                    self.joint = position.map(|position| (unit.input(), position));
                }
            }
        }
    }

    /// Puts the rows of neighbouring pieces together, but not those of two inputs: what was met in one is told before the
    /// pages of the next come.
    fn gather(&mut self, batch: Batch) {
        let input = self.current.as_ref().map_or(0, |(unit, _)| unit.input());
        let (mut rows, mut bytes) = (batch.len(), batch.bytes());
        let mut columns = batch.into_columns();
        if let Some(before) = self.gathered.take() {
            if before.input == input {
                let others = std::mem::replace(&mut columns, before.columns);
                columns::append(&mut columns, &others);
                (rows, bytes) = (rows + before.rows, bytes + before.bytes);
            } else {
                self.ready.push_back(before.columns);
            }
        }
        if rows < GATHERED_ROWS && bytes < GATHERED_BYTES {
            self.gathered = Some(Gathered { input, columns, rows, bytes });
        } else {
            self.ready.push_back(columns);
        }
    }

    /// A piece in the middle of an archive began where a record seemed to start. If the piece before it did not end
    /// there, the guess was wrong, and the piece is read again from the right place.
    fn check_start(&mut self, start: Option<u64>) {
        let Some((unit, _)) = &self.current else { return };
        let Some(right) = unit.right_start(self.joint).filter(|&right| Some(right) != start) else { return };
        let again = unit.from(right);
        let worker = self.worker.clone();
        let results = parallel::in_order(std::iter::once(again), 1, move |unit, results| worker.work(&unit, results));
        self.current = results.recv().ok();
    }

    /// The problems met since the last call.
    pub fn take_problems(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.problems)
    }

    /// Records and files that the filter passed over so far.
    pub fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// Bytes of the inputs that are done with.
    pub fn bytes_done(&self) -> u64 {
        self.bytes_done
    }

    /// Stops: what was not given out is lost, the threads end by themselves.
    pub fn close(&mut self) {
        (self.units, self.current, self.gathered) = (None, None, None);
        self.ready.clear();
    }
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Batch of {} pages", self.len())
    }
}
