//! Memory stays below the limit, whatever the number of pages.

#![cfg(target_os = "linux")]

use super::super::run::{Folder, program};
use super::web::{page, text};
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Stdio;

/// The least accepted value.
const ALLOWED: u64 = 160 << 20;

/// Writes pages one half of which are copies of the other half with one more paragraph.
fn write(path: &Path, pages: usize) {
    let mut out = BufWriter::new(File::create(path).expect("a file can be made"));
    for number in 0..pages {
        let html = page(number / 2) + &format!("<p>{}</p>", text(1_000_000 + number, 8));
        writeln!(out, "{}", json!({"html": html})).expect("it can be written");
    }
}

/// The peak memory of a run, as reported by the system while it runs.
fn peak(folder: &Folder, file: &str) -> u64 {
    let mut command = program();
    command.current_dir(folder.path()).args(["similar", file, "--memory", "160M", "--threads", "2"]);
    let mut child = command.stdout(Stdio::null()).spawn().expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("it can be asked").is_none() {
        let status = std::fs::read_to_string(&status).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
        peak = peak.max(kibibytes.unwrap_or(0) << 10);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    peak
}

#[test]
fn ten_times_the_pages_take_no_more_memory_than_allowed() {
    let folder = Folder::new();
    write(&folder.path().join("some.jsonl"), 4_000);
    write(&folder.path().join("more.jsonl"), 40_000);
    let [some, more] = ["some.jsonl", "more.jsonl"].map(|file| peak(&folder, file));
    assert!(0 < some && some < ALLOWED, "{some} bytes");
    assert!(more < ALLOWED, "{more} bytes where {some} were enough for a tenth");
}
