//! Writes rows of a fixed type as JSON, JSON Lines and CSV; their fields are those of the type.

use katagami::error::{Error, ErrorKind, Result};
use serde::Serialize;
use std::io::Write;

/// How rows are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Format {
    /// One JSON array.
    Json,
    /// One JSON object a line.
    JsonLines,
    /// RFC 4180 with a header line.
    Csv,
}

/// Writes rows, one after another.
///
/// # Errors
/// [`ErrorKind::Write`] if the writer fails.
pub(crate) fn write_rows<R: Serialize>(
    format: Format,
    rows: impl IntoIterator<Item = R>,
    out: &mut dyn Write,
) -> Result<()> {
    match format {
        Format::Json => json(rows, out).map_err(unwritten),
        Format::JsonLines => rows.into_iter().try_for_each(|row| json_line(&row, out)).map_err(unwritten),
        Format::Csv => {
            let mut writer = csv::Writer::from_writer(out);
            rows.into_iter().try_for_each(|row| writer.serialize(row)).map_err(csv_error)?;
            writer.flush().map_err(unwritten)
        }
    }
}

/// Writes rows up to the first that could not be made.
///
/// # Errors
/// The failure of that row; [`ErrorKind::Write`] if the writer fails.
pub(crate) fn write_results<R: Serialize>(
    format: Format,
    rows: impl IntoIterator<Item = Result<R>>,
    out: &mut dyn Write,
) -> Result<()> {
    let mut failed = None;
    let rows = rows.into_iter().map_while(|row| row.map_err(|error| failed = Some(error)).ok());
    write_rows(format, rows, out)?;
    failed.map_or(Ok(()), Err)
}

fn json<R: Serialize>(rows: impl IntoIterator<Item = R>, out: &mut dyn Write) -> std::io::Result<()> {
    let mut before = "[\n";
    for row in rows {
        out.write_all(before.as_bytes())?;
        serde_json::to_writer(&mut *out, &row)?;
        before = ",\n";
    }
    out.write_all(if before == "[\n" { b"[]\n" } else { b"\n]\n" })
}

fn json_line<R: Serialize>(row: &R, out: &mut dyn Write) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    out.write_all(b"\n")
}

fn csv_error(error: csv::Error) -> Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => unwritten(error),
        other => unwritten(std::io::Error::other(format!("{other:?}"))),
    }
}

/// The error of a failed write.
#[must_use]
pub(crate) fn unwritten(error: std::io::Error) -> Error {
    Error::new(ErrorKind::Write).because(error)
}
