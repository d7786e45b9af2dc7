//! The features of the texts of posts.
//!
//! In: the records of a candidate. Out: for each text what it is, what the other records have at its place, and where it is relative to
//! the place with the most text. Cost: linear in the texts of the records.

use super::super::page::Page;
use super::container::containers;
use super::place::{PlacedText, Places};
use crate::features::{features, flag, share};
use crate::page::ElementId;
use crate::repeat::thread::Part;
use crate::spectrum::exact;

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
        /// 1 from a line of two hyphens or of underscores on, which begins a signature.
        signed,
        /// 1 if the text before it is in the same element.
        joined,
        /// 1 for the only text of a record.
        only,
    }
}

/// The number and the weight of all records.
struct Shares {
    records: f64,
    weight: f64,
}

/// Returns the features of the texts of each record.
pub(in super::super) fn evidence(pages: &[Page], records: &[Part]) -> Vec<Vec<BodyEvidence>> {
    let places = Places::new(pages, records);
    let main = places.main();
    let weight: f64 = places.texts.iter().flatten().map(|text| text.text.weight).sum();
    let all = Shares { records: exact(records.len() as u64), weight }; // usize has at most 64 bits
    let of_record = |((part, texts), container): ((&Part, &Vec<PlacedText>), Option<ElementId>)| {
        let page = part.of(pages);
        let is_in = |id: ElementId, text: &PlacedText| id <= text.parent && text.parent < page.node(id).end;
        let at_main = |text: &PlacedText| Some(text.place) == main;
        let first = texts.iter().position(at_main);
        let last = texts.iter().rposition(at_main);
        let around =
            first.zip(last).map(|(first, last)| page.around(texts[first].parent, texts[last].parent));
        let words: f64 = texts.iter().map(|text| text.text.words).sum();
        let first_date = texts.iter().position(|text| text.text.date.is_some()).unwrap_or(texts.len());
        let last_date = texts.iter().rposition(|text| text.text.date.is_some()).unwrap_or(0);
        let (mut before, mut parent, mut is_signed) = (0.0, None, false);
        let of_text = |(number, text): (usize, &PlacedText)| {
            let [place, turn] = [&places.sums[text.place], &places.sums[text.turn]];
            is_signed |= text.is_delimited;
            let evidence = BodyEvidence {
                some: 1.0,
                words: text.text.words.ln_1p(),
                mute: flag(text.text.words <= 0.0),
                own: flag(text.text.is_own),
                linked: flag(text.text.is_linked),
                dated: flag(text.text.date.is_some()),
                heading: flag(text.is_heading),
                again: flag(places.is_again(text)),
                label: share(places.alike(text), all.records),
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
    records.iter().zip(&places.texts).zip(containers(pages, records)).map(of_record).collect()
}
