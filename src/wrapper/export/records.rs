//! Finds selectors for the records of a table, and for the fields of a record.
//!
//! In: a table, and pages to try selectors on. Out: one selector for the records and one for each field, which starts at
//! a record.
//!
//! ```text
//! <div class=results> <div class="hit card"> <h3 class=title><a>..     records  div.card     field  h3.title > a
//! ```
//!
//! Candidates for the records are tried from the simplest to the most specific: a class of their element, then an ancestor
//! with attributes, last the whole path from the outermost element with a class. A table only has the element paths of
//! records and columns, so that it is not known whether an element elsewhere on a page passes a simpler selector. Without
//! pages to try, the records get the whole path, and each field its first candidate.

use super::selector::{Condition, ElementTest, Selector, SelectorStep, TakenText};
use super::{FieldSelectors, Selectors, TrialPage, Without, chosen, css, is_same, trial, xpath};
use crate::record::{Key, Kind, PathStep};
use crate::wrapper::page::node::NodeKind;
use crate::wrapper::template::{FieldKind, Rows, Table, Template};
use crate::wrapper::update::table_of;
use hashbrown::HashMap;

/// The most elements around the records that selectors begin at, from the innermost on: a budget of time, as the selectors of each are
/// tried on all pages. The whole path begins at the outermost one, however many there are.
const MOST_ANCHORS: usize = 16;

/// The selectors of a table, without those that find other records or give other values than the wrapper on any of the pages.
pub(super) fn selectors(template: &Template, number: usize, trials: &[TrialPage]) -> Selectors {
    let table = &template.tables[number];
    let heads: Vec<Vec<u32>> = trials.iter().map(|trial| heads(trial, &trial.found.begins[number])).collect();
    let finds_all = |selector: &Selector| {
        trials.iter().zip(&heads).all(|(trial, heads)| trial::select_nodes(selector, &trial.page) == *heads)
    };
    let (plain, whole) = record_candidates(table);
    // Without pages to try, the whole path that most pages have.
    let plain = if trials.is_empty() { Vec::new() } else { plain };
    let records = plain.into_iter().chain(whole).find(finds_all);
    let columns: Vec<_> = table.columns.columns().iter().zip(table.columns.steps()).collect();
    let columns: Vec<_> = columns.iter().filter(|(column, _)| column.key.kind.is_text()).collect();
    let candidates = |field: usize| field_candidates(&columns[field].0.key, &columns[field].1);
    let fields = table.fields.iter().enumerate().map(|(place, field)| {
        if records.is_none() {
            return FieldSelectors::without(field, Without::Records);
        }
        let most = if field.kind == FieldKind::List { usize::MAX } else { 1 };
        let differs = |selector: &Selector| {
            let of_trial = |(trial, heads): (&TrialPage, &Vec<u32>)| {
                let found =
                    heads.iter().map(|&head| trial::select_texts(selector, &trial.page, Some(head), most));
                let differs = found.zip(&trial.found.tables[number]).filter(|(found, row)| {
                    let texts = row[place].as_ref().map_or(&[][..], |value| &value.texts);
                    !is_same(found, texts)
                });
                differs.count()
            };
            trials.iter().zip(&heads).map(of_trial).sum()
        };
        let rows = trials.iter().map(|trial| trial.found.tables[number].len()).sum();
        let write = |selector: &Selector| (xpath::render_from(selector), css::render(selector));
        let candidates = match field.link_of {
            Some(of) => candidates(of).iter().flat_map(Selector::links).collect(),
            None => candidates(place),
        };
        chosen(field, &candidates, differs, rows, write)
    });
    let fields = fields.collect();
    let records = records.map(|selector| (xpath::render(&selector), css::render(&selector)));
    Selectors { table: table_of(template, Rows::Table(number)), records, fields }
}

/// The nodes of a page that begin at these bytes.
fn heads(trial: &TrialPage, begins: &[u32]) -> Vec<u32> {
    let page = &trial.page.page;
    let elements = (0..).zip(&page.nodes).filter_map(|(number, node)| match node.kind {
        NodeKind::Element(id) => Some((page.tree.element(id).tag.start, number)),
        NodeKind::Text(_) => None,
    });
    let numbers: HashMap<u32, u32> = elements.collect();
    begins.iter().filter_map(|begin| numbers.get(begin).copied()).collect()
}

/// The candidate selectors of the records, the simplest first, and those with the whole path.
fn record_candidates(table: &Table) -> (Vec<Selector<'_>>, Vec<Selector<'_>>) {
    let (mut plain, mut whole) = (Vec::new(), Vec::new());
    let holding = first_children_in_all(table);
    for (path, holds) in table.ways.iter().flat_map(|path| holding.iter().map(move |holds| (path, holds))) {
        let mut steps: Vec<ElementTest> = path.steps.iter().map(|step| parse_step(step)).collect();
        if let Some(last) = steps.last_mut() {
            last.conditions.extend(holds.clone());
        }
        let Some((last, around)) = steps.split_last() else { continue };
        plain
            .extend(last.conditions.iter().map(|condition| vec![within(last.name, vec![condition.clone()])]));
        if !last.conditions.is_empty() {
            plain.push(vec![SelectorStep::Descendant(last.clone())]);
        }
        let anchors = around.iter().enumerate().rev().filter(|(_, test)| !test.conditions.is_empty());
        for (at, anchor) in anchors.take(MOST_ANCHORS) {
            plain
                .push(vec![SelectorStep::Descendant(anchor.clone()), SelectorStep::Descendant(last.clone())]);
            plain.push(chain(&steps[at..]));
        }
        // From the outermost element with a class, or from the root.
        let first = steps.iter().position(|test| !test.conditions.is_empty()).unwrap_or(0);
        whole.push(chain(&steps[first..]));
    }
    let selectors = |candidates: Vec<_>| {
        let candidates = candidates.into_iter().map(|steps| Selector::new(steps, TakenText::Whole));
        candidates.filter(Selector::can_be_written).collect()
    };
    (selectors(plain), selectors(whole))
}

/// Conditions that may distinguish records from similar elements: none, and then for every column that all learning records
/// had the first step of its path, as a child. A row of headings, for example, has no child `td`, and the row of a table
/// around the page has no second one.
fn first_children_in_all(table: &Table) -> Vec<Option<Condition<'_>>> {
    let columns = table.columns.columns().iter().zip(table.columns.steps());
    let in_all = columns.filter(|(column, _)| column.records == table.columns.records());
    let mut first: Vec<ElementTest> =
        in_all.filter_map(|(_, steps)| steps.first().copied()).map(ElementTest::from).collect();
    first.dedup();
    let conditions = first.into_iter().map(|test| Some(Condition::HasChild(Box::new(test))));
    std::iter::once(None).chain(conditions).collect()
}

/// The steps to the first element as a descendant, then to each following one as a child.
fn chain<'a>(tests: &[ElementTest<'a>]) -> Vec<SelectorStep<'a>> {
    let first = tests[..1].iter().cloned().map(SelectorStep::Descendant);
    first.chain(tests[1..].iter().cloned().map(SelectorStep::Child)).collect()
}

fn within<'a>(name: &'a str, conditions: Vec<Condition<'a>>) -> SelectorStep<'a> {
    SelectorStep::Descendant(ElementTest { name, conditions })
}

/// The candidate selectors of a column, starting at a record. One of several values at a position is selected by its number
/// alone, as the wrapper does.
fn field_candidates<'a>(key: &'a Key, steps: &[PathStep<'a>]) -> Vec<Selector<'a>> {
    let number = key.number as usize;
    let selector = Selector::new;
    let mut candidates = Vec::new();
    if let (Some(label), Kind::Value, 1) = (&key.label, key.kind, number) {
        candidates.push(selector(vec![SelectorStep::LabelText(label)], TakenText::FollowingText));
    }
    let tests: Vec<ElementTest> = steps.iter().copied().map(ElementTest::from).collect();
    let steps = match &tests[..] {
        [] => vec![Vec::new()],
        [first, ..] => {
            let anywhere = chain(&tests);
            let [mut child, mut next] = [anywhere.clone(), anywhere.clone()];
            child[0] = SelectorStep::Child(first.clone());
            // Starts at the next sibling, if that belongs to the record.
            next[0] = SelectorStep::NextSibling(first.clone());
            vec![anywhere, child, next]
        }
    };
    for steps in steps {
        if !steps.is_empty() || key.kind == Kind::Whole {
            candidates.push(selector(
                steps.clone(),
                if number > 1 { TakenText::Nth(number) } else { TakenText::Whole },
            ));
        }
        if key.kind == Kind::Text {
            candidates.push(selector(
                steps,
                if number > 1 { TakenText::NthOwnText(number) } else { TakenText::OwnText },
            ));
        }
    }
    candidates
}

/// The test for a step of a path to the records, such as `div.results` or `td[2]`. A class that contains a full stop is read
/// as several.
fn parse_step(step: &str) -> ElementTest<'_> {
    let (rest, cell) = match step.strip_suffix(']').and_then(|step| step.rsplit_once('[')) {
        Some((rest, number)) if rest.starts_with("td") || rest.starts_with("th") => {
            (rest, number.parse().ok())
        }
        _ => (step, None),
    };
    let mut parts = rest.split('.');
    let name = parts.next().unwrap_or_default();
    test(name, parts, cell)
}

impl<'a> From<PathStep<'a>> for ElementTest<'a> {
    fn from(step: PathStep<'a>) -> Self {
        test(step.name, step.class.into_iter(), step.cell)
    }
}

/// The test for a tag, classes, and the number of a cell. Classes that contain a 0 are left out, as it may stand for other
/// digits.
fn test<'a>(name: &'a str, classes: impl Iterator<Item = &'a str>, cell: Option<usize>) -> ElementTest<'a> {
    let classes = classes.filter(|class| !class.is_empty() && !class.contains('0')).map(Condition::Class);
    ElementTest { name, conditions: classes.chain(cell.map(Condition::Cell)).collect() }
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
        selectors_tried(&wrapper.templates[0], &pages).remove(0)
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
        let link = ("title.href", Some("h3.title > a"));
        assert_eq!(css(&selectors), [("title", Some("h3.title > a")), ("price", Some("i")), link]);
        let untried = found(&card, false);
        assert_eq!(untried.records.unwrap().1.as_deref(), Some("div.results > div.card.hit"));
    }

    #[test]
    fn records_without_a_class_are_found_by_their_ancestor() {
        let row = |title: &str, price: usize| format!("<li><b>{title}</b> <i>{price}</i></li>");
        assert_eq!(found(&row, true).records.unwrap().1.as_deref(), Some("div.results li"));
    }

    #[test]
    fn columns_of_tables_are_selected_as_cells_of_rows() {
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
    fn one_of_several_similar_values_is_selected_by_its_number() {
        let card = |title: &str, price: usize| {
            format!(
                "<div class=hit><h3>{title}</h3><p class=tag>of {title}</p><p class=tag>{price} pages</p></div>"
            )
        };
        let selectors = found(&card, true);
        let second = selectors
            .fields
            .iter()
            .find(|field| field.field == "pages")
            .unwrap_or_else(|| panic!("{selectors:?}"));
        let class = "contains(concat(\" \", normalize-space(@class), \" \"), \" tag \")";
        assert_eq!(second.xpath.as_deref(), Some(&*format!("(.//p[{class}])[2]")), "{second:?}");
        assert_eq!((second.by, second.css.as_deref()), (Some(Evidence::Number), None));
    }

    #[test]
    fn a_list_of_a_record_has_a_selector_for_all_its_items() {
        let card = |title: &str, price: usize| {
            let tag = |at: usize| format!("<a class=tag>{}</a>", WORDS[(price + 3 * at) % 8]);
            let tags: Vec<String> = (0..=price % 3).map(tag).collect();
            format!("<div class=hit><h3>{title}</h3><p>{}</p></div>", tags.join(", "))
        };
        let selectors = found(&card, true);
        let tags = selectors.fields.iter().find(|field| field.field == "tag").expect("a list of tags");
        assert!(tags.many && tags.css.as_deref() == Some("a.tag"), "{tags:?}");
    }

    #[test]
    fn a_class_may_contain_the_signs_of_a_path() {
        let card = |title: &str, price: usize| {
            format!(
                "<div class=hit><h3 class=of/a>{title}</h3><p class=b.c>{price} EUR</p><i class=w-1/2>{} cm</i></div>",
                price * 7 % 11
            )
        };
        for try_pages in [true, false] {
            let fields = found(&card, try_pages).fields;
            let css: Vec<Option<&str>> = fields.iter().map(|field| field.css.as_deref()).collect();
            assert_eq!(css, [Some("h3[class~=\"of/a\"]"), Some("p[class~=\"b.c\"]"), Some("i")]);
        }
        let row = |title: &str, price: usize| format!("<tr><td class=w-[1]>{title}<td class=b>{price}");
        assert!(found(&row, false).fields.iter().all(|field| field.xpath.is_some()));
    }

    #[test]
    fn a_tag_that_no_selector_can_write_is_refused() {
        let tag = |tag: &str| {
            let card = |title: &str, price: usize| {
                format!("<div class=hit><{tag}>{title}</{tag}><p>{price} EUR</p></div>")
            };
            found(&card, false).fields.iter().map(|field| field.xpath.is_some()).collect::<Vec<_>>()
        };
        assert_eq!(tag("x-a"), [true, true]);
        for name in ["x-a|b", "x:a", "x[1]"] {
            assert_eq!(tag(name), [false, true], "{name}");
        }
    }
}
