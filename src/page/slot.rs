//! The slots of a page set: a trie over the element paths of its pages.
//!
//! In: the block-level elements of every page as [`Steps`]. Out: one [`Slot`] for each distinct path, and for every
//! element the slot that it is in. A step of a path is the element's name together with those of its ids and classes
//! that several pages of the set share, because an id that only one page has, such as `post-4711`, is not part of the
//! template. Numbers are folded to `#`, so that all elements `post-#` are in one slot. This is the template as seen in
//! the trees; statistics of a slot are computed over the whole set.
//!
//! ```text
//! <div id=post-1 class="post first"> ..  <div id=post-2 class=post> ..     div #post-# .post    on both pages
//! ```
//!
//! Pages that the slots were not built from can be read as well: an element without a known slot is marked as *new*
//! and is assigned to the nearest known slot around it.
//!
//! Time and memory: O(elements).

use super::digest::{BASIS, mix, spread, text};
use super::identifier::fold;
use super::tree::number;
use hashbrown::HashMap;
use std::collections::BTreeSet;
use std::ops::Range;

/// The block-level elements of a page, in document order, with their names, ids and classes.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// The distinct names of the elements.
    names: Vec<Box<str>>,
    /// The distinct ids and classes with their digits folded, separately for each element name, given by its number:
    /// `p.note` is different from `div.note`.
    identifiers: Vec<(u32, Box<str>)>,
    classes: Vec<u32>,
    each: Vec<PathStep>,
}

#[derive(Clone, Debug)]
struct PathStep {
    name: u32,
    id: Option<u32>,
    classes: Range<u32>,
    /// The index of the enclosing element on the page.
    parent: Option<u32>,
}

impl Steps {
    /// Whether each element has an id or a class.
    pub(crate) fn are_named(&self) -> impl Iterator<Item = bool> {
        self.each.iter().map(|step| step.id.is_some() || !step.classes.is_empty())
    }

    /// The distinct ids and classes with their digits folded, each with the name of its elements.
    pub(crate) fn identifiers(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.identifiers.iter().map(|(name, identifier)| (&*self.names[*name as usize], &**identifier))
    }

    /// The classes and the id of an element, as indexes into [identifiers](Steps::identifiers).
    pub(crate) fn identifiers_at(&self, number: usize) -> impl Iterator<Item = u32> {
        self.identifiers_of(&self.each[number])
    }

    fn identifiers_of(&self, step: &PathStep) -> impl Iterator<Item = u32> {
        self.classes[step.classes.start as usize..step.classes.end as usize].iter().copied().chain(step.id)
    }

    /// A hash of the path of each element, from names, ids and first classes, computed as [`path`] does.
    pub(crate) fn paths(&self) -> Vec<u64> {
        let names: Vec<u64> = self.names.iter().map(|name| text(name)).collect();
        let identifiers: Vec<u64> = self.identifiers.iter().map(|identifier| text(&identifier.1)).collect();
        let mut paths: Vec<u64> = Vec::with_capacity(self.each.len());
        for step in &self.each {
            let around = step.parent.map_or(BASIS, |parent| paths[parent as usize]);
            let class = self.classes[step.classes.start as usize..step.classes.end as usize].first();
            let identifiers = step.id.iter().chain(class).map(|&identifier| identifiers[identifier as usize]);
            let own = identifiers.fold(names[step.name as usize], mix);
            paths.push(mix(around, spread(own)));
        }
        paths
    }
}

/// Collects the elements of a page.
#[derive(Debug, Default)]
pub struct StepReader<'a> {
    steps: Steps,
    names: HashMap<&'a str, u32>,
    /// The identifier for each name, mark and spelling on the page.
    written: HashMap<(u32, char, &'a str), Option<u32>>,
    folded: HashMap<(u32, Box<str>), u32>,
}

impl<'a> StepReader<'a> {
    /// Adds an element with its id and classes as written, and the index of the element around it.
    pub fn add(
        &mut self,
        name: &'a str,
        id: Option<&'a str>,
        classes: impl Iterator<Item = &'a str>,
        parent: Option<u32>,
    ) {
        let name = *self.names.entry(name).or_insert_with(|| {
            self.steps.names.push(name.into());
            number(self.steps.names.len() - 1)
        });
        let id = id.and_then(|id| self.number(name, '#', id));
        let first = number(self.steps.classes.len());
        for class in classes {
            let class = self.number(name, '.', class);
            self.steps.classes.extend(class);
        }
        let classes = first..number(self.steps.classes.len());
        self.steps.each.push(PathStep { name, id, classes, parent });
    }

    fn number(&mut self, name: u32, mark: char, written: &'a str) -> Option<u32> {
        let StepReader { steps, written: known, folded, .. } = self;
        *known.entry((name, mark, written)).or_insert_with(|| {
            let spelling = fold(mark, written);
            (spelling.len() > 1).then(|| {
                *folded.entry((name, spelling)).or_insert_with_key(|key| {
                    steps.identifiers.push(key.clone());
                    number(steps.identifiers.len() - 1)
                })
            })
        })
    }

    /// Returns the elements.
    #[must_use]
    pub fn finish(self) -> Steps {
        self.steps
    }
}

/// The index of a slot; 0 is the root above all pages.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SlotId(pub u32);

impl SlotId {
    /// The slot above all pages.
    pub const ROOT: SlotId = SlotId(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An element path that occurs in the pages of a set.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The slot that contains it.
    pub parent: Option<SlotId>,
    /// The name of its elements.
    pub name: Box<str>,
    /// The ids and classes that the set shares, with `#` and `.` before them.
    pub identifiers: BTreeSet<Box<str>>,
    /// The slots directly in it, each with a greater index.
    pub children: Vec<SlotId>,
    /// A hash of its name.
    pub(crate) name_key: u64,
    /// A hash of its name and its identifiers: slots with the same hash have elements of one kind.
    pub(crate) kind: u64,
}

impl Slot {
    fn new(parent: Option<SlotId>, name: Box<str>, identifiers: BTreeSet<Box<str>>) -> Self {
        let name_key = text(&name);
        let kind = identifiers.iter().fold(name_key, |hash, identifier| mix(hash, text(identifier)));
        Slot { parent, name, identifiers, children: Vec::new(), name_key, kind }
    }
}

/// The slots of a page set.
#[derive(Clone, Debug)]
pub struct Slots {
    each: Vec<Slot>,
    names: HashMap<Box<str>, u32>,
    /// The ids and classes for each element name.
    identifiers: Vec<HashMap<Box<str>, IdentifierUse>>,
    identifier_count: u32,
    /// The known slots, by the enclosing slot, the name, and the identifiers that the set shares.
    known: HashMap<(SlotId, u32), HashMap<Vec<u32>, SlotId>>,
}

/// An id or a class, and how many pages of the set have it.
#[derive(Clone, Copy, Debug)]
struct IdentifierUse {
    number: u32,
    pages: usize,
    is_shared: bool,
    is_common: bool,
}

/// A class is part of a path when at least four in five pages have it on elements of that name. Results are the same
/// for thresholds from 0.65 to 0.9.
const fn is_common(count: usize, pages: usize) -> bool {
    count * 5 >= pages * 4
}

/// The slot of an element.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Standing {
    /// The slot, or the nearest known slot around the element.
    pub slot: SlotId,
    /// Whether the set has no slot for the element itself.
    pub is_new: bool,
}

impl Slots {
    /// Builds the slots of a set of pages, and assigns the elements of each page to them.
    #[must_use]
    pub fn new<'a>(pages: impl Iterator<Item = &'a Steps> + Clone) -> (Self, Vec<Vec<Standing>>) {
        let root = Slot::new(None, "".into(), BTreeSet::new());
        let mut slots = Slots {
            each: vec![root],
            names: HashMap::new(),
            identifiers: Vec::new(),
            identifier_count: 0,
            known: HashMap::new(),
        };
        let count = pages.clone().map(|page| slots.count(page)).count();
        for identifier in slots.identifiers.iter_mut().flat_map(HashMap::values_mut) {
            identifier.is_shared = identifier.pages >= count.min(2);
            identifier.is_common = identifier.is_shared && is_common(identifier.pages, count);
        }
        let standings = pages.map(|page| slots.add_page(page)).collect();
        (slots, standings)
    }

    /// Counts the pages that have each identifier.
    fn count(&mut self, page: &Steps) {
        let names: Vec<u32> = page
            .names
            .iter()
            .map(|name| {
                let next = number(self.names.len());
                *self.names.entry(name.clone()).or_insert(next)
            })
            .collect();
        self.identifiers.resize_with(self.names.len(), HashMap::new);
        for (name, spelling) in &page.identifiers {
            let next = &mut self.identifier_count;
            let of_name = &mut self.identifiers[names[*name as usize] as usize];
            let identifier = of_name.entry(spelling.clone()).or_insert_with(|| {
                *next += 1;
                IdentifierUse { number: *next, pages: 0, is_shared: false, is_common: false }
            });
            identifier.pages += 1;
        }
    }

    fn add_page(&mut self, page: &Steps) -> Vec<Standing> {
        let page_names = PageNames::new(self, page);
        let mut standings: Vec<Standing> = Vec::with_capacity(page.each.len());
        let mut kept = Vec::new();
        for step in &page.each {
            let parent = step.parent.map_or(SlotId::ROOT, |parent| standings[parent as usize].slot);
            let name = page_names.names[step.name as usize].expect("the names of all pages were counted");
            page_names.shared(page, step, &mut kept);
            let known = self.known.entry((parent, name)).or_default();
            let slot = if let Some(&slot) = known.get(&kept) {
                slot
            } else {
                let slot = SlotId(number(self.each.len()));
                known.insert(kept.clone(), slot);
                let identifiers = page_names.spellings(page, step, &kept);
                let name = page.names[step.name as usize].clone();
                self.each.push(Slot::new(Some(parent), name, identifiers));
                self.each[parent.index()].children.push(slot);
                slot
            };
            standings.push(Standing { slot, is_new: false });
        }
        standings
    }

    /// Assigns each element of a page to a slot.
    #[must_use]
    pub fn standings(&self, page: &Steps) -> Vec<Standing> {
        let page_names = PageNames::new(self, page);
        let mut standings: Vec<Standing> = Vec::with_capacity(page.each.len());
        let mut kept = Vec::new();
        for step in &page.each {
            let around = Standing { slot: SlotId::ROOT, is_new: false };
            let around = step.parent.map_or(around, |parent| standings[parent as usize]);
            page_names.shared(page, step, &mut kept);
            let slot = page_names.names[step.name as usize]
                .filter(|_| !around.is_new)
                .and_then(|name| self.known.get(&(around.slot, name))?.get(&kept).copied());
            standings.push(
                slot.map_or(Standing { is_new: true, ..around }, |slot| Standing { slot, is_new: false }),
            );
        }
        standings
    }

    /// Number of slots, including the root.
    #[expect(clippy::len_without_is_empty, reason = "the root is always there")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.each.len()
    }

    /// All slots, each after the one that contains it.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = SlotId> + use<> {
        (0..number(self.each.len())).map(SlotId)
    }

    /// A slot.
    ///
    /// # Panics
    /// If the slot does not belong to this set.
    #[must_use]
    pub fn slot(&self, id: SlotId) -> &Slot {
        &self.each[id.index()]
    }

    /// A slot and the slots that contain it, up to the root.
    pub fn path(&self, id: SlotId) -> impl Iterator<Item = SlotId> {
        std::iter::successors(Some(id), |&id| self.slot(id).parent)
    }

    /// Whether a slot is the same as another one or is inside it.
    #[must_use]
    pub fn is_within(&self, id: SlotId, outer: SlotId) -> bool {
        self.path(id).take_while(|&id| id >= outer).any(|id| id == outer)
    }

    /// A readable name of a slot: `div#main > p.lead`.
    #[must_use]
    pub fn label(&self, id: SlotId) -> String {
        let mut names: Vec<String> = self
            .path(id)
            .filter(|&id| id != SlotId::ROOT)
            .map(|id| {
                let slot = self.slot(id);
                slot.identifiers.iter().fold(slot.name.to_string(), |name, identifier| name + identifier)
            })
            .collect();
        names.reverse();
        names.join(" > ")
    }
}

/// The names and identifiers of a page, as numbered in the set.
struct PageNames {
    names: Vec<Option<u32>>,
    identifiers: Vec<Option<IdentifierUse>>,
}

impl PageNames {
    fn new(slots: &Slots, page: &Steps) -> Self {
        let names: Vec<Option<u32>> =
            page.names.iter().map(|name| slots.names.get(&**name).copied()).collect();
        let identifiers = page.identifiers.iter().map(|(name, spelling)| {
            slots.identifiers[names[*name as usize]? as usize].get(&**spelling).copied()
        });
        PageNames { identifiers: identifiers.collect(), names }
    }

    /// Collects the identifiers of an element that are part of its path.
    fn shared(&self, page: &Steps, step: &PathStep, kept: &mut Vec<u32>) {
        let of = |local: u32| self.identifiers[local as usize].filter(|identifier| identifier.is_shared);
        let classes = &page.classes[step.classes.start as usize..step.classes.end as usize];
        kept.clear();
        kept.extend(
            classes.iter().filter_map(|&class| of(class)).filter(|class| class.is_common).map(|of| of.number),
        );
        if kept.is_empty() {
            kept.extend(classes.first().and_then(|&class| of(class)).map(|class| class.number));
        }
        kept.extend(step.id.and_then(of).map(|id| id.number));
        kept.sort_unstable();
        kept.dedup();
    }

    /// The spellings of identifiers of an element, by their numbers in ascending order.
    fn spellings(&self, page: &Steps, step: &PathStep, kept: &[u32]) -> BTreeSet<Box<str>> {
        let is_kept = |&local: &u32| {
            self.identifiers[local as usize].is_some_and(|of| kept.binary_search(&of.number).is_ok())
        };
        page.identifiers_of(step)
            .filter(is_kept)
            .map(|local| page.identifiers[local as usize].1.clone())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::identifier::path;
    use super::*;

    fn steps(elements: &[(&'static str, &'static str, &'static str)]) -> Steps {
        let mut reader = StepReader::default();
        for (&(name, id, classes), at) in elements.iter().zip(0_u32..) {
            let id = (!id.is_empty()).then_some(id);
            reader.add(name, id, classes.split_whitespace(), at.checked_sub(1));
        }
        reader.finish()
    }

    fn labels(pages: &[Steps]) -> Vec<Vec<String>> {
        let (slots, standings) = Slots::new(pages.iter());
        assert_eq!(standings, pages.iter().map(|page| slots.standings(page)).collect::<Vec<_>>());
        let label = |page: &Steps| slots.standings(page).iter().map(|at| slots.label(at.slot)).collect();
        pages.iter().map(label).collect()
    }

    #[test]
    fn identifiers_of_a_single_page_are_not_part_of_a_path() {
        let pages = [("post-17", "post new"), ("post-4", "post")]
            .map(|(id, classes)| steps(&[("div", id, classes), ("p", "", "")]));
        assert_eq!(labels(&pages), [["div#post-#.post", "div#post-#.post > p"]; 2]);
        let pages =
            [("one", "a"), ("two", "b")].map(|(id, class)| steps(&[("div", id, class), ("p", "", "")]));
        assert_eq!(labels(&pages), [["div", "div > p"]; 2]);
    }

    #[test]
    fn on_a_single_page_all_identifiers_are_part_of_a_path() {
        assert_eq!(labels(&[steps(&[("div", "a", "b c")])]), [["div#a.b.c"]]);
    }

    #[test]
    fn path_hashes_of_steps_equal_those_computed_one_by_one() {
        let elements = [("div", "post-17", "Note b"), ("p", "", "x1 y"), ("a", "7", "7")];
        let mut paths: Vec<u64> = Vec::new();
        for (name, id, classes) in elements {
            let id = Some(id).filter(|id| !id.is_empty());
            paths.push(path(paths.last().copied(), name, id, classes.split_whitespace().next()));
        }
        assert_eq!(steps(&elements).paths(), paths);
        assert_ne!(paths[1], path(Some(paths[0]), "p", None, None));
    }

    #[test]
    fn a_slot_is_within_the_slots_around_it() {
        let page = steps(&[("a", "", ""), ("b", "", "")]);
        let (slots, standings) = Slots::new([&page].into_iter());
        let places = &standings[0];
        assert!(slots.is_within(places[1].slot, places[0].slot));
        assert!(slots.is_within(places[1].slot, SlotId::ROOT));
        assert!(!slots.is_within(places[0].slot, places[1].slot));
    }

    #[test]
    fn a_new_element_is_assigned_to_the_known_slot_around_it() {
        let known = steps(&[("div", "a", ""), ("p", "", "")]);
        let (slots, _) = Slots::new([&known].into_iter());
        let standings = slots.standings(&steps(&[("div", "a", ""), ("ul", "", ""), ("p", "", "")]));
        assert_eq!(standings.iter().map(|at| at.is_new).collect::<Vec<_>>(), [false, true, true]);
        assert!(standings.iter().all(|at| slots.label(at.slot) == "div#a"));
    }
}
