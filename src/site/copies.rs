//! Finds copies: pages with the same article or thread under several addresses, which count as one page.
//!
//! In: for each page its identity and its texts, each with a key and its number of unlinked words. Out: for each page a number, the
//! same for all copies of a page.
//!
//! Two pages are copies if they share more than 0.7 of the words that the longer one has in long texts. Only texts that few pages have
//! are looked up, so the number of compared pairs is at most linear in the texts.

use hashbrown::{HashMap, HashSet};

/// A text is long from 20 unlinked words on: two pages do not share such a text by chance.
const LONG: f64 = 20.0;

/// The share of the longer page's words in long texts above which pages are copies; 0.5 gives the same, 0.9 costs 0.002.
const COPY: f64 = 0.7;

/// A text on more pages is not used, since an article is under few addresses. This also bounds the number of pairs.
const MOST_COPIES: usize = 10;

/// The copies among the pages of a set.
#[derive(Clone, Debug)]
pub(crate) struct Copies {
    /// The pages of each long text that few pages have.
    holders: HashMap<u64, Vec<usize>>,
    /// The number of words in the long texts of each page.
    long: Vec<f64>,
    /// For each page the number of the first page that it is a copy of, or its own.
    pub(crate) groups: Vec<usize>,
    by_identity: HashMap<u64, usize>,
}

/// The long texts of a page, each once.
fn long_texts(texts: impl Iterator<Item = (u64, f64)>) -> impl Iterator<Item = (u64, f64)> {
    let mut seen = HashSet::new();
    texts.filter(|&(_, words)| words >= LONG).filter(move |&(key, _)| seen.insert(key))
}

impl Copies {
    /// Finds the copies among pages. Each page is its identity, and its texts as keys and numbers of unlinked words.
    pub(crate) fn learn<T: Iterator<Item = (u64, f64)>>(pages: impl Iterator<Item = (u64, T)>) -> Self {
        let (mut identities, mut long) = (Vec::new(), Vec::new());
        let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
        let mut texts = Vec::new();
        for (number, (identity, of_page)) in pages.enumerate() {
            identities.push(identity);
            long.push(0.0);
            for (key, words) in long_texts(of_page) {
                long[number] += words;
                let on = holders.entry(key).or_default();
                if on.is_empty() {
                    texts.push((key, words));
                }
                on.push(number);
            }
        }
        let pages = identities.len();
        let most = (pages / 3).clamp(2, MOST_COPIES);
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
        let mut groups: Vec<usize> = (0..pages).collect();
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
        let groups: Vec<usize> = (0..pages).map(|page| root(&groups, page)).collect();
        let by_identity = identities.into_iter().zip(groups.iter().copied()).collect();
        Copies { holders, long, groups, by_identity }
    }

    /// The group of a page that is one of the learned pages or a copy of one.
    pub(crate) fn of(&self, identity: u64, texts: impl Iterator<Item = (u64, f64)>) -> Option<usize> {
        if let Some(&group) = self.by_identity.get(&identity) {
            return Some(group);
        }
        let mut long = 0.0;
        let mut shared: HashMap<usize, f64> = HashMap::new();
        for (key, words) in long_texts(texts) {
            long += words;
            for &holder in self.holders.get(&key).into_iter().flatten() {
                *shared.entry(holder).or_default() += words;
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
