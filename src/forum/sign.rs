//! Author and date of each post.
//!
//! In: the records, and the leaves of each that are its text. Out: the leaves with author and date. Texts outside the
//! body are grouped into columns by their relative position in the record, and [`signature`] chooses the columns of
//! authors and of dates. Cost: linear in the texts of the records.

use super::body::ordinals;
use super::page::Page;
use crate::page::digest::mix;
use crate::record::role::{self, signature};
use crate::repeat::thread::{Part, below};
use hashbrown::HashMap;
use std::ops::Range;

/// The leaves with author and date of a post.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct SignatureLeaves {
    pub(super) author: Option<u32>,
    pub(super) date: Option<u32>,
}

/// Texts at the same position in their records.
#[derive(Default)]
struct TextColumn {
    /// Pairs of record and leaf.
    at: Vec<(usize, u32)>,
    /// Sum of the numbers of texts before them in their records.
    before: usize,
    /// Number of linked texts.
    linked: usize,
}

/// Returns the leaves with author and date of each record. `bodies` are the leaves that are its text.
pub(super) fn signatures(pages: &[Page], records: &[Part], bodies: &[Range<u32>]) -> Vec<SignatureLeaves> {
    let columns = columns(pages, records, bodies);
    let of_role = |column: &TextColumn| {
        let of = |&(record, leaf): &(usize, u32)| (records[record].of(pages), leaf as usize);
        let words = |(page, leaf): (&Page, usize)| page.texts[leaf].words;
        role::Place {
            texts: column.at.iter().map(of).map(|(page, leaf)| &*page.tree.leaves()[leaf].text).collect(),
            linked: column.linked,
            before: column.before,
            words: column
                .at
                .iter()
                .map(of)
                .map(words)
                .map(|words| if words > 0.0 { words } else { 1.0 })
                .sum(),
        }
    };
    let found = signature(&columns.iter().map(of_role).collect::<Vec<_>>(), records.len());
    let leaves = |column: Option<usize>| column.into_iter().flat_map(|column| &columns[column].at);
    let mut signatures = vec![SignatureLeaves::default(); records.len()];
    for &(record, leaf) in leaves(found.author) {
        signatures[record].author = Some(leaf);
    }
    for &(record, leaf) in leaves(found.date) {
        signatures[record].date = Some(leaf);
    }
    signatures
}

/// Groups the texts outside the bodies into columns, in two ways: by the path of names with ordinals, and by the path
/// of steps. Several texts of a record with the same path are numbered, and each number is a column.
fn columns(pages: &[Page], records: &[Part], bodies: &[Range<u32>]) -> Vec<TextColumn> {
    let mut numbers: HashMap<(u8, u64, u32), usize> = HashMap::new();
    let mut columns: Vec<TextColumn> = Vec::new();
    for (number, (part, body)) in records.iter().zip(bodies).enumerate() {
        let (page, record) = (part.of(pages), &part.record);
        let ordinals = ordinals(page, part);
        let ordinal = |id: crate::page::ElementId| u64::from(ordinals[(id.0 - record.head.0) as usize]);
        let names = page.descend(record, |above, id| below(above, mix(page.names[id.index()], ordinal(id))));
        let steps = page.descend(record, |above, id| {
            let of_head = id == record.head;
            below(above, if of_head { page.names[id.index()] } else { page.steps[id.index()] })
        });
        let mut times: HashMap<(u8, u64), u32> = HashMap::new();
        for (before, leaf) in record.leaves.clone().enumerate() {
            let parent = page.tree.leaves()[leaf as usize].parent;
            for (kind, paths) in [(0, &names), (1, &steps)] {
                let path = paths.get(parent).unwrap_or_default();
                let time = times.entry((kind, path)).or_default();
                *time += 1;
                if body.contains(&leaf) {
                    continue;
                }
                let column = *numbers.entry((kind, path, *time)).or_insert_with(|| {
                    columns.push(TextColumn::default());
                    columns.len() - 1
                });
                let column = &mut columns[column];
                column.at.push((number, leaf));
                column.before += before;
                column.linked += usize::from(page.texts[leaf as usize].is_linked);
            }
        }
    }
    columns
}
