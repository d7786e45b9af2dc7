//! The templates of a corpus, and for each which kind of page it produces: list, thread, article or detail page.
//!
//! In: a corpus. Out: an [`Overview`] for each template, the largest first.
//!
//! ```text
//! shop/list/1.html shop/list/2.html      lists of 20 records: `records`
//! shop/item/1.html ...                   one product each, fields with labels: `learn`, `extract`
//! ```
//!
//! The lists, threads and main texts that the other modules find on a sample of the pages yield named [features](KindEvidence),
//! such as the share of the text that is in records or in posts. A multinomial logit with weights fitted by `tools/fit_kinds.py`
//! on sites of all kinds chooses the most probable kind.

use crate::content::{Content, contents};
use crate::document::{Corpus, Document};
use crate::features::{Table, features, flag, share};
use crate::forum::{Post, threads};
use crate::page::Tree;
use crate::progress::{Counted, each_set};
use crate::site::{cluster_trees, members};
use crate::spectrum::exact;
use crate::wrapper::{ListShares, list_shares};
use rayon::prelude::*;
use std::sync::OnceLock;

/// The most pages of a template that are analysed, evenly spaced among all of them. A limit on the time, since each page is
/// analysed in four ways. The weights are fitted on samples of the same size.
const SAMPLE_PAGES: usize = 20;

/// The kind of a page.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum PageKind {
    /// Many records of one kind: search results, products, links with teasers.
    List,
    /// Posts by several people.
    Thread,
    /// A text in paragraphs: a news article, a blog post.
    Article,
    /// One thing and its fields: a product, a course.
    Detail,
}

/// The pages of one template and their kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    /// The numbers of the pages in the corpus.
    pub pages: Vec<usize>,
    /// The most probable kind.
    pub kind: PageKind,
    /// The second kind, if it is at least a quarter as probable as the first.
    pub other: Option<PageKind>,
    /// The mean over the pages: of records for lists, of posts for threads, of words of main text for the other kinds.
    pub mean: f64,
    /// Whether more than half of the pages have reader comments.
    pub has_comments: bool,
}

/// The templates of a corpus with their kinds, the templates with most pages first.
#[must_use]
pub fn overview(corpus: &Corpus) -> Vec<Overview> {
    let documents = corpus.documents();
    let trees: Vec<Tree> =
        documents.par_iter().counted().map(|document| Tree::new(document.text())).collect();
    let mut templates = members(&cluster_trees(&trees));
    templates.sort_by_key(|pages| (std::cmp::Reverse(pages.len()), pages[0]));
    each_set(templates, |pages| pages.len().min(SAMPLE_PAGES), |pages| of_template(documents, pages))
}

fn of_template(documents: &[Document], pages: Vec<usize>) -> Overview {
    let count = pages.len().min(SAMPLE_PAGES);
    let sample: Vec<Document> =
        (0..count).map(|at| documents[pages[at * pages.len() / count]].clone()).collect();
    let mean = |numbers: &mut dyn Iterator<Item = usize>| {
        numbers.map(|number| exact(number as u64)).sum::<f64>() / exact(count as u64) // usize has at most 64 bits
    };
    let findings = TemplateFindings::of(&sample);
    let (kind, other) = findings.evidence().kind_and_other();
    let TemplateFindings { contents, threads, lists } = findings;
    let mean = match kind {
        PageKind::List => lists.records,
        PageKind::Thread => mean(&mut threads.iter().map(Vec::len)),
        PageKind::Article | PageKind::Detail => mean(&mut contents.iter().map(words)),
    };
    let has_comments = 2 * contents.iter().filter(|content| !content.comments.is_empty()).count() > count;
    Overview { pages, kind, other, mean, has_comments }
}

fn words(content: &Content) -> usize {
    content.text.iter().map(|text| text.text.split_whitespace().count()).sum()
}

features! {
    /// The features by which the kind of the pages of a template is chosen.
    pub struct KindEvidence {
        /// Always 1: the intercept.
        constant,
        /// The share of the pages' own characters that are in the records of the main list.
        listed,
        /// The share of the pages' own texts that are in these records.
        listed_texts,
        /// The share of the pages' own characters that are running text outside these records.
        told,
        /// The share of the pages whose records are paragraphs, or fields with labels.
        parts,
        /// By how much more the first texts of records recur from page to page than the texts after them.
        labelled,
        /// ln (1 + words of a record).
        record_words,
        /// The share of the records with a linked title.
        titled,
        /// The share of a page's own texts that directly follow a label.
        behind_labels,
        /// The share of the pages that the main-text weights classify as articles.
        article,
        /// The share of the pages that have next to no text beside the comments.
        thread,
        /// The share of the posts that have a date.
        dated,
        /// ln (1 + posts per page).
        posts,
        /// ln (1 + words of a post).
        post_words,
        /// The words in posts over the words in posts and main text.
        said,
        /// ln (1 + words of the main text of a page).
        words,
        /// ln (1 + words of a block of the main text).
        block_words,
        /// The share of the pages with comments.
        comments,
        /// 1 if there are several pages.
        several,
    }
}

/// What the other modules find on sample pages of one template.
struct TemplateFindings {
    contents: Vec<Content>,
    threads: Vec<Vec<Post>>,
    lists: ListShares,
}

impl TemplateFindings {
    fn of(documents: &[Document]) -> Self {
        let threads = threads(documents).pages;
        TemplateFindings { contents: contents(documents), threads, lists: list_shares(documents) }
    }

    fn evidence(&self) -> KindEvidence {
        let TemplateFindings { contents, threads, lists } = self;
        let number = |count: usize| exact(count as u64); // usize has at most 64 bits
        let pages = number(contents.len());
        let share_of =
            |is: fn(&Content) -> bool| share(number(contents.iter().filter(|page| is(page)).count()), pages);
        let posts: Vec<&Post> = threads.iter().flatten().collect();
        let said = number(posts.iter().map(|post| post.text.split_whitespace().count()).sum());
        let words = number(contents.iter().map(words).sum());
        let blocks = number(contents.iter().map(|page| page.text.len()).sum());
        KindEvidence {
            constant: 1.0,
            listed: lists.characters,
            listed_texts: lists.texts,
            told: lists.told,
            parts: lists.parts,
            labelled: lists.labelled,
            record_words: lists.words.ln_1p(),
            titled: lists.titled,
            behind_labels: lists.behind_labels,
            article: share_of(|page| page.is_article),
            thread: share_of(|page| page.is_thread),
            dated: share(
                number(posts.iter().filter(|post| post.date.is_some()).count()),
                number(posts.len()),
            ),
            posts: share(number(posts.len()), pages).ln_1p(),
            post_words: share(said, number(posts.len())).ln_1p(),
            said: share(said, said + words),
            words: share(words, pages).ln_1p(),
            block_words: share(words, blocks).ln_1p(),
            comments: share_of(|page| !page.comments.is_empty()),
            several: flag(contents.len() > 1),
        }
    }
}

/// Computes the features of the pages of one template, on which the weights are fitted.
#[must_use]
pub fn kind_evidence(documents: &[Document]) -> KindEvidence {
    TemplateFindings::of(documents).evidence()
}

impl PageKind {
    /// All kinds.
    pub const ALL: [PageKind; 4] = [PageKind::List, PageKind::Thread, PageKind::Article, PageKind::Detail];

    /// The name of the kind, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PageKind::List => "list",
            PageKind::Thread => "thread",
            PageKind::Article => "article",
            PageKind::Detail => "detail",
        }
    }

    /// The weights of the features for this kind, written by `tools/fit_kinds.py`. The logits of the kinds are normalized by a
    /// softmax.
    fn table(self) -> &'static Table {
        static TABLES: OnceLock<[Table; 4]> = OnceLock::new();
        let tables = TABLES.get_or_init(|| {
            let tables = [
                include_str!("weights/list.txt"),
                include_str!("weights/thread.txt"),
                include_str!("weights/article.txt"),
                include_str!("weights/detail.txt"),
            ];
            tables.map(|table| Table::fitted(KindEvidence::NAMES, table))
        });
        &tables[self as usize]
    }
}

/// The second kind is reported if its probability is at least this fraction of the first. Of 496 sites with pages of known
/// kinds the first is right for 406, one of the two for 450.
const NEARLY: f64 = 0.25;

impl KindEvidence {
    /// The most probable kind (a multinomial logit).
    #[must_use]
    pub fn kind(&self) -> PageKind {
        self.kind_and_other().0
    }

    /// The most probable kind, and the second if its odds against the first are at least [`NEARLY`].
    fn kind_and_other(&self) -> (PageKind, Option<PageKind>) {
        let mut scored = PageKind::ALL.map(|kind| (kind.table().score(self.values()), kind));
        scored.sort_by(|one, other| other.0.total_cmp(&one.0));
        let [(best, kind), (next, other), ..] = scored;
        (kind, Some(other).filter(|_| (next - best).exp() >= NEARLY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [&str; 8] = ["oak", "ash", "elm", "fir", "gum", "yew", "box", "bay"];

    fn kinds(page: impl Fn(usize) -> String) -> Vec<(PageKind, usize)> {
        let corpus: Corpus =
            (0..6).map(|number| Document::new(format!("{number}.html"), page(number))).collect();
        overview(&corpus).into_iter().map(|of| (of.kind, of.pages.len())).collect()
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
    fn an_empty_corpus_has_no_templates() {
        assert_eq!(overview(&Corpus::default()), []);
    }
}
