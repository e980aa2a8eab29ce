//! What a page costs under a template, and how much of that is surprise.

use std::sync::Arc;

use super::Templates;
use super::page::{Page, Vocabulary};
use super::weights::Weights;
use crate::groups::grammar::background::{background, share};
use crate::groups::grammar::bits::{Facts, Model, NAME, STRENGTH};
use crate::groups::grammar::counts::{Counts, PAGES};

/// What more than this share of a template's pages have, of those with the part above it, belongs to it.
const NEARLY_ALL: f64 = 0.9;
/// Added to what may be 0, so that templates whose pages hardly vary are not too strict.
const SOFTENER: f64 = 0.1;

/// All that follows from the counts of templates, so that it is worked out once.
pub struct Ready {
    /// What each path counts, known or not.
    pub weights: Weights,
    /// The numbers of known paths.
    pub vocabulary: Vocabulary,
    facts: Arc<[Facts]>,
    /// The templates that have each path, and the share of their pages that do.
    starts: Vec<usize>,
    postings: Vec<(u32, f32)>,
    /// Σ weight·share of each template's paths.
    sizes: Vec<f64>,
    /// What identifies each page that was learnt from, and its template, ascending.
    learnt: Vec<(u64, u32)>,
}

/// Templates ready to price pages.
pub struct Pricing<'a> {
    /// The templates.
    pub templates: &'a Templates,
    /// What follows from them.
    pub ready: &'a Ready,
    model: Model<'a>,
    nothing: Counts,
}

/// Bits of a page under a template.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    /// All of them, but for those below unknown paths.
    pub bits: f64,
    /// Those for paths that the template does not have although it has their parent, and for paths that it would have;
    /// large parts count more.
    pub unexpected: f64,
    parts: Parts,
}

/// The weight of parts where the page and the template could have met, large ones counting more.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    /// What nearly every page of the template has, and this one too.
    kept: f64,
    /// What nearly every page of the template has, but not this one.
    lacking: f64,
    /// What the page has, but no page of the template.
    added: f64,
}

impl Price {
    /// From 0 to 1, how much of what the template could tell about the page it told wrong.
    pub fn surprise(&self, background: f64) -> f64 {
        let told = background - self.bits;
        if told <= 0.0 { 1.0 } else { self.unexpected / (told + self.unexpected) }
    }

    /// How much a page looks like one of another template, from 0.1 to 1.1.
    ///
    /// A page that only lacks parts, or only has more of them, is an odd one of its own template. One of another template
    /// has other parts in their place: both shares count, one times the other.
    pub fn strangeness(&self, background: f64) -> f64 {
        let Parts { kept, lacking, added } = self.parts;
        let share = |of: f64| if of > 0.0 { of / (of + kept) } else { 0.0 };
        let exchanged = (share(lacking) * share(added)).sqrt();
        ((self.surprise(background) + SOFTENER) * (exchanged + SOFTENER)).sqrt()
    }
}

/// Room for one template's counts, one page's paths, and the votes for all templates.
pub struct Room {
    pages: Vec<f64>,
    here: Vec<bool>,
    votes: Vec<f64>,
}

impl Room {
    /// For the paths and templates of a model.
    pub fn new(pricing: &Pricing<'_>) -> Room {
        let paths = pricing.templates.paths.paths();
        Room { pages: vec![0.0; paths + 1], here: vec![false; paths], votes: vec![0.0; pricing.templates.len()] }
    }
}

impl Ready {
    /// Tables for these templates.
    pub fn new(templates: &Templates) -> Ready {
        let paths = &templates.paths;
        let weights = Weights::new(templates);
        let background = background(paths, &templates.counts);
        let facts = Model::new(paths, &background, &weights.known).facts();
        let mut starts = vec![0; paths.paths() + 1];
        templates.counts.iter().flat_map(|counts| &counts.paths).for_each(|&path| starts[path as usize + 1] += 1);
        for path in 0..paths.paths() {
            starts[path + 1] += starts[path];
        }
        let mut next = starts.clone();
        let mut postings = vec![(0, 0.0); starts[paths.paths()]];
        let mut sizes = vec![0.0; templates.len()];
        for (template, counts) in templates.counts.iter().enumerate() {
            for (&path, &pages) in counts.paths.iter().zip(&counts.pages) {
                let share = f64::from(pages) / f64::from(counts.total.max(1));
                sizes[template] += weights.known[path as usize] * share;
                postings[next[path as usize]] = (template as u32, share as f32);
                next[path as usize] += 1;
            }
        }
        let vocabulary = paths.hashes.iter().copied().zip(0..).collect();
        let pages = templates.learnt.iter().zip(0..);
        let mut learnt: Vec<(u64, u32)> =
            pages.flat_map(|(pages, template)| pages.iter().map(move |&page| (page, template))).collect();
        learnt.sort_unstable();
        Ready { weights, vocabulary, facts, starts, postings, sizes, learnt }
    }

    /// The templates that were learnt from a page with this identity, ascending.
    pub fn learnt_from(&self, page: u64) -> impl Iterator<Item = u32> + '_ {
        let first = self.learnt.partition_point(|&(known, _)| known < page);
        self.learnt[first..].iter().take_while(move |&&(known, _)| known == page).map(|&(_, template)| template)
    }

    /// The templates that have a path, and the share of their pages that do.
    fn having(&self, path: u32) -> &[(u32, f32)] {
        &self.postings[self.starts[path as usize]..self.starts[path as usize + 1]]
    }
}

impl<'a> Pricing<'a> {
    /// With what follows from the templates.
    pub fn new(templates: &'a Templates, ready: &'a Ready) -> Pricing<'a> {
        let model = Model::of_facts(&templates.paths, ready.facts.clone());
        Pricing { templates, ready, model, nothing: Counts::default() }
    }

    /// How many templates have a path.
    pub fn having(&self, path: u32) -> u32 {
        self.ready.having(path).len() as u32
    }

    /// The `count` templates with most in common with a page: by weighted Jaccard similarity.
    pub fn candidates(&self, room: &mut Room, page: &Page, count: usize) -> Vec<u32> {
        let mut voted: Vec<u32> = Vec::new();
        let mut whole: f64 = page.unknown.iter().map(|unknown| unknown.weight).sum();
        for &path in &page.known {
            let weight = self.ready.weights.known[path as usize];
            whole += weight;
            for &(template, share) in self.ready.having(path) {
                let votes = &mut room.votes[template as usize];
                if *votes == 0.0 {
                    voted.push(template);
                }
                *votes += weight * f64::from(share);
            }
        }
        let jaccard = |template: u32| {
            let shared = room.votes[template as usize];
            shared / (whole + self.ready.sizes[template as usize] - shared)
        };
        let mut ranked: Vec<(f64, u32)> = voted.iter().map(|&it| (-jaccard(it), it)).collect();
        ranked.sort_unstable_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
        voted.iter().for_each(|&template| room.votes[template as usize] = 0.0);
        ranked.into_iter().take(count).map(|(_, template)| template).collect()
    }

    /// The price of a page under a template, or under the background alone. So many of the template's pages are the
    /// page itself and its copies, and left out.
    pub fn price(&self, room: &mut Room, page: &Page, template: Option<u32>, copies: u32) -> Price {
        let counts = template.map_or(&self.nothing, |template| &self.templates.counts[template as usize]);
        self.lay_out(room, page, counts, f64::from(copies));
        let bits = self.model.page_bits(&page.known, &counts.paths, &room.pages, &mut room.here);
        let mut price = self.unexpected(room, page, counts, bits);
        let last = room.pages.len() - 1;
        for unknown in &page.unknown {
            let having = unknown.above.map_or(self.templates.len() as u32, |above| self.having(above));
            let pages = room.pages[unknown.above.map_or(last, |above| above as usize)];
            let chance = share(0, having) * STRENGTH / (pages + STRENGTH);
            let bits = unknown.weight * (NAME - chance.log2());
            price.bits += bits;
            if pages > 0.0 {
                price.unexpected += unknown.emphasis * bits;
                price.parts.added += unknown.emphasis * unknown.weight;
            }
        }
        counts.paths.iter().for_each(|&path| room.pages[path as usize] = 0.0);
        price
    }

    fn lay_out(&self, room: &mut Room, page: &Page, counts: &Counts, copies: f64) {
        let others = f64::from(counts.total) - copies;
        let factor = if others > 0.0 { (PAGES / others).min(1.0) } else { 0.0 };
        *room.pages.last_mut().expect("one more than paths") = others.max(0.0) * factor;
        for (&path, &pages) in counts.paths.iter().zip(&counts.pages) {
            room.pages[path as usize] = f64::from(pages) * factor;
        }
        if copies > 0.0 {
            for &path in &page.known {
                let left = room.pages[path as usize] - copies * factor;
                room.pages[path as usize] = if left > 1e-9 { left } else { 0.0 };
            }
        }
    }

    fn surprising(&self, path: usize) -> f64 {
        self.ready.weights.known[path] * self.ready.weights.emphasis[path]
    }

    /// Of the bits of a page those for known paths that the template lacks below a part that it has, and for parts that
    /// the page lacks.
    fn unexpected(&self, room: &mut Room, page: &Page, counts: &Counts, bits: f64) -> Price {
        let (paths, last) = (&self.templates.paths, room.pages.len() - 1);
        let mut price = Price { bits, unexpected: 0.0, parts: Parts::default() };
        for &path in &page.known {
            room.here[path as usize] = true;
            let (place, above) = (path as usize, room.pages[paths.above(path)]);
            if room.pages[place] == 0.0 && above > 0.0 {
                price.unexpected += self.surprising(place) * (NAME - self.model.chance(place, 0.0, above).log2());
                price.parts.added += self.surprising(place);
            }
        }
        for &path in &counts.paths {
            let (place, above) = (path as usize, paths.above(path));
            if room.pages[place] == 0.0 || (above != last && !room.here[above]) {
                continue;
            }
            let belongs = room.pages[place] > NEARLY_ALL * room.pages[above];
            if !room.here[place] {
                let chance = self.model.chance(place, room.pages[place], room.pages[above]);
                price.unexpected -= self.surprising(place) * (1.0 - chance).log2();
                price.parts.lacking += if belongs { self.surprising(place) } else { 0.0 };
            } else if belongs {
                price.parts.kept += self.surprising(place);
            }
        }
        page.known.iter().for_each(|&path| room.here[path as usize] = false);
        price
    }
}
