//! Selectors of records, and of the fields in each.
//!
//! The way to the records is tried from the plainest to the one that says all that the wrapper knows: a class of their
//! element, what is special around it, the whole way from the outermost element with a class. The fields' ways begin at
//! a record. The ways that a list was learned by name places as records have them, not elements of one page; so without
//! pages to try there are the whole way to the records and the plainest ways to fields.

use super::path::{Condition, Path, Step, Takes, Test};
use super::{FieldSelectors, Selectors, Without, chosen, css, is_same, trial, xpath};
use crate::page::ElementId;
use crate::record::{Column, Key, Kind};
use crate::wrapper::list::{Found, ListReader};
use crate::wrapper::node::{Of, Page};
use crate::wrapper::template::Listing;
use crate::wrapper::template::Template;
use hashbrown::HashMap;
use rayon::prelude::*;

/// A page with its records as the wrapper reads them.
struct Trial<'a> {
    page: Page<'a>,
    /// The nodes that records begin with.
    heads: Vec<u32>,
    found: Found,
}

impl<'a> Trial<'a> {
    fn new(reader: &ListReader, source: &'a str) -> Self {
        let page = Page::new(source);
        let found = reader.read(&page.tree, source);
        let number = |(number, node): (u32, &crate::wrapper::node::Node)| match node.of {
            Of::Element(id) => Some((id, number)),
            _ => None,
        };
        let numbers: HashMap<ElementId, u32> = (0..).zip(&page.nodes).filter_map(number).collect();
        let heads = found.records.iter().map(|record| numbers[&record.head]).collect();
        Trial { page, heads, found }
    }
}

/// The selectors of a list, without those that find other records or give other values than the wrapper on one of these
/// pages.
pub(super) fn selectors(template: &Template, listing: &Listing, pages: &[&str]) -> Selectors {
    let reader = ListReader::new(listing);
    let trials: Vec<Trial> = pages.par_iter().map(|source| Trial::new(&reader, source)).collect();
    let finds_all = |path: &Path| trials.iter().all(|trial| trial::nodes(path, &trial.page) == trial.heads);
    let (plain, whole) = to_records(listing);
    // Where nothing can be tried, the one that says most of the way that most pages have.
    let plain = if trials.is_empty() { Vec::new() } else { plain };
    let records = plain.into_iter().chain(whole).find(finds_all);
    let columns = listing.columns.columns().iter().filter(|column| column.key.kind.is_text());
    let fields = template.fields.iter().zip(columns).enumerate().map(|(number, (field, column))| {
        if records.is_none() {
            return FieldSelectors::without(field, Without::Records);
        }
        let differs = |path: &Path| {
            let of_trial = |trial: &Trial| {
                let found = trial::walk_from_each(path, &trial.page, &trial.heads);
                let differs = found.zip(&trial.found.rows).filter(|(found, row)| {
                    let texts = row[number].as_ref().map_or(&[][..], |value| &value.texts);
                    !is_same(found, texts, false)
                });
                differs.count()
            };
            trials.iter().map(of_trial).sum()
        };
        let rows = trials.iter().map(|trial| trial.heads.len().min(trial.found.rows.len())).sum();
        let write = |path: &Path| (xpath::render_from(path), css::render(path));
        chosen(field, &to_field(&column.key), differs, rows, write)
    });
    let fields = fields.collect();
    Selectors { records: records.map(|path| (xpath::render(&path), css::render(&path))), fields }
}

/// The ways to the records, the plainest first, and those that say all.
fn to_records(listing: &Listing) -> (Vec<Path<'_>>, Vec<Path<'_>>) {
    let (mut plain, mut whole) = (Vec::new(), Vec::new());
    for (way, holds) in listing.ways.iter().flat_map(|way| held(listing).map(move |holds| (way, holds))) {
        let mut steps: Vec<Test> = way.steps.iter().map(|step| test(step)).collect();
        if let Some(last) = steps.last_mut() {
            last.conditions.extend(holds);
        }
        let Some((last, around)) = steps.split_last() else { continue };
        plain
            .extend(last.conditions.iter().map(|condition| vec![within(last.name, vec![condition.clone()])]));
        if !last.conditions.is_empty() {
            plain.push(vec![Step::Within(last.clone())]);
        }
        let anchors = around.iter().enumerate().rev().filter(|(_, test)| !test.conditions.is_empty());
        for (at, anchor) in anchors {
            plain.push(vec![Step::Within(anchor.clone()), Step::Within(last.clone())]);
            plain.push(chain(&steps[at..]));
        }
        // From the outermost element with a class on, or from all of the page.
        let first = steps.iter().position(|test| !test.conditions.is_empty()).unwrap_or(0);
        whole.push(chain(&steps[first..]));
    }
    let paths = |ways: Vec<_>| ways.into_iter().map(|steps| Path { steps, takes: Takes::Whole }).collect();
    (paths(plain), paths(whole))
}

/// What all records held, and nothing before that: a row of headings holds no `td`, and that of a frame around the page
/// no second one.
fn held(listing: &Listing) -> impl Iterator<Item = Option<Condition<'_>>> {
    let in_all =
        |column: &&Column| column.records == listing.columns.records() && !column.key.place.is_empty();
    let mut first: Vec<Test> = listing
        .columns
        .columns()
        .iter()
        .filter(in_all)
        .filter_map(|column| column.key.place.split('/').next())
        .map(test)
        .collect();
    first.dedup();
    std::iter::once(None).chain(first.into_iter().map(|test| Some(Condition::Holds(Box::new(test)))))
}

/// From an element down, child by child.
fn chain<'a>(tests: &[Test<'a>]) -> Vec<Step<'a>> {
    let first = tests[..1].iter().cloned().map(Step::Within);
    first.chain(tests[1..].iter().cloned().map(Step::Child)).collect()
}

fn within<'a>(name: &'a str, conditions: Vec<Condition<'a>>) -> Step<'a> {
    Step::Within(Test { name, conditions })
}

/// The ways from a record to a column of it. One of several values at a place is told by its number alone, as the wrapper does.
fn to_field<'a>(key: &'a Key) -> Vec<Path<'a>> {
    let number = key.number as usize;
    let path = |steps: Vec<Step<'a>>, takes| Path { steps, takes };
    let mut ways = Vec::new();
    if let (Some(label), Kind::Value, 1) = (&key.label, key.kind, number) {
        ways.push(path(vec![Step::LabelText(label)], Takes::TextBehind));
    }
    let tests: Vec<Test> = key.place.split('/').filter(|step| !step.is_empty()).map(test).collect();
    let steps = match &tests[..] {
        [] => vec![Vec::new()],
        [first, ..] => {
            let anywhere = chain(&tests);
            let [mut child, mut next] = [anywhere.clone(), anywhere.clone()];
            child[0] = Step::Child(first.clone());
            // In a sibling that belongs to the record.
            next[0] = Step::Next(first.clone());
            vec![anywhere, child, next]
        }
    };
    for steps in steps {
        if !steps.is_empty() || key.kind == Kind::Whole {
            ways.push(path(steps.clone(), if number > 1 { Takes::Nth(number) } else { Takes::Whole }));
        }
        if key.kind == Kind::Text {
            ways.push(path(steps, if number > 1 { Takes::NthOwnText(number) } else { Takes::OwnText }));
        }
    }
    ways
}

/// The test of a step as places and ways write it: `div.results`, `td[2]`. Classes in which digits were folded cannot be
/// asked for.
fn test(step: &str) -> Test<'_> {
    let (rest, cell) = match step.strip_suffix(']').and_then(|step| step.rsplit_once('[')) {
        Some((rest, number)) if rest.starts_with("td") || rest.starts_with("th") => {
            (rest, number.parse().ok())
        }
        _ => (step, None),
    };
    let mut parts = rest.split('.');
    let name = parts.next().unwrap_or_default();
    let classes = parts.filter(|class| !class.is_empty() && !class.contains('0')).map(Condition::Class);
    Test { name, conditions: classes.chain(cell.map(Condition::Cell)).collect() }
}

#[cfg(test)]
mod tests {
    use super::super::{Evidence, Selectors, selectors_tried};
    use crate::document::Document;
    use crate::wrapper::{Learner, Shape, Wrapper};

    const WORDS: [&str; 8] = ["ash", "birch", "cedar", "elm", "fir", "gum", "hazel", "iris"];

    fn page(number: usize, record: &dyn Fn(&str, usize) -> String) -> String {
        let records: String = WORDS
            .iter()
            .skip(number % 3)
            .map(|word| record(&format!("{word} {number}"), number + word.len()))
            .collect();
        format!("<body><ul class=menu><li>Home<li>About</ul><div class=results>{records}</div><p>Foot")
    }

    fn learned(record: &dyn Fn(&str, usize) -> String) -> (Wrapper, Vec<String>) {
        let pages: Vec<String> = (0..4).map(|number| page(number, record)).collect();
        let documents =
            pages.iter().enumerate().map(|(at, page)| Document::new(format!("{at}.html"), page.as_str()));
        (Learner::new().shape(Shape::Records).learn(&documents.collect()).expect("a list"), pages)
    }

    fn found(record: &dyn Fn(&str, usize) -> String, try_pages: bool) -> Selectors {
        let (wrapper, pages) = learned(record);
        let pages: Vec<&str> = pages.iter().map(String::as_str).filter(|_| try_pages).collect();
        selectors_tried(&wrapper.templates[0], &pages)
    }

    fn css(selectors: &Selectors) -> Vec<(&str, Option<&str>)> {
        selectors.fields.iter().map(|field| (&*field.field, field.css.as_deref())).collect()
    }

    #[test]
    fn records_and_their_fields_are_found_by_classes() {
        let card = |title: &str, price: usize| {
            format!(
                "<div class='hit card'><h3 class=title><a href=x>{title}</a></h3><i>{price} EUR</i></div>"
            )
        };
        let selectors = found(&card, true);
        assert_eq!(selectors.records.as_ref().unwrap().1.as_deref(), Some("div.card"));
        assert_eq!(css(&selectors), [("title.a", Some("h3.title > a")), ("i", Some("i"))]);
        let untried = found(&card, false);
        assert_eq!(untried.records.unwrap().1.as_deref(), Some("div.results > div.card.hit"));
    }

    #[test]
    fn an_element_without_a_class_is_found_by_what_is_around_it() {
        let row = |title: &str, price: usize| format!("<li><b>{title}</b> <i>{price}</i></li>");
        assert_eq!(found(&row, true).records.unwrap().1.as_deref(), Some("div.results li"));
    }

    #[test]
    fn columns_of_tables_are_cells_of_rows() {
        let row = |title: &str, price: usize| format!("<tr><td>{title}<td>{price}");
        let (selectors, cell) = (found(&row, true), "count(preceding-sibling::*[self::td or self::th])=1");
        let second = selectors
            .fields
            .iter()
            .find(|field| field.field == "td2")
            .unwrap_or_else(|| panic!("{selectors:?}"));
        assert!(second.xpath.as_ref().unwrap().contains(cell), "{second:?}");
        assert!(second.css.as_ref().unwrap().ends_with("td:nth-child(2)"), "{second:?}");
    }

    #[test]
    fn one_of_several_like_values_is_counted() {
        let card = |title: &str, price: usize| {
            format!(
                "<div class=hit><h3>{title}</h3><p class=tag>of {title}</p><p class=tag>{price} EUR</p></div>"
            )
        };
        let selectors = found(&card, true);
        let second = selectors
            .fields
            .iter()
            .find(|field| field.field == "tag2")
            .unwrap_or_else(|| panic!("{selectors:?}"));
        let class = "contains(concat(\" \", normalize-space(@class), \" \"), \" tag \")";
        assert_eq!(second.xpath.as_deref(), Some(&*format!("(.//p[{class}])[2]")), "{second:?}");
        assert_eq!((second.by, second.css.as_deref()), (Some(Evidence::Number), None));
    }
}
