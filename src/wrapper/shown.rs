//! Which fields a table shows: those that say something of a page.
//!
//! In: what a template finds in the pages that it was learned from. Out: for each field why a table leaves it out, if it
//! does. What says the same on all pages is template, and only may be a value of a page to come; what another field says
//! as well is shown there; what is not of what the page is about is [`surplus`](super::surplus).
//!
//! ```text
//! Home                the same on all pages
//! Dune                h1: shown
//! by Frank Herbert    shown
//! Dune                in the footer: said already
//! ```
//!
//! Time O(texts of [`PAGES`] pages).

use super::node::Page;
use super::node::number;
use super::surplus::{FieldPaths, Frame, Surplus, leaves_of};
use super::template::LeftOut;
use super::template::{Field, FieldKind};
use super::value::{Extraction, SHORT, Value};
use crate::repeat::fold_digits;
use crate::spectrum::exact;
use hashbrown::HashSet;
use std::cmp::Reverse;

/// The share of its pages on which another field says the same. (To leave out parts of longer values costs 0.005 of F1 on recipes
/// and 0.077 on swde, where a part is what is wanted; to leave out lines of the title and few other words 0.001 for 17 columns of 7,129.)
const MOSTLY: f64 = 0.8;

/// So many pages are looked at.
const PAGES: usize = 20;

/// Why a table leaves out fields, for each that it leaves out; `shared` are texts that pages of other templates have, all of them.
pub(super) fn left_out(
    fields: &[Field],
    found: &[Extraction],
    pages: &[Page],
    shared: &HashSet<String>,
) -> Vec<Option<LeftOut>> {
    let count = found.len().min(PAGES);
    let mut is_title = vec![false; fields.len()];
    let mut is_shared = vec![!shared.is_empty(); fields.len()];
    // Whether all pages number items in it, and how many do.
    let mut numbers = vec![Some(0); fields.len()];
    // For each field the pages that have it, and what it says there.
    let mut said: Vec<Vec<(usize, String)>> = vec![Vec::new(); fields.len()];
    let mut surplus = vec![Surplus::default(); fields.len()];
    for (number, (found, page)) in found.iter().zip(pages).take(count).enumerate() {
        let frame = Frame::new(page);
        for (field, value) in found.rows.first().into_iter().flatten().enumerate() {
            let Some(value) = value.as_ref().filter(|value| !value.is_empty()) else { continue };
            is_title[field] |= is_title_of(page, value);
            is_shared[field] =
                is_shared[field] && leaves_of(page, value).all(|leaf| shared.contains(&*leaf.text));
            surplus[field].add(page, &frame, value);
            let several = usize::from(value.texts.len() > 1);
            numbers[field] =
                numbers[field].filter(|_| are_numbers(&value.texts)).map(|pages| pages + several);
            said[field].push((number, value.texts.join(" ")));
        }
    }
    let is_same = |said: &Vec<(usize, String)>, field: &Field| {
        let is_everywhere = said.len() == count || field.left_out == Some(LeftOut::Same);
        count > 1 && is_everywhere && said.iter().all(|(_, text)| *text == said[0].1)
    };
    let first_why = |field: usize| {
        let (said, of) = (&said[field], &fields[field]);
        if said.is_empty() {
            return Some(LeftOut::Empty);
        }
        let is_number = numbers[field] > Some(0) && of.kind == FieldKind::List;
        let is_same = (is_shared[field] || is_same(said, of)).then_some(LeftOut::Same);
        let is_surplus = || if is_title[field] { None } else { surplus[field].why(of, count) };
        is_same.or(is_number.then_some(LeftOut::Number)).or_else(is_surplus)
    };
    let mut why: Vec<Option<LeftOut>> = (0..fields.len()).map(first_why).collect();
    let mut order: Vec<usize> = (0..fields.len()).filter(|&field| why[field].is_none()).collect();
    order.sort_by_key(|&field| {
        let of = &fields[field];
        (!is_title[field], of.property.is_none(), of.label.is_none(), Reverse(said[field].len()), field)
    });
    // What is said on each page, and under which labels.
    let mut known: HashSet<(usize, Option<&str>, &str)> = HashSet::new();
    for field in order {
        // Two labels make two fields, even of equal values, unless these are words that are not equal by chance.
        let label = fields[field].label.as_deref().filter(|_| !is_own(&said[field]));
        let twice =
            said[field].iter().filter(|(page, text)| known.contains(&(*page, label, &**text))).count();
        if twice > 0 && exact(twice as u64) >= MOSTLY * exact(said[field].len() as u64) {
            why[field] = Some(LeftOut::Twice);
        } else {
            for (page, text) in &said[field] {
                known.extend([(*page, None, &**text), (*page, fields[field].label.as_deref(), &**text)]);
            }
        }
    }
    let left: Vec<usize> = (0..fields.len()).filter(|&field| why[field].is_none()).collect();
    let paths = FieldPaths::new(left.iter().map(|&field| (&fields[field], &surplus[field])), count);
    for field in left.into_iter().filter(|&field| !is_title[field]) {
        why[field] = surplus[field].why_by_path(&fields[field], &paths, count);
    }
    why
}

/// Whether the values are words that change from page to page.
fn is_own(said: &[(usize, String)]) -> bool {
    let are_words = |text: &str| {
        let count = |is: fn(char) -> bool| text.chars().filter(|&char| is(char)).count();
        count(|_| true) > SHORT && count(char::is_alphabetic) > count(char::is_numeric)
    };
    said.iter().all(|(_, text)| are_words(text)) && said.iter().any(|(_, text)| *text != said[0].1)
}

/// Whether texts are alike but for a number that grows: `Step 1`, `Step 2`.
fn are_numbers(texts: &[String]) -> bool {
    texts.windows(2).all(|pair| {
        let [before, behind] = [&pair[0], &pair[1]].map(|text| number(text));
        fold_digits(&pair[0]) == fold_digits(&pair[1]) && before.is_some() && before < behind
    })
}

/// Whether a value stands in the main heading of its page.
fn is_title_of(page: &Page, value: &Value) -> bool {
    let Some(leaf) = leaves_of(page, value).next() else { return false };
    let mut around = std::iter::successors(Some(leaf.parent), |&id| page.tree.element(id).parent);
    around.any(|id| &*page.tree.element(id).name == "h1")
}

#[cfg(test)]
mod tests {
    use crate::document::{Corpus, Document};
    use crate::wrapper::{Learner, LeftOut, Shape};

    /// The fields of pages by name, with why tables leave them out.
    fn learned(write: impl Fn(&str, usize) -> String) -> Vec<(String, Option<LeftOut>)> {
        let towns = ["Bonn", "Lyon", "Turin", "Graz", "Ghent", "Delft"];
        let page = |(at, town): (usize, &&str)| Document::new(format!("{at}"), write(town, at));
        let pages: Corpus = towns.iter().enumerate().map(page).collect();
        let wrapper = Learner::new().shape(Shape::Page).learn(&pages).expect("a template");
        wrapper.templates[0].fields.iter().map(|field| (field.name.clone(), field.left_out)).collect()
    }

    #[test]
    fn a_label_makes_no_second_field_of_the_same_words() {
        let all = learned(|town, at| {
            let souls = (at + 7) * 100;
            format!(
                "<h1>{town} on river {at}</h1><p><b>Size:</b> <i>{souls}</i></p><p><b>Houses:</b> <i>{souls}</i></p>\
                 <div><b>News of</b> <i>{town} on river {at}</i></div>"
            )
        });
        let why = |name: &str| all.iter().find(|(known, _)| known == name).expect("a field").1;
        // Numbers can be equal by chance.
        assert_eq!(
            [why("Size"), why("Houses"), why("News of")],
            [None, None, Some(LeftOut::Twice)],
            "{all:?}"
        );
    }
}
