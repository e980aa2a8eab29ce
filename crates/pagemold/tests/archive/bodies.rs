//! Row 13 and 19: bodies in every coding, stacked, broken, lied about, and bombs.

use std::io::Write;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::{DeflateEncoder, ZlibEncoder};
use pagemold::archive::{Response, Scratch, decode_body};
use pagemold::{Flags, Limits};

use crate::files::{Pack, page};

const TRUNCATED: Flags = Flags::BODY_TRUNCATED;
const ENCODING: Flags = Flags::ENCODING;

fn decode(fields: &str, body: &[u8], limits: &Limits) -> (Vec<u8>, Flags) {
    let block = [format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n").as_bytes(), body].concat();
    let mut scratch = Scratch::new(limits);
    let (body, flags) = decode_body(&Response::parse(&block).unwrap(), limits, &mut scratch);
    (body.to_vec(), flags)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    Pack::Zlib(6).pack(bytes)
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    Pack::Zstd(3).pack(bytes)
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bare(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Brotli of up to 64 KiB, stored: one block as it is, then an empty last one.
fn brotli(bytes: &[u8]) -> Vec<u8> {
    let header = (bytes.len() as u32 - 1) << 4 | 1 << 20;
    [&header.to_le_bytes()[..3], bytes, &[3]].concat()
}

fn chunked(bytes: &[u8]) -> Vec<u8> {
    let chunks =
        bytes.chunks(700).flat_map(|chunk| [format!("{:x};a=b\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat());
    chunks.chain(*b"0\r\n\r\n").collect()
}

#[test]
fn codings_are_undone() {
    let html = page(1, 900);
    let two = [gzip(&html[..500]), gzip(&html[500..])].concat();
    let with_rest = [gzip(&html), b"\0\0\0\0".to_vec()].concat();
    let cases: [(&str, Vec<u8>); 18] = [
        ("A: b", html.clone()),
        ("Content-Encoding: identity", html.clone()),
        ("Content-Encoding: gzip", gzip(&html)),
        ("content-encoding: X-GZIP", gzip(&html)),
        ("Content-Encoding: gzip", two),
        ("Content-Encoding: gzip", with_rest),
        ("Content-Encoding: deflate", zlib(&html)),
        ("Content-Encoding: deflate", bare(&html)),
        ("Content-Encoding: br", brotli(&html)),
        ("Content-Encoding: zstd", zstd(&html)),
        ("Content-Encoding: zstd", [zstd(&html[..500]), zstd(&html[500..])].concat()),
        ("Transfer-Encoding: chunked", chunked(&html)),
        ("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", chunked(&gzip(&html))),
        ("Transfer-Encoding: gzip, chunked", chunked(&gzip(&html))),
        ("Content-Encoding: deflate, gzip", gzip(&zlib(&html))),
        ("Content-Encoding: br\r\nContent-Encoding: zstd", zstd(&brotli(&html))),
        ("Content-Encoding: gzip,gzip , gzip", gzip(&gzip(&gzip(&html)))),
        ("Content-Encoding: br, gzip\r\nTransfer-Encoding: chunked", chunked(&gzip(&brotli(&html)))),
    ];
    for (fields, body) in cases {
        assert_eq!(decode(fields, &body, &Limits::default()), (html.clone(), Flags::NONE), "{fields}");
    }
}

#[test]
fn brotli_as_its_own_encoder_writes_it() {
    let packed = b"\x1b\x95\x01\xc0\x9c\x076N\xd4\xfb\xc9\xc3K8\xb1\x97\xe2\xa1+\x1f\xb9Lc{\x83\
        \r8p)\xa1\x8c&\xf5a\"'\x1e\xd7\x8e\xf7\x84\x06m\xc2\xb8}\xc9\x1f\x01\x1b\n";
    let html = format!("<html><body>{}</body></html>", "<p>hello brotli</p>".repeat(20)).into_bytes();
    assert_eq!(decode("Content-Encoding: br", packed, &Limits::default()), (html, Flags::NONE));
}

#[test]
fn lies_leave_the_body_as_it_is() {
    let html = page(2, 900);
    for coding in ["gzip", "deflate", "br", "zstd", "br, gzip", "utf-8", "sdch", "gzip, deflate, br, zstd"] {
        let (body, flags) = decode(&format!("Content-Encoding: {coding}"), &html, &Limits::default());
        assert_eq!((body == html, flags), (true, ENCODING), "{coding}");
    }
    for text in ["; a text that begins like an empty brotli stream", "\u{feff}<p>", "  <p>", "K", "\u{e9}t\u{e9}"] {
        for coding in ["br", "deflate", "gzip", "zstd"] {
            let (body, flags) = decode(&format!("Content-Encoding: {coding}"), text.as_bytes(), &Limits::default());
            assert_eq!((body.as_slice(), flags), (text.as_bytes(), ENCODING), "{coding} {text}");
        }
    }
    // The crawler took the chunks apart, but not the content coding, and left both fields.
    let fields = "Transfer-Encoding: chunked\r\nContent-Encoding: gzip";
    assert_eq!(decode(fields, &gzip(&html), &Limits::default()), (html.clone(), ENCODING));
    // Only one of the two codings was used.
    assert_eq!(decode("Content-Encoding: br, gzip", &brotli(&html), &Limits::default()), (html, ENCODING));
    assert_eq!(decode("Content-Encoding: gzip", b"", &Limits::default()), (vec![], Flags::NONE));
}

#[test]
fn what_was_decoded_before_the_damage_is_kept() {
    let html = page(3, 20_000);
    for (coding, packed) in
        [("gzip", gzip(&html)), ("deflate", zlib(&html)), ("deflate", bare(&html)), ("zstd", zstd(&html))]
    {
        let fields = format!("Content-Encoding: {coding}");
        let (body, flags) = decode(&fields, &packed[..packed.len() / 2], &Limits::default());
        assert!(body.len() > 1000 && html.starts_with(&body), "{coding}");
        assert_eq!(flags, TRUNCATED, "{coding}");
    }
    let mut wrong_checksum = gzip(&html);
    let checksum = wrong_checksum.len() - 8;
    wrong_checksum[checksum] ^= 1;
    assert_eq!(decode("Content-Encoding: gzip", &wrong_checksum, &Limits::default()), (html.clone(), ENCODING));
    let chunks = chunked(&html);
    let (body, flags) = decode("Transfer-Encoding: chunked", &chunks[..5000], &Limits::default());
    assert_eq!((html.starts_with(&body), body.len() > 4000, flags), (true, true, TRUNCATED));
    let mut broken = chunks.clone();
    let second = chunks.windows(4).skip(10).position(|four| four == b"2bc;").unwrap() + 10;
    broken[second..second + 4].copy_from_slice(b"oops");
    assert_eq!(decode("Transfer-Encoding: chunked", &broken, &Limits::default()), (html[..700].to_vec(), ENCODING));
}

#[test]
fn a_body_shorter_than_declared_or_cut_by_the_crawler_says_so() {
    let limits = Limits::default();
    assert_eq!(decode("Content-Length: 9", b"<p>", &limits), (b"<p>".to_vec(), TRUNCATED));
    assert_eq!(decode("Content-Length: 2", b"<p>", &limits), (b"<p>".to_vec(), Flags::NONE));
    assert_eq!(decode("Content-Length: -2", b"<p>", &limits), (b"<p>".to_vec(), Flags::NONE));
    let response = Response::parse(b"HTTP/1.1 200 OK\r\n\r\n<p>").unwrap();
    let mut scratch = Scratch::new(&limits);
    let (body, flags) = decode_body(&Response { truncated: true, ..response }, &limits, &mut scratch);
    assert_eq!((body, flags), (&b"<p>"[..], TRUNCATED));
    assert_eq!(body.as_ptr(), response.body.as_ptr(), "what needs no decoding is not copied");
}

#[test]
fn bombs_stop_at_the_limit() {
    let limits = Limits::default();
    let zeros = vec![0; 64 << 20];
    let started = Instant::now();
    for (coding, packed) in
        [("gzip", gzip(&zeros)), ("deflate", zlib(&zeros)), ("zstd", zstd(&zeros)), ("gzip, gzip", gzip(&gzip(&zeros)))]
    {
        let (body, flags) = decode(&format!("Content-Encoding: {coding}"), &packed, &limits);
        assert_eq!((body.len(), flags), (limits.page_bytes, TRUNCATED), "{coding}");
    }
    let many = gzip(b"").repeat(400_000);
    let (_, flags) = decode("Content-Encoding: gzip", &many, &limits);
    assert_eq!(flags, ENCODING);
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_page_of_exactly_the_limit_is_not_cut() {
    let html = page(4, 5000);
    for (page_bytes, flags) in [(html.len(), Flags::NONE), (html.len() - 1, TRUNCATED), (html.len() + 1, Flags::NONE)] {
        let limits = Limits { page_bytes, ..Limits::default() };
        let expected = (html[..html.len().min(page_bytes)].to_vec(), flags);
        for (fields, body) in [
            ("A: b", html.clone()),
            ("Content-Encoding: gzip", gzip(&html)),
            ("Content-Encoding: zstd", zstd(&html)),
            ("Content-Encoding: deflate", zlib(&html)),
            ("Transfer-Encoding: chunked", chunked(&html)),
            ("Transfer-Encoding: chunked\r\nContent-Encoding: br", chunked(&brotli(&html[..60_000]))),
        ] {
            if fields.contains("br") && flags == Flags::NONE {
                assert_eq!(decode(fields, &body, &limits), (html[..60_000].to_vec(), flags));
            } else if !fields.contains("br") {
                assert_eq!(decode(fields, &body, &limits), expected, "{fields}");
            }
        }
    }
}
