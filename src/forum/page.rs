//! A page as the rule sees it: where its elements are in the set, and what its texts weigh.
//!
//! In: the pages of a set. Out: for each element a *step*, its name with the classes and the id that the set shares, as
//! [`Slots`] tells them, and the number of a cell in its row; and the *ways* to it, of which elements of one kind have the
//! same. Texts are in `text`.

use super::text::Text;
use crate::page::digest::{BASIS, mix, spread, text};
use crate::page::{ElementId, SlotId, Slots, StepReader, Steps, Tree};
use crate::repeat::{Record, cell_columns};
use crate::site::{Signature, cluster, members};
use crate::token::{Attribute, Attributes};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::ops::Range;

/// What makes elements alike: each is a way to tell them apart, from fine to coarse.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Way {
    /// The steps from the root.
    Steps,
    /// The names from the root: rows of two classes in turn.
    Names,
    /// The steps of the element and its parent, wherever they are: answers within answers.
    Near,
    /// The name with the classes and the id, wherever it is: posts in several wrappers. As neighbours where there are none.
    Kind,
}

impl Way {
    pub(super) const ALL: [Way; 4] = [Way::Steps, Way::Names, Way::Near, Way::Kind];
}

/// A page of a set.
#[derive(Debug)]
pub(super) struct Page<'a> {
    pub(super) source: &'a str,
    pub(super) tree: Tree<'a>,
    /// The classes and ids of its elements.
    pub(super) identifiers: Steps,
    /// The name and the shared identifiers of each element.
    pub(super) kinds: Vec<u64>,
    /// The step that each element is: its kind, with the number of a cell.
    pub(super) steps: Vec<u64>,
    /// The name of each element, with the number of a cell.
    pub(super) names: Vec<u64>,
    ways: [Vec<u64>; 4],
    pub(super) children: Children,
    pub(super) texts: Vec<Text>,
    /// The words of the texts before each, and of all.
    words: Vec<f64>,
    /// The same for the weights.
    weights: Vec<f64>,
    /// The same for the number of texts that are the page's own and not linked.
    spoken: Vec<u32>,
}

impl<'a> Page<'a> {
    /// The pages of a set.
    pub(super) fn of_set(read: Vec<Read<'a>>) -> Vec<Page<'a>> {
        let mut pages: Vec<Page> = read.into_iter().map(|read| read.0).collect();
        let (slots, standings) = Slots::new(pages.iter().map(|page| &page.identifiers));
        let spelled: HashMap<SlotId, u64> = slots.ids().map(|id| (id, spelled(&slots, id))).collect();
        pages.par_iter_mut().zip(standings).for_each(|(page, standings)| {
            page.place(standings.into_iter().map(|at| spelled[&at.slot]).collect());
        });
        super::text::weigh(&mut pages);
        pages
    }

    /// The pages of a set from their sources.
    #[cfg(test)]
    pub(super) fn of_sources(sources: &[&'a str]) -> Vec<Page<'a>> {
        Page::of_set(sources.iter().map(|source| Read::new(source)).collect())
    }

    /// Sets the steps and what follows from them.
    fn place(&mut self, steps: Vec<u64>) {
        let cells = cell_columns(&self.tree);
        let [mut by_steps, mut by_names, mut near, mut by_kind]: [Vec<u64>; 4] = Default::default();
        for (((id, element), own), &cell) in
            (0..).map(ElementId).zip(self.tree.elements()).zip(steps).zip(&cells)
        {
            let name = text(&element.name);
            let step = spread(mix(own, u64::from(cell)));
            let above = element.parent.map(ElementId::index);
            let below = |ways: &[u64], last: u64| spread(mix(above.map_or(BASIS, |above| ways[above]), last));
            by_steps.push(below(&by_steps, step));
            by_names.push(below(&by_names, name));
            let neighbour = below(&self.steps, step);
            near.push(neighbour);
            let is_named = self.identifiers.identifiers_at(id.index()).next().is_some();
            by_kind.push(if is_named { own } else { neighbour });
            self.kinds.push(own);
            self.steps.push(step);
            self.names.push(spread(mix(name, u64::from(cell))));
        }
        self.ways = [by_steps, by_names, near, by_kind];
    }

    /// The ways to its elements.
    pub(super) fn ways(&self, way: Way) -> &[u64] {
        match way {
            Way::Steps => &self.ways[0],
            Way::Names => &self.ways[1],
            Way::Near => &self.ways[2],
            Way::Kind => &self.ways[3],
        }
    }

    /// Adds up what its texts say, after they changed.
    pub(super) fn sum(&mut self) {
        let sums = |of: &dyn Fn(&Text) -> f64| {
            let mut sums = vec![0.0];
            for text in &self.texts {
                sums.push(sums[sums.len() - 1] + of(text));
            }
            sums
        };
        self.words = sums(&|text| text.words);
        self.weights = sums(&|text| text.weight);
        self.spoken = vec![0];
        for text in &self.texts {
            self.spoken.push(self.spoken[self.spoken.len() - 1] + u32::from(text.is_own && !text.is_linked));
        }
    }

    pub(super) fn words(&self, leaves: &Range<u32>) -> f64 {
        self.words[leaves.end as usize] - self.words[leaves.start as usize]
    }

    pub(super) fn weight(&self, leaves: &Range<u32>) -> f64 {
        self.weights[leaves.end as usize] - self.weights[leaves.start as usize]
    }

    /// The weight of all texts; 1 for none.
    pub(super) fn all(&self) -> f64 {
        let all = self.weights[self.texts.len()];
        if all > 0.0 { all } else { 1.0 }
    }

    /// Whether there is a text that is the page's own and not linked.
    pub(super) fn speaks(&self, leaves: &Range<u32>) -> bool {
        self.spoken[leaves.end as usize] > self.spoken[leaves.start as usize]
    }

    /// The numbers of the leaves of an element.
    pub(super) fn leaves(&self, id: ElementId) -> &Range<u32> {
        &self.tree.element(id).leaves
    }

    pub(super) fn texts_of(&self, leaves: &Range<u32>) -> &[Text] {
        &self.texts[leaves.start as usize..leaves.end as usize]
    }

    /// The elements of a record, in document order.
    pub(super) fn elements_of(record: &Record) -> impl ExactSizeIterator<Item = ElementId> + use<> {
        (record.head.0..record.end.0).map(ElementId)
    }

    /// For each element of a record what `down` makes of what its parent has got; nothing is above the first siblings.
    pub(super) fn descend(
        &self,
        record: &Record,
        mut down: impl FnMut(Option<u64>, ElementId) -> u64,
    ) -> Descent {
        let top = self.tree.element(record.head).parent;
        let elements = Page::elements_of(record);
        let mut descent = Descent { head: record.head, of: Vec::with_capacity(elements.len()) };
        for id in elements {
            let parent = self.tree.element(id).parent.filter(|&parent| Some(parent) != top);
            let above = parent.and_then(|parent| descent.get(parent));
            descent.of.push(down(above, id));
        }
        descent
    }
}

/// A page whose elements have no places yet.
#[derive(Debug)]
pub(super) struct Read<'a>(Page<'a>);

impl<'a> Read<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        let tree = Tree::unscripted(source);
        let mut steps = StepReader::default();
        for element in tree.elements() {
            // There is one of each on a page; their classes tell pages apart.
            let is_root = matches!(&*element.name, "html" | "body");
            let [id, class] = if is_root { [None; 2] } else { named(element.attributes(source)) };
            let id = id.filter(|id| !id.trim().is_empty());
            let classes = class.unwrap_or_default().split_ascii_whitespace();
            steps.add(&element.name, id, classes, element.parent.map(|parent| parent.0));
        }
        let identifiers = steps.finish();
        Read(Page {
            source,
            children: Children::new(&tree),
            texts: Text::of_page(&tree),
            tree,
            identifiers,
            kinds: Vec::new(),
            steps: Vec::new(),
            names: Vec::new(),
            ways: Default::default(),
            words: Vec::new(),
            weights: Vec::new(),
            spoken: Vec::new(),
        })
    }
}

/// The first id and the first class attribute as written.
fn named(attributes: Attributes<'_>) -> [Option<&str>; 2] {
    let mut named = [None; 2];
    for Attribute { name, value } in attributes {
        let place = ["id", "class"].iter().position(|known| name.eq_ignore_ascii_case(known));
        if let Some(place) = place {
            named[place] = named[place].or(Some(value.unwrap_or_default()));
        }
    }
    named
}

/// The pages that share a template, as their numbers, whatever the order of all pages.
pub(super) fn sets(pages: &[Read]) -> Vec<Vec<usize>> {
    let signatures: Vec<Signature> = pages.par_iter().map(|page| Signature::new(&page.0.tree)).collect();
    members(&cluster(&signatures))
}

/// A number for each element of a record.
pub(super) struct Descent {
    head: ElementId,
    of: Vec<u64>,
}

impl Descent {
    /// The number of an element, unless it is none of the record's.
    pub(super) fn get(&self, id: ElementId) -> Option<u64> {
        self.of.get(id.0.checked_sub(self.head.0)? as usize).copied()
    }
}

/// One way further down.
pub(super) fn below(above: Option<u64>, last: u64) -> u64 {
    spread(mix(above.unwrap_or(BASIS), last))
}

/// The name and the shared identifiers of a slot, as a number.
fn spelled(slots: &Slots, id: SlotId) -> u64 {
    let slot = slots.slot(id);
    slot.identifiers.iter().fold(text(&slot.name), |hash, identifier| mix(hash, text(identifier)))
}

/// The children of each element.
#[derive(Debug)]
pub(super) struct Children {
    all: Vec<ElementId>,
    /// Where those of each element begin, and the end of all.
    first: Vec<u32>,
    /// For each element its place among its siblings.
    place: Vec<u32>,
}

impl Children {
    fn new(tree: &Tree) -> Self {
        let elements = tree.elements();
        let mut count = vec![0_u32; elements.len()];
        let mut place = vec![0; elements.len()];
        let child = |id: ElementId| tree.element(id).parent.map(|parent| (id, parent));
        for (id, parent) in tree.ids().filter_map(child) {
            place[id.index()] = count[parent.index()];
            count[parent.index()] += 1;
        }
        let mut first = vec![0];
        for count in count {
            first.push(first[first.len() - 1] + count);
        }
        let mut all = vec![ElementId(0); elements.len() - 1];
        for (id, parent) in tree.ids().filter_map(child) {
            all[(first[parent.index()] + place[id.index()]) as usize] = id;
        }
        Children { all, first, place }
    }

    pub(super) fn of(&self, id: ElementId) -> &[ElementId] {
        &self.all[self.first[id.index()] as usize..self.first[id.index() + 1] as usize]
    }

    /// The place of an element among its siblings.
    pub(super) fn place(&self, id: ElementId) -> usize {
        self.place[id.index()] as usize
    }
}
