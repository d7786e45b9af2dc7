//! Reads a database that `katagami site` wrote: an SQLite file, or a folder of Parquet or CSV files.

#[cfg(feature = "parquet")]
mod column_file;
mod csv;

use katagami::database::{Database, Table};
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::{Cell, Column, Shape};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// How every SQLite file begins, see its "Database File Format", section 1.3.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";

/// The database that the arguments of a command name, if they name one and no pages.
pub(super) fn stored(inputs: &[OsString]) -> Result<Option<Database>> {
    let Some((path, place)) =
        inputs.iter().find_map(|input| Some((Path::new(input), place(Path::new(input))?)))
    else {
        return Ok(None);
    };
    let at =
        |error: Error| if error.place().is_some() { error } else { error.at(path.display().to_string()) };
    if inputs.len() > 1 {
        let why =
            "this is a database, which is shown alone; give it without other inputs, or give pages only";
        return Err(at(Error::new(ErrorKind::Setting(why.to_owned()))));
    }
    place.tables(path).and_then(Database::of_tables).map(Some).map_err(at)
}

/// What a database is stored in.
#[derive(Clone, Copy)]
enum Place {
    Sqlite,
    /// A folder whose files have this ending.
    Folder(&'static str),
}

fn place(path: &Path) -> Option<Place> {
    if path.is_dir() {
        let has =
            |ending| ["kinds", "pages"].iter().all(|name| path.join(name).with_extension(ending).is_file());
        return ["parquet", "csv"].into_iter().find(|&ending| has(ending)).map(Place::Folder);
    }
    let begins = || {
        let mut bytes = [0; SQLITE.len()];
        File::open(path).and_then(|mut file| file.read_exact(&mut bytes)).is_ok() && bytes == *SQLITE
    };
    let is_named =
        path.extension().is_some_and(|ending| ["sqlite", "sqlite3", "db"].iter().any(|own| ending == *own));
    (path.is_file() && (is_named || begins())).then_some(Place::Sqlite)
}

impl Place {
    fn tables(self, path: &Path) -> Result<Vec<Table>> {
        match self {
            #[cfg(feature = "sqlite")]
            Place::Sqlite => {
                let tables = super::site::sqlite::read(path)?;
                Ok(tables.into_iter().map(|table| of_texts(&table.name, table.columns, table.rows)).collect())
            }
            #[cfg(not(feature = "sqlite"))]
            Place::Sqlite => {
                Err(without("SQLite", "sqlite", "give the folder that `katagami site -o FOLDER/` writes"))
            }
            Place::Folder(ending) => {
                let unread =
                    |error| Error::new(ErrorKind::Read).at(path.display().to_string()).because(error);
                let mut files: Vec<PathBuf> = Vec::new();
                for entry in fs::read_dir(path).map_err(unread)? {
                    files.push(entry.map_err(unread)?.path());
                }
                files.retain(|file| file.extension().is_some_and(|of| of == ending));
                files.sort();
                files
                    .iter()
                    .map(|file| read(file, ending).map_err(|error| error.at(file.display().to_string())))
                    .collect()
            }
        }
    }
}

fn read(file: &Path, ending: &str) -> Result<Table> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    match ending {
        #[cfg(feature = "parquet")]
        "parquet" => column_file::read(&name, file),
        #[cfg(not(feature = "parquet"))]
        "parquet" => {
            Err(without("Parquet", "parquet", "give a folder that `katagami site --format csv` writes"))
        }
        _ => csv::read(&name, file),
    }
}

/// The error for a file that this program cannot read.
#[cfg(not(all(feature = "parquet", feature = "sqlite")))]
fn without(what: &str, feature: &str, other: &str) -> Error {
    let why =
        format!("this program was built without {what}; build it with `--features {feature}`, or {other}");
    Error::new(ErrorKind::Setting(why))
}

/// A table whose lists are JSON arrays in columns of one text.
fn of_texts(name: &str, mut columns: Vec<Column>, mut rows: Vec<Vec<Cell>>) -> Table {
    for (at, column) in columns.iter_mut().enumerate().filter(|(_, column)| column.shape == Shape::One) {
        for cell in rows.iter_mut().map(|row| &mut row[at]) {
            if let Cell::Text(text) = cell
                && text.starts_with('[')
                && let Ok(texts) = serde_json::from_str(text)
            {
                *cell = Cell::List(texts);
                column.shape = Shape::Many;
            }
        }
    }
    table(name, columns, rows)
}

fn table(name: &str, columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Table {
    let names: Vec<&str> = columns.iter().map(|column| &*column.name).collect();
    Table { key: Table::stored_key(name, &names), name: name.to_owned(), columns, rows }
}
