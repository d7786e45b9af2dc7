//! Who wrote a post and when, by short texts outside of the body that most records have.
//!
//! The date has figures: three, or one with letters that differ from post to post, or two without letters. The author has
//! few digits, differs from post to post, and often is linked. No names of months are known.

use super::body::ordinals;
use super::page::Page;
use crate::page::digest::mix;
use crate::repeat::fold_digits;
use crate::repeat::thread::{Part, below};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use std::ops::Range;

/// The share of the records that have the place.
const MOST: f64 = 0.6;

/// Characters of a text that may be either, and of a name, at the mean.
const LONG: f64 = 60.0;
const NAME: f64 = 30.0;

/// The share of dates among the texts of their place.
const DATED: f64 = 0.6;

/// The share of digits in names.
const DIGITS: f64 = 0.3;

/// The digits of a whole date.
const WHOLE: f64 = 8.0;

/// How much less dates that stand further down count, a place; names stand at odds with that and count half as much less.
const FAR: f64 = 0.1;

/// What is told of a post beside its text.
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
    let mut author: Option<(f64, &Place)> = None;
    let mut date: Option<(f64, &Place)> = None;
    for place in places.iter().filter(|place| count(place.at.len()) >= MOST * count(records.len())) {
        let Some(texts) = Texts::new(pages, records, place) else { continue };
        let presence = count(place.at.len()) / count(records.len());
        let far = count(place.before) / texts.count;
        let (best, score) = if texts.dated >= DATED {
            let worth = texts.distinct.powf(0.25) * texts.shape * (texts.digits / WHOLE).min(1.0);
            (&mut date, worth * presence / (1.0 + FAR * far))
        } else if texts.digits < DIGITS * texts.length && texts.differ && texts.length <= NAME {
            let linked = if 2 * place.linked > place.at.len() { 1.5 } else { 1.0 };
            (&mut author, texts.distinct * linked * presence / (1.0 + FAR / 2.0 * far) / texts.words.sqrt())
        } else {
            continue;
        };
        if score > best.map_or(0.0, |best| best.0) {
            *best = Some((score, place));
        }
    }
    let mut signatures = vec![Signature::default(); records.len()];
    for &(record, leaf) in author.iter().flat_map(|(_, place)| &place.at) {
        signatures[record].author = Some(leaf);
    }
    for &(record, leaf) in date.iter().flat_map(|(_, place)| &place.at) {
        signatures[record].date = Some(leaf);
    }
    signatures
}

fn count(len: usize) -> f64 {
    exact(len as u64) // usize has at most 64 bits
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

/// What the texts of a place have in common; all but `count` and the shares are means.
struct Texts {
    count: f64,
    /// The share of distinct ones.
    distinct: f64,
    differ: bool,
    /// Characters.
    length: f64,
    digits: f64,
    words: f64,
    /// The share of the commonest shape: letters and digits all the same.
    shape: f64,
    /// The share of those that look like dates.
    dated: f64,
}

impl Texts {
    /// None if they are too long for names and dates.
    fn new(pages: &[Page], records: &[Part], place: &Place) -> Option<Self> {
        let pages_of = || place.at.iter().map(|&(record, leaf)| (records[record].of(pages), leaf as usize));
        let texts: Vec<&str> = pages_of().map(|(page, leaf)| &*page.tree.leaves()[leaf].text).collect();
        let all = count(texts.len());
        let mean = |of: &dyn Fn(&str) -> usize| count(texts.iter().map(|text| of(text)).sum()) / all;
        let length = mean(&|text| text.chars().count());
        if length > LONG {
            return None;
        }
        let distinct: HashSet<&str> = texts.iter().copied().collect();
        let mut shapes: HashMap<String, usize> = HashMap::new();
        for text in &texts {
            *shapes.entry(shape(text)).or_default() += 1;
        }
        let letters: HashSet<String> = texts.iter().map(|text| letters(text)).collect();
        let words: f64 = pages_of()
            .map(|(page, leaf)| page.texts[leaf].words)
            .map(|words| if words > 0.0 { words } else { 1.0 })
            .sum();
        let is_dated = |text: &str| match (figures(text), letters_in(text)) {
            (3.., _) | (2, false) => true,
            (1.., true) => letters.len() > 1,
            _ => false,
        };
        Some(Texts {
            count: all,
            distinct: count(distinct.len()) / all,
            differ: distinct.len() > 1,
            length,
            digits: mean(&|text| text.chars().filter(|char| char.is_numeric()).count()),
            words: words / all,
            shape: count(shapes.into_values().max().unwrap_or_default()) / all,
            dated: mean(&|text| usize::from(is_dated(text))),
        })
    }
}

/// How many runs of digits there are.
fn figures(text: &str) -> usize {
    text.split(|char: char| !char.is_numeric()).filter(|run| !run.is_empty()).count()
}

fn letters_in(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

/// The letters alone, one space for whatever parts them.
fn letters(text: &str) -> String {
    text.split(|char: char| !char.is_alphabetic()).filter(|run| !run.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A text with every run of letters as `a` and every run of digits as `0`.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for char in fold_digits(text).chars() {
        if !char.is_alphabetic() {
            shape.push(char);
        } else if !shape.ends_with('a') {
            shape.push('a');
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_and_letters_of_a_date() {
        assert_eq!(shape("Thu, Jun 23 '05, 3:37 PM"), "a, a 0 '0, 0:0 a");
        assert_eq!(letters("23 April 2020 09:16 Uhr"), "April Uhr");
        assert_eq!(figures("2020-01-02 3:04"), 5);
    }
}
