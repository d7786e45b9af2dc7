//! Learns a wrapper from pages.
//!
//! In: a corpus. Out: a [`Wrapper`] with a template for each group of pages that share one.
//!
//! Pages of one template and one kind are a group ([`kinds`](crate::kind)). Every group of two or more pages makes a template, with a row
//! for each record if most of its pages surely are lists or threads. Whatever a row is, a template has the fields of
//! the page and the tables within it. The pages are taken in the
//! order of their names, so that the order of the input changes nothing.

use crate::distinct::DistinctNames;
use crate::document::{Corpus, Document};
use crate::error::{Error, ErrorKind, Result};
use crate::kind::{PageKind, PageKinds};
use crate::page::Tree;
use crate::page::statement::{Statement, statements};
use crate::progress::{Counted, each_set};
use crate::record::ends_as_label;
use crate::repeat::{List, Selection, selected};
use crate::spectrum::exact;
use crate::wrapper::Wrapper;
use crate::wrapper::align::TemplatePages;
use crate::wrapper::fields::describe::describe;
use crate::wrapper::fields::link::add_links;
use crate::wrapper::fields::shown::left_out;
use crate::wrapper::fields::stated::{add_stated, find_properties, name_by_properties};
use crate::wrapper::fields::subject::name_subject;
use crate::wrapper::label::{Found, LabelReader, find_labels};
use crate::wrapper::lost::Lost;
use crate::wrapper::page::extra_element::find_extra;
use crate::wrapper::page::node::Page;
use crate::wrapper::page::symbol::{DiscriminativeAttributes, Symbols};
use crate::wrapper::read::extract::{Aligned, TemplateReader};
use crate::wrapper::read::prepare::PagePreparer;
use crate::wrapper::sections::learn::find_sections;
use crate::wrapper::table::child::{Headings, ListItems};
use crate::wrapper::table::list::PageLists;
use crate::wrapper::table::{PageRecords, TableReader};
use crate::wrapper::template::{Labels, Reference, Rows, Table, Template, ValueProfile};
use crate::wrapper::value::{Extraction, Row, Value};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::cmp::Reverse;

/// Pages have a row for each record if they are lists or threads with more than this probability.
const LISTS: f64 = 0.5;

/// The same for pages with at least [`LABELLED`] labelled values each. If such are no lists after all, they lose more: plain pages of one
/// thing 0.05 of their attributes with 0.5. With 0.9 a tenth of the folders of lists get a row for each page, with 0.8 none.
const LABELLED_LISTS: f64 = 0.8;

/// See [`LABELLED_LISTS`]; no other value was tried.
const LABELLED: f64 = 3.0;

/// Learns wrappers.
#[derive(Clone, Debug, Default)]
pub struct Learner {
    shape: Option<Shape>,
    selection: Selection,
}

/// What a page holds: one thing, or a list of records.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// One thing, which makes one row: the page of a book, of a course.
    Page,
    /// A list with a row for each record: hits, products.
    Records,
}

impl Learner {
    /// The usual settings.
    #[must_use]
    pub fn new() -> Self {
        Learner::default()
    }

    /// Sets the shape of the pages, instead of determining it for each group of pages.
    #[must_use]
    pub fn shape(self, shape: Shape) -> Self {
        Learner { shape: Some(shape), ..self }
    }

    /// Sets which list of a page makes the rows, instead of the usual one. Pages that have it have a row for each record.
    #[must_use]
    pub fn selection(self, selection: Selection) -> Self {
        Learner { selection, ..self }
    }

    /// Learns a wrapper with a template for each group of pages that share one. For a single page, and for each of
    /// several pages no two of which are alike, the template is a guess by labels, lists and headings.
    ///
    /// # Errors
    /// [`ErrorKind::NoInput`] if there is no page, or if the pages that share a template have no values that differ;
    /// [`ErrorKind::Setting`] if no page has the list that is wanted.
    pub fn learn(self, corpus: &Corpus) -> Result<Wrapper> {
        let mut documents: Vec<&Document> = corpus.documents().iter().collect();
        documents.sort_by_key(|document| (document.name(), document.text()));
        let mut groups = groups(&documents, &PageKinds::new(&documents));
        if !self.selection.is_usual() {
            select(&mut groups, &self.selection)?;
        }
        // A page without a group is learned from alone if no two pages are alike, or if it is about one thing; else it is a stray.
        let are_alike = groups.iter().any(|group| group.documents.len() > 1);
        let least = if are_alike && self.shape != Some(Shape::Records) { 2 } else { 1 };
        groups.retain(|group| group.is_thing || group.documents.len() >= least || group.has_lists());
        let shared = if are_alike || groups.len() < 2 { HashSet::new() } else { shared_texts(&groups) };
        let learned = each_set(groups, |group| group.pages.len(), |group| self.template(group, &shared));
        // Pages that are in one group only because no other group took them have no common part, and their template
        // fits nothing. What is guessed from a page alone has to have a field that says something.
        let is_one = |template: &Template| {
            let mut fields = template.main_fields().iter();
            template.reference.matched > 0.0
                && fields.any(|field| template.pages > 1 || field.left_out.is_none())
        };
        let templates: Vec<Template> = learned.into_iter().flatten().filter(is_one).collect();
        if templates.is_empty() {
            let why = "the pages share no template with places that differ; give two or more pages that were made \
                       with the same template and are not copies";
            return Err(Error::new(ErrorKind::NoInput(why.to_owned())));
        }
        Ok(Wrapper { templates })
    }

    /// The template of a group of pages; `shared` holds the texts that the pages of all templates have.
    fn template(&self, group: DocumentGroup, shared: &HashSet<String>) -> Option<Template> {
        let has_lists = group.has_lists();
        let DocumentGroup { documents, mut pages, listing, is_thing, lists } = group;
        let labels = |pages: &[Page]| find_labels(&pages.iter().map(|page| &page.tree).collect::<Vec<_>>());
        let has_few = || labels(&pages).on_page(&pages) < LABELLED;
        let is_list = self.shape.map_or_else(
            || listing > LABELLED_LISTS || listing > LISTS && has_few(),
            |shape| shape == Shape::Records,
        );
        let list = if has_lists {
            Some(PageLists::of(&pages, lists.clone()).table(&self.selection)?)
        } else if is_list {
            let list = PageLists::new(&pages).table(&Selection::new());
            let list =
                list.filter(|list| self.shape.is_some() || !are_labelled(list, &pages, &labels(&pages)));
            // Pages that only seemed to be lists are learned as pages.
            if list.is_none() && self.shape.is_some() {
                return None;
            }
            list
        } else {
            None
        };
        let (template, matched): (Template, Vec<f64>) = if let Some(list) = list {
            learn_list(&documents, &pages, list, shared)
        } else {
            let labels = labels(&pages);
            let mut template = learn(&documents, &mut pages);
            let found = template.measure(&mut pages, &labels, shared);
            template.add_rest(&pages, &found);
            (template, found.iter().map(|found| found.matched).collect())
        };
        let fitting: Vec<usize> = (0..matched.len()).filter(|&page| matched[page] > 0.0).collect();
        match fitting.len() {
            // Pages that do not match at all are in this group only because no other took them: learn again without
            // them.
            2.. if fitting.len() < documents.len() => {
                let of_fitting = fitting.iter().map(|&page| documents[page]).collect();
                let mut group = DocumentGroup::new(of_fitting, listing, is_thing);
                group.lists = fitting.into_iter().filter_map(|page| lists.get(page).cloned()).collect();
                self.template(group, shared)
            }
            _ => Some(template),
        }
    }
}

/// Learns the template of pages that are lists: the rows of the list, and the fields and tables of the rest of the page. Also returns how
/// well each page matches.
fn learn_list(
    documents: &[&Document],
    pages: &[Page],
    mut list: Table,
    shared: &HashSet<String>,
) -> (Template, Vec<f64>) {
    let read: Vec<PageRecords> = {
        let reader = TableReader::new(&list);
        pages.par_iter().map(|page| reader.read(page, &ListItems::new())).collect()
    };
    let matched: Vec<f64> = read.iter().map(|page| page.matched).collect();
    let firsts: Vec<_> = read.iter().map(|page| page.records.first().map(|first| first.head)).collect();
    let mut rest: Vec<Page> =
        pages.par_iter().zip(&read).map(|(page, read)| page.without(&read.records)).collect();
    let labels = find_labels(&rest.iter().map(|page| &page.tree).collect::<Vec<_>>());
    let mut template = learn(documents, &mut rest);
    let mut found = template.measure(&mut rest, &labels, shared);
    let tables = template.tables.iter().map(|table| &*table.name);
    let mut taken = DistinctNames::new(" ").without(tables);
    let heading = Headings::new(pages).before(&firsts);
    list.name = taken.free(heading.as_deref().unwrap_or("records"));
    list.measure(&pages.iter().zip(read).map(|(page, read)| (page, read.rows)).collect::<Vec<_>>());
    template.rows = Rows::Table(template.tables.len());
    template.tables.push(list);
    for (found, page) in found.iter_mut().zip(pages) {
        found.texts = page.tree.leaves().len();
    }
    template.reference.set(&matched, pages.iter().map(|page| page.source).zip(&found));
    (template, matched)
}

/// Whether the records of a list are labels and values, as are the facts of a page about one thing, or are fewer than these. Sure are labels
/// of several pages, and texts that end with a colon.
fn are_labelled(list: &Table, pages: &[Page], labels: &Labels) -> bool {
    let (table, reader) = (TableReader::new(list), LabelReader::new(labels));
    let found: Vec<_> = pages.par_iter().map(|page| reader.read(&page.tree)).collect();
    let mut on = vec![0; labels.labels.len()];
    found.iter().flatten().for_each(|one| on[one.label] += 1);
    let (mut records, mut inside, mut all) = (0, 0, 0);
    for (page, found) in pages.iter().zip(&found) {
        let leaves = page.tree.leaves();
        let leaf = |one: &Found| leaves.partition_point(|leaf| leaf.span.end <= one.span.start);
        let is_sure = |one: &&Found| {
            on[one.label] > 1 || leaves.get(leaf(one)).is_some_and(|leaf| ends_as_label(leaf.text.trim_end()))
        };
        let sure: Vec<usize> = found.iter().filter(is_sure).map(leaf).collect();
        let before = |leaf: u32| sure.partition_point(|&label| label < leaf as usize);
        for record in table.read(page, &ListItems::new()).records {
            records += 1;
            inside += before(record.leaves.end) - before(record.leaves.start);
        }
        all += sure.len();
    }
    2 * inside > records || all > records
}

/// Documents that share a template, and their pages.
struct DocumentGroup<'a> {
    documents: Vec<&'a Document>,
    pages: Vec<Page<'a>>,
    /// The probability that they are lists or threads, the mean over the pages.
    listing: f64,
    /// Whether a page is about one thing.
    is_thing: bool,
    /// The list of each page that a user names; empty if none is named.
    lists: Vec<Option<List>>,
}

impl<'a> DocumentGroup<'a> {
    fn new(documents: Vec<&'a Document>, listing: f64, is_thing: bool) -> Self {
        let pages = documents.par_iter().map(|document| Page::new(document.text())).collect();
        DocumentGroup { documents, pages, listing, is_thing, lists: Vec::new() }
    }

    /// Whether a page has a list that a user names.
    fn has_lists(&self) -> bool {
        self.lists.iter().any(Option::is_some)
    }
}

/// Finds the lists that a user names on the pages of all groups.
fn select(groups: &mut [DocumentGroup], selection: &Selection) -> Result<()> {
    let pages: Vec<&Page> = groups.iter().flat_map(|group| &group.pages).collect();
    let trees: Vec<Tree> = pages.par_iter().map(|page| page.tree.telling()).collect();
    let mut lists = selected(&trees, selection)?.into_iter();
    for group in groups {
        group.lists = lists.by_ref().take(group.pages.len()).collect();
    }
    Ok(())
}

/// The texts that all pages have.
fn shared_texts(groups: &[DocumentGroup]) -> HashSet<String> {
    let texts = |page: &Page| page.tree.leaves().iter().map(|leaf| leaf.text.to_string()).collect();
    let pages = groups.iter().flat_map(|group| &group.pages).map(texts);
    pages.reduce(|all: HashSet<String>, page| all.intersection(&page).cloned().collect()).unwrap_or_default()
}

/// What pages with a row for each record are.
const LISTING: &[PageKind] = &[PageKind::List, PageKind::Thread];

/// What pages about one thing are.
const THINGS: &[PageKind] = &[PageKind::Detail];

/// The groups of documents that share a template and a kind.
fn groups<'a>(documents: &[&'a Document], of_pages: &PageKinds) -> Vec<DocumentGroup<'a>> {
    let pages: Vec<Page> =
        documents.par_iter().counted().map(|document| Page::new(document.text())).collect();
    let groups = of_pages.templates().into_iter().flat_map(|group| of_pages.parted(group, LISTING));
    let groups = groups.flat_map(|group| of_pages.parted(group, THINGS));
    let mut groups: Vec<Vec<usize>> = groups.collect();
    groups.sort_by_key(|group| (Reverse(group.len()), group[0]));
    let mut pages: Vec<Option<Page>> = pages.into_iter().map(Some).collect();
    let mut take = |&number: &usize| pages[number].take().expect("each page is in one group");
    let listing = |&page: &usize| of_pages.probability(page, LISTING);
    let group = |group: Vec<usize>| DocumentGroup {
        documents: group.iter().map(|&number| documents[number]).collect(),
        pages: group.iter().map(&mut take).collect(),
        listing: group.iter().map(listing).sum::<f64>() / exact(group.len() as u64),
        is_thing: group.iter().any(|&page| of_pages.is_probably(page, THINGS)),
        lists: Vec::new(),
    };
    groups.into_iter().map(group).collect()
}

/// Gives all nodes their symbols.
fn number(pages: &mut [Page]) -> (Symbols, DiscriminativeAttributes) {
    let discriminative = DiscriminativeAttributes::of_pages(&pages.iter().collect::<Vec<_>>());
    let (mut symbols, mut tags) = (Symbols::default(), HashMap::new());
    for page in pages {
        page.number(&discriminative, &mut symbols, &mut tags);
    }
    (symbols, discriminative)
}

/// Learns the parts and the fields of pages that share a template.
fn learn(documents: &[&Document], pages: &mut [Page]) -> Template {
    let extra = find_extra(pages);
    for page in &mut *pages {
        page.take_away_extra(&extra);
    }
    let sections = find_sections(pages);
    let (symbols, discriminative) = number(pages);
    let names = sections.iter().flat_map(|sections| &sections.kinds).map(|kind| kind.name.clone()).collect();
    let pages = TemplatePages::new(pages, discriminative, symbols.attributed(), names);
    let found = if documents.len() == 1 { pages.alone() } else { pages.align_all() };
    let (parts, fields) = describe(&pages, &found);
    Template {
        pages: u32::try_from(documents.len()).expect("few pages"),
        sources: documents.iter().map(|document| document.name().to_owned()).collect(),
        reference: Reference::default(),
        fields,
        extra,
        labels: Labels::default(),
        named: Vec::new(),
        slots: Vec::new(),
        sections,
        tables: Vec::new(),
        rows: Rows::Page,
        parts,
    }
}

impl Template {
    /// Measures how well its parts fit the learning pages, records figures of the values that it finds in them, and adds the tables in
    /// its parts. Returns what it finds in each page.
    fn measure(&mut self, pages: &mut [Page], labels: &Labels, shared: &HashSet<String>) -> Vec<Extraction> {
        let aligned: Vec<Aligned> = {
            let reader = TemplateReader::new(self);
            let read = |preparer: &mut PagePreparer, page: &mut Page| reader.align(preparer, page);
            pages.par_iter_mut().counted().map_init(|| reader.preparer(), read).collect()
        };
        let (mut found, items): (Vec<Extraction>, Vec<ListItems>) =
            aligned.into_iter().map(|Aligned { found, items }| (found, items)).unzip();
        let trees: Vec<&Tree> = pages.iter().map(|page| &page.tree).collect();
        self.join(labels, &mut found, &trees);
        self.join_named(&mut found, &trees);
        self.divide(&mut found);
        let matched: Vec<f64> = found.iter().map(|found| found.matched).collect();
        self.reference.set(&matched, pages.iter().map(|page| page.source).zip(&found));
        let stated: Vec<Vec<Statement>> = pages.par_iter().map(|page| statements(&page.tree)).collect();
        let unmatched = find_properties(&mut self.fields, &found, &stated);
        self.reference.unmatched = add_stated(&mut self.fields, unmatched, &stated, &mut found);
        name_by_properties(&mut self.fields);
        for (place, field) in self.fields.iter_mut().enumerate() {
            let values: Vec<&Value> = found.iter().filter_map(|found| found.page[place].as_ref()).collect();
            let filled = values.iter().filter(|value| !value.is_empty()).count();
            field.found = u32::try_from(filled).expect("few pages");
            field.profile = ValueProfile::of(values.iter().flat_map(|value| value.texts.iter().cloned()));
        }
        let why = left_out(&self.fields, &found, pages, shared, &stated);
        for (field, why) in self.fields.iter_mut().zip(why) {
            field.left_out = why;
        }
        name_subject(&mut self.fields, &found, pages);
        self.add_tables(pages, &items);
        let rows: Vec<(&Tree, &[Row])> =
            pages.iter().zip(&found).map(|(page, found)| (&page.tree, found.rows_of(Rows::Page))).collect();
        add_links(&mut self.fields, &rows);
        found
    }
}

impl Reference {
    /// Sets how well pages match and what of them is lost. Given: the share of each page that matches, and its source with what was
    /// found in it.
    fn set<'f>(&mut self, matched: &[f64], found: impl Iterator<Item = (&'f str, &'f Extraction)>) {
        self.matched = matched.iter().sum::<f64>() / exact(matched.len() as u64);
        let lost = Lost::of(found);
        (self.lost, self.uncovered) = (lost.texts, lost.share);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::work;
    use crate::repeat::lists;
    use std::fmt::Write;

    /// Writes one more element of a page, from its number and from words of the page's own.
    type OneMore = fn(usize, &str) -> String;

    /// Kinds of elements that a page can have many of.
    const SHAPES: [(&str, OneMore); 12] = [
        ("siblings", |_, words| format!("<p>{words}")),
        ("links", |n, words| format!("<a href=/{n}>{words}</a>")),
        ("rows", |n, words| format!("<tr><td>{n}<td>{words}")),
        ("rows that reach down", |_, words| format!("<tr><td rowspan=999>{words}<td>{words}")),
        ("cells", |_, words| format!("<td>{words}")),
        ("classes", |n, words| format!("<p class=c{n}>{words}")),
        ("classes by twos", |n, words| {
            format!("<section class={:x}><p>{words}<p>a {words}</section>", n / 2)
        }),
        ("names", |n, words| format!("<x-{n}>{words}</x-{n}>")),
        ("terms", |_, words| format!("<dt>{words}<dd>a {words}")),
        ("unclosed elements", |_, words| format!("<div>{words}")),
        ("nested lists", |_, words| format!("<ul><li>{words}")),
        ("nested tables", |_, words| format!("<table><tr><td>{words}")),
    ];

    /// Two pages with many elements of one kind, one of them a little longer, with a common heading and end.
    fn pages(of: OneMore, count: usize) -> [String; 2] {
        [0, 1].map(|page| {
            let mut source = format!("<h1>Title {page}</h1><b>All of it</b>");
            for n in 0..count + page {
                write!(source, "{}", of(n, &format!("w{}", (n * 7919 + page) * 31))).unwrap();
            }
            source + "<footer id=end>The end</footer>"
        })
    }

    /// The factor by which the work grows when large pages double in size.
    fn doubling(job: impl Fn([String; 2]) + Sync, of: OneMore) -> f64 {
        let work = [2_000, 4_000].map(|count| work::of(|| job(pages(of, count))));
        exact(work[1]) / exact(work[0])
    }

    #[test]
    fn finding_records_takes_work_proportional_to_the_page() {
        for (shape, of) in SHAPES {
            let doubling = doubling(|pages| drop(lists(&pages.each_ref().map(|page| Tree::new(page)))), of);
            assert!(doubling < 2.3, "{shape}: {doubling}");
        }
    }

    #[test]
    fn learning_takes_work_proportional_to_the_page() {
        for (shape, of) in SHAPES {
            let learn = |pages: [String; 2]| {
                let documents =
                    pages.into_iter().zip(["a", "b"]).map(|(page, name)| Document::new(name, page));
                // Learning can fail: such pages may have nothing in common.
                drop(Learner::new().shape(Shape::Page).learn(&documents.collect()));
            };
            let doubling = doubling(learn, of);
            assert!(doubling < 2.3, "{shape}: {doubling}");
        }
    }
}
