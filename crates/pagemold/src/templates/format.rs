//! Templates as bytes, and back; nothing in foreign bytes is believed before their checksum is, and nothing after it
//! that could make the program stumble.
//!
//! | bytes | |
//! |---|---|
//! | 0–8 | `PMTEMPLS` |
//! | 8–12 | version |
//! | 12–16 | 0 |
//! | 16–24 | length of all |
//! | 24–32 | XXH3-64 of all other bytes |
//! | 32– | numbers of words, paths, templates and items; then each in turn, as [`Templates`] has them |
//!
//! All numbers are little-endian. A text is its length and its UTF-8.

use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use super::Templates;
use crate::groups::grammar::corpus::{Corpus, ROOT};
use crate::groups::grammar::counts::Counts;
use crate::{Error, Result};

/// The version that is written and read: in others paths are spelled or tolerances reckoned otherwise.
pub const VERSION: u32 = 5;
const MAGIC: &[u8; 8] = b"PMTEMPLS";
const HEADER: usize = 32;

impl Templates {
    /// The templates as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let items: usize = self.counts.iter().map(|counts| counts.paths.len()).sum();
        for count in [self.paths.words.len(), self.paths.paths(), self.len(), items] {
            out.extend((count as u64).to_le_bytes());
        }
        for text in self.paths.words.iter().chain(&self.names) {
            out.extend((text.len() as u32).to_le_bytes());
            out.extend(text.as_bytes());
        }
        self.paths.hashes.iter().for_each(|hash| out.extend(hash.to_le_bytes()));
        let (parents, names) = (&self.paths.parents, &self.paths.names);
        parents.iter().chain(names).for_each(|number| out.extend(number.to_le_bytes()));
        for (counts, (tolerance, learnt)) in self.counts.iter().zip(self.tolerances.iter().zip(&self.learnt)) {
            out.extend(tolerance.to_le_bytes());
            out.extend(counts.total.to_le_bytes());
            out.extend((counts.paths.len() as u32).to_le_bytes());
            counts.paths.iter().chain(&counts.pages).for_each(|number| out.extend(number.to_le_bytes()));
            out.extend((learnt.len() as u64).to_le_bytes());
            learnt.iter().for_each(|page| out.extend(page.to_le_bytes()));
        }
        let mut header = MAGIC.to_vec();
        header.extend(u64::from(VERSION).to_le_bytes());
        header.extend(((HEADER + out.len()) as u64).to_le_bytes());
        header.extend(checksum(&header, &out).to_le_bytes());
        header.extend(out);
        header
    }

    /// Reads them back; `path` is what an error names.
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Templates> {
        let damaged =
            |what: &str| Error::Collection { path: path.to_owned(), code: "collection_damaged", what: what.to_owned() };
        if bytes.len() < HEADER || &bytes[..8] != MAGIC {
            return Err(damaged("holds no templates"));
        }
        let mut header = Reader { rest: &bytes[8..HEADER] };
        let (version, zero, length, sum) = (header.u32(), header.u32(), header.u64(), header.u64());
        if let Some(version) = version.filter(|&version| version != VERSION) {
            return Err(Error::other_version(path, "holds templates of", version, VERSION));
        }
        if zero != Some(0) || length != Some(bytes.len() as u64) {
            return Err(damaged("cut, or its header is damaged"));
        }
        if sum != Some(checksum(&bytes[..24], &bytes[HEADER..])) {
            return Err(damaged("its checksum is wrong"));
        }
        Reader { rest: &bytes[HEADER..] }.templates().ok_or_else(|| damaged("its parts do not fit each other"))
    }
}

fn checksum(header: &[u8], rest: &[u8]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(header);
    hash.update(rest);
    hash.digest()
}

/// Paths of one hash would become one where templates are joined, and a template have it twice.
fn are_distinct(hashes: &[u64]) -> bool {
    let mut sorted = hashes.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] < pair[1])
}

/// What is left to read. Whatever is missing is none.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn f64(&mut self) -> Option<f64> {
        Some(f64::from_bits(self.u64()?)).filter(|number| number.is_finite() && *number >= 0.0)
    }

    fn count(&mut self) -> Option<usize> {
        // Everything that is counted takes bytes, so a count above their number is wrong.
        usize::try_from(self.u64()?).ok().filter(|&count| count <= self.rest.len())
    }

    fn numbers(&mut self, count: usize) -> Option<Vec<u32>> {
        let bytes = self.take(count.checked_mul(4)?)?;
        Some(bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
    }

    fn texts(&mut self, count: usize) -> Option<Vec<Box<str>>> {
        (0..count)
            .map(|_| {
                let length = self.u32()? as usize;
                Some(std::str::from_utf8(self.take(length)?).ok()?.into())
            })
            .collect()
    }

    fn templates(mut self) -> Option<Templates> {
        let (words, paths, count, items) = (self.count()?, self.count()?, self.count()?, self.count()?);
        let (words, names) = (self.texts(words)?, self.texts(count)?);
        let hashes = self.hashes(paths)?;
        let (parents, segments) = (self.numbers(paths)?, self.numbers(paths)?);
        let rising = parents.iter().enumerate().all(|(path, &above)| above == ROOT || (above as usize) < path);
        if !rising || !are_distinct(&hashes) || segments.iter().any(|&segment| segment as usize >= words.len()) {
            return None;
        }
        let paths = Corpus::of_paths(parents, segments, hashes, words);
        let mut templates = Templates { paths, names, ..Templates::default() };
        for _ in 0..count {
            let (tolerance, counts) = self.template(templates.paths.paths())?;
            templates.tolerances.push(tolerance);
            templates.counts.push(counts);
            templates.learnt.push(self.learnt()?);
        }
        let found: usize = templates.counts.iter().map(|counts| counts.paths.len()).sum();
        (self.rest.is_empty() && found == items).then_some(templates)
    }

    fn hashes(&mut self, count: usize) -> Option<Vec<u64>> {
        let bytes = self.take(count.checked_mul(8)?)?;
        Some(bytes.chunks_exact(8).map(|eight| u64::from_le_bytes(eight.try_into().expect("eight"))).collect())
    }

    fn learnt(&mut self) -> Option<Vec<u64>> {
        let count = self.count()?;
        self.hashes(count).filter(|pages| pages.windows(2).all(|pair| pair[0] < pair[1]))
    }

    fn template(&mut self, known: usize) -> Option<(f64, Counts)> {
        let tolerance = self.f64()?;
        let (total, count) = (self.u32()?, self.u32()? as usize);
        let (paths, pages) = (self.numbers(count)?, self.numbers(count)?);
        let ascending = paths.windows(2).all(|pair| pair[0] < pair[1]);
        let fits = paths.last().is_none_or(|&last| (last as usize) < known);
        let counted = pages.iter().all(|&pages| 1 <= pages && pages <= total);
        (ascending && fits && counted).then(|| (tolerance, Counts::from_parts(paths, pages, total)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates::answer::answer;
    use crate::templates::page::Page;
    use crate::templates::price::{Pricing, Ready, Room};

    fn some() -> Templates {
        let paths =
            Corpus::of_paths(vec![ROOT, 0, 0], vec![0, 1, 1], vec![11, 12, 13], vec!["html".into(), "body".into()]);
        Templates {
            paths,
            names: vec!["list".into(), "é".into()],
            counts: vec![
                Counts::from_parts(vec![0, 1], vec![3, 2], 3),
                Counts::from_parts(vec![0, 2], vec![40, 1], 40),
            ],
            tolerances: vec![0.25, 0.5],
            learnt: vec![vec![7, 8], Vec::new()],
        }
    }

    #[test]
    fn written_and_read_back() {
        let bytes = some().to_bytes();
        let read = Templates::from_bytes(&bytes, Path::new("x")).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(&*read.names[1], "é");
        assert_eq!((read.counts[1].pages.clone(), read.counts[1].shrunk.clone()), (vec![40, 1], vec![80, 2]));
    }

    #[test]
    fn cut_or_changed_anywhere_is_an_error() {
        let bytes = some().to_bytes();
        for end in 0..bytes.len() {
            assert!(Templates::from_bytes(&bytes[..end], Path::new("x")).is_err(), "cut at {end}");
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x40;
            let error = Templates::from_bytes(&changed, Path::new("x")).unwrap_err();
            let newer = (8..12).contains(&place);
            assert_eq!(error.code(), if newer { "collection_newer" } else { "collection_damaged" }, "at {place}");
        }
    }

    /// Bytes after some change, with a checksum that is right.
    fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = checksum(&bytes[..24], &bytes[HEADER..]);
        bytes[24..32].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Whatever is accepted can be used, and kept again together with others.
    fn works(read: &Templates) {
        let ready = Ready::new(read);
        let pricing = Pricing::new(read, &ready);
        let parents: Vec<u32> = read.paths.parents.iter().map(|above| above.wrapping_add(1)).collect();
        let page = Page::new(&pricing, &read.paths.hashes, &parents, |path| read.paths.name(path as u32));
        assert!(answer(&pricing, &mut Room::new(&pricing), &page).bits.is_finite());
        let mut joined = read.clone();
        joined.join(read);
        Templates::from_bytes(&joined.to_bytes(), Path::new("joined")).unwrap();
    }

    #[test]
    fn wrong_numbers_under_a_right_checksum_are_errors_or_do_no_harm() {
        for place in HEADER..some().to_bytes().len() {
            for value in (0..8).map(|bit| some().to_bytes()[place] ^ (1 << bit)).chain([0xFF, 0x7F, 0x01, 0x00]) {
                let mut bytes = some().to_bytes();
                bytes[place] = value;
                if let Ok(read) = Templates::from_bytes(&summed(bytes), Path::new("x")) {
                    works(&read);
                }
            }
        }
    }

    #[test]
    fn two_paths_of_one_hash_are_an_error() {
        let mut templates = some();
        templates.paths.hashes[2] = 12;
        assert!(Templates::from_bytes(&templates.to_bytes(), Path::new("x")).is_err());
    }
}
