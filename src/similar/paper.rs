//! Two pages side by side, as published.
//!
//! In: the [`Facts`] of two pages, read with [`Options::paper`], and the rare keys that both have. Out: a [`Pair`].
//!
//! With S(p) the set of the sentences of a page that have 20 characters or more, and |S| the characters of these:
//!
//! ```text
//! overlap      2 |S(a) and S(b)| / (|S(a)| + |S(b)|)
//! containment    |S(a) and S(b)| / min(|S(a)|, |S(b)|)
//! ```
//!
//! Of the common sentences the rare ones alone count, so a page and its copy may have an overlap below 1. All sentences are
//! those of the content region (`region`). There we differ: on how many pages a sentence is, is counted within the content
//! regions too, where the source counts it on the pages as a whole.
//!
//! Source: Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009, section
//! 6.1.1, equations 3 and 4, and section 6.2.

use super::Options;
use super::compare::{Evidence, Pair};
use super::facts::{Facts, Sentence, Shared};
use hashbrown::HashMap;

/// What two pages have in common, if that is anything. `shared` is in the order of keys.
#[must_use]
pub(super) fn compare(first: &Facts, second: &Facts, shared: &[Shared], options: &Options) -> Option<Pair> {
    let sets = [first, second].map(|page| set(page, options));
    let chars = |sentences: &mut dyn Iterator<Item = &&Sentence>| {
        f64::from(sentences.map(|sentence| sentence.chars).sum::<u32>())
    };
    let common = shared.iter().filter_map(|shared| {
        let [one, other] = [sets[0].get(&shared.key)?, sets[1].get(&shared.key)?];
        Some((*one, *other, shared.pages))
    });
    let mut common: Vec<(&Sentence, &Sentence, u32)> = common.collect();
    if common.is_empty() {
        return None;
    }
    common.sort_unstable_by_key(|(one, other, _)| (one.span, other.span));
    let rare = chars(&mut common.iter().map(|(one, _, _)| one));
    let totals = sets.each_ref().map(|set| chars(&mut set.values()));
    let containment = rare / f64::min(totals[0], totals[1]);
    if containment < options.least {
        return None;
    }
    let evidence = common.into_iter().map(|(one, other, pages)| Evidence {
        text: first.text(one).to_owned(),
        edited: None,
        first: one.span,
        second: other.span,
        pages: Some(pages),
    });
    let overlap = 2.0 * rare / (totals[0] + totals[1]);
    Some(Pair::new([first, second], overlap, containment, evidence.collect()))
}

/// The sentences that are long enough, each where it stands first.
fn set<'a>(page: &'a Facts, options: &Options) -> HashMap<u64, &'a Sentence> {
    let mut set = HashMap::new();
    for sentence in page.sentences.iter().filter(|sentence| sentence.chars >= options.min_chars()) {
        set.entry(sentence.key).or_insert(sentence);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::super::{Class, Options, Relation, pairs};
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
        let figures =
            |(a, b, pair): (u32, u32, super::Pair)| (a, b, pair.relation, pair.overlap, pair.containment);
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
    fn what_many_pages_have_counts_below_the_line_alone() {
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
    fn a_page_that_links_to_what_it_shares_cites() {
        let citing =
            page(&[1, 2, 3, 4], "<p>More is said <a href='http://b.example/y'>there</a>, says this page.")
                .with_url("http://a.test/x");
        let cited = page(&[4, 5, 6, 7], "").with_url("http://b.example/y");
        let found = pairs(&[citing, cited], &Options::paper());
        assert_eq!(found[0].2.links, [true, false]);
        assert_eq!(found[0].2.class, Class::Citation);
    }
}
