//! Writes related pairs as rows.

use crate::output::{ProgramFormat, Table, TableArgs, name};
use crate::writer::{unwritten, write_plain, write_results};
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::{EvidenceRow, PairRow};
use katagami::similar::index::Match;
use std::io::{self, Write};

/// The number of sentences that are shown for a pair without `--explain`.
pub(super) const SHOWN: usize = 3;

/// Refuses formats that cannot hold the results: those of tables for results that are none, and those that know records alone.
pub(super) fn check(output: &TableArgs, is_table: bool) -> Result<()> {
    let format = output.format();
    let is_known = format == Table::Text || format.rows().is_some() || is_table && format.table().is_some();
    if is_known {
        return Ok(());
    }
    let only = if format.table().is_some() { "only pairs and groups" } else { "neither pairs nor groups" };
    let why = format!("{only} can be written as {}; give --format csv or jsonl", name(&format));
    Err(Error::new(ErrorKind::Setting(why)))
}

/// Writes pairs. If there is an error, no file remains.
pub(super) fn write_pairs(
    output: &TableArgs,
    mut pairs: impl Iterator<Item = Result<Match>>,
    out: &mut dyn Write,
) -> Result<()> {
    output.write(out, |out| {
        if let Some(plain) = output.format().table() {
            return write_plain(plain, &PairRow::COLUMNS, pairs, out);
        }
        match output.format().rows() {
            None => pairs.try_for_each(|pair| describe(&PairRow::new(&pair?), out).map_err(unwritten)),
            Some(format) => write_results(format, pairs, out),
        }
    })
}

/// A pair for people.
fn describe(pair: &PairRow<'_>, out: &mut dyn Write) -> io::Result<()> {
    let PairRow { a, b, relation, class, overlap, containment, sentences, .. } = pair;
    writeln!(out, "{a}\n{b}")?;
    let links = match pair.links {
        "" => String::new(),
        "ab" => ", linked to each other".to_owned(),
        "a" => ", the first links to the second".to_owned(),
        _ => ", the second links to the first".to_owned(),
    };
    let s = if *sentences == 1 { "" } else { "s" };
    let original = match pair.original {
        "" => String::new(),
        first => format!(", the {} is the original", if first == "a" { "first" } else { "second" }),
    };
    writeln!(
        out,
        "  {relation}: {class}, overlap {overlap:.3}, containment {containment:.3}, {sentences} common \
             sentence{s}{links}{original}"
    )?;
    for EvidenceRow { text, edited, pages, a, b } in &pair.evidence {
        let pages = match (pages, edited) {
            (Some(pages), _) => format!(", on {pages} pages"),
            (None, Some(_)) => ", edited".to_owned(),
            // Of equal texts, every sentence is evidence.
            (None, None) if *overlap >= 1.0 => String::new(),
            (None, None) => ", too short or frequent to be evidence".to_owned(),
        };
        writeln!(out, "    {}..{} and {}..{}{pages}", a[0], a[1], b[0], b[1])?;
        writeln!(out, "      {text}")?;
        if let Some(edited) = edited {
            writeln!(out, "      {edited}")?;
        }
    }
    writeln!(out)
}
