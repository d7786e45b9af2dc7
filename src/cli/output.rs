//! Where answers go, and in which form.

use super::ending::{self, Packing};
use super::file::write_file;
use super::page_table::PageTable;
use super::screen::{is_styled, say};
use crate::error::{Error, ErrorKind, Result};
use crate::report::{self, Dialect, PlainFormat, Respelled, TableFormat};
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where an answer goes, in one of the forms `F`.
#[derive(Debug)]
pub(super) struct Output<F> {
    /// The one that is asked for, by name or by the ending of the file.
    format: F,
    place: Place,
}

/// The same as it stands on the command line.
#[derive(Args, Debug)]
struct Asked<F: ValueEnum + Send + Sync + 'static> {
    /// How the answer is written [default: as the ending of -o FILE says, else text]
    #[arg(long, short, value_enum)]
    format: Option<F>,
    #[command(flatten)]
    place: Place,
}

impl<F: ValueEnum + Default + Clone + Send + Sync> Asked<F> {
    /// The form and what else the ending says.
    fn settle(mut self) -> Output<F> {
        let file = self.place.output.clone().unwrap_or_default();
        let (ending, packing) = ending::of(&file);
        self.place.packing = packing;
        let has_tabs = matches!(ending.as_deref(), Some("tsv" | "tab"));
        let told = ending.as_deref().map(|ending| ending::form::<F>(if has_tabs { "csv" } else { ending }));
        if let (None, Some(None), Some(ending)) = (&self.format, &told, &ending) {
            self.place.wrong = Some(unknown_ending::<F>(&file, ending));
        }
        let told = told.flatten();
        let format = self.format.clone().or_else(|| told.clone()).unwrap_or_default();
        let [name, told] =
            [Some(format.clone()), told].map(|form| form.as_ref().map(name).unwrap_or_default());
        let is_csv = name == "csv";
        if self.place.safe_csv && !is_csv {
            let why = "--safe-csv goes with --format csv, or a file that ends in .csv or .tsv";
            self.place.wrong.get_or_insert(why.to_owned());
        }
        if name == "parquet" && self.place.output.is_none() && io::stdout().is_terminal() {
            let why = "Parquet is not for a terminal; name a file with -o";
            self.place.wrong.get_or_insert(why.to_owned());
        }
        let is_tabbed = has_tabs && self.format.is_none();
        if !told.is_empty() && (told != name || is_tabbed != has_tabs) {
            let why = format!("{} gets {name}, as --format says; its ending says otherwise", file.display());
            self.place.doubt = Some(why);
        }
        let separator = if is_tabbed { b'\t' } else { b',' };
        self.place.dialect = is_csv.then_some(Dialect { separator, is_safe: self.place.safe_csv });
        self.place.rows = match &*name {
            "csv" => Some(Rows::BelowHeader),
            "jsonl" => Some(Rows::Lines),
            _ => None,
        };
        Output { format, place: self.place }
    }
}

/// What a form is called.
fn name<F: ValueEnum>(form: &F) -> String {
    form.to_possible_value().map(|form| form.get_name().to_owned()).unwrap_or_default()
}

/// Why there is no such file, and what there is.
fn unknown_ending<F: ValueEnum>(file: &Path, ending: &str) -> String {
    let forms: Vec<String> = F::value_variants().iter().map(name).collect();
    let endings = forms.iter().flat_map(|form| ending::endings(form)).collect::<Vec<_>>().join(" ");
    format!(
        "-o {}: nothing is written as {ending} here; give a name that ends in one of {endings} (or .csv.gz, .csv.zst and so on, to \
         pack it), or say --format {}",
        file.display(),
        forms.join("|")
    )
}

impl<F: ValueEnum + Default + Clone + Send + Sync + 'static> FromArgMatches for Output<F> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Asked::<F>::from_arg_matches(matches)?.settle())
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<F: ValueEnum + Default + Send + Sync + 'static> Args for Output<F> {
    fn augment_args(command: Command) -> Command {
        Asked::<F>::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Asked::<F>::augment_args_for_update(command)
    }
}

/// Where rows go.
pub(super) type OutputArgs = Output<Format>;

/// Where articles go.
pub(super) type ArticleArgs = Output<ArticleFormat>;

impl ArticleArgs {
    /// Says what may be meant by a file without an ending that several pages go into.
    pub(super) fn advise(&self, pages: usize) {
        let is_odd = |path: &&Path| pages > 1 && !path.exists() && path.extension().is_none();
        if let Some(path) = self.file().filter(is_odd).filter(|_| !self.format().is_for_programs()) {
            let name = path.display();
            say!("{pages} pages go into one file, {name}; -o {name}/ writes a file a page");
        }
    }

    /// The ending of files that have an article each.
    pub(super) fn ending(&self) -> Result<&'static str> {
        Ok(match self.format() {
            ArticleFormat::Text => "txt",
            ArticleFormat::Md => "md",
            ArticleFormat::Html => "html",
            ArticleFormat::Json => "json",
            _ => {
                let why = "a folder gets a file a page: --format text, md, html or json; or give a file name";
                return Err(Error::new(ErrorKind::Setting(why.to_owned())));
            }
        })
    }
}

/// Where a table of records goes.
pub(super) type TableArgs = Output<Table>;

impl<F: Copy> Output<F> {
    /// The form that is asked for.
    pub(super) fn format(&self) -> F {
        self.format
    }

    /// Where the answer goes.
    pub(super) fn place(&self) -> &Place {
        &self.place
    }

    /// Calls `write` with where the answer goes.
    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        self.place.write(out, write)
    }

    /// The folder that gets a file a page: a name that ends as folders do, or what is one.
    pub(super) fn folder(&self) -> Option<&Path> {
        let path = self.file()?;
        let ends_as_folder = path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
        (ends_as_folder || path.is_dir()).then_some(path)
    }

    /// The file that the answer goes to.
    pub(super) fn file(&self) -> Option<&Path> {
        self.place.output.as_deref()
    }

    /// Refuses to write the answer where something else goes.
    #[cfg(feature = "plot")]
    pub(super) fn apart_from(&self, other: Option<&Path>) -> Result<()> {
        match &self.place.output {
            Some(path) if Some(path.as_path()) == other => {
                let why = "the answer and the figure cannot be one file; give two names".to_owned();
                Err(Error::new(ErrorKind::Setting(why)).at(path.display().to_string()))
            }
            _ => Ok(()),
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct Place {
    /// File for the answer, instead of standard output; it appears when it is complete. Its ending says the form (.csv, .tsv, .jsonl,
    /// .json ...) and, with .gz or .zst behind it, that it is packed
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// In CSV, write a ' before values that begin with = + - @, which spreadsheets would run as formulas
    #[arg(long)]
    safe_csv: bool,
    /// How the ending of the file says that it is packed
    #[arg(skip)]
    packing: Option<Packing>,
    /// How CSV is spelled, where that is written
    #[arg(skip)]
    dialect: Option<Dialect>,
    /// Why there can be no answer in this form
    #[arg(skip)]
    wrong: Option<String>,
    /// What may not be meant so
    #[arg(skip)]
    doubt: Option<String>,
    /// How rows are counted in what is written, if they are
    #[arg(skip)]
    rows: Option<Rows>,
    /// What was written to a file
    #[arg(skip)]
    written: OnceLock<String>,
}

/// How rows are counted in what is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Rows {
    /// A line each, line breaks within quotes aside, below a first one.
    BelowHeader,
    /// A line each.
    Lines,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(super) enum Format {
    /// For eyes
    #[default]
    Text,
    /// One JSON value
    Json,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
}

impl Format {
    /// The form for programs, if it is one.
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
    /// For eyes: an empty line between paragraphs
    #[default]
    Text,
    /// Markdown: headings, lists, links, emphasis, quotations, code, tables, images
    Md,
    /// The same as HTML, without scripts and looks
    Html,
    /// One JSON value
    Json,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
    /// Parquet: the rows of csv, null is missing
    #[cfg(feature = "parquet")]
    Parquet,
}

impl ArticleFormat {
    /// Whether programs read it.
    pub(super) fn is_for_programs(self) -> bool {
        self != ArticleFormat::Text && !self.is_markup()
    }

    /// The form of a table, if it is one.
    pub(super) fn table(self) -> Option<PlainFormat> {
        match self {
            ArticleFormat::Csv => Some(PlainFormat::Csv),
            #[cfg(feature = "parquet")]
            ArticleFormat::Parquet => Some(PlainFormat::Parquet),
            _ => None,
        }
    }

    /// Whether it keeps what the markup means.
    pub(super) fn is_markup(self) -> bool {
        matches!(self, ArticleFormat::Md | ArticleFormat::Html)
    }

    /// The form for programs, if it is one.
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
    /// For eyes: as wide as the terminal, long texts cut
    #[default]
    Text,
    /// One JSON value, nested: the records of each page, or the fields of each record
    Json,
    /// One JSON object a line, nested as json is; with --flat a row a record
    Jsonl,
    /// Comma-separated values with a header line: nothing is missing, "" is empty, a list is a JSON array
    Csv,
    /// Parquet: null is missing, lists are lists
    #[cfg(feature = "parquet")]
    Parquet,
}

impl TableArgs {
    /// Calls `write` with the table to begin and to write rows to, and completes it. In JSON Lines the fields of each row stand
    /// in an object of their own, unless they are flat.
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

    /// The form in which records stand inside of what they belong to: JSON, and JSON Lines that are not asked to be flat.
    pub(super) fn nested(&self, is_flat: bool) -> Result<Option<report::Format>> {
        match self.format() {
            Table::Jsonl => Ok((!is_flat).then_some(report::Format::JsonLines)),
            _ if is_flat => Err(no_flat()),
            Table::Json => Ok(Some(report::Format::Json)),
            _ => Ok(None),
        }
    }

    /// Whether it is for eyes.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.format(), Table::Text)
    }

    /// Writes rows that are no table, as [`nested`](TableArgs::nested) says.
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

/// Why a form cannot be flat.
pub(super) fn no_flat() -> Error {
    let why =
        "--flat goes with --format jsonl; json is nested, the other forms have a row a record without it";
    Error::new(ErrorKind::Setting(why.to_owned()))
}

/// Characters in a line of text that goes elsewhere than to a terminal: what fits a page of documentation.
const WIDTH: usize = 100;

/// From this size on it is given in kB.
const LARGE: u64 = 10_000;

impl Place {
    /// What of the command line cannot be.
    pub(super) fn refuse(&self) -> Result<()> {
        self.wrong.clone().map_or(Ok(()), |why| Err(Error::new(ErrorKind::Setting(why))))
    }

    /// What of the command line may not be meant so.
    pub(super) fn doubt(&self) -> Option<&str> {
        self.doubt.as_deref()
    }

    /// What was written to a file or a folder.
    pub(super) fn written(&self) -> Option<&str> {
        self.written.get().map(String::as_str)
    }

    /// Notes what was written to the file or the folder.
    pub(super) fn note(&self, what: &str) {
        let place = self.output.as_deref().unwrap_or(Path::new("")).display();
        self.written.get_or_init(|| format!("{what} in {place}"));
    }

    /// How many characters of usual width stand in a line there: a file has whole texts.
    fn width(&self) -> usize {
        if self.output.is_some() {
            return usize::MAX;
        }
        terminal_size::terminal_size_of(io::stdout())
            .map_or(WIDTH, |(terminal_size::Width(width), _)| usize::from(width))
    }

    /// Whether what stands there may have colours and bold type.
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
    /// Ends of lines, those within quotes aside.
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

/// Counts what is written.
struct Counted<'a> {
    size: &'a mut Size,
    /// Whether a line may end within quotes.
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

    fn told(rows: Option<Rows>, text: &str) -> String {
        let (mut size, mut out) = (Size::default(), Vec::new());
        let is_csv = rows == Some(Rows::BelowHeader);
        Counted { size: &mut size, is_csv, out: &mut out }.write_all(text.as_bytes()).unwrap();
        size.describe(rows)
    }

    #[test]
    fn rows_of_a_file_are_counted_whatever_stands_in_them() {
        assert_eq!(told(Some(Rows::BelowHeader), "a,b\n1,\"two \"\"\nlines\"\n3,4\n"), "2 rows");
        assert_eq!(told(Some(Rows::Lines), "{\"a\":\"\\\"\"}\n"), "1 row");
        assert_eq!(told(None, "a text"), "6 bytes");
        assert_eq!(told(None, &"a text".repeat(2000)), "12 kB");
    }
}
