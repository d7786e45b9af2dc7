//! Elements that are named: by classes, or by an icon before their text, that no other element of the page has.
//!
//! In: what the alignment and the labels find in the learning pages. Out: the [`NamedElement`]s of a template. Where elements without
//! labels are in another order on each page, or most of them are missing, the alignment takes the texts of one element for several
//! fields, and misses some. If each page has the element at most once, it is one field, wherever it is on a page.
//!
//! ```text
//! page 1  <div class=fax>0963</div> <div class=person>Ann</div>
//! page 2  <div class=person>Bob</div> <div class=fax>0671</div>        fax: 0963, 0671; person: Ann, Bob
//! ```
//!
//! Cost: near linear in the elements and values.

use super::beside::one;
use super::join::{Others, has_values, order};
use crate::measure::{a_few, are_nearly_all};
use crate::page::{ElementId, Tree, parts_lines, text};
use crate::token::Span;
use crate::wrapper::fields::describe::names_of;
use crate::wrapper::page::label_text::{icon, named_by_attribute, with_classes};
use crate::wrapper::template::{Field, FieldKind, NamedElement, Template};
use crate::wrapper::value::{Extraction, Row, Value};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What is in a selector between an element and the icon before its text.
const ICON: &str = ":has(> ";

/// The values of a named element: for each page that has it the number of the page, and its text.
type OnPages = Vec<(usize, Value)>;

impl Template {
    /// Makes fields of the named elements that the alignment divides, and corrects what was found.
    pub(in crate::wrapper) fn join_named(&mut self, found: &mut [Extraction], trees: &[&Tree]) {
        let before = self.fields.len();
        // What is beside a label belongs to the label, and items of lists stay items, unless each has an icon of its own.
        let labelled: HashSet<usize> = self.labels.labels.iter().map(|of| of.field).collect();
        let lists = (0..before).filter(|&field| self.fields[field].kind == FieldKind::List);
        let bound: HashSet<usize> = lists.chain(labelled.iter().copied()).collect();
        let values: Vec<PlacedValues> = found.iter().map(|found| PlacedValues::new(&found.page)).collect();
        let is_filled = |field: usize, found: &&Extraction| {
            found.page[field].as_ref().is_some_and(|value| !value.is_empty())
        };
        let filled: Vec<usize> =
            (0..before).map(|field| found.iter().filter(|found| is_filled(field, found)).count()).collect();
        let mut taken: HashSet<usize> = HashSet::new();
        // An element can have a name by its classes and one by its icon.
        let mut known: HashSet<(usize, u32)> = HashSet::new();
        let mut of_named: Vec<(usize, OnPages)> = Vec::new();
        for (name, pages) in named(trees) {
            let agreement = Agreement::new(&pages, &values, &filled);
            let mut places = pages.iter().map(|(page, value)| (*page, value.spans[0].start));
            let has_icon = !is_by_classes(&name);
            let is_wanted = if has_icon {
                !agreement.holds_list && agreement.is_free(&labelled)
            } else {
                agreement.is_divided(&pages, &bound)
            };
            if !is_wanted || places.clone().any(|place| known.contains(&place)) {
                continue;
            }
            known.extend(&mut places);
            let partner = agreement.partner().filter(|&field| taken.insert(field));
            let field = partner.unwrap_or_else(|| {
                let support = u32::try_from(pages.len()).expect("few pages");
                self.fields.push(Field::new(String::new(), support, FieldKind::Text));
                self.fields.len() - 1
            });
            let of = &mut self.fields[field];
            let label = has_icon.then(|| said(&name).to_owned());
            (of.label, of.name, of.left_out) = (label, String::new(), None);
            self.named.push(NamedElement { element: name, field });
            of_named.push((field, pages));
        }
        if self.named.is_empty() {
            return;
        }
        let mut of_pages: Vec<Vec<(usize, Value)>> = vec![Vec::new(); trees.len()];
        for (field, pages) in of_named {
            for (page, value) in pages {
                of_pages[page].push((field, value));
            }
        }
        for ((found, values), tree) in found.iter_mut().zip(of_pages).zip(trees) {
            found.page.resize(self.fields.len(), None);
            take_over(values, found, tree);
        }
        let new: Vec<usize> = (before..self.fields.len()).collect();
        let is_kept = |&field: &usize| {
            field >= before || taken.contains(&field) || filled[field] == 0 || has_values(found, field)
        };
        let kept: Vec<usize> = order(before, new, found).into_iter().filter(is_kept).collect();
        self.reorder(&kept, found);
        let mut names = names_of(&self.fields);
        for NamedElement { element, field } in &self.named {
            self.fields[*field].name = names.free(said(element));
        }
    }

    /// Corrects what was found in a page by its named elements.
    pub(in crate::wrapper) fn fill_named(&self, tree: &Tree, found: &mut Extraction) {
        if self.named.is_empty() {
            return;
        }
        let mut elements = elements(tree);
        let value = |of: &NamedElement| {
            let id = elements.remove(&*of.element)??;
            Some((of.field, value(tree, id)?))
        };
        take_over(self.named.iter().filter_map(value).collect(), found, tree);
    }
}

/// Whether the selector of a named element says nothing but its classes.
fn is_by_classes(element: &str) -> bool {
    !element.contains(ICON) && !element.contains("=\"")
}

/// What the selector of a named element says of its text: what its icon says, or the file of this, else a class; of the classes of an icon
/// the longest, `fa fa-phone`.
fn said(element: &str) -> &str {
    if is_by_classes(element) {
        return element.split('.').nth(1).unwrap_or_default();
    }
    let icon = element.split_once(ICON).map_or(element, |(_, icon)| icon).trim_end_matches([')', ']', '"']);
    if let Some((by, value)) = icon.split_once("=\"") {
        let file = value.rsplit('/').next().filter(|_| by.ends_with("src"));
        return file.map_or(value, |file| file.split('.').next().unwrap_or(file));
    }
    icon.split('.').skip(1).max_by_key(|class| class.len()).unwrap_or_default()
}

/// The elements of a page that are a line of text each, by their names with their classes, and by their icons; none where several have
/// them.
fn elements(tree: &Tree) -> HashMap<String, Option<ElementId>> {
    let holds_lines = tree.holding(|id| parts_lines(&tree.element(id).name));
    let mut keys: Vec<(String, ElementId, bool)> = Vec::new();
    let mut icons: HashMap<Option<ElementId>, (String, bool)> = HashMap::new();
    for id in tree.ids() {
        let name = &tree.element(id).name;
        if !parts_lines(name) || tree.children(id).any(|child| holds_lines[child.index()]) {
            continue;
        }
        let by_classes = with_classes(tree, id);
        let by_icon = icon(tree, id)
            .map(|icon| format!("{name}{ICON}{icon})"))
            .or_else(|| named_by_attribute(tree, id));
        if let Some(key) = &by_icon {
            let (first, is_series) =
                icons.entry(tree.element(id).parent).or_insert_with(|| (key.clone(), false));
            *is_series |= first != key;
        }
        keys.extend(
            by_classes.map(|key| (key, id, false)).into_iter().chain(by_icon.map(|key| (key, id, true))),
        );
    }
    let mut found: HashMap<String, Option<ElementId>> = HashMap::new();
    for (key, id, by_icon) in keys {
        // One icon alone may be a value: how old one must be to see a film.
        if !by_icon || icons[&tree.element(id).parent].1 {
            found.entry(key).and_modify(|known| *known = None).or_insert(Some(id));
        }
    }
    found
}

fn value(tree: &Tree, id: ElementId) -> Option<Value> {
    let span = tree.element(id).span;
    let text = text(tree, tree.source, span);
    text.contains(char::is_alphanumeric).then(|| one(text.trim(), span))
}

/// The elements that a few pages have, no page twice, and with different texts.
fn named(trees: &[&Tree]) -> BTreeMap<String, OnPages> {
    let of_page = |tree: &&Tree| {
        let values = |(key, id): (String, Option<ElementId>)| (key, id.map(|id| value(tree, id)));
        elements(tree).into_iter().map(values).collect()
    };
    let pages: Vec<Vec<(String, Option<Option<Value>>)>> = trees.par_iter().map(of_page).collect();
    let mut all: BTreeMap<String, Option<OnPages>> = BTreeMap::new();
    for (page, elements) in pages.into_iter().enumerate() {
        for (key, of_page) in elements {
            let on = all.entry(key).or_insert_with(|| Some(Vec::new()));
            match of_page {
                None => *on = None,
                Some(value) => {
                    if let (Some(on), Some(value)) = (on, value) {
                        on.push((page, value));
                    }
                }
            }
        }
    }
    let differ = |on: &OnPages| on.iter().any(|(_, value)| value.texts != on[0].1.texts);
    let named = all.into_iter().filter_map(|(key, on)| Some((key, on?)));
    named.filter(|(_, on)| on.len() >= a_few(trees.len()) && differ(on)).collect()
}

/// The values of a page in page order.
struct PlacedValues<'f> {
    /// Each text of a value, the end of the texts up to it that is furthest, and the field.
    texts: Vec<(Span, u32, usize)>,
    row: &'f Row,
}

impl<'f> PlacedValues<'f> {
    fn new(row: &'f Row) -> Self {
        let filled = row.iter().enumerate().filter_map(|(field, value)| Some((field, value.as_ref()?)));
        let filled = filled.filter(|(_, value)| !value.is_empty());
        let mut texts: Vec<(Span, u32, usize)> =
            filled.flat_map(|(field, value)| value.spans.iter().map(move |&span| (span, 0, field))).collect();
        texts.sort_unstable_by_key(|&(span, _, field)| (span.start, span.end, field));
        let mut furthest = 0;
        for (span, end, _) in &mut texts {
            furthest = furthest.max(span.end);
            *end = furthest;
        }
        PlacedValues { texts, row }
    }

    /// The fields with a text that is within this span, at least in part, and all spans of their values.
    fn within(&self, own: Span) -> BTreeMap<usize, &'f [Span]> {
        let from = self.texts.partition_point(|&(_, furthest, _)| furthest <= own.start);
        let texts = self.texts[from..].iter().take_while(|(span, ..)| span.start < own.end);
        let touching = texts.filter(|(span, ..)| span.end > own.start);
        let spans = |field: usize| Some((field, &*self.row[field].as_ref()?.spans));
        touching.filter_map(|&(.., field)| spans(field)).collect()
    }
}

/// How the fields that were found agree with a named element.
struct Agreement {
    /// For each field that has texts in the element on how many pages these are all that it has.
    inside: BTreeMap<usize, usize>,
    /// The fields that have other texts besides, and those that have some on pages without the element.
    wider: HashSet<usize>,
    /// Whether a field has several texts in one element.
    holds_list: bool,
}

impl Agreement {
    /// In: the element, the values of each page, and for each field the number of pages with a value.
    fn new(pages: &OnPages, values: &[PlacedValues], filled: &[usize]) -> Self {
        let (mut inside, mut wider): (BTreeMap<usize, usize>, HashSet<usize>) = Default::default();
        let mut holds_list = false;
        for (page, value) in pages {
            let own = value.spans[0];
            for (field, spans) in values[*page].within(own) {
                let within =
                    spans.iter().filter(|span| own.start <= span.start && span.end <= own.end).count();
                holds_list |= within > 1;
                if within == spans.len() {
                    *inside.entry(field).or_default() += 1;
                } else {
                    wider.insert(field);
                }
            }
        }
        wider
            .extend(inside.iter().filter(|&(&field, &count)| filled[field] > count).map(|(&field, _)| field));
        Agreement { inside, wider, holds_list }
    }

    /// Whether the alignment takes the element for several fields, none of which is bound.
    fn is_divided(&self, pages: &OnPages, bound: &HashSet<usize>) -> bool {
        let most = self.inside.values().max().copied().unwrap_or_default();
        !are_nearly_all(most, pages.len()) && self.is_free(bound)
    }

    /// Whether the texts of the element are in fields, none of which is bound.
    fn is_free(&self, bound: &HashSet<usize>) -> bool {
        let mut touched = self.inside.keys().chain(&self.wider).peekable();
        touched.peek().is_some() && touched.all(|of| !bound.contains(of))
    }

    /// The field that has most of its texts, and no others.
    fn partner(&self) -> Option<usize> {
        let own = self.inside.iter().filter(|(field, _)| !self.wider.contains(*field));
        own.max_by_key(|&(&field, &count)| (count, Reverse(field))).map(|(&field, _)| field)
    }
}

/// Gives values to their fields, and takes them from all others.
fn take_over(values: Vec<(usize, Value)>, found: &mut Extraction, tree: &Tree) {
    let others = Others::new(values.iter().flat_map(|(_, value)| value.spans.iter().copied()).collect());
    others.keep(found, tree);
    for (field, value) in values {
        found.page[field] = Some(value);
    }
}

#[cfg(test)]
mod tests {
    use crate::document::{Corpus, Document};
    use crate::wrapper::{Extractor, Learner, Shape};
    use std::collections::BTreeMap;

    /// The classes of the values of a page, and the values.
    fn values(page: usize) -> [(&'static str, String); 3] {
        [
            ("person", format!("{} Lee", ["Ann", "Bob", "Cleo", "Dan"][page % 4])),
            ("phone", format!("0{}-{}", 4417 + 31 * page, 83 + page)),
            ("fax", format!("0{}-{}", 9512 + 17 * page, 12 + page)),
        ]
    }

    /// A page with its values in another order than those before and behind it; some have no fax.
    fn page(page: usize, write: impl Fn(&str, &str) -> String) -> String {
        let mut values = values(page).to_vec();
        values.rotate_left(page % 3);
        values.retain(|(class, _)| *class != "fax" || page % 4 != 1);
        let values: String = values.iter().map(|(class, value)| write(class, value)).collect();
        format!("<h1>Place number {page}</h1>{values}<p>What the place of page {page} is like, at length</p>")
    }

    /// The values that each of these classes names on nine pages, and on a tenth by a wrapper of the nine.
    fn found(write: impl Fn(&str, &str) -> String) -> Vec<BTreeMap<String, String>> {
        let pages: Vec<String> = (0..10).map(|number| page(number, &write)).collect();
        let learned = (0..9).map(|number| Document::new(number.to_string(), pages[number].clone()));
        let wrapper = Learner::new().shape(Shape::Page).learn(&learned.collect::<Corpus>()).unwrap();
        let extractor = Extractor::new(&wrapper);
        let fields = &wrapper.templates[0].fields;
        let row = |page: &String| {
            let found = extractor.extract(page).expect("it is a page of the template");
            let named = fields
                .iter()
                .zip(found.page)
                .filter(|(field, _)| values(0).iter().any(|(class, _)| *class == field.name));
            let text = |value: Option<crate::wrapper::Value>| Some(value?.texts.concat());
            named.filter_map(|(field, value)| Some((field.name.clone(), text(value)?))).collect()
        };
        pages.iter().map(row).collect()
    }

    #[test]
    fn elements_that_no_page_has_twice_are_one_field_each_in_any_order() {
        let found = found(|class, value| format!("<div class={class}>{value}</div>"));
        for (number, found) in found.into_iter().enumerate() {
            let of_page = values(number).into_iter().filter(|(class, _)| *class != "fax" || number % 4 != 1);
            let expected: BTreeMap<String, String> =
                of_page.map(|(class, value)| (class.to_owned(), value)).collect();
            assert_eq!(found, expected, "page {number}");
        }
    }

    #[test]
    fn elements_of_which_pages_have_several_are_not_named() {
        let found = found(|_, value| format!("<div class=fax>{value}</div>"));
        assert!(found.iter().all(|found| found.len() < 2), "{found:?}");
    }
}
