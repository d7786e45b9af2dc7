//! Values as they are read: an amount with the cents or the currency that stand in elements of their own, and a date in parts.
//!
//! ```text
//! $<b>70</b><sup>99</sup>                        $70.99, not $7099
//! <i>£</i>38.00                                  £38.00
//! <i>23</i><i>Mar</i><i>2022</i>                 23 Mar 2022
//! ```

use super::role::date::is_date;
use super::role::money::is_amount;
use crate::measure::is_brief;
use crate::page::{ElementId, Leaf, Tree, text};
use crate::token::Span;

/// The digits of cents (ISO 4217: most currencies have two).
const CENTS: usize = 2;

/// The elements nearest to a number that are read for its currency, beside the outermost one. A budget of time: more change no answer of
/// the sets.
const NEAREST: usize = 3;

/// The text of a value.
pub(crate) fn spelled(tree: &Tree, source: &str, span: Span) -> String {
    let plain = text(tree, source, span);
    let leaves = &tree.leaves()[tree.leaves_in(span)];
    if leaves.len() < 2 || !is_brief(&plain) || !plain.contains(char::is_numeric) {
        return plain;
    }
    with_cents(tree, source, span, leaves).or_else(|| in_parts(leaves, &plain)).unwrap_or(plain)
}

/// An amount with a point before cents that stand in an element of their own, with nothing visible before them.
fn with_cents(tree: &Tree, source: &str, span: Span, leaves: &[Leaf<'_>]) -> Option<String> {
    let [whole, cents] = leaves.windows(2).find(|pair| are_cents(pair))? else { return None };
    let between = Span { start: whole.span.end, end: cents.span.start };
    let is_next = text(tree, source, between).trim().is_empty();
    let before = text(tree, source, Span { start: span.start, end: whole.span.end });
    let behind = text(tree, source, Span { start: cents.span.start, end: span.end });
    Some(format!("{}.{behind}", before.trim_end())).filter(|amount| is_next && is_amount(amount))
}

/// Whether the second of two texts may be the cents of the first.
fn are_cents(pair: &[Leaf<'_>]) -> bool {
    let is_digit = |char: char| char.is_ascii_digit();
    pair[0].parent != pair[1].parent
        && pair[0].text.ends_with(is_digit)
        && !pair[0].text.contains(['.', ','])
        && pair[1].text.len() == CENTS
        && pair[1].text.chars().all(is_digit)
}

/// The bytes of an amount in pieces that begins behind `from`: the currency sign before a number, the number, and cents after it.
pub(super) fn in_pieces(tree: &Tree, source: &str, pair: &[Leaf<'_>], from: u32) -> Option<Span> {
    let visible = |start, end| text(tree, source, Span { start, end });
    let (whole, cents) = (pair[0].span, pair[1].span);
    if !are_cents(pair) || !visible(whole.end, cents.start).trim().is_empty() {
        return None;
    }
    let before = &source[from as usize..whole.start as usize];
    let is_sign =
        |char: char| !char.is_alphanumeric() && !char.is_whitespace() && is_amount(&format!("{char}1"));
    let (at, sign) = before.char_indices().rfind(|&(_, char)| is_sign(char))?;
    let start = from + u32::try_from(at).ok()?;
    let is_next = visible(start + u32::try_from(sign.len_utf8()).ok()?, whole.start).trim().is_empty();
    is_next.then_some(Span { start, end: cents.end })
}

/// The parts of a date with spaces between, if nothing separates them.
fn in_parts(leaves: &[Leaf<'_>], plain: &str) -> Option<String> {
    let parts = leaves.iter().map(|leaf| &*leaf.text).collect::<Vec<_>>();
    let adjoin = parts.concat() == plain && plain.chars().all(char::is_alphanumeric);
    Some(parts.join(" ")).filter(|parts| adjoin && is_date(parts))
}

/// Whether some texts are the parts of one date.
pub(super) fn are_date(leaves: &[Leaf<'_>]) -> bool {
    is_date(&leaves.iter().map(|leaf| &*leaf.text).collect::<Vec<_>>().join(" "))
}

/// The bytes of a number with the currency sign beside it, if both are in an element within these that has no other words.
pub(crate) fn with_currency(
    tree: &Tree,
    source: &str,
    leaf: &Leaf<'_>,
    within: impl Fn(ElementId) -> bool,
) -> Span {
    let is_in_number =
        |char: char| char.is_numeric() || char.is_whitespace() || matches!(char, '.' | ',' | '\'' | '-');
    if !leaf.text.contains(char::is_numeric) || !leaf.text.chars().all(is_in_number) {
        return leaf.span;
    }
    let around = tree.inclusive_ancestors(leaf.parent);
    let is_sign = |other: &Leaf<'_>| other.span == leaf.span || !other.text.contains(char::is_alphanumeric);
    let own = around.take_while(|&id| within(id) && tree.leaves_of(id).iter().all(is_sign));
    let spans: Vec<Span> = own.map(|id| tree.element(id).span).collect();
    // Reading the text of each element takes time quadratic in their depth.
    let mut read = spans.iter().take(NEAREST).chain(spans.last()).copied();
    read.find(|&span| is_amount(&text(tree, source, span))).unwrap_or(leaf.span)
}

#[cfg(test)]
mod tests {
    use super::super::trial::{column, page, read};
    use crate::record::Width;

    fn found(record: impl Fn(&[&str; 3]) -> String) -> Vec<Vec<(String, String)>> {
        let values =
            [["Lamp", "70", "99"], ["Desk", "182", "50"], ["Chair", "1", "25"], ["Sofa", "640", "00"]];
        let records = values.map(|values| format!("<h3>{}</h3>{}", values[0], record(&values)));
        read(&page(&records), Width::Informative)
    }

    #[test]
    fn cents_in_an_element_of_their_own_have_a_point_before_them() {
        let found = found(|[_, whole, cents]| format!("<p>$<b>{whole}</b><sup>{cents}</sup></p>"));
        assert_eq!(column(&found, "price"), ["$70.99", "$182.50", "$1.25", "$640.00"]);
    }

    #[test]
    fn a_number_without_a_currency_has_no_cents() {
        let found = found(|[_, whole, cents]| format!("<p><b>{whole}</b><sup>{cents}</sup></p>"));
        assert_eq!(column(&found, "p"), ["7099", "18250", "125", "64000"]);
    }

    #[test]
    fn a_price_has_the_currency_beside_it_and_not_what_is_struck_through() {
        let price = |of: &str| format!("<span class=sum><i>£</i>{of}</span>");
        let found = found(|[name, whole, cents]| match *name {
            "Lamp" | "Desk" => format!("<p>{}</p>", price(whole)),
            _ => format!("<p><del>{}</del> <ins>{}</ins></p>", price(whole), price(cents)),
        });
        assert_eq!(column(&found, "price"), ["£70", "£182", "£25", "£00"]);
        assert_eq!(column(&found, "del.sum"), ["£1", "£640"]);
    }

    #[test]
    fn an_element_that_strikes_its_text_through_may_have_a_class() {
        let price = |of: &str| format!("<span class=sum>£{of}</span>");
        let found = found(|[_, whole, cents]| {
            format!("<p><del class=was>{}</del> <ins>{}</ins></p>", price(whole), price(cents))
        });
        assert_eq!(column(&found, "price"), ["£99", "£50", "£25", "£00"]);
        assert_eq!(column(&found, "del.sum"), ["£70", "£182", "£1", "£640"]);
    }

    #[test]
    fn a_date_in_parts_is_one_value() {
        let day = |day: &str| format!("<p><i>{day}</i><i>Mar</i><i>2022</i></p>");
        let found = found(|[name, ..]| match *name {
            "Lamp" => day("3"),
            "Desk" => day("28"),
            _ => day("14"),
        });
        assert_eq!(column(&found, "date"), ["3 Mar 2022", "28 Mar 2022", "14 Mar 2022", "14 Mar 2022"]);
    }
}
