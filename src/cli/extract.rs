//! `katagami extract`: the fields of pages, read with a wrapper.

use super::Outcome;
use super::args::{InputArgs, pages};
use super::output::TableArgs;
use super::screen::message;
use super::truth::TruthArgs;
use crate::error::{Error, ErrorKind, Result};
use crate::report::Fields;
use crate::wrapper::{Extraction, Extractor, Wrapper};
use clap::Args;
use rayon::prelude::*;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The fields of pages, read with a wrapper from `katagami learn`.
///
/// Every page is read with the template that fits it best. A field whose element is missing from the page is left out; a field
/// whose element is empty has an empty value. Values after labels that the wrapper does not know, and values that were the same
/// on all learning pages and now differ, are further fields in `json` and `jsonl`; the other formats have only the columns of the
/// wrapper.
///
/// Example: katagami extract -w wrapper.json data/syllabus/a-13
#[derive(Args, Debug)]
pub(super) struct Extract {
    /// The wrapper
    #[arg(long, short, value_name = "FILE")]
    wrapper: PathBuf,
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Also the fields without information of their own, such as those that are the same on all pages of a template, or equal to
    /// another field; `learn --explain` lists them
    #[arg(long)]
    all_fields: bool,
    /// In JSON Lines, put the fields next to the path and the number of the record, instead of in an object "fields"
    #[arg(long)]
    flat: bool,
    #[command(flatten)]
    pub(super) output: TableArgs,
    // After the output, which reads the option too.
    #[command(flatten)]
    truth: TruthArgs,
}

/// Reads a wrapper file.
pub(super) fn read_wrapper(path: &Path) -> Result<Wrapper> {
    let place = || path.display().to_string();
    let json = std::fs::read_to_string(path)
        .map_err(|error| Error::new(ErrorKind::Read).at(place()).because(error))?;
    Wrapper::from_json(&json).map_err(|error| error.at(place()))
}

/// Pages that no template of a wrapper fits.
#[derive(Debug, Default)]
pub(super) struct Unfit(usize);

impl Unfit {
    /// Prints the name of a page, or only counts it if enough pages were named.
    pub(super) fn print(&mut self, page: &str) {
        self.0 += 1;
        if self.0 <= NAMED {
            message!("{page}: no template of the wrapper fits");
        }
    }

    /// Prints how many pages were counted and not named.
    pub(super) fn print_count(&self) {
        if self.0 > NAMED {
            message!("no template of the wrapper fits {} more", pages(self.0 - NAMED));
        }
    }
}

/// The number of pages that are named; more are only counted.
const NAMED: usize = 3;

impl Extract {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.output.nested(self.flat)?;
        let wrapper = read_wrapper(&self.wrapper)?;
        let extractor = Extractor::new(&wrapper);
        let mut fields = Fields::new(&wrapper, self.all_fields);
        let mut found = false;
        let mut unfit = Unfit::default();
        let columns = fields.columns().to_vec();
        self.output.write_table(self.flat, columns, out, |table| {
            self.input.batches(|documents| {
                table.begin(documents)?;
                let found_in: Vec<Option<Extraction>> = documents
                    .par_iter()
                    .map_init(|| extractor.reader(), |reader, document| reader.extract(document.text()))
                    .collect();
                fields.look_for_news(found_in.iter().flatten());
                for (document, extraction) in documents.iter().zip(found_in) {
                    match extraction.filter(Extraction::has_values) {
                        Some(extraction) => {
                            found = true;
                            for row in fields.rows(document, extraction) {
                                table.row(row)?;
                            }
                        }
                        None => unfit.print(document.name()),
                    }
                }
                Ok(())
            })
        })?;
        unfit.print_count();
        Ok(if found { Outcome::Found } else { Outcome::Nothing })
    }
}
