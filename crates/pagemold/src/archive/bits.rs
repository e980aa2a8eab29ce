//! A deflate stream bit by bit.

/// The bits that come next, the first one lowest.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    pub held: u64,
    /// How many bits are held, in its low six bits; what is above is left over from subtracting whole entries.
    pub count: u32,
    /// The input that is not held.
    pub rest: &'a [u8],
    /// Bits that were made up, because the input was at its end.
    pub made_up: u32,
}

impl<'a> Bits<'a> {
    /// Holds at least 56 bits, except at the end of the input, where zeros come after its last bit.
    #[inline(always)]
    pub fn refill(&mut self) {
        match self.rest.first_chunk::<8>() {
            Some(word) => {
                self.held |= u64::from_le_bytes(*word) << (self.count & 63);
                self.rest = &self.rest[(!self.count >> 3 & 7) as usize..];
                self.count |= 56;
            }
            None => *self = self.refilled_at_end(),
        }
    }

    #[cold]
    #[inline(never)]
    fn refilled_at_end(mut self) -> Self {
        self.count &= 63;
        while self.count < 56 {
            match self.rest.split_first() {
                Some((&byte, rest)) => {
                    self.held |= u64::from(byte) << self.count;
                    self.rest = rest;
                }
                None => self.made_up += 8,
            }
            self.count += 8;
        }
        self
    }

    /// Whether bits were used that the input does not have: they are the last ones held.
    pub fn is_past(&self) -> bool {
        self.made_up > self.count & 63
    }

    #[inline(always)]
    pub fn peek(&self, count: u32) -> usize {
        (self.held & ((1 << count) - 1)) as usize
    }

    /// Passes over as many bits as the low six bits of an entry say.
    #[inline(always)]
    pub fn skip(&mut self, entry: u32) {
        self.held >>= entry & 63;
        self.count = self.count.wrapping_sub(entry);
    }

    #[inline(always)]
    pub fn take(&mut self, count: u32) -> usize {
        let bits = self.peek(count);
        self.skip(count);
        bits
    }

    /// The length of a stored block, which begins with the next byte; from then on nothing is held.
    pub fn stored_length(&mut self, input: &'a [u8]) -> Option<usize> {
        let held = (self.count & 63) / 8;
        self.rest = input.get(input.len() - self.rest.len() - held.checked_sub(self.made_up / 8)? as usize..)?;
        (self.held, self.count, self.made_up) = (0, 0, 0);
        let (&[low, high, not_low, not_high], rest) = self.rest.split_first_chunk::<4>()?;
        self.rest = rest;
        let length = u16::from_le_bytes([low, high]);
        (length == !u16::from_le_bytes([not_low, not_high])).then_some(usize::from(length))
    }
}
