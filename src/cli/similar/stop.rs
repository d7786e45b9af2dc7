//! Ctrl-C, and other wishes that the program end.
//!
//! Scratch files have no names and an index folder can be killed at any moment, so the program just ends; only while a
//! file is written for the answer is it asked to end by itself, which takes the unfinished file away.

use crate::error::{Error, ErrorKind, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What a shell takes for an end by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Whether the program is to end.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop {
    is_asked: Arc<AtomicBool>,
    /// Held while the program ends, so that no file is begun meanwhile.
    is_writing: Arc<Mutex<bool>>,
}

impl Stop {
    /// Watches from now on.
    pub(super) fn watch() -> Result<Self> {
        let stop = Stop::default();
        let Stop { is_asked, is_writing } = stop.clone();
        let handler = move || {
            let is_writing = is_writing.lock().unwrap_or_else(PoisonError::into_inner);
            if !*is_writing || is_asked.swap(true, Ordering::SeqCst) {
                std::process::exit(INTERRUPTED);
            }
        };
        ctrlc::set_handler(handler).map_err(|error| {
            Error::new(ErrorKind::Setting("cannot watch for Ctrl-C".to_owned())).because(error)
        })?;
        Ok(stop)
    }

    /// From now on a file is written.
    pub(super) fn begin_writing(&self) {
        *self.is_writing.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }

    /// Ends the work if it is to end.
    pub(super) fn check(&self) -> Result<()> {
        if self.is_asked.load(Ordering::SeqCst) {
            return Err(Error::new(ErrorKind::Stopped("stopped; no answer was written".to_owned())));
        }
        Ok(())
    }
}
