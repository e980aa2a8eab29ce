//! Sound archives of every packing give their records back.

use pagemold::Limits;
use pagemold::archive::{Archive, Kind};

use crate::files::{Dice, OnDisk, PACKS, Pack, Seen, block_of, collect, record, record_with, records, walk, walk_with};

fn assert_all(seen: &[Seen], records: &[Vec<u8>], what: &str) {
    assert_eq!(seen.len(), records.len(), "{what}");
    for (number, (found, record)) in seen.iter().zip(records).enumerate() {
        assert_eq!(found.uri, format!("http://a.example/{number}"), "{what}");
        assert_eq!(found.kind, Kind::Response, "{what}");
        assert!(found.block == block_of(record) && !found.truncated, "{what}");
    }
}

#[test]
fn one_member_for_each_record() {
    let records = records(40, 3000);
    for pack in PACKS {
        let members = pack.each(&records);
        let (seen, damage) = walk(&members.concat());
        assert_all(&seen, &records, &format!("{pack:?}"));
        assert_eq!(damage, []);
        let mut offset = 0;
        for (found, member) in seen.iter().zip(&members) {
            let closing = if pack == Pack::Plain { 4 } else { 0 };
            assert_eq!((found.offset, found.length), (offset, (member.len() - closing) as u64), "{pack:?}");
            assert_eq!(found.inner_offset, 0);
            offset += member.len() as u64;
        }
    }
}

#[test]
fn one_member_for_all_records_small_enough_for_memory_or_not() {
    let records = records(60, 3000);
    let content = records.concat();
    let small = Limits { page_bytes: 50_000, ..Limits::default() };
    assert!(content.len() > 5 * small.page_bytes);
    for pack in PACKS {
        for limits in [Limits::default(), small] {
            let (seen, damage) = walk_with(&pack.pack(&content), &limits);
            assert_all(&seen, &records, &format!("{pack:?} {}", limits.page_bytes));
            assert_eq!(damage, []);
            let mut inner = 0;
            for (found, record) in seen.iter().zip(&records).filter(|_| pack != Pack::Plain) {
                assert_eq!((found.offset, found.inner_offset), (0, inner));
                inner += record.len() as u64;
            }
        }
    }
}

#[test]
fn packings_and_padding_may_be_mixed() {
    let records = records(48, 500);
    let mut dice = Dice(3);
    let paddings: [&[u8]; 5] = [b"", b"\r\n", b"\n\n\n\r\n", &[0; 700], b"\x53\x2a\x4d\x18\x03\0\0\0abc"];
    let mut bytes = Vec::new();
    for record in &records {
        bytes.extend(PACKS[dice.below(PACKS.len())].pack(record));
        bytes.extend_from_slice(paddings[dice.below(paddings.len())]);
    }
    let (seen, damage) = walk(&bytes);
    assert_all(&seen, &records, "mixed");
    assert_eq!(damage, []);
}

#[test]
fn blank_lines_between_plain_records_may_be_missing_or_more() {
    let records = records(12, 200);
    for blank in ["", "\n", "\r\n", "\r\n\r\n\r\n\r\n"] {
        let bytes: Vec<u8> =
            records.iter().flat_map(|record| [&record[..record.len() - 4], blank.as_bytes()].concat()).collect();
        let (seen, damage) = walk(&bytes);
        assert_all(&seen, &records, blank);
        assert_eq!(damage, []);
    }
}

#[test]
fn equal_records_one_after_the_other() {
    let records = vec![record(0, 400); 30];
    for pack in PACKS {
        let (seen, damage) = walk(&pack.each(&records).concat());
        assert_eq!((seen.len(), damage.len()), (30, 0), "{pack:?}");
        assert!(seen.iter().all(|found| found.block == block_of(&records[0])));
    }
}

/// A gzip header with every optional field.
fn with_all_fields(member: &[u8]) -> Vec<u8> {
    let mut bytes = member[..10].to_vec();
    bytes[3] = 4 | 8 | 16;
    bytes.extend_from_slice(b"\x05\x00\x1f\x8b\x08\x00\x00name\0comment \x1f\x8b\x08\x01\0");
    bytes.extend_from_slice(&member[10..]);
    bytes
}

#[test]
fn optional_gzip_fields_are_passed_over() {
    let records = records(5, 300);
    let bytes: Vec<u8> = Pack::Zlib(6).each(&records).iter().flat_map(|member| with_all_fields(member)).collect();
    let (seen, damage) = walk(&bytes);
    assert_all(&seen, &records, "fields");
    assert_eq!(damage, []);
}

/// The checksum of a text can be made to be anything by its last four bytes, so a page may hold the trailer of its own
/// member, and after that what looks like the next member.
#[test]
fn a_forged_trailer_inside_a_member_is_not_its_end() {
    let inner = Pack::Zlib(6).pack(&record(99, 50));
    let mut forged = 0;
    for wanted in [0x0102_0304_u32, 0x1f8b_0800, 0xffff_ffff] {
        let mut block = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
        let length_at = 4 * 1000;
        let total = {
            let probe = record_with(0, &format!("Content-Length: {length_at:04}"), &vec![0; length_at]);
            probe.len()
        };
        block.extend_from_slice(&wanted.to_le_bytes());
        block.extend_from_slice(&(total as u32).to_le_bytes());
        block.extend_from_slice(&inner);
        block.resize(length_at, b'x');
        let mut outer = record_with(0, &format!("Content-Length: {length_at:04}"), &block);
        let patch = outer.len() - 8;
        force_checksum(&mut outer, patch, wanted);
        for pack in [Pack::Zlib(0), Pack::Libdeflate(0)] {
            let member = pack.pack(&outer);
            let trailer = member[member.len() - 8..].to_vec();
            assert_eq!(trailer[..4], wanted.to_le_bytes());
            assert!(member.windows(8).position(|eight| eight == trailer).unwrap() < member.len() - 8);
            let (seen, damage) = walk(&[member, pack.pack(&record(1, 20))].concat());
            assert_eq!(
                seen.iter().map(|found| found.uri.as_str()).collect::<Vec<_>>(),
                ["http://a.example/0", "http://a.example/1"]
            );
            assert_eq!((seen[0].block == block_of(&outer), damage.len()), (true, 0));
            forged += 1;
        }
    }
    assert_eq!(forged, 6);
}

#[test]
fn a_trailer_that_comes_again_does_not_hide_what_stands_between() {
    for pack in [Pack::Zlib(6), Pack::Libdeflate(9)] {
        let first = pack.pack(&record(0, 30));
        let block = [b"plain ", &first[first.len() - 8..]].concat();
        let plain = record_with(1, &format!("Content-Length: {}", block.len()), &block);
        let bytes = [&first, &plain[..plain.len() - 4], &pack.pack(&record(2, 30))].concat();
        let (seen, damage) = walk(&bytes);
        assert_eq!((seen.len(), damage.len()), (3, 0), "{pack:?}");
        assert_eq!(seen[1].block, block, "{pack:?}");
    }
}

/// Sets four bytes at `at` so that the whole has that CRC-32: the checksum is linear in them.
fn force_checksum(bytes: &mut [u8], at: usize, wanted: u32) {
    bytes[at..at + 4].fill(0);
    let base = libdeflater::crc32(bytes);
    let mut rows: Vec<(u32, u32)> = (0..32)
        .map(|bit| {
            bytes[at..at + 4].copy_from_slice(&(1_u32 << bit).to_le_bytes());
            (libdeflater::crc32(bytes) ^ base, 1 << bit)
        })
        .collect();
    let (mut left, mut patch) = (wanted ^ base, 0);
    for bit in 0..32 {
        let pivot = rows.iter().position(|row| row.0 >> bit & 1 == 1).unwrap();
        let (image, source) = rows.swap_remove(pivot);
        for row in rows.iter_mut().filter(|row| row.0 >> bit & 1 == 1) {
            *row = (row.0 ^ image, row.1 ^ source);
        }
        if left >> bit & 1 == 1 {
            left ^= image;
            patch ^= source;
        }
    }
    bytes[at..at + 4].copy_from_slice(&patch.to_le_bytes());
    assert_eq!(libdeflater::crc32(bytes), wanted);
}

#[test]
fn a_stored_member_full_of_gzip_starts_is_read_exactly() {
    let block = b"\x1f\x8b\x08\x00".repeat(20_000);
    let records = [record_with(0, &format!("Content-Length: {}", block.len()), &block), record(1, 20)];
    let (seen, damage) = walk(&Pack::Libdeflate(0).each(&records).concat());
    assert_all(&seen, &records, "starts");
    assert_eq!(damage, []);
}

#[test]
fn zstd_with_a_dictionary_in_front_plain_or_packed() {
    let records = records(30, 200);
    let dictionary = records.concat()[..4000].to_vec();
    let mut compressor = zstd::bulk::Compressor::with_dictionary(3, &dictionary).unwrap();
    let frames: Vec<u8> = records.iter().flat_map(|record| compressor.compress(record).unwrap()).collect();
    for content in [dictionary.clone(), zstd::bulk::compress(&dictionary, 3).unwrap()] {
        let mut bytes = b"\x5d\x2a\x4d\x18".to_vec();
        bytes.extend_from_slice(&(content.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&content);
        bytes.extend_from_slice(&frames);
        let (seen, damage) = walk(&bytes);
        assert_all(&seen, &records, "dictionary");
        assert_eq!(damage, []);
    }
}

#[test]
fn zstd_frames_that_do_not_say_their_size() {
    let records = records(10, 20_000);
    let frames: Vec<u8> = records.iter().flat_map(|record| zstd::stream::encode_all(&record[..], 3).unwrap()).collect();
    let (seen, damage) = walk(&frames);
    assert_all(&seen, &records, "frames");
    assert_eq!(damage, []);
}

#[test]
fn a_range_of_a_larger_file() {
    let records = records(6, 100);
    for pack in PACKS {
        let inside = pack.each(&records).concat();
        let file = OnDisk::new(&[b"PK zip header", &inside[..], &pack.pack(&record(9, 9))].concat());
        let archive = Archive::open(&file.0, 13, Some(13 + inside.len() as u64), &Limits::default()).unwrap();
        let (seen, damage, position) = collect(archive.walk());
        assert_all(&seen, &records, "range");
        assert_eq!((seen[0].offset, position, damage.len()), (13, archive.range().end, 0));
    }
}

#[test]
fn the_kinds_and_fields_of_records() {
    let bytes =
        b"WARC/1.1\r\nwarc-type: Revisit\r\nWARC-Target-URI: <http://a.example/>\r\nContent-Length: 0\r\n\r\n\r\n\r\n\
        WARC/1.0\nWARC-Type: resource\nContent-Type: text/html\nWARC-Truncated: length\nContent-Length: 3\n\n<p>\n\n\
        WARC/1.0\r\nContent-Length: 2\r\nX: y\r\n\r\nab\r\n\r\n";
    let file = OnDisk::new(bytes);
    let mut walker = Archive::open(&file.0, 0, None, &Limits::default()).unwrap().walk();
    let record = walker.next().unwrap().unwrap();
    assert_eq!((record.kind, record.target_uri().as_deref()), (Kind::Revisit, Some("http://a.example/")));
    assert!(record.block.is_empty() && record.response().is_none());
    let record = walker.next().unwrap().unwrap();
    assert_eq!((record.kind, record.content_type().as_deref()), (Kind::Resource, Some("text/html")));
    assert_eq!((record.block, record.truncated), (&b"<p>"[..], true));
    let record = walker.next().unwrap().unwrap();
    assert_eq!((record.kind, record.block, record.target_uri()), (Kind::Other, &b"ab"[..], None));
    assert!(walker.next().unwrap().is_none() && walker.next().unwrap().is_none());
    assert_eq!(walker.damage(), []);
}
