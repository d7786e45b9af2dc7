//! A table whose rows come from pages. It begins with the first pages, and has a column `url` if one of these has an
//! address.

use crate::writer::{TableFormat, TableWriter, begin_table};
use katagami::ask::Edit;
use katagami::document::Document;
use katagami::error::Result;
use katagami::report::{Cell, Column, EditedColumns, Row, Shape};
use std::io::Write;

pub(super) struct PageTable<'a> {
    /// Format, columns and writer of the table, until it begins.
    waiting: Option<(TableFormat, Vec<Column>, &'a mut dyn Write)>,
    /// The table after it has begun, and whether it has the column `url`.
    begun: Option<(Box<dyn TableWriter + 'a>, bool)>,
    /// The columns that are wanted, if others are than there are.
    edited: Option<EditedColumns>,
}

impl<'a> PageTable<'a> {
    pub(super) fn new(format: TableFormat, columns: Vec<Column>, out: &'a mut dyn Write) -> Self {
        PageTable { waiting: Some((format, columns, out)), begun: None, edited: None }
    }

    /// The table with the columns that are wanted. It must not have begun.
    pub(super) fn edit(&mut self, edit: &Edit) -> Result<()> {
        if let (Some((_, columns, _)), false) = (&mut self.waiting, edit.is_empty()) {
            let edited = EditedColumns::new(columns, edit)?;
            columns.clone_from(&edited.columns);
            self.edited = Some(edited);
        }
        Ok(())
    }

    /// The same table beside one whose output lives shorter. The types of outputs do not shorten by themselves.
    pub(super) fn beside<'b>(self) -> PageTable<'b>
    where
        'a: 'b,
    {
        let waiting = self.waiting.map(|(format, columns, out)| (format, columns, out as &mut dyn Write));
        let begun = self.begun.map(|(table, has_urls)| (table as Box<dyn TableWriter>, has_urls));
        PageTable { waiting, begun, edited: self.edited }
    }

    /// Begins the table with the first pages.
    pub(super) fn begin(&mut self, pages: &[Document]) -> Result<()> {
        if let Some((format, mut columns, out)) = self.waiting.take() {
            // Rows of JSON always have the address after the path.
            let is_json =
                matches!(format, TableFormat::Json | TableFormat::JsonLines | TableFormat::NestedLines);
            let has_urls = !is_json && pages.iter().any(|page| page.address().is_some());
            if has_urls {
                columns.insert(0, Column { name: "url".to_owned(), shape: Shape::One });
            }
            self.begun = Some((begin_table(format, columns, out)?, has_urls));
        }
        Ok(())
    }

    /// Writes a row. The table must have begun.
    pub(super) fn row(&mut self, mut row: Row) -> Result<()> {
        if let Some(edited) = &self.edited {
            row = edited.row(row);
        }
        let (table, has_urls) = self.begun.as_mut().expect("pages come before rows");
        if *has_urls {
            row.cells.insert(0, row.url.take().map_or(Cell::Missing, Cell::Text));
        }
        table.row(row)
    }

    /// Writes the rest: if there was no page, the names of the columns.
    pub(super) fn finish(mut self) -> Result<()> {
        self.begin(&[])?;
        self.begun.map_or(Ok(()), |(table, _)| table.finish())
    }
}
