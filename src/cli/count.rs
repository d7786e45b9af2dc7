//! `katagami count`: how many records a page holds.

use super::Outcome;
use super::args::{InputArgs, Method, SymbolArgs};
use super::output::OutputArgs;
use crate::document::Document;
use crate::error::Result;
use crate::report::{unwritten, write_rows};
use crate::spectrum::{Frequency, Lengths, Spectrum, peak};
use crate::token::Resolution;
use clap::Args;
use serde::Serialize;
use std::io::Write;

/// How many records each page holds: hits of a search, products of a shop.
///
/// Example: katagami count data/results/a-edges-10
#[derive(Args, Debug)]
pub(super) struct Count {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    symbols: SymbolArgs,
    /// Ours or paper: the largest F(f) of f >= 3 among 1 to 10 tags
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Serialize)]
struct CountRow<'a> {
    path: &'a str,
    count: u32,
}

impl Count {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let corpus = self.input.corpus()?;
        let documents = corpus.documents();
        let counts =
            documents.iter().map(|document| self.published(document)).collect::<Result<Vec<u32>>>()?;
        let rows = || {
            documents.iter().zip(&counts).map(|(document, &count)| CountRow { path: document.name(), count })
        };
        self.output.write(out, |out| match self.output.format.rows() {
            Some(format) => write_rows(format, rows(), out),
            None => {
                rows().try_for_each(|row| writeln!(out, "{:>6}  {}", row.count, row.path)).map_err(unwritten)
            }
        })?;
        Ok(if counts.iter().all(|&count| count == 0) { Outcome::Nothing } else { Outcome::Found })
    }

    fn published(&self, document: &Document) -> Result<u32> {
        let index = self.symbols.index(&std::iter::once(document.clone()).collect(), Resolution::Tag)?;
        let spectrum = Spectrum::count(&index, Lengths::DISCOVERY, Frequency::Occurrences);
        Ok(peak::paper::peak(&spectrum).map_or(0, |row| row.frequency))
    }
}
