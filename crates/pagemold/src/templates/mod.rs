//! Known templates: what tells the template of a new page, or that it has none of them.
//!
//! Takes pages as tries with the template of each ([`learn`]). Gives a model that needs no pages any more: for each
//! template, how many pages hold each path, and how strange its own pages are to it. Promises the same answer in any
//! order of pages and on any number of threads, and a model that is read back ([`mod@format`]) answers like the one that
//! was written.
//!
//! A page ([`page`]) goes to the template that describes it in fewest bits ([`price`]), unless it is too strange
//! to that template ([`answer`]). What changed between two models is told in paths ([`spell`]).

pub mod answer;
pub mod format;
pub mod learn;
pub mod page;
pub mod price;
pub mod spell;
pub mod weights;

use std::collections::HashMap;

use crate::groups::grammar::corpus::{Corpus, ROOT};
use crate::groups::grammar::counts::Counts;

/// Templates over the paths that their pages have.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    /// The paths, without pages; a parent's number is below its children's.
    pub paths: Corpus,
    /// What people, or a collection, call each template.
    pub names: Vec<Box<str>>,
    /// How many pages of each template hold each path.
    pub counts: Vec<Counts>,
    /// How strange the nineteenth of twenty pages of each template is to it.
    pub tolerances: Vec<f64>,
    /// What identifies each distinct page that a template was learnt from, ascending: one that is equal has its template,
    /// however strange it is.
    pub learnt: Vec<Vec<u64>>,
}

impl Templates {
    /// How many templates there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// These templates and others, which come last.
    pub fn join(&mut self, other: &Templates) {
        let numbers = self.adopt(&other.paths);
        for counts in &other.counts {
            let mut items: Vec<(u32, u32)> =
                counts.paths.iter().map(|&path| numbers[path as usize]).zip(counts.pages.iter().copied()).collect();
            items.sort_unstable();
            let (paths, pages) = items.into_iter().unzip();
            self.counts.push(Counts::from_parts(paths, pages, counts.total));
        }
        self.names.extend(other.names.iter().cloned());
        self.tolerances.extend(&other.tolerances);
        self.learnt.extend(other.learnt.iter().cloned());
    }

    /// Only some of them, in this order; all paths stay.
    pub fn only(&self, chosen: &[usize]) -> Templates {
        Templates {
            paths: self.paths.clone(),
            names: chosen.iter().map(|&it| self.names[it].clone()).collect(),
            counts: chosen.iter().map(|&it| self.counts[it].clone()).collect(),
            tolerances: chosen.iter().map(|&it| self.tolerances[it]).collect(),
            learnt: chosen.iter().map(|&it| self.learnt[it].clone()).collect(),
        }
    }

    /// Takes in the paths that are new; gives the number here of each.
    fn adopt(&mut self, other: &Corpus) -> Vec<u32> {
        let mut words: HashMap<Box<str>, u32> = self.paths.words.iter().cloned().zip(0..).collect();
        let mut known: HashMap<u64, u32> = self.paths.hashes.iter().copied().zip(0..).collect();
        let mut numbers = Vec::with_capacity(other.paths());
        for path in 0..other.paths() {
            let fresh = self.paths.hashes.len() as u32;
            let number = *known.entry(other.hashes[path]).or_insert(fresh);
            if number == fresh {
                let word = other.name(path as u32);
                let next = self.paths.words.len() as u32;
                let name = *words.entry(word.into()).or_insert_with(|| {
                    self.paths.words.push(word.into());
                    next
                });
                let above = other.parents[path];
                self.paths.parents.push(if above == ROOT { ROOT } else { numbers[above as usize] });
                self.paths.hashes.push(other.hashes[path]);
                self.paths.names.push(name);
            }
            numbers.push(number);
        }
        numbers
    }
}
