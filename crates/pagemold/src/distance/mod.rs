//! How alike two pages are: one file a measure, under its name in the literature.
//!
//! Takes [`Items`], the features of many pages in one flat buffer. Gives similarities between 0 and 1: of all pairs, of
//! the nearest known page, or the least inside a group ([`search`]). Promises exact values, the same for any number of
//! threads. Never recurses, and compares pages that are the same only once.
//!
//! Every measure is a whole-number [`Metric`]: a distance that obeys the triangle inequality, a cheap bound below it,
//! and a similarity that falls as the distance grows. That is all a search needs to leave most pairs uncompared.

mod bags;
mod forest;
pub mod grammar;
mod items;
pub mod lcts;
pub mod levenshtein;
pub mod linkage;
mod metric;
pub mod overlap;
mod quick_hash;
pub mod rtdm;
pub mod search;
pub mod tag_vector;
pub mod tree_edit;

pub use bags::Bags;
pub use forest::{Forest, Subtree};
pub use items::{Distinct, Items};
pub use metric::Metric;

use crate::{Error, Result};
use search::{Nearest, Question};

/// What a caller does with a metric, whichever it is.
trait Use {
    type Answer;
    fn with(self, metric: &impl Metric) -> Self::Answer;
}

/// The measures by name. What their items are is said in the file of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each is described by the module of its name
pub enum Measure {
    Lcts,
    Levenshtein,
    Overlap,
    Rtdm,
    TagVector,
}

const MEASURES: [(&str, Measure); 5] = [
    ("lcts", Measure::Lcts),
    ("levenshtein", Measure::Levenshtein),
    ("overlap", Measure::Overlap),
    ("rtdm", Measure::Rtdm),
    ("tag_vector", Measure::TagVector),
];

impl Measure {
    /// The measure called so.
    pub fn named(name: &str) -> Result<Measure> {
        let known = MEASURES.iter().find(|(known, _)| *known == name).map(|&(_, measure)| measure);
        known.ok_or_else(|| {
            let names: Vec<&str> = MEASURES.iter().map(|&(name, _)| name).collect();
            Error::Argument(format!("there is no measure {name:?}; there are {}", names.join(", ")))
        })
    }

    fn apply<U: Use>(self, items: &Items, user: U) -> U::Answer {
        match self {
            Measure::Lcts => user.with(&lcts::Lcts::new(items)),
            Measure::Levenshtein => user.with(&levenshtein::Levenshtein::new(items)),
            Measure::Overlap => user.with(&overlap::Overlap::new(items)),
            Measure::Rtdm => user.with(&rtdm::Rtdm::new(items)),
            Measure::TagVector => user.with(&tag_vector::TagVector::new(items)),
        }
    }

    /// The similarity of each left item to each right one, a row a left item.
    pub fn matrix(self, left: &Items, right: &Items, jobs: usize) -> Vec<f64> {
        struct All<'a>(&'a [usize], &'a [usize], usize);
        impl Use for All<'_> {
            type Answer = Vec<f64>;
            fn with(self, metric: &impl Metric) -> Vec<f64> {
                search::matrix(metric, self.0, self.1, self.2)
            }
        }
        let Distinct { items, places } = Items::joined(left, right).distinct();
        let (left, right) = places.split_at(left.len());
        self.apply(&items, All(left, right, jobs))
    }

    /// For each query the most alike known item of a group, if it is alike enough: see [`Question`].
    pub fn nearest(self, queries: &Items, known: &Items, question: &Question<'_>, jobs: usize) -> Vec<Nearest> {
        struct Ask<'a>(&'a [usize], &'a [usize], &'a Question<'a>, usize);
        impl Use for Ask<'_> {
            type Answer = Vec<Nearest>;
            fn with(self, metric: &impl Metric) -> Vec<Nearest> {
                search::nearest(metric, self.0, self.1, self.2, self.3)
            }
        }
        let Distinct { items, places } = Items::joined(queries, known).distinct();
        let (queries, known) = places.split_at(queries.len());
        self.apply(&items, Ask(queries, known, question, jobs))
    }

    /// The number of each item's group: the connected components of pairs with at least this similarity.
    pub fn linked(self, items: &Items, threshold: f64, jobs: usize) -> Vec<usize> {
        struct Link(usize, f64, usize);
        impl Use for Link {
            type Answer = Vec<usize>;
            fn with(self, metric: &impl Metric) -> Vec<usize> {
                linkage::linked(metric, self.0, self.1, self.2)
            }
        }
        let Distinct { items, places } = items.distinct();
        let groups = self.apply(&items, Link(items.len(), threshold, jobs));
        places.into_iter().map(|place| groups[place]).collect()
    }

    /// The least similarity of two items inside each group: 1 where a group has fewer than two.
    pub fn least(self, items: &Items, groups: &[u32], count: usize, jobs: usize) -> Result<Vec<f64>> {
        struct Least<'a>(&'a [usize], &'a [u32], usize, usize);
        impl Use for Least<'_> {
            type Answer = Vec<f64>;
            fn with(self, metric: &impl Metric) -> Vec<f64> {
                search::least(metric, self.0, self.1, self.2, self.3)
            }
        }
        search::check_groups(groups, items.len(), count)?;
        let Distinct { items, places } = items.distinct();
        Ok(self.apply(&items, Least(&places, groups, count, jobs)))
    }
}
