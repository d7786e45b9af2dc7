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
use crate::wrapper::table::rest::{Bound, rest};
use crate::wrapper::table::{PageRecords, TableReader};
use crate::wrapper::template::{Rows, Template};
use crate::wrapper::value::{Extraction, Value, without_separator};
use hashbrown::{HashMap, HashSet};
use std::cmp::Ordering;

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
    /// The support of the parts of each template; `None` if it is a list.
    templates: Vec<Option<PartSupport>>,
    /// For each tag name that few templates have, these.
    rare: HashMap<String, Vec<usize>>,
    /// The templates in the order of their bounds for a page that has all names but these.
    without_rare: Vec<(f64, usize)>,
}

/// The support of the texts of a template, of its elements by tag name, and of all its parts.
#[derive(Debug)]
struct PartSupport {
    texts: u64,
    names: HashMap<String, u64>,
    all: u64,
}

/// The number of templates to which a tag name leads: for wrappers of fewer templates all bounds are known before one is tried, and for one of
/// thousands only a few have to be looked at for each page.
const FEW_TEMPLATES: usize = 64;

/// The compiled form of one template.
#[derive(Debug)]
pub(in crate::wrapper) struct TemplateReader<'a> {
    plan: Plan,
    labels: LabelReader<'a>,
    tables: Vec<TableReader<'a>>,
    bound: Vec<Bound>,
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
        let names: HashSet<&str> = page.tree.elements().iter().map(|element| &*element.name).collect();
        let names: HashSet<String> = names.into_iter().map(str::to_owned).collect();
        let mut best: Option<(f64, usize, PageMatch)> = None;
        let mut last = 0;
        for (most, number) in bounds.in_order(&names) {
            // Of templates with equal shares, the first counts.
            let is_better =
                |share: f64| best.as_ref().map_or(share > 0.0, |best| (share, best.1) > (best.0, number));
            if !is_better(most) {
                break;
            }
            if !is_better(bounds.of(number, &names)) {
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
        let templates: Vec<Option<PartSupport>> = readers.iter().map(PartSupport::new).collect();
        let mut rare: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, template) in templates.iter().enumerate() {
            for name in template.iter().flat_map(|template| template.names.keys()) {
                rare.entry_ref(name).or_insert_with(Vec::new).push(number);
            }
        }
        rare.retain(|_, templates| templates.len() <= FEW_TEMPLATES);
        let mut bounds = Bounds { templates, rare, without_rare: Vec::new() };
        let bound = |number| (bounds.bound(number, |name| !bounds.rare.contains_key(name)), number);
        bounds.without_rare = (0..readers.len()).map(bound).collect();
        bounds.without_rare.sort_by(first_tried);
        bounds
    }

    /// The largest share of a template that a page with these tag names can have: elements match elements of the same name, and any text may
    /// be there.
    fn of(&self, template: usize, names: &HashSet<String>) -> f64 {
        self.bound(template, |name| names.contains(name))
    }

    fn bound(&self, template: usize, has: impl Fn(&str) -> bool) -> f64 {
        self.templates[template].as_ref().map_or(1.0, |PartSupport { texts, names, all }| {
            let names = names.iter().filter(|(name, _)| has(name)).map(|(_, support)| support);
            if *all == 0 { 0.0 } else { exact(texts + names.sum::<u64>()) / exact(*all) }
        })
    }

    /// The templates in the order in which a page with these tag names tries them, each with a bound at or below that of the one before.
    /// Time, besides that of those tried: that of the templates that have one of its rare names.
    fn in_order(&self, names: &HashSet<String>) -> impl Iterator<Item = (f64, usize)> {
        let near: HashSet<usize> =
            names.iter().filter_map(|name| self.rare.get(name)).flatten().copied().collect();
        let mut sorted: Vec<(f64, usize)> =
            near.iter().map(|&number| (self.of(number, names), number)).collect();
        sorted.sort_by(first_tried);
        let mut sorted = sorted.into_iter().peekable();
        let mut others =
            self.without_rare.iter().copied().filter(move |(_, number)| !near.contains(number)).peekable();
        std::iter::from_fn(move || match (sorted.peek(), others.peek()) {
            (Some(near), Some(other)) if first_tried(near, other).is_gt() => others.next(),
            (Some(_), _) => sorted.next(),
            (None, _) => others.next(),
        })
    }
}

/// The order of bounds and templates: the larger bound first, then the first template.
fn first_tried(a: &(f64, usize), b: &(f64, usize)) -> Ordering {
    b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
}

impl PartSupport {
    fn new(reader: &TemplateReader) -> Option<Self> {
        if reader.template.rows != Rows::Page {
            return None;
        }
        let mut of = PartSupport { texts: 0, names: HashMap::new(), all: 0 };
        for node in reader.plan.nodes.iter().skip(1).filter(|node| node.kind != PartKind::Slot) {
            let support = u64::from(node.support);
            of.all += support;
            match node.kind {
                PartKind::Text => of.texts += support,
                _ => *of.names.entry_ref(&*node.name).or_default() += support,
            }
        }
        Some(of)
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
            bound: template.bound(),
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
        let (beside, unknown) = labels.read_all(&page.tree);
        labels.labels().apply(&beside, &mut found, &page.tree);
        template.fill_named(&page.tree, &mut found);
        template.slots.iter().for_each(|slots| slots.fill(&mut found.page));
        template.fill_stated(&page.tree, &mut found.page);
        fill_links(&template.fields, &page.tree, std::slice::from_mut(&mut found.page));
        for (number, table) in self.tables.iter().enumerate() {
            // The list of the page is not in its parts.
            let is_main = template.rows == Rows::Table(number);
            let behind = template.tables[number].rest.as_deref();
            let rest = behind.map(|behind| rest(page, &found, &self.bound, behind));
            let page = rest.as_ref().unwrap_or(page);
            let of = if is_main { PageRecords::default() } else { table.read(page, &items) };
            found.begins.push(of.begins(page));
            found.tables.push(of.rows);
        }
        // What no other field has.
        let uncovered: HashSet<u32> = found.uncovered.iter().map(|span| span.start).collect();
        let unknown = unknown.into_iter().filter(|(span, ..)| uncovered.contains(&span.start));
        found.unknown.extend(unknown.map(|(_, label, value)| (label, value)));
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
            NodeKind::Text(_) => None,
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
