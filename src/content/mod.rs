//! The main text of pages, and the comments of readers below it.
//!
//! In: the pages of one site or several. One page is enough; more pages of a site make the result more reliable. Out:
//! the [`Content`] of every page: headline, text, and the comments one by one. Nothing has to be labelled, and no word
//! of any language is built in.
//!
//! 1. Pages are grouped by template; the steps below run on each *page cluster*.
//! 2. A page is cut into blocks. Each block has a [`Slot`](crate::page::Slot): its position in the template of the
//!    cluster.
//! 3. A text that other pages have in the same slot belongs to the template. A text that only one page has is probably
//!    content; its number of unlinked words is the *value* of the block, which the later steps use (`weigh`).
//! 4. Comments are one candidate for repeated records, chosen by fitted weights (`comments`).
//! 5. The *container* is the slot that holds most of the value over all pages of the cluster. Slots inside it that hold
//!    more links than text over the whole cluster are dropped (`container`).
//! 6. Rules take the article from the container: its blocks from the headline on, with byline and date (`article`).
//! 7. Fitted weights make the final decision on each block. What the rules kept is one of their features (`choice`).
//!
//! Learning is separate from reading ([`Learner`], [`Site`]): a site is learned from a bounded sample of its pages, so
//! that two passes read a site of any size. [`contents`] does both at once.
//!
//! With a single page all its texts are its own, and the container is where most unlinked words are (the single-page
//! rule). Time is linear in the size of the pages, times the depth of their trees.
//!
//! [`described_and_explained`] gives the decision on each block with its reason. [`markup`] reads an article with its headings, lists
//! and links, and writes it as HTML or Markdown.
//!
//! The methods as published are in [`paper`] (content) and [`paper_blog`] (posts and comments).

mod article;
mod choice;
mod comment_trial;
mod comments;
mod container;
mod context;
pub(crate) mod dates;
mod evidence;
mod kind;
mod lean;
pub mod markup;
mod metadata;
pub mod paper;
pub mod paper_blog;
mod piece;
mod sample;
#[cfg(test)]
mod sentences;
mod set;
mod shown;
mod signed;
mod site;
mod stated_text;
mod verdict;
mod weigh;
mod weights;
pub(crate) mod words;

pub use self::comment_trial::{Trial, trials};
pub use self::comments::CommentBasis;
pub use self::context::Context;
pub use self::evidence::Evidence;
pub use self::lean::Lean;
pub use self::metadata::{
    Fact, Metadata, NameEvidence, Source, author_names, metadata, page_metadata, site_name,
};
pub use self::shown::shown_tree;
pub(crate) use self::site::{Draft, Role, own_blocks};
pub use self::site::{Learner, Site};
pub use self::verdict::{Fate, Verdict};
pub use self::weights::Weights;
pub use crate::page::title;

use self::article::{Article, ArticleFinder};
use self::comments::CommentBlocks;
use self::piece::Page;
use crate::document::Document;
use crate::page::lines;
use crate::record::role::Convention;
use crate::record::role::sign::{ReadDate, Signature, SignatureLines};
use crate::token::Span;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// The content of a page.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Content {
    /// The headline, if one was found. It is also in `text`, as the first block or among the first.
    pub headline: Option<Text>,
    /// The blocks of the article, in page order.
    pub text: Vec<Text>,
    /// The comments, in page order.
    pub comments: Vec<Comment>,
    /// Number of known pages of the same template, including this one. With 1 the page was read by the single-page
    /// rule.
    pub pages: usize,
    /// Whether the page has next to no text beside the comments, like a forum thread.
    pub is_thread: bool,
    /// Whether the page is an article, and not a page of another kind such as a product, a manual or a list.
    pub is_article: bool,
    /// Whether the dates of the site have the month before the day, if they show it.
    pub(crate) month_first: Option<bool>,
}

impl Content {
    /// Whether nothing is found on the page.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.comments.is_empty()
    }

    /// Whether what is found was found by the single-page rule.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.pages == 1 && !self.is_empty()
    }

    /// Removes the blocks of one kind, but never the headline.
    #[must_use]
    pub fn without(mut self, kind: TextKind) -> Self {
        let headline = self.headline.as_ref().map(|headline| headline.span);
        self.text.retain(|text| text.kind != kind || Some(text.span) == headline);
        self
    }

    /// Moves the posts of a thread into `text`. Other pages stay unchanged.
    #[must_use]
    pub fn with_posts(mut self) -> Self {
        if self.is_thread {
            let posts = self.comments.drain(..).flat_map(|comment| comment.text);
            self.text.extend(posts.map(|text| Text { kind: TextKind::Body, ..text }));
            self.text.sort_by_key(|text| text.span.start);
        }
        self
    }
}

/// The role of a block in its article. Whether captions and dates belong to the text is a convention, see
/// docs/lab/content.md.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum TextKind {
    /// Running text, and everything that is not one of the other kinds.
    #[default]
    Body,
    /// Text in a `figure` or `figcaption`, unless most of the article is in such elements.
    Caption,
    /// A line about the article next to its headline or after its end: its date or its author. In a comment, its date, its
    /// author, or a line that most comments have, such as a button.
    Line,
}

/// A block of text.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Text {
    /// Its position in the page.
    pub span: Span,
    /// The text, with line breaks.
    pub text: String,
    /// Its role in the article.
    pub kind: TextKind,
}

/// Joins blocks as paragraphs with an empty line between them.
#[must_use]
pub fn paragraphs<'t>(blocks: impl IntoIterator<Item = &'t Text>) -> String {
    blocks.into_iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n\n")
}

/// A comment by a reader.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Comment {
    /// All its blocks, including those with author and date.
    pub text: Vec<Text>,
    /// The author, if found.
    pub author: Option<String>,
    /// The date, as written, without what is around it.
    pub date: Option<String>,
    /// The day as ISO 8601, or the point in time as RFC 3339, if it is known.
    pub iso_date: Option<String>,
    /// Number of comments it is nested in: 0 for a comment on the article, 1 for a reply to such a comment.
    pub depth: u32,
}

impl Comment {
    /// What its author wrote: the text without the lines about the comment, or all of it if there is nothing else.
    #[must_use]
    pub fn said(&self) -> String {
        let unsigned = |text: &Text| Text { text: self.unsigned(&text.text).to_owned(), ..text.clone() };
        let mut body: Vec<Text> =
            self.text.iter().filter(|text| !self.is_about(text)).map(unsigned).collect();
        if body.is_empty() {
            body = self.text.iter().map(unsigned).collect();
        }
        paragraphs(&body)
    }

    /// A text without author and date at one of its ends.
    fn unsigned<'t>(&self, text: &'t str) -> &'t str {
        let (Some(author), Some(date)) = (&self.author, &self.date) else { return text };
        let date = ReadDate { written: date.clone(), iso: None };
        let signature = Signature { author: Some((0, author.clone())), date: Some((0, date)) };
        SignatureLines::default().cut(text, &signature, &Convention::default())
    }

    /// Whether a block says who wrote the comment or when, and nothing else but numbers and signs.
    fn is_about(&self, text: &Text) -> bool {
        let signed = [&self.author, &self.date].into_iter().flatten().filter(|part| !part.is_empty());
        let rest = signed.fold(text.text.clone(), |rest, part| rest.replacen(&**part, "", 1));
        text.kind == TextKind::Line || rest != text.text && !rest.contains(char::is_alphabetic)
    }
}

/// Returns the content of each page.
#[must_use]
pub fn contents(documents: &[Document]) -> Vec<Content> {
    contents_leaning(documents, Lean::default())
}

/// As [`contents`], but rather leaves out, or rather keeps, what may be content or not.
#[must_use]
pub fn contents_leaning(documents: &[Document], lean: Lean) -> Vec<Content> {
    site::read(documents, lean, |document, page, comments, finder| {
        page.content(document, &finder.chosen(page, comments), comments, finder)
    })
}

/// Returns the content and the metadata of each page, as [`contents`] and `metadata` do, but parses each page only
/// once.
#[must_use]
pub fn described(documents: &[Document]) -> Vec<(Content, Metadata)> {
    described_and_explained(documents, Lean::default(), |_| false).pages
}

/// What [`described_and_explained`] finds.
#[derive(Clone, Debug)]
pub struct Described {
    /// The content and the metadata of each page.
    pub pages: Vec<(Content, Metadata)>,
    /// Why, for those pages that are to be explained.
    pub explanations: Vec<Option<Explanation>>,
    /// For each page the number of the first page with the same article, as from [`copies`].
    pub copies: Vec<usize>,
}

/// Why the article and the comments of a page are these.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The decision on each block.
    pub verdicts: Vec<Verdict>,
    /// What the choice of the comments rests on, if the template has some.
    pub comments: Option<Arc<CommentBasis>>,
}

/// As [`described`], with the reasons for those pages whose numbers are wanted, and with copies.
#[must_use]
pub fn described_and_explained(
    documents: &[Document],
    lean: Lean,
    is_explained: impl Fn(usize) -> bool + Sync,
) -> Described {
    described_in_part(documents, lean, [&|_| true; 2], is_explained)
}

/// As [`described_and_explained`], with the contents and the authors of those pages that are to have them. The others have the rest of
/// the metadata.
pub(crate) fn described_in_part(
    documents: &[Document],
    lean: Lean,
    [has_content, has_author]: [&(dyn Fn(usize) -> bool + Sync); 2],
    is_explained: impl Fn(usize) -> bool + Sync,
) -> Described {
    let (found, copies) = site::read_with_trees(documents, lean, |number, tree, page, comments, finder| {
        let document = &documents[number];
        let article = finder.chosen(page, comments);
        let content = page.content(document, &article, comments, finder);
        let draft = metadata::DraftMetadata::new(document, tree, &content, has_author(number));
        let explain = || Explanation {
            verdicts: verdict::verdicts(document.text(), page, comments, finder, &article),
            comments: finder.basis.cloned(),
        };
        let explained = is_explained(number).then(explain);
        ((if has_content(number) { content } else { Content::default() }, explained), draft)
    });
    let (found, drafts): (Vec<_>, Vec<metadata::DraftMetadata>) = found.into_iter().unzip();
    let (contents, explanations): (Vec<Content>, _) = found.into_iter().unzip();
    let pages = contents.into_iter().zip(metadata::compared(drafts)).collect();
    Described { pages, explanations, copies }
}

/// Returns the blocks of each page with the data on which the weights are fitted. The weights themselves are not used.
#[must_use]
pub fn evidence(documents: &[Document]) -> Vec<Vec<Block>> {
    site::read(documents, Lean::default(), |document, page, comments, finder| {
        let article = finder.article(page);
        let evidence = evidence::evidence(page, finder, &article);
        let block = |(at, evidence)| Block {
            text: page.text(document.text(), at).text,
            evidence,
            is_line: finder.is_added(page, &article, at),
            is_comment: page.blocks[at].comment,
            is_said: comments.iter().any(|comment| comment.blocks.contains(&at)),
            is_headline: article.headline == Some(at),
            elements: page.inclusive_ancestors(page.blocks[at].element).collect(),
            slot: page.blocks[at].slot.0 as usize,
            is_marked: page.blocks[at].is_marked && finder.is_about(page, &article, at),
        };
        evidence.into_iter().enumerate().map(block).collect()
    })
}

/// A block of a page with the data on which the weights are fitted.
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent")]
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The text, with line breaks.
    pub text: String,
    /// Its features.
    pub evidence: Evidence,
    /// Whether the rules keep it as a line about the article: date, author.
    pub is_line: bool,
    /// Whether it is inside a record of the comments, even if it belongs to no comment.
    pub is_comment: bool,
    /// Whether it belongs to a comment.
    pub is_said: bool,
    /// Whether it is the headline.
    pub is_headline: bool,
    /// Numbers of the block-level elements around it, innermost first.
    pub elements: Vec<usize>,
    /// Number of its slot. Blocks at the same position in the template share it.
    pub slot: usize,
    /// Whether it is a line about the article that the markup declares to be its date or author.
    pub is_marked: bool,
}

/// Returns for each page the number of the first page with the same article, which is its own number if no earlier page
/// has it. An article under two addresses would make its own blocks look like template, so such pages count as one.
#[must_use]
pub fn copies(documents: &[Document]) -> Vec<usize> {
    let pages: Vec<Page> = documents.par_iter().map(|document| Page::new(document.text())).collect();
    weigh::copies(pages.iter()).groups
}

impl Page {
    fn content(
        &self,
        document: &Document,
        article: &Article,
        comments: &[CommentBlocks],
        finder: &ArticleFinder<'_>,
    ) -> Content {
        let source = document.text();
        let convention = Convention {
            language: self.language.clone(),
            month_first: finder.month_first,
            retrieved: document.retrieved(),
        };
        Content {
            headline: article.headline.map(|at| self.text(source, at)),
            text: article
                .blocks
                .iter()
                .zip(&article.kinds)
                .map(|(&at, &kind)| Text { kind, ..self.text(source, at) })
                .collect(),
            comments: signed::comments(self, source, finder, comments, &convention),
            pages: finder.pages,
            is_thread: article.is_thread,
            is_article: !article.is_other,
            month_first: finder.month_first,
        }
    }

    fn text(&self, source: &str, block: usize) -> Text {
        let Range { start, end } = self.blocks[block].leaves;
        let leaves = &self.leaves[start as usize..end as usize];
        let span = match leaves {
            [first, .., last] => Span { start: first.start, end: last.end },
            [only] => *only,
            [] => Span::default(),
        };
        Text { span, text: lines(source, leaves), kind: TextKind::Body }
    }
}

#[cfg(test)]
mod tests {
    use super::sentences::sentence;
    use super::*;

    fn page(number: usize, comments: &str) -> String {
        let [one, two, three] = [0, 1, 2].map(|line| sentence(number * 3 + line));
        format!(
            "<html><head><title>Day {number} in town - The Blog</title><body><div id=menu><ul><li><a href=/>Home</a>\
             <li><a href=/about>About</a></ul></div><div class=post><p class=date>{number}/5/2020 8:{number}<h1>Day \
             {number} in town</h1><p class=by>By Ann<p>{one}<p>{two} <b>Bo</b>ld<br>{three}<div class=share>Share this\
             </div></div><ol class=said>{comments}</ol><div id=foot>All rights reserved</div>"
        )
    }

    fn comment(number: usize) -> String {
        let said = sentence(1000 + number);
        format!("<li id=c{number}><p class=who>Reader {number}<p class=when>{number} May 2020<p>{said}")
    }

    fn read(pages: &[String]) -> Vec<Content> {
        let documents: Vec<Document> = pages
            .iter()
            .enumerate()
            .map(|(at, page)| Document::new(format!("{at}.html"), page.as_str()))
            .collect();
        contents(&documents)
    }

    fn site(pages: usize) -> Vec<String> {
        let comments = |page: usize| (0..page % 4).map(|at| comment(page * 10 + at)).collect::<String>();
        (1..=pages).map(|number| page(number, &comments(number))).collect()
    }

    fn texts(texts: &[Text]) -> Vec<&str> {
        texts.iter().map(|text| text.text.as_str()).collect()
    }

    #[test]
    fn an_article_has_its_date_headline_byline_and_text() {
        for pages in [2, 5, 12] {
            let content = &read(&site(pages))[0];
            let [one, two, three] = [3, 4, 5].map(sentence);
            let text = [
                "1/5/2020 8:1".to_owned(),
                "Day 1 in town".to_owned(),
                "By Ann".to_owned(),
                one,
                format!("{two} Bold\n{three}"),
            ];
            // "By Ann" is on all pages, so it belongs to the template.
            let expected: Vec<&str> =
                text.iter().map(String::as_str).filter(|&line| line != "By Ann").collect();
            assert_eq!(texts(&content.text), expected, "{pages} pages");
            assert_eq!(
                content.headline.as_ref().map(|headline| headline.text.as_str()),
                Some("Day 1 in town")
            );
        }
    }

    #[test]
    fn comments_come_one_by_one_with_author_and_date() {
        let contents = read(&site(8));
        let counts: Vec<usize> = contents.iter().map(|content| content.comments.len()).collect();
        assert_eq!(counts, [1, 2, 3, 0, 1, 2, 3, 0]);
        let comment = &contents[2].comments[1];
        assert_eq!(texts(&comment.text), ["Reader 31", "31 May 2020", &sentence(1031)]);
        assert_eq!(
            (comment.author.as_deref(), comment.date.as_deref()),
            (Some("Reader 31"), Some("31 May 2020"))
        );
    }

    #[test]
    fn comments_of_one_list_may_have_different_classes() {
        let comment = |at: usize| {
            let class = ["odd", "even alt", "author odd", "reply depth-2"][at % 4];
            format!("<li class='{class}'><p>Reader {at}<p>{at} May 2020, 9:{at}5<p>{}", sentence(70 + at))
        };
        let page = page(3, &(1..5).map(comment).collect::<String>());
        assert_eq!(read(&[page])[0].comments.len(), 4);
    }

    #[test]
    fn a_thread_has_its_posts_as_text() {
        let comments: String = (1..13).map(comment).collect();
        for (times, is_thread) in [(3, true), (30, false)] {
            let opening = sentence(1).repeat(times);
            let page =
                format!("<title>Who knows?</title><h1>Who knows?</h1><p>{opening}</p><ol>{comments}</ol>");
            let content = read(&[page])[0].clone();
            assert_eq!((content.comments.len(), content.is_thread), (12, is_thread));
            let said = sentence(1004);
            assert_eq!(texts(&content.with_posts().text).contains(&said.as_str()), is_thread);
        }
    }

    #[test]
    fn cards_are_kept_when_they_are_most_of_the_page() {
        let card =
            |at: usize| format!("<div class=card><img src=a><h3>Thing {at}</h3><p>{}</div>", sentence(at));
        let page = |cards: usize| {
            let cards: Vec<String> = (0..cards).map(card).collect();
            format!(
                "<title>Things</title><main><h1>Things</h1><p>{}{}</main>",
                sentence(70).repeat(6),
                cards.concat()
            )
        };
        assert_eq!(texts(&read(&[page(6)])[0].text).len(), 14);
        assert!(texts(&read(&[page(1)])[0].text).len() < 4);
    }

    #[test]
    fn numbered_sections_of_an_article_are_not_comments() {
        let section = |at: usize| {
            format!(
                "<section id=part-{at}><h3>Part {at}</h3><p>{}<p>{}</section>",
                sentence(at),
                sentence(at + 40)
            )
        };
        let sections: String = (1..6).map(section).collect();
        let page = format!(
            "<title>A long story</title><h1>A long story</h1><p>{}{sections}",
            sentence(90).repeat(4)
        );
        let content = &read(&[page])[0];
        assert_eq!((content.comments.len(), content.text.len()), (0, 17));
    }

    #[test]
    fn a_box_with_a_picture_is_dropped_unless_it_holds_most_of_the_text() {
        let says = |image: &str, boxed: &str, free: usize| {
            let text: Vec<String> = (0..free).map(|at| format!("<p>{}", sentence(at))).collect();
            let text = text.concat();
            let page = format!(
                "<title>Day in town</title><div><h1>Day in town</h1>{text}<div class=pic>{image}{boxed}</div></div>"
            );
            texts(&read(&[page])[0].text).len()
        };
        let caption = sentence(50);
        assert_eq!(says("", &caption, 8), 10);
        let later = "<img class=lazy><noscript><img src=a></noscript>";
        for image in ["<img src=a>", "<img data-src=a>", "<img src=a loading=lazy>", later] {
            assert_eq!(says(image, &caption, 8), 9, "{image}");
        }
        assert_eq!(says("<img src=a>", &format!("<p>{caption}<p>{}", sentence(60)), 1), 4);
    }

    #[test]
    fn the_h1_is_the_headline_when_no_heading_is_in_the_title() {
        let page = format!("<title>The Blog</title><h2>News</h2><h1>Day in town</h1><p>{}", sentence(5));
        let headline = read(&[page])[0].headline.as_ref().map(|headline| headline.text.clone());
        assert_eq!(headline.as_deref(), Some("Day in town"));
    }

    #[test]
    fn spans_point_at_the_text_in_the_page() {
        let pages = site(3);
        for (content, page) in read(&pages).iter().zip(&pages) {
            for text in &content.text {
                let first = text.text.split_whitespace().next().expect("a block has words");
                assert!(page[text.span.range()].starts_with(first));
            }
        }
    }

    #[test]
    fn malformed_and_extreme_pages_are_read() {
        let big = "word ".repeat(1 << 16);
        let deep = "<div>".repeat(2000) + "deep";
        let odd = [
            "",
            "no tags",
            "<frameset><frame src=a></frameset>",
            "<p>a<p>a<p>a",
            "<img src=a><img src=b>",
            "<title></title><body>",
            "<title>a",
            &big,
            &deep,
        ];
        let pages: Vec<String> = odd.iter().map(|&page| page.to_owned()).collect();
        assert_eq!(read(&pages).len(), pages.len());
        for page in &pages {
            assert_eq!(read(std::slice::from_ref(page)).len(), 1);
        }
        assert_eq!(read(&[]), []);
    }

    #[test]
    fn identical_pages_count_as_one() {
        let mut pages = site(6);
        pages.push(pages[0].clone());
        let contents = read(&pages);
        assert_eq!(contents[0], contents[6]);
        let documents = pages.iter().map(|page| Document::new("page", page.as_str()));
        assert_eq!(copies(&documents.collect::<Vec<_>>()), [0, 1, 2, 3, 4, 5, 0]);
        assert!(contents[0].text.len() >= 4);
    }

    #[test]
    fn a_single_page_keeps_the_element_with_most_text() {
        let content = &read(&[page(7, "")])[0];
        assert!(texts(&content.text).contains(&sentence(21).as_str()));
        assert!(!texts(&content.text).contains(&"About"));
    }
}
