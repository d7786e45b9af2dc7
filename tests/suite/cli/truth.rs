//! `--truth` of the commands that write rows: a result is compared with known answers in the form of the command's own JSON Lines.

use super::run::Folder;
use serde_json::{Value, json};

/// Each command with the options that its rows need, on pages in the folder `pages`.
const COMMANDS: [&[&str]; 6] = [
    &["records", "pages"],
    &["count", "pages"],
    &["forum", "pages"],
    &["similar", "pages", "--least", "0.1"],
    &["template", "pages", "--mask"],
    &["extract", "pages", "-w", "wrapper.json"],
];

/// Lists of records that all pages share but for their texts; the second and the third page are copies.
fn folder() -> Folder {
    let page = |words: [&str; 3]| {
        let posts = words.map(|word| {
            format!(
                "<li class=p><b>{word} Hill</b> <i>2024-01-02 10:00</i><p>The {word} text of a post is long enough to be one, {word}.</p></li>"
            )
        });
        format!("<html><h1>List</h1><ul>{}</ul></html>", posts.concat())
    };
    let pages = [
        ("pages/a.html", page(["ant", "bee", "cat"])),
        ("pages/b.html", page(["dog", "eel", "fox"])),
        ("pages/c.html", page(["dog", "eel", "fox"])),
        ("pages/d.html", page(["gnu", "hen", "ibis"])),
    ];
    let folder = Folder::with(pages);
    folder.run(["learn", "pages", "-o", "wrapper.json"]).found();
    folder
}

fn figures(folder: &Folder, command: &[&str]) -> Vec<Value> {
    folder.run(command.iter().copied().chain(["--truth", "truth.jsonl", "--format", "jsonl"])).json_lines()
}

#[test]
fn a_result_agrees_with_itself_and_no_longer_if_an_answer_is_missing() {
    let folder = folder();
    for command in COMMANDS {
        let rows = folder.run(command.iter().copied().chain(["--format", "jsonl"])).json_lines();
        let write = |rows: &[Value]| {
            let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
            folder.write("truth.jsonl", lines.join("\n"));
        };
        write(&rows);
        let all = figures(&folder, command).pop().expect("a row for all");
        assert!(all["found"].as_u64() > Some(0), "{command:?}: {all}");
        assert_eq!((&all["f"], &all["perfect"]), (&json!(1.0), &json!(1.0)), "{command:?}: {all}");
        // One thing more is known than the command finds.
        let mut rows = rows;
        match &mut rows[0] {
            row if row.get("records").is_some() => {
                row["records"].as_array_mut().unwrap().push(json!("unknown words"));
            }
            row if row.get("posts").is_some() => {
                row["posts"].as_array_mut().unwrap().push(json!("unknown words"));
            }
            row if row.get("fields").is_some() => row["fields"]["unknown"] = json!("value"),
            row if row.get("template").is_some() => {
                row["template"].as_array_mut().unwrap().push(json!([9000, 9009]));
            }
            row if row.get("count").is_some() => row["count"] = json!(row["count"].as_u64().unwrap() + 1),
            _ => rows.push(json!({"a": "pages/a.html", "b": "pages/d.html"})),
        }
        write(&rows);
        let less = figures(&folder, command).pop().expect("a row for all");
        assert!(less["known"].as_u64() > all["known"].as_u64(), "{command:?}: {less}");
        assert_eq!((&less["right"], &less["precision"]), (&all["right"], &json!(1.0)), "{command:?}: {less}");
        assert!(less["recall"].as_f64() < Some(1.0), "{command:?}: {less}");
    }
}

#[test]
fn a_file_that_cannot_be_compared_is_refused() {
    let folder = folder();
    for (truth, complaint) in [
        ("{", "truth.jsonl:1: not JSON"),
        ("\n{\"records\": []}", "truth.jsonl:2: give an object with \"path\""),
        ("{\"path\": \"a.html\"}", "truth.jsonl: no line has one of the members records, posts"),
        (
            "{\"path\": \"a.html\", \"posts\": []}",
            "the lines have \"posts\", which this command does not write",
        ),
    ] {
        folder.write("truth.jsonl", truth);
        let failed = folder.run(["records", "pages", "--truth", "truth.jsonl"]).failed();
        assert!(failed.contains(complaint), "{truth}: {failed}");
    }
    let failed = folder.run(["count", "pages", "--truth", "none.jsonl"]).failed();
    assert!(failed.contains("none.jsonl: cannot be read"), "{failed}");
}
