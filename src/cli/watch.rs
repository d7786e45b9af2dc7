//! The time and the memory that a run was given: when either is used up, the run ends with a message and without an answer.
//!
//! What one page may cost is bounded before it is read, see [`Limits`](crate::document::Limits); this bounds what all
//! pages together cost. A thread looks now and then.

use super::screen::say;
use crate::error::{Error, ErrorKind, Result};
use crate::similar::budget::size;
use std::process::exit;
use std::time::{Duration, Instant};

/// Between two looks: memory does not grow by much meanwhile.
const PAUSE: Duration = Duration::from_millis(20);

/// Watches over this process from now on.
pub(super) fn watch(time: Option<Duration>, memory: Option<u64>) -> Result<()> {
    if time.is_none() && memory.is_none() {
        return Ok(());
    }
    if memory.is_some() && resident().is_none() {
        let why = "--memory: how much memory is used cannot be seen on this system; use its own limits";
        return Err(Error::new(ErrorKind::Setting(why.to_owned())));
    }
    let begun = Instant::now();
    std::thread::spawn(move || {
        loop {
            if let Some(time) = time.filter(|&time| begun.elapsed() >= time) {
                say!(
                    "katagami: stopped after {} s, as --timeout says; no answer was written: give more time or fewer pages",
                    time.as_secs_f64()
                );
                exit(2);
            }
            if let Some(memory) = memory.filter(|&memory| resident().is_some_and(|used| used > memory)) {
                say!(
                    "katagami: stopped at {} of memory, as --memory says; no answer was written: give more or fewer pages",
                    size(memory)
                );
                exit(2);
            }
            std::thread::sleep(PAUSE);
        }
    });
    Ok(())
}

/// How many bytes of memory the process has now.
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
