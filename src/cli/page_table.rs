//! A table of what pages hold, which begins with the first of them: where these have addresses, it has a column `url`.

use crate::document::Document;
use crate::error::Result;
use crate::report::{Cell, Column, Row, Shape, TableFormat, TableWriter, begin_table};
use std::io::Write;

pub(super) struct PageTable<'a> {
    /// What it is made of, until it begins.
    waiting: Option<(TableFormat, Vec<Column>, &'a mut dyn Write)>,
    /// The table, and whether it has the column.
    begun: Option<(Box<dyn TableWriter + 'a>, bool)>,
}

impl<'a> PageTable<'a> {
    pub(super) fn new(format: TableFormat, columns: Vec<Column>, out: &'a mut dyn Write) -> Self {
        PageTable { waiting: Some((format, columns, out)), begun: None }
    }

    /// Begins the table with the first pages.
    pub(super) fn begin(&mut self, pages: &[Document]) -> Result<()> {
        if let Some((format, mut columns, out)) = self.waiting.take() {
            // Rows of JSON have the address beside the path by themselves.
            let is_json =
                matches!(format, TableFormat::Json | TableFormat::JsonLines | TableFormat::NestedLines);
            let has_urls = !is_json && pages.iter().any(|page| page.url().is_some());
            if has_urls {
                columns.insert(0, Column { name: "url".to_owned(), shape: Shape::One });
            }
            self.begun = Some((begin_table(format, columns, out)?, has_urls));
        }
        Ok(())
    }

    /// Writes a row of a page of those that it began with, or a later one.
    pub(super) fn row(&mut self, mut row: Row) -> Result<()> {
        let (table, has_urls) = self.begun.as_mut().expect("pages come before rows");
        if *has_urls {
            row.cells.insert(0, row.url.take().map_or(Cell::Missing, Cell::Text));
        }
        table.row(row)
    }

    /// Writes what is left, the names of the columns where there was no page.
    pub(super) fn finish(mut self) -> Result<()> {
        self.begin(&[])?;
        self.begun.map_or(Ok(()), |(table, _)| table.finish())
    }
}
