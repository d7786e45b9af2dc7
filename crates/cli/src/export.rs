//! `katagami export`: the selectors of a wrapper, for other programs.

use super::faults::Faults;
use super::output::{OutputArgs, ProgramFormat};
use super::screen::{message, print_message};
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{unwritten, write_rows};
use clap::{Args, ValueEnum};
use katagami::content::site_name;
use katagami::document::{Document, Input, Reader};
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::notice::Unfit;
use katagami::wrapper::export::{Evidence, Selectors, fitting, parsel, schema, selectors_tried};
use katagami::wrapper::{Extractor, Wrapper};
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

/// The selectors of a wrapper for other programs: XPath 1.0, CSS, Python with parsel, or a schema of CSS selectors.
///
/// A field is selected by an attribute, else by the label before it, else by an element that the template has only once, but
/// not by its position. If there is none of these, the field has no selector, and the result gives the reason. The wrapper
/// aligns whole pages and a selector does not: give pages, so that selectors with other values are left out. For lists and other
/// tables within pages, the selectors of fields start at a record, which has a selector of its own, and a column may be selected by the
/// number of its cell.
/// `xpath` and `css` are rows in the chosen format; `parsel` is Python and `schema` is JSON, for one template; the name of the schema is the
/// host of the pages, else the name of the site that they tell, else that of the wrapper file. In text, a *
/// after a name means that the field can have several values, one for each element found, and a regular expression between slashes
/// that its first group is the value.
///
/// Example: katagami export -w wrapper.json --as parsel -o items.py data/shop/a-terms
#[derive(Args, Debug)]
pub(super) struct Export {
    /// The wrapper
    #[arg(long, short, value_name = "FILE")]
    wrapper: PathBuf,
    /// Pages to try the selectors on: selectors that give other values than the wrapper are left out
    #[arg(value_name = "INPUT")]
    pages: Vec<OsString>,
    /// The language
    #[arg(long = "as", value_enum, value_name = "LANGUAGE", default_value_t)]
    language: Language,
    /// The number of the template, from 1; needed for `parsel` and `schema` if there are several
    #[arg(long, value_name = "N")]
    template: Option<usize>,
    /// Also the fields without information of their own, which `extract` leaves out
    #[arg(long)]
    all_fields: bool,
    /// Print nothing but the result and errors
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
enum Language {
    /// XPath 1.0
    #[default]
    Xpath,
    /// CSS selectors
    Css,
    /// Python for parsel and Scrapy; also called `scrapy`
    #[value(alias = "scrapy")]
    Parsel,
    /// A schema of CSS selectors in JSON
    Schema,
}

/// The selector of a field, as programs read it.
#[derive(Serialize)]
struct Row {
    template: usize,
    /// The table whose rows have it, or `page`; none if these are the rows by default.
    table: Option<String>,
    field: String,
    many: bool,
    by: Option<Evidence>,
    selector: Option<String>,
    /// The attribute of what a CSS selector finds, if the value is not its text.
    attribute: Option<&'static str>,
    /// The part of the text that is the value, if that is not all of it.
    re: Option<String>,
    /// Why there is no selector.
    reason: Option<String>,
    /// The selector of the records, at which the field's selector starts.
    records: Option<String>,
}

impl Verb for Export {
    fn frame(&self) -> Frame<'_> {
        Frame { place: Some(self.output.place()), ..Frame::default() }.or("no field has a selector in this language, so there is nothing to export; --as xpath and --as css list the \
             reason for each field")
    }

    fn is_quiet(&self) -> bool {
        self.quiet
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let wrapper = Wrapper::load(&self.wrapper)?;
        let numbers = self.numbers(&wrapper)?;
        if self.pages.is_empty() && !self.quiet {
            message!(
                "no pages are given, so no selector was tried; give pages of the site to leave out selectors that find other values"
            );
        }
        let mut unfit = Unfit::default();
        let named = |page: &Document| print_message(unfit.page(page.name()));
        let pages = fitting(&wrapper, &Extractor::new(&wrapper), self.pages()?, named);
        print_message(unfit.more());
        let pages = pages?;
        match self.language {
            Language::Xpath | Language::Css => self.write_rows(&wrapper, &numbers, &pages, out),
            Language::Parsel => {
                let found = self.found(&wrapper, one(&numbers)?, &pages);
                if found.iter().flat_map(|rows| &rows.fields).all(|field| field.xpath.is_none()) {
                    return Ok(Outcome::Nothing);
                }
                let python = parsel(&found);
                self.output.write(out, |out| out.write_all(python.as_bytes()).map_err(unwritten))?;
                Ok(Outcome::Found)
            }
            Language::Schema => {
                let number = one(&numbers)?;
                let found = self.found(&wrapper, number, &pages);
                if found.iter().flat_map(|rows| &rows.fields).all(|field| field.css.is_none()) {
                    return Ok(Outcome::Nothing);
                }
                let file = || self.wrapper.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let schema = schema(&found, &site_name(&pages[number]).unwrap_or_else(file));
                let json = serde_json::to_string_pretty(&schema).expect("a schema is plain data") + "\n";
                self.output.write(out, |out| out.write_all(json.as_bytes()).map_err(unwritten))?;
                Ok(Outcome::Found)
            }
        }
    }
}

impl Export {
    /// The indices of the wanted templates.
    fn numbers(&self, wrapper: &Wrapper) -> Result<Vec<usize>> {
        let all = wrapper.templates.len();
        match self.template {
            None => Ok((0..all).collect()),
            Some(number) if (1..=all).contains(&number) => Ok(vec![number - 1]),
            Some(number) => {
                let why = format!(
                    "--template {number}: the wrapper has the templates 1 to {all}; give one of these"
                );
                Err(Error::new(ErrorKind::Setting(why)))
            }
        }
    }

    /// The pages to try the selectors on. Those that cannot be read are skipped with a message, unless there are no others.
    fn pages(&self) -> Result<Vec<Document>> {
        let inputs: Vec<Input> = self.pages.iter().cloned().map(Input::from).collect();
        let (mut pages, mut errors) = (Vec::new(), Vec::new());
        for page in Reader::new().read(&inputs) {
            page.map_or_else(|error| errors.push(error), |page| pages.push(page));
        }
        if pages.is_empty()
            && let Some(error) = errors.pop()
        {
            return Err(error);
        }
        let faults = Faults::default();
        for error in &errors {
            faults.print(error);
        }
        faults.print_counts();
        Ok(pages)
    }

    fn write_rows(
        &self,
        wrapper: &Wrapper,
        numbers: &[usize],
        pages: &[Vec<Document>],
        out: &mut dyn Write,
    ) -> Result<Outcome> {
        let rows: Vec<Row> = numbers.iter().flat_map(|&number| self.rows(wrapper, number, pages)).collect();
        self.output.write(out, |out| match self.output.format().rows() {
            Some(format) => write_rows(format, &rows, out),
            None => describe(&rows, out).map_err(unwritten),
        })?;
        let found = rows.iter().filter(|row| row.selector.is_some()).count();
        if found < rows.len() && !self.quiet {
            message!("{found} of {} fields have a selector; `extract` needs none", rows.len());
        }
        Ok(if found == 0 { Outcome::Nothing } else { Outcome::Found })
    }

    /// The selectors of a template, tried on its pages; without `--all-fields`, only those of the fields that `extract` gives.
    fn found(&self, wrapper: &Wrapper, number: usize, pages: &[Vec<Document>]) -> Vec<Selectors> {
        let pages: Vec<&str> = pages[number].iter().map(Document::text).collect();
        let template = &wrapper.templates[number];
        let found = selectors_tried(template, &pages);
        if self.all_fields {
            return found;
        }
        let found = found.into_iter().filter_map(|rows| rows.informative(template));
        found.collect()
    }

    fn rows(&self, wrapper: &Wrapper, number: usize, pages: &[Vec<Document>]) -> Vec<Row> {
        let of = |found: Selectors| {
            let records = found.records.and_then(|(xpath, css)| match self.language {
                Language::Css => css,
                _ => Some(xpath),
            });
            let table = found.table;
            found.fields.into_iter().map(move |field| {
                let (reason, selector) = match self.language {
                    Language::Css => (field.without_css(), field.css),
                    _ => (field.without_xpath(), field.xpath),
                };
                let by = field.by.filter(|_| selector.is_some());
                let is_css = matches!(self.language, Language::Css);
                Row {
                    template: number + 1,
                    table: table.clone(),
                    field: field.field,
                    many: field.many,
                    by,
                    attribute: field.attribute.filter(|_| is_css && selector.is_some()),
                    re: field.re.filter(|_| selector.is_some()),
                    selector,
                    reason,
                    records: records.clone(),
                }
            })
        };
        self.found(wrapper, number, pages).into_iter().flat_map(of).collect()
    }
}

/// The wanted template, if it is a single one.
fn one(numbers: &[usize]) -> Result<usize> {
    let [number] = numbers else {
        let why = format!("the wrapper has {} templates; choose one with --template", numbers.len());
        return Err(Error::new(ErrorKind::Setting(why)));
    };
    Ok(*number)
}

/// For people: a line per field, with a star after the name if it can have several values. The selector of the records comes
/// before their fields, and before it the number of the template if there are several.
fn describe(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> =
        rows.iter().map(|row| format!("{}{}", row.field, if row.many { " *" } else { "" })).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(40);
    let is_one = rows.iter().all(|row| row.template == rows[0].template);
    let mut last = None;
    for (row, name) in rows.iter().zip(&names) {
        if last != Some((row.template, &row.table)) {
            if !is_one && last.is_none_or(|(template, _)| template != row.template) {
                let space = if last.is_some() { "\n" } else { "" };
                writeln!(out, "{space}template {}:", row.template)?;
            }
            if let Some(table) = &row.table {
                writeln!(out, "\ntable {table}:")?;
            }
            row.records.iter().try_for_each(|records| writeln!(out, "each record: {records}"))?;
            last = Some((row.template, &row.table));
        }
        match (&row.selector, &row.reason) {
            (Some(selector), _) => {
                let attribute = row.attribute.map(|name| format!("  @{name}")).unwrap_or_default();
                let re = row.re.as_ref().map(|re| format!("  /{re}/")).unwrap_or_default();
                writeln!(out, "{name:width$}  {selector}{attribute}{re}")?;
            }
            (None, why) => writeln!(out, "{name:width$}  - {}", why.as_deref().unwrap_or_default())?,
        }
    }
    Ok(())
}
