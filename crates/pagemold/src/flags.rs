//! What a page went through on its way in, as a small set of bits.

use std::ops::{BitOr, BitOrAssign};

/// A set of remarks about one page. Their names and order are part of the output format: new ones go last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u16);

impl Flags {
    /// No remark.
    pub const NONE: Flags = Flags(0);
    /// Elements below the depth limit were attached flat.
    pub const DEPTH: Flags = Flags(1);
    /// The tree stopped at the node limit.
    pub const NODES: Flags = Flags(1 << 1);
    /// The structure was not finished in time.
    pub const TIME: Flags = Flags(1 << 2);
    /// The page, one of its tags or attributes was cut at a size limit.
    pub const SIZE: Flags = Flags(1 << 3);
    /// The body ended early: a content coding was cut at the limit, or the archive does not hold all of it.
    pub const BODY_TRUNCATED: Flags = Flags(1 << 4);
    /// A transfer or content coding could not be undone; what is here is raw or partial.
    pub const ENCODING: Flags = Flags(1 << 5);
    /// There is no tag to speak of: empty, plain text, an image called HTML.
    pub const NO_STRUCTURE: Flags = Flags(1 << 6);
    /// The page made the program stumble; the others did not suffer.
    pub const FAILED: Flags = Flags(1 << 7);
    /// The page says what many others say, and little else: a soft 404, a sign-in wall. Known only from its group.
    pub const STUB: Flags = Flags(1 << 8);

    /// The name of each flag, in the order of its bit.
    pub const NAMES: [&'static str; 9] =
        ["depth", "nodes", "time", "size", "body_truncated", "encoding", "no_structure", "failed", "stub"];

    /// The set as bits, lowest bit first in [`Self::NAMES`].
    pub fn bits(self) -> u16 {
        self.0
    }

    /// Whether every flag of `other` is set here.
    pub fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Flags {
    type Output = Flags;
    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Flags) {
        self.0 |= other.0;
    }
}
