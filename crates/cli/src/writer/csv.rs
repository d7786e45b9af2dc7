//! Writes a table as CSV. An empty cell is `""`, and a missing one is nothing between the separators. RFC 4180 allows this
//! difference, but few writers can make it, so this one is our own.

use super::{Lead, TableWriter, array, unwritten};
use katagami::error::Result;
use katagami::report::{Cell, Column, Row};
use std::io::{self, Write};

pub(crate) struct CsvTable<'a> {
    lead: Lead,
    columns: usize,
    out: &'a mut dyn Write,
}

impl<'a> CsvTable<'a> {
    pub(crate) fn new(lead: Lead, columns: &[Column], out: &'a mut dyn Write) -> Result<Self> {
        header(lead, columns, out).map_err(unwritten)?;
        Ok(CsvTable { lead, columns: columns.len(), out })
    }

    fn write(&mut self, row: &Row) -> io::Result<()> {
        if self.lead == Lead::Record {
            value(&row.path, self.out)?;
            write!(self.out, ",{}", row.record)?;
        }
        for column in 0..self.columns {
            if column > 0 || self.lead == Lead::Record {
                self.out.write_all(b",")?;
            }
            match row.cell(column) {
                Cell::Missing => {}
                Cell::Text(text) => value(text, self.out)?,
                Cell::List(texts) => value(&array(texts), self.out)?,
                Cell::Number(number) => write!(self.out, "{number}")?,
            }
        }
        self.out.write_all(b"\n")
    }
}

impl TableWriter for CsvTable<'_> {
    fn row(&mut self, row: Row) -> Result<()> {
        self.write(&row).map_err(unwritten)
    }

    fn finish(self: Box<Self>) -> Result<()> {
        Ok(())
    }
}

fn header(lead: Lead, columns: &[Column], out: &mut dyn Write) -> io::Result<()> {
    if lead == Lead::Record {
        out.write_all(b"path,record")?;
    }
    for (place, column) in columns.iter().enumerate() {
        if place > 0 || lead == Lead::Record {
            out.write_all(b",")?;
        }
        value(&column.name, out)?;
    }
    out.write_all(b"\n")
}

/// Writes a text, in quotes if it is empty or has a character that CSV gives a meaning.
fn value(text: &str, out: &mut dyn Write) -> io::Result<()> {
    if text.is_empty() || text.contains([',', '"', '\r', '\n']) {
        write!(out, "\"{}\"", text.replace('"', "\"\""))
    } else {
        out.write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::super::TableFormat;
    use super::super::tests::{column, row, text, written};
    use katagami::report::{Cell, Shape};

    #[test]
    fn values_are_read_back_unchanged() {
        let columns = ["a,b", "c", "d"].map(|name| column(name, Shape::One)).to_vec();
        let values = ["two\r\nlines", "a \"quoted\" word, a comma", " space "];
        let rows = vec![row("a,b.html", 7, values.map(text).to_vec())];
        let out = written(TableFormat::Csv, columns, rows);
        let mut read = csv::Reader::from_reader(&out[..]);
        assert_eq!(read.headers().unwrap(), vec!["path", "record", "a,b", "c", "d"]);
        let found = read.records().next().unwrap().unwrap();
        assert_eq!(found, [&["a,b.html", "7"][..], &values].concat());
    }

    #[test]
    fn missing_and_empty_differ_and_a_list_is_a_json_array() {
        let columns = ["a", "b", "c", "d"].map(|name| column(name, Shape::Many)).to_vec();
        let cells = vec![Cell::Missing, text(""), Cell::List(vec!["x, y".to_owned()]), Cell::List(vec![])];
        let out = String::from_utf8(written(TableFormat::Csv, columns, vec![row("p", 1, cells)])).unwrap();
        assert_eq!(out, "path,record,a,b,c,d\np,1,,\"\",\"[\"\"x, y\"\"]\",[]\n");
    }
}
