//! What the Standard says of elements by their names, and which of them have a shorter way through the body: that must
//! come to the same as what `body.rs` does with them.

use crate::structure::names::{Name, names as n};

/// Which rules of the Standard name an element.
#[derive(Clone, Copy)]
pub(super) struct Traits(pub(super) u8);

pub(super) const SPECIAL: u8 = 1;
pub(super) const SCOPE: u8 = 1 << 1;
pub(super) const IMPLIED_END: u8 = 1 << 2;
pub(super) const THOROUGHLY_IMPLIED_END: u8 = 1 << 3;
/// Its start tag does no more in the body than open it, after it closed others or opened formatting elements again.
pub(super) const PLAIN_START: u8 = 1 << 4;
/// Its end tag does no more in the body than close it, if it is the innermost open element.
pub(super) const PLAIN_END: u8 = 1 << 5;
/// The same, and takes it from the list of active formatting elements, if it is the last there.
pub(super) const FORMATTING_END: u8 = 1 << 6;
pub(super) const KNOWN_NAMES: usize = 256;

pub(super) static TRAITS: [Traits; KNOWN_NAMES] = traits();

const fn traits() -> [Traits; KNOWN_NAMES] {
    const SPECIALS: &[Name] = &[
        n::ADDRESS,
        n::APPLET,
        n::AREA,
        n::ARTICLE,
        n::ASIDE,
        n::BASE,
        n::BASEFONT,
        n::BGSOUND,
        n::BLOCKQUOTE,
        n::BODY,
        n::BR,
        n::BUTTON,
        n::CAPTION,
        n::CENTER,
        n::COL,
        n::COLGROUP,
        n::DD,
        n::DETAILS,
        n::DIR,
        n::DIV,
        n::DL,
        n::DT,
        n::EMBED,
        n::FIELDSET,
        n::FIGCAPTION,
        n::FIGURE,
        n::FOOTER,
        n::FORM,
        n::FRAME,
        n::FRAMESET,
        n::H1,
        n::H2,
        n::H3,
        n::H4,
        n::H5,
        n::H6,
        n::HEAD,
        n::HEADER,
        n::HGROUP,
        n::HR,
        n::HTML,
        n::IFRAME,
        n::IMG,
        n::INPUT,
        n::KEYGEN,
        n::LI,
        n::LINK,
        n::LISTING,
        n::MAIN,
        n::MARQUEE,
        n::MENU,
        n::META,
        n::NAV,
        n::NOEMBED,
        n::NOFRAMES,
        n::NOSCRIPT,
        n::OBJECT,
        n::OL,
        n::P,
        n::PARAM,
        n::PLAINTEXT,
        n::PRE,
        n::SCRIPT,
        n::SEARCH,
        n::SECTION,
        n::SELECT,
        n::SOURCE,
        n::STYLE,
        n::SUMMARY,
        n::TABLE,
        n::TBODY,
        n::TD,
        n::TEMPLATE,
        n::TEXTAREA,
        n::TFOOT,
        n::TH,
        n::THEAD,
        n::TITLE,
        n::TR,
        n::TRACK,
        n::UL,
        n::WBR,
        n::XMP,
    ];
    const SCOPES: &[Name] =
        &[n::APPLET, n::CAPTION, n::HTML, n::TABLE, n::TD, n::TH, n::MARQUEE, n::OBJECT, n::SELECT, n::TEMPLATE];
    const IMPLIED: &[Name] = &[n::DD, n::DT, n::LI, n::OPTION, n::OPTGROUP, n::P, n::RB, n::RP, n::RT, n::RTC];
    const THOROUGHLY: &[Name] = &[n::CAPTION, n::COLGROUP, n::TBODY, n::TD, n::TFOOT, n::TH, n::THEAD, n::TR];
    const BLOCKS: &[Name] = &[
        n::ADDRESS,
        n::ARTICLE,
        n::ASIDE,
        n::BLOCKQUOTE,
        n::CENTER,
        n::DD,
        n::DETAILS,
        n::DIALOG,
        n::DIR,
        n::DIV,
        n::DL,
        n::DT,
        n::FIELDSET,
        n::FIGCAPTION,
        n::FIGURE,
        n::FOOTER,
        n::H1,
        n::H2,
        n::H3,
        n::H4,
        n::H5,
        n::H6,
        n::HEADER,
        n::HGROUP,
        n::LI,
        n::MAIN,
        n::MENU,
        n::NAV,
        n::OL,
        n::P,
        n::SEARCH,
        n::SECTION,
        n::SPAN,
        n::SUMMARY,
        n::UL,
    ];
    const FORMATTING: &[Name] =
        &[n::A, n::B, n::BIG, n::CODE, n::EM, n::FONT, n::I, n::S, n::SMALL, n::STRIKE, n::STRONG, n::TT, n::U];
    const VOID: &[Name] = &[n::AREA, n::BR, n::EMBED, n::IMG, n::KEYGEN, n::WBR];
    let table = mark([Traits(0); KNOWN_NAMES], SPECIALS, SPECIAL);
    let table = mark(table, SCOPES, SCOPE);
    let table = mark(table, IMPLIED, IMPLIED_END | THOROUGHLY_IMPLIED_END);
    let table = mark(table, THOROUGHLY, THOROUGHLY_IMPLIED_END);
    let table = mark(table, BLOCKS, PLAIN_START | PLAIN_END);
    let table = mark(table, FORMATTING, PLAIN_START | FORMATTING_END);
    mark(table, VOID, PLAIN_START)
}

const fn mark(mut table: [Traits; KNOWN_NAMES], names: &[Name], bit: u8) -> [Traits; KNOWN_NAMES] {
    let mut at = 0;
    while at < names.len() {
        table[names[at].index()].0 |= bit;
        at += 1;
    }
    table
}
