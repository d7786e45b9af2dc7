//! Replies inside the comment that they reply to.
//!
//! In: a page, and a comment that is a single element. Out: the elements inside it that are comments, too.
//!
//! ```text
//! <li> <b>Ann</b> <i>1 May</i> <p>I agree <ul> <li> <b>Bob</b> <i>2 May</i> <p>Why?       the inner li repeats the outer one
//! ```
//!
//! The element paths of replies are longer than those of comments, so the candidate for comments does not include them.
//! An element is a reply if it has the same tag as the comment around it, if both have a date of their own, and if at
//! least half of the relative paths in the comment up to its first such element also occur in the reply. Cost: linear
//! in the elements of the comment, times the depth of nesting of replies.

use crate::page::ElementId;
use crate::page::digest::{BASIS, mix, spread};
use crate::repeat::Record;
use crate::repeat::thread::Outline;
use hashbrown::HashSet;

/// Returns the replies inside a comment, at any depth; none if the comment is a run of several siblings.
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

/// Whether an element has the same name as the comment around it, and both have a date.
fn is_like(page: &Outline, comment: &Record, id: ElementId) -> bool {
    let leaves = page.leaves(id);
    page.names[id.index()] == page.names[comment.head.index()]
        && page.is_dated(leaves)
        && page.is_dated(&(comment.leaves.start..leaves.start))
}

/// Returns the paths, from the head of a record, to all elements that end inside the record.
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
