//! What a person wants to know of groups: what they are made of, and why a page is in one.

use super::bits::{Account, Model};
use super::compare::{Placed, Sides};
use super::corpus::{Corpus, Part, Parts, ROOT};
use super::counts::{Counts, Tally};
use super::partition::members;
use super::reassign::Room;
use super::{Grouping, background, weights};

/// What fewer of a group's pages have tells nothing about it.
const RARE: f64 = 0.1;

/// One path of a page or of its group: the bits that the group's grammar saves by it, and whether the page has it.
pub struct PageTerm {
    /// The path.
    pub path: u32,
    /// Bits saved, below 0 where the grammar makes the page dearer.
    pub bits: f64,
    /// Whether the page has it; if not, it has the path's parent.
    pub is_here: bool,
}

/// Two parts of a group that became one, in the order in which was asked for them: the pages of each, the bits that this saves, and of each path its part of these
/// and how many pages of each part have it.
pub struct Joined {
    /// All pages of each part.
    pub pages: [u32; 2],
    /// Bits saved, in all below 0 where pages that moved in since make it dear.
    pub account: Account,
    /// Paths that either part has.
    pub terms: Vec<(u32, f64, [u32; 2])>,
}

/// Families side by side: their pages, and what one model of all of them is made of.
struct Beside {
    /// The distinct pages, ascending.
    sets: Vec<u32>,
    part: Part,
    background: Vec<f64>,
    weights: Vec<f64>,
}

impl Beside {
    fn model(&self) -> Model<'_> {
        Model::new(&self.part.corpus, &self.background, &self.weights)
    }

    /// The paths of a distinct page.
    fn page(&self, set: u32) -> &[u32] {
        self.part.corpus.set(self.number(set))
    }

    fn number(&self, set: u32) -> u32 {
        place(&self.sets, set)
    }

    fn placed(&self, counts: &Counts) -> Placed {
        Placed::new(&self.part.corpus, &self.part.counts(counts))
    }
}

/// Where a distinct page is among some, ascending.
fn place(sets: &[u32], set: u32) -> u32 {
    sets.partition_point(|&known| known < set) as u32
}

impl Grouping {
    /// Bits saved by joining two groups: all together, and by each path of either that speaks for or against it.
    pub fn compare(&self, one: u32, two: u32) -> (Account, Vec<(u32, f64)>) {
        // In the order of the merges, the lower number first.
        let (one, two) = (one.min(two), one.max(two));
        let beside = self.beside(vec![self.family_of(one), self.family_of(two)]);
        let model = beside.model();
        let (one, two) = (beside.placed(&self.groups[one as usize]), beside.placed(&self.groups[two as usize]));
        let terms = model.terms(&one, &two);
        (
            model.account(&one, &two),
            terms.into_iter().map(|(path, bits)| (beside.part.paths[path as usize], bits)).collect(),
        )
    }

    /// The group that it would save most bits a page, or cost fewest, to join with another: one of its family, and where
    /// it is alone there, the one that has most in common with it.
    pub fn nearest(&self, group: u32) -> Option<u32> {
        let family = self.family_of(group);
        let others = || self.families[family].groups.clone().filter(|&other| other != group);
        if others().next().is_none() {
            return self.most_alike(group);
        }
        let beside = self.beside(vec![family]);
        let (model, mut sides) = (beside.model(), Sides::default());
        let here = beside.placed(&self.groups[group as usize]);
        let saved = |other: u32| {
            let there = beside.placed(&self.groups[other as usize]);
            let (a, b) = if group < other { (&here, &there) } else { (&there, &here) };
            model.saved(a, b, &mut sides) / self.weight(group).min(self.weight(other))
        };
        best(others(), saved)
    }

    /// What the pages of a group weigh when it is compared: bits a page are bits by this, of the smaller of two groups.
    pub fn weight(&self, group: u32) -> f64 {
        self.groups[group as usize].weight().max(1.0)
    }

    /// The other group with the largest share of common paths among those that at least half of the pages have.
    fn most_alike(&self, group: u32) -> Option<u32> {
        let usual = |number: u32| {
            let counts = &self.groups[number as usize];
            let paths = counts.paths.iter().zip(&counts.pages);
            paths.filter(|&(_, &pages)| 2 * pages >= counts.total).map(|(&path, _)| path).collect::<Vec<u32>>()
        };
        let here = usual(group);
        let alike = |other: u32| {
            let there = usual(other);
            let both = there.iter().filter(|path| here.binary_search(path).is_ok()).count();
            both as f64 / (here.len() + there.len() - both).max(1) as f64
        };
        best((0..self.groups.len() as u32).filter(|&other| other != group), alike)
    }

    /// Bits of a distinct page under each of some groups, and under the background alone, which comes last.
    pub fn bits(&self, set: u32, groups: &[u32]) -> Vec<f64> {
        let own = self.labels[set as usize];
        let beside = self.beside(groups.iter().chain([&own]).map(|&group| self.family_of(group)).collect());
        let (model, nothing) = (beside.model(), Counts::default());
        let mut room = Room::new(&model);
        let page = beside.number(set);
        let grammars = groups.iter().map(|&group| beside.part.counts(&self.groups[group as usize]));
        grammars
            .chain([nothing])
            .map(|counts| {
                room.lay_out(&model, &counts);
                let bits = room.bits(&model, page);
                room.leave(&counts);
                bits
            })
            .collect()
    }

    /// Whether two groups share a frame; others are never weighed against each other.
    pub fn is_one_family(&self, one: u32, two: u32) -> bool {
        self.family_of(one) == self.family_of(two)
    }

    /// Where [`Grouping::cut`] has two distinct pages together: at each level below this one. Of pages of one group it is 0
    /// or more, and they are together at 0; of others it is 0 or less, and they are not. It is infinite where no cut
    /// parts them, and minus infinity where none joins them.
    pub fn together_below(&self, one: u32, two: u32) -> f64 {
        let (group, other) = (self.labels[one as usize], self.labels[two as usize]);
        if !self.is_one_family(group, other) {
            return f64::NEG_INFINITY;
        }
        let family = &self.families[self.family_of(group)];
        let (known, first) = (&family.known, family.groups.start);
        let pages = || Parts::new(&self.corpus).take(&family.sets);
        if group == other {
            let level = known.finer_from(pages, place(&family.sets, one), place(&family.sets, two));
            return level.map_or(0.0, |level| level.max(0.0));
        }
        let level = known.coarser_below(self.groups_of(family), pages, group - first, other - first);
        level.map_or(f64::NEG_INFINITY, |level| level.min(0.0))
    }

    /// The parts that two distinct pages of one group were in before a merge made one of these, as far as they are in that
    /// group still; nothing where they were never in two, or the last moves brought them together or apart.
    pub fn joined(&self, one: u32, two: u32) -> Option<Joined> {
        let group = self.labels[one as usize];
        if self.labels[two as usize] != group {
            return None;
        }
        let family = &self.families[self.family_of(group)];
        let beside = self.beside(vec![self.family_of(group)]);
        let part = &beside.part;
        let [here, there] = [one, two].map(|set| beside.number(set));
        let sides = family.known.sides(|| Parts::new(&self.corpus).take(&family.sets), here, there)?;
        let sides = sides.map(|side| {
            side.into_iter().filter(|&set| self.labels[beside.sets[set as usize] as usize] == group).collect::<Vec<_>>()
        });
        let [one, two] =
            sides.each_ref().map(|side| Placed::new(&part.corpus, &Tally::new(&part.corpus).evidence(side)));
        let model = beside.model();
        let is_here_first = sides[0].binary_search(&here).is_ok();
        let mut exact = sides.map(|side| {
            let sets: Vec<u32> = side.into_iter().map(|set| beside.sets[set as usize]).collect();
            Tally::new(&self.corpus).exact(&sets)
        });
        if !is_here_first {
            exact.reverse();
        }
        let pages = |path: u32| {
            exact.each_ref().map(|counts| counts.paths.binary_search(&path).map_or(0, |place| counts.pages[place]))
        };
        let with_pages = |(path, bits): (u32, f64)| {
            let path = part.paths[path as usize];
            (path, bits, pages(path))
        };
        let terms = model.terms(&one, &two).into_iter().map(with_pages).collect();
        Some(Joined { pages: exact.each_ref().map(|counts| counts.total), account: model.account(&one, &two), terms })
    }

    fn family_of(&self, group: u32) -> usize {
        self.families.partition_point(|family| family.groups.end <= group)
    }

    /// One family with its model; of several, none of which knows the others, with what they tell together.
    fn beside(&self, mut numbers: Vec<usize>) -> Beside {
        numbers.sort_unstable();
        numbers.dedup();
        let families = || numbers.iter().map(|&number| &self.families[number]);
        let mut sets: Vec<u32> = families().flat_map(|family| &family.sets).copied().collect();
        sets.sort_unstable();
        let part = Parts::new(&self.corpus).take(&sets);
        if let [number] = numbers[..] {
            let known = &self.families[number].known;
            return Beside { sets, part, background: known.background.clone(), weights: known.weights.clone() };
        }
        let groups = families().flat_map(|family| family.groups.clone());
        let counts: Vec<Counts> = groups.map(|group| part.counts(&self.groups[group as usize])).collect();
        let background = background::background(&part.corpus, &counts);
        let weights = weights::structural(&part.corpus, &part.corpus.occurrences());
        Beside { sets, background, weights, part }
    }

    /// What a group's grammar saves on a distinct page over the background alone, path by path. Together with what it
    /// saves by all that neither has, that is the difference of [`Grouping::bits`].
    pub fn page_terms(&self, set: u32, group: u32) -> Vec<PageTerm> {
        let beside = self.beside(vec![self.family_of(self.labels[set as usize]), self.family_of(group)]);
        let (model, whole) = (beside.model(), &beside.part.paths);
        let (page, counts) = (beside.page(set), beside.part.counts(&self.groups[group as usize]));
        let (facts, factor, parents) = (model.facts(), counts.factor(), &beside.part.corpus.parents);
        let pages = |path: u32| match path {
            ROOT => f64::from(counts.total) * factor,
            _ => counts.paths.binary_search(&path).map_or(0.0, |place| f64::from(counts.pages[place]) * factor),
        };
        let mut terms = Vec::new();
        for &path in page {
            let (facts, k, m) = (&facts[path as usize], pages(path), pages(parents[path as usize]));
            let alone = facts.here(0.0, 0.0) + facts.missing(0.0);
            let absence = if k > 0.0 { facts.absence(k, m) } else { 0.0 };
            let bits = alone - facts.here(k, m) - facts.missing(k) - absence;
            terms.push(PageTerm { path: whole[path as usize], bits, is_here: true });
        }
        let is_here = |path: u32| path == ROOT || page.binary_search(&path).is_ok();
        for &path in &counts.paths {
            let above = parents[path as usize];
            if !is_here(path) && is_here(above) {
                let bits = -facts[path as usize].absence(pages(path), pages(above));
                terms.push(PageTerm { path: whole[path as usize], bits, is_here: false });
            }
        }
        terms
    }

    /// For each group, the last segments of its paths: the largest share of its pages that have one, and the largest
    /// share of all that they hold which hangs there. Segments are places in the words of the pages
    /// as written.
    pub fn segments(&self) -> Vec<Vec<(u32, f64, f64)>> {
        let corpus = self.as_written();
        let mut tally = Tally::new(corpus);
        let mut below = vec![0; corpus.paths() + 1];
        let mut most = vec![(0.0, 0.0); corpus.words.len()];
        let mut segments = |(sets, known): (&Vec<u32>, &Counts)| {
            // Where all copies are evidence, they have been counted already.
            let pages: u32 = sets.iter().map(|&set| corpus.copies[set as usize]).sum();
            let is_known = self.written.is_none() && pages == known.total;
            match is_known {
                true => segments(corpus, known, &mut below, &mut most),
                false => segments(corpus, &tally.exact(sets), &mut below, &mut most),
            }
        };
        members(&self.labels).iter().zip(&self.groups).map(&mut segments).collect()
    }
}

/// The group that is worth most, the first of equals.
fn best(groups: impl Iterator<Item = u32>, mut worth: impl FnMut(u32) -> f64) -> Option<u32> {
    let priced = groups.map(|group| (worth(group), group));
    priced.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, group)| group)
}

/// `below` has a zero for each path, and one more; `most` has zeros for each segment.
fn segments(corpus: &Corpus, counts: &Counts, below: &mut [u64], most: &mut [(f64, f64)]) -> Vec<(u32, f64, f64)> {
    for (&path, &pages) in counts.paths.iter().zip(&counts.pages).rev() {
        below[path as usize] += u64::from(pages);
        below[corpus.above(path)] += below[path as usize]; // a parent's number is lower, so its turn comes later
    }
    let (whole, total) = (below[corpus.paths()].max(1) as f64, f64::from(counts.total.max(1)));
    let mut found: Vec<u32> = Vec::new();
    for (&path, &pages) in counts.paths.iter().zip(&counts.pages) {
        let (share, held) = (f64::from(pages) / total, std::mem::take(&mut below[path as usize]) as f64 / whole);
        if share >= RARE {
            let segment = corpus.names[path as usize];
            let known = &mut most[segment as usize];
            if known.0 == 0.0 {
                found.push(segment);
            }
            *known = (known.0.max(share), known.1.max(held));
        }
    }
    below[corpus.paths()] = 0;
    let mut take = |segment: u32| {
        let (share, held) = std::mem::take(&mut most[segment as usize]);
        (segment, share, held)
    };
    found.into_iter().map(&mut take).collect()
}
