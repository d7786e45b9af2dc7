//! What a wrapper reads from pages, as rows of a table.

use super::{Cell, Column, Row, Shape};
use crate::document::Document;
use crate::wrapper::{Extraction, Field, FieldKind, LeftOut, Value, Wrapper};
use hashbrown::HashMap;

/// The fields of all templates as columns; fields of one name share one.
#[derive(Debug)]
pub struct Fields<'a> {
    wrapper: &'a Wrapper,
    all: Vec<Column>,
    /// The place of each column, by its name.
    named: HashMap<String, usize>,
    /// For each template the columns of its fields.
    places: Vec<Vec<Option<usize>>>,
    /// For each template the fields without a column that pages read say something new in.
    news: Vec<Vec<bool>>,
}

impl<'a> Fields<'a> {
    /// Those of a wrapper: all, or such as say something that no other one says.
    #[must_use]
    pub fn new(wrapper: &'a Wrapper, all_fields: bool) -> Self {
        let mut all: Vec<Column> = Vec::new();
        let mut named: HashMap<String, usize> = HashMap::new();
        let mut place = |field: &Field| {
            if !all_fields && field.left_out.is_some() {
                return None;
            }
            let place = *named.entry_ref(field.name.as_str()).or_insert_with(|| {
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
        let news = wrapper.templates.iter().map(|template| vec![false; template.fields.len()]).collect();
        Fields { wrapper, all, named, places, news }
    }

    /// Looks in pages for values other than the only one that a field had when the wrapper was learned: from now on, rows have
    /// the field beside the columns.
    pub fn look_for_news<'f>(&mut self, found: impl IntoIterator<Item = &'f Extraction>) {
        for extraction in found {
            let fields = &self.wrapper.templates[extraction.template].fields;
            let news = &mut self.news[extraction.template];
            for row in &extraction.rows {
                for ((field, value), is_new) in fields.iter().zip(row).zip(&mut *news) {
                    *is_new |= value.as_ref().is_some_and(|value| is_news(field, value));
                }
            }
        }
    }

    /// The columns, in the order of the fields.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.all
    }

    /// The rows of a page. Values under labels that the wrapper does not know, and those of fields that say something new, fill
    /// a column of that name where there is one.
    pub fn rows(&self, document: &Document, extraction: Extraction) -> impl Iterator<Item = Row> {
        let fields = &self.wrapper.templates[extraction.template].fields;
        let places = &self.places[extraction.template];
        let news = &self.news[extraction.template];
        let text = |(label, value): (String, Value)| (label, Cell::Text(value.texts.concat()));
        let unknown: Vec<(String, Cell)> = extraction.unknown.into_iter().map(text).collect();
        (1..).zip(extraction.rows).map(move |(record, values)| {
            let mut cells = vec![Cell::Missing; self.all.len()];
            let mut beside: Vec<(String, Cell)> = Vec::new();
            for (((field, &place), value), &is_new) in fields.iter().zip(places).zip(values).zip(news) {
                let cell = value.map_or(Cell::Missing, |value| cell(field.kind, value.texts));
                match place {
                    Some(place) => cells[place] = cell,
                    None if is_new && cell != Cell::Missing => beside.push((field.name.clone(), cell)),
                    None => {}
                }
            }
            let mut more = Vec::new();
            for (name, cell) in unknown.iter().cloned().chain(beside) {
                match self.named.get(&name).copied() {
                    Some(place) if cells[place] == Cell::Missing => cells[place] = cell,
                    Some(_) => {}
                    None => more.push((name, cell)),
                }
            }
            let url = document.url().map(str::to_owned);
            Row { path: document.name().to_owned(), url, record, cells, more }
        })
    }
}

/// Whether a field that never said anything else says something new.
fn is_news(field: &Field, value: &Value) -> bool {
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
    fn what_all_learning_pages_said_is_shown_once_a_page_says_otherwise() {
        let learned = corpus(&[
            "<div><h1>Dune</h1><p>Price: <b>4.50</b></div>",
            "<div><h1>Dune</h1><p>Price: <b>7.00</b></div>",
        ]);
        let wrapper = Learner::new().shape(Shape::Page).learn(&learned).expect("a template");
        let mut fields = Fields::new(&wrapper, false);
        let beside = |fields: &mut Fields, page: &str| {
            let found = Extractor::new(&wrapper).extract(page).expect("it fits");
            fields.look_for_news([&found]);
            let row = fields.rows(&Document::new("new", page), found).next().expect("a row");
            (row.cells, row.more)
        };
        let price = |text: &str| vec![Cell::Text(text.to_owned())];
        let same = "<div><h1>Dune</h1><p>Price: <b>8.00</b></div>";
        assert_eq!(beside(&mut fields, same), (price("8.00"), vec![]));
        let other = "<div><h1>Emma</h1><p>Price: <b>9.00</b></div>";
        let title = |text: &str| vec![("html/div/h1".to_owned(), Cell::Text(text.to_owned()))];
        assert_eq!(beside(&mut fields, other), (price("9.00"), title("Emma")));
        assert_eq!(beside(&mut fields, same), (price("8.00"), title("Dune")));
    }
}
