//! What is left when the program is killed, or asked to end.

#![cfg(unix)]

use super::super::run::{Folder, Ran, program};
use super::web::{page, text, warc};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn archive(pages: usize) -> Vec<u8> {
    let html = |number: usize| page(number / 2) + &format!("<p>{}</p>", text(1_000_000 + number, 8));
    let pages: Vec<(String, String)> =
        (0..pages).map(|number| (format!("https://{number}.example/"), html(number))).collect();
    warc(&pages)
}

fn start(folder: &Folder, arguments: &[&str]) -> Child {
    let mut command = program();
    command
        .current_dir(folder.path())
        .env("TMPDIR", folder.path().join("tmp"))
        .arg("similar")
        .args(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

fn signal(child: &Child, name: &str) {
    // Fails where the program has ended already.
    let _ = Command::new("kill").args([name, &child.id().to_string()]).status();
}

/// Pauses that differ from one to the next, from none to some tenths of a second.
fn pause(round: u64) -> Duration {
    Duration::from_millis(round.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33 & 0xff)
}

fn entries(path: &Path) -> Vec<String> {
    let names = std::fs::read_dir(path).expect("it is there");
    names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_run_that_was_killed_again_and_again_ends_as_if_it_never_was() {
    let folder = Folder::new();
    folder.write("tmp/keep", "");
    folder.write("crawl.warc", archive(6000));
    let expected: Ran = folder.run(["similar", "crawl.warc", "--format", "jsonl"]);
    let expected = expected.found();
    assert_eq!(expected.lines().count(), 3000);
    let fixed = ["crawl.warc", "--index", "index", "-o", "pairs.jsonl", "--threads", "2"];
    let mut kills = 0;
    for round in 0.. {
        let is_begun = folder.path().join("index/similar.json").exists();
        let mut child = start(&folder, &[&fixed[..], if is_begun { &["--resume"] } else { &[] }].concat());
        if round < 12 {
            std::thread::sleep(pause(round) * 2);
            child.kill().expect("it can be killed");
        }
        let status = child.wait().expect("it ends");
        if status.success() {
            break;
        }
        kills += 1;
        assert!(round < 13, "it does not end: {status}");
        // There is no answer, unless the kill came when all was written.
        let written = std::fs::read_to_string(folder.path().join("pairs.jsonl"));
        assert!(written.is_err() || written.is_ok_and(|written| written == expected), "half an answer");
    }
    assert!(kills > 2, "only {kills} kills");
    let written = std::fs::read_to_string(folder.path().join("pairs.jsonl")).expect("it is written");
    assert!(written == expected, "the same bytes as without a kill");
    assert_eq!(entries(&folder.path().join("tmp")), ["keep"]);
}

#[test]
fn an_end_that_is_asked_for_leaves_nothing() {
    let folder = Folder::new();
    folder.write("tmp/keep", "");
    folder.write("out/keep", "");
    folder.write("crawl.warc", archive(1500));
    for round in 0..10 {
        let mut child = start(&folder, &["crawl.warc", "-o", "out/pairs.jsonl", "--threads", "1"]);
        std::thread::sleep(pause(round) * 3 + Duration::from_millis(20));
        signal(&child, if round % 2 == 0 { "-TERM" } else { "-INT" });
        let status = child.wait().expect("it ends");
        let names = entries(&folder.path().join("out"));
        if status.success() {
            assert_eq!(names.len(), 2);
            std::fs::remove_file(folder.path().join("out/pairs.jsonl")).expect("it is there");
        } else {
            assert_eq!(names, ["keep"], "{status}");
        }
        assert_eq!(entries(&folder.path().join("tmp")), ["keep"]);
    }
}
