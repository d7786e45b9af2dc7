//! What a wrapper reads from pages, as rows of a table.

use super::{Cell, Column, Row, Shape};
use crate::document::Document;
use crate::wrapper::{Extraction, Field, FieldKind, Value, Wrapper};

/// The fields of all templates as columns; fields of one name share one.
#[derive(Debug)]
pub struct Fields<'a> {
    wrapper: &'a Wrapper,
    all: Vec<Column>,
    /// For each template the columns of its fields.
    places: Vec<Vec<Option<usize>>>,
}

impl<'a> Fields<'a> {
    /// Those of a wrapper: all, or such as say something that no other one says.
    #[must_use]
    pub fn new(wrapper: &'a Wrapper, all_fields: bool) -> Self {
        let mut all: Vec<Column> = Vec::new();
        let mut place = |field: &Field| {
            if !all_fields && field.left_out.is_some() {
                return None;
            }
            let place = all.iter().position(|column| column.name == field.name).unwrap_or_else(|| {
                all.push(Column { name: field.name.clone(), shape: Shape::One });
                all.len() - 1
            });
            if field.kind == FieldKind::List {
                all[place].shape = Shape::Many;
            }
            Some(place)
        };
        let places =
            wrapper.templates.iter().map(|template| template.fields.iter().map(&mut place).collect());
        let places = places.collect();
        Fields { wrapper, all, places }
    }

    /// The columns, in the order of the fields.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.all
    }

    /// The rows of a page. Values under labels that the wrapper does not know fill a column of that name where there is one.
    pub fn rows(&self, document: &Document, extraction: Extraction) -> impl Iterator<Item = Row> {
        let fields = &self.wrapper.templates[extraction.template].fields;
        let places = &self.places[extraction.template];
        let text = |(label, value): (String, Value)| (label, value.texts.concat());
        let unknown: Vec<(String, String)> = extraction.unknown.into_iter().map(text).collect();
        (1..).zip(extraction.rows).map(move |(record, values)| {
            let mut cells = vec![Cell::Missing; self.all.len()];
            for ((field, &place), value) in fields.iter().zip(places).zip(values) {
                let Some(place) = place else { continue };
                cells[place] = value.map_or(Cell::Missing, |value| cell(field.kind, value.texts));
            }
            let mut more = Vec::new();
            for (label, text) in &unknown {
                match self.all.iter().position(|column| column.name == *label) {
                    Some(place) if cells[place] == Cell::Missing => cells[place] = Cell::Text(text.clone()),
                    Some(_) => {}
                    None => more.push((label.clone(), text.clone())),
                }
            }
            let url = document.url().map(str::to_owned);
            Row { path: document.name().to_owned(), url, record, cells, more }
        })
    }
}

fn cell(kind: FieldKind, mut texts: Vec<String>) -> Cell {
    match (kind, texts.len()) {
        (FieldKind::Text, 0) => Cell::Text(String::new()),
        (FieldKind::Text, 1) => Cell::Text(texts.remove(0)),
        _ => Cell::List(texts),
    }
}
