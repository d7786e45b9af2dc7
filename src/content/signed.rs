//! Author and date of each comment of a page.
//!
//! In: the blocks of each comment. Out: the [`Comment`]s. [`signature`] chooses among columns of short texts. Two texts
//! of different comments are in the same column if their two innermost block-level elements have the same tags, and if
//! they are the n-th such text of their comment, for the same n. It is counted from the beginning, or from the end if
//! more authors and dates are found then: a line below a comment comes after any number of paragraphs.
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
    let signed_from = |end: usize| -> [Vec<&ShortText>; 2] {
        let columns = columns(&texts, end);
        let places: Vec<role::Place> = columns.iter().map(|texts| place(texts)).collect();
        let found = signature(&places, comments.len());
        [found.author, found.date]
            .map(|column| column.map_or_else(Vec::new, |column| columns[column].clone()))
    };
    let count = |[authors, dates]: &[Vec<&ShortText>; 2]| authors.len() + dates.len();
    let (forward, backward) = (signed_from(0), signed_from(1));
    let [authors, dates] = if count(&backward) > count(&forward) { backward } else { forward };
    let unsigned = |comment: &CommentBlocks| {
        let text: Vec<Text> = comment.blocks.iter().map(|&at| page.text(source, at)).collect();
        Comment { text, author: None, date: None, depth: comment.depth }
    };
    let mut signed: Vec<Comment> = comments.iter().map(unsigned).collect();
    for text in authors {
        signed[text.comment].author = Some(text.text.clone());
    }
    for text in dates {
        signed[text.comment].date = Some(text.text.clone());
    }
    signed
}

/// The columns of texts that are numbered from one end of their comments: 0 for the beginning, 1 for the end.
fn columns<'t, 'p>(texts: &'t [ShortText<'p>], end: usize) -> Vec<Vec<&'t ShortText<'p>>> {
    let mut numbers: HashMap<([&str; 2], usize), usize> = HashMap::new();
    let mut columns: Vec<Vec<&ShortText>> = Vec::new();
    for text in texts {
        let column = *numbers.entry((text.names, text.numbers[end])).or_insert(columns.len());
        if column == columns.len() {
            columns.push(Vec::new());
        }
        columns[column].push(text);
    }
    columns
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
