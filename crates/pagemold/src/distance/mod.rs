//! How far apart two pages are.

pub mod tree_edit;
