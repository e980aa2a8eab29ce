//! Micro-groups and their neighbours: which groups are beside each other, and to which a page may go.

use super::candidates::Candidates;
use super::micro::Micro;

/// Lists of numbers, one after the other.
#[derive(Default)]
pub struct Lists {
    starts: Vec<usize>,
    items: Vec<u32>,
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
        let mut all = Lists { starts: vec![0], items: Vec::new() };
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

    fn push(&mut self, list: &mut Vec<u32>) {
        list.sort_unstable();
        list.dedup();
        self.items.append(list);
        self.starts.push(self.items.len());
    }
}

/// Micro-groups, and which of them are neighbours.
pub struct Nearby<'a> {
    micro: &'a Micro,
    pairs: &'a [(u32, u32)],
    beside: Lists,
}

impl<'a> Nearby<'a> {
    /// Pairs of candidates are neighbours.
    pub fn new(micro: &'a Micro, candidates: &'a Candidates) -> Nearby<'a> {
        let both = candidates.pairs.iter().flat_map(|&(one, two)| [(one, two), (two, one)]);
        Nearby { micro, pairs: &candidates.pairs, beside: Lists::of(micro.members.len(), both) }
    }

    /// The groups that the pages of each micro-group are in, ascending.
    fn groups(&self, labels: &[u32]) -> Lists {
        let mut groups = Lists { starts: vec![0], items: Vec::new() };
        let mut here = Vec::new();
        for members in &self.micro.members {
            here.extend(members.iter().map(|&set| labels[set as usize]));
            groups.push(&mut here);
        }
        groups
    }

    /// Pairs of groups that have a pair of neighbours between them, ascending.
    pub fn between(&self, labels: &[u32]) -> Vec<(u32, u32)> {
        let groups = self.groups(labels);
        let mut between: Vec<(u32, u32)> = Vec::new();
        for &(one, two) in self.pairs {
            for &a in groups.list(one as usize) {
                let others = groups.list(two as usize).iter().filter(|&&b| b != a);
                between.extend(others.map(|&b| (a.min(b), a.max(b))));
            }
        }
        between.sort_unstable();
        between.dedup();
        between
    }

    /// Calls `visit` with the pages of each micro-group and the groups that they may go to, ascending: their own and those
    /// of the neighbours.
    pub fn choices(&self, labels: &[u32], mut visit: impl FnMut(&[u32], &[u32])) {
        let groups = self.groups(labels);
        let mut choice: Vec<u32> = Vec::new();
        for (place, members) in self.micro.members.iter().enumerate() {
            choice.clear();
            choice.extend(groups.list(place));
            choice.extend(self.beside.list(place).iter().flat_map(|&other| groups.list(other as usize)));
            choice.sort_unstable();
            choice.dedup();
            visit(members, &choice);
        }
    }
}
