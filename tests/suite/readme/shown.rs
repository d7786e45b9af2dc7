//! The README, the guide and the tours show what the program prints, and the files that they write are ignored by Git.

use super::{not_ignored, pages};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The beginning of a block that shows a command and its output.
const BLOCK: &str = "```console\n$ ";

/// A fresh folder with only the page sets, as for a reader who follows a tour.
fn folder(root: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    std::os::unix::fs::symlink(root.join("data"), folder.path().join("data")).expect("a link can be made");
    folder
}

/// The names of what commands have written into a folder.
fn names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(|name| name != "data")
}

/// What a command prints to standard output, with our program first on the path.
fn printed(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_katagami")).parent().expect("a folder").to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(program).chain(std::env::split_paths(&others)))
        .expect("folders without a colon");
    let mut shell = Command::new("sh");
    // The documents show a terminal of 100 columns.
    shell.current_dir(folder).env("PATH", &path).env("COLUMNS", "100").args(["-c", command]);
    let ran = shell.output();
    String::from_utf8(ran.expect("there is a shell").stdout).expect("text")
}

/// The part of an output that a block shows: all of it, or as many lines and characters as before with three dots for the rest.
fn beginning(printed: &str, shown: &str) -> String {
    let Some(shown) = shown.strip_suffix("...\n") else { return printed.to_owned() };
    let (lines, cut) = (shown.matches('\n').count(), shown.rsplit('\n').next().unwrap_or_default());
    let mut printed = printed.split_inclusive('\n');
    let mut first: String = printed.by_ref().take(lines).collect();
    first.extend(printed.next().unwrap_or_default().chars().take(cut.chars().count()));
    first + "...\n"
}

/// The page with its console blocks updated to the current output of their commands, and the number of blocks.
fn as_it_should_be(page: &str, folder: &Path) -> (String, usize) {
    let mut parts = page.split(BLOCK);
    let mut written = parts.next().unwrap_or_default().to_owned();
    let mut blocks = 0;
    for part in parts {
        let (command, rest) = part.split_once('\n').expect("output below the command");
        let (shown, behind) = rest.split_once("```").expect("a block ends");
        let output = beginning(&printed(command, folder), shown);
        written.extend([BLOCK, command, "\n", &output, "```", behind]);
        blocks += 1;
    }
    (written, blocks)
}

#[test]
fn every_output_in_the_readme_and_the_tours_is_what_the_command_prints() {
    let root = Path::new(crate::ROOT);
    let bless = std::env::var_os("KATAGAMI_BLESS").is_some();
    let mut shown = 0;
    let mut written = BTreeSet::new();
    for path in pages(root) {
        // A tour goes on with the files that its commands have written.
        let folder = folder(root);
        let page = std::fs::read_to_string(&path).expect("a page of text");
        let (right, blocks) = as_it_should_be(&page, folder.path());
        shown += blocks;
        written.extend(names(folder.path()));
        if bless {
            std::fs::write(&path, right).expect("a page can be written");
        } else {
            let hint = "KATAGAMI_BLESS=1 writes what is printed now; read the difference";
            assert_eq!(page, right, "{}: {hint}", path.display());
        }
    }
    assert!(shown >= 20, "only {shown} commands are shown");
    let seen = not_ignored(root, &written);
    assert!(written.len() >= 5 && seen.is_empty(), "{written:?}; not in .gitignore: {seen:?}");
}
