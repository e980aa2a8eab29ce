//! Grammar: pages that one small probabilistic grammar describes in fewer bits than two.
//!
//! Takes each page's set of class-aware paths ([`crate::features::class_trie`]). Gives groups, the tree of merges and
//! the models. Promises that neither the order of pages nor their number for each template changes who is with whom
//! more than the evidence does, and hardly do pages of other sites. Asks for no threshold and no number of groups.
//!
//! Equal sets are one ([`corpus`], its paths as they are [`met`]), which counts for as many pages as are different
//! ([`copies`]). Pages that share a frame are a family ([`families`]), and in a family elements that take each other's
//! place around all they hold ([`wrappers`]) are written alike ([`exchange`], by [`rewriting`]). Of each [`family`],
//! nearly equal pages are joined ([`micro`], by [`signature`]);
//! neighbours ([`candidates`]) are merged best first ([`merge`]) while one grammar over the shared [`background`] saves
//! bits ([`bits`], out of [`tables`]; of groups side by side: [`compare`]); what this explains gives the [`weights`] of a
//! second run; then pages of the [`partition`] may move ([`reassign`]) to groups [`nearby`]. The [`tree`] of merges is
//! kept, to be cut elsewhere. Why all this came out as it did is asked in [`explain`].

pub mod background;
pub mod bits;
pub mod buckets;
pub mod candidates;
pub mod compare;
pub mod copies;
pub mod corpus;
pub mod counts;
pub mod exchange;
pub mod explain;
pub mod families;
pub mod family;
mod gamma;
pub mod lists;
pub mod merge;
pub mod met;
pub mod micro;
pub mod nearby;
pub mod partition;
pub mod reassign;
pub mod rewriting;
pub mod signature;
pub mod tables;
pub mod tree;
pub mod weights;
pub mod wrappers;

use std::collections::HashMap;
use std::ops::Range;

use crate::features::sequence;
use corpus::{Corpus, NO_SET, Parts};
use counts::{Counts, Tally};
use family::Known;
use partition::members;
use rewriting::Rewriting;

/// A page that belongs to no group.
pub const NO_GROUP: u32 = u32::MAX;

/// One group at some level of the tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// Its pages.
    pub size: u32,
    /// How many of them are distinct.
    pub sets: u32,
    /// The distinct page that its grammar describes best; at other levels than 0, that with most copies.
    pub typical: u32,
    /// What it is known by: its typical page, and where only a cut has the group, all its distinct pages.
    pub known_by: u64,
    /// The first page that is equal to its typical one.
    pub example: u32,
    /// The mean bits a path, at level 0.
    pub bits: Option<f64>,
}

/// Pages in groups, with all that is needed to explain them, to cut them otherwise and to place new pages.
#[derive(Default)]
pub struct Grouping {
    /// The pages' paths, with exchanged wrappers written alike.
    pub corpus: Corpus,
    /// The paths as the pages have them, where that is not the same.
    written: Option<Corpus>,
    /// The group of each distinct page.
    pub labels: Vec<u32>,
    /// The counts of each group.
    pub groups: Vec<Counts>,
    /// For each group, the distinct page that its grammar describes in fewest bits a path, and the mean bits a path.
    pub typical: Vec<(u32, f64)>,
    families: Vec<Family>,
}

struct Family {
    /// Its distinct pages, ascending.
    sets: Vec<u32>,
    /// The numbers of its groups.
    groups: Range<u32>,
    known: Known,
}

/// Groups the pages of a corpus, family by family.
pub fn group(corpus: Corpus) -> Grouping {
    let families = members(&families::families(&corpus));
    let mut grouping = Grouping { labels: vec![NO_GROUP; corpus.len()], ..Grouping::default() };
    let (mut parts, mut rewriting) = (Parts::new(&corpus), None);
    for sets in families {
        let part = parts.take(&sets);
        let occurrences = part.corpus.occurrences();
        let (mut found, paths) = match exchange::written_alike(&part.corpus, &occurrences) {
            None => (family::group(&part.corpus, &occurrences), part.paths),
            Some(alike) => {
                let rewriting = rewriting.get_or_insert_with(|| Rewriting::new(&corpus));
                (family::group(&alike, &alike.occurrences()), rewriting.take_over(&sets, &part, &alike))
            }
        };
        let first = grouping.groups.len() as u32;
        for (&set, label) in sets.iter().zip(found.labels) {
            grouping.labels[set as usize] = first + label;
        }
        for path in found.counts.iter_mut().flat_map(|counts| &mut counts.paths) {
            *path = paths[*path as usize];
        }
        grouping.groups.append(&mut found.counts);
        grouping.typical.extend(found.typical.into_iter().map(|(set, bits)| (sets[set as usize], bits)));
        let groups = first..grouping.groups.len() as u32;
        grouping.families.push(Family { sets, groups, known: found.known });
    }
    let Some(rewriting) = rewriting else { return Grouping { corpus, ..grouping } };
    let (alike, number) = rewriting.finish();
    for path in grouping.groups.iter_mut().flat_map(|counts| &mut counts.paths) {
        *path = number[*path as usize];
    }
    Grouping { corpus: alike, written: Some(corpus), ..grouping }
}

impl Grouping {
    /// The pages with the paths that they have, whatever was written alike to compare them.
    pub fn as_written(&self) -> &Corpus {
        self.written.as_ref().unwrap_or(&self.corpus)
    }

    /// The group of each page, [`NO_GROUP`] where it has no structure. At level 0 the groups as found; a level above
    /// undoes merges that saved fewer bits a page, one below adds merges that cost no more than so many.
    pub fn cut(&self, level: f64) -> Vec<u32> {
        let of_set = self.cut_sets(level);
        let page = |&set: &u32| if set == NO_SET { NO_GROUP } else { of_set[set as usize] };
        self.corpus.page_sets.iter().map(page).collect()
    }

    /// The same for each distinct page.
    fn cut_sets(&self, level: f64) -> Vec<u32> {
        if level == 0.0 {
            return self.labels.clone();
        }
        let (mut labels, mut count) = (vec![NO_GROUP; self.labels.len()], 0);
        let mut parts = Parts::new(&self.corpus);
        for family in &self.families {
            let first = family.groups.start;
            let of_group = |set: u32| self.labels[set as usize] - first;
            let pages = || parts.take(&family.sets);
            let cut: Vec<u32> = if level > 0.0 {
                let mut numbers = HashMap::new();
                let finer = family.known.finer(pages, level);
                let pairs = family.sets.iter().zip(finer).map(|(&set, part)| (of_group(set), part));
                pairs
                    .map(|pair| {
                        let fresh = numbers.len() as u32;
                        *numbers.entry(pair).or_insert(fresh)
                    })
                    .collect()
            } else {
                let larger = family.known.coarser(self.groups_of(family), pages, level);
                family.sets.iter().map(|&set| larger[of_group(set) as usize]).collect()
            };
            for (&set, label) in family.sets.iter().zip(&cut) {
                labels[set as usize] = count + label;
            }
            count += cut.iter().max().map_or(0, |&last| last + 1);
        }
        labels
    }

    fn groups_of(&self, family: &Family) -> &[Counts] {
        &self.groups[family.groups.start as usize..family.groups.end as usize]
    }

    /// The groups at a level, in the order of their numbers.
    pub fn found(&self, level: f64) -> Vec<Found> {
        let labels = self.cut_sets(level);
        let copies = &self.corpus.copies;
        let mut found: Vec<Found> = Vec::new();
        for (set, &label) in labels.iter().enumerate() {
            let typical = set as u32;
            if label as usize >= found.len() {
                found.resize(label as usize + 1, Found::default());
            }
            let group = &mut found[label as usize];
            if group.size == 0 || copies[set] > copies[group.typical as usize] {
                group.typical = typical;
            }
            group.size += copies[set];
            group.sets += 1;
        }
        if level == 0.0 {
            for (group, &(typical, bits)) in found.iter_mut().zip(&self.typical) {
                (group.typical, group.bits) = (typical, Some(bits));
            }
        }
        let (first, known_by) = (self.corpus.first_pages(), self.known_by(&labels, &found, level));
        for (group, known_by) in found.iter_mut().zip(known_by) {
            (group.example, group.known_by) = (first[group.typical as usize], known_by);
        }
        found
    }

    /// What each group at a level is known by. One that a cut leaves as it is keeps its name; no name means other pages
    /// at another level.
    fn known_by(&self, labels: &[u32], found: &[Found], level: f64) -> Vec<u64> {
        if level == 0.0 {
            return found.iter().map(|group| self.corpus.sums[group.typical as usize]).collect();
        }
        let uncut: HashMap<Vec<u32>, u32> =
            members(&self.labels).into_iter().zip(&self.typical).map(|(sets, &(typical, _))| (sets, typical)).collect();
        let all = |sets: &[u32]| sequence(sets.iter().map(|&set| self.corpus.sums[set as usize]));
        members(labels)
            .iter()
            .map(|sets| uncut.get(sets).map_or_else(|| all(sets), |&typical| self.corpus.sums[typical as usize]))
            .collect()
    }

    /// How many pages of a group hold each path, all copies counted.
    pub fn exact(&self, group: u32) -> Counts {
        let sets: Vec<u32> = (0..self.corpus.len() as u32).filter(|&set| self.labels[set as usize] == group).collect();
        Tally::new(&self.corpus).exact(&sets)
    }
}
