//! Which pages are copies: the same article under several addresses, which is to count as one page.

use super::piece::{Page, Piece};
use hashbrown::{HashMap, HashSet};

/// 20 unlinked words: a text that two pages do not have by chance.
const LONG: f64 = 20.0;

/// 0.7 of the long texts of the longer page; 0.5 does as well, 0.9 costs 0.002.
const COPY: f64 = 0.7;

/// A text on more pages tells nothing about copies: an article stands under few addresses. Keeps the pairs few.
const MOST_COPIES: usize = 10;

/// The copies among the pages of a set.
#[derive(Clone, Debug)]
pub(super) struct Copies {
    /// The pages with each long text that tells.
    holders: HashMap<u64, Vec<usize>>,
    /// The words in long texts of each page.
    long: Vec<f64>,
    /// For every page a number that copies share.
    pub(super) groups: Vec<usize>,
    by_identity: HashMap<u64, usize>,
}

/// The long texts of a page, each once.
fn long_texts(page: &Page) -> impl Iterator<Item = &Piece> {
    let mut seen = HashSet::new();
    page.pieces.iter().filter(|piece| piece.unlinked() >= LONG).filter(move |piece| seen.insert(piece.key))
}

impl Copies {
    /// Finds the copies among pages.
    pub(super) fn learn(pages: &[&mut Page]) -> Self {
        let mut long = vec![0.0; pages.len()];
        let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
        let mut texts = Vec::new();
        for (number, page) in pages.iter().enumerate() {
            for piece in long_texts(page) {
                long[number] += piece.unlinked();
                let on = holders.entry(piece.key).or_default();
                if on.is_empty() {
                    texts.push((piece.key, piece.unlinked()));
                }
                on.push(number);
            }
        }
        let most = (pages.len() / 3).clamp(2, MOST_COPIES);
        holders.retain(|_, on| on.len() <= most);
        let mut shared: HashMap<(usize, usize), f64> = HashMap::new();
        for (key, words) in texts {
            let on = holders.get(&key).map_or(&[][..], Vec::as_slice);
            for (place, &first) in on.iter().enumerate() {
                for &second in &on[place + 1..] {
                    *shared.entry((first, second)).or_default() += words;
                }
            }
        }
        let mut groups: Vec<usize> = (0..pages.len()).collect();
        let mut alike: Vec<(usize, usize)> = shared
            .into_iter()
            .filter_map(|((first, second), words)| {
                is_copy(words, long[first], long[second]).then_some((first, second))
            })
            .collect();
        alike.sort_unstable();
        for (first, second) in alike {
            let (first, second) = (root(&groups, first), root(&groups, second));
            groups[first.max(second)] = first.min(second);
        }
        let groups: Vec<usize> = (0..pages.len()).map(|page| root(&groups, page)).collect();
        let by_identity = pages.iter().zip(&groups).map(|(page, &group)| (page.identity, group)).collect();
        Copies { holders, long, groups, by_identity }
    }

    /// The number of the pages that a page is or is a copy of.
    pub(super) fn of(&self, page: &Page) -> Option<usize> {
        if let Some(&group) = self.by_identity.get(&page.identity) {
            return Some(group);
        }
        let mut long = 0.0;
        let mut shared: HashMap<usize, f64> = HashMap::new();
        for piece in long_texts(page) {
            long += piece.unlinked();
            for &holder in self.holders.get(&piece.key).into_iter().flatten() {
                *shared.entry(holder).or_default() += piece.unlinked();
            }
        }
        let copies = shared.into_iter().filter(|&(holder, words)| is_copy(words, long, self.long[holder]));
        copies.map(|(holder, _)| self.groups[holder]).min()
    }
}

fn is_copy(shared: f64, one: f64, other: f64) -> bool {
    shared > COPY * one.max(other)
}

fn root(groups: &[usize], mut page: usize) -> usize {
    while groups[page] != page {
        page = groups[page];
    }
    page
}
