//! One family in groups: its pages and no others tell what is usual and what says something.

use std::sync::OnceLock;

use super::bits::Model;
use super::candidates::{self, Candidates};
use super::compare::Start;
use super::corpus::{Corpus, Occurrence, Part};
use super::counts::{Counts, Tally};
use super::merge::{self, Merge};
use super::nearby::Nearby;
use super::partition::{Partition, members};
use super::reassign::Room;
use super::{background, micro, reassign, signature, tree, weights};

/// Bits a page: merges of the first run that saved more, and whose parts did, are not asked about again in the second one,
/// whatever weighs more or less there. They are more than half of all merges.
const SURE: f64 = 30.0;

/// The groups of a family.
pub struct Groups {
    /// The group of each distinct page.
    pub labels: Vec<u32>,
    /// The counts of each group.
    pub counts: Vec<Counts>,
    /// For each group, the distinct page that its grammar describes in fewest bits a path, and the mean bits a path.
    pub typical: Vec<(u32, f64)>,
    /// What is behind them.
    pub known: Known,
}

/// What is known of a family: what its model is made of, and the tree of its groups.
pub struct Known {
    /// The chance of each path given its parent.
    pub background: Vec<f64>,
    /// How much each path says.
    pub weights: Vec<f64>,
    /// The micro-group of each distinct page, and the merges of these: first those that were sure before paths had their
    /// last weights,
    micro: Vec<u32>,
    merges: Vec<Merge>,
    sure: usize,
    /// and all of them with what they save by these weights, if somebody has asked.
    finer: OnceLock<Vec<Merge>>,
    /// Merges of the groups that cost bits, if somebody has asked.
    coarser: OnceLock<Vec<Merge>>,
}

/// Groups the pages of a family, on which its paths are as `occurrences` has it.
pub fn group(corpus: &Corpus, occurrences: &[Occurrence]) -> Groups {
    let idf = signature::inverse_frequencies(corpus.len(), occurrences);
    let signatures = signature::signatures(corpus, &idf);
    let micro = micro::micro_groups(corpus, &signatures, &idf);
    let leaders: Vec<&signature::Signature> =
        micro.members.iter().map(|members| &signatures[members[0] as usize]).collect();
    let near = candidates::candidates(&leaders);
    let mut tally = Tally::new(corpus);
    let start: Vec<Counts> = micro.members.iter().map(|members| tally.evidence(members)).collect();
    let of_micro = places(corpus.len(), &micro.members);
    let background = background::background(corpus, &start);
    let base = weights::structural(corpus, occurrences);
    let model = Model::new(corpus, &background, &base);
    let first = merge::merge(&model, &Start::new(corpus, &start), &near, 0.0);
    let mut partition = Partition::new(corpus);
    partition.relabel(spread(&of_micro, &tree::cut(start.len(), &first, 0.0)));
    let explained = weights::explained(corpus, &partition.counts, &weights::DRAWN);
    let weights: Vec<f64> = base.iter().zip(&explained).map(|(base, explained)| base * explained).collect();
    let model = Model::new(corpus, &background, &weights);
    let sure = tree::kept(start.len(), &first, SURE);
    let of_start = tree::cut(start.len(), &sure, SURE);
    let of_sure = spread(&of_micro, &of_start);
    let begin: Vec<Counts> = members(&of_sure).iter().map(|members| tally.evidence(members)).collect();
    let second = merge::merge(&model, &Start::new(corpus, &begin), &near.between(&of_start), 0.0);
    partition.relabel(spread(&of_sure, &tree::cut(begin.len(), &second, 0.0)));
    let nearby = Nearby::new(&micro, &near);
    reassign::reassign(&model, &mut partition, &nearby);
    join_again(&model, &mut partition, &idf, &nearby);
    if reassign::reassign(&model, &mut partition, &nearby) {
        join_again(&model, &mut partition, &idf, &nearby);
    }
    let Partition { labels, members, counts, .. } = partition;
    let mut room = Room::new(&model);
    let typical = counts.iter().zip(&members).map(|(counts, sets)| medoid(&model, &mut room, counts, sets)).collect();
    let (micro, sure, merges) = (of_micro, sure.len(), tree::stacked(start.len(), sure, &second));
    let known = Known { background, weights, micro, merges, sure, finer: OnceLock::new(), coarser: OnceLock::new() };
    Groups { labels, counts, typical, known }
}

impl Known {
    /// The part of its group that each distinct page of the family is in, where merges that saved no more bits a page are
    /// undone.
    /// `pages` gives those of the family, which are looked at once.
    pub fn finer(&self, pages: impl FnOnce() -> Part, level: f64) -> Vec<u32> {
        spread(&self.micro, &tree::cut(self.start(), self.finer_merges(pages), level))
    }

    /// The level from which on [`Known::finer`] has two distinct pages apart; nothing where no merge joins them.
    pub fn finer_from(&self, pages: impl FnOnce() -> Part, one: u32, two: u32) -> Option<f64> {
        let (one, two) = (self.micro[one as usize], self.micro[two as usize]);
        tree::joined_below(self.start(), self.finer_merges(pages), one, two)
    }

    /// The distinct pages on each side of the merge that joins two of them, as it weighs them; nothing where no merge does.
    pub fn sides(&self, pages: impl FnOnce() -> Part, one: u32, two: u32) -> Option<[Vec<u32>; 2]> {
        let (one, two) = (self.micro[one as usize], self.micro[two as usize]);
        let sides = tree::sides(self.start(), self.finer_merges(pages), one, two)?;
        let pages = 0..self.micro.len() as u32;
        Some(
            sides.map(|side| {
                pages.clone().filter(|&page| side.binary_search(&self.micro[page as usize]).is_ok()).collect()
            }),
        )
    }

    /// How many micro-groups there are.
    fn start(&self) -> usize {
        self.micro.iter().max().map_or(0, |&last| last as usize + 1)
    }

    fn finer_merges(&self, pages: impl FnOnce() -> Part) -> &[Merge] {
        self.finer.get_or_init(|| self.priced_alike(&pages().corpus))
    }

    /// All merges with what they save by the same weights. That is worked out when somebody asks for a finer cut: most
    /// never do.
    fn priced_alike(&self, corpus: &Corpus) -> Vec<Merge> {
        let model = Model::new(corpus, &self.background, &self.weights);
        let mut tally = Tally::new(corpus);
        let start: Vec<Counts> = members(&self.micro).iter().map(|members| tally.evidence(members)).collect();
        let mut merges = merge::replay(&model, &Start::new(corpus, &start), &self.merges[..self.sure]);
        merges.extend(&self.merges[self.sure..]);
        merges
    }

    /// What each of the family's groups is part of, where merges that cost no more bits a page are added. `pages` gives
    /// those of the family, which are looked at once.
    pub fn coarser(&self, groups: &[Counts], pages: impl FnOnce() -> Part, level: f64) -> Vec<u32> {
        tree::cut(groups.len(), self.coarser_merges(groups, pages), level)
    }

    /// The level below which [`Known::coarser`] has two groups in one; nothing where no merge joins them.
    pub fn coarser_below(&self, groups: &[Counts], pages: impl FnOnce() -> Part, one: u32, two: u32) -> Option<f64> {
        tree::joined_below(groups.len(), self.coarser_merges(groups, pages), one, two)
    }

    /// All groups of the family merged into one, as far as they have anything in common.
    fn coarser_merges(&self, groups: &[Counts], pages: impl FnOnce() -> Part) -> &[Merge] {
        self.coarser.get_or_init(|| {
            let part = pages();
            let (corpus, groups) = (&part.corpus, groups.iter().map(|it| part.counts(it)).collect::<Vec<_>>());
            let model = Model::new(corpus, &self.background, &self.weights);
            let idf = signature::inverse_frequencies(corpus.len(), &corpus.occurrences());
            let near = alike(corpus, &groups, &idf);
            merge::merge(&model, &Start::new(corpus, &groups), &near, f64::NEG_INFINITY)
        })
    }
}

/// Joins groups that save bits as they are now: where all neighbours of a page are in its own group, two parts of a large
/// template have not met. Here groups are neighbours by what most of their pages have, too.
fn join_again(model: &Model<'_>, partition: &mut Partition<'_>, idf: &[f32], nearby: &Nearby<'_>) {
    let groups = &partition.counts;
    let mut pairs = nearby.between(&partition.labels);
    pairs.extend(alike(model.corpus, groups, idf).pairs);
    pairs.sort_unstable();
    pairs.dedup();
    let joined = merge::merge(model, &Start::new(model.corpus, groups), &Candidates::near(pairs), 0.0);
    let labels = spread(&partition.labels, &tree::cut(groups.len(), &joined, 0.0));
    partition.relabel(labels);
}

/// Groups that are neighbours by what most of their pages have.
fn alike(corpus: &Corpus, groups: &[Counts], idf: &[f32]) -> Candidates {
    candidates::of_few(groups.len()).unwrap_or_else(|| {
        let typical: Vec<signature::Signature> = groups.iter().map(|it| signature::of_group(corpus, it, idf)).collect();
        candidates::candidates(&typical.iter().collect::<Vec<_>>())
    })
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
