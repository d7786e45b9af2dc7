//! The texts of a post or comment: what tells about each, and at which positions it is.
//!
//! In: the leaves of a unit, with the paths of their elements. Out: a `Unit` of `UnitText`s, each with its positions. Cost: linear in the texts.

use crate::page::digest::{mix, text as hash};
use crate::page::{ElementId, Leaf, Tree, is_heading, is_inline};
use hashbrown::HashMap;
use std::ops::Range;

/// Authors and dates have at most this many characters, with what is beside them.
pub(crate) const LONG: usize = 100;

/// A text of a unit.
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent")]
#[derive(Clone, Debug, Default)]
pub(crate) struct UnitText {
    pub(crate) text: String,
    /// Its positions: those of the same position in their units are in the same column.
    pub(crate) positions: Vec<u64>,
    pub(crate) is_linked: bool,
    /// Whether it is in a link to another page: its address has no fragment.
    pub(crate) is_away: bool,
    /// Whether its element is `b`, `strong`, `cite` or `address`.
    pub(crate) is_strong: bool,
    /// Whether it is marked as the author, by `rel=author` or a property.
    pub(crate) is_author: bool,
    /// Whether it begins or ends with a date.
    pub(crate) is_dated: bool,
    /// The `datetime` attribute of the `time` element around it.
    pub(crate) datetime: Option<String>,
    /// Whether it is in a heading or a `dt`.
    pub(crate) is_title: bool,
    /// The number of the block-level element that it is a line of.
    pub(crate) line: u32,
    /// Its element path.
    pub(crate) path: u64,
}

/// The texts of a post or comment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unit {
    /// The number of its page.
    pub(crate) page: usize,
    pub(crate) texts: Vec<UnitText>,
    /// What its author wrote, as far as known.
    pub(crate) body: Range<usize>,
}

/// What the elements around a text tell about it: HTML's own elements, `rel=author`, and properties of schema.org.
pub(crate) fn marks(tree: &Tree, parent: ElementId) -> UnitText {
    let around = || tree.inclusive_ancestors(parent).take(AROUND);
    let names_author = |id: ElementId| {
        let named = ["rel", "itemprop"].into_iter().filter_map(|name| tree.attribute(id, name));
        named
            .into_iter()
            .any(|value| value.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("author")))
    };
    let time = around().find(|&id| &*tree.element(id).name == "time");
    let leads_away = |id: ElementId| {
        tree.is_link(id) && tree.attribute(id, "href").is_some_and(|address| !address.contains('#'))
    };
    let line = tree.inclusive_ancestors(parent).find(|&id| !is_inline(&tree.element(id).name));
    let is_title = |id: ElementId| {
        let name = &*tree.element(id).name;
        is_heading(name) || name == "dt"
    };
    UnitText {
        is_title: around().any(is_title),
        line: line.unwrap_or(parent).0,
        is_linked: around().any(|id| tree.is_link(id)),
        is_away: around().any(leads_away),
        is_strong: matches!(&*tree.element(parent).name, "b" | "strong" | "cite" | "address"),
        is_author: around().any(names_author),
        datetime: time.and_then(|id| tree.attribute(id, "datetime")).map(std::borrow::Cow::into_owned),
        ..UnitText::default()
    }
}

/// A leaf as a text of a unit. Of a long one, only the ends may hold author and date.
pub(crate) fn ends(tree: &Tree, leaf: &Leaf) -> UnitText {
    let at = |chars: usize| leaf.text.char_indices().nth(chars).map(|(byte, _)| byte);
    let text = match (at(LONG), leaf.text.chars().count().checked_sub(LONG).and_then(at)) {
        (Some(start), Some(end)) if start < end => format!("{} … {}", &leaf.text[..start], &leaf.text[end..]),
        _ => leaf.text.to_string(),
    };
    UnitText { text, ..marks(tree, leaf.parent) }
}

/// The element of a text and two around it: `a` in `span` in an element with the property.
const AROUND: usize = 3;

/// Adds positions to the texts of a unit: their numbers, from the start and from the end of the unit, among the texts with the same path,
/// for several kinds of paths, of which the last is the exact one; their distance from the body, or from the longest text if that is not
/// known; and their place beside the date that is nearest to it: what signs a first post is often in other elements than what signs the answers.
pub(crate) fn locate(unit: &mut Unit, kinds: &[Vec<u64>]) {
    let long = |at: &usize| unit.texts[*at].text.chars().count();
    let longest = (0..unit.texts.len()).rev().max_by_key(long).unwrap_or_default();
    let body = if unit.body.is_empty() { longest..longest + 1 } else { unit.body.clone() };
    let away = |at: usize| if at < body.start { body.start - at } else { (at + 1).saturating_sub(body.end) };
    let dated = (0..unit.texts.len()).filter(|&at| unit.texts[at].is_dated);
    let date = dated.min_by_key(|&at| (body.contains(&at), away(at)));
    for (at, text) in unit.texts.iter_mut().enumerate() {
        let side = if at < body.start { "before" } else { "after" };
        text.positions.push(mix(hash(side), away(at) as u64)); // usize has at most 64 bits
        if let Some(date) = date.filter(|date| date.abs_diff(at) <= BESIDE_DATE) {
            text.positions.push(mix(hash("date"), (BESIDE_DATE + at - date) as u64));
        }
    }
    for (kind, paths) in (0..).zip(kinds) {
        let mut left: HashMap<u64, u64> = HashMap::new();
        for path in paths {
            *left.entry(*path).or_default() += 1;
        }
        let mut before: HashMap<u64, u64> = HashMap::new();
        for (text, path) in unit.texts.iter_mut().zip(paths) {
            text.path = *path;
            let number = before.entry(*path).or_default();
            let left = left.entry(*path).or_default();
            *left -= 1;
            text.positions.extend([mix(mix(*path, kind), 2 * *number), mix(mix(*path, kind), 2 * *left + 1)]);
            *number += 1;
        }
    }
}

/// The texts on each side of a date that may be the name: it may be behind its label.
const BESIDE_DATE: usize = 2;
