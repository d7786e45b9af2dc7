//! The peak of a stage's memory. The system keeps one peak a process, so every stage gets a process of its own.

use super::pages::{PageArgs, Pages};
use super::stage::Stage;
use clap::ValueEnum;
use katagami::error::Error;
use std::ffi::OsString;
use std::process::Command;
use std::{env, fs, io};

/// What a stage needs at its peak beside the pages, in KiB: this program runs itself to find out. `None` where the
/// system does not tell (it is read from `/proc`).
///
/// # Errors
/// If the program cannot be run.
pub fn peak(stage: Stage, pages: &PageArgs) -> io::Result<Option<u32>> {
    let name = stage.to_possible_value().expect("no stage is skipped").get_name().to_owned();
    let arguments =
        ["peak".into(), "--stage".into(), name.into()].into_iter().chain(Vec::<OsString>::from(pages));
    let output = Command::new(env::current_exe()?).args(arguments).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().parse().ok())
}

/// Prints what [`peak`] reads.
///
/// # Errors
/// If the stage fails.
pub fn print_peak(stage: Stage, pages: &Pages) -> Result<(), Error> {
    // 5 sets the peak back to what is held now; where that is not allowed, the peak of reading the pages stays in.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let before = kibibytes("VmRSS:");
    stage.run(pages)?;
    if let (Some(before), Some(peak)) = (before, kibibytes("VmHWM:")) {
        println!("{}", peak.saturating_sub(before));
    }
    Ok(())
}

/// A line of the process's status.
fn kibibytes(name: &str) -> Option<u32> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    value.trim().strip_suffix(" kB")?.parse().ok()
}
