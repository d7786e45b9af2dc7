//! Where answers go, and in which form.

use super::ending::{self, Packing};
use super::file::write_file;
use crate::error::{Error, ErrorKind, Result};
use crate::report::{self, Dialect, Respelled, TableFormat, TableWriter};
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

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
    #[arg(long, value_enum)]
    format: Option<F>,
    #[command(flatten)]
    place: Place,
}

impl<F: ValueEnum + Default + Clone + Send + Sync> Asked<F> {
    /// The form and what else the ending says, or why there is none: an ending that says how this verb does not write.
    fn settle(mut self) -> Result<Output<F>, String> {
        let file = self.place.output.clone().unwrap_or_default();
        let (ending, packing) = ending::of(&file);
        self.place.packing = packing;
        let has_tabs = self.format.is_none() && matches!(ending.as_deref(), Some("tsv" | "tab"));
        let format = match (self.format, ending) {
            (Some(format), _) => format,
            (None, None) => F::default(),
            (None, Some(ending)) => {
                let name = if has_tabs { "csv" } else { &ending };
                ending::form::<F>(name).ok_or_else(|| {
                    let forms = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
                    let forms: Vec<String> = forms.map(|form| form.get_name().to_owned()).collect();
                    let (file, forms) = (file.display(), forms.join("|"));
                    format!(
                        "-o {file}: nothing is written as {ending} here; give another ending, or --format {forms}"
                    )
                })?
            }
        };
        let is_csv = format.to_possible_value().is_some_and(|form| form.get_name() == "csv");
        if self.place.safe_csv && !is_csv {
            return Err("--safe-csv goes with --format csv, or a file that ends in .csv or .tsv".to_owned());
        }
        let separator = if has_tabs { b'\t' } else { b',' };
        self.place.dialect = is_csv.then_some(Dialect { separator, is_safe: self.place.safe_csv });
        Ok(Output { format, place: self.place })
    }
}

impl<F: ValueEnum + Default + Clone + Send + Sync + 'static> FromArgMatches for Output<F> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let wrong = |why| clap::Error::raw(clap::error::ErrorKind::ValueValidation, why);
        Asked::<F>::from_arg_matches(matches)?.settle().map_err(wrong)
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
    /// The ending of files that have an article each.
    pub(super) fn ending(&self) -> Result<&'static str> {
        Ok(match self.format() {
            ArticleFormat::Text => "txt",
            ArticleFormat::Md => "md",
            ArticleFormat::Html => "html",
            ArticleFormat::Json => "json",
            ArticleFormat::Jsonl | ArticleFormat::Csv => {
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
struct Place {
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
}

impl ArticleFormat {
    /// Whether it keeps what the markup means.
    pub(super) fn is_markup(self) -> bool {
        matches!(self, ArticleFormat::Md | ArticleFormat::Html)
    }

    /// The form for programs, if it is one.
    pub(super) fn rows(self) -> Option<report::Format> {
        match self {
            ArticleFormat::Text | ArticleFormat::Md | ArticleFormat::Html => None,
            ArticleFormat::Json => Some(report::Format::Json),
            ArticleFormat::Jsonl => Some(report::Format::JsonLines),
            ArticleFormat::Csv => Some(report::Format::Csv),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(super) enum Table {
    /// For eyes: as wide as the terminal, long texts cut
    #[default]
    Text,
    /// One JSON value
    Json,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header line: nothing is missing, "" is empty, a list is a JSON array
    Csv,
    /// Parquet: null is missing, lists are lists
    #[cfg(feature = "parquet")]
    Parquet,
}

impl TableArgs {
    /// Calls `write` with the table to write rows to, and completes it.
    pub(super) fn write_table(
        &self,
        columns: Vec<report::Column>,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn TableWriter) -> Result<()>,
    ) -> Result<()> {
        let format = self.row_format()?;
        self.place.write(out, |out| {
            let mut table = report::begin_table(format, columns, out)?;
            write(&mut *table)?;
            table.finish()
        })
    }

    /// The form in which records can stand inside of what they belong to.
    pub(super) fn nested(&self) -> Option<report::Format> {
        match self.format() {
            Table::Json => Some(report::Format::Json),
            Table::Jsonl => Some(report::Format::JsonLines),
            _ => None,
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

    /// Refuses to write what is not for eyes to a terminal.
    #[cfg(feature = "parquet")]
    pub(super) fn refuse_terminal(&self) -> Result<()> {
        let is_terminal = self.place.output.is_none() && io::IsTerminal::is_terminal(&io::stdout());
        if is_terminal && self.format() == Table::Parquet {
            let why = "Parquet is not for a terminal; name a file with -o".to_owned();
            return Err(Error::new(ErrorKind::Setting(why)));
        }
        Ok(())
    }

    fn row_format(&self) -> Result<TableFormat> {
        #[cfg(feature = "parquet")]
        self.refuse_terminal()?;
        Ok(match self.format() {
            Table::Text => TableFormat::Text { width: self.place.width() },
            Table::Json => TableFormat::Json,
            Table::Jsonl => TableFormat::JsonLines,
            Table::Csv => TableFormat::Csv,
            #[cfg(feature = "parquet")]
            Table::Parquet => TableFormat::Parquet,
        })
    }
}

/// Characters in a line of text that goes elsewhere than to a terminal: what fits a page of documentation.
const WIDTH: usize = 100;

impl Place {
    /// How many characters of usual width stand in a line there.
    fn width(&self) -> usize {
        let terminal =
            if self.output.is_none() { terminal_size::terminal_size_of(io::stdout()) } else { None };
        terminal.map_or(WIDTH, |(terminal_size::Width(width), _)| usize::from(width))
    }

    fn write(&self, out: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        let write = |out: &mut dyn Write| match self.dialect.filter(|&dialect| dialect != Dialect::default())
        {
            Some(dialect) => write(&mut Respelled::new(dialect, out)),
            None => write(out),
        };
        if let Some(path) = &self.output {
            return write_file(path, |out| ending::pack(self.packing, out, write));
        }
        let mut out = BufWriter::new(out);
        write(&mut out)?;
        out.flush().map_err(report::unwritten)
    }
}
