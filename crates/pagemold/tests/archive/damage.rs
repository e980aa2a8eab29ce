//! Rows 13 to 18 of what bad input must lead to: one bad record costs that record.

use std::fs;
use std::time::{Duration, Instant};

use pagemold::Limits;

use crate::files::{
    OnDisk, PACKS, Pack, block_of, codes, http, intact, open, page, record, record_with, records, walk, walk_with,
};

const PACKED: [Pack; 4] = [Pack::Zlib(6), Pack::Libdeflate(9), Pack::Zlib(0), Pack::Zstd(3)];

fn all_but(count: usize, lost: &[usize]) -> Vec<usize> {
    (0..count).filter(|number| !lost.contains(number)).collect()
}

#[test]
fn a_member_larger_than_the_limit_is_cut_and_the_next_are_read() {
    let limits = Limits { page_bytes: 100_000, ..Limits::default() };
    let large = http(&vec![b'x'; 3_000_000]);
    let mut records = records(5, 100);
    records[2] = record_with(2, &format!("Content-Length: {}", large.len()), &large);
    for pack in PACKS {
        for bytes in [pack.each(&records).concat(), pack.pack(&records.concat())] {
            let (seen, damage) = walk_with(&bytes, &limits);
            assert_eq!(intact(&seen, &records), all_but(5, &[2]), "{pack:?}");
            assert_eq!((seen.len(), seen[2].truncated, damage.len()), (5, true, 0), "{pack:?}");
            assert_eq!(seen[2].block, large[..limits.page_bytes + 65536], "{pack:?}");
        }
    }
}

#[test]
fn a_file_cut_anywhere_keeps_the_records_before_the_cut() {
    let records = records(4, 30);
    for pack in PACKS {
        let members = pack.each(&records);
        let bytes = members.concat();
        let last = bytes.len() - members[3].len();
        // A record that misses only the line ends that close it is whole.
        let whole = if pack == Pack::Plain { bytes.len() - 4 } else { bytes.len() };
        for cut in last..whole {
            let (seen, damage) = walk(&bytes[..cut]);
            assert_eq!(intact(&seen, &records), [0, 1, 2], "{pack:?} cut at {cut}");
            assert_eq!(seen.len(), 3, "{pack:?} cut at {cut}");
            if cut == last {
                assert_eq!(damage, [], "{pack:?}");
            } else {
                assert_eq!(codes(&damage), ["truncated"], "{pack:?} cut at {cut}");
                assert_eq!((damage[0].offset, damage[0].skipped), (last as u64, (cut - last) as u64), "{pack:?}");
            }
        }
    }
}

#[test]
fn one_large_member_cut_short_keeps_the_records_before() {
    let limits = Limits { page_bytes: 50_000, ..Limits::default() };
    let records = records(60, 3000);
    for pack in PACKED {
        let bytes = pack.pack(&records.concat());
        let (seen, damage) = walk_with(&bytes[..bytes.len() * 9 / 10], &limits);
        let whole = intact(&seen, &records);
        assert_eq!(whole, (0..seen.len()).collect::<Vec<_>>(), "{pack:?}");
        assert!(whole.len() > 40, "{pack:?} {}", whole.len());
        assert_eq!((codes(&damage), damage[0].offset), (vec!["truncated"], 0), "{pack:?}");
    }
}

#[test]
fn a_damaged_member_costs_one_record_wherever_the_damage_is() {
    let records = records(5, 60);
    for pack in [Pack::Zlib(6), Pack::Libdeflate(9)] {
        let members = pack.each(&records);
        let before = members[0].len() + members[1].len();
        for at in 0..members[2].len() {
            let mut bytes = members.concat();
            bytes[before + at] ^= 0x55;
            let (seen, damage) = walk(&bytes);
            let found = intact(&seen, &records);
            // Time, hints and system of the member's header do not matter to its content.
            let expected = if (4..10).contains(&at) { all_but(5, &[]) } else { all_but(5, &[2]) };
            assert_eq!(found, expected, "{pack:?} byte {at}");
            assert_eq!(seen.len(), expected.len());
            if expected.len() == 4 {
                let code = if at < 3 { "garbage" } else { "damaged" };
                assert_eq!((codes(&damage), damage[0].offset), (vec![code], before as u64), "{pack:?} byte {at}");
                assert_eq!(damage[0].skipped, members[2].len() as u64, "{pack:?} byte {at}");
            }
        }
    }
}

#[test]
fn the_first_member_may_be_the_damaged_one() {
    let records = records(4, 60);
    for pack in PACKS {
        let mut bytes = pack.each(&records).concat();
        bytes[0] ^= 0x55;
        let (seen, damage) = walk(&bytes);
        assert_eq!((intact(&seen, &records), codes(&damage)), (all_but(4, &[0]), vec!["garbage"]), "{pack:?}");
    }
}

#[test]
fn garbage_between_members_is_skipped_and_counted() {
    let records = records(4, 60);
    let garbage: [&[u8]; 6] = [
        b"?",
        b"some text\r\nWARC/1.0\r\n\r\nno record",
        &[0xff; 3000],
        b"\x1f\x8b\x08\x00 no gzip",
        b"\x28\xb5\x2f\xfd no zstd",
        &Pack::Zlib(6).pack(b"a member, but not of records"),
    ];
    for pack in PACKS {
        for garbage in garbage {
            let members = pack.each(&records);
            let at = members[0].len() + members[1].len();
            let bytes = [&members[0][..], &members[1], garbage, &members[2], &members[3]].concat();
            let (seen, damage) = walk(&bytes);
            assert_eq!(intact(&seen, &records), all_but(4, &[]), "{pack:?} {}", garbage.escape_ascii());
            assert_eq!((damage.len(), damage[0].offset), (1, at as u64), "{pack:?} {}", garbage.escape_ascii());
            assert!(damage[0].skipped == garbage.len() as u64 || damage[0].skipped == 28);
        }
    }
}

#[test]
fn a_wrong_length_never_swallows_the_next_record() {
    let block = [http(&page(2, 40)), vec![b'x'; 60]].concat();
    let right = block.len();
    let fields = [
        "Content-Length: -5".to_owned(),
        "X-Nothing: 1".to_owned(),
        "Content-Length: 18446744073709551615".to_owned(),
        "Content-Length: 99999999999999999999999999".to_owned(),
        "Content-Length: 4294967296".to_owned(),
        "Content-Length: many".to_owned(),
        "Content-Length: 0".to_owned(),
        format!("Content-Length: {}", right - 30),
        format!("Content-Length: {}", right + 30),
        format!("Content-Length: {}", right + 12),
        format!("Content-Length: {}", right + 4000),
    ];
    for pack in PACKS {
        for field in &fields {
            let mut records = records(5, 40);
            records[2] = record_with(2, field, &block);
            for (bytes, what) in [(pack.each(&records).concat(), "each"), (pack.pack(&records.concat()), "all")] {
                let started = Instant::now();
                let (seen, damage) = walk(&bytes);
                assert_eq!(intact(&seen, &records), all_but(5, &[]), "{pack:?} {what} {field}");
                assert_eq!((seen.len(), codes(&damage)), (5, vec!["length"]), "{pack:?} {what} {field}");
                assert!(started.elapsed() < Duration::from_secs(2));
            }
        }
    }
}

#[test]
fn a_wrong_length_in_a_large_member_never_swallows_the_next_record() {
    let limits = Limits { page_bytes: 50_000, ..Limits::default() };
    for (field, words) in
        [("Content-Length: 4294967296", 40), ("Content-Length: 5", 40), ("X: y", 30_000), ("Content-Length: 7", 30_000)]
    {
        let mut records = records(60, 3000);
        let block = http(&page(2, words));
        records[2] = record_with(2, field, &block);
        for pack in PACKED {
            let (seen, damage) = walk_with(&pack.pack(&records.concat()), &limits);
            let lost: &[usize] = if words > 40 { &[2] } else { &[] };
            assert_eq!(intact(&seen, &records), all_but(60, lost), "{pack:?} {field}");
            assert_eq!((seen.len(), codes(&damage)), (60, vec!["length"]), "{pack:?} {field}");
            assert!(block.starts_with(&seen[2].block) && seen[2].block.len() >= block.len().min(limits.page_bytes));
        }
    }
}

#[test]
fn a_header_without_an_end_is_skipped() {
    let records = records(4, 40);
    let broken = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 5\r\n";
    let endless = [&broken[..], &b"Field: value\r\n".repeat(10_000)].concat();
    for header in [&broken[..], &endless] {
        for pack in PACKS {
            let members = pack.each(&records);
            let (seen, damage) =
                walk(&[&members[0][..], &members[1], &pack.pack(header), &members[2], &members[3]].concat());
            assert_eq!(intact(&seen, &records), all_but(4, &[]), "{pack:?}");
            assert_eq!(codes(&damage), ["header"], "{pack:?}");
        }
    }
}

#[test]
fn what_is_no_archive_is_an_error_that_names_the_file() {
    let html = b"<html>\nWARC/1.0\nis a format</html>".to_vec();
    let jpeg = [&b"\xff\xd8\xff\xe0\0\x10JFIF\0"[..], &b"\x1f\x8b\x08\x00W(".repeat(5000)].concat();
    let cases = [
        html.clone(),
        jpeg,
        Pack::Zlib(6).pack(&html),
        Pack::Zstd(3).pack(&html),
        vec![],
        b"WARC".to_vec(),
        vec![0; 9000],
    ];
    for bytes in cases {
        let file = OnDisk::new(&bytes);
        let error = open(&file.0).unwrap_err();
        assert_eq!(error.code(), "source_format");
        assert_eq!(error.to_string(), format!("{}: not a WARC archive", file.0.display()));
    }
    let folder = std::env::temp_dir();
    for (path, code) in
        [(folder.as_path(), "source_unreadable"), (&folder.join("pagemold-no-such-file"), "source_unreadable")]
    {
        let error = open(path).unwrap_err();
        assert_eq!(error.code(), code);
        assert!(error.to_string().starts_with(&path.display().to_string()));
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_without_waiting_for_a_writer() {
    let path = std::env::temp_dir().join(format!("pagemold-pipe-{}", std::process::id()));
    let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    let error = open(&path).unwrap_err();
    fs::remove_file(&path).unwrap();
    assert_eq!((error.code(), error.to_string().ends_with("not a regular file")), ("source_unreadable", true));
}

#[test]
fn a_page_that_shows_a_record_is_one_record() {
    let shown = [b"<pre>\r\n".to_vec(), record(7, 5), b"</pre>\r\n\r\nWARC/1.0\r\nA: b\r\n\r\n".to_vec()].concat();
    let records = [record(0, 9), record_with(1, &format!("Content-Length: {}", shown.len()), &shown), record(2, 9)];
    for pack in PACKS {
        for bytes in [pack.each(&records).concat(), pack.pack(&records.concat())] {
            let (seen, damage) = walk(&bytes);
            assert_eq!((seen.len(), damage.len()), (3, 0), "{pack:?}");
            assert_eq!(seen[1].block, block_of_shown(&records[1], shown.len()));
        }
    }
}

fn block_of_shown(record: &[u8], length: usize) -> &[u8] {
    let block = block_of(record);
    assert_eq!(block.len(), length);
    block
}
