//! Counts on how many pages sentences are, and how long they are.
//!
//! Source: Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009, figures 9
//! and 10.

use crate::output::{ProgramFormat, TableArgs};
use crate::writer::{unwritten, write_rows};
use katagami::error::Result;
#[cfg(feature = "plot")]
use katagami::plot::{Axis, Chart, Figure, Point, Series, thousands};
use katagami::similar::candidate::Frequencies;
use katagami::similar::index::Index;
#[cfg(feature = "plot")]
use katagami::spectrum::exact;
use serde::Serialize;
use std::io::Write;

/// The number of sentences with a value of a measure.
#[derive(Serialize)]
struct CountRow {
    /// `pages`: distinct sentences by their number of pages; `chars`: sentences by their number of characters.
    measure: &'static str,
    value: u32,
    sentences: u64,
}

fn rows(index: &Index, frequencies: &Frequencies) -> impl Iterator<Item = CountRow> {
    let row = |measure| move |(&value, &sentences): (&u32, &u64)| CountRow { measure, value, sentences };
    let of_lengths =
        index.lengths().into_iter().map(move |(value, sentences)| row("chars")((&value, &sentences)));
    frequencies.iter().map(row("pages")).chain(of_lengths)
}

/// Writes both counts.
pub(super) fn write(
    index: &Index,
    frequencies: &Frequencies,
    output: &TableArgs,
    out: &mut dyn Write,
) -> Result<bool> {
    output.write(out, |out| match output.format().rows() {
        Some(format) => write_rows(format, rows(index, frequencies), out),
        None => describe(index, frequencies, out).map_err(unwritten),
    })?;
    Ok(!index.lengths().is_empty())
}

fn describe(index: &Index, frequencies: &Frequencies, out: &mut dyn Write) -> std::io::Result<()> {
    let sentences: u64 = index.lengths().values().sum();
    let long: u64 = frequencies.values().sum();
    writeln!(
        out,
        "{}, {sentences} sentences; {long} distinct long ones",
        crate::args::pages(index.len() as usize)
    )?;
    writeln!(out, "\n{:>22} {:>14}", "long ones on pages", "sentences")?;
    ranges(frequencies.iter(), out)?;
    writeln!(out, "\n{:>22} {:>14}", "characters", "sentences")?;
    ranges(index.lengths().iter(), out)
}

/// The counts in ranges, each twice as wide as the one before.
fn ranges<'a>(counts: impl Iterator<Item = (&'a u32, &'a u64)>, out: &mut dyn Write) -> std::io::Result<()> {
    let mut ranges = [0_u64; 33];
    for (&value, &count) in counts {
        ranges[(32 - value.leading_zeros()) as usize] += count;
    }
    for (power, &count) in ranges.iter().enumerate().filter(|range| *range.1 > 0) {
        let low = if power == 0 { 0 } else { 1_u64 << (power - 1) };
        let high = (1_u64 << power) - 1;
        let range = if low >= high { low.to_string() } else { format!("{low} to {high}") };
        writeln!(out, "{range:>22} {count:>14}")?;
    }
    Ok(())
}

/// Draws both counts.
#[cfg(feature = "plot")]
pub(super) fn figure(title: &str, index: &Index, frequencies: &Frequencies) -> Figure {
    let point = |(&value, &count): (&u32, &u64)| Point { x: f64::from(value), y: exact(count) };
    let chart = |x: &str, y: &str, points: Vec<Point>| {
        Chart::new(Axis::log(x), Axis::log(y)).series(Series::points(y, points))
    };
    let pages = thousands(index.len().into());
    let lengths = index.lengths();
    let sentences = thousands(exact(lengths.values().sum()));
    let lengths = lengths.iter().filter(|length| *length.0 > 0);
    Figure::new(title, &format!("{pages} pages, {sentences} sentences"))
        .chart(chart(
            "pages that a sentence is on",
            "distinct sentences",
            frequencies.iter().map(point).collect(),
        ))
        .chart(chart("characters of a sentence", "sentences", lengths.map(point).collect()))
}
