//! Writes records as a table whose columns are known only when the program runs.
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
mod json;
mod text;

pub use text::{padded, text_width};

use crate::error::Result;
use hashbrown::HashMap;
use std::io::Write;

/// A column: its name and the type of its cells.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Column {
    /// The field's name.
    pub name: String,
    /// The type of its cells.
    pub shape: Shape,
}

/// The type of a column's cells: one text, several, an integer or another number.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Shape {
    /// One text.
    One,
    /// A list of texts; one text counts as a list of one.
    Many,
    /// An integer.
    Integer,
    /// A number.
    Number,
}

/// The value of a row in a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Cell {
    /// The record has no such field.
    #[default]
    Missing,
    /// The field's text, which may be empty.
    Text(String),
    /// The texts of a field with several values.
    List(Vec<String>),
    /// A number.
    Number(f64),
}

/// A record: its page and number, and its cells in the order of the columns. Cells left out at the end are missing.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The path of the page, as given.
    pub path: String,
    /// The address of the page, if it is known. Only the JSON formats write it; the others need a column for it.
    pub url: Option<String>,
    /// The number of the record on its page, from 1.
    pub record: u32,
    /// The values of the columns.
    pub cells: Vec<Cell>,
    /// Further cells by name, for names that are no columns; the first of a name is used. Only the JSON formats write them.
    pub more: Vec<(String, Cell)>,
    /// The tables within the page. Only the nested JSON formats write them; the others need a table of their own.
    pub tables: Vec<NestedTable>,
}

/// A table within a row.
#[derive(Clone, Debug, PartialEq)]
pub struct NestedTable {
    /// Its name.
    pub name: String,
    /// Its rows: cells by the names of their columns.
    pub rows: Vec<Vec<(String, Cell)>>,
}

impl Row {
    fn cell(&self, column: usize) -> &Cell {
        self.cells.get(column).unwrap_or(&Cell::Missing)
    }
}

/// The control sequence that begins bold type on a terminal.
pub const BOLD: &str = "\u{1b}[1m";

/// The control sequence that ends bold type.
pub const PLAIN: &str = "\u{1b}[0m";

/// How a table is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TableFormat {
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
pub trait TableWriter {
    /// Writes a row, or keeps it for a batch.
    ///
    /// # Errors
    /// [`ErrorKind::Write`](crate::error::ErrorKind::Write) if the output cannot be written.
    fn row(&mut self, row: Row) -> Result<()>;

    /// Writes the remaining rows. Without this call the table is incomplete.
    ///
    /// # Errors
    /// [`ErrorKind::Write`](crate::error::ErrorKind::Write) if the output cannot be written.
    fn finish(self: Box<Self>) -> Result<()>;
}

/// Begins a table.
///
/// If columns are next to `path` and `record` (CSV, Parquet, text), a name that is already used gets a number appended.
///
/// ```
/// use katagami::report::{Cell, Column, Row, Shape, TableFormat, begin_table};
///
/// let column = |name: &str, shape| Column { name: name.to_owned(), shape };
/// let columns = vec![column("title", Shape::One), column("author", Shape::Many)];
/// let mut out = Vec::new();
/// let mut table = begin_table(TableFormat::Csv, columns, &mut out)?;
/// let authors = Cell::List(vec!["Ann".to_owned(), "Bob".to_owned()]);
/// table.row(Row { path: "1.html".to_owned(), url: None, record: 1, cells: vec![Cell::Text(String::new()), authors], more: vec![], tables: vec![] })?;
/// table.row(Row { path: "2.html".to_owned(), url: None, record: 1, cells: vec![], more: vec![], tables: vec![] })?;
/// table.finish()?;
/// assert_eq!(String::from_utf8(out).unwrap(), concat!(
///     "path,record,title,author\n",
///     "1.html,1,\"\",\"[\"\"Ann\"\",\"\"Bob\"\"]\"\n",
///     "2.html,1,,\n",
/// ));
/// # Ok::<(), katagami::error::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Write`](crate::error::ErrorKind::Write) if the output cannot be written.
pub fn begin_table<'a>(
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
pub enum PlainFormat {
    /// RFC 4180 with a header line.
    Csv,
    /// A Parquet file.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Begins a table of these columns alone, without `path` and `record`.
///
/// # Errors
/// [`ErrorKind::Write`](crate::error::ErrorKind::Write) if the output cannot be written.
#[cfg_attr(
    not(feature = "parquet"),
    expect(clippy::needless_pass_by_value, reason = "a Parquet file takes the names")
)]
pub fn begin_plain_table<'a>(
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

/// Makes the names of columns unique: none is `path`, `record` or the name of an earlier column.
#[must_use]
pub fn apart(columns: Vec<Column>) -> Vec<Column> {
    // For each used name, the number to try for the next column of this name.
    let mut taken: HashMap<String, usize> =
        HashMap::from(["path", "record"].map(|name| (name.to_owned(), 2)));
    let rename = |column: Column| {
        let mut name = column.name.clone();
        if let Some(first) = taken.get(&name).copied() {
            let numbered = (first..).map(|number| (number, format!("{}_{number}", column.name)));
            let mut free = numbered.filter(|(_, name)| !taken.contains_key(name));
            let (number, free) = free.next().expect("there are more numbers than columns");
            taken.insert(name, number + 1);
            name = free;
        }
        taken.insert(name.clone(), 2);
        Column { name, ..column }
    };
    columns.into_iter().map(rename).collect()
}

/// The text of a JSON array.
fn array(texts: &[String]) -> String {
    serde_json::to_string(texts).expect("texts are plain data")
}

#[cfg(test)]
mod tests {
    use super::{Cell, Column, Row, Shape, TableFormat, begin_table};

    pub(super) fn column(name: &str, shape: Shape) -> Column {
        Column { name: name.to_owned(), shape }
    }

    pub(super) fn text(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }

    pub(super) fn row(path: &str, record: u32, cells: Vec<Cell>) -> Row {
        Row { path: path.to_owned(), url: None, record, cells, more: Vec::new(), tables: Vec::new() }
    }

    pub(super) fn written(format: TableFormat, columns: Vec<Column>, rows: Vec<Row>) -> Vec<u8> {
        let mut out = Vec::new();
        let mut table = begin_table(format, columns, &mut out).unwrap();
        rows.into_iter().try_for_each(|row| table.row(row)).unwrap();
        table.finish().unwrap();
        out
    }

    #[test]
    fn columns_of_one_name_get_numbers_in_linear_time() {
        let columns = vec![column("price", Shape::One); 100_000];
        assert_eq!(super::apart(columns).last().map(|column| column.name.as_str()), Some("price_100000"));
    }

    #[test]
    fn a_name_that_is_already_used_gets_a_number() {
        let columns = ["record", "price", "price", "price_2"].map(|name| column(name, Shape::One));
        let out = written(TableFormat::Csv, columns.to_vec(), vec![]);
        assert_eq!(out, b"path,record,record_2,price,price_2,price_2_2\n");
    }
}
