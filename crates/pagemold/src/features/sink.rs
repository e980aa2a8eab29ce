//! Where the items of a feature are collected: with or without their readable names.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Takes the items of a feature one by one.
pub trait Sink {
    /// One more occurrence of an item. Its name is only made when somebody wants it.
    fn item(&mut self, hash: u64, name: impl FnOnce() -> String);
}

/// Item hashes are already as even as a hash can be.
#[derive(Default)]
pub struct Identity(u64);

impl Hasher for Identity {
    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole hashes are keys here");
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Distinct items and how often each occurs.
#[derive(Default)]
pub struct Bag(HashMap<u64, u32, BuildHasherDefault<Identity>>);

impl Bag {
    /// The items, ascending by hash, with their counts.
    pub fn sorted(&self) -> Vec<(u64, u32)> {
        let mut items: Vec<(u64, u32)> = self.0.iter().map(|(&hash, &count)| (hash, count)).collect();
        items.sort_unstable();
        items
    }

    /// The items in no order.
    pub fn hashes(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.keys().copied()
    }
}

impl Sink for Bag {
    #[inline]
    fn item(&mut self, hash: u64, _: impl FnOnce() -> String) {
        let count = self.0.entry(hash).or_default();
        *count = count.saturating_add(1);
    }
}

/// Distinct items with their names, as long as those fit a budget.
pub struct NamedBag {
    names: HashMap<u64, String, BuildHasherDefault<Identity>>,
    bytes_left: usize,
}

impl NamedBag {
    /// Names of at most about `bytes` altogether. A deep and wide page has paths whose names are far longer than itself.
    pub fn new(bytes: usize) -> NamedBag {
        NamedBag { names: HashMap::default(), bytes_left: bytes }
    }

    /// Whether some items got no name.
    pub fn is_cut(&self) -> bool {
        self.bytes_left == 0
    }

    /// The names, in the order of the hashes; empty where the budget did not reach.
    pub fn sorted(self) -> Vec<String> {
        let mut items: Vec<(u64, String)> = self.names.into_iter().collect();
        items.sort_unstable();
        items.into_iter().map(|(_, name)| name).collect()
    }
}

impl Sink for NamedBag {
    fn item(&mut self, hash: u64, name: impl FnOnce() -> String) {
        let bytes_left = &mut self.bytes_left;
        self.names.entry(hash).or_insert_with(|| {
            let name = if *bytes_left > 0 { name() } else { String::new() };
            *bytes_left = bytes_left.saturating_sub(name.len());
            name
        });
    }
}
