//! `docs/REPRODUCTION.md` is what the command writes: one section here, line by line; all of it by `.ci/run`, which takes a minute.

#[expect(dead_code, reason = "the test measures no times and writes no files")]
#[path = "../../examples/reproduce/experiment/mod.rs"]
mod experiment;

use experiment::{EXPERIMENTS, Scale, differences, files, newly_behind};
use std::fs;
use std::path::Path;

#[test]
fn the_section_of_blogs_is_what_the_command_writes() {
    let root = Path::new(crate::ROOT);
    let blogs = EXPERIMENTS.iter().find(|experiment| experiment.letter == "C").expect("blogs are C");
    let section = (blogs.run)(Scale::Full, None).expect("pages are generated");
    let sections = [(blogs.letter, section)];
    assert_eq!(newly_behind(&sections), [""; 0]);
    // Without real pages what the document says about them is kept.
    let different = differences(&files(root, &sections));
    assert!(
        different.is_empty(),
        "run `cargo run --release --example reproduce -- c`:\n{}",
        different.join("\n")
    );
}

#[test]
fn a_figure_that_differs_a_line_too_much_and_another_order_are_differences() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("document");
    fs::write(&file, "F 0.9\nF 0.8\n").expect("the folder is writable");
    let lines = |text: &str| differences(&[(file.clone(), text.to_owned())]).len();
    assert_eq!(lines("F 0.9\nF 0.8\n"), 0);
    assert_eq!(lines("F 0.9\nF 0.7\n"), 2, "one line is missing and another is new");
    assert_eq!(lines("F 0.9\nF 0.8\nF 0.8\n"), 1);
    assert_eq!(lines("F 0.8\nF 0.9\n"), 1);
}

#[test]
fn the_figures_of_the_document_exist() {
    let root = Path::new(crate::ROOT);
    let document = fs::read_to_string(root.join("docs/REPRODUCTION.md")).expect("the document can be read");
    let figures: Vec<&str> =
        document.split("](../").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(!figures.is_empty(), "the document has figures");
    for figure in figures {
        assert!(root.join(figure).is_file(), "{figure} is missing");
    }
}
