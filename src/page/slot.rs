//! The places of a page set: the trie over the paths of its elements.
//!
//! In: for every page its block-level elements as [`Step`]s. Out: one [`Slot`] for each distinct path, and for every
//! element the slot that it stands in. A step is the element's name with the id and the classes that the set shares,
//! for what a single page has, `post-4711`, is no part of the template. Numbers fold to `#`, so that `post-#` is one
//! place. This is the template seen from the tree; whatever is told of a place is told over the whole set.
//!
//! ```text
//! <div id=post-1 class="post first"> ..  <div id=post-2 class=post> ..     div #post-# .post    on both pages
//! ```
//!
//! O(elements) time and memory.

use hashbrown::HashMap;
use std::collections::BTreeSet;

/// An element on the path of others.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The element's name.
    pub name: &'a str,
    /// Its id, as written.
    pub id: Option<&'a str>,
    /// Its classes, as written.
    pub classes: &'a [Box<str>],
    /// The step before it, by its place on the page.
    pub parent: Option<u32>,
}

/// The number of a slot; 0 is the root above all pages.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SlotId(pub u32);

impl SlotId {
    /// The place above all pages.
    pub const ROOT: SlotId = SlotId(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in the pages of a set.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The place around it.
    pub parent: Option<SlotId>,
    /// The name of its elements.
    pub name: Box<str>,
    /// The id and the classes that the set shares, with `#` and `.` before them.
    pub identifiers: BTreeSet<Box<str>>,
    /// The places in it, each with a greater number.
    pub children: Vec<SlotId>,
}

/// The places of a page set.
#[derive(Clone, Debug)]
pub struct Slots {
    slots: Vec<Slot>,
}

/// A class counts when elements of the name have it on four in five of the pages; figures are the same from 0.65 to 0.9.
const fn is_common(count: usize, pages: usize) -> bool {
    count * 5 >= pages * 4
}

impl Slots {
    /// The slots of pages, and those of the elements of each page.
    #[must_use]
    pub fn new(pages: &[Vec<Step<'_>>]) -> (Self, Vec<Vec<SlotId>>) {
        let mut identifiers = Identifiers::default();
        let names: Vec<Vec<Names>> =
            pages.iter().map(|page| page.iter().map(|step| identifiers.names(step)).collect()).collect();
        let on = identifiers.pages(&names);
        let two = pages.len().min(2);
        let is_shared = |identifier: &u32| on[*identifier as usize] >= two;
        let is_common =
            |identifier: &u32| is_shared(identifier) && is_common(on[*identifier as usize], pages.len());
        let root = Slot { parent: None, name: "".into(), identifiers: BTreeSet::new(), children: Vec::new() };
        let mut slots = Slots { slots: vec![root] };
        let mut known: HashMap<(SlotId, u32), HashMap<Vec<u32>, SlotId>> = HashMap::new();
        let mut places = Vec::with_capacity(pages.len());
        let mut kept = Vec::new();
        for (page, names) in pages.iter().zip(&names) {
            let mut of_page: Vec<SlotId> = Vec::with_capacity(page.len());
            for (step, names) in page.iter().zip(names) {
                let parent = step.parent.map_or(SlotId::ROOT, |parent| of_page[parent as usize]);
                kept.clear();
                kept.extend(names.classes.iter().filter(|class| is_common(class)));
                if kept.is_empty() {
                    kept.extend(names.classes.first().filter(|class| is_shared(class)));
                }
                kept.extend(names.id.iter().filter(|id| is_shared(id)));
                kept.sort_unstable();
                kept.dedup();
                let known = known.entry((parent, names.name)).or_default();
                let slot = if let Some(&slot) = known.get(&kept) {
                    slot
                } else {
                    let spelled =
                        kept.iter().map(|&identifier| identifiers.spellings[identifier as usize].clone());
                    let slot = slots.add(parent, step.name, spelled.collect());
                    known.insert(kept.clone(), slot);
                    slot
                };
                of_page.push(slot);
            }
            places.push(of_page);
        }
        (slots, places)
    }

    fn add(&mut self, parent: SlotId, name: &str, identifiers: BTreeSet<Box<str>>) -> SlotId {
        let id = SlotId(number(self.slots.len()));
        self.slots.push(Slot { parent: Some(parent), name: name.into(), identifiers, children: Vec::new() });
        self.slots[parent.index()].children.push(id);
        id
    }

    /// How many there are, the root among them.
    #[expect(clippy::len_without_is_empty, reason = "the root is always there")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// All of them, each behind the one around it.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = SlotId> + use<> {
        (0..u32::try_from(self.slots.len()).expect("fewer slots than bytes")).map(SlotId)
    }

    /// A slot.
    ///
    /// # Panics
    /// If it is not of this set.
    #[must_use]
    pub fn slot(&self, id: SlotId) -> &Slot {
        &self.slots[id.index()]
    }

    /// A slot and those around it, up to the root.
    pub fn path(&self, id: SlotId) -> impl Iterator<Item = SlotId> {
        std::iter::successors(Some(id), |&id| self.slot(id).parent)
    }

    /// Whether a slot is another one or lies in it.
    #[must_use]
    pub fn is_within(&self, id: SlotId, outer: SlotId) -> bool {
        self.path(id).take_while(|&id| id >= outer).any(|id| id == outer)
    }

    /// How a slot is named for people: `div#main > p.lead`.
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

/// What may identify an element, by numbers.
struct Names {
    name: u32,
    id: Option<u32>,
    classes: Vec<u32>,
}

/// Ids and classes with their digits folded, apart for each name of elements: `p.note` is not `div.note`.
#[derive(Default)]
struct Identifiers<'a> {
    names: HashMap<&'a str, u32>,
    /// By the name, the mark and the spelling on the page.
    written: HashMap<(u32, char, &'a str), Option<u32>>,
    folded: HashMap<(u32, Box<str>), u32>,
    spellings: Vec<Box<str>>,
}

impl<'a> Identifiers<'a> {
    fn names(&mut self, step: &Step<'a>) -> Names {
        let next = number(self.names.len());
        let name = *self.names.entry(step.name).or_insert(next);
        Names {
            name,
            id: step.id.and_then(|id| self.number(name, '#', id)),
            classes: step.classes.iter().filter_map(|class| self.number(name, '.', class)).collect(),
        }
    }

    fn number(&mut self, name: u32, mark: char, written: &'a str) -> Option<u32> {
        let Identifiers { written: known, folded, spellings, .. } = self;
        *known.entry((name, mark, written)).or_insert_with(|| {
            let spelling = fold(mark, written);
            (spelling.len() > 1).then(|| {
                *folded.entry((name, spelling)).or_insert_with_key(|(_, spelling)| {
                    spellings.push(spelling.clone());
                    number(spellings.len() - 1)
                })
            })
        })
    }

    /// On how many pages each is.
    fn pages(&self, pages: &[Vec<Names>]) -> Vec<usize> {
        let mut on = vec![0; self.spellings.len()];
        let mut last = vec![usize::MAX; self.spellings.len()];
        for (page, names) in pages.iter().enumerate() {
            for &identifier in names.iter().flat_map(|names| names.id.iter().chain(&names.classes)) {
                let identifier = identifier as usize;
                if last[identifier] != page {
                    last[identifier] = page;
                    on[identifier] += 1;
                }
            }
        }
        on
    }
}

fn number(len: usize) -> u32 {
    u32::try_from(len).expect("fewer names than bytes")
}

/// A name in lower case behind its mark. Runs of hexadecimal digits with a decimal one become `#`, and several of these
/// with nothing but `-` and `_` between them become one.
fn fold(mark: char, name: &str) -> Box<str> {
    let mut folded = String::with_capacity(name.len() + 1);
    let lower = name.trim().to_lowercase();
    let mut rest = lower.as_str();
    while let Some(first) = rest.chars().next() {
        let run =
            rest.len() - rest.trim_start_matches(|char: char| matches!(char, '0'..='9' | 'a'..='f')).len();
        if rest[..run].contains(|char: char| char.is_ascii_digit()) {
            let head = folded.trim_end_matches(['#', '_', '-']).len();
            match folded[head..].find('#') {
                Some(place) => folded.truncate(head + place + 1),
                None => folded.push('#'),
            }
            rest = &rest[run..];
        } else {
            let len = run.max(first.len_utf8());
            folded.push_str(&rest[..len]);
            rest = &rest[len..];
        }
    }
    folded.insert(0, mark);
    folded.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step<'a>(parent: Option<u32>, name: &'a str, id: &'a str, classes: &'a [Box<str>]) -> Step<'a> {
        Step { name, id: (!id.is_empty()).then_some(id), classes, parent }
    }

    fn classes(written: &str) -> Vec<Box<str>> {
        written.split_whitespace().map(Into::into).collect()
    }

    fn labels(pages: &[Vec<Step<'_>>]) -> Vec<Vec<String>> {
        let (slots, places) = Slots::new(pages);
        places.iter().map(|page| page.iter().map(|&id| slots.label(id)).collect()).collect()
    }

    #[test]
    fn what_one_page_alone_has_is_no_part_of_a_place() {
        fn page<'a>(id: &'a str, classes: &'a [Box<str>]) -> Vec<Step<'a>> {
            vec![step(None, "div", id, classes), step(Some(0), "p", "", &[])]
        }
        let [new, old, one, two] = ["post new", "post", "a", "b"].map(classes);
        let pages = [page("post-17", &new), page("post-4", &old)];
        assert_eq!(labels(&pages), [["div#post-#.post", "div#post-#.post > p"]; 2]);
        let pages = [page("one", &one), page("two", &two)];
        assert_eq!(labels(&pages), [["div", "div > p"]; 2]);
    }

    #[test]
    fn on_a_lone_page_all_names_count() {
        assert_eq!(labels(&[vec![step(None, "div", "a", &classes("b c"))]]), [["div#a.b.c"]]);
    }

    #[test]
    fn numbers_fold() {
        let folded =
            ["post-17", "x_3-4", "a1b2c3", "deed", "h2", "12_34_x", "2012-aa-7"].map(|name| fold('.', name));
        assert_eq!(
            folded.each_ref().map(|name| &**name),
            [".post-#", ".x_#", ".#", ".deed", ".h#", ".#_x", ".#-aa-#"]
        );
    }

    #[test]
    fn a_slot_is_within_those_around_it() {
        let (slots, places) = Slots::new(&[vec![step(None, "a", "", &[]), step(Some(0), "b", "", &[])]]);
        assert!(slots.is_within(places[0][1], places[0][0]));
        assert!(slots.is_within(places[0][1], SlotId::ROOT));
        assert!(!slots.is_within(places[0][0], places[0][1]));
    }
}
