//! Finding a byte that is mostly near: attribute values and the texts between tags are short.

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// Where `byte` is first in `input`.
///
/// The first words are looked at here, eight bytes at a time, because a call of [`memchr`](memchr::memchr()) costs more
/// than that; what is farther away is left to it.
#[inline(always)]
pub(super) fn find(byte: u8, input: &[u8]) -> Option<usize> {
    let mut at = 0;
    while at < 16 {
        let Some(word) = input[at.min(input.len())..].first_chunk::<8>() else { break };
        let word = u64::from_le_bytes(*word) ^ (u64::from(byte) * ONES);
        let zeros = word.wrapping_sub(ONES) & !word & TOPS; // exact for the lowest zero byte
        if zeros != 0 {
            return Some(at + (zeros.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    memchr::memchr(byte, &input[at..]).map(|rest| at + rest)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn finds_what_a_plain_search_finds() {
        for length in 0..40 {
            for place in 0..=length {
                for (other, byte) in [(b'a', b'b'), (b'=', b'<'), (0, 1), (1, 0), (0x80, 0), (0xff, 0x7f)] {
                    let mut input = vec![other; length];
                    if place < length {
                        input[place] = byte;
                    }
                    assert_eq!(find(byte, &input), input.iter().position(|&found| found == byte), "{input:?}");
                }
            }
        }
    }
}
