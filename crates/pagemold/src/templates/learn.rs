//! Pages with labels → templates, and how strange their own pages are to them, each page left out of its template.

use super::Templates;
use super::answer::Rooms;
use super::page::Page;
use super::price::{Pricing, Ready};
use crate::groups::grammar::copies::COPIES;
use crate::groups::grammar::corpus::{Corpus, NO_SET};
use crate::groups::grammar::counts::{Counts, Tally};
use crate::parallel;

/// A page that nothing is learnt from.
pub const NO_LABEL: u32 = u32::MAX;
/// Distinct pages of a template that are asked; they tell it as well as thousands do.
const ASKED: usize = 64;
/// The share of a template's own pages that it tolerates.
const QUANTILE: f64 = 0.95;
/// With how many pages' weight a tolerance is drawn towards that of all templates.
const COMMON: f64 = 30.0;
/// The tolerance where no template has two pages.
const USUAL: f64 = 0.25;
/// The least tolerance: a template all whose pages are alike has not shown yet what may vary.
const LEAST: f64 = 0.18;
const SHARE: usize = 16;

/// The templates of labelled pages: `labels` has the number of each page's, `names` has theirs.
pub fn learn(corpus: &Corpus, labels: &[u32], names: Vec<Box<str>>, jobs: usize) -> Templates {
    let members = members(corpus, labels, names.len());
    let mut tally = Tally::new(corpus);
    let mut counts: Vec<Counts> = members.iter().map(|sets| tally.copies(sets)).collect();
    let mut used: Vec<u32> = counts.iter().flat_map(|counts| &counts.paths).copied().collect();
    used.sort_unstable();
    used.dedup();
    let paths = corpus.paths_alone(&used);
    for path in counts.iter_mut().flat_map(|counts| &mut counts.paths) {
        *path = used.partition_point(|used| used < path) as u32;
    }
    let learnt = members.iter().map(|sets| identities(corpus, sets)).collect();
    let mut templates = Templates { paths, counts, names, learnt, ..Templates::default() };
    let asked: Vec<Asked> = members.iter().zip(0..).flat_map(|(sets, label)| asked(sets, label)).collect();
    calibrate(&mut templates, corpus, &asked, jobs);
    templates
}

/// The distinct pages of each label, ascending, with the number of their copies.
fn members(corpus: &Corpus, labels: &[u32], count: usize) -> Vec<Vec<(u32, u32)>> {
    let mut members: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
    let mut pages: Vec<(u32, u32)> = labels.iter().copied().zip(corpus.page_sets.iter().copied()).collect();
    pages.retain(|&(label, set)| label != NO_LABEL && set != NO_SET);
    pages.sort_unstable();
    for (label, set) in pages {
        let sets = &mut members[label as usize];
        match sets.last_mut() {
            Some((last, copies)) if *last == set => *copies += 1,
            _ => sets.push((set, 1)),
        }
    }
    members
}

fn identities(corpus: &Corpus, sets: &[(u32, u32)]) -> Vec<u64> {
    let mut sums: Vec<u64> = sets.iter().map(|&(set, _)| corpus.sums[set as usize]).collect();
    sums.sort_unstable();
    sums
}

/// A training page that is asked.
struct Asked {
    label: u32,
    set: u32,
    copies: u32,
}

fn asked(sets: &[(u32, u32)], label: u32) -> impl Iterator<Item = Asked> {
    let step = sets.len().div_ceil(ASKED).max(1);
    sets.iter().step_by(step).map(move |&(set, copies)| Asked { label, set, copies: copies.min(COPIES) })
}

fn calibrate(templates: &mut Templates, corpus: &Corpus, asked: &[Asked], jobs: usize) {
    let ready = Ready::new(templates);
    let pricing = Pricing::new(templates, &ready);
    let rooms = Rooms::default();
    let mut on = vec![0u32; templates.paths.paths()];
    for counts in &templates.counts {
        counts.paths.iter().zip(&counts.pages).for_each(|(&path, &pages)| on[path as usize] += pages);
    }
    let strangeness = parallel::map(asked, jobs, SHARE, |it| {
        let mut room = rooms.take(&pricing);
        let alone = Page::of_set(&pricing, corpus, it.set, |path| on[path as usize] > it.copies);
        let background = pricing.price(&mut room, &alone, None, 0).bits;
        let strangeness = pricing.price(&mut room, &alone, Some(it.label), it.copies).strangeness(background);
        rooms.give_back(room);
        strangeness
    });
    let mut own: Vec<Vec<f64>> = vec![Vec::new(); templates.len()];
    for (it, strangeness) in asked.iter().zip(strangeness) {
        if templates.counts[it.label as usize].total > it.copies {
            own[it.label as usize].push(strangeness);
        }
    }
    templates.tolerances = tolerances(&mut own);
}

fn tolerances(own: &mut [Vec<f64>]) -> Vec<f64> {
    let quantiles: Vec<Option<f64>> = own.iter_mut().map(|own| quantile(own)).collect();
    let known: Vec<f64> = quantiles.iter().copied().flatten().collect();
    let common = if known.is_empty() { USUAL } else { known.iter().sum::<f64>() / known.len() as f64 };
    let drawn = |(quantile, own): (&Option<f64>, &Vec<f64>)| {
        let pages = own.len() as f64;
        ((quantile.unwrap_or(0.0) * pages + common * COMMON) / (pages + COMMON)).max(LEAST)
    };
    quantiles.iter().zip(&*own).map(drawn).collect()
}

fn quantile(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let place = (values.len() as f64 * QUANTILE).ceil() as usize;
    values.get(place.saturating_sub(1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nineteenth_of_twenty() {
        let mut values: Vec<f64> = (1..=20).rev().map(f64::from).collect();
        assert_eq!(quantile(&mut values), Some(19.0));
        assert_eq!(quantile(&mut []), None);
    }
}
