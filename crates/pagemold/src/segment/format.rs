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

/// The version that is written, and the only one that is read.
pub const VERSION: u32 = 2;
const MAGIC: &[u8; 8] = b"PAGEMOLD";
const HEADER: usize = 32;
const ENTRY: usize = 32;
const MOST_SECTIONS: u32 = 1_024;
const PIECE: usize = 1 << 20;

/// The bytes of a file, however the caller came by them: read or mapped.
pub type Memory = Box<dyn AsRef<[u8]> + Send + Sync>;

#[derive(Clone, Copy, Debug)]
struct Section {
    name: [u8; 8],
    offset: u64,
    length: u64,
    checksum: u64,
}

/// An open segment file, section by section.
pub(super) struct Sections {
    path: PathBuf,
    memory: Memory,
    sections: Vec<Section>,
}

impl Sections {
    /// Looks at header and table; nothing in them is believed before their checksum is.
    pub fn over(path: &Path, memory: Memory) -> Result<Sections> {
        let mut found = Sections { path: path.to_owned(), memory, sections: Vec::new() };
        let bytes = (*found.memory).as_ref();
        let Some(header) = bytes.first_chunk::<HEADER>() else {
            return Err(found.damaged("cut short"));
        };
        if !header.starts_with(MAGIC) {
            return Err(found.damaged("not a segment of a collection"));
        }
        let version = number::<4>(&header[8..]) as u32;
        if version != VERSION {
            return Err(Error::other_version(&found.path, "made by", version, VERSION));
        }
        let count = number::<4>(&header[12..]) as u32;
        if count > MOST_SECTIONS || number::<8>(&header[16..]) != bytes.len() as u64 {
            return Err(found.damaged("cut, or its header is damaged"));
        }
        let Some(table) = bytes.get(HEADER..HEADER + count as usize * ENTRY) else {
            return Err(found.damaged("cut short"));
        };
        if xxh3_64(&[&header[..24], table].concat()) != number::<8>(&header[24..]) {
            return Err(found.damaged("its header is damaged"));
        }
        let sections: Vec<Section> = table.chunks_exact(ENTRY).map(entry).collect();
        let fits = |it: &Section| it.offset.checked_add(it.length).is_some_and(|end| end <= bytes.len() as u64);
        if !sections.iter().all(fits) {
            return Err(found.damaged("its table is damaged"));
        }
        found.sections = sections;
        Ok(found)
    }

    /// The error for something wrong with this file.
    pub fn damaged(&self, what: &str) -> Error {
        Error::Collection { path: self.path.clone(), code: "collection_damaged", what: what.to_owned() }
    }

    fn section(&self, name: &str) -> Result<&Section> {
        let padded = padded(name);
        let found = self.sections.iter().find(|section| section.name == padded);
        found.ok_or_else(|| self.damaged(&format!("has no section {name}")))
    }

    /// Where a section lies, its bytes unchecked.
    pub fn part(&self, name: &str) -> Result<Part> {
        let section = self.section(name)?;
        Ok(Part { offset: section.offset as usize, length: section.length as usize })
    }

    /// Where a section lies, its bytes checked.
    pub fn checked(&self, name: &str) -> Result<Part> {
        let part = self.part(name)?;
        if xxh3_64(self.bytes(part)) != self.section(name)?.checksum {
            return Err(self.damaged(&format!("its section {name} is damaged")));
        }
        Ok(part)
    }

    /// The bytes of a section.
    pub fn bytes(&self, part: Part) -> &[u8] {
        &(*self.memory).as_ref()[part.offset..part.offset + part.length]
    }

    /// Some bytes of a section.
    pub fn slice(&self, part: Part, start: u64, end: u64) -> Result<&[u8]> {
        let within = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let found = within.and_then(|(start, end)| self.bytes(part).get(start..end));
        found.ok_or_else(|| self.damaged("points outside of itself"))
    }

    /// Neighbouring numbers of a section.
    pub fn numbers(&self, part: Part, first: u64, count: u64) -> Result<&[[u8; 4]]> {
        let bytes = self.slice(part, first.saturating_mul(4), first.saturating_add(count).saturating_mul(4))?;
        Ok(bytes.as_chunks::<4>().0)
    }

    /// One number of a section.
    pub fn number(&self, part: Part, at: u64) -> Result<u32> {
        Ok(u32::from_le_bytes(self.numbers(part, at, 1)?[0]))
    }

    /// Reads every byte and compares every checksum.
    pub fn verify(&self) -> Result<()> {
        for section in &self.sections {
            let name = String::from_utf8_lossy(&section.name);
            self.checked(name.trim_end_matches('\0'))?;
        }
        Ok(())
    }
}

/// Where a section lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    offset: usize,
    pub length: usize,
}

/// The low bytes of a little-endian number.
pub(super) fn number<const N: usize>(bytes: &[u8]) -> u64 {
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
        let start = HEADER + count * ENTRY;
        let created = File::create(path).and_then(|mut file| {
            file.write_all(&vec![0; start])?;
            Ok(BufWriter::with_capacity(PIECE, file))
        });
        let file = created.map_err(|source| Error::Write { path: path.to_owned(), source })?;
        Ok(Writer { path: path.to_owned(), file, sections: Vec::with_capacity(count), at: start as u64 })
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

/// Makes every checksum of a file right again, whatever else is wrong with it.
#[cfg(test)]
pub(super) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let count = number::<4>(&bytes[12..]) as usize;
    for at in (0..count).map(|section| HEADER + section * ENTRY) {
        let Section { offset, length, .. } = entry(&bytes[at..at + ENTRY]);
        let Some(content) = bytes.get(offset as usize..offset.saturating_add(length) as usize) else { continue };
        let checksum = xxh3_64(content);
        bytes[at + 24..at + 32].copy_from_slice(&checksum.to_le_bytes());
    }
    let checksum = xxh3_64(&[&bytes[..24], &bytes[HEADER..HEADER + count * ENTRY]].concat());
    bytes[24..32].copy_from_slice(&checksum.to_le_bytes());
    bytes
}
