//! The text of posts: which of the texts of a record its author wrote, without signature, buttons and comments.
//!
//! In: the records of a candidate. Out: the range of leaves of each record that is its text.
//!
//! ```text
//! li > div.user "Ann, 300 posts"  div.text "The bridge is gone."  "It was old."  div.foot "Reply"
//!      -3.1                       +4.0                            +2.2           -2.8              the two in the middle
//! ```
//!
//! Each text gets [features](BodyEvidence): what it is, what the other records have at its place, and where it is
//! relative to the place with the most text. A fitted table (`weights/body.txt`) turns them into the logarithm of the odds
//! that the text belongs to the post. The text of the post is the range of leaves with the largest sum.
//!
//! A *place* is the path from the head of the record down to the text; a *turn* is a place with the number of the text
//! among those of its record at that place. Cost: linear in the texts of the records.

use super::page::Page;
use crate::features::{Table, features, flag, share};
use crate::page::ElementId;
use crate::page::digest::{BASIS, mix, text};
use crate::page::is_heading;
use crate::repeat::thread::{Part, Text, below};
use crate::spectrum::exact;
use hashbrown::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

features! {
    /// The features of a text of a record. Shares are of all records, or of the texts at a place.
    pub struct BodyEvidence {
        /// Always 1: the intercept.
        some,
        /// ln (1 + the number of words).
        words,
        /// 1 if there are no words.
        mute,
        /// 1 if no other page has the text, and its page at most twice.
        own,
        /// 1 for texts in links.
        linked,
        /// 1 for short texts with a date.
        dated,
        /// 1 for texts in headings.
        heading,
        /// 1 if another record has the same text at the same place; if it is long, another record of the page.
        again,
        /// Share of the records with the same text, or date of the same form, at the same place.
        label,
        /// Share of the words of the record that are before the text.
        before,
        /// Share of the records with the place.
        place,
        /// Share of the records with the place exactly once.
        place_once,
        /// ln (1 + the mean number of words at the place).
        place_words,
        /// Share of the weight of all records that is at the place.
        place_weight,
        /// Share of the texts at the place that are `own`.
        place_own,
        /// Share of the texts at the place that are `linked`.
        place_linked,
        /// Share of the texts at the place that are `dated`.
        place_dated,
        /// Share of the texts at the place that are `again`.
        place_again,
        /// Share of the records with the turn.
        turn,
        /// ln (1 + the mean number of words at the turn).
        turn_words,
        /// Share of the weight of all records that is at the turn.
        turn_weight,
        /// Share of the texts at the turn that are `linked`.
        turn_linked,
        /// Share of the texts at the turn that are `dated`.
        turn_dated,
        /// Share of the texts at the turn that are `again`.
        turn_again,
        /// 1 for texts at the main place, which has the most weight.
        main,
        /// 1 for texts before all texts of their record at the main place.
        ahead,
        /// 1 for texts after these.
        after,
        /// 1 for texts in the innermost element around these, or in the container if there are none.
        inside,
        /// 1 for texts in the container: the element that holds most of the weight in most records, and few other words.
        contained,
        /// 1 if the record has no container.
        bare,
        /// 1 if the record has no text at the main place.
        lost,
        /// 1 if a text with a date comes before it in the record.
        past_date,
        /// 1 if a text with a date comes after it in the record.
        until_date,
        /// 1 from a text of two hyphens on, which begins a signature (RFC 3676, section 4.3).
        signed,
        /// 1 if the text before it is in the same element.
        joined,
        /// 1 for the only text of a record.
        only,
    }
}

static TABLE: LazyLock<Table> =
    LazyLock::new(|| Table::fitted(BodyEvidence::NAMES, include_str!("weights/body.txt")));

/// What the texts at a place or a turn have in common.
#[derive(Clone, Copy, Debug, Default)]
struct PlaceSums {
    records: f64,
    once: f64,
    /// The last record with the place, and the number of its texts there.
    last: (usize, u32),
    texts: f64,
    words: f64,
    weight: f64,
    own: f64,
    linked: f64,
    dated: f64,
    again: f64,
}

/// A text of a record, with its place and turn as numbers.
struct PlacedText {
    text: Text,
    parent: ElementId,
    is_heading: bool,
    /// Whether the delimiter of a signature is before it.
    is_delimiter: bool,
    place: usize,
    turn: usize,
    /// The numbers of its tokens at its place.
    tokens: [Option<usize>; 2],
}

/// Returns the range of leaves of each record that is its text.
pub(super) fn bodies(pages: &[Page], records: &[Part]) -> Vec<Range<u32>> {
    let scores = |texts: Vec<BodyEvidence>| -> Vec<f64> {
        texts.iter().map(|evidence| TABLE.score(evidence.values())).collect()
    };
    let range = |(part, texts): (&Part, Vec<BodyEvidence>)| {
        let number = |at: usize| u32::try_from(at).expect("a page is shorter than 4 GiB");
        let best = heaviest(&scores(texts));
        let start = part.record.leaves.start;
        start + number(best.start)..start + number(best.end)
    };
    records.iter().zip(evidence(pages, records)).map(range).collect()
}

/// Returns the range with the largest sum, of one number at least; of equal ones the first.
fn heaviest(scores: &[f64]) -> Range<usize> {
    let (mut best, mut most) = (0..scores.len().min(1), f64::NEG_INFINITY);
    let (mut start, mut sum) = (0, 0.0);
    for (at, score) in scores.iter().enumerate() {
        if sum <= 0.0 {
            (start, sum) = (at, 0.0);
        }
        sum += score;
        if sum > most {
            (best, most) = (start..at + 1, sum);
        }
    }
    best
}

/// Returns the features of the texts of each record.
pub(super) fn evidence(pages: &[Page], records: &[Part]) -> Vec<Vec<BodyEvidence>> {
    let mut numbers: HashMap<(u64, u32), usize> = HashMap::new();
    let mut token_numbers: HashMap<(usize, u64), usize> = HashMap::new();
    // For each token the last record with it, and the number of records.
    let mut tokens: Vec<(usize, f64)> = Vec::new();
    let mut sums: Vec<PlaceSums> = Vec::new();
    let mut placed: Vec<Vec<PlacedText>> = Vec::with_capacity(records.len());
    for (record, part) in records.iter().enumerate() {
        let page = part.of(pages);
        let mut number = |key: (u64, u32)| {
            *numbers.entry(key).or_insert_with(|| {
                sums.push(PlaceSums { last: (usize::MAX, 0), ..PlaceSums::default() });
                sums.len() - 1
            })
        };
        let mut times: HashMap<u64, u32> = HashMap::new();
        let mut of_record: Vec<PlacedText> = Vec::with_capacity(part.record.leaves.len());
        for (leaf, (parent, path)) in part.record.leaves.clone().zip(places(page, part)) {
            let text = &page.texts[leaf as usize];
            let time = times.entry(path).or_default();
            *time += 1;
            let (place, turn) = (number((path, 0)), number((path, *time)));
            let token = |token: u64| {
                let number = *token_numbers.entry((place, token)).or_insert_with(|| {
                    tokens.push((usize::MAX, 0.0));
                    tokens.len() - 1
                });
                if tokens[number].0 != record {
                    tokens[number] = (record, tokens[number].1 + 1.0);
                }
                number
            };
            let is_heading = is_heading(&page.tree.element(parent).name);
            let mut token = token;
            // Copies of a thread have the long texts again.
            let page_key = mix(text.key, part.page as u64 + 1); // usize has at most 64 bits
            let tokens =
                [Some(text.tokens[0].unwrap_or(page_key)), text.tokens[1]].map(|of| of.map(&mut token));
            let is_delimiter = follows_delimiter(page, leaf);
            of_record.push(PlacedText { text: *text, parent, is_heading, is_delimiter, place, turn, tokens });
        }
        for at in of_record.iter().flat_map(|text| [text.place, text.turn]) {
            sums[at].count(record);
        }
        placed.push(of_record);
    }
    let is_again = |text: &PlacedText| text.tokens[0].is_some_and(|token| tokens[token].1 > 1.0);
    for text in placed.iter().flatten() {
        let again = flag(is_again(text));
        sums[text.place].add(&text.text, again);
        sums[text.turn].add(&text.text, again);
    }
    // Names and dates recur. Words decide if no text has weight.
    let rank = |sums: &PlaceSums| {
        (sums.weight + share(sums.words, 1e3)) * (1.0 - share(sums.dated.max(sums.again), sums.texts))
    };
    let places = placed.iter().flatten().map(|text| text.place);
    let main = places.max_by(|&one, &other| rank(&sums[one]).total_cmp(&rank(&sums[other])).then(other.cmp(&one)));
    let weight: f64 = placed.iter().flatten().map(|text| text.text.weight).sum();
    let all = Shares { records: exact(records.len() as u64), weight }; // usize has at most 64 bits
    let of_record = |((part, texts), container): ((&Part, &Vec<PlacedText>), Option<ElementId>)| {
        let page = part.of(pages);
        let is_in = |id: ElementId, text: &PlacedText| id <= text.parent && text.parent < page.node(id).end;
        let at_main = |text: &PlacedText| Some(text.place) == main;
        let first = texts.iter().position(at_main);
        let last = texts.iter().rposition(at_main);
        let around = first.zip(last).map(|(first, last)| page.around(texts[first].parent, texts[last].parent));
        let words: f64 = texts.iter().map(|text| text.text.words).sum();
        let first_date = texts.iter().position(|text| text.text.is_dated).unwrap_or(texts.len());
        let last_date = texts.iter().rposition(|text| text.text.is_dated).unwrap_or(0);
        let (mut before, mut parent, mut is_signed) = (0.0, None, false);
        let of_text = |(number, text): (usize, &PlacedText)| {
            let [place, turn] = [&sums[text.place], &sums[text.turn]];
            is_signed |= text.is_delimiter;
            let label = text.tokens.iter().flatten().map(|&token| tokens[token].1).fold(0.0, f64::max);
            let evidence = BodyEvidence {
                some: 1.0,
                words: text.text.words.ln_1p(),
                mute: flag(text.text.words <= 0.0),
                own: flag(text.text.is_own),
                linked: flag(text.text.is_linked),
                dated: flag(text.text.is_dated),
                heading: flag(text.is_heading),
                again: flag(is_again(text)),
                label: share(label, all.records),
                before: share(before, words),
                place: share(place.records, all.records),
                place_once: share(place.once, all.records),
                place_words: share(place.words, place.texts).ln_1p(),
                place_weight: share(place.weight, all.weight),
                place_own: share(place.own, place.texts),
                place_linked: share(place.linked, place.texts),
                place_dated: share(place.dated, place.texts),
                place_again: share(place.again, place.texts),
                turn: share(turn.records, all.records),
                turn_words: share(turn.words, turn.texts).ln_1p(),
                turn_weight: share(turn.weight, all.weight),
                turn_linked: share(turn.linked, turn.texts),
                turn_dated: share(turn.dated, turn.texts),
                turn_again: share(turn.again, turn.texts),
                main: flag(Some(text.place) == main),
                ahead: flag(first.is_some_and(|first| number < first)),
                after: flag(last.is_some_and(|last| number > last)),
                inside: flag(around.or(container).is_some_and(|id| is_in(id, text))),
                contained: flag(container.is_some_and(|id| is_in(id, text))),
                bare: flag(container.is_none()),
                lost: flag(first.is_none()),
                past_date: flag(number > first_date),
                until_date: flag(number < last_date),
                signed: flag(is_signed),
                joined: flag(parent == Some(text.parent)),
                only: flag(texts.len() == 1),
            };
            before += text.text.words;
            parent = Some(text.parent);
            evidence
        };
        texts.iter().enumerate().map(of_text).collect()
    };
    records.iter().zip(&placed).zip(containers(pages, records)).map(of_record).collect()
}

/// Elements at the same position in their records.
#[derive(Default)]
struct Container {
    /// The records with such an element, and the first such element of each.
    at: Vec<(usize, ElementId)>,
    /// Number of further such elements.
    repeats: f64,
    weight: f64,
    words: f64,
}

/// Returns for each record its container, if it has one. Elements have the same position if they agree in the path of
/// names from the head of the record, or in their kind, at any depth. The best position has the highest harmonic mean of
/// precision, its weight by its words, and recall, its weight by that of all records.
fn containers(pages: &[Page], records: &[Part]) -> Vec<Option<ElementId>> {
    let mut numbers: HashMap<(bool, u64), usize> = HashMap::new();
    let mut found: Vec<Container> = Vec::new();
    for (record, part) in records.iter().enumerate() {
        let page = part.of(pages);
        let names = page.descend(&part.record, |above, id| below(above, page.names[id.index()]));
        for id in part.record.elements().filter(|&id| page.tree.has_text(id)) {
            let path = names.get(id).expect("the element is in the record");
            for key in [(true, path), (false, page.node(id).kind)] {
                let number = *numbers.entry(key).or_insert_with(|| {
                    found.push(Container::default());
                    found.len() - 1
                });
                let container = &mut found[number];
                if container.at.last().is_some_and(|&(last, _)| last == record) {
                    container.repeats += 1.0;
                    continue;
                }
                container.at.push((record, id));
                container.weight += page.weight(page.leaves(id));
                container.words += page.words(page.leaves(id));
            }
        }
    }
    let weight: f64 = records.iter().map(|part| part.weight(pages)).sum();
    let all = exact(records.len() as u64); // usize has at most 64 bits
    let worth = |of: &Container| {
        let once = share(exact(of.at.len() as u64), all) * (1.0 - share(of.repeats, all)).max(0.0);
        share(2.0 * of.weight, of.words + weight) * once.sqrt()
    };
    let best = found.iter().rev().max_by(|one, other| worth(one).total_cmp(&worth(other)));
    let mut containers = vec![None; records.len()];
    for &(record, id) in best.into_iter().filter(|best| best.weight > 0.0).flat_map(|best| &best.at) {
        containers[record] = Some(id);
    }
    containers
}

/// Whether a line of two hyphens is between a text and the one before it.
fn follows_delimiter(page: &Page, leaf: u32) -> bool {
    let start = |leaf: u32| page.tree.leaves()[leaf as usize].span;
    let between = leaf.checked_sub(1).map_or("", |last| &page.source[start(last).end as usize..start(leaf).start as usize]);
    between.split('<').any(|tag| tag.split_once('>').is_some_and(|(_, text)| text.trim() == "--"))
}

/// The number and the weight of all records.
struct Shares {
    records: f64,
    weight: f64,
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
        self.dated += flag(text.is_dated);
        self.again += again;
    }
}

impl Page<'_> {
    /// Returns the innermost element around two elements.
    pub(super) fn around(&self, one: ElementId, other: ElementId) -> ElementId {
        let mut around = self.up(one);
        around.find(|&id| id <= other && other < self.node(id).end).unwrap_or(one)
    }

    /// Returns the outermost element with no other texts than an element has.
    pub(super) fn widest(&self, id: ElementId) -> ElementId {
        self.up(id).take_while(|&above| self.leaves(above) == self.leaves(id)).last().unwrap_or(id)
    }

    /// An element and those around it, from the inside out.
    fn up(&self, id: ElementId) -> impl Iterator<Item = ElementId> {
        std::iter::successors(Some(id), |&id| self.node(id).parent)
    }
}

/// Returns for each text of a record the element around it, and the hash of its place: the names from the head of the
/// record, and the step of the element itself. The heads of records may have different names.
fn places<'p>(page: &'p Page, part: &'p Part) -> impl Iterator<Item = (ElementId, u64)> + use<'p> {
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

/// Returns for each element of a record its ordinal among same-tag siblings.
pub(super) fn ordinals(page: &Page, part: &Part) -> Vec<u32> {
    let mut counts: HashMap<(Option<ElementId>, u64), u32> = HashMap::new();
    let number = |id: ElementId| {
        let element = page.tree.element(id);
        let count = counts.entry((element.parent, text(&element.name))).or_default();
        *count += 1;
        *count - 1
    };
    part.record.elements().map(number).collect()
}
