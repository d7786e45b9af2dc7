//! The values that a wrapper extracts from pages, as rows of a table.
//!
//! In: a wrapper, and the [`Extraction`] of each page. Out: columns, one for each field name, and a [`Row`] for each record. Fields that
//! the wrapper left out because their value never changed get a cell without a column when a page has another value.

use super::{Cell, Column, NestedTable, Row, Shape};
use crate::document::Document;
use crate::record::Base;
use crate::wrapper::{ChildTable, Extraction, Field, FieldKind, LeftOut, Row as Values, Value, Wrapper};
use hashbrown::HashMap;

/// Which fields are columns.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum FieldSet {
    /// Those that the wrapper did not leave out.
    #[default]
    Shown,
    /// These, and the addresses of their links.
    WithLinks,
    /// All.
    All,
}

impl FieldSet {
    /// Whether a field is a column.
    fn has(self, field: &Field) -> bool {
        match self {
            FieldSet::Shown => field.left_out.is_none(),
            FieldSet::WithLinks => field.left_out.is_none() || field.link_of.is_some(),
            FieldSet::All => true,
        }
    }
}

/// The fields of all templates as columns; fields of one name share one.
#[derive(Debug)]
pub struct Fields<'a> {
    wrapper: &'a Wrapper,
    all: Vec<Column>,
    /// The index of each column, by its name.
    named: HashMap<String, usize>,
    /// Whether fields and tables that the wrapper left out are columns, too.
    is_complete: bool,
    /// For each template the column of each of its fields, if it has one.
    column_of: Vec<Vec<Option<usize>>>,
    /// For each template and field, whether a page has a new value in it, although it is left out as constant.
    changed: Vec<Vec<bool>>,
}

impl<'a> Fields<'a> {
    /// The fields of a wrapper: all, or those that the wrapper did not leave out.
    #[must_use]
    pub fn new(wrapper: &'a Wrapper, fields: FieldSet) -> Self {
        let shown =
            wrapper.templates.iter().flat_map(|template| &template.fields).filter(|field| fields.has(field));
        let columns = wrapper.column_names(shown.map(|field| &*field.name));
        let named: HashMap<String, usize> = columns.iter().cloned().zip(0..).collect();
        let mut all: Vec<Column> =
            columns.into_iter().map(|name| Column { name, shape: Shape::One }).collect();
        let mut column_of_field = |field: &Field| {
            if !fields.has(field) {
                return None;
            }
            let column = named[&field.name];
            if field.kind == FieldKind::List {
                all[column].shape = Shape::Many;
            }
            Some(column)
        };
        let templates = wrapper.templates.iter();
        let column_of =
            templates.map(|template| template.fields.iter().map(&mut column_of_field).collect()).collect();
        let changed = wrapper.templates.iter().map(|template| vec![false; template.fields.len()]).collect();
        Fields { wrapper, all, named, is_complete: fields == FieldSet::All, column_of, changed }
    }

    /// Looks in pages for new values of fields that had only one value when the wrapper was learned. From now on, the rows contain
    /// these fields in addition to the columns.
    pub fn look_for_news<'f>(&mut self, found: impl IntoIterator<Item = &'f Extraction>) {
        for extraction in found {
            let fields = &self.wrapper.templates[extraction.template].fields;
            let changed = &mut self.changed[extraction.template];
            for row in &extraction.rows {
                for ((field, value), is_new) in fields.iter().zip(row).zip(&mut *changed) {
                    *is_new |= value.as_ref().is_some_and(|value| is_new_value(field, value));
                }
            }
        }
    }

    /// The columns, in the order of the fields.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.all
    }

    /// The rows of a page. Values under labels that the wrapper does not know, and new values of left-out fields, fill the column
    /// of that name if there is one and its cell is missing; else they are added to the row by name.
    pub fn rows(&self, document: &Document, extraction: Extraction) -> impl Iterator<Item = Row> {
        let fields = &self.wrapper.templates[extraction.template].fields;
        let columns = &self.column_of[extraction.template];
        let changed = &self.changed[extraction.template];
        let text = |(label, value): (String, Value)| (label, Cell::Text(value.texts.concat()));
        let unknown: Vec<(String, Cell)> = extraction.unknown.into_iter().map(text).collect();
        let mut tables = Some(self.nested(extraction.template, extraction.tables));
        let mut base = None;
        (1..).zip(extraction.rows).map(move |(record, values)| {
            let mut cells = vec![Cell::Missing; self.all.len()];
            let mut added: Vec<(String, Cell)> = Vec::new();
            for (((field, &column), value), &is_new) in fields.iter().zip(columns).zip(values).zip(changed) {
                let mut texts = value.map(|value| value.texts);
                if let (Some(_), Some(_), Some(texts)) = (field.link_of, column, &mut texts) {
                    let base = base.get_or_insert_with(|| Base::of(document.text(), document.url()));
                    for text in texts {
                        *text = base.link(text).unwrap_or_default();
                    }
                }
                let cell = texts.map_or(Cell::Missing, |texts| cell(field.kind, texts));
                match column {
                    Some(column) => cells[column] = cell,
                    None if is_new && cell != Cell::Missing => added.push((field.name.clone(), cell)),
                    None => {}
                }
            }
            let mut more = Vec::new();
            for (name, cell) in unknown.iter().cloned().chain(added) {
                match self.named.get(&name).copied() {
                    Some(column) if cells[column] == Cell::Missing => cells[column] = cell,
                    Some(_) => {}
                    None => more.push((name, cell)),
                }
            }
            let url = document.url().map(str::to_owned);
            let tables = tables.take().unwrap_or_default();
            Row { path: document.name().to_owned(), url, record, cells, more, tables }
        })
    }

    /// The tables within a page.
    fn nested(&self, template: usize, tables: Vec<Vec<Values>>) -> Vec<NestedTable> {
        let is_shown = |(table, _): &(&ChildTable, _)| self.is_complete || table.left_out.is_none();
        let table = |(table, rows): (&ChildTable, Vec<Values>)| {
            let names: Vec<&str> = table.names().collect();
            let row = |values: Values| {
                let cells = names.iter().zip(values);
                cells.map(|(name, value)| ((*name).to_owned(), text_cell(value))).collect()
            };
            NestedTable { name: table.name.clone(), rows: rows.into_iter().map(row).collect() }
        };
        self.wrapper.templates[template].tables.iter().zip(tables).filter(is_shown).map(table).collect()
    }
}

/// The cell of a value of one text.
pub(super) fn text_cell(value: Option<Value>) -> Cell {
    value.map_or(Cell::Missing, |value| cell(FieldKind::Text, value.texts))
}

/// Whether a value is new for a field that had only one value when the wrapper was learned.
fn is_new_value(field: &Field, value: &Value) -> bool {
    let never_changed = matches!(field.left_out, Some(LeftOut::Same | LeftOut::Empty));
    never_changed && !value.is_empty() && !field.profile.knows(&value.texts)
}

fn cell(kind: FieldKind, mut texts: Vec<String>) -> Cell {
    match (kind, texts.len()) {
        (FieldKind::Text, 0) => Cell::Text(String::new()),
        (FieldKind::Text, 1) => Cell::Text(texts.remove(0)),
        _ => Cell::List(texts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Corpus;
    use crate::wrapper::{Extractor, Learner, Shape};

    fn corpus(pages: &[&str]) -> Corpus {
        pages.iter().zip(0..).map(|(page, number)| Document::new(format!("{number}"), *page)).collect()
    }

    #[test]
    fn a_constant_field_is_shown_once_a_page_has_another_value() {
        let learned = corpus(&[
            "<div><h1>Dune</h1><p>Price: <b>4.50</b></div>",
            "<div><h1>Dune</h1><p>Price: <b>7.00</b></div>",
        ]);
        let wrapper = Learner::new().shape(Shape::Page).learn(&learned).expect("a template");
        let mut fields = Fields::new(&wrapper, FieldSet::Shown);
        let extracted = |fields: &mut Fields, page: &str| {
            let found = Extractor::new(&wrapper).extract(page).expect("it fits");
            fields.look_for_news([&found]);
            let row = fields.rows(&Document::new("new", page), found).next().expect("a row");
            (row.cells, row.more)
        };
        let price = |text: &str| vec![Cell::Text(text.to_owned())];
        let same = "<div><h1>Dune</h1><p>Price: <b>8.00</b></div>";
        assert_eq!(extracted(&mut fields, same), (price("8.00"), vec![]));
        let other = "<div><h1>Emma</h1><p>Price: <b>9.00</b></div>";
        let title = |text: &str| vec![("html/div/h1".to_owned(), Cell::Text(text.to_owned()))];
        assert_eq!(extracted(&mut fields, other), (price("9.00"), title("Emma")));
        assert_eq!(extracted(&mut fields, same), (price("8.00"), title("Dune")));
    }
}
