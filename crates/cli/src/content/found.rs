//! The content of a page, as found by either method.

use crate::output::ArticleFormat;
use katagami::ask::PageKind;
use katagami::content::paper::UniqueBlocks;
use katagami::content::{
    self, Comment, Content, Explanation, Fact, Fate, Lean, Metadata, Source, Text, TextKind, Verdict,
    contents_leaning, described_and_explained, paper_blog,
};
use katagami::document::Document;
use katagami::page::{Block, Tree, block_text};
use katagami::token::Span;
use rayon::prelude::*;

/// The content of a page.
pub(crate) struct Found<'a> {
    pub(crate) document: &'a Document,
    /// The metadata of the page; with the published methods, only its title.
    pub(crate) metadata: Metadata,
    pub(crate) headline: Option<Span>,
    pub(crate) text: Vec<Text>,
    pub(crate) comments: Vec<Comment>,
    /// All blocks, if they are wanted.
    pub(crate) blocks: Vec<Judged>,
    /// Whether no other page in the input has its template.
    pub(crate) is_alone: bool,
    /// Whether hidden texts are left out.
    pub(crate) is_shown_alone: bool,
    /// The kind of a page that is left out for it, and has no content then.
    pub(crate) left_out: Option<PageKind>,
}

impl Found<'_> {
    /// Leaves the page out if it is of a foreign kind.
    pub(crate) fn leave_out(&mut self, kind: Option<PageKind>) {
        if kind.is_some() {
            self.text.clear();
            self.comments.clear();
            self.left_out = kind;
        }
    }
}

/// A block and whether it is content.
pub(crate) struct Judged {
    pub(crate) span: Span,
    pub(crate) text: String,
    pub(crate) part: Option<Part>,
    /// The reason, which only our method gives.
    pub(crate) verdict: Option<Verdict>,
}

/// The part of the content that a block belongs to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Part {
    Text,
    /// A comment, with its number if that is known.
    Comment(Option<usize>),
}

/// What is wanted of a page besides its content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) blocks: bool,
    /// Finding them takes a third of the time of finding the content.
    pub(crate) metadata: bool,
}

impl Wanted {
    /// Determined by the options: reasons, comparison with known content, front matter, and the format.
    pub(crate) fn new(explain: bool, compare: bool, front: bool, format: ArticleFormat) -> Self {
        Wanted { blocks: explain || compare, metadata: explain || front || format != ArticleFormat::Text }
    }
}

/// Our method; `select` removes the parts of the content that are not wanted.
pub(crate) fn ours(
    documents: &[Document],
    (wanted, lean): (Wanted, Lean),
    select: impl Fn(Content) -> Content,
) -> Vec<Found<'_>> {
    let found: Vec<(Content, Metadata, Option<Explanation>)> = if wanted.blocks || wanted.metadata {
        let described = described_and_explained(documents, lean, |_| wanted.blocks);
        let pages = described.pages.into_iter().zip(described.explanations);
        pages.map(|((content, metadata), why)| (content, metadata, why)).collect()
    } else {
        let contents = contents_leaning(documents, lean).into_iter();
        contents.map(|content| (content, Metadata::default(), None)).collect()
    };
    let found = documents.iter().zip(found).map(|(document, (content, metadata, why))| {
        let verdicts = why.map(|why| why.verdicts).unwrap_or_default();
        let is_alone = content.is_alone();
        let content = select(content);
        let has_comments = !content.comments.is_empty();
        Found {
            document,
            metadata,
            headline: content.headline.map(|headline| headline.span),
            text: content.text,
            comments: content.comments,
            blocks: verdicts.into_iter().map(|verdict| judged(verdict, has_comments)).collect(),
            is_alone,
            is_shown_alone: true,
            left_out: None,
        }
    });
    found.collect()
}

/// A block as our method judges it. If comments are not separated, they are text.
fn judged(mut verdict: Verdict, has_comments: bool) -> Judged {
    let part = match verdict.fate {
        Fate::Comment(number) if has_comments => Some(Part::Comment(Some(number))),
        Fate::Comment(_) => Some(Part::Text),
        fate => fate.is_content().then_some(Part::Text),
    };
    Judged { span: verdict.span, text: std::mem::take(&mut verdict.text), part, verdict: Some(verdict) }
}

/// The metadata of a page for the published methods: its title.
fn titled(tree: &Tree) -> Metadata {
    let title = content::title(tree);
    let text = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = Some(Fact { text, source: Source::Html }).filter(|title| !title.text.is_empty());
    Metadata { title, ..Metadata::default() }
}

/// The published method for content, with the cosine above which blocks are equal.
pub(crate) fn published(
    documents: &[Document],
    threshold: Option<f64>,
    wants_blocks: bool,
) -> Vec<Found<'_>> {
    let trees = trees(documents);
    let method = UniqueBlocks::new();
    let method = threshold.map_or(method, |threshold| method.threshold(threshold));
    let pages = method.pages(documents, &trees);
    let found = documents.iter().zip(&trees).zip(pages).map(|((document, tree), page)| {
        let parts = page.content.iter().map(|content| content.then_some(Part::Text));
        of_blocks(document, tree, &page.blocks.blocks, &parts.collect::<Vec<_>>(), wants_blocks)
    });
    found.collect()
}

/// The published method for blogs. It does not separate comments from each other.
pub(crate) fn published_blog(
    documents: &[Document],
    is_extended: bool,
    wants_blocks: bool,
) -> Vec<Found<'_>> {
    let trees = trees(documents);
    let pages = if is_extended { paper_blog::pages } else { paper_blog::pages_without_extension };
    let pages = pages(documents, &trees);
    let part = |part: &Option<paper_blog::Part>| {
        part.map(|part| match part {
            paper_blog::Part::Post => Part::Text,
            paper_blog::Part::Comment => Part::Comment(None),
        })
    };
    let found = documents.iter().zip(&trees).zip(pages).map(|((document, tree), page)| {
        let parts: Vec<Option<Part>> = page.parts.iter().map(part).collect();
        of_blocks(document, tree, &page.blocks.blocks, &parts, wants_blocks)
    });
    found.collect()
}

fn trees(documents: &[Document]) -> Vec<Tree<'_>> {
    documents.par_iter().map(|document| Tree::whole(document.text())).collect()
}

fn of_blocks<'a>(
    document: &'a Document,
    tree: &Tree,
    blocks: &[Block],
    parts: &[Option<Part>],
    wants_blocks: bool,
) -> Found<'a> {
    let judged = |(block, part): (&Block, &Option<Part>)| {
        let leaves = &tree.leaves()[block.leaves.start as usize..block.leaves.end as usize];
        let (first, last) = leaves.first().zip(leaves.last())?;
        let span = Span { start: first.span.start, end: last.span.end };
        Some(Judged { span, text: block_text(tree, document.text(), block), part: *part, verdict: None })
    };
    let mut blocks: Vec<Judged> = blocks.iter().zip(parts).filter_map(judged).collect();
    let texts = |is: fn(Option<Part>) -> bool| -> Vec<Text> {
        let of = blocks.iter().filter(|block| is(block.part));
        of.map(|block| Text { span: block.span, text: block.text.clone(), kind: TextKind::Body }).collect()
    };
    let text = texts(|part| part == Some(Part::Text));
    let comments = Some(texts(|part| matches!(part, Some(Part::Comment(_))))).filter(|text| !text.is_empty());
    let comment = |text| Comment { text, author: None, date: None, iso_date: None, depth: 0 };
    if !wants_blocks {
        blocks.clear();
    }
    Found {
        document,
        metadata: titled(tree),
        headline: None,
        text,
        comments: comments.into_iter().map(comment).collect(),
        blocks,
        is_alone: false,
        is_shown_alone: false,
        left_out: None,
    }
}
