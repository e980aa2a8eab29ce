//! Bytes become tags, and tags a tree.
//!
//! Takes UTF-8 (or any ASCII-compatible) bytes. Gives tag tokens exactly as the HTML Standard's tokenizer does
//! ([`Scanner`]), and the element tree of its tree construction ([`Tree`]). Promises linear time and bounded memory
//! on hostile pages. Never decodes text or attributes before somebody asks.

pub(crate) mod attributes;
mod binary;
mod construction;
mod doctype;
mod find;
mod names;
mod opens;
mod paths;
mod scanner;
mod tags;
mod text;
mod tree;

pub use attributes::{Attribute, Attributes};
pub(crate) use binary::looks_binary;
pub use names::{Name, Names, label_hash, names as known};
pub use paths::{XPaths, leaf_path, xpath};
pub(crate) use scanner::Mark;
pub use scanner::{Content, Inside, Scanner, Span, Tag, Token};
pub use tags::TagTokens;
pub(crate) use text::read_characters;
pub use tree::{Kind, Node, NodeId, Tree};
