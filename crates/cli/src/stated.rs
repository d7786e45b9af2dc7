//! `katagami stated`: what pages state about themselves.

use super::args::InputArgs;
use super::output::TableArgs;
use super::verb::{Frame, Outcome, Verb};
use clap::Args;
use katagami::ask::StatedValue;
use katagami::error::Result;
use katagami::report::{Cell, Column, Row, Shape};
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
        let shape = |name| if matches!(name, "thing" | "value_thing") { Shape::Integer } else { Shape::One };
        let columns = StatedValue::NAMES.map(|name| Column { name: name.to_owned(), shape: shape(name) });
        let mut outcome = Outcome::Nothing;
        self.output.write_table(self.flat, columns.into(), out, |table| {
            self.input.batches(|documents| {
                table.begin(documents)?;
                let pages: Vec<Vec<StatedValue>> = documents.par_iter().map(StatedValue::of).collect();
                for (document, values) in documents.iter().zip(pages) {
                    for (record, value) in (1..).zip(values) {
                        outcome = Outcome::Found;
                        let (path, url) = (document.name().to_owned(), document.url().map(str::to_owned));
                        let (more, tables) = (Vec::new(), Vec::new());
                        table.row(Row { path, url, record, cells: cells(value), more, tables })?;
                    }
                }
                Ok(())
            })
        })?;
        Ok(outcome)
    }
}

/// The values of the columns.
fn cells(value: StatedValue) -> Vec<Cell> {
    let number =
        |number: usize| Cell::Number(f64::from(u32::try_from(number).expect("fewer things than bytes")));
    vec![
        number(value.thing),
        Some(value.kind).filter(|kind| !kind.is_empty()).map_or(Cell::Missing, Cell::Text),
        Cell::Text(value.vocabulary.to_owned()),
        Cell::Text(value.property),
        value.value.map_or(Cell::Missing, Cell::Text),
        value.value_thing.map_or(Cell::Missing, number),
    ]
}
