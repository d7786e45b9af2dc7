//! A page as comments are looked for in it: its block-level elements above its pieces, with the labels before them.
//!
//! In: a weighed page, and the [`Labels`] of its set. Out: its [`Outline`].
//!
//! ```text
//! <h2>Trackbacks</h2> <p>..<p>..   <h2>Comments</h2> <p>..<p>..      the paths of the p are alike, their labels are not
//! ```
//!
//! A label is a heading, or a short text that many pages have once. It stands before what follows it in the element around it,
//! and before all that this holds. Cost: linear in the pieces and elements, but for their depth.

use super::super::piece::{Page, Piece, Place, times};
use crate::measure::TEXT;
use crate::page::{ElementId, Slots};
use crate::repeat::thread::{Node, Outline, Text};
use hashbrown::{HashMap, HashSet};

/// The texts that are labels in a set.
#[derive(Clone, Debug)]
pub(super) struct Labels(HashSet<u64>);

/// The one token that all dates are.
const DATE: u64 = 1;

impl Labels {
    /// The texts without a link that half of some pages have, and none of them twice.
    pub(super) fn learn(pages: &[&Page]) -> Self {
        let mut on: HashMap<u64, usize> = HashMap::new();
        let mut often: HashSet<u64> = HashSet::new();
        for page in pages {
            let times = times(page);
            for piece in page.pieces.iter().filter(|piece| piece.linked == 0.0) {
                if times[&piece.key] > 1 {
                    often.insert(piece.key);
                }
                *on.entry(piece.key).or_default() += 1;
            }
        }
        on.retain(|key, on| *on > 1 && 2 * *on >= pages.len() && !often.contains(key));
        Labels(on.into_keys().collect())
    }

    /// What a piece is as a label.
    fn of(&self, piece: &Piece, slots: &Slots) -> Option<u64> {
        let is_heading = piece.is_heading && piece.linked == 0.0;
        let by_name = is_heading.then(|| slots.slot(piece.slot).name_key);
        self.0.get(&piece.key).copied().or(by_name)
    }

    /// The label before each element, or before an element around it.
    fn before(&self, page: &Page, slots: &Slots) -> Vec<Option<u64>> {
        let mut inside: Vec<Vec<(usize, u64)>> = vec![Vec::new(); page.places.len()];
        for (at, piece) in page.pieces.iter().enumerate() {
            let mut around = std::iter::successors(Some(piece.place), |&place| page.places[place].parent);
            if let Some(label) = self.of(piece, slots)
                && let Some(place) = around.find(|&place| page.places[place].pieces.len() > 1)
            {
                inside[place].push((at, label));
            }
        }
        let mut found: Vec<Option<u64>> = Vec::with_capacity(page.places.len());
        for place in &page.places {
            let label = place.parent.and_then(|parent| {
                let labels = &inside[parent];
                let before = labels[..labels.partition_point(|&(at, _)| at < place.pieces.start)].last();
                before.map(|&(_, label)| label).or(found[parent])
            });
            found.push(label);
        }
        found
    }
}

/// A page of block-level elements above pieces.
pub(super) fn outline(page: &Page, slots: &Slots, labels: &Labels) -> Outline {
    let number = |at: usize| ElementId(u32::try_from(at + 1).expect("fewer elements than bytes"));
    let leaf = |at: usize| u32::try_from(at).expect("fewer pieces than bytes");
    let mut ends: Vec<usize> = (1..=page.places.len()).collect();
    for at in (0..page.places.len()).rev() {
        if let Some(parent) = page.places[at].parent {
            ends[parent] = ends[parent].max(ends[at]);
        }
    }
    let root = Node {
        end: number(page.places.len()),
        leaves: 0..leaf(page.pieces.len()),
        is_out: true,
        ..Node::default()
    };
    let labels = labels.before(page, slots);
    let named = page.steps.are_named();
    let node = |(at, (place, is_named)): (usize, (&Place, bool))| {
        let slot = slots.slot(place.slot);
        Node {
            parent: Some(place.parent.map_or(ElementId(0), number)),
            end: number(ends[at]),
            leaves: leaf(place.pieces.start)..leaf(place.pieces.end),
            name: slot.name_key,
            kind: slot.kind,
            is_named,
            is_line: &*slot.name == "hr",
            is_out: page.is_headed(&place.pieces),
            label: labels[at],
            ..Node::default()
        }
    };
    let nodes = page.places.iter().zip(named).enumerate().map(node);
    Outline::new(std::iter::once(root).chain(nodes).collect(), page.pieces.iter().map(weighed).collect())
}

fn weighed(piece: &Piece) -> Text {
    let is_linked = !piece.is_text();
    Text {
        words: piece.words,
        tokens: [(piece.words <= f64::from(TEXT)).then_some(piece.key), piece.is_dated().then_some(DATE)],
        is_linked,
        is_dated: piece.is_dated(),
        is_own: piece.unique,
        weight: Text::weight(piece.words, is_linked, piece.unique),
    }
}
