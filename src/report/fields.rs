//! The values that a wrapper extracts from pages, as rows of a table.
//!
//! In: a wrapper, the rows that are wanted, and the [`Extraction`] of each page. Out: columns, one for each field name, and a [`Row`] for
//! each record. Fields that the wrapper left out because their value never changed get a cell without a column when a page has another
//! value.

use super::{Cell, Column, NestedTable, Row, Shape};
use crate::document::Document;
use crate::record::Base;
use crate::token::Span;
use crate::wrapper::{
    Extraction, Field, FieldKind, LeftOut, Row as Values, Rows, Table, Template, Value, Wrapper,
};
use hashbrown::HashMap;
use std::cell::LazyCell;
use std::ops::Deref;

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

/// Fields of all templates as columns; fields of one name share one.
#[derive(Debug)]
pub struct Fields<'a> {
    wrapper: &'a Wrapper,
    set: FieldSet,
    all: Vec<Column>,
    /// The index of each column, by its name.
    named: HashMap<String, usize>,
    /// The rows of each template.
    of_templates: Vec<Option<TemplateRows>>,
}

/// The rows of a template that are wanted.
#[derive(Debug)]
struct TemplateRows {
    rows: Rows,
    /// The column of each field, if it has one.
    columns: Vec<Option<usize>>,
    /// For each field whether a page has a new value in it, although it is left out as constant.
    changed: Vec<bool>,
}

impl<'a> Fields<'a> {
    /// The rows that pages have by default.
    #[must_use]
    pub fn new(wrapper: &'a Wrapper, fields: FieldSet) -> Self {
        Fields::of(wrapper, fields, |template| Some(template.rows))
    }

    /// The rows of this name: `page`, or the name of a table. `None` if no template has such.
    #[must_use]
    pub fn named(wrapper: &'a Wrapper, name: &str, fields: FieldSet) -> Option<Self> {
        let found = Fields::of(wrapper, fields, |template| template.rows_named(name));
        found.of_templates.iter().any(Option::is_some).then_some(found)
    }

    /// The names of the tables of a wrapper, each once: all, or those that the wrapper did not leave out.
    #[must_use]
    pub fn tables(wrapper: &Wrapper, fields: FieldSet) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        let tables = wrapper.templates.iter().flat_map(|template| &template.tables);
        for table in tables.filter(|table| fields == FieldSet::All || table.left_out.is_none()) {
            if !names.contains(&&*table.name) {
                names.push(&table.name);
            }
        }
        names
    }

    fn of(wrapper: &'a Wrapper, fields: FieldSet, rows: impl Fn(&Template) -> Option<Rows>) -> Self {
        let wanted: Vec<Option<Rows>> = wrapper.templates.iter().map(rows).collect();
        let of_template = |(template, rows): (&'a Template, &Option<Rows>)| -> &'a [Field] {
            rows.map_or(&[], |rows| template.fields_of(rows))
        };
        let of_templates: Vec<&[Field]> = wrapper.templates.iter().zip(&wanted).map(of_template).collect();
        let shown = of_templates.iter().copied().flatten().filter(|field| fields.has(field));
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
        let of_templates = wanted.into_iter().zip(of_templates).map(|(rows, of)| {
            let columns = of.iter().map(&mut column_of_field).collect();
            Some(TemplateRows { rows: rows?, columns, changed: vec![false; of.len()] })
        });
        let of_templates = of_templates.collect();
        Fields { wrapper, set: fields, all, named, of_templates }
    }

    /// Looks in pages for new values of fields that had only one value when the wrapper was learned. From now on, the rows contain
    /// these fields in addition to the columns.
    pub fn look_for_news<'f>(&mut self, found: impl IntoIterator<Item = &'f Extraction>) {
        for extraction in found {
            let template = &self.wrapper.templates[extraction.template];
            let Some(TemplateRows { rows, changed, .. }) = &mut self.of_templates[extraction.template] else {
                continue;
            };
            for row in extraction.rows_of(*rows) {
                for ((field, value), is_new) in template.fields_of(*rows).iter().zip(row).zip(&mut *changed) {
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

    /// The rows of a page; those that are pages have their tables with them. Values under labels that the wrapper does not know, and
    /// new values of left-out fields, fill the column of that name if there is one and its cell is missing; else they are added to the
    /// row by name.
    #[must_use]
    pub fn rows(&self, document: &Document, extraction: &Extraction) -> Vec<Row> {
        let template = &self.wrapper.templates[extraction.template];
        let Some(of) = &self.of_templates[extraction.template] else { return Vec::new() };
        let base = LazyCell::new(|| Base::of(document.text(), document.base_url()));
        let row = |(record, values): (u32, &Values)| {
            let mut cells = vec![Cell::Missing; self.all.len()];
            let mut more: Vec<(String, Cell)> = Vec::new();
            let mut tables = Vec::new();
            if of.rows == Rows::Page {
                let text =
                    |(label, value): &(String, Value)| (label.clone(), Cell::Text(value.texts.concat()));
                more.extend(extraction.unknown.iter().map(text));
                tables = self.nested(template, extraction, &base);
            }
            let fields = template.fields_of(of.rows).iter().zip(values);
            for ((field, value), (&column, &is_new)) in fields.zip(of.columns.iter().zip(&of.changed)) {
                let Some(value) = value else { continue };
                match column {
                    Some(column) => cells[column] = cell(field, value, &base),
                    None if is_new => more.push((field.name.clone(), cell(field, value, &base))),
                    None => {}
                }
            }
            more.retain_mut(|(name, cell)| {
                let column = self.named.get(name).copied();
                if let Some(column) = column.filter(|&column| cells[column] == Cell::Missing) {
                    cells[column] = std::mem::replace(cell, Cell::Missing);
                }
                column.is_none()
            });
            let url = document.address().map(str::to_owned);
            Row { path: document.name().to_owned(), url, record, cells, more, tables }
        };
        (1..).zip(extraction.rows_of(of.rows)).map(row).collect()
    }

    /// Where the values of a page's rows are: the number of the row, the column or why there is none, and the bytes. Addresses of
    /// links have none.
    pub fn places(
        &self,
        extraction: &Extraction,
    ) -> impl Iterator<Item = (u32, Result<usize, LeftOut>, Span)> {
        let template = &self.wrapper.templates[extraction.template];
        let of = self.of_templates[extraction.template].as_ref();
        of.into_iter().flat_map(move |of| {
            let rows = (1..).zip(extraction.rows_of(of.rows));
            rows.flat_map(move |(record, values)| {
                let fields = template.fields_of(of.rows).iter().zip(&of.columns).zip(values);
                fields.filter(|((field, _), _)| field.link_of.is_none()).flat_map(
                    move |((field, column), value)| {
                        let column = column.ok_or(field.left_out.unwrap_or(LeftOut::Dropped));
                        value.iter().flat_map(|value| &value.spans).map(move |&span| (record, column, span))
                    },
                )
            })
        })
    }

    /// The tables within a page.
    fn nested(
        &self,
        template: &Template,
        extraction: &Extraction,
        base: &impl Deref<Target = Base>,
    ) -> Vec<NestedTable> {
        let is_shown = |(_, table): &(usize, &Table)| self.set == FieldSet::All || table.left_out.is_none();
        let nested = |(number, table): (usize, &Table)| {
            let row = |values: &Values| {
                let fields = table.fields.iter().zip(values).filter(|(field, _)| self.set.has(field));
                let cell = |(field, value): (&Field, &Option<Value>)| {
                    let cell = value.as_ref().map_or(Cell::Missing, |value| cell(field, value, base));
                    (field.name.clone(), cell)
                };
                fields.map(cell).collect()
            };
            let rows = extraction.rows_of(Rows::Table(number)).iter().map(row).collect();
            NestedTable { name: table.name.clone(), rows }
        };
        template.tables.iter().enumerate().filter(is_shown).map(nested).collect()
    }
}

/// The cell of a field's value; the addresses of links are complete.
fn cell(field: &Field, value: &Value, base: &impl Deref<Target = Base>) -> Cell {
    let mut texts = value.texts.clone();
    if field.link_of.is_some() {
        for text in &mut texts {
            *text = base.link(text).unwrap_or_default();
        }
    }
    match (field.kind, texts.len()) {
        (FieldKind::Text, 0) => Cell::Text(String::new()),
        (FieldKind::Text, 1) => Cell::Text(texts.remove(0)),
        _ => Cell::List(texts),
    }
}

/// Whether a value is new for a field that had only one value when the wrapper was learned.
fn is_new_value(field: &Field, value: &Value) -> bool {
    let never_changed = matches!(field.left_out, Some(LeftOut::Same | LeftOut::Empty));
    never_changed && !value.is_empty() && !field.profile.knows(&value.texts)
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
            let row = fields.rows(&Document::new("new", page), &found).into_iter().next().expect("a row");
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
