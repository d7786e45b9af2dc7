//! Related pairs as rows.

use crate::cli::output::{Table, TableArgs};
use crate::error::Result;
#[cfg(feature = "parquet")]
use crate::error::{Error, ErrorKind};
use crate::report::{
    Cell, Column, Format, PlainFormat, Row, Shape, begin_plain_table, unwritten, write_results,
};
use crate::similar::Evidence;
use crate::similar::index::Match;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// Sentences that are shown of a pair where not all are asked for.
pub(super) const SHOWN: usize = 3;

/// Refuses a form that pairs alone have, and one that is not for a terminal.
#[cfg(feature = "parquet")]
pub(super) fn check(output: &TableArgs, is_pairs: bool) -> Result<()> {
    output.refuse_terminal()?;
    if output.format() == Table::Parquet && !is_pairs {
        let why = "only pairs are written as Parquet; give --format csv or jsonl".to_owned();
        return Err(Error::new(ErrorKind::Setting(why)));
    }
    Ok(())
}

/// The form for programs of what is no pair, if it is one.
pub(super) fn rows(output: &TableArgs) -> Option<Format> {
    match output.format() {
        Table::Text => None,
        Table::Json => Some(Format::Json),
        Table::Jsonl => Some(Format::JsonLines),
        _ => Some(Format::Csv),
    }
}

/// Writes pairs, up to the first failure, which leaves no file.
pub(super) fn write_pairs(
    output: &TableArgs,
    mut pairs: impl Iterator<Item = Result<Match>>,
    out: &mut dyn Write,
) -> Result<()> {
    let plain = match output.format() {
        Table::Csv => Some(PlainFormat::Csv),
        #[cfg(feature = "parquet")]
        Table::Parquet => Some(PlainFormat::Parquet),
        _ => None,
    };
    output.write(out, |out| {
        if let Some(plain) = plain {
            let mut table = begin_plain_table(plain, PairRow::columns(), out)?;
            pairs.try_for_each(|pair| table.row(PairRow::new(&pair?).cells()))?;
            return table.finish();
        }
        match rows(output) {
            None => pairs.try_for_each(|pair| PairRow::new(&pair?).describe(out)),
            Some(format) => write_results(format, pairs, out),
        }
    })
}

impl Serialize for Match {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        PairRow::new(self).serialize(serializer)
    }
}

/// A pair, as programs read it.
#[derive(Serialize)]
struct PairRow<'a> {
    a: &'a str,
    b: &'a str,
    relation: &'static str,
    class: &'static str,
    overlap: f64,
    containment: f64,
    a_url: Option<&'a str>,
    b_url: Option<&'a str>,
    address: Option<f64>,
    /// Which of the two links to the other.
    links: &'static str,
    sentences: usize,
    evidence: Vec<EvidenceRow<'a>>,
}

/// A sentence that both have.
#[derive(Serialize)]
struct EvidenceRow<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    edited: Option<&'a str>,
    a: [u32; 2],
    b: [u32; 2],
    pages: Option<u32>,
}

impl<'a> PairRow<'a> {
    fn new(found: &'a Match) -> Self {
        let row = |evidence: &'a Evidence| EvidenceRow {
            text: &evidence.text,
            edited: evidence.edited.as_deref(),
            a: [evidence.first.start, evidence.first.end],
            b: [evidence.second.start, evidence.second.end],
            pages: evidence.pages,
        };
        let pair = &found.pair;
        PairRow {
            a: &found.names[0],
            b: &found.names[1],
            relation: pair.relation.name(),
            class: pair.class.name(),
            overlap: rounded(pair.overlap),
            containment: rounded(pair.containment),
            a_url: found.urls[0].as_deref(),
            b_url: found.urls[1].as_deref(),
            address: pair.addresses.map(rounded),
            links: match pair.links {
                [false, false] => "",
                [true, false] => "a",
                [false, true] => "b",
                [true, true] => "ab",
            },
            sentences: pair.sentences,
            evidence: pair.evidence.iter().map(row).collect(),
        }
    }

    /// The columns of a table of pairs.
    fn columns() -> Vec<Column> {
        let shapes = [
            ("a", Shape::One),
            ("b", Shape::One),
            ("relation", Shape::One),
            ("class", Shape::One),
            ("overlap", Shape::Number),
            ("containment", Shape::Number),
            ("a_url", Shape::One),
            ("b_url", Shape::One),
            ("address", Shape::Number),
            ("links", Shape::One),
            ("sentences", Shape::Number),
            ("evidence", Shape::Many),
        ];
        shapes.map(|(name, shape)| Column { name: name.to_owned(), shape }).to_vec()
    }

    /// The cells of a table of pairs; each sentence as JSON.
    fn cells(&self) -> Row {
        let text = |text: &str| Cell::Text(text.to_owned());
        let maybe = |value: Option<&str>| value.map_or(Cell::Missing, text);
        let evidence = |row| serde_json::to_string(row).expect("texts and numbers are plain data");
        let cells = vec![
            text(self.a),
            text(self.b),
            text(self.relation),
            text(self.class),
            Cell::Number(self.overlap),
            Cell::Number(self.containment),
            maybe(self.a_url),
            maybe(self.b_url),
            self.address.map_or(Cell::Missing, Cell::Number),
            text(self.links),
            Cell::Number(crate::spectrum::exact(self.sentences as u64)),
            Cell::List(self.evidence.iter().map(evidence).collect()),
        ];
        Row { path: String::new(), record: 0, cells, more: Vec::new() }
    }

    /// The pair for eyes.
    fn describe(&self, out: &mut dyn Write) -> Result<()> {
        self.write(out).map_err(unwritten)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let PairRow { a, b, relation, class, overlap, containment, sentences, .. } = self;
        writeln!(out, "{a}\n{b}")?;
        let links = match self.links {
            "" => String::new(),
            "ab" => ", linked to each other".to_owned(),
            "a" => ", the first links to the second".to_owned(),
            _ => ", the second links to the first".to_owned(),
        };
        let s = if *sentences == 1 { "" } else { "s" };
        writeln!(
            out,
            "  {relation}: {class}, overlap {overlap:.3}, containment {containment:.3}, {sentences} common \
             sentence{s}{links}"
        )?;
        for EvidenceRow { text, edited, pages, a, b } in &self.evidence {
            let pages = match (pages, edited) {
                (Some(pages), _) => format!(", on {pages} pages"),
                (None, Some(_)) => ", edited".to_owned(),
                // Of equal texts, all is evidence.
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
}

/// Four places: enough to tell pairs apart, and the same on every machine.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
