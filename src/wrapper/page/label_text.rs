//! Texts that can be labels, by their beginning and length, and icons that stand for labels.

use crate::measure::is_brief;
use crate::page::{ElementId, Tree};

/// Whether a text can be a label: it begins with a letter, and is brief.
pub(in crate::wrapper) fn may_be_label(text: &str) -> bool {
    begins_with_letter(text) && is_brief(text)
}

/// Whether the first letter or digit of a text is a letter; texts that begin with a number are values.
pub(in crate::wrapper) fn begins_with_letter(text: &str) -> bool {
    text.chars().find(|char| char.is_alphanumeric()).is_some_and(|char| !char.is_numeric())
}

/// The icon with which the text of an element begins, as a selector: its first child, if this is an image or an inline element that shows
/// no text. It is told by what it says to those who do not see it, else by its classes, else by its file.
pub(in crate::wrapper) fn icon(tree: &Tree, of: ElementId) -> Option<String> {
    let element = tree.element(of);
    let text = tree.leaves_of(of).first()?;
    if let Some(drawn) = drawn(tree, element.tag.end, text.span.start) {
        return Some(drawn);
    }
    let first = tree.children(of).next()?;
    let icon = tree.element(first);
    if !icon.leaves.is_empty()
        || text.span.start < icon.tag.start
        || !matches!(&*icon.name, "img" | "i" | "span")
    {
        return None;
    }
    let is_told = |name: &str| tree.attribute(first, name).is_some_and(|value| !value.trim().is_empty());
    let attribute = |name: &str| {
        let value = tree.attribute(first, name).unwrap_or_default();
        format!("{}[{name}=\"{}\"]", icon.name, value.replace(['"', '\\'], ""))
    };
    if let Some(name) = ["alt", "title", "aria-label"].into_iter().find(|name| is_told(name)) {
        return Some(attribute(name));
    }
    with_classes(tree, first).or_else(|| Some("src").filter(|name| is_told(name)).map(attribute))
}

/// The name of an element with its classes in ascending order, as a selector, if it has any.
pub(in crate::wrapper) fn with_classes(tree: &Tree, id: ElementId) -> Option<String> {
    let mut classes: Vec<&str> = tree.classes(id).collect();
    classes.sort_unstable();
    classes.dedup();
    (!classes.is_empty()).then(|| format!("{}.{}", tree.element(id).name, classes.join(".")))
}

/// A drawing between two bytes of a page, by its title, or by the name of the drawing that it uses. Trees have no drawings.
fn drawn(tree: &Tree, from: u32, to: u32) -> Option<String> {
    let left_out = tree.left_out();
    let svg = left_out.get(left_out.partition_point(|out| out.start < from)).filter(|out| out.end <= to)?;
    let source = &tree.source[svg.range()];
    let is_svg = source.get(..4).is_some_and(|begin| begin.eq_ignore_ascii_case("<svg"));
    let behind = |before: &str, end: char| {
        let (_, rest) = source.split_once(before).filter(|_| is_svg)?;
        Some(rest.split(end).next().unwrap_or_default().trim()).filter(|text| !text.is_empty())
    };
    let name = behind("<title>", '<').or_else(|| behind("href=\"#", '"'))?;
    Some(format!("svg[title=\"{}\"]", name.replace(['"', '\\'], "")))
}
