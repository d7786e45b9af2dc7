//! Separation of blog posts from comments, as published.
//!
//! In: the pages of one blog, with a post on each. Out: for every page its blocks, and which belong to the post and
//! which to comments.
//!
//! 1. Find content blocks as in [`paper`], with the addresses of images as further features.
//! 2. An id or class is an *element identifier* when it occurs exactly once on each of the pages.
//! 3. The *block identifier* of a block-level element is its own element identifier, else the block identifier of its
//!    nearest older sibling, else that of its parent, else the default.
//! 4. A content block is part of the post if its block identifier has content on every page, and of a comment
//!    otherwise.
//! 5. A block that is not content becomes content if it has the same block identifier as a content block.
//!
//! Source: Yoshida, Inui, Yamamoto, "Automatic Extraction of Blog Posts and Comments from Blog Pages", 2013, sections
//! 3.4.1 to 3.4.6. Named failures: a blog where every page has comments, and one where none has.

use super::paper::{self, UniqueBlocks};
use crate::document::Document;
use crate::measure::how_often;
use crate::page::{Blocks, ElementId, Tree};
use hashbrown::{HashMap, HashSet};

/// The part of the page that a block belongs to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Part {
    /// The post.
    Post,
    /// A comment.
    Comment,
}

/// A page with its blocks.
#[derive(Clone, Debug)]
pub struct Page {
    /// The blocks that hold text or attribute text.
    pub blocks: Blocks,
    /// The part of each block; `None` for blocks that are not content.
    pub parts: Vec<Option<Part>>,
}

/// Attributes whose texts are features: section 3.4.2 of the source.
const TEXTS: [&str; 3] = ["title", "alt", "src"];

/// Returns the blocks of the pages, and which of them are post or comment.
#[must_use]
pub fn pages(documents: &[Document], trees: &[Tree]) -> Vec<Page> {
    parted(documents, trees, contents(documents, trees), |_| true)
}

/// Like [`pages`], but without step 5.
#[must_use]
pub fn pages_without_extension(documents: &[Document], trees: &[Tree]) -> Vec<Page> {
    parted(documents, trees, contents(documents, trees), |content| content)
}

/// Like [`pages_without_extension`], with the true content instead of that of step 1: what steps 2 to 4 can reach.
/// There is one flag for each block of [`pages`].
///
/// # Panics
/// If there are not as many flags as blocks.
#[must_use]
pub fn pages_of_content(documents: &[Document], trees: &[Tree], content: Vec<Vec<bool>>) -> Vec<Page> {
    let mut pages = contents(documents, trees);
    assert_eq!(pages.len(), content.len(), "flags for each page");
    for (page, content) in pages.iter_mut().zip(content) {
        assert_eq!(page.content.len(), content.len(), "one flag for each block");
        page.content = content;
    }
    parted(documents, trees, pages, |content| content)
}

/// Step 1.
fn contents(documents: &[Document], trees: &[Tree]) -> Vec<paper::Page> {
    UniqueBlocks::new().attributes(&TEXTS).pages(documents, trees)
}

/// Steps 2 to 5. `may_be` decides from whether a block is content whether it may become part of post or comment.
fn parted(
    documents: &[Document],
    trees: &[Tree],
    pages: Vec<paper::Page>,
    may_be: fn(bool) -> bool,
) -> Vec<Page> {
    let cut = || pages.iter().zip(trees).zip(documents);
    let elements: Vec<Vec<Vec<Identifier>>> =
        cut().map(|((page, tree), document)| identifiers(&page.blocks, tree, document.text())).collect();
    let known = once_on_all(&elements);
    let blocks: Vec<Vec<Identifier>> =
        pages.iter().zip(&elements).map(|(page, own)| of_blocks(&page.blocks, own, &known)).collect();
    let mut with_content: HashMap<&Identifier, HashSet<usize>> = HashMap::new();
    for (number, (page, identifiers)) in pages.iter().zip(&blocks).enumerate() {
        for (identifier, _) in identifiers.iter().zip(&page.content).filter(|(_, content)| **content) {
            with_content.entry(identifier).or_default().insert(number);
        }
    }
    let part = |identifier: &Identifier| {
        let on = with_content.get(identifier)?.len();
        Some(if on == documents.len() { Part::Post } else { Part::Comment })
    };
    let parts = blocks.iter().zip(&pages).map(|(identifiers, page)| {
        let blocks = identifiers.iter().zip(&page.content);
        blocks.map(|(identifier, &content)| part(identifier).filter(|_| may_be(content))).collect()
    });
    let parts: Vec<Vec<Option<Part>>> = parts.collect();
    pages.into_iter().zip(parts).map(|(page, parts)| Page { blocks: page.blocks, parts }).collect()
}

/// An id or a class, or the default block identifier.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
enum Identifier {
    Id(Box<str>),
    Class(Box<str>),
    Default,
}

/// Returns the id and classes of each block-level element of a page.
fn identifiers(blocks: &Blocks, tree: &Tree, source: &str) -> Vec<Vec<Identifier>> {
    let of = |element: ElementId| {
        let id = tree.element(element).attribute(source, "id").filter(|id| !id.is_empty());
        let id = id.map(|id| Identifier::Id(id.as_ref().into()));
        id.into_iter().chain(tree.classes(element).map(|class| Identifier::Class(class.into()))).collect()
    };
    blocks.holders.iter().map(|holder| of(holder.element)).collect()
}

/// Returns the identifiers that occur exactly once on each page.
fn once_on_all(pages: &[Vec<Vec<Identifier>>]) -> HashSet<&Identifier> {
    let mut on: HashMap<&Identifier, usize> = HashMap::new();
    for page in pages {
        for (identifier, _) in how_often(page.iter().flatten()).into_iter().filter(|&(_, times)| times == 1) {
            *on.entry(identifier).or_default() += 1;
        }
    }
    on.into_iter().filter_map(|(identifier, on)| (on == pages.len()).then_some(identifier)).collect()
}

/// Returns the block identifier of every block.
fn of_blocks(blocks: &Blocks, own: &[Vec<Identifier>], known: &HashSet<&Identifier>) -> Vec<Identifier> {
    let mut identifiers: Vec<&Identifier> = Vec::with_capacity(own.len());
    let mut youngest: Vec<Option<&Identifier>> = vec![None; own.len()];
    for (holder, own) in blocks.holders.iter().zip(own) {
        let parent = holder.parent.map(|parent| parent as usize);
        let of_sibling = parent.and_then(|parent| youngest[parent]);
        let of_parent = parent.map(|parent| identifiers[parent]);
        let own = own.iter().find(|own| known.contains(*own));
        let identifier = own.or(of_sibling).or(of_parent).unwrap_or(&Identifier::Default);
        if let Some(parent) = parent {
            youngest[parent] = Some(identifier);
        }
        identifiers.push(identifier);
    }
    blocks.blocks.iter().map(|block| identifiers[block.holder as usize].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(pages_of: &[&str]) -> Vec<Vec<Option<Part>>> {
        let documents: Vec<Document> = pages_of.iter().map(|page| Document::new("page", *page)).collect();
        let trees: Vec<Tree> = pages_of.iter().map(|page| Tree::new(page)).collect();
        pages(&documents, &trees).into_iter().map(|page| page.parts).collect()
    }

    #[test]
    fn content_on_every_page_is_post_and_other_content_is_comment() {
        let pages = [
            "<h1 id=t>Blog</h1><div id=post><p>One</p></div><div id=said><p>Me too</p></div>",
            "<h1 id=t>Blog</h1><div id=post><p>Two</p></div><div id=said></div>",
        ];
        let post = Some(Part::Post);
        assert_eq!(parts(&pages), [vec![None, post, Some(Part::Comment)], vec![None, post]]);
    }

    #[test]
    fn a_block_with_the_identifier_of_content_becomes_content() {
        let pages = ["<div id=post><p>One<p>Bye</div>", "<div id=post><p>Two<p>Bye</div>"];
        assert_eq!(parts(&pages), [[Some(Part::Post); 2]; 2]);
    }

    #[test]
    fn without_the_extension_no_block_becomes_content() {
        let pages = ["<div id=post><p>One<p>Bye</div>", "<div id=post><p>Two<p>Bye</div>"];
        let documents = pages.map(|page| Document::new("page", page));
        let trees = pages.map(Tree::new);
        for page in pages_without_extension(&documents, &trees) {
            assert_eq!(page.parts, [Some(Part::Post), None]);
        }
    }

    #[test]
    fn true_content_is_parted_by_its_identifiers() {
        let pages = [
            "<div id=post><p>One</p></div><div id=said><p>Bye</p></div>",
            "<div id=post><p>Two</p></div><div id=said><p>Bye</p></div>",
        ];
        let documents = pages.map(|page| Document::new("page", page));
        let trees = pages.map(Tree::new);
        let parts = pages_of_content(&documents, &trees, vec![vec![true, true], vec![true, false]]);
        assert_eq!(parts[0].parts, [Some(Part::Post), Some(Part::Comment)]);
        assert_eq!(parts[1].parts, [Some(Part::Post), None]);
    }

    #[test]
    fn an_identifier_of_one_page_only_is_ignored() {
        let pages = ["<div id=post1><p>One</div>", "<div id=post2><p>Two</div>"];
        assert_eq!(parts(&pages), [[Some(Part::Post)]; 2]);
    }
}
