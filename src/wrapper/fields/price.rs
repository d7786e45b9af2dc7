//! Names the price of what a page is about.
//!
//! In: fields with their values. Out: the name `price` for the first field below the title whose values are amounts of money, unless it has a
//! label, a field has this name, or the amounts are struck through.
//!
//! ```text
//! <h1>Lamp</h1> <s class=b1>€ 9,90</s> <b class=b2>€ 7,90</b> <b>Cable</b> <b class=b2>€ 2,00</b>      the second amount
//! ```

use crate::measure::are_most;
use crate::page::{ElementId, Leaf, Tree, text};
use crate::record::role::money::{PRICE, is_amount, strikes};
use crate::record::with_currency;
use crate::wrapper::fields::surplus::leaves_of;
use crate::wrapper::page::node::Page;
use crate::wrapper::template::{Field, FieldKind};
use crate::wrapper::value::{Extraction, Value};

/// Names the field that is the price of the pages' subjects, if there is one.
pub(in crate::wrapper) fn name_price(fields: &mut [Field], found: &[Extraction], pages: &[Page]) {
    if fields.iter().any(|field| field.name == PRICE) {
        return;
    }
    let titles: Vec<Option<ElementId>> = pages.iter().map(|page| title(&page.tree)).collect();
    let is_price = |number: usize| {
        let value = |((found, page), title)| {
            let found: &Extraction = found;
            let value = found.page[number].as_ref().filter(|value| !value.is_empty());
            Some((page, value?, title))
        };
        let values: Vec<(&Page, &Value, &Option<ElementId>)> =
            found.iter().zip(pages).zip(&titles).filter_map(value).collect();
        are_most(values.len(), pages.len())
            && values.into_iter().all(|(page, value, title)| is_paid(page, value, *title))
    };
    let has_no_name = |field: &Field| field.label.is_none() && field.property.is_none();
    let is_candidate =
        |field: &Field| field.kind == FieldKind::Text && field.left_out.is_none() && has_no_name(field);
    let price = (0..fields.len()).find(|&number| is_candidate(&fields[number]) && is_price(number));
    if let Some(price) = price {
        PRICE.clone_into(&mut fields[price].name);
    }
}

/// The first heading of the first rank.
fn title(tree: &Tree) -> Option<ElementId> {
    tree.ids().find(|&id| tree.element(id).name == "h1")
}

/// Whether a value is an amount below the title that is not struck through.
fn is_paid(page: &Page, value: &Value, title: Option<ElementId>) -> bool {
    let tree = &page.tree;
    let is_struck = |id: ElementId| {
        let mut around = tree.inclusive_ancestors(id);
        around.any(|id| strikes(&tree.element(id).name))
    };
    let is_with_currency = |leaf: &Leaf<'_>| {
        is_amount(&text(tree, page.source, with_currency(tree, page.source, leaf, |_| true)))
    };
    let is_paid = |leaf: &Leaf<'_>| title.is_none_or(|title| leaf.parent > title) && !is_struck(leaf.parent);
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
    use crate::wrapper::{Learner, Shape};

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
