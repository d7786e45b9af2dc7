//! Texts of several values with signs between them.
//!
//! ```text
//! <p>Kim Berg | 2004-02-09 | 32.50</p>          Kim Berg, 2004-02-09, 32.50
//! <b>Dune</b> - F. Herbert                      no sign before F. Herbert
//! <p>10:00 - 12:00</p>                          a range is one value
//! ```
//!
//! A *sign* is a word of dashes, bars, bullets and the like. In: the records of a template with the paths of their elements. Out: the paths
//! whose texts are cut at signs, as nearly all texts there have one; and the values of a text. Cost: linear in the texts.

use super::items::shape;
use super::label::Labels;
use super::place::{PlacedRecord, RecordInPage};
use super::role::date::is_date;
use super::text_kind::{TextKind, TextOrder};
use crate::measure::{LEAST, are_most, are_nearly_all, are_some, how_often};
use crate::page::{Leaf, characters, is_heading};
use crate::token::Span;
use hashbrown::HashMap;
use std::collections::BTreeSet;

/// A value of a text.
pub(super) struct Piece {
    text: String,
    pub(super) span: Span,
    /// Whether a sign other than a bar or a bullet is before it.
    after_dash: bool,
}

/// Statistics of the texts at a path.
#[derive(Default)]
struct SignCounts {
    texts: usize,
    /// The texts with a sign.
    signed: usize,
    /// The records with such texts, and those of them with one text of several values.
    records: usize,
    once: usize,
    /// The kinds of the values of each text of several, and how many of these texts are alone in their element.
    kinds: Vec<Vec<TextKind>>,
    alone: usize,
}

/// The paths whose texts are cut.
pub(super) fn cuts(records: &[PlacedRecord<'_>], labels: &Labels) -> BTreeSet<String> {
    let mut counts: HashMap<&str, SignCounts> = HashMap::new();
    for (part, paths) in records {
        let signed = part.record.leaves(part.page.tree).iter().filter(|leaf| may_have_signs(&leaf.text));
        counts.extend(signed.map(|leaf| (&**paths.at(leaf.parent), SignCounts::default())));
    }
    for (part, paths) in records {
        let mut several: HashMap<&str, usize> = HashMap::new();
        for leaf in part.record.leaves(part.page.tree) {
            let place: &str = paths.at(leaf.parent);
            let Some(count) = counts.get_mut(place) else { continue };
            let pieces = pieces(*part, leaf);
            if pieces.is_empty() || labels.has(place, &leaf.text) {
                continue;
            }
            count.texts += 1;
            count.signed += usize::from(leaf.text.split_whitespace().any(is_sign));
            let of_record = several.entry(place).or_default();
            if pieces.len() > 1 {
                *of_record += 1;
                count.kinds.push(pieces.iter().map(|piece| TextKind::of(&piece.text)).collect());
                count.alone += usize::from(part.page.tree.leaves_of(leaf.parent).len() == 1);
            }
        }
        for (place, texts) in several {
            let count = counts.get_mut(place).expect("it was seen");
            count.records += 1;
            count.once += usize::from(texts == 1);
        }
    }
    counts.retain(|_, count| count.is_cut());
    counts.into_keys().map(str::to_owned).collect()
}

impl SignCounts {
    /// Whether nearly all texts have signs, or each record has one such text among others; and most have as many values, or the kinds of
    /// these tell which are missing. Two values in an element of their own are one: `Court - Springfield`, `1 May 2017 - 17:51`.
    fn is_cut(&self) -> bool {
        let same = how_often(self.kinds.iter().map(Vec::len)).into_values().max().unwrap_or(0);
        let long = self.kinds.iter().filter(|kinds| kinds.len() > 2).count();
        same >= LEAST
            && (2 * self.alone < self.kinds.len() || are_some(long, self.kinds.len()))
            && (are_nearly_all(self.signed, self.texts) || are_nearly_all(self.once, self.records))
            && (are_most(same, self.texts) || TextOrder::new(&self.kinds).is_some())
    }
}

/// The values of a text, without the signs between and around them; none of a text of signs alone. The text of a link or a heading is
/// one, as are a date and a range.
pub(super) fn pieces(part: RecordInPage<'_>, leaf: &Leaf<'_>) -> Vec<Piece> {
    let (tree, source) = (part.page.tree, part.page.source);
    if !leaf.text.contains(char::is_alphanumeric) {
        return Vec::new();
    }
    if !may_have_signs(&leaf.text) {
        return vec![Piece { text: leaf.text.to_string(), span: leaf.span, after_dash: false }];
    }
    let mut around = tree.inclusive_ancestors(leaf.parent).take_while(|&id| part.record.holds(id));
    let is_one = around.any(|id| tree.is_link(id) || is_heading(&tree.element(id).name))
        || is_date(leaf.text.trim_matches(|char: char| !char.is_alphanumeric()));
    let mut pieces: Vec<Piece> = Vec::new();
    let mut before: Option<bool> = None;
    for (word, span) in words(&source[leaf.span.range()], leaf.span.start) {
        let is_comma = word.chars().all(|char| matches!(char, ',' | ';'));
        if is_sign(&word) || is_comma && pieces.is_empty() {
            before = Some(!word.contains(is_bar));
            continue;
        }
        let after_dash = before.take();
        match pieces.last_mut().filter(|_| is_one || after_dash.is_none()) {
            Some(last) => {
                last.text = format!("{} {word}", last.text);
                last.span.end = span.end;
            }
            None => pieces.push(Piece { text: word, span, after_dash: after_dash == Some(true) }),
        }
    }
    pieces.dedup_by(|next, last| {
        let is_range =
            next.after_dash && last.text.contains(char::is_numeric) && shape(&last.text) == shape(&next.text);
        if is_range {
            last.span.end = next.span.end;
        }
        is_range
    });
    pieces
}

/// Whether a text has a character of a sign, or begins with a comma.
pub(super) fn may_have_signs(text: &str) -> bool {
    text.contains(is_part_of_sign) || text.starts_with([',', ';'])
}

/// The words of a part of a page that begins at a byte. A bar is a word, with or without spaces.
fn words(written: &str, start: u32) -> Vec<(String, Span)> {
    let mut words: Vec<(String, Span)> = Vec::new();
    let mut is_open = false;
    for (char, at) in characters(written) {
        if char.is_whitespace() {
            is_open = false;
            continue;
        }
        let span = Span { start: start + at.start, end: start + at.end };
        match words.last_mut().filter(|_| is_open && !is_bar(char)) {
            Some((word, of_word)) => {
                word.push(char);
                of_word.end = span.end;
            }
            None => words.push((char.to_string(), span)),
        }
        is_open = !is_bar(char);
    }
    words
}

/// Whether a word is a sign.
fn is_sign(word: &str) -> bool {
    word.chars().all(is_part_of_sign)
}

/// Bars and bullets, which stand for nothing but a border.
fn is_bar(char: char) -> bool {
    matches!(char, '|' | '¦' | '│' | '｜' | '•' | '●' | '▪' | '■' | '◦' | '‣')
}

/// Bars, dashes and what else stands between values.
fn is_part_of_sign(char: char) -> bool {
    is_bar(char)
        || matches!(char, '-' | '\u{2010}'..='\u{2015}' | '−' | '/' | '／')
        || matches!(char, '·' | '∙' | '・' | '»' | '›' | '~' | '*')
}

#[cfg(test)]
mod tests {
    use super::super::trial::{page, read};
    use crate::record::Width;

    const BOOKS: [[&str; 3]; 4] = [
        ["Dune", "F. Herbert", "1965-08-01"],
        ["Emma", "J. Austen", "2015-12-23"],
        ["Walden", "H. Thoreau", "2004-08-09"],
        ["Ulysses", "J. Joyce", "1922-02-02"],
    ];

    /// The names and values of the first two records.
    fn found(record: impl Fn([&str; 3]) -> String) -> [Vec<(String, String)>; 2] {
        let [first, second, ..] = &read(&page(&BOOKS.map(record)), Width::Informative)[..] else {
            panic!("four records")
        };
        [first.clone(), second.clone()]
    }

    fn values(record: &[(String, String)]) -> Vec<&str> {
        record.iter().map(|(_, value)| &**value).collect()
    }

    #[test]
    fn values_between_signs_are_columns() {
        let [first, _] = found(|[title, author, date]| {
            format!("<b>{title}</b> - {author}&nbsp;| {date} &middot; {}.50", title.len())
        });
        assert_eq!(values(&first), ["Dune", "F. Herbert", "1965-08-01", "4.50"]);
    }

    #[test]
    fn a_value_that_a_record_lacks_is_told_by_the_kinds_of_the_others() {
        let [first, second] = found(|[title, author, date]| match title {
            "Emma" => format!("<b>{title}</b> - {date}"),
            _ => format!("<b>{title}</b> - {author} | {date}"),
        });
        assert_eq!(values(&first), ["Dune", "F. Herbert", "1965-08-01"]);
        assert_eq!(
            second,
            [first[0].0.clone(), first[2].0.clone()]
                .into_iter()
                .zip(["Emma".to_owned(), "2015-12-23".to_owned()])
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_value_has_no_signs_around_it() {
        let [first, _] = found(|[title, author, _]| format!("<b>{title}</b>, {author} -"));
        assert_eq!(values(&first), ["Dune", "F. Herbert"]);
    }

    #[test]
    fn titles_ranges_and_pairs_are_not_cut() {
        let [first, _] = found(|[title, author, date]| {
            let day = &date[8..];
            format!("<h3>{title} - a novel</h3><i>{day}:00 - 23:00</i><u>{author} - {date} old</u>")
        });
        assert_eq!(values(&first), ["Dune - a novel", "01:00 - 23:00", "F. Herbert - 1965-08-01 old"]);
    }
}
