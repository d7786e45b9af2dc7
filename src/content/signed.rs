//! Author and date of each comment of a page, and the lines that hold them.
//!
//! In: the blocks of each comment. Out: the [`Comment`]s. Where author and date are is learned from all pages of the template, by the
//! reader that forums use ([`sign`](crate::record::role::sign)). Two texts of different comments are at the same position if their two
//! innermost block-level elements have the same tags, or the same slot, and if they are the n-th such text of their comment, counted from the
//! beginning or from the end: a line below a comment comes after any number of paragraphs.
//!
//! A block is a line about its comment if it has no texts but the author, the date, and those that most comments have, such as
//! `Reply`; numbers in these may differ.
//!
//! Cost: linear in the texts of the comments.

use super::article::ArticleFinder;
use super::piece::{CommentBlocks, Page, TextBlock};
use super::{Comment, TextKind};
use crate::measure::{LEAST, TEXT, are_most, in_how_many};
use crate::page::Slots;
use crate::page::digest::{mix, text as hash};
use crate::record::role::Convention;
use crate::record::role::sign::{LONG, SignTrial, Signature, Signer, Unit, UnitText, locate};
use crate::repeat::fold_digits;

/// The texts of a comment, and the block of each.
struct CommentUnit {
    unit: Unit,
    at: Vec<usize>,
}

/// Learns from pages and their comments where authors and dates are.
pub(super) fn signer(pages: &[&mut Page], slots: &Slots, comments: &[Vec<CommentBlocks>]) -> Signer {
    let (units, conventions) = all_units(pages, slots, comments);
    Signer::learn(&units, &conventions)
}

/// The columns from which author and date of the comments of some pages are chosen.
pub(super) fn trial(pages: &[&mut Page], slots: &Slots, comments: &[Vec<CommentBlocks>]) -> SignTrial {
    let (units, conventions) = all_units(pages, slots, comments);
    Signer::trial(&units, &conventions)
}

fn all_units(
    pages: &[&mut Page],
    slots: &Slots,
    comments: &[Vec<CommentBlocks>],
) -> (Vec<Unit>, Vec<Convention>) {
    let of_page = |(number, (page, comments)): (usize, (&&mut Page, &Vec<CommentBlocks>))| {
        let unit = |comment| Unit { page: number, ..comment_unit(page, slots, comment).unit };
        comments.iter().map(unit).collect::<Vec<Unit>>()
    };
    let units = pages.iter().zip(comments).enumerate().flat_map(of_page).collect();
    let convention = |page: &&mut Page| Convention {
        language: page.language.clone(),
        month_first: page.orders.month_first(),
        retrieved: None,
    };
    (units, pages.iter().map(convention).collect())
}

/// The texts of a comment that have a letter or a number.
fn comment_unit(page: &Page, slots: &Slots, comment: &CommentBlocks) -> CommentUnit {
    let (mut texts, mut at): (Vec<UnitText>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut paths = [Vec::new(), Vec::new(), Vec::new()];
    for &number in &comment.all {
        let block = &page.blocks[number];
        let element = &page.elements[block.element];
        let name = |element: usize| hash(&slots.slot(page.elements[element].slot).name);
        let names = mix(name(block.element), element.parent.map_or(0, name));
        for leaf in block.leaves.clone() {
            let text = &page.texts[leaf as usize];
            if text.text.contains(char::is_alphanumeric) {
                texts.push(UnitText { is_dated: block.dates.at_edge, ..text.clone() });
                at.push(number);
                let slot = slots.slot(element.slot).kind;
                [0, names, slot].into_iter().zip(&mut paths).for_each(|(path, paths)| paths.push(path));
            }
        }
    }
    let mut unit = Unit { page: 0, texts, body: 0..0 };
    locate(&mut unit, &paths);
    CommentUnit { unit, at }
}

/// Returns the comments with author and date. `comments` are their blocks.
pub(super) fn comments(
    page: &Page,
    source: &str,
    finder: &ArticleFinder<'_>,
    comments: &[CommentBlocks],
    convention: &Convention,
) -> Vec<Comment> {
    let units: Vec<CommentUnit> =
        comments.iter().map(|comment| comment_unit(page, finder.slots, comment)).collect();
    let signatures: Vec<Signature> =
        units.iter().map(|comment| finder.signer.read(&comment.unit, convention)).collect();
    let signed = |(comment, signature): (&CommentBlocks, &Signature)| {
        let date = signature.date.as_ref().map(|(_, date)| date);
        Comment {
            text: comment.blocks.iter().map(|&at| page.text(source, at)).collect(),
            author: signature.author.as_ref().map(|(_, author)| author.clone()),
            date: date.map(|date| date.written.clone()),
            iso_date: date.and_then(|date| date.iso.clone()),
            depth: comment.depth,
        }
    };
    let mut signed: Vec<Comment> = comments.iter().zip(&signatures).map(signed).collect();
    mark_lines(page, &mut signed, comments, &units, &signatures);
    signed
}

/// Marks the blocks of comments that are lines about them.
fn mark_lines(
    page: &Page,
    signed: &mut [Comment],
    comments: &[CommentBlocks],
    units: &[CommentUnit],
    signatures: &[Signature],
) {
    let short = |CommentUnit { unit, at }: &CommentUnit| -> Vec<String> {
        let texts = unit.texts.iter().zip(at).filter(|(_, at)| is_short(&page.blocks[**at]));
        texts.map(|(text, _)| fold_digits(&text.text)).collect()
    };
    let counts = in_how_many(units.iter().map(short));
    for (number, (CommentUnit { unit, at }, signature)) in units.iter().zip(signatures).enumerate() {
        let about = [
            signature.author.as_ref().map(|(text, _)| *text),
            signature.date.as_ref().map(|(text, _)| *text),
        ];
        let is_about = |text: usize| {
            let (block, written) = (&page.blocks[at[text]], &unit.texts[text].text);
            // A long text that begins with its signature is the comment.
            let is_signature = about.contains(&Some(text)) && written.chars().count() <= LONG;
            let count = || counts.get(&fold_digits(written)).copied().unwrap_or_default();
            is_signature
                || is_short(block) && (!block.unique || count() >= LEAST && are_most(count(), units.len()))
        };
        let mut texts = 0..unit.texts.len();
        while let Some(first) = texts.next() {
            let end = first + at[first..].iter().take_while(|other| **other == at[first]).count();
            if let Ok(line) = comments[number].blocks.binary_search(&at[first])
                && (first..end).all(is_about)
            {
                signed[number].text[line].kind = TextKind::Line;
            }
            texts = end..texts.end;
        }
    }
}

/// Whether a block is too short to be the comment itself, or a line with a date.
fn is_short(block: &TextBlock) -> bool {
    block.words <= f64::from(TEXT) || block.is_dated()
}
