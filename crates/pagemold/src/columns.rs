//! Many pages as columns: the form in which results leave this crate.

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

/// Named columns of equal length.
pub type Columns = Vec<(String, Column)>;
