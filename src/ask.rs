//! One function for each question: a corpus goes in, plain rows come out.
//!
//! * [`records`]: one row for each record of the main list of each page;
//! * [`posts`]: one row for each post of a thread;
//! * [`content`]: one row for each page, with its title, author, date and main text;
//! * [`stated`](fn@stated): one row for each value of a property that a page states in standard vocabularies;
//! * [`learn`]: a [`Wrapper`] learned from pages; [`extract`]: the rows that it reads from these or later pages,
//!   [`extract_table`]: those of a table within these pages.
//!
//! A value is read by the name of its column, as in `row["title"]`. Each function is a thin layer over the module that answers
//! the question. That module also gives details: the bytes of a value, the runner-up, the reasons for a choice.
//!
//! ```
//! use katagami::document::{Corpus, Document};
//!
//! let hits = [("Dune", 1965), ("Emma", 1815), ("Ulysses", 1922)]
//!     .map(|(title, year)| format!("<li><a class=title href=/{year}>{title}</a> <i class=year>{year}</i></li>"));
//! let page = format!("<p>Books</p><ol>{}</ol>", hits.concat());
//! let corpus: Corpus = [Document::new("books.html", page)].into_iter().collect();
//!
//! let books = katagami::records(&corpus);
//! assert_eq!(books.columns(), ["title", "year"]);
//! assert_eq!(books.rows().iter().map(|row| &row["year"]).collect::<Vec<_>>(), ["1965", "1815", "1922"]);
//! assert_eq!(books.rows()[1].page, "books.html");
//! ```

mod lists;
mod overview;
mod stated;

pub use crate::kind::{Kind, PageKind, kinds};
pub use crate::page::Selector;
pub use crate::record::{Edit, Naming};
pub use crate::repeat::Selection;
pub use lists::{Lists, PageList, Tables};
pub use overview::{Overview, overview};
pub use stated::{StatedValue, stated};

use crate::content::{Metadata, described, paragraphs};
use crate::document::{Corpus, Document};
use crate::error::Result;
use crate::forum::threads;
use crate::record::{Markup, Width};
use crate::wrapper::{self, Extractor, Learner, Template, Value, Wrapper};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::ops::Index;
use std::sync::Arc;

/// Rows that share their columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    columns: Arc<[String]>,
    rows: Vec<Row>,
}

/// A record, a post or a page.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// The name of the page that the row is from.
    pub page: String,
    /// The number of the row on its page, from 1.
    pub number: usize,
    columns: Arc<[String]>,
    values: Vec<Option<String>>,
}

impl Rows {
    /// The names of the columns, in the order in which they appear on the pages.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows, page after page.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The rows, page after page.
    pub fn iter(&self) -> std::slice::Iter<'_, Row> {
        self.rows.iter()
    }

    /// The rows with other names, order and choice of columns.
    ///
    /// # Errors
    /// If there is no column of a name, or if two would have one.
    pub fn edit(self, edit: &Edit) -> Result<Rows> {
        let names: Vec<&str> = self.columns.iter().map(String::as_str).collect();
        let edited = edit.apply(&names)?;
        let mut rows = Rows::new(edited.iter().map(|column| column.name.clone()).collect());
        for Row { page, number, mut values, .. } in self.rows {
            let values = edited.iter().map(|column| values[column.from].take()).collect();
            rows.rows.push(Row { page, number, columns: Arc::clone(&rows.columns), values });
        }
        Ok(rows)
    }

    fn new(columns: Vec<String>) -> Self {
        Rows { columns: columns.into(), rows: Vec::new() }
    }

    /// Adds a row whose values are in the order of the columns.
    fn add(&mut self, page: &Document, number: usize, values: Vec<Option<String>>) {
        let columns = Arc::clone(&self.columns);
        self.rows.push(Row { page: page.name().to_owned(), number, columns, values });
    }

    /// Adds a row of named values.
    fn add_named<'a>(
        &mut self,
        page: &Document,
        number: usize,
        named: impl IntoIterator<Item = (&'a str, String)>,
    ) {
        let columns = Arc::clone(&self.columns);
        let indices: HashMap<&str, usize> = columns.iter().map(String::as_str).zip(0..).collect();
        let mut values = vec![None; columns.len()];
        for (name, value) in named {
            values[*indices.get(name).expect("every named value has a column")] = Some(value);
        }
        self.add(page, number, values);
    }
}

impl IntoIterator for Rows {
    type Item = Row;
    type IntoIter = std::vec::IntoIter<Row>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.into_iter()
    }
}

impl<'a> IntoIterator for &'a Rows {
    type Item = &'a Row;
    type IntoIter = std::slice::Iter<'a, Row>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.iter()
    }
}

impl Row {
    /// The value of a column: `None` where the row has no such element, empty where the element has no text.
    #[must_use]
    pub fn get(&self, column: &str) -> Option<&str> {
        let index = self.columns.iter().position(|name| name == column)?;
        self.values[index].as_deref()
    }

    /// The values of the row that are present, with the names of their columns.
    pub fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        let named = self.columns.iter().zip(&self.values);
        named.filter_map(|(name, value)| Some((name.as_str(), value.as_deref()?)))
    }
}

/// The value of a column, or the empty string where the row has none.
///
/// # Panics
/// If there is no such column.
impl Index<&str> for Row {
    type Output = str;

    fn index(&self, column: &str) -> &str {
        let is_known = self.columns.iter().any(|name| name == column);
        assert!(is_known, "no column {column:?} among {:?}", self.columns);
        self.get(column).unwrap_or_default()
    }
}

/// The records of the main list of each page: hits of a search, products of a shop.
///
/// Pages of one template share their columns. With pages of several templates, the rows have the columns of all of them. Pages that are
/// surely of another kind, such as articles, have no records if others are lists; [`Lists::select`] asks every page.
/// [`selected_records`] gives those of a list that is named.
#[must_use]
pub fn records(corpus: &Corpus) -> Rows {
    rows_of(corpus, &Lists::find(corpus))
}

/// The records of the list of each page that a [`Selection`] names, where the usual choice is another one.
///
/// ```
/// use katagami::ask::{Edit, Selection, selected_records};
/// # use katagami::document::{Corpus, Document};
/// # let page = "<ul><li>Home<li>Shop<li>Help</ul><p>Oak, a tall tree <b>4</b><p>Ash, a grey tree <b>5</b><p>Elm, a rare tree <b>6</b>";
/// # let corpus: Corpus = [Document::new("trees.html", page)].into_iter().collect();
/// let menu = selected_records(&corpus, &Selection::new().like("Shop"))?;
/// assert_eq!(menu.rows().len(), 3);
/// let trees = selected_records(&corpus, &Selection::new().records("p:has(b)".parse()?))?;
/// assert_eq!(trees.rows().len(), 3);
/// let prices = trees.edit(&Edit::new().rename("b", "price").only("price"))?;
/// assert_eq!(&prices.rows()[0]["price"], "4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If no page has the list; the message says what is near.
pub fn selected_records(corpus: &Corpus, selection: &Selection) -> Result<Rows> {
    Ok(rows_of(corpus, &Lists::select(corpus, selection)?))
}

fn rows_of(corpus: &Corpus, lists: &Lists<'_>) -> Rows {
    let tables = lists.tables(Width::Informative);
    let names = tables.names(Markup::Text);
    let mut rows = Rows::new(names.into_iter().map(str::to_owned).collect());
    for list in tables.lists() {
        for (number, record) in (1..).zip(tables.values(list, Markup::Text)) {
            rows.add_named(&corpus.documents()[list.page], number, record);
        }
    }
    rows
}

/// The posts of threads, with the columns `author`, `date`, `text`. Pages that are surely of another kind, such as lists, have none if
/// others are threads; [`forum::threads`](crate::forum::threads) has the posts of every page.
#[must_use]
pub fn posts(corpus: &Corpus) -> Rows {
    let mut rows = Rows::new(["author", "date", "text"].map(str::to_owned).into());
    let found = threads(corpus.documents()).without_foreign();
    for (document, posts) in corpus.documents().iter().zip(found.pages) {
        for (number, post) in (1..).zip(posts) {
            rows.add(document, number, vec![post.author, post.date, Some(post.text)]);
        }
    }
    rows
}

/// The main text and the metadata of each page, with the columns `title`, `author`, `date`, `iso_date`, `site`, `description`,
/// `image`, `language`, `kind`, `text`. Paragraphs are separated by an empty line.
#[must_use]
pub fn content(corpus: &Corpus) -> Rows {
    let documents = corpus.documents();
    let names = Metadata::NAMES.into_iter().chain(["text"]);
    let mut rows = Rows::new(names.map(str::to_owned).collect());
    for (document, (content, metadata)) in documents.iter().zip(described(documents)) {
        let known = metadata.values().map(|value| value.map(str::to_owned));
        rows.add(document, 1, known.into_iter().chain([Some(paragraphs(&content.text))]).collect());
    }
    rows
}

/// Learns from pages how to read them and other pages of the same templates.
///
/// # Errors
/// If no two pages share a template.
pub fn learn(corpus: &Corpus) -> Result<Wrapper> {
    Learner::new().learn(corpus)
}

/// The rows that a wrapper reads from pages: one for each page or for each record, with the fields that tables show. A value
/// of several texts has one line for each.
#[must_use]
pub fn extract(wrapper: &Wrapper, corpus: &Corpus) -> Rows {
    extracted(wrapper, corpus, |template| Some(template.rows))
}

/// The rows of a table within pages, such as reviews, as a wrapper reads them, or with the name `page` the pages themselves; none if it has
/// no table of this name.
#[must_use]
pub fn extract_table(wrapper: &Wrapper, corpus: &Corpus, name: &str) -> Rows {
    extracted(wrapper, corpus, |template| template.rows_named(name))
}

/// Rows that a wrapper reads from pages.
fn extracted(
    wrapper: &Wrapper,
    corpus: &Corpus,
    wanted: impl Fn(&Template) -> Option<wrapper::Rows>,
) -> Rows {
    let wanted: Vec<Option<wrapper::Rows>> = wrapper.templates.iter().map(wanted).collect();
    let fields = |(template, rows): (&'_ Template, &Option<wrapper::Rows>)| {
        let fields = rows.iter().flat_map(|&rows| template.fields_of(rows));
        fields.map(|field| field.left_out.is_none().then(|| field.name.clone())).collect()
    };
    let names: Vec<Vec<Option<String>>> = wrapper.templates.iter().zip(&wanted).map(fields).collect();
    let mut rows = Rows::new(wrapper.column_names(names.iter().flatten().flatten().map(String::as_str)));
    let extractor = Extractor::new(wrapper);
    let read = |document: &Document| extractor.extract(document.text());
    let pages: Vec<_> = corpus.documents().par_iter().map(read).collect();
    for (document, page) in corpus.documents().iter().zip(pages) {
        let Some(page) = page else { continue };
        let Some(of) = wanted[page.template] else { continue };
        for (number, values) in (1..).zip(page.rows_of(of)) {
            let text = |value: &Value| value.texts.join("\n");
            let filled = names[page.template].iter().zip(values);
            let filled = filled.filter_map(|(name, value)| Some((name.as_deref()?, text(value.as_ref()?))));
            rows.add_named(document, number, filled);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus(pages: &[String]) -> Corpus {
        let named = |(number, page): (usize, &String)| Document::new(format!("{number}.html"), page.clone());
        (1..).zip(pages).map(named).collect()
    }

    fn shelf(books: &[(&str, &str)]) -> String {
        let book = |(title, price): &(&str, &str)| {
            let price = if price.is_empty() { String::new() } else { format!("<b class=price>{price}</b>") };
            format!("<li><h3 class=title>{title}</h3>{price}</li>")
        };
        format!("<h1>Shelf</h1><ul>{}</ul>", books.iter().map(book).collect::<String>())
    }

    #[test]
    fn records_of_all_pages_are_rows_of_one_table() {
        let shelves = corpus(&[
            shelf(&[("Dune", "4.50"), ("Emma", ""), ("Ulysses", "7.00")]),
            shelf(&[("Walden", "3.20"), ("Middlemarch", "9.10"), ("Ivanhoe", "2.00")]),
        ]);
        let rows = records(&shelves);
        assert_eq!(rows.columns(), ["title", "price"]);
        let named: Vec<(&str, usize, &str)> =
            rows.rows().iter().map(|row| (&*row.page, row.number, &row["title"])).collect();
        assert_eq!(named[0], ("1.html", 1, "Dune"));
        assert_eq!(named[5], ("2.html", 3, "Ivanhoe"));
        assert_eq!((rows.rows()[1].get("price"), &rows.rows()[1]["price"]), (None, ""));
        assert_eq!(rows.rows()[1].values().collect::<Vec<_>>(), [("title", "Emma")]);
    }

    #[test]
    fn a_page_is_one_row_and_some_tables() {
        let years = [&[(2019, 4), (2020, 7), (2021, 9)][..], &[(2018, 1), (2020, 3)]];
        let page = |(name, sales): (&str, &[(u32, u32)])| {
            let row = |(year, sold): &(u32, u32)| format!("<tr><td>{year}<td>{sold}");
            let rows: String = sales.iter().map(row).collect();
            format!("<h1 class=name>{name}</h1><h2>Sales</h2><table><tr><th>Year<th>Sold{rows}</table>")
        };
        let pages = corpus(&["Ann", "Bob"].into_iter().zip(years).map(page).collect::<Vec<_>>());
        let wrapper = learn(&pages).expect("a template");
        assert_eq!(extract(&wrapper, &pages).columns(), ["title"]);
        let sales = extract_table(&wrapper, &pages, "Sales");
        assert_eq!(sales.columns(), ["Year", "Sold"]);
        let rows = sales.iter().map(|row| (&*row.page, row.number, &row["Year"], &row["Sold"]));
        let first = [("1.html", 1, "2019", "4"), ("1.html", 2, "2020", "7"), ("1.html", 3, "2021", "9")];
        let second = [("2.html", 1, "2018", "1"), ("2.html", 2, "2020", "3")];
        assert_eq!(rows.collect::<Vec<_>>(), [&first[..], &second[..]].concat());
        assert!(extract_table(&wrapper, &pages, "none").rows().is_empty());
    }

    #[test]
    #[should_panic(expected = "no column \"isbn\"")]
    fn a_column_that_no_row_has_is_a_mistake() {
        let rows = records(&corpus(&[shelf(&[("Dune", "4.50"), ("Emma", "2.00"), ("Ulysses", "7.00")])]));
        let _ = &rows.rows()[0]["isbn"];
    }

    #[test]
    fn a_wrapper_reads_pages_that_it_was_not_learned_from() {
        let known = corpus(&[
            shelf(&[("Dune", "4.50"), ("Emma", "1.10"), ("Ulysses", "7.00")]),
            shelf(&[("Walden", "3.20"), ("Middlemarch", "9.10"), ("Ivanhoe", "2.00")]),
        ]);
        let wrapper = learn(&known).expect("two pages of a template");
        let rows = extract(&wrapper, &corpus(&[shelf(&[("Lolita", "6.00"), ("Kim", "5.00")])]));
        assert_eq!(
            rows.into_iter().map(|row| row["title"].to_owned()).collect::<Vec<_>>(),
            ["Lolita", "Kim"]
        );
    }

    #[test]
    fn posts_and_texts_have_the_columns_that_they_say() {
        let page = "<h1>Rain</h1><p>The river rose all night, and in the morning the bridge was gone.</p>";
        let text = content(&corpus(&[page.to_owned()]));
        assert_eq!(text.columns().last().map(String::as_str), Some("text"));
        assert_eq!(text.rows()[0].get("author"), None);
        assert!(text.rows()[0]["text"].contains("The river rose"));
        assert_eq!(posts(&corpus(&[])).columns(), ["author", "date", "text"]);
    }
}
