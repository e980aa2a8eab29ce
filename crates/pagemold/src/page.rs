//! One page: from its bytes to the features that are wanted of it.

mod top;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::encoding::{Choice, Evidence};
use crate::features::head_tokens::ends_head;
use crate::structure::{Name, Names, Scanner, TagTokens, Tree, looks_binary};
use crate::wanted::{Feature, Structure, Value, Wanted};
use crate::{Flags, Limits};
pub(crate) use top::Glance;
use top::{LARGEST_TOP, Top};

/// What was found out about a page.
pub(crate) struct Look {
    pub encoding: &'static str,
    pub evidence: Evidence,
    pub flags: Flags,
    pub html: Vec<u8>,
    pub values: Vec<Value>,
}

/// Looks at a page. A page that makes the program stumble is flagged and costs only itself.
pub(crate) fn look(body: &[u8], charset: Option<&str>, wanted: &Wanted, limits: &Limits) -> Look {
    match catch_unwind(AssertUnwindSafe(|| look_closely(body, charset, wanted, limits))) {
        Ok(look) => look,
        Err(_) => Look {
            encoding: "",
            evidence: Evidence::Default,
            flags: Flags::FAILED,
            html: Vec::new(),
            values: wanted.requests.iter().map(|request| request.nothing(&wanted.minhash)).collect(),
        },
    }
}

/// Whether the top of a page may tell all that is wanted of it. With a limit so small that the top comes near it, what
/// is flagged depends on more than the top.
pub(crate) fn top_may_do(wanted: &Wanted, limits: &Limits) -> bool {
    is_top_enough(wanted) && limits.page_bytes >= LARGEST_TOP
}

fn is_top_enough(wanted: &Wanted) -> bool {
    let needs_more = [Feature::is_of_tokens, Feature::is_of_head, Feature::is_of_tree];
    !needs_more.into_iter().any(|source| wanted.needs(source)) && !wanted.html
}

/// What is missing where the top of a page does not tell all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lack {
    /// A larger top may do.
    More,
    /// Only the whole page will do.
    Whole,
}

/// Looks at a page of `size` bytes of which only the top is there, if the whole page cannot tell anything else: a
/// declared encoding and a fingerprint of full length stay what they are, whatever follows. An encoding that nobody
/// declared is told from what is read, and here that is the top. If that lacks something, the glance goes on with more.
pub(crate) fn look_at_top(
    glance: &mut Option<Glance>,
    (body, size): (&[u8], u64),
    charset: Option<&str>,
    wanted: &Wanted,
    limits: &Limits,
) -> Result<Look, Lack> {
    let looked = catch_unwind(AssertUnwindSafe(|| {
        let mut current = match glance.take() {
            Some(begun) => begun,
            None => Glance::new(body, charset)?,
        };
        if let Err(lack) = current.look_on(body, limits) {
            *glance = Some(current);
            return Err(lack);
        }
        let (choice, top) = current.into_top();
        Ok(look_of_top(top, body, size, choice, wanted, limits))
    }));
    looked.unwrap_or(Err(Lack::Whole))
}

/// Goes on with a glance in more of the page, until that is enough.
pub(crate) fn look_further(glance: &mut Glance, body: &[u8], limits: &Limits) -> Result<(), Lack> {
    catch_unwind(AssertUnwindSafe(|| glance.look_on(body, limits))).unwrap_or(Err(Lack::Whole))
}

fn look_of_top(top: Top, body: &[u8], size: u64, choice: Choice, wanted: &Wanted, limits: &Limits) -> Look {
    let mut flags = top.flags;
    if size > limits.page_bytes as u64 {
        flags |= Flags::SIZE;
    }
    if !top.has_html || looks_binary(body) {
        flags |= Flags::NO_STRUCTURE;
    }
    let structure = Structure {
        fingerprint: top.fingerprint,
        tokens: Vec::new(),
        head: 0,
        token_names: Names::default(),
        tree: None,
    };
    let (values, met) = wanted.values(&structure, limits);
    flags |= met;
    Look { encoding: choice.name(), evidence: choice.evidence, flags, html: Vec::new(), values }
}

fn look_closely(body: &[u8], charset: Option<&str>, wanted: &Wanted, limits: &Limits) -> Look {
    #[cfg(test)]
    assert!(body != tests::STUMBLE, "a page that makes the program stumble");
    let choice = Choice::of(body, charset);
    if is_top_enough(wanted)
        && let Some(top) = Top::full(body, &choice, limits)
    {
        return look_of_top(top, body, body.len() as u64, choice, wanted, limits);
    }
    let mut flags = Flags::NONE;
    let mut page = body;
    if body.len() > limits.page_bytes {
        flags |= Flags::SIZE;
        page = &body[..limits.page_bytes];
    }
    let needs_tokens = wanted.needs(Feature::is_of_tokens);
    let needs_tree = wanted.needs(Feature::is_of_tree);
    let text = choice.decode(page);
    let top = if wanted.needs(Feature::is_of_top) { Top::of(&text, limits) } else { Top::beginning(&text, limits) };
    flags |= top.flags;
    if !top.has_html || looks_binary(body) {
        flags |= Flags::NO_STRUCTURE;
    }
    let mut structure = Structure {
        fingerprint: top.fingerprint,
        tokens: Vec::new(),
        head: 0,
        token_names: Names::default(),
        tree: None,
    };
    if needs_tokens || wanted.needs(Feature::is_of_head) {
        let mut scanner = Scanner::new(&text, limits);
        (structure.tokens, structure.head) = tokens(&mut scanner, needs_tokens);
        flags |= scanner.flags();
        structure.token_names = scanner.into_names();
    }
    if needs_tree {
        let tree = match wanted.needs(Feature::is_of_text) {
            true => Tree::parse_with_text(&text, limits),
            false => Tree::parse(&text, limits),
        };
        flags |= tree.flags();
        structure.tree = Some(tree);
    }
    let (values, met) = wanted.values(&structure, limits);
    flags |= met;
    let html = if wanted.html { text.to_vec() } else { Vec::new() };
    Look { encoding: choice.name(), evidence: choice.evidence, flags, html, values }
}

/// The tag tokens, all of them or those of the head, and how many are the head's.
fn tokens(scanner: &mut Scanner<'_>, all: bool) -> (Vec<Name>, usize) {
    let mut tags = TagTokens::new(scanner);
    let (mut tokens, mut head) = (Vec::new(), None);
    while let Some((tag, is_start)) = tags.next_tag() {
        if head.is_none() && ends_head(tag.name, is_start) {
            head = Some(tokens.len());
            if !all {
                break;
            }
        }
        tokens.push(tag.name);
    }
    let head = head.unwrap_or(tokens.len());
    (tokens, head)
}

impl Look {
    /// About how much memory the findings take.
    pub(crate) fn bytes(&self) -> usize {
        let value = |value: &Value| match value {
            Value::Bytes(bytes) => bytes.len(),
            Value::U32s(numbers) => 4 * numbers.len(),
            Value::U64s(numbers) => 8 * numbers.len(),
            Value::Texts(texts) => texts.iter().map(String::len).sum(),
            Value::Words(segments, words) => 4 * segments.len() + words.iter().map(|word| word.len()).sum::<usize>(),
        };
        self.html.len() + self.values.iter().map(value).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::look;
    use crate::features::minhash::MinHash;
    use crate::pass::{Memory, extract};
    use crate::wanted::Wanted;
    use crate::{Flags, Limits};

    pub(super) const STUMBLE: &[u8] = b"<p>stumble";

    #[test]
    fn a_page_that_stumbles_costs_only_itself() {
        let wanted =
            Wanted::new(&["fingerprint", "leaf_paths:minhash"], true, MinHash::new(4, 1)).expect("known features");
        let failed = look(STUMBLE, None, &wanted, &Limits::default());
        assert_eq!(failed.flags, Flags::FAILED);
        assert_eq!(failed.values.len(), 2);
        let pages = [b"<p>one", STUMBLE, b"<p>two"].map(|body| Memory { body, content_type: None });
        for jobs in [1, 2] {
            let columns = extract(&pages, &wanted, &Limits::default(), jobs);
            let flags = columns.into_iter().find(|(name, _)| name == "flags").map(|(_, column)| column);
            assert_eq!(flags, Some(crate::columns::Column::U16(vec![0, Flags::FAILED.bits(), 0])));
        }
    }
}
