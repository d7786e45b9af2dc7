//! `katagami check`: whether a wrapper still fits its site.

use super::args::{InputArgs, pages, share};
use super::output::{Format, OutputArgs};
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{self, padded, text_width, unwritten, write_rows};
use clap::Args;
use katagami::error::Result;
use katagami::report::notice::NAMED;
use katagami::wrapper::{Check as Checked, Fate, FieldCheck, PageCheck, Share, Wrapper, check};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// Whether a wrapper still fits the pages of its site: exit status 0 if it does, 1 if it does not.
///
/// A page fits if it has most of the template. A field fits if it is about as frequent as on the pages that the wrapper was
/// learned from, and most of its values look like those: an ISBN among sizes does not. If something does not fit, a wrapper is learned from these pages to find out
/// what became of the fields; `katagami learn --update` then writes a wrapper that fits. CSV has only the fields.
///
/// A field is missing too often if chance explains the loss in less than one of 500 cases: for a field that was on 5 of 5
/// pages, 6 of 12 may be chance, but 0 of 5 is not. With fewer than five pages before or now, a field that is gone cannot be
/// distinguished from a rare one. The more pages a wrapper was learned from, the smaller the losses that are detected. The first
/// line of the result says whether the wrapper fits; fields that tables leave out are not checked. A field of a table within pages has the name
/// of the table before its own.
///
/// Example: katagami check -w wrapper.json data/shop/j-terms-changed
#[derive(Args, Debug)]
pub(super) struct Check {
    /// The wrapper
    #[arg(long, short, value_name = "FILE")]
    wrapper: PathBuf,
    #[command(flatten)]
    input: InputArgs,
    /// Share of the pages that need not fit
    #[arg(long, value_name = "SHARE", default_value = "0.1", value_parser = share)]
    tolerate: f64,
    /// Show all pages that do not fit and all fields, not only the first
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// The result as one JSON value.
#[derive(Serialize)]
struct Answer<'a> {
    fits: bool,
    uncovered: f64,
    lost: &'a [String],
    pages: &'a [PageCheck],
    fields: &'a [FieldRow<'a>],
}

/// A page or a field, as programs read it.
#[derive(Serialize)]
#[serde(untagged)]
enum Row<'a> {
    Page(&'a PageCheck),
    Field(&'a FieldRow<'a>),
}

/// A field, as programs read it.
#[derive(Serialize)]
struct FieldRow<'a> {
    template: usize,
    table: Option<&'a str>,
    field: &'a str,
    fits: bool,
    fate: Fate,
    was: Option<&'a str>,
    is: Option<&'a str>,
    before: u32,
    before_of: u32,
    now: u32,
    now_of: u32,
    alike: Option<f64>,
    strange: Option<u32>,
    stated: Option<u32>,
    stated_of: Option<u32>,
}

impl<'a> From<&'a FieldCheck> for FieldRow<'a> {
    fn from(field: &'a FieldCheck) -> Self {
        FieldRow {
            template: field.template + 1,
            table: field.table.as_deref(),
            field: &field.field,
            fits: field.fits,
            fate: field.fate,
            was: field.was.as_deref(),
            is: field.is.as_deref(),
            before: field.before.some,
            before_of: field.before.all,
            now: field.now.some,
            now_of: field.now.all,
            alike: field.alike,
            strange: field.strange,
            stated: field.stated.map(|share| share.some),
            stated_of: field.stated.map(|share| share.all),
        }
    }
}

impl Verb for Check {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place())
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.output.apart_from(Some(&self.wrapper), "the wrapper")?;
        let wrapper = Wrapper::load(&self.wrapper)?;
        let corpus = self.input.corpus()?;
        let checked = self.input.doing("checking", || check(&wrapper, &corpus, self.tolerate));
        let fields: Vec<FieldRow> = checked.fields.iter().map(FieldRow::from).collect();
        self.output.write(out, |out| match self.output.format() {
            Format::Text => describe(&checked, self.explain, out).map_err(unwritten),
            Format::Json => {
                let answer = Answer {
                    fits: checked.fits,
                    uncovered: checked.lost.share,
                    lost: &checked.lost.texts,
                    pages: &checked.pages,
                    fields: &fields,
                };
                serde_json::to_writer_pretty(&mut *out, &answer)
                    .map_err(io::Error::from)
                    .map_err(unwritten)?;
                out.write_all(b"\n").map_err(unwritten)
            }
            Format::Jsonl => {
                let rows = checked.pages.iter().map(Row::Page).chain(fields.iter().map(Row::Field));
                write_rows(writer::Format::JsonLines, rows, out)
            }
            Format::Csv => write_rows(writer::Format::Csv, &fields, out),
        })?;
        Ok(if checked.fits { Outcome::Found } else { Outcome::Nothing })
    }
}

/// The lines that are shown unless all are wanted, as many as are read at a glance.
const LINES: usize = 10;

/// For people: whether the wrapper fits, the pages that do not fit, and what became of the fields. If these are many, what does not fit
/// comes first.
fn describe(checked: &Checked, explain: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", summary(checked))?;
    let (mut faults, mut others) = (Vec::new(), Vec::new());
    describe_pages(checked, &mut faults);
    describe_fields(checked, explain, &mut faults, &mut others);
    let all = faults.len() + others.len();
    let shown = if explain || all < LINES { all } else { LINES - 2 };
    for line in faults.iter().chain(&others).take(shown) {
        writeln!(out, "{line}")?;
    }
    if all > shown {
        writeln!(out, "{} more lines with --explain", all - shown)?;
    }
    Ok(())
}

/// The pages that do not fit, a line each.
fn describe_pages(checked: &Checked, lines: &mut Vec<String>) {
    let others = checked.pages.iter().filter(|page| !page.fits);
    for page in others.filter(|page| !(page.is_foreign && is_foreign(checked))) {
        let (matched, uncovered) = (percent(page.matched), percent(page.uncovered));
        let why = match &page.missing[..] {
            _ if page.is_foreign => "; a page of another kind".to_owned(),
            [] => String::new(),
            missing => format!("; without {}", missing.join(", ")),
        };
        lines.push(format!(
            "{}: {matched} of the template, {uncovered} of the text uncovered{why}",
            page.path
        ));
    }
}

/// The fields, a line each: those that do not fit are faults, unless all are shown in their order.
fn describe_fields(checked: &Checked, explain: bool, faults: &mut Vec<String>, others: &mut Vec<String>) {
    let shown = || checked.fields.iter().filter(|field| field.is_shown);
    let width = shown().map(|field| text_width(&field.full_name())).max().unwrap_or(0).min(40);
    for field in shown() {
        let (name, now, before) = (padded(&field.full_name(), width), of(field.now), of(field.before));
        let alike = field.alike.map(|alike| format!("  values as before: {:>4}", percent(alike)));
        let strange =
            field.strange.filter(|&count| count > 0).map(|count| format!("  {count} of another kind"));
        let differs = field.stated.filter(|stated| stated.some < stated.all).map(|stated| {
            format!("  page data differ on {}", of(Share { some: stated.all - stated.some, ..stated }))
        });
        let [alike, strange, differs] = [alike, strange, differs].map(Option::unwrap_or_default);
        let line = format!("{name}  {now:>9}  before {before:>9}{alike}{strange}{differs}{}", verdict(field));
        let lines = if field.fits || explain { &mut *others } else { &mut *faults };
        lines.push(line);
    }
    if !checked.lost.texts.is_empty() && !checked.fields.is_empty() {
        others.push(lost(checked.lost.share, &checked.lost.texts));
    }
}

/// Whether no page belongs to the wrapper's site.
fn is_foreign(checked: &Checked) -> bool {
    checked.pages.iter().all(|page| page.is_foreign)
}

/// Whether the wrapper fits, and if not, why, in a line.
fn summary(checked: &Checked) -> String {
    let all = pages(checked.pages.len());
    if is_foreign(checked) {
        return format!(
            "does not fit: hardly any of the template is on {all}; give pages of the kind and site that the wrapper was learned from, or, if these are of a new design, learn it again with `katagami learn --update WRAPPER PAGES`"
        );
    }
    let fit = checked.pages.iter().filter(|page| page.fits).count();
    let verdict = if checked.fits { "fits" } else { "does not fit" };
    let changed: Vec<String> =
        checked.fields.iter().filter(|field| !field.fits).map(FieldCheck::full_name).collect();
    let fields = if changed.is_empty() {
        String::new()
    } else {
        format!(", but these fields changed: {}", changed.join(", "))
    };
    let foreign = checked.pages.iter().filter(|page| page.is_foreign).count();
    let less = match checked.pages.iter().filter(|page| !page.fits && !page.is_foreign).count() {
        less if less > 0 && foreign > 0 => format!("; {less} have less of it"),
        _ => String::new(),
    };
    let foreign = if foreign == 0 { String::new() } else { format!("; {} of another kind", pages(foreign)) };
    format!("{verdict}: {fit} of {all} have its template{less}{foreign}{fields}{}", rarer(&checked.fields))
}

/// The fields that fit although they are missing more often than before, in the order of their losses, largest first.
fn rarer(fields: &[FieldCheck]) -> String {
    let missing = |Share { some, all }: Share| 1.0 - f64::from(some) / f64::from(all.max(1));
    let more = |field: &&FieldCheck| missing(field.now) - missing(field.before);
    let is_rarer =
        |field: &&FieldCheck| field.is_shown && field.fits && field.fate == Fate::Kept && more(field) > 0.0;
    let mut rarer: Vec<&FieldCheck> = fields.iter().filter(is_rarer).collect();
    rarer.sort_by(|one, other| more(other).total_cmp(&more(one)));
    let describe = |field: &&FieldCheck| {
        format!(
            "{} ({}, before {})",
            field.full_name(),
            percent(missing(field.now)),
            percent(missing(field.before))
        )
    };
    let named: Vec<String> = rarer.iter().take(NAMED).map(describe).collect();
    match rarer.len().saturating_sub(NAMED) {
        _ if named.is_empty() => String::new(),
        0 => format!("; missing more often, perhaps by chance: {}", named.join(", ")),
        more => format!("; missing more often, perhaps by chance: {}, and {more} more", named.join(", ")),
    }
}

fn verdict(field: &FieldCheck) -> String {
    let names = match (&field.was, &field.is) {
        (Some(was), Some(is)) => format!(": was {was:?}, is {is:?}"),
        _ => String::new(),
    };
    match field.fate {
        Fate::Kept if field.fits => String::new(),
        Fate::Kept => "  changed".to_owned(),
        Fate::Moved => "  moved".to_owned(),
        Fate::Renamed => format!("  renamed{names}"),
        Fate::Gone => "  gone".to_owned(),
        Fate::New => "  new".to_owned(),
    }
}

fn of(share: Share) -> String {
    format!("{} of {}", share.some, share.all)
}

/// Which texts are in no field, and their share of all texts.
pub(super) fn lost(share: f64, texts: &[String]) -> String {
    let share = if share < 0.01 { "less than 1%".to_owned() } else { percent(share) };
    format!("{share} of the texts are in no field: {}", texts.join(" | "))
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}
