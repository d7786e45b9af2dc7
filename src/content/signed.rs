//! Author and date of each comment of a page.
//!
//! In: the blocks of each comment. Out: the [`Comment`]s. [`signature`] chooses among columns of short texts. Two texts
//! of different comments are in the same column if their two innermost block-level elements have the same tags, and if
//! they are the n-th such text of their comment, for the same n.
//!
//! Cost: linear in the texts of the comments.

use super::comments::CommentBlocks;
use super::piece::Page;
use super::{Comment, Text};
use crate::measure::TEXT;
use crate::page::{Slots, lines};
use crate::record::role::{self, signature};
use hashbrown::HashMap;

/// Returns the comments with author and date. `comments` are their blocks.
pub(super) fn comments(page: &Page, source: &str, slots: &Slots, comments: &[CommentBlocks]) -> Vec<Comment> {
    let mut numbers: HashMap<([&str; 2], usize), usize> = HashMap::new();
    let mut at: Vec<Vec<(usize, String)>> = Vec::new();
    let mut places: Vec<role::Place> = Vec::new();
    for (comment, CommentBlocks { blocks, .. }) in comments.iter().enumerate() {
        let mut times: HashMap<[&str; 2], usize> = HashMap::new();
        for (before, block) in blocks.iter().map(|&block| &page.blocks[block]).enumerate() {
            let element = &page.elements[block.element];
            let name = |element: usize| &*slots.slot(page.elements[element].slot).name;
            let names = [name(block.element), element.parent.map_or("", name)];
            for leaf in block.leaves.clone() {
                let text = lines(source, &page.leaves[leaf as usize..=leaf as usize]);
                if !text.contains(char::is_alphanumeric) {
                    continue;
                }
                let time = times.entry(names).or_default();
                *time += 1;
                // A long text is the comment itself.
                if block.words > f64::from(TEXT) && !block.is_dated() {
                    continue;
                }
                let number = *numbers.entry((names, *time)).or_insert(places.len());
                if number == places.len() {
                    places.push(role::Place::default());
                    at.push(Vec::new());
                }
                let place = &mut places[number];
                place.linked += usize::from(2.0 * block.linked > block.words);
                place.before += before;
                place.words += block.words.max(1.0);
                at[number].push((comment, text));
            }
        }
    }
    for (place, at) in places.iter_mut().zip(&at) {
        place.texts = at.iter().map(|(_, text)| text.as_str()).collect();
    }
    let found = signature(&places, comments.len());
    let unsigned = |said: &CommentBlocks| {
        let text: Vec<Text> = said.blocks.iter().map(|&at| page.text(source, at)).collect();
        Comment { text, author: None, date: None, depth: said.depth }
    };
    let mut signed: Vec<Comment> = comments.iter().map(unsigned).collect();
    for (comment, text) in found.author.iter().flat_map(|&place| &at[place]) {
        signed[*comment].author = Some(text.clone());
    }
    for (comment, text) in found.date.iter().flat_map(|&place| &at[place]) {
        signed[*comment].date = Some(text.clone());
    }
    signed
}
