//! `katagami site`: a crawl as a database.

#[cfg(feature = "sqlite")]
pub(super) mod sqlite;
mod summary;
mod update;

use self::summary::{Next, summary};
use self::update::Kept;
use super::args::InputArgs;
use super::ending::{is_sqlite, without};
use super::file::Complete;
use super::folder::{file_names, make_folder, safe, table_files};
use super::output::Spreadsheet;
use super::overview::typed;
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{PlainFormat, begin_plain_table, unwritten};
use clap::{Args, ValueEnum};
use katagami::database::{Database, Options, database_with};
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::Row;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A crawl as a database: its pages by kind, the records of its lists, the fields of its detail pages, articles, comments, posts, and what
/// leads where. Nothing has to be sorted, chosen or named before.
///
/// `pages` has a row for each page with its kind and, if nothing of it is in another table, why; `kinds` a row for each kind. A kind of
/// lists has a table with a row for each record, one of detail pages a table with a row for each page, and both have tables for what
/// repeats within pages. `articles`, `comments` and `posts` are those of all pages. `links` leads from a page, table and record to another
/// page; `unread` has what could not be read and why. Beside columns of amounts, numbers and dates stand typed copies (`price_amount`, `price_currency`, `iso_date`).
///
/// -o FILE.sqlite writes a database with keys, indexes, and views of the records that lead to a page each; -o FOLDER/ a Parquet or CSV file
/// for each table. Without -o the tables are only listed.
///
/// With --update the pages are kept beside the database, and the next run with --update adds those of a later crawl: changed pages take the
/// place of the earlier ones, pages that are no longer there stay. `pages` then says in which crawls each page was seen.
///
/// Example: katagami site data/shop/a-terms data/shelf data/blog/a-replies -o site/
#[derive(Args, Debug)]
#[command(name = "site")]
pub(super) struct SiteArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The database: a file .sqlite, .sqlite3 or .db, or a folder, with a slash behind its name
    #[arg(long, short, value_name = "FILE|FOLDER/")]
    output: Option<PathBuf>,
    /// Format of the files of a folder [default: parquet]
    #[arg(long, short, value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    spreadsheet: Spreadsheet,
    /// Add the pages to a database that was made with this option, or make one that can be added to
    #[arg(long)]
    update: bool,
    /// One table, with the column `host`, for the pages of several hosts that have the same fields
    #[arg(long)]
    merge: bool,
    /// Also write the table `search` into an SQLite file: SELECT * FROM search WHERE search MATCH 'rain'
    #[arg(long, value_enum, value_name = "WHAT")]
    search: Option<Search>,
}

/// What a search in the texts of a database finds.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(super) enum Search {
    /// Words between spaces or signs
    Words,
    /// Any three or more characters, also in languages without spaces; needs more space
    Parts,
}

/// The format of the files of a folder.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Format {
    /// Parquet
    #[cfg(feature = "parquet")]
    Parquet,
    /// CSV; lists are JSON arrays
    Csv,
}

impl Format {
    fn plain(self) -> (PlainFormat, &'static str) {
        match self {
            #[cfg(feature = "parquet")]
            Format::Parquet => (PlainFormat::Parquet, "parquet"),
            Format::Csv => (PlainFormat::Csv, "csv"),
        }
    }

    fn usual() -> Self {
        Format::value_variants()[0]
    }
}

/// Where the database goes.
enum Target<'a> {
    Nowhere,
    Folder(&'a Path),
    File(&'a Path),
}

impl Verb for SiteArgs {
    fn frame(&self) -> Frame<'_> {
        Frame { input: Some(&self.input), nothing: Some("no page was read"), ..Frame::default() }
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let target = self.target()?;
        let mut kept = Kept::of(&target, self.update)?;
        let corpus = self.input.crawl()?;
        if corpus.documents().is_empty() {
            return Ok(Outcome::Nothing);
        }
        let mut added = None;
        let options = Options { merge: self.merge, ..Options::default() };
        let making = "making tables";
        let found = if let Some(kept) = &mut kept {
            added = Some(kept.crawls.add(corpus));
            self.input.doing(making, || kept.crawls.database(options))
        } else {
            self.input.doing(making, || database_with(&corpus, options))
        };
        let files = match target {
            Target::Nowhere => Vec::new(),
            Target::Folder(folder) => self.write_folder(&found, folder)?,
            Target::File(file) => {
                write_sqlite(&found, file, self.search, self.update)?;
                Vec::new()
            }
        };
        if let Some(kept) = kept {
            kept.write(&target, &files)?;
        }
        if !self.input.is_quiet() || self.output.is_none() {
            let next = match &self.output {
                Some(output) => Next::Written(output),
                None => Next::Listed(typed(&self.input)),
            };
            summary(&found, added, &next, out).map_err(unwritten)?;
        }
        Ok(Outcome::Found)
    }
}

#[cfg(feature = "sqlite")]
fn write_sqlite(found: &Database, file: &Path, search: Option<Search>, is_update: bool) -> Result<()> {
    // What was asked for once is kept.
    let kept = || (is_update && file.exists()).then(|| sqlite::search(file)).flatten();
    sqlite::write(found, file, search.or_else(kept))
}

#[cfg(not(feature = "sqlite"))]
fn write_sqlite(_: &Database, _: &Path, _: Option<Search>, _: bool) -> Result<()> {
    unreachable!("`target` refuses such files")
}

impl SiteArgs {
    /// Where the database goes, by the name of the output.
    fn target(&self) -> Result<Target<'_>> {
        let Some(output) = &self.output else {
            let option = if self.update { "--update" } else { "--search" };
            let why = format!("{option} is for a database; give it as -o FILE.sqlite or -o FOLDER/");
            let is_plain = !self.update && self.search.is_none();
            return if is_plain { Ok(Target::Nowhere) } else { Err(Error::new(ErrorKind::Setting(why))) };
        };
        let refuse = |why: &str| {
            Err(Error::new(ErrorKind::Setting(why.to_owned())).at(format!("-o {}", output.display())))
        };
        let name = output.to_string_lossy();
        if let Some(option) = self.spreadsheet.given().filter(|_| self.format != Some(Format::Csv)) {
            return refuse(&format!("{option} works only with --format csv"));
        }
        if name.ends_with(std::path::is_separator) || output.is_dir() {
            return match self.search {
                Some(_) => refuse("--search is for an SQLite file; give a file that ends in .sqlite"),
                None => Ok(Target::Folder(output)),
            };
        }
        if !is_sqlite(output) {
            refuse("give a file that ends in .sqlite, or a folder, with a slash behind its name")
        } else if self.format.is_some() {
            refuse(
                "--format is for the files of a folder; give a folder, with a slash behind its name, or leave --format out",
            )
        } else if cfg!(feature = "sqlite") {
            Ok(Target::File(output))
        } else {
            refuse(&without("SQLite", "sqlite", "give a folder, with a slash behind its name"))
        }
    }

    /// Writes a file for each table. Returns the names of the files.
    fn write_folder(&self, found: &Database, folder: &Path) -> Result<Vec<String>> {
        let (format, ending) = self.format.unwrap_or_else(Format::usual).plain();
        make_folder(folder)?;
        let names = file_names(found.tables.iter().map(|table| safe(&table.name)));
        let names: Vec<String> = names.map(|name| format!("{name}.{ending}")).collect();
        // Tables of another database would be read as tables of this one; with --update those that are no more are removed.
        let mut others: Vec<String> = Vec::new();
        for format in Format::value_variants().iter().filter(|_| !self.update) {
            let files = table_files(folder, format.plain().1)?.into_iter();
            others.extend(files.map(|file| file.to_string_lossy().into_owned()));
        }
        others.retain(|file| !names.contains(file));
        if !others.is_empty() {
            let why = format!(
                "tables of another database are here: {}; remove them, or give another folder",
                others.join(", ")
            );
            return Err(Error::new(ErrorKind::Setting(why)).at(format!("-o {}", folder.display())));
        }
        let dialect = self.spreadsheet.dialect();
        Complete::write_all(found.tables.iter().zip(&names).map(|(table, name)| {
            let write = move |out: &mut dyn Write| {
                let mut file = begin_plain_table(format, table.columns.clone(), out)?;
                for cells in &table.rows {
                    file.row(Row { cells: cells.clone(), ..Row::default() })?;
                }
                file.finish()
            };
            (folder.join(name), move |out: &mut dyn Write| dialect.spell(out, write))
        }))?;
        Ok(names)
    }
}
