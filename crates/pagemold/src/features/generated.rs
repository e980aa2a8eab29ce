//! Class names that tools for style sheets make: what styled-components, Emotion, JSS, Svelte, Astro, Angular and the
//! fonts of Next.js write is taken out of a class attribute. For classes of CSS modules see [`super::modules`].
//!
//! A name that was made changes with the next build; a name that was chosen says which template this is. Where both
//! look the same, what reads as words is taken for chosen.

use super::volatile::looks_random;

/// As many letters a class of styled-components has, with room for others that do as it does: it writes a number of
/// 32 bits with 52 letters, so five or six.
const GENERATED: std::ops::RangeInclusive<usize> = 4..=8;

/// The tokens of a class attribute without those that a tool made; of some a part is left.
///
/// styled-components writes the ids of the components that were extended, that of the component, the generated
/// classes, then what a person passed. So what is right behind an id is generated, whatever it looks like: `bjkqzv`,
/// but `banner` too. With several ids there may be as many generated classes; those after the first must look made
/// up, as older versions write only one.
pub(super) fn chosen(class: &str) -> Vec<&str> {
    let written: Vec<&str> = class.split_ascii_whitespace().collect();
    let is_confirmed = confirmed(&written);
    let mut chosen = Vec::with_capacity(written.len());
    let (mut due, mut is_behind_id) = (0, false);
    for (&token, is_confirmed) in written.iter().zip(is_confirmed) {
        let id = component_id(token).filter(|&(_, is_sure)| is_sure || is_confirmed);
        let is_generated = due > 0 && is_generated(token) && (is_behind_id || !reads_as_words(token));
        due = match id {
            Some(_) if is_behind_id => due + 1,
            Some(_) => 1,
            None if is_generated => due - 1,
            None => 0,
        };
        is_behind_id = id.is_some();
        let left = match id {
            Some((named, _)) => named,
            None if is_generated || is_mark(token) => "",
            None => emotion_label(token).unwrap_or(token),
        };
        if !left.is_empty() {
            chosen.push(left);
        }
    }
    chosen
}

/// For each token whether what stands behind it, after all ids, is a generated class beyond doubt.
fn confirmed(written: &[&str]) -> Vec<bool> {
    let mut found = vec![false; written.len()];
    for place in (1..written.len()).rev() {
        let token = written[place];
        found[place - 1] =
            if component_id(token).is_some() { found[place] } else { is_generated(token) && !reads_as_words(token) };
    }
    found
}

/// Of an id of styled-components what a person chose, `Button__Root` of `Button__Root-sc-a3f9c1-0`, and whether it is
/// one beyond doubt.
///
/// A style sheet that is written by hand may have `sc-button`, `sc-col-4` and `sc-navBar`. An id is a hash: with a
/// number behind it, of five to eight small letters and digits, as the plugins for Babel and SWC write it; or,
/// without them, of five or six letters of both cases. With digits, or where it does not read as words, nobody wrote
/// it. Else it is in doubt (`sc-navBar`, `sc-title-2`, `sc-btngrp`), and what stands behind must tell. A word in one
/// case, `sc-button`, is never one.
fn component_id(token: &str) -> Option<(&str, bool)> {
    let (named, id) = token.rmatch_indices("sc-").find_map(|(place, mark)| {
        let before = &token[..place];
        let named = before.strip_suffix('-').or_else(|| before.strip_suffix("__"));
        Some((if place == 0 { "" } else { named? }, &token[place + mark.len()..]))
    })?;
    let reads = reads_as_words(id);
    if let Some((hash, _)) = id.rsplit_once('-').filter(|(_, number)| is_number(number)) {
        let is_hash = (5..=8).contains(&hash.len()) && is_small(hash);
        let is_sure = hash.bytes().any(|byte| byte.is_ascii_digit()) || !reads;
        return is_hash.then_some((named, is_sure));
    }
    if looks_random(id.as_bytes()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Some((named, true));
    }
    let is_mixed =
        id.bytes().skip(1).any(|byte| byte.is_ascii_uppercase()) && id.bytes().any(|byte| byte.is_ascii_lowercase());
    let is_hash = letters(id).is_some_and(|letters| (5..=6).contains(&letters)) && (is_mixed || !reads);
    is_hash.then_some((named, is_mixed && !reads))
}

fn is_generated(token: &str) -> bool {
    letters(token).is_some_and(|letters| GENERATED.contains(&letters))
}

/// How many letters a name has that is nothing else; styled-components writes `a-d` for `ad`, for those who block
/// these.
fn letters(name: &str) -> Option<usize> {
    let name = name.as_bytes();
    let is_dash = |place: usize| {
        let around = place.checked_sub(1).and_then(|before| name.get(before..=place + 1));
        around.is_some_and(|around| around.eq_ignore_ascii_case(b"a-d"))
    };
    let is_one = |place: usize| name[place].is_ascii_alphabetic() || is_dash(place);
    let count = name.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    (0..name.len()).all(is_one).then_some(count)
}

/// The label of a class of Emotion, `Button` of `css-1q2w3e-Button`; empty where there is none. `css-0` has no style.
/// The hash is a number of 32 bits in small letters and digits: six or seven.
fn emotion_label(token: &str) -> Option<&str> {
    let class = token.strip_prefix("css-")?;
    let (hash, label) = class.split_once('-').unwrap_or((class, ""));
    let has_digit = hash.bytes().any(|byte| byte.is_ascii_digit());
    let is_hash = (6..=7).contains(&hash.len()) && is_small(hash) && (has_digit || !reads_as_words(hash));
    (is_hash || hash == "0").then_some(label)
}

/// Whether a token is nothing but the name of a tool and what it made up.
///
/// Svelte writes a number of 32 bits in small letters and digits, Astro eight of these, or of capitals and digits. What
/// reads as words was written by a person: `svelte-select`, `astro-carousel`. Next.js writes six hexadecimal digits for
/// a font, and Angular counts its components and where it animates them.
fn is_mark(token: &str) -> bool {
    let behind = |mark| token.strip_prefix(mark);
    let is_svelte = |hash: &str| (5..=7).contains(&hash.len()) && is_small(hash) && !reads_as_words(hash);
    let is_astro = |hash: &str| {
        let is_large = hash.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        // Nobody writes both in capitals; digits alone may be a date.
        let is_both = hash.bytes().any(|byte| byte.is_ascii_digit()) && !is_number(hash);
        hash.len() == 8 && (is_small(hash) || is_large) && (!reads_as_words(hash) || is_large && is_both)
    };
    let is_font = |hash: &str| hash.len() == 6 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let is_count = |count: &str| count.split('-').all(is_number);
    behind("jss").is_some_and(is_number)
        || behind("svelte-").is_some_and(is_svelte)
        || behind("astro-").is_some_and(is_astro)
        || behind("ng-tns-c").is_some_and(is_count)
        || behind("__className_").or_else(|| behind("__variable_")).is_some_and(is_font)
}

pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn is_small(hash: &str) -> bool {
    hash.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// Whether a person may have written this: words, each with a capital in front or in one case, and with digits at its
/// end. Half of all chances in six small letters read so, one in twelve of those in both cases.
pub(super) fn reads_as_words(text: &str) -> bool {
    text.split(['-', '_']).all(|part| {
        let words = part.trim_end_matches(|letter: char| letter.is_ascii_digit()).as_bytes();
        words.chunk_by(|one, next| !(one.is_ascii_lowercase() && next.is_ascii_uppercase())).all(is_word)
    })
}

fn is_word(word: &[u8]) -> bool {
    let is_vowel = |letter: &u8| b"aeiouy".contains(&letter.to_ascii_lowercase());
    let is_in_case = word[1..].iter().all(u8::is_ascii_lowercase) || word.iter().all(u8::is_ascii_uppercase);
    word.len() > 1
        && word.iter().all(u8::is_ascii_alphabetic)
        && is_in_case
        && word.iter().any(is_vowel)
        && word.split(is_vowel).all(|consonants| consonants.len() < 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_styled_components_wrote_is_taken_out() {
        for (class, left) in [
            ("sc-affaf1-3 DNRCTR", ""),
            ("sc-a3f9c1-0 kXyzAb", ""),
            ("sc-1kq5j7f-12 bjkqzv", ""),
            ("sc-8a4ae2f1-0 banner", ""),
            ("sc-12345678-0 eLkQpz", ""),
            ("sc-bdVaJa spHrDH", ""),
            ("sc-gsnTZi cEhGFK wide", "wide"),
            ("sc-bczRLJ ka-dXyz card", "card"),
            ("sc-fA-DkXz kXyzAb card", "card"),
            ("sc-kqvjxef-2 dunoba", ""),
            ("Button__Root-sc-a3f9c1-0 DNRCTR", "Button__Root"),
            ("styles__Title-sc-1kq5j7f-4 hGtRwq title active", "styles__Title title active"),
            ("my-app__sc-1kq5j7f-4 hGtRwq", "my-app"),
            ("Link__A-sc-a3f9c1-0 Nav__Item-sc-77ab01-2 jKlMnp open", "Link__A Nav__Item open"),
            ("sc-a3f9c1-0 sc-77ab01-2 jKlMnp bRtQwz open", "open"),
            ("sc-a3f9c1-0 jKlMnp sc-77ab01-2 bRtQwz open", "open"),
            ("sc-a3f9c1-0", ""),
            ("card sc-a3f9c1-0 jKlMnp", "card"),
            ("sc-bjkqzv kXyzAb", ""),
            ("sc-a1csc-1 kXyzAb", ""),
            ("sc-navBar kXyzAb card", "card"),
            ("sc-mekofab-2 sc-gaNaJa kXyzAb card", "card"),
        ] {
            assert_eq!(chosen(class).join(" "), left, "{class}");
        }
    }

    #[test]
    fn what_only_looks_like_styled_components_stays() {
        for class in [
            "sc-button",
            "sc-button sc-button-medium sc-button-like",
            "sc-title DNRCTR",
            "sc-title banner",
            "sc-button btnLg",
            "sc-navBar banner",
            "sc-isOpen",
            "sc-col-4 banner",
            "sc-title-2 banner",
            "sc-section-12 wide",
            "sc-h2 title",
            "sc-col6 title",
            "sc-step1 title",
            "sc-FAQ title",
            "sc-ICONS title",
            "sc-btngrp title",
            "sc-ion-label-md-h sc-ion-label-md-s hydrated",
            "my-sc-button title",
            "misc-links title",
            "disc-a3f9c1-0 title",
            "sc- title",
            "sc",
            "sc-über-1 title",
            "kXyzAb DNRCTR",
        ] {
            assert_eq!(chosen(class).join(" "), class, "{class}");
        }
        assert_eq!(chosen("sc-a3f9c1-0 navigation open"), ["navigation", "open"], "too long for a generated class");
        assert_eq!(chosen("sc-a3f9c1-0 jKlMnp open"), ["open"], "one generated class for one component");
        assert_eq!(chosen("sc-a3f9c1-0 sc-77ab01-2 jKlMnp open"), ["open"], "a word is not the second one");
    }

    #[test]
    fn marks_of_tools_are_taken_out() {
        for class in [
            "svelte-1ab2cd3",
            "svelte-bjkqzv",
            "svelte-njdbz",
            "svelte-1n46o8q svelte-x2b9kz",
            "astro-ABCDEF12",
            "astro-J7PV25F6",
            "astro-j7pv25f6",
            "ng-tns-c123-4",
            "ng-tns-c2774120315-0",
            "ng-tns-c9",
            "__className_a1b2c3",
            "__variable_decade",
        ] {
            assert_eq!(chosen(class), [""; 0], "{class}");
        }
        for class in [
            "svelte-select svelte-tabs svelte-table2 svelte-h2 svelte-1234567 svelte-Xk2b9z",
            "astro-carousel astro-island12 astro-Carousel astro-CAROUSEL astro-h2 astro-20241231",
            "ng-star-inserted ng-tns ng-tns-c ng-tns-card ng-tns-c1- ng-tns-c1-x ng-scope",
            "__className __className_title __className_a1b2c __className_A1B2C3 className_a1b2c3",
        ] {
            assert_eq!(chosen(class).join(" "), class, "{class}");
        }
    }

    #[test]
    fn of_emotion_the_label_is_left_and_of_jss_nothing() {
        for (class, left) in [
            ("css-1q2w3e", ""),
            ("css-1dbjc4n", ""),
            ("css-mkkf9p", ""),
            ("css-1abcdef", ""),
            ("css-bjkqzv", ""),
            ("css-0", ""),
            ("chakra-stack css-mkkf9p", "chakra-stack"),
            ("css-mkkf9p-Button", "Button"),
            ("MuiButton-root css-1ujsas3-MuiButton-root", "MuiButton-root MuiButton-root"),
            ("css-button css-tabs css-layout-grid css-grid2", "css-button css-tabs css-layout-grid css-grid2"),
            ("makeStyles-root-12 jss4 jss345", "makeStyles-root-12"),
            ("jss jss-4 jssor4", "jss jss-4 jssor4"),
        ] {
            assert_eq!(chosen(class).join(" "), left, "{class}");
        }
    }
}
