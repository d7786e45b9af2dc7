//! The texts of records by the places where they stand.
//!
//! In: the records of a candidate. Out: each text with its *place*, the path from the head of the record down to it, and its *turn*, a
//! place with the number of the text among those of its record there; and what the texts of each have in common. Cost: linear in the
//! texts of the records.

use super::super::page::Page;
use crate::features::{flag, share};
use crate::page::ElementId;
use crate::page::digest::{BASIS, mix};
use crate::page::is_heading;
use crate::repeat::thread::{Part, Text, below};
use hashbrown::HashMap;

/// What the texts at a place or a turn have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlaceSums {
    pub(super) records: f64,
    pub(super) once: f64,
    /// The last record with the place, and the number of its texts there.
    last: (usize, u32),
    pub(super) texts: f64,
    pub(super) words: f64,
    pub(super) weight: f64,
    pub(super) own: f64,
    pub(super) linked: f64,
    pub(super) dated: f64,
    pub(super) again: f64,
}

/// A text of a record, with its place and turn as numbers.
pub(super) struct PlacedText {
    pub(super) text: Text,
    pub(super) parent: ElementId,
    pub(super) is_heading: bool,
    /// Whether the delimiter of a signature is before it.
    pub(super) is_delimited: bool,
    pub(super) place: usize,
    pub(super) turn: usize,
    /// The numbers of its tokens at its place.
    tokens: [Option<usize>; 2],
}

/// The texts of all records.
#[derive(Default)]
pub(super) struct Places {
    /// The texts of each record.
    pub(super) texts: Vec<Vec<PlacedText>>,
    /// The sums of each place and turn.
    pub(super) sums: Vec<PlaceSums>,
    /// For each token at a place the last record with it, and the number of records.
    tokens: Vec<(usize, f64)>,
    numbers: HashMap<(u64, u32), usize>,
    token_numbers: HashMap<(usize, u64), usize>,
}

impl Places {
    pub(super) fn new(pages: &[Page], records: &[Part]) -> Self {
        let mut places = Places::default();
        for (record, part) in records.iter().enumerate() {
            let texts = places.placed(record, part.of(pages), part);
            for at in texts.iter().flat_map(|text| [text.place, text.turn]) {
                places.sums[at].count(record);
            }
            places.texts.push(texts);
        }
        for text in places.texts.iter().flatten() {
            let again = flag(is_again(&places.tokens, text));
            places.sums[text.place].add(&text.text, again);
            places.sums[text.turn].add(&text.text, again);
        }
        places
    }

    /// The texts of a record.
    fn placed(&mut self, record: usize, page: &Page, part: &Part) -> Vec<PlacedText> {
        let mut times: HashMap<u64, u32> = HashMap::new();
        let mut texts = Vec::with_capacity(part.record.leaves.len());
        for (leaf, (parent, path)) in part.record.leaves.clone().zip(paths(page, part)) {
            let text = page.texts[leaf as usize];
            let time = times.entry(path).or_default();
            *time += 1;
            let (place, turn) = (self.number((path, 0)), self.number((path, *time)));
            // Copies of a thread have the long texts again.
            let page_key = mix(text.key, part.page as u64 + 1); // usize has at most 64 bits
            let tokens = [Some(text.tokens[0].unwrap_or(page_key)), text.tokens[1]]
                .map(|of| of.map(|token| self.token(record, place, token)));
            let is_heading = is_heading(&page.tree.element(parent).name);
            let is_delimited = follows_delimiter(page, leaf);
            texts.push(PlacedText { text, parent, is_heading, is_delimited, place, turn, tokens });
        }
        texts
    }

    /// The number of a place or turn.
    fn number(&mut self, key: (u64, u32)) -> usize {
        *self.numbers.entry(key).or_insert_with(|| {
            self.sums.push(PlaceSums { last: (usize::MAX, 0), ..PlaceSums::default() });
            self.sums.len() - 1
        })
    }

    /// The number of a token of a record at a place, which is counted.
    fn token(&mut self, record: usize, place: usize, token: u64) -> usize {
        let number = *self.token_numbers.entry((place, token)).or_insert_with(|| {
            self.tokens.push((usize::MAX, 0.0));
            self.tokens.len() - 1
        });
        let (last, records) = &mut self.tokens[number];
        if *last != record {
            (*last, *records) = (record, *records + 1.0);
        }
        number
    }

    /// Whether another record has the same text at the same place; if it is long, another record of the page.
    pub(super) fn is_again(&self, text: &PlacedText) -> bool {
        is_again(&self.tokens, text)
    }

    /// The number of records with the same text, or date of the same form, at the same place.
    pub(super) fn alike(&self, text: &PlacedText) -> f64 {
        text.tokens.iter().flatten().map(|&token| self.tokens[token].1).fold(0.0, f64::max)
    }

    /// The place with the most weight. Names and dates recur; words decide if no text has weight.
    pub(super) fn main(&self) -> Option<usize> {
        let rank = |place: usize| {
            let sums = &self.sums[place];
            (sums.weight + share(sums.words, 1e3)) * (1.0 - share(sums.dated.max(sums.again), sums.texts))
        };
        let places = self.texts.iter().flatten().map(|text| text.place);
        places.max_by(|&one, &other| rank(one).total_cmp(&rank(other)).then(other.cmp(&one)))
    }
}

fn is_again(tokens: &[(usize, f64)], text: &PlacedText) -> bool {
    text.tokens[0].is_some_and(|token| tokens[token].1 > 1.0)
}

impl PlaceSums {
    /// Counts a text of a record.
    fn count(&mut self, record: usize) {
        let (last, times) = self.last;
        let times = if last == record { times + 1 } else { 1 };
        match times {
            1 => (self.records, self.once) = (self.records + 1.0, self.once + 1.0),
            2 => self.once -= 1.0,
            _ => {}
        }
        self.last = (record, times);
    }

    fn add(&mut self, text: &Text, again: f64) {
        self.texts += 1.0;
        self.words += text.words;
        self.weight += text.weight;
        self.own += flag(text.is_own);
        self.linked += flag(text.is_linked);
        self.dated += flag(text.date.is_some());
        self.again += again;
    }
}

/// Whether a line of two hyphens (RFC 3676, section 4.3), or of underscores, as boards write it, is between a text and the one before it.
fn follows_delimiter(page: &Page, leaf: u32) -> bool {
    let start = |leaf: u32| page.tree.leaves()[leaf as usize].span;
    let between = leaf
        .checked_sub(1)
        .map_or("", |last| &page.source[start(last).end as usize..start(leaf).start as usize]);
    let is_delimiter = |line: &str| line == "--" || line.len() > 1 && line.bytes().all(|sign| sign == b'_');
    between.split('<').any(|tag| tag.split_once('>').is_some_and(|(_, text)| is_delimiter(text.trim())))
}

/// Returns for each text of a record the element around it, and the hash of its place: the names from the head of the
/// record, and the step of the element itself. The heads of records may have different names.
fn paths<'p>(page: &'p Page, part: &'p Part) -> impl Iterator<Item = (ElementId, u64)> + use<'p> {
    let record = &part.record;
    let is_run = record.end > page.tree.element(record.head).end;
    let paths = page.descend(record, |above, id| match id {
        head if head == record.head && !is_run => 1,
        id => below(above, page.names[id.index()]),
    });
    record.leaves(&page.tree).iter().map(move |leaf| {
        let is_outside = !record.holds(leaf.parent) || !is_run && leaf.parent == record.head;
        let step = if is_outside { BASIS } else { page.steps[leaf.parent.index()] };
        (leaf.parent, mix(below(paths.get(leaf.parent), 0), step))
    })
}
