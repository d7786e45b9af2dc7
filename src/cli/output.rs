//! Where answers go, and in which form.

use crate::error::{Error, ErrorKind, Result};
use crate::report;
use clap::{Args, ValueEnum};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct OutputArgs {
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
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

impl OutputArgs {
    /// Calls `write` with where the answer goes.
    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        if let Some(path) = &self.output {
            return write_file(path, write);
        }
        let mut out = BufWriter::new(out);
        write(&mut out)?;
        out.flush().map_err(report::unwritten)
    }
}

/// Writes a file beside its place and moves it there when it is complete: never is half of it seen.
pub(super) fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let failed =
        |error: io::Error| Error::new(ErrorKind::Write).at(path.display().to_string()).because(error);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new();
    #[cfg(unix)]
    file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask, as for any new file
    let file = file.prefix(".katagami-").tempfile_in(folder).map_err(|error| failed(plain(&error)))?;
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
