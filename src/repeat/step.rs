//! Element paths as text: `html/body/div.results/ul/li.hit`.
//!
//! A step is a tag name, with the classes if the [`Resolution`] includes them. The path to the records of a candidate identifies
//! it on every page of its template, also on pages that are fetched later.

use super::record::{Border, Record};
use crate::page::{Child, Element, ElementId, Tree};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Which parts of an element path two elements must share to be alike, from fine to coarse.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Resolution {
    /// The names and classes on the path from the root.
    Class,
    /// The names and classes on the path to the parent, and the name of the element: children of different classes are alike.
    Parent,
    /// The names alone: elements are alike in spite of zebra rows and other changing classes.
    Name,
}

impl fmt::Display for Resolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Resolution::Class => "class",
            Resolution::Parent => "parent",
            Resolution::Name => "name",
        })
    }
}

/// The element path that the heads of similar records share.
#[derive(Clone, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
pub struct Steps {
    /// The resolution of the steps.
    pub resolution: Resolution,
    /// One step for each element of the path, the root first: `div.results`, with a run of digits in a class as 0; `td[2]` for
    /// the second cell of a row.
    pub steps: Vec<String>,
    /// The steps of the siblings that belong to the records after their heads; `<` for a text. Empty if each record is one
    /// element.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub siblings: Vec<String>,
    /// How many siblings of one name each record consists of, if it is that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<usize>,
}

/// The step of a text between siblings; no element has this name.
pub(super) const BETWEEN: &str = "<";

impl Steps {
    /// The path to an element.
    #[must_use]
    pub fn to(tree: &Tree, id: ElementId, resolution: Resolution) -> Self {
        let spelling = Spelling::new(tree, resolution);
        let around = tree.inclusive_ancestors(id);
        let mut steps: Vec<String> = around.map(|id| spelling.step(id)).collect();
        steps.reverse();
        if resolution == Resolution::Parent {
            steps.pop();
            steps.push(tree.element(id).name.to_string());
        }
        Steps { resolution, steps, siblings: Vec::new(), every: None }
    }

    /// The path to the heads of records, with the steps of the siblings and texts that follow the heads.
    pub(super) fn to_records(tree: &Tree, records: &[Record], resolution: Resolution) -> Self {
        let spelling = Spelling::new(tree, Resolution::Class);
        let mut steps = Steps::to(tree, records[0].head, resolution);
        for record in records {
            for follower in record.followers(tree) {
                let step = spelling.step_to(follower);
                if !steps.siblings.contains(&step) {
                    steps.siblings.push(step);
                }
            }
        }
        steps.siblings.sort_unstable();
        steps
    }

    /// How the end of a record is found.
    pub(super) fn border(&self) -> Border {
        if self.siblings.is_empty() { Border::Element } else { Border::Run }
    }

    /// The elements with text at this path, in document order.
    #[must_use]
    pub fn members(&self, tree: &Tree) -> Vec<ElementId> {
        let spelling = Spelling::new(tree, self.resolution);
        // For each element whether its own path is a prefix of this path.
        let mut follows: Vec<bool> = Vec::with_capacity(tree.elements().len());
        let mut members = Vec::new();
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            let step = self.steps.get(element.depth as usize);
            let so_far = element.parent.is_none_or(|parent| follows[parent.index()]);
            let is_last = element.depth as usize + 1 == self.steps.len();
            let is_step = |step: &String| match self.resolution {
                Resolution::Parent if is_last => **step == *element.name && !tree.continues_row(id),
                _ => *step == spelling.step(id),
            };
            let is_prefix = so_far && step.is_some_and(is_step);
            follows.push(is_prefix);
            if is_prefix && is_last && tree.has_text(id) {
                members.push(id);
            }
        }
        members
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.steps.join("/"))
    }
}

/// Spells the steps of the elements of a page.
pub(super) struct Spelling<'a> {
    tree: &'a Tree<'a>,
    resolution: Resolution,
    cells: Vec<u32>,
}

impl<'a> Spelling<'a> {
    pub(super) fn new(tree: &'a Tree<'a>, resolution: Resolution) -> Self {
        let mut cells = match resolution {
            Resolution::Class | Resolution::Parent => cell_columns(tree),
            Resolution::Name => vec![0; tree.elements().len()],
        };
        for row in tree.continued_rows() {
            cells[row.index()] = 1;
        }
        Spelling { tree, resolution, cells }
    }

    /// The step of an element or text that follows a head.
    pub(super) fn step_to(&self, follower: Child) -> String {
        match follower {
            Child::Element(id) => self.step(id),
            Child::Text(_) => BETWEEN.to_owned(),
        }
    }

    /// The step of an element.
    pub(super) fn step(&self, id: ElementId) -> String {
        let element = self.tree.element(id);
        let mut step = String::from(&*element.name);
        let has_classes = self.resolution != Resolution::Name && !matches!(&*element.name, "html" | "body");
        let classes = self.tree.classes(id).take_while(|_| has_classes);
        let mut classes: Vec<String> = classes.map(fold_digits).collect();
        classes.sort_unstable();
        classes.dedup();
        for class in classes {
            step.push('.');
            step.push_str(&class);
        }
        match self.cell(id) {
            0 => step,
            column => format!("{step}[{column}]"),
        }
    }

    /// For a cell its number in the row if the resolution includes it, 1 for a row that continues the row above, else 0.
    pub(super) fn cell(&self, id: ElementId) -> u32 {
        self.cells[id.index()]
    }
}

/// For each element: the number of a td or th in its row, from 1 up, and 0 for all others.
pub(crate) fn cell_columns(tree: &Tree) -> Vec<u32> {
    let mut cells = vec![0; tree.elements().len()];
    let cell = |element: &Element| {
        let is_cell = matches!(&*element.name, "td" | "th");
        let row = element.parent.filter(|_| is_cell)?;
        cells[row.index()] += 1;
        Some(cells[row.index()])
    };
    tree.elements().iter().map(cell).map(Option::unwrap_or_default).collect()
}

/// Replaces every run of digits with one 0.
pub(crate) fn fold_digits(class: &str) -> String {
    let mut folded = String::with_capacity(class.len());
    for char in class.chars() {
        let char = if char.is_numeric() { '0' } else { char };
        if char != '0' || !folded.ends_with('0') {
            folded.push(char);
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "<body class=x><div class='b a12 a3'><table><tr><th>1<td>2<tr><th>3<td>4</table></div><p>5";

    #[test]
    fn steps_have_sorted_classes_folded_digits_and_cell_numbers() {
        let tree = Tree::new(PAGE);
        let to = |text: &str, resolution| {
            let leaf = tree.leaves().iter().find(|leaf| &*leaf.text == text).unwrap();
            Steps::to(&tree, leaf.parent, resolution).to_string()
        };
        assert_eq!(to("4", Resolution::Class), "html/body/div.a0.b/table/tr/td[2]");
        assert_eq!(to("4", Resolution::Name), "html/body/div/table/tr/td");
    }

    #[test]
    fn a_path_finds_its_elements_on_another_page() {
        let tree = Tree::new(PAGE);
        let last = tree.leaves().iter().find(|leaf| &*leaf.text == "4").unwrap().parent;
        let steps = Steps::to(&tree, last, Resolution::Class);
        let other = Tree::new("<p>6<div class='a7 b'><table><tr><td>7<td>8<tr><td><td>9</table></div>");
        let texts = |tree: &Tree| -> Vec<String> {
            steps.members(tree).iter().map(|&id| tree.leaves_of(id)[0].text.to_string()).collect()
        };
        assert_eq!(texts(&tree), ["2", "4"]);
        assert_eq!(texts(&other), [""; 0]);
        let framed = Tree::new("<body><div class='a7 b'><table><tr><td>7<td>8<tr><td><td>9</table></div>");
        assert_eq!(texts(&framed), ["8", "9"]);
    }
}
