//! `katagami extract`: the fields of pages, read with a wrapper.

use super::args::{InputArgs, pages};
use super::choice::FieldArgs;
use super::faults::NAMED;
use super::output::TableArgs;
use super::page_table::PageTable;
use super::screen::message;
use super::truth::TruthArgs;
use super::verb::{Frame, Outcome, Verb};
use clap::{Args, ValueEnum};
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::{ChildRows, FieldSet, Fields};
use katagami::wrapper::{Extraction, Extractor, Wrapper};
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
/// Tables within pages, such as reviews or statistics, are nested in `json` and `jsonl`. For the other formats, `--table NAME` gives
/// the rows of one, and `-o FOLDER/` writes a file for the pages and one for each table, whose columns `path` and `record` are the
/// page and the number of the row.
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
    /// Only the rows of a table within the pages, such as reviews, in columns of their own; `learn` and the option `--explain` name
    /// the tables
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

impl Verb for Extract {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place())
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.output.nested(self.flat)?;
        let wrapper = read_wrapper(&self.wrapper)?;
        let mut found = false;
        if let Some(name) = &self.table {
            let child = ChildRows::new(&wrapper, name).ok_or_else(|| self.no_table(&wrapper, name))?;
            self.output.write_table(self.flat, child.columns().to_vec(), out, |table| {
                table.edit(&self.wanted.edit())?;
                found = self.read(&wrapper, None, &[child], std::slice::from_mut(table))?;
                Ok(())
            })?;
        } else if let Some(folder) = self.output.folder() {
            let names = ChildRows::names(&wrapper, self.all_fields);
            let children: Vec<ChildRows> =
                names.iter().filter_map(|name| ChildRows::new(&wrapper, name)).collect();
            let fields = Fields::new(&wrapper, self.field_set());
            let columns = std::iter::once(fields.columns()).chain(children.iter().map(ChildRows::columns));
            let columns: Vec<_> = columns.map(<[_]>::to_vec).collect();
            let names: Vec<&str> = std::iter::once("pages").chain(names).collect();
            let mut fields = Some(fields);
            self.output.write_tables(folder, &names, columns, &mut |tables| {
                tables[0].edit(&self.wanted.edit())?;
                found = self.read(&wrapper, fields.take(), &children, tables)?;
                Ok(())
            })?;
        } else {
            let fields = Fields::new(&wrapper, self.field_set());
            self.output.write_table(self.flat, fields.columns().to_vec(), out, |table| {
                table.edit(&self.wanted.edit())?;
                found = self.read(&wrapper, Some(fields), &[], std::slice::from_mut(table))?;
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

    /// Reads the pages, and writes the rows of their fields, if these are wanted, into the first table, and those of the tables
    /// within them into the next ones. Returns whether there was a row.
    fn read(
        &self,
        wrapper: &Wrapper,
        mut fields: Option<Fields>,
        children: &[ChildRows],
        tables: &mut [PageTable],
    ) -> Result<bool> {
        let extractor = Extractor::new(wrapper);
        let mut found = false;
        let mut unfit = Unfit::default();
        self.input.batches(|documents| {
            tables.iter_mut().try_for_each(|table| table.begin(documents))?;
            let found_in: Vec<Option<Extraction>> = documents
                .par_iter()
                .map_init(|| extractor.reader(), |reader, document| reader.extract(document.text()))
                .collect();
            if let Some(fields) = &mut fields {
                fields.look_for_news(found_in.iter().flatten());
            }
            for (document, extraction) in documents.iter().zip(found_in) {
                let Some(extraction) = extraction.filter(Extraction::has_values) else {
                    unfit.print(document.name());
                    continue;
                };
                let (of_fields, of_children) = tables.split_at_mut(usize::from(fields.is_some()));
                for (child, table) in children.iter().zip(of_children) {
                    for row in child.rows(document, &extraction) {
                        found = true;
                        table.row(row)?;
                    }
                }
                if let (Some(fields), [table]) = (&fields, of_fields) {
                    found = true;
                    for row in fields.rows(document, extraction) {
                        table.row(row)?;
                    }
                }
            }
            Ok(())
        })?;
        unfit.print_count();
        Ok(found)
    }

    /// The error if the wrapper has no table of this name.
    fn no_table(&self, wrapper: &Wrapper, name: &str) -> Error {
        let names = ChildRows::names(wrapper, true);
        let why = if names.is_empty() {
            format!(
                "--table {name}: pages of this wrapper have no tables within them; without --table, there is a row for each page or record"
            )
        } else {
            format!("--table {name}: the wrapper has no such table; it has: {}", names.join(", "))
        };
        Error::new(ErrorKind::Setting(why)).at(self.wrapper.display().to_string())
    }
}
