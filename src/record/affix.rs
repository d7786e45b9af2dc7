//! Names from the words that all values of a column have beside their numbers.
//!
//! ```text
//! Duration: 1:28:08, Duration: 22:29        Duration
//! Pages 105-113, Pages 237-245              Pages
//! 71 reviews, 1 review                      reviews
//! ```
//!
//! In: the cells of columns. Out: a name for those whose values, with few exceptions, begin with the same words before a colon or a number, or
//! end with the same words after one. Cost: linear in the texts.

use super::cell::{Key, KeyedCell};
use super::label::end_of_label;
use super::place::PlacedRecord;
use super::role::money::is_amount;
use crate::measure::{LEAST, are_nearly_all, is_brief};
use crate::page::text;
use hashbrown::HashMap;

/// The words beside the numbers of a column.
#[derive(Default)]
struct AffixCounts {
    cells: usize,
    /// How often each occurs.
    times: HashMap<String, usize>,
}

/// The names of those of these columns that have words beside their numbers.
pub(super) fn affix_names<'a>(
    keys: Vec<&'a Key>,
    parts: &[PlacedRecord<'_>],
    records: &[Vec<KeyedCell<'_>>],
) -> HashMap<&'a Key, String> {
    let mut counts: HashMap<&Key, AffixCounts> =
        keys.into_iter().map(|key| (key, AffixCounts::default())).collect();
    for ((part, _), record) in parts.iter().zip(records) {
        for (key, cell) in record.iter().filter(|(_, cell)| !cell.leaves.is_empty()) {
            let Some(count) = counts.get_mut(key) else { continue };
            count.cells += 1;
            if let Some(words) = affix(&text(part.page.tree, part.page.source, cell.span)) {
                *count.times.entry(words).or_default() += 1;
            }
        }
    }
    counts.into_iter().filter_map(|(key, count)| Some((key, count.name()?))).collect()
}

impl AffixCounts {
    /// The most frequent words, if nearly all cells have them, perhaps in the singular.
    fn name(self) -> Option<String> {
        let (name, _) = self.times.iter().max_by_key(|&(words, &times)| (times, words))?;
        let alike =
            self.times.iter().filter(|(words, _)| name.starts_with(*words) || words.starts_with(name));
        let alike: usize = alike.map(|(_, times)| times).sum();
        (self.cells >= LEAST && are_nearly_all(alike, self.cells)).then(|| name.clone())
    }
}

/// The words before or after the number of a text, without a number in them.
fn affix(written: &str) -> Option<String> {
    if !is_brief(written) {
        return None;
    }
    let is_sign = |char: char| !char.is_alphanumeric();
    let written = written.trim_matches(is_sign);
    let label = end_of_label(written).map(|at| &written[..at]);
    let before = label.or_else(|| Some(&written[..written.find(char::is_numeric)?]))?.trim_matches(is_sign);
    let words = if before.is_empty() {
        let (at, last) = written.char_indices().rfind(|(_, char)| char.is_numeric())?;
        let (number, words) = written.split_at(at + last.len_utf8());
        // `10:00 AM` is a time, `3.6 of 5 stars` has another number.
        if number.contains(|char: char| char.is_alphabetic() || char == ':') {
            return None;
        }
        words.trim_matches(is_sign)
    } else {
        before
    };
    let is_name = words.contains(char::is_alphabetic) && !words.contains(['/', ':', '@', '_']);
    (is_name && !is_amount(&format!("1 {words}"))).then(|| words.to_owned())
}

#[cfg(test)]
mod tests {
    use super::affix;

    #[test]
    fn words_beside_a_number_are_a_name() {
        let cases = [
            ("- Duration: 1:28:08.", Some("Duration")),
            ("Pages 105-113", Some("Pages")),
            ("(71 reviews)", Some("reviews")),
            ("3,935,437 views", Some("views")),
            ("Sold by: Ann", Some("Sold by")),
            ("3.6 of 5 stars", None),
            ("1:28:08", None),
            ("$7.50", None),
            ("Dune", None),
            ("7½ Hours", Some("Hours")),
            ("https://a.example/1", None),
            ("10:00 AM", None),
            ("37.00 USD", None),
        ];
        for (text, words) in cases {
            assert_eq!(affix(text).as_deref(), words, "{text}");
        }
    }
}
