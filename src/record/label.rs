//! Labels: texts of the template inside the records, such as `by` and `Price:`, that name the text after them.
//!
//! In: the records of a template, with the paths of their elements. Out: which texts at which paths are labels. Time is linear in
//! the texts of the records.

use super::place::{RecordInPage, RecordPath, RecordPaths};
use crate::measure::{COLONS, LEAST, a_few, are_nearly_all, is_brief};
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The labels of some records: pairs of a path and a text.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub(super) struct Labels(BTreeSet<(String, String)>);

/// The path and the words of a text.
type TextAtPath<'a> = (RecordPath, &'a str);

impl Labels {
    /// Finds the labels. A text is a label under three conditions:
    ///
    /// * It is frequent: three records or more, and at least half of those with texts at its path, have it, nearly all exactly
    ///   once. With 0.3 or 0.1 for the half, frequent values are taken for labels: 0.2 to 0.4 cells in a hundred are lost. It may
    ///   be less frequent if it precedes all texts of some path and no others: `by` before names that few records have. A text
    ///   that ends with a colon needs only a tenth of all records.
    /// * The text after it varies: it has at least two values, and one value for every ten records. Up to one for every two the
    ///   result is the same. After a colon two values are enough, as the same few values recur on any number of pages.
    /// * At least one of the texts after it is itself no candidate for a label. Otherwise a frequent value before the next label
    ///   would be a label, too.
    ///
    /// A frequent value is none of them: where a record lacks a label it lacks its value too, but `In stock` is replaced by
    /// `Sold out` ([`replaced`]).
    pub(super) fn new(parts: &[(RecordInPage<'_>, RecordPaths)]) -> Self {
        let mut of_place: HashMap<RecordPath, usize> = HashMap::new();
        let mut counts: HashMap<TextAtPath<'_>, [usize; 2]> = HashMap::new();
        for (part, paths) in parts {
            let mut in_record: HashMap<TextAtPath<'_>, usize> = HashMap::new();
            for leaf in part.record.leaves(part.page.tree) {
                *in_record.entry((paths.at(leaf.parent).clone(), &leaf.text)).or_default() += 1;
            }
            let paths: HashSet<&RecordPath> = in_record.keys().map(|(place, _)| place).collect();
            for place in paths {
                *of_place.entry(place.clone()).or_default() += 1;
            }
            for (known, count) in in_record {
                let [once, more] = counts.entry(known).or_default();
                *(if count == 1 { once } else { more }) += 1;
            }
        }
        let leading = leading(parts);
        counts.retain(|known, [once, more]| {
            let records = *once + *more;
            let is_frequent = 2 * records >= of_place[&known.0]
                || leading.contains(known)
                || ends_as_label(known.1) && records >= a_few(parts.len());
            records >= LEAST && is_frequent && are_nearly_all(*once, records)
        });
        for value in replaced(parts, &counts, &of_place) {
            counts.remove(&value);
        }
        let mut behind: HashMap<TextAtPath<'_>, HashSet<TextAtPath<'_>>> = HashMap::new();
        for (part, paths) in parts {
            let known = |leaf: &'_ crate::page::Leaf| paths.at(leaf.parent).clone();
            for pair in part.record.leaves(part.page.tree).windows(2) {
                let label = (known(&pair[0]), &*pair[0].text);
                if counts.contains_key(&label) {
                    behind.entry(label).or_default().insert((known(&pair[1]), &*pair[1].text));
                }
            }
        }
        let changes = |(known, [once, more]): (&TextAtPath<'_>, &[usize; 2])| {
            let behind = behind.get(known);
            let values = behind.map_or(0, HashSet::len);
            let is_before_value =
                behind.is_some_and(|behind| behind.iter().any(|next| !counts.contains_key(next)));
            let is_varied = values > 1 && (ends_as_label(known.1) || 10 * values >= *once + *more);
            (is_before_value && is_varied).then(|| (known.0.to_string(), known.1.to_owned()))
        };
        Labels(counts.iter().filter_map(changes).collect())
    }

    /// Removes the labels at some paths; returns whether there are any.
    pub(super) fn remove(&mut self, is: impl Fn(&str) -> bool) -> bool {
        let before = self.0.len();
        self.0.retain(|(place, _)| !is(place));
        self.0.len() < before
    }

    /// Whether a text at a path is a label.
    pub(super) fn has(&self, place: &str, text: &str) -> bool {
        // There are few labels, so a set of borrowed pairs is not worth it.
        self.0.contains(&(place.to_owned(), text.to_owned()))
    }
}

/// What can stand behind a label: a path, and whether the text has digits.
type Follower<'a> = (&'a RecordPath, bool);

/// The candidates for labels that most of the records without them replace: these have another text in the same place among the texts
/// of its path that is never with it in a record, with the same path behind it, and digits there as behind the candidate. A colon makes a label of any text.
fn replaced<'a>(
    parts: &'a [(RecordInPage<'_>, RecordPaths)],
    candidates: &HashMap<TextAtPath<'a>, [usize; 2]>,
    of_place: &HashMap<RecordPath, usize>,
) -> Vec<TextAtPath<'a>> {
    /// A candidate: what is behind it, the texts of its path in its records, and what is behind other texts in its places, how often.
    #[derive(Default)]
    struct Candidate<'a> {
        behind: HashSet<Follower<'a>>,
        beside: HashSet<&'a str>,
        instead: HashMap<Follower<'a>, usize>,
    }
    // Of the texts of a record those with a text behind them, with their places among the texts of their paths.
    let texts = |part: &'a RecordInPage<'_>, paths: &'a RecordPaths| {
        let mut number: HashMap<&RecordPath, usize> = HashMap::new();
        let pairs = part.record.leaves(part.page.tree).windows(2).map(|pair| {
            let path = paths.at(pair[0].parent);
            let at = number.entry(path).or_default();
            *at += 1;
            let follower = (paths.at(pair[1].parent), pair[1].text.contains(char::is_numeric));
            (path, *at, &*pair[0].text, follower)
        });
        pairs.collect::<Vec<_>>()
    };
    let records = |counts: &[usize; 2]| counts[0] + counts[1];
    let is_open = |(known, counts): &(&TextAtPath, &[usize; 2])| {
        !ends_as_label(known.1) && !are_nearly_all(records(counts), of_place[&known.0])
    };
    let mut open: HashMap<(&RecordPath, &str), Candidate> = HashMap::new();
    open.extend(
        candidates.iter().filter(is_open).map(|(known, _)| ((&known.0, known.1), Candidate::default())),
    );
    if open.is_empty() {
        return Vec::new();
    }
    let mut places: HashMap<(&RecordPath, usize), HashSet<&str>> = HashMap::new();
    for (part, paths) in parts {
        let texts = texts(part, paths);
        for &(path, at, text, follower) in &texts {
            if let Some(of) = open.get_mut(&(path, text)) {
                of.behind.insert(follower);
                of.beside.extend(texts.iter().filter(|other| other.0 == path).map(|other| other.2));
                places.entry((path, at)).or_default().insert(text);
            }
        }
    }
    for (part, paths) in parts {
        for (path, at, text, follower) in texts(part, paths) {
            for known in places.get(&(path, at)).into_iter().flatten() {
                let of = open.get_mut(&(path, *known)).expect("it has a place");
                if !of.beside.contains(text) {
                    *of.instead.entry(follower).or_default() += 1;
                }
            }
        }
    }
    let is_replaced = |((path, text), of): &((&RecordPath, &'a str), Candidate)| {
        let same = of.instead.iter().filter(|(follower, _)| of.behind.contains(*follower));
        let count = records(&candidates[&((*path).clone(), *text)]);
        2 * same.map(|(_, count)| count).sum::<usize>() > of_place[*path] - count
    };
    open.into_iter().filter(is_replaced).map(|((path, text), _)| (path.clone(), text)).collect()
}

/// The texts that, within their records, directly precede all texts of some path and no other texts.
fn leading<'a>(parts: &'a [(RecordInPage<'_>, RecordPaths)]) -> HashSet<TextAtPath<'a>> {
    let mut before: HashMap<&RecordPath, Option<TextAtPath<'a>>> = HashMap::new();
    let mut behind: HashMap<TextAtPath<'a>, Option<&RecordPath>> = HashMap::new();
    for (part, paths) in parts {
        let mut last: Option<TextAtPath<'a>> = None;
        for leaf in part.record.leaves(part.page.tree) {
            let place = paths.at(leaf.parent);
            let known = (place.clone(), &*leaf.text);
            let first = before.entry(place).or_insert_with(|| last.clone());
            if *first != last {
                *first = None;
            }
            if let Some(last) = last.replace(known) {
                let next = behind.entry(last).or_insert(Some(place));
                if *next != Some(place) {
                    *next = None;
                }
            }
        }
    }
    let is_leading = |(place, text): (&RecordPath, Option<TextAtPath<'a>>)| {
        let known = text?;
        (behind.get(&known) == Some(&Some(place))).then_some(known)
    };
    before.into_iter().filter_map(is_leading).collect()
}

/// Whether a text ends as labels do, with a colon.
pub(crate) fn ends_as_label(text: &str) -> bool {
    text.ends_with(COLONS)
}

/// The position of the first colon of a text that may end a label.
pub(super) fn end_of_label(written: &str) -> Option<usize> {
    // A colon within a word is part of an address or identifier.
    let ends_label = |&(at, char): &(usize, char)| {
        let (label, value) = written.split_at(at + char.len_utf8());
        ends_as_label(label)
            && !(value.starts_with(|char: char| !char.is_whitespace() && !char.is_numeric())
                && char.is_ascii())
    };
    let (at, _) = written.char_indices().find(ends_label)?;
    (!written[..at].contains(char::is_numeric)).then_some(at)
}

/// A label with its colon, and the value after it, if a text consists of both.
pub(super) fn label_and_value(written: &str) -> Option<(&str, &str)> {
    let at = end_of_label(written)?;
    let colon = written[at..].chars().next().map_or(0, char::len_utf8);
    let (label, value) = (written[..at + colon].trim_start(), written[at + colon..].trim());
    (is_brief(label) && label.contains(char::is_alphabetic) && !value.is_empty()).then_some((label, value))
}
