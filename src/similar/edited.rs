//! Matches edited sentences: which sentence of one page is an edited form of which sentence of the other, and how much of the
//! two is the same.
//!
//! In: the sentences of either page that the other lacks, each with a [sketch](super::sketch) of four hashes. Out: pairs of
//! sentences, each with its number of common characters.
//!
//! ```text
//! page 1   The ship sails on Monday morning.      matched: most of the strings of eight bytes are in both
//! page 2   The ship sails on Friday morning.
//! ```
//!
//! The sentences of the page that has more of them are visited in page order. For each, the sentence of the other page is taken
//! that has the most hashes in common with it and a similar length. The two are a pair if at least half of the longer one's
//! strings of eight bytes are in both. Each sentence is matched at most once. O(number of sentences) to find the pairs, O(their
//! text) to compare them.
//!
//! Source: Broder, "On the Resemblance and Containment of Documents", 1997 (the least hash of a set); Li, Owen, Zhang, "One
//! Permutation Hashing", 2012 (several of one hash).

use super::facts::Facts;
use super::overlap::CommonSentence;
use super::sketch::{GRAM, UnmatchedSentence, numbers};
use crate::spectrum::size;
use hashbrown::{HashMap, HashSet};
use std::cmp::Reverse;

/// A hash of a sketch is used if at most this many sentences have it. This keeps the time linear.
const HOLDERS: usize = 8;

/// The pairs of edited sentences. The page with fewer unmatched sentences is put into a table, the other is looked up in it.
pub(super) fn match_edited(
    [first, second]: [&Facts; 2],
    [unmatched, unmatched_second]: &mut [Vec<UnmatchedSentence>; 2],
) -> Vec<CommonSentence> {
    if unmatched.len() <= unmatched_second.len() {
        return matched((first, unmatched), (second, unmatched_second));
    }
    let mut edited = matched((second, unmatched_second), (first, unmatched));
    for CommonSentence { first, second, .. } in &mut edited {
        std::mem::swap(first, second);
    }
    edited
}

/// The number of common characters of all sentences that are still unmatched, taken as one text for each page, since sentences may
/// end at other positions on the other page. 0 if the longer text has less than half of the shorter one's strings.
pub(super) fn common_in_rest(
    pages: [&Facts; 2],
    unmatched: &mut [Vec<UnmatchedSentence>; 2],
    edited: &[CommonSentence],
) -> f64 {
    let mut rest = [(Vec::new(), 0), (Vec::new(), 0)];
    for (at, (text, chars)) in rest.iter_mut().enumerate() {
        let mut matched: Vec<u32> = edited.iter().map(|edited| [edited.first, edited.second][at]).collect();
        matched.sort_unstable();
        unmatched[at].sort_unstable_by_key(|sentence| sentence.at);
        let rest = unmatched[at].iter().filter(|sentence| matched.binary_search(&sentence.at).is_err());
        for sentence in rest {
            let sentence = &pages[at].sentences[sentence.at as usize];
            text.extend_from_slice(pages[at].bytes_of(sentence));
            *chars += sentence.chars;
        }
    }
    rest.sort_unstable_by_key(|(text, _)| text.len());
    let [(shorter, chars), (longer, _)] = rest;
    let mut strings: Vec<u64> = grams(&longer).collect();
    strings.sort_unstable();
    let found = grams(&shorter).filter(|string| strings.binary_search(string).is_ok()).count();
    let all = grams(&shorter).len();
    if !are_half(found, all) {
        return 0.0;
    }
    size(found) / size(all.max(1)) * f64::from(chars)
}

/// The pairs of a sentence of `indexed`, whose sentences are in a table, and one of `queried`.
fn matched(
    (indexed, indexed_sentences): (&Facts, &[UnmatchedSentence]),
    (queried, queried_sentences): (&Facts, &mut [UnmatchedSentence]),
) -> Vec<CommonSentence> {
    queried_sentences.sort_unstable_by_key(|sentence| sentence.at);
    // The first sentences that have a hash, and how many have it.
    let mut by_hash: HashMap<u64, ([usize; HOLDERS], usize)> = HashMap::new();
    for (at, sentence) in indexed_sentences.iter().enumerate() {
        for number in numbers(sentence.sketch) {
            let (holders, count) = by_hash.entry(number).or_default();
            holders.get_mut(*count).into_iter().for_each(|free| *free = at);
            *count += 1;
        }
    }
    let mut counts = vec![0_u32; indexed_sentences.len()];
    let mut candidates = Vec::new();
    let mut edited = Vec::new();
    let mut taken = vec![false; indexed_sentences.len()];
    let mut strings = HashSet::new();
    for sentence in queried_sentences {
        for number in numbers(sentence.sketch) {
            let holders = by_hash.get(&number).and_then(|(holders, count)| holders.get(..*count));
            for &at in holders.unwrap_or_default().iter().filter(|&&at| !taken[at]) {
                if counts[at] == 0 {
                    candidates.push(at);
                }
                counts[at] += 1;
            }
        }
        let text = queried.bytes_of(&queried.sentences[sentence.at as usize]);
        let text_of = |at: usize| indexed.bytes_of(&indexed.sentences[indexed_sentences[at].at as usize]);
        // The most hashes in common; among equals the first sentence of the page.
        let best = candidates.iter().copied().filter(|&at| have_similar_lengths(text_of(at), text));
        let best = best.max_by_key(|&at| (counts[at], Reverse(indexed_sentences[at].at)));
        for at in candidates.drain(..) {
            counts[at] = 0;
        }
        let Some(at) = best else { continue };
        let Some(share) = common(text_of(at), text, &mut strings) else { continue };
        let pair =
            [&indexed.sentences[indexed_sentences[at].at as usize], &queried.sentences[sentence.at as usize]];
        taken[at] = true;
        let chars = common_chars(pair.map(|sentence| sentence.chars), share);
        edited.push(CommonSentence {
            first: indexed_sentences[at].at,
            second: sentence.at,
            pages: None,
            chars,
        });
    }
    edited
}

/// The number of common characters of two texts, given their lengths and the common share of the longer one's strings.
fn common_chars([one, other]: [u32; 2], share: f64) -> f64 {
    f64::min(share * f64::from(one.max(other)), f64::from(one.min(other)))
}

/// Whether a number of common strings is at least half of the longer text's, so that the two texts match.
fn are_half(strings: usize, of_longer: usize) -> bool {
    2 * strings >= of_longer.max(1)
}

/// Whether the lengths of two texts allow the shorter one to have half of the longer one's strings.
fn have_similar_lengths(one: &[u8], other: &[u8]) -> bool {
    let [one, other] = [one, other].map(|text| grams(text).len());
    are_half(one.min(other), one.max(other))
}

/// The number of strings that two texts have in common, as a share of the longer one's strings; `None` if it is less than half.
/// `strings` is scratch memory.
fn common(one: &[u8], other: &[u8], strings: &mut HashSet<u64>) -> Option<f64> {
    let all = grams(one).len().max(grams(other).len());
    if !have_similar_lengths(one, other) {
        return None;
    }
    // Skip the common beginning and end, which are most of a text with one changed word, except for the bytes of strings that
    // reach into them.
    let begin = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (rest, rest_other) = (&one[begin..], &other[begin..]);
    let end = rest.iter().rev().zip(rest_other.iter().rev()).take_while(|(one, other)| one == other).count();
    let around = [begin, end].map(|len| len.saturating_sub(GRAM - 1));
    let [one, other] = [one, other].map(|text| &text[around[0]..text.len() - around[1]]);
    strings.clear();
    strings.extend(grams(one));
    let mut count = around[0] + grams(other).len() + around[1];
    for gram in grams(other) {
        if !strings.contains(&gram) {
            count -= 1;
            if !are_half(count, all) {
                return None;
            }
        }
    }
    Some(size(count) / size(all))
}

/// The strings of eight bytes of a text, each as a number.
fn grams(text: &[u8]) -> impl ExactSizeIterator<Item = u64> {
    text.windows(GRAM).map(|gram| u64::from_le_bytes(gram.try_into().expect("eight bytes")))
}
