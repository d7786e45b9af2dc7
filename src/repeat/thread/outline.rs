//! A page as the choice of posts and comments sees it: elements above texts, without its bytes.
//!
//! In: the elements with what tells their kinds, and the texts, weighed. Out: the paths to the elements at several
//! [resolutions](Alike), and sums over texts. Elements are numbered as on the page, or are its block-level ones alone.

use super::super::record::Record;
use crate::page::ElementId;
use crate::page::digest::{BASIS, mix, spread};
use std::ops::Range;

/// What makes elements alike, from fine to coarse.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Alike {
    /// The steps from the root.
    Steps,
    /// The names from the root: rows of two classes in turn.
    Names,
    /// The steps of the element and its parent, wherever they are: answers within answers.
    Near,
    /// The name with the classes and the id, wherever it is: posts in several wrappers. As neighbours where there are none.
    Kind,
    /// The steps from the root below one label; none where no label stands before.
    Below,
}

impl Alike {
    pub(super) const ALL: [Alike; 5] = [Alike::Steps, Alike::Names, Alike::Near, Alike::Kind, Alike::Below];
}

/// An element.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) parent: Option<ElementId>,
    /// The element behind all that it holds.
    pub(crate) end: ElementId,
    /// Its texts.
    pub(crate) leaves: Range<u32>,
    /// Hash of its name.
    pub(crate) name: u64,
    /// Hash of its name and of the classes and the id that its set shares.
    pub(crate) kind: u64,
    /// Whether it has such a class or id.
    pub(crate) is_named: bool,
    /// The number of a cell in its row, else 0.
    pub(crate) cell: u32,
    /// Whether it is a line between other elements.
    pub(crate) is_line: bool,
    /// Whether it is no record and begins none.
    pub(crate) is_out: bool,
    /// The label that stands before it, or before an element around it.
    pub(crate) label: Option<u64>,
}

/// Words that a text has without weight: names and labels. Figures of threads are the same for one and for two.
const WEIGHTLESS: f64 = 2.0;

/// What a linked text weighs: titles of other threads are linked, posts are not. A round number, not swept.
const LINKED: f64 = 0.25;

/// What is known of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    /// How many words.
    pub(crate) words: f64,
    /// What of it may stand once in each record: all of a short text, and figures as a date has them.
    pub(crate) tokens: [Option<u64>; 2],
    pub(crate) is_linked: bool,
    /// Whether it has a date that tells records from what is none.
    pub(crate) is_dated: bool,
    /// Whether no other page has it.
    pub(crate) is_own: bool,
    /// What it counts for: nothing if it is not its page's own.
    pub(crate) weight: f64,
}

/// Sums over the texts before one.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    words: f64,
    weight: f64,
    linked: f64,
    /// Texts that are the page's own and not linked.
    spoken: u32,
    dated: u32,
}

/// A page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    nodes: Vec<Node>,
    /// The kind of each element, with the number of a cell.
    pub(crate) steps: Vec<u64>,
    /// The name of each element, with the number of a cell.
    pub(crate) names: Vec<u64>,
    paths: [Vec<u64>; 5],
    /// The children of each element, and its place among its siblings.
    children: Vec<Vec<ElementId>>,
    places: Vec<usize>,
    pub(crate) texts: Vec<Text>,
    sums: Vec<Sums>,
}

impl Text {
    /// What a text counts for.
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
            outline.places.push(siblings.as_ref().map_or(0, |siblings| siblings.len()));
            if let Some(siblings) = siblings {
                siblings.push(id);
            }
        }
        outline.paths = [by_steps, by_names, near, by_kind, by_label];
        outline.nodes = nodes;
        outline.sum();
        outline
    }

    /// Adds up what its texts say.
    fn sum(&mut self) {
        let mut sums = Sums::default();
        self.sums = vec![sums];
        for text in &self.texts {
            sums.words += text.words;
            sums.weight += text.weight;
            sums.linked += if text.is_linked { text.words } else { 0.0 };
            sums.spoken += u32::from(text.is_own && !text.is_linked);
            sums.dated += u32::from(text.is_dated);
            self.sums.push(sums);
        }
    }

    /// Makes texts count for nothing.
    pub(crate) fn silence(&mut self, leaves: &[Range<u32>]) {
        for range in leaves {
            self.texts[range.start as usize..range.end as usize]
                .iter_mut()
                .for_each(|text| text.weight = 0.0);
        }
        self.sum();
    }

    pub(crate) fn node(&self, id: ElementId) -> &Node {
        &self.nodes[id.index()]
    }

    /// All elements but the root.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ElementId> + use<> {
        (1..u32::try_from(self.nodes.len()).expect("fewer elements than bytes")).map(ElementId)
    }

    /// The paths to its elements, of which like ones have the same.
    pub(super) fn paths(&self, alike: Alike) -> &[u64] {
        let [steps, names, near, kind, label] = &self.paths;
        match alike {
            Alike::Steps => steps,
            Alike::Names => names,
            Alike::Near => near,
            Alike::Kind => kind,
            Alike::Below => label,
        }
    }

    pub(crate) fn children(&self, id: ElementId) -> &[ElementId] {
        &self.children[id.index()]
    }

    /// The place of an element among its siblings.
    pub(super) fn place(&self, id: ElementId) -> usize {
        self.places[id.index()]
    }

    /// The numbers of the texts of an element.
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

    fn over<T: std::ops::Sub<Output = T>>(&self, leaves: &Range<u32>, of: impl Fn(&Sums) -> T) -> T {
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

    /// Whether there is a text that is the page's own and not linked.
    pub(super) fn speaks(&self, leaves: &Range<u32>) -> bool {
        self.over(leaves, |sums| sums.spoken) > 0
    }

    /// Whether there is a text with a date.
    pub(crate) fn is_dated(&self, leaves: &Range<u32>) -> bool {
        self.over(leaves, |sums| sums.dated) > 0
    }

    /// All texts.
    pub(super) fn all(&self) -> Range<u32> {
        0..u32::try_from(self.texts.len()).expect("fewer texts than bytes")
    }

    /// For each element of a record what `down` makes of what its parent has got; nothing is above the first siblings.
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
    /// The number of an element, unless it is none of the record's.
    pub(crate) fn get(&self, id: ElementId) -> Option<u64> {
        self.of.get(id.0.checked_sub(self.head.0)? as usize).copied()
    }
}

/// One step further down.
pub(crate) fn below(above: Option<u64>, last: u64) -> u64 {
    spread(mix(above.unwrap_or(BASIS), last))
}

#[cfg(test)]
impl Outline {
    /// A page whose texts are all its own.
    pub(super) fn of_tree(tree: &crate::page::Tree) -> Self {
        use crate::page::digest::text;
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
                cell: 0,
                is_line: &*element.name == "hr",
                is_out: false,
                label: None,
            }
        };
        let texts = tree.leaves().iter().map(|leaf| {
            let count = crate::spectrum::exact(leaf.text.split_whitespace().count() as u64);
            let token = text(&crate::repeat::fold_digits(&leaf.text));
            Text {
                words: count,
                tokens: [(count <= f64::from(crate::measure::TEXT)).then_some(token), None],
                is_linked: false,
                is_dated: false,
                is_own: true,
                weight: Text::weight(count, false, true),
            }
        });
        Outline::new(std::iter::once(ElementId(0)).chain(tree.ids()).map(node).collect(), texts.collect())
    }
}
