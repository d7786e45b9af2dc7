//! Ctrl-C and other requests to end the program.
//!
//! Temporary files have no names, and a run over an index folder may be killed at any moment, so the program usually ends at
//! once. While the file of the result is written, the work is asked to end instead, which removes the unfinished file.

use katagami::error::{Error, ErrorKind, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The exit status of a program that was ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Whether the program should end.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop {
    is_asked: Arc<AtomicBool>,
    /// Locked while the program ends, so that no file is begun then.
    is_writing: Arc<Mutex<bool>>,
}

impl Stop {
    /// Starts to watch for requests.
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

    /// Notes that the file of the result is being written from now on.
    pub(super) fn begin_writing(&self) {
        *self.is_writing.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }

    /// Returns an error if the program should end.
    pub(super) fn check(&self) -> Result<()> {
        if self.is_asked.load(Ordering::SeqCst) {
            return Err(Error::new(ErrorKind::Stopped("stopped; no result was written".to_owned())));
        }
        Ok(())
    }
}
