//! `katagami extract`: the fields of pages, read with a wrapper.

use super::args::InputArgs;
use super::choice::FieldArgs;
use super::output::TableArgs;
use super::page_table::PageTable;
use super::screen::print_message;
use super::truth::TruthArgs;
use super::verb::{Frame, Outcome, Verb};
use clap::{Args, ValueEnum};
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::notice::{Spelling, Unfit};
use katagami::report::{FieldSet, Fields};
use katagami::wrapper::{Extraction, Extractor, PAGE, Wrapper};
use rayon::prelude::*;
use std::io::Write;
use std::path::PathBuf;

/// The fields of pages, read with a wrapper from `katagami learn`.
///
/// Every page is read with the template that fits it best. A field whose element is missing from the page is left out; a field
/// whose element is empty has an empty value. Values after labels that the wrapper does not know, and values that were the same
/// on all learning pages and now differ, are further fields in `json` and `jsonl`; the other formats have only the columns of the
/// wrapper.
///
/// A page is one row and some tables, such as its list, reviews or statistics. By default a row is a record of a list page, and else a
/// page, whose tables are nested in `json` and `jsonl`. `--table NAME` gives the rows of one table, `--table page` those of pages, and
/// `-o FOLDER/` writes a file for the pages and one for each table, whose columns `path` and `record` are the page and the number of the row.
///
/// Example: katagami extract -w wrapper.json data/syllabus/a-13
#[derive(Args, Debug)]
pub(super) struct Extract {
    /// The wrapper
    #[arg(long, short, value_name = "FILE")]
    wrapper: PathBuf,
    #[command(flatten)]
    input: InputArgs,
    /// Also the fields without information of their own, such as those that are the same on all pages of a template, or equal to
    /// another field; `learn --explain` lists them
    #[arg(long)]
    all_fields: bool,
    /// What the fields contain
    #[arg(long, value_enum, default_value_t)]
    fields: Content,
    /// In JSON Lines, put the fields next to the path and the number of the record, instead of in an object "fields"
    #[arg(long)]
    flat: bool,
    /// The rows of a table within pages, such as reviews, or with the name `page` a row for each page; `learn` and its option `--explain`
    /// name the tables
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    #[command(flatten)]
    wanted: FieldArgs,
    #[command(flatten)]
    output: TableArgs,
    // After the output, which reads the option too.
    #[command(flatten)]
    truth: TruthArgs,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
enum Content {
    /// The text
    #[default]
    Text,
    /// The text, and the addresses of links, in columns NAME.href
    Links,
}

impl Verb for Extract {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place())
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.output.nested(self.flat)?;
        self.output.apart_from(Some(&self.wrapper), "the wrapper")?;
        let wrapper = Wrapper::load(&self.wrapper)?;
        let mut found = false;
        let (set, is_queried) = (self.field_set(), self.output.is_queried());
        if let Some(folder) = self.output.folder() {
            let tables = Fields::tables(&wrapper, set);
            let names: Vec<&str> = std::iter::once(PAGE).chain(tables).collect();
            let mut fields: Vec<Fields> =
                names.iter().filter_map(|name| Fields::named(&wrapper, name, set)).collect();
            let columns = fields.iter().map(|fields| fields.columns().to_vec()).collect();
            let main = wrapper.templates.first().map_or(PAGE, |template| template.name_of(template.rows));
            let main = names.iter().position(|&name| name == main).unwrap_or_default();
            let files: Vec<&str> = std::iter::once("pages").chain(names[1..].iter().copied()).collect();
            self.output.write_tables(folder, &files, columns, &mut |tables| {
                for (at, table) in tables.iter_mut().enumerate() {
                    let wanted = if at == main { FieldArgs::edit } else { FieldArgs::naming };
                    table.edit(&wanted(&self.wanted, is_queried))?;
                }
                found = self.read(&wrapper, &mut fields, tables)?;
                Ok(())
            })?;
        } else {
            let mut fields = match &self.table {
                None => Fields::new(&wrapper, set),
                Some(name) => {
                    Fields::named(&wrapper, name, set).ok_or_else(|| self.no_table(&wrapper, name))?
                }
            };
            self.output.write_table(self.flat, fields.columns().to_vec(), out, |table| {
                table.edit(&self.wanted.edit(is_queried))?;
                found =
                    self.read(&wrapper, std::slice::from_mut(&mut fields), std::slice::from_mut(table))?;
                Ok(())
            })?;
        }
        Ok(if found { Outcome::Found } else { Outcome::Nothing })
    }
}

impl Extract {
    fn field_set(&self) -> FieldSet {
        match self.fields {
            _ if self.all_fields => FieldSet::All,
            Content::Links => FieldSet::WithLinks,
            Content::Text => FieldSet::Shown,
        }
    }

    /// Reads the pages, and writes the rows of each of `all` into its table. Returns whether there was a row.
    fn read(&self, wrapper: &Wrapper, all: &mut [Fields], tables: &mut [PageTable]) -> Result<bool> {
        let extractor = Extractor::new(wrapper);
        let mut found = false;
        let mut unfit = Unfit::default();
        self.input.batches(|documents| {
            tables.iter_mut().try_for_each(|table| table.begin(documents))?;
            let found_in: Vec<Option<Extraction>> = documents
                .par_iter()
                .map_init(|| extractor.reader(), |reader, document| reader.extract(document.text()))
                .collect();
            for fields in &mut *all {
                fields.look_for_news(found_in.iter().flatten());
            }
            for (document, extraction) in documents.iter().zip(found_in) {
                let Some(extraction) = extraction.filter(Extraction::has_values) else {
                    print_message(unfit.page(document.name()));
                    continue;
                };
                for (fields, table) in all.iter().zip(&mut *tables) {
                    for row in fields.rows(document, &extraction) {
                        found = true;
                        table.row(row)?;
                    }
                }
            }
            Ok(())
        })?;
        print_message(unfit.more());
        if !found {
            print_message(unfit.advice(Spelling::CommandLine));
        }
        Ok(found)
    }

    /// The error if the wrapper has no table of this name.
    fn no_table(&self, wrapper: &Wrapper, name: &str) -> Error {
        let names: Vec<&str> = std::iter::once(PAGE).chain(Fields::tables(wrapper, FieldSet::All)).collect();
        let why = format!("--table {name}: the wrapper has no such table; it has: {}", names.join(", "));
        Error::new(ErrorKind::Setting(why)).at(self.wrapper.display().to_string())
    }
}
