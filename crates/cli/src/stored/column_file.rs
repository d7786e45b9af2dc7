//! Reads a table from a Parquet file.

use super::table;
use katagami::database::Table;
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::{Cell, Column, Shape};
use parquet::basic::Type as Physical;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::fs::File;
use std::path::Path;

pub(super) fn read(name: &str, path: &Path) -> Result<Table> {
    let unread = |error: ParquetError| Error::new(ErrorKind::Read).because(error);
    let file = File::open(path).map_err(|error| Error::new(ErrorKind::Read).because(error))?;
    let reader = SerializedFileReader::new(file).map_err(unread)?;
    let schema = reader.metadata().file_metadata().schema();
    let columns = schema.get_fields().iter().map(|field| {
        let shape = match field.is_primitive().then(|| field.get_physical_type()) {
            None => Shape::Many,
            Some(Physical::INT32 | Physical::INT64) => Shape::Integer,
            Some(Physical::FLOAT | Physical::DOUBLE) => Shape::Number,
            Some(_) => Shape::One,
        };
        Column { name: field.name().to_owned(), shape }
    });
    let columns = columns.collect();
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None).map_err(unread)? {
        rows.push(row.map_err(unread)?.into_columns().into_iter().map(|(_, field)| cell(field)).collect());
    }
    Ok(table(name, columns, rows))
}

#[expect(clippy::cast_precision_loss, reason = "the numbers of a database are small")]
fn cell(field: Field) -> Cell {
    match field {
        Field::Null => Cell::Missing,
        Field::Int(number) => Cell::Number(number.into()),
        Field::Long(number) => Cell::Number(number as f64),
        Field::Double(number) => Cell::Number(number),
        Field::Str(text) => Cell::Text(text),
        Field::ListInternal(items) => Cell::List(items.elements().iter().map(text).collect()),
        other => Cell::Text(other.to_string()),
    }
}

fn text(field: &Field) -> String {
    if let Field::Str(text) = field { text.clone() } else { field.to_string() }
}
