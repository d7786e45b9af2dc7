//! The rules for the sources: which modules may use which, where third-party crates are named, how long a file is.

mod source;

use self::source::{Source, sources};
use std::collections::{BTreeMap, BTreeSet};

/// The modules of the library, and the crates beside it, in their order: each uses only those before it, in its own row or in an
/// earlier one.
const ORDER: [&[&str]; 13] = [
    &["error"],
    &["distinct", "features", "measure", "progress"],
    &["document"],
    &["token"],
    &["index"],
    &["spectrum"],
    &["template"],
    &["page", "site", "repeat", "record", "kind", "wrapper", "content", "forum", "similar"],
    &["ask"],
    &["report"],
    &["database"],
    &["plot", "viewer"],
    &["cli"],
];

/// Crates that are named in few places, and those places.
const NAMED_IN: [(&str, &[&str]); 17] = [
    ("bstr", &["document/", "report/element.rs"]),
    ("libsais", &["index/sort.rs"]),
    ("suffix", &["index/search.rs"]),
    ("plotters", &["plot/"]),
    ("clap", &["cli/"]),
    ("clap_complete", &["cli/"]),
    ("clap_mangen", &["cli/"]),
    ("iri_string", &["record/address.rs", "document/reader.rs"]),
    ("percent_encoding", &["database/link.rs"]),
    ("base64", &["document/mhtml.rs", "viewer/file.rs"]),
    ("rawzip", &["document/zipped.rs"]),
    ("tar", &["document/tarball.rs"]),
    ("sha2", &["viewer/file.rs"]),
    ("parquet", &["cli/writer/column_file.rs", "cli/stored/column_file.rs"]),
    ("rusqlite", &["cli/site/sqlite.rs"]),
    ("unicode_width", &["cli/writer/text.rs"]),
    ("terminal_size", &["cli/place.rs"]),
];

const MOST_LINES: usize = 600;

fn level(module: &str) -> Option<usize> {
    ORDER.iter().position(|row| row.contains(&module))
}

/// The violations of a file, one line each.
fn faults(source: &Source) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |line: usize, what: String| faults.push(format!("{}:{line}: {what}", source.path));
    // A module uses only modules before it in the order, also within a row.
    if let Some(own) = source.module() {
        for (line, used) in source.modules_used() {
            if used != own && !may_use(own, &used) {
                fault(line, format!("{own} uses {used}, which does not come before it"));
            }
        }
    }
    for (name, places) in NAMED_IN {
        let allowed = places.iter().any(|place| source.path.starts_with(place));
        for line in source.lines_naming(name).into_iter().filter(|_| !allowed) {
            fault(line, format!("names the crate {name}; only {} may", places.join(" and ")));
        }
    }
    for line in source.unwraps() {
        fault(line, "unwrap in code that is no test; return the error, or expect a promise".to_owned());
    }
    let lines = source.text.lines().count();
    if lines > MOST_LINES {
        fault(lines, format!("{lines} lines; what is the second idea in it?"));
    }
    let stem = source.path.rsplit('/').next().and_then(|name| name.strip_suffix(".rs")).unwrap_or_default();
    if ["utils", "util", "helpers", "common", "misc"].contains(&stem) {
        fault(1, "a name that says nothing".to_owned());
    }
    faults
}

fn may_use(own: &str, used: &str) -> bool {
    let place = |module: &str| {
        let row = level(module)?;
        Some((row, ORDER[row].iter().position(|&other| other == module)))
    };
    match (place(own), place(used)) {
        (Some(own), Some(used)) => used < own,
        // A module that is not in the order.
        _ => false,
    }
}

fn faults_of(path: &str, text: &str) -> Vec<String> {
    faults(&Source::new(path, text))
}

#[test]
fn the_sources_keep_the_rules() {
    let sources = sources();
    assert!(sources.len() > 30, "the sources are found");
    let faults: Vec<String> = sources.iter().flat_map(faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// For each module in a folder the modules of this folder that it, or what is in it, uses.
type Uses = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn uses_within_folders(sources: &[Source]) -> Uses {
    let modules: BTreeSet<String> = sources.iter().map(|source| source.own().join("/")).collect();
    let mut uses = Uses::new();
    for source in sources {
        for (folder, used) in source.named_above() {
            let depth = folder.split('/').filter(|part| !part.is_empty()).count();
            let module = if folder.is_empty() { used.clone() } else { format!("{folder}/{used}") };
            let own = source.own()[depth].to_owned();
            if modules.contains(&module) && own != used {
                uses.entry(folder).or_default().entry(own).or_default().insert(used);
            }
        }
    }
    uses
}

/// Modules in cycles of uses: those that remain when modules that use none are removed repeatedly.
fn in_circles(mut uses: BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    loop {
        let left: BTreeSet<String> = uses.keys().cloned().collect();
        for used in uses.values_mut() {
            used.retain(|module| left.contains(module));
        }
        uses.retain(|_, used| !used.is_empty());
        if uses.len() == left.len() {
            return left.into_iter().collect();
        }
    }
}

#[test]
fn files_of_a_folder_use_each_other_in_one_direction() {
    let uses = uses_within_folders(&sources());
    assert!(
        uses["wrapper"]["read"].contains("page") && uses["repeat"]["thread"].contains("record"),
        "the uses are found"
    );
    let circles: Vec<String> = uses
        .into_iter()
        .map(|(folder, uses)| (folder, in_circles(uses)))
        .filter(|(_, circle)| !circle.is_empty())
        .map(|(folder, circle)| format!("{folder}: {}", circle.join(" ")))
        .collect();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn files_that_use_each_other_are_found() {
    let source = |path: &str, text: &str| Source::new(path, text);
    let found =
        |sources: &[Source]| in_circles(uses_within_folders(sources).remove("page").unwrap_or_default());
    let row = source("page/row.rs", "use super::tree::Tree;");
    let tests = source("page/tree.rs", "#[cfg(test)]\nmod tests { use super::super::row::rows; }");
    assert_eq!(found(&[row, tests]), [""; 0]);
    let deep = source("page/row/cell.rs", "use super::super::{ElementId, tree};");
    let tree = source("page/tree.rs", "use super::row::{self, continued};");
    assert_eq!(found(&[deep, tree, source("page/row.rs", "")]), ["row", "tree"]);
    let rooted = source("page/row/cell.rs", "use crate::page::{ElementId, tree};");
    let tree = source("page/tree.rs", "use crate::page::row::continued;");
    assert_eq!(found(&[rooted, tree, source("page/row.rs", "")]), ["row", "tree"]);
}

#[test]
fn every_module_is_in_the_order() {
    let root = sources().into_iter().find(|source| source.path == "lib.rs").expect("a library has lib.rs");
    let modules: Vec<&str> = root
        .text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert!(modules.len() >= 8, "{modules:?}");
    let unplaced: Vec<_> = modules.iter().filter(|module| level(module).is_none()).collect();
    assert!(unplaced.is_empty(), "{unplaced:?}");
}

#[test]
fn a_module_may_use_those_above_it() {
    assert_eq!(
        faults_of("index/text.rs", "use crate::document::Corpus;\nuse super::Pos;\nuse super::super::error;"),
        [""; 0]
    );
    assert_eq!(
        faults_of("template/mod.rs", "use super::index::Pos; use crate::{error, token::Span};"),
        [""; 0]
    );
    assert_eq!(faults_of("record/mod.rs", "use crate::repeat::Choice;"), [""; 0]);
    // In a crate beside the library `crate` is that crate itself.
    assert_eq!(faults_of("cli/find.rs", "use crate::output::Table; use katagami::index::Pos;"), [""; 0]);
}

#[test]
fn a_module_that_uses_one_below_it_is_found() {
    for text in [
        "use crate::template::Mask;",
        "fn f() -> crate::template::Mask { todo!() }",
        "use crate::{error, template::{self, Mask}};",
        "use crate::{\n    error::{Error, Result},\n    template,\n};",
        "use super::super::template::Mask;",
        "use super::super::{error, template};",
        "mod tests { use super::super::super::template; }",
    ] {
        let faults = faults_of("index/text.rs", text);
        assert!(
            matches!(&faults[..], [fault] if fault.contains("index uses template")),
            "{text}: {faults:?}"
        );
    }
    assert_eq!(faults_of("group/mod.rs", "use crate::record::Record;").len(), 1);
    assert_eq!(faults_of("index/mod.rs", "use super::cli::Outcome;").len(), 1);
    assert_eq!(faults_of("index/mod.rs", "use crate::unheard_of::Thing;").len(), 1);
    assert_eq!(faults_of("cli/find.rs", "use katagami::unheard_of::Thing;").len(), 1);
}

#[test]
fn names_in_comments_and_strings_are_no_uses() {
    let text = "//! [`x`](crate::cli)\n/* crate::cli /* nested */ clap:: */ const A: &str = \"crate::cli \\\" clap::\";\n\
                const B: &str = r#\"libsais::\"#; const C: char = '\"'; fn f<'a>(x: &'a str) -> &'a str { x }";
    assert_eq!(faults_of("index/text.rs", text), [""; 0]);
    assert_eq!(faults_of("index/text.rs", &format!("{text} use clap::Args;")).len(), 1);
}

#[test]
fn a_crate_named_in_the_wrong_file_is_found() {
    assert_eq!(faults_of("index/sort.rs", "use libsais::Sort;"), [""; 0]);
    for text in [
        "use libsais::Sort;",
        "use libsais as sorter;",
        "fn f() { ::libsais::sort() }",
        "extern crate libsais;",
    ] {
        assert_eq!(faults_of("index/lcp.rs", text).len(), 1, "{text}");
    }
    assert_eq!(faults_of("index/lcp.rs", "mod with_libsais {} fn f(suffix: u32) -> u32 { suffix }"), [""; 0]);
    assert_eq!(faults_of("spectrum/mod.rs", "use plotters::prelude::*;").len(), 1);
}

#[test]
fn an_unwrap_outside_tests_is_found() {
    assert_eq!(faults_of("index/lcp.rs", "fn f() { g().unwrap(); }").len(), 1);
    assert_eq!(
        faults_of("index/lcp.rs", "#[cfg(test)]\nmod tests { fn f() { g().unwrap(); } }\nfn f() {}"),
        [""; 0]
    );
    assert_eq!(faults_of("index/lcp.rs", "#[cfg(test)]\nmod tests {}\nfn f() { g().unwrap(); }").len(), 1);
    assert_eq!(faults_of("index/lcp.rs", "fn f() { g().unwrap_or(1).expect(\"unwrap()\") }"), [""; 0]);
}

#[test]
fn a_long_file_and_an_empty_name_are_found() {
    assert_eq!(faults_of("index/lcp.rs", &"\n".repeat(MOST_LINES)), [""; 0]);
    assert_eq!(faults_of("index/lcp.rs", &"\n".repeat(MOST_LINES + 1)).len(), 1);
    assert_eq!(faults_of("index/helpers.rs", "").len(), 1);
}
