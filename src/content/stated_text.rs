//! The main text as a page states it in its data: `articleBody` of schema.org in JSON-LD.
//!
//! In: a page as a tree. Out: the set of all runs of four words of the stated text, and for a block the share of its
//! words that such runs cover. The share is low if the page shows another text. Many stated texts are cut off and cover
//! only the beginning of the article.
//!
//! ```text
//! "articleBody": "The river rose all night and .."
//! The river rose all night          1
//! The river fell in the morning     0: no four words in a row are in the text
//! ```
//!
//! Cost: linear in the data and the blocks.

use super::words;
use crate::page::Tree;
use crate::page::data::{Data, Statement, Value, Vocabulary};
use crate::page::digest::{BASIS, mix, spread};
use hashbrown::HashSet;
use memchr::memmem;

/// The property with the text.
const NAME: &str = "articleBody";

/// Length of a run of words, as in the comparison of main texts.
const ROW: usize = 4;

/// Hashes of the runs of words of a stated text.
#[derive(Debug)]
pub(super) struct StatedText(HashSet<u64>);

impl StatedText {
    /// Reads the stated text of a page, if it has one.
    pub(super) fn of(tree: &Tree<'_>) -> Option<Self> {
        let states = |part: &str| memmem::find(part.as_bytes(), NAME.as_bytes()).is_some();
        if !tree.left_out().iter().any(|span| states(&tree.source[span.range()])) {
            return None;
        }
        let mut rows = HashSet::new();
        let data = Data::of(tree);
        let is_stated = |one: &&Statement| one.vocabulary == Vocabulary::JsonLd && one.name == NAME;
        for value in data.statements.iter().filter(is_stated).flat_map(|one| &one.values) {
            if let Value::Text(text) = value {
                // Some pages put markup into the text.
                let shown = Tree::new(text);
                let words: Vec<u64> =
                    shown.leaves().iter().flat_map(|leaf| words::of_text(&leaf.text).each).collect();
                rows.extend(words.windows(ROW).map(row));
            }
        }
        (!rows.is_empty()).then_some(StatedText(rows))
    }

    /// Returns the share of the words of a block that runs of the text cover; `None` if the block is shorter than a
    /// run.
    pub(super) fn share(&self, words: &[u64]) -> Option<f64> {
        let mut covered = 0;
        let mut end = 0;
        for (at, words) in words.windows(ROW).enumerate() {
            if self.0.contains(&row(words)) {
                covered += at + ROW - end.max(at);
                end = at + ROW;
            }
        }
        let number = |len: usize| crate::spectrum::exact(len as u64); // usize has at most 64 bits
        (words.len() >= ROW).then(|| number(covered) / number(words.len()))
    }
}

fn row(words: &[u64]) -> u64 {
    spread(words.iter().fold(BASIS, |hash, &word| mix(hash, word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_counts_words_in_runs_of_four_of_the_stated_text() {
        let page = r#"<script type="application/ld+json">{"@graph": [{"articleBody": "One two three four five. <p>Six seven"}]}</script>"#;
        let stated = StatedText::of(&Tree::whole(page)).expect("there is one");
        let share = |text: &str| stated.share(&words::of_text(text).each);
        assert_eq!(share("two three four five six, seven"), Some(1.0));
        assert_eq!(share("zero one two three four ten eleven twelve"), Some(0.5));
        assert_eq!(share("one two three five"), Some(0.0));
        assert_eq!(share("one two three"), None);
        assert!(StatedText::of(&Tree::whole("<p>One two three four five")).is_none());
    }
}
