//! Two groups side by side: which paths both have, and what joining them saves.

use std::borrow::Cow;
use std::f64::consts::LN_2;

use super::bits::{Model, PlainPaths};
use super::corpus::{Corpus, ROOT};
use super::counts::{Counts, Shrinking};

/// The counts of a group as a tree: paths are numbered each with all below it, so what is below a path follows it.
///
/// Place 0 is that of the page, those of the paths follow; the last place is for what the group does not have.
pub struct Placed<'c> {
    /// The counts.
    pub counts: Cow<'c, Counts>,
    links: Vec<Links>,
    /// The shrunk count of each place.
    steps: Vec<u16>,
}

#[derive(Clone, Copy)]
struct Links {
    /// The place of the parent.
    above: u32,
    /// How many paths come before the first that is not below this one.
    next: u32,
}

impl<'c> Placed<'c> {
    /// Finds the parents; what is rarer than half a step is forgotten.
    pub fn new(corpus: &Corpus, counts: Cow<'c, Counts>) -> Placed<'c> {
        let counts = if counts.shrunk.contains(&0) { Cow::Owned(counts.without_rare()) } else { counts };
        let mut steps = Vec::with_capacity(counts.paths.len() + 2);
        steps.push(counts.shrunk_total);
        steps.extend(&counts.shrunk);
        steps.push(0);
        Placed { links: links(corpus, &counts.paths), counts, steps }
    }

    /// All groups so.
    pub fn all(corpus: &Corpus, groups: &'c [Counts]) -> Vec<Placed<'c>> {
        groups.iter().map(|counts| Placed::new(corpus, Cow::Borrowed(counts))).collect()
    }

    fn path(&self, number: usize) -> u32 {
        self.counts.paths.get(number).copied().unwrap_or(u32::MAX)
    }
}

/// Room to join two groups: the place in the joined one of each place in either.
#[derive(Default)]
pub struct Joining {
    of_one: Vec<u32>,
    of_two: Vec<u32>,
}

impl Joining {
    /// The two groups together; what is rarer than half a step is forgotten.
    pub fn join(&mut self, one: &Placed<'_>, two: &Placed<'_>) -> Placed<'static> {
        let room = one.links.len() + two.links.len();
        let total = one.counts.total + two.counts.total;
        let mut shrinking = Shrinking::new(total);
        let (mut paths, mut pages) = (Vec::with_capacity(room), Vec::with_capacity(room));
        let (mut links, mut steps) = (Vec::with_capacity(room), Vec::with_capacity(room + 2));
        steps.push(shrinking.steps(total));
        for (places, placed) in [(&mut self.of_one, one), (&mut self.of_two, two)] {
            places.clear();
            places.resize(placed.steps.len(), MISSING);
            places[0] = 0;
        }
        let (mut i, mut j) = (0, 0);
        while i < one.links.len() || j < two.links.len() {
            let (a, b) = (one.path(i), two.path(j));
            let (is_in_one, is_in_two) = (a <= b, b <= a);
            let count = |placed: &Placed<'_>, number: usize| placed.counts.pages.get(number).copied().unwrap_or(0);
            let here = u32::from(is_in_one) * count(one, i) + u32::from(is_in_two) * count(two, j);
            let shrunk = shrinking.steps(here);
            if shrunk > 0 {
                let above = if is_in_one {
                    self.of_one[one.links[i].above as usize]
                } else {
                    self.of_two[two.links[j].above as usize]
                };
                paths.push(a.min(b));
                pages.push(here);
                steps.push(shrunk);
                links.push(Links { above, next: paths.len() as u32 });
                if is_in_one {
                    self.of_one[i + 1] = paths.len() as u32;
                }
                if is_in_two {
                    self.of_two[j + 1] = paths.len() as u32;
                }
            }
            i += usize::from(is_in_one);
            j += usize::from(is_in_two);
        }
        let counts = Counts { shrunk: steps[1..].to_vec(), shrunk_total: steps[0], paths, pages, total };
        steps.push(0);
        link(&mut links);
        Placed { counts: Cow::Owned(counts), links, steps }
    }
}

/// In place of a parent's place, until it is known how many there are.
const MISSING: u32 = u32::MAX;

fn links(corpus: &Corpus, paths: &[u32]) -> Vec<Links> {
    let mut links: Vec<Links> = Vec::with_capacity(paths.len());
    for (number, &path) in paths.iter().enumerate() {
        let parent = corpus.parents[path as usize];
        // The parent is the path before or one above that; if one of these has none, it may be anywhere.
        let mut above = if parent == ROOT { 0 } else { number as u32 };
        while above > 0 && above < MISSING && paths[above as usize - 1] != parent {
            above = links[above as usize - 1].above;
        }
        if parent != ROOT && (above == 0 || above == MISSING) {
            above = paths[..number].binary_search(&parent).map_or(MISSING, |place| place as u32 + 1);
        }
        links.push(Links { above, next: number as u32 + 1 });
    }
    link(&mut links);
    links
}

/// Finds what comes next after all below each path.
fn link(links: &mut [Links]) {
    let last = links.len() as u32 + 1;
    for number in (0..links.len()).rev() {
        let Links { above, next } = links[number];
        links[number].above = above.min(last);
        if let Some(above) = (above as usize).checked_sub(1).and_then(|above| links.get_mut(above)) {
            above.next = above.next.max(next);
        }
    }
}

/// Room to place two groups side by side.
#[derive(Default)]
pub struct Sides {
    /// For each place that both have, the shrunk count that the other has there.
    in_two: Vec<u16>,
    in_one: Vec<u16>,
    /// The paths that all or none of the pages have, and all have their parent.
    plain: PlainPaths,
    others: Vec<Other>,
}

/// Another path: so many pages have it, of those with its parent, here and there.
struct Other {
    path: u32,
    k1: u16,
    m1: u16,
    k2: u16,
    m2: u16,
}

impl Sides {
    /// Places two groups side by side. What is below a path that only one of them has says nothing, and is left out.
    fn place(&mut self, one: &Placed<'_>, two: &Placed<'_>) {
        self.clear(one, two);
        let Sides { in_two, in_one, plain, others } = self;
        let (a, b) = (&one.steps[..], &two.steps[..]);
        let (all_one, all_two) = (a[0], b[0]);
        let (mut i, mut j) = (0, 0);
        loop {
            let (path, other) = (one.path(i), two.path(j));
            if path < other {
                let Links { above, next } = one.links[i];
                let (k1, m1, m2) = (a[i + 1], a[above as usize], in_two[above as usize]);
                if (k1, m1, m2) == (all_one, all_one, all_two) {
                    plain.only_one.push(path);
                } else {
                    others.push(Other { path, k1, m1, k2: 0, m2 });
                }
                i = next as usize;
            } else if path > other {
                let Links { above, next } = two.links[j];
                let (k2, m2, m1) = (b[j + 1], b[above as usize], in_one[above as usize]);
                if (k2, m2, m1) == (all_two, all_two, all_one) {
                    plain.only_two.push(other);
                } else {
                    others.push(Other { path: other, k1: 0, m1, k2, m2 });
                }
                j = next as usize;
            } else if i < one.links.len() {
                let (k1, k2) = (a[i + 1], b[j + 1]);
                (in_two[i + 1], in_one[j + 1]) = (k2, k1);
                let (m1, m2) = (a[one.links[i].above as usize], b[two.links[j].above as usize]);
                if (k1, m1, k2, m2) == (all_one, all_one, all_two, all_two) {
                    plain.both.push(path);
                } else {
                    others.push(Other { path, k1, m1, k2, m2 });
                }
                (i, j) = (i + 1, j + 1);
            } else {
                return;
            }
        }
    }

    fn clear(&mut self, one: &Placed<'_>, two: &Placed<'_>) {
        for (room, here, there) in [(&mut self.in_two, one, two), (&mut self.in_one, two, one)] {
            room.resize(room.len().max(here.steps.len()), 0);
            (room[0], room[here.steps.len() - 1]) = (there.steps[0], 0);
        }
        self.plain.clear();
        self.others.clear();
    }
}

impl Model<'_> {
    /// Bits saved by describing two groups with one grammar; negative where that costs more.
    ///
    /// Where one group has what the other lacks, and nothing is the other way round, that is most likely an optional
    /// part of one template, however large: such differences count by their logarithm. Two templates each have marks
    /// that the other lacks.
    pub fn saved(&self, one: &Placed<'_>, two: &Placed<'_>, sides: &mut Sides) -> f64 {
        sides.place(one, two);
        let mut evidence = self.plain_evidence(one.steps[0], two.steps[0], &sides.plain);
        for &Other { path, k1, m1, k2, m2 } in &sides.others {
            evidence.add(self.term(path, k1, m1, k2, m2));
        }
        evidence.nats(&one.counts, &two.counts) / LN_2
    }

    /// What each path says for or against one grammar, in bits, ascending by path, without paths that both groups lack.
    /// [`Model::saved`] is no plain sum of them: it weighs differences by whether they go in one direction or in both.
    pub fn terms(&self, one: &Counts, two: &Counts) -> Vec<(u32, f64)> {
        let mut paths: Vec<u32> = one.paths.iter().chain(&two.paths).copied().collect();
        paths.sort_unstable();
        paths.dedup();
        let term = |path: u32| {
            let parent = self.corpus.parents[path as usize];
            let term = self.term(path, one.steps(path), one.steps(parent), two.steps(path), two.steps(parent));
            (path, term.bits())
        };
        paths.into_iter().map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// html, body, two lists with an item each.
    fn corpus() -> Corpus {
        Corpus::of_paths(vec![ROOT, 0, 1, 2, 1, 4], vec![0; 6], (0..6).collect(), vec!["x".into()])
    }

    fn placed(paths: Vec<u32>, pages: Vec<u32>, total: u32) -> Placed<'static> {
        Placed::new(&corpus(), Cow::Owned(Counts::from_parts(paths, pages, total)))
    }

    /// What each path says, added up in any order.
    fn by_terms(model: &Model<'_>, one: &Placed<'_>, two: &Placed<'_>) -> f64 {
        let mut evidence = model.plain_evidence(one.steps[0], two.steps[0], &PlainPaths::default());
        let (a, b) = (&one.counts, &two.counts);
        let is_there = |path: &u32| a.paths.contains(path) || b.paths.contains(path);
        for path in (0..6).filter(is_there) {
            let parent = model.corpus.parents[path as usize];
            evidence.add(model.term(path, a.steps(path), a.steps(parent), b.steps(path), b.steps(parent)));
        }
        evidence.nats(a, b) / LN_2
    }

    #[test]
    fn what_is_rarer_than_half_a_step_is_forgotten() {
        assert_eq!(placed(vec![0, 1, 2, 4], vec![400, 400, 2, 3], 400).counts.paths, [0, 1, 4]);
        assert_eq!(placed(vec![0, 1, 2], vec![160, 160, 1], 160).counts.paths, [0, 1, 2]);
    }

    #[test]
    fn the_same_as_path_by_path() {
        let corpus = corpus();
        let model = Model::new(&corpus, &[0.9, 0.9, 0.3, 0.5, 0.2, 0.6], &[1.0, 0.5, 2.0, 1.5, 1.0, 3.0]);
        let groups = [
            placed(vec![0, 1, 2, 3], vec![3; 4], 3),
            placed(vec![0, 1, 4, 5], vec![7, 7, 7, 2], 7),
            placed(vec![0, 1, 2, 3, 4, 5], vec![40, 40, 30, 1, 11, 9], 40),
            placed(vec![0], vec![1], 1),
            placed(vec![0, 1, 3, 5], vec![2; 4], 2), // as no page is: items without their list
            placed(vec![], vec![], 1),
        ];
        let (mut sides, mut joining) = (Sides::default(), Joining::default());
        for one in &groups {
            for two in &groups {
                let saved = model.saved(one, two, &mut sides);
                assert!((saved - by_terms(&model, one, two)).abs() < 1e-9);
                let joined = joining.join(one, two);
                let again = Placed::new(&corpus, Cow::Borrowed(&*joined.counts));
                assert_eq!(joined.steps, again.steps);
                if [one, two].iter().all(|it| it.links.iter().all(|link| link.above as usize <= it.links.len())) {
                    assert!(joined.links.iter().zip(&again.links).all(|(a, b)| (a.above, a.next) == (b.above, b.next)));
                }
                for (&path, &pages) in joined.counts.paths.iter().zip(&joined.counts.pages) {
                    let of = |it: &Placed<'_>| it.counts.paths.binary_search(&path).map_or(0, |at| it.counts.pages[at]);
                    assert_eq!(pages, of(one) + of(two));
                }
            }
        }
    }
}
