//! Names the title, the price and the date of what a page is about.
//!
//! In: fields with their values. Out: the names `title`, `price` and `date` for fields that the page gives no name: the first one in the main
//! heading, or in a heading or elsewhere as in the title of the document, whose values tell the pages apart; the first one below the main
//! heading whose values are amounts of money that are not struck through; and the first one whose values are dates and nothing else.
//!
//! ```text
//! <title>Lamp - Shop</title>
//! <h2 class=n>Lamp</h2> <s class=b1>€ 9,90</s> <b class=b2>€ 7,90</b> <b>Cable</b> <b class=b2>€ 2,00</b> <i>3 May 2020</i>      n, b2, i
//! ```

use crate::measure::are_most;
use crate::page::{self, ElementId, Leaf, Tree, is_heading, text};
use crate::record::role::date::is_date;
use crate::record::role::money::{PRICE, is_amount, strikes};
use crate::record::{DATE, TITLE, with_currency};
use crate::wrapper::fields::describe::names_of;
use crate::wrapper::fields::surplus::leaves_of;
use crate::wrapper::page::node::Page;
use crate::wrapper::template::{Field, FieldKind};
use crate::wrapper::value::{Extraction, Value};
use hashbrown::HashSet;
use std::cmp::Reverse;

/// A field by its number, with its values, each with the number of its page.
type Candidate<'f> = (usize, Vec<(usize, &'f Value)>);

/// Finds the field with a role.
type Find = fn(&[Candidate], &[Page]) -> Option<usize>;

/// Names the fields that are the title, the price and the date of the pages' subjects, if there are such.
pub(in crate::wrapper) fn name_subject(fields: &mut [Field], found: &[Extraction], pages: &[Page]) {
    let shown = (0..fields.len()).filter(|&number| fields[number].left_out.is_none());
    let candidates: Vec<Candidate> =
        shown.filter_map(|number| candidate(number, &fields[number], found)).collect();
    let roles: [(&str, Find); 3] =
        [(TITLE, field_of_titles), (PRICE, field_of_prices), (DATE, field_of_dates)];
    for (name, find) in roles {
        let known = fields.iter().position(|field| field.name == name);
        if known.is_none_or(|known| fields[known].left_out.is_some())
            && let Some(number) = find(&candidates, pages)
        {
            // The markup gave the name to what is not about the subject: the price of another thing.
            if let Some(known) = known {
                fields[known].name = names_of(fields).free(name);
            }
            name.clone_into(&mut fields[number].name);
        }
    }
}

/// The one of these fields that is the title.
pub(in crate::wrapper) fn title(
    fields: &[Field],
    numbers: impl Iterator<Item = usize>,
    found: &[Extraction],
    pages: &[Page],
) -> Option<usize> {
    let candidates: Vec<Candidate> =
        numbers.filter_map(|number| candidate(number, &fields[number], found)).collect();
    field_of_titles(&candidates, pages)
}

/// A field without a name by the page, if most pages have a value of it.
fn candidate<'f>(number: usize, field: &Field, found: &'f [Extraction]) -> Option<Candidate<'f>> {
    if field.kind != FieldKind::Text || field.label.is_some() || field.property.is_some() {
        return None;
    }
    let value = |(page, found): (usize, &'f Extraction)| {
        Some((page, found.page[number].as_ref().filter(|value| !value.is_empty())?))
    };
    let values: Vec<(usize, &Value)> = found.iter().enumerate().filter_map(value).collect();
    are_most(values.len(), found.len()).then_some((number, values))
}

/// The first field all of whose values are so.
fn first(candidates: &[Candidate], is: impl Fn(usize, &Value) -> bool) -> Option<usize> {
    let are = |(_, values): &&Candidate| values.iter().all(|&(page, value)| is(page, value));
    candidates.iter().find(are).map(|&(number, _)| number)
}

/// The field of the titles of what the pages are about.
fn field_of_titles(candidates: &[Candidate], pages: &[Page]) -> Option<usize> {
    let of_documents: Vec<String> = pages.iter().map(|page| page::title(&page.tree).to_lowercase()).collect();
    // 3 in the main heading, 2 in a heading and the title of the document, 1 in the latter, 0 elsewhere.
    let rank = |&(page, value): &(usize, &Value)| {
        let tree = &pages[page].tree;
        let leaves: Vec<&Leaf> = leaves_of(&pages[page], value).collect();
        let is_within = |is: &dyn Fn(&str) -> bool| {
            let is =
                |leaf: &&Leaf| tree.inclusive_ancestors(leaf.parent).any(|id| is(&tree.element(id).name));
            !leaves.is_empty() && leaves.iter().all(is)
        };
        if is_within(&|name| name == "h1") {
            3
        } else if value.texts.iter().all(|text| of_documents[page].contains(&text.to_lowercase())) {
            1 + i32::from(is_within(&is_heading))
        } else {
            0
        }
    };
    // That of most of its values, if these tell the pages apart.
    let rank = |values: &[(usize, &Value)]| {
        let texts: HashSet<String> = values.iter().map(|(_, value)| value.texts.join(" ")).collect();
        let tells = are_most(texts.len(), values.len())
            && texts.iter().all(|text| text.contains(char::is_alphabetic));
        let mut ranks: Vec<i32> = values.iter().map(rank).collect();
        ranks.sort_unstable();
        Some(ranks[(ranks.len() - 1) / 2]).filter(|&rank| tells && rank > 0)
    };
    let ranked = candidates.iter().filter_map(|(number, values)| Some((rank(values)?, Reverse(*number))));
    ranked.max().map(|(_, Reverse(number))| number)
}

/// The field of the prices of what the pages are about.
fn field_of_prices(candidates: &[Candidate], pages: &[Page]) -> Option<usize> {
    let headings: Vec<Option<ElementId>> = pages.iter().map(|page| main_heading(&page.tree)).collect();
    first(candidates, |page, value| is_paid(&pages[page], value, headings[page]))
}

/// The field of the dates of the pages.
fn field_of_dates(candidates: &[Candidate], _: &[Page]) -> Option<usize> {
    first(candidates, |_, value| matches!(&value.texts[..], [text] if is_date(text)))
}

/// The first heading of the first rank.
fn main_heading(tree: &Tree) -> Option<ElementId> {
    tree.ids().find(|&id| tree.element(id).name == "h1")
}

/// Whether a value is an amount below the main heading that is not struck through.
fn is_paid(page: &Page, value: &Value, heading: Option<ElementId>) -> bool {
    let tree = &page.tree;
    let is_struck = |id: ElementId| {
        let mut around = tree.inclusive_ancestors(id);
        around.any(|id| strikes(&tree.element(id).name))
    };
    let is_with_currency = |leaf: &Leaf<'_>| {
        is_amount(&text(tree, page.source, with_currency(tree, page.source, leaf, |_| true)))
    };
    let is_paid =
        |leaf: &Leaf<'_>| heading.is_none_or(|heading| leaf.parent > heading) && !is_struck(leaf.parent);
    let leaves: Vec<&Leaf<'_>> = leaves_of(page, value).collect();
    let is_amount = match leaves[..] {
        [leaf] => is_amount(&leaf.text) || is_with_currency(leaf),
        _ => is_amount(&value.texts.join(" ")),
    };
    is_amount && leaves.into_iter().all(is_paid)
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Field, Learner, Shape};

    #[test]
    fn the_title_is_in_the_main_heading_or_as_in_that_of_the_document() {
        let learned = |write: &dyn Fn(&str, usize) -> String| {
            let of = ["Oak chair", "Long desk", "Red lamp", "Old shelf"].into_iter().enumerate();
            let pages = of.map(|(at, name)| Document::new(format!("{at}"), write(name, at))).collect();
            let mut wrapper = Learner::new().shape(Shape::Page).learn(&pages).expect("a template");
            wrapper.templates.remove(0).fields
        };
        let sample = |fields: &[Field]| {
            let title = fields.iter().find(|field| field.name == "title").expect("a title");
            title.profile.sample.clone()
        };
        let names = ["Long desk", "Oak chair", "Old shelf", "Red lamp"];
        let rest = |at: usize| {
            format!("<p class=k2><b>{at}{at} of wood</b></p><div class=k3>Article {}</div>", at * 97)
        };
        let heading =
            learned(&|name, at| format!("<div class=k0>{at} new</div><h1 class=k1>{name}</h1>{}", rest(at)));
        assert_eq!(sample(&heading), names);
        let document = learned(&|name, at| {
            format!(
                "<title>{name} - Shop</title><h2 class=k0>Week {at}</h2><div class=k1>{name}</div>{}",
                rest(at)
            )
        });
        assert_eq!(sample(&document), names);
    }

    #[test]
    fn a_field_of_dates_alone_is_the_date() {
        let page = |day: usize| {
            let body =
                format!("<h1>Letter to number {day}</h1><b>{day} May 202{day}</b><i>{day}{day} pages</i>");
            Document::new(format!("{day}"), body)
        };
        let wrapper = Learner::new().shape(Shape::Page).learn(&(1..6).map(page).collect());
        let fields = wrapper.expect("a template").templates.remove(0).fields;
        let sample = |name: &str| {
            let field = fields.iter().find(|field| field.name == name).expect("a field");
            field.profile.sample[0].clone()
        };
        assert_eq!([sample("title"), sample("date")], ["Letter to number 1", "1 May 2021"]);
    }

    #[test]
    fn the_first_amount_below_the_title_that_is_paid_is_the_price() {
        let page = |(name, was, is): (&str, &str, &str)| {
            let cart = format!("<p class=k1><b>{was} €</b></p>");
            let cable = format!("<p class=k4>Cable <b class=k5>{was} €</b></p>");
            let body =
                format!("<h1>{name}</h1><div><s class=k2>€ {was}</s> <b class=k3>€ {is}</b></div>{cable}");
            Document::new(name, cart + &body)
        };
        let lamps = [("Lamp", "9,90", "7,90"), ("Desk", "199", "150,-"), ("Chair", "49,50", "39")];
        let wrapper = Learner::new().shape(Shape::Page).learn(&lamps.map(page).into_iter().collect());
        let fields = wrapper.expect("a template").templates.remove(0).fields;
        let price = fields.iter().find(|field| field.name == "price").expect("a price");
        assert_eq!(price.profile.sample, ["€ 150,-", "€ 39", "€ 7,90"]);
    }
}
