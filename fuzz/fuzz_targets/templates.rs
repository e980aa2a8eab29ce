//! Any bytes are a classifier's model, as they are and behind a header that fits them: it is refused, or it answers,
//! can be joined, and is written as it was read.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use pagemold::templates::Templates;
use pagemold::templates::answer::answer;
use pagemold::templates::format::VERSION;
use pagemold::templates::page::Page;
use pagemold::templates::price::{Pricing, Ready, Room};
use xxhash_rust::xxh3::xxh3_64;

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    read(&behind_a_header(bytes));
});

fn read(bytes: &[u8]) {
    let Ok(templates) = Templates::from_bytes(bytes, Path::new("fuzzed")) else { return };
    assert_eq!(templates.to_bytes(), bytes);
    let ready = Ready::new(&templates);
    let pricing = Pricing::new(&templates, &ready);
    let paths = &templates.paths;
    // Parents are places plus one; the root, the largest number, is above all of them.
    let parents: Vec<u32> = paths.parents.iter().map(|above| above.wrapping_add(1)).collect();
    let page = Page::new(&pricing, &paths.hashes, &parents, |path| paths.name(path as u32));
    let found = answer(&pricing, &mut Room::new(&pricing), &page);
    assert!(found.template.is_none_or(|template| (template as usize) < templates.len()));
    let mut joined = templates.clone();
    joined.join(&templates);
    assert!(Templates::from_bytes(&joined.to_bytes(), Path::new("joined")).is_ok());
}

/// A checksum keeps damage out, but not malice: nobody would ever guess one.
fn behind_a_header(bytes: &[u8]) -> Vec<u8> {
    let mut whole = b"PMTEMPLS".to_vec();
    whole.extend(u64::from(VERSION).to_le_bytes());
    whole.extend((32 + bytes.len() as u64).to_le_bytes());
    let sum = xxh3_64(&[&whole, bytes].concat());
    whole.extend(sum.to_le_bytes());
    whole.extend(bytes);
    whole
}
