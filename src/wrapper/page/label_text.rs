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
    named_by_attribute(tree, first)
        .or_else(|| with_classes(tree, first))
        .or_else(|| by_attribute(tree, first, |name| name == "src"))
}

/// An element that says what it is about to those who do not see the page, or to a style that shows it, as a selector.
pub(in crate::wrapper) fn named_by_attribute(tree: &Tree, id: ElementId) -> Option<String> {
    let is_name = |name: &str| matches!(name, "alt" | "title" | "aria-label") || name.starts_with("data-");
    by_attribute(tree, id, is_name)
}

/// An element by its first attribute of such a name that says something.
fn by_attribute(tree: &Tree, id: ElementId, is: impl Fn(&str) -> bool) -> Option<String> {
    let element = tree.element(id);
    let of_name = element.attributes(tree.source).filter(|attribute| is(attribute.name));
    let mut values =
        of_name.filter_map(|attribute| Some((attribute.name, tree.attribute(id, attribute.name)?)));
    // What scripts keep beside an element is mostly no name.
    let is_name =
        |value: &str| may_be_label(value) && value.chars().all(|char| char.is_alphabetic() || char == ' ');
    let says = |name: &str, value: &str| {
        if name.starts_with("data-") { is_name(value) } else { !value.trim().is_empty() }
    };
    let (name, value) = values.find(|(name, value)| says(name, value))?;
    Some(format!("{}[{}=\"{}\"]", element.name, name.to_ascii_lowercase(), value.replace(['"', '\\'], "")))
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
