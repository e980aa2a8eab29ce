//! Quirks mode, because in it a `<table>` does not close a paragraph.

use super::attributes::{is_space, trim_space as trim};

/// Public identifiers that begin like this, in lower case, stand for quirks mode.
const QUIRKY_BEGINNINGS: &[&str] = &[
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];

/// Identifiers of the IETF begin like this, and go on like one of [`IETF_ENDINGS`].
const IETF: &str = "-//ietf//dtd html";
const IETF_ENDINGS: &[&str] = &[
    " 2.0 level 1//",
    " 2.0 level 2//",
    " 2.0 strict level 1//",
    " 2.0 strict level 2//",
    " 2.0 strict//",
    " 2.0//",
    " 2.1e//",
    " 3.0//",
    " 3.2 final//",
    " 3.2//",
    " 3//",
    " level 0//",
    " level 1//",
    " level 2//",
    " level 3//",
    " strict level 0//",
    " strict level 1//",
    " strict level 2//",
    " strict level 3//",
    " strict//",
    "//",
];

const QUIRKY_PUBLIC: &[&str] = &["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];
const QUIRKY_SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";
/// Quirks only where no system identifier follows.
const QUIRKY_ALONE: &[&str] = &["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];

/// Whether a document type, given as what stands between `<!DOCTYPE` and `>`, puts the page into quirks mode.
pub(crate) fn is_quirky(inside: &[u8], closed: bool) -> bool {
    let (name, rest) = split_name(inside);
    if !closed || !name.eq_ignore_ascii_case(b"html") {
        return true;
    }
    let Some(identifiers) = Identifiers::parse(rest) else { return true };
    let system = identifiers.system.as_deref();
    if system == Some(QUIRKY_SYSTEM) {
        return true;
    }
    let Some(public) = identifiers.public.as_deref() else { return false };
    QUIRKY_PUBLIC.contains(&public)
        || starts_with_any(public, QUIRKY_BEGINNINGS)
        || public.strip_prefix(IETF).is_some_and(|ending| starts_with_any(ending, IETF_ENDINGS))
        || (system.is_none() && starts_with_any(public, QUIRKY_ALONE))
}

fn starts_with_any(text: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| text.starts_with(beginning))
}

fn split_name(inside: &[u8]) -> (&[u8], &[u8]) {
    let start = inside.iter().position(|&byte| !is_space(byte)).unwrap_or(inside.len());
    let length = inside[start..].iter().position(|&byte| is_space(byte)).unwrap_or(inside.len() - start);
    inside[start..].split_at(length)
}

/// The two identifiers of a document type, in lower case.
struct Identifiers {
    public: Option<String>,
    system: Option<String>,
}

impl Identifiers {
    /// `None` where the Standard forces quirks: a keyword that is neither, or an identifier that is missing or cut.
    fn parse(rest: &[u8]) -> Option<Identifiers> {
        let rest = trim(rest);
        if rest.is_empty() {
            return Some(Identifiers { public: None, system: None });
        }
        let (keyword, rest) = rest.split_at_checked(6)?;
        if keyword.eq_ignore_ascii_case(b"public") {
            let (public, rest) = quoted(rest)?;
            let rest = trim(rest);
            let system = if rest.is_empty() { None } else { Some(quoted(rest)?.0) };
            Some(Identifiers { public: Some(public), system })
        } else if keyword.eq_ignore_ascii_case(b"system") {
            Some(Identifiers { public: None, system: Some(quoted(rest)?.0) })
        } else {
            None
        }
    }
}

fn quoted(rest: &[u8]) -> Option<(String, &[u8])> {
    let rest = trim(rest);
    let quote = *rest.first().filter(|byte| matches!(byte, b'"' | b'\''))?;
    let length = rest[1..].iter().position(|&byte| byte == quote)?;
    let text = String::from_utf8_lossy(&rest[1..=length]).to_ascii_lowercase();
    Some((text, &rest[length + 2..]))
}

#[cfg(test)]
mod tests {
    use super::is_quirky;

    #[test]
    fn document_types() {
        for (inside, quirky) in [
            (" html", false),
            (" HTML SYSTEM \"about:legacy-compat\"", false),
            ("", true),
            (" xhtml", true),
            (" html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\"", false),
            (" html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"", true),
            (" html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\"", false),
            (" html PUBLIC \"-//W3C//DTD HTML 3.2//EN\"", true),
            (" html PUBLIC \"-//IETF//DTD HTML 2.0//EN\"", true),
            (" html PUBLIC \"-//IETF//DTD HTML 5//EN\"", false),
            (" html PUBLIC", true),
            (" html NONSENSE", true),
        ] {
            assert_eq!(is_quirky(inside.as_bytes(), true), quirky, "{inside}");
        }
        assert!(is_quirky(b" html", false));
    }
}
