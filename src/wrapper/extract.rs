//! Values of fields from new pages.
//!
//! [`Extractor`] lays the templates of a wrapper onto a page, one after another, and takes the one that fits best.

use super::Wrapper;
use super::fit::{Fit, fit};
use super::list::ListReader;
use super::node::Page;
use super::plan::{Kind, Plan};
use super::template::{Rows, Template};
use crate::page;
use crate::spectrum::exact;
use crate::token::Span;

/// A wrapper made ready to read pages; pages can be read from several threads.
#[derive(Debug)]
pub struct Extractor<'a> {
    wrapper: &'a Wrapper,
    readers: Vec<Reader<'a>>,
}

/// A template made ready to read pages.
#[derive(Debug)]
enum Reader<'a> {
    Page(Plan),
    Records(ListReader<'a>),
}

/// What was found in a page.
#[derive(Clone, Debug)]
pub struct Extraction {
    /// The number of the template that fits best.
    pub template: usize,
    /// The page as one row, or a row for each of its records.
    pub rows: Vec<Row>,
    /// The share of the template's elements and texts that the page has, each weighed by its support.
    pub matched: f64,
    /// The texts of the page that are neither template nor value.
    pub uncovered: Vec<Span>,
    /// The number of all texts of the page.
    pub texts: usize,
}

/// For each field of the template its value; `None` where the page, or the record, has no place for one.
pub type Row = Vec<Option<Value>>;

/// What fills a slot: nothing, one thing, or several.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Value {
    /// The texts, white space collapsed.
    pub texts: Vec<String>,
    /// The bytes of the page that they stand in.
    pub spans: Vec<Span>,
}

impl<'a> Extractor<'a> {
    /// Makes a wrapper ready.
    #[must_use]
    pub fn new(wrapper: &'a Wrapper) -> Self {
        Extractor { wrapper, readers: wrapper.templates.iter().map(Reader::new).collect() }
    }

    /// The wrapper.
    #[must_use]
    pub fn wrapper(&self) -> &'a Wrapper {
        self.wrapper
    }

    /// What the template that fits best finds in a page; `None` if none has anything in common with it.
    #[must_use]
    pub fn extract(&self, source: &str) -> Option<Extraction> {
        let mut page = Page::new(source);
        let mut best: Option<(f64, usize, Found)> = None;
        for (number, reader) in self.readers.iter().enumerate() {
            let found = reader.find(&mut page);
            let matched = found.matched();
            if matched > best.as_ref().map_or(0.0, |best| best.0) {
                best = Some((matched, number, found));
            }
        }
        let (_, template, found) = best?;
        Some(Extraction { template, ..found.extraction(&page) })
    }
}

impl Template {
    /// What this template finds in a page.
    pub(super) fn extract(&self, source: &str) -> Extraction {
        let mut page = Page::new(source);
        Reader::new(self).find(&mut page).extraction(&page)
    }
}

/// What a template finds in a page, before the texts are read.
enum Found {
    Page(f64, Fit),
    Records(Extraction),
}

impl<'a> Reader<'a> {
    fn new(template: &'a Template) -> Self {
        match &template.rows {
            Rows::Page(parts) => Reader::Page(Plan::new(template, parts)),
            Rows::Records(listing) => Reader::Records(ListReader::new(listing)),
        }
    }

    fn find(&self, page: &mut Page) -> Found {
        match self {
            Reader::Page(plan) => {
                plan.number(page);
                let fit = fit(plan, page);
                Found::Page(matched(plan, &fit), fit)
            }
            Reader::Records(reader) => Found::Records(reader.extract(&page.tree, page.source)),
        }
    }
}

impl Found {
    fn matched(&self) -> f64 {
        match self {
            Found::Page(matched, _) => *matched,
            Found::Records(extraction) => extraction.matched,
        }
    }

    fn extraction(self, page: &Page) -> Extraction {
        match self {
            Found::Page(matched, fit) => one_row(page, matched, fit),
            Found::Records(extraction) => extraction,
        }
    }
}

fn one_row(page: &Page, matched: f64, fit: Fit) -> Extraction {
    let texts = (0..).zip(&page.nodes).map(|(number, _)| number).filter(|&number| page.is_text(number));
    let uncovered = texts.clone().filter(|&number| !fit.covered[number as usize]);
    let value = |stretches: Vec<std::ops::Range<u32>>| {
        let mut value = Value::default();
        for stretch in stretches {
            let span = page.span_of(stretch);
            value.texts.push(page::text(&page.tree, page.source, span));
            value.spans.push(span);
        }
        value
    };
    Extraction {
        template: 0,
        matched,
        uncovered: uncovered.map(|number| page.span(number)).collect(),
        texts: texts.count(),
        rows: vec![fit.filled.into_iter().map(|stretches| stretches.map(value)).collect()],
    }
}

/// The share of the parts that the page has, weighed by their support.
fn matched(plan: &Plan, fit: &Fit) -> f64 {
    let (mut all, mut had) = (0, 0);
    for (node, has) in plan.nodes.iter().zip(&fit.has).skip(1).filter(|(node, _)| node.kind != Kind::Slot) {
        all += u64::from(node.support);
        had += u64::from(node.support) * u64::from(*has);
    }
    if all == 0 { 0.0 } else { exact(had) / exact(all) }
}
