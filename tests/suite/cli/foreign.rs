//! Inputs of several kinds of pages: commands for one kind leave out the pages that are surely of another.

use super::run::{Folder, Ran, katagami, root};
use serde_json::Value;
use std::collections::BTreeSet;

fn ask(verb: &str, more: &[&str]) -> Ran {
    katagami([&[verb, "data/mixed/a-bookshop", "--format", "jsonl"], more].concat())
}

/// The rows for all pages.
fn rows(verb: &str, more: &[&str]) -> Vec<Value> {
    ask(verb, &[more, &["--quiet"]].concat()).json_lines()
}

/// The folders of the pages that are left out, with the kind that is said of each.
fn left_out(rows: &[Value]) -> BTreeSet<(&str, &str)> {
    rows.iter().filter_map(|row| Some((folder(row), row["left_out_as"].as_str()?))).collect()
}

/// The folder of a page in the set, or its name if it is in none.
fn folder(row: &Value) -> &str {
    let path = row["path"].as_str().unwrap_or_default();
    path.rsplit("a-bookshop/").next().and_then(|path| path.split('/').next()).unwrap_or_default()
}

#[test]
fn lists_are_asked_for_records_and_threads_for_posts() {
    let records = rows("records", &[]);
    let out = left_out(&records);
    let others = [("board", "thread"), ("journal", "article"), ("login.html", "other")];
    assert!(others.iter().all(|page| out.contains(page)), "{out:?}");
    assert!(!out.iter().any(|(folder, _)| *folder == "list"), "{out:?}");
    assert!(records.iter().filter(|row| row.get("left_out_as").is_some()).all(|row| row["count"] == 0));

    let out = rows("forum", &[]);
    assert!(left_out(&out).contains(&("journal", "article")) && left_out(&out).contains(&("list", "list")));
    let threads: Vec<&Value> = out.iter().filter(|row| folder(row) == "board").collect();
    assert_eq!(threads.len(), 4);
    assert!(threads.iter().all(|row| row.get("left_out_as").is_none()));
}

#[test]
fn lists_forms_and_pages_about_one_thing_are_no_posts_of_a_blog() {
    let rows = rows("blog", &[]);
    let others = [("book", "detail"), ("offer", "detail"), ("list", "list"), ("login.html", "other")];
    assert_eq!(left_out(&rows), BTreeSet::from(others));
    let lists: Vec<&Value> = rows.iter().filter(|row| folder(row) == "list").collect();
    assert_eq!(lists.len(), 3);
    assert!(lists.iter().all(|row| row["post"] == "" && row["comments"] == serde_json::json!([])));
    let table = katagami(["blog", "data/mixed/a-bookshop", "--format", "csv", "--quiet"]).found();
    assert!(table.contains("/journal/") && !table.contains("/list/"), "{table}");
}

#[test]
fn every_page_is_asked_if_that_is_wanted() {
    for verb in ["records", "forum", "blog"] {
        let rows = rows(verb, &["--every-page"]);
        assert_eq!(left_out(&rows), BTreeSet::new(), "{verb}");
    }
    // Who names a list has looked at the pages, as who says that they are one thread.
    for chosen in [
        &["records", "data/mixed/a-bookshop", "--records", "li"][..],
        &["forum", "--thread", "data/mixed/a-bookshop"],
    ] {
        let ran = katagami([chosen, &["--format", "jsonl", "--quiet"]].concat());
        assert_eq!(left_out(&ran.json_lines()), BTreeSet::new(), "{chosen:?}");
    }
}

#[test]
fn what_is_left_out_is_said() {
    let ran = ask("records", &[]);
    assert!(ran.err.contains("are of other kinds (4 threads, 7 articles, "), "{}", ran.err);
    assert!(ran.err.contains("--every-page asks them too"), "{}", ran.err);
    assert_eq!(ask("records", &["--quiet"]).err, "");
    // Pages of one kind: nothing is left out, and nothing is said of it.
    let lists = katagami(["records", "data/mixed/a-bookshop/list", "--format", "jsonl"]);
    assert!(!lists.err.contains("left out"), "{}", lists.err);
}

/// Pages that only lead to another one, as generators of static sites write them for old addresses.
const REDIRECTS: [&str; 2] = [
    "<!DOCTYPE html><html lang=en><head><title>URL</title><link rel=canonical href=URL><meta charset=utf-8>\
     <meta http-equiv=refresh content='0; url=URL'></head></html>",
    "<!DOCTYPE html><title>Redirecting</title><meta http-equiv=refresh content='0; url=URL'><h1>Redirecting</h1><a href=URL>Click here</a>",
];

#[test]
fn pages_that_lead_to_others_change_no_answer() {
    let boards = root().join("data/forum").display().to_string();
    let hits = root().join("data/results").display().to_string();
    for redirect in REDIRECTS {
        let folder = Folder::new();
        for number in 0..20 {
            let url = format!("https://a.example/posts/{}/about-{number}/", number * 37);
            folder.write(&format!("old/{number}.html"), redirect.replace("URL", &url));
        }
        for (verb, found, input) in [("forum", "posts", &boards), ("records", "records", &hits)] {
            let answers = |inputs: &[&str]| -> Vec<Value> {
                let ran = folder.run([&[verb], inputs, &["--format", "jsonl", "--quiet"]].concat());
                let rows = ran.json_lines().into_iter();
                let of_input = rows.filter(|row| !row["path"].as_str().expect("a path").starts_with("old/"));
                of_input.map(|mut row| row[found].take()).collect()
            };
            // Without the texts in the message.
            assert!(answers(&[input, "old"]) == answers(&[input]), "{verb}");
        }
    }
}
