//! Tables whose columns are known only when the program runs, as plain values.
//!
//! Every [`Row`] has the page's `path`, the number of its `record` on that page, from 1, and a [`Cell`] for each [`Column`]. A field that the
//! page does not have is [`Cell::Missing`], which is not an empty text.

use crate::distinct::DistinctNames;
use crate::error::Result;
use crate::record::{Edit, Edited};
use crate::spectrum::exact;
use serde::{Serialize, Serializer};

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

/// As null, a text, a list or a number, a whole one without a point.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Cell::Missing => serializer.serialize_none(),
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::List(texts) => serializer.collect_seq(texts),
            Cell::Number(number) => match self.as_count() {
                Some(count) => serializer.serialize_u64(count as u64),
                None => serializer.serialize_f64(*number),
            },
        }
    }
}

impl Cell {
    /// A number of things.
    #[must_use]
    pub fn count(count: usize) -> Self {
        Cell::Number(exact(count as u64)) // usize has at most 64 bits
    }

    /// The number of things, if it is one.
    #[must_use]
    pub fn as_count(&self) -> Option<usize> {
        match self {
            // Below 2^53 a number without a fraction is exact.
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it is a small whole number"
            )]
            Cell::Number(number) if (0.0..9e15).contains(number) && number.fract() == 0.0 => {
                Some(*number as usize)
            }
            _ => None,
        }
    }
}

/// A record: its page and number, and its cells in the order of the columns. Cells left out at the end are missing.
#[derive(Clone, Debug, Default, PartialEq)]
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

/// Columns that were chosen, put in order and renamed.
#[derive(Clone, Debug)]
pub struct EditedColumns {
    /// The columns, in their order.
    pub columns: Vec<Column>,
    from: Vec<usize>,
    /// Whether cells by name are kept too.
    has_more: bool,
}

impl EditedColumns {
    /// The columns of a table after an edit.
    ///
    /// # Errors
    /// See [`Edit::apply`].
    pub fn new(columns: &[Column], edit: &Edit) -> Result<Self> {
        let names: Vec<&str> = columns.iter().map(|column| &*column.name).collect();
        let edited = edit.apply(&names)?;
        let from = edited.iter().map(|column| column.from).collect();
        let column = |Edited { from, name }| Column { name, shape: columns[from].shape };
        let columns = edited.into_iter().map(column).collect();
        Ok(EditedColumns { columns, from, has_more: !edit.is_only() })
    }

    /// A row of the table with these columns. If only some are kept, it has no tables within it.
    #[must_use]
    pub fn row(&self, mut row: Row) -> Row {
        let mut cell = |&from: &usize| row.cells.get_mut(from).map(std::mem::take).unwrap_or_default();
        let cells = self.from.iter().map(&mut cell).collect();
        if self.has_more {
            Row { cells, ..row }
        } else {
            Row { cells, more: Vec::new(), tables: Vec::new(), ..row }
        }
    }
}

impl Row {
    /// The value in a column.
    #[must_use]
    pub fn cell(&self, column: usize) -> &Cell {
        self.cells.get(column).unwrap_or(&Cell::Missing)
    }
}

/// Makes the names of columns unique: none is `path`, `record` or the name of an earlier column.
#[must_use]
pub fn apart(columns: Vec<Column>) -> Vec<Column> {
    let mut names = DistinctNames::new("_").without(["path", "record"]);
    columns.into_iter().map(|column| Column { name: names.free(&column.name), ..column }).collect()
}

#[cfg(test)]
mod tests {
    use super::{Column, Shape, apart};

    #[test]
    fn columns_of_one_name_get_numbers_in_linear_time() {
        let columns = vec![Column { name: "price".to_owned(), shape: Shape::One }; 100_000];
        assert_eq!(apart(columns).last().map(|column| column.name.as_str()), Some("price_100000"));
    }
}
