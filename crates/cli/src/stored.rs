//! Reads a database that `katagami site` wrote: an SQLite file, or a folder of Parquet or CSV files.

#[cfg(feature = "parquet")]
mod column_file;
mod csv;

use super::ending::is_sqlite;
#[cfg(not(all(feature = "parquet", feature = "sqlite")))]
use super::ending::without;
use super::folder::table_files;
use katagami::database::{Database, Table};
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::{Cell, Column, Shape};
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How every SQLite file begins, see its "Database File Format", section 1.3.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";

/// The database that the arguments of a command name, if they name one and no pages.
pub(super) fn stored(inputs: &[OsString]) -> Result<Option<Database>> {
    let Some((path, storage)) =
        inputs.iter().find_map(|input| Some((Path::new(input), storage(Path::new(input))?)))
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
    storage.tables(path).and_then(Database::of_tables).map(Some).map_err(at)
}

/// What a database is stored in.
#[derive(Clone, Copy)]
enum Storage {
    Sqlite,
    /// A folder whose files have this ending.
    Folder(&'static str),
}

fn storage(path: &Path) -> Option<Storage> {
    if path.is_dir() {
        let has = |ending: &&str| table_files(path, ending).is_ok_and(|files| !files.is_empty());
        return ["parquet", "csv"].into_iter().find(has).map(Storage::Folder);
    }
    let begins = || {
        let mut bytes = [0; SQLITE.len()];
        File::open(path).and_then(|mut file| file.read_exact(&mut bytes)).is_ok() && bytes == *SQLITE
    };
    (path.is_file() && (is_sqlite(path) || begins())).then_some(Storage::Sqlite)
}

impl Storage {
    fn tables(self, path: &Path) -> Result<Vec<Table>> {
        match self {
            #[cfg(feature = "sqlite")]
            Storage::Sqlite => {
                let tables = super::site::sqlite::read(path)?;
                Ok(tables.into_iter().map(|table| of_texts(&table.name, table.columns, table.rows)).collect())
            }
            #[cfg(not(feature = "sqlite"))]
            Storage::Sqlite => {
                let why =
                    without("SQLite", "sqlite", "give the folder that `katagami site -o FOLDER/` writes");
                Err(Error::new(ErrorKind::Setting(why)))
            }
            Storage::Folder(ending) => {
                let read =
                    |file: PathBuf| read(&file, ending).map_err(|error| error.at(file.display().to_string()));
                table_files(path, ending)?.into_iter().map(|file| read(path.join(file))).collect()
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
            let why = without("Parquet", "parquet", "give a folder that `katagami site --format csv` writes");
            Err(Error::new(ErrorKind::Setting(why)))
        }
        _ => csv::read(&name, file),
    }
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
