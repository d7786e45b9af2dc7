//! Reports the progress of long work.
//!
//! In: calls from the loops over pages, clusters and texts while they run. Out: the successive steps of the work,
//! reported to a [`Watcher`], each with its number of units and the number of units done. A loop inside a step is not
//! a step of its own.
//!
//! ```text
//! read 300 pages          step 1: 0 of 300 ... 300 of 300
//! compare 40 clusters     step 2: 0 of 40 ...
//! ```
//!
//! A process has one watcher at a time, as it has one logger. So calls need no parameter for something that does not
//! affect their results.

use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// Receives the progress of work, from any thread.
pub trait Watcher: Send + Sync {
    /// A step of this many units begins, after the one before has ended.
    fn begin(&self, units: u64);
    /// This many more units of the step are done.
    fn done(&self, units: u64);
}

/// A watcher, and whether a step is in progress.
struct Watched {
    watcher: Arc<dyn Watcher>,
    is_busy: AtomicBool,
}

static WATCHED: RwLock<Option<Arc<Watched>>> = RwLock::new(None);

/// Runs `work` and reports its progress to `watcher`. If two such calls overlap, the watcher of the later one receives
/// the progress of both.
pub fn watched<T>(watcher: Arc<dyn Watcher>, work: impl FnOnce() -> T) -> T {
    /// Removes the watcher, even if the work panics.
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            set(None);
        }
    }
    fn set(watched: Option<Arc<Watched>>) {
        *WATCHED.write().unwrap_or_else(PoisonError::into_inner) = watched;
    }
    set(Some(Arc::new(Watched { watcher, is_busy: AtomicBool::new(false) })));
    let _end = End;
    work()
}

/// A step of the work. It ends when it is dropped.
pub(crate) struct Step(Option<Arc<Watched>>);

impl Step {
    /// Begins a step of this many units. Inside another step, or without a watcher, nothing is reported.
    pub(crate) fn begin(units: u64) -> Self {
        Step::reported_to(WATCHED.read().unwrap_or_else(PoisonError::into_inner).clone(), units)
    }

    fn reported_to(watched: Option<Arc<Watched>>, units: u64) -> Self {
        let watched = watched.filter(|watched| units > 0 && !watched.is_busy.swap(true, Ordering::AcqRel));
        if let Some(watched) = &watched {
            watched.watcher.begin(units);
        }
        Step(watched)
    }

    /// Reports that this many more units are done.
    pub(crate) fn done(&self, units: u64) {
        if let Some(watched) = &self.0 {
            watched.watcher.done(units);
        }
    }
}

impl Drop for Step {
    fn drop(&mut self) {
        if let Some(watched) = &self.0 {
            watched.is_busy.store(false, Ordering::Release);
        }
    }
}

/// Parallel loops that are reported as one step.
pub(crate) trait Counted: IndexedParallelIterator {
    /// The same items; each is one unit of the step.
    fn counted(self) -> impl IndexedParallelIterator<Item = Self::Item> {
        let step = Step::begin(self.len() as u64);
        self.inspect(move |_| step.done(1))
    }
}

impl<I: IndexedParallelIterator> Counted for I {}

/// Processes sets of things in parallel, with the things as units of progress. If there is only one set, its inner
/// loops are the steps.
pub(crate) fn each_set<T: Send, R: Send>(
    sets: Vec<T>,
    len: impl Fn(&T) -> usize + Sync,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let things = if sets.len() > 1 { sets.iter().map(&len).sum() } else { 0 };
    let step = Step::begin(things as u64);
    let of_set = |set| {
        let units = len(&set) as u64;
        let done = work(set);
        step.done(units);
        done
    };
    sets.into_par_iter().map(of_set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[derive(Default)]
    struct RecordingWatcher(Mutex<Vec<(u64, u64)>>);

    impl Watcher for RecordingWatcher {
        fn begin(&self, units: u64) {
            self.0.lock().unwrap().push((units, 0));
        }
        fn done(&self, units: u64) {
            self.0.lock().unwrap().last_mut().unwrap().1 += units;
        }
    }

    #[test]
    fn a_step_inside_a_step_is_not_reported() {
        let recorded = Arc::new(RecordingWatcher::default());
        let watched = Watched { watcher: recorded.clone(), is_busy: AtomicBool::new(false) };
        let watched = Some(Arc::new(watched));
        for units in [3, 5] {
            let step = Step::reported_to(watched.clone(), units);
            let within = Step::reported_to(watched.clone(), 40);
            within.done(2);
            step.done(1);
        }
        assert_eq!(*recorded.0.lock().unwrap(), [(3, 1), (5, 1)]);
    }

    #[test]
    fn a_loop_is_reported_to_the_watcher_of_its_time() {
        let recorded = Arc::new(RecordingWatcher::default());
        let work = |units: u32| (0..units).into_par_iter().counted().sum::<u32>();
        let has_recorded =
            |units: u32| recorded.0.lock().unwrap().iter().any(|&(begun, _)| begun == u64::from(units));
        watched(recorded.clone(), || {
            // Steps of tests that run at the same time are reported too, and this test's step is not reported during
            // one of theirs.
            while !has_recorded(1013) {
                assert_eq!(work(1013), 1013 * 1012 / 2);
            }
        });
        work(1019);
        assert!(!has_recorded(1019));
    }
}
