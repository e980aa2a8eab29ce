//! What can go wrong in a way the caller must hear of. Damage inside a page or an archive is data, not an error.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The result of a fallible call of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// An input that cannot be used at all, or a wrong call.
#[derive(Debug)]
pub enum Error {
    /// The file could not be opened or read.
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not what it was taken for.
    Format {
        /// The file.
        path: PathBuf,
        /// What was expected of it.
        expected: &'static str,
    },
    /// An argument makes no sense.
    Argument(String),
    /// A file of a collection is not what was written, or was written by another version.
    Collection {
        /// The file.
        path: PathBuf,
        /// `collection_damaged`, `collection_newer` or `collection_older`.
        code: &'static str,
        /// What is wrong with it.
        what: String,
    },
    /// A file could not be written.
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Error {
    /// That a file was written by another version than this one, which reads only its own.
    pub(crate) fn other_version(path: &Path, said: &str, version: u32, read: u32) -> Error {
        let (age, code) =
            if version > read { ("a newer", "collection_newer") } else { ("an older", "collection_older") };
        let what = format!("{said} {age} Pagemold (format {version}; this one reads {read})");
        Error::Collection { path: path.to_owned(), code, what }
    }

    /// A short name for the kind of error that never changes.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Read { .. } => "source_unreadable",
            Error::Format { .. } => "source_format",
            Error::Argument(_) => "wrong_argument",
            Error::Collection { code, .. } => code,
            Error::Write { .. } => "output_unwritable",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read { path, source } => write!(out, "{}: {source}", path.display()),
            Error::Format { path, expected } => write!(out, "{}: not {expected}", path.display()),
            Error::Argument(what) => out.write_str(what),
            Error::Collection { path, what, .. } => write!(out, "{}: {what}", path.display()),
            Error::Write { path, source } => write!(out, "{}: cannot write: {source}", path.display()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Read { source, .. } | Error::Write { source, .. } => Some(source),
            _ => None,
        }
    }
}
