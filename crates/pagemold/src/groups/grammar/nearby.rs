//! Micro-groups and their neighbours: which groups are beside each other, and to which a page may go.

use super::candidates::Candidates;
use super::lists::Lists;
use super::micro::Micro;

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
        let mut groups = Lists::default();
        let mut here = Vec::new();
        for members in &self.micro.members {
            here.extend(members.iter().map(|&set| labels[set as usize]));
            groups.push_distinct(&mut here);
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
