//! How much each bag shares with a query: one number a bag, used again by the next query.

use std::sync::{Mutex, PoisonError};

/// Counts bags. Only what was touched is looked at and cleared.
#[derive(Debug, Default)]
pub(super) struct Counter {
    shared: Vec<u16>,
    touched: Vec<u32>,
}

impl Counter {
    /// A bag shares so much more. A number that no bag has comes from a damaged file and is left out.
    #[inline]
    pub fn count(&mut self, bag: u32, levels: u16) {
        if let Some(shared) = self.shared.get_mut(bag as usize) {
            if *shared == 0 {
                self.touched.push(bag);
            }
            *shared += levels;
        }
    }

    /// The bags that share most, at most so many, those first that share most, and a clean counter.
    pub fn most(&mut self, most: usize) -> Vec<u32> {
        let mut found: Vec<(u16, u32)> = self
            .touched
            .drain(..)
            .map(|bag| (u16::MAX - std::mem::take(&mut self.shared[bag as usize]), bag))
            .collect();
        if found.len() > most {
            found.select_nth_unstable(most);
            found.truncate(most);
        }
        found.sort_unstable();
        found.into_iter().map(|(_, bag)| bag).collect()
    }
}

/// Counters that wait for the next query; as many as there are threads.
#[derive(Debug, Default)]
pub(super) struct Counters(Mutex<Vec<Counter>>);

impl Counters {
    /// A clean counter for so many bags.
    pub fn take(&self, bags: usize) -> Counter {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        waiting.unwrap_or_else(|| Counter { shared: vec![0; bags], touched: Vec::new() })
    }

    /// Keeps a counter that `most` has cleared.
    pub fn give_back(&self, counter: Counter) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(counter);
    }
}
