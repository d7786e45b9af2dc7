//! What speaks for a name being the author's: a plain struct of named features, and the weights that are fitted on real pages.

use crate::features::{Table, features};
use std::sync::OnceLock;

features! {
    /// The features of a name; where nothing else is said, 1 if it is so.
    pub struct NameEvidence {
        /// One word.
        one_word,
        /// Two or three words.
        two_or_three,
        /// A link.
        link,
        /// A link to an address with its words.
        leads_to_it,
        /// Between headline and text.
        below_headline,
        /// Above the headline.
        above_headline,
        /// ln of how many texts below the headline, up to the end of the article.
        far_below,
        /// ln of how many texts behind the article.
        far_behind,
        /// 1 / (1 + texts between it and the date).
        beside_date,
        /// Behind the date.
        behind_date,
        /// It is a text of its own elsewhere too.
        elsewhere,
        /// All its words are in the title.
        in_title,
        /// The article has it twice.
        twice,
        /// Behind a word that the page also has in lower case, or in a script without cases behind a colon.
        behind_common,
        /// A text of its own.
        whole,
        /// In a figure.
        in_figure,
        /// In a menu.
        in_menu,
        /// In an address.
        in_address,
        /// Share of short links among the six texts around.
        among_links,
        /// Share of its words that begin in upper case, half of it where all of it is.
        upper,
        /// A long text stands beside it in its line.
        in_sentence,
        /// Share of its words that the page also has in lower case.
        common,
        /// Behind a sign.
        behind_sign,
        /// Before a colon.
        before_colon,
        /// ln of how many times it is among the names of the page.
        times,
    }
}

impl NameEvidence {
    /// How much speaks for it.
    pub(super) fn score(&self) -> f64 {
        static WEIGHTS: OnceLock<Table> = OnceLock::new();
        let weights = WEIGHTS.get_or_init(|| Table::fitted(NameEvidence::NAMES, include_str!("names.txt")));
        weights.score(self.values())
    }
}
