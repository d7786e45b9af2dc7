//! Groups of pages of which one is enough.
//!
//! In: pairs of pages that are the same, in any order, and what each page is worth. Out: groups, each the page to keep and
//! those that are the same as it. In the order of their worth, pages that no group has yet begin a group and take their
//! neighbours that none has. So each page left out is the same as the one that is kept, and not merely the end of a chain,
//! and groups do not depend on the order of pages or pairs.
//!
//! ```text
//! pairs a-b b-c, a worth most    groups a b | c       b worth most    group b a c
//! ```
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
    pairs: Sorter<[u32; 2]>,
    chained: Spool,
    memory: usize,
}

/// Pages of which one is enough.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Group {
    /// The page to keep.
    pub kept: u32,
    /// Those that are the same as it, by number.
    pub others: Vec<u32>,
}

impl Groups {
    /// Groups among so many pages, with two spools and so many bytes for pairs.
    #[must_use]
    pub fn new(pages: u32, [pairs, chained]: [Spool; 2], memory: usize) -> Self {
        let pairs = Sorter::new(pairs, memory / 4);
        Groups { chains: Chains::new(pages), pairs, chained, memory }
    }

    /// Takes in two pages that are the same.
    ///
    /// # Errors
    /// If the pair cannot be kept.
    pub fn add(&mut self, a: u32, b: u32) -> Result<()> {
        self.chains.join(a, b);
        self.pairs.push([a, b]).map_err(unsorted)
    }

    /// The pairs, sorted by their chains.
    fn chained(self) -> io::Result<Sorted<[u32; 3]>> {
        let Groups { mut chains, pairs, chained, memory } = self;
        let mut sorter = Sorter::new(chained, memory / 4);
        for pair in pairs.sorted(memory / 4)? {
            let [a, b] = pair?;
            sorter.push([chains.first(a), a, b])?;
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
        let mut ahead: Option<[u32; 3]> = None;
        let mut chain = move || -> io::Result<Option<Vec<[u32; 2]>>> {
            let Some([first, a, b]) =
                ahead.take().map_or_else(|| sorted.next().transpose(), |next| Ok(Some(next)))?
            else {
                return Ok(None);
            };
            let mut pairs = vec![[a, b]];
            loop {
                ahead = sorted.next().transpose()?;
                match ahead {
                    Some([next, a, b]) if next == first => pairs.push([a, b]),
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

/// The groups of one chain.
fn stars<W: Ord>(pairs: &[[u32; 2]], mut worth: impl FnMut(u32) -> Result<W>) -> Result<Vec<Group>> {
    let mut neighbours: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &[a, b] in pairs {
        neighbours.entry(a).or_default().push(b);
        neighbours.entry(b).or_default().push(a);
    }
    let mut order = neighbours.keys().map(|&page| Ok((worth(page)?, page))).collect::<Result<Vec<_>>>()?;
    order.sort_unstable();
    let mut free: BTreeSet<u32> = neighbours.keys().copied().collect();
    let mut groups = Vec::new();
    for (_, kept) in order {
        if free.remove(&kept) {
            let mut others: Vec<u32> =
                neighbours[&kept].iter().copied().filter(|other| free.remove(other)).collect();
            others.sort_unstable();
            groups.push(Group { kept, others });
        }
    }
    groups.retain(|group| !group.others.is_empty());
    Ok(groups)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn groups(pages: u32, pairs: &[[u32; 2]], worth: impl Fn(u32) -> u32) -> Vec<Group> {
        let spool = || Spool::new(tempfile::tempfile().unwrap(), 0).unwrap();
        let mut groups = Groups::new(pages, [spool(), spool()], 64);
        for &[a, b] in pairs {
            groups.add(a, b).unwrap();
        }
        groups.groups(|page| Ok(worth(page))).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn a_page_that_is_left_out_is_the_same_as_the_kept_one() {
        let pairs = [[0, 1], [1, 2]];
        assert_eq!(groups(4, &pairs, |page| page), [Group { kept: 0, others: vec![1] }]);
        let worth = |page| if page == 1 { 0 } else { page + 1 };
        assert_eq!(groups(4, &pairs, worth), [Group { kept: 1, others: vec![0, 2] }]);
    }

    proptest! {
        #[test]
        fn groups_do_not_depend_on_order(
            pairs in prop::collection::vec((0_u32..20, 0_u32..20), 0..40),
            turn in 1_u32..20,
        ) {
            let pairs: Vec<[u32; 2]> = pairs.into_iter().filter(|(a, b)| a != b).map(|(a, b)| [a, b]).collect();
            let found = groups(20, &pairs, |page| page);
            // The same pages under other numbers, the pairs the other way round and backwards.
            let name = |page: u32| (page + turn) % 20;
            let turned: Vec<[u32; 2]> = pairs.iter().rev().map(|&[a, b]| [name(b), name(a)]).collect();
            let back = |page: u32| (page + 20 - turn) % 20;
            let mut again: Vec<Group> = groups(20, &turned, back);
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
    }
}
