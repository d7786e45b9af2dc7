//! Wrappers: templates that read new pages.

use crate::ask::{Like, Renaming, edit, lead, selection, share};
use crate::errors::{exception, setting};
use crate::pages::Pages;
use crate::table::{Kind, Table, TableBuilder, whole};
use crate::work::{How, ask, run, write_file};
use katagami::content::site_name;
use katagami::document::Document;
use katagami::report::notice::{Spelling, Unfit, guessed, without_template};
use katagami::report::{Cell, Column, EditedColumns, FieldSet, Fields, apart};
use katagami::wrapper::export::{self, Selectors, selectors_tried};
use katagami::wrapper::{self, Extraction, Extractor, Learner, PAGE, Wrapper as Learned};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};
use rayon::prelude::*;
use self_cell::self_cell;
use std::path::PathBuf;
use std::sync::Arc;

self_cell! {
    /// A wrapper with what reads pages by it.
    struct Prepared {
        owner: Learned,
        #[covariant]
        dependent: Extractor,
    }
}

/// Templates that read pages: learned from pages, kept in a file, the program's as well.
///
/// >>> def page(name, town):
/// ...     return f"<h1 class=name>{name}</h1><p>Town: <b class=town>{town}</b></p>"
/// >>> wrapper = katagami.learn([page("Ann", "Bonn"), page("Bob", "Lyon"), page("Cy", "Turin")])
/// >>> wrapper.fields
/// ['title', 'Town']
/// >>> wrapper.read(page("Dee", "Graz"))
/// [{'title': 'Dee', 'Town': 'Graz'}]
#[pyclass(frozen, module = "katagami", name = "Wrapper")]
pub(crate) struct Wrapper(Arc<Prepared>);

/// How well a wrapper fits pages; true if it does.
#[pyclass(frozen, module = "katagami")]
pub(crate) struct Check {
    /// Whether it fits: most pages have most of the template, no field is gone, and no values are of another kind.
    #[pyo3(get)]
    fits: bool,
    /// A row a page: whether its template is that of the wrapper, how much of it the page has, and which fields it lacks.
    #[pyo3(get)]
    pages: Py<Table>,
    /// A row a field: whether it fits, and what became of it.
    #[pyo3(get)]
    fields: Py<Table>,
}

#[pymethods]
impl Check {
    fn __bool__(&self) -> bool {
        self.fits
    }

    fn __repr__(&self) -> String {
        format!("<katagami.Check: {}>", if self.fits { "fits" } else { "does not fit" })
    }
}

/// A wrapper from pages, without an example of what is wanted: the templates and their fields, to read new pages with.
///
/// `rows` says what a row is, "pages" or "records"; with "auto", records if most of what each page alone says stands in its
/// list, and little in running words beside it. Without it, that is so too, or as it is in `update`. `update` is a wrapper of the pages before a redesign: fields that are the same keep the names that they have in it.
/// `like`, `records` and `list` name the list whose records are the rows, `only`, `rename` and `names` choose and name fields, as in `records`; the
/// wrapper keeps both.
///
/// >>> def page(name, town):
/// ...     return f"<h1 class=name>{name}</h1><p>Town: <b class=town>{town}</b></p>"
/// >>> katagami.learn([page("Ann", "Bonn"), page("Bob", "Lyon"), page("Cy", "Turin")])
/// <katagami.Wrapper: 1 template; title, Town>
#[pyfunction]
#[pyo3(signature = (pages, *, rows=None, like=None, records=None, list=None, only=None, rename=None, names="page", update=None, **how))]
#[pyo3(
    text_signature = "(pages, *, rows=None, like=None, records=None, list=None, only=None, rename=None, names='page', update=None, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn learn(
    pages: &Bound<'_, PyAny>,
    rows: Option<&str>,
    like: Option<Like>,
    records: Option<&str>,
    list: Option<usize>,
    only: Option<Like>,
    rename: Option<Renaming>,
    names: &str,
    update: Option<&Bound<'_, Wrapper>>,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Wrapper> {
    let py = pages.py();
    let old = update.map(|old| Arc::clone(&old.get().0));
    let method = match rows {
        None => old.as_ref().map_or_else(Learner::new, |old| old.borrow_owner().learner()),
        Some("auto") => Learner::new(),
        Some("pages" | "page") => Learner::new().shape(wrapper::Shape::Page),
        Some("records") => Learner::new().shape(wrapper::Shape::Records),
        Some(said) => return Err(setting(py, format!("rows={said:?}: give one of auto, pages, records"))),
    };
    let selection = selection(py, like, records, list)?;
    let edited = edit(py, only, rename, names)?;
    let method = if selection.is_usual() { method } else { method.selection(selection) };
    let learned = ask(pages, how, move |corpus, call| {
        let learned = method.learn(corpus)?;
        call.warn(without_template(&learned, corpus.documents().iter().map(Document::name)));
        call.warn(learned.templates.iter().filter_map(|template| guessed(&learned, template)));
        let learned = match &old {
            Some(old) => learned.updated_from(old.borrow_owner()).0,
            None => learned,
        };
        if edited.is_empty() { Ok(learned) } else { learned.edit(&edited) }
    })?;
    Ok(Wrapper::of(learned))
}

/// The selectors of templates with these numbers, and the name of the pages' site if it is wanted.
type Exported = (Vec<(usize, Vec<Selectors>)>, Option<String>);

impl Wrapper {
    fn of(learned: Learned) -> Self {
        Wrapper(Arc::new(Prepared::new(learned, |learned| Extractor::new(learned))))
    }

    fn learned(&self) -> &Learned {
        self.0.borrow_owner()
    }

    /// The error if there is no table of this name.
    fn no_table(&self, py: Python<'_>, name: &str) -> PyErr {
        let names: Vec<&str> =
            std::iter::once(PAGE).chain(Fields::tables(self.learned(), FieldSet::All)).collect();
        setting(py, format!("table={name:?}: the wrapper has no such table; it has: {}", names.join(", ")))
    }

    /// The selectors of some templates, tried on pages if there are any, and with `is_named` the name of their site.
    fn selectors(
        &self,
        py: Python<'_>,
        pages: Option<&Bound<'_, PyAny>>,
        template: Option<usize>,
        all_fields: bool,
        is_named: bool,
    ) -> PyResult<Exported> {
        let all = self.learned().templates.len();
        let numbers = match template {
            None => (0..all).collect(),
            Some(number) if (1..=all).contains(&number) => vec![number - 1],
            Some(number) => {
                return Err(setting(
                    py,
                    format!("template={number}: the wrapper has the templates 1 to {all}; give one of these"),
                ));
            }
        };
        let pages =
            pages.map(|pages| Pages::new(pages, How { strict: true, ..How::default() })).transpose()?;
        let prepared = Arc::clone(&self.0);
        run(py, None, move |call| {
            let corpus = pages.map(|pages| pages.read(call)).transpose()?;
            let documents = corpus.as_ref().map_or(&[][..], |corpus| corpus.documents());
            let learned = prepared.borrow_owner();
            let fitting = export::fitting(learned, prepared.borrow_dependent(), documents, |_| {})?;
            let of = |number: usize| {
                let template = &learned.templates[number];
                let pages: Vec<&str> = fitting[number].iter().map(|page| page.text()).collect();
                let found = selectors_tried(template, &pages);
                let shown =
                    |rows: Selectors| if all_fields { Some(rows) } else { rows.informative(template) };
                (number, found.into_iter().filter_map(shown).collect())
            };
            let of_site = numbers.first().filter(|_| is_named).map(|&number: &usize| &fitting[number]);
            let name = of_site.and_then(|pages| {
                site_name(&pages.iter().map(|&page| page.clone()).collect::<Vec<Document>>())
            });
            Ok((numbers.into_iter().map(of).collect(), name))
        })
    }

    /// The selectors of the only template asked for, and with `is_named` the name of the pages' site.
    fn only(
        &self,
        py: Python<'_>,
        pages: Option<&Bound<'_, PyAny>>,
        template: Option<usize>,
        all_fields: bool,
        is_named: bool,
    ) -> PyResult<(Vec<Selectors>, Option<String>)> {
        let all = self.learned().templates.len();
        if template.is_none() && all > 1 {
            return Err(setting(py, format!("the wrapper has {all} templates; choose one with template=")));
        }
        let (mut found, name) = self.selectors(py, pages, template, all_fields, is_named)?;
        Ok((found.swap_remove(0).1, name))
    }

    fn selector_table(
        &self,
        py: Python<'_>,
        pages: Option<&Bound<'_, PyAny>>,
        template: Option<usize>,
        all_fields: bool,
        is_css: bool,
    ) -> PyResult<Table> {
        let columns = [
            ("template", Kind::Whole),
            ("table", Kind::Text),
            ("field", Kind::Text),
            ("many", Kind::Truth),
            ("selector", Kind::Text),
            ("attribute", Kind::Text),
            ("re", Kind::Text),
            ("reason", Kind::Text),
            ("records", Kind::Text),
        ];
        let mut table = TableBuilder::new(columns);
        for (number, found) in self.selectors(py, pages, template, all_fields, false)?.0 {
            for rows in found {
                let records = rows.records.and_then(|(xpath, css)| if is_css { css } else { Some(xpath) });
                for field in &rows.fields {
                    let (selector, reason) = if is_css {
                        (&field.css, field.without_css())
                    } else {
                        (&field.xpath, field.without_xpath())
                    };
                    let cells = &mut table.row();
                    cells.whole(whole(number + 1)).text(rows.table.as_deref());
                    cells.text(&*field.field).truth(field.many);
                    let attribute = field.attribute.filter(|_| is_css && selector.is_some());
                    cells.text(selector.as_deref()).text(attribute);
                    cells.text(field.re.as_deref().filter(|_| selector.is_some()));
                    cells.text(reason.as_deref()).text(records.as_deref());
                }
            }
        }
        Ok(table.finish())
    }
}

/// Cells by name, without those that are missing, and without those of a name that the dict has.
fn fill(dict: &Bound<'_, PyDict>, cells: impl IntoIterator<Item = (String, Cell)>) -> PyResult<()> {
    for (name, cell) in cells {
        match cell {
            Cell::Text(text) if !dict.contains(&name)? => dict.set_item(name, text)?,
            Cell::List(texts) if !dict.contains(&name)? => dict.set_item(name, texts)?,
            _ => {}
        }
    }
    Ok(())
}

/// The fields that are asked for.
fn field_set(py: Python<'_>, fields: &str, all_fields: bool) -> PyResult<FieldSet> {
    match fields {
        "text" | "links" if all_fields => Ok(FieldSet::All),
        "text" => Ok(FieldSet::Shown),
        "links" => Ok(FieldSet::WithLinks),
        said => Err(setting(py, format!("fields={said:?}: give one of text, links"))),
    }
}

#[pymethods]
impl Wrapper {
    /// The names of the fields that tables have, in the order of their templates.
    #[getter]
    fn fields(&self) -> Vec<String> {
        Fields::new(self.learned(), FieldSet::Shown)
            .columns()
            .iter()
            .map(|column| column.name.clone())
            .collect()
    }

    /// The names of the tables within pages, such as their list or reviews; `extract(pages, table=...)` gives their rows.
    #[getter]
    fn tables(&self) -> Vec<String> {
        Fields::tables(self.learned(), FieldSet::Shown).into_iter().map(str::to_owned).collect()
    }

    /// How many templates there are.
    #[getter]
    fn templates(&self) -> usize {
        self.learned().templates.len()
    }

    /// The fields of pages, a row a page or a row a record. Every page is read with the template that fits it best; one
    /// that no template fits has no row. A field that the page has no place for is None; one that is there and empty is "".
    /// `all_fields` gives also those that say nothing: the same on all pages, or equal to another field. Values under labels that
    /// the wrapper does not know have no column; `read` has them. `table` is the name of a table within pages, whose rows are
    /// given instead; with "page" a row is a page, also if it is a list. `only` are the fields that are wanted, in order, `rename` other names of fields, `names` as in `records`. With `fields="links"` the addresses of links are further columns, such as `title.href`.
    #[pyo3(signature = (pages, *, table=None, only=None, rename=None, names="page", fields="text", all_fields=false, **how))]
    #[pyo3(
        text_signature = "($self, pages, *, table=None, only=None, rename=None, names='page', fields='text', all_fields=False, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn extract(
        &self,
        pages: &Bound<'_, PyAny>,
        table: Option<&str>,
        only: Option<Like>,
        rename: Option<Renaming>,
        names: &str,
        fields: &str,
        all_fields: bool,
        how: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Table> {
        let prepared = Arc::clone(&self.0);
        let set = field_set(pages.py(), fields, all_fields)?;
        let table = table.map(str::to_owned);
        if let Some(name) = table.as_deref().filter(|name| Fields::named(self.learned(), name, set).is_none())
        {
            return Err(self.no_table(pages.py(), name));
        }
        let edit = edit(pages.py(), only, rename, names)?;
        ask(pages, how, move |corpus, call| {
            let extractor = prepared.borrow_dependent();
            let found: Vec<Option<Extraction>> = corpus
                .documents()
                .par_iter()
                .map_init(|| extractor.reader(), |reader, document| reader.extract(document.text()))
                .collect();
            let has_values = |found: &Option<Extraction>| found.as_ref().is_some_and(Extraction::has_values);
            let mut unfit = Unfit::default();
            for (document, _) in corpus.documents().iter().zip(&found).filter(|(_, found)| !has_values(found))
            {
                call.warn(unfit.page(document.name()));
            }
            call.warn(unfit.more());
            if !found.iter().any(has_values) {
                call.warn(unfit.advice(Spelling::Python));
            }
            let fields = wanted(prepared.borrow_owner(), table.as_deref(), set);
            let edited = EditedColumns::new(fields.columns(), &edit)?;
            let documents = corpus.documents();
            Ok(field_table(&fields, &edited, documents.iter().zip(found)).with_urls(documents))
        })
    }

    /// The fields of one page: a dict for the page or for each of its records, without those that it has no place for. Values
    /// under labels that the wrapper does not know are further fields, and so is what was the same on all pages so far. A table
    /// within the page is a list of dicts. `table` is as in `extract`: with "page" there is one dict for a list page too, with its
    /// records as a table.
    #[pyo3(signature = (html, *, table=None, fields="text", all_fields=false, encoding=None, base_url=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn read<'py>(
        &self,
        py: Python<'py>,
        html: &Bound<'py, PyAny>,
        table: Option<&str>,
        fields: &str,
        all_fields: bool,
        encoding: Option<String>,
        base_url: Option<String>,
    ) -> PyResult<Bound<'py, PyList>> {
        let pages = Pages::one(html, None, How { encoding, base_url, ..How::default() })?;
        let set = field_set(py, fields, all_fields)?;
        let table = table.map(str::to_owned);
        if let Some(name) = table.as_deref().filter(|name| Fields::named(self.learned(), name, set).is_none())
        {
            return Err(self.no_table(py, name));
        }
        let prepared = Arc::clone(&self.0);
        let (names, rows) = run(py, None, move |call| {
            let corpus = pages.read(call)?;
            let document = &corpus.documents()[0];
            let found = prepared.borrow_dependent().extract(document.text());
            let mut fields = wanted(prepared.borrow_owner(), table.as_deref(), set);
            fields.look_for_news(&found);
            let names: Vec<String> = fields.columns().iter().map(|column| column.name.clone()).collect();
            let found = found.filter(Extraction::has_values);
            let rows = found.map(|found| fields.rows(document, &found)).unwrap_or_default();
            Ok((names, rows))
        })?;
        let dicts = rows.into_iter().map(|row| {
            let dict = PyDict::new(py);
            fill(&dict, names.iter().cloned().zip(row.cells).chain(row.more))?;
            for table in row.tables {
                if !dict.contains(&table.name)? {
                    let rows = table.rows.into_iter().map(|cells| {
                        let row = PyDict::new(py);
                        fill(&row, cells).map(|()| row)
                    });
                    dict.set_item(table.name, rows.collect::<PyResult<Vec<_>>>()?)?;
                }
            }
            Ok(dict)
        });
        PyList::new(py, dicts.collect::<PyResult<Vec<_>>>()?)
    }

    /// Whether the wrapper still fits pages of its site, and what became of its fields. `tolerate` is the share of pages that
    /// may be of another kind.
    #[pyo3(signature = (pages, *, tolerate=0.1, **how))]
    #[pyo3(
        text_signature = "($self, pages, *, tolerate=0.1, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
    )]
    fn check(
        &self,
        pages: &Bound<'_, PyAny>,
        tolerate: f64,
        how: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Check> {
        let py = pages.py();
        share(py, "tolerate", tolerate)?;
        let prepared = Arc::clone(&self.0);
        let (fits, pages, fields) = ask(pages, how, move |corpus, _| {
            let checked = wrapper::check(prepared.borrow_owner(), corpus, tolerate);
            Ok((checked.fits, page_table(&checked), fate_table(&checked)))
        })?;
        Ok(Check { fits, pages: Py::new(py, pages)?, fields: Py::new(py, fields)? })
    }

    /// The wrapper with other names, another order or another choice of its fields: `rename` are new names of fields, `names` the form
    /// of all others as in `records`, `drop` those
    /// that are left out, `only` those that alone are kept, in order, `order` those that come first.
    #[pyo3(signature = (*, rename=None, names="page", drop=None, only=None, order=None))]
    fn edit(
        &self,
        py: Python<'_>,
        rename: Option<Renaming>,
        names: &str,
        drop: Option<Like>,
        only: Option<Like>,
        order: Option<Like>,
    ) -> PyResult<Self> {
        let texts = |like: Option<Like>| like.map(Like::texts).into_iter().flatten();
        let edit = texts(drop).fold(edit(py, only, rename, names)?, katagami::ask::Edit::drop);
        let edit = texts(order).fold(edit, katagami::ask::Edit::order);
        self.learned().clone().edit(&edit).map(Wrapper::of).map_err(|error| exception(py, &error))
    }

    /// CSS selectors, a row a field; tried on the pages that are given, for a selector does not see the whole page as the
    /// wrapper does. On lists they begin at a record, which the selector in `records` finds. `all_fields` gives also those of fields
    /// that `extract` leaves out.
    #[pyo3(signature = (pages=None, *, template=None, all_fields=false))]
    fn to_css(
        &self,
        py: Python<'_>,
        pages: Option<&Bound<'_, PyAny>>,
        template: Option<usize>,
        all_fields: bool,
    ) -> PyResult<Table> {
        self.selector_table(py, pages, template, all_fields, true)
    }

    /// XPath 1.0, a row a field; see `to_css`.
    #[pyo3(signature = (pages=None, *, template=None, all_fields=false))]
    fn to_xpath(
        &self,
        py: Python<'_>,
        pages: Option<&Bound<'_, PyAny>>,
        template: Option<usize>,
        all_fields: bool,
    ) -> PyResult<Table> {
        self.selector_table(py, pages, template, all_fields, false)
    }

    /// Python code for parsel and Scrapy: functions that make items of a selector.
    #[pyo3(signature = (pages=None, *, template=None, all_fields=false))]
    fn to_parsel(
        &self,
        py: Python<'_>,
        pages: Option<&Bound<'_, PyAny>>,
        template: Option<usize>,
        all_fields: bool,
    ) -> PyResult<String> {
        Ok(export::parsel(&self.only(py, pages, template, all_fields, false)?.0))
    }

    /// A schema of CSS selectors, as `JsonCssExtractionStrategy` of crawl4ai takes it. Its name is `name`, else the host of the pages, else the
    /// name of the site that they tell, else `katagami`.
    #[pyo3(signature = (pages=None, *, template=None, all_fields=false, name=None))]
    fn to_schema<'py>(
        &self,
        py: Python<'py>,
        pages: Option<&Bound<'_, PyAny>>,
        template: Option<usize>,
        all_fields: bool,
        name: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (found, site) = self.only(py, pages, template, all_fields, name.is_none())?;
        let schema = export::schema(&found, name.or(site.as_deref()).unwrap_or("katagami"));
        py.import("json")?.call_method1("loads", (schema.to_string(),))
    }

    /// Reads a wrapper file.
    #[classmethod]
    #[expect(clippy::needless_pass_by_value, reason = "it is made of a Python object")]
    fn load(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| Learned::load(&path)).map(Wrapper::of).map_err(|error| exception(py, &error))
    }

    /// Writes a wrapper file, which the program reads as well.
    #[expect(clippy::needless_pass_by_value, reason = "it is made of a Python object")]
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        write_file(py, &path, &self.to_json())
    }

    /// The text of a wrapper file.
    fn to_json(&self) -> String {
        self.learned().to_json()
    }

    /// The wrapper in the text of a file.
    #[classmethod]
    fn from_json(_class: &Bound<'_, PyType>, py: Python<'_>, json: &str) -> PyResult<Self> {
        Learned::from_json(json).map(Wrapper::of).map_err(|error| exception(py, &error))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().to_json(),)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Wrapper>().is_ok_and(|other| other.get().learned() == self.learned())
    }

    fn __repr__(&self) -> String {
        let count = self.templates();
        let s = if count == 1 { "" } else { "s" };
        format!("<katagami.Wrapper: {count} template{s}; {}>", self.fields().join(", "))
    }
}

/// The rows of a table that the wrapper has, or those by default.
fn wanted<'w>(wrapper: &'w Learned, table: Option<&str>, set: FieldSet) -> Fields<'w> {
    let named = table.and_then(|name| Fields::named(wrapper, name, set));
    named.unwrap_or_else(|| Fields::new(wrapper, set))
}

/// What a wrapper finds in pages.
fn field_table<'a>(
    fields: &Fields<'_>,
    edited: &EditedColumns,
    found: impl Iterator<Item = (&'a Document, Option<Extraction>)>,
) -> Table {
    let columns = apart(edited.columns.clone()).into_iter();
    let columns = columns.map(|Column { name, shape }| (name, Kind::of(shape)));
    let mut table = TableBuilder::new(lead().chain(columns));
    for (document, extraction) in found {
        let Some(extraction) = extraction.filter(Extraction::has_values) else { continue };
        for row in fields.rows(document, &extraction).into_iter().map(|row| edited.row(row)) {
            let mut cells = table.row();
            cells.text(&*row.path).whole(i64::from(row.record));
            for (column, cell) in edited.columns.iter().zip(&row.cells) {
                cells.cell(column.shape, cell);
            }
        }
    }
    table.finish()
}

fn page_table(checked: &wrapper::Check) -> Table {
    let columns = [
        ("path", Kind::Text),
        ("fits", Kind::Truth),
        ("foreign", Kind::Truth),
        ("template", Kind::Whole),
        ("matched", Kind::Number),
        ("uncovered", Kind::Number),
        ("missing", Kind::Texts),
    ];
    let mut table = TableBuilder::new(columns);
    for page in &checked.pages {
        let cells = &mut table.row();
        cells.text(&*page.path).truth(page.fits).truth(page.is_foreign).whole(page.template.map(whole));
        cells.number(page.matched).number(page.uncovered).texts(Some(&page.missing));
    }
    table.finish()
}

fn fate_table(checked: &wrapper::Check) -> Table {
    let columns = [
        ("template", Kind::Whole),
        ("table", Kind::Text),
        ("field", Kind::Text),
        ("fits", Kind::Truth),
        ("fate", Kind::Text),
        ("was", Kind::Text),
        ("is", Kind::Text),
        ("before", Kind::Whole),
        ("before_of", Kind::Whole),
        ("now", Kind::Whole),
        ("now_of", Kind::Whole),
        ("alike", Kind::Number),
        ("strange", Kind::Whole),
        ("stated", Kind::Whole),
        ("stated_of", Kind::Whole),
    ];
    let mut table = TableBuilder::new(columns);
    for field in &checked.fields {
        let fate = serde_json::to_value(field.fate).expect("a fate is a word");
        let cells = &mut table.row();
        cells.whole(whole(field.template + 1)).text(field.table.as_deref()).text(&*field.field);
        cells.truth(field.fits).text(fate.as_str());
        cells.text(field.was.as_deref()).text(field.is.as_deref());
        cells.whole(i64::from(field.before.some)).whole(i64::from(field.before.all));
        cells.whole(i64::from(field.now.some)).whole(i64::from(field.now.all)).number(field.alike);
        cells.whole(field.strange.map(i64::from));
        let stated = field.stated;
        cells
            .whole(stated.map(|share| i64::from(share.some)))
            .whole(stated.map(|share| i64::from(share.all)));
    }
    table.finish()
}
