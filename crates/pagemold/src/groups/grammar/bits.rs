//! The price of pages under a grammar, in bits, and what joining two grammars saves.
//!
//! A template draws, for each path whose parent is there, a chance of its own from Beta(S·q, S·(1 − q)), q being the
//! background. The price of a group is the marginal likelihood of its counts: no parameter is fitted. All logarithms
//! come from tables over quarter pages and 96 steps of logit q.

use std::f64::consts::LN_2;
use std::sync::Arc;

use super::corpus::Corpus;
use super::tables::{Plain, Tables, WIDTH, level, place};

/// S: how firmly a new template expects the background.
pub const STRENGTH: f64 = 0.8;
/// Bits paid once for each path that a grammar holds. Two that are joined save them, less where pages of the family have the
/// path anyway; a page that moves pays them whole.
pub const NAME: f64 = 0.5;
/// How much differences in both directions count: at least, and by how much more the less is known of the larger group.
/// Among few pages each content looks like a mark, so little must differ; a group that is known has shown what varies.
const TWO_SIDED: f64 = 0.75;
const UNKNOWN: (f64, f64) = (11.0, 4.0);
/// Bits from which further differences in one direction count less and less.
const ONE_SIDED: f64 = 17.5;
/// Bits for one mold before anything is seen.
const PRIOR: f64 = 4.5;
/// And for what a page of the family holds in the mean, the price of its names: the more there is, the more differs by chance.
/// Half of that where a family has so many distinct pages: of few it is not known what they usually hold.
const KNOWN_FAMILY: f64 = 40.0;
/// By how much more for each e times the pages of the smaller group: the more pages, the more differ by chance.
const FIRMNESS: f64 = 4.0;
/// By how much more for each e times what varies inside the groups: where pages vary anyway, groups of them do.
const VARIETY: f64 = 7.0;
/// Paths from which a page is of usual size. The prior is less where one group has smaller pages: fewer can differ there.
const USUAL_PATHS: f64 = 40.0;
/// How much a difference that varies inside the groups counts less than one that never does.
const CONTRAST: f64 = 0.75;

/// The model that all groups share.
pub struct Model<'a> {
    /// The pages' paths.
    pub corpus: &'a Corpus,
    /// Of each path; of the page, in the last place.
    facts: Arc<[Facts]>,
    /// Nats for one mold because of what pages hold in the mean.
    pub usual: f64,
    tables: &'static Tables,
}

/// All that is asked of a path when groups are compared, in one place: at random places of large tables it is reading
/// that takes the time.
#[derive(Clone, Copy, Default)]
pub struct Facts {
    weight: f64,
    background: f64,
    /// Nats that two groups save by naming it once.
    shared: f64,
    /// Σ weight·q of its children.
    children: f64,
    above: u32,
    level: u8,
}

/// What paths say about two groups of so many pages which all or none of these have, while all have the parent. The same
/// as [`Model::term`] says, out of a table.
pub struct Whole<'m> {
    facts: &'m [Facts],
    absence: f64,
    plain: &'static [Plain; 3],
}

impl Whole<'_> {
    /// What the groups say by all that both of them lack.
    pub fn absence(&self) -> Evidence {
        let page = &self.facts[self.facts.len() - 1];
        Evidence { reward: page.children * self.absence, ..Evidence::default() }
    }

    /// What a path that only the first group has saves and costs.
    #[inline(always)]
    pub fn only_one(&self, path: u32) -> (f64, f64) {
        self.difference(&self.facts[path as usize], &self.plain[0])
    }

    /// One that only the second has.
    #[inline(always)]
    pub fn only_two(&self, path: u32) -> (f64, f64) {
        self.difference(&self.facts[path as usize], &self.plain[1])
    }

    /// One that both have.
    #[inline(always)]
    pub fn both(&self, path: u32) -> (f64, f64) {
        let facts = &self.facts[path as usize];
        let (gain, loss) = self.difference(facts, &self.plain[2]);
        (facts.shared + facts.children * self.absence + gain, loss)
    }

    /// Some that both have.
    pub fn all_of(&self, paths: &[u32]) -> (f64, f64) {
        paths.iter().map(|&path| self.both(path)).fold((0.0, 0.0), |sum, said| (sum.0 + said.0, sum.1 + said.1))
    }

    #[inline(always)]
    fn difference(&self, facts: &Facts, plain: &Plain) -> (f64, f64) {
        let nats = facts.weight * (plain.nats[usize::from(facts.level)] - facts.background * self.absence);
        (nats.max(0.0), (-nats).max(0.0) * plain.contrast)
    }
}

/// What one path says about two groups, in nats.
#[derive(Clone, Copy, Default)]
pub struct Term {
    /// Above 0 where they agree, below 0 where they differ.
    difference: f64,
    /// What it saves to name it once.
    shared: f64,
    is_more_in_one: bool,
    /// How much it varies inside the groups.
    variety: f64,
}

/// What all paths say about two groups, in nats.
#[derive(Default)]
pub struct Evidence {
    reward: f64,
    more_in_one: f64,
    more_in_two: f64,
    variety: f64,
}

impl Term {
    /// All of it, in bits.
    pub fn bits(&self) -> f64 {
        (self.difference + self.shared) / LN_2
    }
}

impl Evidence {
    /// Adds what a path says.
    #[inline]
    pub fn add(&mut self, term: Term) {
        // Guessing the sign costs more than both ways do.
        let loss = (-term.difference).max(0.0);
        self.reward += term.shared + term.difference.max(0.0);
        self.variety += term.variety;
        self.more_in_one += if term.is_more_in_one { loss } else { 0.0 };
        self.more_in_two += if term.is_more_in_one { 0.0 } else { loss };
    }

    /// Adds what a path saves that only the first group has, or that costs because it has more of it.
    #[inline(always)]
    pub fn add_only_one(&mut self, (gain, loss): (f64, f64)) {
        self.reward += gain;
        self.more_in_one += loss;
    }

    /// The same for the second.
    #[inline(always)]
    pub fn add_only_two(&mut self, (gain, loss): (f64, f64)) {
        self.reward += gain;
        self.more_in_two += loss;
    }

    /// All together, in nats, for groups of these weights, one of which has pages of so few paths in the mean; `usual` is that
    /// of their model.
    #[inline]
    pub fn account(&self, (one, two): (f64, f64), paths: f64, usual: f64) -> Account {
        let (less, more) = (self.more_in_one.min(self.more_in_two), self.more_in_one.max(self.more_in_two));
        let (smaller, larger) = (one.min(two), one.max(two));
        let two_sided = TWO_SIDED + UNKNOWN.0 / (larger + UNKNOWN.1);
        let bound = ONE_SIDED * LN_2;
        let differences = 2.0 * two_sided * less + bound * ((more - less) / bound).ln_1p();
        let prior = (PRIOR + FIRMNESS * smaller.max(1.0).ln() + VARIETY * self.variety.ln_1p()) * LN_2 + usual;
        let advance = prior * (paths / USUAL_PATHS).min(1.0).sqrt();
        Account { advance, alike: self.reward, differing: -differences }
    }
}

/// What it saves to describe two groups by one grammar, in parts.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    /// What one mold is given, whatever it is that the groups have: more where they are larger and vary more,
    pub advance: f64,
    /// what the groups have in common,
    pub alike: f64,
    /// and what they do not, 0 or below.
    pub differing: f64,
}

impl Account {
    /// All of it.
    #[inline]
    pub fn saved(self) -> f64 {
        self.advance + self.alike + self.differing
    }

    /// Nats as bits.
    pub fn in_bits(self) -> Account {
        Account { advance: self.advance / LN_2, alike: self.alike / LN_2, differing: self.differing / LN_2 }
    }
}

impl<'a> Model<'a> {
    /// Tables for a background and weights of the paths of a family, all of whose pages are in the corpus.
    pub fn new(corpus: &'a Corpus, background: &[f64], weights: &[f64]) -> Model<'a> {
        let mut facts = vec![Facts::default(); corpus.paths() + 1];
        // The chance that a page of the family has each path; the page itself is in the last place.
        let mut chances = vec![1.0; corpus.paths() + 1];
        let mut usual = 0.0;
        for path in 0..corpus.paths() {
            let above = corpus.above(path as u32);
            let name = NAME * LN_2 * weights[path];
            chances[path] = chances[above] * background[path];
            usual += name * chances[path];
            facts[above].children += weights[path] * background[path];
            facts[path] = Facts {
                weight: weights[path],
                background: background[path],
                shared: name * (1.0 - chances[path]),
                children: facts[path].children,
                above: above as u32,
                level: level(background[path]),
            };
        }
        let pages = corpus.len() as f64;
        Model { usual: usual * pages / (pages + KNOWN_FAMILY), ..Model::of_facts(corpus, facts.into()) }
    }

    /// The model that these facts came from, to price pages; groups cannot be compared by it.
    pub fn of_facts(corpus: &'a Corpus, facts: Arc<[Facts]>) -> Model<'a> {
        Model { corpus, facts, usual: 0.0, tables: Tables::get() }
    }

    /// All that was computed of the paths.
    pub fn facts(&self) -> Arc<[Facts]> {
        self.facts.clone()
    }

    /// What one path contributes to [`Model::saved`]: k of m pages with the parent have it, here and there.
    #[inline(always)]
    pub fn term(&self, path: u32, k1: u16, m1: u16, k2: u16, m2: u16) -> Term {
        if m1 == 0 || m2 == 0 {
            return Term::default(); // the parent is missing on one side: nothing to compare
        }
        let facts = &self.facts[path as usize];
        let mut nats = self.alone(facts.level, k1, m1, k2, m2);
        nats = facts.weight * (nats - facts.background * self.shared_absence(m1, m2));
        let (contrast, wavering) = contrast(k1, m1, k2, m2);
        nats *= if nats < 0.0 { contrast } else { 1.0 };
        let shared = facts.shared + facts.children * self.shared_absence(k1, k2);
        let is_shared = k1 > 0 && k2 > 0;
        let (k1, m1, k2, m2) = (u32::from(k1.min(m1)), u32::from(m1), u32::from(k2.min(m2)), u32::from(m2));
        Term {
            difference: nats,
            shared: if is_shared { shared } else { 0.0 },
            is_more_in_one: k1 * m2 > k2 * m1,
            variety: facts.weight * wavering,
        }
    }

    /// What paths say that all or none of so many pages have.
    pub fn whole(&self, m1: u16, m2: u16) -> Whole<'_> {
        Whole { facts: &self.facts, absence: self.shared_absence(m1, m2), plain: self.plain(m1, m2) }
    }

    /// What paths say that only the first group has, only the second, or both; a group has whole pages.
    fn plain(&self, m1: u16, m2: u16) -> &'static [Plain; 3] {
        let of = |k1: u16, k2: u16| Plain {
            nats: std::array::from_fn(|level| self.alone(level as u8, k1, m1, k2, m2)),
            contrast: contrast(k1, m1, k2, m2).0,
        };
        self.tables.plain[place(m1, m2)].get_or_init(|| Box::new([of(m1, 0), of(0, m2), of(m1, m2)]))
    }

    /// What a path of weight 1 says, without what it says by being absent together: nats of k presences and m − k absences
    /// here and there, against those of all together.
    #[inline(always)]
    fn alone(&self, level: u8, k1: u16, m1: u16, k2: u16, m2: u16) -> f64 {
        let (gains, total) = (&self.tables.gains[usize::from(level)], &self.tables.total);
        let price = |k: u16, m: u16| {
            let (k, m) = (usize::from(k.min(m)), usize::from(m));
            total[m] - gains[k].0 - gains[m - k].1
        };
        price(k1, m1) + price(k2, m2) - price(k1 + k2, m1 + m2)
    }

    /// Nats gained, for each unit of q, by lacking the same path together.
    #[inline]
    fn shared_absence(&self, m1: u16, m2: u16) -> f64 {
        self.tables.shared_absence[usize::from(m1) * (WIDTH / 2 + 1) + usize::from(m2)]
    }

    /// Bits of one page under a grammar: `pages` are the grammar's shrunk counts of each path, with their total last.
    /// `here` has a false for each path.
    pub fn page_bits(&self, page: &[u32], grammar: &[u32], pages: &[f64], here: &mut [bool]) -> f64 {
        for &path in page {
            here[path as usize] = true;
        }
        let last = self.corpus.paths();
        let mut bits = self.facts[last].missing(pages[last]);
        for &path in page {
            let place = path as usize;
            let facts = &self.facts[place];
            bits += facts.here(pages[place], pages[facts.above as usize]) + facts.missing(pages[place]);
        }
        for &path in grammar {
            let place = path as usize;
            let facts = &self.facts[place];
            let above = facts.above as usize;
            if pages[place] > 0.0 && (above == last || here[above]) {
                bits += facts.absence(pages[place], pages[above]);
            }
        }
        for &path in page {
            here[path as usize] = false;
        }
        bits
    }

    /// Lays out a grammar: for each path of it, the bits of its presence on a page and of the absence of its children,
    /// all told; of the page itself, in the last place. `pages` and `bits` have a zero for each path and one more.
    pub fn lay_out(&self, grammar: &[u32], pages: &[f64], bits: &mut [f64]) {
        let last = self.corpus.paths();
        bits[last] = self.facts[last].missing(pages[last]);
        for &path in grammar {
            let place = path as usize;
            let facts = &self.facts[place];
            let above = facts.above as usize;
            bits[above] += facts.absence(pages[place], pages[above]);
            bits[place] += facts.here(pages[place], pages[above]) + facts.missing(pages[place]);
        }
    }

    /// The chance of a path in a grammar where k of m pages with its parent have it.
    pub fn chance(&self, path: usize, k: f64, m: f64) -> f64 {
        self.facts[path].chance(k, m)
    }

    /// The bits of each path under a grammar that knows neither it nor its parent.
    pub fn unknown_bits(&self) -> Vec<f64> {
        self.facts[..self.corpus.paths()].iter().map(|facts| facts.here(0.0, 0.0) + facts.missing(0.0)).collect()
    }

    /// The same as [`Model::page_bits`] under a grammar that is laid out; `unknown` are [`Model::unknown_bits`].
    pub fn laid_out_bits(&self, page: &[u32], pages: &[f64], bits: &[f64], unknown: &[f64]) -> f64 {
        let mut sum = bits[self.corpus.paths()];
        for &path in page {
            let place = path as usize;
            sum += if pages[place] > 0.0 {
                bits[place]
            } else {
                let facts = &self.facts[place];
                match pages[facts.above as usize] {
                    0.0 => unknown[place],
                    above => facts.here(0.0, above) + facts.missing(0.0),
                }
            };
        }
        sum
    }
}

impl Facts {
    fn chance(&self, k: f64, m: f64) -> f64 {
        ((k + STRENGTH * self.background) / (m + STRENGTH)).clamp(1e-6, 1.0 - 1e-6)
    }

    /// Bits of the presence of a path, instead of its absence.
    pub(super) fn here(&self, k: f64, m: f64) -> f64 {
        let chance = self.chance(k, m);
        let instead = if k == 0.0 { NAME * self.weight - self.unseen(m) } else { (1.0 - chance).log2() * self.weight };
        instead - chance.log2() * self.weight
    }

    /// Bits of the absence of a path that the grammar knows, beyond those of one that it has never seen.
    pub(super) fn absence(&self, k: f64, m: f64) -> f64 {
        -(1.0 - self.chance(k, m)).log2() * self.weight - self.unseen(m)
    }

    /// Bits for the absence of a path that the grammar has never seen, q being small.
    fn unseen(&self, above: f64) -> f64 {
        self.weight * self.background * STRENGTH / (above + STRENGTH) / LN_2
    }

    /// The same for all children of a path.
    pub(super) fn missing(&self, pages: f64) -> f64 {
        self.children * STRENGTH / (pages + STRENGTH) / LN_2
    }
}

/// 1 where one group always and the other never has the path, less the more both waver; and how much they do.
#[inline]
fn contrast(k1: u16, m1: u16, k2: u16, m2: u16) -> (f64, f64) {
    let (one, two) = (f64::from(k1.min(m1)) / f64::from(m1), f64::from(k2.min(m2)) / f64::from(m2));
    let between = (one - two) * (one - two) + 1e-3;
    let wavering = one * (1.0 - one) + two * (1.0 - two);
    (between / (between + CONTRAST * wavering), wavering)
}
