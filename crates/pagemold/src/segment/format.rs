//! The frame of a segment: a header, a table of named sections with checksums, the sections.
//!
//! | bytes | |
//! |---|---|
//! | 0–8 | `PAGEMOLD` |
//! | 8–12 | version |
//! | 12–16 | number of sections |
//! | 16–24 | length of the file |
//! | 24–32 | XXH3-64 of the 24 bytes before and of the table |
//! | 32 bytes a section | name (8 bytes of ASCII, padded with NUL), offset, length, XXH3-64 |

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::{Error, Result};

/// The version that is written, and the newest that is read.
pub const VERSION: u32 = 1;
const MAGIC: &[u8; 8] = b"PAGEMOLD";
const HEADER: u64 = 32;
const ENTRY: u64 = 32;
const MOST_SECTIONS: u32 = 1_024;
const PIECE: usize = 1 << 20;

#[derive(Clone, Copy, Debug)]
struct Section {
    name: [u8; 8],
    offset: u64,
    length: u64,
    checksum: u64,
}

/// An open segment file, section by section.
#[derive(Debug)]
pub(super) struct Sections {
    path: PathBuf,
    file: File,
    sections: Vec<Section>,
}

impl Sections {
    /// Reads header and table; nothing in them is believed before their checksum is.
    pub fn open(path: &Path) -> Result<Sections> {
        let unreadable = |source| Error::Read { path: path.to_owned(), source };
        let file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        let mut found = Sections { path: path.to_owned(), file, sections: Vec::new() };
        let header = found.bytes(0, HEADER, length)?;
        if &header[..8] != MAGIC {
            return Err(found.damaged("not a segment of a collection"));
        }
        let version = number::<4>(&header[8..]) as u32;
        if version > VERSION {
            let what = format!("made by a newer Pagemold (format {version}; this one reads up to {VERSION})");
            return Err(Error::Collection { path: path.to_owned(), code: "collection_newer", what });
        }
        let count = number::<4>(&header[12..]) as u32;
        if count > MOST_SECTIONS || number::<8>(&header[16..]) != length {
            return Err(found.damaged("cut, or its header is damaged"));
        }
        let table = found.bytes(HEADER, u64::from(count) * ENTRY, length)?;
        if xxh3_64(&[&header[..24], &table].concat()) != number::<8>(&header[24..]) {
            return Err(found.damaged("its header is damaged"));
        }
        found.sections = table.chunks_exact(ENTRY as usize).map(entry).collect();
        let fits = |it: &Section| it.offset.checked_add(it.length).is_some_and(|end| end <= length);
        if found.sections.iter().all(fits) { Ok(found) } else { Err(found.damaged("its table is damaged")) }
    }

    /// The error for something wrong with this file.
    pub fn damaged(&self, what: &str) -> Error {
        Error::Collection { path: self.path.clone(), code: "collection_damaged", what: what.to_owned() }
    }

    fn bytes(&self, offset: u64, length: u64, available: u64) -> Result<Vec<u8>> {
        if offset.checked_add(length).is_none_or(|end| end > available) {
            return Err(self.damaged("cut short"));
        }
        let mut bytes = vec![0; length as usize];
        self.fill(offset, &mut bytes)?;
        Ok(bytes)
    }

    fn fill(&self, offset: u64, bytes: &mut [u8]) -> Result<()> {
        read_at(&self.file, bytes, offset).map_err(|source| match source.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged("cut short"),
            _ => Error::Read { path: self.path.clone(), source },
        })
    }

    fn section(&self, name: &str) -> Result<&Section> {
        let padded = padded(name);
        let found = self.sections.iter().find(|section| section.name == padded);
        found.ok_or_else(|| self.damaged(&format!("has no section {name}")))
    }

    /// A section that is read piece by piece.
    pub fn part(&self, name: &str) -> Result<Part> {
        let section = self.section(name)?;
        Ok(Part { offset: section.offset, length: section.length })
    }

    /// Bytes of a section, unchecked as such, in place of those that were there.
    pub fn read_into(&self, part: Part, at: u64, length: u64, bytes: &mut Vec<u8>) -> Result<()> {
        if at.checked_add(length).is_none_or(|end| end > part.length) {
            return Err(self.damaged("points outside of itself"));
        }
        bytes.resize(length as usize, 0);
        self.fill(part.offset + at, bytes)
    }

    /// Neighbouring numbers of a section.
    pub fn numbers(&self, part: Part, first: u64, count: u64) -> Result<Vec<u32>> {
        let mut bytes = Vec::new();
        self.read_into(part, first.saturating_mul(4), count.saturating_mul(4), &mut bytes)?;
        Ok(bytes.chunks_exact(4).map(|bytes| number::<4>(bytes) as u32).collect())
    }

    /// A whole section of 64-bit numbers, checked.
    pub fn load(&self, name: &str) -> Result<Vec<u64>> {
        let section = *self.section(name)?;
        let bytes = self.bytes(section.offset, section.length, u64::MAX)?;
        if xxh3_64(&bytes) != section.checksum || bytes.len() % 8 != 0 {
            return Err(self.damaged(&format!("its section {name} is damaged")));
        }
        Ok(bytes.chunks_exact(8).map(number::<8>).collect())
    }

    /// Reads every byte and compares every checksum.
    pub fn verify(&self) -> Result<()> {
        for section in &self.sections {
            let (mut hash, mut at) = (Xxh3::new(), 0);
            while at < section.length {
                let length = (section.length - at).min(PIECE as u64);
                hash.update(&self.bytes(section.offset + at, length, u64::MAX)?);
                at += length;
            }
            if hash.digest() != section.checksum {
                let name = String::from_utf8_lossy(&section.name);
                return Err(self.damaged(&format!("its section {} is damaged", name.trim_end_matches('\0'))));
            }
        }
        Ok(())
    }
}

/// Where a section lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    offset: u64,
    pub length: u64,
}

/// The low bytes of a little-endian number.
fn number<const N: usize>(bytes: &[u8]) -> u64 {
    bytes[..N].iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

fn entry(bytes: &[u8]) -> Section {
    let mut name = [0; 8];
    name.copy_from_slice(&bytes[..8]);
    let [offset, length, checksum] = [8, 16, 24].map(|at| number::<8>(&bytes[at..]));
    Section { name, offset, length, checksum }
}

fn padded(name: &str) -> [u8; 8] {
    let mut padded = [0; 8];
    padded[..name.len()].copy_from_slice(name.as_bytes());
    padded
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(not(unix))]
fn read_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => (bytes, offset) = (&mut bytes[read..], offset + read as u64),
        }
    }
    Ok(())
}

/// A segment being written. The header comes last: a file without one is nothing.
pub(super) struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
    sections: Vec<Section>,
    at: u64,
}

impl Writer {
    /// Starts a file with room for `count` sections.
    pub fn create(path: &Path, count: usize) -> Result<Writer> {
        let start = HEADER + count as u64 * ENTRY;
        let created = File::create(path).and_then(|mut file| {
            file.write_all(&vec![0; start as usize])?;
            Ok(BufWriter::with_capacity(PIECE, file))
        });
        let file = created.map_err(|source| Error::Write { path: path.to_owned(), source })?;
        Ok(Writer { path: path.to_owned(), file, sections: Vec::with_capacity(count), at: start })
    }

    /// One section, in pieces.
    pub fn section<'b>(&mut self, name: &str, pieces: impl IntoIterator<Item = &'b [u8]>) -> Result<()> {
        let (offset, mut hash) = (self.at, Xxh3::new());
        for piece in pieces {
            hash.update(piece);
            self.at += piece.len() as u64;
            self.file.write_all(piece).map_err(|source| self.unwritable(source))?;
        }
        let (length, checksum) = (self.at - offset, hash.digest());
        self.sections.push(Section { name: padded(name), offset, length, checksum });
        Ok(())
    }

    fn unwritable(&self, source: io::Error) -> Error {
        Error::Write { path: self.path.clone(), source }
    }

    /// Writes the header and brings everything to the disk.
    pub fn finish(mut self) -> Result<()> {
        let mut table = Vec::new();
        for section in &self.sections {
            table.extend_from_slice(&section.name);
            for value in [section.offset, section.length, section.checksum] {
                table.extend_from_slice(&value.to_le_bytes());
            }
        }
        let mut header = MAGIC.to_vec();
        header.extend_from_slice(&VERSION.to_le_bytes());
        header.extend_from_slice(&(self.sections.len() as u32).to_le_bytes());
        header.extend_from_slice(&self.at.to_le_bytes());
        let checksum = xxh3_64(&[&header[..], &table].concat());
        header.extend_from_slice(&checksum.to_le_bytes());
        header.extend_from_slice(&table);
        let written = self.file.flush().and_then(|()| {
            let file = self.file.get_mut();
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header)?;
            file.sync_all()
        });
        written.map_err(|source| self.unwritable(source))
    }
}
