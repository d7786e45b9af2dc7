//! Values as they are read: an amount with the cents or the currency that stand in elements of their own, and a date in parts.
//!
//! ```text
//! $<b>70</b><sup>99</sup>                        $70.99, not $7099
//! <i>£</i>38.00                                  £38.00
//! <i>23</i><i>Mar</i><i>2022</i>                 23 Mar 2022
//! ```

use super::place::RecordInPage;
use super::role::date::is_date;
use super::role::money::is_amount;
use crate::measure::is_brief;
use crate::page::{ElementId, Leaf, Tree, text};
use crate::token::Span;

/// The digits of cents (ISO 4217: most currencies have two).
const CENTS: usize = 2;

/// The text of a value.
pub(super) fn spelled(tree: &Tree, source: &str, span: Span) -> String {
    let plain = text(tree, source, span);
    let first = tree.leaves().partition_point(|leaf| leaf.span.start < span.start);
    let leaves = &tree.leaves()[first..];
    let leaves = &leaves[..leaves.partition_point(|leaf| leaf.span.start < span.end)];
    if leaves.len() < 2 || !is_brief(&plain) || !plain.contains(char::is_numeric) {
        return plain;
    }
    with_cents(tree, source, span, leaves).or_else(|| in_parts(leaves, &plain)).unwrap_or(plain)
}

/// An amount with a point before cents that stand in an element of their own, with nothing visible before them.
fn with_cents(tree: &Tree, source: &str, span: Span, leaves: &[Leaf<'_>]) -> Option<String> {
    let are_cents = |pair: &[Leaf<'_>]| {
        let is_digit = |char: char| char.is_ascii_digit();
        pair[0].parent != pair[1].parent
            && pair[0].text.ends_with(is_digit)
            && !pair[0].text.contains(['.', ','])
            && pair[1].text.len() == CENTS
            && pair[1].text.chars().all(is_digit)
    };
    let [whole, cents] = leaves.windows(2).find(|pair| are_cents(pair))? else { return None };
    let between = Span { start: whole.span.end, end: cents.span.start };
    let is_next = text(tree, source, between).trim().is_empty();
    let before = text(tree, source, Span { start: span.start, end: whole.span.end });
    let behind = text(tree, source, Span { start: cents.span.start, end: span.end });
    Some(format!("{}.{behind}", before.trim_end())).filter(|amount| is_next && is_amount(amount))
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

/// The bytes of a number with the currency beside it. A sign such as `£` is no text, so an element around both has only the text of the
/// number.
pub(super) fn with_currency(part: &RecordInPage<'_>, leaf: &Leaf<'_>) -> Span {
    let RecordInPage { page, record } = part;
    let (tree, source) = (page.tree, page.source);
    let is_number =
        |char: char| char.is_numeric() || char.is_whitespace() || matches!(char, '.' | ',' | '\'' | '-');
    if !leaf.text.contains(char::is_numeric) || !leaf.text.chars().all(is_number) {
        return leaf.span;
    }
    let own = tree.element(leaf.parent).leaves.len();
    let around = tree.inclusive_ancestors(leaf.parent);
    let around = around
        .take_while(|&id| record.holds(id) && id != record.head && tree.element(id).leaves.len() == own);
    let span = |id: ElementId| tree.element(id).span;
    let mut around = around.filter(|&id| own == 1 && is_amount(&text(tree, source, span(id))));
    around.next().map_or(leaf.span, span)
}
