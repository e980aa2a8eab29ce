//! Two groups side by side: which paths both have, and what joining them saves.

use std::f64::consts::LN_2;

use super::bits::{Account, Evidence, Model};
use super::corpus::{Corpus, ROOT};
use super::counts::{Counts, STEPS, Shrinking};
use super::tables::{PLACES, place};

/// Groups that are compared and joined with each other.
pub struct Start {
    /// Without what is everywhere.
    pub groups: Vec<Placed>,
    /// The paths that all pages of all groups have: what these say of two groups depends on nothing but their sizes.
    everywhere: Vec<u32>,
}

impl Start {
    /// Groups with these counts.
    pub fn new(corpus: &Corpus, groups: &[Counts]) -> Start {
        let mut having = vec![0; corpus.paths()];
        for group in groups {
            for (&path, &pages) in group.paths.iter().zip(&group.pages) {
                having[path as usize] += usize::from(pages == group.total);
            }
        }
        let mut is_everywhere: Vec<bool> = having.iter().map(|&having| having == groups.len()).collect();
        for path in 0..corpus.paths() {
            let parent = corpus.parents[path];
            is_everywhere[path] &= parent == ROOT || is_everywhere[parent as usize];
        }
        let everywhere = (0..corpus.paths() as u32).filter(|&path| is_everywhere[path as usize]).collect();
        Start {
            groups: groups.iter().map(|counts| Placed::without(corpus, counts, &is_everywhere)).collect(),
            everywhere,
        }
    }
}

/// The counts of a group as a tree: paths are numbered each with all below it, so what is below a path follows it.
pub struct Placed {
    /// The first place is that of the page, those of the paths follow; the last is for what the group does not have.
    places: Vec<Place>,
    total: u32,
    /// Paths of all pages that have no place.
    everywhere: u32,
    /// How many paths a page has in the mean.
    mean_paths: f64,
}

/// All that is asked of a path when groups are compared or joined.
#[derive(Clone, Copy)]
struct Place {
    /// The path; in the last place more than any.
    path: u32,
    /// The place of the parent.
    above: u32,
    /// The first place behind it that is not below it.
    next: u32,
    /// Pages that hold it.
    pages: u32,
    /// The same, shrunk, in steps, and those of the parent.
    steps: u16,
    of: u16,
}

impl Placed {
    /// Finds the parents; what is rarer than half a step is forgotten.
    pub fn new(corpus: &Corpus, counts: &Counts) -> Placed {
        Placed::without(corpus, counts, &vec![false; corpus.paths()])
    }

    /// The same without what is everywhere: all pages have it, so what is below it is as good as below the page.
    fn without(corpus: &Corpus, counts: &Counts, is_everywhere: &[bool]) -> Placed {
        let mut placed = Placed::of_page(counts.total, counts.shrunk_total, counts.paths.len());
        for (number, &path) in counts.paths.iter().enumerate() {
            if is_everywhere[path as usize] {
                placed.everywhere += 1;
            } else if counts.shrunk[number] > 0 {
                let parent = corpus.parents[path as usize];
                let is_top = parent == ROOT || is_everywhere[parent as usize];
                let above = if is_top { 0 } else { placed.above(parent) };
                placed.push(path, above, counts.pages[number], counts.shrunk[number]);
            }
        }
        placed.finish()
    }

    /// The shrunk number of pages.
    pub fn weight(&self) -> f64 {
        f64::from(self.places[0].steps) / STEPS
    }

    /// A path in the middle, if there is any: groups of one site have such that are close by.
    pub fn middle(&self) -> Option<u32> {
        self.paths().get((self.places.len() - 2) / 2).map(|place| place.path)
    }

    fn of_page(total: u32, steps: u16, paths: usize) -> Placed {
        let mut places = Vec::with_capacity(paths + 2);
        places.push(Place { path: 0, above: 0, next: 1, pages: total, steps, of: 0 });
        Placed { places, total, everywhere: 0, mean_paths: 0.0 }
    }

    /// Gives the place of the path.
    fn push(&mut self, path: u32, above: u32, pages: u32, steps: u16) -> u32 {
        let place = self.places.len() as u32;
        self.places.push(Place { path, above, next: place + 1, pages, steps, of: 0 });
        place
    }

    /// The place of the parent of the next path. It is the path before or one above that; if one of these has none, it may
    /// be anywhere.
    fn above(&self, parent: u32) -> u32 {
        let mut above = self.places.len() as u32 - 1;
        while above > 0 && above < MISSING && self.places[above as usize].path != parent {
            above = self.places[above as usize].above;
        }
        if above == 0 || above == MISSING {
            let found = self.places[1..].binary_search_by_key(&parent, |place| place.path);
            above = found.map_or(MISSING, |number| number as u32 + 1);
        }
        above
    }

    /// Finds what comes next after all below each path, once all are there.
    fn finish(mut self) -> Placed {
        let last = self.places.len();
        self.places.push(Place { path: u32::MAX, above: last as u32, next: last as u32, pages: 0, steps: 0, of: 0 });
        let mut paths = u64::from(self.everywhere) * u64::from(self.total);
        for number in (1..last).rev() {
            let Place { above, next, pages, .. } = self.places[number];
            let above = above.min(last as u32);
            let parent = &mut self.places[above as usize];
            parent.next = parent.next.max(next);
            let of = parent.steps;
            (self.places[number].above, self.places[number].of) = (above, of);
            paths += u64::from(pages);
        }
        self.mean_paths = paths as f64 / f64::from(self.total.max(1));
        self
    }

    fn paths(&self) -> &[Place] {
        &self.places[1..self.places.len() - 1]
    }

    /// The shrunk count of a path, or of the page.
    fn steps(&self, path: u32) -> u16 {
        match path {
            ROOT => self.places[0].steps,
            _ => self.paths().binary_search_by_key(&path, |place| place.path).map_or(0, |at| self.paths()[at].steps),
        }
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
    pub fn join(&mut self, one: &Placed, two: &Placed) -> Placed {
        let total = one.total + two.total;
        let mut shrinking = Shrinking::new(total);
        let mut joined = Placed::of_page(total, shrinking.steps(total), one.paths().len() + two.paths().len());
        joined.everywhere = one.everywhere;
        for (places, placed) in [(&mut self.of_one, one), (&mut self.of_two, two)] {
            let last = placed.places.len() - 1;
            places.resize(places.len().max(last + 1), MISSING);
            (places[0], places[last]) = (0, MISSING);
        }
        let (mut i, mut j) = (1, 1);
        loop {
            let (a, b) = (&one.places[i], &two.places[j]);
            let (path, pages, above) = if a.path < b.path {
                (a.path, a.pages, self.of_one[a.above as usize])
            } else if a.path > b.path {
                (b.path, b.pages, self.of_two[b.above as usize])
            } else if a.path < u32::MAX {
                (a.path, a.pages + b.pages, self.of_one[a.above as usize])
            } else {
                return joined.finish();
            };
            let steps = shrinking.steps(pages);
            let place = if steps > 0 { joined.push(path, above, pages, steps) } else { MISSING };
            if a.path == path {
                self.of_one[i] = place;
                i += 1;
            }
            if b.path == path {
                self.of_two[j] = place;
                j += 1;
            }
        }
    }
}

/// In place of a parent's place, until it is known how many there are.
const MISSING: u32 = u32::MAX;

/// Room to place two groups side by side, for one model.
#[derive(Default)]
pub struct Sides {
    /// For each place that both have, the shrunk count that the other has there.
    in_two: Vec<u16>,
    in_one: Vec<u16>,
    everywhere: Vec<u32>,
    /// What the paths that are everywhere save and cost, for so many pages of one group and of the other.
    said: Vec<Option<(f64, f64)>>,
}

impl Sides {
    /// For these groups.
    pub fn new(start: &Start) -> Sides {
        Sides { everywhere: start.everywhere.clone(), ..Sides::default() }
    }

    /// Places two groups side by side. What is below a path that only one of them has says nothing, and is left out.
    fn evidence(&mut self, model: &Model<'_>, one: &Placed, two: &Placed) -> Evidence {
        self.clear(one, two);
        let Sides { in_two, in_one, everywhere, said } = self;
        let (one, two) = (&one.places[..], &two.places[..]);
        let (all_one, all_two) = (one[0].steps, two[0].steps);
        let whole = model.whole(all_one, all_two);
        let mut evidence = whole.absence();
        evidence.add_only_two(*said[place(all_one, all_two)].get_or_insert_with(|| whole.all_of(everywhere)));
        let (mut i, mut j) = (1, 1);
        loop {
            let (a, b) = (&one[i], &two[j]);
            if a.path < b.path {
                let m2 = in_two[a.above as usize];
                if (a.steps, a.of, m2) == (all_one, all_one, all_two) {
                    evidence.add_only_one(whole.only_one(a.path));
                } else {
                    evidence.add(model.term(a.path, a.steps, a.of, 0, m2));
                }
                i = a.next as usize;
            } else if a.path > b.path {
                let m1 = in_one[b.above as usize];
                if (b.steps, b.of, m1) == (all_two, all_two, all_one) {
                    evidence.add_only_two(whole.only_two(b.path));
                } else {
                    evidence.add(model.term(b.path, 0, m1, b.steps, b.of));
                }
                j = b.next as usize;
            } else if a.path < u32::MAX {
                (in_two[i], in_one[j]) = (b.steps, a.steps);
                if (a.steps, a.of, b.steps, b.of) == (all_one, all_one, all_two, all_two) {
                    evidence.add_only_two(whole.both(a.path));
                } else {
                    evidence.add(model.term(a.path, a.steps, a.of, b.steps, b.of));
                }
                (i, j) = (i + 1, j + 1);
            } else {
                return evidence;
            }
        }
    }

    fn clear(&mut self, one: &Placed, two: &Placed) {
        for (room, here, there) in [(&mut self.in_two, one, two), (&mut self.in_one, two, one)] {
            let last = here.places.len() - 1;
            room.resize(room.len().max(last + 1), 0);
            (room[0], room[last]) = (there.places[0].steps, 0);
        }
        self.said.resize(PLACES, None);
    }
}

impl Model<'_> {
    /// Bits saved by describing two groups with one grammar; negative where that costs more.
    ///
    /// Where one group has what the other lacks, and nothing is the other way round, that is most likely an optional
    /// part of one template, however large: such differences count by their logarithm. Two templates each have marks
    /// that the other lacks.
    pub fn saved(&self, one: &Placed, two: &Placed, sides: &mut Sides) -> f64 {
        self.nats(one, two, sides).saved() / LN_2
    }

    /// The same in parts.
    pub fn account(&self, one: &Placed, two: &Placed) -> Account {
        self.nats(one, two, &mut Sides::default()).in_bits()
    }

    #[inline]
    fn nats(&self, one: &Placed, two: &Placed, sides: &mut Sides) -> Account {
        let evidence = sides.evidence(self, one, two);
        evidence.account((one.weight(), two.weight()), one.mean_paths.min(two.mean_paths), self.usual)
    }

    /// What each path says for or against one grammar, in bits, ascending by path, without paths that both groups lack.
    /// [`Model::saved`] is no plain sum of them: it weighs differences by whether they go in one direction or in both.
    pub fn terms(&self, one: &Placed, two: &Placed) -> Vec<(u32, f64)> {
        let mut paths: Vec<u32> = one.paths().iter().chain(two.paths()).map(|place| place.path).collect();
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

    fn placed(paths: Vec<u32>, pages: Vec<u32>, total: u32) -> Placed {
        Placed::new(&corpus(), &Counts::from_parts(paths, pages, total))
    }

    fn counts(pages: &[u32], total: u32) -> Counts {
        Counts::from_parts((0..pages.len() as u32).collect(), pages.to_vec(), total)
    }

    fn paths(placed: &Placed) -> Vec<u32> {
        placed.paths().iter().map(|place| place.path).collect()
    }

    fn pages(placed: &Placed) -> Vec<u32> {
        placed.paths().iter().map(|place| place.pages).collect()
    }

    /// What each path says, added up in any order.
    fn by_terms(model: &Model<'_>, one: &Placed, two: &Placed) -> f64 {
        let mut evidence = model.whole(one.steps(ROOT), two.steps(ROOT)).absence();
        let is_there = |path: &u32| paths(one).contains(path) || paths(two).contains(path);
        for path in (0..6).filter(is_there) {
            let parent = model.corpus.parents[path as usize];
            evidence.add(model.term(path, one.steps(path), one.steps(parent), two.steps(path), two.steps(parent)));
        }
        let mean = |it: &Placed| f64::from(pages(it).iter().sum::<u32>()) / f64::from(it.total);
        evidence.account((one.weight(), two.weight()), mean(one).min(mean(two)), model.usual).saved() / LN_2
    }

    #[test]
    fn what_is_rarer_than_half_a_step_is_forgotten() {
        assert_eq!(paths(&placed(vec![0, 1, 2, 4], vec![400, 400, 2, 3], 400)), [0, 1, 4]);
        assert_eq!(paths(&placed(vec![0, 1, 2], vec![160, 160, 1], 160)), [0, 1, 2]);
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
        let side = Start::new(&corpus, &[counts(&[3, 3, 3, 1], 3), counts(&[9, 9, 2, 2], 9)]);
        assert_eq!((side.everywhere.len(), paths(&side.groups[0])), (2, vec![2, 3]));
        let whole = [placed(vec![0, 1, 2, 3], vec![3, 3, 3, 1], 3), placed(vec![0, 1, 2, 3], vec![9, 9, 2, 2], 9)];
        let saved = model.saved(&side.groups[0], &side.groups[1], &mut Sides::new(&side));
        assert!((saved - by_terms(&model, &whole[0], &whole[1])).abs() < 1e-9);
        for one in &groups {
            for two in &groups {
                let saved = model.saved(one, two, &mut sides);
                assert!((saved - by_terms(&model, one, two)).abs() < 1e-9);
                let joined = joining.join(one, two);
                let again = Placed::new(&corpus, &Counts::from_parts(paths(&joined), pages(&joined), joined.total));
                let is_whole = |it: &Placed| it.paths().iter().all(|place| place.above < it.places.len() as u32 - 1);
                for (a, b) in joined.places.iter().zip(&again.places) {
                    assert_eq!((a.path, a.pages, a.steps), (b.path, b.pages, b.steps));
                    assert!((a.above, a.next, a.of) == (b.above, b.next, b.of) || !is_whole(one) || !is_whole(two));
                }
                for place in joined.paths() {
                    let of =
                        |it: &Placed| it.paths().iter().find(|known| known.path == place.path).map_or(0, |it| it.pages);
                    assert_eq!(place.pages, of(one) + of(two));
                }
            }
        }
    }
}
