//! The kinds of pages of a corpus, and what there is on them.
//!
//! In: a corpus. Out: an [`Overview`] for each kind of page, the one with most pages first.
//!
//! ```text
//! shop/list/1.html shop/list/2.html      lists of 20 records: `records`
//! shop/item/1.html ...                   one product each, fields with labels: `learn`, `extract`
//! ```
//!
//! A sample of the pages of each kind is read by the module that answers for this kind.

use crate::content::{Content, Described, Lean, described_in_part};
use crate::document::{Corpus, Document};
use crate::features::share;
use crate::forum::{Post, threads};
use crate::kind::{Kind, PageKind, kinds};
use crate::measure::is_wide;
use crate::page::{Tree, text};
use crate::progress::each_set;
use crate::repeat::lists;
use crate::spectrum::exact;
use rayon::prelude::*;

/// The most pages of a kind that are read, evenly spaced among all of them: a limit on the time.
const SAMPLE_PAGES: usize = 20;

/// The most records, posts or titles that are kept of a kind: as many rows as tell what a table will have, no threshold.
const SHOWN: usize = 5;

/// The pages of one kind, and what there is on them.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    /// The pages and their kind.
    pub of: Kind,
    /// The mean over the pages: of records for lists, of posts for threads, of words of main text for the other kinds.
    pub mean: f64,
    /// Whether more than half of the pages have reader comments.
    pub has_comments: bool,
    /// Whether the [example](Kind::example) shows no text, as a page that scripts or frames fill.
    pub is_blank: bool,
    /// The title of the [example](Kind::example).
    pub title: Option<String>,
    /// The first things that there are, at most five: for lists records and for threads posts of the example, or of the next page with any, for
    /// other kinds the titles of pages. White space is one space.
    pub found: Vec<String>,
}

/// The kinds of pages of a corpus, those with most pages first.
#[must_use]
pub fn overview(corpus: &Corpus) -> Vec<Overview> {
    let documents = corpus.documents();
    let size = |kind: &Kind| kind.pages.len().min(SAMPLE_PAGES);
    each_set(kinds(documents), size, |kind| Overview::new(documents, kind))
}

impl Overview {
    /// The mean, as it is shown.
    #[doc(hidden)]
    #[must_use]
    pub fn rounded_mean(&self) -> f64 {
        (self.mean * 10.0).round() / 10.0
    }

    fn new(documents: &[Document], of: Kind) -> Self {
        let count = of.pages.len().min(SAMPLE_PAGES);
        let spread = (0..count).map(|at| of.pages[at * of.pages.len() / count]);
        let others = spread.filter(|&page| page != of.example).take(count - 1);
        let sample: Vec<Document> =
            std::iter::once(of.example).chain(others).map(|page| documents[page].clone()).collect();
        let mean = |numbers: &mut dyn Iterator<Item = usize>| {
            share(exact(numbers.sum::<usize>() as u64), exact(count as u64)) // usize has at most 64 bits
        };
        let Described { pages, .. } =
            described_in_part(&sample, Lean::default(), [&|_| true, &|_| false], |_| false);
        let (contents, titles): (Vec<Content>, Vec<Option<String>>) = pages
            .into_iter()
            .map(|(content, metadata)| (content, metadata.title.map(|title| title.text)))
            .unzip();
        let title = titles.first().cloned().flatten();
        let (mean, found) = match of.kind {
            PageKind::List => {
                let trees: Vec<Tree> = sample.par_iter().map(|page| Tree::new(page.text())).collect();
                let lists = lists(&trees);
                let first = trees.iter().zip(&lists).find_map(|(tree, list)| Some((tree, list.as_ref()?)));
                let found = first.map_or_else(Vec::new, |(tree, list)| {
                    let records = list.records.iter().take(SHOWN);
                    records.map(|record| spaced([&*text(tree, tree.source, record.span(tree))])).collect()
                });
                (mean(&mut lists.iter().flatten().map(|list| list.records.len())), found)
            }
            PageKind::Thread => {
                let pages = threads(&sample).pages;
                let said = |post: &Post| {
                    let (author, date) = (post.author.as_deref(), post.date.as_deref());
                    spaced([author, date, Some(&post.text)].into_iter().flatten())
                };
                let first = pages.iter().find(|posts| !posts.is_empty()).into_iter().flatten();
                (mean(&mut pages.iter().map(Vec::len)), first.take(SHOWN).map(said).collect())
            }
            PageKind::Article | PageKind::Detail | PageKind::Other => {
                let found = titles.into_iter().flatten().take(SHOWN).collect();
                (mean(&mut contents.iter().map(words)), found)
            }
        };
        let has_comments = !matches!(of.kind, PageKind::List | PageKind::Thread)
            && 2 * contents.iter().filter(|content| !content.comments.is_empty()).count() > count;
        let is_blank =
            of.kind == PageKind::Other && Tree::new(documents[of.example].text()).leaves().is_empty();
        Overview { of, mean, has_comments, is_blank, title, found }
    }
}

/// Texts with one space between their words.
fn spaced<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    texts.into_iter().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// The words of a main text; letters of scripts without spaces count as half a word each.
fn words(content: &Content) -> usize {
    let of = |text: &str| {
        let wide = text.chars().filter(|&char| is_wide(char)).count();
        wide / 2 + text.split_whitespace().filter(|word| !word.contains(is_wide)).count()
    };
    content.text.iter().map(|text| of(&text.text)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 8] = ["oak", "ash", "elm", "fir", "gum", "yew", "box", "bay"];

    fn kinds(page: impl Fn(usize) -> String) -> Vec<(PageKind, usize)> {
        let corpus: Corpus =
            (0..6).map(|number| Document::new(format!("{number}.html"), page(number))).collect();
        overview(&corpus).into_iter().map(|of| (of.of.kind, of.of.pages.len())).collect()
    }

    fn word(number: usize) -> String {
        format!("{}{number}", WORDS[number % 8])
    }

    #[test]
    fn hits_with_linked_titles_are_lists() {
        let hit = |number: usize| {
            format!(
                "<li><a href=/{number}>About the {} of our town</a><p>{} stands beside the {} here</p></li>",
                word(number),
                word(number + 1),
                word(number + 2)
            )
        };
        let page = |number: usize| {
            format!("<h1>Trees</h1><ol>{}</ol>", (0..9).map(|at| hit(number * 9 + at)).collect::<String>())
        };
        assert_eq!(kinds(page), [(PageKind::List, 6)]);
    }

    #[test]
    fn pages_of_labels_with_values_are_detail_pages() {
        let page = |number: usize| {
            let field = |label: &str, at: usize| {
                format!("<tr><th>{label}</th><td>{}</td></tr>", word(number * 7 + at))
            };
            let rows = ["Name", "Height", "Colour", "Origin", "Soil", "Price"].iter().enumerate();
            format!(
                "<h1>{}</h1><table>{}</table>",
                word(number),
                rows.map(|(at, label)| field(label, at)).collect::<String>()
            )
        };
        assert_eq!(kinds(page), [(PageKind::Detail, 6)]);
    }

    #[test]
    fn pages_without_text_are_of_another_kind() {
        assert_eq!(kinds(|_| "<body><div id=root></div></body>".to_owned()), [(PageKind::Other, 6)]);
    }

    #[test]
    fn an_empty_corpus_has_no_templates() {
        assert_eq!(overview(&Corpus::default()), []);
    }
}
