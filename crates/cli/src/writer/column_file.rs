//! Writes a table as a Parquet file: `path` and `record`, then for each field a column of strings, of lists of strings, of integers or of other numbers.
//!
//! Rows are kept until they fill a row group, which is then written column by column. So memory is that of one row group,
//! whatever the number of rows. The file does not depend on the time or the machine.
//!
//! This is the only file that uses the crate `parquet`, without Arrow, which would add ten crates.

use super::{Lead, TableWriter, array, unwritten};
use katagami::error::Result;
use katagami::report::{Cell, Column, Row, Shape};
use parquet::basic::{Compression, GzipLevel, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};
use std::io::{self, Write};
use std::sync::Arc;

/// A row group is written when it has 8 MiB of text, which bounds the memory except for the longest row. Parquet recommends
/// 128 MiB and more, for tables that many machines read.
const GROUP_BYTES: usize = 8 << 20;

pub(crate) struct ParquetTable<'a> {
    lead: Lead,
    columns: Vec<Column>,
    out: &'a mut dyn Write,
    /// Writes into memory, which is passed on to `out` after each row group.
    file: SerializedFileWriter<Vec<u8>>,
    rows: Vec<Row>,
    bytes: usize,
}

impl<'a> ParquetTable<'a> {
    pub(crate) fn new(lead: Lead, columns: Vec<Column>, out: &'a mut dyn Write) -> Result<Self> {
        // gzip, since we depend on a crate for it already.
        let properties = WriterProperties::builder()
            .set_compression(Compression::GZIP(GzipLevel::default()))
            .set_created_by(concat!("katagami ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let file = schema(lead, &columns)
            .and_then(|schema| SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)))
            .map_err(failed)?;
        Ok(ParquetTable { lead, columns, out, file, rows: Vec::new(), bytes: 0 })
    }

    fn write_group(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        self.bytes = 0;
        let mut group = self.file.next_row_group().map_err(failed)?;
        write_columns(&mut group, self.lead, &self.columns, &rows)
            .and_then(|()| group.close().map(drop))
            .map_err(failed)?;
        self.pass_on()
    }

    fn pass_on(&mut self) -> Result<()> {
        self.file.flush().map_err(unwritten)?;
        self.out.write_all(self.file.inner()).map_err(unwritten)?;
        self.file.inner_mut().clear();
        Ok(())
    }
}

impl TableWriter for ParquetTable<'_> {
    fn row(&mut self, row: Row) -> Result<()> {
        self.bytes += size(&row);
        self.rows.push(row);
        if self.bytes < GROUP_BYTES { Ok(()) } else { self.write_group() }
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        self.file.finish().map_err(failed)?;
        self.pass_on()
    }
}

fn failed(error: ParquetError) -> katagami::error::Error {
    unwritten(io::Error::other(error))
}

fn size(row: &Row) -> usize {
    let size = |cell: &Cell| match cell {
        Cell::Missing | Cell::Number(_) => 0,
        Cell::Text(text) => text.len(),
        Cell::List(texts) => texts.iter().map(|text| text.len() + size_of::<String>()).sum(),
    };
    let cells: usize = row.cells.iter().map(|cell| size(cell) + size_of::<Cell>()).sum();
    size_of::<Row>() + row.path.len() + cells
}

/// The schema: the types of all columns.
fn schema(lead: Lead, columns: &[Column]) -> Result<TypePtr, ParquetError> {
    let mut fields = Vec::new();
    if lead == Lead::Record {
        fields.push(string("path", Repetition::REQUIRED)?);
        fields.push(number("record", Physical::INT32, Repetition::REQUIRED)?);
    }
    for column in columns {
        fields.push(match column.shape {
            Shape::One => string(&column.name, Repetition::OPTIONAL)?,
            Shape::Many => list(&column.name)?,
            Shape::Integer => number(&column.name, Physical::INT64, Repetition::OPTIONAL)?,
            Shape::Number => number(&column.name, Physical::DOUBLE, Repetition::OPTIONAL)?,
        });
    }
    Type::group_type_builder("katagami").with_fields(fields).build().map(Arc::new)
}

fn number(name: &str, physical: Physical, repetition: Repetition) -> Result<TypePtr, ParquetError> {
    Type::primitive_type_builder(name, physical).with_repetition(repetition).build().map(Arc::new)
}

fn string(name: &str, repetition: Repetition) -> Result<TypePtr, ParquetError> {
    Type::primitive_type_builder(name, Physical::BYTE_ARRAY)
        .with_repetition(repetition)
        .with_logical_type(Some(LogicalType::String))
        .build()
        .map(Arc::new)
}

/// The type of a list, in the three levels that the Parquet specification requires.
fn list(name: &str) -> Result<TypePtr, ParquetError> {
    let items = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![string("element", Repetition::REQUIRED)?])
        .build()?;
    Type::group_type_builder(name)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(items)])
        .build()
        .map(Arc::new)
}

fn write_columns(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    lead: Lead,
    columns: &[Column],
    rows: &[Row],
) -> Result<(), ParquetError> {
    if lead == Lead::Record {
        let mut paths = Levels::default();
        for row in rows {
            paths.push(&row.path, 0, 0);
        }
        write_column::<ByteArrayType>(group, &paths.values, None, None)?;
        let records: Vec<i32> = rows
            .iter()
            .map(|row| i32::try_from(row.record).expect("fewer records than bytes of a page"))
            .collect();
        write_column::<Int32Type>(group, &records, None, None)?;
    }
    for (place, column) in columns.iter().enumerate() {
        let mut levels = Levels::default();
        let cells = rows.iter().map(|row| row.cell(place));
        match column.shape {
            Shape::Integer | Shape::Number => {
                let number = |cell: &Cell| if let Cell::Number(number) = cell { Some(*number) } else { None };
                let numbers: Vec<Option<f64>> = cells.map(number).collect();
                let there: Vec<i16> = numbers.iter().map(|number| i16::from(number.is_some())).collect();
                let numbers = numbers.into_iter().flatten();
                if column.shape == Shape::Number {
                    let numbers: Vec<f64> = numbers.collect();
                    write_column::<DoubleType>(group, &numbers, Some(&there), None)?;
                } else {
                    #[expect(
                        clippy::cast_possible_truncation,
                        reason = "the numbers of such a column are integers"
                    )]
                    let integers: Vec<i64> = numbers.map(|number| number as i64).collect();
                    write_column::<Int64Type>(group, &integers, Some(&there), None)?;
                }
                continue;
            }
            Shape::One => cells.for_each(|cell| levels.push_one(cell)),
            Shape::Many => cells.for_each(|cell| levels.push_many(cell)),
        }
        let repetition = (column.shape == Shape::Many).then_some(&levels.repetition[..]);
        write_column::<ByteArrayType>(group, &levels.values, Some(&levels.definition), repetition)?;
    }
    Ok(())
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
    definition: Option<&[i16]>,
    repetition: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let mut column = group.next_column()?.expect("the schema has as many columns as are written");
    column.typed::<T>().write_batch(values, definition, repetition)?;
    column.close()
}

/// A column of texts as Parquet stores it (Melnik and others, "Dremel", 2010, section 4): the texts that are present, and for each
/// entry its definition level (how much of its path is defined) and its repetition level (1 if it continues the list of the entry
/// before).
#[derive(Default)]
struct Levels {
    values: Vec<ByteArray>,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

impl Levels {
    fn push(&mut self, text: &str, definition: i16, repetition: i16) {
        self.values.push(text.into());
        self.push_none(definition, repetition);
    }

    fn push_none(&mut self, definition: i16, repetition: i16) {
        self.definition.push(definition);
        self.repetition.push(repetition);
    }

    fn push_one(&mut self, cell: &Cell) {
        match cell {
            Cell::Missing => self.push_none(0, 0),
            Cell::Text(text) => self.push(text, 1, 0),
            Cell::List(texts) => self.push(&array(texts), 1, 0),
            Cell::Number(number) => self.push(&number.to_string(), 1, 0),
        }
    }

    fn push_many(&mut self, cell: &Cell) {
        match cell {
            Cell::Missing => self.push_none(0, 0),
            Cell::Text(text) => self.push(text, 2, 0),
            Cell::Number(number) => self.push(&number.to_string(), 2, 0),
            Cell::List(texts) if texts.is_empty() => self.push_none(1, 0),
            Cell::List(texts) => {
                texts.iter().enumerate().for_each(|(index, text)| self.push(text, 2, i16::from(index > 0)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TableFormat;
    use super::super::tests::{column, row, text, written};
    use super::GROUP_BYTES;
    use katagami::report::{Cell, Row, Shape};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    fn list(texts: &[&str]) -> Cell {
        Cell::List(texts.iter().map(|&text| text.to_owned()).collect())
    }

    /// The types and the rows that the crate's reader finds in a file.
    fn read(file: &[u8]) -> (String, Vec<Row>) {
        let reader = SerializedFileReader::new(bytes(file)).unwrap();
        let schema = reader.metadata().file_metadata().schema();
        let types = schema.get_fields().iter().map(|field| {
            let kind =
                if field.is_primitive() { field.get_physical_type().to_string() } else { "list".into() };
            format!("{}:{kind}", field.name())
        });
        let types = types.collect::<Vec<_>>().join(" ");
        (types, reader.get_row_iter(None).unwrap().map(|row| back(&row.unwrap())).collect())
    }

    fn bytes(file: &[u8]) -> impl parquet::file::reader::ChunkReader + 'static {
        let temporary = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut &temporary, file).unwrap();
        temporary
    }

    fn back(row: &parquet::record::Row) -> Row {
        let fields: Vec<&Field> = row.get_column_iter().map(|(_, field)| field).collect();
        let [Field::Str(path), Field::Int(record), cells @ ..] = &fields[..] else { panic!("{fields:?}") };
        let cell = |field: &&Field| match field {
            Field::Null => Cell::Missing,
            Field::Str(text) => Cell::Text(text.clone()),
            Field::Long(number) => Cell::Number(f64::from(i32::try_from(*number).unwrap())),
            Field::Double(number) => Cell::Number(*number),
            Field::ListInternal(items) => Cell::List(items.elements().iter().map(as_text).collect()),
            other => panic!("{other:?}"),
        };
        Row {
            url: None,
            path: path.clone(),
            record: u32::try_from(*record).unwrap(),
            cells: cells.iter().map(cell).collect(),
            more: Vec::new(),
            tables: Vec::new(),
        }
    }

    fn as_text(field: &Field) -> String {
        match field {
            Field::Str(text) => text.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn missing_empty_and_list_cells_are_read_back_as_such() {
        let columns = vec![column("title", Shape::One), column("著者", Shape::Many)];
        let rows = vec![
            row("1.html", 1, vec![text("A"), list(&["x", "", "z"])]),
            row("1.html", 2, vec![Cell::Missing, Cell::Missing]),
            row("2.html", 1, vec![text(""), list(&[])]),
            row("3.html", 1, vec![text("絵"), list(&["y"])]),
        ];
        let (types, found) = read(&written(TableFormat::Parquet, columns, rows.clone()));
        assert_eq!(types, "path:BYTE_ARRAY record:INT32 title:BYTE_ARRAY 著者:list");
        assert_eq!(found, rows);
    }

    #[test]
    fn a_cell_is_converted_to_the_shape_of_its_column() {
        let columns = vec![column("one", Shape::One), column("many", Shape::Many)];
        let rows = vec![row("p", 1, vec![list(&["a", "b"]), text("c")]), row("p", 2, vec![])];
        let (_, found) = read(&written(TableFormat::Parquet, columns, rows));
        assert_eq!(found[0].cells, [text("[\"a\",\"b\"]"), list(&["c"])]);
        assert_eq!(found[1].cells, [Cell::Missing, Cell::Missing]);
    }

    #[test]
    fn integers_and_other_numbers_have_types_of_their_own() {
        let columns = vec![column("depth", Shape::Integer), column("overlap", Shape::Number)];
        let rows = vec![
            row("p", 1, vec![Cell::Number(2.0), Cell::Number(0.5)]),
            row("p", 2, vec![Cell::Missing, Cell::Missing]),
        ];
        let (types, found) = read(&written(TableFormat::Parquet, columns, rows.clone()));
        assert_eq!(types, "path:BYTE_ARRAY record:INT32 depth:INT64 overlap:DOUBLE");
        assert_eq!(found, rows);
    }

    #[test]
    fn many_rows_are_written_in_row_groups() {
        let long = "x".repeat(GROUP_BYTES / 4);
        let rows: Vec<Row> = (1..=10).map(|number| row("p", number, vec![text(&long)])).collect();
        let file = written(TableFormat::Parquet, vec![column("long", Shape::One)], rows.clone());
        let groups = SerializedFileReader::new(bytes(&file)).unwrap().num_row_groups();
        assert_eq!(groups, 3);
        assert_eq!(read(&file).1, rows);
    }

    #[test]
    fn a_table_without_rows_is_a_file_with_columns() {
        let (types, found) = read(&written(TableFormat::Parquet, vec![column("a", Shape::One)], vec![]));
        assert_eq!((types.as_str(), found), ("path:BYTE_ARRAY record:INT32 a:BYTE_ARRAY", vec![]));
    }

    #[test]
    fn the_same_rows_give_the_same_bytes() {
        let file = || {
            written(TableFormat::Parquet, vec![column("a", Shape::One)], vec![row("p", 1, vec![text("b")])])
        };
        assert_eq!(file(), file());
    }
}
