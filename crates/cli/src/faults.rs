//! The errors of inputs that are skipped: each is printed, but of many alike only the first, with the number of the others.

use super::screen::message;
use katagami::error::{Chain, Error, ErrorKind};
use katagami::report::notice::NAMED;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The errors of inputs that were skipped.
#[derive(Debug, Default)]
pub(super) struct Faults {
    /// Whether a part of a container was lost.
    lost: AtomicBool,
    /// For each container and reason, how often it occurred and the last message printed.
    counts: Mutex<HashMap<String, (usize, String)>>,
}

impl Faults {
    /// Prints that something is skipped, or counts it if the same error was printed often enough for its container.
    pub(super) fn print(&self, error: &Error) {
        if matches!(error.kind(), ErrorKind::Lost(_)) {
            self.lost.store(true, Ordering::Relaxed);
        }
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let container =
            error.place().and_then(|place| place.rsplit_once('#')).map(|(container, _)| container);
        let container = match (container, error.kind()) {
            (None, ErrorKind::Lost(_)) => error.place(),
            (container, _) => container,
        };
        let Some(container) = container else { return message!("skipped {}", Chain(error)) };
        // The same reason names other numbers: of the object, of the column.
        let reason: String = Chain(error).to_string().chars().filter(|char| !char.is_ascii_digit()).collect();
        let (count, last) = counts.entry(format!("{container}: {reason}")).or_default();
        *count += 1;
        if *count <= NAMED {
            *last = Chain(error).to_string();
            message!("skipped {last}");
        }
    }

    /// Prints how many errors were counted and not printed.
    pub(super) fn print_counts(&self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut more: Vec<(usize, String)> = counts.drain().map(|(_, more)| more).collect();
        more.retain(|&(count, _)| count > NAMED);
        more.sort_by(|a, b| a.1.cmp(&b.1));
        for (count, last) in more {
            message!("skipped {} more for the same reason, such as {last}", count - NAMED);
        }
    }

    /// Whether a part of a container was lost.
    pub(super) fn has_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
}
