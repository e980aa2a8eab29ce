//! html5ever, reduced to what we compare with: the tags it tokenizes and the elements of its tree.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, parse_document};

/// The tag tokens of a page, raw text recognised as our scanner does.
pub fn tags(html: &str) -> Vec<String> {
    let tokenizer = Tokenizer::new(Tags::default(), TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() });
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    while let html5ever::TokenizerResult::Script(()) = tokenizer.feed(&input) {}
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

#[derive(Default)]
struct Tags(RefCell<Vec<String>>);

impl TokenSink for Tags {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let Token::TagToken(tag) = token else { return TokenSinkResult::Continue };
        self.0.borrow_mut().push(tag.name.to_string());
        match (tag.kind, &*tag.name) {
            (TagKind::StartTag, "title" | "textarea") => TokenSinkResult::RawData(RawKind::Rcdata),
            (TagKind::StartTag, "style" | "xmp" | "iframe" | "noembed" | "noframes") => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            (TagKind::StartTag, "script") => TokenSinkResult::RawData(RawKind::ScriptData),
            (TagKind::StartTag, "plaintext") => TokenSinkResult::Plaintext,
            _ => TokenSinkResult::Continue,
        }
    }
}

/// The elements of a page in document order, with their depth below the root. The content of a template counts as
/// its children.
pub fn elements(html: &str) -> Vec<(usize, String)> {
    let builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let tokenizer = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let sink = Elements { document: Element::new(None) };
    let document = parse_document(sink, ParseOpts { tokenizer, tree_builder: builder }).one(html);
    let mut found = Vec::new();
    let mut open: Vec<(usize, Handle)> =
        document.children.borrow().iter().rev().map(|root| (0, root.clone())).collect();
    while let Some((depth, element)) = open.pop() {
        open.extend(element.children.borrow().iter().rev().map(|child| (depth + 1, child.clone())));
        if let Some(name) = &element.name {
            found.push((depth, name.local.to_string()));
        }
    }
    found
}

type Handle = Rc<Element>;

struct Element {
    /// None for the document and for comments.
    name: Option<QualName>,
    annotates_html: bool,
    parent: RefCell<Weak<Element>>,
    children: RefCell<Vec<Handle>>,
}

impl Element {
    fn new(name: Option<QualName>) -> Handle {
        Rc::new(Element { name, annotates_html: false, parent: RefCell::default(), children: RefCell::default() })
    }

    fn place(self: &Handle) -> Option<(Handle, usize)> {
        let parent = self.parent.borrow().upgrade()?;
        let index = parent.children.borrow().iter().position(|child| Rc::ptr_eq(child, self))?;
        Some((parent, index))
    }
}

struct Elements {
    document: Handle,
}

fn detach(child: &Handle) {
    if let Some((parent, index)) = child.place() {
        parent.children.borrow_mut().remove(index);
        *child.parent.borrow_mut() = Weak::new();
    }
}

impl TreeSink for Elements {
    type Handle = Handle;
    type Output = Handle;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Handle {
        self.document
    }

    fn get_document(&self) -> Handle {
        self.document.clone()
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        Rc::ptr_eq(one, other)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.name.as_ref().expect("an element").expanded()
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, flags: ElementFlags) -> Handle {
        Rc::new(Element {
            name: Some(name),
            annotates_html: flags.mathml_annotation_xml_integration_point,
            parent: RefCell::default(),
            children: RefCell::default(),
        })
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        handle.annotates_html
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        Element::new(None)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        Element::new(None)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(child) = child {
            detach(&child);
            *child.parent.borrow_mut() = Rc::downgrade(parent);
            parent.children.borrow_mut().push(child);
        }
    }

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(child) = child {
            detach(&child);
            let (parent, index) = sibling.place().expect("a sibling has a parent");
            *child.parent.borrow_mut() = Rc::downgrade(&parent);
            parent.children.borrow_mut().insert(index, child);
        }
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        match element.place() {
            Some(_) => self.append_before_sibling(element, child),
            None => self.append(previous, child),
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        detach(target);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let children = std::mem::take(&mut *node.children.borrow_mut());
        for child in &children {
            *child.parent.borrow_mut() = Rc::downgrade(new_parent);
        }
        new_parent.children.borrow_mut().extend(children);
    }

    fn parse_error(&self, _: Cow<'static, str>) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn add_attrs_if_missing(&self, _: &Handle, _: Vec<Attribute>) {}
}
