//! Compares two pages as published.
//!
//! In: the outlines of two pages, read with [`Options::paper`], and the rare keys that both have. Out: their [`Common`] text, if
//! there is any.
//!
//! With S(p) the set of the sentences of page p that have 20 characters or more, and |S| the number of characters in S:
//!
//! ```text
//! overlap      2 |S(a) and S(b)| / (|S(a)| + |S(b)|)
//! containment    |S(a) and S(b)| / min(|S(a)|, |S(b)|)
//! ```
//!
//! Only the rare ones of the common sentences count, so a page and its copy may have an overlap below 1. All sentences are
//! those of the content region (`published`). We differ in one point: the number of pages that have a sentence is counted over
//! the content regions too; the source counts it over whole pages.
//!
//! Source: Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009, section
//! 6.1.1, equations 3 and 4, and section 6.2.

use super::Options;
use super::facts::Shared;
use super::outline::Outline;
use super::overlap::{Common, CommonSentence};
use hashbrown::HashMap;

/// The common text of two pages, if it reaches the least containment. `shared` is in the order of keys.
#[must_use]
pub(super) fn common(
    first: &Outline,
    second: &Outline,
    shared: &[Shared],
    options: &Options,
) -> Option<Common> {
    let sets = [first, second].map(|page| set(page, options));
    let mut common = Common {
        totals: sets.each_ref().map(|set| f64::from(set.values().map(|[chars, _]| chars).sum::<u32>())),
        is_paper: true,
        ..Common::default()
    };
    for shared in shared {
        let [Some(&[chars, one]), Some(&[_, other])] = [0, 1].map(|at| sets[at].get(&shared.key)) else {
            continue;
        };
        common.chars += f64::from(chars);
        common.equal.push(CommonSentence {
            first: one,
            second: other,
            pages: Some(shared.pages),
            chars: f64::from(chars),
        });
    }
    let is_enough = common.chars >= options.least * common.shorter();
    (is_enough && !common.equal.is_empty()).then_some(common)
}

/// The sentences that are long enough, by their keys: the number of characters, and the number of the first occurrence.
fn set(page: &Outline, options: &Options) -> HashMap<u64, [u32; 2]> {
    let mut set = HashMap::new();
    for (&key, &sentence) in page.keys.iter().zip(&page.sentences) {
        if sentence[0] >= options.min_chars() {
            set.entry(key).or_insert(sentence);
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::super::{Class, Options, Pair, Relation, pairs};
    use crate::document::Document;

    /// Sentences of 30 characters.
    fn sentence(number: usize) -> String {
        format!("<p>This one has the number {number:05}.")
    }

    fn page(numbers: &[usize], rest: &str) -> Document {
        let html: String = numbers.iter().map(|&number| sentence(number)).collect();
        Document::new(format!("{numbers:?}{rest}"), html + rest)
    }

    fn figures(pages: &[Document]) -> Vec<(u32, u32, Relation, f64, f64)> {
        let found = pairs(pages, &Options::paper().with_max_pages(2)).into_iter();
        let figures = |(a, b, pair): (u32, u32, Pair)| (a, b, pair.relation, pair.overlap, pair.containment);
        found.map(figures).collect()
    }

    #[test]
    fn overlap_and_containment_are_by_characters() {
        let pages = [page(&[1, 2, 3, 4], ""), page(&[3, 4, 5, 6, 7, 8], "")];
        assert_eq!(figures(&pages), [(0, 1, Relation::Overlaps, 0.4, 0.5)]);
    }

    #[test]
    fn a_sentence_counts_once() {
        let pages = [page(&[1, 2, 2, 2], ""), page(&[2, 3], "")];
        assert_eq!(figures(&pages), [(0, 1, Relation::Overlaps, 0.5, 0.5)]);
    }

    #[test]
    fn short_sentences_do_not_count() {
        let pages = [page(&[1], "<p>Nineteen characters"), page(&[1], "<p>No more of it here")];
        assert_eq!(figures(&pages), [(0, 1, Relation::Same, 1.0, 1.0)]);
        let pages = [page(&[], "<p>Nineteen characters"), page(&[], "<p>Nineteen characters")];
        assert_eq!(figures(&pages), []);
    }

    #[test]
    fn a_frequent_sentence_counts_in_the_denominator_alone() {
        let pages = [page(&[1, 9], ""), page(&[1, 9], "<p>x"), page(&[9], "")];
        assert_eq!(figures(&pages), [(0, 1, Relation::Overlaps, 0.5, 0.5)]);
    }

    #[test]
    fn sentences_outside_the_content_region_do_not_count() {
        let menu = format!("<ul><a href=x>{}</a></ul>", "All about pigeons and their feathers.");
        let pages = [page(&[1, 2], &menu), page(&[3, 4], &menu)];
        assert_eq!(figures(&pages), []);
    }

    #[test]
    fn a_changed_sentence_does_not_count() {
        let pages = [
            page(&[], "<p>One sentence that has a lot of words in it, and no copy of it among all."),
            page(&[], "<p>One sentence that has a lot of words in it, and no copy of it among any."),
        ];
        assert_eq!(figures(&pages), []);
    }

    #[test]
    fn a_page_that_links_to_the_source_of_its_text_is_a_citation() {
        let citing =
            page(&[1, 2, 3, 4], "<p>More is said <a href='http://b.example/y'>there</a>, says this page.")
                .with_url("http://a.test/x");
        let cited = page(&[4, 5, 6, 7], "").with_url("http://b.example/y");
        let found = pairs(&[citing, cited], &Options::paper());
        assert_eq!(found[0].2.links, [true, false]);
        assert_eq!(found[0].2.class, Class::Citation);
    }
}
