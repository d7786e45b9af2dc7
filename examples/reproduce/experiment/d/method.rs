//! What the two methods answer for the first of some pages of one format, as numbers of the texts on it.

use super::page::Letters;
use katagami::document::Document;
use katagami::forum::{self, paper::Cutter};
use katagami::page::Tree;

/// What was found on a page.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The texts of the main content.
    pub(super) main: Vec<u32>,
    /// Those of each post.
    pub(super) posts: Vec<Vec<u32>>,
    /// Those of each post without author, date and buttons.
    pub(super) texts: Vec<Vec<u32>>,
}

/// The published method.
pub(super) fn published(cutter: Cutter, pages: &[&str]) -> Found {
    let trees: Vec<Tree> = pages.iter().map(|page| Tree::unscripted(page)).collect();
    let cut = cutter.alpha(pages.len()).cut(pages, &trees).swap_remove(0);
    let sorted = |mut leaves: Vec<u32>| {
        leaves.sort_unstable();
        leaves
    };
    let posts: Vec<Vec<u32>> = cut.posts.iter().map(|post| sorted(cut.outline.leaves(post))).collect();
    Found { main: sorted(cut.outline.leaves(&[cut.main])), texts: posts.clone(), posts }
}

/// Ours. The main content is what stands from the first post to the last.
pub(super) fn ours(pages: &[&str]) -> Found {
    let documents: Vec<Document> = pages.iter().map(|&page| Document::new("page", page)).collect();
    let posts = forum::threads(&documents).pages.swap_remove(0);
    let letters = Letters::new(&Tree::unscripted(pages[0]));
    let of = |span: katagami::token::Span| letters.within(&span.range());
    let ends = posts.iter().map(|post| post.span.range());
    let (start, end) = (ends.clone().map(|range| range.start).min(), ends.map(|range| range.end).max());
    Found {
        main: letters.within(&(start.unwrap_or(0)..end.unwrap_or(0))),
        posts: posts.iter().map(|post| of(post.span)).collect(),
        texts: posts.iter().map(|post| of(post.body)).collect(),
    }
}
