//! Groups of pages of which one is enough.
//!
//! In: pairs of pages, in any order, with which of the two is enough for both, and what each page is worth. Out: groups,
//! each the page to keep and those that it is enough for. In the order of their worth, pages that no group has yet begin a
//! group and take those that they are enough for and that none has. So the page that is kept is enough for each page that is
//! left out, which is not merely the end of a chain, and groups do not depend on the order of pages or pairs.
//!
//! ```text
//! pairs a-b b-c, a worth most    groups a b | c       b worth most    group b a c
//! pair  a>b, b worth most        group  a b           as b is not enough for a, a comes first
//! ```
//!
//! * A page for which another is enough, but not the other way round, comes after all that are not so: what says more is kept,
//!   whatever it is worth.
//! * Pages with equal texts are one: what is known of one of them holds for all. So not every two of them need be a pair.
//!
//! Pages that a chain connects are found first, with four bytes a page; then the pairs are sorted by these chains, and one
//! chain at a time is in memory.

use super::sort::{Sorted, Sorter};
use super::spool::Spool;
use crate::error::{Error, ErrorKind, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// Which pages chains of pairs connect: each page leads to one of a lesser number, or is the first of its chain.
#[derive(Debug)]
struct Chains(Vec<u32>);

impl Chains {
    fn new(pages: u32) -> Self {
        Chains((0..pages).collect())
    }

    fn first(&mut self, mut page: u32) -> u32 {
        while self.0[page as usize] != page {
            // Half of the way is left out the next time: Tarjan, van Leeuwen, "Worst-case Analysis of Set Union
            // Algorithms", 1984.
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

/// Takes pairs in.
#[derive(Debug)]
pub struct Groups {
    chains: Chains,
    pairs: Sorter<[u32; 3]>,
    chained: Spool,
    memory: usize,
}

/// Which of two pages is enough for both.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Enough {
    /// The first, so that the second may be left out.
    pub first: bool,
    /// The second, so that the first may be left out.
    pub second: bool,
    /// Either, as their texts are equal.
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

/// Pages of which one is enough.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Group {
    /// The page to keep.
    pub kept: u32,
    /// Those that it is enough for, by number.
    pub others: Vec<u32>,
}

impl Groups {
    /// Groups among so many pages, with two spools and so many bytes for pairs.
    #[must_use]
    pub fn new(pages: u32, [pairs, chained]: [Spool; 2], memory: usize) -> Self {
        let pairs = Sorter::new(pairs, memory / 4);
        Groups { chains: Chains::new(pages), pairs, chained, memory }
    }

    /// Takes in two pages, and which of them is enough.
    ///
    /// # Errors
    /// If the pair cannot be kept.
    pub fn add(&mut self, [a, b]: [u32; 2], enough: Enough) -> Result<()> {
        if enough.bits() == 0 {
            return Ok(());
        }
        self.chains.join(a, b);
        self.pairs.push([a, b, enough.bits()]).map_err(unsorted)
    }

    /// The pairs, sorted by their chains.
    fn chained(self) -> io::Result<Sorted<[u32; 4]>> {
        let Groups { mut chains, pairs, chained, memory } = self;
        let mut sorter = Sorter::new(chained, memory / 4);
        for pair in pairs.sorted(memory / 4)? {
            let [a, b, enough] = pair?;
            sorter.push([chains.first(a), a, b, enough])?;
        }
        sorter.sorted(memory / 4)
    }

    /// All groups of two pages and more, in the order of the first page of each chain, within it as they come about. What
    /// `worth` says orders pages, the least first; it must differ for any two pages.
    ///
    /// # Errors
    /// Those of `worth` and of the spools.
    pub fn groups<W: Ord>(
        self,
        mut worth: impl FnMut(u32) -> Result<W>,
    ) -> Result<impl Iterator<Item = Result<Group>>> {
        let mut sorted = self.chained().map_err(unsorted)?;
        let mut ahead: Option<[u32; 4]> = None;
        let mut chain = move || -> io::Result<Option<Vec<[u32; 3]>>> {
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
                let pairs = match chain().map_err(unsorted).transpose()? {
                    Ok(pairs) => stars(&pairs, &mut worth),
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

/// The groups of one chain. Pages are numbered in the order of worth, and texts by their first page there.
fn stars<W: Ord>(pairs: &[[u32; 3]], mut worth: impl FnMut(u32) -> Result<W>) -> Result<Vec<Group>> {
    let pages: BTreeSet<u32> = pairs.iter().flat_map(|&[a, b, _]| [a, b]).collect();
    let mut order = pages.into_iter().map(|page| Ok((worth(page)?, page))).collect::<Result<Vec<_>>>()?;
    order.sort_unstable();
    let places: BTreeMap<u32, u32> = (0..).zip(&order).map(|(place, &(_, page))| (page, place)).collect();
    let pairs = pairs.iter().map(|&[a, b, enough]| ([places[&a], places[&b]], Enough::of(enough)));
    let mut texts = Chains::new(super::number(order.len()));
    pairs.clone().filter(|(_, enough)| enough.equal).for_each(|([a, b], _)| texts.join(a, b));
    let mut takes = BTreeSet::new();
    for ([a, b], enough) in pairs {
        let [a, b] = [texts.first(a), texts.first(b)];
        takes.extend((enough.first && a != b).then_some([a, b]));
        takes.extend((enough.second && a != b).then_some([b, a]));
    }
    let mut free: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (place, &(_, page)) in (0..).zip(&order) {
        free.entry(texts.first(place)).or_default().push(page);
    }
    let says_less: BTreeSet<u32> =
        takes.iter().filter(|&&[a, b]| !takes.contains(&[b, a])).map(|&[_, less]| less).collect();
    let says_most: Vec<u32> = free.keys().copied().filter(|text| !says_less.contains(text)).collect();
    let mut groups = Vec::new();
    for text in says_most.into_iter().chain(says_less) {
        let Some(equals) = free.remove(&text) else { continue };
        let mut others = equals[1..].to_vec();
        for [_, other] in takes.range([text, 0]..=[text, u32::MAX]) {
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
    fn the_page_that_is_kept_is_enough_for_each_that_is_left_out() {
        let pairs = [([0, 1], EITHER), ([1, 2], EITHER)];
        assert_eq!(groups(4, &pairs, |page| page), [Group { kept: 0, others: vec![1] }]);
        let worth = |page| if page == 1 { 0 } else { page + 1 };
        assert_eq!(groups(4, &pairs, worth), [Group { kept: 1, others: vec![0, 2] }]);
    }

    #[test]
    fn what_says_more_is_kept_whatever_it_is_worth() {
        // 2 says all that 0 and 1 say, which are copies of each other, and 3 all that 2 says.
        let pairs = [([2, 0], FIRST), ([2, 1], FIRST), ([0, 1], EITHER), ([3, 2], FIRST)];
        assert_eq!(groups(4, &pairs[..3], |page| page), [Group { kept: 2, others: vec![0, 1] }]);
        // 3 is not known to be enough for 0 and 1.
        let expected = [Group { kept: 3, others: vec![2] }, Group { kept: 0, others: vec![1] }];
        assert_eq!(groups(4, &pairs, |page| page), expected);
        assert_eq!(groups(4, &[], |page| page), []);
    }

    #[test]
    fn equal_texts_are_one() {
        // Of many pages with one text, pairs with the first of them alone are found.
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
            // The same pages under other numbers, the pairs the other way round and backwards.
            let name = |page: u32| (page + turn) % 20;
            let backwards = pairs.iter().rev();
            let again: Vec<([u32; 2], Enough)> =
                backwards.map(|&([a, b], enough)| ([name(b), name(a)], turned(enough))).collect();
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
        fn a_page_is_left_out_for_one_that_is_enough_for_it(
            pairs in prop::collection::vec(((0_u32..12, 0_u32..12), enough()), 0..30),
        ) {
            let pairs: Vec<([u32; 2], Enough)> =
                pairs.into_iter().filter(|((a, b), _)| a != b).map(|((a, b), enough)| ([a, b], enough)).collect();
            let mut texts = Chains::new(12);
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
