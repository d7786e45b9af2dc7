//! Author and date of each comment of a page.
//!
//! In: the blocks of each comment. Out: the [`Comment`]s. [`signature`] chooses among columns of short texts. Two texts
//! of different comments are in the same column if their two innermost block-level elements have the same tags, and if
//! they are the n-th such text of their comment, for the same n, counted from its beginning or from its end: a line
//! below a comment comes after any number of paragraphs.
//!
//! Cost: linear in the texts of the comments.

use super::comments::CommentBlocks;
use super::piece::{Page, TextBlock};
use super::{Comment, Text};
use crate::measure::TEXT;
use crate::page::{Slots, lines};
use crate::record::role::{self, signature};
use hashbrown::HashMap;

/// A short text of a comment.
struct ShortText<'a> {
    comment: usize,
    /// The tags of its two innermost block-level elements.
    names: [&'a str; 2],
    text: String,
    block: &'a TextBlock,
    /// The number of blocks before it in the comment.
    before: usize,
    /// Its number among the texts with these tags, from the beginning of the comment and from its end.
    numbers: [usize; 2],
}

/// Returns the comments with author and date. `comments` are their blocks.
pub(super) fn comments(page: &Page, source: &str, slots: &Slots, comments: &[CommentBlocks]) -> Vec<Comment> {
    let texts: Vec<ShortText> = comments
        .iter()
        .enumerate()
        .flat_map(|(number, comment)| short_texts(page, source, slots, number, comment))
        .collect();
    let mut columns: HashMap<([&str; 2], usize, usize), usize> = HashMap::new();
    let mut at: Vec<Vec<&ShortText>> = Vec::new();
    for end in [0, 1] {
        for text in &texts {
            let column = *columns.entry((text.names, end, text.numbers[end])).or_insert(at.len());
            if column == at.len() {
                at.push(Vec::new());
            }
            at[column].push(text);
        }
    }
    let places: Vec<role::Place> = at.iter().map(|texts| place(texts)).collect();
    let found = signature(&places, comments.len());
    let unsigned = |comment: &CommentBlocks| {
        let text: Vec<Text> = comment.blocks.iter().map(|&at| page.text(source, at)).collect();
        Comment { text, author: None, date: None, depth: comment.depth }
    };
    let mut signed: Vec<Comment> = comments.iter().map(unsigned).collect();
    for text in found.author.iter().flat_map(|&column| &at[column]) {
        signed[text.comment].author = Some(text.text.clone());
    }
    for text in found.date.iter().flat_map(|&column| &at[column]) {
        signed[text.comment].date = Some(text.text.clone());
    }
    signed
}

/// The texts of a column as candidates for author and date.
fn place<'t>(texts: &[&'t ShortText]) -> role::Place<'t> {
    let blocks = || texts.iter().map(|text| text.block);
    role::Place {
        texts: texts.iter().map(|text| text.text.as_str()).collect(),
        linked: blocks().filter(|block| 2.0 * block.linked > block.words).count(),
        before: texts.iter().map(|text| text.before).sum(),
        words: blocks().map(|block| block.words.max(1.0)).sum(),
    }
}

/// The short texts of a comment.
fn short_texts<'a>(
    page: &'a Page,
    source: &str,
    slots: &'a Slots,
    comment: usize,
    CommentBlocks { blocks, .. }: &CommentBlocks,
) -> Vec<ShortText<'a>> {
    let mut counts: HashMap<[&str; 2], usize> = HashMap::new();
    let mut texts = Vec::new();
    for (before, block) in blocks.iter().map(|&block| &page.blocks[block]).enumerate() {
        let element = &page.elements[block.element];
        let name = |element: usize| &*slots.slot(page.elements[element].slot).name;
        let names = [name(block.element), element.parent.map_or("", name)];
        for leaf in block.leaves.clone() {
            let text = lines(source, &page.leaves[leaf as usize..=leaf as usize]);
            if !text.contains(char::is_alphanumeric) {
                continue;
            }
            let count = counts.entry(names).or_default();
            *count += 1;
            texts.push(ShortText { comment, names, text, block, before, numbers: [*count; 2] });
        }
    }
    for text in &mut texts {
        text.numbers[1] = counts[&text.names] - text.numbers[0];
    }
    // A long text is the comment itself.
    texts.retain(|text| text.block.words <= f64::from(TEXT) || text.block.is_dated());
    texts
}
