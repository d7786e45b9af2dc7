//! `katagami stated`: what pages state about themselves.

use super::args::InputArgs;
use super::output::TableArgs;
use super::verb::{Frame, Outcome, Verb};
use clap::Args;
use katagami::ask::StatedValue;
use katagami::error::Result;
use katagami::report::{Row, stated_cells, stated_columns};
use rayon::prelude::*;
use std::io::Write;

/// What pages state about themselves in standard vocabularies: JSON-LD, microdata, RDFa, OpenGraph, `meta` elements.
///
/// There is a row for each value of a property. The things that a page describes, such as a recipe and its author, have numbers
/// from 1; the number 0 in the column "thing" is the page itself. A value that is a thing has its number in the column
/// "value_thing", and its name as value. Names of properties are as written; in values, entities are decoded, white space is
/// collapsed and addresses are absolute.
///
/// Example: katagami stated data/recipes/a-card
#[derive(Args, Debug)]
pub(super) struct Stated {
    #[command(flatten)]
    input: InputArgs,
    /// In JSON Lines, put the columns next to the path and the number of the row, instead of in an object "fields"
    #[arg(long)]
    flat: bool,
    #[command(flatten)]
    output: TableArgs,
}

impl Verb for Stated {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place()).or("no page states anything about itself")
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.output.nested(self.flat)?;
        let mut outcome = Outcome::Nothing;
        self.output.write_table(self.flat, stated_columns().into(), out, |table| {
            self.input.batches(|documents| {
                table.begin(documents)?;
                let pages: Vec<Vec<StatedValue>> = documents.par_iter().map(StatedValue::of).collect();
                for (document, values) in documents.iter().zip(pages) {
                    for (record, value) in (1..).zip(values) {
                        outcome = Outcome::Found;
                        let (path, url) = (document.name().to_owned(), document.address().map(str::to_owned));
                        table.row(Row { path, url, record, cells: stated_cells(value), ..Row::default() })?;
                    }
                }
                Ok(())
            })
        })?;
        Ok(outcome)
    }
}
