//! Element names as small numbers, so that the hot loops compare integers and never strings.

mod ends;

use std::collections::HashMap;
use std::sync::LazyLock;

use xxhash_rust::xxh3::xxh3_64;

pub(crate) use ends::end_length;

/// The name of an element. Names of the HTML Standard have the same number everywhere; others are numbered page by
/// page, by the [`Names`] of that page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

impl Name {
    /// The number of this name, dense from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is a name that HTML, or its embedded SVG and MathML rules, mention.
    pub fn is_known(self) -> bool {
        self.index() < KNOWN.len()
    }
}

/// The hash of one label, the atom of every feature: see [`crate::features`].
pub fn label_hash(label: &[u8]) -> u64 {
    xxh3_64(label)
}

macro_rules! known_names {
    ($($constant:ident $text:literal)*) => {
        /// The names the HTML Standard mentions, as constants that can be matched on.
        #[allow(missing_docs)]
        pub mod names {
            use super::Name;
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            #[repr(u32)]
            enum Number { $($constant),* }
            $(pub const $constant: Name = Name(Number::$constant as u32);)*
        }
        const KNOWN: &[&str] = &[$($text),*];
    };
}

known_names! {
    A "a" ABBR "abbr" ACRONYM "acronym" ADDRESS "address" ANNOTATION_XML "annotation-xml" APPLET "applet" AREA "area"
    ARTICLE "article" ASIDE "aside" AUDIO "audio" B "b" BASE "base" BASEFONT "basefont" BDI "bdi" BDO "bdo"
    BGSOUND "bgsound" BIG "big" BLOCKQUOTE "blockquote" BODY "body" BR "br" BUTTON "button" CANVAS "canvas"
    CAPTION "caption" CENTER "center" CITE "cite" CODE "code" COL "col" COLGROUP "colgroup" DATA "data"
    DATALIST "datalist" DD "dd" DEL "del" DESC "desc" DETAILS "details" DFN "dfn" DIALOG "dialog" DIR "dir" DIV "div"
    DL "dl" DT "dt" EM "em" EMBED "embed" FIELDSET "fieldset" FIGCAPTION "figcaption" FIGURE "figure" FONT "font"
    FOOTER "footer" FOREIGN_OBJECT_TAG "foreignobject" FORM "form" FRAME "frame" FRAMESET "frameset" G "g" H1 "h1"
    H2 "h2" H3 "h3" H4 "h4" H5 "h5" H6 "h6" HEAD "head" HEADER "header" HGROUP "hgroup" HR "hr" HTML "html" I "i"
    IFRAME "iframe" IMAGE "image" IMG "img" INPUT "input" INS "ins" KBD "kbd" KEYGEN "keygen" LABEL "label"
    LEGEND "legend" LI "li" LINK "link" LISTING "listing" MAIN "main" MALIGNMARK "malignmark" MAP "map" MARK "mark"
    MARQUEE "marquee" MATH "math" MENU "menu" META "meta" METER "meter" MGLYPH "mglyph" MI "mi" MN "mn" MO "mo"
    MS "ms" MTEXT "mtext" NAV "nav" NOBR "nobr" NOEMBED "noembed" NOFRAMES "noframes" NOSCRIPT "noscript"
    OBJECT "object" OL "ol" OPTGROUP "optgroup" OPTION "option" OUTPUT "output" P "p" PARAM "param" PATH "path"
    PICTURE "picture" PLAINTEXT "plaintext" PRE "pre" PROGRESS "progress" Q "q" RB "rb" RP "rp" RT "rt" RTC "rtc"
    RUBY "ruby" S "s" SAMP "samp" SCRIPT "script" SEARCH "search" SECTION "section" SELECT "select" SLOT "slot"
    SMALL "small" SOURCE "source" SPAN "span" STRIKE "strike" STRONG "strong" STYLE "style" SUB "sub"
    SUMMARY "summary" SUP "sup" SVG "svg" TABLE "table" TBODY "tbody" TD "td" TEMPLATE "template"
    TEXTAREA "textarea" TFOOT "tfoot" TH "th" THEAD "thead" TIME "time" TITLE "title" TR "tr" TRACK "track" TT "tt"
    FOREIGN_OBJECT "foreignObject" U "u" UL "ul" USE "use" VAR "var" VIDEO "video" WBR "wbr" XMP "xmp"
}

/// Hash of every known name, by number.
static KNOWN_HASHES: LazyLock<Vec<u64>> =
    LazyLock::new(|| KNOWN.iter().map(|name| label_hash(name.as_bytes())).collect());

const SLOTS: usize = 1024;
const EMPTY: u8 = u8::MAX;

/// Open addressing from a name's key to its number, filled when the program is compiled.
static SLOT_OF_KEY: [u8; SLOTS] = fill_slots();
static KEYS: [NameKey; KNOWN.len()] = known_keys();

const fn known_keys() -> [NameKey; KNOWN.len()] {
    let mut keys = [NameKey::EMPTY; KNOWN.len()];
    let mut number = 0;
    while number < KNOWN.len() {
        let text = KNOWN[number].as_bytes();
        let mut at = 0;
        while at < text.len() {
            keys[number] = keys[number].with(text[at]);
            at += 1;
        }
        number += 1;
    }
    keys
}

const fn fill_slots() -> [u8; SLOTS] {
    let keys = known_keys();
    let mut slots = [EMPTY; SLOTS];
    let mut number = 0;
    while number < keys.len() {
        let mut slot = keys[number].slot();
        while slots[slot] != EMPTY {
            slot = (slot + 1) % SLOTS;
        }
        slots[slot] = number as u8;
        number += 1;
    }
    slots
}

/// Known names of at most seven bytes by the word they make, first byte lowest: a table with a place of its own for each.
static SHORT_NAMES: ShortNames = ShortNames::new();

struct ShortNames {
    words: [u64; KNOWN.len()],
    numbers: [u8; ShortNames::PLACES],
    factor: u64,
}

impl ShortNames {
    const PLACES: usize = 4096;

    const fn new() -> ShortNames {
        let mut names = ShortNames { words: [0; KNOWN.len()], numbers: [0; ShortNames::PLACES], factor: 1 };
        let mut number = 0;
        while number < KNOWN.len() {
            let text = KNOWN[number].as_bytes();
            let mut at = 0;
            while at < text.len() && text.len() < 8 {
                names.words[number] |= (text[at] as u64) << (8 * at);
                at += 1;
            }
            number += 1;
        }
        names.factor = 0x9E37_79B9_7F4A_7C15;
        while !names.fill() {
            names.factor = names.factor.wrapping_mul(0x5851_F42D_4C95_7F2D) | 1;
        }
        names
    }

    /// Puts every name in its place; false if two have the same.
    const fn fill(&mut self) -> bool {
        self.numbers = [EMPTY; ShortNames::PLACES];
        let mut number = 0;
        while number < KNOWN.len() {
            let place = self.place(self.words[number]);
            if self.words[number] != 0 {
                if self.numbers[place] != EMPTY {
                    return false;
                }
                self.numbers[place] = number as u8;
            }
            number += 1;
        }
        true
    }

    #[inline(always)]
    const fn place(&self, word: u64) -> usize {
        (word.wrapping_mul(self.factor) >> 52) as usize
    }
}

/// The known name that the first `length` bytes of a word are, in any case; at most seven, and none of them below `0`.
#[inline(always)]
pub(crate) fn short_name(word: u64, length: usize) -> Option<Name> {
    // What becomes a letter or digit of a known name by setting this bit was that, or its capital.
    let lower = (word | 0x2020_2020_2020_2020) & ((1 << (8 * length)) - 1);
    let number = SHORT_NAMES.numbers[SHORT_NAMES.place(lower)];
    let is_it = SHORT_NAMES.words.get(number as usize).is_some_and(|&known| known == lower);
    is_it.then_some(Name(u32::from(number)))
}

/// For each byte, what it adds to the key of a tag name: its lower case; 0 where it ends the name.
static NAME_BYTES: [u8; 256] = name_bytes();

const fn name_bytes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'>' | b'/' | b' ' | b'\n' | b'\t' | b'\r' | b'\x0C' => 0,
            0 => 0xFF, // not a byte of UTF-8, so it stands for nothing else
            other => other.to_ascii_lowercase(),
        };
        byte += 1;
    }
    table
}

/// A name as it is compared: its last eight bytes in lower case, and its length.
///
/// Up to eight bytes the key is the name; for longer ones it is checked against the bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct NameKey {
    tail: u64,
    length: usize,
}

impl NameKey {
    const EMPTY: NameKey = NameKey { tail: 0, length: 0 };

    /// The key of the tag name that `input` begins with; none if the input ends before the name does.
    #[inline(always)]
    pub(crate) fn read(input: &[u8]) -> Option<NameKey> {
        let mut tail = 0;
        for (length, &byte) in input.iter().enumerate() {
            let byte = NAME_BYTES[byte as usize];
            if byte == 0 {
                return Some(NameKey { tail, length });
            }
            tail = tail << 8 | u64::from(byte);
        }
        None
    }

    /// How many bytes the name has.
    pub(crate) fn length(self) -> usize {
        self.length
    }

    /// The key with one more byte.
    const fn with(self, byte: u8) -> NameKey {
        NameKey { tail: self.tail << 8 | NAME_BYTES[byte as usize] as u64, length: self.length + 1 }
    }

    const fn slot(self) -> usize {
        ((self.tail ^ self.length as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize
    }

    fn known(self, bytes: &[u8]) -> Option<Name> {
        let mut slot = self.slot();
        while SLOT_OF_KEY[slot] != EMPTY {
            let number = SLOT_OF_KEY[slot] as usize;
            if KEYS[number] == self && (self.length <= 8 || bytes.eq_ignore_ascii_case(KNOWN[number].as_bytes())) {
                return Some(Name(number as u32));
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }
}

/// The names of one page: those of the Standard, and those that only this page uses.
#[derive(Clone, Debug, Default)]
pub struct Names {
    own: Vec<(Box<str>, u64)>,
    numbers: HashMap<Box<str>, u32>,
}

impl Names {
    /// The name written as `bytes` in a tag: ASCII letters in lower case, NUL and broken UTF-8 as U+FFFD.
    pub fn intern(&mut self, bytes: &[u8]) -> Name {
        let key = bytes.iter().fold(NameKey::EMPTY, |key, &byte| key.with(byte));
        self.intern_keyed(key, bytes)
    }

    #[inline]
    pub(crate) fn intern_keyed(&mut self, key: NameKey, bytes: &[u8]) -> Name {
        match key.known(bytes) {
            Some(name) => name,
            None => self.intern_own(&String::from_utf8_lossy(bytes).to_ascii_lowercase().replace('\0', "\u{FFFD}")),
        }
    }

    /// The name spelled exactly so, capitals included, as some names of SVG need it.
    pub(crate) fn intern_exact(&mut self, text: &str) -> Name {
        match KNOWN.iter().position(|&known| known == text) {
            Some(number) => Name(number as u32),
            None => self.intern_own(text),
        }
    }

    fn intern_own(&mut self, text: &str) -> Name {
        if let Some(&number) = self.numbers.get(text) {
            return Name(number);
        }
        let number = (KNOWN.len() + self.own.len()) as u32;
        self.own.push((text.into(), label_hash(text.as_bytes())));
        self.numbers.insert(text.into(), number);
        Name(number)
    }

    /// How the name is written.
    pub fn text(&self, name: Name) -> &str {
        match KNOWN.get(name.index()) {
            Some(text) => text,
            None => &self.own[name.index() - KNOWN.len()].0,
        }
    }

    /// [`label_hash`] of the name.
    #[inline]
    pub fn hash(&self, name: Name) -> u64 {
        match KNOWN_HASHES.get(name.index()) {
            Some(&hash) => hash,
            None => self.own[name.index() - KNOWN.len()].1,
        }
    }

    /// One more than the largest number in use.
    pub fn len(&self) -> usize {
        KNOWN.len() + self.own.len()
    }

    /// Never: the names of the Standard are always there.
    pub fn is_empty(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_name_is_found_in_any_case() {
        let mut page = Names::default();
        for (number, text) in KNOWN.iter().enumerate() {
            if *text == "foreignObject" {
                continue; // a tag's name is in lower case; the tree builder puts the capital back
            }
            assert_eq!(page.intern(text.as_bytes()).index(), number, "{text}");
            assert_eq!(page.intern(text.to_ascii_uppercase().as_bytes()).index(), number, "{text}");
        }
    }

    #[test]
    fn short_names_are_found_by_their_word_in_any_case() {
        let mut page = Names::default();
        let mut state: u64 = 5;
        let strangers = (0..20_000).map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let length = 1 + (state >> 60) as usize % 7;
            state.to_le_bytes()[..length].iter().map(|byte| b'0' + byte % 80).collect::<Vec<u8>>()
        });
        let known = KNOWN.iter().filter(|text| text.len() < 8).map(|text| text.as_bytes().to_vec());
        let upper: Vec<_> = known.clone().map(|text| text.to_ascii_uppercase()).collect();
        for text in known.chain(upper).chain(strangers) {
            let mut bytes = [b'>'; 8];
            bytes[..text.len()].copy_from_slice(&text);
            let name = page.intern(&text);
            let expected = Some(name).filter(|name| name.is_known());
            assert_eq!(short_name(u64::from_le_bytes(bytes), text.len()), expected, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_long_name_with_a_known_tail_is_not_the_known_one() {
        let mut page = Names::default();
        let stranger = page.intern(b"Xlockquote");
        assert!(!stranger.is_known());
        assert_eq!(page.text(stranger), "xlockquote");
        assert_eq!(page.intern(b"xLOCKQUOTE"), stranger);
        assert_eq!(page.hash(stranger), label_hash(b"xlockquote"));
    }

    #[test]
    fn nul_and_broken_utf8_become_the_replacement_character() {
        let mut page = Names::default();
        let name = page.intern(b"a\0\xFF");
        assert_eq!(page.text(name), "a\u{FFFD}\u{FFFD}");
    }
}
