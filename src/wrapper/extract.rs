//! Values of fields from new pages.
//!
//! [`Extractor`] lays the templates of a wrapper onto a page, one after another, and takes the one that fits best.

use super::Wrapper;
use super::fit::{Fit, fit};
use super::form::Section;
use super::list::ListReader;
use super::node::Page;
use super::plan::Plan;
use super::reading::Reading;
use super::template::{Rows, Template};
use super::value::{Extraction, Value, without_separator};
use crate::page;

/// A wrapper made ready to read pages; pages can be read from several threads.
#[derive(Debug)]
pub struct Extractor<'a> {
    wrapper: &'a Wrapper,
    readers: Vec<TemplateReader<'a>>,
}

/// A template made ready to read pages.
#[derive(Debug)]
pub(super) enum TemplateReader<'a> {
    Page(Box<Plan>),
    Records(ListReader<'a>),
}

impl<'a> Extractor<'a> {
    /// Makes a wrapper ready.
    #[must_use]
    pub fn new(wrapper: &'a Wrapper) -> Self {
        Extractor { wrapper, readers: wrapper.templates.iter().map(TemplateReader::new).collect() }
    }

    /// The wrapper.
    #[must_use]
    pub fn wrapper(&self) -> &'a Wrapper {
        self.wrapper
    }

    /// Makes it ready to read many pages one after another, which is faster than one at a time.
    #[must_use]
    pub fn reader(&self) -> PageReader<'_> {
        PageReader { readers: self.readers.iter().map(|reader| (reader, reader.reading())).collect() }
    }

    /// What the template that fits best finds in a page; `None` if none has anything in common with it.
    #[must_use]
    pub fn extract(&self, source: &str) -> Option<Extraction> {
        self.reader().extract(source)
    }
}

/// Reads page after page by a wrapper, on one thread. Its memory does not grow with the pages read.
#[derive(Debug)]
pub struct PageReader<'a> {
    readers: Vec<(&'a TemplateReader<'a>, Option<Reading<'a>>)>,
}

impl PageReader<'_> {
    /// What the template that fits best finds in a page; `None` if none has anything in common with it.
    #[must_use]
    pub fn extract(&mut self, source: &str) -> Option<Extraction> {
        let mut page = Page::new(source);
        let mut best: Option<(f64, usize, Found)> = None;
        for (number, (reader, reading)) in self.readers.iter_mut().enumerate() {
            let found = reader.find(reading.as_mut(), &mut page);
            let matched = found.matched();
            if matched > best.as_ref().map_or(0.0, |best| best.0) {
                best = Some((matched, number, found));
            }
        }
        let (_, template, found) = best?;
        if let (true, (_, Some(reading))) = (template + 1 < self.readers.len(), &mut self.readers[template]) {
            // What was found is in the nodes as this template cuts them.
            reading.number(&mut page);
        }
        Some(Extraction { template, ..found.extraction(&page) })
    }
}

/// What a template finds in a page, before the texts are read.
enum Found {
    Page(f64, Fit),
    Records(Extraction),
}

impl<'a> TemplateReader<'a> {
    pub(super) fn new(template: &'a Template) -> Self {
        match &template.rows {
            Rows::Page(parts) => TemplateReader::Page(Box::new(Plan::new(template, parts))),
            Rows::Records(listing) => TemplateReader::Records(ListReader::new(listing)),
        }
    }

    /// What a thread keeps from page to page.
    pub(super) fn reading(&self) -> Option<Reading<'_>> {
        match self {
            TemplateReader::Page(plan) => Some(Reading::new(plan)),
            TemplateReader::Records(_) => None,
        }
    }

    fn find(&self, reading: Option<&mut Reading>, page: &mut Page) -> Found {
        match self {
            TemplateReader::Page(plan) => {
                reading.expect("a plan is read with a reading").number(page);
                let fit = fit(plan, page);
                Found::Page(fit.matched(plan), fit)
            }
            TemplateReader::Records(reader) => Found::Records(reader.extract(&page.tree, page.source)),
        }
    }

    /// What the template finds in a page.
    pub(super) fn extract(&self, reading: &mut Option<Reading>, page: &mut Page) -> Extraction {
        self.find(reading.as_mut(), page).extraction(page)
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
            let span = page.span_of(stretch.clone());
            // Mostly the stretch is one text, whose white space the tree has collapsed already.
            value.texts.push(match page.text(stretch.start) {
                Some(text) if stretch.len() == 1 => without_separator(text).to_owned(),
                _ => without_separator(&page::text(&page.tree, page.source, span)).to_owned(),
            });
            value.spans.push(span);
        }
        value
    };
    let named = |section: &Section| {
        let label = page.text(section.label).unwrap_or_default();
        (label.to_owned(), value(vec![section.value.clone()]))
    };
    let unknown = page.unknown.iter().filter(|section| !section.value.is_empty()).map(named).collect();
    Extraction {
        template: 0,
        unknown,
        matched,
        uncovered: uncovered.map(|number| page.span(number)).collect(),
        texts: texts.count(),
        rows: vec![fit.filled.into_iter().map(|stretches| stretches.map(value)).collect()],
    }
}
