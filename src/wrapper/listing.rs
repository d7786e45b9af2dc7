//! List pages: learns their template, and reads new ones as a row for each record.
//!
//! Learning. In: pages of one template. Out: a [`Listing`]: the element paths to the records, and the columns. The lists of
//! all pages are found together ([`repeat`](crate::repeat)), and their fields are aligned ([`record`]).
//!
//! Reading. In: a listing and a page. Out: a row for each record. The records are the elements at one of the paths, and
//! each is read by itself, without other pages.

use crate::document::Document;
use crate::page::{Tree, text};
use crate::record::{self, Column, Columns, FieldReader, Listed, Width};
use crate::repeat::{List, Record, Selection, Steps, lists, matching, records_at};
use crate::spectrum::exact;
use crate::wrapper::page::node::Page;
use crate::wrapper::template::{
    Field, FieldKind, Labels, Listing, NamedList, Reference, Rows, Template, ValueProfile,
};
use crate::wrapper::value::{Extraction, Row, Value, without_separator};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A sample of pages, with their trees and lists.
pub(in crate::wrapper) struct PageLists<'a> {
    documents: Vec<&'a Document>,
    trees: Vec<Tree<'a>>,
    lists: Vec<Option<List>>,
}

impl<'a> PageLists<'a> {
    /// Finds the lists of pages of one template.
    pub(in crate::wrapper) fn new(documents: &[&'a Document], pages: &[Page<'a>]) -> Self {
        let found = PageLists::of(documents, pages, Vec::new());
        let lists = lists(&found.trees);
        PageLists { lists, ..found }
    }

    /// Takes the lists of these pages.
    pub(in crate::wrapper) fn of(
        documents: &[&'a Document],
        pages: &[Page<'a>],
        lists: Vec<Option<List>>,
    ) -> Self {
        let trees: Vec<Tree> = pages.par_iter().map(|page| page.tree.telling()).collect();
        PageLists { documents: documents.to_vec(), trees, lists }
    }

    /// Learns the template, which says how the lists were named; `None` if no page has a list.
    pub(in crate::wrapper) fn template(&self, selection: &Selection) -> Option<Template> {
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
            tables: Vec::new(),
            rows: Rows::Records(Box::new(Listing {
                ways: ways.into_iter().map(|(_, path)| path).collect(),
                named: (!selection.is_usual()).then(|| named(selection)),
                columns,
            })),
        })
    }
}

/// What a wrapper keeps of a selection.
fn named(selection: &Selection) -> NamedList {
    NamedList { selector: selection.selector().cloned(), like: selection.texts().to_vec() }
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
        link_of: None,
        learned_name: None,
        position: None,
    };
    texts.map(field).collect()
}

/// The values of a record, one for each text column.
pub(in crate::wrapper) fn row(columns: &Columns, tree: &Tree, source: &str, fields: &[record::Field]) -> Row {
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
pub(in crate::wrapper) struct ListReader<'a> {
    listing: &'a Listing,
    fields: FieldReader<'a>,
}

/// The records of a page with their values.
#[derive(Debug, Default)]
pub(in crate::wrapper) struct PageRecords {
    /// How well the records fill the columns, from 0 to 1.
    pub(in crate::wrapper) matched: f64,
    pub(in crate::wrapper) records: Vec<Record>,
    /// A row for each record.
    pub(in crate::wrapper) rows: Vec<Row>,
}

impl<'a> ListReader<'a> {
    pub(in crate::wrapper) fn new(listing: &'a Listing) -> Self {
        ListReader { listing, fields: listing.columns.reader() }
    }

    /// The records of a page: the elements at the path whose elements fill the columns best.
    pub(in crate::wrapper) fn read(&self, tree: &Tree, source: &str) -> PageRecords {
        let (mut best, mut best_fields) = (PageRecords::default(), Vec::new());
        let by_path = |path: &Steps| records_at(tree, path);
        let candidates: Vec<Vec<Record>> =
            match self.listing.named.as_ref().and_then(|named| named.selector.as_ref()) {
                Some(selector) => vec![matching(tree, selector)],
                None => self.listing.ways.iter().map(by_path).collect(),
            };
        for records in candidates {
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
    pub(in crate::wrapper) fn extract(&self, tree: &Tree, source: &str) -> Extraction {
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
            tables: Vec::new(),
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
    pub(in crate::wrapper) fn is_sound(&self, fields: usize) -> bool {
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
