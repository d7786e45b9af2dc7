//! The one writer of `docs/REPRODUCTION.md`: sections to Markdown, figures to files beside it.
//!
//! A section that was not run stays as the file has it, and so does what the file has about real pages where there are
//! none.

use super::Result;
use super::section::{Part, Section, Table};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const HEAD: &str = "\
# The experiments of the sources, run again

Written by `cargo run --release --example reproduce`; `--check` compares it with what the command finds, line by line. For each table of a
source there is what was printed there, what the published method answers as it is implemented here, and what ours
does, and for each source the generated inputs on which ours is behind. Pages are generated, with seeds, by the package `site` (`tests/support/site`), unless the heading says that they
are real: those are not part of this repository. The generated pages show the traits that the sources describe; they say
nothing about how frequent a trait is on the web. The words after a table say by which figure ours is compared, and what
both methods do; unless there is a figure with a part left out, nobody has measured how much of the difference that part
makes.
";

/// Where figures go.
const FIGURES: &str = "plots/reproduction";

const REAL: &str = "### On real pages";

/// The files below a folder with their texts: the figures, and the document last.
#[must_use]
pub fn files(folder: &Path, sections: &[(&str, Section)]) -> Vec<(PathBuf, String)> {
    let path = folder.join("docs/REPRODUCTION.md");
    let mut files = Vec::new();
    let before = fs::read_to_string(&path).unwrap_or_default();
    let mut all: BTreeMap<String, String> = split(&before);
    for (letter, section) in sections {
        let known_before = all.get(*letter).map(String::as_str).unwrap_or_default();
        let text = markdown(letter, section, real(known_before));
        all.insert((*letter).to_owned(), text);
        for part in section.generated.iter().chain(section.real.iter().flatten()) {
            if let Part::Figure { name, figure, .. } = part {
                files.push((folder.join(format!("{FIGURES}/{name}.svg")), figure.svg()));
            }
        }
    }
    let texts = std::iter::once(HEAD).chain(all.values().map(String::as_str));
    files.push((path, texts.collect::<Vec<_>>().join("\n")));
    files
}

/// Writes files.
///
/// # Errors
/// If a file cannot be written.
pub fn write(files: &[(PathBuf, String)]) -> Result<()> {
    for (path, text) in files {
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// The lines in which files differ from their texts: those that only the file has begin with `-`, those that only the text has with `+`.
#[must_use]
pub fn differences(files: &[(PathBuf, String)]) -> Vec<String> {
    let of_file = |(path, text): &(PathBuf, String)| {
        let is = fs::read_to_string(path).unwrap_or_default();
        let said = |sign: char, lines: Vec<(usize, String)>| {
            lines.into_iter().map(move |(line, text)| format!("{}:{line}: {sign} {text}", path.display()))
        };
        let mut differences: Vec<String> =
            said('-', missing(&is, text)).chain(said('+', missing(text, &is))).collect();
        if differences.is_empty() && is != *text {
            differences.push(format!("{}: the same lines in another order", path.display()));
        }
        differences
    };
    files.iter().flat_map(of_file).collect()
}

/// The lines of a text that another one lacks, with their numbers.
fn missing(text: &str, other: &str) -> Vec<(usize, String)> {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for line in other.lines() {
        *left.entry(line).or_default() += 1;
    }
    let mut is_missing = |line: &str| match left.get_mut(line) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let lines = text.lines().zip(1..).filter(|(line, _)| is_missing(line));
    lines.map(|(line, number)| (number, line.to_owned())).collect()
}

/// The sections of a document by their letters.
fn split(document: &str) -> BTreeMap<String, String> {
    let sections = document.split("\n## ").skip(1);
    let letter = |section: &str| section.split('.').next().unwrap_or_default().to_owned();
    sections.map(|section| (letter(section), format!("## {}\n", section.trim_end()))).collect()
}

/// What a section says about real pages.
fn real(section: &str) -> Option<&str> {
    section.split_once(REAL).map(|(_, real)| real.trim())
}

fn markdown(letter: &str, section: &Section, real_before: Option<&str>) -> String {
    let mut text =
        format!("## {letter}. {}\n\n{}\n\n### On generated pages\n", section.title, section.source);
    write_parts(&section.generated, &mut text);
    write_parts(&[section.behind()], &mut text);
    match (&section.real, real_before) {
        (Some(parts), _) => {
            write!(text, "\n{REAL}\n").expect("a string takes all text");
            write_parts(parts, &mut text);
        }
        (None, Some(before)) => write!(text, "\n{REAL}\n\n{before}\n").expect("a string takes all text"),
        (None, None) => {}
    }
    text
}

fn write_parts(parts: &[Part], text: &mut String) {
    for part in parts {
        let part = match part {
            Part::Text(paragraph) => paragraph.clone(),
            Part::Table(table) => table_text(table),
            Part::Figure { name, caption, .. } => format!("![{name}](../{FIGURES}/{name}.svg)\n\n{caption}"),
        };
        write!(text, "\n{}\n", part.trim_end()).expect("a string takes all text");
    }
}

fn table_text(table: &Table) -> String {
    let is_number = |cell: &String| cell.is_empty() || cell.starts_with(|char: char| char.is_ascii_digit());
    let sides = (0..table.header.len()).map(|column| {
        let is_right = column > 0 && table.rows.iter().all(|row| is_number(&row[column]));
        if is_right { "--:" } else { "---" }.to_owned()
    });
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = format!("**{}**\n\n{}", table.caption, line(&table.header));
    writeln!(text, "|{}|", sides.collect::<Vec<_>>().join("|")).expect("a string takes all text");
    text.extend(table.rows.iter().map(|row| line(row)));
    if let Some((verdict, why)) = &table.judged {
        writeln!(text, "\nOurs is {}: {why}", verdict.word()).expect("a string takes all text");
    }
    text
}
