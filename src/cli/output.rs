//! The options that determine where results go, and in which format.

use super::ending::{self, Packing};
use super::file::write_file;
use super::page_table::PageTable;
use super::screen::{is_styled, message};
use crate::error::{Error, ErrorKind, Result};
use crate::report::{self, Dialect, PlainFormat, Respelled, TableFormat};
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use std::cell::Cell;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where a result goes, and its format, one of `F`.
#[derive(Debug)]
pub(super) struct Output<F: Copy> {
    /// The format that was chosen by name or by the ending of the file.
    format: Cell<F>,
    /// Whether neither was given.
    is_default: bool,
    place: Place,
}

/// The options as given on the command line.
#[derive(Args, Debug)]
struct Given<F: ValueEnum + Send + Sync + 'static> {
    /// Format of the result [default: by the ending of -o FILE, else text]
    #[arg(long, short, value_enum)]
    format: Option<F>,
    #[command(flatten)]
    place: Place,
}

impl<F: ValueEnum + Default + Copy + Send + Sync> Given<F> {
    /// Determines the format, and what the ending of the file adds to it.
    fn settle(mut self) -> Output<F> {
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
        let chosen = self.format.or(by_ending);
        let is_default = chosen.is_none();
        let format = chosen.unwrap_or_default();
        let [name, by_ending] =
            [Some(format), by_ending].map(|format| format.as_ref().map(name).unwrap_or_default());
        let is_csv = name == "csv";
        if self.place.safe_csv && !is_csv {
            let why =
                "--safe-csv works only with --format csv, or with a file name that ends in .csv or .tsv";
            self.place.error.get_or_insert(why.to_owned());
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
        self.place.dialect = is_csv.then_some(Dialect { separator, is_safe: self.place.safe_csv });
        self.place.rows = match &*name {
            "csv" => Some(Rows::BelowHeader),
            "jsonl" => Some(Rows::Lines),
            _ => None,
        };
        Output { format: Cell::new(format), is_default, place: self.place }
    }
}

/// The name of a format.
fn name<F: ValueEnum>(format: &F) -> String {
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
        Ok(Given::<F>::from_arg_matches(matches)?.settle())
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
            ArticleFormat::Json => "json",
            _ => {
                let why = "a folder gets one file per page, as --format text, md, html or json; for another format give a file name";
                return Err(Error::new(ErrorKind::Setting(why.to_owned())));
            }
        })
    }
}

/// Where a table of records goes.
pub(super) type TableArgs = Output<Table>;

impl<F: Copy> Output<F> {
    /// The chosen format.
    pub(super) fn format(&self) -> F {
        self.format.get()
    }

    /// Sets the format if none was chosen, and returns the one that is used.
    pub(super) fn prefer(&self, format: F) -> F {
        if self.is_default {
            self.format.set(format);
        }
        self.format()
    }

    /// Where the result goes.
    pub(super) fn place(&self) -> &Place {
        &self.place
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

    /// Refuses to write the result to the file of the figure.
    #[cfg(feature = "plot")]
    pub(super) fn apart_from(&self, other: Option<&Path>) -> Result<()> {
        match &self.place.output {
            Some(path) if Some(path.as_path()) == other => {
                let why = "the result and the figure need a file each; give two names".to_owned();
                Err(Error::new(ErrorKind::Setting(why)).at(path.display().to_string()))
            }
            _ => Ok(()),
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct Place {
    /// File for the result, instead of standard output; it appears when it is complete. Its ending chooses the format (.csv, .tsv,
    /// .jsonl, .json ...); .gz or .zst behind that compresses it
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// In CSV, write a ' before values that begin with = + - @, which spreadsheets would run as formulas
    #[arg(long)]
    safe_csv: bool,
    /// The compression, by the ending of the file
    #[arg(skip)]
    packing: Option<Packing>,
    /// The dialect of CSV, if the format is CSV
    #[arg(skip)]
    dialect: Option<Dialect>,
    /// Why the options contradict each other, if they do
    #[arg(skip)]
    error: Option<String>,
    /// What may be a mistake in the options
    #[arg(skip)]
    warning: Option<String>,
    /// How rows are counted in the file, if they are
    #[arg(skip)]
    rows: Option<Rows>,
    /// A description of what was written to a file
    #[arg(skip)]
    written: OnceLock<String>,
}

/// How rows are counted in a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Rows {
    /// One line per row below a header; line breaks within quotes do not count.
    BelowHeader,
    /// One line per row.
    Lines,
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

impl Format {
    /// The format of rows, if it is one for programs.
    pub(super) fn rows(self) -> Option<report::Format> {
        match self {
            Format::Text => None,
            Format::Json => Some(report::Format::Json),
            Format::Jsonl => Some(report::Format::JsonLines),
            Format::Csv => Some(report::Format::Csv),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(super) enum ArticleFormat {
    /// Text for people, with an empty line between paragraphs
    #[default]
    Text,
    /// Markdown: headings, lists, links, emphasis, quotations, code, tables, images
    Md,
    /// The same as HTML, without scripts and styles
    Html,
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

    /// The format of a table, if it is one.
    pub(super) fn table(self) -> Option<PlainFormat> {
        match self {
            ArticleFormat::Csv => Some(PlainFormat::Csv),
            #[cfg(feature = "parquet")]
            ArticleFormat::Parquet => Some(PlainFormat::Parquet),
            _ => None,
        }
    }

    /// Whether it keeps headings, lists, links and other markup.
    pub(super) fn is_markup(self) -> bool {
        matches!(self, ArticleFormat::Md | ArticleFormat::Html)
    }

    /// The format of rows, if it is one for programs.
    pub(super) fn rows(self) -> Option<report::Format> {
        match self {
            ArticleFormat::Json => Some(report::Format::Json),
            ArticleFormat::Jsonl => Some(report::Format::JsonLines),
            ArticleFormat::Csv => Some(report::Format::Csv),
            _ => None,
        }
    }
}

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

    /// The format, if records are nested in the object of their page or list: JSON, and JSON Lines without `--flat`.
    pub(super) fn nested(&self, is_flat: bool) -> Result<Option<report::Format>> {
        match self.format() {
            Table::Jsonl => Ok((!is_flat).then_some(report::Format::JsonLines)),
            _ if is_flat => Err(no_flat()),
            Table::Json => Ok(Some(report::Format::Json)),
            _ => Ok(None),
        }
    }

    /// Whether the format is text for people.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.format(), Table::Text)
    }

    /// Writes nested rows in a format of [`nested`](TableArgs::nested).
    pub(super) fn write_rows<R: serde::Serialize>(
        &self,
        format: report::Format,
        rows: impl IntoIterator<Item = R>,
        out: &mut dyn Write,
    ) -> Result<()> {
        self.place.write(out, |out| report::write_rows(format, rows, out))
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

/// The width of a table in characters if it does not go to a terminal. It fits a page of documentation.
const WIDTH: usize = 100;

/// From this number of bytes on, sizes are given in kB.
const LARGE: u64 = 10_000;

impl Place {
    /// Refuses options that contradict each other.
    pub(super) fn refuse(&self) -> Result<()> {
        self.error.clone().map_or(Ok(()), |why| Err(Error::new(ErrorKind::Setting(why))))
    }

    /// What may be a mistake in the options.
    pub(super) fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// A description of what was written to a file or a folder.
    pub(super) fn written(&self) -> Option<&str> {
        self.written.get().map(String::as_str)
    }

    /// Keeps a description of what was written to the file or the folder.
    pub(super) fn note(&self, what: &str) {
        let place = self.output.as_deref().unwrap_or(Path::new("")).display();
        self.written.get_or_init(|| format!("{what} in {place}"));
    }

    /// The width of a line in characters of single width. Tables in files are not cut.
    fn width(&self) -> usize {
        if self.output.is_some() {
            return usize::MAX;
        }
        terminal_size::terminal_size_of(io::stdout())
            .map_or(WIDTH, |(terminal_size::Width(width), _)| usize::from(width))
    }

    /// Whether the result may have colours and bold type.
    fn is_styled(&self) -> bool {
        self.output.is_none() && is_styled(&io::stdout())
    }

    fn write(&self, out: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        let write = |out: &mut dyn Write| match self.dialect.filter(|&dialect| dialect != Dialect::default())
        {
            Some(dialect) => write(&mut Respelled::new(dialect, out)),
            None => write(out),
        };
        if let Some(path) = &self.output {
            let mut size = Size::default();
            write_file(path, |out| {
                ending::pack(self.packing, out, |out| {
                    let is_csv = self.rows == Some(Rows::BelowHeader);
                    let mut sized = Counted { size: &mut size, is_csv, out };
                    write(&mut sized)
                })
            })?;
            self.note(&size.describe(self.rows));
            return Ok(());
        }
        let mut out = BufWriter::new(out);
        write(&mut out)?;
        out.flush().map_err(report::unwritten)
    }
}

/// How much was written.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    bytes: u64,
    /// Line breaks that are not within quotes.
    lines: u64,
    is_quoted: bool,
}

impl Size {
    fn describe(self, rows: Option<Rows>) -> String {
        let rows = match rows {
            Some(Rows::BelowHeader) => self.lines.saturating_sub(1),
            Some(Rows::Lines) => self.lines,
            None if self.bytes < LARGE => return format!("{} bytes", self.bytes),
            None => return format!("{} kB", self.bytes / 1000),
        };
        format!("{rows} row{}", if rows == 1 { "" } else { "s" })
    }
}

/// A writer that counts bytes and lines.
struct Counted<'a> {
    size: &'a mut Size,
    /// Whether line breaks within quotes do not count.
    is_csv: bool,
    out: &'a mut dyn Write,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.size.bytes += count as u64;
        for &byte in &bytes[..count] {
            self.size.is_quoted ^= self.is_csv && byte == b'"';
            self.size.lines += u64::from(byte == b'\n' && !self.size.is_quoted);
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(rows: Option<Rows>, text: &str) -> String {
        let (mut size, mut out) = (Size::default(), Vec::new());
        let is_csv = rows == Some(Rows::BelowHeader);
        Counted { size: &mut size, is_csv, out: &mut out }.write_all(text.as_bytes()).unwrap();
        size.describe(rows)
    }

    #[test]
    fn rows_with_quotes_and_line_breaks_are_counted() {
        assert_eq!(described(Some(Rows::BelowHeader), "a,b\n1,\"two \"\"\nlines\"\n3,4\n"), "2 rows");
        assert_eq!(described(Some(Rows::Lines), "{\"a\":\"\\\"\"}\n"), "1 row");
        assert_eq!(described(None, "a text"), "6 bytes");
        assert_eq!(described(None, &"a text".repeat(2000)), "12 kB");
    }
}
