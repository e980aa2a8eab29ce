//! Which features a caller asks for, by name: `leaf_paths`, `leaf_paths:minhash`, `pq_grams:counts`, `class_set:names`.

use std::collections::HashMap;
use std::sync::Arc;

use crate::columns::{Bytes, Column, Lists, Words};
use crate::features::links::{Links, links};
use crate::features::minhash::MinHash;
use crate::features::{self, Bag, NamedBag, Sink};
use crate::structure::{Name, Names, Tree};
use crate::{Error, Flags, Limits, Result};

/// A feature of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // each is described by the module of its name
pub enum Feature {
    Fingerprint,
    TagTokens,
    HeadTokens,
    Elements,
    TagCounts,
    TagShingles,
    LeafPaths,
    PathShingles,
    ClassPaths,
    ClassSet,
    ClassTrie,
    NodePaths,
    ShortText,
    BinaryBranches,
    StructuralBranches,
    PqGrams,
    LinkTargets,
    LinkXpaths,
    LinkBase,
}

/// The form in which a feature is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Ascending hashes of the distinct items; of a sequence, all of them in order.
    Hashes,
    /// How often each item occurs; of `elements`, how many elements the subtree of each has.
    Counts,
    /// The items in words.
    Names,
    /// The MinHash signature of the items.
    MinHash,
    /// The place of each item's parent plus one; 0 where there is none.
    Parents,
}

const FEATURES: [(&str, Feature); 19] = [
    ("fingerprint", Feature::Fingerprint),
    ("tag_tokens", Feature::TagTokens),
    ("head_tokens", Feature::HeadTokens),
    ("elements", Feature::Elements),
    ("tag_counts", Feature::TagCounts),
    ("tag_shingles", Feature::TagShingles),
    ("leaf_paths", Feature::LeafPaths),
    ("path_shingles", Feature::PathShingles),
    ("class_paths", Feature::ClassPaths),
    ("class_set", Feature::ClassSet),
    ("class_trie", Feature::ClassTrie),
    ("node_paths", Feature::NodePaths),
    ("short_text", Feature::ShortText),
    ("binary_branches", Feature::BinaryBranches),
    ("structural_branches", Feature::StructuralBranches),
    ("pq_grams", Feature::PqGrams),
    ("link_targets", Feature::LinkTargets),
    ("link_xpaths", Feature::LinkXpaths),
    ("link_base", Feature::LinkBase),
];

impl Feature {
    /// The names of all features.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FEATURES.iter().map(|&(name, _)| name)
    }

    /// Whether the feature is read off the top of the page.
    pub(crate) fn is_of_top(self) -> bool {
        self == Feature::Fingerprint
    }

    /// Whether the feature is read off the tag tokens, without a tree.
    pub(crate) fn is_of_tokens(self) -> bool {
        matches!(self, Feature::TagTokens | Feature::TagCounts | Feature::TagShingles)
    }

    /// Whether the feature is read off the tag tokens of the head.
    pub(crate) fn is_of_head(self) -> bool {
        self == Feature::HeadTokens
    }

    /// Whether the feature is read off a tree that has text too.
    pub(crate) fn is_of_text(self) -> bool {
        self == Feature::NodePaths
    }

    /// Whether the feature is read off the element tree.
    pub(crate) fn is_of_tree(self) -> bool {
        !self.is_of_tokens() && !self.is_of_top() && !self.is_of_head()
    }

    /// Whether the feature is a list of texts, in document order, and nothing else.
    fn is_of_links(self) -> bool {
        matches!(self, Feature::LinkTargets | Feature::LinkXpaths | Feature::LinkBase)
    }

    fn has(self, form: Form) -> bool {
        match (self, form) {
            (_, Form::Hashes) => true,
            (Feature::Fingerprint | Feature::ShortText, _) => false,
            (feature, _) if feature.is_of_links() => false,
            (Feature::ClassTrie, form) => matches!(form, Form::Names | Form::Parents),
            (_, Form::Parents) => false,
            (Feature::TagTokens | Feature::HeadTokens, form) => form == Form::Names,
            (Feature::Elements, form) => form != Form::MinHash,
            (
                Feature::TagCounts | Feature::BinaryBranches | Feature::StructuralBranches | Feature::PqGrams,
                Form::Counts,
            ) => true,
            (_, form) => form != Form::Counts,
        }
    }
}

/// Names of a feature may take this many times the bytes of the largest page.
const NAME_BYTES: usize = 4;

/// One column that a caller asks for.
#[derive(Clone, Debug)]
pub struct Request {
    /// How it was written.
    pub name: String,
    pub(crate) feature: Feature,
    pub(crate) form: Form,
}

/// Everything that is to be computed of each page.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The feature columns, in the order asked for.
    pub requests: Vec<Request>,
    /// Whether the page itself, as UTF-8, is to come along.
    pub html: bool,
    /// The functions of MinHash columns.
    pub minhash: MinHash,
}

impl Wanted {
    /// Understands the names of columns, or says which it does not.
    pub fn new<S: AsRef<str>>(columns: &[S], html: bool, minhash: MinHash) -> Result<Wanted> {
        let requests = columns.iter().map(|name| parse(name.as_ref())).collect::<Result<_>>()?;
        Ok(Wanted { requests, html, minhash })
    }

    pub(crate) fn needs(&self, source: fn(Feature) -> bool) -> bool {
        self.requests.iter().any(|request| source(request.feature))
    }
}

fn parse(name: &str) -> Result<Request> {
    let (base, form) = match name.split_once(':') {
        None => (name, Some(Form::Hashes)),
        Some((base, "counts")) => (base, Some(Form::Counts)),
        Some((base, "names")) => (base, Some(Form::Names)),
        Some((base, "minhash")) => (base, Some(Form::MinHash)),
        Some((base, "parents")) => (base, Some(Form::Parents)),
        Some((base, _)) => (base, None),
    };
    let feature = FEATURES.iter().find(|(known, _)| *known == base).map(|&(_, feature)| feature);
    match (feature, form) {
        (Some(feature), Some(form)) if feature.has(form) => Ok(Request { name: name.to_owned(), feature, form }),
        _ => {
            let known: Vec<&str> = Feature::names().collect();
            let forms = "each, but the fingerprint and links, also with :names or :minhash, bags with :counts, \
                         the trie with :parents";
            Err(Error::Argument(format!("there is no feature {name:?}; there are {} ({forms})", known.join(", "))))
        }
    }
}

/// What a page's features are read off.
pub(crate) struct Structure<'a> {
    pub fingerprint: Vec<u8>,
    pub tokens: Vec<Name>,
    /// How many of the tokens are the head's.
    pub head: usize,
    pub token_names: Names,
    pub tree: Option<Tree<'a>>,
}

/// One feature of one page, in one form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Bytes(Vec<u8>),
    U32s(Vec<u32>),
    U64s(Vec<u64>),
    Texts(Vec<String>),
    /// Places in words of the page's own.
    Words(Vec<u32>, Arc<Vec<Arc<str>>>),
}

impl Wanted {
    /// The values for a page, in the order of the requests, and the limits met. A feature that is asked for in several
    /// forms is collected once.
    pub(crate) fn values(&self, page: &Structure<'_>, limits: &Limits) -> (Vec<Value>, Flags) {
        let mut flags = Flags::NONE;
        let mut bags: HashMap<Feature, Bag> = HashMap::new();
        let mut links: Option<Links> = None;
        let mut trie = None;
        let mut values = Vec::with_capacity(self.requests.len());
        for request in &self.requests {
            values.push(match (request.feature, request.form) {
                (Feature::Fingerprint, _) => Value::Bytes(page.fingerprint.clone()),
                (Feature::TagTokens, form) => tag_tokens(&page.tokens, &page.token_names, form),
                (Feature::HeadTokens, form) => tag_tokens(&page.tokens[..page.head], &page.token_names, form),
                (Feature::Elements, form) => elements(page, form),
                (Feature::ShortText, _) => {
                    let tree = page.tree.as_ref().expect("a tree is built whenever a feature needs one");
                    Value::U64s(features::short_text::short_text(tree))
                }
                (feature, _) if feature.is_of_links() => {
                    let links = links.get_or_insert_with(|| links_of(page, limits));
                    if links.is_cut {
                        flags |= Flags::SIZE;
                    }
                    link_texts(feature, links)
                }
                (Feature::ClassTrie, form) => {
                    let tree = page.tree.as_ref().expect("a tree is built whenever a feature needs one");
                    class_trie(trie.get_or_insert_with(|| features::class_trie::class_trie(tree)), form)
                }
                (feature, Form::Names) => {
                    let mut bag = NamedBag::new(NAME_BYTES * limits.page_bytes);
                    collect(feature, page, &mut bag);
                    if bag.is_cut() {
                        flags |= Flags::SIZE;
                    }
                    Value::Texts(bag.sorted())
                }
                (feature, form) => {
                    let bag = bags.entry(feature).or_insert_with(|| {
                        let mut bag = Bag::default();
                        collect(feature, page, &mut bag);
                        bag
                    });
                    self.value(bag, form)
                }
            });
        }
        (values, flags)
    }

    fn value(&self, bag: &Bag, form: Form) -> Value {
        match form {
            Form::MinHash => Value::U32s(self.minhash.signature(bag.hashes())),
            Form::Counts => Value::U32s(bag.sorted().into_iter().map(|(_, count)| count).collect()),
            _ => Value::U64s(bag.sorted().into_iter().map(|(hash, _)| hash).collect()),
        }
    }
}

fn links_of(page: &Structure<'_>, limits: &Limits) -> Links {
    page.tree.as_ref().map(|tree| links(tree, NAME_BYTES * limits.page_bytes)).unwrap_or_default()
}

fn link_texts(feature: Feature, links: &Links) -> Value {
    Value::Texts(match feature {
        Feature::LinkTargets => links.targets.clone(),
        Feature::LinkXpaths => links.xpaths.clone(),
        _ => links.base.iter().cloned().collect(),
    })
}

fn tag_tokens(tokens: &[Name], names: &Names, form: Form) -> Value {
    match form {
        Form::Names => Value::Texts(tokens.iter().map(|&tag| names.text(tag).to_owned()).collect()),
        _ => Value::U64s(tokens.iter().map(|&tag| names.hash(tag)).collect()),
    }
}

fn elements(page: &Structure<'_>, form: Form) -> Value {
    match (&page.tree, form) {
        (Some(tree), Form::Counts) => Value::U32s(features::elements::subtree_sizes(tree)),
        (Some(tree), Form::Names) => Value::Texts(tree.elements().map(|at| tree.label(at).to_owned()).collect()),
        (Some(tree), _) => Value::U64s(features::elements::labels(tree)),
        (None, _) => unreachable!("a tree is built whenever a feature needs one"),
    }
}

fn class_trie(trie: &features::class_trie::ClassTrie, form: Form) -> Value {
    match form {
        Form::Names => Value::Words(trie.segments.clone(), trie.words.clone()),
        Form::Parents => Value::U32s(trie.parents.clone()),
        _ => Value::U64s(trie.hashes.clone()),
    }
}

impl Request {
    /// The value of a page of which nothing is known.
    pub(crate) fn nothing(&self, minhash: &MinHash) -> Value {
        match (self.feature, self.form) {
            (Feature::Fingerprint, _) => Value::Bytes(Vec::new()),
            (feature, _) if feature.is_of_links() => Value::Texts(Vec::new()),
            (Feature::ClassTrie, Form::Names) => Value::Words(Vec::new(), Arc::default()),
            (_, Form::Names) => Value::Texts(Vec::new()),
            (_, Form::MinHash) => Value::U32s(minhash.signature([])),
            (_, Form::Counts | Form::Parents) => Value::U32s(Vec::new()),
            (_, Form::Hashes) => Value::U64s(Vec::new()),
        }
    }

    /// The column of this request, without rows.
    pub(crate) fn column(&self, minhash: &MinHash) -> Column {
        match (self.feature, self.form) {
            (Feature::Fingerprint, _) => Column::Binary(Bytes::default()),
            (feature, _) if feature.is_of_links() => Column::ListText(Lists::default()),
            (Feature::ClassTrie, Form::Names) => Column::ListWord(Words::default()),
            (_, Form::Names) => Column::ListText(Lists::default()),
            (_, Form::MinHash) => Column::FixedU32 { width: minhash.len(), values: Vec::new() },
            (_, Form::Counts | Form::Parents) => Column::ListU32(Lists::default()),
            (_, Form::Hashes) => Column::ListU64(Lists::default()),
        }
    }
}

impl Value {
    /// Adds this value to the column of its request.
    pub(crate) fn push_to(&self, column: &mut Column) {
        match (column, self) {
            (Column::Binary(rows), Value::Bytes(value)) => rows.push(value),
            (Column::ListU32(rows), Value::U32s(value)) => rows.push(value),
            (Column::ListU64(rows), Value::U64s(value)) => rows.push(value),
            (Column::ListText(rows), Value::Texts(value)) => rows.push(value),
            (Column::ListWord(rows), Value::Words(value, words)) => rows.push(value, words),
            (Column::FixedU32 { values, .. }, Value::U32s(value)) => values.extend_from_slice(value),
            _ => unreachable!("a request's values fit its column"),
        }
    }
}

fn collect(feature: Feature, page: &Structure<'_>, sink: &mut impl Sink) {
    let (tokens, names) = (&page.tokens, &page.token_names);
    match (feature, &page.tree) {
        (Feature::TagCounts, _) => features::tag_counts::tag_counts(tokens, names, sink),
        (Feature::TagShingles, _) => features::tag_shingles::tag_shingles(tokens, names, sink),
        (Feature::LeafPaths, Some(tree)) => features::leaf_paths::leaf_paths(tree, sink),
        (Feature::PathShingles, Some(tree)) => features::path_shingles::path_shingles(tree, sink),
        (Feature::ClassPaths, Some(tree)) => features::class_paths::class_paths(tree, sink),
        (Feature::ClassSet, Some(tree)) => features::class_set::class_set(tree, sink),
        (Feature::NodePaths, Some(tree)) => features::node_paths::node_paths(tree, sink),
        (Feature::BinaryBranches, Some(tree)) => features::binary_branches::binary_branches(tree, sink),
        (Feature::StructuralBranches, Some(tree)) => features::structural_branches::structural_branches(tree, sink),
        (Feature::PqGrams, Some(tree)) => features::pq_grams::pq_grams(tree, sink),
        _ => unreachable!("a tree is built whenever a feature needs one"),
    }
}
