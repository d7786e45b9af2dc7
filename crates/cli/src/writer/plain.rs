//! Writes rows that are not records of pages as a table: as CSV, which has a header line even if there is no row, or as Parquet.
//!
//! In: the names of the columns, and rows that serialize as objects. Out: a table in which the cell of a column is the object's value
//! under the column's name.
//!
//! ```text
//! {"a": "x", "b": null, "c": [{"d": 1}]}      CSV      x,,"[{""d"":1}]"      a list is a JSON array
//!                                             Parquet  x, null, [{"d":1}]    a list of texts, objects among them as JSON
//! ```

use super::{PlainFormat, begin_plain_table};
use katagami::error::Result;
use katagami::report::{Cell, Column, Row, Shape};
use serde::Serialize;
use serde_json::Value;
use std::io::Write;

/// Writes rows up to the first that could not be made.
///
/// # Errors
/// The failure of that row; [`ErrorKind::Write`](katagami::error::ErrorKind::Write) if the writer fails.
pub(crate) fn write_plain<R: Serialize>(
    format: PlainFormat,
    columns: &[(&str, Shape)],
    rows: impl IntoIterator<Item = Result<R>>,
    out: &mut dyn Write,
) -> Result<()> {
    let column = |&(name, shape): &(&str, Shape)| Column { name: name.to_owned(), shape };
    let mut table = begin_plain_table(format, columns.iter().map(column).collect(), out)?;
    for row in rows {
        let mut row = serde_json::to_value(row?).expect("rows are plain data");
        let cells = columns.iter().map(|(name, _)| cell(format, row[*name].take()));
        table.row(Row { cells: cells.collect(), ..Row::default() })?;
    }
    table.finish()
}

fn cell(format: PlainFormat, value: Value) -> Cell {
    match value {
        Value::Null => Cell::Missing,
        Value::String(text) => Cell::Text(text),
        Value::Number(number) => number.as_f64().map_or(Cell::Missing, Cell::Number),
        Value::Array(values) if format != PlainFormat::Csv => {
            Cell::List(values.into_iter().map(text).collect())
        }
        other => Cell::Text(other.to_string()),
    }
}

/// A string unchanged, any other value as JSON.
fn text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn written(rows: Vec<Value>) -> String {
        let columns = [("a", Shape::One), ("b", Shape::Number), ("c", Shape::Many)];
        let mut out = Vec::new();
        write_plain(PlainFormat::Csv, &columns, rows.into_iter().map(Ok), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_table_without_a_row_has_its_header() {
        assert_eq!(written(vec![]), "a,b,c\n");
    }

    #[test]
    fn a_list_of_objects_is_a_json_array_of_objects() {
        let rows = vec![json!({ "c": [{ "d": 1 }], "a": "x, y", "more": 7 }), json!({ "a": "", "b": 0.5 })];
        assert_eq!(written(rows), "a,b,c\n\"x, y\",,\"[{\"\"d\"\":1}]\"\n\"\",0.5,\n");
    }
}
