//! Distinct pages in groups: who is in each, and what it knows of them.

use super::corpus::Corpus;
use super::counts::{Counts, Tally};

/// A group that is not as it was.
pub const CHANGED: u32 = u32::MAX;

/// Distinct pages in groups.
pub struct Partition<'a> {
    tally: Tally<'a>,
    /// The group of each page, from 0 on.
    pub labels: Vec<u32>,
    /// The pages of each group, ascending.
    pub members: Vec<Vec<u32>>,
    /// The counts of each group.
    pub counts: Vec<Counts>,
}

impl<'a> Partition<'a> {
    /// Without any groups yet.
    pub fn new(corpus: &'a Corpus) -> Partition<'a> {
        Partition { tally: Tally::new(corpus), labels: Vec::new(), members: Vec::new(), counts: Vec::new() }
    }

    /// Puts the pages into other groups; tells for each new group the number it had before, or [`CHANGED`]. One that stays
    /// as it is is not counted again.
    pub fn relabel(&mut self, labels: Vec<u32>) -> Vec<u32> {
        let members = members(&labels);
        let mut counts = std::mem::take(&mut self.counts);
        let before: Vec<u32> = members
            .iter()
            .map(|sets| {
                let before = sets.first().and_then(|&set| self.labels.get(set as usize).copied());
                before.filter(|&before| self.members[before as usize] == *sets).unwrap_or(CHANGED)
            })
            .collect();
        let count = |(sets, &before): (&Vec<u32>, &u32)| match before {
            CHANGED => self.tally.evidence(sets),
            _ => std::mem::take(&mut counts[before as usize]),
        };
        self.counts = members.iter().zip(&before).map(count).collect();
        (self.labels, self.members) = (labels, members);
        before
    }
}

/// The members of each label, which run from 0.
pub fn members(labels: &[u32]) -> Vec<Vec<u32>> {
    let count = labels.iter().max().map_or(0, |&last| last as usize + 1);
    let mut members = vec![Vec::new(); count];
    for (set, &label) in labels.iter().enumerate() {
        members[label as usize].push(set as u32);
    }
    members
}
