//! The format of a result, by the options and by the ending of the file.

use super::ending;
use super::file::write_file;
use super::folder::{file_names, make_folder, safe};
use super::page_table::PageTable;
use super::place::{Place, Rows};
use super::screen::message;
use super::truth::TRUTH;
use crate::writer::{self, Dialect, PlainFormat, TableFormat};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use katagami::error::{Error, ErrorKind, Result};
use katagami::report;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Where a result goes, and its format, one of `F`.
#[derive(Debug)]
pub(super) struct Output<F> {
    /// The format that was chosen by name or by the ending of the file.
    format: F,
    place: Place,
}

/// The option with which Markdown is the format if none is chosen.
pub(super) const FRONT_MATTER: &str = "front-matter";

/// How CSV is written for spreadsheets.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Spreadsheet {
    /// In CSV, begin with a byte order mark, by which Excel recognizes UTF-8
    #[arg(long)]
    pub(super) bom: bool,
    /// In CSV, write a ' before values that begin with = + - @, narrow or full-width, which spreadsheets would run as formulas
    #[arg(long)]
    pub(super) safe_csv: bool,
}

impl Spreadsheet {
    /// An option that is given, if there is one.
    pub(super) fn given(self) -> Option<&'static str> {
        let options = [(self.safe_csv, "--safe-csv"), (self.bom, "--bom")];
        options.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
    }

    /// The dialect of CSV with these options.
    pub(super) fn dialect(self) -> Dialect {
        Dialect { is_safe: self.safe_csv, has_mark: self.bom, ..Dialect::default() }
    }
}

/// The options as given on the command line.
#[derive(Args, Debug)]
struct Given<F: ValueEnum + Send + Sync + 'static> {
    /// Format of the result [default: by the ending of -o FILE, else text]
    #[arg(long, short, value_enum)]
    format: Option<F>,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    spreadsheet: Spreadsheet,
}

impl<F: ValueEnum + Copy + Send + Sync> Given<F> {
    /// Determines the format, which is `default` if none is chosen, and what the ending of the file adds to it.
    fn settle(mut self, default: F) -> Output<F> {
        // As in POSIX.1-2017, utility syntax, guideline 13.
        self.place.output = self.place.output.filter(|file| file.as_os_str() != "-");
        let file = self.place.output.clone().unwrap_or_default();
        let (ending, packing) = ending::of(&file);
        self.place.packing = packing;
        let has_tabs = matches!(ending.as_deref(), Some("tsv" | "tab"));
        let by_ending =
            ending.as_deref().map(|ending| ending::format::<F>(if has_tabs { "csv" } else { ending }));
        if let (None, Some(None), Some(ending)) = (&self.format, &by_ending, &ending) {
            self.place.error = Some(unknown_ending::<F>(&file, ending));
        }
        let by_ending = by_ending.flatten();
        let format = self.format.or(by_ending).unwrap_or(default);
        let [name, by_ending] =
            [Some(format), by_ending].map(|format| format.as_ref().map(name).unwrap_or_default());
        let is_csv = name == "csv";
        if let (Some(option), false) = (self.spreadsheet.given(), is_csv) {
            let why = format!(
                "{option} works only with --format csv, or with a file name that ends in .csv or .tsv"
            );
            self.place.error.get_or_insert(why);
        }
        if name == "parquet" && packing.is_some() {
            let why = "a Parquet file is compressed already; give a file name that ends in .parquet";
            self.place.error.get_or_insert(why.to_owned());
        }
        if name == "parquet" && self.place.output.is_none() && io::stdout().is_terminal() {
            let why = "Parquet cannot be shown on a terminal; name a file with -o";
            self.place.error.get_or_insert(why.to_owned());
        }
        let is_tabbed = has_tabs && self.format.is_none();
        if !by_ending.is_empty() && (by_ending != name || is_tabbed != has_tabs) {
            let why =
                format!("{} is written as {name}, by --format, though its ending differs", file.display());
            self.place.warning = Some(why);
        }
        let separator = if is_tabbed { b'\t' } else { b',' };
        self.place.dialect = is_csv.then_some(Dialect { separator, ..self.spreadsheet.dialect() });
        self.place.rows = match &*name {
            "csv" => Some(Rows::BelowHeader),
            "jsonl" => Some(Rows::Lines),
            _ => None,
        };
        Output { format, place: self.place }
    }
}

/// What a format is for programs. Its name means the same in all commands.
pub(super) trait ProgramFormat: ValueEnum {
    /// The format of rows, if it is one that has no columns of its own.
    fn rows(&self) -> Option<writer::Format> {
        match &*name(self) {
            "json" => Some(writer::Format::Json),
            "jsonl" => Some(writer::Format::JsonLines),
            "csv" => Some(writer::Format::Csv),
            _ => None,
        }
    }

    /// The format of a table with fixed columns, if it is one.
    fn table(&self) -> Option<PlainFormat> {
        match &*name(self) {
            "csv" => Some(PlainFormat::Csv),
            #[cfg(feature = "parquet")]
            "parquet" => Some(PlainFormat::Parquet),
            _ => None,
        }
    }
}

impl<F: ValueEnum> ProgramFormat for F {}

/// The name of a format.
pub(super) fn name<F: ValueEnum>(format: &F) -> String {
    format.to_possible_value().map(|format| format.get_name().to_owned()).unwrap_or_default()
}

/// The message for an ending that no format has.
fn unknown_ending<F: ValueEnum>(file: &Path, ending: &str) -> String {
    let formats: Vec<String> = F::value_variants().iter().map(name).collect();
    let endings = formats.iter().flat_map(|format| ending::endings(format)).collect::<Vec<_>>().join(" ");
    format!(
        "-o {}: this command has no format {ending}; give a name that ends in one of {endings} (with .gz or .zst behind it to \
         compress it), or give --format {}",
        file.display(),
        formats.join("|")
    )
}

impl<F: ValueEnum + Default + Copy + Send + Sync + 'static> FromArgMatches for Output<F> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut given = Given::<F>::from_arg_matches(matches)?;
        // Another option may set a default, see `FRONT_MATTER`; the ending of the file comes before it.
        let is_default = matches.value_source("format") == Some(ValueSource::DefaultValue);
        let default = if is_default { given.format.take() } else { None };
        let truth = matches.try_get_one::<PathBuf>(TRUTH).ok().flatten().cloned();
        let mut output = given.settle(default.unwrap_or_default());
        if let Some(file) = truth {
            output.measure(file);
        }
        Ok(output)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<F: ValueEnum + Default + Copy + Send + Sync + 'static> Args for Output<F> {
    fn augment_args(command: Command) -> Command {
        Given::<F>::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Given::<F>::augment_args_for_update(command)
    }
}

/// Where rows go.
pub(super) type OutputArgs = Output<Format>;

/// Where articles go.
pub(super) type ArticleArgs = Output<ArticleFormat>;

/// The option for the format, with Markdown as the default of [`FRONT_MATTER`].
pub(super) fn with_front_matter(format: Arg) -> Arg {
    format.default_value_if(FRONT_MATTER, "true", "md")
}

impl ArticleArgs {
    /// Prints a hint if several pages go into one file without an ending, as a folder may have been meant.
    pub(super) fn advise(&self, pages: usize) {
        let may_mean_folder = |path: &&Path| pages > 1 && !path.exists() && path.extension().is_none();
        if let Some(path) = self.file().filter(may_mean_folder).filter(|_| !self.format().is_for_programs()) {
            let name = path.display();
            message!("{pages} pages go into one file, {name}; -o {name}/ writes one file per page");
        }
    }

    /// The ending of the files if each article gets its own.
    pub(super) fn ending(&self) -> Result<&'static str> {
        Ok(match self.format() {
            ArticleFormat::Text => "txt",
            ArticleFormat::Md => "md",
            ArticleFormat::Html => "html",
            ArticleFormat::Tei => "xml",
            ArticleFormat::Json => "json",
            _ => {
                let why = "a folder gets one file per page, as --format text, md, html, tei or json; for another format give a file name";
                return Err(Error::new(ErrorKind::Setting(why.to_owned())));
            }
        })
    }
}

/// Where a table of records goes.
pub(super) type TableArgs = Output<Table>;

impl<F: ValueEnum + Copy> Output<F> {
    /// Has the result compared with a file: the command writes JSON Lines, and the figures have the chosen format.
    fn measure(&mut self, file: PathBuf) {
        let figures = self.format.rows();
        if figures.is_none() && name(&self.format) != "text" {
            let why = "--truth works only with --format text, json, jsonl or csv";
            self.place.error.get_or_insert(why.to_owned());
        }
        self.format = F::from_str("jsonl", false).expect("commands with --truth write JSON Lines");
        self.place.truth = Some((file, figures));
    }
}

impl<F: Copy> Output<F> {
    /// The chosen format.
    pub(super) fn format(&self) -> F {
        self.format
    }

    /// Where the result goes.
    pub(super) fn place(&self) -> &Place {
        &self.place
    }

    /// Says how many files a folder gets.
    pub(super) fn note_files(&self, files: usize) {
        let s = if files == 1 { "" } else { "s" };
        self.place.note(&format!("{files} file{s}"));
    }

    /// Calls `write` with the writer for the result.
    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        self.place.write(out, write)
    }

    /// The folder that gets a file per page: a name that ends in a slash, or that of an existing folder.
    pub(super) fn folder(&self) -> Option<&Path> {
        let path = self.file()?;
        let ends_as_folder = path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
        (ends_as_folder || path.is_dir()).then_some(path)
    }

    /// The file that the result goes to.
    pub(super) fn file(&self) -> Option<&Path> {
        self.place.output.as_deref()
    }

    /// Refuses to write the result to another file of the run, such as that of the figure.
    pub(super) fn apart_from(&self, other: Option<&Path>, what: &str) -> Result<()> {
        let (Some(path), Some(other)) = (&self.place.output, other) else { return Ok(()) };
        let real = |path: &Path| path.canonicalize().ok();
        let is_same = path == other || real(path).is_some_and(|path| Some(path) == real(other));
        if !is_same {
            return Ok(());
        }
        let why = format!("the result and {what} need a file each; give two names");
        Err(Error::new(ErrorKind::Setting(why)).at(path.display().to_string()))
    }
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(super) enum Format {
    /// Text for people
    #[default]
    Text,
    /// One JSON value
    Json,
    /// One JSON object per line
    #[value(alias = "ndjson")]
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(super) enum ArticleFormat {
    /// Text for people, with an empty line between paragraphs
    #[default]
    Text,
    /// Markdown: headings, lists, links, emphasis, quotations, code, tables, images
    #[value(alias = "markdown")]
    Md,
    /// The same as HTML, without scripts and styles
    Html,
    /// The same as XML of the Text Encoding Initiative (TEI P5), with the metadata in its header
    Tei,
    /// One JSON value
    Json,
    /// One JSON object per line
    #[value(alias = "ndjson")]
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
    /// Parquet: the rows of csv, with null for missing values
    #[cfg(feature = "parquet")]
    Parquet,
}

impl ArticleFormat {
    /// Whether programs read it.
    pub(super) fn is_for_programs(self) -> bool {
        self != ArticleFormat::Text && !self.is_markup()
    }

    /// Whether it keeps headings, lists, links and other markup.
    pub(super) fn is_markup(self) -> bool {
        matches!(self, ArticleFormat::Md | ArticleFormat::Html | ArticleFormat::Tei)
    }
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(super) enum ThreadFormat {
    /// Text for people
    #[default]
    Text,
    /// Markdown: a heading for each post, deeper for replies, with author and date, and the post below it
    #[value(alias = "markdown")]
    Md,
    /// One JSON value
    Json,
    /// One JSON object per line
    #[value(alias = "ndjson")]
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
    /// Parquet: the rows of csv, with null for missing values
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Where posts go.
pub(super) type ThreadArgs = Output<ThreadFormat>;

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(super) enum Table {
    /// Text for people: as wide as the terminal, long values are cut
    #[default]
    Text,
    /// One JSON value, nested: the records of each page, or the fields of each record
    Json,
    /// One JSON object per line, nested like json; with --flat one line per record
    #[value(alias = "ndjson")]
    Jsonl,
    /// Comma-separated values with a header line: no characters for a missing value, "" for an empty one, a JSON array for a list
    Csv,
    /// Parquet: null for a missing value, lists as lists
    #[cfg(feature = "parquet")]
    Parquet,
}

impl TableArgs {
    /// Calls `write` with the table, and completes it. In JSON Lines the fields of each row are in a nested object, unless
    /// `is_flat`.
    pub(super) fn write_table(
        &self,
        is_flat: bool,
        columns: Vec<report::Column>,
        out: &mut dyn Write,
        write: impl FnOnce(&mut PageTable<'_>) -> Result<()>,
    ) -> Result<()> {
        let format = match self.row_format() {
            TableFormat::JsonLines if !is_flat => TableFormat::NestedLines,
            format => format,
        };
        self.place.write(out, |out| {
            let mut table = PageTable::new(format, columns, out);
            write(&mut table)?;
            table.finish()
        })
    }

    /// Calls `write` with a table for each name, and completes them: files of a folder, named after the tables, CSV unless another
    /// format for programs is chosen.
    pub(super) fn write_tables(
        &self,
        folder: &Path,
        names: &[&str],
        columns: Vec<Vec<report::Column>>,
        write: &mut dyn FnMut(&mut [PageTable<'_>]) -> Result<()>,
    ) -> Result<()> {
        let (format, ending) = match self.row_format() {
            TableFormat::Text { .. } | TableFormat::Csv => (TableFormat::Csv, "csv"),
            TableFormat::Json => (TableFormat::Json, "json"),
            TableFormat::JsonLines | TableFormat::NestedLines => (TableFormat::NestedLines, "jsonl"),
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => (TableFormat::Parquet, "parquet"),
        };
        let names = file_names(names.iter().map(|name| safe(name)));
        let files: Vec<PathBuf> = names.map(|name| folder.join(format!("{name}.{ending}"))).collect();
        make_folder(folder)?;
        self.write_next(format, &files, columns, Vec::new(), write)?;
        self.place.note(&format!("{} tables", files.len()));
        Ok(())
    }

    /// Opens the next of several files as a table, and so on; then writes all of them.
    fn write_next(
        &self,
        format: TableFormat,
        files: &[PathBuf],
        mut columns: Vec<Vec<report::Column>>,
        open: Vec<PageTable<'_>>,
        write: &mut dyn FnMut(&mut [PageTable<'_>]) -> Result<()>,
    ) -> Result<()> {
        let Some((file, others)) = files.split_first() else {
            let mut open = open;
            write(&mut open)?;
            return open.into_iter().try_for_each(PageTable::finish);
        };
        write_file(file, |out| {
            self.place.respell(out, |out| {
                let mut open: Vec<PageTable<'_>> = open.into_iter().map(PageTable::beside).collect();
                open.push(PageTable::new(format, columns.remove(0), out));
                self.write_next(format, others, columns, open, write)
            })
        })
    }

    /// The format, if records are nested in the object of their page or list: JSON, and JSON Lines without `--flat`.
    pub(super) fn nested(&self, is_flat: bool) -> Result<Option<writer::Format>> {
        match self.format() {
            Table::Jsonl => Ok((!is_flat).then_some(writer::Format::JsonLines)),
            _ if is_flat => Err(no_flat()),
            Table::Json => Ok(Some(writer::Format::Json)),
            _ => Ok(None),
        }
    }

    /// Whether the format is one for queries, whose names need no quotes.
    pub(super) fn is_queried(&self) -> bool {
        match self.format() {
            #[cfg(feature = "parquet")]
            Table::Parquet => true,
            _ => false,
        }
    }

    /// Whether the format is text for people.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.format(), Table::Text)
    }

    /// Writes nested rows in a format of [`nested`](TableArgs::nested).
    pub(super) fn write_rows<R: serde::Serialize>(
        &self,
        format: writer::Format,
        rows: impl IntoIterator<Item = R>,
        out: &mut dyn Write,
    ) -> Result<()> {
        self.place.write(out, |out| writer::write_rows(format, rows, out))
    }

    fn row_format(&self) -> TableFormat {
        match self.format() {
            Table::Text => TableFormat::Text { width: self.place.width(), is_bold: self.place.is_styled() },
            Table::Json => TableFormat::Json,
            Table::Jsonl => TableFormat::JsonLines,
            Table::Csv => TableFormat::Csv,
            #[cfg(feature = "parquet")]
            Table::Parquet => TableFormat::Parquet,
        }
    }
}

/// The error if `--flat` is given with another format than JSON Lines.
pub(super) fn no_flat() -> Error {
    let why = "--flat works only with --format jsonl; json is always nested, and the other formats always have one row per record";
    Error::new(ErrorKind::Setting(why.to_owned()))
}
