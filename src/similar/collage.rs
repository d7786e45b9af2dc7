//! Pages that are pasted together from others.
//!
//! In: related pairs. Out: the pages most of whose text stands, in pieces, on several pages of other sites; their pairs get the class
//! [`Class::Collage`].
//!
//! ```text
//! page c   A B C D E      a letter is a rare sentence; c has A B of page 1, C of page 2, D of page 3, and E alone
//! page 1   A B f g h      pieces of c: 0.4 + 0.2 + 0.2, which is more than half, on three pages: c is a collage,
//! page 2   C i j k        and the pairs 1-c, 2-c and 3-c get the class
//! page 3   D l m n
//! ```
//!
//! A piece is what two pages with unrelated addresses have in common, if it is less than half of the page: else the page is a copy,
//! or is contained in the other one. A sentence on n pages counts 1 / (n - 1) in each of n - 1 pairs, so that it counts once.
//!
//! Time is linear in the pairs; memory is that of the pages with pieces.

use super::compare::Pair;
use super::relation::Class;
use hashbrown::{HashMap, HashSet};

/// A page is a collage if more than this share of its text is pieces: most of it.
const MOST: f64 = 0.5;

/// The least number of pages that a collage is made of. Two pages that quote a third one are often related otherwise.
const SOURCES: u32 = 3;

/// The pieces of pages, added up pair by pair.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    /// For each page the share of its text that is pieces, in billionths, and from how many pages. Whole numbers, so that the sum
    /// does not depend on the order of the pairs.
    of: HashMap<u32, (u64, u32)>,
}

/// The pages that are pasted together from others.
#[derive(Clone, Debug, Default)]
pub struct Collages {
    pages: HashSet<u32>,
}

/// Parts of a page.
const BILLION: f64 = 1e9;

impl Pieces {
    /// Adds what a pair of pages tells.
    pub fn add(&mut self, pages: [u32; 2], pair: &Pair) {
        for (page, share) in pages.into_iter().zip(pieces(pair)) {
            if share > 0.0 {
                let (sum, sources) = self.of.entry(page).or_default();
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a share is at most 1"
                )]
                let billionths = (share * BILLION) as u64;
                *sum += billionths;
                *sources += 1;
            }
        }
    }

    /// The pages most of whose text is pieces of several pages.
    #[must_use]
    pub fn collages(self) -> Collages {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "half of a billion")]
        let most = (MOST * BILLION) as u64;
        let is_collage = |of: &(u32, (u64, u32))| of.1.0 > most && of.1.1 >= SOURCES;
        Collages { pages: self.of.into_iter().filter(is_collage).map(|(page, _)| page).collect() }
    }
}

impl Collages {
    /// Gives a pair its class if one of its pages is a collage with a piece of the other.
    pub(super) fn mark(&self, pages: [u32; 2], pair: &mut Pair) {
        let is_piece = |(page, share): (u32, f64)| share > 0.0 && self.pages.contains(&page);
        if pages.into_iter().zip(pieces(pair)).any(is_piece) {
            pair.class = Class::Collage;
        }
    }
}

/// The pieces of either page in a pair of pages with unrelated addresses.
fn pieces(pair: &Pair) -> [f64; 2] {
    match pair.class {
        Class::Citation | Class::Shared | Class::List => pair.pieces,
        _ => [0.0; 2],
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Compare, Options, pairs};
    use super::*;
    use crate::document::Document;

    /// A sentence for each number; no two of them have more than a few words in common.
    fn sentence(number: usize) -> String {
        let word =
            |place: usize| format!("w{:x}", (number * 100 + place).wrapping_mul(0x9e37_79b9) & 0xff_ffff);
        format!("<p>{}.</p>", (0..10).map(word).collect::<Vec<_>>().join(" "))
    }

    fn text(numbers: impl IntoIterator<Item = usize>) -> String {
        numbers.into_iter().map(sentence).collect()
    }

    fn page(site: &str, html: String) -> Document {
        Document::new(site, html).with_url(format!("http://{site}.example/{site}.html"))
    }

    /// Four pages of ten sentences on sites of their own, and one on another site.
    fn classes(last: &str) -> Vec<(u32, u32, Class, Option<usize>)> {
        let sources = ["ann", "bob", "cat", "dan"].iter().zip(0..);
        let mut pages: Vec<Document> =
            sources.map(|(site, number)| page(site, text(10 * number..10 * number + 10))).collect();
        pages.push(page("eve", last.to_owned()));
        let found = pairs(&pages, &Options::new().with_least(0.0)).into_iter();
        found.map(|(a, b, pair)| (a, b, pair.class, pair.original)).collect()
    }

    #[test]
    fn a_page_that_is_pasted_together_from_pages_of_other_sites_is_a_collage() {
        let collage = text([3, 4, 13, 14, 23, 24, 33, 90]);
        assert_eq!(classes(&collage), [0, 1, 2, 3].map(|source| (source, 4, Class::Collage, None)));
    }

    #[test]
    fn a_page_with_more_text_of_its_own_or_of_two_pages_alone_is_no_collage() {
        let quoting = text([3, 13, 23, 33].into_iter().chain(90..100));
        assert_eq!(classes(&quoting), [0, 1, 2, 3].map(|source| (source, 4, Class::Shared, None)));
        let of_two = text([3, 4, 13, 14, 90]);
        assert_eq!(classes(&of_two), [0, 1].map(|source| (source, 4, Class::Shared, None)));
    }

    #[test]
    fn a_collage_that_links_to_its_sources_took_its_text_from_them() {
        let links =
            ["ann", "bob", "cat"].map(|site| format!("<a href=http://{site}.example/{site}.html>x</a>"));
        let collage = text([3, 4, 13, 14, 23, 24, 33, 90]) + &links.concat();
        let original = |source: u32| (source < 3).then_some(0);
        assert_eq!(
            classes(&collage),
            [0, 1, 2, 3].map(|source| (source, 4, Class::Collage, original(source)))
        );
    }

    #[test]
    fn of_two_pages_with_dates_the_earlier_one_is_the_original() {
        let original = |one: &str, other: &str| {
            let page = |site: &str, date: &str| page(site, format!("{date}{}", text(0..9)));
            let options = Options::new().with_compare(Compare::Frame);
            pairs(&[page("ann", one), page("bob", other)], &options)[0].2.original
        };
        let time = |day: &str| format!("<time datetime={day}>then</time>");
        let meta = |day: &str| format!("<meta property=article:published_time content={day}T10:00:00Z>");
        assert_eq!(original(&time("2024-03-01"), &time("2024-02-28")), Some(1));
        assert_eq!(original(&meta("2023-12-30"), &(meta("2024-01-02") + &time("2020-01-01"))), Some(0));
        // A day may be one of time zones.
        assert_eq!(original(&time("2024-03-01"), &time("2024-02-29")), None);
        assert_eq!(original(&time("2024-03-01"), ""), None);
        // The page that is linked to is younger.
        let link = "<a href=http://bob.example/bob.html>as he says</a>";
        assert_eq!(original(link, ""), Some(1));
        assert_eq!(original(&(time("2024-01-01") + link), &time("2024-03-01")), None);
    }
}
