//! Rows in columns, as Arrow has them: read row by row in Python, or taken whole by whoever speaks Arrow.
//!
//! The values are kept once, as string views, which polars, pyarrow, pandas and DuckDB take as they are.

use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder,
    StringViewBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, StringViewArray, StructArray};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, FieldRef, Schema};
use katagami::document::Document;
use katagami::report::{Cell, Shape};
use pyo3::exceptions::{PyImportError, PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PySlice, PyString};
use std::collections::HashMap;
use std::sync::Arc;

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Kind {
    Text,
    /// Text within a list, which pandas takes as plain strings alone.
    Listed,
    Texts,
    Bytes,
    Whole,
    /// A list of them.
    Wholes,
    Number,
    Truth,
}

impl Kind {
    /// What the cells of a column of this shape hold.
    pub(crate) fn of(shape: Shape) -> Self {
        match shape {
            Shape::One => Kind::Text,
            Shape::Many => Kind::Texts,
            Shape::Integer => Kind::Whole,
            Shape::Number => Kind::Number,
        }
    }
}

enum Cells {
    Text(StringViewBuilder),
    Listed(StringBuilder),
    Texts(ListBuilder<StringBuilder>),
    Bytes(BinaryBuilder),
    Whole(Int64Builder),
    Wholes(ListBuilder<Int64Builder>),
    Number(Float64Builder),
    Truth(BooleanBuilder),
    /// Made elsewhere.
    Made(ArrayRef),
}

/// A table in the making.
pub(crate) struct TableBuilder {
    names: Vec<String>,
    cells: Vec<Cells>,
}

impl TableBuilder {
    pub(crate) fn new<N: Into<String>>(columns: impl IntoIterator<Item = (N, Kind)>) -> Self {
        let (mut names, mut cells) = (Vec::new(), Vec::new());
        for (name, kind) in columns {
            names.push(name.into());
            cells.push(match kind {
                Kind::Text => Cells::Text(StringViewBuilder::new()),
                Kind::Listed => Cells::Listed(StringBuilder::new()),
                Kind::Texts => Cells::Texts(ListBuilder::new(StringBuilder::new())),
                Kind::Bytes => Cells::Bytes(BinaryBuilder::new()),
                Kind::Whole => Cells::Whole(Int64Builder::new()),
                Kind::Wholes => Cells::Wholes(ListBuilder::new(Int64Builder::new())),
                Kind::Number => Cells::Number(Float64Builder::new()),
                Kind::Truth => Cells::Truth(BooleanBuilder::new()),
            });
        }
        TableBuilder { names, cells }
    }

    /// Begins a row; its values come in the order of the columns.
    pub(crate) fn row(&mut self) -> RowBuilder<'_> {
        RowBuilder { cells: self.cells.iter_mut() }
    }

    /// Adds a column that was made elsewhere.
    pub(crate) fn with(mut self, name: &str, column: ArrayRef) -> Self {
        self.names.push(name.to_owned());
        self.cells.push(Cells::Made(column));
        self
    }

    pub(crate) fn finish(self) -> Table {
        let columns = self.cells.into_iter().map(|cells| match cells {
            Cells::Text(mut cells) => Arc::new(cells.finish()) as ArrayRef,
            Cells::Listed(mut cells) => Arc::new(cells.finish()),
            Cells::Texts(mut cells) => Arc::new(cells.finish()),
            Cells::Bytes(mut cells) => Arc::new(cells.finish()),
            Cells::Whole(mut cells) => Arc::new(cells.finish()),
            Cells::Wholes(mut cells) => Arc::new(cells.finish()),
            Cells::Number(mut cells) => Arc::new(cells.finish()),
            Cells::Truth(mut cells) => Arc::new(cells.finish()),
            Cells::Made(cells) => cells,
        });
        let columns: Vec<ArrayRef> = columns.collect();
        let fields = self.names.into_iter().zip(&columns);
        let fields = fields.map(|(name, column)| Field::new(name, column.data_type().clone(), true));
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        Table { batch: RecordBatch::try_new(schema, columns).expect("each row has all columns") }
    }

    /// The table as a column of structs.
    pub(crate) fn finish_struct(self) -> StructArray {
        self.finish().batch.into()
    }
}

/// A row in the making.
pub(crate) struct RowBuilder<'a> {
    cells: std::slice::IterMut<'a, Cells>,
}

impl RowBuilder<'_> {
    pub(crate) fn text<'v>(&mut self, value: impl Into<Option<&'v str>>) -> &mut Self {
        match self.cells.next() {
            Some(Cells::Text(cells)) => cells.append_option(value.into()),
            Some(Cells::Listed(cells)) => cells.append_option(value.into()),
            _ => unreachable!("a text stands in a column of texts"),
        }
        self
    }

    pub(crate) fn texts(&mut self, values: Option<&[String]>) -> &mut Self {
        match self.cells.next() {
            Some(Cells::Texts(cells)) => match values {
                Some(values) => cells.append_value(values.iter().map(Some)),
                None => cells.append_null(),
            },
            _ => unreachable!("texts stand in a column of texts"),
        }
        self
    }

    pub(crate) fn whole(&mut self, value: impl Into<Option<i64>>) -> &mut Self {
        match self.cells.next() {
            Some(Cells::Whole(cells)) => cells.append_option(value.into()),
            _ => unreachable!("a whole number stands in a column of such"),
        }
        self
    }

    pub(crate) fn wholes(&mut self, values: impl IntoIterator<Item = i64>) -> &mut Self {
        match self.cells.next() {
            Some(Cells::Wholes(cells)) => cells.append_value(values.into_iter().map(Some)),
            _ => unreachable!("whole numbers stand in a column of such"),
        }
        self
    }

    pub(crate) fn bytes(&mut self, value: &[u8]) -> &mut Self {
        match self.cells.next() {
            Some(Cells::Bytes(cells)) => cells.append_value(value),
            _ => unreachable!("bytes stand in a column of bytes"),
        }
        self
    }

    pub(crate) fn number(&mut self, value: impl Into<Option<f64>>) -> &mut Self {
        match self.cells.next() {
            Some(Cells::Number(cells)) => cells.append_option(value.into()),
            _ => unreachable!("a number stands in a column of numbers"),
        }
        self
    }

    /// The cell of a column of this shape, whose kind is [`Kind::of`] it.
    pub(crate) fn cell(&mut self, shape: Shape, cell: &Cell) -> &mut Self {
        match (shape, cell) {
            (Shape::Many, Cell::Text(text)) => self.texts(Some(std::slice::from_ref(text))),
            (Shape::Many, Cell::List(texts)) => self.texts(Some(texts)),
            (Shape::Many, _) => self.texts(None),
            #[expect(clippy::cast_possible_truncation, reason = "it is a count")]
            (Shape::Integer, Cell::Number(number)) => self.whole(*number as i64),
            (Shape::Integer, _) => self.whole(None),
            (Shape::Number, Cell::Number(number)) => self.number(*number),
            (Shape::Number, _) => self.number(None),
            (Shape::One, Cell::Text(text)) => self.text(text.as_str()),
            (Shape::One, Cell::List(texts)) => {
                self.text(&*serde_json::to_string(texts).expect("texts are plain data"))
            }
            (Shape::One, _) => self.text(None),
        }
    }

    pub(crate) fn truth(&mut self, value: bool) -> &mut Self {
        match self.cells.next() {
            Some(Cells::Truth(cells)) => cells.append_value(value),
            _ => unreachable!("a truth value stands in a column of such"),
        }
        self
    }
}

/// A count as Arrow has it.
pub(crate) fn whole<N: TryInto<i64>>(number: N) -> i64
where
    N::Error: std::fmt::Debug,
{
    number.try_into().expect("counts are below 2^63")
}

/// Rows with the same columns: a sequence of dicts, and a table for whoever speaks Arrow.
#[pyclass(frozen, module = "katagami")]
pub(crate) struct Table {
    batch: RecordBatch,
}

impl Table {
    /// The table with the addresses of its pages behind their names, which its first column has, if one page has an address that is not its
    /// name.
    pub(crate) fn with_urls(self, documents: &[Document]) -> Self {
        let known = documents.iter().filter_map(|document| Some((document.name(), document.address()?)));
        let known: HashMap<&str, &str> = known.collect();
        if known.iter().all(|(name, url)| name == url) {
            return self;
        }
        let (schema, mut columns, _) = self.batch.into_parts();
        let names = columns[0].as_string_view().iter();
        let urls: StringViewArray = names.map(|name| known.get(name?).copied()).collect();
        let mut fields: Vec<FieldRef> = schema.fields().iter().cloned().collect();
        // A page may name one of its own columns so.
        let name = if schema.column_with_name("url").is_none() { "url" } else { "page_url" };
        fields.insert(1, Arc::new(Field::new(name, urls.data_type().clone(), true)));
        columns.insert(1, Arc::new(urls));
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns);
        Table { batch: batch.expect("a row has one name") }
    }

    fn dict<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (field, column) in self.batch.schema_ref().fields().iter().zip(self.batch.columns()) {
            dict.set_item(field.name(), value(py, &**column, row)?)?;
        }
        Ok(dict)
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.batch.schema_ref().fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// The bytes that the values take.
    #[getter]
    fn nbytes(&self) -> usize {
        self.batch.get_array_memory_size()
    }

    /// All rows as dicts.
    ///
    /// >>> katagami.count("<ul><li>a <b>1</b><li>b <b>2</b><li>c <b>3</b></ul>").to_dicts()
    /// [{'path': '#1', 'count': 3}]
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows: Vec<_> =
            (0..self.batch.num_rows()).map(|row| self.dict(py, row)).collect::<PyResult<_>>()?;
        PyList::new(py, rows)
    }

    /// The rows as a pandas.DataFrame.
    fn to_pandas<'py>(table: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        table.py().import("pandas")?.getattr("DataFrame")?.call_method1("from_arrow", (table,))
    }

    /// The rows as a polars.DataFrame.
    fn to_polars<'py>(table: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        table.py().import("polars")?.call_method1("DataFrame", (table,))
    }

    /// Writes the rows as CSV with a header line: nothing for None, a list as JSON. `bom=True` begins the file with a byte order mark,
    /// by which Excel recognizes UTF-8. A file whose name ends in .gz is compressed.
    #[pyo3(signature = (path, *, bom=false))]
    fn write_csv(&self, py: Python<'_>, path: &Bound<'_, PyAny>, bom: bool) -> PyResult<()> {
        let options = PyDict::new(py);
        options.set_item("encoding", if bom { "utf-8-sig" } else { "utf-8" })?;
        options.set_item("newline", "")?;
        let bytes = if path.str()?.to_str()?.to_ascii_lowercase().ends_with(".gz") {
            // Without the time, so that the same rows give the same bytes.
            let plain = PyDict::new(py);
            plain.set_item("mtime", 0)?;
            py.import("gzip")?.getattr("GzipFile")?.call((path, "wb"), Some(&plain))?
        } else {
            py.import("builtins")?.getattr("open")?.call1((path, "wb"))?
        };
        let file = py.import("io")?.getattr("TextIOWrapper")?.call((&bytes,), Some(&options))?;
        let end = PyDict::new(py);
        end.set_item("lineterminator", "\n")?;
        let writer = py.import("csv")?.getattr("writer")?.call((&file,), Some(&end))?;
        writer.call_method1("writerow", (self.columns(),))?;
        let json = py.import("json")?.getattr("dumps")?;
        let plain = PyDict::new(py);
        plain.set_item("ensure_ascii", false)?;
        for row in 0..self.batch.num_rows() {
            let mut cells = Vec::with_capacity(self.batch.num_columns());
            for column in self.batch.columns() {
                let cell = value(py, &**column, row)?;
                cells.push(if cell.is_instance_of::<PyList>() {
                    json.call((cell,), Some(&plain))?
                } else {
                    cell
                });
            }
            writer.call_method1("writerow", (cells,))?;
        }
        file.call_method0("close")?;
        bytes.call_method0("close").map(drop)
    }

    /// Writes the rows as a Parquet file, with pyarrow or else polars, whichever is installed.
    fn write_parquet(table: &Bound<'_, Self>, path: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = table.py();
        if let Ok(parquet) = py.import("pyarrow.parquet") {
            let rows = py.import("pyarrow")?.call_method1("table", (table,))?;
            return parquet.call_method1("write_table", (rows, path)).map(drop);
        }
        let frame = Table::to_polars(table).map_err(|error| {
            let why = "to write Parquet, install pyarrow or polars";
            let missing = PyImportError::new_err(why);
            missing.set_cause(py, Some(error));
            missing
        })?;
        frame.call_method1("write_parquet", (path,)).map(drop)
    }

    /// The first rows, as notebooks display them.
    #[pyo3(name = "_repr_html_")]
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        /// As many as fit on a screen.
        const SHOWN: usize = 20;
        let escape = py.import("html")?.getattr("escape")?;
        let escaped =
            |text: &Bound<'_, PyAny>| -> PyResult<String> { escape.call1((text.str()?,))?.extract() };
        let mut html = "<table><thead><tr>".to_owned();
        for name in self.columns() {
            html.extend(["<th>", &escaped(PyString::new(py, name).as_any())?, "</th>"]);
        }
        html.push_str("</tr></thead><tbody>");
        for row in 0..self.batch.num_rows().min(SHOWN) {
            html.push_str("<tr>");
            for column in self.batch.columns() {
                let cell = value(py, &**column, row)?;
                let shown = if cell.is_none() { String::new() } else { escaped(&cell)? };
                html.extend(["<td>", &shown, "</td>"]);
            }
            html.push_str("</tr>");
        }
        let more = self.batch.num_rows().saturating_sub(SHOWN);
        let more = if more > 0 { format!("<p>{more} more rows</p>") } else { String::new() };
        Ok(format!("{html}</tbody></table>{more}"))
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.batch.num_rows();
        if let Ok(name) = key.extract::<String>() {
            let column = self.batch.column_by_name(&name);
            let column = column.ok_or_else(|| {
                PyKeyError::new_err(format!("no column {name:?} among {:?}", self.columns()))
            })?;
            let values: Vec<_> = (0..rows).map(|row| value(py, &**column, row)).collect::<PyResult<_>>()?;
            return Ok(PyList::new(py, values)?.into_any());
        }
        if let Ok(slice) = key.cast::<PySlice>() {
            let wanted = slice.indices(isize::try_from(rows)?)?;
            let places = (0..wanted.slicelength).map(|number| {
                wanted.start + isize::try_from(number).expect("rows are counted") * wanted.step
            });
            let dicts: Vec<_> = places
                .map(|place| self.dict(py, usize::try_from(place).expect("the slice is within the rows")))
                .collect::<PyResult<_>>()?;
            return Ok(PyList::new(py, dicts)?.into_any());
        }
        let Ok(place) = key.extract::<isize>() else {
            return Err(PyTypeError::new_err("a row is asked for by number, a column by name"));
        };
        let place = if place < 0 { place + isize::try_from(rows)? } else { place };
        match usize::try_from(place) {
            Ok(row) if row < rows => Ok(self.dict(py, row)?.into_any()),
            _ => Err(PyIndexError::new_err(format!("there are {rows} rows"))),
        }
    }

    fn __iter__(table: Bound<'_, Self>) -> Rows {
        Rows { table: table.unbind(), next: 0 }
    }

    fn __repr__(&self) -> String {
        let rows = self.batch.num_rows();
        let s = if rows == 1 { "" } else { "s" };
        format!("<katagami.Table: {rows} row{s}; {}>", self.columns().join(", "))
    }

    /// The types of the columns, for whoever speaks Arrow.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema_ref().as_ref());
        let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows, for whoever speaks Arrow. They come as they are, whatever types are asked for.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }
}

/// The rows of a table, one after another.
#[pyclass(module = "katagami")]
pub(crate) struct Rows {
    table: Py<Table>,
    next: usize,
}

#[pymethods]
impl Rows {
    fn __iter__(rows: PyRef<'_, Self>) -> PyRef<'_, Self> {
        rows
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let table = self.table.get();
        if self.next >= table.batch.num_rows() {
            return Ok(None);
        }
        self.next += 1;
        table.dict(py, self.next - 1).map(Some)
    }
}

/// A cell as a Python value.
fn value<'py>(py: Python<'py>, column: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match column.data_type() {
        DataType::Utf8View => column.as_string_view().value(row).into_pyobject(py)?.into_any(),
        DataType::Utf8 => column.as_string::<i32>().value(row).into_pyobject(py)?.into_any(),
        DataType::Binary => column.as_binary::<i32>().value(row).into_pyobject(py)?.into_any(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Boolean => column.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::List(_) => {
            let items = column.as_list::<i32>().value(row);
            let items: Vec<_> =
                (0..items.len()).map(|item| value(py, &*items, item)).collect::<PyResult<_>>()?;
            PyList::new(py, items)?.into_any()
        }
        DataType::Struct(fields) => {
            let dict = PyDict::new(py);
            for (field, column) in fields.iter().zip(column.as_struct().columns()) {
                dict.set_item(field.name(), value(py, &**column, row)?)?;
            }
            dict.into_any()
        }
        other => unreachable!("no column is of {other}"),
    })
}
