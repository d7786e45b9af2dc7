//! The texts of each post from which author and date are chosen.
//!
//! In: the records, and the leaves of each that are its text. Out: the [`Unit`] of each. Of its text only the first and last
//! leaves count, since a post may begin or end with its signature. Cost: linear in the texts of the records.

use super::first::first_records;
use super::page::Page;
use crate::page::ElementId;
use crate::page::digest::mix;
use crate::record::role::sign::{Unit, UnitText, locate, marks};
use crate::repeat::thread::{At, Descent, Part, below, raised};
use hashbrown::HashMap;
use std::ops::Range;

/// The leaves at each end of a body that may be its signature: an author and a date.
const EDGE: u32 = 2;

/// Returns the texts of each record, and of the elements around it that hold no other: what signs it may be beside it, such as a heading
/// with its date. `bodies` are the leaves that are its text. The records behind the answers are first posts apart from these.
pub(super) fn units(pages: &[Page], records: &[Part], answers: usize, bodies: &[Range<u32>]) -> Vec<Unit> {
    let firsts = first_records(pages, &records[..answers]);
    let around = raised(pages, &records[..answers].iter().map(Part::head).collect::<Vec<_>>());
    let signed = |(number, part): (usize, &Part)| {
        let At { page, id } = part.head();
        let outer = if number < answers {
            around.get(&part.head()).copied().filter(|outer| outer.id != id)
        } else {
            firsts[page].map(|first| At { page, id: pages[page].outermost_before(id, first) })
        };
        outer.map_or_else(|| part.clone(), |outer| Part::element(pages, outer))
    };
    let signed = records.iter().enumerate().map(signed);
    signed.zip(bodies).map(|(part, body)| unit(part.of(pages), &part, body)).collect()
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
        is_dated: page.texts[*leaf as usize].date.is_some(),
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
        let count = counts.entry((element.parent, page.names[id.index()])).or_default();
        *count += 1;
        *count - 1
    };
    part.record.elements().map(number).collect()
}
