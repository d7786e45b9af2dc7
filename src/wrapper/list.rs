//! List pages: a row for each record.
//!
//! Learning: the lists of the pages are found together ([`group`](crate::repeat)), their fields aligned
//! ([`record`](crate::record)). What is kept are the ways to the records and the columns. Reading a new page: the records
//! are what stands at the end of such a way, and each is read by itself; no other page is looked at.
//!
//! Whether pages are lists: most of what a page alone says stands in its records, by letters and not by far fewer texts, and
//! it says little in running words beside them. A page of one thing with many comments or like things says what it is about
//! outside of these, and its fields begin with labels. Letters and running words alone are right of 330 of 347 sites of all
//! sets, the share in records alone of 280.

use super::node::Page;
use super::template::Listing;
use super::template::{Field, FieldKind, Reference, Rows, Template, ValueProfile};
use super::value::{Extraction, Row, Value, without_separator};
use crate::document::Document;
use crate::measure::TEXT;
use crate::page::{ElementId, Leaf, Tree, text};
use crate::record::{self, Column, Columns, FieldReader, Listed, Width};
use crate::repeat::{List, Record, Steps, lists, records_at};
use crate::spectrum::exact;
use hashbrown::HashMap;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::hash::Hash;

/// The trees of some pages and their lists.
pub(super) struct Lists<'a> {
    documents: Vec<&'a Document>,
    trees: Vec<Tree<'a>>,
    of_pages: Vec<Option<List>>,
}

impl<'a> Lists<'a> {
    /// The lists of so many pages at most, spread over these.
    pub(super) fn new(documents: &[&'a Document], pages: &[Page<'a>], most: usize) -> Self {
        let count = most.min(pages.len());
        let taken: Vec<usize> = (0..count).map(|number| number * pages.len() / count).collect();
        let trees: Vec<Tree> = taken.par_iter().map(|&number| pages[number].tree.telling()).collect();
        let documents = taken.iter().map(|&number| documents[number]).collect();
        let of_pages = lists(&trees);
        Lists { documents, trees, of_pages }
    }

    /// What tells lists from pages of one thing, in the mean over the pages.
    pub(super) fn own(&self) -> Own {
        let times: Vec<HashMap<&str, u64>> =
            self.trees.iter().map(|tree| times(texts(tree.leaves()))).collect();
        let pages = self::times(times.iter().flat_map(HashMap::keys).copied());
        let is_shared = |text: &str| pages[text] == self.trees.len() as u64;
        let of_page = |((tree, list), times): ((&Tree, &Option<List>), &HashMap<&str, u64>)| {
            let records = list.iter().flat_map(|list| &list.records);
            let mut is_listed = vec![false; tree.leaves().len()];
            for record in records {
                is_listed[record.leaves.start as usize..record.leaves.end as usize].fill(true);
            }
            let (mut all, mut listed, mut told) = (0, 0, 0);
            let (mut all_texts, mut listed_texts) = (0, 0);
            for (leaf, is_listed) in tree.leaves().iter().zip(is_listed) {
                let is_own = pages[&*leaf.text] == 1;
                all_texts += u64::from(is_own);
                listed_texts += u64::from(is_own && is_listed);
                let chars = if is_own { leaf.text.chars().count() as u64 } else { 0 };
                all += chars;
                listed += if is_listed { chars } else { 0 };
                told += if !is_listed && is_own && is_running(tree, leaf) { chars } else { 0 };
            }
            let of_all = |chars| exact(chars) / exact(all.max(1));
            let is_label = |leaf: &Leaf| {
                times[&*leaf.text] == 1 && leaf.text.contains(char::is_alphabetic) && is_shared(&leaf.text)
            };
            let are_parts = |list: &List| are_prose(tree, list) || have_labels(tree, list, is_label);
            let parts = f64::from(list.as_ref().is_some_and(are_parts));
            let texts = exact(listed_texts) / exact(all_texts.max(1));
            Own { listed: of_all(listed), texts, told: of_all(told), parts }
        };
        let pages = self.trees.iter().zip(&self.of_pages).zip(&times);
        let shares: Vec<Own> = pages.map(of_page).collect();
        let mean =
            |of: fn(&Own) -> f64| shares.iter().map(of).sum::<f64>() / exact(shares.len().max(1) as u64);
        Own {
            listed: mean(|own| own.listed),
            texts: mean(|own| own.texts),
            told: mean(|own| own.told),
            parts: mean(|own| own.parts),
        }
    }

    /// Whether each page is a list of records rather than of one thing.
    pub(super) fn are_rows(&self, own: Own) -> bool {
        own.listed > LISTED
            && own.texts > LISTED_TEXTS
            && own.told <= TOLD
            && own.parts <= 0.5
            && self.labelled() <= LABELS_RECUR
    }

    /// By how much more what records begin with recurs from page to page than what follows in them: where it is much, they are
    /// fields under labels, and the page tells of one thing.
    pub(super) fn labelled(&self) -> f64 {
        let (mut firsts, mut rests): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
        for (tree, list) in self.trees.iter().zip(&self.of_pages) {
            let records = || list.iter().flat_map(|list| &list.records);
            let parted = || {
                let parted = records().filter_map(|record| record.leaves(tree).split_first());
                parted.filter(|(_, rest)| !rest.is_empty())
            };
            let times = times(parted().map(|(first, _)| &*first.text));
            // Numbers of records recur too, and a label that stands in many records is none of a field.
            let may_be_label = |text: &str| text.contains(char::is_alphabetic) && times[text] <= 2;
            for (first, rest) in parted().filter(|(first, _)| may_be_label(&first.text)) {
                firsts.push(&first.text);
                rests.push(texts(rest).collect());
            }
        }
        let pages = self.trees.len() as u64;
        let common = |counts: HashMap<&str, u64>| {
            let all: u64 = counts.values().sum();
            exact(counts.values().filter(|&&count| 2 * count > pages).sum()) / exact(all.max(1))
        };
        let rests = times(rests.iter().map(String::as_str));
        common(times(firsts)) - common(rests)
    }

    /// Records of a page, words of a record, and the share of the records that have a linked title.
    pub(super) fn of_records(&self) -> [f64; 3] {
        let (mut records, mut words, mut titled) = (0_u64, 0_u64, 0_u64);
        for (tree, list) in self.trees.iter().zip(&self.of_pages) {
            for record in list.iter().flat_map(|list| &list.records) {
                let count = |leaf: &Leaf| leaf.text.split_whitespace().count();
                let is_title = |leaf: &Leaf| count(leaf) >= TITLE && is_linked(tree, leaf);
                records += 1;
                words += record.leaves(tree).iter().map(count).sum::<usize>() as u64; // usize has at most 64 bits
                titled += u64::from(record.leaves(tree).iter().any(is_title));
            }
        }
        let of_all = |sum: u64| exact(sum) / exact(records.max(1));
        let of_page = exact(records) / exact(self.trees.len().max(1) as u64);
        [of_page, of_all(words), of_all(titled)]
    }

    /// The share of the texts that a page alone says that stand right behind a label: words that all pages have once.
    pub(super) fn behind_labels(&self) -> f64 {
        let times: Vec<HashMap<&str, u64>> =
            self.trees.iter().map(|tree| times(texts(tree.leaves()))).collect();
        let pages = self::times(times.iter().flat_map(HashMap::keys).copied());
        let (mut own, mut behind) = (0, 0);
        for (tree, times) in self.trees.iter().zip(&times) {
            let is_label = |leaf: &Leaf| {
                let text = &*leaf.text;
                pages[text] == self.trees.len() as u64
                    && times[text] == 1
                    && text.contains(char::is_alphabetic)
            };
            for pair in tree.leaves().windows(2).filter(|pair| pages[&*pair[1].text] == 1) {
                own += 1;
                behind += u64::from(self.trees.len() > 1 && is_label(&pair[0]));
            }
        }
        exact(behind) / exact(own.max(1))
    }

    /// The template; `None` if no page has a list.
    pub(super) fn template(&self) -> Option<Template> {
        let chosen = |page: usize| Some((page, self.of_pages[page].as_ref()?));
        let found: Vec<(usize, &List)> = (0..self.trees.len()).filter_map(chosen).collect();
        let listed = found.iter().map(|&(page, list)| Listed {
            tree: &self.trees[page],
            source: self.documents[page].text(),
            records: &list.records,
        });
        let record::Table { columns, .. } = record::table(&listed.collect::<Vec<_>>(), Width::Informative);
        let mut ways: Vec<(usize, Steps)> = Vec::new();
        for (page, list) in &found {
            let way = list.chosen.candidate.steps(&self.trees[*page]);
            match ways.iter_mut().find(|(_, known)| *known == way) {
                Some((pages, _)) => *pages += 1,
                None => ways.push((1, way)),
            }
        }
        ways.sort_by_cached_key(|(pages, way)| (Reverse(*pages), way.resolution, way.to_string()));
        let fields = fields(&columns);
        (!fields.is_empty()).then(|| Template {
            pages: u32::try_from(self.documents.len()).expect("few pages"),
            sources: self.documents.iter().map(|document| document.name().to_owned()).collect(),
            reference: Reference::default(),
            fields,
            extra: BTreeSet::new(),
            inline: Vec::new(),
            sections: Vec::new(),
            rows: Rows::Records(Listing { ways: ways.into_iter().map(|(_, way)| way).collect(), columns }),
        })
    }
}

fn texts<'a>(leaves: &'a [Leaf]) -> impl Iterator<Item = &'a str> {
    leaves.iter().map(|leaf| &*leaf.text)
}

/// How often each text is given.
fn times<T: Eq + Hash>(texts: impl IntoIterator<Item = T>) -> HashMap<T, u64> {
    let mut times = HashMap::new();
    for text in texts {
        *times.entry(text).or_default() += 1;
    }
    times
}

/// What tells lists from pages of one thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own {
    /// The share of the characters of what a page alone says that stands in the records of its list.
    pub(super) listed: f64,
    /// The share of the texts that a page alone says, each as much as another, that stands in these.
    pub(super) texts: f64,
    /// The share that stands in running words beside the list.
    pub(super) told: f64,
    /// The share of pages whose records are parts of one thing: paragraphs, or fields with their labels.
    pub(super) parts: f64,
}

/// More of what pages alone say stands in the records of lists: 0.5 to 0.75 err on as many sites of all sets.
const LISTED: f64 = 0.5;

/// More of the texts that pages alone say stand in the records of lists: 0.2 to 0.35 err on as many sites of all sets, from two
/// pages of each and from twenty, 0.4 on two more; a few long reviews are most of the letters of some pages.
const LISTED_TEXTS: f64 = 0.3;

/// Less of it stands in running words beside the records of lists: 0.1 to 0.2 err on as many sites, 1 on 50 more.
const TOLD: f64 = 0.15;

/// Generated pages of labelled fields have 0.15 to 0.98, most above 0.4.
const LABELS_RECUR: f64 = 0.25;

/// A linked title has three words: names of people and labels have fewer. A round number.
const TITLE: usize = 3;

/// Whether a text is running words that are no link.
fn is_running(tree: &Tree, leaf: &Leaf) -> bool {
    leaf.text.split_whitespace().count() >= usize::from(TEXT) && !is_linked(tree, leaf)
}

/// Whether most records are a single text that is no link: the paragraphs of one.
fn are_prose(tree: &Tree, list: &List) -> bool {
    let is_paragraph = |record: &&Record| matches!(record.leaves(tree), [leaf] if !is_linked(tree, leaf));
    2 * list.records.iter().filter(is_paragraph).count() > list.records.len()
}

/// Whether most records have in or before them a label, words that all pages share and that stand in the page once: each
/// is a field, and the page tells of one thing. Labels of a list stand in each of its records.
fn have_labels(tree: &Tree, list: &List, is_label: impl Fn(&Leaf) -> bool) -> bool {
    let mut labelled = 0;
    let mut behind = 0;
    for record in &list.records {
        let leaves = &tree.leaves()[behind as usize..record.leaves.end as usize];
        labelled += usize::from(leaves.iter().any(&is_label));
        behind = record.leaves.end;
    }
    2 * labelled > list.records.len()
}

fn is_linked(tree: &Tree, leaf: &Leaf) -> bool {
    let parent = |&id: &ElementId| tree.element(id).parent;
    std::iter::successors(Some(leaf.parent), parent).any(|id| &*tree.element(id).name == "a")
}

/// The columns that hold text, as fields that are still to be measured.
fn fields(columns: &Columns) -> Vec<Field> {
    let texts = columns.columns().iter().filter(|column| column.key.kind.is_text());
    let field = |column: &Column| Field {
        name: column.name.clone(),
        label: column.key.label.clone(),
        support: column.records,
        found: 0,
        kind: FieldKind::Text,
        profile: ValueProfile::default(),
        property: None,
        left_out: None,
    };
    texts.map(field).collect()
}

/// The values of a record: one for each column that holds text.
fn row(columns: &Columns, tree: &Tree, source: &str, fields: &[record::Field]) -> Row {
    let mut values = vec![None; columns.columns().len()];
    for field in fields {
        let text = text(tree, source, field.span);
        let texts = if text.is_empty() { Vec::new() } else { vec![without_separator(&text).to_owned()] };
        values[field.column] = Some(Value { texts, spans: vec![field.span] });
    }
    let mut is_text = columns.columns().iter().map(|column| column.key.kind.is_text());
    values.retain(|_| is_text.next().expect("there is a value for each column"));
    values
}

/// A listing made ready to read pages.
#[derive(Debug)]
pub(super) struct ListReader<'a> {
    listing: &'a Listing,
    fields: FieldReader<'a>,
}

/// The records of a page with their values.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// How well they fill the columns.
    pub(super) matched: f64,
    pub(super) records: Vec<Record>,
    /// A row for each.
    pub(super) rows: Vec<Row>,
}

impl<'a> ListReader<'a> {
    pub(super) fn new(listing: &'a Listing) -> Self {
        ListReader { listing, fields: listing.columns.reader() }
    }

    /// The records of a page: those at the end of the way that fills the columns best.
    pub(super) fn read(&self, tree: &Tree, source: &str) -> Found {
        let (mut best, mut best_fields) = (Found::default(), Vec::new());
        for way in &self.listing.ways {
            let records = records_at(tree, way);
            let fields = self.fields.read(tree, source, &records);
            let matched = self.matched(&fields);
            if matched > best.matched {
                best = Found { matched, records, rows: Vec::new() };
                best_fields = fields;
            }
        }
        let rows = best_fields.iter().map(|fields| row(&self.listing.columns, tree, source, fields));
        Found { rows: rows.collect(), ..best }
    }

    /// What it finds in a page.
    pub(super) fn extract(&self, tree: &Tree, source: &str) -> Extraction {
        let Found { matched, records, rows } = self.read(tree, source);
        let mut covered = vec![false; tree.leaves().len()];
        for record in &records {
            covered[record.leaves.start as usize..record.leaves.end as usize].fill(true);
        }
        let outside = tree.leaves().iter().zip(&covered).filter(|(_, covered)| !**covered);
        Extraction {
            unknown: Vec::new(),
            template: 0,
            rows,
            matched,
            uncovered: outside.map(|(leaf, _)| leaf.span).collect(),
            texts: tree.leaves().len(),
        }
    }

    /// The share of the columns that the records fill, each weighed by how many records had it at learning time and
    /// filled by as many as then.
    fn matched(&self, records: &[Vec<record::Field>]) -> f64 {
        let columns = self.listing.columns.columns();
        let mut found = vec![0_u64; columns.len()];
        for field in records.iter().flatten() {
            found[field.column] += 1;
        }
        let share = |count: u64, of: u64| exact(count) / exact(of.max(1));
        let (mut all, mut had) = (0.0, 0.0);
        for (column, found) in columns.iter().zip(found) {
            let known = share(u64::from(column.records), u64::from(self.listing.columns.records()));
            all += known;
            had += known.min(share(found, records.len() as u64));
        }
        if all > 0.0 { had / all } else { 0.0 }
    }
}

impl Listing {
    /// Whether it has columns for as many fields.
    pub(super) fn is_sound(&self, fields: usize) -> bool {
        self.columns.columns().iter().filter(|column| column.key.kind.is_text()).count() == fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrapper::Learner;
    use std::fmt::Write;

    #[test]
    fn a_few_long_reviews_make_no_list_of_a_page() {
        let page = |number: usize| {
            let mut source = format!("<h1>Book {number}</h1><div>");
            for fact in 0..30 {
                write!(source, "<p><i>Of {fact}</i> <b>{}</b></p>", fact * 31 + number * 7).unwrap();
            }
            source.push_str("</div><ul>");
            for review in 0..3 {
                let words = format!("what reader {review} says of {number} ").repeat(10);
                write!(source, "<li><b>Reader {review} of {number}</b><p>{words}</p></li>").unwrap();
            }
            Document::new(format!("{number}"), source + "</ul>")
        };
        let wrapper = Learner::new().learn(&[page(1), page(2)].into_iter().collect()).expect("a template");
        assert!(matches!(wrapper.templates[0].rows, Rows::Page(_)));
    }
}
