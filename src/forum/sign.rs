//! The texts of each post from which author and date are chosen.
//!
//! In: the records, and the leaves of each that are its text. Out: the [`Unit`] of each. Of its text only the first and last
//! leaves count, since a post may begin or end with its signature. Cost: linear in the texts of the records.

use super::first::first_records;
use super::page::Page;
use crate::page::ElementId;
use crate::page::digest::{mix, text};
use crate::record::role::sign::{Unit, UnitText, locate, marks};
use crate::repeat::thread::{At, Descent, Part, below};
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// The leaves at each end of a body that may be its signature: an author and a date.
const EDGE: u32 = 2;

/// Returns the texts of each record, and of the elements around it that hold no other: what signs it may be beside it, such as a heading
/// with its date. `bodies` are the leaves that are its text. The records behind the answers are first posts apart from these.
pub(super) fn units(pages: &[Page], records: &[Part], answers: usize, bodies: &[Range<u32>]) -> Vec<Unit> {
    let firsts = first_records(pages, &records[..answers]);
    let around = around(pages, &records[..answers]);
    let signed = |(number, part): (usize, &Part)| {
        let (page, head) = (part.page, part.record.head);
        match (around.get(number), firsts[page]) {
            (None, Some(first)) => {
                Part::element(pages, At { page, id: pages[page].outermost_before(head, first) })
            }
            (None, None) | (Some(None), _) => part.clone(),
            (Some(&Some(id)), _) => Part::element(pages, At { page, id }),
        }
    };
    let signed = records.iter().enumerate().map(signed);
    signed.zip(bodies).map(|(part, body)| unit(part.of(pages), &part, body)).collect()
}

/// The element around each answer, as many levels above it as most answers have elements around them that hold no other answer.
fn around(pages: &[Page], answers: &[Part]) -> Vec<Option<ElementId>> {
    let mut heads: Vec<Vec<ElementId>> = vec![Vec::new(); pages.len()];
    for part in answers {
        heads[part.page].push(part.record.head);
    }
    for heads in &mut heads {
        heads.sort_unstable();
    }
    let alone = |part: &Part| -> Vec<ElementId> {
        let (tree, heads) = (&part.of(pages).tree, &heads[part.page]);
        let held = |start, end| {
            heads.partition_point(|&head| head < end) - heads.partition_point(|&head| head < start)
        };
        let own = held(part.record.head, part.record.end);
        let is_alone = |id: &ElementId| held(*id, tree.element(*id).end) == own;
        tree.inclusive_ancestors(part.record.head).skip(1).take_while(is_alone).collect()
    };
    let all: Vec<Vec<ElementId>> = answers.iter().map(alone).collect();
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for (_, above) in answers.iter().zip(&all).filter(|(part, _)| heads[part.page].len() > 1) {
        *counts.entry(above.len()).or_default() += 1;
    }
    // Of equal counts the fewest levels.
    let levels = counts.into_iter().rev().max_by_key(|&(_, count)| count).map_or(0, |(levels, _)| levels);
    all.iter().map(|above| above[..levels.min(above.len())].last().copied()).collect()
}

fn unit(page: &Page, part: &Part, body: &Range<u32>) -> Unit {
    let record = &part.record;
    let ordinals = ordinals(page, part);
    let ordinal = |id: ElementId| u64::from(ordinals[(id.0 - record.head.0) as usize]);
    let names = page.descend(record, |above, id| below(above, mix(page.names[id.index()], ordinal(id))));
    let steps = page.descend(record, |above, id| {
        let of_head = id == record.head;
        below(above, if of_head { page.names[id.index()] } else { page.steps[id.index()] })
    });
    let is_inner = |leaf: &u32| (body.start + EDGE..body.end.saturating_sub(EDGE)).contains(leaf);
    let leaves: Vec<u32> = record.leaves.clone().filter(|leaf| !is_inner(leaf)).collect();
    let parent = |leaf: &u32| page.tree.leaves()[*leaf as usize].parent;
    let text = |leaf: &u32| UnitText {
        text: page.tree.leaves()[*leaf as usize].text.to_string(),
        is_linked: page.texts[*leaf as usize].is_linked,
        ..marks(&page.tree, parent(leaf))
    };
    let place = |leaf: u32| leaves.partition_point(|&other| other < leaf);
    let mut unit = Unit {
        page: part.page,
        texts: leaves.iter().map(text).collect(),
        body: place(body.start)..place(body.end),
    };
    let paths = |paths: &Descent| -> Vec<u64> {
        leaves.iter().map(|leaf| paths.get(parent(leaf)).unwrap_or_default()).collect()
    };
    locate(&mut unit, &[paths(&names), paths(&steps)]);
    unit
}

/// Returns for each element of a record its ordinal among same-tag siblings.
fn ordinals(page: &Page, part: &Part) -> Vec<u32> {
    let mut counts: HashMap<(Option<ElementId>, u64), u32> = HashMap::new();
    let number = |id: ElementId| {
        let element = page.tree.element(id);
        let count = counts.entry((element.parent, text(&element.name))).or_default();
        *count += 1;
        *count - 1
    };
    part.record.elements().map(number).collect()
}
