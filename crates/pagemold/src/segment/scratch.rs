//! What a question needs to count with, used again by the next one.

use std::sync::{Mutex, PoisonError};

/// How much each cluster shares with a question, and the question's count of each branch. Only what was touched is
/// looked at and cleared.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    shared: Vec<u16>,
    touched: Vec<u32>,
    pub counts: Vec<u32>,
}

impl Scratch {
    /// A cluster shares so much more. A number that no cluster has comes from a damaged file and is left out.
    #[inline]
    pub fn count(&mut self, cluster: u32, levels: u16) {
        if let Some(shared) = self.shared.get_mut(cluster as usize) {
            if *shared == 0 {
                self.touched.push(cluster);
            }
            *shared = shared.saturating_add(levels);
        }
    }

    /// The clusters that share most, at most so many, and nothing counted any more.
    pub fn most(&mut self, most: usize) -> Vec<u32> {
        let mut found: Vec<(u16, u32)> = self
            .touched
            .drain(..)
            .map(|cluster| (u16::MAX - std::mem::take(&mut self.shared[cluster as usize]), cluster))
            .collect();
        if found.len() > most {
            found.select_nth_unstable(most);
            found.truncate(most);
        }
        found.into_iter().map(|(_, cluster)| cluster).collect()
    }
}

/// Those that wait for the next question; as many as there are threads.
#[derive(Debug, Default)]
pub(super) struct Scratches(Mutex<Vec<Scratch>>);

impl Scratches {
    /// One for so many clusters and branches, all zero.
    pub fn take(&self, clusters: usize, branches: usize) -> Scratch {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        waiting.unwrap_or_else(|| Scratch { shared: vec![0; clusters], touched: Vec::new(), counts: vec![0; branches] })
    }

    /// Keeps one that is all zero again.
    pub fn give_back(&self, scratch: Scratch) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}
