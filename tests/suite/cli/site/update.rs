//! `katagami site --update`: what a later crawl adds to a database.

use super::super::run::{Folder, part, program, root};
use super::{Tables, tables};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

/// The pages of the site with pages of all kinds, by the name of the file.
fn bookshop() -> BTreeMap<String, String> {
    let set = root().join("data/mixed/a-bookshop");
    let truth = site::truth::read(&set).expect("it is well formed");
    let page = |file: String| (file.clone(), std::fs::read_to_string(set.join(file)).expect("a page"));
    truth.pages.into_iter().map(|page_of| page(page_of.file)).collect()
}

/// Two crawls of the site, as files: the second has neither login nor journal, a book with another price, and the threads that the first
/// has not.
fn two_crawls(folder: &Folder) -> [Vec<String>; 2] {
    let pages = bookshop();
    for (name, text) in &pages {
        folder.write(name, text);
    }
    let of = |is_in: &dyn Fn(&str) -> bool| pages.keys().filter(|name| is_in(name)).cloned().collect();
    [
        of(&|name| !name.starts_with("board/")),
        of(&|name| !name.starts_with("journal/") && name != "login.html"),
    ]
}

const CHANGED: &str = "book/databases-ii.html";

fn change(folder: &Folder) {
    let text = std::fs::read_to_string(folder.path().join(CHANGED)).expect("a page");
    assert!(text.contains("Databases II"));
    folder.write(CHANGED, text.replace("Databases II", "Databases III"));
}

fn run(folder: &Folder, options: &[&str], pages: &[String]) -> String {
    let pages = pages.iter().map(|page| &**page);
    folder.run(["site", "--format", "csv"].into_iter().chain(options.iter().copied()).chain(pages)).found()
}

/// The files of a folder with their bytes.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry"));
    files
        .map(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            (name, std::fs::read(file.path()).expect("a file"))
        })
        .collect()
}

fn without_seen(mut tables: Tables) -> Tables {
    for page in tables.get_mut("pages").expect("pages") {
        for name in ["first_seen", "last_seen", "last_changed"] {
            page.remove(name);
        }
    }
    tables
}

#[test]
fn a_later_crawl_gives_the_rows_of_one_run_over_all_pages() {
    let folder = Folder::new();
    let [first, second] = two_crawls(&folder);
    run(&folder, &["--update", "-o", "out/"], &first);
    change(&folder);
    let said = run(&folder, &["--update", "-o", "out/"], &second);
    assert!(
        said.contains("\ncrawl 2: 4 new, 1 changed, 16 as before; 7 of earlier crawls not in it\n"),
        "{said}"
    );
    let once = bytes(&folder.path().join("out"));
    let all: Vec<String> =
        first.iter().chain(second.iter().filter(|page| !first.contains(page))).cloned().collect();
    run(&folder, &["-o", "union/"], &all);
    let found = tables(&folder, "out");
    let seen: BTreeMap<&str, [&str; 3]> = found["pages"]
        .iter()
        .map(|page| (&*page["path"], ["first_seen", "last_seen", "last_changed"].map(|name| &*page[name])))
        .collect();
    assert_eq!(seen["login.html"], ["1", "1", "1"]);
    assert_eq!(seen[CHANGED], ["1", "2", "2"]);
    assert_eq!(seen["list/1.html"], ["1", "2", "1"]);
    assert_eq!(seen["board/ceramics-laboratory.html"], ["2", "2", "2"]);
    assert!(found["book"].iter().any(|book| book["title"] == "Databases III"));
    assert_eq!(without_seen(found.clone()), tables(&folder, "union"));
    // The same crawl again changes nothing.
    let said = run(&folder, &["--update", "-o", "out/"], &second);
    assert!(said.contains("\ncrawl 2: 0 new, 0 changed, 21 as before;"), "{said}");
    assert!(bytes(&folder.path().join("out")) == once);
}

#[test]
fn a_table_that_is_no_more_has_no_file() {
    let folder = Folder::new();
    two_crawls(&folder);
    let threads: Vec<String> = bookshop().into_keys().filter(|name| name.starts_with("board/")).collect();
    run(&folder, &["--update", "-o", "out/"], &threads);
    folder.write("out/mine.csv", "a\n1\n");
    assert!(folder.path().join("out/posts.csv").exists());
    let books = bookshop().into_iter().filter(|(name, _)| name.starts_with("book/"));
    for (thread, (_, book)) in threads.iter().zip(books) {
        folder.write(thread, book);
    }
    run(&folder, &["--update", "-o", "out/"], &threads);
    let names: Vec<String> = bytes(&folder.path().join("out")).into_keys().collect();
    assert!(names.contains(&"mine.csv".to_owned()) && !names.contains(&"posts.csv".to_owned()), "{names:?}");
}

#[test]
fn a_database_whose_pages_would_be_lost_is_not_written() {
    let folder = Folder::new();
    let [first, _] = two_crawls(&folder);
    let refused = |options: &[&str], why: &str| {
        let pages = first.iter().map(|page| &**page);
        let args = ["site", "--format", "csv"].into_iter().chain(options.iter().copied()).chain(pages);
        let said = folder.run(args).failed();
        assert!(said.contains(why), "{said}");
    };
    refused(&["--update"], "--update is for a database; give it as -o FILE.sqlite or -o FOLDER/");
    refused(&["--search", "words", "-o", "a/"], "--search is for an SQLite file");
    run(&folder, &["-o", "plain/"], &first);
    refused(&["--update", "-o", "plain/"], "made without --update");
    run(&folder, &["--update", "-o", "kept/"], &first);
    refused(&["-o", "kept/"], "add --update, or remove this file first");
    let before = bytes(&folder.path().join("kept"));
    let damaged = &before["crawls.jsonl.gz"][..100];
    folder.write("kept/crawls.jsonl.gz", damaged);
    refused(&["--update", "-o", "kept/"], "restore this file");
    folder.write("kept/crawls.jsonl.gz", &before["crawls.jsonl.gz"]);
    assert!(bytes(&folder.path().join("kept")) == before);
}

#[test]
fn an_update_that_is_killed_and_repeated_gives_the_same_bytes() {
    let folder = Folder::new();
    let [first, second] = two_crawls(&folder);
    run(&folder, &["--update", "-o", "first/"], &first);
    change(&folder);
    let before = bytes(&folder.path().join("first"));
    let write = |name: &str| {
        std::fs::create_dir_all(folder.path().join(name)).expect("a folder");
        for (file, bytes) in &before {
            folder.write(&format!("{name}/{file}"), bytes);
        }
    };
    write("whole");
    let begun = Instant::now();
    run(&folder, &["--update", "-o", "whole/"], &second);
    let mut time = begun.elapsed();
    let after = bytes(&folder.path().join("whole"));
    let mut kills = 0;
    for round in 0..20 {
        let name = format!("killed{round}");
        write(&name);
        let mut child = program()
            .current_dir(folder.path())
            .args(["site", "--format", "csv", "--update", "-o", &format!("{name}/")])
            .args(&second)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // Files are written in the last part of the time.
        let at = if round % 2 == 0 {
            part(round, time)
        } else {
            time.mul_f64(0.7) + part(round, time.mul_f64(0.4))
        };
        std::thread::sleep(at);
        child.kill().expect("it can be killed");
        let is_killed = !child.wait().expect("it ends").success();
        kills += usize::from(is_killed);
        if !is_killed {
            // The first run was slowed down by other programs.
            time = time.mul_f64(0.8);
        }
        for (file, bytes) in bytes(&folder.path().join(&name)) {
            // A program that is killed between giving a whole file a name and moving it over the old one leaves it.
            let is_left = file.starts_with(".katagami-") && after.values().any(|whole| *whole == bytes);
            let is_whole = before.get(&file) == Some(&bytes) || after.get(&file) == Some(&bytes);
            assert!(is_whole || is_left, "half a {file}");
            if is_left {
                std::fs::remove_file(folder.path().join(&name).join(&file)).expect("it can be removed");
            }
        }
        run(&folder, &["--update", "-o", &format!("{name}/")], &second);
        assert!(bytes(&folder.path().join(&name)) == after, "the same bytes as without a kill");
    }
    assert!(kills > 5, "only {kills} kills");
}

#[cfg(feature = "sqlite")]
#[test]
fn texts_of_an_sqlite_file_can_be_searched_after_an_update() {
    let folder = Folder::new();
    let [first, second] = two_crawls(&folder);
    for (search, word) in [("words", "ceramics"), ("parts", "eramic")] {
        let file = format!("{search}.sqlite");
        // What was asked for once is kept.
        for (crawl, asked) in [(&first, &["--search", search][..]), (&second, &[])] {
            let pages = crawl.iter().map(|page| &**page);
            let args = ["site", "-q", "--update", "-o", &file].into_iter().chain(asked.iter().copied());
            folder.run(args.chain(pages)).found();
        }
        let database = rusqlite::Connection::open(folder.path().join(&file)).expect("a database");
        let question = "SELECT title FROM search JOIN book USING (page) WHERE table_name = 'book' AND search MATCH ? ORDER BY title";
        let mut rows = database.prepare(question).expect("a table");
        let titles: Vec<String> =
            rows.query_map([word], |row| row.get(0)).expect("rows").collect::<Result<_, _>>().expect("texts");
        assert!(titles.contains(&"Introduction to ceramics".to_owned()), "{titles:?}");
        assert!(titles.len() < 6, "{titles:?}");
        assert!(folder.path().join(format!("{search}.crawls.jsonl.gz")).exists());
        let report = format!("{search}.html");
        folder.run(["report", "-q", &file, "-o", &report]).found();
        let report = std::fs::read_to_string(folder.path().join(report)).expect("a file");
        assert!(!report.contains("search_data"), "tables of the index are no tables of the database");
    }
}
