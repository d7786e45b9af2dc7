//! The main content of pages, and what readers said below it.
//!
//! In: the pages of a site, or of several; one page is enough, more make it surer. Out: for every page its [`Content`]:
//! headline, text, and the comments one by one. Nothing is learned from examples, and no word of any language is known.
//!
//! * A page is cut into blocks, and each block stands in a [`Slot`](crate::page::Slot): a place in the set's template.
//! * A text that other pages have in the same place is the template's; what one page alone has is content, the more the
//!   more unlinked words it has. That is the *value* of a block, and all that follows is told by it.
//! * Comments are the records that speak for it most among those of the set, by fitted weights (`comments`).
//! * The *container* is the slot that most of the value is in, over all pages of a template (`container`); slots in it
//!   that bring more links than text over the whole set are no part of it.
//! * The article is what is left of it from the headline on, with its bylines and its date (`article`).
//!
//! What a site tells is learned from a bounded sample of its pages, apart from reading a page ([`Learner`], [`Site`]), so
//! that two passes read a site of any size; [`contents`] does both at once. Pages are grouped by template before anything is
//! told of them.
//!
//! Time is linear in the pages, but for the depth of their trees. With one page all its texts are its own, and the
//! container is where most unlinked words are; that is the single-page rule.
//!
//! What became of each block and why is told by [`explained`]; [`markup`] reads an article with its headings, lists and links,
//! and writes these.
//!
//! The methods as published are in [`paper`] (content) and [`paper_blog`] (posts and comments).

mod article;
mod choice;
mod comments;
mod container;
mod context;
mod evidence;
mod kind;
mod label;
pub mod markup;
mod metadata;
pub mod paper;
pub mod paper_blog;
mod piece;
mod sample;
#[cfg(test)]
mod sentences;
mod set;
mod signed;
mod site;
mod stated_text;
mod verdict;
mod weigh;
mod weights;
pub(crate) mod words;

pub use self::comments::{Trial, trials};
pub use self::context::Context;
pub use self::evidence::Evidence;
pub use self::metadata::{
    Fact, Metadata, NameEvidence, Source, author_names, metadata, page_metadata, stated_title,
};
pub use self::piece::{shown_tree, title};
pub(crate) use self::site::{Draft, Role, own_blocks};
pub use self::site::{Learner, Site};
pub use self::verdict::{Fate, Verdict};
pub use self::weights::Weights;

use self::article::{Article, Frame};
use self::comments::Said;
use self::piece::Page;
use crate::document::Document;
use crate::page::lines;
use crate::record::role::{Language, date};
use crate::token::Span;
use rayon::prelude::*;
use std::ops::Range;

/// What a page says.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Content {
    /// The headline, if it was found; it is the first of the text or among the first.
    pub headline: Option<Text>,
    /// The blocks of the article, in order.
    pub text: Vec<Text>,
    /// The comments, in order.
    pub comments: Vec<Comment>,
    /// By how many pages of its template it was read, itself among them; 1 where none but the page itself is known, which
    /// is read by the single-page rule then.
    pub pages: usize,
    /// Whether the page says next to nothing beside what its readers say: a thread.
    pub is_thread: bool,
    /// Whether it is an article rather than a page of another kind: a product, a manual, a list.
    pub is_article: bool,
}

impl Content {
    /// The content without blocks of a kind; the headline stays.
    #[must_use]
    pub fn without(mut self, kind: TextKind) -> Self {
        let headline = self.headline.as_ref().map(|headline| headline.span);
        self.text.retain(|text| text.kind != kind || Some(text.span) == headline);
        self
    }

    /// The content with the posts of a thread as its text, for they are what it is read for.
    #[must_use]
    pub fn with_posts(mut self) -> Self {
        if self.is_thread {
            let posts = self.comments.drain(..).flat_map(|comment| comment.text);
            self.text.extend(posts);
            self.text.sort_by_key(|text| text.span.start);
        }
        self
    }
}

/// What a block is to its article. Whether captions and dates belong to the text is a convention, see docs/content.md.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum TextKind {
    /// What it says.
    #[default]
    Body,
    /// What stands in a `figure` or `figcaption`, unless that holds most of the article.
    Caption,
    /// A line about the article, beside its headline or behind its end: its date, who wrote it.
    Line,
}

/// A block of text.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Text {
    /// Where it stands.
    pub span: Span,
    /// What it says; lines are kept.
    pub text: String,
    /// What it is to its article.
    pub kind: TextKind,
}

/// Blocks as paragraphs, an empty line between them.
#[must_use]
pub fn paragraphs(blocks: &[Text]) -> String {
    blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n\n")
}

/// What a reader said.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Comment {
    /// All blocks of it, also those that tell author and date.
    pub text: Vec<Text>,
    /// Who, if a line tells it.
    pub author: Option<String>,
    /// When, as written.
    pub date: Option<String>,
    /// How many comments it stands in: 0 for one on the post, 1 for an answer to such.
    pub depth: u32,
}

impl Comment {
    /// The day of the date as ISO 8601, if all of it is known, read as the language of its page has it.
    #[must_use]
    pub fn iso_date(&self, page: &Metadata) -> Option<String> {
        let language = page.language.as_ref().map_or("", |language| &language.text);
        date::first(self.date.as_deref()?, &Language::of(language))?.iso()
    }
}

/// The content of each page.
#[must_use]
pub fn contents(documents: &[Document]) -> Vec<Content> {
    site::read(documents, |source, page, comments, frame| {
        page.content(source, &frame.chosen(page, comments), comments, frame)
    })
}

/// The content of each page, and what each is: as [`contents`] and [`metadata`] have it, with each page parsed but once.
#[must_use]
pub fn described(documents: &[Document]) -> Vec<(Content, Metadata)> {
    let mut found = site::read_with_trees(documents, |document, tree, page, comments, frame| {
        let content = page.content(document.text(), &frame.chosen(page, comments), comments, frame);
        let metadata = page_metadata(document, tree, &content);
        (content, metadata)
    });
    metadata::drop_labels(found.iter_mut().map(|page| &mut page.1));
    found
}

/// The content of each page, and for each block of the page what became of it and why.
#[must_use]
pub fn explained(documents: &[Document]) -> Vec<(Content, Vec<Verdict>)> {
    site::read(documents, |source, page, comments, frame| {
        let article = frame.chosen(page, comments);
        (
            page.content(source, &article, comments, frame),
            verdict::verdicts(source, page, comments, frame, &article),
        )
    })
}

/// The blocks of each page with what the weights are fitted on, before they are used.
#[must_use]
pub fn evidence(documents: &[Document]) -> Vec<Vec<Block>> {
    site::read(documents, |source, page, comments, frame| {
        let article = frame.article(page);
        let evidence = evidence::evidence(page, frame, &article);
        let block = |(at, evidence)| Block {
            text: page.text(source, at).text,
            evidence,
            is_line: frame.is_added(page, &article, at),
            is_comment: page.pieces[at].comment,
            is_said: comments.iter().any(|said| said.pieces.contains(&at)),
            is_headline: article.headline == Some(at),
            elements: std::iter::successors(Some(page.pieces[at].place), |&at| page.places[at].parent)
                .collect(),
            slot: page.pieces[at].slot.0 as usize,
            is_marked: page.pieces[at].is_marked && frame.is_about(page, &article, at),
        };
        evidence.into_iter().enumerate().map(block).collect()
    })
}

/// A block of a page with what the weights are fitted on.
#[expect(clippy::struct_excessive_bools, reason = "each is a finding of its own")]
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// What it says; lines are kept.
    pub text: String,
    /// What speaks for it.
    pub evidence: Evidence,
    /// Whether the rules keep it as a line about the article.
    pub is_line: bool,
    /// Whether it stands among comments.
    pub is_comment: bool,
    /// Whether it is of a comment.
    pub is_said: bool,
    /// Whether it is the headline.
    pub is_headline: bool,
    /// The block-level elements around it by number, the nearest first.
    pub elements: Vec<usize>,
    /// A number that blocks in the same place of the template have in common.
    pub slot: usize,
    /// Whether it is a line about the article that is marked as its date or author.
    pub is_marked: bool,
}

/// For each page the first that has the same article: its own number where none before has. An article under two addresses
/// makes its own blocks look like a template's, so such pages count as one.
#[must_use]
pub fn copies(documents: &[Document]) -> Vec<usize> {
    let pages: Vec<Page> = documents.par_iter().map(|document| Page::new(document.text())).collect();
    weigh::copies(pages.iter()).groups
}

impl Page {
    fn content(&self, source: &str, article: &Article, comments: &[Said], frame: &Frame<'_>) -> Content {
        Content {
            headline: article.headline.map(|at| self.text(source, at)),
            text: article
                .pieces
                .iter()
                .zip(&article.kinds)
                .map(|(&at, &kind)| Text { kind, ..self.text(source, at) })
                .collect(),
            comments: signed::comments(self, source, frame.slots, comments),
            pages: frame.pages,
            is_thread: article.is_thread,
            is_article: !article.is_other,
        }
    }

    fn text(&self, source: &str, piece: usize) -> Text {
        let Range { start, end } = self.pieces[piece].leaves;
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
            // What all pages have is no line of this one.
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
    fn comments_of_one_list_have_classes_of_their_own() {
        let comment = |at: usize| {
            let class = ["odd", "even alt", "author odd", "reply depth-2"][at % 4];
            format!("<li class='{class}'><p>Reader {at}<p>{at} May 2020, 9:{at}5<p>{}", sentence(70 + at))
        };
        let page = page(3, &(1..5).map(comment).collect::<String>());
        assert_eq!(read(&[page])[0].comments.len(), 4);
    }

    #[test]
    fn the_text_of_a_thread_are_its_posts() {
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
    fn a_page_made_of_cards_keeps_them() {
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
    fn numbered_sections_of_an_article_are_no_comments() {
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
    fn a_box_is_beside_the_text_unless_it_holds_most_of_it() {
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
    fn a_first_heading_is_the_headline_when_the_title_has_none() {
        let page = format!("<title>The Blog</title><h2>News</h2><h1>Day in town</h1><p>{}", sentence(5));
        let headline = read(&[page])[0].headline.as_ref().map(|headline| headline.text.clone());
        assert_eq!(headline.as_deref(), Some("Day in town"));
    }

    #[test]
    fn spans_lead_back_to_the_page() {
        let pages = site(3);
        for (content, page) in read(&pages).iter().zip(&pages) {
            for text in &content.text {
                let first = text.text.split_whitespace().next().expect("a block has words");
                assert!(page[text.span.range()].starts_with(first));
            }
        }
    }

    #[test]
    fn odd_pages_have_an_answer() {
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
    fn equal_pages_count_as_one() {
        let mut pages = site(6);
        pages.push(pages[0].clone());
        let contents = read(&pages);
        assert_eq!(contents[0], contents[6]);
        let documents = pages.iter().map(|page| Document::new("page", page.as_str()));
        assert_eq!(copies(&documents.collect::<Vec<_>>()), [0, 1, 2, 3, 4, 5, 0]);
        assert!(contents[0].text.len() >= 4);
    }

    #[test]
    fn a_page_alone_has_the_place_with_most_text() {
        let content = &read(&[page(7, "")])[0];
        assert!(texts(&content.text).contains(&sentence(21).as_str()));
        assert!(!texts(&content.text).contains(&"About"));
    }
}
