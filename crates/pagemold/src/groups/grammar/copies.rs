//! Pages that have the same paths: how many there are of them, how many are different ones, and how many of those count.
//!
//! What was captured again is the same page, and so is what says the same at another address: a mirror, say. Where all
//! pages of a family are there several times, that many are one.

use std::collections::HashSet;

/// Copies of a page that count as evidence. With more, each mix of optional parts would look like a template.
pub const COPIES: u32 = 5;
/// Distinct sets of paths in a family for each copy that is usual in it.
const SETS_FOR_A_COPY: usize = 8;

/// What a page is known by besides its paths, as hashes, where it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Its address.
    pub address: Option<u64>,
    /// All that is on it.
    pub content: Option<u64>,
}

/// Counts the pages of each set of paths as they come in, and by how many marks they are known.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    sets: Vec<Copied>,
    /// The set and the mark of pages that are known by another one than the first page of their set. Most sets have one
    /// page, so nothing is kept here for them.
    later_marks: HashSet<(u32, u64)>,
}

/// The pages of one set of paths.
#[derive(Clone, Copy, Debug)]
struct Copied {
    pages: u32,
    /// At how many addresses they are, and how many contents they have.
    addresses: u32,
    contents: u32,
    /// What the first of them is known by.
    first: Marks,
}

impl Copies {
    /// Adds the first page of the next set.
    pub fn add_first(&mut self, marks: Marks) {
        self.sets.push(Copied { pages: 1, addresses: 1, contents: 1, first: marks });
    }

    /// Adds another page of a set.
    pub fn add_again(&mut self, set: u32, marks: Marks) {
        let first = self.sets[set as usize].first;
        let is_new_address = self.is_new(set, marks.address, first.address);
        let is_new_content = self.is_new(set, marks.content, first.content);
        let known = &mut self.sets[set as usize];
        known.pages += 1;
        known.addresses += u32::from(is_new_address);
        known.contents += u32::from(is_new_content);
    }

    /// Whether no page of this set had this mark before; what is not known is always new.
    fn is_new(&mut self, set: u32, mark: Option<u64>, first: Option<u64>) -> bool {
        mark.is_none_or(|hash| mark != first && self.later_marks.insert((set, hash)))
    }

    /// How many pages have a set of paths.
    pub fn pages(&self, set: u32) -> u32 {
        self.sets[set as usize].pages
    }

    /// How many of them are different ones. Those at several addresses that say the same are one page, but for a wall
    /// before many pages: that is more than one.
    pub fn different(&self, set: u32) -> u32 {
        let Copied { addresses, contents, .. } = self.sets[set as usize];
        addresses.min(contents).max(addresses.min(2))
    }
}

/// Where pages of a family are there several times as a rule (mirrors, languages in which most is the same), that many
/// are one: each of them would look like a template of its own. Among few sets of paths nobody can tell what is the rule,
/// and pages of one template may have the same paths, all of them.
pub fn leave_out_usual(different: &mut [u32]) {
    let most = different.len() / SETS_FOR_A_COPY;
    let mut sorted = different.to_vec();
    let Some(middle) = sorted.len().checked_sub(1).map(|last| last / 2) else { return };
    let usual = (*sorted.select_nth_unstable(middle).1).min(most as u32).max(1);
    different.iter_mut().for_each(|pages| *pages = ((*pages + usual / 2) / usual).max(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known_by(address: u64, content: u64) -> Marks {
        Marks { address: Some(address), content: Some(content) }
    }

    /// How many pages of one set are there, and how many are different.
    fn counted(pages: &[Marks]) -> (u32, u32) {
        let mut copies = Copies::default();
        copies.add_first(pages[0]);
        pages[1..].iter().for_each(|&marks| copies.add_again(0, marks));
        (copies.pages(0), copies.different(0))
    }

    #[test]
    fn what_was_captured_again_is_one_and_a_wall_before_many_pages_is_two() {
        assert_eq!(counted(&[known_by(1, 9); 4]), (4, 1));
        assert_eq!(counted(&[known_by(1, 7), known_by(1, 8), known_by(1, 9)]), (3, 1));
        assert_eq!(counted(&[known_by(1, 9), known_by(2, 9), known_by(3, 9), known_by(2, 9)]), (4, 2));
        assert_eq!(counted(&[known_by(1, 7), known_by(2, 8), known_by(3, 9), known_by(3, 7)]), (4, 3));
    }

    #[test]
    fn pages_of_which_nothing_is_known_are_all_different() {
        assert_eq!(counted(&[Marks::default(); 3]), (3, 3));
        assert_eq!(counted(&[Marks { content: Some(9), ..Marks::default() }; 3]), (3, 2));
    }

    #[test]
    fn a_mark_of_one_set_is_new_in_another() {
        let mut copies = Copies::default();
        for set in 0..2 {
            copies.add_first(known_by(1, 1));
            copies.add_again(set, known_by(2, 2));
        }
        assert_eq!((copies.different(0), copies.different(1)), (2, 2));
    }

    #[test]
    fn only_among_many_sets_it_is_told_how_many_copies_are_usual() {
        let without = |mut different: Vec<u32>| {
            leave_out_usual(&mut different);
            different
        };
        assert_eq!(without(vec![]), []);
        assert_eq!(without(vec![3; 8]), [3; 8]);
        assert_eq!(without(vec![3; 24]), [1; 24]);
        assert_eq!(without([vec![2; 23], vec![9]].concat())[20..], [1, 1, 1, 5]);
        assert_eq!(without([vec![3; 20], vec![1; 4]].concat())[18..], [1; 6]);
    }
}
