//! `katagami learn`: a wrapper from pages.

use super::Outcome;
use super::args::{InputArgs, pages};
use super::ending;
use super::extract::read_wrapper;
use super::file::write_file;
use super::screen::say;
use crate::document::{Corpus, Document};
use crate::error::{Error, ErrorKind, Result};
use crate::report::unwritten;
use crate::wrapper::{Fate, Field, FieldChange, Learner, Reference, Rows, Shape, Template, Wrapper};
use clap::{Args, ValueEnum};
use hashbrown::HashSet;
use std::io::Write;
use std::path::PathBuf;

/// A wrapper from pages, without an example of what is wanted: the template and its fields, to read new pages with.
///
/// Pages of several templates are separated; each group of pages gets its own template. Five pages from all over the
/// site do, twenty are better; of one page alone, what its labels, lists and headings tell.
///
/// Example: katagami learn data/syllabus/a-13 -o wrapper.json
#[derive(Args, Debug)]
pub(super) struct Learn {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// What a row is; `auto`: records if most of what each page alone says stands in its list, and little in running words
    /// beside it
    #[arg(long, value_enum, value_name = "WHAT")]
    rows: Option<RowShape>,
    /// Name the fields that tables leave out, too, and say why
    #[arg(long)]
    explain: bool,
    /// Wrapper of the pages before a redesign: fields that are the same keep the names that they have in it
    #[arg(long, value_name = "FILE")]
    update: Option<PathBuf>,
    /// File for the wrapper, a JSON file, instead of standard output; it appears when it is complete
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RowShape {
    /// As the pages' own text lies
    Auto,
    /// A page: of a book, of a course
    #[value(alias = "page")]
    Pages,
    /// A record of a list: a hit, a product
    Records,
}

impl Learn {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.refuse_tables()?;
        let old = self.update.as_deref().map(read_wrapper).transpose()?;
        let corpus = self.input.corpus()?;
        let learner = match self.rows {
            None => old.as_ref().map_or_else(Learner::new, Wrapper::learner),
            Some(RowShape::Auto) => Learner::new(),
            Some(RowShape::Pages) => Learner::new().shape(Shape::Page),
            Some(RowShape::Records) => Learner::new().shape(Shape::Records),
        };
        let wrapper = self.input.doing("learning", || learner.learn(&corpus))?;
        name_left_out(&wrapper, &corpus);
        let (wrapper, changes) = match &old {
            Some(old) => wrapper.updated_from(old),
            None => (wrapper, Vec::new()),
        };
        let json = wrapper.to_json();
        let write = |out: &mut dyn Write| out.write_all(json.as_bytes()).map_err(unwritten);
        match &self.output {
            Some(path) => {
                write_file(path, write)?;
                if !self.input.is_quiet() {
                    describe(&wrapper, self.explain, out)
                        .and_then(|()| describe_changes(&changes, out))
                        .map_err(unwritten)?;
                }
            }
            None => write(out)?,
        }
        Ok(Outcome::Found)
    }

    /// Refuses a file whose name says that it is a table, an article or packed.
    fn refuse_tables(&self) -> Result<()> {
        let Some(path) = &self.output else { return Ok(()) };
        let (ending, packing) = ending::of(path);
        let is_table =
            matches!(ending.as_deref(), Some("csv" | "tsv" | "tab" | "jsonl" | "ndjson" | "parquet"));
        if !is_table && packing.is_none() {
            return Ok(());
        }
        let name = path.display();
        let why = if is_table {
            format!(
                "a wrapper is a JSON file; learn it with -o wrapper.json, then read pages with `katagami extract -w wrapper.json PAGES -o {name}`"
            )
        } else {
            "a wrapper is a JSON file that is not packed; give a name such as wrapper.json".to_owned()
        };
        Err(Error::new(ErrorKind::Setting(why)).at(format!("-o {name}")))
    }
}

/// How many pages of no template are named.
const NAMED: usize = 5;

/// Says which pages share no template with another one.
fn name_left_out(wrapper: &Wrapper, corpus: &Corpus) {
    let of_templates: HashSet<&str> =
        wrapper.templates.iter().flat_map(|template| &template.sources).map(String::as_str).collect();
    let names = corpus.documents().iter().map(Document::name);
    let left: Vec<&str> = names.filter(|name| !of_templates.contains(name)).collect();
    if !left.is_empty() {
        let more = if left.len() > NAMED { ", .." } else { "" };
        let first = left[..left.len().min(NAMED)].join(", ");
        say!(
            "{} of {} pages share no template with another: {first}{more}",
            left.len(),
            corpus.documents().len()
        );
    }
}

/// What became of the fields of the old wrapper.
fn describe_changes(changes: &[FieldChange], out: &mut dyn Write) -> std::io::Result<()> {
    let kept = changes.iter().filter(|change| change.fate == Fate::Kept).count();
    if !changes.is_empty() {
        writeln!(out, "{kept} fields are as they were")?;
        let lost = changes
            .iter()
            .all(|change| matches!(change.fate, Fate::Renamed | Fate::Moved | Fate::Gone | Fate::New));
        if lost {
            say!("no field is as it was: look whether these are pages of the same site, after a redesign");
        }
    }
    for change in changes {
        let name = &change.field;
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

/// What a row is and why, and what is in no field.
fn describe_rows(template: &Template, out: &mut dyn Write) -> std::io::Result<()> {
    let (row, other) = match template.rows {
        Rows::Page(_) => ("page", "records"),
        Rows::Records(_) => ("record", "pages"),
    };
    let Reference { listed, uncovered, lost, .. } = &template.reference;
    let listed = 100.0 * listed;
    writeln!(
        out,
        "a row a {row}: {listed:.0}% of what pages alone say is in their lists (else --rows {other})"
    )?;
    if lost.is_empty() {
        return Ok(());
    }
    writeln!(out, "{:.0}% of the texts are in no field: {}", 100.0 * uncovered, lost.join(" | "))
}

/// Fewer pages make worse wrappers: on eight kinds of sites the F1 of attributes is .95 from two pages, .96 from three and .97 from
/// five (`.ci/quality swde`).
const ENOUGH: u32 = 5;

/// The fields with some of their values, for people.
fn describe(wrapper: &Wrapper, explain: bool, out: &mut dyn Write) -> std::io::Result<()> {
    for (number, template) in (1..).zip(&wrapper.templates) {
        let shown = |field: &&Field| field.left_out.is_none();
        let fields = template.fields.iter().filter(shown).count();
        let more = template.fields.len() - fields;
        let more =
            if more > 0 { format!(", {more} more with `extract --all-fields`") } else { String::new() };
        let of = pages(template.pages as usize);
        writeln!(out, "template {number}: {of}, {fields} field{}{more}", if fields == 1 { "" } else { "s" })?;
        match (&template.rows, template.pages) {
            (Rows::Page(_), 1) => {
                let source = &template.sources[0];
                let alone = if wrapper.templates.len() > 1 {
                    format!(" of {source}, for no other page looks like it")
                } else {
                    String::new()
                };
                writeln!(
                    out,
                    "guessed by labels, lists and headings{alone}; two or more pages tell what changes"
                )?;
            }
            (Rows::Page(_), 2..ENOUGH) => writeln!(
                out,
                "few pages: {ENOUGH} or more find what few pages have, and tell labels from values that are the same by chance"
            )?,
            _ => {}
        }
        describe_rows(template, out)?;
        if explain && !template.reference.unmatched.is_empty() {
            writeln!(out, "stated, in no field: {}", template.reference.unmatched.join(", "))?;
        }
        for field in template.fields.iter().filter(|field| explain || shown(field)) {
            let sample = field.profile.sample.join(" | ");
            let shown_sample: String = sample.chars().take(60).collect();
            let why = field.left_out.map(|why| format!("  ({why})")).unwrap_or_default();
            let stated = field.property.as_ref().filter(|_| explain);
            let stated =
                stated.map(|one| format!("  (stated on {} of {})", one.agree, one.of)).unwrap_or_default();
            writeln!(out, "{:>6}x  {:<30}  {shown_sample}{why}{stated}", field.support, field.name)?;
        }
    }
    Ok(())
}
