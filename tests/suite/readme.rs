//! The README, the guide and the tours: what they show, how long they are, what they promise.

// The commands are those of a shell.
#[cfg(unix)]
mod shown;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

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

/// Those of the names that Git would list as new in the checkout, where a reader follows the tours. Lines such as `/wrapper.json` and `/shop/`
/// name them.
fn not_ignored<'n>(root: &Path, names: &'n BTreeSet<String>) -> Vec<&'n String> {
    let ignored = std::fs::read_to_string(root.join(".gitignore")).expect("a file of text");
    let ignored: BTreeSet<&str> = ignored.lines().map(|line| line.trim_matches('/')).collect();
    names.iter().filter(|name| !ignored.contains(name.as_str())).collect()
}

#[test]
fn every_file_that_a_tour_writes_is_ignored_by_git() {
    let root = Path::new(crate::ROOT);
    let mut written = BTreeSet::new();
    for path in pages(root) {
        let page = std::fs::read_to_string(&path).expect("a page of text");
        // What is between lines of back quotes; indented blocks are commands, too.
        let fenced = page.split("```").skip(1).step_by(2).flat_map(str::lines);
        let indented = page.lines().filter(|line| line.starts_with("    katagami "));
        for line in fenced.chain(indented) {
            let words = || line.split(|char: char| char.is_whitespace() || matches!(char, '"' | '`'));
            let outputs = words().zip(words().skip(1)).filter(|(option, _)| *option == "-o");
            let names = outputs.map(|(_, name)| name.split('/').next().unwrap_or_default());
            written.extend(names.filter(|name| !name.is_empty() && !name.contains('{')).map(str::to_owned));
        }
    }
    let seen = not_ignored(root, &written);
    assert!(written.len() >= 15 && seen.is_empty(), "{written:?}; not in .gitignore: {seen:?}");
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
