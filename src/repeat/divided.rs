//! Records between dividing lines: rules, blank paragraphs, and blank lines.
//!
//! ```text
//! <p>Ann <p>Salem <hr> <p>Bob <p>Lynn <p>555-21 <hr> <p>Cy <p>Quincy      heads p: "Ann Salem", "Bob Lynn 555-21", "Cy Quincy"
//! ```
//!
//! The siblings between two dividing lines are a *stretch*. A record begins with the first head in a stretch, and ends with it. So it may
//! have any number of siblings, all of one name.
//!
//! Cost: linear in the elements of a page, once; then in the heads.

use super::record::Record;
use crate::page::{ElementId, Tree};
use crate::token::TokenKind;
use crate::token::html::tokens;
use hashbrown::HashMap;

/// The siblings between two dividing lines.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The first element and the first leaf after it.
    end: ElementId,
    leaves_end: u32,
}

/// The stretches of the siblings of a page.
#[derive(Debug)]
pub(super) struct Stretches {
    /// For each element the number of its stretch; none if nothing divides its siblings.
    of: HashMap<ElementId, usize>,
    list: Vec<Stretch>,
}

impl Stretches {
    pub(super) fn new(tree: &Tree) -> Self {
        let pictured = pictured(tree);
        let is_line = |id: ElementId| is_line(tree, &pictured, id);
        let mut lines: HashMap<ElementId, Vec<ElementId>> = HashMap::new();
        for id in tree.ids().filter(|&id| is_line(id)) {
            lines.entry(tree.element(id).parent.unwrap_or(id)).or_default().push(id);
        }
        let mut stretches = Stretches { of: HashMap::new(), list: Vec::new() };
        let mut parents: Vec<(ElementId, Vec<ElementId>)> = lines.into_iter().collect();
        parents.sort_unstable_by_key(|(parent, _)| *parent);
        for (parent, lines) in parents {
            let around = tree.element(parent);
            let mut at = ElementId(parent.0 + 1);
            for end in lines.into_iter().chain([around.end]) {
                let leaves_end =
                    if end < around.end { tree.element(end).leaves.start } else { around.leaves.end };
                stretches.list.push(Stretch { end, leaves_end });
                while at < end {
                    stretches.of.insert(at, stretches.list.len() - 1);
                    at = tree.element(at).end;
                }
                at = if end < around.end { tree.element(end).end } else { end };
            }
        }
        stretches
    }

    /// The records that begin with the first of these heads in each stretch.
    pub(super) fn records(&self, tree: &Tree, heads: &[ElementId]) -> Vec<Record> {
        let mut last = None;
        let mut records = Vec::new();
        for &head in heads {
            let Some(&number) = self.of.get(&head) else { continue };
            if last.replace(number) != Some(number) {
                let Stretch { end, leaves_end } = self.list[number];
                let leaves = tree.element(head).leaves.start..leaves_end;
                records.push(Record { head, end, leaves });
            }
        }
        records
    }
}

/// For each element whether it is or contains something that is seen but is no text.
fn pictured(tree: &Tree) -> Vec<bool> {
    tree.holding(|id| {
        // The embedded content and the controls of HTML.
        [
            "img", "picture", "svg", "canvas", "video", "audio", "object", "embed", "iframe", "input",
            "button", "select", "textarea", "applet", "map",
        ]
        .contains(&&*tree.element(id).name)
    })
}

/// Whether an element shows as a line between what is before and behind it.
fn is_line(tree: &Tree, pictured: &[bool], id: ElementId) -> bool {
    let element = tree.element(id);
    if !element.leaves.is_empty() || pictured[id.index()] {
        return false;
    }
    match &*element.name {
        "hr" => true,
        // Blocks that may hold any part of a page; not rows, items and cells, which are parts of what is listed.
        "p" | "div" | "center" => takes_space(tree, id),
        // The second of two line breaks in a row.
        "br" => id.0.checked_sub(1).map(ElementId).is_some_and(|before| {
            let of_before = tree.element(before);
            &*of_before.name == "br"
                && of_before.leaves == element.leaves
                && of_before.parent == element.parent
        }),
        _ => false,
    }
}

/// Whether an element without a word has the height of a line: without a break, a rule or a sign in it, such as a space that is not
/// collapsed, it has none.
fn takes_space(tree: &Tree, id: ElementId) -> bool {
    let element = tree.element(id);
    let breaks = |id: u32| matches!(&*tree.element(ElementId(id)).name, "br" | "hr");
    let written = &tree.source[element.span.range()];
    let mut texts = tokens(written).filter(|token| token.kind == TokenKind::Text);
    (id.0 + 1..element.end.0).any(breaks)
        || texts.any(|text| !htmlize::unescape(text.text(written)).trim_ascii().is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::lists;
    use crate::page::Tree;

    /// The texts of the records of a page.
    fn found(page: &str) -> Vec<Vec<String>> {
        let trees = [Tree::new(page)];
        let list = lists(&trees).remove(0).expect("a list");
        let texts = |record: &super::Record| {
            record.leaves(&trees[0]).iter().map(|leaf| leaf.text.to_string()).collect()
        };
        list.records.iter().map(texts).collect()
    }

    const PEOPLE: [&[&str]; 5] = [
        &["Ann Pike", "Builds boats of oak and ash in the old yard", "Salem"],
        &["Tom Baker", "Lowell"],
        &["Sue Archer", "Sails around the cape each summer, and writes about it", "Quincy", "555-9021"],
        &["Max Cole", "Repairs engines", "Boston"],
        &["Jo Crane", "Paints the harbour by night, and sells what she paints", "Revere"],
    ];

    fn page(line: &str) -> String {
        let of = |texts: &[&str]| format!("<p>{}</p>", texts.join("</p><p>"));
        format!("<h1>People</h1>{}", PEOPLE.map(of).join(line))
    }

    #[test]
    fn what_is_between_two_rules_is_a_record() {
        assert_eq!(found(&page("<hr>")), PEOPLE);
        assert_eq!(found(&page("<p>&nbsp;</p>")), PEOPLE);
        assert_eq!(found(&page("<p>* * *</p>")), PEOPLE);
    }

    #[test]
    fn an_empty_paragraph_divides_nothing() {
        assert_ne!(found(&page("<p></p>")), PEOPLE);
    }
}
