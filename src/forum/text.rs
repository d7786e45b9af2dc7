//! The weights of the texts of pages.
//!
//! In: the texts of the pages of a cluster. Out: for each text its words, whether it is its page's *own*, its *weight*,
//! and tokens by which it may recur in every post, such as a label or the pattern of a date.
//!
//! ```text
//! "Posted 3 May 2020 10:30"    figures "0 0:0": "Posted 14 May 2021 9:05" has the same token
//! ```
//!
//! A text is its page's own if no other page of the cluster has it, and its page has it at most twice. All digits are
//! treated as equal, since counters and dates belong to the template. The weight is the number of words minus two,
//! since labels and names have no more; linked texts get a quarter of it.
//!
//! Cost: linear in the texts, plus sorting the pages.

use crate::content::{dates, words};
use crate::measure::TEXT;
use crate::page::digest::{BASIS, mix, spread};
use crate::page::{Leaf, Tree};
use crate::repeat::thread::Text;
use crate::site::copies::Copies;
use hashbrown::HashMap;

/// How often a page may contain its own text: in a post and in a quotation of it.
const TIMES: u32 = 2;

/// Number of pages with a text. Copies count as one page.
struct GroupCount {
    /// The copy group of the last page with the text.
    last: usize,
    /// Number of copy groups.
    groups: u32,
}

/// The words of a leaf, without regard to other pages.
#[derive(Clone, Debug)]
pub(super) struct LeafText {
    /// Number of words; a character of Chinese or Japanese is half a word.
    count: f64,
    /// Hash of the text that ignores case and the values of numbers.
    key: u64,
    /// Hash of a short text as a label, and of its figures.
    tokens: [Option<u64>; 2],
    is_linked: bool,
    /// A hash of its first word and its figures if it begins or ends with a date.
    date: Option<u64>,
    /// Whether it has unlinked letters besides dates.
    speaks: bool,
}

/// Returns the texts of a page.
pub(super) fn of_page(tree: &Tree) -> Vec<LeafText> {
    let linked = tree.within(|id| tree.is_link(id));
    let words = |leaf: &Leaf| {
        let count = words::count(&leaf.text);
        let key = key(&leaf.text);
        let tokens = [(count <= f64::from(TEXT)).then(|| spread(mix(BASIS, key))), figures(&leaf.text)];
        let is_linked = linked[leaf.parent.index()];
        let date = dates::at_edge(std::iter::once(&*leaf.text)).then(|| form(&leaf.text, tokens[1]));
        LeafText { count, key, tokens, is_linked, date, speaks: !is_linked && dates::speaks(&leaf.text) }
    };
    tree.leaves().iter().map(words).collect()
}

/// Returns a hash of a text that ignores case and treats all runs of digits as equal.
fn key(text: &str) -> u64 {
    let (mut hash, mut after_digit) = (BASIS, false);
    if text.is_ascii() {
        // Gives the same hash in a third of the time.
        for byte in text.bytes() {
            let is_digit = byte.is_ascii_digit();
            if !is_digit || !after_digit {
                hash = mix(hash, u64::from(if is_digit { b'0' } else { byte.to_ascii_lowercase() }));
            }
            after_digit = is_digit;
        }
        return spread(hash);
    }
    for char in text.chars() {
        let is_digit = char.is_numeric();
        if !is_digit {
            hash = char.to_lowercase().map(u64::from).fold(hash, mix);
        } else if !after_digit {
            hash = mix(hash, u64::from('0'));
        }
        after_digit = is_digit;
    }
    spread(hash)
}

/// Returns a hash of the first word of a text, if it has no digit, and of its figures: `Posted by Ann, 1/2/2020`.
fn form(text: &str, figures: Option<u64>) -> u64 {
    let first = text.split_whitespace().next().filter(|word| !word.contains(char::is_numeric));
    spread(mix(figures.unwrap_or_default(), first.map_or(BASIS, key)))
}

/// Returns a hash of the first run of two or more numbers with only punctuation and spaces between: `1/2/2020 10:30`.
/// All digits are treated as equal.
fn figures(text: &str) -> Option<u64> {
    if !text.contains(char::is_numeric) {
        return None;
    }
    let (mut hash, mut runs, mut signs) = (BASIS, 0, Vec::new());
    for char in text.chars().chain(['a']) {
        if char.is_numeric() {
            if runs == 0 || !signs.is_empty() {
                hash = signs.drain(..).fold(hash, mix);
                hash = mix(hash, u64::from('0'));
                runs += 1;
            }
        } else if runs > 0 {
            if char.is_alphanumeric() || char == '_' {
                if runs >= 2 {
                    return Some(spread(hash));
                }
                (hash, runs) = (BASIS, 0);
                signs.clear();
            } else {
                signs.push(u64::from(char));
            }
        }
    }
    None
}

/// Weighs the texts of the pages of a cluster. Copies of a thread count as one page: only their dates and counters
/// differ, so their posts must still count as the page's own.
pub(super) fn weigh(pages: &[&[LeafText]]) -> Vec<Vec<Text>> {
    let unlinked = |words: &LeafText| (words.key, if words.is_linked { 0.0 } else { words.count });
    let identity = |page: &&[LeafText]| page.iter().fold(BASIS, |hash, words| mix(hash, words.key));
    let identities: Vec<u64> = pages.iter().map(identity).collect();
    let texts = pages.iter().map(|page| page.iter().map(unlinked));
    let copies = Copies::learn(identities.iter().copied().zip(texts));
    let mut equal: HashMap<u64, usize> = HashMap::new();
    let groups = identities.into_iter().zip(&copies.groups);
    // Identical pages are copies, however short their texts are.
    let groups: Vec<usize> =
        groups.map(|(identity, &group)| *equal.entry(identity).or_insert(group)).collect();
    // A page that shows posts of several threads makes them no part of the template.
    let mut order: Vec<usize> = (0..pages.len()).filter(|&page| !copies.compilations[page]).collect();
    order.sort_by_key(|&page| groups[page]);
    let mut on: HashMap<u64, GroupCount> = HashMap::new();
    for page in order {
        let group = groups[page];
        for words in pages[page] {
            let on = on.entry(words.key).or_insert(GroupCount { last: group, groups: 1 });
            if on.last != group {
                *on = GroupCount { last: group, groups: on.groups + 1 };
            }
        }
    }
    let of_page = |(page, &is_compilation): (&&[LeafText], &bool)| {
        let mut times: HashMap<u64, u32> = HashMap::new();
        page.iter().for_each(|words| *times.entry(words.key).or_default() += 1);
        let text = |&LeafText { count: words, key, tokens, is_linked, date, speaks }: &LeafText| {
            let others = on.get(&key).map_or(0, |on| on.groups);
            let is_own = others + u32::from(is_compilation) <= 1 && times[&key] <= TIMES;
            let weight = Text::weight(words, is_linked, is_own);
            Text { key, words, tokens, is_linked, date, says: is_own && speaks, is_own, weight }
        };
        page.iter().map(text).collect()
    };
    pages.iter().zip(&copies.compilations).map(of_page).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_depend_on_words_and_not_on_numbers() {
        assert_eq!(key("Post 17 of 203"), key("post 4 OF 5"));
        assert_ne!(key("post 17"), key("posts 17"));
    }

    #[test]
    fn the_hash_of_figures_ignores_their_digits() {
        assert_eq!(figures("on 1/2/2020 10:30, she"), figures("31/12/99 1:05"));
        assert_ne!(figures("1/2/2020"), figures("1.2.2020"));
        assert_eq!((figures("7 posts"), figures("b2 of 9"), figures("1 and 2")), (None, None, None));
    }
}
