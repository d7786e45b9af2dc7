//! Selects the fields that a table shows.
//!
//! In: the values that a template finds in its learning pages. Out: for each field why a table leaves it out, if it
//! does. A field with the same value on all pages is template, unless a label or what pages state names it. A field
//! whose values another field has too is shown only once. A field that is not about the page's subject is
//! [`surplus`](crate::wrapper::fields::surplus).
//!
//! ```text
//! Home                the same on all pages
//! Dune                h1: shown
//! by Frank Herbert    shown
//! Dune                in the footer: a duplicate
//! ```
//!
//! Time O(texts of [`MAX_PAGES`] pages).

use crate::page::statement::Statement;
use crate::repeat::fold_digits;
use crate::spectrum::size;
use crate::wrapper::fields::stated::SubjectStatements;
use crate::wrapper::fields::subject::title;
use crate::wrapper::fields::surplus::{ElementContext, FieldPaths, FieldStatistics, MAX_PAGES, leaves_of};
use crate::wrapper::page::node::Page;
use crate::wrapper::page::node::number;
use crate::wrapper::template::{Field, FieldKind, LeftOut, Property};
use crate::wrapper::value::{Extraction, SHORT, Value};
use hashbrown::HashSet;
use std::cmp::Reverse;

/// A field is a duplicate if other fields have its value on at least this share of its pages. (To leave out parts of
/// longer values costs 0.005 of F1 on recipes and 0.077 on swde, where a part is what is wanted; to leave out lines
/// of the title and few other words 0.001 for 17 columns of 7,129.)
const MIN_DUPLICATE_SHARE: f64 = 0.8;

/// For each field why a table leaves it out, if it does; `shared` holds the texts that the pages of all other
/// templates have too, `stated` what each page states.
pub(in crate::wrapper) fn left_out(
    fields: &[Field],
    found: &[Extraction],
    pages: &[Page],
    shared: &HashSet<String>,
    stated: &[Vec<Statement>],
) -> Vec<Option<LeftOut>> {
    let count = found.len().min(MAX_PAGES);
    let stated: Vec<SubjectStatements> =
        stated.iter().take(count).map(|page| SubjectStatements::new(page)).collect();
    let mut is_title = vec![false; fields.len()];
    let mut is_shared = vec![!shared.is_empty(); fields.len()];
    // The number of pages on which the field's texts are a series of numbers; `None` once a page has other texts.
    let mut numbers = vec![Some(0); fields.len()];
    // For each field the pages that have a value, and the value.
    let mut values: Vec<Vec<(usize, String)>> = vec![Vec::new(); fields.len()];
    let mut statistics = vec![FieldStatistics::default(); fields.len()];
    for (number, (found, page)) in found.iter().zip(pages).take(count).enumerate() {
        let context = ElementContext::new(page);
        for (field, value) in found.page.iter().enumerate() {
            let Some(value) = value.as_ref().filter(|value| !value.is_empty()) else { continue };
            is_title[field] |= is_title_of(page, value);
            is_shared[field] =
                is_shared[field] && leaves_of(page, value).all(|leaf| shared.contains(&*leaf.text));
            statistics[field].add(number, page, &context, value);
            let several = usize::from(value.texts.len() > 1);
            numbers[field] =
                numbers[field].filter(|_| are_numbers(&value.texts)).map(|pages| pages + several);
            values[field].push((number, value.texts.join(" ")));
        }
    }
    let is_same = |values: &Vec<(usize, String)>, field: &Field| {
        // What pages call by a name is a value that was the same so far.
        let is_of_subject =
            |property: &Property| values.iter().all(|(page, text)| stated[*page].has(&property.name, text));
        if field.label.is_some() || field.property.as_ref().is_some_and(is_of_subject) {
            return false;
        }
        let is_everywhere = values.len() == count || field.left_out == Some(LeftOut::Same);
        count > 1 && is_everywhere && values.iter().all(|(_, text)| *text == values[0].1)
    };
    let own_reason = |field: usize| {
        let (values, of) = (&values[field], &fields[field]);
        if values.is_empty() {
            return Some(LeftOut::Empty);
        }
        let is_number = numbers[field] > Some(0) && of.kind == FieldKind::List;
        let is_same = (is_shared[field] || is_same(values, of)).then_some(LeftOut::Same);
        let surplus = if is_title[field] { None } else { statistics[field].why(of, count) };
        let is_address = of.only_stated().is_some() && values.iter().all(|(_, text)| is_address(text));
        let is_frame = surplus.filter(|why| *why == LeftOut::Frame);
        let others = is_number.then_some(LeftOut::Number).or(is_address.then_some(LeftOut::Address));
        is_frame.or(is_same).or(others).or(surplus)
    };
    let mut why: Vec<Option<LeftOut>> = (0..fields.len()).map(own_reason).collect();
    let mut order: Vec<usize> = (0..fields.len()).filter(|&field| why[field].is_none()).collect();
    order.sort_by_key(|&field| {
        let of = &fields[field];
        let by_name = (of.property.is_none(), of.label.is_none());
        (!is_title[field], of.only_stated().is_some(), by_name, Reverse(values[field].len()), field)
    });
    // The values that are shown already, by page: under their label, and under none.
    let mut shown_values: HashSet<(usize, Option<&str>, &str)> = HashSet::new();
    for field in order {
        // Fields with different labels are different fields even if their values are equal, unless these are words,
        // which are not equal by chance.
        let label = fields[field].label.as_deref().filter(|_| !are_changing_words(&values[field]));
        let duplicates = values[field]
            .iter()
            .filter(|(page, text)| shown_values.contains(&(*page, label, &**text)))
            .count();
        if duplicates > 0 && are_duplicates(duplicates, values[field].len()) {
            why[field] = Some(LeftOut::Twice);
        } else {
            for (page, text) in &values[field] {
                shown_values
                    .extend([(*page, None, &**text), (*page, fields[field].label.as_deref(), &**text)]);
            }
        }
    }
    leave_out_stated_items(fields, &values, &mut why);
    let kept: Vec<usize> = (0..fields.len()).filter(|&field| why[field].is_none()).collect();
    // What the page is about stands beside its title, wherever in the page that is.
    if let Some(title) = title(fields, kept.iter().copied(), found, pages) {
        is_title[title] = true;
    }
    let of_kept = kept.iter().map(|&field| (&fields[field], &statistics[field], is_title[field]));
    let paths = FieldPaths::new(of_kept, count);
    for field in kept.into_iter().filter(|&field| !is_title[field]) {
        why[field] = statistics[field].why_by_path(&fields[field], &paths, count);
    }
    why
}

/// Leaves out fields without a label or a property whose values are items of a stated list.
fn leave_out_stated_items(fields: &[Field], values: &[Vec<(usize, String)>], why: &mut [Option<LeftOut>]) {
    let shown: Vec<usize> = (0..fields.len()).filter(|&field| why[field].is_none()).collect();
    let (stated, others): (Vec<usize>, Vec<usize>) =
        shown.into_iter().partition(|&field| fields[field].only_stated().is_some());
    let lists: Vec<usize> =
        stated.into_iter().filter(|&field| fields[field].kind == FieldKind::List).collect();
    let has_items = |list: usize, of: usize| {
        let is_item = |(page, item): &&(usize, String)| {
            values[list].iter().any(|(other, list)| other == page && list.contains(&**item))
        };
        are_duplicates(values[of].iter().filter(is_item).count(), values[of].len())
    };
    for field in others {
        let of = &fields[field];
        if of.property.is_none() && of.label.is_none() && lists.iter().any(|&list| has_items(list, field)) {
            why[field] = Some(LeftOut::Twice);
        }
    }
}

/// Whether a field with this number of values, of all that it has, that another field has too is a duplicate.
fn are_duplicates(count: usize, all: usize) -> bool {
    size(count) >= MIN_DUPLICATE_SHARE * size(all)
}

fn is_address(text: &str) -> bool {
    text.split(' ')
        .all(|word| word.starts_with("http://") || word.starts_with("https://") || word.starts_with("//"))
}

/// Whether all values are words rather than numbers or signs, and not the same on all pages.
fn are_changing_words(values: &[(usize, String)]) -> bool {
    let are_words = |text: &str| {
        let count = |is: fn(char) -> bool| text.chars().filter(|&char| is(char)).count();
        count(|_| true) > SHORT && count(char::is_alphabetic) > count(char::is_numeric)
    };
    values.iter().all(|(_, text)| are_words(text)) && values.iter().any(|(_, text)| *text != values[0].1)
}

/// Whether texts differ only in a number that increases: `Step 1`, `Step 2`.
fn are_numbers(texts: &[String]) -> bool {
    texts.windows(2).all(|pair| {
        let [before, after] = [&pair[0], &pair[1]].map(|text| number(text));
        fold_digits(&pair[0]) == fold_digits(&pair[1]) && before.is_some() && before < after
    })
}

/// Whether a value is in the main heading of its page.
fn is_title_of(page: &Page, value: &Value) -> bool {
    let Some(leaf) = leaves_of(page, value).next() else { return false };
    let mut ancestors = page.tree.inclusive_ancestors(leaf.parent);
    ancestors.any(|id| &*page.tree.element(id).name == "h1")
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
    fn a_field_with_the_same_words_is_a_duplicate_even_with_a_label() {
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
