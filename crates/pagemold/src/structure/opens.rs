//! Where a page may open tags: the places of `<`, found for a stretch of it at once.
//!
//! Searching for each of them anew takes longer, not for the bytes but because nobody, and no processor, can foresee how
//! far away the next one is.

use super::find::marks;

/// Bytes of a stretch: a page that is only begun costs little.
const STRETCH: usize = 1024;
/// Bytes that are looked at as one.
const CHUNK: usize = 64;
/// Places of a chunk that are written down without asking how many there are. Few chunks have more.
const USUAL: usize = 4;

/// The places in one stretch of a page.
#[derive(Clone, Debug)]
pub(super) struct Opens {
    /// Counted from the start of the stretch.
    places: [u16; STRETCH + CHUNK],
    count: usize,
    next: usize,
    start: usize,
    end: usize,
}

impl Opens {
    pub(super) fn new() -> Opens {
        Opens { places: [0; STRETCH + CHUNK], count: 0, next: 0, start: 0, end: 0 }
    }

    /// The first `<` of the page at or after `at`, which is never before the last place that was asked for.
    #[inline(always)]
    pub(super) fn find(&mut self, page: &[u8], at: usize) -> Option<usize> {
        loop {
            while self.next < self.count {
                let place = self.start + self.places[self.next] as usize;
                if place >= at {
                    return Some(place);
                }
                self.next += 1;
            }
            let start = at.max(self.end);
            if start >= page.len() {
                return None;
            }
            self.turn_to(page, start);
        }
    }

    /// Leaves behind the place that was found last: what is asked for next is farther on.
    #[inline(always)]
    pub(super) fn pass(&mut self) {
        self.next += 1;
    }

    #[inline(never)]
    fn turn_to(&mut self, page: &[u8], start: usize) {
        let stretch = &page[start..page.len().min(start + STRETCH)];
        (self.start, self.end, self.next) = (start, start + stretch.len(), 0);
        let (chunks, rest) = stretch.as_chunks::<CHUNK>();
        let (mut count, mut base) = (0, 0);
        for chunk in chunks {
            let (parts, _) = chunk.as_chunks();
            let mut marks =
                (0..).zip(parts).fold(0, |all, (place, part)| all | u64::from(marks(b'<', part)) << (16 * place));
            let found = marks.count_ones() as usize;
            let room = &mut self.places[count..count + CHUNK];
            for place in &mut room[..USUAL] {
                *place = base + marks.trailing_zeros() as u16;
                marks &= marks.wrapping_sub(1);
            }
            for place in room[..found].iter_mut().skip(USUAL) {
                *place = base + marks.trailing_zeros() as u16;
                marks &= marks.wrapping_sub(1);
            }
            count += found;
            base += CHUNK as u16;
        }
        for (place, _) in rest.iter().enumerate().filter(|&(_, &byte)| byte == b'<') {
            self.places[count] = base + place as u16;
            count += 1;
        }
        self.count = count;
    }
}

#[cfg(test)]
mod tests {
    use super::Opens;

    #[test]
    fn finds_what_a_plain_search_finds() {
        let mut state: u64 = 3;
        for length in (0..200).chain([1000, 1023, 1024, 1025, 1100, 5000]) {
            for rare in [1, 2, 7, 100, 3000] {
                let mut page = Vec::new();
                while page.len() < length {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    page.push(if (state >> 33).is_multiple_of(rare) { b'<' } else { (state >> 40) as u8 });
                }
                for step in [0, 1, 70, 1500] {
                    let (mut opens, mut at) = (Opens::new(), 0);
                    loop {
                        let expected = page[at..].iter().position(|&byte| byte == b'<').map(|distance| at + distance);
                        assert_eq!(opens.find(&page, at), expected, "{length} {rare} {step}");
                        assert_eq!(opens.find(&page, at), expected, "asked again");
                        let Some(found) = expected else { break };
                        at = (found + 1 + step).min(page.len());
                        if found % 3 == 0 {
                            opens.pass();
                        }
                    }
                }
            }
        }
    }
}
