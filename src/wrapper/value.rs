//! The values that a wrapper finds in a page, as plain values.

use crate::spectrum::exact;
use crate::token::Span;
use crate::wrapper::template::Rows;

/// Values of at most this length in characters can be equal by chance, and are not understandable without a label.
pub(in crate::wrapper) const SHORT: usize = 3;

/// The rows that a wrapper finds in a page, and how well the page fits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Extraction {
    /// The number of the template that fits best.
    pub template: usize,
    /// What a row is, unless a user asks for other rows.
    pub main: Rows,
    /// The page as one row.
    pub page: Row,
    /// The rows of each table within the page.
    pub tables: Vec<Vec<Row>>,
    /// For each table the byte with which each of its rows begins.
    pub(in crate::wrapper) begins: Vec<Vec<u32>>,
    /// The sections of kinds that the template does not have: their labels and values.
    pub unknown: Vec<(String, Value)>,
    /// The share of the template's elements and texts that the page has, each weighted by its support.
    pub matched: f64,
    /// The texts of the page that are neither template nor value.
    pub uncovered: Vec<Span>,
    /// The number of all texts of the page.
    pub texts: usize,
}

/// The value of each field of the page, or of the table; `None` where the page, or the record, has no place for it.
pub type Row = Vec<Option<Value>>;

/// The content of a slot: no text, one, or several.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Value {
    /// The texts, white space collapsed.
    pub texts: Vec<String>,
    /// The byte range of each text in the page.
    pub spans: Vec<Span>,
}

impl Value {
    /// Whether there is no text that is not empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.iter().all(String::is_empty)
    }

    /// The texts of this value, then those of another one.
    pub(in crate::wrapper) fn and(mut self, other: Value) -> Self {
        self.texts.extend(other.texts);
        self.spans.extend(other.spans);
        self
    }
}

/// A value without the separator between it and what is before it: `: 192`, `> Las Vegas`, `– Use large eggs`, `, 10 May 2002`.
///
/// A sign is a separator if a space follows it, unlike in `-5` and `:)`; the full-width colon needs none.
pub(in crate::wrapper) fn without_separator(text: &str) -> &str {
    let behind = text.strip_prefix('：').or_else(|| {
        let (sign, behind) = text.split_once(' ')?;
        let is_sign = |sign| {
            matches!(sign, ':' | '>' | '»' | '›' | '→' | '-' | '–' | '—' | '=' | ',' | ';' | '|' | '·' | '•')
        };
        sign.chars().all(is_sign).then_some(behind)
    });
    behind.map(str::trim_start).filter(|value| !value.is_empty()).unwrap_or(text)
}

impl Extraction {
    /// The rows that the page has by default.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        self.rows_of(self.main)
    }

    /// The rows of the page or of a table within it.
    #[must_use]
    pub fn rows_of(&self, rows: Rows) -> &[Row] {
        match rows {
            Rows::Page => std::slice::from_ref(&self.page),
            Rows::Table(number) => self.tables.get(number).map_or(&[], Vec::as_slice),
        }
    }

    /// Whether its rows have a value that is not empty. The share that matches is no evidence: all pages have some element of a
    /// template.
    #[must_use]
    pub fn has_values(&self) -> bool {
        let known = self.rows().iter().flatten().flatten();
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
    fn a_sign_and_a_space_before_a_value_are_removed() {
        let without =
            [": 192", "：192", "> 192", "– 192", "» 192", "- 192", "= 192", "-> 192"].map(without_separator);
        assert_eq!(without, ["192"; 8]);
        for kept in ["-5", ":)", ":", "- ", "> ", "a: b", ""] {
            assert_eq!(without_separator(kept), kept);
        }
    }
}
