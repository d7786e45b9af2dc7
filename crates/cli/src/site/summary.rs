//! For people: what is in a database, on one screen.

use crate::args::pages;
use crate::writer::{cut, plain, text_width};
use katagami::database::{Added, Database, Table};
use katagami::report::{Cell, Shape};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// Where the database is, which says what can be done next.
pub(super) enum Next<'a> {
    /// It was written there.
    Written(&'a Path),
    /// It was not written; the command was given these inputs.
    Listed(String),
}

/// Writes the kinds of pages, the tables with their rows, columns and examples, what is doubtful, and what can be done next.
pub(super) fn summary(
    found: &Database,
    added: Option<Added>,
    next: &Next,
    out: &mut dyn Write,
) -> io::Result<()> {
    let count = found.table("pages").map_or(0, |pages| pages.rows.len());
    let s = if found.kinds.len() == 1 { "" } else { "s" };
    writeln!(out, "{} of {} kind{s}: {}", pages(count), found.kinds.len(), kinds(found))?;
    if let Some(Added { crawl, new, changed, same, missed }) = added {
        writeln!(
            out,
            "crawl {crawl}: {new} new, {changed} changed, {same} as before; {missed} of earlier crawls not in it"
        )?;
    }
    let width = found.tables.iter().map(|table| text_width(&table.name)).max().unwrap_or(0).min(40);
    let rows = found.tables.iter().map(|table| table.rows.len()).max().unwrap_or(0).to_string().len();
    for table in &found.tables {
        let names: Vec<&str> = table.columns.iter().map(|column| &*column.name).collect();
        let padding = " ".repeat(width.saturating_sub(text_width(&table.name)));
        writeln!(out, "{}{padding}  {:>rows$}  {}", table.name, table.rows.len(), listed(&names))?;
        if !OF_PAGES.contains(&&*table.name)
            && let Some(examples) = examples(table)
        {
            writeln!(out, "{}{examples}", " ".repeat(width + rows + 4))?;
        }
    }
    for joined in &found.joined {
        writeln!(out, "{}.{} leads to a row of {} each", joined.table, joined.column, joined.to)?;
    }
    let left = left_out(found);
    if left > 0 {
        writeln!(out, "in no other table: {}; `left_out` in pages says why", pages(left))?;
    }
    let doubtful = found.kinds.iter().filter(|kind| kind.second.is_some()).map(|kind| kind.pages.len()).sum();
    if doubtful > 0 {
        writeln!(
            out,
            "of a doubtful kind: {}; `second` in kinds says what else they may be",
            pages(doubtful)
        )?;
    }
    match next {
        Next::Written(output) => {
            let output = output.display();
            writeln!(out, "written to {output}; to look at it: katagami report {output} -o report.html")
        }
        Next::Listed(inputs) => {
            writeln!(out, "to keep it: -o site/; to look at it: katagami report {inputs} -o report.html")
        }
    }
}

/// The tables that say what pages are, not what is on them.
const OF_PAGES: [&str; 5] = ["kinds", "pages", "stated", "links", "unread"];

/// The number of pages of each sort, most first: `13 detail, 7 article`.
fn kinds(found: &Database) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for kind in &found.kinds {
        *counts.entry(kind.what.name()).or_default() += kind.pages.len();
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let counts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    counts.join(", ")
}

/// The most columns of a table that are named: more do not fit in a line.
const NAMED: usize = 8;

/// The first columns of a table, and how many more there are.
fn listed(names: &[&str]) -> String {
    let first = names[..names.len().min(NAMED)].join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first}, {more} more"),
    }
}

/// How many values of a table are shown, and how wide each may be.
const EXAMPLES: (usize, usize) = (3, 24);

/// Some values that tell rows apart: titles, else those of the first column with so many different texts, or with most, unless they are
/// addresses.
fn examples(table: &Table) -> Option<String> {
    let texts = |at: usize| {
        let mut texts: Vec<&str> = Vec::new();
        for row in &table.rows {
            if let Cell::Text(text) = &row[at]
                && !text.trim().is_empty()
                && !texts.contains(&&**text)
            {
                texts.push(text);
            }
            if texts.len() == EXAMPLES.0 {
                break;
            }
        }
        texts
    };
    let is_text = |&at: &usize| {
        let column = &table.columns[at];
        column.shape == Shape::One && !column.name.ends_with("url")
    };
    let title = table.column("title");
    let columns = title.into_iter().chain(table.key..table.columns.len()).filter(is_text).map(texts);
    let best = columns.reduce(|best, texts| if texts.len() > best.len() { texts } else { best })?;
    let shown = |text: &&str| cut(&plain(text), EXAMPLES.1).0;
    (!best.is_empty()).then(|| best.iter().map(shown).collect::<Vec<_>>().join(" | "))
}

/// The number of pages that are in no other table.
fn left_out(found: &Database) -> usize {
    let of = |pages: &Table| {
        let column = pages.column("left_out")?;
        Some(pages.rows.iter().filter(|row| row[column] != Cell::Missing).count())
    };
    found.table("pages").and_then(of).unwrap_or_default()
}
