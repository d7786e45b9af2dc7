//! Whether the texts between the elements of a line are words of the template or prose.
//!
//! ```text
//! 113 points by <a>ann</a> 2 hours ago | <a>9 comments</a>          words of the template: they recur with other numbers
//! He <em>won</em> again, and <em>lost</em>                           prose
//! ```

use crate::measure::{LEAST, are_most};
use crate::page::digest::text as hash;
use crate::repeat::fold_digits;
use hashbrown::HashMap;

/// How often each text occurs, with all numbers alike, by its hash.
#[derive(Default)]
pub(super) struct OwnTexts(HashMap<u64, usize>);

impl OwnTexts {
    pub(super) fn add(&mut self, text: &str) {
        *self.0.entry(hash(&fold_digits(text))).or_default() += 1;
    }

    /// Whether most of the texts are those that at least half of the lines have.
    pub(super) fn are_of_template(&self, lines: usize) -> bool {
        let recurring = self.0.values().filter(|&&times| 2 * times >= lines.max(LEAST)).sum();
        are_most(recurring, self.0.values().sum())
    }
}
