//! Classes of CSS modules: what a bundler made of the name of a class is told from what a person chose.
//!
//! Each bundler joins the file, the class and a hash in its own way. A form alone does not tell, as people write BEM and
//! numbers in much the same ones; so a hash must be one that no words, sizes or counts look like.

use super::generated::{is_number, is_small, reads_as_words};

/// What most bundlers put behind a class is no shorter, and mostly just as long.
const HASH: usize = 5;

/// What was chosen of a class of a CSS module, and what stands for the rest.
pub(super) fn module_class(token: &str) -> Option<(&str, &'static str)> {
    let named = |named: Option<_>, rest| named.map(|named| (named, rest));
    named(next_class(token), "__#")
        .or_else(|| named(gatsby_class(token), "--#"))
        .or_else(|| named(vite_class(token), "_#"))
}

/// `Home_main` of `Home_main__nLjiQ`: a file, a class of it, and five letters or more.
///
/// One hash in a hundred is a capital and four small letters, so of five letters a capital or a digit is enough. More
/// may be words, as in `card_body__submitButton`. So may five behind a second underscore, where Doxygen writes
/// `pub_methods_classFl__Group`, and what it writes there with more letters is long. Small letters alone are an
/// element of BEM: `card_body__title`.
fn next_class(token: &str) -> Option<&str> {
    let begin = token.get(..token.len().checked_sub(HASH)?)?;
    let named = &token[..begin.rfind("__")?];
    let hash = &token[named.len() + 2..];
    let tells = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let is_module = named
        .split_once('_')
        .is_some_and(|(file, class)| is_name(file) && !class.is_empty() && !class.starts_with('_'));
    let is_made = if is_module {
        let (is_five, is_short) = (hash.len() == HASH, named.matches('_').count() == 1);
        hash.bytes().any(tells) && (is_five || is_short) && (is_five && is_short || !reads_as_words(hash))
    } else {
        // Other ways to join the three. A word has no capital inside, and digits only at its end.
        let word = hash.trim_end_matches(|letter: char| letter.is_ascii_digit());
        hash.len() == HASH && named.contains('_') && word.bytes().skip(1).any(tells)
    };
    (is_made && is_base64(hash)).then_some(named)
}

/// `layout-module--header` of `layout-module--header--3xYz1`. A modifier behind a modifier of a module is a word:
/// `my-module--wide--large`.
fn gatsby_class(token: &str) -> Option<&str> {
    let named = token.get(..token.len().checked_sub(HASH)?)?.strip_suffix("--")?;
    let hash = &token[named.len() + 2..];
    let (file, class) = named.split_once("-module--")?;
    (!file.is_empty() && !class.is_empty() && is_base64(hash) && !reads_as_words(hash)).then_some(named)
}

/// `_root` of `_root_1abcd_12`: the class, a number in small letters and digits, and a line of the style sheet. A word
/// before a number was written by a person: `_nav_third_3`, `_nav_item2_3`.
fn vite_class(token: &str) -> Option<&str> {
    let (made, line) = token.rsplit_once('_')?;
    let (named, hash) = made.rsplit_once('_')?;
    let is_made = hash.len() == HASH && is_small(hash) && !reads_as_words(hash);
    (is_made && is_number(line) && named.len() > 1 && named.starts_with('_')).then_some(named)
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn is_base64(hash: &str) -> bool {
    hash.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_of_css_modules_are_told_from_elements_of_bem() {
        for (token, named) in [
            ("Footer_root__Prslj", "Footer_root"),
            ("Home_main__nLjiQ", "Home_main"),
            ("Button_root__3xYz1", "Button_root"),
            ("styles_card___LpLa", "styles_card"),
            ("nav-bar_item-link__a-B_c", "nav-bar_item-link"),
            ("page_title__marq7", "page_title"),
            ("Card_block__elem__Prslj", "Card_block__elem"),
            ("Card_body_text__kXyz1", "Card_body_text"),
            ("index_hero__1a2B3c4D5e", "index_hero"),
            ("Button__root___3xYz1", "Button__root_"),
        ] {
            assert_eq!(module_class(token), Some((named, "__#")), "{token}");
        }
        for token in [
            "block__element",
            "block__element--mod",
            "Block__Element",
            "Block__Element__Title",
            "block__navBar",
            "card_body__title",
            "card_body__title--large",
            "card_body__submitButton",
            "card_body__submit-Button2",
            "card_body__H2",
            "pub_methods_classFl__Group",
            "pub_methods_classGlib_1_1Value__Boxed_3_01T_01_4",
            "site_main_nav__step2",
            "_card__Title",
            "card___Title",
            "card_body__Tîtle",
            "__Title",
        ] {
            assert_eq!(module_class(token), None, "{token}");
        }
    }

    #[test]
    fn classes_of_gatsby_and_vite_are_told_by_their_form_and_hash() {
        for (token, named, rest) in [
            ("layout-module--header--3xYz1", "layout-module--header", "--#"),
            ("layout-module--header--Prslj", "layout-module--header", "--#"),
            ("index-module--nav-bar--b0aa1", "index-module--nav-bar", "--#"),
            ("index-module--wide--a-B_c", "index-module--wide", "--#"),
            ("_root_1abcd_12", "_root", "_#"),
            ("_nav-link_bjkqz_3", "_nav-link", "_#"),
            ("_side_bar_x8k2p_107", "_side_bar", "_#"),
        ] {
            assert_eq!(module_class(token), Some((named, rest)), "{token}");
        }
        for token in [
            "my-module--wide--large",
            "my-module--wide--Large",
            "my-module--wide--step2",
            "my-module--3xYz1",
            "-module--wide--3xYz1",
            "block--wide--3xYz1",
            "my-module--wide--éxY1",
            "_nav_third_3",
            "_nav_item2_3",
            "_nav_1abcd",
            "_nav_1abcd_x",
            "_nav_1abcd_",
            "nav_1abcd_12",
            "__1abcd_12",
            "_nav_1Abcd_12",
            "_nav_2024_12",
        ] {
            assert_eq!(module_class(token), None, "{token}");
        }
    }
}
