//! The state after the program is killed or ended by a signal.

#![cfg(unix)]

use super::super::run::{Folder, Ran, part, program};
use super::web::{page, text, warc};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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
    // Fails if the program has already ended.
    let _ = Command::new("kill").args([name, &child.id().to_string()]).status();
}

fn entries(path: &Path) -> Vec<String> {
    let names = std::fs::read_dir(path).expect("it is there");
    names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_run_that_is_killed_repeatedly_ends_with_the_same_bytes() {
    let folder = Folder::new();
    folder.write("tmp/keep", "");
    folder.write("crawl.warc", archive(6000));
    let expected: Ran = folder.run(["similar", "crawl.warc", "--format", "jsonl"]);
    let expected = expected.found();
    assert_eq!(expected.lines().count(), 3000);
    let fixed = ["crawl.warc", "-o", "pairs.jsonl", "--threads", "2"];
    let begun = Instant::now();
    assert!(start(&folder, &fixed).wait().expect("it ends").success());
    let whole = begun.elapsed();
    let mut kills = 0;
    for trial in 0..20 {
        std::fs::remove_file(folder.path().join("pairs.jsonl")).expect("the last trial wrote it");
        let index = format!("index{trial}");
        for round in 0.. {
            let is_begun = folder.path().join(&index).join("similar.json").exists();
            let resume = if is_begun { &["--resume"][..] } else { &[] };
            let mut child = start(&folder, &[&fixed[..], &["--index", &index], resume].concat());
            if round < 12 {
                std::thread::sleep(part(trial * 100 + round, whole));
                child.kill().expect("it can be killed");
            }
            if child.wait().expect("it ends").success() {
                break;
            }
            kills += 1;
            assert!(round < 12, "it does not end");
            // There is no output, unless everything was written before the kill.
            let written = std::fs::read_to_string(folder.path().join("pairs.jsonl"));
            assert!(written.is_err() || written.is_ok_and(|written| written == expected), "half an answer");
        }
        let written = std::fs::read_to_string(folder.path().join("pairs.jsonl")).expect("it is written");
        assert!(written == expected, "the same bytes as without a kill");
        if kills > 9 {
            break;
        }
    }
    assert!(kills > 2, "only {kills} kills");
    assert_eq!(entries(&folder.path().join("tmp")), ["keep"]);
}

#[test]
fn a_run_ended_by_a_signal_leaves_no_file() {
    let folder = Folder::new();
    folder.write("tmp/keep", "");
    folder.write("out/keep", "");
    folder.write("crawl.warc", archive(1500));
    for round in 0..10 {
        let mut child = start(&folder, &["crawl.warc", "-o", "out/pairs.jsonl", "--threads", "1"]);
        std::thread::sleep(part(round, Duration::from_millis(800)) + Duration::from_millis(20));
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
