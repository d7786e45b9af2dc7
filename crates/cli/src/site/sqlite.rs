//! Writes a database as an SQLite file, and reads it.
//!
//! The database is made in memory and written to the file when it is complete. A column of numbers has the type REAL, any other TEXT; a list is
//! a JSON array.

use super::Search;
use crate::file::write_file;
use crate::writer::unwritten;
use katagami::database::{Database, Joined, Table};
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::{Cell, Column, Shape};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, Row, params_from_iter};
use std::fmt::Write;
use std::path::Path;

/// Writes a database to a file, which appears when it is complete.
pub(super) fn write(found: &Database, file: &Path, search: Option<Search>) -> Result<()> {
    let bytes = bytes(found, search)
        .map_err(|error| Error::new(ErrorKind::Write).at(file.display().to_string()).because(error))?;
    write_file(file, |out| out.write_all(&bytes).map_err(unwritten))
}

/// Reads the tables of a file; which columns identify a row is not read.
pub(crate) fn read(file: &Path) -> Result<Vec<Table>> {
    tables(file).map_err(|error| Error::new(ErrorKind::Read).at(file.display().to_string()).because(error))
}

/// What the table `search` of a file finds, if it has one.
pub(super) fn search(file: &Path) -> Option<Search> {
    let database = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
    let made = "SELECT sql FROM sqlite_schema WHERE name = 'search'";
    let made: String = database.query_row(made, [], |row| row.get(0)).ok()?;
    Some(if made.contains(Search::Parts.tokenizer()) { Search::Parts } else { Search::Words })
}

fn tables(file: &Path) -> rusqlite::Result<Vec<Table>> {
    let database = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    // Those of `search` are virtual and their shadows.
    let names = "SELECT name FROM sqlite_schema JOIN pragma_table_list USING (name) WHERE pragma_table_list.type = 'table' AND \
                 pragma_table_list.schema = 'main' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY sqlite_schema.rowid";
    let names: Vec<String> =
        database.prepare(names)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let table = |name: &String| {
        let mut columns = database.prepare(&format!("PRAGMA table_info({})", quoted(name)))?;
        let columns = columns.query_map([], |row| Ok((row.get(1)?, row.get(2)?)))?;
        let columns: Vec<(String, String)> = columns.collect::<Result<_, _>>()?;
        let column = |(name, of): (String, String)| {
            let shape = match &*of {
                "INTEGER" => Shape::Integer,
                "REAL" => Shape::Number,
                _ => Shape::One,
            };
            Column { name, shape }
        };
        let columns: Vec<Column> = columns.into_iter().map(column).collect();
        let mut rows = database.prepare(&format!("SELECT * FROM {}", quoted(name)))?;
        let row = |row: &Row<'_>| (0..columns.len()).map(|at| Ok(cell(row.get(at)?))).collect();
        let rows = rows.query_map([], row)?.collect::<Result<_, _>>()?;
        Ok(Table { name: name.clone(), columns, key: 0, rows })
    };
    names.iter().map(table).collect()
}

#[expect(clippy::cast_precision_loss, reason = "the numbers of a database are small")]
fn cell(value: Value) -> Cell {
    match value {
        Value::Null => Cell::Missing,
        Value::Text(text) => Cell::Text(text),
        Value::Real(number) => Cell::Number(number),
        Value::Integer(number) => Cell::Number(number as f64),
        Value::Blob(bytes) => Cell::Text(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

fn bytes(found: &Database, search: Option<Search>) -> rusqlite::Result<Vec<u8>> {
    let mut database = Connection::open_in_memory()?;
    let all = database.transaction()?;
    for table in &found.tables {
        all.execute_batch(&created(table))?;
        let places = vec!["?"; table.columns.len()].join(", ");
        let mut insert = all.prepare(&format!("INSERT INTO {} VALUES ({places})", quoted(&table.name)))?;
        for row in &table.rows {
            insert.execute(params_from_iter(row.iter().map(value)))?;
        }
    }
    for joined in &found.joined {
        if let (Some(from), Some(to)) = (found.table(&joined.table), found.table(&joined.to)) {
            all.execute_batch(&view(joined, from, to))?;
        }
    }
    if let Some(search) = search {
        add_search(&all, found, search)?;
    }
    all.commit()?;
    Ok(database.serialize("main")?.to_vec())
}

/// The tables without texts of their own: `stated` repeats those of the pages.
const NOT_SEARCHED: [&str; 4] = ["kinds", "pages", "stated", "links"];

impl Search {
    /// The name of SQLite's tokenizer with its options.
    fn tokenizer(self) -> &'static str {
        match self {
            Search::Words => "unicode61 remove_diacritics 2",
            Search::Parts => "trigram",
        }
    }
}

/// Adds the table `search`: of each row its table, its page, its record, and its texts, which SQLite's FTS5 indexes.
fn add_search(all: &Connection, found: &Database, search: Search) -> rusqlite::Result<()> {
    let tokenizer = search.tokenizer();
    all.execute_batch(&format!(
        "CREATE VIRTUAL TABLE search USING fts5(table_name UNINDEXED, page UNINDEXED, record UNINDEXED, text, tokenize = '{tokenizer}');"
    ))?;
    let mut insert = all.prepare("INSERT INTO search VALUES (?, ?, ?, ?)")?;
    for table in found.tables.iter().filter(|table| !NOT_SEARCHED.contains(&&*table.name)) {
        for row in &table.rows {
            let texts = row[table.key..].iter().flat_map(|cell| match cell {
                Cell::Text(text) => std::slice::from_ref(text),
                Cell::List(texts) => texts,
                Cell::Missing | Cell::Number(_) => &[],
            });
            let text = texts.map(|text| &**text).collect::<Vec<_>>().join("\n");
            let [page, record] = [0, 1].map(|at| {
                let number = row.get(at).filter(|_| at < table.key).and_then(Cell::as_count);
                number.and_then(|number| i64::try_from(number).ok()).map_or(Value::Null, Value::Integer)
            });
            insert.execute(params_from_iter([
                Value::Text(table.name.clone()),
                page,
                record,
                Value::Text(text),
            ]))?;
        }
    }
    Ok(())
}

/// The statements that make a table with its keys and indexes.
fn created(table: &Table) -> String {
    let name = quoted(&table.name);
    let mut lines: Vec<String> = Vec::new();
    for column in &table.columns {
        let of = match column.shape {
            Shape::Integer => "INTEGER",
            Shape::Number => "REAL",
            _ => "TEXT",
        };
        let refers = refers(table, &column.name);
        let refers = refers.map(|to| format!(" REFERENCES {to}")).unwrap_or_default();
        lines.push(format!("{} {of}{refers}", quoted(&column.name)));
    }
    if table.key > 0 {
        let key: Vec<String> = table.columns[..table.key].iter().map(|column| quoted(&column.name)).collect();
        lines.push(format!("PRIMARY KEY ({})", key.join(", ")));
    }
    let mut made = format!("CREATE TABLE {name} ({});", lines.join(", "));
    for column in table.columns.iter().skip(table.key).map(|column| &*column.name) {
        if refers(table, column).is_some() || table.name == "pages" && column == "url" {
            let index = quoted(&format!("{}_{column}", table.name));
            write!(made, "CREATE INDEX {index} ON {name} ({});", quoted(column)).expect("it is a text");
        }
    }
    made
}

/// The column of another table that a column refers to.
fn refers(table: &Table, column: &str) -> Option<&'static str> {
    match (&*table.name, column) {
        ("pages", "kind") => Some("kinds(kind)"),
        ("pages", "same_as") | ("links", "to_page") => Some("pages(page)"),
        (of, "page") if of != "pages" => Some("pages(page)"),
        _ => None,
    }
}

/// The statement that makes a view of records with the row of the page that each leads to; its columns have the name of the table before
/// theirs.
fn view(joined: &Joined, from: &Table, to: &Table) -> String {
    let own = from.columns.iter().map(|column| format!("a.{}", quoted(&column.name)));
    let others = to.columns.iter().map(|column| {
        format!("b.{} AS {}", quoted(&column.name), quoted(&format!("{}_{}", to.name, column.name)))
    });
    let columns: Vec<String> = own.chain(others).collect();
    format!(
        "CREATE VIEW {} AS SELECT {} FROM {} a JOIN links l ON l.page = a.page AND l.record = a.record AND l.table_name = {} AND \
         l.column_name = {} JOIN {} b ON b.page = l.to_page;",
        quoted(&format!("{}_with_{}", from.name, to.name)),
        columns.join(", "),
        quoted(&from.name),
        text(&joined.table),
        text(&joined.column),
        quoted(&to.name)
    )
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Missing => Value::Null,
        Cell::Text(text) => Value::Text(text.clone()),
        Cell::List(texts) => Value::Text(serde_json::to_string(texts).expect("texts are plain data")),
        Cell::Number(number) => Value::Real(*number), // a column of integers makes it one
    }
}

/// A name in SQL.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text in SQL.
fn text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
