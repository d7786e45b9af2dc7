//! The selectors of the fields of pages that are one row each.

use super::alone::TemplateIndex;
use super::selector::{Selector, TextCut};
use super::shared::SharedElements;
use super::{FieldSelectors, Selectors, TrialPage, by_label, chosen, css, is_same, search, trial, xpath};
use crate::wrapper::flat::FlatTemplate;
use crate::wrapper::template::{FieldKind, Rows, Template};
use crate::wrapper::update::table_of;
use hashbrown::HashMap;

/// The selectors of the fields of a page, tried on pages.
pub(super) fn selectors(template: &Template, trials: &[TrialPage]) -> Selectors {
    let index = TemplateIndex::new(FlatTemplate::new(template));
    let mut labels: HashMap<usize, Vec<String>> = HashMap::new();
    for label in &template.labels.labels {
        labels.entry(label.field).or_default().extend(by_label::spellings(&label.label));
    }
    let whole = |number: usize| {
        let field = &template.fields[number];
        let mut candidates = match &index.flat.places[number][..] {
            [place] => search::candidates(&index, *place, field, field.support == template.pages),
            _ => Vec::new(),
        };
        let spellings = labels.get(&number).into_iter().flatten();
        candidates.extend(spellings.flat_map(|text| by_label::beside(&template.labels.forms, field, text)));
        candidates
    };
    let parts = template.slots.iter().flat_map(|slots| {
        let cut = |part| TextCut { constants: slots.constants.clone(), part };
        slots.parts.iter().enumerate().map(move |(part, &field)| (field, (slots.field, cut(part))))
    });
    let parts: HashMap<usize, (usize, TextCut)> = parts.collect();
    let fields = template.fields.iter().enumerate().map(|(number, field)| {
        let candidates: Vec<Selector> = match (parts.get(&number), field.link_of) {
            (Some((of, cut)), _) => {
                let whole = whole(*of).into_iter().filter(|whole| whole.cut.is_none());
                whole.map(|whole| Selector { cut: Some(cut.clone()), ..whole }).collect()
            }
            (None, Some(of)) => whole(of).iter().flat_map(Selector::links).collect(),
            (None, None) => whole(number),
        };
        // A list has all texts that a selector finds, another field the first one.
        let most = if field.kind == FieldKind::List { usize::MAX } else { 1 };
        let differs = |selector: &Selector| {
            let differs = |TrialPage { page, found }: &&TrialPage| {
                let texts = found.page[number].as_ref().map_or(&[][..], |value| &value.texts);
                !is_same(&trial::select_texts(selector, page, None, most), texts)
            };
            trials.iter().filter(differs).count()
        };
        let write = |selector: &Selector| (xpath::render(selector), css::render(selector));
        let mut selectors = chosen(field, &candidates, differs, trials.len(), write);
        let is_plain = selectors.re.is_none() && selectors.attribute.is_none();
        if selectors.css.is_some() || !is_plain || parts.contains_key(&number) || field.link_of.is_some() {
            return selectors;
        }
        // What only the pages or a position tell is tried, or it is not given.
        let is_right =
            |selector: &&Selector| selector.can_be_written() && trials.len() > 1 && differs(selector) == 0;
        let shared = SharedElements::of(number, trials);
        if let Some(selector) = shared.selectors(trials).find(|selector| is_right(&selector)) {
            let (xpath, css) = write(&selector);
            let found = FieldSelectors {
                xpath: Some(xpath),
                css,
                by: Some(selector.evidence()),
                without: None,
                ..selectors.clone()
            };
            // What the template tells stays the XPath.
            return if selectors.xpath.is_some() {
                FieldSelectors { css: found.css, ..selectors }
            } else {
                found
            };
        }
        if let ([place], true) = (&index.flat.places[number][..], selectors.xpath.is_some()) {
            let by_position = search::by_position(&index, *place).filter(|_| field.support == template.pages);
            selectors.css = by_position.as_ref().filter(is_right).and_then(css::render);
        }
        selectors
    });
    Selectors { table: table_of(template, Rows::Page), records: None, fields: fields.collect() }
}
