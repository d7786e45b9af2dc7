//! The metadata of a page as YAML, for the head of its Markdown.

use super::super::Metadata;
use crate::document::Document;
use serde_json::Value;

/// The metadata of a page as YAML. Strings of JSON are also strings of YAML, if they have only its printable characters. Site generators
/// accept only ISO 8601 as `date`, and read `url` and `path` as addresses on the new site.
///
/// ```
/// use katagami::content::{Metadata, markup::front_matter};
/// use katagami::document::Document;
///
/// let metadata = Metadata { iso_date: Some("2020-05-03".to_owned()), ..Metadata::default() };
/// let page = Document::new("rain.html", "<h1>Rain</h1>");
/// assert_eq!(front_matter(&page, &metadata), "---\nsource: \"rain.html\"\ndate: \"2020-05-03\"\n---\n\n");
/// ```
#[must_use]
pub fn front_matter(document: &Document, metadata: &Metadata) -> String {
    let known = Metadata::NAMES.into_iter().zip(metadata.values());
    let known = known.filter_map(|(name, value)| Some((name, value?))).map(|(name, value)| match name {
        "date" => ("shown_date", value),
        "iso_date" => ("date", value),
        _ => (name, value),
    });
    let line =
        |(name, value): (&str, &str)| format!("{name}: {}", printable(&Value::from(value).to_string()));
    let lines = std::iter::once(("source", document.address_or_name())).chain(known).map(line);
    format!("---\n{}\n---\n\n", lines.collect::<Vec<_>>().join("\n"))
}

/// A string of JSON without the characters that are not printable in YAML 1.1 or 1.2, or are line breaks of 1.1: they are escaped.
fn printable(json: &str) -> String {
    let is_hidden = |char: char| {
        matches!(char, '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let written = |char: char| match char {
        char if is_hidden(char) => format!("\\u{:04x}", u32::from(char)),
        char => char.to_string(),
    };
    json.chars().map(written).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn front_matter_has_only_characters_that_yaml_can_print() {
        let hidden = "\u{7f}\u{85}\u{9b}\u{feff}\u{fffe}\u{ffff}\u{2028}";
        let json = serde_json::Value::from(format!("a \u{a0}ö\u{1f600}{hidden}")).to_string();
        let written = super::printable(&json);
        assert_eq!(written, "\"a \u{a0}ö\u{1f600}\\u007f\\u0085\\u009b\\ufeff\\ufffe\\uffff\\u2028\"");
        assert_eq!(
            serde_json::from_str::<String>(&written).expect("still JSON"),
            format!("a \u{a0}ö\u{1f600}{hidden}")
        );
    }
}
