//! Values of fields from new pages.
//!
//! [`Extractor`] lays the templates of a wrapper onto a page, one after another, and takes the one that fits best.

use super::Wrapper;
use super::fit::{Fit, fit};
use super::node::Page;
use super::plan::{Kind, Plan};
use super::template::Template;
use crate::page;
use crate::spectrum::exact;
use crate::token::Span;

/// A wrapper made ready to read pages; pages can be read from several threads.
#[derive(Debug)]
pub struct Extractor<'a> {
    wrapper: &'a Wrapper,
    plans: Vec<Plan>,
}

/// What was found in a page.
#[derive(Clone, Debug)]
pub struct Extraction {
    /// The number of the template that fits best.
    pub template: usize,
    /// For each field of the template its value; `None` where the page has no place for one.
    pub values: Vec<Option<Value>>,
    /// The share of the template's elements and texts that the page has, each weighed by its support.
    pub matched: f64,
    /// The texts of the page that are neither template nor value.
    pub uncovered: Vec<Span>,
    /// The number of all texts of the page.
    pub texts: usize,
}

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
        Extractor { wrapper, plans: wrapper.templates.iter().map(Plan::new).collect() }
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
        let mut best: Option<(f64, usize, Fit)> = None;
        for (number, plan) in self.plans.iter().enumerate() {
            plan.number(&mut page);
            let fit = fit(plan, &page);
            let matched = matched(plan, &fit);
            if matched > best.as_ref().map_or(0.0, |best| best.0) {
                best = Some((matched, number, fit));
            }
        }
        let (matched, template, fit) = best?;
        Some(extraction(&page, template, matched, fit))
    }
}

impl Template {
    /// What this template finds in a page.
    pub(super) fn extract(&self, source: &str) -> Extraction {
        let plan = Plan::new(self);
        let mut page = Page::new(source);
        plan.number(&mut page);
        let fit = fit(&plan, &page);
        extraction(&page, 0, matched(&plan, &fit), fit)
    }
}

fn extraction(page: &Page, template: usize, matched: f64, fit: Fit) -> Extraction {
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
        template,
        matched,
        uncovered: uncovered.map(|number| page.span(number)).collect(),
        texts: texts.count(),
        values: fit.filled.into_iter().map(|stretches| stretches.map(value)).collect(),
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
