//! How far long work has come, for whoever shows it.
//!
//! In: what the loops over pages, clusters and texts say of themselves as they run. Out: the steps of a work, one after
//! another, told to a [`Watcher`], each with how many units it has and how many are done. A loop within a step is none.
//!
//! ```text
//! read 300 pages          step 1: 0 of 300 ... 300 of 300
//! compare 40 clusters     step 2: 0 of 40 ...
//! ```
//!
//! A process has one watcher at a time, as it has one logger, so that no call needs a parameter that no answer depends on.

use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// Who is told how far work has come, from any thread.
pub trait Watcher: Send + Sync {
    /// A step of so many units begins, once the one before has ended.
    fn begin(&self, units: u64);
    /// So many more units of the step are done.
    fn done(&self, units: u64);
}

/// A watcher, and whether a step has begun that has not ended.
struct Watched {
    watcher: Arc<dyn Watcher>,
    is_busy: AtomicBool,
}

static WATCHED: RwLock<Option<Arc<Watched>>> = RwLock::new(None);

/// Works, and tells a watcher how far that has come. Of two such calls at a time the later one's watcher is told of both.
pub fn watched<T>(watcher: Arc<dyn Watcher>, work: impl FnOnce() -> T) -> T {
    /// Takes the watcher away, also if the work panics.
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

/// A step of the work, until it is dropped.
pub(crate) struct Step(Option<Arc<Watched>>);

impl Step {
    /// Begins a step of so many units; within another one, or without a watcher, nobody is told.
    pub(crate) fn begin(units: u64) -> Self {
        Step::told_to(WATCHED.read().unwrap_or_else(PoisonError::into_inner).clone(), units)
    }

    fn told_to(watched: Option<Arc<Watched>>, units: u64) -> Self {
        let watched = watched.filter(|watched| units > 0 && !watched.is_busy.swap(true, Ordering::AcqRel));
        if let Some(watched) = &watched {
            watched.watcher.begin(units);
        }
        Step(watched)
    }

    /// So many more units are done.
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

/// Loops that are a step each.
pub(crate) trait Counted: IndexedParallelIterator {
    /// The same items, each a unit.
    fn counted(self) -> impl IndexedParallelIterator<Item = Self::Item> {
        let step = Step::begin(self.len() as u64);
        self.inspect(move |_| step.done(1))
    }
}

impl<I: IndexedParallelIterator> Counted for I {}

/// Works on sets of things, and counts the things. One set alone is no step: the loops within it are.
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
    struct Heard(Mutex<Vec<(u64, u64)>>);

    impl Watcher for Heard {
        fn begin(&self, units: u64) {
            self.0.lock().unwrap().push((units, 0));
        }
        fn done(&self, units: u64) {
            self.0.lock().unwrap().last_mut().unwrap().1 += units;
        }
    }

    #[test]
    fn a_step_within_a_step_is_none() {
        let heard = Arc::new(Heard::default());
        let watched = Watched { watcher: heard.clone(), is_busy: AtomicBool::new(false) };
        let watched = Some(Arc::new(watched));
        for units in [3, 5] {
            let step = Step::told_to(watched.clone(), units);
            let within = Step::told_to(watched.clone(), 40);
            within.done(2);
            step.done(1);
        }
        assert_eq!(*heard.0.lock().unwrap(), [(3, 1), (5, 1)]);
    }

    #[test]
    fn a_loop_is_told_to_the_watcher_of_its_time() {
        let heard = Arc::new(Heard::default());
        let work = |units: u32| (0..units).into_par_iter().counted().sum::<u32>();
        let has_heard =
            |units: u32| heard.0.lock().unwrap().iter().any(|&(begun, _)| begun == u64::from(units));
        watched(heard.clone(), || {
            // The steps of tests that run beside this one are told too, and this one's not while one of theirs goes on.
            while !has_heard(1013) {
                assert_eq!(work(1013), 1013 * 1012 / 2);
            }
        });
        work(1019);
        assert!(!has_heard(1019));
    }
}
