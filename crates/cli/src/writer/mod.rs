//! Writes rows as JSON, JSON Lines and CSV, and tables also as Parquet and as text for people.
//!
//! Rows of a fixed type, such as the frequencies of a spectrum, are written by [`write_rows`]. Tables whose columns are known only when
//! the program runs, such as the fields of records, are written by [`begin_table`].
//!
//! In: rows, one at a time. Out: a table as text for people, JSON, JSON Lines, CSV or Parquet. Every row has the page's `path`, the
//! number of its `record` on that page, from 1, and a [`Cell`] for each [`Column`]. No writer stores more than a batch of rows,
//! whatever their number, so the columns must be known before the first row.
//!
//! A field that the page does not have differs from one that is empty:
//!
//! ```text
//!               missing            empty   text     list
//! JSON, Lines   no such key        ""      "text"   ["a","b"]
//! CSV           nothing            ""      text     a JSON array, quoted: "[""a"",""b""]"
//! Parquet       null               ""      text     list of strings
//! text          -                          text     a; b
//! ```
//!
//! The objects of a JSON array are `{"path": .., "record": .., "fields": {name: text or list}}`, with
//! `"tables": {name: [{column: text}]}` if there are tables within the page. Those of JSON Lines are flat: their
//! fields are keys next to `path`, as in the other tables, and a name that is already used gets a number appended.

#[cfg(feature = "parquet")]
mod column_file;
mod csv;
mod dialect;
mod json;
mod plain;
mod rows;
mod text;

pub(crate) use dialect::Dialect;
pub(crate) use plain::write_plain;
pub(crate) use rows::{Format, unwritten, write_results, write_rows};
pub(crate) use text::{cut, padded, plain, text_width};

use katagami::error::Result;
use katagami::report::{Column, Row, apart};
use std::io::Write;

/// The control sequence that begins bold type on a terminal.
pub(crate) const BOLD: &str = "\u{1b}[1m";

/// The control sequence that ends bold type.
pub(crate) const PLAIN: &str = "\u{1b}[0m";

/// How a table is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum TableFormat {
    /// Aligned columns for people, cut to the width of a terminal.
    Text {
        /// The number of character cells in a line; `usize::MAX` cuts nothing.
        width: usize,
        /// Whether the names of the columns are in bold type, by control sequences.
        is_bold: bool,
    },
    /// One JSON array.
    Json,
    /// One flat JSON object a line, with the fields next to `path`.
    JsonLines,
    /// The objects of the JSON array, one a line.
    NestedLines,
    /// RFC 4180 with a header line.
    Csv,
    /// A Parquet file.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Writes a table row by row.
pub(crate) trait TableWriter {
    /// Writes a row, or keeps it for a batch.
    ///
    /// # Errors
    /// [`ErrorKind::Write`](katagami::error::ErrorKind::Write) if the output cannot be written.
    fn row(&mut self, row: Row) -> Result<()>;

    /// Writes the remaining rows. Without this call the table is incomplete.
    ///
    /// # Errors
    /// [`ErrorKind::Write`](katagami::error::ErrorKind::Write) if the output cannot be written.
    fn finish(self: Box<Self>) -> Result<()>;
}

/// Begins a table.
///
/// If columns are next to `path` and `record` (CSV, Parquet, text), a name that is already used gets a number appended.
///
/// # Errors
/// [`ErrorKind::Write`](katagami::error::ErrorKind::Write) if the output cannot be written.
pub(crate) fn begin_table<'a>(
    format: TableFormat,
    columns: Vec<Column>,
    out: &'a mut dyn Write,
) -> Result<Box<dyn TableWriter + 'a>> {
    Ok(match format {
        TableFormat::Text { width, is_bold } => {
            Box::new(text::TextTable::new(apart(columns), width, is_bold, out))
        }
        TableFormat::Json => Box::new(json::JsonTable::array(columns, out)),
        TableFormat::JsonLines => Box::new(json::JsonTable::lines(columns, true, out)),
        TableFormat::NestedLines => Box::new(json::JsonTable::lines(columns, false, out)),
        TableFormat::Csv => Box::new(csv::CsvTable::new(Lead::Record, &apart(columns), out)?),
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => Box::new(column_file::ParquetTable::new(Lead::Record, apart(columns), out)?),
    })
}

/// The columns before those of the fields.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Lead {
    /// The page's path and the number of the record.
    Record,
    /// None: rows are not records of pages.
    Nothing,
}

/// How rows that are not records of pages are written as a table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum PlainFormat {
    /// RFC 4180 with a header line.
    Csv,
    /// A Parquet file.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Begins a table of these columns alone, without `path` and `record`.
///
/// # Errors
/// [`ErrorKind::Write`](katagami::error::ErrorKind::Write) if the output cannot be written.
#[cfg_attr(
    not(feature = "parquet"),
    expect(clippy::needless_pass_by_value, reason = "a Parquet file takes the names")
)]
pub(crate) fn begin_plain_table<'a>(
    format: PlainFormat,
    columns: Vec<Column>,
    out: &'a mut dyn Write,
) -> Result<Box<dyn TableWriter + 'a>> {
    Ok(match format {
        PlainFormat::Csv => Box::new(csv::CsvTable::new(Lead::Nothing, &columns, out)?),
        #[cfg(feature = "parquet")]
        PlainFormat::Parquet => Box::new(column_file::ParquetTable::new(Lead::Nothing, columns, out)?),
    })
}

/// The text of a JSON array.
fn array(texts: &[String]) -> String {
    serde_json::to_string(texts).expect("texts are plain data")
}

#[cfg(test)]
mod tests {
    use super::{TableFormat, begin_table};
    use katagami::report::{Cell, Column, Row, Shape};

    pub(crate) fn column(name: &str, shape: Shape) -> Column {
        Column { name: name.to_owned(), shape }
    }

    pub(crate) fn text(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }

    pub(crate) fn row(path: &str, record: u32, cells: Vec<Cell>) -> Row {
        Row { path: path.to_owned(), url: None, record, cells, more: Vec::new(), tables: Vec::new() }
    }

    pub(crate) fn written(format: TableFormat, columns: Vec<Column>, rows: Vec<Row>) -> Vec<u8> {
        let mut out = Vec::new();
        let mut table = begin_table(format, columns, &mut out).unwrap();
        rows.into_iter().try_for_each(|row| table.row(row)).unwrap();
        table.finish().unwrap();
        out
    }

    #[test]
    fn a_missing_cell_and_an_empty_one_differ_in_csv() {
        let columns = vec![column("title", Shape::One), column("author", Shape::Many)];
        let authors = Cell::List(vec!["Ann".to_owned(), "Bob".to_owned()]);
        let rows = vec![row("1.html", 1, vec![text(""), authors]), row("2.html", 1, vec![])];
        let expected = "path,record,title,author\n1.html,1,\"\",\"[\"\"Ann\"\",\"\"Bob\"\"]\"\n2.html,1,,\n";
        assert_eq!(String::from_utf8(written(TableFormat::Csv, columns, rows)).unwrap(), expected);
    }

    #[test]
    fn a_name_that_is_already_used_gets_a_number() {
        let columns = ["record", "price", "price", "price_2"].map(|name| column(name, Shape::One));
        let out = written(TableFormat::Csv, columns.to_vec(), vec![]);
        assert_eq!(out, b"path,record,record_2,price,price_2,price_2_2\n");
    }
}
