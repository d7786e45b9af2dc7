//! What a wrapper finds in a page: rows of values.

use crate::spectrum::exact;
use crate::token::Span;

/// Values of at most so many characters are equal by chance, and mean nothing without a label.
pub(super) const SHORT: usize = 3;

/// What was found in a page.
#[derive(Clone, Debug)]
pub struct Extraction {
    /// The number of the template that fits best.
    pub template: usize,
    /// The page as one row, or a row for each of its records.
    pub rows: Vec<Row>,
    /// The sections of no kind that the template knows: their labels, and what they are the labels of.
    pub unknown: Vec<(String, Value)>,
    /// The share of the template's elements and texts that the page has, each weighed by its support.
    pub matched: f64,
    /// The texts of the page that are neither template nor value.
    pub uncovered: Vec<Span>,
    /// The number of all texts of the page.
    pub texts: usize,
}

/// For each field of the template its value; `None` where the page, or the record, has no place for one.
pub type Row = Vec<Option<Value>>;

/// What fills a slot: nothing, one thing, or several.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Value {
    /// The texts, white space collapsed.
    pub texts: Vec<String>,
    /// The bytes of the page that they stand in.
    pub spans: Vec<Span>,
}

impl Value {
    /// Whether there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.iter().all(String::is_empty)
    }
}

/// A value without the sign that parts it from its label: `: 192`, `> Las Vegas`, `– Use large eggs`.
///
/// A sign counts if a space is behind it, which `-5` and `:)` do not have.
pub(super) fn without_separator(text: &str) -> &str {
    let behind = text.strip_prefix('：').or_else(|| {
        let sign = text.chars().next().filter(|&sign| matches!(sign, ':' | '>' | '»' | '-' | '–' | '—'))?;
        text[sign.len_utf8()..].strip_prefix(' ')
    });
    behind.map(str::trim_start).filter(|value| !value.is_empty()).unwrap_or(text)
}

impl Extraction {
    /// Whether there is a value that is not empty: all pages have some element of a template.
    #[must_use]
    pub fn has_values(&self) -> bool {
        let known = self.rows.iter().flatten().flatten();
        let unknown = self.unknown.iter().map(|(_, value)| value);
        known.chain(unknown).any(|value| !value.is_empty())
    }

    /// The share of the page's texts that are neither template nor value.
    #[must_use]
    pub fn uncovered_share(&self) -> f64 {
        exact(self.uncovered.len() as u64) / exact(self.texts.max(1) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::without_separator;

    #[test]
    fn a_sign_with_a_space_behind_it_is_no_part_of_a_value() {
        let parted = [": 192", "：192", "> 192", "– 192", "» 192", "- 192"].map(without_separator);
        assert_eq!(parted, ["192"; 6]);
        for kept in ["-5", ":)", ":", "- ", "> ", "a: b", ""] {
            assert_eq!(without_separator(kept), kept);
        }
    }
}
