//! `docs/REPRODUCTION.md` is the output of the command: the same headings, tables and figures on a small scale.

#[expect(dead_code, reason = "the test measures no times")]
#[path = "../../examples/reproduce/experiment/mod.rs"]
mod experiment;

use experiment::{EXPERIMENTS, Scale, write};
use std::fs;
use std::path::Path;

#[test]
fn the_document_has_the_structure_that_the_command_writes_and_all_its_figures() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let sections = EXPERIMENTS.iter().map(|experiment| {
        let section = (experiment.run)(Scale::Small, None);
        (experiment.letter, section.unwrap_or_else(|error| panic!("{}: {error}", experiment.letter)))
    });
    write(folder.path(), sections.collect()).expect("the folder can be written to");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [small, full] = [folder.path(), root].map(|folder| {
        fs::read_to_string(folder.join("docs/REPRODUCTION.md")).expect("the document can be read")
    });
    assert_eq!(skeleton(&full), skeleton(&small));
    for measured in ["Figure 8: processor time", "**In place of VIPS"] {
        assert_eq!(from(&full, measured), from(&small, measured), "drawn from a file under benches/");
    }
    for figure in full.split("](../").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(root.join(figure).is_file(), "{figure} is missing");
    }
}

/// The line that begins with a text, with its paragraph and the next one: a caption with its table.
fn from<'a>(document: &'a str, begin: &str) -> Vec<&'a str> {
    let lines: Vec<&str> = document.lines().skip_while(|line| !line.starts_with(begin)).collect();
    assert!(!lines.is_empty(), "{begin} is missing");
    lines.split(|line| line.is_empty()).take(2).flatten().copied().collect()
}

/// The structure of a document: its headings, the header rows of its tables, its figures; without those of real pages.
fn skeleton(document: &str) -> Vec<&str> {
    let mut form = Vec::new();
    let (mut is_real, mut lines) = (false, document.lines().peekable());
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            is_real = line == "### On real pages";
        }
        let is_head = line.starts_with('|') && lines.peek().is_some_and(|next| next.starts_with("|--"));
        if !is_real && (line.starts_with('#') || line.starts_with("![") || line.starts_with("**") || is_head)
        {
            form.push(line);
        }
    }
    form
}
