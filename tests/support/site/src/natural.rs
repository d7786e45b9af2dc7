//! Natural text: only paragraphs, whose n-grams follow a power law.

use crate::language::Language::{English, Japanese};
use crate::page::Encoding::Utf8;
use crate::set::{Family, Plan, Set};

/// English-like text.
pub const ENGLISH: Plan = Plan {
    name: "en",
    about: "English-like text without a template",
    template: include_str!("../templates/natural/text.html"),
    language: English,
    encoding: Utf8,
    count: 4,
    peaks: &[],
};

/// Japanese-like text.
pub const JAPANESE: Plan =
    Plan { name: "ja", about: "Japanese-like text without a template", language: Japanese, ..ENGLISH };

/// The sets under `data/natural`.
#[must_use]
pub fn sets() -> Vec<Set> {
    vec![ENGLISH.set(Family::Natural), JAPANESE.set(Family::Natural)]
}
