//! What a text says: its words, whether it is its page's own, and what may recur in each post.
//!
//! A text is its page's *own* if no other page of the set has it, and at most twice on its page: what is written once.
//! Digits count as one another, for counters and dates are the template's. Its *weight* is its words but for two, since
//! labels and names have no more; a quarter where it is linked.

use crate::content::words;
use crate::measure::TEXT;
use crate::page::digest::{BASIS, mix, spread};
use crate::page::{Leaf, Tree};
use crate::repeat::thread::Text;
use crate::site::copies::Copies;
use hashbrown::HashMap;

/// How often a page may repeat its own text: a post and its quotation.
const TIMES: u32 = 2;

/// On how many pages a text stands, where copies count as one.
struct On {
    /// The last of them.
    last: usize,
    groups: u32,
}

/// What a leaf says by itself.
#[derive(Clone, Debug)]
pub(super) struct Words {
    /// How many words; a character of Chinese or Japanese is half a word.
    count: f64,
    /// The same for texts that differ in digits and capitals.
    key: u64,
    tokens: [Option<u64>; 2],
    is_linked: bool,
}

/// The texts of a page.
pub(super) fn of_page(tree: &Tree) -> Vec<Words> {
    let linked = tree.within(|id| tree.is_link(id));
    let words = |leaf: &Leaf| {
        let count = words::count(&leaf.text);
        let key = key(&leaf.text);
        let tokens = [(count <= f64::from(TEXT)).then(|| spread(mix(BASIS, key))), figures(&leaf.text)];
        Words { count, key, tokens, is_linked: linked[leaf.parent.index()] }
    };
    tree.leaves().iter().map(words).collect()
}

/// The same for texts that differ in digits and capitals alone: runs of digits are one sign.
fn key(text: &str) -> u64 {
    let (mut hash, mut after_digit) = (BASIS, false);
    if text.is_ascii() {
        // The same, in a third of the time.
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

/// Two figures or more with signs between, digits all the same: `1/2/2020 10:30`.
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

/// The texts of pages, weighed: which are their pages' own. Copies of one thread count as one page: their dates and
/// counters differ, and what was said in them is the pages' own.
pub(super) fn weigh(pages: &[&[Words]]) -> Vec<Vec<Text>> {
    let unlinked = |words: &Words| (words.key, if words.is_linked { 0.0 } else { words.count });
    let identity = |page: &&[Words]| page.iter().fold(BASIS, |hash, words| mix(hash, words.key));
    let identities: Vec<u64> = pages.iter().map(identity).collect();
    let texts = pages.iter().map(|page| page.iter().map(unlinked));
    let copies = Copies::learn(identities.iter().copied().zip(texts));
    let mut equal: HashMap<u64, usize> = HashMap::new();
    let groups = identities.into_iter().zip(&copies.groups);
    // Equal pages are copies, however short their texts are.
    let groups: Vec<usize> =
        groups.map(|(identity, &group)| *equal.entry(identity).or_insert(group)).collect();
    let mut order: Vec<usize> = (0..pages.len()).collect();
    order.sort_by_key(|&page| groups[page]);
    let mut on: HashMap<u64, On> = HashMap::new();
    for page in order {
        let group = groups[page];
        for words in pages[page] {
            let on = on.entry(words.key).or_insert(On { last: group, groups: 1 });
            if on.last != group {
                *on = On { last: group, groups: on.groups + 1 };
            }
        }
    }
    let of_page = |page: &&[Words]| {
        let mut times: HashMap<u64, u32> = HashMap::new();
        page.iter().for_each(|words| *times.entry(words.key).or_default() += 1);
        let text = |&Words { count: words, key, tokens, is_linked }: &Words| {
            let is_own = on[&key].groups <= 1 && times[&key] <= TIMES;
            let weight = Text::weight(words, is_linked, is_own);
            Text { words, tokens, is_linked, is_dated: false, is_own, weight }
        };
        page.iter().map(text).collect()
    };
    pages.iter().map(of_page).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_words_apart_and_no_numbers() {
        assert_eq!(key("Post 17 of 203"), key("post 4 OF 5"));
        assert_ne!(key("post 17"), key("posts 17"));
    }

    #[test]
    fn figures_are_alike_whatever_their_digits() {
        assert_eq!(figures("on 1/2/2020 10:30, she"), figures("31/12/99 1:05"));
        assert_ne!(figures("1/2/2020"), figures("1.2.2020"));
        assert_eq!((figures("7 posts"), figures("b2 of 9"), figures("1 and 2")), (None, None, None));
    }
}
