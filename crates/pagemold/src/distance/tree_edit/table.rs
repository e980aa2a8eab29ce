//! The distances of all pairs of distinct subtrees.

use super::number::Number;

/// One row for each distinct subtree of the first tree, one column for each of the second.
pub struct Table<N> {
    width: usize,
    cells: Vec<N>,
}

impl<N: Number> Table<N> {
    pub fn new(rows: usize, width: usize) -> Table<N> {
        Table { width, cells: vec![N::UNKNOWN; rows * width] }
    }

    pub fn row(&self, kind: u32) -> &[N] {
        &self.cells[kind as usize * self.width..][..self.width]
    }

    pub fn row_mut(&mut self, kind: u32) -> &mut [N] {
        &mut self.cells[kind as usize * self.width..][..self.width]
    }

    pub fn get(&self, one: u32, other: u32) -> N {
        self.row(one)[other as usize]
    }

    pub fn is_known(&self, one: u32, other: u32) -> bool {
        self.get(one, other) < N::UNKNOWN
    }
}
