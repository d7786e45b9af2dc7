//! The README, the guide and the tours show what the program prints.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The beginning of a block that shows a command and its output.
const BLOCK: &str = "```console\n$ ";

/// The README, the description of the database, the guide, and the tours, in this order.
fn pages(root: &Path) -> Vec<PathBuf> {
    let folders =
        ["docs/guide", "docs/tour"].map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder"));
    let mut pages: Vec<PathBuf> =
        folders.into_iter().flatten().map(|entry| entry.expect("a page").path()).collect();
    pages.sort();
    let first = ["README.md", "docs/SITE.md"].map(|page| root.join(page));
    first.into_iter().chain(pages).collect()
}

/// A fresh folder with only the page sets, as for a reader who follows a tour.
fn folder(root: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    std::os::unix::fs::symlink(root.join("data"), folder.path().join("data")).expect("a link can be made");
    folder
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
    for path in pages(root) {
        // A tour goes on with the files that its commands have written.
        let folder = folder(root);
        let page = std::fs::read_to_string(&path).expect("a page of text");
        let (right, blocks) = as_it_should_be(&page, folder.path());
        shown += blocks;
        if bless {
            std::fs::write(&path, right).expect("a page can be written");
        } else {
            let hint = "KATAGAMI_BLESS=1 writes what is printed now; read the difference";
            assert_eq!(page, right, "{}: {hint}", path.display());
        }
    }
    assert!(shown >= 20, "only {shown} commands are shown");
}

#[test]
fn the_readme_can_be_read_in_a_few_minutes() {
    let readme = include_str!("../../README.md");
    assert!(readme.lines().count() < 250, "tours belong to docs/tour");
}

/// The code between back quotes in the last cell of each row.
fn named_tests(page: &str) -> Vec<&str> {
    let rows = page
        .split("| guarantee | test |\n|---|---|\n")
        .skip(1)
        .map(|rest| rest.split("\n\n").next().unwrap_or_default());
    let cells = rows
        .flat_map(str::lines)
        .map(|row| row.trim_end_matches(" |").rsplit(" | ").next().unwrap_or_default());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn each_guarantee_names_tests_that_exist() {
    let root = Path::new(crate::ROOT);
    let sources = ["src", "tests/suite", "crates/cli/src", "fuzz"]
        .map(|folder| walkdir::WalkDir::new(root.join(folder)));
    let sources =
        sources.into_iter().flatten().flatten().filter(|file| file.path().extension() == Some("rs".as_ref()));
    let sources: String = sources.map(|file| std::fs::read_to_string(file.path()).expect("text")).collect();
    let page = std::fs::read_to_string(root.join("docs/GUARANTEES.md")).expect("a page of text");
    let tests = named_tests(&page);
    let exists = |test: &&str| {
        let name = test.rsplit("::").next().unwrap_or_default();
        let is_file = [".ci/", "python/tests/"].iter().any(|folder| test.starts_with(folder));
        is_file && root.join(test).exists() || sources.contains(&format!("fn {name}("))
    };
    let gone: Vec<&&str> = tests.iter().filter(|test| !exists(test)).collect();
    assert!(tests.len() >= 40 && gone.is_empty(), "{} tests; not in the sources: {gone:?}", tests.len());
}
