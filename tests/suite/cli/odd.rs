//! Odd input: nothing, one byte, one repeated string, very many pages. No verb panics or takes long.

use super::run::{Folder, Ran, pages, root};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

const VERBS: [&[&str]; 6] = [
    &["spectrum"],
    &["spectrum", "--length", "1..", "--frequency", "occurrences"],
    &["template"],
    &["template", "--method", "paper"],
    &["count"],
    &["find", "<br>"],
];

/// Long for these tests, but short compared with anything quadratic. The tests run at the same time.
const SOON: Duration = Duration::from_secs(60);

fn run(folder: &Folder, verb: &[&'static str], inputs: &[&'static str]) -> Ran {
    let start = Instant::now();
    let ran = folder.run([verb, inputs].concat());
    assert!(start.elapsed() < SOON, "{verb:?} {inputs:?} took {:?}", start.elapsed());
    assert!(!ran.err.contains("panicked"), "{verb:?} {inputs:?}: {}", ran.err);
    ran
}

#[test]
fn an_empty_file_and_one_of_nuls_are_reported() {
    let folder = Folder::with([("empty.html", vec![]), ("nul.html", vec![0; 5000])]);
    for verb in VERBS {
        let complaint = run(&folder, verb, &["empty.html"]).failed();
        assert!(complaint.starts_with("skipped empty.html: the page is empty; leave it out"), "{complaint}");
        let complaint = run(&folder, verb, &["nul.html"]).failed();
        assert!(complaint.starts_with("skipped nul.html: binary data"), "{complaint}");
    }
}

#[test]
fn small_and_unfinished_pages_have_no_records() {
    let folder =
        Folder::with([("one.html", "x"), ("breaks.html", "\n\r\n"), ("unclosed.html", "<p>abc <q de")]);
    for verb in VERBS {
        for page in ["one.html", "breaks.html", "unclosed.html"] {
            let ran = run(&folder, verb, &[page]);
            assert_eq!(ran.code, 1, "{verb:?} {page}: {}", ran.out);
            let has_tags = page == "unclosed.html";
            let plain = format!("1 page without any tag, read as plain text: {page}\n");
            let said = ran.err.strip_prefix(&plain).filter(|_| !has_tags).unwrap_or(&ran.err);
            assert_eq!(has_tags, said == ran.err, "{verb:?} {page}: {}", ran.err);
            assert!(said.is_empty() || said.starts_with("no "), "{verb:?} {page}: {said}");
        }
        assert_ne!(run(&folder, verb, &["."]).code, 2, "{verb:?}");
    }
}

/// More tags than the default limit.
const MORE: &str = "--max-nodes=5000000";

#[test]
fn one_tag_in_20_megabytes_is_counted_in_time() {
    let folder = Folder::with([("tag.html", "<br>".repeat(5_000_000))]);
    let spectrum = run(&folder, &["spectrum", MORE], &["tag.html"]).found();
    assert!(spectrum.starts_with("1 page, 20000000 symbols\n"), "{spectrum}");
    let count = run(&folder, &["count", "--method", "paper", MORE], &["tag.html"]).found();
    // F(f) = f V(f) with one n-gram of each length: the single tag has the largest f.
    assert_eq!(count, "5000000  tag.html\n");
    assert_eq!(run(&folder, &["template", MORE], &["tag.html"]).code, 1);
    assert!(
        run(&folder, &["find", "<br>", MORE], &["tag.html"])
            .found()
            .starts_with("  5000000 times on 1 of 1 pages")
    );
    // Every frequency from 1 to 5,000,000 has one substring, so there is no peak.
    let tags = run(&folder, &["spectrum", "--alphabet", "tag", "--length", "1..", MORE], &["tag.html"]);
    assert!(tags.code == 1 && tags.out.starts_with("1 page, 5000000 symbols\n"), "{tags:?}");
}

#[test]
fn pages_that_are_one_run_of_one_tag_share_all_of_it() {
    let folder = Folder::with([("a.html", "<br>".repeat(100_000)), ("b.html", "<br>".repeat(100_000))]);
    let masks = run(&folder, &["template", "--mask", "--format", "jsonl"], &["."]).json_lines();
    assert!(masks.iter().all(|mask| mask["template_bytes"] == 400_000), "{masks:?}");
}

#[test]
fn very_many_small_pages_are_counted_in_time() {
    let mut lines = String::new();
    for i in 0..20_000 {
        writeln!(lines, r#"{{"html":"<p>page {i}"}}"#).expect("a string takes all text");
    }
    let folder = Folder::with([("pages.jsonl", lines)]);
    let spectrum = run(&folder, &["spectrum"], &["pages.jsonl"]).found();
    assert!(spectrum.starts_with("20000 pages, ") && spectrum.contains("peak 20000 pages"), "{spectrum}");
    let template = run(&folder, &["template"], &["pages.jsonl"]).found();
    assert!(template.contains(" 20000x  <p>page"), "{template}");
    assert_eq!(run(&folder, &["count", "--method", "paper"], &["pages.jsonl"]).code, 1);
    assert!(
        run(&folder, &["find", "<p>"], &["pages.jsonl"])
            .found()
            .starts_with("    20000 times on 20000 of 20000")
    );
}

#[test]
fn very_many_small_files_are_read_in_time() {
    let folder = Folder::new();
    for i in 0..20_000 {
        folder.write(&format!("{}/{i}.html", i % 100), format!("<p>page {i}"));
    }
    let out = run(&folder, &["spectrum"], &["."]).found();
    assert!(out.contains("peak 20000 pages"), "{out}");
}

#[test]
fn very_many_pages_without_common_text_are_grouped_in_time() {
    let mut state = 1_u64;
    let mut lines = String::new();
    for _ in 0..3000 {
        let mut word = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            format!("{:x}", state >> 16)
        };
        let text = (0..10).map(|_| word()).collect::<String>();
        writeln!(lines, r#"{{"html":"{text}"}}"#).expect("a string takes all text");
    }
    let folder = Folder::with([("pages.jsonl", lines)]);
    assert_ne!(run(&folder, &["template"], &["pages.jsonl"]).code, 2);
}

#[test]
fn what_a_file_cannot_be_and_what_the_default_method_does_not_use_is_refused() {
    let folder = Folder::with([("some.md", "there"), ("a.html", "<ul><li>x</li><li>y</li><li>z</li></ul>")]);
    let said = folder.run(["content", "a.html", "-o", "some.md/"]).failed();
    assert!(
        said.contains("some.md/: this is a file, and a name that ends in a slash means a folder"),
        "{said}"
    );
    let said = folder.run(["count", "a.html", "--alphabet", "tag"]).failed();
    assert!(said.contains("--alphabet is about the symbols of the published method"), "{said}");
    let said = folder.run(["count", "a.html", "--with-text"]).failed();
    assert!(said.contains("--with-text is about"), "{said}");
    let help = folder.run(["--help"]).found();
    assert!(help.contains("katagami <INPUT>...    the same as katagami overview <INPUT>..."), "{help}");
}

#[test]
fn characters_that_show_nothing_change_no_answer() {
    // The place where a line may break, and the byte order mark, as such and as entities, before each end tag of what is shown.
    let marked = |page: &str| {
        let page = page.replace("</", "\u{200B}&#xFEFF;</").replace("</title", "\u{FEFF}&#8203;</title");
        ["script", "style"]
            .iter()
            .fold(page, |page, name| page.replace(&format!("\u{200B}&#xFEFF;</{name}"), &format!("</{name}")))
    };
    let verbs: [(&str, &[&str]); 5] = [
        (
            "data/press/a-daily",
            &["content --format md --front-matter", "content --format tei", "stated --format csv"],
        ),
        ("data/blog/a-replies", &["blog --format csv --all-fields"]),
        ("data/forum/a-boxes", &["forum --format md"]),
        ("data/results/e-touching-58", &["records --format csv"]),
        ("data/shop/a-terms", &["learn -o w.json", "extract -w w.json --format csv"]),
    ];
    for (set, verbs) in verbs {
        let (plain, with_marks) = (Folder::new(), Folder::new());
        for path in pages(set.strip_prefix("data/").expect("in data")) {
            let page = std::fs::read_to_string(root().join(&path)).expect("UTF-8");
            let name = path.file_name().expect("a file").to_str().expect("UTF-8").to_owned();
            plain.write(&format!("pages/{name}"), &page);
            with_marks.write(&format!("pages/{name}"), marked(&page));
        }
        for verb in verbs {
            let run = |folder: &Folder| folder.run(verb.split(' ').chain(["pages"])).found();
            assert_eq!(run(&with_marks), run(&plain), "{verb:?}");
        }
    }
}
