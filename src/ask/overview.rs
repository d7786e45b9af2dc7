//! What the pages of a corpus are: which templates they come from, and what can be asked of the pages of each.
//!
//! In: a corpus. Out: an [`Overview`] for each template, the largest first.
//!
//! ```text
//! shop/list/1.html shop/list/2.html      lists of 20 records: `records`
//! shop/item/1.html ...                   pages of one thing, label by label: `learn`, `extract`
//! ```
//!
//! What the other modules find on the pages are named [features](KindEvidence): how much stands in records, in posts, in running words. Weights
//! that `tools/fit_kinds.py` fits on the sites of all kinds say which kind is likeliest.

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

/// Pages of a template that are looked at, spread over all of them: a budget, as each is read in four ways. The weights are fitted on as many.
const LOOKED_AT: usize = 20;

/// What pages are.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum PageKind {
    /// Many records of one kind: hits, products, links with their teasers.
    List,
    /// What several people said, post by post.
    Thread,
    /// A text in paragraphs: news, a post of a blog.
    Article,
    /// One thing with its fields: a product, a course.
    Detail,
}

/// Pages of one template.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    /// Their numbers in the corpus.
    pub pages: Vec<usize>,
    /// What they are.
    pub kind: PageKind,
    /// What they may be as well: the next kind, if it is a fourth as probable as the first or more.
    pub other: Option<PageKind>,
    /// The mean number of records in a list, of posts in a thread, of words in an article.
    pub mean: f64,
    /// Whether readers comment on them.
    pub has_comments: bool,
}

/// What the pages of a corpus are, template by template, those with most pages first.
#[must_use]
pub fn overview(corpus: &Corpus) -> Vec<Overview> {
    let documents = corpus.documents();
    let trees: Vec<Tree> =
        documents.par_iter().counted().map(|document| Tree::new(document.text())).collect();
    let mut templates = members(&cluster_trees(&trees));
    templates.sort_by_key(|pages| (std::cmp::Reverse(pages.len()), pages[0]));
    each_set(templates, |pages| pages.len().min(LOOKED_AT), |pages| of_template(documents, pages))
}

fn of_template(documents: &[Document], pages: Vec<usize>) -> Overview {
    let count = pages.len().min(LOOKED_AT);
    let some: Vec<Document> =
        (0..count).map(|at| documents[pages[at * pages.len() / count]].clone()).collect();
    let mean = |numbers: &mut dyn Iterator<Item = usize>| {
        numbers.map(|number| exact(number as u64)).sum::<f64>() / exact(count as u64) // usize has at most 64 bits
    };
    let known = Known::of(&some);
    let (kind, other) = known.evidence().kind_and_other();
    let Known { contents, threads, lists } = known;
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
        /// 1.
        constant,
        /// The share of the characters of what a page alone says that stands in the records of its main list.
        listed,
        /// The share of the texts that stands in these.
        listed_texts,
        /// The share of the characters that stands in running words beside these.
        told,
        /// The share of the pages whose records are paragraphs, or fields with their labels.
        parts,
        /// By how much more what records begin with recurs from page to page than what follows in them.
        labelled,
        /// ln (1 + words of a record).
        record_words,
        /// The share of the records with a linked title.
        titled,
        /// The share of the texts of a page alone that stand right behind a label.
        behind_labels,
        /// The share of the pages that the weights of main text take for articles.
        article,
        /// The share of the pages whose readers say more than the page.
        thread,
        /// The share of the posts that have a date.
        dated,
        /// ln (1 + posts a page).
        posts,
        /// ln (1 + words of a post).
        post_words,
        /// Words of posts for those of posts and main text.
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

/// What is found on pages of one template.
struct Known {
    contents: Vec<Content>,
    threads: Vec<Vec<Post>>,
    lists: ListShares,
}

impl Known {
    fn of(documents: &[Document]) -> Self {
        let threads = threads(documents).pages;
        Known { contents: contents(documents), threads, lists: list_shares(documents) }
    }

    fn evidence(&self) -> KindEvidence {
        let Known { contents, threads, lists } = self;
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

/// The features of the pages of a template: what the weights are fitted on.
#[must_use]
pub fn kind_evidence(documents: &[Document]) -> KindEvidence {
    Known::of(documents).evidence()
}

impl PageKind {
    /// All kinds.
    pub const ALL: [PageKind; 4] = [PageKind::List, PageKind::Thread, PageKind::Article, PageKind::Detail];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PageKind::List => "list",
            PageKind::Thread => "thread",
            PageKind::Article => "article",
            PageKind::Detail => "detail",
        }
    }

    /// How probable it is for each feature, before all are made to add up to one; written by `tools/fit_kinds.py`.
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

/// The next kind is named if it is at least so probable for each time that the first is: of 496 sites with pages of known
/// kinds the first is right for 406, one of the two for 450.
const NEARLY: f64 = 0.25;

impl KindEvidence {
    /// The likeliest kind (a multinomial logit).
    #[must_use]
    pub fn kind(&self) -> PageKind {
        self.kind_and_other().0
    }

    /// The likeliest kind, and the next if it is nearly as likely.
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
    fn labels_with_values_are_pages_of_one_thing() {
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
    fn no_pages_have_no_overview() {
        assert_eq!(overview(&Corpus::default()), []);
    }
}
