//! Words around names, such as `Posted by`: those that most names of a column begin or end with.

use super::Part;
use crate::measure::{COLONS, are_most};
use crate::repeat::fold_digits;
use std::collections::{BTreeMap, BTreeSet};

/// Words around names.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Label {
    before: Vec<String>,
    after: Vec<String>,
}

/// The fewest different texts that show a label; most of fewer may share a word by chance. Of 14,860 comments, 4 gives the same
/// authors. With 3, three lose a label on one site, and eight names a word on another; with 6, four authors on one site keep a label,
/// and with 8, 46 on four: eval/changed.py src/record/role/sign/label.rs LABELLED 2 3 4 6 8. Leaving one site out, another value is chosen only without the site on which 3 errs.
const LABELLED: usize = 5;

impl Label {
    /// The words that most of the texts begin and end with, numbers in them apart. Beside a date, two texts show a label; words up to
    /// a colon are one wherever they are repeated, since names have none.
    pub(super) fn of(texts: &BTreeSet<&str>, part: Part) -> Self {
        let least = if part == Part::Whole { LABELLED } else { 2 };
        // Texts that differ in their numbers only, such as those of one author, count once.
        let folded: BTreeSet<String> = texts.iter().map(|text| fold_digits(text)).collect();
        let folded: BTreeSet<&str> = folded.iter().map(String::as_str).collect();
        let texts = if folded.len() < least { texts } else { &folded };
        let shows = texts.len() >= least;
        let texts: Vec<Vec<&str>> = texts.iter().map(|text| words(text).collect()).collect();
        let reversed = texts.iter().map(|words| words.iter().rev().copied().collect()).collect();
        let mut after = if shows { common_start(reversed) } else { Vec::new() };
        after.reverse();
        let mut before = common_start(texts);
        if !shows {
            let is_marked = |word: &String| word.ends_with(COLONS) && word.contains(char::is_alphabetic);
            before.truncate(before.iter().rposition(is_marked).map_or(0, |last| last + 1));
        }
        Label { before, after }
    }

    /// The text without these words, and without signs and an address of a mailbox around it.
    /// Of `Reader 31` beside `Reader 7` the number alone is no name.
    pub(super) fn removed_from<'t>(&self, text: &'t str) -> &'t str {
        let rest = trimmed(self.cut_from(text));
        let rest = if rest.contains(char::is_alphabetic) { rest } else { trimmed(text) };
        without_address(rest)
    }

    fn cut_from<'t>(&self, text: &'t str) -> &'t str {
        let is_of = |words: &[&str], label: &[String]| {
            words.iter().zip(label).all(|(word, label)| fold_digits(word) == *label)
        };
        let words: Vec<&str> = words(text).collect();
        let [before, after] = [self.before.len(), self.after.len()];
        let mut rest = text;
        let mut left = words.len();
        if left >= before && is_of(&words, &self.before) {
            rest = words[..before].iter().fold(rest, |rest, word| &rest.trim_start()[word.len()..]);
            left -= before;
        }
        if left >= after && is_of(&words[words.len() - after..], &self.after) {
            let of_label = words[words.len() - after..].iter().rev();
            rest = of_label.fold(rest, |rest, word| {
                let rest = rest.trim_end();
                &rest[..rest.len() - word.len()]
            });
        }
        rest
    }
}

/// The words of a text; what is behind a colon is another word.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(|word| word.split_inclusive(COLONS))
}

/// A name without the address of a mailbox in angle brackets behind it (RFC 5322, `name-addr`).
fn without_address(name: &str) -> &str {
    let address = name.rsplit_once('<').filter(|(before, address)| {
        before.contains(char::is_alphabetic)
            && address.contains('@')
            && !address.contains(char::is_whitespace)
    });
    address.map_or(name, |(before, _)| trimmed(before))
}

/// Whether a sign joins a name to other texts.
pub(super) fn is_joint(char: char) -> bool {
    char.is_whitespace() || ",;:@|-–—·•/\\»«>~#．、，：・".contains(char)
}

/// A name without the signs that join it to other texts.
fn trimmed(name: &str) -> &str {
    let name = name.trim_matches(is_joint);
    // A bracket that is not closed is of what follows.
    name.trim_end_matches(|char: char| "([{".contains(char) || is_joint(char))
        .trim_start_matches(|char: char| ")]}".contains(char) || is_joint(char))
}

/// The words that most of the texts begin with.
fn common_start(mut texts: Vec<Vec<&str>>) -> Vec<String> {
    let (all, mut start) = (texts.len(), Vec::new());
    loop {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for word in texts.iter().filter_map(|words| words.get(start.len())) {
            *counts.entry(word).or_default() += 1;
        }
        let common = counts.into_iter().find(|&(_, count)| are_most(count, all));
        let Some((common, _)) = common else { return start };
        texts.retain(|words| words.get(start.len()) == Some(&common));
        start.push(fold_digits(common));
    }
}
