//! The comments of a page with who wrote each and when, by [`signature`]: the records are the comments, the places of their
//! texts the names of the two elements around them, those of one comment numbered.

use super::comments::Said;
use super::piece::Page;
use super::{Comment, Text};
use crate::measure::TEXT;
use crate::page::{Slots, lines};
use crate::record::role::{self, signature};
use hashbrown::HashMap;

/// The comments, whose pieces are given.
pub(super) fn comments(page: &Page, source: &str, slots: &Slots, comments: &[Said]) -> Vec<Comment> {
    let mut numbers: HashMap<([&str; 2], usize), usize> = HashMap::new();
    let mut at: Vec<Vec<(usize, String)>> = Vec::new();
    let mut places: Vec<role::Place> = Vec::new();
    for (comment, Said { pieces, .. }) in comments.iter().enumerate() {
        let mut times: HashMap<[&str; 2], usize> = HashMap::new();
        for (before, piece) in pieces.iter().map(|&piece| &page.pieces[piece]).enumerate() {
            let place = &page.places[piece.place];
            let name = |place: usize| &*slots.slot(page.places[place].slot).name;
            let names = [name(piece.place), place.parent.map_or("", name)];
            for leaf in piece.leaves.clone() {
                let text = lines(source, &page.leaves[leaf as usize..=leaf as usize]);
                if !text.contains(char::is_alphanumeric) {
                    continue;
                }
                let time = times.entry(names).or_default();
                *time += 1;
                // That is what it says.
                if piece.words > f64::from(TEXT) && !piece.is_dated() {
                    continue;
                }
                let number = *numbers.entry((names, *time)).or_insert(places.len());
                if number == places.len() {
                    places.push(role::Place::default());
                    at.push(Vec::new());
                }
                let place = &mut places[number];
                place.linked += usize::from(2.0 * piece.linked > piece.words);
                place.before += before;
                place.words += piece.words.max(1.0);
                at[number].push((comment, text));
            }
        }
    }
    for (place, at) in places.iter_mut().zip(&at) {
        place.texts = at.iter().map(|(_, text)| text.as_str()).collect();
    }
    let found = signature(&places, comments.len());
    let unsigned = |said: &Said| {
        let text: Vec<Text> = said.pieces.iter().map(|&at| page.text(source, at)).collect();
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
