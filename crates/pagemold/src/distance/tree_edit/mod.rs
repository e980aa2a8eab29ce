//! The tree edit distance (Zhang & Shasha 1989): the least cost to turn one ordered tree of labels into another by
//! inserting, removing and replacing nodes.
//!
//! Exact for any costs. Three things make it fast on pages: paths are chosen as in APTED (`strategy`), distinct
//! subtrees are worked out once (`subtrees`), and rows stay in the cache (`forest`). With a threshold, bounds that
//! cost little come first (`bounds`), then a band (`band`).

mod band;
mod bounds;
mod costs;
mod decompose;
mod fold;
mod forest;
mod label_tree;
mod mapping;
mod number;
mod order;
mod shapes;
mod strategy;
mod subtrees;
mod table;
mod top_down;

pub use bounds::{by_branches, by_labels, by_order, by_size};
pub use costs::Costs;
pub use fold::folded;
pub use label_tree::LabelTree;
pub use mapping::mapping;

use costs::Prices;
use decompose::{Prepared, all_distances};
use number::Number;
use strategy::Strategy;

/// The least cost to turn the first tree into the second.
pub fn distance(first: &LabelTree, second: &LabelTree, costs: &Costs) -> f64 {
    match without_work(first, second, costs) {
        Some(distance) => distance,
        None if costs.are_whole(first.len() + second.len()) => exact::<u32>(first, second, costs),
        None => exact::<f64>(first, second, costs),
    }
}

fn without_work(first: &LabelTree, second: &LabelTree, costs: &Costs) -> Option<f64> {
    if first == second {
        return Some(0.0);
    }
    let one_is_empty = first.is_empty() || second.is_empty();
    one_is_empty.then(|| first.len() as f64 * costs.remove + second.len() as f64 * costs.insert)
}

fn exact<N: Number>(first: &LabelTree, second: &LabelTree, costs: &Costs) -> f64 {
    let (first, second) = (Prepared::new(first), Prepared::new(second));
    let strategy = Strategy::new(&first.shapes, &second.shapes);
    let table = all_distances::<N>(&first, &second, &strategy, &Prices::of(costs));
    table.get(first.root(), second.root()).to_distance()
}

/// The distance if it is at most `budget`. Where it is more, that is usually known long before the distance.
pub fn within(first: &LabelTree, second: &LabelTree, costs: &Costs, budget: f64) -> Option<f64> {
    if let Some(distance) = without_work(first, second, costs) {
        return (distance <= budget).then_some(distance);
    }
    if bounds::exceeds(first, second, costs, budget) {
        return None;
    }
    let distance = match costs.are_whole(first.len() + second.len()) {
        true => exact_within::<u32>(first, second, costs, budget),
        false => exact_within::<f64>(first, second, costs, budget),
    };
    distance.filter(|&distance| distance <= budget)
}

fn exact_within<N: Number>(first: &LabelTree, second: &LabelTree, costs: &Costs, budget: f64) -> Option<f64> {
    let (prepared_first, prepared_second) = (Prepared::new(first), Prepared::new(second));
    let strategy = Strategy::new(&prepared_first.shapes, &prepared_second.shapes);
    if let Some(band) = band::Band::new(first, second, costs, budget).filter(|band| band.work() < strategy.work) {
        return band.distance::<N>(costs);
    }
    let table = all_distances::<N>(&prepared_first, &prepared_second, &strategy, &Prices::of(costs));
    Some(table.get(prepared_first.root(), prepared_second.root()).to_distance())
}

/// Whether the similarity is at least `threshold`. Most pairs are told by a bound below or above the distance.
pub fn are_alike(first: &LabelTree, second: &LabelTree, costs: &Costs, threshold: f64) -> bool {
    let enough = |distance: f64| as_similarity(distance, first, second, costs) >= threshold;
    if threshold <= 0.0 {
        return true;
    }
    // A hair less than the bound, which is a sum of costs as the distance is, but perhaps rounded otherwise.
    let surely_not = !enough(bounds::by_labels(first, second, costs) * (1.0 - 1e-9));
    !surely_not
        && (enough(top_down::distance(first, second, costs))
            || similarity_from(first, second, costs, threshold).is_some())
}

/// How alike two trees are, from 0 to 1 (Gowda & Mattmann 2016): 1 − distance / (largest cost · nodes of both).
pub fn similarity(first: &LabelTree, second: &LabelTree, costs: &Costs) -> f64 {
    as_similarity(distance(first, second, costs), first, second, costs)
}

/// The similarity if it is at least `threshold`.
pub fn similarity_from(first: &LabelTree, second: &LabelTree, costs: &Costs, threshold: f64) -> Option<f64> {
    let most = costs.largest() * (first.len() + second.len()) as f64;
    // A hair more than asked for, so that rounding takes no pair away; the similarity itself decides.
    let budget = (1.0 - threshold) * most + 1e-9 * most;
    let found = as_similarity(within(first, second, costs, budget)?, first, second, costs);
    (found >= threshold).then_some(found)
}

fn as_similarity(distance: f64, first: &LabelTree, second: &LabelTree, costs: &Costs) -> f64 {
    let most = costs.largest() * (first.len() + second.len()) as f64;
    if most > 0.0 { 1.0 - distance / most } else { 1.0 }
}
