//! The template of a page, or none: the cheapest of the likeliest, unless the page is too strange to it.

use std::sync::Mutex;

use super::page::Page;
use super::price::{Price, Pricing, Room};

/// Templates that are priced for a page: so many that have most in common with it, and of those that were learnt from an
/// equal one.
pub const CANDIDATES: usize = 12;
/// How many times as strange as a template tolerates a page may be: few pages made the tolerance.
const SLACK: f64 = 1.015;
/// The least share that a template tells right of what it could tell about a page of its own. Where the element around all of
/// a page is new, nothing inside is known: then neither is the template, whatever it tolerates.
const LEAST_TOLD: f64 = 0.4;

/// What is said about one page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The template, if the page has one of them.
    pub template: Option<u32>,
    /// The template that is next, or nearest where the page has none.
    pub runner_up: Option<u32>,
    /// Bits of the page under its template, or under the background where it has none.
    pub bits: f64,
    /// How many more the runner-up takes; below 0 where it takes fewer and is refused all the same, or where the template
    /// was learnt from a page that is equal.
    pub margin: f64,
    /// From 0 to 1, how much of what the nearest template could tell about the page it told right.
    pub similarity: f64,
}

/// The template of a page: the cheapest of those that were learnt from an equal one; if there are none, the cheapest of
/// its candidates, if the page is no stranger to it than its own pages are.
pub fn answer(pricing: &Pricing<'_>, room: &mut Room, page: &Page) -> Answer {
    let mut candidates = pricing.candidates(room, page, CANDIDATES);
    candidates.extend(&page.learnt_by);
    candidates.sort_unstable();
    candidates.dedup();
    let is_own = |template: u32| page.learnt_by.binary_search(&template).is_ok();
    let mut priced: Vec<(u32, Price)> =
        candidates.into_iter().map(|template| (template, pricing.price(room, page, Some(template), 0))).collect();
    priced.sort_by(|(one, price), (two, other)| {
        is_own(*two).cmp(&is_own(*one)).then(price.bits.total_cmp(&other.bits)).then(one.cmp(two))
    });
    let background = pricing.price(room, page, None, 0).bits;
    let none = Answer { template: None, runner_up: None, bits: background, margin: 0.0, similarity: 0.0 };
    let Some(&(template, price)) = priced.first() else { return none };
    let similarity = 1.0 - price.surprise(background);
    let tolerance = pricing.templates.tolerances[template as usize];
    let is_told = price.bits < background && similarity >= LEAST_TOLD;
    let is_usual = is_told && price.strangeness(background) <= SLACK * tolerance;
    if is_own(template) || is_usual {
        let second = priced.get(1);
        let margin = second.map_or(0.0, |(_, second)| second.bits - price.bits);
        let runner_up = second.map(|&(template, _)| template);
        return Answer { template: Some(template), runner_up, bits: price.bits, margin, similarity };
    }
    Answer { runner_up: Some(template), margin: price.bits - background, similarity, ..none }
}

/// Rooms that threads lend each other: one takes as long to clear as a model has paths.
#[derive(Default)]
pub struct Rooms {
    free: Mutex<Vec<Room>>,
}

impl Rooms {
    /// A clear one.
    pub fn take(&self, pricing: &Pricing<'_>) -> Room {
        let free = self.free.lock().ok().and_then(|mut free| free.pop());
        free.unwrap_or_else(|| Room::new(pricing))
    }

    /// For the next one.
    pub fn give_back(&self, room: Room) {
        if let Ok(mut free) = self.free.lock() {
            free.push(room);
        }
    }
}
