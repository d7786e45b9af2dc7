//! Where answers go, and in which form.

use crate::error::{Error, ErrorKind, Result};
use crate::report::{self, TableFormat, TableWriter};
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

/// Endings that say how an answer is written, each with at least one verb.
const ENDINGS: [&str; 6] = ["csv", "html", "json", "jsonl", "md", "parquet"];

impl<F: ValueEnum + Default + Send + Sync> Asked<F> {
    /// The form, or why there is none: an ending that says how this verb does not write. Any other ending is text.
    fn form(&self) -> Result<F, String> {
        let ending = || self.place.output.as_deref()?.extension()?.to_str();
        let (None, Some(ending)) = (&self.format, ending()) else {
            return Ok(self.format.clone().unwrap_or_default());
        };
        if let Ok(format) = F::from_str(ending, true) {
            return Ok(format);
        }
        if !ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)) {
            return Ok(F::default());
        }
        let forms = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let forms: Vec<String> = forms.map(|form| form.get_name().to_owned()).collect();
        let file = self.place.output.as_deref().unwrap_or(Path::new("")).display();
        let forms = forms.join("|");
        Err(format!(
            "-o {file}: nothing is written as {ending} here; give another ending, or --format {forms}"
        ))
    }
}

impl<F: ValueEnum + Default + Send + Sync + 'static> FromArgMatches for Output<F> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let asked = Asked::<F>::from_arg_matches(matches)?;
        let format =
            asked.form().map_err(|why| clap::Error::raw(clap::error::ErrorKind::ValueValidation, why))?;
        Ok(Output { format, place: asked.place })
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
    /// File for the answer, instead of standard output; it appears when it is complete
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
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
        if let Some(path) = &self.output {
            return write_file(path, write);
        }
        let mut out = BufWriter::new(out);
        write(&mut out)?;
        out.flush().map_err(report::unwritten)
    }
}

/// Writes a file beside its place and moves it there when it is complete: never is half of it seen. Devices and pipes are
/// written to as they are, and a link stays a link.
pub(super) fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let failed =
        |error: io::Error| Error::new(ErrorKind::Write).at(path.display().to_string()).because(error);
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    match std::fs::metadata(&path) {
        Ok(there) if there.is_dir() => Err(failed(io::Error::other("it is a folder; give a file name"))),
        Ok(there) if !there.is_file() => {
            let mut out =
                BufWriter::new(std::fs::OpenOptions::new().write(true).open(&path).map_err(failed)?);
            write(&mut out)?;
            out.flush().map_err(failed)
        }
        there => replace_file(&path, there.ok().map(|there| there.permissions()), write, failed),
    }
}

/// Puts a new file in the place of one that is or is not there, with its permissions if it is.
fn replace_file(
    path: &Path,
    permissions: Option<std::fs::Permissions>,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
    failed: impl Fn(io::Error) -> Error,
) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let why = format!("there is no folder {}; make it first", folder.display());
        return Err(failed(io::Error::other(why)));
    }
    let mut file = tempfile::Builder::new();
    #[cfg(unix)]
    file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask, as for any new file
    let file = file.prefix(".katagami-").tempfile_in(folder).map_err(|error| failed(plain(&error)))?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions).map_err(|error| failed(plain(&error)))?;
    }
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// An error of the system without the name of the file on the way, which means nothing to the user.
fn plain(error: &io::Error) -> io::Error {
    error.kind().into()
}
