//! The text that a page states in its data: `articleBody` of schema.org in JSON-LD.
//!
//! In: a page as a tree. Out: the text's words, four in a row, and for a block how many of its words stand in these. A page that
//! shows something else has few; a text that is cut off, as many are, has no more than the beginning of the article.
//!
//! ```text
//! "articleBody": "The river rose all night and .."
//! The river rose all night          1
//! The river fell in the morning     0, no four words in a row are the same
//! ```
//!
//! Time is linear in the data and the blocks.

use super::words;
use crate::page::Tree;
use crate::page::data::{DEPTH, Datum, data};
use crate::page::digest::{BASIS, mix, spread};
use hashbrown::HashSet;
use memchr::memmem;
use serde_json::Value;

/// The member that states it.
const NAME: &str = "articleBody";

/// Words in a row: as many as main texts are compared by.
const ROW: usize = 4;

/// The words of a stated text.
#[derive(Debug)]
pub(super) struct StatedText(HashSet<u64>);

impl StatedText {
    /// Reads a page.
    pub(super) fn of(tree: &Tree<'_>) -> Option<Self> {
        let states = |part: &str| memmem::find(part.as_bytes(), NAME.as_bytes()).is_some();
        if !tree.left_out().iter().any(|span| states(&tree.source[span.range()])) {
            return None;
        }
        let mut rows = HashSet::new();
        data(tree, |datum| {
            if let Datum::Linked(value) = datum {
                each_text(&value, 0, &mut |text| {
                    // Some state markup.
                    let shown = Tree::new(text);
                    let words: Vec<u64> =
                        shown.leaves().iter().flat_map(|leaf| words::of_text(&leaf.text).each).collect();
                    rows.extend(words.windows(ROW).map(row));
                });
            }
        });
        (!rows.is_empty()).then_some(StatedText(rows))
    }

    /// The share of the words of a block that stand in the text; none if these are fewer than a row.
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

fn each_text(value: &Value, depth: usize, then: &mut impl FnMut(&str)) {
    match value {
        _ if depth > DEPTH => {}
        Value::Array(values) => values.iter().for_each(|value| each_text(value, depth + 1, then)),
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(text) if name == NAME => then(text),
                    value => each_text(value, depth + 1, then),
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_the_words_that_stand_four_in_a_row_in_the_stated_text() {
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
