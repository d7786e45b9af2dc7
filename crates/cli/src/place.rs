//! Where a result goes, and how it gets there: to standard output, or whole to a file, in the dialect and the compression that the
//! options choose.

use super::ending::{self, Packing};
use super::file::write_file;
use super::screen::is_styled;
use super::truth;
use crate::writer::{self, Dialect};
use clap::Args;
use katagami::error::{Error, ErrorKind, Result};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where a result goes.
#[derive(Args, Debug)]
pub(super) struct Place {
    /// File for the result, instead of standard output (`-`); it appears when it is complete. Its ending chooses the format (.csv, .tsv,
    /// .jsonl, .json ...); .gz or .zst behind that compresses it
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// The compression, by the ending of the file
    #[arg(skip)]
    pub(super) packing: Option<Packing>,
    /// The dialect of CSV, if the format is CSV
    #[arg(skip)]
    pub(super) dialect: Option<Dialect>,
    /// Why the options contradict each other, if they do
    #[arg(skip)]
    pub(super) error: Option<String>,
    /// What may be a mistake in the options
    #[arg(skip)]
    pub(super) warning: Option<String>,
    /// How rows are counted in the file, if they are
    #[arg(skip)]
    pub(super) rows: Option<Rows>,
    /// The file that rows are compared with, and the format of the figures
    #[arg(skip)]
    pub(super) truth: Option<(PathBuf, Option<writer::Format>)>,
    /// A description of what was written to a file
    #[arg(skip)]
    written: OnceLock<String>,
}

/// How rows are counted in a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Rows {
    /// One line per row below a header; line breaks within quotes do not count.
    BelowHeader,
    /// One line per row.
    Lines,
}

/// From this number of bytes on, sizes are given in kB.
const LARGE: u64 = 10_000;

/// The width of a line on standard output in characters of single width: that of the terminal, else `COLUMNS` of the environment
/// (POSIX.1-2017, 8.3); no limit without both.
pub(super) fn columns() -> usize {
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0);
    terminal_size::terminal_size_of(io::stdout())
        .map(|(terminal_size::Width(width), _)| usize::from(width))
        .or_else(asked)
        .unwrap_or(usize::MAX)
}

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

    /// The width of a line of the result. Text in files and pipes is not cut.
    pub(super) fn width(&self) -> usize {
        if self.output.is_some() { usize::MAX } else { columns() }
    }

    /// Refuses a file for the result that is also read.
    pub(super) fn refuse_inputs(&self, inputs: &[OsString]) -> Result<()> {
        let file = |path: &Path| path.canonicalize().ok().filter(|path| path.is_file());
        let output = self.output.as_deref().and_then(file);
        if output.is_none() || inputs.iter().all(|input| file(Path::new(input)) != output) {
            return Ok(());
        }
        let why = "this file is read, and the result would replace it; give another name".to_owned();
        Err(Error::new(ErrorKind::Setting(why))
            .at(format!("-o {}", self.output.as_deref().unwrap_or(Path::new("")).display())))
    }

    /// Calls `write` with a writer that spells CSV as the options want it.
    pub(super) fn respell(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        self.dialect.unwrap_or_default().spell(out, write)
    }

    /// Whether the result may have colours and bold type.
    pub(super) fn is_styled(&self) -> bool {
        self.output.is_none() && is_styled(&io::stdout())
    }

    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        let write = |out: &mut dyn Write| match &self.truth {
            Some((file, format)) => {
                let mut rows = Vec::new();
                write(&mut rows)?;
                truth::compare(file, &rows, *format, out)
            }
            None => write(out),
        };
        let write = |out: &mut dyn Write| self.respell(out, write);
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
        out.flush().map_err(writer::unwritten)
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
