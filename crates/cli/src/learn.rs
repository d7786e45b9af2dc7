//! `katagami learn`: learns a wrapper from pages.

use super::args::{InputArgs, pages};
use super::check::lost as lost_texts;
use super::choice::{FieldArgs, SelectionArgs};
use super::ending;
use super::place::{Place, columns};
use super::screen::{message, print_message};
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{cut, padded, text_width, unwritten};
use clap::{Args, ValueEnum};
use katagami::document::Document;
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::notice::{guessed, without_template};
use katagami::wrapper::{
    ENOUGH_PAGES, Fate, Field, FieldChange, Learner, Reference, Rows, Shape, Template, Wrapper,
};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// A wrapper, learned from pages without examples: the template and its fields, to read new pages with.
///
/// Pages of several templates are separated, and each group of pages gets its own template. Give five pages from all over the site,
/// or better twenty. For a single page, the fields are guessed by its labels, lists and headings.
///
/// Example: katagami learn data/syllabus/a-13 -o wrapper.json
#[derive(Args, Debug)]
#[command(mut_arg("output", |output| output.help("File for the wrapper, a JSON file, instead of standard output; it appears when it is complete. On a terminal without it, the fields are shown")))]
pub(super) struct Learn {
    #[command(flatten)]
    input: InputArgs,
    /// What a row is; `auto`: a record if the pages are lists or threads, else a page. With a list that is named, a record
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = SelectionArgs::NAMES)]
    rows: Option<RowShape>,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    wanted: FieldArgs,
    /// Also list the fields that tables leave out, with the reasons
    #[arg(long)]
    explain: bool,
    /// Wrapper of the pages before a redesign: fields that are the same keep the names that they have in this wrapper
    #[arg(long, value_name = "FILE")]
    update: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RowShape {
    /// Decided by where the text of the pages is
    Auto,
    /// A page, such as that of a book or a course
    #[value(alias = "page")]
    Pages,
    /// A record of a list, such as a hit or a product
    Records,
}

impl Verb for Learn {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, &self.place)
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.refuse_tables()?;
        let old = self.update.as_deref().map(Wrapper::load).transpose()?;
        let corpus = self.input.corpus()?;
        let learner = match self.rows {
            None => old.as_ref().map_or_else(Learner::new, Wrapper::learner),
            Some(RowShape::Auto) => Learner::new(),
            Some(RowShape::Pages) => Learner::new().shape(Shape::Page),
            Some(RowShape::Records) => Learner::new().shape(Shape::Records),
        };
        let selection = self.selection.selection();
        let learner = if selection.is_usual() { learner } else { learner.selection(selection) };
        let wrapper = self.input.doing("learning", || learner.learn(&corpus))?;
        print_message(without_template(&wrapper, corpus.documents().iter().map(Document::name)));
        let (wrapper, changes) = match &old {
            Some(old) => wrapper.updated_from(old),
            None => (wrapper, Vec::new()),
        };
        let edit = self.wanted.edit(false);
        let wrapper = if edit.is_empty() { wrapper } else { wrapper.edit(&edit)? };
        // The file of a wrapper is for programs: on a terminal, what it has is shown instead.
        let is_shown_alone = self.place.output.is_none() && io::stdout().is_terminal();
        if !is_shown_alone {
            self.place.write(out, |out| wrapper.write_json(out).map_err(unwritten))?;
        }
        if is_shown_alone || self.place.output.is_some() && !self.input.is_quiet() {
            describe(&wrapper, self.explain, out)
                .and_then(|()| describe_changes(&changes, out))
                .map_err(unwritten)?;
        }
        if is_shown_alone && !self.input.is_quiet() {
            message!(
                "nothing is kept: -o wrapper.json writes the wrapper, which `katagami extract -w wrapper.json PAGES` reads"
            );
        }
        Ok(Outcome::Found)
    }
}

impl Learn {
    /// Refuses a file name with the ending of a table or of a compressed file.
    fn refuse_tables(&self) -> Result<()> {
        let Some(path) = &self.place.output else { return Ok(()) };
        let (ending, packing) = ending::of(path);
        let is_table =
            matches!(ending.as_deref(), Some("csv" | "tsv" | "tab" | "jsonl" | "ndjson" | "parquet"));
        if !is_table && packing.is_none() {
            return Ok(());
        }
        let name = path.display();
        let why = if is_table {
            format!(
                "a wrapper is a JSON file; give -o wrapper.json, then write the table with `katagami extract -w wrapper.json PAGES -o {name}`"
            )
        } else {
            "a wrapper is a JSON file without compression; give a name such as wrapper.json".to_owned()
        };
        Err(Error::new(ErrorKind::Setting(why)).at(format!("-o {name}")))
    }
}

/// What became of the fields of the old wrapper.
fn describe_changes(changes: &[FieldChange], out: &mut dyn Write) -> io::Result<()> {
    let kept = changes.iter().filter(|change| change.fate == Fate::Kept).count();
    if !changes.is_empty() {
        writeln!(out, "{kept} fields and columns are unchanged")?;
        let lost = changes
            .iter()
            .all(|change| matches!(change.fate, Fate::Renamed | Fate::Moved | Fate::Gone | Fate::New));
        if lost {
            message!("no field is unchanged: check that these are pages of the same site after a redesign");
        }
    }
    for change in changes {
        let name = change.full_name();
        match (change.fate, &change.was, &change.is) {
            (Fate::Kept, ..) => {}
            (Fate::Renamed, Some(was), Some(is)) => writeln!(out, "renamed  {name}: was {was:?}, is {is:?}")?,
            (Fate::Renamed, ..) => writeln!(out, "renamed  {name}")?,
            (Fate::Moved, ..) => writeln!(out, "moved    {name}")?,
            (Fate::Gone, ..) => writeln!(out, "gone     {name}")?,
            (Fate::New, ..) => writeln!(out, "new      {name}")?,
        }
    }
    Ok(())
}

/// Writes what a row is and why, and which texts are in no field.
fn describe_rows(template: &Template, out: &mut dyn Write) -> io::Result<()> {
    let Reference { uncovered, lost, .. } = &template.reference;
    let row = match template.rows {
        Rows::Page => {
            "one row per page, as for pages about one thing each; --rows records makes one per record"
        }
        Rows::Table(_) => "one row per record, as for lists; --rows pages makes one per page",
    };
    writeln!(out, "{row}")?;
    if lost.is_empty() { Ok(()) } else { writeln!(out, "{}", lost_texts(*uncovered, lost)) }
}

/// The fields with some of their values, for people.
fn describe(wrapper: &Wrapper, explain: bool, out: &mut dyn Write) -> io::Result<()> {
    for (number, template) in (1..).zip(&wrapper.templates) {
        let all = template.main_fields();
        let fields = all.iter().filter(|field| field.left_out.is_none()).count();
        let more = all.len() - fields;
        let more =
            if more > 0 { format!(", {more} more with `extract --all-fields`") } else { String::new() };
        let of = pages(template.pages as usize);
        writeln!(out, "template {number}: {of}, {fields} field{}{more}", if fields == 1 { "" } else { "s" })?;
        if let Some(guessed) = guessed(wrapper, template) {
            writeln!(out, "{guessed}")?;
        }
        if template.rows == Rows::Page && (2..ENOUGH_PAGES).contains(&(template.pages as usize)) {
            writeln!(
                out,
                "few pages: give {ENOUGH_PAGES} or more to find fields that few pages have, and to distinguish labels from equal values"
            )?;
        }
        describe_rows(template, out)?;
        if explain && !template.reference.unmatched.is_empty() {
            writeln!(out, "stated, in no field: {}", template.reference.unmatched.join(", "))?;
        }
        for rows in template.all_rows() {
            describe_fields(template, rows, explain, out)?;
        }
    }
    Ok(())
}

/// The fields of some rows of a template, with some of their values; those of other rows than the default ones in a line, if nothing is to
/// be explained.
fn describe_fields(template: &Template, rows: Rows, explain: bool, out: &mut dyn Write) -> io::Result<()> {
    let is_shown = |field: &&Field| explain || field.left_out.is_none();
    let fields: Vec<&Field> = template.fields_of(rows).iter().filter(is_shown).collect();
    if rows != template.rows {
        let (count, why) = match rows {
            Rows::Page => (pages(template.pages as usize), None),
            Rows::Table(number) => {
                let table = &template.tables[number];
                (format!("{} rows", table.rows), table.left_out)
            }
        };
        if fields.is_empty() || why.is_some() && !explain {
            return Ok(());
        }
        let why = why.map(|why| format!("  ({why})")).unwrap_or_default();
        let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
        writeln!(out, "table {}: {count} of {}{why}", template.name_of(rows), names.join(", "))?;
        if !explain {
            return Ok(());
        }
    }
    for field in fields {
        let sample = field.profile.sample.join(" | ");
        let is_constant = field.profile.distinct == 1 && field.found > 1 && field.found == field.support;
        let why = match field.left_out {
            Some(why) => format!("  ({why})"),
            None if is_constant => "  (the same so far)".to_owned(),
            None => String::new(),
        };
        let stated = field.property.as_ref().filter(|_| explain);
        let stated =
            stated.map(|one| format!("  (stated on {} of {})", one.agree, one.of)).unwrap_or_default();
        let (found, name) = (field.found, padded(&field.name, 30));
        let (begin, end) = (format!("{found:>6}x  {name}  "), why + &stated);
        let (sample, _) = cut(&sample, columns().saturating_sub(text_width(&begin) + text_width(&end)));
        writeln!(out, "{begin}{sample}{end}")?;
    }
    Ok(())
}
