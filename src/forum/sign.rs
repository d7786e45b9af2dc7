//! Who wrote a post and when, by short texts outside of the body that most records have: the places of these, which
//! [`signature`] judges.

use super::body::ordinals;
use super::page::Page;
use crate::page::digest::mix;
use crate::record::role::{self, signature};
use crate::repeat::thread::{Part, below};
use hashbrown::HashMap;
use std::ops::Range;

/// What is known of a post beside its text.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Signature {
    pub(super) author: Option<u32>,
    pub(super) date: Option<u32>,
}

/// Texts at one place of the records.
#[derive(Default)]
struct Place {
    /// The records, and the leaf in each.
    at: Vec<(usize, u32)>,
    /// How many texts stand before them in their records, all together.
    before: usize,
    linked: usize,
}

/// The leaves that tell author and date of each record. `bodies` are the leaves that are text.
pub(super) fn signatures(pages: &[Page], records: &[Part], bodies: &[Range<u32>]) -> Vec<Signature> {
    let places = places(pages, records, bodies);
    let of_role = |place: &Place| {
        let of = |&(record, leaf): &(usize, u32)| (records[record].of(pages), leaf as usize);
        let words = |(page, leaf): (&Page, usize)| page.texts[leaf].words;
        role::Place {
            texts: place.at.iter().map(of).map(|(page, leaf)| &*page.tree.leaves()[leaf].text).collect(),
            linked: place.linked,
            before: place.before,
            words: place
                .at
                .iter()
                .map(of)
                .map(words)
                .map(|words| if words > 0.0 { words } else { 1.0 })
                .sum(),
        }
    };
    let found = signature(&places.iter().map(of_role).collect::<Vec<_>>(), records.len());
    let leaves = |place: Option<usize>| place.into_iter().flat_map(|place| &places[place].at);
    let mut signatures = vec![Signature::default(); records.len()];
    for &(record, leaf) in leaves(found.author) {
        signatures[record].author = Some(leaf);
    }
    for &(record, leaf) in leaves(found.date) {
        signatures[record].date = Some(leaf);
    }
    signatures
}

/// The places of the texts that are outside of the bodies, by names with their numbers among like ones, and by steps;
/// texts of one place are numbered.
fn places(pages: &[Page], records: &[Part], bodies: &[Range<u32>]) -> Vec<Place> {
    let mut numbers: HashMap<(u8, u64, u32), usize> = HashMap::new();
    let mut places: Vec<Place> = Vec::new();
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
            for (kind, ways) in [(0, &names), (1, &steps)] {
                let way = ways.get(parent).unwrap_or_default();
                let time = times.entry((kind, way)).or_default();
                *time += 1;
                if body.contains(&leaf) {
                    continue;
                }
                let place = *numbers.entry((kind, way, *time)).or_insert_with(|| {
                    places.push(Place::default());
                    places.len() - 1
                });
                let place = &mut places[place];
                place.at.push((number, leaf));
                place.before += before;
                place.linked += usize::from(page.texts[leaf as usize].is_linked);
            }
        }
    }
    places
}
