//! Texts that can be labels, by their beginning and length.

use crate::measure::is_brief;

/// Whether a text can be a label: it begins with a letter, and is brief.
pub(in crate::wrapper) fn may_be_label(text: &str) -> bool {
    begins_with_letter(text) && is_brief(text)
}

/// Whether the first letter or digit of a text is a letter; texts that begin with a number are values.
pub(in crate::wrapper) fn begins_with_letter(text: &str) -> bool {
    text.chars().find(|char| char.is_alphanumeric()).is_some_and(|char| !char.is_numeric())
}
