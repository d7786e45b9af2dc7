//! Thresholds that several methods share: what fraction of a set counts as some, most or nearly all of it, which counts are too
//! small to mean anything, how long a name is and how long a text. In: counts. Out: whether they reach the fraction. Also which texts
//! are most like another one, for messages.

use hashbrown::{HashMap, HashSet};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::hash::Hash;

/// The fewest records, texts or cells that show a pattern: any two have something in common by chance.
pub(crate) const LEAST: usize = 3;

/// Fractions are given in tenths. A unit, not a threshold.
const TENTHS: usize = 10;

/// Three tenths. By `eval/sweep.py` on lists-telling and records-telling the F1 of cells is .727 and .696; with two in ten .715
/// and .684, with four .727 and .690.
const SOME: usize = 3;

/// Eight tenths; with seven and nine the F1 of cells stays within .001.
const MOST: usize = 8;

/// Nine tenths: one of ten records may be an exception. With eight the F1 of cells on records falls from .696 to .694, with all
/// it is .701, but one column in twenty is then contained in another one.
const NEARLY_ALL: usize = 9;

/// The most characters that a name has: longer headings, labels and lines are explanations.
pub(crate) const NAME: usize = 60;

/// The signs that end most labels.
pub(crate) const COLONS: [char; 2] = [':', '：'];

/// The fewest words of running text; names, labels and lines of metadata have fewer. For main text 6 to 12 do as well.
pub(crate) const TEXT: u8 = 8;

/// Whether these are three tenths of all or more.
pub(crate) fn are_some(these: usize, all: usize) -> bool {
    reach(these, SOME, all)
}

/// Whether these are eight tenths of all or more.
pub(crate) fn are_most(these: usize, all: usize) -> bool {
    reach(these, MOST, all)
}

/// Whether these are nine tenths of all or more.
pub(crate) fn are_nearly_all(these: usize, all: usize) -> bool {
    reach(these, NEARLY_ALL, all)
}

/// Whether these are at least this many tenths of all.
fn reach(these: usize, tenths: usize, all: usize) -> bool {
    TENTHS * these >= tenths * all
}

/// How many members of a set must have something that most lack, for it not to be chance: a tenth of all, rounded, but at least
/// two.
pub(crate) fn a_few(all: usize) -> usize {
    ((all + TENTHS / 2) / TENTHS).max(2)
}

/// Whether a letter is of a script without spaces between words, or of one with wide letters: Unicode has these from the radicals of
/// CJK on. Such a letter says as much as two others.
pub(crate) fn is_wide(char: char) -> bool {
    u32::from(char) >= 0x2E80 && char.is_alphabetic()
}

/// Whether a text is short enough for a name or a label.
pub(crate) fn is_brief(text: &str) -> bool {
    text.chars().nth(NAME).is_none()
}

/// The letters and digits of a text in lower case: what is the same however a page and a user write it.
pub(crate) fn letters(text: &str) -> String {
    text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a text is a number with its signs: it has digits and no letters.
pub(crate) fn is_number(text: &str) -> bool {
    text.contains(char::is_numeric) && !text.contains(char::is_alphabetic)
}

/// How often each of some things is there.
pub(crate) fn how_often<T: Eq + Hash>(things: impl IntoIterator<Item = T>) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    for thing in things {
        *counts.entry(thing).or_default() += 1;
    }
    counts
}

/// In how many of some groups each thing is.
pub(crate) fn in_how_many<T: Eq + Hash>(
    groups: impl Iterator<Item = impl IntoIterator<Item = T>>,
) -> HashMap<T, usize> {
    how_often(groups.flat_map(|group| group.into_iter().collect::<HashSet<T>>()))
}

/// The most texts that a message names.
const NAMED: usize = 3;

/// Of some texts those most like another one, for a message: by the pairs of adjacent letters and digits that both have.
pub(crate) fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let pairs = |text: &str| -> BTreeSet<(char, char)> {
        let letters: Vec<char> = format!(" {} ", letters(text)).chars().collect();
        letters.windows(2).map(|pair| (pair[0], pair[1])).collect()
    };
    let of_wanted = pairs(wanted);
    let shared = |text: &str| {
        let of_text = pairs(text);
        // Dice's coefficient in thousandths.
        2000 * of_wanted.intersection(&of_text).count() / (of_wanted.len() + of_text.len())
    };
    let mut near: Vec<(usize, &str)> = known.into_iter().map(|text| (shared(text), text)).collect();
    near.retain(|&(shared, _)| shared > 0);
    near.sort_by_key(|&(shared, text)| (Reverse(shared), text));
    near.dedup();
    near.into_iter().map(|(_, text)| text).take(NAMED).collect()
}

/// The end of a message that names what is near: `; near are "a", "b"`, or nothing.
pub(crate) fn nearest_named<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let near: Vec<String> = nearest(wanted, known).iter().map(|text| format!("{text:?}")).collect();
    if near.is_empty() { String::new() } else { format!("; near are {}", near.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_texts_share_most_pairs_of_letters() {
        assert_eq!(nearest("titel", ["author", "title", "subtitle", "price"]), ["title", "subtitle"]);
        assert_eq!(nearest("19.79", ["19.97", "24"]), ["19.97"]);
        assert_eq!(nearest("x", ["y"]), [""; 0]);
    }
}
