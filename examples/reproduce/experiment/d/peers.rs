//! Programs of today on the same pages, in place of the two other methods of the source.
//!
//! They are not written in Rust: [`write_pages`] writes the pages with what is known of them, `benches/threads-peers.py` asks
//! the programs and writes `benches/threads-peers.csv`, and [`table`] shows what stands in that file.

use super::super::{Result, Table, Verdict};
use super::measure::{KINDS, Measured};
use super::{SEEDS, page::Known, tables};
use serde::{Deserialize, Serialize};
use serde_json::json;
use site::threads::{Kind, artificial};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::Path;

/// Writes the 1,000 pages as JSON Lines, each with the bytes of its main content and its posts.
///
/// # Errors
/// If the file cannot be written.
pub fn write_pages(file: &Path) -> Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    let ends = |range: &Range<usize>| [range.start, range.end];
    for kind in KINDS {
        let name = if kind == Kind::Lines { "lines" } else { "markup" };
        for format in 0..500 {
            let page = Known::new(&artificial(kind, SEEDS[0]).pages(format, 1)[0]);
            let posts: Vec<[usize; 2]> = page.posts.iter().map(ends).collect();
            let row = json!({ "kind": name, "html": page.html, "main": ends(&page.main), "posts": posts });
            writeln!(out, "{row}")?;
        }
    }
    Ok(out.flush()?)
}

/// What a program answers, in the order of the file.
#[derive(Debug, Deserialize, Serialize)]
struct Row {
    program: String,
    given: String,
    kind: String,
    precision: f64,
    recall: f64,
    f1: f64,
}

const WHY: &str = "by the best F of all pages. The programs take a page by itself, and so do the two methods here. DEPTA looks \
for siblings whose trees are alike; of its regions the one with the most letters is taken for the posts. libextract gives the \
elements with the most text or the most like children; the children of the first one are taken for the posts. Trafilatura gives \
the main text and comments as paragraphs, not posts: it is there to show what is left of posts without a method that cuts. \
Printed for VIPS and containment on the true main content (table 5): F 0.398 and 0.539. A post is right here if the runs of three \
letters of both agree with an F1 of 0.8, so that programs can be asked that tell no places; the rows were measured once";

/// The table of the rows that were measured.
///
/// # Errors
/// If the rows cannot be read.
pub(super) fn table(all: &[Measured]) -> Result<Table> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/threads-peers.csv");
    let rows: Vec<Row> =
        csv::Reader::from_path(file)?.deserialize().collect::<std::result::Result<_, _>>()?;
    let caption = "In place of VIPS and containment: programs of today (`benches/threads-peers.py`)";
    let header = ["given", "program", "precision", "recall", "F lines", "F markup", "F all"];
    let mut table = Table::new(caption, &header);
    let figure = |figure: f64| format!("{figure:.3}");
    for rows in rows.chunk_by(|a, b| (&a.given, &a.program) == (&b.given, &b.program)) {
        let f1 = |kind: &str| rows.iter().find(|row| row.kind == kind).map(|row| figure(row.f1));
        let all = rows.iter().find(|row| row.kind == "all").ok_or("a program without a row for all pages")?;
        let [lines, markup] = ["lines", "markup"].map(|kind| f1(kind).unwrap_or_default());
        table = table.row([
            all.given.clone(),
            all.program.clone(),
            figure(all.precision),
            figure(all.recall),
            lines,
            markup,
            figure(all.f1),
        ]);
    }
    let best = |is_ours: bool| {
        let of_all = rows.iter().filter(|row| row.kind == "all" && (row.program == "ours") == is_ours);
        of_all.map(|row| row.f1).fold(0.0, f64::max)
    };
    // How far a row is from table 7.
    let off = |row: &Row| {
        let of = |measured: &Measured| {
            let answer = if row.program == "ours" { &measured.ours } else { &measured.published };
            if row.given == "the page" { answer.posts.body } else { answer.posts.main }
        };
        (row.f1 - tables::counts(all, of)[2].f1()).abs()
    };
    let is_method = |row: &&Row| row.kind == "all" && ["published method", "ours"].contains(&&*row.program);
    let most = rows.iter().filter(is_method).map(off).fold(0.0, f64::max);
    let why = format!("{WHY}, and F of the two methods is up to {most:.3} off from table 7.");
    Ok(table.judged(Verdict::of(best(true), best(false), 3), why))
}
