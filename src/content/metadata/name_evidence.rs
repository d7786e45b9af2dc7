//! Features of a name that may be the author's, and their weights, which are fitted on real pages.

use crate::features::{Table, features};
use std::sync::OnceLock;

features! {
    /// The features of a name. Unless the comment says otherwise, a feature is 1 if its condition is met, else 0.
    pub struct NameEvidence {
        /// 1 for each name, so that the score of no author is 0.
        constant,
        /// One word.
        one_word,
        /// Two or three words.
        two_or_three,
        /// Inside a link.
        link,
        /// Inside a link whose address contains its words.
        leads_to_it,
        /// Between the headline and the text.
        below_headline,
        /// Above the headline.
        above_headline,
        /// ln of the number of texts from the headline to it, up to the end of the article.
        far_below,
        /// ln of the number of texts from the end of the article to it.
        far_behind,
        /// 1 / (1 + texts between it and the date).
        beside_date,
        /// After the date.
        behind_date,
        /// Another text of the page has the same words and no others.
        elsewhere,
        /// All its words are in the title.
        in_title,
        /// The article contains it twice.
        twice,
        /// After a word that the page also has in lower case or, in a script without upper and lower case, after a
        /// colon.
        behind_common,
        /// It is a whole text.
        whole,
        /// In a figure.
        in_figure,
        /// In a menu.
        in_menu,
        /// In an address.
        in_address,
        /// Share of short links among the six texts around it.
        among_links,
        /// Share of its words that begin with an upper-case letter, halved if all of it is in upper case.
        upper,
        /// A long text is next to it in the same line.
        in_sentence,
        /// Share of its words that the page also has in lower case.
        common,
        /// After a separator.
        behind_sign,
        /// Before a colon.
        before_colon,
        /// ln of the number of candidates on the page with the same name.
        times,
        /// After a number in the same text.
        behind_number,
        /// Before a number in the same text.
        before_number,
        /// In a control of a form or an element with the ARIA role of one, or in a link without an address: a button.
        in_control,
        /// Inside a link: ln of the number of addresses on the page in the same folder as its own. Menus link to many pages of
        /// a folder.
        in_folder,
        /// Share of its pairs of neighbouring words of which the page has one word also without the other: `Article Tools`.
        apart,
        /// Inside a link whose address has a query.
        queries,
        /// Share of its words that have a digit or are parts of an address: `C3PO`, `example.org`.
        signs,
        /// Its text begins or ends with a bracket.
        bracketed,
        /// The markup states that it is the author: `itemprop` of schema.org, `rel=author`.
        marked,
        /// The mean probability, over the other pages of the site with a name at its element path, that their author is there;
        /// without the comparison of pages.
        place_likely,
        /// Share of these pages on which the name there is the same, less `place_likely`; at least 0.
        place_same,
        /// The page states that it is a topic: by `rel=tag`, or as a section or a tag of the article.
        topic,
    }
}

impl NameEvidence {
    /// Returns the weighted sum of the features.
    pub(super) fn score(&self) -> f64 {
        static WEIGHTS: OnceLock<Table> = OnceLock::new();
        let weights = WEIGHTS.get_or_init(|| Table::fitted(NameEvidence::NAMES, include_str!("names.txt")));
        weights.score(self.values())
    }
}
