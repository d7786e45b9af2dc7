//! Writes a table as JSON: one array with an object for each row, or one object a line. The fields are in an object of their own, or
//! flat, next to `path`.

use super::{TableWriter, unwritten};
use katagami::error;
use katagami::report::{Cell, Column, NestedTable, Row, Shape, apart};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

pub(crate) struct JsonTable<'a> {
    columns: Vec<Column>,
    out: &'a mut dyn Write,
    /// What is written before the first row, between two rows, after the last row, and instead of all this if there is no row.
    marks: [&'static str; 4],
    begun: bool,
    /// Whether fields are keys next to `path`, with unique names.
    is_flat: bool,
}

impl<'a> JsonTable<'a> {
    pub(crate) fn array(columns: Vec<Column>, out: &'a mut dyn Write) -> Self {
        JsonTable { columns, out, marks: ["[\n", ",\n", "\n]\n", "[]\n"], begun: false, is_flat: false }
    }

    pub(crate) fn lines(columns: Vec<Column>, is_flat: bool, out: &'a mut dyn Write) -> Self {
        let mut columns = columns;
        if is_flat {
            let urls = columns.iter_mut().filter(|column| column.name == "url");
            urls.for_each(|column| column.name.push_str("_2"));
            columns = apart(columns);
        }
        JsonTable { columns, out, marks: ["", "\n", "\n", ""], begun: false, is_flat }
    }

    fn write(&mut self, row: &Row) -> io::Result<()> {
        let [first, between, ..] = self.marks;
        self.out.write_all(if self.begun { between } else { first }.as_bytes())?;
        self.begun = true;
        let (path, url, record) = (&*row.path, row.url.as_deref(), row.record);
        let fields = RowFields { columns: &self.columns, row, is_flat: self.is_flat };
        if self.is_flat {
            serde_json::to_writer(&mut *self.out, &FlatRow { path, url, record, fields })?;
        } else {
            serde_json::to_writer(
                &mut *self.out,
                &NestedRow { path, url, record, fields, tables: RowTables(&row.tables) },
            )?;
        }
        Ok(())
    }
}

impl TableWriter for JsonTable<'_> {
    fn row(&mut self, row: Row) -> error::Result<()> {
        self.write(&row).map_err(unwritten)
    }

    fn finish(self: Box<Self>) -> error::Result<()> {
        let [.., last, none] = self.marks;
        self.out.write_all(if self.begun { last } else { none }.as_bytes()).map_err(unwritten)
    }
}

/// A row with the fields in an object of their own.
#[derive(Serialize)]
struct NestedRow<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    record: u32,
    fields: RowFields<'a>,
    #[serde(skip_serializing_if = "RowTables::is_empty")]
    tables: RowTables<'a>,
}

/// A row with the fields next to `path`.
#[derive(Serialize)]
struct FlatRow<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    record: u32,
    #[serde(flatten)]
    fields: RowFields<'a>,
}

/// The cells of a row that are not missing, as a map by name.
struct RowFields<'a> {
    columns: &'a [Column],
    row: &'a Row,
    is_flat: bool,
}

/// The tables within a page, as a map by name.
struct RowTables<'a>(&'a [NestedTable]);

impl RowTables<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for RowTables<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|table| {
            (&table.name, table.rows.iter().map(|cells| NestedCells(cells)).collect::<Vec<_>>())
        }))
    }
}

/// The cells of a row of such a table that are not missing.
struct NestedCells<'a>(&'a [(String, Cell)]);

impl Serialize for NestedCells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cells = serializer.serialize_map(None)?;
        for (name, cell) in self.0 {
            add_cell(&mut cells, name, cell)?;
        }
        cells.end()
    }
}

/// Adds a cell to a map, unless it is missing.
fn add_cell<M: SerializeMap>(cells: &mut M, name: &str, cell: &Cell) -> Result<(), M::Error> {
    match cell {
        Cell::Missing => Ok(()),
        Cell::Text(text) => cells.serialize_entry(name, text),
        Cell::List(texts) => cells.serialize_entry(name, texts),
        Cell::Number(number) => cells.serialize_entry(name, number),
    }
}

/// A number of a column of integers.
fn whole(number: f64) -> serde_json::Value {
    serde_json::from_str(&number.to_string()).expect("an integer is written as JSON has it")
}

impl Serialize for RowFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        for (place, column) in self.columns.iter().enumerate() {
            match self.row.cell(place) {
                Cell::Number(number) if column.shape == Shape::Integer => {
                    fields.serialize_entry(&column.name, &whole(*number))?;
                }
                cell => add_cell(&mut fields, &column.name, cell)?,
            }
        }
        for (place, (name, cell)) in self.row.more.iter().enumerate() {
            if self.row.more[..place].iter().all(|(earlier, _)| earlier != name) {
                let is_taken = self.is_flat
                    && (["path", "url", "record"].contains(&name.as_str())
                        || self.columns.iter().any(|column| column.name == *name));
                let name = if is_taken { &format!("{name}_2") } else { name };
                add_cell(&mut fields, name, cell)?;
            }
        }
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::super::TableFormat;
    use super::super::tests::{column, row, text, written};
    use katagami::report::{Cell, Shape};

    #[test]
    fn missing_cells_are_left_out_and_empty_ones_are_not() {
        let columns = ["a", "b", "c"].map(|name| column(name, Shape::One)).to_vec();
        let list = Cell::List(vec!["x".to_owned()]);
        let rows = vec![row("1.html", 1, vec![text(""), Cell::Missing, list]), row("1.html", 2, vec![])];
        let lines = r#"{"path":"1.html","record":1,"fields":{"a":"","c":["x"]}}
{"path":"1.html","record":2,"fields":{}}
"#;
        let out = |format| String::from_utf8(written(format, columns.clone(), rows.clone())).unwrap();
        assert_eq!(out(TableFormat::NestedLines), lines);
        let flat = r#"{"path":"1.html","record":1,"a":"","c":["x"]}
{"path":"1.html","record":2}
"#;
        assert_eq!(out(TableFormat::JsonLines), flat);
        let joined = lines.trim_end().replace('\n', ",\n");
        assert_eq!(out(TableFormat::Json), format!("[\n{joined}\n]\n"));
    }

    #[test]
    fn fields_next_to_the_path_have_unique_names() {
        let mut row = row("1.html", 1, vec![text("a"), text("b")]);
        row.more = vec![("record".to_owned(), text("c")), ("new".to_owned(), text("d"))];
        let columns = ["path", "price"].map(|name| column(name, Shape::One)).to_vec();
        let line = String::from_utf8(written(TableFormat::JsonLines, columns, vec![row])).unwrap();
        assert_eq!(
            line,
            "{\"path\":\"1.html\",\"record\":1,\"path_2\":\"a\",\"price\":\"b\",\"record_2\":\"c\",\"new\":\"d\"}\n"
        );
    }

    #[test]
    fn no_rows_are_an_empty_array_and_no_line() {
        assert_eq!(written(TableFormat::Json, vec![], vec![]), b"[]\n");
        assert_eq!(written(TableFormat::JsonLines, vec![], vec![]), b"");
    }
}
