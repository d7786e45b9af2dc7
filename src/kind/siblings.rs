//! Siblings with the same name and first class, and what they have in common.
//!
//! In: a page's own texts and the links to other pages of the input. Out: of the sets of siblings with several texts each, with one
//! linked text each and with one unlinked text each the one with most own text. Cost: linear in elements and texts, times the depth.

use super::texts::OwnPage;
use crate::page::{ElementId, is_heading};
use hashbrown::{HashMap, HashSet};

/// A set of siblings: how many members have something, and own characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Siblings {
    pub(super) members: usize,
    pub(super) characters: f64,
    pub(super) linked_characters: f64,
    pub(super) long_characters: f64,
    /// Own characters of the page before them.
    pub(super) before: f64,
    /// Members with a link.
    pub(super) linked: usize,
    /// Members with a linked heading.
    pub(super) titled: usize,
    /// Members with a heading, but none with a link.
    pub(super) headed: usize,
    pub(super) dated: usize,
    /// Members with a long unlinked text.
    pub(super) long: usize,
    /// Members with a link to another page of the input.
    pub(super) leading: usize,
    /// Members that begin with a link.
    pub(super) link_first: usize,
    /// Members with a link whose text other members have, too.
    pub(super) same_link: usize,
}

/// The sets with most own text.
#[derive(Clone, Debug, Default)]
pub(super) struct SiblingSets {
    /// Of siblings with several texts each.
    pub(super) composite: Siblings,
    /// Of siblings with one linked text each.
    pub(super) links: Siblings,
    /// Of siblings with one unlinked text each.
    pub(super) texts: Siblings,
}

impl SiblingSets {
    pub(super) fn of(page: &OwnPage, leading: &HashSet<ElementId>) -> Self {
        let tree = page.tree;
        let mut sets: HashMap<(ElementId, &str, &str), Vec<ElementId>> = HashMap::new();
        for id in tree.ids().filter(|&id| page.characters(&page.of(id)) > 0.0) {
            let element = tree.element(id);
            let Some(parent) = element.parent else { continue };
            let class = tree.classes(id).next().unwrap_or_default();
            sets.entry((parent, &element.name, class)).or_default().push(id);
        }
        let mut sets: Vec<Vec<ElementId>> = sets.into_values().filter(|set| set.len() > 1).collect();
        sets.sort_unstable();
        let mut best = SiblingSets::default();
        for set in sets {
            let (composite, simple): (Vec<ElementId>, Vec<ElementId>) =
                set.into_iter().partition(|&id| page.of(id).len() > 1);
            let (links, texts) = simple.into_iter().partition(|&id| page.is_linked(page.of(id).start));
            for (best, members) in
                [(&mut best.composite, composite), (&mut best.links, links), (&mut best.texts, texts)]
            {
                let characters = members.iter().map(|&id| page.characters(&page.of(id))).sum();
                if members.len() > 1 && characters > best.characters {
                    *best = Siblings::of(page, &members, leading, characters);
                }
            }
        }
        best
    }
}

impl Siblings {
    fn of(page: &OwnPage, members: &[ElementId], leading: &HashSet<ElementId>, characters: f64) -> Self {
        let tree = page.tree;
        let mut said: HashMap<&str, usize> = HashMap::new();
        for &id in members {
            let links: HashSet<&str> =
                page.of(id).filter(|&leaf| page.is_linked(leaf)).map(|leaf| page.text(leaf)).collect();
            links.into_iter().for_each(|text| *said.entry(text).or_default() += 1);
        }
        let number = |is: &dyn Fn(ElementId) -> bool| members.iter().filter(|&&id| is(id)).count();
        let any = |id: ElementId, is: &dyn Fn(usize) -> bool| page.of(id).any(is);
        let sum = |is: &dyn Fn(usize) -> bool| members.iter().map(|&id| page.sum(page.of(id), is)).sum();
        let is_titled = |id: ElementId| {
            page.inside(id).any(|inside| is_heading(&tree.element(inside).name) && page.has_link(inside))
        };
        let has_heading =
            |id: ElementId| page.inside(id).any(|inside| is_heading(&tree.element(inside).name));
        Siblings {
            members: members.len(),
            characters,
            linked_characters: sum(&|leaf| page.is_linked(leaf)),
            long_characters: sum(&|leaf| page.is_long(leaf)),
            before: page.characters(&(0..page.of(members[0]).start)),
            linked: number(&|id| any(id, &|leaf| page.is_linked(leaf))),
            titled: number(&is_titled),
            headed: number(&|id| has_heading(id) && !is_titled(id)),
            dated: number(&|id| any(id, &|leaf| page.is_dated(leaf))),
            long: number(&|id| any(id, &|leaf| page.is_long(leaf))),
            leading: number(&|id| page.inside(id).chain([id]).any(|link| leading.contains(&link))),
            link_first: number(&|id| page.is_linked(page.of(id).start)),
            same_link: number(&|id| any(id, &|leaf| page.is_linked(leaf) && said[page.text(leaf)] > 1)),
        }
    }
}
