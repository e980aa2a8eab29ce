//! Makes archives, and walks them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

use flate2::Compression;
use flate2::write::GzEncoder;
use libdeflater::{CompressionLvl, Compressor};
use pagemold::archive::{Archive, Damage, Kind, Walker};
use pagemold::{Error, Limits};

/// Numbers that look random and are the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % limit.max(1) as u64) as usize
    }
}

/// A file that goes away with the test.
pub struct OnDisk(pub PathBuf);

impl OnDisk {
    pub fn new(bytes: &[u8]) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("pagemold-archive-{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = env::temp_dir().join(name);
        fs::write(&path, bytes).unwrap();
        OnDisk(path)
    }
}

impl Drop for OnDisk {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The HTML of page `number`, of some `words` words.
pub fn page(number: usize, words: usize) -> Vec<u8> {
    let mut dice = Dice(number as u64);
    let mut html = format!("<html><title>Page {number}</title>\r\n\r\n<p>");
    for _ in 0..words {
        html.push_str(["alpha ", "beta\n", "<b>gamma</b> ", "delta\r\n\r\n", "WARC/1.0 "][dice.below(5)]);
        html.push_str(&dice.below(100_000).to_string());
    }
    html.into_bytes()
}

pub fn http(body: &[u8]) -> Vec<u8> {
    let mut block =
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n", body.len()).into_bytes();
    block.extend_from_slice(body);
    block
}

/// A record with the given Content-Length field.
pub fn record_with(number: usize, length_field: &str, block: &[u8]) -> Vec<u8> {
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/{number}\r\n\
         Content-Type: application/http; msgtype=response\r\n{length_field}\r\n\r\n"
    )
    .into_bytes();
    record.extend_from_slice(block);
    record.extend_from_slice(b"\r\n\r\n");
    record
}

pub fn record(number: usize, words: usize) -> Vec<u8> {
    let block = http(&page(number, words));
    record_with(number, &format!("Content-Length: {}", block.len()), &block)
}

pub fn records(count: usize, words: usize) -> Vec<Vec<u8>> {
    let mut dice = Dice(7);
    (0..count).map(|number| record(number, dice.below(words))).collect()
}

/// The ways to pack one record, or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pack {
    Plain,
    Zlib(u32),
    Libdeflate(i32),
    Zstd(i32),
}

pub const PACKS: [Pack; 8] = [
    Pack::Plain,
    Pack::Zlib(0),
    Pack::Zlib(1),
    Pack::Zlib(6),
    Pack::Libdeflate(0),
    Pack::Libdeflate(12),
    Pack::Zstd(1),
    Pack::Zstd(9),
];

impl Pack {
    pub fn pack(self, content: &[u8]) -> Vec<u8> {
        match self {
            Pack::Plain => content.to_vec(),
            Pack::Zlib(level) => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::new(level));
                encoder.write_all(content).unwrap();
                encoder.finish().unwrap()
            }
            Pack::Libdeflate(level) => {
                let mut compressor = Compressor::new(CompressionLvl::new(level).unwrap());
                let mut packed = vec![0; compressor.gzip_compress_bound(content.len())];
                let length = compressor.gzip_compress(content, &mut packed).unwrap();
                packed.truncate(length);
                packed
            }
            Pack::Zstd(level) => zstd::bulk::compress(content, level).unwrap(),
        }
    }

    /// One member for each record.
    pub fn each(self, records: &[Vec<u8>]) -> Vec<Vec<u8>> {
        records.iter().map(|record| self.pack(record)).collect()
    }
}

/// What is remembered of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub offset: u64,
    pub length: u64,
    pub inner_offset: u64,
    pub kind: Kind,
    pub uri: String,
    pub block: Vec<u8>,
    pub truncated: bool,
}

/// Takes the records and the damage from a walker.
pub fn collect(mut walker: Walker) -> (Vec<Seen>, Vec<Damage>, u64) {
    let mut seen = Vec::new();
    while let Some(record) = walker.next().unwrap() {
        seen.push(Seen {
            offset: record.offset,
            length: record.length,
            inner_offset: record.inner_offset,
            kind: record.kind,
            uri: record.target_uri().unwrap_or_default().into_owned(),
            block: record.block.to_vec(),
            truncated: record.truncated,
        });
    }
    let damage = walker.take_damage();
    (seen, damage, walker.position())
}

pub fn walk_with(bytes: &[u8], limits: &Limits) -> (Vec<Seen>, Vec<Damage>) {
    let file = OnDisk::new(bytes);
    let archive = Archive::open(&file.0, 0, None, limits).unwrap();
    let (seen, damage, position) = collect(archive.walk());
    assert_eq!(position, bytes.len() as u64, "a walk ends at the end");
    (seen, damage)
}

pub fn walk(bytes: &[u8]) -> (Vec<Seen>, Vec<Damage>) {
    walk_with(bytes, &Limits::default())
}

pub fn open(path: &Path) -> Result<(), Error> {
    Archive::open(path, 0, None, &Limits::default()).map(drop)
}

/// The block of a record as [`record`] made it.
pub fn block_of(record: &[u8]) -> &[u8] {
    let start = record.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
    &record[start..record.len() - 4]
}

/// The numbers of the records that came back whole.
pub fn intact(seen: &[Seen], records: &[Vec<u8>]) -> Vec<usize> {
    (0..records.len())
        .filter(|&number| {
            let uri = format!("http://a.example/{number}");
            seen.iter().any(|found| found.uri == uri && found.block == block_of(&records[number]))
        })
        .collect()
}

pub fn codes(damage: &[Damage]) -> Vec<&'static str> {
    damage.iter().map(|damage| damage.code).collect()
}
