//! Work on many units at once, results in the order of the units, bounded memory.
//!
//! Threads take units one after the other; each unit sends its results through a small channel of its own, and the
//! consumer drains these channels in order. A thread that runs ahead waits, so what is in memory does not depend on
//! how long the input is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// Results that a unit may have waiting: all those of a small one, so that a thread does not wait with the last of them
/// until the units before are done.
const WAITING: usize = 4;
/// Units for each thread that may be under way or done before the consumer comes to them.
const AHEAD: usize = 4;

/// The units in order, each with the channel of its results.
pub type Units<U, T> = Receiver<(U, Receiver<T>)>;

/// How many threads "0" stands for.
pub fn available_jobs(jobs: usize) -> usize {
    if jobs > 0 { jobs } else { thread::available_parallelism().map_or(1, usize::from) }
}

/// Starts `jobs` threads that run `work` on the units. They end when there are no more, or when nobody listens.
pub fn in_order<U, T, W>(units: impl Iterator<Item = U> + Send + 'static, jobs: usize, work: W) -> Units<U, T>
where
    U: Clone + Send + 'static,
    T: Send + 'static,
    W: Fn(U, &SyncSender<T>) + Send + Sync + 'static,
{
    let (order, listener) = sync_channel(AHEAD * jobs);
    let source = Arc::new(Mutex::new((units, order)));
    let work = Arc::new(work);
    for _ in 0..jobs {
        let (source, work) = (source.clone(), work.clone());
        thread::spawn(move || {
            while let Some((unit, results)) = take(&source) {
                // A unit that makes the program stumble shows as a channel that closes early; the thread goes on.
                let _ = catch_unwind(AssertUnwindSafe(|| work(unit, &results)));
            }
        });
    }
    listener
}

type Source<U, T, I> = Mutex<(I, SyncSender<(U, Receiver<T>)>)>;

/// The next unit, announced to the listener before anyone else can take one.
fn take<U: Clone, T>(source: &Source<U, T, impl Iterator<Item = U>>) -> Option<(U, SyncSender<T>)> {
    let mut source = source.lock().ok()?;
    let unit = source.0.next()?;
    let (sender, receiver) = sync_channel(WAITING);
    source.1.send((unit.clone(), receiver)).ok()?;
    Some((unit, sender))
}

/// `work` on each item, on `jobs` threads that take `share` items at a time; results in the order of the items.
pub fn map<I: Sync, T: Send>(items: &[I], jobs: usize, share: usize, work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    if jobs <= 1 {
        return items.iter().map(work).collect();
    }
    let shares = Mutex::new(items.chunks(share).enumerate());
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some((index, share)) = next(&shares) {
                    let results: Vec<T> = share.iter().map(&work).collect();
                    if let Ok(mut done) = done.lock() {
                        done.push((index, results));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    done.sort_unstable_by_key(|&(index, _)| index);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

fn next<T>(source: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    source.lock().ok()?.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_units() {
        for jobs in [1, 2, 7] {
            let units = in_order(0..200u64, jobs, |unit, results| {
                for part in 0..unit % 4 {
                    if results.send((unit, part)).is_err() {
                        return;
                    }
                }
            });
            let found: Vec<(u64, u64)> = units.iter().flat_map(|(_, results)| results).collect();
            let expected: Vec<(u64, u64)> =
                (0..200).flat_map(|unit| (0..unit % 4).map(move |part| (unit, part))).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn nobody_listening_ends_the_work() {
        let units = in_order(0.., 2, |unit: u64, results| {
            let _ = results.send(unit);
        });
        assert_eq!(units.iter().take(3).flat_map(|(_, results)| results).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
