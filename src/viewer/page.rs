//! A page with its elements, its template, and what was found on it. All positions are in units of UTF-16.

use super::figure::Tints;
use super::place::Units;
use crate::database::{Choice, Database, Role};
use crate::document::Document;
use crate::page::{Child, Element, ElementId, Tree};
use crate::template::Mask;
use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A page that is shown.
#[derive(Debug, Serialize)]
pub(super) struct ShownPage<'a> {
    /// The number of its kind.
    pub(super) kind: usize,
    /// Its number in the corpus; in the tables it is one more.
    pub(super) page: usize,
    name: &'a str,
    url: Option<&'a str>,
    source: &'a str,
    /// The elements and texts of its body, in order.
    nodes: Vec<Node>,
    /// The ranges that are template.
    template: Vec<[u32; 2]>,
    /// Those of the strings of each peak.
    peaks: Vec<Vec<[u32; 2]>>,
    marks: Vec<Mark<'a>>,
    /// Why its list is this one.
    choices: &'a [Choice],
}

/// A step through the tree of a page.
#[derive(Debug)]
enum Node {
    /// An element begins: its name, its start tag, and those of its attributes that a reader notices.
    Open(String, [u32; 2], BTreeMap<&'static str, String>),
    Text([u32; 2]),
    Close,
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Open(name, [start, end], attributes) if attributes.is_empty() => {
                (name, start, end).serialize(serializer)
            }
            Node::Open(name, [start, end], attributes) => {
                (name, start, end, attributes).serialize(serializer)
            }
            Node::Text(span) => span.serialize(serializer),
            Node::Close => serializer.serialize_u8(0),
        }
    }
}

/// A part of the page.
#[derive(Debug, PartialEq, Serialize)]
struct Mark<'a> {
    start: u32,
    end: u32,
    /// `record`, `value` or `out`.
    role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<&'a str>,
    /// The name of the column for commands.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    /// Why it is left out, or a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The attributes that change how a text is read or where it is.
const KEPT: [&str; 6] = ["alt", "colspan", "dir", "lang", "rowspan", "start"];

impl<'a> ShownPage<'a> {
    pub(super) fn new(
        kind: usize,
        page: usize,
        document: &'a Document,
        found: &'a Database,
        tints: &Tints,
    ) -> Self {
        let source = document.text();
        let units = Units::of(source);
        let places = found.places.of(page);
        let of_page = places.iter().flat_map(|places| &places.all);
        let mut marks: Vec<Mark> =
            of_page.map(|place| Mark::new(units.span(place.span), &place.role)).collect();
        let ranges = |mask: &Mask| -> Vec<[u32; 2]> {
            let ranges = mask.spans().iter().map(|&span| units.span(span));
            ranges.filter(|[start, end]| start < end).collect()
        };
        // A part comes behind what it is a part of.
        marks.sort_by_key(|mark| (mark.start, Reverse(mark.end)));
        marks.dedup();
        ShownPage {
            kind,
            page,
            name: document.name(),
            url: document.url(),
            source,
            nodes: nodes(source, &units),
            template: ranges(&tints.template),
            peaks: tints.peaks.iter().map(ranges).collect(),
            marks,
            choices: places.map_or(&[], |places| &places.choices),
        }
    }
}

impl<'a> Mark<'a> {
    fn new([start, end]: [u32; 2], role: &'a Role) -> Self {
        let mark =
            Mark { start, end, role: "out", table: None, record: None, column: None, field: None, why: None };
        match role {
            Role::Record { table, record } => {
                Mark { role: "record", table: Some(table), record: Some(*record), ..mark }
            }
            Role::Value { table, record, column, field, why } => Mark {
                role: "value",
                table: Some(table),
                record: Some(*record),
                column: Some(column),
                field: Some(field),
                why: why.clone(),
                ..mark
            },
            Role::LeftOut(why) => Mark { why: Some(why.clone()), ..mark },
        }
    }
}

/// The elements and texts of a page.
fn nodes(source: &str, units: &Units) -> Vec<Node> {
    let mut nodes = Vec::new();
    add_nodes(&Tree::whole(source), ElementId(0), units, &mut nodes);
    nodes
}

/// Adds an element and what is in it; no page is nested deeply.
fn add_nodes(tree: &Tree, id: ElementId, units: &Units, nodes: &mut Vec<Node>) {
    let Element { name, tag, .. } = tree.element(id);
    // An element that the page only implies has the attributes of no tag.
    let kept = KEPT.into_iter().filter(|_| tag.start < tag.end);
    let kept = kept.filter_map(|name| Some((name, tree.attribute(id, name)?.into_owned())));
    nodes.push(Node::Open(name.to_string(), units.span(*tag), kept.collect()));
    for child in tree.contents(id) {
        match child {
            Child::Element(id) => add_nodes(tree, id, units, nodes),
            Child::Text(leaf) => nodes.push(Node::Text(units.span(tree.leaves()[leaf as usize].span))),
        }
    }
    nodes.push(Node::Close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_the_tree_of_a_page_in_order() {
        let source = "<p>a<b>c</b>d<br>e<p dir=rtl>f";
        let nodes = nodes(source, &Units::of(source));
        let written: String = nodes
            .iter()
            .map(|node| match node {
                Node::Open(name, _, attributes) => {
                    format!("<{name}{}>", attributes.keys().copied().collect::<String>())
                }
                Node::Text([start, end]) => source[*start as usize..*end as usize].to_owned(),
                Node::Close => "/".to_owned(),
            })
            .collect();
        let body = written.split_once("<p>").expect("a paragraph").1;
        assert_eq!(body, format!("a<b>c/d<br>/e/<pdir>f/{}", "/".repeat(written.matches('<').count() - 4)));
    }
}
