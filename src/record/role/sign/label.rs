//! Words around names, such as `Posted by`: those that most names of a column begin or end with.

use super::Part;
use crate::measure::are_most;
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
    /// The words that most of the texts begin and end with. Beside a date, two texts show a label.
    pub(super) fn of(texts: &BTreeSet<&str>, part: Part) -> Self {
        if texts.len() < if part == Part::Whole { LABELLED } else { 2 } {
            return Label::default();
        }
        let texts: Vec<Vec<&str>> = texts.iter().map(|text| text.split_whitespace().collect()).collect();
        let reversed = texts.iter().map(|words| words.iter().rev().copied().collect()).collect();
        let mut after = common_start(reversed);
        after.reverse();
        Label { before: common_start(texts), after }
    }

    /// The text without these words, and without signs around it.
    /// Of `Reader 31` beside `Reader 7` the number alone is no name.
    pub(super) fn removed_from<'t>(&self, text: &'t str) -> &'t str {
        let rest = self.cut_from(text);
        if rest.contains(char::is_alphabetic) { rest } else { trimmed(text.trim()) }
    }

    fn cut_from<'t>(&self, text: &'t str) -> &'t str {
        let mut rest = text.trim();
        let mut shortened = rest;
        for word in &self.before {
            shortened = shortened.strip_prefix(word.as_str()).map_or(rest, str::trim_start);
        }
        if !self.before.is_empty()
            && rest.split_whitespace().zip(&self.before).all(|(word, label)| word == label)
        {
            rest = shortened;
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        if !self.after.is_empty()
            && words.len() >= self.after.len()
            && words[words.len() - self.after.len()..] == self.after[..]
        {
            for word in self.after.iter().rev() {
                rest = rest.trim_end().strip_suffix(word.as_str()).unwrap_or(rest);
            }
        }
        trimmed(rest)
    }
}

/// A name without the signs that join it to other texts.
fn trimmed(name: &str) -> &str {
    let joins = |char: char| char.is_whitespace() || ",;:@|-–—·•/\\»«>~#．、，：・".contains(char);
    let name = name.trim_matches(joins);
    // A bracket that is not closed is of what follows.
    name.trim_end_matches(|char: char| "([{".contains(char) || joins(char))
        .trim_start_matches(|char: char| ")]}".contains(char) || joins(char))
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
        start.push(common.to_owned());
    }
}
