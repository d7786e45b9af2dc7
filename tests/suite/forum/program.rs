//! What `katagami forum` prints.

use super::markup::{KINDS, frame, known_posts};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn katagami(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katagami"));
    command.current_dir(folder).arg("forum").args(arguments).output().expect("the program starts")
}

fn rows(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = katagami(folder, &[&["--format", "jsonl"], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("it writes UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// A folder with two pages of a thread, of which the second repeats the first post.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let thread = known_posts(7, 9);
    let pages = [thread[..5].to_vec(), [&thread[..1], &thread[5..]].concat()];
    for (number, known) in (1..).zip(pages) {
        let page = frame(number, &(KINDS[0].write)(&known));
        std::fs::write(folder.path().join(format!("{number}.html")), page).expect("a page is written");
    }
    folder
}

#[test]
fn a_row_has_the_posts_of_a_page() {
    let folder = folder();
    let rows = rows(folder.path(), &["1.html", "2.html"]);
    let counts: Vec<usize> = rows.iter().map(|row| row["posts"].as_array().expect("a list").len()).collect();
    assert_eq!((rows[0]["path"].as_str(), counts), (Some("1.html"), vec![5, 5]));
    let first = &known_posts(7, 9)[0];
    let post = &rows[0]["posts"][0];
    assert_eq!(post["author"], *first.author);
    assert_eq!(post["date"], *first.date);
    assert_eq!(post["depth"], 0);
    assert!(post.get("html").is_none() && rows[0].get("candidates").is_none());
}

#[test]
fn a_thread_over_two_pages_is_one_row_without_the_repeated_post() {
    let folder = folder();
    let rows = rows(folder.path(), &["--thread", "1.html", "2.html"]);
    assert_eq!(rows.len(), 1);
    let posts = rows[0]["posts"].as_array().expect("a list");
    let authors: Vec<&str> = posts.iter().map(|post| post["author"].as_str().expect("a name")).collect();
    let thread = known_posts(7, 9);
    assert_eq!(authors, thread.iter().map(|known| known.author.as_str()).collect::<Vec<_>>());
    assert_eq!((&posts[0]["page"], &posts[5]["page"]), (&Value::from("1.html"), &Value::from("2.html")));
}

#[test]
fn html_is_the_markup_of_the_text_alone() {
    let folder = folder();
    let rows = rows(folder.path(), &["--html", "1.html", "2.html"]);
    for (post, known) in rows[0]["posts"].as_array().expect("a list").iter().zip(known_posts(7, 9)) {
        assert_eq!(post["html"], format!("<div class=body>{}</div>", known.html()));
    }
}

#[test]
fn explain_lists_the_candidates_with_the_best_first() {
    let folder = folder();
    let rows = rows(folder.path(), &["--explain", "1.html", "2.html"]);
    let candidates = rows[0]["candidates"].as_array().expect("a list");
    assert_eq!(candidates[0]["way"], "html/body/div.post");
    assert_eq!(candidates[0]["records"], 10);
    let scores: Vec<f64> = candidates.iter().map(|of| of["score"].as_f64().expect("a number")).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let folder = folder();
    for method in ["ours", "paper"] {
        for format in ["text", "json", "jsonl"] {
            let on = |threads| {
                let arguments =
                    ["1.html", "2.html", "--explain", "--html", "--method", method, "--format", format];
                katagami(folder.path(), &[&arguments[..], &["--threads", threads]].concat()).stdout
            };
            assert!(!on("1").is_empty());
            assert_eq!(on("1"), on("4"), "{method} {format}");
        }
    }
}

#[test]
fn a_table_has_a_row_for_each_post() {
    let folder = folder();
    let run = |format: &str, options: &[&str]| {
        let arguments = [&["1.html", "2.html", "--html", "--format", format], options].concat();
        String::from_utf8(katagami(folder.path(), &arguments).stdout).expect("UTF-8")
    };
    for options in [&[][..], &["--thread"]] {
        let table = run("csv", options);
        let table: Vec<csv::StringRecord> =
            csv::Reader::from_reader(table.as_bytes()).records().collect::<Result<_, _>>().expect("a table");
        let mut cells = table.iter();
        let lines = run("jsonl", &[options, &["--flat"]].concat());
        let lines: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
        assert_eq!(lines.len(), table.len());
        for (row, line) in table.iter().zip(&lines) {
            assert_eq!((&row[0], &row[6]), (line["path"].as_str().unwrap(), line["text"].as_str().unwrap()));
        }
        for page in run("jsonl", options).lines() {
            let page: Value = serde_json::from_str(page).expect("an object");
            for (number, post) in (1..).zip(page["posts"].as_array().expect("a list")) {
                let row = cells.next().expect("there is one for each");
                let path = post["page"].as_str().or(page["path"].as_str()).expect("a path");
                assert_eq!((&row[0], &row[1]), (path, number.to_string().as_str()));
                for (cell, key) in [(3, "author"), (4, "date"), (5, "iso_date"), (6, "text"), (9, "html")] {
                    assert_eq!(&row[cell], post[key].as_str().unwrap_or_default());
                }
            }
        }
        assert!(cells.next().is_none() && table.len() > 2);
    }
}

#[test]
fn a_page_without_posts_has_none() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    std::fs::write(folder.path().join("a.html"), "<p>Nobody has said a thing.").expect("a page is written");
    let output = katagami(folder.path(), &["a.html", "--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "{\"path\":\"a.html\",\"posts\":[]}\n");
}

#[test]
fn a_setting_of_the_published_method_without_it_is_an_error() {
    let folder = folder();
    for setting in [["--alpha", "3"], ["--beta", "0.5"]] {
        let output = katagami(folder.path(), &[&setting[..], &["1.html", "2.html"]].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(setting[0]) && error.contains("--method paper"), "{error}");
        let paper =
            katagami(folder.path(), &[&setting[..], &["--method", "paper", "1.html", "2.html"]].concat());
        assert_ne!(paper.status.code(), Some(2));
    }
}
