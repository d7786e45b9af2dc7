//! The outline of a page: its sentences and fragments as sorted numbers, so that two pages can be compared by a merge.
//!
//! In: the keys of a page's sentences, and its fragments. Out: an [`Outline`]. It takes a fourth of the bytes that are stored
//! for a page, and most pairs that share too little are dismissed by their outlines, without reading the texts.
//!
//! ```text
//! page       "B ...", "A ...", "B ..."        (sentences 0, 1, 2 with keys 7, 3, 7)
//! outline    keys 3 7 7    sentences 1 0 2, with the number of characters of each
//! ```
//!
//! Cost: O(n log n) to build; two outlines are compared in O(n).

use super::sketch::{NOTHING, UnmatchedSentence};
use super::spool::bytes;
use crate::page::number;
use crate::site::Sketch;
use crate::spectrum::exact;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The sentences and fragments of a page, as numbers.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Outline {
    /// The keys of the sentences in ascending order, one for each occurrence on the page.
    pub(super) keys: Vec<u64>,
    /// For each key the number of characters of the sentence, and the sentence's number on the page. Sentences of the same key
    /// are in page order.
    pub(super) sentences: Vec<[u32; 2]>,
    /// For each key a sketch of the sentence, see `edited`; empty if only unedited sentences are compared.
    pub(super) sketches: Vec<u64>,
    /// The fragments in ascending order, each once.
    pub(super) fragments: Vec<u64>,
    /// How many characters all sentences have.
    chars: u32,
    /// The sketch of the page's template; empty if it is not known.
    pub(super) template: Sketch,
    /// The text outside the main text that may be the page's own nevertheless, if there is any. Its sentences are numbered after
    /// those of the main text.
    pub(super) outside: Option<Box<Outline>>,
}

impl Outline {
    /// The outline of a page with sentences of these keys, lengths and sketches, in the order of the page, and these
    /// fragments, in order.
    pub(super) fn new(sentences: &[(u64, u32)], sketches: &[u64], fragments: Vec<u64>) -> Self {
        let chars = sentences.iter().map(|&(_, chars)| chars).sum();
        let mut order: Vec<(u64, u32)> = (0..).zip(sentences).map(|(at, &(key, _))| (key, at)).collect();
        order.sort_unstable();
        let keys = order.iter().map(|&(key, _)| key).collect();
        let sentences = order.iter().map(|&(_, at)| [sentences[at as usize].1, at]).collect();
        let sketches = order.iter().filter_map(|&(_, at)| sketches.get(at as usize)).copied().collect();
        Outline { keys, sentences, sketches, fragments, chars, template: Sketch::default(), outside: None }
    }

    /// Adds the text outside the main text, whose sentences are renumbered.
    pub(super) fn with_outside(mut self, mut outside: Outline) -> Self {
        let before = number(self.keys.len());
        for [_, at] in &mut outside.sentences {
            *at += before;
        }
        self.outside = (!outside.keys.is_empty()).then(|| Box::new(outside));
        self
    }

    /// An outline of all own text: the main text and the text outside it as one.
    pub(super) fn whole(&self) -> Self {
        let Some(outside) = &self.outside else { return self.clone() };
        let parts = [self, outside];
        let mut order: Vec<(u64, u32, [usize; 2])> = Vec::with_capacity(self.keys.len() + outside.keys.len());
        for (part, outline) in parts.iter().enumerate() {
            let each = outline.keys.iter().zip(&outline.sentences).enumerate();
            order.extend(each.map(|(at, (&key, &[_, sentence]))| (key, sentence, [part, at])));
        }
        order.sort_unstable();
        let entries = || order.iter().map(|&(_, _, [part, at])| (parts[part], at));
        let mut fragments = [&self.fragments[..], &outside.fragments].concat();
        fragments.sort_unstable();
        fragments.dedup();
        Outline {
            keys: order.iter().map(|&(key, ..)| key).collect(),
            sentences: entries().map(|(part, at)| part.sentences[at]).collect(),
            sketches: entries().filter_map(|(part, at)| part.sketches.get(at)).copied().collect(),
            fragments,
            chars: self.chars + outside.chars,
            template: self.template,
            outside: None,
        }
    }

    /// The key and the number of characters of each sentence of the main text, in the order of the keys.
    pub fn sentences(&self) -> impl Iterator<Item = (u64, u32)> {
        self.keys.iter().zip(&self.sentences).map(|(&key, &[chars, _])| (key, chars))
    }

    /// Without fragments, see [`Facts::without_fragments`](super::Facts::without_fragments).
    pub(super) fn without_fragments(&self) -> Self {
        let outside = self.outside.as_ref().map(|outside| Box::new(outside.without_fragments()));
        Outline { fragments: Vec::new(), outside, ..self.clone() }
    }

    /// How many characters all sentences have.
    #[must_use]
    pub fn chars(&self) -> u32 {
        self.chars
    }

    /// The share of the page's own text that another page has, given that the other has `common` of the `compared` characters.
    /// The text outside the main text counts too, but can only lower the share, since it may be part of the frame.
    pub(super) fn share_in(&self, other: &Outline, common: f64, compared: f64) -> f64 {
        let sum = |is: &dyn Fn(u64) -> bool| -> u64 {
            let sentences = self.outside.iter().flat_map(|outside| outside.sentences());
            sentences.filter(|&(key, _)| is(key)).map(|(_, chars)| u64::from(chars)).sum()
        };
        let [outside, also] = [sum(&|_| true), sum(&|key| other.has(key))];
        f64::min((common + exact(also)) / (compared + exact(outside)), common / compared)
    }

    /// The outline of the main text, and that of the text outside it.
    fn parts(&self) -> impl Iterator<Item = &Outline> {
        std::iter::once(self).chain(self.outside.as_deref())
    }

    /// Whether the page has a sentence, in its main text or outside it.
    fn has(&self, key: u64) -> bool {
        self.parts().any(|part| part.keys.binary_search(&key).is_ok())
    }

    /// The numbers of the sentences that another page does not have unedited, in page order.
    pub(super) fn lacking_in(&self, other: &Outline) -> Vec<u32> {
        let sentences = self.parts().flat_map(|part| part.keys.iter().zip(&part.sentences));
        let mut lacking: Vec<u32> =
            sentences.filter(|&(&key, _)| !other.has(key)).map(|(_, &[_, at])| at).collect();
        lacking.sort_unstable();
        lacking
    }

    /// About how many bytes of memory it takes.
    pub(super) fn bytes(&self) -> u64 {
        bytes(size_of_val(&self.keys[..]) + size_of_val(&self.sentences[..]))
            + bytes(size_of_val(&self.sketches[..]) + size_of_val(&self.fragments[..]))
            + self.outside.as_ref().map_or(0, |outside| outside.bytes())
            + bytes(size_of::<Self>())
    }

    /// The sentence of the key at this index, for the search for edited sentences.
    pub(super) fn unmatched(&self, index: usize) -> UnmatchedSentence {
        let sketch = self.sketches.get(index).copied().unwrap_or(NOTHING);
        UnmatchedSentence { at: self.sentences[index][1], sketch }
    }

    /// The number of fragments of the page that has fewer, and how many of these the other page has too.
    pub(super) fn fragments_shared(&self, other: &Outline) -> [u32; 2] {
        let shared = count_common(&self.fragments, &other.fragments);
        [number(self.fragments.len().min(other.fragments.len())), number(shared)]
    }

    /// Reads an outline that was encoded; `None` if the bytes are something else.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok().filter(Outline::is_whole)
    }

    /// Whether each key has its sentence.
    pub(super) fn is_whole(&self) -> bool {
        self.parts().all(|part| part.keys.len() == part.sentences.len())
    }
}

/// The pairs of indices at which two ascending lists have the same number. A number that both have several times is paired as often
/// as both have it.
///
/// Cost: O(s log(l / s)) for lists of s and l numbers, s being the smaller.
pub(super) fn common_indices<'a>(one: &'a [u64], other: &'a [u64]) -> impl Iterator<Item = [usize; 2]> + 'a {
    let [mut at, mut at_other] = [0; 2];
    std::iter::from_fn(move || {
        loop {
            let (key, key_other) = (*one.get(at)?, *other.get(at_other)?);
            match key.cmp(&key_other) {
                Ordering::Less => at = first_at_least(one, at + 1, key_other),
                Ordering::Greater => at_other = first_at_least(other, at_other + 1, key),
                Ordering::Equal => {
                    (at, at_other) = (at + 1, at_other + 1);
                    return Some([at - 1, at_other - 1]);
                }
            }
        }
    })
}

/// A search costs as much as visiting this many numbers one by one.
const SEARCH: usize = 16;

/// How many numbers two ascending lists have in common.
fn count_common(one: &[u64], other: &[u64]) -> usize {
    if one.len().max(other.len()) > SEARCH * one.len().min(other.len()) {
        return common_indices(one, other).count();
    }
    let [mut at, mut at_other, mut count] = [0; 3];
    while let (Some(key), Some(key_other)) = (one.get(at), other.get(at_other)) {
        // Without a branch, as the processor could not predict it.
        count += usize::from(key == key_other);
        at += usize::from(key <= key_other);
        at_other += usize::from(key >= key_other);
    }
    count
}

/// The first index from `from` on whose number is not less than `key`, by galloping search.
fn first_at_least(keys: &[u64], from: usize, key: u64) -> usize {
    let mut step = 1;
    let mut before = from;
    while keys.get(before + step - 1).is_some_and(|&found| found < key) {
        before += step;
        step *= 2;
    }
    let until = keys.len().min(before + step - 1);
    before + keys[before..until].partition_point(|&found| found < key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_of_both_are_found_each_as_often_as_both_have_it(
            mut one in prop::collection::vec(0_u64..40, 0..30),
            mut other in prop::collection::vec(0_u64..400, 0..200),
        ) {
            one.sort_unstable();
            other.sort_unstable();
            let found: Vec<u64> = common_indices(&one, &other).map(|[at, _]| one[at]).collect();
            let same: Vec<u64> = common_indices(&one, &other).map(|[_, at]| other[at]).collect();
            prop_assert_eq!(&found, &same);
            prop_assert_eq!(count_common(&one, &other), found.len());
            let count = |row: &[u64], key: u64| row.iter().filter(|&&found| found == key).count();
            for key in 0..400 {
                prop_assert_eq!(count(&found, key), count(&one, key).min(count(&other, key)));
            }
        }
    }
}
