//! Occurrences of strings: by index, by scan, and none.

use super::run::{Folder, katagami, katagami_in, pages, root};
use serde_json::Value;
use std::collections::BTreeSet;

/// Every occurrence of a string in the pages of a set, by a naive scan.
fn places(set: &str, string: &str) -> Vec<(String, u64, u64)> {
    let in_page = |path: std::path::PathBuf| {
        let page = std::fs::read(root().join(&path)).expect("a page");
        let starts = (0..page.len()).filter(move |&at| page[at..].starts_with(string.as_bytes()));
        let name = path.to_str().expect("a plain name").to_owned();
        starts.map(move |at| (name.clone(), at as u64, (at + string.len()) as u64)).collect::<Vec<_>>()
    };
    pages(set).into_iter().flat_map(in_page).collect()
}

fn found(rows: &[Value], string: &str) -> Vec<(String, u64, u64)> {
    let of_it = rows.iter().filter(|row| row["string"] == string);
    let place = |name: &str, row: &Value| row[name].as_u64().expect("a number");
    of_it
        .map(|row| (row["path"].as_str().expect("a path").to_owned(), place("start", row), place("end", row)))
        .collect()
}

#[test]
fn every_occurrence_of_a_string_is_found() {
    for string in ["<th", "</td></tr>", "aa", ".\n<", " "] {
        let ran = katagami(["find", string, "data/syllabus/a-13", "--format", "jsonl"]);
        let expected = places("syllabus/a-13", string);
        if expected.is_empty() {
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{string:?}");
        } else {
            assert_eq!(found(&ran.json_lines(), string), expected, "{string:?}");
        }
    }
}

#[test]
fn text_output_counts_occurrences_and_pages() {
    let expected = places("syllabus/a-13", "<th>").len();
    let pages: BTreeSet<String> =
        places("syllabus/a-13", "</title>").into_iter().map(|place| place.0).collect();
    assert_eq!(pages.len(), 13);
    let out = katagami(["find", "</title>", "data/syllabus/a-13"]).found();
    assert_eq!(out, format!("{:>9} times on 13 of 13 pages  </title>\n", 13));
    let ran = katagami(["find", "<th>", "data/syllabus/a-13"]);
    assert!(ran.out.starts_with(&format!("{expected:>9} times on ")), "{}", ran.out);
}

#[test]
fn many_strings_have_the_same_occurrences_by_index_as_each_by_scan() {
    // 400 strings: the words of a page, which occur, and some that do not. The index is built from 300 strings on.
    let page = std::fs::read_to_string(root().join(&pages("syllabus/a-13")[0])).expect("a page");
    let words: BTreeSet<&str> = page.split([' ', '\n']).filter(|word| !word.is_empty()).collect();
    let strings: Vec<String> = words
        .iter()
        .map(|&word| word.to_owned())
        .chain((0..).map(|i| format!("absent{i}")))
        .take(400)
        .collect();
    assert!(words.len() > 100);
    let folder = Folder::with([("strings.txt", strings.join("\n"))]);
    let list = folder.path().join("strings.txt");
    let arguments =
        ["find", "--from", list.to_str().expect("a plain name"), "data/syllabus/a-13", "--format", "jsonl"];
    let rows = katagami(arguments).json_lines();
    for string in &strings {
        assert_eq!(found(&rows, string), places("syllabus/a-13", string), "{string:?}");
    }
    // The program's own scan for some of them, and with pages given separately.
    folder.write("some.txt", strings[..50].join("\r\n"));
    let some = folder.path().join("some.txt");
    let arguments = ["find", "--from", some.to_str().expect("a plain name"), "--format", "jsonl"];
    let files = pages("syllabus/a-13");
    let arguments =
        arguments.into_iter().chain(files.iter().map(|file| file.to_str().expect("a plain name")));
    let scanned = katagami(arguments).json_lines();
    let expected: Vec<&Value> =
        rows.iter().filter(|row| strings[..50].iter().any(|string| row["string"] == *string)).collect();
    assert_eq!(scanned.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn a_string_that_occurs_nowhere_is_nothing_found() {
    let ran = katagami(["find", "no such string", "data/syllabus/a-13"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert_eq!(ran.out, format!("{:>9} times on 0 of 13 pages  no such string\n", 0));
    let ran = katagami(["find", "no such string", "data/syllabus/a-13", "--format", "json"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, "[]\n"));
}

#[test]
fn strings_of_several_bytes_are_found_whatever_the_encoding() {
    let rows = katagami([
        "find",
        "講義",
        "data/syllabus/b-ja-sjis",
        "data/syllabus/c-ja-eucjp",
        "--format",
        "jsonl",
    ])
    .json_lines();
    let paths: BTreeSet<&str> = rows.iter().map(|row| row["path"].as_str().expect("a path")).collect();
    assert_eq!(paths.len(), 21);
    assert!(rows.iter().all(|row| row["end"].as_u64().expect("a number") - row["start"].as_u64().expect("a number") == 6));
}

#[test]
fn occurrences_may_overlap_and_are_listed_as_text_on_request() {
    let folder = Folder::with([("a.html", "<p>aaaa")]);
    assert_eq!(
        folder.run(["find", "aa", "a.html", "--places"]).found(),
        format!(
            "{:>9} times on 1 of 1 pages  aa\n{:>9}..5  a.html\n{:>9}..6  a.html\n{:>9}..7  a.html\n",
            3, 3, 4, 5
        )
    );
}

#[test]
fn a_missing_or_empty_list_of_strings_is_reported() {
    let folder = Folder::with([("a.html", "<p>"), ("none.txt", "\n\n")]);
    let complaint = folder.run(["find", "--from", "nowhere.txt", "a.html"]).failed();
    assert!(complaint.starts_with("katagami: nowhere.txt: cannot be read: "), "{complaint}");
    let complaint = folder.run(["find", "--from", "none.txt", "a.html"]).failed();
    assert!(complaint.contains("there is no string to search for"), "{complaint}");
}

#[test]
fn a_string_may_begin_with_a_dash_after_two_dashes() {
    let folder = Folder::with([("a.html", "<p>x --quiet y")]);
    let ran = katagami_in(folder.path(), ["find", "--format", "jsonl", "--", "--quiet", "a.html"]);
    assert_eq!(found(&ran.json_lines(), "--quiet"), [("a.html".to_owned(), 5, 12)]);
}
