//! The codes of a deflate block as tables: the next bits of the input say what they mean.
//!
//! A table is looked up with as many bits as most codes have at most; a longer code leads on to a table of its own. An
//! entry is one word, as libdeflate has it, so that a length with its extra bits takes one step:
//!
//! | bits | a literal | a length or distance | the end, or nothing | a longer code |
//! |---|---|---|---|---|
//! | 0–5 | bits of the code | bits of the code and its extra bits | bits of the code | bits looked up so far |
//! | 8–11 | | bits of the code alone | | bits of the table it leads to |
//! | 13–15 | `LITERAL` | | `END` | `LONGER` |
//! | 16–31 | the byte | the value without its extra bits | 0 for the end | where that table begins |

/// Sizes of the tables: the entries that are looked up first, then room for the longest codes, rounded up.
pub(super) const LITERALS: usize = 2048;
pub(super) const DISTANCES: usize = 512;
pub(super) const LENGTHS: usize = 128;

const LITERAL: u32 = 1 << 15;
const END: u32 = 1 << 14;
const LONGER: u32 = 1 << 13;
/// A symbol that no stream has.
const NOTHING: u32 = END | 1 << 16;
const LONGEST: usize = 15;

/// Bases and extra bits of the lengths 257 to 285; the last two symbols mean nothing.
const LENGTH_VALUES: [(u16, u8); 31] = {
    let mut values = [(0, 0); 31];
    let (mut symbol, mut base) = (0, 3);
    while symbol < 28 {
        let extra = if symbol < 8 { 0 } else { symbol / 4 - 1 };
        values[symbol] = (base, extra as u8);
        base += 1 << extra;
        symbol += 1;
    }
    values[28] = (258, 0);
    values
};

/// Bases and extra bits of the distances; the last two symbols mean nothing.
const DISTANCE_VALUES: [(u16, u8); 32] = {
    let mut values = [(0, 0); 32];
    let (mut symbol, mut base) = (0, 1u32);
    while symbol < 30 {
        let extra = if symbol < 4 { 0 } else { symbol / 2 - 1 };
        values[symbol] = (base as u16, extra as u8);
        base += 1 << extra;
        symbol += 1;
    }
    values
};

/// What the symbols of the first code mean: bytes, the end of the block, lengths.
pub(super) static LITERAL_MEANINGS: [u32; 288] = {
    let mut meanings = [END; 288];
    let mut symbol = 0;
    while symbol < 288 {
        if symbol < 256 {
            meanings[symbol] = LITERAL | (symbol as u32) << 16;
        } else if symbol > 256 {
            meanings[symbol] = of_value(LENGTH_VALUES[symbol - 257]);
        }
        symbol += 1;
    }
    meanings
};

/// What the symbols of the second code mean.
pub(super) static DISTANCE_MEANINGS: [u32; 32] = {
    let mut meanings = [0; 32];
    let mut symbol = 0;
    while symbol < 32 {
        meanings[symbol] = of_value(DISTANCE_VALUES[symbol]);
        symbol += 1;
    }
    meanings
};

/// What the symbols mean of the code in which the lengths of both codes are written.
pub(super) static LENGTH_MEANINGS: [u32; 19] = {
    let mut meanings = [0; 19];
    let mut symbol = 0;
    while symbol < 19 {
        meanings[symbol] = (symbol as u32) << 16;
        symbol += 1;
    }
    meanings
};

const fn of_value((base, extra): (u16, u8)) -> u32 {
    if base == 0 { NOTHING } else { (base as u32) << 16 | extra as u32 }
}

/// The lengths of the first code where a block does not write its own.
pub(super) fn fixed_literals() -> [u8; 288] {
    let mut lengths = [8; 288];
    lengths[144..256].fill(9);
    lengths[256..280].fill(7);
    lengths
}

#[inline(always)]
pub(super) fn is_literal(entry: u32) -> bool {
    entry & LITERAL != 0
}

/// Whether the code is longer than what was looked up.
#[inline(always)]
pub(super) fn is_longer(entry: u32) -> bool {
    entry & LONGER != 0
}

/// Whether this is no literal, length or distance.
#[inline(always)]
pub(super) fn is_no_value(entry: u32) -> bool {
    entry & END != 0
}

/// Whether what is no value ends the block.
#[inline(always)]
pub(super) fn is_end(entry: u32) -> bool {
    entry >> 16 == 0
}

/// The length or distance of an entry, whose code begins the bits `held`.
#[inline(always)]
pub(super) fn value(entry: u32, held: u64) -> usize {
    let extra = (held & ((1 << (entry & 63)) - 1)) >> (entry >> 8 & 15);
    (entry >> 16) as usize + extra as usize
}

/// A code, looked up by the bits that come next. `SIZE` is one of the sizes above.
pub(super) struct Table<const SIZE: usize> {
    entries: Box<[u32; SIZE]>,
}

impl<const SIZE: usize> Table<SIZE> {
    /// Bits that are looked up at once.
    pub const FIRST_BITS: usize = match SIZE {
        LITERALS => 10,
        DISTANCES => 8,
        _ => 7,
    };

    pub fn new() -> Self {
        Table { entries: Box::new([NOTHING; SIZE]) }
    }

    /// What the next bits mean, or where to look further.
    #[inline(always)]
    pub fn first(&self, held: u64) -> u32 {
        self.entries[held as usize & ((1 << Self::FIRST_BITS) - 1)]
    }

    /// What a code means that is longer than what is looked up at first; the bits of that are still held.
    #[inline(always)]
    pub fn longer(&self, entry: u32, held: u64) -> u32 {
        let bits = (held >> Self::FIRST_BITS) as usize & ((1 << (entry >> 8 & 15)) - 1);
        self.entries[((entry >> 16) as usize + bits) & (SIZE - 1)]
    }

    /// Makes the table of the code in which each symbol has the length given (0: it does not occur), as libdeflate
    /// does: codes in the order of their lengths, written bit-reversed; the table doubles when a length is through.
    /// None if there is no such code. A meaning is the entry of a symbol without the bits of its code.
    pub fn build(&mut self, lengths: &[u8], meanings: &[u32]) -> Option<()> {
        let mut counts = [0u16; LONGEST + 1];
        lengths.iter().for_each(|&length| counts[length as usize & LONGEST] += 1);
        let used: u32 = (1..=LONGEST).map(|length| u32::from(counts[length]) << (LONGEST - length)).sum();
        let mut symbols = [0u16; 288];
        let present = sort(lengths, &counts, &mut symbols)?;
        if used != 1 << LONGEST {
            return self.build_single(lengths, present, meanings);
        }
        let entry = |symbol: u16, length: usize| entry(meanings[symbol as usize], length);
        let (mut length, mut end, mut code) = (1, 2, 0usize);
        let mut symbols = present.iter();
        while length <= Self::FIRST_BITS {
            for &symbol in symbols.by_ref().take(counts[length] as usize) {
                self.entries[code & (SIZE - 1)] = entry(symbol, length);
                code = next_code(code, end);
            }
            if length < Self::FIRST_BITS {
                self.entries.copy_within(..end, end);
                end *= 2;
            }
            length += 1;
        }
        let (mut prefix, mut start, mut size) = (usize::MAX, 0, 0);
        for &symbol in symbols {
            length = lengths[symbol as usize] as usize;
            let rest = length - Self::FIRST_BITS;
            if code & ((1 << Self::FIRST_BITS) - 1) != prefix {
                prefix = code & ((1 << Self::FIRST_BITS) - 1);
                start = end;
                let bits = bits_of_table(&counts, length, Self::FIRST_BITS);
                size = 1 << bits;
                end += size;
                let leads = LONGER | (start as u32) << 16 | (bits as u32) << 8 | Self::FIRST_BITS as u32;
                *self.entries.get_mut(prefix)? = leads;
            }
            let entry = entry(symbol, rest);
            let places = self.entries.get_mut(start..start + size)?;
            places[code >> Self::FIRST_BITS..].iter_mut().step_by(1 << rest).for_each(|place| *place = entry);
            code = next_code(code, 1 << length);
            counts[length] -= 1;
        }
        Some(())
    }

    /// A code with one symbol of one bit, or with none, is the only one that may leave bits unused.
    fn build_single(&mut self, lengths: &[u8], present: &[u16], meanings: &[u32]) -> Option<()> {
        let entry = match present {
            [] => NOTHING | 1,
            [symbol] if lengths[*symbol as usize] == 1 => entry(meanings[*symbol as usize], 1),
            _ => return None,
        };
        self.entries[..1 << Self::FIRST_BITS].fill(entry);
        Some(())
    }
}

/// The entry of a symbol whose code has so many bits.
fn entry(meaning: u32, length: usize) -> u32 {
    meaning + length as u32 + ((length as u32) << 8)
}

/// The symbols that have a code, by its length and then by number.
fn sort<'a>(lengths: &[u8], counts: &[u16; LONGEST + 1], symbols: &'a mut [u16; 288]) -> Option<&'a [u16]> {
    let mut places = [0u16; LONGEST + 2];
    for length in 1..=LONGEST {
        places[length + 1] = places[length] + counts[length];
    }
    for (symbol, &length) in lengths.iter().enumerate() {
        if length > 0 {
            let place = &mut places[length as usize & LONGEST];
            *symbols.get_mut(*place as usize)? = symbol as u16;
            *place += 1;
        }
    }
    symbols.get(..places[LONGEST] as usize)
}

/// The code after this one, among those of as many bits as `end` has places; both with their first bit lowest.
fn next_code(code: usize, end: usize) -> usize {
    match (code ^ (end - 1)).checked_ilog2() {
        Some(zero) => code & ((1 << zero) - 1) | 1 << zero,
        None => code, // it was the last of all
    }
}

/// How many bits lead through all the codes that begin as the next one does, which is the first of them.
fn bits_of_table(counts: &[u16; LONGEST + 1], length: usize, first_bits: usize) -> usize {
    let mut bits = length - first_bits;
    let mut used = usize::from(counts[length]);
    while used < 1 << bits && first_bits + bits < LONGEST {
        bits += 1;
        used = 2 * used + usize::from(counts[first_bits + bits]);
    }
    bits
}
