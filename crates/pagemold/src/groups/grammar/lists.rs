//! Many short lists in one piece of memory.

/// Lists of numbers, one after the other.
pub struct Lists {
    /// Where each begins in `items`, and where the last one ends.
    starts: Vec<usize>,
    items: Vec<u32>,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists { starts: vec![0], items: Vec::new() }
    }
}

impl Lists {
    /// The second of each pair, listed by the first, which is below `count`; in the order of the pairs.
    pub fn of(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Lists {
        let mut starts = vec![0; count + 1];
        pairs.clone().for_each(|(one, _)| starts[one as usize + 1] += 1);
        for place in 0..count {
            starts[place + 1] += starts[place];
        }
        let (mut next, mut items) = (starts.clone(), vec![0; starts[count]]);
        for (one, two) in pairs {
            items[next[one as usize]] = two;
            next[one as usize] += 1;
        }
        Lists { starts, items }
    }

    /// Lists that are there already.
    pub fn of_lists(lists: impl Iterator<Item = impl Iterator<Item = u32>>) -> Lists {
        let mut all = Lists::default();
        for list in lists {
            all.items.extend(list);
            all.starts.push(all.items.len());
        }
        all
    }

    /// One of them.
    pub fn list(&self, number: usize) -> &[u32] {
        &self.items[self.starts[number]..self.starts[number + 1]]
    }

    /// Adds one, ascending and each number once; leaves nothing in it.
    pub fn push_distinct(&mut self, list: &mut Vec<u32>) {
        list.sort_unstable();
        list.dedup();
        self.items.append(list);
        self.starts.push(self.items.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_as_they_were_put_in() {
        let by_first = Lists::of(3, [(2, 5), (0, 9), (2, 4)].into_iter());
        assert_eq!([by_first.list(0), by_first.list(1), by_first.list(2)], [&[9][..], &[], &[5, 4]]);
        let mut lists = Lists::of_lists([vec![3, 1], vec![]].into_iter().map(Vec::into_iter));
        let mut more = vec![7, 2, 7];
        lists.push_distinct(&mut more);
        assert_eq!([lists.list(0), lists.list(1), lists.list(2), &more], [&[3, 1][..], &[], &[2, 7], &[]]);
    }
}
