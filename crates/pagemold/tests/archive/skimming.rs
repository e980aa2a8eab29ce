//! A pass that reads only the tops of records gives the same rows as one that reads all of them.

use std::time::Duration;

use flate2::{Compress, Compression, FlushCompress};
use pagemold::Limits;
use pagemold::archive::Archive;
use pagemold::features::minhash::MinHash;
use pagemold::pass::{Filter, Input, Next, Pass, Problem, Skipped};
use pagemold::wanted::Wanted;

use crate::files::{Dice, OnDisk, Pack, block_of, http, record_with};

const PACKS: [Pack; 7] = [
    Pack::Zlib(0),
    Pack::Zlib(1),
    Pack::Zlib(6),
    Pack::Zlib(9),
    Pack::Libdeflate(0),
    Pack::Libdeflate(6),
    Pack::Libdeflate(12),
];

/// Everything a pass over an archive says, the rows in words.
#[derive(Debug, PartialEq)]
struct Heard {
    rows: Vec<String>,
    skipped: Skipped,
    problems: Vec<Problem>,
}

fn pass(bytes: &[u8], filter: Filter) -> Heard {
    let file = OnDisk::new(bytes);
    let wanted = Wanted::new(&["fingerprint"], false, MinHash::new(1, 1)).unwrap();
    let input = Input::Archive { path: file.0.clone(), start: 0, end: None };
    let mut pass = Pass::new(vec![input], wanted, filter, Limits::default(), 1);
    let mut rows = Vec::new();
    loop {
        match pass.next(Duration::from_secs(60)) {
            Next::Batch(columns) => rows.extend(columns.iter().map(|column| format!("{column:?}"))),
            Next::Pending => panic!("the pass does not end"),
            Next::End => break,
        }
    }
    Heard { rows, skipped: pass.skipped(), problems: pass.take_problems() }
}

fn skim(bytes: &[u8]) -> Heard {
    pass(bytes, Filter::default())
}

fn whole(bytes: &[u8]) -> Heard {
    pass(bytes, Filter { whole: true, ..Filter::default() })
}

/// How many records a walk that skims leaves packed.
fn count_tops(bytes: &[u8]) -> usize {
    let file = OnDisk::new(bytes);
    let mut walker = Archive::open(&file.0, 0, None, &Limits::default()).unwrap().walk().skimming();
    let mut tops = 0;
    while let Some(record) = walker.next().unwrap() {
        tops += usize::from(record.unread > 0);
    }
    tops
}

/// A page whose fingerprint is full after about `lead` bytes.
fn html(dice: &mut Dice, head: &str, lead: usize, size: usize) -> Vec<u8> {
    let tags = ["div", "p", "span", "ul", "li", "a", "table", "tr", "td", "h1", "em", "img", "section", "nav"];
    let mut page = format!("<!DOCTYPE html><html><head>{head}").into_bytes();
    while page.len() < size {
        if page.len() + 200 > lead {
            page.extend(format!("<{}>", tags[dice.below(tags.len())]).bytes());
        }
        page.extend(format!("text {} ", dice.below(1 << 30)).bytes());
    }
    page
}

fn warc(number: usize, block: &[u8]) -> Vec<u8> {
    record_with(number, &format!("Content-Length: {}", block.len()), block)
}

fn response(fields: &str, body: &[u8]) -> Vec<u8> {
    [format!("HTTP/1.1 {fields}\r\n\r\n").as_bytes(), body].concat()
}

/// A record of one of many kinds.
fn any_record(number: usize, dice: &mut Dice) -> Vec<u8> {
    let head = ["", "<meta charset=utf-8>", "<meta charset=shift_jis>", "<title>ä</title>"][dice.below(4)];
    let lead = [0, 0, 0, 2000, 4000, 9000, 14000][dice.below(7)];
    let size = [100, 2000, 3000, 5000, 9000, 13000, 40000][dice.below(7)] + dice.below(300);
    let mut page = html(dice, head, lead, size);
    let length = page.len();
    let block = match dice.below(16) {
        0 => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip", &Pack::Zlib(6).pack(&page)),
        1 => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip", &page),
        2 => response("200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked", &page),
        3 => response("404 Not Found\r\nContent-Type: text/html", &page),
        4 => response("200 OK\r\nContent-Type: image/png", &page),
        5 => response("200 OK", &page),
        6 => response(&format!("200 OK\r\nContent-Type: text/html\r\nX: {}", "long ".repeat(dice.below(3000))), &page),
        7 => response(&format!("200 OK\r\nContent-Type: text/html\r\nContent-Length: {}", length + 1), &page),
        8 => page,
        9 => {
            page.splice(0..0, *b"\xEF\xBB\xBF");
            http(&page)
        }
        10 => response("200 OK\r\nContent-Type: text/html; charset=windows-1251", &page),
        11 => response("200 OK\r\nContent-Type: text/html; charset=utf-8", &[&b"\x01\x02 "[..], &page].concat()),
        _ => http(&page),
    };
    let mut record = String::from_utf8_lossy(&warc(number, &block)).into_owned();
    match dice.below(12) {
        0 => record = record.replacen("WARC-Type: response", "WARC-Type: request", 1),
        1 => record = record.replacen("WARC-Type: response", "WARC-Type: resource", 1),
        2 => record = record.replacen("WARC-Type", "WARC-Truncated: length\r\nWARC-Type", 1),
        _ => return warc(number, &block),
    }
    // What is not UTF-8 became longer, so the length is set anew.
    let start = record.find("\r\n\r\n").unwrap() + 4;
    let length = record.len() - start - 4;
    record.replacen(&format!("Content-Length: {}", block.len()), &format!("Content-Length: {length}"), 1).into_bytes()
}

#[test]
fn rows_are_the_same() {
    for (seed, pack) in (0..).zip(PACKS.into_iter().cycle().take(35)) {
        let mut dice = Dice(seed);
        let mut records: Vec<Vec<u8>> = Vec::new();
        for number in 0..60 {
            let is_double = dice.below(6) == 0;
            let again = records.last().filter(|_| is_double).cloned();
            records.push(again.unwrap_or_else(|| any_record(number, &mut dice)));
        }
        let bytes = pack.each(&records).concat();
        let expected = whole(&bytes);
        assert_eq!(skim(&bytes), expected, "{pack:?} seed {seed}");
        let is_stored = matches!(pack, Pack::Zlib(0) | Pack::Libdeflate(0));
        assert!(is_stored || count_tops(&bytes) > 10, "{pack:?} seed {seed}");
    }
}

/// Pages of different sizes, large enough to be skimmed and declared so that the top is enough.
fn pages(count: usize) -> Vec<Vec<u8>> {
    let mut dice = Dice(3);
    let page = |number| warc(number, &http(&html(&mut dice, "<meta charset=utf-8>", 0, 20_000 + 500 * number)));
    (0..count).map(page).collect()
}

#[test]
fn pieces_are_the_same() {
    let records = pages(5);
    for pack in [Pack::Zlib(0), Pack::Zlib(6), Pack::Libdeflate(9)] {
        let bytes = [&pack.each(&records)[..], &[vec![0; 20]]].concat().concat();
        let file = OnDisk::new(&bytes);
        let archive = Archive::open(&file.0, 0, None, &Limits::default()).unwrap();
        let places = |mut walker: pagemold::archive::Walker| {
            let mut places = Vec::new();
            while let Some(record) = walker.next().unwrap() {
                places.push((record.offset, record.length, record.block.len() as u64 + record.unread));
            }
            assert_eq!(walker.damage(), []);
            (places, walker.position())
        };
        let (expected, _) = places(archive.walk());
        for cut in (0..bytes.len() as u64).step_by(61) {
            let (mut found, position) = places(archive.walk_exact(0, cut).skimming());
            found.extend(places(archive.walk_exact(position, bytes.len() as u64).skimming()).0);
            assert_eq!(found, expected, "{pack:?} cut at {cut}");
            let guess = archive.walk_guess(cut, bytes.len() as u64).unwrap().skimming();
            let start = guess.first_start().unwrap_or(bytes.len() as u64);
            let after: Vec<_> = expected.iter().copied().filter(|place| place.0 >= start).collect();
            assert_eq!(places(guess).0, after, "{pack:?} from {cut}");
        }
    }
}

/// A member as writers make it of content that can be compressed only up to some place: stored from there on.
fn half_stored(content: &[u8], place: usize) -> Vec<u8> {
    let mut stream = Vec::with_capacity(content.len());
    let mut deflate = Compress::new(Compression::new(6), false);
    deflate.compress_vec(&content[..place], &mut stream, FlushCompress::Sync).unwrap();
    let rest = &content[place..];
    let length = u16::try_from(rest.len()).unwrap();
    let mut member = b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec();
    member.extend(stream);
    member.push(1);
    member.extend([length.to_le_bytes(), (!length).to_le_bytes()].concat());
    member.extend_from_slice(rest);
    member.extend(libdeflater::crc32(content).to_le_bytes());
    member.extend((content.len() as u32).to_le_bytes());
    member
}

/// A stored block that begins inside the top or soon after it: what is not unpacked is never taken for content.
#[test]
fn a_top_is_the_beginning_of_its_record() {
    let pages = pages(2);
    let places: Vec<usize> = (200..14_000).step_by(97).chain((3400..4800).step_by(3)).chain(12_000..13_000).collect();
    let members = places.iter().flat_map(|&place| [Pack::Zlib(6).pack(&pages[0]), half_stored(&pages[1], place)]);
    let file = OnDisk::new(&members.collect::<Vec<_>>().concat());
    let mut walker = Archive::open(&file.0, 0, None, &Limits::default()).unwrap().walk().skimming();
    let (mut tops, mut larger, mut count) = (0, 0, 0);
    while let Some(record) = walker.next().unwrap() {
        let expected = block_of(&pages[count % 2]);
        count += 1;
        tops += usize::from(record.unread > 0);
        assert!(expected.starts_with(record.block), "record {count}");
        assert_eq!(record.block.len() as u64 + record.unread, expected.len() as u64, "record {count}");
        let (mut known, mut unread) = (record.block.len(), record.unread);
        while unread > 0 {
            let record = walker.more().unwrap().unwrap();
            assert!(expected.starts_with(record.block) && record.block.len() > known, "record {count}");
            assert_eq!(record.block.len() as u64 + record.unread, expected.len() as u64, "record {count}");
            (known, unread) = (record.block.len(), record.unread);
            larger += usize::from(unread > 0);
        }
        assert_eq!(known, expected.len(), "record {count}");
    }
    assert_eq!((count, walker.damage()), (2 * places.len(), &[][..]));
    assert!(tops > count / 2 && larger > 3 * tops, "{tops} and {larger} of {count}");
}

/// A page holds, stored as it is, what ends the member of its own record or of the one before, and then a member with
/// a record of its own.
#[test]
fn a_forged_end_is_not_believed() {
    let fake = Pack::Zlib(6).pack(&warc(999, &http(&html(&mut Dice(1), "<meta charset=utf-8>", 0, 9000))));
    let top = html(&mut Dice(2), "<meta charset=utf-8>", 0, 8000);
    let forge = |number: usize, length: usize| {
        let body = [&top[..], &(length as u32).to_le_bytes(), &fake, &[b'x'; 5000]].concat();
        warc(number, &http(&body))
    };
    let pages = pages(3);
    let [one, two] = [&pages[1], &pages[2]].map(|page| Pack::Zlib(6).pack(page));
    let of_itself = forge(0, forge(0, 0).len());
    let of_the_one_before = forge(3, pages[1].len());
    assert_eq!(of_itself.len(), forge(0, 0).len());
    let archives = [
        [&half_stored(&of_itself, 6000)[..], &one, &two].concat(),
        [&one[..], &half_stored(&of_the_one_before, 6000), &two].concat(),
    ];
    for bytes in archives {
        assert!(bytes.windows(fake.len()).any(|part| part == fake), "the forgery is there to be found");
        let found = skim(&bytes);
        assert_eq!(found, whole(&bytes));
        assert_eq!(found.problems, []);
        assert!(!found.rows.iter().any(|column| column.contains("999")));
        assert_eq!(count_tops(&bytes), 2, "one is read to its end, the others are not");
    }
}

#[test]
fn writers_that_are_careless_are_read_as_ever() {
    let pages = pages(6);
    let (first, second, third) = (&pages[0], &pages[1], &pages[2]);
    let wrong = |length: i64| {
        let start = second.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
        let block = &second[start..second.len() - 4];
        record_with(1, &format!("Content-Length: {}", block.len() as i64 + length), block)
    };
    let pack = Pack::Zlib(6);
    let [one, two, three] = [first, second, third].map(|record| pack.pack(record));
    let archives: Vec<Vec<u8>> = vec![
        [&one[..], &pack.pack(&second[..second.len() - 2]), &three].concat(),
        [&one[..], &pack.pack(&second[..second.len() - 4]), &three].concat(),
        [&one[..], &pack.pack(&[&second[..], b"\r\n"].concat()), &three].concat(),
        [&one[..], &pack.pack(&wrong(-1)), &three].concat(),
        [&one[..], &pack.pack(&wrong(700)), &three].concat(),
        [&one[..], &pack.pack(&wrong(i64::from(i32::MAX))), &three].concat(),
        [&one[..], &pack.pack(&[&second[..], third].concat()), &three].concat(),
        [&one[..], &[0; 7], &two, b"\r\n\r\n", &three, &[0; 500]].concat(),
        [&one[..], &[0; 700], &two, &three].concat(),
        [&one[..], &[b'?'; 700], &two, &three].concat(),
        [&one[..], &two, &three[..three.len() - 1]].concat(),
        [&one[..], &two, &three[..2000]].concat(),
        [&one[..], &two, second, &three].concat(),
        [&one[..], &two, &two, &two, &three].concat(),
    ];
    for (number, bytes) in archives.iter().enumerate() {
        assert_eq!(skim(bytes), whole(bytes), "archive {number}");
    }
}

#[test]
fn damage_is_found_where_it_is_read() {
    let pages = pages(4);
    let members = Pack::Zlib(6).each(&pages);
    let start = members[0].len();
    let damaged = |at: usize| {
        let mut bytes = members.concat();
        bytes[start + at] ^= 0x55;
        bytes
    };
    let codes = |heard: Heard| heard.problems.iter().map(|problem| problem.code).collect::<Vec<_>>();
    for at in 10..60 {
        let bytes = damaged(at);
        assert_eq!(skim(&bytes), whole(&bytes), "at {at}");
        assert_eq!(codes(skim(&bytes)), ["damaged"], "at {at}");
    }
    let bytes = damaged(members[1].len() - 500);
    assert_eq!(codes(whole(&bytes)), ["damaged"]);
    assert_eq!(skim(&bytes), skim(&members.concat()), "nobody looks there");
}
