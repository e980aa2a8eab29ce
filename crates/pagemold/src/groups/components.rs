//! Connected components by union-find.

/// Items that are joined pair by pair.
#[derive(Clone, Debug, Default)]
pub struct Components {
    above: Vec<usize>,
}

impl Components {
    /// Adds an item that is alone; gives its place.
    pub fn add(&mut self) -> usize {
        self.above.push(self.above.len());
        self.above.len() - 1
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.above.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.above.is_empty()
    }

    /// Bytes on the heap.
    pub fn memory_bytes(&self) -> usize {
        self.above.capacity() * size_of::<usize>()
    }

    /// The item that stands for the component of `item`.
    pub fn find(&mut self, mut item: usize) -> usize {
        while self.above[item] != item {
            self.above[item] = self.above[self.above[item]]; // halve the way for the next one
            item = self.above[item];
        }
        item
    }

    /// Makes two components one; the earlier item stands for it.
    pub fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.above[one.max(other)] = one.min(other);
    }

    /// The number of each item's component, counted by first appearance.
    pub fn numbers(&mut self) -> Vec<usize> {
        let mut numbers = vec![usize::MAX; self.above.len()];
        let mut count = 0;
        let mut result = Vec::with_capacity(self.above.len());
        for item in 0..self.above.len() {
            let root = self.find(item);
            if numbers[root] == usize::MAX {
                numbers[root] = count;
                count += 1;
            }
            result.push(numbers[root]);
        }
        result
    }
}
