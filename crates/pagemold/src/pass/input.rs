//! What is read, what of it counts, and how it is shared out.

use std::collections::VecDeque;
use std::ops::AddAssign;
use std::path::PathBuf;

use super::piece::Unit;
use crate::Limits;

/// One thing on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A WARC archive, or a range of a file that holds one.
    Archive {
        /// The file.
        path: PathBuf,
        /// The first byte.
        start: u64,
        /// The byte after the last; the end of the file if not given.
        end: Option<u64>,
    },
    /// A file that is one HTML page.
    Document {
        /// The file.
        path: PathBuf,
    },
}

/// Which records of an archive count as pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// HTTP statuses; all of them if not given. A record without a status passes.
    pub statuses: Option<Vec<u16>>,
    /// Only what is called HTML, or begins like it where nobody says what it is.
    pub html_only: bool,
    /// Bodies with fewer bytes are passed over.
    pub min_bytes: usize,
    /// Read every record to its end, also where its top tells all that is wanted, so that all damage is found.
    pub whole: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Filter { statuses: Some(vec![200]), html_only: true, min_bytes: 0, whole: false }
    }
}

/// How many records were passed over, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Requests, metadata, revisits: no page in them.
    pub not_a_response: u64,
    /// Another status than wanted.
    pub status: u64,
    /// Not HTML.
    pub content_type: u64,
    /// Smaller than wanted.
    pub too_small: u64,
}

impl AddAssign for Skipped {
    fn add_assign(&mut self, other: Skipped) {
        self.not_a_response += other.not_a_response;
        self.status += other.status;
        self.content_type += other.content_type;
        self.too_small += other.too_small;
    }
}

/// Bytes of an archive that a thread takes at a time: some hundred pages. At the end of the input a core may be idle for
/// as long as one piece takes another.
const PIECE_BYTES: u64 = 1 << 20;
/// Files that a thread takes at a time.
const PIECE_FILES: usize = 256;

/// Shares the inputs out, in their order, opening each archive only when its turn comes.
pub(super) fn units(inputs: Vec<Input>, limits: Limits) -> impl Iterator<Item = Unit> + Send {
    let mut inputs: VecDeque<(usize, Input)> = inputs.into_iter().enumerate().collect();
    let mut pieces: VecDeque<Unit> = VecDeque::new();
    std::iter::from_fn(move || {
        if pieces.is_empty() {
            pieces = match inputs.pop_front()? {
                (input, Input::Archive { path, start, end }) => {
                    Unit::pieces(input, &path, start, end, PIECE_BYTES, &limits)
                }
                (input, Input::Document { path }) => {
                    let mut files = vec![(input, path)];
                    while files.len() < PIECE_FILES && matches!(inputs.front(), Some((_, Input::Document { .. }))) {
                        if let Some((input, Input::Document { path })) = inputs.pop_front() {
                            files.push((input, path));
                        }
                    }
                    VecDeque::from([Unit::Documents(files.into())])
                }
            };
        }
        pieces.pop_front()
    })
}
