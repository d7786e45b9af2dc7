//! Tables 2 and 3: the number of hits of 23 search engines.

use super::super::{Result, Section, Table, Verdict};
use super::method::corpus;
use katagami::document::Corpus;
use katagami::index::TextReader;
use katagami::page::Tree;
use katagami::record::paper;
use katagami::repeat;
use katagami::token::Resolution;
use site::engine::{ALL, Cause, Engine};

/// Adds both tables.
///
/// # Errors
/// If a page cannot be read.
pub fn add(section: Section) -> Result<Section> {
    let rows: Vec<Row> = ALL.iter().map(Row::new).collect::<Result<_>>()?;
    let nested = Row::new(&site::engine::BELOW_CATEGORIES)?;
    let section = section.table(hits(&rows)).table(relations(&rows)).table(below_categories(&nested));
    Ok(rows.iter().chain([&nested]).fold(section, |section, row| {
        let is_nested = std::ptr::eq(row, &raw const nested);
        let name = if is_nested {
            "hits below their categories".to_owned()
        } else {
            format!("engine {}", row.engine.id)
        };
        section.input(&name, "number of hits", row.nearness(&row.published), row.nearness(&row.together))
    }))
}

struct Row {
    engine: &'static Engine,
    published: Vec<usize>,
    alone: Vec<usize>,
    together: Vec<usize>,
}

impl Row {
    fn new(engine: &'static Engine) -> Result<Self> {
        let corpus = corpus(&engine.pages())?;
        Ok(Row { engine, published: published(&corpus)?, alone: alone(&corpus), together: together(&corpus) })
    }

    /// How near numbers are to those of the hits: the smaller one divided by the larger one, mean over the pages.
    fn nearness(&self, counts: &[usize]) -> f64 {
        let exact = |count: usize| f64::from(u32::try_from(count).expect("few hits"));
        let near = |(&count, hits): (&usize, usize)| exact(count.min(hits)) / exact(count.max(hits).max(1));
        counts.iter().zip(self.engine.hits).map(near).sum::<f64>() / exact(counts.len())
    }

    /// On how many pages numbers are those of the hits.
    fn exact(&self, counts: &[usize]) -> u32 {
        counts.iter().zip(self.engine.hits).map(|(&count, hits)| u32::from(count == hits)).sum()
    }
}

/// The published number of records of each page.
///
/// # Errors
/// If a page has more tags than a text may have.
pub fn published(corpus: &Corpus) -> Result<Vec<usize>> {
    let count = |page| Ok(paper::count(page, TextReader::new(Resolution::Tag))? as usize);
    corpus.documents().iter().map(count).collect()
}

/// Ours, with the other pages of the set as witnesses.
#[must_use]
pub fn together(corpus: &Corpus) -> Vec<usize> {
    let trees: Vec<Tree> = corpus.documents().iter().map(|page| Tree::new(page.text())).collect();
    counts(&trees)
}

/// Ours, each page as if there were no others.
#[must_use]
pub fn alone(corpus: &Corpus) -> Vec<usize> {
    let count = |page: &katagami::document::Document| counts(&[Tree::new(page.text())]);
    corpus.documents().iter().flat_map(count).collect()
}

fn counts(trees: &[Tree]) -> Vec<usize> {
    repeat::lists(trees).iter().map(|list| list.as_ref().map_or(0, |list| list.records.len())).collect()
}

fn listed(counts: &[usize]) -> String {
    counts.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

fn hits(rows: &[Row]) -> Table {
    let header = [
        "engine",
        "what it shows",
        "hits",
        "peaks in the source",
        "published method",
        "ours, one page",
        "ours, three pages",
    ];
    let table =
        Table::new("Table 2: the number of hits on three pages of each of 23 search engines", &header);
    let table = rows.iter().fold(table, |table, row| {
        table.row([
            row.engine.id.to_string(),
            row.engine.plan.about.to_owned(),
            listed(&row.engine.hits),
            listed(&row.engine.printed),
            listed(&row.published),
            listed(&row.alone),
            listed(&row.together),
        ])
    });
    let right =
        |counts: fn(&Row) -> &[usize]| rows.iter().filter(|row| counts(row) == row.engine.hits).count();
    let (published, alone, together) =
        (right(|row| &row.published), right(|row| &row.alone), right(|row| &row.together));
    let engines = |is: fn(&Row) -> bool| {
        let ids: Vec<String> =
            rows.iter().filter(|row| is(row)).map(|row| row.engine.id.to_string()).collect();
        if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
    };
    table.judged(
        by_number(together, published),
        format!(
            "all three pages are right for {together} engines, against {published}; with each page by itself, as the published \
             method has it, for {alone}. Elements of the page's tree are counted, not strings that repeat, and the ones that \
             explain most of the page by columns they repeat are its hits. Where a page has one hit (engines: {}), the other \
             pages are to tell what a hit is. Wrong with three pages: {}.",
            engines(|row| row.engine.hits.contains(&1)),
            engines(|row| row.together != row.engine.hits)
        ),
    )
}

fn below_categories(row: &Row) -> Table {
    let header = ["hits", "published method", "ours, one page", "ours, three pages"];
    let caption = "Not in the source: hits in lists below their categories, each of four cells without a name of their own";
    let cells = [&row.engine.hits[..], &row.published, &row.alone, &row.together].map(listed);
    let (near, published) = (row.nearness(&row.together), row.nearness(&row.published));
    Table::new(caption, &header).row(cells).judged(
        Verdict::of(near, published, 3),
        format!(
            "by how near the numbers are, {near:.3} against {published:.3}; exact on {} pages of {}, against {}. The source does not say \
             what was nested in what (engine {}).",
            row.exact(&row.together),
            row.together.len(),
            row.exact(&row.published),
            row.engine.id
        ),
    )
}

/// By two numbers of which the larger is the better one.
pub(super) fn by_number(ours: usize, published: usize) -> Verdict {
    match ours.cmp(&published) {
        std::cmp::Ordering::Greater => Verdict::Better,
        std::cmp::Ordering::Equal => Verdict::Equal,
        std::cmp::Ordering::Less => Verdict::Worse,
    }
}

/// How a number of records stands to the number of hits, as in table 3.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Relation(Cause);

impl Relation {
    /// That of two of the three pages, if two have one.
    fn of(counts: &[usize], hits: [usize; 3]) -> Self {
        let is = |cause: Cause| {
            let holds = |(&count, hits): (&usize, usize)| match cause {
                Cause::Exact => count == hits,
                Cause::OneLess => count + 1 == hits,
                Cause::Half => count == hits / 2,
                Cause::Other => true,
            };
            counts.iter().zip(hits).filter(|&page| holds(page)).count() >= 2
        };
        let first = [Cause::Exact, Cause::OneLess, Cause::Half].into_iter().find(|&cause| is(cause));
        Relation(first.unwrap_or(Cause::Other))
    }
}

fn relations(rows: &[Row]) -> Table {
    let header = ["number found", "source", "published method", "ours, one page", "ours, three pages"];
    let table = Table::new("Table 3: how the number found stands to the number of hits, in engines", &header);
    let count = |cause: Cause, counts: &dyn Fn(&Row) -> Vec<usize>| {
        rows.iter().filter(|row| Relation::of(&counts(row), row.engine.hits) == Relation(cause)).count()
    };
    let causes = [
        (Cause::Exact, "the hits"),
        (Cause::OneLess, "one less"),
        (Cause::Half, "half"),
        (Cause::Other, "other"),
    ];
    let counts = |cause: Cause| {
        [
            count(cause, &|row| row.engine.printed.to_vec()),
            count(cause, &|row| row.published.clone()),
            count(cause, &|row| row.alone.clone()),
            count(cause, &|row| row.together.clone()),
        ]
    };
    let table = causes.into_iter().fold(table, |table, (cause, name)| {
        table.row(std::iter::once(name.to_owned()).chain(counts(cause).iter().map(usize::to_string)))
    });
    let is_as_printed =
        causes.iter().map(|&(cause, _)| counts(cause)).all(|[printed, here, ..]| printed == here);
    let has = if is_as_printed { "which it has" } else { "which it has not" };
    let [_, published, _, ours] = counts(Cause::Exact);
    table.judged(
        by_number(ours, published),
        format!(
            "by the engines with the number of hits; an engine is of a kind if two of its three pages are. The pages were made for the \
             published method to have the mix of the source, {has}. Ours was not made without a look at them either, and the markup of 16 \
             was chosen among several."
        ),
    )
}
