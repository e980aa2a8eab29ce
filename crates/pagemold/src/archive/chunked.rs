//! The chunked transfer coding: a body cut into pieces, each with its length in hexadecimal before it.

/// What came of taking the chunks apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chunks {
    /// All of them, with the last, empty one.
    Whole,
    /// The body ends before its last chunk.
    CutShort,
    /// At some place, or from the beginning, these are no chunks.
    Broken,
}

/// Appends the content of the chunks to `output`, as far as they are in order.
pub(super) fn decode(mut body: &[u8], output: &mut Vec<u8>) -> Chunks {
    loop {
        let Some(feed) = memchr::memchr(b'\n', &body[..body.len().min(LINE_BYTES)]) else {
            return if body.len() < LINE_BYTES && is_size_prefix(body) { Chunks::CutShort } else { Chunks::Broken };
        };
        let Some(size) = chunk_size(&body[..feed]) else { return Chunks::Broken };
        body = &body[feed + 1..];
        if size == 0 {
            return Chunks::Whole;
        }
        let Some((chunk, rest)) = body.split_at_checked(size) else {
            output.extend_from_slice(body);
            return Chunks::CutShort;
        };
        output.extend_from_slice(chunk);
        body = rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n")).unwrap_or(rest);
    }
}

/// A line with a size and extensions that is longer than this is no such line.
const LINE_BYTES: usize = 4096;

/// The size in a chunk's first line; an extension after `;` is passed over.
fn chunk_size(line: &[u8]) -> Option<usize> {
    let digits = line.split(|&byte| byte == b';').next()?.trim_ascii();
    let is_hexadecimal = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
    usize::from_str_radix(std::str::from_utf8(digits).ok().filter(|_| is_hexadecimal)?, 16).ok()
}

fn is_size_prefix(bytes: &[u8]) -> bool {
    bytes.trim_ascii_end().iter().all(u8::is_ascii_hexdigit)
}

#[cfg(test)]
mod tests {
    use super::{Chunks, decode};

    #[test]
    fn takes_chunks_apart() {
        let cases: [(&[u8], &[u8], Chunks); 12] = [
            (b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", b"abcde", Chunks::Whole),
            (b"3\nabc\n0003 \nABC\n0\n", b"abcABC", Chunks::Whole),
            (b"3\r\nabc2\r\nde0\r\n", b"abcde", Chunks::Whole),
            (b"0\r\nTrailer: x\r\n\r\n", b"", Chunks::Whole),
            (b"3\r\nabc\r\n", b"abc", Chunks::CutShort),
            (b"3\r\nabc\r\n1", b"abc", Chunks::CutShort),
            (b"ff\r\nabc", b"abc", Chunks::CutShort),
            (b"fffffffffffffff\r\nabc", b"abc", Chunks::CutShort),
            (b"3\r\nabc\r\n-1\r\nd", b"abc", Chunks::Broken),
            (b"3\r\nabcxyz\r\n", b"abc", Chunks::Broken),
            (b"<html>\n<body>", b"", Chunks::Broken),
            (b"ffffffffffffffffffffffff\r\nabc", b"", Chunks::Broken),
        ];
        for (body, expected, end) in cases {
            let mut output = Vec::new();
            assert_eq!((decode(body, &mut output), &output[..]), (end, expected), "{}", body.escape_ascii());
        }
    }
}
