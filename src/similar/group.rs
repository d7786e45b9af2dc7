//! Groups pages so that it is enough to keep one page of each group.
//!
//! In: pairs of pages in any order, each with which of its pages *replaces* the other (has enough of its text), and the rank of
//! each page. Out: groups, each with the page to keep and the pages that it replaces. Pages are visited by rank. One that is in no
//! group yet begins a group, and takes all pages that it replaces and that are in no group yet. So the kept page replaces every page
//! that is left out directly, not only through a chain of other pages, and the groups do not depend on the order of pages or pairs.
//!
//! ```text
//! pairs a-b b-c, a ranks first    groups a b | c       b ranks first    group b a c
//! pair  a>b, b ranks first        group  a b           b does not replace a, so a is visited before b
//! ```
//!
//! * A page that another one replaces, but not the other way round, is visited after all other pages: the page with more text is
//!   kept, whatever its rank.
//! * Pages with equal texts are treated as one: what is known about one of them applies to all, so not every two of them have to be a pair.
//!
//! Connected components of pages are found first, in four bytes a page; then the pairs are sorted by component, and one component
//! at a time is in memory.

use super::sort::{Sorted, Sorter};
use super::spool::Spool;
use crate::error::{Error, ErrorKind, Result};
use crate::page::number;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// The connected components of pages (union-find): each page points to one of a lower number, or is the first of its component.
#[derive(Debug)]
struct DisjointSets(Vec<u32>);

impl DisjointSets {
    fn new(pages: u32) -> Self {
        DisjointSets((0..pages).collect())
    }

    fn first(&mut self, mut page: u32) -> u32 {
        while self.0[page as usize] != page {
            // Path halving: Tarjan, van Leeuwen, "Worst-case Analysis of Set Union Algorithms", 1984.
            let next = self.0[page as usize];
            self.0[page as usize] = self.0[next as usize];
            page = self.0[page as usize];
        }
        page
    }

    fn join(&mut self, a: u32, b: u32) {
        let [a, b] = [self.first(a), self.first(b)];
        self.0[a.max(b) as usize] = a.min(b);
    }
}

/// Collects pairs, and forms groups of them.
#[derive(Debug)]
pub struct Groups {
    components: DisjointSets,
    /// Both pages of each pair, and the bits of [`Enough`].
    pairs: Sorter<[u32; 3]>,
    /// For the pairs sorted by component.
    by_component: Spool,
    memory: usize,
}

/// Which of two pages is enough, so that the other may be left out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Enough {
    /// The first, so that the second may be left out.
    pub first: bool,
    /// The second, so that the first may be left out.
    pub second: bool,
    /// Either, since their texts are equal.
    pub equal: bool,
}

impl Enough {
    fn bits(self) -> u32 {
        u32::from(self.first || self.equal)
            | u32::from(self.second || self.equal) << 1
            | u32::from(self.equal) << 2
    }

    fn of(bits: u32) -> Self {
        let [first, second, equal] = [0, 1, 2].map(|at| bits >> at & 1 == 1);
        Enough { first, second, equal }
    }
}

/// A page to keep, and the pages that it replaces.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Group {
    /// The page to keep.
    pub kept: u32,
    /// The pages that it replaces, in ascending order.
    pub others: Vec<u32>,
}

impl Groups {
    /// No pairs yet among this many pages; pairs are sorted in two spools and `memory` bytes.
    #[must_use]
    pub fn new(pages: u32, [pairs, by_component]: [Spool; 2], memory: usize) -> Self {
        let pairs = Sorter::new(pairs, memory / 4);
        Groups { components: DisjointSets::new(pages), pairs, by_component, memory }
    }

    /// Adds a pair of pages, with which of them is enough.
    ///
    /// # Errors
    /// If the pair cannot be kept.
    pub fn add(&mut self, [a, b]: [u32; 2], enough: Enough) -> Result<()> {
        if enough.bits() == 0 {
            return Ok(());
        }
        self.components.join(a, b);
        self.pairs.push([a, b, enough.bits()]).map_err(unsorted)
    }

    /// The pairs sorted by component.
    fn pairs_by_component(self) -> io::Result<Sorted<[u32; 4]>> {
        let Groups { mut components, pairs, by_component, memory } = self;
        let mut sorter = Sorter::new(by_component, memory / 4);
        for pair in pairs.sorted(memory / 4)? {
            let [a, b, enough] = pair?;
            sorter.push([components.first(a), a, b, enough])?;
        }
        sorter.sorted(memory / 4)
    }

    /// All groups of two pages and more, in the order of the first page of each component, and within a component in the order in
    /// which they are formed. `worth` gives the rank of a page, the least first; it must differ for any two pages.
    ///
    /// # Errors
    /// Those of `worth` and of the spools.
    pub fn groups<W: Ord>(
        self,
        mut worth: impl FnMut(u32) -> Result<W>,
    ) -> Result<impl Iterator<Item = Result<Group>>> {
        let mut sorted = self.pairs_by_component().map_err(unsorted)?;
        let mut ahead: Option<[u32; 4]> = None;
        let mut next_component = move || -> io::Result<Option<Vec<[u32; 3]>>> {
            let Some([first, a, b, enough]) =
                ahead.take().map_or_else(|| sorted.next().transpose(), |next| Ok(Some(next)))?
            else {
                return Ok(None);
            };
            let mut pairs = vec![[a, b, enough]];
            loop {
                ahead = sorted.next().transpose()?;
                match ahead {
                    Some([next, a, b, enough]) if next == first => pairs.push([a, b, enough]),
                    _ => return Ok(Some(pairs)),
                }
            }
        };
        let mut waiting = Vec::new().into_iter();
        Ok(std::iter::from_fn(move || {
            loop {
                if let Some(group) = waiting.next() {
                    return Some(Ok(group));
                }
                let pairs = match next_component().map_err(unsorted).transpose()? {
                    Ok(pairs) => groups_of_component(&pairs, &mut worth),
                    Err(error) => Err(error),
                };
                match pairs {
                    Ok(groups) => waiting = groups.into_iter(),
                    Err(error) => return Some(Err(error)),
                }
            }
        }))
    }
}

fn unsorted(error: io::Error) -> Error {
    Error::new(ErrorKind::Write).at("temporary file").because(error)
}

/// The groups of one component. Pages are numbered by rank, and texts by the first of their pages in that order.
fn groups_of_component<W: Ord>(
    pairs: &[[u32; 3]],
    mut worth: impl FnMut(u32) -> Result<W>,
) -> Result<Vec<Group>> {
    let pages: BTreeSet<u32> = pairs.iter().flat_map(|&[a, b, _]| [a, b]).collect();
    let mut order = pages.into_iter().map(|page| Ok((worth(page)?, page))).collect::<Result<Vec<_>>>()?;
    order.sort_unstable();
    let ranks: BTreeMap<u32, u32> = (0..).zip(&order).map(|(rank, &(_, page))| (page, rank)).collect();
    let pairs = pairs.iter().map(|&[a, b, enough]| ([ranks[&a], ranks[&b]], Enough::of(enough)));
    let mut texts = DisjointSets::new(number(order.len()));
    pairs.clone().filter(|(_, enough)| enough.equal).for_each(|([a, b], _)| texts.join(a, b));
    let mut replaces = BTreeSet::new();
    for ([a, b], enough) in pairs {
        let [a, b] = [texts.first(a), texts.first(b)];
        replaces.extend((enough.first && a != b).then_some([a, b]));
        replaces.extend((enough.second && a != b).then_some([b, a]));
    }
    let mut free: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (rank, &(_, page)) in (0..).zip(&order) {
        free.entry(texts.first(rank)).or_default().push(page);
    }
    let with_less: BTreeSet<u32> =
        replaces.iter().filter(|&&[a, b]| !replaces.contains(&[b, a])).map(|&[_, less]| less).collect();
    let with_most: Vec<u32> = free.keys().copied().filter(|text| !with_less.contains(text)).collect();
    let mut groups = Vec::new();
    for text in with_most.into_iter().chain(with_less) {
        let Some(equals) = free.remove(&text) else { continue };
        let mut others = equals[1..].to_vec();
        for [_, other] in replaces.range([text, 0]..=[text, u32::MAX]) {
            others.extend(free.remove(other).unwrap_or_default());
        }
        others.sort_unstable();
        groups.push(Group { kept: equals[0], others });
    }
    groups.retain(|group| !group.others.is_empty());
    Ok(groups)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EITHER: Enough = Enough { first: true, second: true, equal: false };
    const FIRST: Enough = Enough { first: true, second: false, equal: false };
    const EQUAL: Enough = Enough { first: true, second: true, equal: true };

    fn groups(pages: u32, pairs: &[([u32; 2], Enough)], worth: impl Fn(u32) -> u32) -> Vec<Group> {
        let spool = || Spool::new(tempfile::tempfile().unwrap(), 0).unwrap();
        let mut groups = Groups::new(pages, [spool(), spool()], 64);
        for &(pages, enough) in pairs {
            groups.add(pages, enough).unwrap();
        }
        groups.groups(|page| Ok(worth(page))).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn the_kept_page_replaces_each_page_of_its_group() {
        let pairs = [([0, 1], EITHER), ([1, 2], EITHER)];
        assert_eq!(groups(4, &pairs, |page| page), [Group { kept: 0, others: vec![1] }]);
        let worth = |page| if page == 1 { 0 } else { page + 1 };
        assert_eq!(groups(4, &pairs, worth), [Group { kept: 1, others: vec![0, 2] }]);
    }

    #[test]
    fn the_page_with_more_text_is_kept_whatever_its_rank() {
        // 0 and 1 are copies of each other; 2 has all of their text, and 3 has all of the text of 2.
        let pairs = [([2, 0], FIRST), ([2, 1], FIRST), ([0, 1], EITHER), ([3, 2], FIRST)];
        assert_eq!(groups(4, &pairs[..3], |page| page), [Group { kept: 2, others: vec![0, 1] }]);
        // Nothing is known of 3 and the pages 0 and 1.
        let expected = [Group { kept: 3, others: vec![2] }, Group { kept: 0, others: vec![1] }];
        assert_eq!(groups(4, &pairs, |page| page), expected);
        assert_eq!(groups(4, &[], |page| page), []);
    }

    #[test]
    fn pages_with_equal_texts_are_treated_as_one() {
        // If too many pages have the same text, only pairs with the first of them are found.
        let pairs = [([3, 0], EQUAL), ([3, 1], EQUAL), ([3, 2], EQUAL), ([2, 4], FIRST)];
        assert_eq!(groups(5, &pairs, |page| page), [Group { kept: 0, others: vec![1, 2, 3, 4] }]);
    }

    fn enough() -> impl Strategy<Value = Enough> {
        (0_u32..8).prop_map(|bits| Enough::of(Enough::of(bits).bits()))
    }

    fn turned(enough: Enough) -> Enough {
        Enough { first: enough.second, second: enough.first, ..enough }
    }

    proptest! {
        #[test]
        fn groups_do_not_depend_on_order(
            pairs in prop::collection::vec(((0_u32..20, 0_u32..20), enough()), 0..40),
            turn in 1_u32..20,
        ) {
            let pairs: Vec<([u32; 2], Enough)> =
                pairs.into_iter().filter(|((a, b), _)| a != b).map(|((a, b), enough)| ([a, b], enough)).collect();
            let found = groups(20, &pairs, |page| page);
            // The same pages under other numbers, each pair with its pages swapped, in reverse order.
            let renumbered = |page: u32| (page + turn) % 20;
            let backwards = pairs.iter().rev();
            let again: Vec<([u32; 2], Enough)> =
                backwards.map(|&([a, b], enough)| ([renumbered(b), renumbered(a)], turned(enough))).collect();
            let back = |page: u32| (page + 20 - turn) % 20;
            let mut again: Vec<Group> = groups(20, &again, back);
            for group in &mut again {
                group.kept = back(group.kept);
                group.others = group.others.iter().map(|&other| back(other)).collect();
                group.others.sort_unstable();
            }
            let mut found = found;
            found.sort_by_key(|group| group.kept);
            again.sort_by_key(|group| group.kept);
            prop_assert_eq!(found, again);
        }

        #[test]
        fn a_page_is_left_out_only_for_one_that_replaces_it(
            pairs in prop::collection::vec(((0_u32..12, 0_u32..12), enough()), 0..30),
        ) {
            let pairs: Vec<([u32; 2], Enough)> =
                pairs.into_iter().filter(|((a, b), _)| a != b).map(|((a, b), enough)| ([a, b], enough)).collect();
            let mut texts = DisjointSets::new(12);
            pairs.iter().filter(|(_, enough)| enough.equal).for_each(|&([a, b], _)| texts.join(a, b));
            let text: Vec<u32> = (0..12).map(|page| texts.first(page)).collect();
            let mut enough: BTreeSet<[u32; 2]> = text.iter().map(|&text| [text, text]).collect();
            for &([a, b], of) in &pairs {
                let [a, b] = [text[a as usize], text[b as usize]];
                enough.extend(of.first.then_some([a, b]));
                enough.extend(of.second.then_some([b, a]));
            }
            let mut seen = BTreeSet::new();
            for Group { kept, others } in groups(12, &pairs, |page| page) {
                prop_assert!(seen.insert(kept));
                for other in others {
                    prop_assert!(seen.insert(other));
                    prop_assert!(enough.contains(&[text[kept as usize], text[other as usize]]));
                }
            }
        }
    }
}
