//! Blocks of generated pages: what each is, what a method takes it for, and how well these agree.
//!
//! Block, precision, recall, F, accuracy and perfect matching are those of B and C: precision and recall of all blocks of a
//! set together, perfect matching as the share of pages without an error. Ours has blocks of its own; a block of the
//! published method counts as found by ours when half of its text stands in what ours found, and one that is a picture
//! when the article that ours writes has the picture.

use katagami::content::markup::{PageMarkup, RepeatedImages, html};
use katagami::content::{Content, Text, contents, shown_tree};
use katagami::document::Document;
use katagami::page::{Block, Tree};
use katagami::record::Base;
use katagami::token::Span;
use site::Page;
use std::ops::Range;

/// What a block is, or is taken for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Class {
    /// Neither of the others.
    Template,
    /// Of the article or the post.
    Content,
    /// A picture of the article, or what is told of it. It is known alone: what is found is content.
    Picture,
    /// Of a comment.
    Comment,
}

impl Class {
    /// Whether it is of the article or the post.
    pub fn is_content(self) -> bool {
        matches!(self, Class::Content | Class::Picture)
    }
}

/// Pages whose content is known.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The pages.
    pub documents: Vec<Document>,
    /// The bytes of each that are content or comment.
    places: Vec<Vec<(Class, Range<usize>)>>,
}

impl Known {
    /// Generated pages; `name` is put before those of the pages.
    pub fn new(name: &str, pages: &[Page]) -> Self {
        let document = |page: &Page| Document::new(format!("{name}/{}", page.name), page.html.as_str());
        let places = |page: &Page| {
            let class = |kind: &str| match kind {
                "comment" => Class::Comment,
                "picture" => Class::Picture,
                _ => Class::Content,
            };
            page.records.iter().map(|record| (class(&record.kind), record.range.clone())).collect()
        };
        Known { documents: pages.iter().map(document).collect(), places: pages.iter().map(places).collect() }
    }

    /// All pages of several sets.
    pub fn mixed(sets: &[Known]) -> Self {
        let documents = sets.iter().flat_map(|set| set.documents.clone()).collect();
        Known { documents, places: sets.iter().flat_map(|set| set.places.clone()).collect() }
    }

    /// Those of the pages, by their numbers, that are to stay.
    pub fn only(&self, stays: impl Fn(usize) -> bool) -> Self {
        let numbers = || (0..self.documents.len()).filter(|&page| stays(page));
        Known {
            documents: numbers().map(|page| self.documents[page].clone()).collect(),
            places: numbers().map(|page| self.places[page].clone()).collect(),
        }
    }

    /// The trees that the published methods read.
    pub fn trees(&self) -> Vec<Tree<'_>> {
        self.documents.iter().map(|document| Tree::whole(document.text())).collect()
    }

    /// The known class of each block of a page, with the one that `found` tells.
    pub fn judge<'a>(
        &'a self,
        page: usize,
        tree: &'a Tree<'_>,
        blocks: &'a [Block],
        found: impl Fn(usize, &Unit<'_>) -> Class + 'a,
    ) -> Vec<Judged> {
        let source = self.documents[page].text();
        let judge = |(number, block): (usize, &'a Block)| {
            let unit = Unit { tree, source, block };
            let start = unit.start();
            // What lies within another comes after it.
            let place = self.places[page].iter().rfind(|place| place.1.contains(&start));
            Judged { known: place.map_or(Class::Template, |place| place.0), found: found(number, &unit) }
        };
        blocks.iter().enumerate().map(judge).collect()
    }
}

/// A block of the published methods in its page.
pub struct Unit<'a> {
    tree: &'a Tree<'a>,
    source: &'a str,
    block: &'a Block,
}

impl Unit<'_> {
    fn leaves(&self) -> impl Iterator<Item = Span> + '_ {
        let Range { start, end } = self.block.leaves;
        self.tree.leaves()[start as usize..end as usize].iter().map(|leaf| leaf.span)
    }

    /// Its first byte.
    fn start(&self) -> usize {
        let text = self.leaves().next().map(|leaf| leaf.start);
        let elements = &self.tree.elements()[self.block.elements.start as usize..];
        text.or(elements.first().map(|element| element.tag.start)).unwrap_or_default() as usize
    }

    /// Whether half of its text stands in some stretches of the page; without text, whether its picture stands in an article.
    fn stands_in(&self, stretches: &[Text], article: &str) -> bool {
        let (mut all, mut covered) = (0, 0);
        for leaf in self.leaves() {
            all += leaf.end - leaf.start;
            let overlap =
                |text: &Text| text.span.end.min(leaf.end).saturating_sub(text.span.start.max(leaf.start));
            covered += stretches.iter().map(overlap).sum::<u32>();
        }
        if all > 0 {
            return 2 * covered >= all;
        }
        let Range { start, end } = self.block.elements;
        let elements = &self.tree.elements()[start as usize..end as usize];
        let address = elements.iter().find_map(|element| element.attribute(self.source, "src"));
        address.is_some_and(|address| article.contains(&*address))
    }
}

/// What ours finds on pages.
pub struct Ours {
    contents: Vec<Content>,
    /// The articles as HTML.
    articles: Vec<String>,
}

impl Ours {
    /// Reads pages as one input.
    pub fn new(documents: &[Document]) -> Self {
        let contents = contents(documents);
        let images = RepeatedImages::of(&documents.iter().collect::<Vec<_>>());
        let write = |(document, content): (&Document, &Content)| {
            let (tree, source) = (shown_tree(document.text()), document.text());
            let spans: Vec<Span> = content.text.iter().map(|text| text.span).collect();
            let headline = content.headline.as_ref().map(|headline| headline.span);
            html(&PageMarkup::new(&tree, source, Base::of(source, None), &images).parts(&spans, headline))
        };
        let articles = documents.iter().zip(&contents).map(write).collect();
        Ours { contents, articles }
    }

    /// What it takes a block of a page for.
    pub fn class(&self, page: usize, unit: &Unit<'_>) -> Class {
        let Content { text, comments, .. } = &self.contents[page];
        if unit.stands_in(text, &self.articles[page]) {
            Class::Content
        } else if comments.iter().any(|comment| unit.stands_in(&comment.text, "")) {
            Class::Comment
        } else {
            Class::Template
        }
    }
}

/// A block with what it is and what it is taken for.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    pub known: Class,
    pub found: Class,
}

/// How blocks of some class agree with those known to be of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    pub blocks: u32,
    pub known: u32,
    pub found: u32,
    right: u32,
}

impl Agreement {
    /// Over blocks; `is` says of which class.
    pub fn of<'a>(blocks: impl IntoIterator<Item = &'a Judged>, is: impl Fn(Class) -> bool) -> Self {
        let mut agreement = Agreement::default();
        for &Judged { known, found } in blocks {
            agreement.blocks += 1;
            agreement.known += u32::from(is(known));
            agreement.found += u32::from(is(found));
            agreement.right += u32::from(is(known) && is(found));
        }
        agreement
    }

    /// How much of what is found is right; nothing where nothing is.
    pub fn precision(self) -> Option<f64> {
        (self.found > 0).then(|| f64::from(self.right) / f64::from(self.found))
    }

    /// How much of what is known is found.
    pub fn recall(self) -> Option<f64> {
        (self.known > 0).then(|| f64::from(self.right) / f64::from(self.known))
    }

    /// The harmonic mean of both.
    pub fn f(self) -> f64 {
        let all = self.known + self.found;
        if all == 0 { 1.0 } else { 2.0 * f64::from(self.right) / f64::from(all) }
    }

    /// The share of blocks that are taken for what they are, of this class or not.
    pub fn accuracy(self) -> f64 {
        f64::from(self.blocks + 2 * self.right - self.known - self.found) / f64::from(self.blocks.max(1))
    }

    /// Whether there is no error.
    pub fn is_perfect(self) -> bool {
        self.right == self.known && self.right == self.found
    }
}

/// The share of pages whose content blocks are found without an error.
pub fn perfect_matching(pages: &[Vec<Judged>]) -> f64 {
    let is_perfect = |page: &&Vec<Judged>| Agreement::of(*page, Class::is_content).is_perfect();
    let perfect = pages.iter().filter(is_perfect).count();
    share(perfect, pages.len())
}

/// A share of some pages.
pub fn share(part: usize, of: usize) -> f64 {
    let float = |count: usize| f64::from(u32::try_from(count).expect("few pages"));
    float(part) / float(of.max(1))
}

/// A share in percent, as the sources print them.
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}", 100.0 * share))
}

#[cfg(test)]
mod tests {
    use super::{Agreement, Class, Judged};

    #[test]
    fn figures_by_hand() {
        let judged = |known, found| Judged { known, found };
        let blocks = [
            judged(Class::Content, Class::Content),
            judged(Class::Picture, Class::Template),
            judged(Class::Content, Class::Comment),
            judged(Class::Template, Class::Content),
            judged(Class::Template, Class::Template),
        ];
        let of = Agreement::of(&blocks, Class::is_content);
        assert_eq!((of.precision(), of.recall()), (Some(0.5), Some(1.0 / 3.0)));
        assert!((of.f() - 0.4).abs() < 1e-12 && (of.accuracy() - 0.4).abs() < 1e-12);
        assert!(!of.is_perfect() && Agreement::default().is_perfect());
    }
}
