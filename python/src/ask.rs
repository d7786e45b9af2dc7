//! The questions that a page set answers, one function each. What comes back are the rows that the program writes as a table.

use crate::errors::{exception, setting};
use crate::markup::{PageTable, Style, Wanted};
use crate::table::{Kind, Table, TableBuilder, whole};
use crate::work::{Call, ask};
use katagami::ask::{Edit, Lists, Naming, Selection, StatedValue};
use katagami::content::markup::Omit;
use katagami::content::{
    Content, Fate, Lean, Metadata, TextKind, Verdict, contents_leaning, described_and_explained, metadata,
    paragraphs,
};
use katagami::document::{Corpus, Document};
use katagami::error::Result;
use katagami::forum::{MarkdownThread, Post, join, markdown_threads, threads};
use katagami::index::{Index, LineBreaks, Memory, TextReader};
use katagami::kind::{BLOG, foreign_pages};
use katagami::record::{Markup, Width};
use katagami::report::notice::{Spelling, doubtful_lists, doubtful_posts, other_kinds, read_alone};
use katagami::report::{
    Column, Shape, apart, element_rows, rounded, spectrum_rows, stated_cells, stated_columns,
};
use katagami::site::clusters;
use katagami::spectrum::{Frequency, Lengths, PeakFinder, PowerLaw, Spectrum};
use katagami::template::{Aligner, templates};
use katagami::token::{Resolution, TextRuns};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// One of the words that an option knows.
pub(crate) fn word<T: Copy>(py: Python<'_>, option: &str, said: &str, known: &[(&str, T)]) -> PyResult<T> {
    known.iter().find(|(word, _)| *word == said).map(|known| known.1).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|known| known.0).collect();
        setting(py, format!("{option}={said:?}: give one of {}", words.join(", ")))
    })
}

/// What one symbol is.
fn symbols(py: Python<'_>, alphabet: &str, with_text: bool, keep_line_breaks: bool) -> PyResult<TextReader> {
    let known = [
        ("byte", Resolution::Byte),
        ("char", Resolution::Char),
        ("tag", Resolution::Tag),
        ("attr", Resolution::Attr),
        ("class", Resolution::Class),
        ("name", Resolution::Name),
    ];
    Ok(TextReader::new(word(py, "alphabet", alphabet, &known)?)
        .text_runs(if with_text { TextRuns::AsSymbols } else { TextRuns::LeftOut })
        .line_breaks(if keep_line_breaks { LineBreaks::Kept } else { LineBreaks::Removed }))
}

/// How many pages or records share a template: the frequencies at which the substrings of a page set stand out.
///
/// V(f), `distinct`, is the number of distinct substrings that occur f times, F(f) = f V(f), `total`, how often they occur in
/// all. A template's substrings are on as many pages as the template is: F has a peak there, the highest of which is number 1
/// in the column `peak`. `length` is that of the substrings in symbols, (1, 10) unless it is given; (1, None) has no limit.
///
/// >>> pages = [f"<p>Hello, {name}! How are you?</p>" for name in ["Ann", "Bob", "Cy", "Dee"]]
/// >>> [row["frequency"] for row in katagami.spectrum(pages) if row["peak"] == 1]
/// [4]
#[pyfunction]
#[pyo3(signature = (pages, *, alphabet="byte", with_text=false, keep_line_breaks=false, length=None, frequency=None, **how))]
#[pyo3(
    text_signature = "(pages, *, alphabet='byte', with_text=False, keep_line_breaks=False, length=None, frequency=None, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
pub(crate) fn spectrum(
    pages: &Bound<'_, PyAny>,
    alphabet: &str,
    with_text: bool,
    keep_line_breaks: bool,
    length: Option<(u32, Option<u32>)>,
    frequency: Option<&str>,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let py = pages.py();
    let reader = symbols(py, alphabet, with_text, keep_line_breaks)?;
    let lengths = match length {
        Some((min, max)) => Lengths::new(min, max)
            .ok_or_else(|| setting(py, "length: give (A, B) with 1 <= A <= B, or (A, None) for no limit"))?,
        None => Lengths::DISCOVERY,
    };
    let known = [("occurrences", Frequency::Occurrences), ("documents", Frequency::Documents)];
    let frequency = frequency.map(|said| word(py, "frequency", said, &known)).transpose()?;
    ask(pages, how, move |corpus, _| {
        let text = reader.read(corpus)?;
        let frequency = frequency.unwrap_or_else(|| Frequency::of(&text));
        let spectrum = Spectrum::of(text, lengths, frequency);
        let peaks = PeakFinder::counting(frequency).find(&spectrum);
        let columns = [
            ("frequency", Kind::Whole),
            ("distinct", Kind::Whole),
            ("total", Kind::Whole),
            ("amplified", Kind::Number),
            ("line", Kind::Number),
            ("peak", Kind::Whole),
        ];
        let mut table = TableBuilder::new(columns);
        for row in spectrum_rows(&spectrum, PowerLaw::fit(&spectrum), &peaks, None) {
            let cells = &mut table.row();
            cells.whole(whole(row.frequency)).whole(whole(row.distinct)).whole(whole(row.total));
            cells.number(row.amplified).number(row.line).whole(row.peak.map(whole));
        }
        Ok(table.finish())
    })
}

/// What pages have in common: the elements of their template in page order, pages of several templates told apart.
///
/// >>> pages = [f"<p>Hello, {name}! How are you?</p>" for name in ["Ann", "Bob", "Cy", "Dee"]]
/// >>> katagami.template(pages)["text"]
/// ['<p>Hello, ', '! How are you?</p>']
#[pyfunction]
#[pyo3(signature = (pages, *, alphabet="byte", with_text=false, keep_line_breaks=false, support=0.3, **how))]
#[pyo3(
    text_signature = "(pages, *, alphabet='byte', with_text=False, keep_line_breaks=False, support=0.3, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
pub(crate) fn template(
    pages: &Bound<'_, PyAny>,
    alphabet: &str,
    with_text: bool,
    keep_line_breaks: bool,
    support: f64,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let reader = symbols(pages.py(), alphabet, with_text, keep_line_breaks)?;
    share(pages.py(), "support", support)?;
    ask(pages, how, move |corpus, _| {
        let index = Index::new(reader.read(corpus)?, Memory::Fast);
        let found = templates(&index, &clusters(corpus.documents()), Aligner::new().support(support));
        let columns = [
            ("group", Kind::Whole),
            ("element", Kind::Whole),
            ("frequency", Kind::Whole),
            ("symbols", Kind::Whole),
            ("text", Kind::Text),
            ("path", Kind::Text),
            ("start", Kind::Whole),
            ("end", Kind::Whole),
        ];
        let mut table = TableBuilder::new(columns);
        for row in element_rows(corpus, index.text(), &found) {
            let cells = &mut table.row();
            cells.whole(whole(row.group)).whole(whole(row.element)).whole(whole(row.frequency));
            cells.whole(whole(row.symbols)).text(&*row.text).text(row.path);
            cells.whole(whole(row.start)).whole(whole(row.end));
        }
        Ok(table.finish())
    })
}

/// Refuses what is no share.
pub(crate) fn share(py: Python<'_>, option: &str, share: f64) -> PyResult<()> {
    if (0.0..=1.0).contains(&share) {
        return Ok(());
    }
    Err(setting(py, format!("{option}={share}: give a number from 0 to 1, such as 0.3")))
}

/// How many records each page holds: hits of a search, products of a shop.
///
/// >>> hits = "".join(f"<li><b>{name}</b> <i>{year}</i></li>" for name, year in [("Dune", 1965), ("Emma", 1815), ("Kim", 1901)])
/// >>> katagami.count({"https://example.org/books": f"<ol>{hits}</ol>"})[0]
/// {'path': 'https://example.org/books', 'count': 3}
#[pyfunction]
#[pyo3(signature = (pages, **how))]
#[pyo3(
    text_signature = "(pages, *, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
pub(crate) fn count(pages: &Bound<'_, PyAny>, how: Option<&Bound<'_, PyDict>>) -> PyResult<Table> {
    ask(pages, how, |corpus, _| {
        let documents = corpus.documents();
        let lists = Lists::select(corpus, &Selection::new().every_page())?;
        let mut table = TableBuilder::new([("path", Kind::Text), ("count", Kind::Whole)]);
        for (document, (_, list)) in documents.iter().zip(lists.pages()) {
            table.row().text(document.name()).whole(list.map_or(0, |list| whole(list.records.len())));
        }
        Ok(table.finish().with_urls(documents))
    })
}

/// The records of list pages with their fields, in columns that all pages of a template share.
///
/// `fields` is what is wanted of them: "text", "links" (also their addresses, in columns NAME.href and NAME.src) or "html".
/// `all_fields` gives also the columns that say nothing new, `all` all lists of a page instead of its main one, with their numbers and
/// probabilities. If the wrong list is chosen, `like` is a text of a record that is wanted, or several of one record, `records` a CSS
/// selector of the records, `list` the number of a list. Pages that are surely of another kind, such as articles, have no records if others
/// are lists; `every_page` asks them too. `only` are the fields that are wanted, in order, `rename` other names of fields,
/// and `names` the form of all others: "page" as the page writes them, such as `title.href`, or "sql" so that queries need not quote them, such as `title_url`.
///
/// >>> hits = "".join(f"<li><b class=title>{name}</b> <i class=year>{year}</i></li>"
/// ...                for name, year in [("Dune", 1965), ("Emma", 1815), ("Kim", 1901)])
/// >>> for book in katagami.records(f"<ol>{hits}</ol>"):
/// ...     print(book["title"], book["year"])
/// Dune 1965
/// Emma 1815
/// Kim 1901
#[pyfunction]
#[pyo3(signature = (pages, *, like=None, records=None, list=None, only=None, rename=None, names="page", fields="text", all_fields=false, all=false, every_page=false, **how))]
#[pyo3(
    text_signature = "(pages, *, like=None, records=None, list=None, only=None, rename=None, names='page', fields='text', all_fields=False, all=False, every_page=False, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn records(
    pages: &Bound<'_, PyAny>,
    like: Option<Like>,
    records: Option<&str>,
    list: Option<usize>,
    only: Option<Like>,
    rename: Option<Renaming>,
    names: &str,
    fields: &str,
    all_fields: bool,
    all: bool,
    every_page: bool,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let known = [("text", Markup::Text), ("links", Markup::Links), ("html", Markup::Html)];
    let markup = word(pages.py(), "fields", fields, &known)?;
    let selection = selection(pages.py(), like, records, list)?;
    let edit = edit(pages.py(), only, rename, names)?;
    ask(pages, how, move |corpus, call| {
        let is_usual = selection.is_usual();
        let selection = if all { selection.all() } else { selection };
        let lists = Lists::select(corpus, &if every_page { selection.every_page() } else { selection })?;
        let tables = lists.tables(if all_fields { Width::All } else { Width::Informative });
        if is_usual {
            call.warn(doubtful_lists(&tables, Spelling::Python));
            call.warn(other_kinds(lists.foreign(), Spelling::Python));
        }
        record_table(corpus, &tables, markup, all, &edit)
    })
}

/// A text, or several.
#[derive(FromPyObject)]
pub(crate) enum Like {
    One(String),
    Several(Vec<String>),
}

impl Like {
    pub(crate) fn texts(self) -> Vec<String> {
        match self {
            Like::One(text) => vec![text],
            Like::Several(texts) => texts,
        }
    }
}

/// The list that is named.
pub(crate) fn selection(
    py: Python<'_>,
    like: Option<Like>,
    records: Option<&str>,
    list: Option<usize>,
) -> PyResult<Selection> {
    let texts = like.map(Like::texts).into_iter().flatten();
    let mut selection = texts.fold(Selection::new(), Selection::like);
    if let Some(selector) = records {
        let selector = selector.parse().map_err(|error| exception(py, &error))?;
        selection = selection.records(selector);
    }
    Ok(match list {
        Some(number) => selection.list(number),
        None => selection,
    })
}

/// Names of fields, and their new names.
pub(crate) type Renaming = BTreeMap<String, String>;

/// The fields that are wanted, and their names.
pub(crate) fn edit(
    py: Python<'_>,
    only: Option<Like>,
    rename: Option<Renaming>,
    names: &str,
) -> PyResult<Edit> {
    let naming = word(py, "names", names, &[("page", Naming::Page), ("sql", Naming::Sql)])?;
    let only = only.map(Like::texts).into_iter().flatten();
    let edit = only.fold(Edit::new().names(naming), Edit::only);
    Ok(rename.into_iter().flatten().fold(edit, |edit, (from, to)| edit.rename(from, to)))
}

fn record_table(
    corpus: &Corpus,
    tables: &katagami::ask::Tables<'_>,
    markup: Markup,
    all: bool,
    edit: &Edit,
) -> Result<Table> {
    let known = tables.names(markup);
    let wanted = edit.apply(&known)?;
    let names: Vec<&str> = wanted.iter().map(|column| &*column.name).collect();
    let places: HashMap<&str, usize> =
        wanted.iter().enumerate().map(|(place, column)| (known[column.from], place)).collect();
    let list = [("list", Kind::Whole), ("probability", Kind::Number)].into_iter().filter(|_| all);
    let column = |&name: &&str| Column { name: name.to_owned(), shape: Shape::One };
    let distinct = list.clone().map(|list| list.0).chain(names.iter().copied());
    let distinct = apart(distinct.collect::<Vec<_>>().iter().map(column).collect()).into_iter();
    let kinds = list.map(|list| list.1).chain(std::iter::repeat(Kind::Text));
    let columns = distinct.zip(kinds).map(|(column, kind)| (column.name, kind));
    let mut table = TableBuilder::new(lead().chain(columns));
    let mut values: Vec<Option<String>> = vec![None; names.len()];
    for list in tables.lists() {
        for (number, record) in (1..).zip(tables.values(list, markup)) {
            values.fill(None);
            for (name, value) in record {
                if let Some(&place) = places.get(name) {
                    values[place] = Some(value);
                }
            }
            let mut cells = table.row();
            cells.text(corpus.documents()[list.page].name()).whole(number);
            if all {
                cells.whole(i64::from(list.number)).number(rounded(list.chosen.probability));
            }
            for value in &values {
                cells.text(value.as_deref());
            }
        }
    }
    Ok(table.finish().with_urls(corpus.documents()))
}

/// What stands before the columns of records.
pub(crate) fn lead() -> impl Iterator<Item = (String, Kind)> {
    [("path", Kind::Text), ("record", Kind::Whole)].map(|(name, kind)| (name.to_owned(), kind)).into_iter()
}

/// The content of each page, and what else is known of it.
pub(crate) fn read(documents: &[Document], lean: Lean) -> Vec<(Metadata, Content)> {
    let found = contents_leaning(documents, lean);
    metadata(documents, &found).into_iter().zip(found).collect()
}

/// What becomes of texts that may be content or not.
fn leaning(py: Python<'_>, precision: bool, recall: bool) -> PyResult<Lean> {
    match (precision, recall) {
        (false, false) => Ok(Lean::Even),
        (true, false) => Ok(Lean::Precision),
        (false, true) => Ok(Lean::Recall),
        _ => Err(setting(py, "precision and recall exclude each other: give one of them".to_owned())),
    }
}

/// The kinds of text that are left out.
fn left_out(no_captions: bool, no_dates: bool) -> impl Fn(Content) -> Content {
    let kinds = [(no_captions, TextKind::Caption), (no_dates, TextKind::Line)];
    move |content| {
        kinds.iter().filter(|(is_out, _)| *is_out).fold(content, |content, (_, kind)| content.without(*kind))
    }
}

/// Warns of pages that no other page has the template of.
fn warn_alone<'a>(call: &Call, contents: impl Iterator<Item = &'a Content>) {
    call.warn(read_alone(contents.filter(|content| content.is_alone()).count()));
}

/// The main text of each page: articles, posts; without menus, teasers, advertisements and comments. Of a thread, its posts.
///
/// What other pages of the site have too is template, so give several of them; with a single page the place with most text is
/// taken. Paragraphs are parted by an empty line. What is known of a page beside its text has columns of its own. With `format` "markdown" (or "md") or "html" the text has its headings, lists, links, emphasis, tables and
/// images, with "tei" it is a document of TEI P5 with its header; `no_links`, `no_images` and `no_tables` leave these out, and
/// `front_matter` begins Markdown with what is known of its page, as YAML. `no_captions` leaves out the text in figures, `no_dates` the lines with date or author beside the headline. `precision` rather leaves out what may be content or
/// not, `recall` rather keeps it; see `explain` for why a block is content or not. `all_fields` gives also where the author and the date are
/// from: shown to readers, or stated in which vocabulary.
///
/// >>> page = "<title>Rain</title><h1>Rain</h1><p>The river <em>rose</em> all night, and in the morning the bridge was gone."
/// >>> row = katagami.content([("https://example.org/rain", page)])[0]
/// >>> row["title"], row["text"].split("\n\n")[-1]
/// ('Rain', 'The river rose all night, and in the morning the bridge was gone.')
/// >>> print(katagami.content([("https://example.org/rain", page)], format="markdown")[0]["text"])
/// # Rain
/// <BLANKLINE>
/// The river _rose_ all night, and in the morning the bridge was gone.
#[pyfunction]
#[pyo3(signature = (pages, *, format="text", all_fields=false, precision=false, recall=false, no_captions=false, no_dates=false, no_links=false, no_images=false, no_tables=false, front_matter=false, **how))]
#[pyo3(
    text_signature = "(pages, *, format='text', all_fields=False, precision=False, recall=False, no_captions=False, no_dates=False, no_links=False, no_images=False, no_tables=False, front_matter=False, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
#[expect(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "they have names in Python")]
pub(crate) fn content(
    pages: &Bound<'_, PyAny>,
    format: &str,
    all_fields: bool,
    precision: bool,
    recall: bool,
    no_captions: bool,
    no_dates: bool,
    no_links: bool,
    no_images: bool,
    no_tables: bool,
    front_matter: bool,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let omitted = Omit { links: no_links, images: no_images, tables: no_tables };
    let style = Style::of_articles(pages.py(), Wanted { format, front_matter, omitted })?;
    let lean = leaning(pages.py(), precision, recall)?;
    let left_out = left_out(no_captions, no_dates);
    ask(pages, how, move |corpus, call| {
        let found = read(corpus.documents(), lean);
        let found: Vec<(Metadata, Content)> =
            found.into_iter().map(|(known, content)| (known, left_out(content.with_posts()))).collect();
        warn_alone(call, found.iter().map(|(_, content)| content));
        let found: Vec<_> = corpus.documents().iter().zip(&found).collect();
        let mut table = PageTable::new(all_fields);
        for ((document, (known, _)), text) in found.iter().zip(style.articles(&found, false)) {
            table.add(document, known, &text);
        }
        Ok(table.finish())
    })
}

/// What pages state about themselves in standard vocabularies: JSON-LD, microdata, RDFa, OpenGraph and `meta` elements.
///
/// A row for each value of a property. The things that a page describes are numbered from 1; `thing` is 0 for the page itself. A value
/// that is a thing has its number in `value_thing`, and its name as `value`. In values, entities are decoded, white space is collapsed
/// and addresses are absolute.
///
/// >>> page = "<div itemscope itemtype=https://schema.org/Recipe><h1 itemprop=name>Soup</h1><time itemprop=totalTime datetime=PT9M>9 min</time>"
/// >>> for row in katagami.stated(page):
/// ...     print(row["thing"], row["type"], row["vocabulary"], row["property"], row["value"], sep=", ")
/// 1, Recipe, microdata, name, Soup
/// 1, Recipe, microdata, totalTime, PT9M
#[pyfunction]
#[pyo3(signature = (pages, **how))]
#[pyo3(
    text_signature = "(pages, *, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
pub(crate) fn stated(pages: &Bound<'_, PyAny>, how: Option<&Bound<'_, PyDict>>) -> PyResult<Table> {
    ask(pages, how, |corpus, _| {
        let columns = stated_columns();
        let kinds = columns.each_ref().map(|column| (column.name.clone(), Kind::of(column.shape)));
        let mut table = TableBuilder::new(lead().chain(kinds));
        let pages: Vec<Vec<StatedValue>> = corpus.documents().par_iter().map(StatedValue::of).collect();
        for (document, values) in corpus.documents().iter().zip(pages) {
            for (number, value) in (1..).zip(values) {
                let cells = &mut table.row();
                cells.text(document.name()).whole(number);
                for (column, cell) in columns.iter().zip(stated_cells(value)) {
                    cells.cell(column.shape, &cell);
                }
            }
        }
        Ok(table.finish())
    })
}

/// What became of each block of each page, and why: `part` is "text" where `content` takes it for content, "comment" where `blog`
/// takes it for one of a reader, with its number in `comment`, and None otherwise; `why` is the first reason that decides it.
///
/// `pages` is on how many of the pages the same text stands in its place, `place` the elements around it, with the classes that the
/// pages share; `start` and `end` are the bytes of the page as UTF-8 that it stands in.
///
/// >>> page = "<ul><li><a href=/>Home</a></ul><h1>{}</h1><p>The {} rose all night, and in the morning the bridge was gone."
/// >>> blocks = katagami.explain([("rain", page.format("Rain", "river")), ("wind", page.format("Wind", "sea"))])
/// >>> for block in blocks[:3]:
/// ...     print(block["text"][:9], block["part"], block["why"], block["pages"], sep=", ")
/// Home, None, on other pages too, 2
/// Rain, text, text, 1
/// The river, text, text, 1
#[pyfunction]
#[pyo3(signature = (pages, **how))]
#[pyo3(
    text_signature = "(pages, *, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
pub(crate) fn explain(pages: &Bound<'_, PyAny>, how: Option<&Bound<'_, PyDict>>) -> PyResult<Table> {
    ask(pages, how, |corpus, _| {
        let columns = [
            ("path", Kind::Text),
            ("start", Kind::Whole),
            ("end", Kind::Whole),
            ("part", Kind::Text),
            ("comment", Kind::Whole),
            ("why", Kind::Text),
            ("pages", Kind::Whole),
            ("place", Kind::Text),
            ("text", Kind::Text),
        ];
        let mut table = TableBuilder::new(columns);
        let described = described_and_explained(corpus.documents(), Lean::Even, |_| true);
        let explained = described.pages.into_iter().zip(described.explanations);
        for (document, ((content, _), why)) in corpus.documents().iter().zip(explained) {
            // Where comments are not separated, they are text.
            let has_comments = !content.with_posts().comments.is_empty();
            let verdicts = why.into_iter().flat_map(|why| why.verdicts);
            for Verdict { span, text, place, pages, fate } in verdicts {
                let (part, comment) = match fate {
                    Fate::Comment(number) if has_comments => (Some("comment"), Some(whole(number))),
                    Fate::Comment(_) => (Some("text"), None),
                    fate => (fate.is_content().then_some("text"), None),
                };
                let cells = &mut table.row();
                cells.text(document.name()).whole(i64::from(span.start)).whole(i64::from(span.end));
                cells.text(part).whole(comment).text(&*fate.to_string()).whole(i64::from(pages));
                cells.text(&*place).text(&*text);
            }
        }
        Ok(table.finish())
    })
}

/// The post of each page of a blog, and the comments below it one by one, with author and date where lines tell them. The text of a
/// comment is without these lines, and without those that most comments have, such as a button.
///
/// The post is number 0 in the column `comment`, and what is known of the page stands in its row; comments are numbered from 1, and
/// have a `depth` of 1 or more where they stand in the one that they answer. Give several pages of one blog. Pages that are surely of
/// another kind, such as lists, have no rows if others are articles; `every_page` asks them too. With `format` "markdown" (or "md"), "html" or
/// "tei" a row is a page, with the columns of `content`, and its text a document of the post with the comments as quotations. All other
/// options are those of `content`.
///
/// >>> page = "<h1>Rain</h1><p>The river rose all night, and in the morning the bridge was gone."
/// >>> [row["comment"] for row in katagami.blog(page)]
/// [0]
/// >>> print(katagami.blog(page, format="markdown")[0]["text"])
/// # Rain
/// <BLANKLINE>
/// The river rose all night, and in the morning the bridge was gone.
#[pyfunction]
#[pyo3(signature = (pages, *, format="text", all_fields=false, every_page=false, precision=false, recall=false, no_captions=false, no_dates=false, no_links=false, no_images=false, no_tables=false, front_matter=false, **how))]
#[pyo3(
    text_signature = "(pages, *, format='text', all_fields=False, every_page=False, precision=False, recall=False, no_captions=False, no_dates=False, no_links=False, no_images=False, no_tables=False, front_matter=False, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
#[expect(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "they have names in Python")]
pub(crate) fn blog(
    pages: &Bound<'_, PyAny>,
    format: &str,
    all_fields: bool,
    every_page: bool,
    precision: bool,
    recall: bool,
    no_captions: bool,
    no_dates: bool,
    no_links: bool,
    no_images: bool,
    no_tables: bool,
    front_matter: bool,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let omitted = Omit { links: no_links, images: no_images, tables: no_tables };
    let style = Style::of_articles(pages.py(), Wanted { format, front_matter, omitted })?;
    let lean = leaning(pages.py(), precision, recall)?;
    let left_out = left_out(no_captions, no_dates);
    ask(pages, how, move |corpus, call| {
        let documents = corpus.documents();
        let foreign = if every_page { vec![None; documents.len()] } else { foreign_pages(documents, BLOG) };
        call.warn(other_kinds(&foreign, Spelling::Python));
        let found = read(documents, lean).into_iter().map(|(known, content)| (known, left_out(content)));
        let found: Vec<(Metadata, Content)> = found.collect();
        let asked = documents.iter().zip(&found).zip(&foreign).filter(|(_, foreign)| foreign.is_none());
        let asked: Vec<_> = asked.map(|(page, _)| page).collect();
        warn_alone(call, asked.iter().map(|(_, (_, content))| content));
        if style.is_markup() {
            let mut table = PageTable::new(all_fields);
            for ((document, (known, _)), text) in asked.iter().zip(style.articles(&asked, true)) {
                table.add(document, known, &text);
            }
            return Ok(table.finish());
        }
        let first = [
            ("path", Kind::Text),
            ("comment", Kind::Whole),
            ("depth", Kind::Whole),
            ("author", Kind::Text),
            ("date", Kind::Text),
            ("text", Kind::Text),
        ];
        let of_post = Metadata::NAMES.into_iter().filter(|name| !["author", "date"].contains(name));
        let origins: &[&str] = if all_fields { &Metadata::ORIGINS } else { &[] };
        let others = of_post.clone().chain(origins.iter().copied()).map(|name| (name, Kind::Text));
        let mut table = TableBuilder::new(first.into_iter().chain(others));
        for (document, (known, content)) in asked {
            let post = paragraphs(&content.text);
            if !post.is_empty() {
                let [title, author, date, others @ ..] = known.values();
                let mut cells = table.row();
                cells.text(document.name()).whole(0).whole(0);
                cells.text(author).text(date).text(&*post).text(title);
                for value in others {
                    cells.text(value);
                }
                for (_, source) in origins.iter().zip(known.origins()) {
                    cells.text(source.map(|source| source.to_string()).as_deref());
                }
            }
            for (number, comment) in (1..).zip(&content.comments) {
                let mut cells = table.row();
                cells.text(document.name()).whole(number).whole(i64::from(comment.depth));
                cells.text(comment.author.as_deref());
                cells.text(comment.date.as_deref()).text(&*comment.said());
                let iso_date = comment.iso_date.as_deref();
                for name in of_post.clone() {
                    cells.text(iso_date.filter(|_| name == "iso_date"));
                }
                for _ in origins {
                    cells.text(None::<&str>);
                }
            }
        }
        Ok(table.finish().with_urls(corpus.documents()))
    })
}

/// The posts of each thread page, with author and date where the structure tells them: forums, boards, questions with answers.
///
/// Pages that are surely of another kind, such as lists, have no posts if others are threads; `every_page` asks them too.
/// With `thread` the pages, in the order given, are one thread, and its posts are numbered through. With `html` there is the
/// markup of each post's text too. `start` and `end` are the bytes of the page as UTF-8 that a post stands in. With `format` "markdown" (or
/// "md") a row is a thread, with the columns of `content`, and its text a document: a heading for each post, with author and date.
/// `no_links`, `no_images`, `no_tables` and `front_matter` are those of `content`.
///
/// >>> def post(name, day, said):
/// ...     return f"<li><a href=u>{name}</a> <i>{day} May 2020, 10:0{day}</i><p>{said}</p></li>"
/// >>> page = ("<h1>Rain</h1><ol>" + post("Ann", 1, "The river rose all night, and in the morning the bridge was gone.")
/// ...         + post("Bob", 2, "Here nobody knew of it until the letter lay on the table.")
/// ...         + post("Cy", 3, "It is raining again while I write this down."))
/// >>> posts = katagami.forum(page)
/// >>> posts["author"], posts[1]["text"]
/// (['Ann', 'Bob', 'Cy'], 'Here nobody knew of it until the letter lay on the table.')
/// >>> print(katagami.forum(page, format="markdown")[0]["text"].split("\n\n")[1])
/// ## Ann, 1 May 2020, 10:01
#[pyfunction]
#[pyo3(signature = (pages, *, format="text", thread=false, html=false, every_page=false, no_links=false, no_images=false, no_tables=false, front_matter=false, **how))]
#[pyo3(
    text_signature = "(pages, *, format='text', thread=False, html=False, every_page=False, no_links=False, no_images=False, no_tables=False, front_matter=False, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
#[expect(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "they have names in Python")]
pub(crate) fn forum(
    pages: &Bound<'_, PyAny>,
    format: &str,
    thread: bool,
    html: bool,
    every_page: bool,
    no_links: bool,
    no_images: bool,
    no_tables: bool,
    front_matter: bool,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let py = pages.py();
    let omitted = Omit { links: no_links, images: no_images, tables: no_tables };
    let style = Style::of_threads(py, Wanted { format, front_matter, omitted })?;
    if html && style.is_markup() {
        return Err(setting(py, "html works only with format text, whose rows are posts"));
    }
    ask(pages, how, move |corpus, call| {
        let mut found = threads(corpus.documents());
        // Who says that all pages are one thread has looked at them.
        if every_page || thread {
            found.foreign.fill(None);
        }
        call.warn(other_kinds(&found.foreign, Spelling::Python));
        let found = found.without_foreign();
        call.warn(doubtful_posts(corpus.documents(), &found, Spelling::Python));
        let found = found.pages;
        if style.is_markup() {
            let mut table = PageTable::new(false);
            for written in markdown_threads(corpus.documents(), found, thread, style.omitted) {
                let MarkdownThread { document, metadata, markdown } = &written;
                table.add(document, metadata, &style.headed(document, metadata, markdown));
            }
            return Ok(table.finish());
        }
        let columns = [
            ("path", Kind::Text),
            ("post", Kind::Whole),
            ("depth", Kind::Whole),
            ("author", Kind::Text),
            ("date", Kind::Text),
            ("iso_date", Kind::Text),
            ("text", Kind::Text),
            ("start", Kind::Whole),
            ("end", Kind::Whole),
            ("html", Kind::Text),
        ];
        let mut table = TableBuilder::new(columns.into_iter().take(if html { 10 } else { 9 }));
        let mut add = |page: usize, number: i64, post: &Post| {
            let document = &corpus.documents()[page];
            let cells = &mut table.row();
            cells.text(document.name()).whole(number).whole(i64::from(post.depth));
            cells.text(post.author.as_deref()).text(post.date.as_deref());
            cells.text(post.iso_date.as_deref()).text(&*post.text);
            cells.whole(i64::from(post.span.start)).whole(i64::from(post.span.end));
            if html {
                cells.text(&document.text()[post.body.range()]);
            }
        };
        if thread {
            (1..).zip(join(found)).for_each(|(number, turn)| add(turn.page, number, &turn.post));
        } else {
            for (page, posts) in found.iter().enumerate() {
                (1..).zip(posts).for_each(|(number, post)| add(page, number, post));
            }
        }
        Ok(table.finish().with_urls(corpus.documents()))
    })
}
