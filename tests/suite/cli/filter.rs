//! Filter mode: objects are returned with added keys.

use super::run::{Folder, finish, program};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::process::Stdio;

const SAYS: [&str; 3] = [
    "The river rose all night and in the morning the bridge was gone.",
    "Nobody knew who had left the letter on the table by the window.",
    "Twelve boats lay in the harbour, and not one of them was dry.",
];

fn page(number: usize) -> String {
    let says = SAYS[number];
    format!(
        "<title>Day {number}</title><ul><li>Home<li>About</ul><div id=a><h1>Day {number}</h1><p>{says}</div><p>The end"
    )
}

fn lines() -> String {
    (0..3).fold(String::new(), |mut lines, number| {
        let html = Value::from(page(number));
        writeln!(
            lines,
            r#" {{"n": 1.0, "url":"https://a.example/{number}", "html": {html}, "big":12345678901234567890123.50 }} "#
        )
        .expect("a string");
        lines
    })
}

#[test]
fn existing_keys_of_an_object_are_kept_unchanged() {
    let folder = Folder::with([("pages.jsonl", lines())]);
    let out = folder.run(["content", "--filter", "pages.jsonl"]).found();
    for (number, (before, after)) in lines().lines().zip(out.lines()).enumerate() {
        let before = before.trim().strip_suffix(" }").expect("a brace");
        let added = format!(
            r#","title":"Day {number}","hostname":"a.example","text":"Day {number}\n\n{}"}}"#,
            SAYS[number]
        );
        assert_eq!(after, before.to_owned() + &added);
    }
    assert_eq!(out.lines().count(), 3);
}

#[test]
fn texts_are_written_as_markup_on_request() {
    let folder = Folder::with([("pages.jsonl", lines())]);
    let first = |form: &str| {
        folder.run(["content", "--filter", "--format", form, "pages.jsonl"]).json_lines().remove(0)
    };
    assert_eq!(first("md")["text"], format!("# Day 0\n\n{}", SAYS[0]));
    assert_eq!(first("html")["text"], format!("<h1>Day 0</h1>\n<p>{}</p>", SAYS[0]));
    let post = folder.run(["blog", "--filter", "--format", "md", "pages.jsonl"]).json_lines().remove(0);
    assert_eq!(post["post"], first("md")["text"]);
    let wrong = folder.run(["content", "--filter", "--format", "csv", "pages.jsonl"]).failed();
    assert!(wrong.contains("text, md or html"), "{wrong}");
}

#[test]
fn the_standard_input_is_read_twice_and_no_temporary_file_remains() {
    let folder = Folder::with([("pages.jsonl", lines())]);
    let expected = folder.run(["content", "--filter", "pages.jsonl"]).found();
    let temporary = Folder::new();
    let mut command = program();
    command.env("TMPDIR", temporary.path()).args(["content", "--filter", "-"]);
    assert_eq!(finish(&mut command, lines().as_bytes()).found(), expected);
    finish(&mut command, b"").failed();
    assert_eq!(temporary.names(), [""; 0]);
}

/// Rewrites the file while the second reading waits for somebody to read its result. A batch has 1,024 lines.
#[test]
fn an_input_that_changes_between_the_two_readings_is_refused_and_what_is_appended_is_not_read() {
    let line = |number: usize, name: &str| json!({"html": page(number % 3), "n": name}).to_string() + "\n";
    let old =
        |count: usize| (0..count).map(|number| line(number, &format!("old {number}"))).collect::<String>();
    let rewritten: [(&str, String, i32); 4] = [
        ("shorter", old(1500), 2),
        ("other", (0..3000).map(|number| line(number, "new")).collect(), 2),
        ("doubled", old(1500).repeat(2), 2),
        ("longer", old(3000) + &line(0, "new").repeat(9), 0),
    ];
    for (how, new, code) in rewritten {
        let folder = Folder::with([("pages.jsonl", old(3000))]);
        let mut command = program();
        command.current_dir(folder.path()).args(["content", "--filter", "--quiet", "pages.jsonl"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut out = child.stdout.take().expect("it is piped");
        let mut first = [0; 100];
        out.read_exact(&mut first).expect("the second reading has begun");
        let mut file = std::fs::OpenOptions::new()
            .write(true)
            .open(folder.path().join("pages.jsonl"))
            .expect("it is there");
        file.set_len(0).and_then(|()| file.write_all(new.as_bytes())).expect("it can be written");
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("it is text");
        let ended = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(
            (ended.status.code(), said.contains("the input changed")),
            (Some(code), code == 2),
            "{how}: {said}"
        );
        assert!(!rest.contains("\"new\"") && rest.lines().count() <= 3000, "{how}");
    }
}

#[test]
fn a_truncated_line_is_reported_in_one_sentence() {
    let folder = Folder::with([("cut.jsonl", lines() + "{\"html\": \"<p>a\n</p>\"}\n")]);
    let told = folder.run(["content", "cut.jsonl"]).err;
    let why = "cut.jsonl#4: line 4 is not a JSON object with the page as a string in \"html\": the line ends before the object does\n";
    assert!(told.contains(why) && !told.contains("column"), "{told}");
}

#[test]
fn a_line_that_is_no_page_is_reported_and_the_others_are_read() {
    let good = lines();
    let bad = format!("{{\"html\": 3}}\n\n{good}not JSON\n{{\"url\": \"u\"}}\n[\"u\", \"<p>a\"]\n");
    let folder = Folder::with([("pages.jsonl", good), ("bad.jsonl", bad)]);
    let expected = folder.run(["content", "--filter", "pages.jsonl"]).found();
    let ran = folder.run(["content", "--filter", "bad.jsonl"]);
    assert_eq!((ran.code, ran.out), (0, expected));
    let told: Vec<&str> = ran.err.lines().collect();
    let starts = [
        "skipped bad.jsonl#1: line 1 is not a JSON object with the page as a string in \"html\"",
        "skipped bad.jsonl#5: line 6 is not a JSON object",
        "skipped bad.jsonl#6: line 7 has no \"html\"; put the page there",
        "skipped bad.jsonl#7: line 8 is not a JSON object",
        "3 pages read, 4 skipped",
    ];
    assert_eq!(told.len(), starts.len(), "{told:?}");
    assert!(told.iter().zip(starts).all(|(told, start)| told.starts_with(start)), "{told:?}");
    assert!(folder.run(["content", "--filter", "--strict", "bad.jsonl"]).failed().contains("line 1"));
}

#[test]
fn an_existing_title_is_kept_and_a_text_is_replaced() {
    let line = |number: usize| json!({"text": "old", "html": page(number), "title": "mine", "n": number});
    let input: String = (0..3).map(|number| line(number).to_string() + "\n").collect();
    let folder = Folder::with([("pages.jsonl", input)]);
    for (number, object) in folder.run(["content", "--filter", "pages.jsonl"]).json_lines().iter().enumerate()
    {
        assert_eq!((&object["title"], &object["n"]), (&json!("mine"), &json!(number)));
        assert!(object["text"].as_str().expect("a text").ends_with(SAYS[number]));
    }
}

#[test]
fn the_same_page_under_two_addresses_keeps_its_text() {
    let folder = Folder::with([
        ("once.jsonl", lines()),
        ("more.jsonl", lines().lines().next().expect("a line").into()),
    ]);
    let once = folder.run(["content", "--filter", "once.jsonl"]).json_lines();
    let twice = folder.run(["content", "--filter", "once.jsonl", "more.jsonl"]).json_lines();
    assert_eq!(twice[..3], once);
    assert_eq!(twice[3], once[0]);
}

#[test]
fn posts_are_separated_from_their_comments() {
    let folder = Folder::with([("pages.jsonl", lines())]);
    let objects = folder.run(["blog", "--filter", "pages.jsonl"]).json_lines();
    assert_eq!(objects[1]["post"], json!(format!("Day 1\n\n{}", SAYS[1])));
    assert_eq!((&objects[1]["comments"], &objects[1]["signed"]), (&json!([]), &json!([])));
}

#[test]
fn a_folder_and_an_empty_page_have_a_result() {
    let folder = Folder::with([("pages.jsonl", lines() + "{\"html\":\"\"}\n")]);
    let objects = folder.run(["content", "--filter", "pages.jsonl"]).json_lines();
    assert_eq!(objects[3], json!({"html": "", "text": ""}));
    assert!(
        folder.run(["content", "--filter", "."]).failed().contains("this is a folder, not a JSON Lines file")
    );
    folder.write("page.html", " <p>x</p>");
    let ran = folder.run(["content", "--filter", "page.html"]).failed();
    assert!(
        ran.contains("page.html: this is a page, not a JSON Lines file; to read pages, leave out --filter"),
        "{ran}"
    );
    assert!(folder.run(["content", "--filter", "gone.jsonl"]).failed().contains("gone.jsonl"));
}
