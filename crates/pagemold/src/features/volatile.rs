//! Class tokens without what a build tool or a server made up: `post-123`, `css-1q2w3e`, `sc-bdVaJa`, uuids, soup.
//!
//! Such parts change from page to page or from build to build. Left as they are, they would split a template; dropped
//! with their whole token, they would glue templates whose other parts differ. So only the volatile part becomes `#`.
//! Where nothing else is left but the mark of a tool, the token goes, and so does one that says how an element stands. What
//! tools for style sheets write is told by its form ([`super::generated`], [`super::modules`]).

use super::generated::chosen;
use super::modules::module_class;

/// Words shorter than this are never taken for random, only their digits are folded.
const WORD: usize = 5;
/// What a tool puts before what it made up is no longer than this: `css-`, `sc-`, `jss`.
const PREFIX: usize = 4;
/// An element with so many tokens, of which so many are utilities, wears a soup: utilities say nothing there.
const SOUP: (usize, usize) = (4, 3);

/// What blog engines write on each post beside these tokens: what it is about, by whom, of which format.
const TAXONOMIES: [&str; 7] = ["author-", "category-", "format-", "post_format-", "single-format-", "tag-", "term-"];
const POSTS: [&str; 3] = ["hentry", "post", "single-post"];

/// A token that ends so says how an element stands, which a script may change, and not what it is: `sidebar-toc-active`. Such a
/// word alone may be all that marks a kind of pages, as `current` does in a menu.
const STATES: [&str; 11] = [
    "active",
    "closed",
    "collapsed",
    "current",
    "disabled",
    "expanded",
    "hidden",
    "open",
    "opened",
    "selected",
    "visible",
];

/// The tokens of a class attribute as they count: folded, distinct, sorted by bytes, soup left out.
pub fn tokens(class: &str) -> Vec<String> {
    let stays = |token: &&str| !is_made_up(token) && !is_state(token);
    let mut tokens: Vec<String> = chosen(class).into_iter().filter(stays).map(fold).collect();
    if tokens.iter().any(|token| POSTS.contains(&token.as_str()) || token == "post-#" || token == "postid-#") {
        for token in &mut tokens {
            if let Some(taxonomy) = TAXONOMIES.iter().find(|taxonomy| token.starts_with(**taxonomy)) {
                *token = format!("{taxonomy}#");
            }
        }
    }
    tokens.sort_unstable();
    tokens.dedup();
    if tokens.len() >= SOUP.0 && tokens.iter().filter(|token| is_utility(token)).count() >= SOUP.1 {
        tokens.retain(|token| !is_utility(token));
    }
    tokens
}

/// Whether nothing of a token was chosen by a person, except perhaps a prefix that says by which tool it was made: such
/// a token says no more than that the element has a class. Kept as `css-#` it would glue whatever the tool touched.
pub fn is_made_up(token: &str) -> bool {
    let words = || token.split(|letter: char| !letter.is_ascii_alphanumeric());
    let said: usize = words().filter(|word| !looks_random(word.as_bytes())).map(str::len).sum();
    let is_random = said <= PREFIX && words().any(|word| looks_random(word.as_bytes()));
    // However short the class of a module is, somebody chose it.
    is_uuid(token) || (is_random && module_class(token).is_none())
}

fn is_state(token: &str) -> bool {
    token.rsplit_once(['-', '_']).is_some_and(|(of, state)| !of.is_empty() && STATES.contains(&state))
}

/// A token with its volatile parts as `#`.
pub fn fold(token: &str) -> String {
    if is_uuid(token) {
        return "#".to_owned();
    }
    let mut folded = String::with_capacity(token.len());
    let (mut rest, ending) = module_class(token).unwrap_or((token, ""));
    while !rest.is_empty() {
        let end = rest.bytes().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        if end == 0 {
            let character = rest.chars().next().expect("not empty");
            folded.push(character);
            rest = &rest[character.len_utf8()..];
        } else {
            fold_word(&rest[..end], &mut folded);
            rest = &rest[end..];
        }
    }
    folded + ending
}

fn fold_word(word: &str, folded: &mut String) {
    if looks_random(word.as_bytes()) {
        folded.push('#');
        return;
    }
    let mut in_digits = false;
    for character in word.chars() {
        let digit = character.is_ascii_digit();
        if !digit {
            folded.push(character);
        } else if !in_digits {
            folded.push('#');
        }
        in_digits = digit;
    }
}

/// Letters with at least two digits, or letters and digits whose kinds change more often than words do.
pub(super) fn looks_random(word: &[u8]) -> bool {
    let digits = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    let kind = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_uppercase());
    let changes = word.windows(2).filter(|pair| kind(pair[0]) != kind(pair[1])).count();
    word.len() >= WORD && ((digits >= 2 && digits < word.len()) || 2 * changes > word.len())
}

fn is_uuid(token: &str) -> bool {
    let lengths =
        token.split('-').map(|part| if part.bytes().all(|byte| byte.is_ascii_hexdigit()) { part.len() } else { 0 });
    lengths.eq([8, 4, 4, 4, 12])
}

/// Prefixes of utility frameworks (Tailwind, Bootstrap's spacing).
const UTILITIES: [&str; 44] = [
    "-m", "-mt", "align", "bg", "border", "bottom", "col", "cursor", "duration", "ease", "font", "gap", "grid", "h",
    "inset", "items", "justify", "leading", "left", "m", "max", "mb", "min", "ml", "mr", "mt", "mx", "my", "opacity",
    "p", "pb", "pl", "pr", "pt", "px", "py", "right", "rounded", "shadow", "space", "text", "top", "w", "z",
];
const UTILITY_WORDS: [&str; 12] = [
    "absolute", "block", "border", "fixed", "flex", "grid", "hidden", "inline", "relative", "rounded", "static",
    "truncate",
];

fn is_utility(token: &str) -> bool {
    token.contains([':', '['])
        || UTILITY_WORDS.contains(&token)
        || token.starts_with("flex-")
        || token.rsplit_once('-').is_some_and(|_| {
            // A dash in front is part of the prefix: `-mt-2`.
            let dash = token.char_indices().skip(1).find(|&(_, letter)| letter == '-');
            UTILITIES.contains(&dash.map_or(token, |(dash, _)| &token[..dash]))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_post_is_about_is_no_mark_of_its_template() {
        let news = "post-12 post type-post hentry category-news tag-paris tag-rome";
        assert_eq!(tokens(news), ["category-#", "hentry", "post", "post-#", "tag-#", "type-post"]);
        assert_eq!(tokens("single-post single-format-quote"), ["single-format-#", "single-post"]);
        assert_eq!(tokens("tag-list"), ["tag-list"], "only on posts");
    }

    #[test]
    fn how_an_element_stands_is_left_out() {
        assert_eq!(tokens("sidebar-inner sidebar-toc-active"), ["sidebar-inner"]);
        assert_eq!(tokens("menu__item--current nav_open"), [""; 0]);
        assert_eq!(
            tokens("current active -open hyperactive in-active-use"),
            ["-open", "active", "current", "hyperactive", "in-active-use"]
        );
    }

    #[test]
    fn volatile_parts_are_folded() {
        for (token, folded) in [
            ("post-123", "post-#"),
            ("col-md-6", "col-md-#"),
            ("h2", "h#"),
            ("css-1q2w3e", "css-#"),
            ("sc-bdVaJa", "sc-#"),
            ("Button_root__3xYz1", "Button_root__#"),
            ("Home_main__nLjiQ", "Home_main__#"),
            ("styles_card___LpLa", "styles_card__#"),
            ("Footer_root__Prslj", "Footer_root__#"),
            ("layout-module--header--Prslj", "layout-module--header--#"),
            ("_col2_1abcd_12", "_col#_#"),
            ("my_block__title", "my_block__title"),
            ("block__navBar", "block__navBar"),
            ("block__step2", "block__step#"),
            ("memitem:a0f3b2", "memitem:#"),
            ("123e4567-e89b-12d3-a456-426614174000", "#"),
            ("navBarLg", "navBarLg"),
            ("section", "section"),
            ("überschrift1", "überschrift#"),
        ] {
            assert_eq!(fold(token), folded, "{token}");
        }
    }

    #[test]
    fn what_a_tool_made_up_is_left_out() {
        for class in ["css-1q2w3e", "sc-bdVaJa", "jss x7d2f9a1", "123e4567-e89b-12d3-a456-426614174000"] {
            let said: &[&str] = if class.starts_with("jss") { &["jss"] } else { &[] };
            assert_eq!(tokens(class), said, "{class}");
        }
        assert_eq!(tokens("Button_root__3xYz1 h2 post-12"), ["Button_root__#", "h#", "post-#"]);
        assert_eq!(tokens("_nav_1a2b3_1 a_b__3xYz1"), ["_nav_#", "a_b__#"]);
        assert_eq!(tokens("svelte-1ab2cd3 astro-j7pv25f6 ng-tns-c123-4 __className_a1b2c3 _1abcdef0"), [""; 0]);
        assert_eq!(tokens("Nav2__Root-sc-affaf1-3 DNRCTR open"), ["Nav#__Root", "open"]);
        assert_eq!(tokens("sc-affaf1-3 DNRCTR css-mkkf9p"), [""; 0]);
        assert_eq!(tokens("makeStyles-root-12 jss4 jss34"), ["makeStyles-root-#"]);
    }

    #[test]
    fn soup_is_left_out_and_named_tokens_stay() {
        assert_eq!(tokens("card md:w-1/2 px-4 text-gray-500 flex"), ["card"]);
        assert_eq!(tokens("mt-3 card"), ["card", "mt-#"]);
        assert_eq!(tokens("über-uns a b -mt-2 px-1 w-3"), ["a", "b", "über-uns"]);
        assert_eq!(tokens("b a b"), ["a", "b"]);
    }
}
