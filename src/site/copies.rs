//! Finds copies: pages with the same article or thread under several addresses, which count as one page; and compilations: pages with
//! the texts of several others, such as those of a month or a tag of a blog.
//!
//! In: for each page its identity and its texts, each with a key and its number of unlinked words. Out: for each page a number, the
//! same for all copies of a page, and whether it is a compilation.
//!
//! ```text
//! the-flood.html     The river rose all night ..                               2020/the-flood.html    a copy
//! the-letter.html    Nobody knew who ..
//! 2020-05.html       The river rose all night ..    Nobody knew who ..         a compilation
//! ```
//!
//! Two pages are copies if they share more than 0.7 of the words that the longer one has in long texts. A page is a compilation if it
//! has most of its words in common with two or more others, each of which has less than 0.7 of them. Only texts that few pages have are looked
//! up, so the number of compared pairs is at most linear in the texts.

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
    /// For each page whether it is a compilation.
    pub(crate) compilations: Vec<bool>,
    by_identity: HashMap<u64, usize>,
}

/// The long texts of a page, each once.
pub(crate) fn long_texts(texts: impl Iterator<Item = (u64, f64)>) -> impl Iterator<Item = (u64, f64)> {
    let mut seen = HashSet::new();
    texts.filter(|&(_, words)| words >= LONG).filter(move |&(key, _)| seen.insert(key))
}

impl Copies {
    /// Finds the copies among pages. Each page is its identity, and its texts as keys and numbers of unlinked words.
    pub(crate) fn learn<T: Iterator<Item = (u64, f64)>>(pages: impl Iterator<Item = (u64, T)>) -> Self {
        let (mut identities, mut long) = (Vec::new(), Vec::new());
        let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
        let (mut texts, mut by_page) = (Vec::new(), Vec::new());
        for (number, (identity, of_page)) in pages.enumerate() {
            identities.push(identity);
            long.push(0.0);
            let of_page: Vec<(u64, f64)> = long_texts(of_page).collect();
            for &(key, words) in &of_page {
                long[number] += words;
                let on = holders.entry(key).or_default();
                if on.is_empty() {
                    texts.push((key, words));
                }
                on.push(number);
            }
            by_page.push(of_page);
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
        let is_compilation = |(page, texts): (usize, &Vec<(u64, f64)>)| {
            // The other pages with a text that do not have nearly all of this page.
            let parts = |key: u64| {
                let is_part = |other: usize| {
                    let pair = (page.min(other), page.max(other));
                    other != page && shared[&pair] <= COPY * long[page]
                };
                holders.get(&key).into_iter().flatten().copied().filter(move |&other| is_part(other))
            };
            let borrowed = texts.iter().filter(|&&(key, _)| parts(key).next().is_some());
            let others: HashSet<usize> = texts.iter().flat_map(|&(key, _)| parts(key)).collect();
            others.len() > 1 && 2.0 * borrowed.map(|&(_, words)| words).sum::<f64>() > long[page]
        };
        let compilations = by_page.iter().enumerate().map(is_compilation).collect();
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
        Copies { holders, long, groups, compilations, by_identity }
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

#[cfg(test)]
mod tests {
    use super::Copies;

    /// Pages by the keys of their texts, of thirty words each.
    fn found(pages: &[&[u64]]) -> Copies {
        let texts = |texts: &&[u64]| texts.iter().map(|&key| (key, 30.0)).collect::<Vec<_>>();
        Copies::learn(pages.iter().enumerate().map(|(page, of)| (page as u64, texts(of).into_iter())))
    }

    #[test]
    fn a_page_with_the_texts_of_others_is_a_compilation_and_these_are_not() {
        let whole: &[&[u64]] = &[&[1, 2], &[3, 4], &[5, 6, 7], &[8], &[9, 10], &[1, 2, 3, 4]];
        assert_eq!(found(whole).compilations, [false, false, false, false, false, true]);
        let first_paragraphs: &[&[u64]] = &[&[1, 2, 3], &[4, 5, 6], &[7, 8], &[9], &[10, 11], &[1, 4, 7]];
        assert_eq!(found(first_paragraphs).compilations, [false, false, false, false, false, true]);
    }

    #[test]
    fn copies_and_pages_that_quote_are_no_compilations() {
        let pages: &[&[u64]] = &[&[1, 2], &[1, 2], &[3], &[4], &[3, 4, 5, 6, 7], &[8]];
        assert_eq!(found(pages).compilations, [false; 6]);
        assert_eq!(found(pages).groups, [0, 0, 2, 3, 4, 5]);
    }

    #[test]
    fn texts_of_many_pages_are_template() {
        let pages: &[&[u64]] = &[&[1, 2], &[1, 2], &[1, 2], &[1, 2, 3], &[1, 2, 4], &[1, 2, 5]];
        assert_eq!(found(pages).compilations, [false; 6]);
    }
}
