//! Answers that stand within the comment that they answer, in places of their own.
//!
//! In: a page, and a comment that is an element. Out: the elements in it that are comments too.
//!
//! ```text
//! <li> <b>Ann</b> <i>1 May</i> <p>I agree <ul> <li> <b>Bob</b> <i>2 May</i> <p>Why?       the inner li repeats the outer one
//! ```
//!
//! Paths tell comments apart, and those to answers are longer. An answer has the name of the comment around it and a date,
//! leaves this one a date too, and has half of the paths inside that stand in the comment before it. Cost: linear in the elements of the
//! comment, but for how deep answers nest.

use crate::page::ElementId;
use crate::page::digest::{BASIS, mix, spread};
use crate::repeat::Record;
use crate::repeat::thread::Outline;
use hashbrown::HashSet;

/// The answers within a comment, at any depth; none where the comment is several siblings.
pub(super) fn replies(page: &Outline, comment: &Record) -> Vec<Record> {
    if page.node(comment.head).end != comment.end {
        return Vec::new();
    }
    let like: Vec<ElementId> = comment.elements().skip(1).filter(|&id| is_like(page, comment, id)).collect();
    let Some(&first) = like.first() else { return Vec::new() };
    let before = paths(page, &Record { end: first, ..comment.clone() });
    let repeats = |answer: &Record| {
        let common = before.intersection(&paths(page, answer)).count();
        common > 0 && 2 * common >= before.len()
    };
    like.into_iter().map(|id| page.record(id)).filter(repeats).collect()
}

/// Whether an element has the name of the comment around it, and both have a date.
fn is_like(page: &Outline, comment: &Record, id: ElementId) -> bool {
    let leaves = page.leaves(id);
    page.names[id.index()] == page.names[comment.head.index()]
        && page.is_dated(leaves)
        && page.is_dated(&(comment.leaves.start..leaves.start))
}

/// The paths within an element down to those that end in a record that begins with it.
fn paths(page: &Outline, record: &Record) -> HashSet<u64> {
    let mut found = HashSet::new();
    page.descend(record, |above, id| {
        let Some(above) = above else { return BASIS };
        let path = spread(mix(above, page.steps[id.index()]));
        if page.node(id).end <= record.end {
            found.insert(path);
        }
        path
    });
    found
}
