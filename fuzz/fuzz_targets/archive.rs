//! Any bytes are an archive: the walk ends, whole or only over the tops, and no record lies outside the file.
#![no_main]

use std::io::Write;

use libfuzzer_sys::fuzz_target;
use pagemold::Limits;
use pagemold::archive::Archive;

fuzz_target!(|bytes: &[u8]| {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(bytes).expect("room for it");
    let limits = Limits { page_bytes: 1 << 20, ..Limits::default() };
    let Ok(archive) = Archive::open(file.path(), 0, None, &limits) else { return };
    for skims in [false, true] {
        let mut walker = if skims { archive.walk().skimming() } else { archive.walk() };
        while let Some(record) = walker.next().expect("a file that can be read") {
            assert!(record.offset + record.length <= bytes.len() as u64);
            let _ = record.response();
        }
    }
});
