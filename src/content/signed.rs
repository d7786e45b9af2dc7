//! Author and date of each comment of a page, and the lines that hold them.
//!
//! In: the blocks of each comment. Out: the [`Comment`]s. [`signature`] chooses among columns of short texts. Two texts
//! of different comments are in the same column if their two innermost block-level elements have the same tags, and if
//! they are the n-th such text of their comment, for the same n. It is counted from the beginning, or from the end if
//! more authors and dates are found then: a line below a comment comes after any number of paragraphs.
//!
//! Words that most authors begin or end with are labels and left out: `Posted by: Ann at`, `Posted by: Bob at`. If nothing else is
//! left of an author, the name is in another text of the block, such as a link.
//!
//! A block is a line about its comment if it has no texts but the author, the date, and those that most comments have, such as
//! `Reply`; numbers in these may differ.
//!
//! Cost: linear in the texts of the comments.

use super::comments::CommentBlocks;
use super::piece::{Page, TextBlock};
use super::{Comment, Text, TextKind};
use crate::measure::{LEAST, TEXT, are_most};
use crate::page::{Slots, lines};
use crate::record::role::{self, Language, date, signature};
use crate::repeat::fold_digits;
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};

/// A text of a comment.
struct CommentText<'a> {
    /// The numbers of its comment on the page and of its block in the comment.
    comment: usize,
    at: usize,
    block: &'a TextBlock,
    /// The tags of its two innermost block-level elements.
    names: [&'a str; 2],
    text: String,
    /// Its number among the texts with these tags, from the beginning of the comment and from its end.
    numbers: [usize; 2],
}

/// Returns the comments with author and date. `comments` are their blocks.
pub(super) fn comments(page: &Page, source: &str, slots: &Slots, comments: &[CommentBlocks]) -> Vec<Comment> {
    let texts: Vec<CommentText> = comments
        .iter()
        .enumerate()
        .flat_map(|(number, comment)| texts(page, source, slots, number, comment))
        .collect();
    let signed_from = |end: usize| -> [Vec<usize>; 2] {
        let columns = columns(&texts, end);
        let places: Vec<role::Place> = columns.iter().map(|column| place(&texts, column)).collect();
        let found = signature(&places, comments.len());
        [found.author, found.date]
            .map(|column| column.map_or_else(Vec::new, |column| columns[column].clone()))
    };
    let count = |[authors, dates]: &[Vec<usize>; 2]| authors.len() + dates.len();
    let (forward, backward) = (signed_from(0), signed_from(1));
    let [authors, dates] = if count(&backward) > count(&forward) { backward } else { forward };
    let unsigned = |comment: &CommentBlocks| {
        let text: Vec<Text> = comment.blocks.iter().map(|&at| page.text(source, at)).collect();
        Comment { text, author: None, date: None, depth: comment.depth }
    };
    let mut signed: Vec<Comment> = comments.iter().map(unsigned).collect();
    let mut about = [&*authors, &*dates].concat();
    for text in dates.iter().map(|&text| &texts[text]) {
        // Comment::iso_date reads it in the language of the page.
        signed[text.comment].date = Some(date::written(&text.text, &Language::default()).0.to_owned());
    }
    let with_dates: HashSet<usize> = dates.iter().copied().collect();
    let label = Label::of(&authors.iter().map(|&text| &*texts[text].text).collect());
    for &author in &authors {
        let text = &texts[author];
        let mut name = label.removed_from(&text.text);
        if name.is_empty() {
            let block = texts.partition_point(|other| other.place() < text.place());
            let block = block..texts.partition_point(|other| other.place() <= text.place());
            let undated = block.clone().filter(|other| !with_dates.contains(other));
            let whole: Vec<&str> = undated.map(|other| &*texts[other].text).collect();
            name = label.removed_from(&whole.join(" "));
            about.extend(block);
        }
        signed[text.comment].author = Some(if name.is_empty() { text.text.clone() } else { name });
    }
    mark_lines(&mut signed, &texts, &about);
    signed
}

/// Words around names.
#[derive(Debug, Default)]
struct Label<'t> {
    before: Vec<&'t str>,
    after: Vec<&'t str>,
}

/// The fewest different texts that show a label; most of fewer may share a word by chance. Of 14,860 comments, 4 gives the same
/// authors. With 3, three lose a label on one site, and eight names a word on another; with 6, four authors on one site keep a label,
/// and with 8, 46 on four: tools/changed.py src/content/signed.rs LABELLED 2 3 4 6 8. Leaving one site out, another
/// value is chosen only without the site on which 3 errs.
const LABELLED: usize = 5;

impl<'t> Label<'t> {
    /// The words that most of the texts begin and end with.
    fn of(texts: &BTreeSet<&'t str>) -> Self {
        if texts.len() < LABELLED {
            return Label::default();
        }
        let texts: Vec<Vec<&str>> = texts.iter().map(|text| text.split_whitespace().collect()).collect();
        let reversed = texts.iter().map(|words| words.iter().rev().copied().collect()).collect();
        let mut after = common_start(reversed);
        after.reverse();
        Label { before: common_start(texts), after }
    }

    /// The text without these words.
    fn removed_from(&self, text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.strip_prefix(&*self.before).unwrap_or(&words);
        words.strip_suffix(&*self.after).unwrap_or(words).join(" ")
    }
}

/// The words that most of the texts begin with.
fn common_start(mut texts: Vec<Vec<&str>>) -> Vec<&str> {
    let (all, mut start) = (texts.len(), Vec::new());
    loop {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for word in texts.iter().filter_map(|words| words.get(start.len())) {
            *counts.entry(word).or_default() += 1;
        }
        let common = counts.into_iter().find(|&(_, count)| are_most(count, all));
        let Some((common, _)) = common else { return start };
        texts.retain(|words| words.get(start.len()) == Some(&common));
        start.push(common);
    }
}

/// Marks the blocks of comments that are lines about them. `signatures` are the texts that are authors and dates.
fn mark_lines(comments: &mut [Comment], texts: &[CommentText], signatures: &[usize]) {
    let folded = |text: &CommentText| text.is_short().then(|| fold_digits(&text.text));
    let folded: Vec<Option<String>> = texts.iter().map(folded).collect();
    let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
    for (text, folded) in texts.iter().zip(&folded) {
        let Some(folded) = folded else { continue };
        let (count, last) = counts.entry(folded).or_insert((0, usize::MAX));
        *count += usize::from(*last != text.comment);
        *last = text.comment;
    }
    let is_template = |(text, folded): (&CommentText, &Option<String>)| {
        let count = folded.as_deref().map(|folded| counts[folded].0);
        count.is_some_and(|count| !text.block.unique || count >= LEAST && are_most(count, comments.len()))
    };
    let mut is_line: Vec<bool> = texts.iter().zip(&folded).map(is_template).collect();
    for &text in signatures {
        is_line[text] = true;
    }
    let mut rest = &*is_line;
    for block in texts.chunk_by(|one, next| one.place() == next.place()) {
        let (are_lines, behind) = rest.split_at(block.len());
        rest = behind;
        if are_lines.iter().all(|&is_line| is_line) {
            comments[block[0].comment].text[block[0].at].kind = TextKind::Line;
        }
    }
}

/// The columns of short texts that are numbered from one end of their comments: 0 for the beginning, 1 for the end.
fn columns(texts: &[CommentText], end: usize) -> Vec<Vec<usize>> {
    let mut numbers: HashMap<([&str; 2], usize), usize> = HashMap::new();
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for (number, text) in texts.iter().enumerate().filter(|(_, text)| text.is_short()) {
        let column = *numbers.entry((text.names, text.numbers[end])).or_insert(columns.len());
        if column == columns.len() {
            columns.push(Vec::new());
        }
        columns[column].push(number);
    }
    columns
}

/// The texts of a column as candidates for author and date.
fn place<'t>(texts: &'t [CommentText], column: &[usize]) -> role::Place<'t> {
    let texts = || column.iter().map(|&text| &texts[text]);
    role::Place {
        texts: texts().map(|text| text.text.as_str()).collect(),
        linked: texts().filter(|text| 2.0 * text.block.linked > text.block.words).count(),
        before: texts().map(|text| text.at).sum(),
        words: texts().map(|text| text.block.words.max(1.0)).sum(),
    }
}

/// The texts of a comment that have a letter or a number.
fn texts<'a>(
    page: &'a Page,
    source: &str,
    slots: &'a Slots,
    comment: usize,
    CommentBlocks { blocks, .. }: &CommentBlocks,
) -> Vec<CommentText<'a>> {
    let mut counts: HashMap<[&str; 2], usize> = HashMap::new();
    let mut texts = Vec::new();
    for (at, block) in blocks.iter().map(|&block| &page.blocks[block]).enumerate() {
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
            texts.push(CommentText { comment, at, block, names, text, numbers: [*count; 2] });
        }
    }
    for text in &mut texts {
        text.numbers[1] = counts[&text.names] - text.numbers[0];
    }
    texts
}

impl CommentText<'_> {
    /// Where its block is.
    fn place(&self) -> (usize, usize) {
        (self.comment, self.at)
    }

    /// Whether it is too short to be the comment itself, or a line with a date.
    fn is_short(&self) -> bool {
        self.block.words <= f64::from(TEXT) || self.block.is_dated()
    }
}
