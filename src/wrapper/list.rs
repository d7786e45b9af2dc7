//! List pages: decides whether pages are lists, learns their template, and reads new ones as a row for each record.
//!
//! Learning. In: pages of one template. Out: a [`Listing`]: the element paths to the records, and the columns. The lists of
//! all pages are found together ([`repeat`](crate::repeat)), and their fields are aligned ([`record`]).
//!
//! Reading. In: a listing and a page. Out: a row for each record. The records are the elements at one of the paths, and
//! each is read by itself, without other pages.
//!
//! Pages are lists if most of their own text, which no other page has, is in the records, both by characters and, less
//! strictly, by number of texts, and if there is little running text outside the records. A page about one thing with many
//! comments or similar things has its main text outside of these, and its fields begin with labels. Characters and running
//! text alone decide 330 of 347 sites of all sets correctly, the share in records alone 280.

use super::node::Page;
use super::template::{Field, FieldKind, Labels, Listing, Reference, Rows, Template, ValueProfile};
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

/// A sample of pages, with their trees and lists.
pub(super) struct PageLists<'a> {
    documents: Vec<&'a Document>,
    trees: Vec<Tree<'a>>,
    lists: Vec<Option<List>>,
}

impl<'a> PageLists<'a> {
    /// Finds the lists of at most `most` pages, evenly spaced among the pages given.
    pub(super) fn new(documents: &[&'a Document], pages: &[Page<'a>], most: usize) -> Self {
        let count = most.min(pages.len());
        let taken: Vec<usize> = (0..count).map(|number| number * pages.len() / count).collect();
        let trees: Vec<Tree> = taken.par_iter().map(|&number| pages[number].tree.telling()).collect();
        let documents = taken.iter().map(|&number| documents[number]).collect();
        let lists = lists(&trees);
        PageLists { documents, trees, lists }
    }

    /// The evidence that distinguishes lists from pages about one thing, averaged over the pages.
    pub(super) fn evidence(&self) -> ListEvidence {
        let times: Vec<HashMap<&str, u64>> =
            self.trees.iter().map(|tree| times(texts(tree.leaves()))).collect();
        let pages = self::times(times.iter().flat_map(HashMap::keys).copied());
        let is_shared = |text: &str| pages[text] == self.trees.len() as u64;
        let of_page = |((tree, list), times): ((&Tree, &Option<List>), &HashMap<&str, u64>)| {
            // One record says nothing of whether the page is a list.
            let records = list.iter().map(|list| &list.records).filter(|records| records.len() > 1).flatten();
            let mut is_listed = vec![false; tree.leaves().len()];
            for record in records {
                is_listed[record.leaves.start as usize..record.leaves.end as usize].fill(true);
            }
            let (mut all, mut listed, mut running) = (0, 0, 0);
            let (mut all_texts, mut listed_texts) = (0, 0);
            for (leaf, is_listed) in tree.leaves().iter().zip(is_listed) {
                let is_unshared = pages[&*leaf.text] == 1;
                all_texts += u64::from(is_unshared);
                listed_texts += u64::from(is_unshared && is_listed);
                let chars = if is_unshared { leaf.text.chars().count() as u64 } else { 0 };
                all += chars;
                listed += if is_listed { chars } else { 0 };
                running += if !is_listed && is_unshared && is_running_text(tree, leaf) { chars } else { 0 };
            }
            let of_all = |chars| exact(chars) / exact(all.max(1));
            let is_label = |leaf: &Leaf| {
                times[&*leaf.text] == 1 && leaf.text.contains(char::is_alphabetic) && is_shared(&leaf.text)
            };
            let are_parts_of_one =
                |list: &List| are_prose(tree, list) || have_field_labels(tree, list, is_label);
            ListEvidence {
                listed_characters: of_all(listed),
                listed_texts: exact(listed_texts) / exact(all_texts.max(1)),
                running_characters: of_all(running),
                parts: f64::from(list.as_ref().is_some_and(are_parts_of_one)),
            }
        };
        let pages = self.trees.iter().zip(&self.lists).zip(&times);
        let shares: Vec<ListEvidence> = pages.map(of_page).collect();
        let mean = |of: fn(&ListEvidence) -> f64| {
            shares.iter().map(of).sum::<f64>() / exact(shares.len().max(1) as u64)
        };
        ListEvidence {
            listed_characters: mean(|evidence| evidence.listed_characters),
            listed_texts: mean(|evidence| evidence.listed_texts),
            running_characters: mean(|evidence| evidence.running_characters),
            parts: mean(|evidence| evidence.parts),
        }
    }

    /// Whether each page is a list of records rather than about one thing.
    pub(super) fn are_lists(&self, evidence: ListEvidence) -> bool {
        evidence.listed_characters > MIN_LISTED_CHARACTERS
            && evidence.listed_texts > MIN_LISTED_TEXTS
            && evidence.running_characters <= MAX_RUNNING_CHARACTERS
            && evidence.parts <= 0.5
            && self.label_recurrence() <= MAX_LABEL_RECURRENCE
    }

    /// How much larger, among the first texts of records, the share of texts that most pages have is than among the rests of
    /// records. If the difference is large, the records are fields under labels, and the page is about one thing.
    pub(super) fn label_recurrence(&self) -> f64 {
        let (mut firsts, mut rests): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
        for (tree, list) in self.trees.iter().zip(&self.lists) {
            let records = || list.iter().flat_map(|list| &list.records);
            let parted = || {
                let parted = records().filter_map(|record| record.leaves(tree).split_first());
                parted.filter(|(_, rest)| !rest.is_empty())
            };
            let times = times(parted().map(|(first, _)| &*first.text));
            // Numbers of records recur too, and a label in many records of a page is a label of a list.
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

    /// Learns the template; `None` if no page has a list.
    pub(super) fn template(&self) -> Option<Template> {
        let chosen = |page: usize| Some((page, self.lists[page].as_ref()?));
        let found: Vec<(usize, &List)> = (0..self.trees.len()).filter_map(chosen).collect();
        let listed = found.iter().map(|&(page, list)| Listed {
            tree: &self.trees[page],
            source: self.documents[page].text(),
            records: &list.records,
        });
        let record::Table { columns, .. } = record::table(&listed.collect::<Vec<_>>(), Width::Informative);
        let mut ways: Vec<(usize, Steps)> = Vec::new();
        for (page, list) in &found {
            let path = list.chosen.candidate.steps(&self.trees[*page]);
            match ways.iter_mut().find(|(_, known)| *known == path) {
                Some((pages, _)) => *pages += 1,
                None => ways.push((1, path)),
            }
        }
        ways.sort_by_cached_key(|(pages, path)| (Reverse(*pages), path.resolution, path.to_string()));
        let fields = fields(&columns);
        (!fields.is_empty()).then(|| Template {
            pages: u32::try_from(self.documents.len()).expect("few pages"),
            sources: self.documents.iter().map(|document| document.name().to_owned()).collect(),
            reference: Reference::default(),
            fields,
            extra: BTreeSet::new(),
            inline: Vec::new(),
            labels: Labels::default(),
            slots: Vec::new(),
            sections: Vec::new(),
            rows: Rows::Records(Listing { ways: ways.into_iter().map(|(_, path)| path).collect(), columns }),
        })
    }
}

fn texts<'a>(leaves: &'a [Leaf]) -> impl Iterator<Item = &'a str> {
    leaves.iter().map(|leaf| &*leaf.text)
}

/// The number of times that each text occurs.
fn times<T: Eq + Hash>(texts: impl IntoIterator<Item = T>) -> HashMap<T, u64> {
    let mut times = HashMap::new();
    for text in texts {
        *times.entry(text).or_default() += 1;
    }
    times
}

/// The evidence that distinguishes lists from pages about one thing. A page's own texts are those that no other page has.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListEvidence {
    /// The share of the characters of a page's own texts that is in the records of its list.
    pub(super) listed_characters: f64,
    /// The share of a page's own texts, each counted as one, that is in these records.
    pub(super) listed_texts: f64,
    /// The share of the characters that is in running text outside the records.
    pub(super) running_characters: f64,
    /// The share of pages whose records are parts of one thing: paragraphs, or fields with their labels.
    pub(super) parts: f64,
}

/// Lists have a larger share of their own characters in records: 0.5 to 0.75 err on as many sites of all sets.
const MIN_LISTED_CHARACTERS: f64 = 0.5;

/// Lists have a larger share of their own texts in records: 0.2 to 0.35 err on as many sites of all sets, from two pages of
/// each and from twenty, 0.4 on two more. Needed because a few long reviews are most of the characters of some pages.
const MIN_LISTED_TEXTS: f64 = 0.3;

/// Lists have at most this share of their own characters in running text outside records: 0.1 to 0.2 err on as many sites,
/// 1 on 50 more.
const MAX_RUNNING_CHARACTERS: f64 = 0.15;

/// Lists have at most this label recurrence: generated pages of labelled fields have 0.15 to 0.98, most above 0.4.
const MAX_LABEL_RECURRENCE: f64 = 0.25;

/// Whether a text is running text and no link.
fn is_running_text(tree: &Tree, leaf: &Leaf) -> bool {
    leaf.text.split_whitespace().count() >= usize::from(TEXT) && !is_linked(tree, leaf)
}

/// Whether most records are a single text that is no link: paragraphs of one text.
fn are_prose(tree: &Tree, list: &List) -> bool {
    let is_paragraph = |record: &&Record| matches!(record.leaves(tree), [leaf] if !is_linked(tree, leaf));
    2 * list.records.iter().filter(is_paragraph).count() > list.records.len()
}

/// Whether most records have a label of a field in them, or between them and the record before. Such a label is a text that
/// all pages share and that is once on the page, so that each record is a field and the page is about one thing. Labels of
/// a list, in contrast, are in each of its records.
fn have_field_labels(tree: &Tree, list: &List, is_label: impl Fn(&Leaf) -> bool) -> bool {
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

/// A field for each text column; their statistics are measured later.
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

/// The values of a record, one for each text column.
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

/// The compiled form of a listing, which reads pages.
#[derive(Debug)]
pub(super) struct ListReader<'a> {
    listing: &'a Listing,
    fields: FieldReader<'a>,
}

/// The records of a page with their values.
#[derive(Debug, Default)]
pub(super) struct PageRecords {
    /// How well the records fill the columns, from 0 to 1.
    pub(super) matched: f64,
    pub(super) records: Vec<Record>,
    /// A row for each record.
    pub(super) rows: Vec<Row>,
}

impl<'a> ListReader<'a> {
    pub(super) fn new(listing: &'a Listing) -> Self {
        ListReader { listing, fields: listing.columns.reader() }
    }

    /// The records of a page: the elements at the path whose elements fill the columns best.
    pub(super) fn read(&self, tree: &Tree, source: &str) -> PageRecords {
        let (mut best, mut best_fields) = (PageRecords::default(), Vec::new());
        for path in &self.listing.ways {
            let records = records_at(tree, path);
            let fields = self.fields.read(tree, source, &records);
            let matched = self.matched(&fields);
            if matched > best.matched {
                best = PageRecords { matched, records, rows: Vec::new() };
                best_fields = fields;
            }
        }
        let rows = best_fields.iter().map(|fields| row(&self.listing.columns, tree, source, fields));
        PageRecords { rows: rows.collect(), ..best }
    }

    /// The rows of a page, and how well it fits.
    pub(super) fn extract(&self, tree: &Tree, source: &str) -> Extraction {
        let PageRecords { matched, records, rows } = self.read(tree, source);
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

    /// The share of the columns that the records fill. A column weighs by the share of learning records that had it, and is
    /// filled in full if at least this share of the records has it.
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
    /// Whether it has as many text columns as the template has fields.
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
    fn a_page_about_one_thing_with_a_few_long_reviews_is_no_list() {
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
