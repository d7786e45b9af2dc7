//! The rows of a table within pages, in columns of their own.
//!
//! In: a wrapper, the name of one of its tables, and the [`Extraction`] of each page. Out: columns, and a [`Row`] for each row of the
//! table, with its number on the page. Tables of one name in several templates share their columns by name.

use super::fields::text_cell;
use super::{Cell, Column, Row, Shape};
use crate::document::Document;
use crate::wrapper::{ChildTable, Extraction, Wrapper};

/// The tables of one name.
#[derive(Debug)]
pub struct ChildRows {
    columns: Vec<Column>,
    /// For each template the number of its table of that name, and the column of each of the table's columns.
    of_templates: Vec<Option<(usize, Vec<usize>)>>,
}

impl ChildRows {
    /// The names of the tables of a wrapper, each once: all, or those that the wrapper did not leave out.
    #[must_use]
    pub fn names(wrapper: &Wrapper, all_fields: bool) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        let tables = wrapper.templates.iter().flat_map(|template| &template.tables);
        for table in tables.filter(|table| all_fields || table.left_out.is_none()) {
            if !names.contains(&&*table.name) {
                names.push(&table.name);
            }
        }
        names
    }

    /// The tables of a name; `None` if no template has one.
    #[must_use]
    pub fn new(wrapper: &Wrapper, name: &str) -> Option<Self> {
        let mut columns: Vec<Column> = Vec::new();
        let mut column = |name: &str| {
            columns.iter().position(|column| column.name == name).unwrap_or_else(|| {
                columns.push(Column { name: name.to_owned(), shape: Shape::One });
                columns.len() - 1
            })
        };
        let mut of_template = |tables: &[ChildTable]| {
            let number = tables.iter().position(|table| table.name == name)?;
            Some((number, tables[number].names().map(&mut column).collect()))
        };
        let of_templates: Vec<_> =
            wrapper.templates.iter().map(|template| of_template(&template.tables)).collect();
        of_templates.iter().any(Option::is_some).then_some(ChildRows { columns, of_templates })
    }

    /// The columns, in the order in which they occur in rows.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The rows of a page.
    pub fn rows<'e>(
        &'e self,
        document: &'e Document,
        extraction: &'e Extraction,
    ) -> impl Iterator<Item = Row> + 'e {
        let table = self.of_templates[extraction.template].as_ref();
        table.into_iter().flat_map(move |(number, places)| {
            (1..).zip(&extraction.tables[*number]).map(move |(record, values)| {
                let mut cells = vec![Cell::Missing; self.columns.len()];
                for (&place, value) in places.iter().zip(values) {
                    cells[place] = text_cell(value.clone());
                }
                let url = document.url().map(str::to_owned);
                Row {
                    path: document.name().to_owned(),
                    url,
                    record,
                    cells,
                    more: Vec::new(),
                    tables: Vec::new(),
                }
            })
        })
    }
}
