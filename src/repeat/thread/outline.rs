//! A page as needed for the choice of posts and comments: the element tree and statistics of the texts, without the bytes.
//!
//! In: the elements with hashes of their names and classes, and the texts with their weights. Out: the paths of the elements at
//! several [resolutions](Alike), and sums over ranges of texts. The elements are all elements of the page, numbered as there, or
//! only its block-level elements.

use super::super::record::Record;
use crate::page::digest::{BASIS, mix, spread};
use crate::page::{ElementId, is_heading, number};
use std::ops::Range;

/// By which path elements count as alike, from fine to coarse.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Alike {
    /// The steps (names with classes) from the root.
    Steps,
    /// The names from the root: for rows with alternating classes.
    Names,
    /// The steps of the element and of its parent, at any depth: for nested answers.
    Near,
    /// The name with the classes and the id, at any depth: for posts in several wrappers. Like `Near` without classes and id.
    Kind,
    /// The steps from the root, and the label before the element. Only elements with a label before them are members.
    Below,
    /// The signs of the date in the element, at any depth, and its name if it is inline: for a first post in another wrapper. Only
    /// elements with a date of their own are members.
    Dated,
}

impl Alike {
    pub(super) const ALL: [Alike; 6] =
        [Alike::Steps, Alike::Names, Alike::Near, Alike::Kind, Alike::Below, Alike::Dated];
}

/// What the name of an element says about what is before and behind it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Divides {
    /// Nothing.
    #[default]
    No,
    /// It is between them: `hr`.
    Line,
    /// It belongs to what is behind it: a heading or a `dt`.
    Title,
}

impl Divides {
    pub(crate) fn of(name: &str) -> Self {
        match name {
            "hr" => Divides::Line,
            _ if is_heading(name) || name == "dt" => Divides::Title,
            _ => Divides::No,
        }
    }
}

/// An element of an outline.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) parent: Option<ElementId>,
    /// The first element after its subtree, exclusive.
    pub(crate) end: ElementId,
    /// The texts in its subtree.
    pub(crate) leaves: Range<u32>,
    /// Hash of its name.
    pub(crate) name: u64,
    /// Hash of its name, and of its classes and id as far as they recur in the set.
    pub(crate) kind: u64,
    /// Whether it has such a class or id.
    pub(crate) is_named: bool,
    /// Whether it is part of a line.
    pub(crate) is_inline: bool,
    /// The number of a cell in its row, else 0.
    pub(crate) cell: u32,
    /// What its name says about what is before and behind it.
    pub(crate) divides: Divides,
    /// Whether it is excluded: it is no record and begins none.
    pub(crate) is_out: bool,
    /// Hash of the label before it, or before one of its ancestors.
    pub(crate) label: Option<u64>,
}

/// The number of words of a text that do not count, so that names and labels have no weight. Figures of threads are the same for
/// one and for two.
const WEIGHTLESS: f64 = 2.0;

/// The factor for the weight of linked texts: titles of other threads are linked, posts are not. A round number, not swept.
const LINKED: f64 = 0.25;

/// The statistics of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    /// Hash of the whole text.
    pub(crate) key: u64,
    /// The number of words.
    pub(crate) words: f64,
    /// Hashes of what may occur once in each record: the whole of a short text, and the digits and signs of a date.
    pub(crate) tokens: [Option<u64>; 2],
    pub(crate) is_linked: bool,
    /// A hash of its form if it begins or ends with a date, by which records can be recognized.
    pub(crate) date: Option<u64>,
    /// Whether it says something that no other page says: unlinked words besides dates.
    pub(crate) says: bool,
    /// Whether it is on no other page.
    pub(crate) is_own: bool,
    /// The weight: 0 if other pages have the text.
    pub(crate) weight: f64,
}

/// Prefix sums: over the texts before one.
#[derive(Clone, Copy, Debug, Default)]
struct TextSums {
    words: f64,
    weight: f64,
    linked: f64,
    /// The number of unlinked texts that no other page has.
    spoken: u32,
    dated: u32,
}

/// The elements and texts of a page, with paths and prefix sums.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    nodes: Vec<Node>,
    /// For each element the hash of its kind and cell number.
    pub(crate) steps: Vec<u64>,
    /// For each element the hash of its name and cell number.
    pub(crate) names: Vec<u64>,
    paths: [Vec<u64>; 6],
    /// The children of each element, and its position among its siblings.
    children: Vec<Vec<ElementId>>,
    positions: Vec<usize>,
    pub(crate) texts: Vec<Text>,
    sums: Vec<TextSums>,
}

impl Text {
    /// The weight of a text.
    pub(crate) fn weight(words: f64, is_linked: bool, is_own: bool) -> f64 {
        let share = if is_linked { LINKED } else { 1.0 };
        if is_own { (words - WEIGHTLESS).max(0.0) * share } else { 0.0 }
    }
}

impl Outline {
    pub(crate) fn new(nodes: Vec<Node>, texts: Vec<Text>) -> Self {
        let mut outline = Outline { children: vec![Vec::new(); nodes.len()], texts, ..Outline::default() };
        let [mut by_steps, mut by_names, mut near, mut by_kind, mut by_label]: [Vec<u64>; 5] =
            Default::default();
        for (id, node) in (0..).map(ElementId).zip(&nodes) {
            let step = spread(mix(node.kind, u64::from(node.cell)));
            let above = node.parent.map(ElementId::index);
            let below = |paths: &[u64], last: u64| below(above.map(|above| paths[above]), last);
            by_steps.push(below(&by_steps, step));
            by_names.push(below(&by_names, node.name));
            let neighbour = below(&outline.steps, step);
            near.push(neighbour);
            by_kind.push(if node.is_named { node.kind } else { neighbour });
            by_label.push(spread(mix(by_steps[by_steps.len() - 1], node.label.unwrap_or_default())));
            outline.steps.push(step);
            outline.names.push(spread(mix(node.name, u64::from(node.cell))));
            let siblings = above.map(|above| &mut outline.children[above]);
            outline.positions.push(siblings.as_ref().map_or(0, |siblings| siblings.len()));
            if let Some(siblings) = siblings {
                siblings.push(id);
            }
        }
        outline.nodes = nodes;
        let dated = outline.dated();
        outline.paths = [by_steps, by_names, near, by_kind, by_label, dated];
        outline.sum();
        outline
    }

    /// For each element the form of the first date among its own texts; 0 if there is none.
    fn dated(&self) -> Vec<u64> {
        let of_element = |(node, children): (&Node, &Vec<ElementId>)| {
            let ends = children.iter().map(|&child| self.nodes[child.index()].leaves.end);
            let starts = children.iter().map(|&child| self.nodes[child.index()].leaves.start);
            let mut gaps =
                std::iter::once(node.leaves.start).chain(ends).zip(starts.chain([node.leaves.end]));
            let date = gaps.find_map(|(from, to)| {
                self.texts.get(from as usize..to as usize)?.iter().find_map(|text| text.date)
            });
            date.map_or(0, |form| if node.is_inline { spread(mix(form, node.name)) } else { form })
        };
        self.nodes.iter().zip(&self.children).map(of_element).collect()
    }

    /// Computes the prefix sums of the texts.
    fn sum(&mut self) {
        let mut sums = TextSums::default();
        self.sums = vec![sums];
        for text in &self.texts {
            sums.words += text.words;
            sums.weight += text.weight;
            sums.linked += if text.is_linked { text.words } else { 0.0 };
            sums.spoken += u32::from(text.is_own && !text.is_linked);
            sums.dated += u32::from(text.date.is_some());
            self.sums.push(sums);
        }
    }

    /// Texts that are not of the page say nothing and have no weight, and their dates do not count.
    pub(crate) fn silence(&mut self, leaves: &[Range<u32>]) {
        for range in leaves {
            for text in &mut self.texts[range.start as usize..range.end as usize] {
                *text = Text { weight: 0.0, says: false, date: None, ..*text };
            }
        }
        self.sum();
    }

    pub(crate) fn node(&self, id: ElementId) -> &Node {
        &self.nodes[id.index()]
    }

    /// An element and those around it, from the inside out.
    pub(crate) fn inclusive_ancestors(&self, id: ElementId) -> impl Iterator<Item = ElementId> {
        std::iter::successors(Some(id), |&id| self.node(id).parent)
    }

    /// All elements but the root.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ElementId> + use<> {
        (1..number(self.nodes.len())).map(ElementId)
    }

    /// The path of each element; alike elements have the same path.
    pub(super) fn paths(&self, alike: Alike) -> &[u64] {
        let [steps, names, near, kind, label, dated] = &self.paths;
        match alike {
            Alike::Steps => steps,
            Alike::Names => names,
            Alike::Near => near,
            Alike::Kind => kind,
            Alike::Below => label,
            Alike::Dated => dated,
        }
    }

    pub(crate) fn children(&self, id: ElementId) -> &[ElementId] {
        &self.children[id.index()]
    }

    /// The position of an element among its siblings.
    pub(super) fn position(&self, id: ElementId) -> usize {
        self.positions[id.index()]
    }

    /// The sibling before an element.
    pub(super) fn sibling_before(&self, id: ElementId) -> Option<ElementId> {
        let siblings = self.children(self.node(id).parent?);
        siblings.get(self.position(id).checked_sub(1)?).copied()
    }

    /// The numbers of the texts in the subtree of an element.
    pub(crate) fn leaves(&self, id: ElementId) -> &Range<u32> {
        &self.node(id).leaves
    }

    pub(crate) fn has_text(&self, id: ElementId) -> bool {
        !self.leaves(id).is_empty()
    }

    /// The record that is one element.
    pub(crate) fn record(&self, head: ElementId) -> Record {
        let node = self.node(head);
        Record { head, end: node.end, leaves: node.leaves.clone() }
    }

    pub(crate) fn texts_of(&self, leaves: &Range<u32>) -> &[Text] {
        &self.texts[leaves.start as usize..leaves.end as usize]
    }

    fn over<T: std::ops::Sub<Output = T>>(&self, leaves: &Range<u32>, of: impl Fn(&TextSums) -> T) -> T {
        of(&self.sums[leaves.end as usize]) - of(&self.sums[leaves.start as usize])
    }

    pub(crate) fn words(&self, leaves: &Range<u32>) -> f64 {
        self.over(leaves, |sums| sums.words)
    }

    /// The words in links.
    pub(super) fn linked(&self, leaves: &Range<u32>) -> f64 {
        self.over(leaves, |sums| sums.linked)
    }

    pub(crate) fn weight(&self, leaves: &Range<u32>) -> f64 {
        self.over(leaves, |sums| sums.weight)
    }

    /// Whether there is an unlinked text that no other page has.
    pub(super) fn speaks(&self, leaves: &Range<u32>) -> bool {
        self.over(leaves, |sums| sums.spoken) > 0
    }

    /// The number of texts with a date.
    pub(super) fn dates(&self, leaves: &Range<u32>) -> u32 {
        self.over(leaves, |sums| sums.dated)
    }

    /// Whether there is a text with a date.
    pub(crate) fn is_dated(&self, leaves: &Range<u32>) -> bool {
        self.dates(leaves) > 0
    }

    /// The numbers of all texts.
    pub(super) fn all(&self) -> Range<u32> {
        0..number(self.texts.len())
    }

    /// Computes a number for each element of a record from the number of its parent, top down. The siblings that the record
    /// consists of have no parent number.
    pub(crate) fn descend(
        &self,
        record: &Record,
        mut down: impl FnMut(Option<u64>, ElementId) -> u64,
    ) -> Descent {
        let top = self.node(record.head).parent;
        let elements = record.elements();
        let mut descent = Descent { head: record.head, of: Vec::with_capacity(elements.len()) };
        for id in elements {
            let parent = self.node(id).parent.filter(|&parent| Some(parent) != top);
            let above = parent.and_then(|parent| descent.get(parent));
            descent.of.push(down(above, id));
        }
        descent
    }
}

/// A number for each element of a record.
pub(crate) struct Descent {
    head: ElementId,
    of: Vec<u64>,
}

impl Descent {
    /// The number of an element, if it is part of the record.
    pub(crate) fn get(&self, id: ElementId) -> Option<u64> {
        self.of.get(id.0.checked_sub(self.head.0)? as usize).copied()
    }
}

/// The path hash of a child, from the path hash of its parent and the last step.
pub(crate) fn below(above: Option<u64>, last: u64) -> u64 {
    spread(mix(above.unwrap_or(BASIS), last))
}

#[cfg(test)]
impl Outline {
    /// The outline of a page whose texts are on no other page.
    pub(super) fn of_tree(tree: &crate::page::Tree) -> Self {
        use crate::page::digest::text;
        use crate::page::is_inline;
        let node = |id: ElementId| {
            let element = tree.element(id);
            let name = text(&element.name);
            Node {
                parent: element.parent,
                end: element.end,
                leaves: element.leaves.clone(),
                name,
                kind: tree.classes(id).fold(name, |kind, class| mix(kind, text(class))),
                is_named: tree.classes(id).next().is_some(),
                is_inline: is_inline(&element.name),
                cell: 0,
                divides: Divides::of(&element.name),
                is_out: false,
                label: None,
            }
        };
        let texts = tree.leaves().iter().map(|leaf| {
            let count = crate::spectrum::exact(leaf.text.split_whitespace().count() as u64);
            let token = text(&crate::repeat::fold_digits(&leaf.text));
            Text {
                key: token,
                words: count,
                tokens: [(count <= f64::from(crate::measure::TEXT)).then_some(token), None],
                is_linked: false,
                date: None,
                says: true,
                is_own: true,
                weight: Text::weight(count, false, true),
            }
        });
        Outline::new(std::iter::once(ElementId(0)).chain(tree.ids()).map(node).collect(), texts.collect())
    }
}
