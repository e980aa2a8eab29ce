//! Many pages as columns: the form in which results leave this crate.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use crate::features::{EMPTY, Identity, extend};

/// One column of a batch. Offsets have one entry more than there are rows, and start at 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// One number a row.
    U16(Vec<u16>),
    /// One number a row.
    U32(Vec<u32>),
    /// One number a row.
    U64(Vec<u64>),
    /// One text a row.
    Text(Bytes),
    /// One run of bytes a row.
    Binary(Bytes),
    /// A list of numbers a row.
    ListU32(Lists<Vec<u32>>),
    /// A list of numbers a row.
    ListU64(Lists<Vec<u64>>),
    /// A list of texts a row.
    ListText(Lists<Bytes>),
    /// A list of words a row; the same words come again and again.
    ListWord(Words),
    /// Equally many numbers in every row.
    FixedU32 {
        /// How many.
        width: usize,
        /// All rows, one after the other.
        values: Vec<u32>,
    },
}

/// Rows of bytes, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Bytes {
    /// Where each row begins, and where the last ends.
    pub offsets: Vec<i64>,
    /// All rows.
    pub data: Vec<u8>,
}

impl Default for Bytes {
    fn default() -> Self {
        Bytes { offsets: vec![0], data: Vec::new() }
    }
}

impl Bytes {
    /// Adds a row.
    pub fn push(&mut self, row: &[u8]) {
        self.data.extend_from_slice(row);
        self.offsets.push(self.data.len() as i64);
    }

    fn append(&mut self, other: &Bytes) {
        append_offsets(&mut self.offsets, &other.offsets);
        self.data.extend_from_slice(&other.data);
    }
}

/// Adds rows whose offsets start at 0 to others.
fn append_offsets(offsets: &mut Vec<i64>, others: &[i64]) {
    let end = offsets.last().copied().unwrap_or(0);
    offsets.extend(others.iter().skip(1).map(|offset| end + offset));
}

impl Column {
    /// Adds the rows of a column of the same kind.
    pub(crate) fn append(&mut self, other: &Column) {
        match (self, other) {
            (Column::U16(rows), Column::U16(others)) => rows.extend_from_slice(others),
            (Column::U32(rows), Column::U32(others)) => rows.extend_from_slice(others),
            (Column::U64(rows), Column::U64(others)) => rows.extend_from_slice(others),
            (Column::Text(rows), Column::Text(others)) | (Column::Binary(rows), Column::Binary(others)) => {
                rows.append(others);
            }
            (Column::ListU32(rows), Column::ListU32(others)) => rows.append(others),
            (Column::ListU64(rows), Column::ListU64(others)) => rows.append(others),
            (Column::ListText(rows), Column::ListText(others)) => {
                append_offsets(&mut rows.offsets, &others.offsets);
                rows.items.append(&others.items);
            }
            (Column::ListWord(rows), Column::ListWord(others)) => rows.append(others),
            (Column::FixedU32 { values, .. }, Column::FixedU32 { values: others, .. }) => {
                values.extend_from_slice(others);
            }
            _ => unreachable!("columns of one name are of one kind"),
        }
    }
}

/// Rows of lists, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Lists<T> {
    /// Where each row begins among the items, and where the last ends.
    pub offsets: Vec<i64>,
    /// All items.
    pub items: T,
}

impl<T: Default> Default for Lists<T> {
    fn default() -> Self {
        Lists { offsets: vec![0], items: T::default() }
    }
}

impl<T: Copy> Lists<Vec<T>> {
    /// Adds a row.
    pub fn push(&mut self, row: &[T]) {
        self.items.extend_from_slice(row);
        self.offsets.push(self.items.len() as i64);
    }

    fn append(&mut self, other: &Lists<Vec<T>>) {
        append_offsets(&mut self.offsets, &other.offsets);
        self.items.extend_from_slice(&other.items);
    }
}

impl Lists<Bytes> {
    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = impl AsRef<[u8]>>) {
        for item in row {
            self.items.push(item.as_ref());
        }
        self.offsets.push(self.items.offsets.len() as i64 - 1);
    }
}

/// Rows of lists of words, each word spelled once. No word has a line feed in it.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The rows, as places in `words`.
    pub rows: Lists<Vec<u32>>,
    /// The words.
    pub words: Vec<Arc<str>>,
    known: HashMap<Arc<str>, u32>,
    /// The same by where a word stands in memory: who spelled it once hands the same one over page after page. Those in
    /// `words` stay where they are.
    by_address: HashMap<u64, u32, BuildHasherDefault<Identity>>,
}

impl PartialEq for Words {
    fn eq(&self, other: &Words) -> bool {
        self.rows == other.rows && self.words == other.words
    }
}

impl Words {
    /// Adds a row, given as places in words of its own.
    pub fn push(&mut self, row: &[u32], words: &[Arc<str>]) {
        let places: Vec<u32> = words.iter().map(|word| self.place(word)).collect();
        self.rows.items.extend(row.iter().map(|&word| places[word as usize]));
        self.rows.offsets.push(self.rows.items.len() as i64);
    }

    fn append(&mut self, others: &Words) {
        let places: Vec<u32> = others.words.iter().map(|word| self.place(word)).collect();
        append_offsets(&mut self.rows.offsets, &others.rows.offsets);
        self.rows.items.extend(others.rows.items.iter().map(|&word| places[word as usize]));
    }

    fn place(&mut self, word: &Arc<str>) -> u32 {
        let address = extend(EMPTY, word.as_ptr().addr() as u64);
        if let Some(&place) = self.by_address.get(&address) {
            return place;
        }
        if let Some(&place) = self.known.get(word) {
            return place;
        }
        let place = self.words.len() as u32;
        self.by_address.insert(address, place);
        self.known.insert(word.clone(), place);
        self.words.push(word.clone());
        place
    }
}

/// Named columns of equal length.
pub type Columns = Vec<(String, Column)>;

/// Adds the rows of others to columns that have the same names and kinds.
pub(crate) fn append(columns: &mut Columns, others: &Columns) {
    for ((_, column), (_, other)) in columns.iter_mut().zip(others) {
        column.append(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_all_kinds_follow_each_other() {
        let bytes = |rows: &[&[u8]]| {
            let mut found = Bytes::default();
            rows.iter().for_each(|row| found.push(row));
            found
        };
        let numbers = |rows: &[&[u64]]| {
            let mut found = Lists::<Vec<u64>>::default();
            rows.iter().for_each(|row| found.push(row));
            found
        };
        let texts = |rows: &[&[&str]]| {
            let mut found = Lists::<Bytes>::default();
            rows.iter().for_each(|row| found.push(*row));
            found
        };
        let words = |rows: &[&[&str]]| {
            let mut found = Words::default();
            for row in rows {
                let spelled: Vec<Arc<str>> = row.iter().map(|&word| word.into()).collect();
                found.push(&(0..row.len() as u32).collect::<Vec<u32>>(), &spelled);
            }
            found
        };
        let cases = [
            (
                Column::ListWord(words(&[&["a", "b"]])),
                Column::ListWord(words(&[&["c", "b"], &[]])),
                Column::ListWord(words(&[&["a", "b"], &["c", "b"], &[]])),
            ),
            (Column::U16(vec![1]), Column::U16(vec![2, 3]), Column::U16(vec![1, 2, 3])),
            (
                Column::Text(bytes(&[b"a", b""])),
                Column::Text(bytes(&[b"bc"])),
                Column::Text(bytes(&[b"a", b"", b"bc"])),
            ),
            (
                Column::ListU64(numbers(&[&[1, 2]])),
                Column::ListU64(numbers(&[&[], &[3]])),
                Column::ListU64(numbers(&[&[1, 2], &[], &[3]])),
            ),
            (
                Column::ListText(texts(&[&["a", "bc"], &[]])),
                Column::ListText(texts(&[&["d"]])),
                Column::ListText(texts(&[&["a", "bc"], &[], &["d"]])),
            ),
        ];
        for (mut first, second, expected) in cases {
            first.append(&second);
            assert_eq!(first, expected);
        }
    }
}
