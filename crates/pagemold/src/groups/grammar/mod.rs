//! Grammar: pages that one small probabilistic grammar describes in fewer bits than two.
//!
//! Takes each page's set of class-aware paths ([`crate::features::class_trie`]). Gives groups, the tree of merges and
//! the model. Promises that neither the order of pages nor their number for each template changes who is with whom
//! more than the evidence does. Asks for no threshold and no number of groups.
//!
//! Equal sets are one ([`corpus`]); nearly equal ones are joined ([`micro`], by [`signature`]); neighbours
//! ([`candidates`]) are merged best first ([`merge`]) while one grammar over the shared [`background`] saves bits
//! ([`bits`], of groups side by side: [`compare`]); what this explains gives the [`weights`] of a second run; then pages
//! of the [`partition`] may move ([`reassign`]) to groups [`nearby`].

pub mod background;
pub mod bits;
pub mod candidates;
pub mod compare;
pub mod corpus;
pub mod counts;
pub mod explain;
mod gamma;
pub mod merge;
pub mod micro;
pub mod nearby;
pub mod partition;
pub mod reassign;
pub mod signature;
pub mod weights;

use std::borrow::Cow;
use std::collections::HashMap;

use crate::features::sequence;
use bits::Model;
use candidates::Candidates;
use compare::{Placed, Sides};
use corpus::{Corpus, NO_SET};
use counts::{Counts, Tally};
use merge::Merge;
use nearby::Nearby;
use partition::{Partition, members};
use reassign::Room;

/// A page that belongs to no group.
pub const NO_GROUP: u32 = u32::MAX;

/// One group at some level of the tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// Its pages.
    pub size: u32,
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
pub struct Grouping {
    /// The pages' paths.
    pub corpus: Corpus,
    /// The group of each distinct page.
    pub labels: Vec<u32>,
    /// The counts of each group.
    pub groups: Vec<Counts>,
    background: Vec<f64>,
    weights: Vec<f64>,
    micro: Vec<u32>,
    finer: Vec<Merge>,
    coarser: Vec<Merge>,
}

/// Groups the pages of a corpus.
pub fn group(corpus: Corpus) -> Grouping {
    let idf = signature::inverse_frequencies(&corpus);
    let signatures = signature::signatures(&corpus, &idf);
    let micro = micro::micro_groups(&corpus, &signatures, &idf);
    let leaders: Vec<&signature::Signature> =
        micro.members.iter().map(|members| &signatures[members[0] as usize]).collect();
    let near = candidates::candidates(&leaders);
    let mut tally = Tally::new(&corpus);
    let start: Vec<Counts> = micro.members.iter().map(|members| tally.evidence(members)).collect();
    let of_micro = places(corpus.len(), &micro.members);
    let background = background::background(&corpus, &start);
    let base = weights::structural(&corpus);
    let model = Model::new(&corpus, background.clone(), base.clone());
    let placed = Placed::all(&corpus, &start);
    let first = merge::merge(&model, &placed, &near, 0.0);
    let mut partition = Partition::new(&corpus);
    partition.relabel(spread(&of_micro, &merge::cut(start.len(), &first, 0.0)));
    let explained = weights::explained(&corpus, &partition.counts);
    let weights: Vec<f64> = base.iter().zip(&explained).map(|(base, explained)| base * explained).collect();
    let model = Model::new(&corpus, background.clone(), weights.clone());
    let finer = merge::merge(&model, &placed, &near, 0.0);
    partition.relabel(spread(&of_micro, &merge::cut(start.len(), &finer, 0.0)));
    let nearby = Nearby::new(&micro, &near);
    reassign::reassign(&model, &mut partition, &nearby);
    join_again(&model, &mut partition, &idf, &nearby);
    reassign::reassign(&model, &mut partition, &nearby);
    let between = Candidates::near(nearby.between(&partition.labels));
    let coarser = merge::merge(&model, &Placed::all(&corpus, &partition.counts), &between, f64::NEG_INFINITY);
    let Partition { labels, counts: groups, .. } = partition;
    Grouping { labels, groups, background, weights, micro: of_micro, finer, coarser, corpus }
}

/// Joins groups that save bits as they are now: where all neighbours of a page are in its own group, two parts of a large
/// template have not met. Here groups are neighbours by what most of their pages have, too.
fn join_again(model: &Model<'_>, partition: &mut Partition<'_>, idf: &[f32], nearby: &Nearby<'_>) {
    let groups = &partition.counts;
    let typical: Vec<signature::Signature> =
        groups.iter().map(|group| signature::of_group(model.corpus, group, idf)).collect();
    let mut pairs = nearby.between(&partition.labels);
    pairs.extend(candidates::candidates(&typical.iter().collect::<Vec<_>>()).pairs);
    pairs.sort_unstable();
    pairs.dedup();
    let joined = merge::merge(model, &Placed::all(model.corpus, groups), &Candidates::near(pairs), 0.0);
    let labels = spread(&partition.labels, &merge::cut(groups.len(), &joined, 0.0));
    partition.relabel(labels);
}

fn places(count: usize, members: &[Vec<u32>]) -> Vec<u32> {
    let mut places = vec![0; count];
    for (place, members) in members.iter().enumerate() {
        for &member in members {
            places[member as usize] = place as u32;
        }
    }
    places
}

fn spread(micro: &[u32], groups: &[u32]) -> Vec<u32> {
    micro.iter().map(|&micro| groups[micro as usize]).collect()
}

impl Grouping {
    /// The group of each page, [`NO_GROUP`] where it has no structure. At level 0 the groups as found; a level above
    /// undoes merges that saved fewer bits a page, one below adds merges that cost no more than so many.
    pub fn cut(&self, level: f64) -> Vec<u32> {
        let of_set = self.cut_sets(level);
        let page = |&set: &u32| if set == NO_SET { NO_GROUP } else { of_set[set as usize] };
        self.corpus.page_sets.iter().map(page).collect()
    }

    /// The same for each distinct page.
    fn cut_sets(&self, level: f64) -> Vec<u32> {
        if level > 0.0 {
            let start = self.micro.iter().max().map_or(0, |&last| last as usize + 1);
            let parts = spread(&self.micro, &merge::cut(start, &self.finer, level));
            let mut numbers = HashMap::new();
            let pairs = self.labels.iter().copied().zip(parts);
            pairs
                .map(|pair| {
                    let fresh = numbers.len() as u32;
                    *numbers.entry(pair).or_insert(fresh)
                })
                .collect()
        } else if level < 0.0 {
            spread(&self.labels, &merge::cut(self.groups.len(), &self.coarser, level))
        } else {
            self.labels.clone()
        }
    }

    /// The groups at a level, in the order of their numbers.
    pub fn found(&self, level: f64) -> Vec<Found> {
        let labels = self.cut_sets(level);
        let copies = &self.corpus.copies;
        let mut found: Vec<Found> = Vec::new();
        for (set, &label) in labels.iter().enumerate() {
            let typical = set as u32;
            if label as usize >= found.len() {
                found.resize(label as usize + 1, Found { typical, ..Found::default() });
            }
            let group = &mut found[label as usize];
            if group.size == 0 || copies[set] > copies[group.typical as usize] {
                group.typical = typical;
            }
            group.size += copies[set];
        }
        if level == 0.0 {
            for (group, (typical, bits)) in found.iter_mut().zip(self.medoids()) {
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
            members(&self.labels).into_iter().zip(self.medoids()).map(|(sets, (typical, _))| (sets, typical)).collect();
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

    /// The model that prices pages and merges.
    pub fn model(&self) -> Model<'_> {
        Model::new(&self.corpus, self.background.clone(), self.weights.clone())
    }

    /// For each group: the distinct page that its grammar describes in fewest bits a path, and the mean bits a path.
    pub fn medoids(&self) -> Vec<(u32, f64)> {
        let model = self.model();
        let mut room = Room::new(&model);
        let sets = members(&self.labels);
        self.groups.iter().zip(&sets).map(|(counts, sets)| medoid(&model, &mut room, counts, sets)).collect()
    }

    /// Bits saved by joining two groups: all together, and by each path of either that speaks for or against it.
    pub fn compare(&self, one: u32, two: u32) -> (f64, Vec<(u32, f64)>) {
        let model = self.model();
        // In the order of the merges, the lower number first.
        let (one, two) = (self.placed(one.min(two)), self.placed(one.max(two)));
        (model.saved(&one, &two, &mut Sides::default()), model.terms(&one.counts, &two.counts))
    }

    fn placed(&self, group: u32) -> Placed<'_> {
        Placed::new(&self.corpus, Cow::Borrowed(&self.groups[group as usize]))
    }

    /// The group that it would save most bits a page, or cost fewest, to join with another.
    pub fn nearest(&self, one: u32) -> Option<u32> {
        let model = self.model();
        let (mut sides, here) = (Sides::default(), self.placed(one));
        let mut saved = |other: u32| {
            let there = self.placed(other);
            let (a, b) = if one < other { (&here, &there) } else { (&there, &here) };
            model.saved(a, b, &mut sides) / a.counts.weight().min(b.counts.weight()).max(1.0)
        };
        let others = (0..self.groups.len() as u32).filter(|&other| other != one);
        others
            .map(|other| (saved(other), other))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
            .map(|best| best.1)
    }

    /// Bits of a distinct page under each of some groups, and under the background alone, which comes last.
    pub fn bits(&self, set: u32, groups: &[u32]) -> Vec<f64> {
        let model = self.model();
        let mut room = Room::new(&model);
        let nothing = Counts::default();
        let grammars = groups.iter().map(|&group| &self.groups[group as usize]).chain([&nothing]);
        grammars
            .map(|counts| {
                room.lay_out(&model, counts);
                let bits = room.bits(&model, set);
                room.leave(counts);
                bits
            })
            .collect()
    }
}

fn medoid(model: &Model<'_>, room: &mut Room, counts: &Counts, sets: &[u32]) -> (u32, f64) {
    room.lay_out(model, counts);
    let (mut best, mut sum, mut paths) = ((f64::INFINITY, 0), 0.0, 0.0);
    for &set in sets {
        let size = model.corpus.set(set).len() as f64;
        let bits = room.bits(model, set);
        let copies = f64::from(model.corpus.copies[set as usize]);
        sum += copies * bits;
        paths += copies * size;
        if bits / size < best.0 {
            best = (bits / size, set);
        }
    }
    room.leave(counts);
    (best.1, sum / paths)
}
