//! Text slots: texts that are several values with constant words between them.
//!
//! In: the values of a field. Out: the constants between its parts, if it has any, and a field for each part. The whole
//! text stays a field.
//!
//! ```text
//! values     春学期 月曜 2時限 講義室:A101     秋学期 金曜 5時限 講義室:C7
//! constants  -  学期_  曜_  時限 講義室:  -
//! parts      学期 春, 曜 月, 時限 2, 講義室 A101
//! ```
//!
//! Constants are the maximal strings of words that occur exactly once in each value, found by the suffix index over the
//! values, in the order of all values. Words with digits are never constant, and neither are signs without words. Together they must be beyond chance, as in a
//! [template](crate::template), and make up much of the text: long texts share some words in any case. A part is named by
//! the words before it; if the text begins with a part, by the words after it.
//!
//! Source: "Discovering template" of the first source, figure 7, where slots are inside texts.

use crate::index::{Index, Memory, Rank, Text};
use crate::measure::is_wide;
use crate::spectrum::DocumentTally;
use crate::template::ChanceModel;
use crate::wrapper::fields::describe::{names_of, plain};
use crate::wrapper::template::{Field, FieldKind, Template, TextSlots};
use crate::wrapper::value::{Extraction, Value};
use hashbrown::HashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The least share, in tenths, of the characters that are constant.
const CONSTANT: usize = 3;

/// The most characters of a text that is divided: a line or two.
const MAX_TEXT: usize = 200;

/// The words of a text: runs of letters and digits, single letters of scripts without spaces, and single other signs.
fn words(text: &str) -> Vec<&str> {
    let is_joined = |char: char| char.is_alphanumeric() && !is_wide(char);
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if is_joined(first) {
            rest.find(|char| !is_joined(char)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words
}

/// What is before, between and after the parts of these different values; `None` if they have no parts.
fn constants(values: &[&str]) -> Option<Vec<String>> {
    if values.len() < 2 {
        return None;
    }
    // An address is one value.
    if values.iter().all(|value| !value.contains(char::is_whitespace)) {
        return None;
    }
    let words: Vec<Vec<&str>> = values.iter().map(|value| words(value)).collect();
    let mut frequencies: Vec<u32> = vec![0];
    let mut number = |word: &'_ str, words: &mut HashMap<_, u32>| {
        let next = u32::try_from(frequencies.len()).expect("fewer words than bytes");
        let number = if word.bytes().any(|byte| byte.is_ascii_digit()) || word.contains(char::is_numeric) {
            next
        } else {
            *words.entry(word.to_owned()).or_insert(next)
        };
        if number == next {
            frequencies.push(0);
        }
        frequencies[number as usize] += 1;
        number
    };
    let mut known: HashMap<String, u32> = HashMap::new();
    let symbols: Vec<Vec<u32>> =
        words.iter().map(|words| words.iter().map(|word| number(word, &mut known)).collect()).collect();
    let index = Index::new(Text::from_numbers(&symbols).ok()?, Memory::Fast);
    let text = index.text();
    // For each string that every value has once, where it begins in each, and its length.
    let mut strings: Vec<(Vec<u32>, u32)> = index
        .intervals()
        .tally(DocumentTally::new(index.text()))
        .filter(|interval| interval.tally == 0 && interval.frequency() as usize == values.len())
        .map(|interval| {
            let mut at = vec![0; values.len()];
            for place in interval.ranks().map(|rank| index.pos(Rank(rank))) {
                let document = text.document(place);
                at[document as usize] = place.0 - text.range(document).start;
            }
            (at, interval.depth)
        })
        .collect();
    // A sign alone is part of a value: 8.25, 9:15 - 17:30.
    strings.retain(|(at, len)| {
        words[0][at[0] as usize..(at[0] + len) as usize].iter().any(|word| word.contains(char::is_alphabetic))
    });
    strings.sort_by_key(|(at, len)| (Reverse(*len), at[0]));
    let mut chain: BTreeMap<u32, (Vec<u32>, u32)> = BTreeMap::new();
    for (at, len) in strings {
        let is_before =
            |a: &(Vec<u32>, u32), b: &Vec<u32>| a.0.iter().zip(b).all(|(place, after)| place + a.1 <= *after);
        let before = chain.range(..at[0]).next_back().is_none_or(|(_, before)| is_before(before, &at));
        let own = (at, len);
        let after = chain.range(own.0[0]..).next().is_none_or(|(_, after)| is_before(&own, &after.0));
        if before && after {
            chain.insert(own.0[0], own);
        }
    }
    let of_first = |from: u32, to: u32| words[0][from as usize..to as usize].concat();
    let spelled: Vec<String> = chain.iter().map(|(&from, (_, len))| of_first(from, from + len)).collect();
    let length = |text: &str| text.chars().count();
    let constant: usize = spelled.iter().map(|text| length(text)).sum();
    let all: usize = values.iter().map(|value| length(value)).sum();
    let total: u32 = frequencies.iter().sum();
    let information = |number: &u32| (f64::from(total) / f64::from(frequencies[*number as usize])).ln() / 2.0;
    let of_chain: f64 = chain
        .iter()
        .flat_map(|(&from, (_, len))| &symbols[0][from as usize..(from + len) as usize])
        .map(information)
        .sum();
    let ranges: Vec<_> = (0..).take(values.len()).map(|document| text.range(document)).collect();
    if 10 * constant * values.len() < CONSTANT * all || !ChanceModel::new(&ranges, 0.0).is_beaten(of_chain) {
        return None;
    }
    let is_first = chain.values().next().is_some_and(|(at, _)| at.iter().all(|&at| at == 0));
    let ends = |(at, len): &(Vec<u32>, u32)| {
        words.iter().zip(at).all(|(words, at)| *at as usize + *len as usize == words.len())
    };
    let is_last = chain.values().next_back().is_some_and(ends);
    let mut constants = spelled;
    if !is_first {
        constants.insert(0, String::new());
    }
    if !is_last {
        constants.push(String::new());
    }
    let parts: Vec<Vec<&str>> = values.iter().map(|value| parts(&constants, value)).collect::<Option<_>>()?;
    let varies = |part: usize| parts.iter().any(|parts_of| parts_of[part] != parts[0][part]);
    (constants.len() > 2 && (0..constants.len() - 1).all(varies)).then_some(constants)
}

/// The parts of a text between constants; `None` if it does not have them, or if a part is empty.
pub(in crate::wrapper) fn parts<'t>(constants: &[String], text: &'t str) -> Option<Vec<&'t str>> {
    let mut rest = text.strip_prefix(constants.first()?.as_str())?;
    let mut parts = Vec::with_capacity(constants.len() - 1);
    for (number, constant) in constants.iter().enumerate().skip(1) {
        let is_last = number + 1 == constants.len();
        let at = if is_last && constant.is_empty() { rest.len() } else { rest.find(constant.as_str())? };
        parts.push(rest[..at].trim());
        rest = &rest[at + constant.len()..];
    }
    (rest.is_empty() && parts.iter().all(|part| part.contains(char::is_alphanumeric))).then_some(parts)
}

/// The name of a part by the constants around it.
fn part_name(constants: &[String], part: usize) -> &str {
    let is_separator = |char: char| matches!(char, ',' | ';' | '|' | '/');
    let is_end = |char: char| is_separator(char) || char.is_whitespace();
    let has_word = |text: &&str| text.contains(char::is_alphabetic);
    let after = || {
        let after = constants[part + 1].trim_start();
        let end = after.find(is_end).unwrap_or(after.len());
        Some(&after[..end]).filter(has_word)
    };
    let before = |ends: &dyn Fn(char) -> bool| {
        let before = constants[part].trim_end();
        Some(before.rsplit(ends).next().unwrap_or(before)).filter(has_word)
    };
    let name = if constants[0].contains(char::is_alphabetic) {
        before(&is_separator).or_else(after)
    } else {
        after().or_else(|| before(&is_end))
    };
    name.map(plain).unwrap_or_default()
}

impl TextSlots {
    /// Sets the parts of a row.
    pub(in crate::wrapper) fn fill(&self, row: &mut [Option<Value>]) {
        let parts = row[self.field].as_ref().and_then(|value| match (&value.texts[..], &value.spans[..]) {
            ([text], [span]) => {
                let one = |part: &str| Value { texts: vec![part.to_owned()], spans: vec![*span] };
                Some(parts(&self.constants, text)?.into_iter().map(one).collect::<Vec<_>>())
            }
            _ => None,
        });
        for (part, value) in self.parts.iter().zip(parts.into_iter().flatten()) {
            row[*part] = Some(value);
        }
    }
}

impl Template {
    /// The constants between the parts of the texts of a field, if it has parts.
    fn constants(&self, field: usize, found: &[Extraction]) -> Option<Vec<String>> {
        let values = found.iter().filter_map(|found| found.page.get(field)?.as_ref());
        let values: BTreeSet<&str> = values
            .filter(|value| !value.is_empty())
            .flat_map(|value| value.texts.iter().map(String::as_str))
            .collect();
        let is_line = self.fields[field].kind == FieldKind::Text
            && values.iter().all(|value| value.chars().nth(MAX_TEXT).is_none());
        is_line.then(|| constants(&values.into_iter().collect::<Vec<_>>()))?
    }

    /// Whether the texts of a field are divided, and begin with a part.
    pub(in crate::wrapper) fn begins_with_part(&self, field: usize, found: &[Extraction]) -> bool {
        self.constants(field, found).is_some_and(|constants| constants[0].is_empty())
    }

    /// Divides the texts of fields by what was found in the learning pages, and adds the parts to it.
    pub(in crate::wrapper) fn divide(&mut self, found: &mut [Extraction]) {
        let mut order = Vec::new();
        let mut taken = names_of(&self.fields);
        for field in 0..self.fields.len() {
            order.push(field);
            let Some(constants) = self.constants(field, found) else { continue };
            let mut parts = Vec::new();
            for part in 0..constants.len() - 1 {
                let name = Some(part_name(&constants, part)).filter(|name| !name.is_empty());
                let label = name.map(str::to_owned);
                let name = taken.free(name.unwrap_or(&self.fields[field].name));
                parts.push(self.fields.len());
                order.push(self.fields.len());
                let whole = &self.fields[field];
                self.fields.push(Field { label, ..Field::new(name, whole.support, FieldKind::Text) });
            }
            self.slots.push(TextSlots { field, constants, parts });
        }
        for row in found.iter_mut().map(|found| &mut found.page) {
            row.resize(self.fields.len(), None);
            self.slots.iter().for_each(|slots| slots.fill(row));
        }
        self.reorder(&order, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names and the parts of these values.
    fn divided<'t>(values: &[&'t str]) -> Vec<(String, Vec<&'t str>)> {
        let Some(constants) = constants(values) else { return Vec::new() };
        let all: Vec<Vec<&str>> =
            values.iter().map(|value| parts(&constants, value).expect("its own parts")).collect();
        let column = |part: usize| all.iter().map(|parts| parts[part]).collect();
        (0..constants.len() - 1).map(|part| (part_name(&constants, part).to_owned(), column(part))).collect()
    }

    #[test]
    fn parts_are_named_by_the_words_around_them() {
        let terms =
            ["春学期 月曜 2時限 講義室:A101", "秋学期 金曜 5時限 講義室:C7", "春学期 水曜 1時限 講義室:D12"];
        let names: Vec<(String, Vec<&str>)> = divided(&terms);
        assert_eq!(names[0], ("学期".to_owned(), vec!["春", "秋", "春"]));
        assert_eq!(names[1], ("曜".to_owned(), vec!["月", "金", "水"]));
        assert_eq!(names[2], ("時限".to_owned(), vec!["2", "5", "1"]));
        assert_eq!(names[3], ("講義室".to_owned(), vec!["A101", "C7", "D12"]));
        let books = [
            "305 pages, 3.4 kg, published 2001",
            "12 pages, 1 kg, published 1999",
            "40 pages, 2.5 kg, published 2010",
        ];
        let names: Vec<String> = divided(&books).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["pages", "kg", "published"]);
    }

    #[test]
    fn texts_that_share_words_by_chance_have_no_parts() {
        for values in [
            ["Ann Lee Smith", "Bob Ray Smith"],
            ["12 Main Street Bonn", "15 Main Street Lyon"],
            ["a long day in the town by the sea", "he saw a man in the boat"],
            ["12.5 x 3", "9 x 4.5"],
        ] {
            assert_eq!(divided(&values), [], "{values:?}");
        }
    }
}
