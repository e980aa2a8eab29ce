//! The shortest way through a body, for the tags that do no more than open or close an element and the texts between
//! them. Most of a page is that. It comes to the same as the rules in full, which take whatever is left.

use super::{Builder, Content, Kind, Mode, Span, Tag, Token, is_space, n};

/// What came of a text.
#[derive(PartialEq, Eq)]
enum Taken {
    Yes,
    /// It needs the rules in full.
    No,
    /// A limit ends the tree.
    Last,
}

impl Builder<'_> {
    /// Goes on to the next token that is neither a tag nor text, or is outside the body; false when a limit ends the
    /// tree before.
    pub(super) fn plain_tags(&mut self) -> bool {
        if !self.is_in_plain_body() {
            return true;
        }
        while let Some(text) = self.scanner.text_ahead() {
            if !text.is_empty() {
                match self.plain_text(text) {
                    Taken::Yes => {}
                    Taken::No => break,
                    Taken::Last => return false,
                }
            }
            if self.plain_end(text) {
                if self.is_over() {
                    return false;
                }
                continue;
            }
            let Some((tag, is_start)) = self.scanner.tag_behind(text) else { break };
            self.ignore_line_feed = false;
            let is_done = self.plain_tag(tag, is_start) || self.plain_table_tag(tag, is_start);
            if !is_done {
                self.process(if is_start { Token::Start(tag) } else { Token::End(tag) });
            }
            if self.is_over() {
                return false;
            }
            if !is_done && !self.is_in_plain_body() {
                break;
            }
        }
        // An end tag may have led back into foreign content, where a CDATA section may follow.
        self.scanner.allow_cdata(self.is_adjusted_current_foreign());
        true
    }

    /// Whether tags and texts follow the rules of the body or of tables, and nothing special is going on.
    fn is_in_plain_body(&self) -> bool {
        (self.is_in_body() || matches!(self.mode, Mode::InRow | Mode::InTableBody | Mode::InTable))
            && self.scanner.content() == Content::Data
            && self.context.is_none()
            && !self.frameset_ok
            && self.pending_text.is_empty()
            && !self.is_adjusted_current_foreign()
            && self.overflow.is_empty()
    }

    #[inline(always)]
    fn is_in_body(&self) -> bool {
        matches!(self.mode, Mode::InBody | Mode::InCell | Mode::InCaption)
    }

    /// Takes a tag that does no more than open or close an element in the body; false if it does.
    #[inline(always)]
    fn plain_tag(&mut self, tag: Tag, is_start: bool) -> bool {
        if !self.is_in_body() {
            return false;
        }
        if !is_start {
            return self.ends_plainly(tag.name);
        }
        let is_plain = Self::starts_plainly(tag.name) && self.has_room_below();
        if is_plain {
            self.start_in_body(tag);
        }
        is_plain
    }

    /// Takes an end tag that does no more than close the innermost open element, as nearly all do: its name is known
    /// before it is read. False if it is another tag.
    #[inline(always)]
    fn plain_end(&mut self, text: Span) -> bool {
        if !self.scanner.is_end_behind(text) || !self.is_in_body() {
            return false;
        }
        let name = self.nodes[self.current() as usize].name;
        let Some(end) = self.scanner.end_tag_behind(text, name) else { return false };
        if !self.ends_plainly(name) {
            return false;
        }
        self.ignore_line_feed = false;
        self.scanner.go_to(end);
        true
    }

    /// Takes a tag of a table in which nothing is left out; false if something is, or it is another tag.
    fn plain_table_tag(&mut self, tag: Tag, is_start: bool) -> bool {
        match (self.mode, tag.name) {
            (Mode::InRow, n::TD | n::TH) if is_start && self.is_current(n::TR) && self.has_room_below() => {
                self.insert(tag);
                self.mode = Mode::InCell;
                self.push_marker();
            }
            (Mode::InCell, n::TD | n::TH) if !is_start && self.is_current(tag.name) => {
                self.pop();
                self.clear_to_marker();
                self.mode = Mode::InRow;
            }
            (Mode::InRow, n::TR) if !is_start && self.is_current(n::TR) => {
                self.pop();
                self.mode = Mode::InTableBody;
            }
            (Mode::InTableBody, n::TR) if is_start && self.is_current(n::TBODY) && self.has_room_below() => {
                self.insert(tag);
                self.mode = Mode::InRow;
            }
            _ => return false,
        }
        true
    }

    /// Whether an element below the innermost open one is within the depth limit.
    #[inline(always)]
    fn has_room_below(&self) -> bool {
        self.open.len() + 1 < self.limits.depth
    }

    #[inline(always)]
    fn plain_text(&mut self, span: Span) -> Taken {
        if !self.is_in_body() {
            return if self.is_lost_in_table(span) { Taken::Yes } else { Taken::No };
        }
        self.read.add(self.scanner.input(), span);
        if self.keep_text || !self.is_formatting_settled() {
            self.text(span, Kind::Text);
            if self.is_over() {
                return Taken::Last;
            }
        }
        Taken::Yes
    }

    /// Whether a text between the parts of a table leaves no trace: white space does not, where text is not kept.
    fn is_lost_in_table(&self, span: Span) -> bool {
        !self.keep_text
            && self.is_directly_in_table()
            && span.of(self.scanner.input()).iter().all(|&byte| is_space(byte))
    }
}

#[cfg(test)]
mod tests {
    use crate::Limits;
    use crate::structure::Tree;

    #[test]
    fn a_cdata_section_after_an_element_in_foreign_content_is_text() {
        let html = b"<body>x<svg><foreignObject><div>a</div><![CDATA[<b>q</b><i>z</i>]]>";
        let tree = Tree::parse(html, &Limits::default());
        let labels: Vec<&str> = tree.elements().map(|element| tree.label(element)).collect();
        assert_eq!(labels, ["html", "head", "body", "svg", "foreignObject", "div"]);
    }

    /// Pages of tags and texts at random, with `</name>` and the other way to write end tags.
    fn soups(other: fn(&str) -> String) -> impl Iterator<Item = [String; 2]> {
        let names: Vec<&str> =
            "a b p p div div span li ul h1 code table tr td svg object foreignObject button pre form \
                                section x-y blockquote select"
                .split(' ')
                .collect();
        let mut state: u64 = 11;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % below
        };
        (0..3000).map(move |_| {
            let (mut plain, mut otherwise) = (String::from("<body>x"), String::from("<body>x"));
            let mut open = Vec::new();
            for _ in 0..40 {
                let mut name = names[random(names.len())];
                let kind = random(8);
                if kind < 4 {
                    let start = format!("<{name}>");
                    let piece = if kind < 3 { &start } else { ["\n", "word", "</>", "<!-- -->"][random(4)] };
                    plain.push_str(piece);
                    otherwise.push_str(piece);
                    open.extend((kind < 3).then_some(name));
                } else {
                    if kind < 7 {
                        name = open.pop().unwrap_or(name); // well nested, as most are
                    }
                    plain.push_str(&format!("</{name}>"));
                    otherwise.push_str(&other(name));
                }
            }
            [plain, otherwise]
        })
    }

    #[test]
    fn an_end_tag_does_the_same_however_it_is_written() {
        let usual = Limits::default();
        let limits = [usual, Limits { depth: 6, ..usual }, Limits { attribute_bytes: 3, ..usual }];
        let shape = |html: &str, limits: &Limits| {
            let tree = Tree::parse_with_text(html.as_bytes(), limits);
            let node = |node| {
                (tree.kind(node), tree.label(node).to_owned(), tree.parent(node), tree.characters(node).into_owned())
            };
            let nodes: Vec<_> = tree.subtree(0).map(node).collect();
            let bare = Tree::parse(html.as_bytes(), limits);
            let elements: Vec<_> =
                bare.elements().map(|node| (bare.label(node).to_owned(), bare.parent(node))).collect();
            (nodes, elements, tree.flags())
        };
        for other in [|name: &str| format!("</{name} >"), |name: &str| format!("</{}>", name.to_ascii_uppercase())] {
            for [plain, else_written] in soups(other) {
                for limits in &limits {
                    assert_eq!(shape(&plain, limits), shape(&else_written, limits), "{plain}\n{else_written}");
                }
            }
        }
    }
}
