//! Limits of time and memory for a run. When one is reached, the run ends with a message and without a
//! complete result: files are complete or do not appear, but some of a folder or the first rows of standard output may be there.
//!
//! The cost of a single page is limited before it is read, see [`Limits`](katagami::document::Limits). This limits the cost
//! of all pages together. A thread checks it at intervals.

use super::screen::message;
use katagami::error::{Error, ErrorKind, Result};
use katagami::similar::budget::size;
use std::process::exit;
use std::time::{Duration, Instant};

/// The time between two checks. Memory does not grow much in it.
const PAUSE: Duration = Duration::from_millis(20);

/// Starts to watch this process.
pub(super) fn watch(time: Option<Duration>, memory: Option<u64>) -> Result<()> {
    if time.is_none() && memory.is_none() {
        return Ok(());
    }
    if memory.is_some() && resident().is_none() {
        let why = "--memory: this system does not report how much memory a process uses; use a limit of the system, such as ulimit";
        return Err(Error::new(ErrorKind::Setting(why.to_owned())));
    }
    let begun = Instant::now();
    let checks = move || {
        loop {
            if let Some(time) = time.filter(|&time| begun.elapsed() >= time) {
                message!(
                    "katagami: stopped after {} s, the limit of --timeout, without a complete result: give more time or fewer pages",
                    time.as_secs_f64()
                );
                exit(2);
            }
            if let Some(memory) = memory.filter(|&memory| resident().is_some_and(|used| used > memory)) {
                message!(
                    "katagami: stopped at {} of memory, the limit of --memory, without a complete result: give more memory or fewer pages",
                    size(memory)
                );
                exit(2);
            }
            std::thread::sleep(PAUSE);
        }
    };
    std::thread::Builder::new().spawn(checks).map_err(no_threads)?;
    Ok(())
}

/// The error if the system refuses threads.
pub(super) fn no_threads(cause: impl std::error::Error + Send + Sync + 'static) -> Error {
    let why = "the system does not allow so many threads; give a smaller number with --threads, or raise the limits of this process";
    Error::new(ErrorKind::Setting(why.to_owned())).because(cause)
}

/// The number of bytes of memory that the process uses now.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn the_memory_of_this_process_is_known() {
        assert!(super::resident().unwrap() > 1 << 20);
    }
}
