//! The tokenizer cases of html5lib's public suite: our scanner yields exactly their tags, attributes included.

mod suite;

use pagemold::Limits;
use pagemold::structure::{Content, Scanner, Token};
use serde_json::Value;

#[derive(Debug, PartialEq)]
enum Tag {
    Start { name: String, attributes: Vec<(String, String)>, self_closing: bool },
    End { name: String },
}

/// `\u00E4` in a string that the suite escaped once more; a lone surrogate cannot be told in UTF-8.
fn unescape(text: &str) -> Option<String> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(&rest[at + 2..at + 6], 16).ok()?);
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16(&units).ok()
}

fn expected(case: &Value, text: impl Fn(&str) -> Option<String>) -> Option<Vec<Tag>> {
    let mut tags = Vec::new();
    for token in case["output"].as_array()? {
        let name = || text(token[1].as_str()?);
        match token[0].as_str()? {
            "StartTag" => {
                let mut attributes = Vec::new();
                for (key, value) in token[2].as_object()? {
                    attributes.push((text(key)?, text(value.as_str()?)?));
                }
                attributes.sort();
                tags.push(Tag::Start { name: name()?, attributes, self_closing: token[3].as_bool().unwrap_or(false) });
            }
            "EndTag" => tags.push(Tag::End { name: name()? }),
            _ => {}
        }
    }
    Some(tags)
}

fn content(state: &str) -> Content {
    match state {
        "Data state" => Content::Data,
        "PLAINTEXT state" => Content::Plaintext,
        "RCDATA state" => Content::Rcdata,
        "RAWTEXT state" => Content::Rawtext,
        "Script data state" => Content::Script,
        "CDATA section state" => Content::Cdata,
        other => panic!("unknown state {other}"),
    }
}

fn found(input: &str, content: Content, last_start_tag: &str) -> Vec<Tag> {
    let mut scanner = Scanner::new(input.as_bytes(), &Limits::default());
    let name = scanner.names_mut().intern(last_start_tag.as_bytes());
    scanner.switch(content, Some(name));
    let mut tags = Vec::new();
    while let Some(token) = scanner.next_token() {
        match token {
            Token::Start(tag) => {
                let mut attributes: Vec<(String, String)> = Vec::new();
                for attribute in scanner.attributes(&tag) {
                    if attributes.iter().all(|(name, _)| *name != attribute.name()) {
                        attributes.push((attribute.name(), attribute.value().into_owned()));
                    }
                }
                attributes.sort();
                let name = scanner.names().text(tag.name).to_owned();
                tags.push(Tag::Start { name, attributes, self_closing: tag.self_closing });
            }
            Token::End(tag) => tags.push(Tag::End { name: scanner.names().text(tag.name).to_owned() }),
            _ => {}
        }
    }
    tags
}

#[test]
fn every_case_yields_its_tags() {
    let Some(files) = suite::files("tokenizer", "test") else { return };
    let mut cases = 0;
    let mut failures = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let parsed: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        // Cases under "xmlViolationTests" belong to a mode that only XML tools have.
        for case in parsed["tests"].as_array().into_iter().flatten() {
            let escaped = case["doubleEscaped"].as_bool().unwrap_or(false);
            let text = |raw: &str| if escaped { unescape(raw) } else { Some(raw.to_owned()) };
            let (Some(input), Some(expected)) = (text(case["input"].as_str().unwrap_or("")), expected(case, text))
            else {
                continue;
            };
            let data = [Value::from("Data state")];
            let states = case["initialStates"].as_array().map_or(&data[..], |states| states);
            for state in states.iter().filter_map(Value::as_str) {
                cases += 1;
                let last = case["lastStartTag"].as_str().unwrap_or("div");
                let found = found(&input, content(state), last);
                if found != expected {
                    failures.push(format!(
                        "{} {state} {input:?}\n  found {found:?}\n  expected {expected:?}",
                        file.display()
                    ));
                }
            }
        }
    }
    assert!(cases > 5_000, "only {cases} cases: is the suite whole?");
    assert!(
        failures.is_empty(),
        "{} of {cases} cases fail:\n{}",
        failures.len(),
        failures[..failures.len().min(20)].join("\n")
    );
    eprintln!("{cases} tokenizer cases pass");
}
