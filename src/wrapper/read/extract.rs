//! Extracts the values of fields from new pages.
//!
//! In: a [`Wrapper`] and a page. Out: an [`Extraction`]. [`Extractor`] aligns the page with the templates of the wrapper
//! and uses the template of which the page has the largest share. Other pages are not needed. A template is not tried if the tag names
//! of the page show that its share is smaller than one that is found already, so that a wrapper may have thousands of templates.

use crate::page;
use crate::spectrum::exact;
use crate::wrapper::Wrapper;
use crate::wrapper::fields::link::fill_links;
use crate::wrapper::label::LabelReader;
use crate::wrapper::page::node::{NodeKind, Page};
use crate::wrapper::read::fit::{Fit, fit};
use crate::wrapper::read::plan::{PartKind, Plan};
use crate::wrapper::read::prepare::PagePreparer;
use crate::wrapper::section::Section;
use crate::wrapper::table::child::ListItems;
use crate::wrapper::table::{PageRecords, TableReader};
use crate::wrapper::template::{Rows, Template};
use crate::wrapper::value::{Extraction, Value, without_separator};
use hashbrown::{HashMap, HashSet};

/// Extracts values from pages by a wrapper. It can be shared between threads.
#[derive(Debug)]
pub struct Extractor<'a> {
    wrapper: &'a Wrapper,
    readers: Vec<TemplateReader<'a>>,
    bounds: Bounds,
}

/// Upper bounds for the share of each template that a page has.
#[derive(Debug)]
struct Bounds {
    /// For each tag name, the templates that have it, each with the support of these elements.
    of_names: HashMap<String, Vec<(usize, u64)>>,
    /// For each template the support of its texts and that of all its parts; `None` if it is a list.
    parts: Vec<Option<(u64, u64)>>,
}

/// The compiled form of one template.
#[derive(Debug)]
pub(in crate::wrapper) struct TemplateReader<'a> {
    plan: Plan,
    labels: LabelReader<'a>,
    tables: Vec<TableReader<'a>>,
    template: &'a Template,
}

impl<'a> Extractor<'a> {
    /// Compiles the templates of a wrapper.
    #[must_use]
    pub fn new(wrapper: &'a Wrapper) -> Self {
        let readers: Vec<_> = wrapper.templates.iter().map(TemplateReader::new).collect();
        Extractor { wrapper, bounds: Bounds::new(&readers), readers }
    }

    /// The wrapper.
    #[must_use]
    pub fn wrapper(&self) -> &'a Wrapper {
        self.wrapper
    }

    /// A reader for many pages one after another, which is faster than [`extract`](Self::extract) for each.
    #[must_use]
    pub fn reader(&self) -> PageReader<'_> {
        PageReader { extractor: self, preparers: HashMap::new() }
    }

    /// The values of a page by the template that fits best; `None` if no template has anything in common with the page.
    #[must_use]
    pub fn extract(&self, source: &str) -> Option<Extraction> {
        self.reader().extract(source)
    }
}

/// Extracts values from one page after another, on one thread. Its memory use is bounded, however many pages it reads.
#[derive(Debug)]
pub struct PageReader<'a> {
    extractor: &'a Extractor<'a>,
    /// Those of the templates that were tried so far.
    preparers: HashMap<usize, PagePreparer<'a>>,
}

impl PageReader<'_> {
    /// The values of a page by the template that fits best; `None` if no template has anything in common with the page.
    #[must_use]
    pub fn extract(&mut self, source: &str) -> Option<Extraction> {
        let Extractor { readers, bounds, .. } = self.extractor;
        let mut page = Page::new(source);
        let bounds = bounds.of_page(&page);
        let first = (0..readers.len()).max_by(|&a, &b| bounds[a].total_cmp(&bounds[b]).then(b.cmp(&a)))?;
        let mut best: Option<(f64, usize, PageMatch)> = None;
        let mut last = first;
        for number in std::iter::once(first).chain((0..readers.len()).filter(|&number| number != first)) {
            // Of templates with equal shares, the first counts.
            let is_better =
                |share: f64| best.as_ref().map_or(share > 0.0, |best| (share, best.1) > (best.0, number));
            if !is_better(bounds[number]) {
                continue;
            }
            let reader = &readers[number];
            let preparer = self.preparers.entry(number).or_insert_with(|| reader.preparer());
            let found = reader.find(preparer, &mut page);
            last = number;
            if is_better(found.matched()) {
                best = Some((found.matched(), number, found));
            }
        }
        let (_, template, found) = best?;
        let preparer = self.preparers.get_mut(&template).expect("it was used to try the template");
        if template != last {
            // A later template has changed the nodes, and the match refers to the nodes as this template prepares them.
            preparer.prepare(&mut page);
        }
        Some(Extraction { template, ..readers[template].values(found, preparer, &mut page) })
    }
}

impl Bounds {
    fn new(readers: &[TemplateReader]) -> Self {
        let mut bounds = Bounds { of_names: HashMap::new(), parts: Vec::new() };
        for (number, reader) in readers.iter().enumerate() {
            if reader.template.rows != Rows::Page {
                bounds.parts.push(None);
                continue;
            }
            let (mut texts, mut all) = (0, 0);
            let mut names: HashMap<&str, u64> = HashMap::new();
            for node in reader.plan.nodes.iter().skip(1).filter(|node| node.kind != PartKind::Slot) {
                let support = u64::from(node.support);
                all += support;
                match node.kind {
                    PartKind::Text => texts += support,
                    _ => *names.entry(&node.name).or_default() += support,
                }
            }
            for (name, support) in names {
                bounds.of_names.entry_ref(name).or_insert_with(Vec::new).push((number, support));
            }
            bounds.parts.push(Some((texts, all)));
        }
        bounds
    }

    /// For each template the largest share that a page with these tag names can have: elements match elements of the same name,
    /// and any text may be there. Time: that of the templates that have one of the names.
    fn of_page(&self, page: &Page) -> Vec<f64> {
        let mut had: Vec<u64> = self.parts.iter().map(|parts| parts.map_or(0, |(texts, _)| texts)).collect();
        let names: HashSet<&str> = page.tree.elements().iter().map(|element| &*element.name).collect();
        for &(template, support) in names.iter().filter_map(|&name| self.of_names.get(name)).flatten() {
            had[template] += support;
        }
        let bound = |(parts, had): (&Option<(u64, u64)>, u64)| match *parts {
            Some((_, 0)) => 0.0,
            Some((_, all)) => exact(had) / exact(all),
            None => 1.0,
        };
        self.parts.iter().zip(had).map(bound).collect()
    }
}

/// How a template matches a page.
pub(in crate::wrapper) enum PageMatch {
    /// The share of the template that the page has, and the alignment of its parts.
    Parts(f64, Fit),
    /// The records of its list; the rest of the page is not aligned yet.
    List(usize, PageRecords),
}

/// The values of a page, and the elements that match the lists in the parts of the template.
pub(in crate::wrapper) struct Aligned {
    pub(in crate::wrapper) found: Extraction,
    pub(in crate::wrapper) items: ListItems,
}

impl<'a> TemplateReader<'a> {
    pub(in crate::wrapper) fn new(template: &'a Template) -> Self {
        TemplateReader {
            plan: Plan::new(template),
            labels: LabelReader::new(&template.labels),
            tables: template.tables.iter().map(TableReader::new).collect(),
            template,
        }
    }

    /// The state that a thread keeps from page to page.
    pub(in crate::wrapper) fn preparer(&self) -> PagePreparer<'_> {
        PagePreparer::new(&self.plan)
    }

    /// The values of a page that the parts of the template give.
    pub(in crate::wrapper) fn align(&self, preparer: &mut PagePreparer, page: &mut Page) -> Aligned {
        preparer.prepare(page);
        let fit = fit(&self.plan, page);
        Aligned::of(page, fit.matched(&self.plan), fit)
    }

    /// How this template matches a page.
    pub(in crate::wrapper) fn find(&self, preparer: &mut PagePreparer, page: &mut Page) -> PageMatch {
        match self.template.rows {
            Rows::Table(list) => PageMatch::List(list, self.tables[list].read(page, &ListItems::new())),
            Rows::Page => {
                preparer.prepare(page);
                let fit = fit(&self.plan, page);
                PageMatch::Parts(fit.matched(&self.plan), fit)
            }
        }
    }

    /// The values of a page by this template.
    pub(in crate::wrapper) fn extract(&self, preparer: &mut PagePreparer, page: &mut Page) -> Extraction {
        let found = self.find(preparer, page);
        self.values(found, preparer, page)
    }

    /// The values of a page that this template matches.
    pub(in crate::wrapper) fn values(
        &self,
        found: PageMatch,
        preparer: &mut PagePreparer,
        page: &mut Page,
    ) -> Extraction {
        match found {
            PageMatch::Parts(matched, fit) => {
                let aligned = Aligned::of(page, matched, fit);
                self.complete(aligned, page)
            }
            PageMatch::List(list, read) => {
                let mut rest = page.without(&read.records);
                let aligned = self.align(preparer, &mut rest);
                let mut found = self.complete(aligned, &rest);
                found.begins[list] = read.begins(page);
                found.tables[list] = read.rows;
                Extraction {
                    main: Rows::Table(list),
                    matched: read.matched,
                    texts: page.tree.leaves().len(),
                    ..found
                }
            }
        }
    }

    /// Adds to what the alignment finds in a page what labels, text slots, stated data, links and tables give.
    fn complete(&self, aligned: Aligned, page: &Page) -> Extraction {
        let Aligned { mut found, items } = aligned;
        let (labels, template) = (&self.labels, self.template);
        labels.labels().apply(&labels.read(&page.tree), &mut found, &page.tree);
        template.slots.iter().for_each(|slots| slots.fill(&mut found.page));
        template.fill_stated(&page.tree, &mut found.page);
        fill_links(&template.fields, &page.tree, std::slice::from_mut(&mut found.page));
        for (number, table) in self.tables.iter().enumerate() {
            // The list of the page is not in its parts.
            let is_main = template.rows == Rows::Table(number);
            let of = if is_main { PageRecords::default() } else { table.read(page, &items) };
            found.begins.push(of.begins(page));
            found.tables.push(of.rows);
        }
        found
    }
}

impl PageMatch {
    pub(in crate::wrapper) fn matched(&self) -> f64 {
        match self {
            PageMatch::Parts(matched, _) | PageMatch::List(_, PageRecords { matched, .. }) => *matched,
        }
    }
}

impl Aligned {
    fn of(page: &Page, matched: f64, fit: Fit) -> Self {
        let item = |&(list, node): &(u32, u32)| match page.node(node).kind {
            NodeKind::Element(id) => Some((list, id)),
            _ => None,
        };
        let mut items: ListItems = fit.items.iter().filter_map(item).collect();
        items.sort_unstable();
        Aligned { found: one_row(page, matched, fit), items }
    }
}

fn one_row(page: &Page, matched: f64, fit: Fit) -> Extraction {
    let texts = (0..).zip(&page.nodes).map(|(number, _)| number).filter(|&number| page.is_text(number));
    let uncovered = texts.clone().filter(|&number| !fit.covered[number as usize]);
    let value = |stretches: Vec<std::ops::Range<u32>>| {
        let mut value = Value::default();
        for stretch in stretches {
            let span = page.span_of(stretch.clone());
            // Usually the stretch is one text, in which the tree has collapsed white space already.
            value.texts.push(match page.text(stretch.start) {
                Some(text) if stretch.len() == 1 => without_separator(text).to_owned(),
                _ => without_separator(&page::text(&page.tree, page.source, span)).to_owned(),
            });
            value.spans.push(span);
        }
        value
    };
    let labelled = |section: &Section| {
        let label = page.text(section.label).unwrap_or_default();
        (label.to_owned(), value(vec![section.value.clone()]))
    };
    let unknown = page.unknown.iter().filter(|section| !section.value.is_empty()).map(labelled).collect();
    Extraction {
        template: 0,
        unknown,
        matched,
        uncovered: uncovered.map(|number| page.span(number)).collect(),
        texts: texts.count(),
        main: Rows::Page,
        page: fit.filled.into_iter().map(|stretches| stretches.map(value)).collect(),
        tables: Vec::new(),
        begins: Vec::new(),
    }
}
