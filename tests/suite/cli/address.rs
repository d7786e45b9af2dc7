//! The addresses of pages, if the input gives them.

use super::run::{Folder, csv_rows, katagami, pages, root};
use super::similar::web::warc;
use serde_json::{Value, json};

/// The verbs whose rows are of pages or of parts of pages.
const VERBS: [&[&str]; 7] = [
    &["count"],
    &["records"],
    &["content"],
    &["blog"],
    &["forum"],
    &["extract", "-w", "wrapper.json"],
    &["check", "-w", "wrapper.json"],
];

/// A folder with pages of a blog as JSON Lines, as a web archive and as files, and a wrapper of them.
fn folder() -> Folder {
    let folder = Folder::new();
    let read = |file: &std::path::PathBuf| std::fs::read_to_string(root().join(file)).expect("a page");
    let pages: Vec<(String, String)> = pages("blog/b-every")
        .iter()
        .zip(1..)
        .map(|(file, number)| (format!("http://blog.example/{number}"), read(file)))
        .collect();
    let line = |(url, html): &(String, String)| json!({ "url": url, "html": html }).to_string() + "\n";
    folder.write("lines.jsonl", pages.iter().map(line).collect::<String>());
    folder.write("archive.warc", warc(&pages));
    for ((_, html), number) in pages.iter().zip(1..) {
        folder.write(&format!("files/{number}.html"), html);
    }
    // Only the second page has an address.
    let some = [json!({ "html": pages[0].1 }), json!({ "url": pages[1].0, "html": pages[1].1 })];
    folder.write("some.jsonl", some.map(|line| line.to_string() + "\n").concat());
    folder.run(["learn", "-q", "lines.jsonl", "-o", "wrapper.json"]).found();
    folder
}

fn lines(folder: &Folder, verb: &[&str], input: &str) -> Vec<Value> {
    let out = folder.run([verb, &[input, "--format", "jsonl", "--quiet"]].concat()).out;
    out.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

#[test]
fn rows_have_the_address_of_their_page_if_the_input_gives_it() {
    let folder = folder();
    for verb in VERBS {
        for input in ["lines.jsonl", "archive.warc"] {
            for row in lines(&folder, verb, input).iter().filter(|row| row["path"].is_string()) {
                let number = row["path"].as_str().and_then(|path| path.split_once('#')).expect("a number").1;
                assert_eq!(row["url"], format!("http://blog.example/{number}"), "{verb:?} {input}");
            }
            if verb[0] != "check" {
                let table = folder.run([verb, &[input, "--format", "csv", "--quiet"]].concat()).out;
                let rows = csv_rows(&table);
                assert!(rows.len() >= 4, "{verb:?} {table}");
                for row in rows {
                    let number = row["path"].split_once('#').expect("a number").1;
                    assert_eq!(row["url"], format!("http://blog.example/{number}"), "{verb:?} {input}");
                }
            }
        }
        assert!(lines(&folder, verb, "files").iter().all(|row| row["url"].is_null()), "{verb:?}");
        let table = folder.run([verb, &["files", "--format", "csv", "--quiet"]].concat()).out;
        assert!(csv_rows(&table).iter().all(|row| row.get("url").is_none_or(String::is_empty)), "{verb:?}");
    }
}

#[test]
fn tables_of_fields_have_no_column_of_addresses_if_none_is_known() {
    let folder = folder();
    for verb in [&["records"][..], &["extract", "-w", "wrapper.json"], &["count"], &["forum"]] {
        let header = |input: &str| {
            let table = folder.run([verb, &[input, "--format", "csv", "--quiet"]].concat()).out;
            table.lines().next().expect("a header").split(',').any(|name| name == "url")
        };
        assert_eq!(
            [header("files"), header("some.jsonl"), header("archive.warc")],
            [false, true, true],
            "{verb:?}"
        );
    }
    let rows = csv_rows(&folder.run(["extract", "-qw", "wrapper.json", "some.jsonl", "--format", "csv"]).out);
    assert_eq!(rows.iter().map(|row| &*row["url"]).collect::<Vec<_>>(), ["", "http://blog.example/2"]);
}

#[test]
fn pairs_of_similar_pages_have_both_addresses() {
    let folder = folder();
    let copy = std::fs::read_to_string(folder.path().join("lines.jsonl")).expect("it is written");
    folder.write("again.jsonl", copy.replace("blog.example", "copy.example"));
    for row in folder.run(["similar", "lines.jsonl", "again.jsonl", "--format", "jsonl"]).json_lines() {
        assert!(row["a_url"].as_str().is_some_and(|url| url.starts_with("http://blog.example/")), "{row}");
        assert!(row["b_url"].as_str().is_some_and(|url| url.starts_with("http://copy.example/")), "{row}");
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_address_as_a_column() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let folder = folder();
    for verb in [&["records"][..], &["extract", "-w", "wrapper.json"], &["content"], &["blog"]] {
        folder.run([verb, &["archive.warc", "-q", "-o", "x.parquet"]].concat()).found();
        let file = std::fs::File::open(folder.path().join("x.parquet")).expect("it is written");
        let reader = SerializedFileReader::new(file).expect("it is Parquet");
        for row in reader.get_row_iter(None).expect("rows") {
            let row = row.expect("a row");
            let url = row.get_column_iter().find(|(name, _)| *name == "url").expect("a column").1.to_string();
            assert!(url.contains("http://blog.example/"), "{verb:?}: {url}");
        }
    }
}

#[test]
fn records_are_a_row_each_in_tables_and_flat_lines_and_inside_of_their_page_in_json() {
    let set = "data/shelf/b-few";
    let rows = katagami(["records", set, "--format", "jsonl", "--flat"]).json_lines();
    let table = csv_rows(&katagami(["records", set, "--format", "csv"]).found());
    assert_eq!(rows.len(), table.len());
    for (row, cells) in rows.iter().zip(&table) {
        assert!(row["path"].is_string() && row["record"].is_number(), "{row}");
        for (name, value) in row.as_object().expect("an object") {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(cells[name], value, "{name}");
        }
    }
    let pages: Value =
        serde_json::from_str(&katagami(["records", set, "--format", "json"]).found()).expect("JSON");
    let records =
        pages.as_array().expect("pages").iter().flat_map(|page| page["records"].as_array().expect("records"));
    assert_eq!(records.count(), rows.len());
}
