//! `katagami overview`, or a path without a command: what kinds of pages there are, and the command for each kind.

use super::args::InputArgs;
use super::output::{OutputArgs, ProgramFormat};
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{Format, cut, unwritten, write_rows};
use clap::Args;
use katagami::ask::{Kind, Lists, Overview, PageKind, kinds, overview};
use katagami::document::Document;
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::notice::{SURE, counted};
use katagami::report::rounded;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

/// The kinds of pages in the input (lists, threads, articles, pages of one thing each, others), with the command for each.
///
/// `katagami FOLDER` is short for this. The pages of a kind share a template; what there is on them is said from twenty of them. If a
/// folder holds pages of several kinds, the command names the pages of the kind, or a list of them (`--pages`) if there are many.
///
/// Example: katagami overview data/shop
#[derive(Args, Debug)]
pub(super) struct OverviewArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Only print the paths of the pages of the N-th kind, one per line: a list for `@FILE`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pages: Option<u32>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Pages of one kind, as programs read it.
#[derive(Serialize)]
struct OverviewRow<'a> {
    /// The number of pages.
    pages: usize,
    kind: &'static str,
    /// How probable the kind is.
    probability: f64,
    /// The mean number of records, posts or words on a page.
    mean: f64,
    comments: bool,
    /// Whether the pages show no text.
    #[serde(skip)]
    is_blank: bool,
    /// The first of the pages, its title and its address.
    path: &'a str,
    title: Option<&'a str>,
    url: Option<&'a str>,
    /// The first records, posts or titles.
    found: FoundTexts<'a>,
    command: String,
    /// A second kind that they may be, and the command for it if it is another one.
    other_kind: Option<&'static str>,
    other_command: Option<String>,
}

/// What is found of a kind: a list or, in CSV, a cell with a JSON array, as lists are in all CSV.
#[derive(Serialize)]
#[serde(untagged)]
enum FoundTexts<'a> {
    List(&'a [String]),
    Cell(String),
}

impl Verb for OverviewArgs {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place())
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let corpus = self.input.corpus()?;
        let pages = corpus.documents();
        if let Some(number) = self.pages {
            let kinds = self.input.doing("looking at pages", || kinds(pages));
            if number as usize > kinds.len() && !kinds.is_empty() {
                let known = counted(kinds.len(), "kind");
                let why =
                    format!("--pages {number}: the input has {known}; give a number that the overview shows");
                return Err(Error::new(ErrorKind::Setting(why)));
            }
            return self.list(kinds.get(number as usize - 1), pages, out);
        }
        let kinds = self.input.doing("looking at pages", || overview(&corpus));
        let typed = typed(&self.input);
        let is_csv = self.output.format().rows() == Some(Format::Csv);
        let rows: Vec<OverviewRow> = (1..)
            .zip(&kinds)
            .map(|(number, kind)| {
                let named = NumberedKind {
                    pages: &kind.of.pages,
                    number,
                    is_only: kinds.len() == 1,
                    given: self.input.arguments(),
                };
                named.row(kind, pages, &typed, is_csv)
            })
            .collect();
        self.output.write(out, |out| match self.output.format().rows() {
            Some(format) => write_rows(format, &rows, out),
            None => describe(&rows, pages.len(), self.output.place().width(), out)
                .and_then(|()| match &rows[..] {
                    [first, _, ..] => {
                        // Pages of an archive cannot be named.
                        let is_named = Path::new(first.path).is_file();
                        let all = if is_named { "" } else { "each of these commands reads all pages; " };
                        writeln!(out, "\n{all}for a table of each kind:\n    katagami site {typed} -o site/")
                    }
                    _ => Ok(()),
                })
                .map_err(unwritten),
        })?;
        Ok(if rows.is_empty() { Outcome::Nothing } else { Outcome::Found })
    }
}

impl OverviewArgs {
    /// Writes the paths of the pages of a kind.
    fn list(&self, kind: Option<&Kind>, pages: &[Document], out: &mut dyn Write) -> Result<Outcome> {
        let Some(kind) = kind else { return Ok(Outcome::Nothing) };
        let paths: Vec<&str> = kind.pages.iter().map(|&page| pages[page].name()).collect();
        self.output.write(out, |out| match self.output.format().rows() {
            Some(format) => write_rows(format, paths.iter().map(|path| Listed { path }), out),
            None => paths.iter().try_for_each(|path| writeln!(out, "{path}")).map_err(unwritten),
        })?;
        Ok(Outcome::Found)
    }
}

/// The inputs as given on the command line, quoted for a shell.
pub(super) fn typed(input: &InputArgs) -> String {
    let inputs: Vec<String> =
        input.arguments().iter().map(|input| quoted(&input.to_string_lossy())).collect();
    inputs.join(" ")
}

/// What to say to someone who looks for lists on pages most of which are about one thing each: the command for these.
pub(super) fn advice_without_lists(input: &InputArgs, lists: &Lists<'_>) -> Option<String> {
    let of_one_thing = lists.kinds().filter(|&kind| kind == PageKind::Detail).count();
    let are_most = of_one_thing > 1 && 2 * of_one_thing > lists.kinds().count();
    (are_most && lists.foreign().iter().all(Option::is_none)).then(|| {
        format!(
            "these look like pages of one thing each that also have lists; for one row per page:\n    {}",
            command(PageKind::Detail, of_one_thing, false, &typed(input))
        )
    })
}

/// A page of a kind, as programs read it.
#[derive(Serialize)]
struct Listed<'a> {
    path: &'a str,
}

/// A command names folders or pages if they fill at most two lines of a screen; others go into a list.
const NAMED: usize = 160;

/// The pages of a kind and its number among the others.
pub(super) struct NumberedKind<'a> {
    pub(super) pages: &'a [usize],
    /// From 1.
    pub(super) number: usize,
    /// Whether there is no other kind.
    pub(super) is_only: bool,
    /// The inputs as given.
    pub(super) given: &'a [OsString],
}

impl NumberedKind<'_> {
    fn row<'a>(
        &self,
        overview: &'a Overview,
        pages: &'a [Document],
        typed: &str,
        is_csv: bool,
    ) -> OverviewRow<'a> {
        let (list, input) = self.input(pages, typed);
        let count = overview.of.pages.len();
        let command_of = |kind| format!("{list}{}", command(kind, count, overview.has_comments, &input));
        let other = overview.of.other;
        let command = command_of(overview.of.kind);
        let first = &pages[overview.of.example];
        OverviewRow {
            pages: count,
            kind: overview.of.kind.name(),
            probability: rounded(overview.of.probability()),
            mean: overview.rounded_mean(),
            comments: overview.has_comments,
            is_blank: overview.is_blank,
            path: first.name(),
            title: overview.title.as_deref(),
            url: first.url(),
            found: if is_csv {
                FoundTexts::Cell(serde_json::to_string(&overview.found).expect("texts are JSON"))
            } else {
                FoundTexts::List(&overview.found)
            },
            other_kind: other.map(PageKind::name),
            other_command: other.map(command_of).filter(|other| *other != command),
            command,
        }
    }

    /// The arguments that name the pages of the kind and no others, after the command that writes a list of them if one
    /// is needed.
    pub(super) fn input(&self, pages: &[Document], typed: &str) -> (String, String) {
        let own: Vec<&str> = self.pages.iter().map(|&page| pages[page].name()).collect();
        let are_files = || own.iter().all(|path| Path::new(path).is_file());
        if self.is_only || !are_files() {
            return (String::new(), typed.to_owned());
        }
        let folders = own_folders(&own, pages, self.given).map(joined);
        let is_short = |names: &String| names.len() <= NAMED;
        if let Some(names) = folders.filter(is_short).or_else(|| Some(joined(own)).filter(is_short)) {
            return (String::new(), names);
        }
        let (number, list) = (self.number, format!("kind-{}.txt", self.number));
        (format!("katagami overview --pages {number} {typed} -o {list} && "), format!("@{list}"))
    }
}

/// Paths, quoted for a shell.
fn joined<'a>(paths: impl IntoIterator<Item = &'a str>) -> String {
    paths.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// The command for pages of this kind.
fn command(kind: PageKind, pages: usize, has_comments: bool, input: &str) -> String {
    match kind {
        PageKind::List => format!("katagami records {input}"),
        PageKind::Thread => format!("katagami forum {input}"),
        PageKind::Detail if pages > 1 => {
            format!("katagami learn {input} -o wrapper.json && katagami extract -w wrapper.json {input}")
        }
        PageKind::Article | PageKind::Detail if has_comments => format!("katagami blog {input}"),
        PageKind::Article | PageKind::Detail | PageKind::Other => format!("katagami content {input}"),
    }
}

/// The folders of the pages of a kind, if they were given whole and hold no other pages.
fn own_folders<'a>(own: &[&'a str], pages: &[Document], given: &[OsString]) -> Option<BTreeSet<&'a str>> {
    let folder = |path: &'a str| Path::new(path).parent()?.to_str().filter(|name| !name.is_empty());
    let mut folders: BTreeSet<&str> = own.iter().map(|path| folder(path)).collect::<Option<_>>()?;
    let is_in = |path: &str, folders: &BTreeSet<&str>| {
        Path::new(path)
            .ancestors()
            .skip(1)
            .any(|above| above.to_str().is_some_and(|above| folders.contains(above)))
    };
    // A folder within another one would be read twice.
    let all = folders.clone();
    folders.retain(|folder| !is_in(folder, &all));
    let is_within = |page: &&Document| is_in(page.name(), &folders);
    let are_own = pages.iter().filter(is_within).count() == own.len();
    let is_given = |folder: &&str| {
        given.iter().map(Path::new).any(|given| given.is_dir() && Path::new(folder).starts_with(given))
    };
    (are_own && folders.iter().all(is_given)).then_some(folders)
}

/// A path, quoted for a shell.
fn quoted(path: &str) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "/._-+@,:=%".contains(char);
    if !path.is_empty() && path.chars().all(is_plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

/// The most kinds that are described to people: with up to seven lines each they fill a screen.
const DESCRIBED: usize = 8;

/// The most lines of what is found that people see of all kinds together: a third of a screen.
const FOUND: usize = 16;

fn describe(rows: &[OverviewRow], pages: usize, width: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} of {}", counted(pages, "page"), counted(rows.len(), "kind"))?;
    let (rows, others) = rows.split_at(rows.len().min(DESCRIBED));
    for (number, row) in (1..).zip(rows) {
        let comments = if row.comments && row.kind != "thread" { ", with comments" } else { "" };
        let what = match row.kind {
            "list" => format!("{} of about {} records", counted(row.pages, "list"), row.mean.round()),
            "thread" => format!("{} of about {} posts", counted(row.pages, "thread"), row.mean.round()),
            "article" => {
                format!("{} of about {} words{comments}", counted(row.pages, "article"), row.mean.round())
            }
            "other" if row.is_blank => format!("{} without text", counted(row.pages, "page")),
            "other" => format!("{} of another kind{comments}", counted(row.pages, "page")),
            _ if row.pages == 1 => format!("1 page of one thing{comments}"),
            _ => format!("{} of one thing each{comments}", counted(row.pages, "page")),
        };
        let doubt = if row.probability < SURE {
            format!(" ({:.0}% sure)", 100.0 * row.probability)
        } else {
            String::new()
        };
        writeln!(out, "\n{number}. {what}{doubt}, such as {}", row.path)?;
        if row.kind == "list" || row.kind == "thread" {
            row.title
                .iter()
                .try_for_each(|title| writeln!(out, "  {}", cut(title, width.saturating_sub(2)).0))?;
        }
        if let FoundTexts::List(found) = row.found {
            let found = found.iter().take(FOUND / rows.len());
            if found.len() > 0 {
                let things = match row.kind {
                    "list" => "records",
                    "thread" => "posts",
                    _ if found.len() == 1 => "title",
                    _ => "titles",
                };
                writeln!(out, "  {things}:")?;
            }
            for text in found {
                writeln!(out, "  - {}", cut(text, width.saturating_sub(4)).0)?;
            }
        }
        if row.is_blank {
            writeln!(
                out,
                "  scripts or frames load what they show; a browser can save pages as it shows them"
            )?;
        } else {
            writeln!(out, "    {}", row.command)?;
        }
        if let (Some(kind), Some(command)) = (row.other_kind, &row.other_command) {
            let kind = match kind {
                "detail" if row.pages == 1 => "pages of one thing",
                "detail" => "pages of one thing each",
                "list" => "lists",
                "thread" => "threads",
                "other" => "of another kind",
                _ => "articles",
            };
            writeln!(out, "  or, if they are {kind}:\n    {command}")?;
        }
    }
    match others.iter().map(|row| row.pages).sum() {
        0 => Ok(()),
        pages => writeln!(
            out,
            "\nand {} more, of {} in all; --format jsonl has them",
            counted(others.len(), "kind"),
            counted(pages, "page")
        ),
    }
}
