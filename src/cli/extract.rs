//! `katagami extract`: the fields of pages by a wrapper.

use super::Outcome;
use super::args::InputArgs;
use super::output::TableArgs;
use crate::document::Document;
use crate::error::{Error, ErrorKind, Result};
use crate::report::{Cell, Column, Row, Shape};
use crate::wrapper::{Extraction, Extractor, Field, FieldKind, Value, Wrapper};
use clap::Args;
use rayon::prelude::*;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The fields of pages, by a wrapper that `katagami learn` has made.
///
/// Every page is read with the template that fits it best. A field that the page has no place for is left out; one
/// that is there and empty is empty. Values under labels that the wrapper does not know are further fields in `json` and
/// `jsonl`; the other formats have the columns of the wrapper.
///
/// Example: katagami extract -w wrapper.json data/syllabus/a-13
#[derive(Args, Debug)]
pub(super) struct Extract {
    /// The wrapper
    #[arg(long, short, value_name = "FILE")]
    wrapper: PathBuf,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: TableArgs,
}

/// Reads a wrapper file.
pub(super) fn read_wrapper(path: &Path) -> Result<Wrapper> {
    let place = || path.display().to_string();
    let json = std::fs::read_to_string(path)
        .map_err(|error| Error::new(ErrorKind::Read).at(place()).because(error))?;
    Wrapper::from_json(&json).map_err(|error| error.at(place()))
}

impl Extract {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let wrapper = read_wrapper(&self.wrapper)?;
        let extractor = Extractor::new(&wrapper);
        let columns = Columns::new(&wrapper);
        let mut found = false;
        self.output.write_table(columns.all.clone(), out, |table| {
            self.input.batches(|documents| {
                let found_in: Vec<Option<Extraction>> = documents
                    .par_iter()
                    .map_init(|| extractor.reader(), |reader, document| reader.extract(document.text()))
                    .collect();
                for (document, extraction) in documents.iter().zip(found_in) {
                    match extraction.filter(has_values) {
                        Some(extraction) => {
                            found = true;
                            for row in columns.rows(document, extraction) {
                                table.row(row)?;
                            }
                        }
                        None => eprintln!("{}: no template of the wrapper fits", document.name()),
                    }
                }
                Ok(())
            })
        })?;
        Ok(if found { Outcome::Found } else { Outcome::Nothing })
    }
}

/// Whether there is a value that is not empty: all pages have some element of a template.
pub(super) fn has_values(extraction: &Extraction) -> bool {
    let known = extraction.rows.iter().flatten().flatten();
    let unknown = extraction.unknown.iter().map(|(_, value)| value);
    known.chain(unknown).any(|value| !value.is_empty())
}

/// The fields of all templates as columns; fields of one name share one.
struct Columns<'a> {
    wrapper: &'a Wrapper,
    all: Vec<Column>,
    /// For each template the columns of its fields.
    places: Vec<Vec<usize>>,
}

impl<'a> Columns<'a> {
    fn new(wrapper: &'a Wrapper) -> Self {
        let mut all: Vec<Column> = Vec::new();
        let mut place = |field: &Field| {
            let place = all.iter().position(|column| column.name == field.name).unwrap_or_else(|| {
                all.push(Column { name: field.name.clone(), shape: Shape::One });
                all.len() - 1
            });
            if field.kind == FieldKind::List {
                all[place].shape = Shape::Many;
            }
            place
        };
        let places =
            wrapper.templates.iter().map(|template| template.fields.iter().map(&mut place).collect());
        let places = places.collect();
        Columns { wrapper, all, places }
    }

    fn rows(&self, document: &Document, extraction: Extraction) -> impl Iterator<Item = Row> {
        let fields = &self.wrapper.templates[extraction.template].fields;
        let places = &self.places[extraction.template];
        let text = |(label, value): (String, Value)| (label, value.texts.concat());
        let unknown: Vec<(String, String)> = extraction.unknown.into_iter().map(text).collect();
        (1..).zip(extraction.rows).map(move |(record, values)| {
            let mut cells = vec![Cell::Missing; self.all.len()];
            for ((field, &place), value) in fields.iter().zip(places).zip(values) {
                cells[place] = value.map_or(Cell::Missing, |value| cell(field.kind, value.texts));
            }
            let mut more = Vec::new();
            for (label, text) in &unknown {
                match self.all.iter().position(|column| column.name == *label) {
                    Some(place) if cells[place] == Cell::Missing => cells[place] = Cell::Text(text.clone()),
                    Some(_) => {}
                    None => more.push((label.clone(), text.clone())),
                }
            }
            Row { path: document.name().to_owned(), record, cells, more }
        })
    }
}

fn cell(kind: FieldKind, mut texts: Vec<String>) -> Cell {
    match (kind, texts.len()) {
        (FieldKind::Text, 0) => Cell::Text(String::new()),
        (FieldKind::Text, 1) => Cell::Text(texts.remove(0)),
        _ => Cell::List(texts),
    }
}
