//! Articles in scripts other than Latin: pages of one written article each, between menus, teasers and notices.
//!
//! The texts were written, not generated at random, since they are there for the properties of their scripts: words without spaces
//! between them (Thai, Chinese, Japanese), letters with marks (Hindi, Thai), other digits, years of another calendar (Thai), right
//! to left (Arabic). Limits: four articles for each language, all on the same four subjects.

use crate::language::Language::English;
use crate::page::Encoding::Utf8;
use crate::set::{Family, Plan, Set};

const fn plan(name: &'static str, about: &'static str, template: &'static str) -> Plan {
    // These templates use no word list of a language.
    Plan { name, about, template, language: English, encoding: Utf8, count: 4, peaks: &[] }
}

/// All languages, by their codes.
pub const ALL: [Plan; 5] = [
    plan(
        "ar",
        "Arabic: right to left, Arabic-Indic digits, comments",
        include_str!("../templates/scripts/ar.html"),
    ),
    plan("hi", "Hindi: vowel signs, comments", include_str!("../templates/scripts/hi.html")),
    plan("ja", "Japanese: no spaces, comments", include_str!("../templates/scripts/ja.html")),
    plan(
        "th",
        "Thai: no spaces, vowel signs, the Buddhist calendar",
        include_str!("../templates/scripts/th.html"),
    ),
    plan("zh", "Chinese: no spaces, no sectioning elements", include_str!("../templates/scripts/zh.html")),
];

/// The sets under `data/scripts`.
#[must_use]
pub fn sets() -> Vec<Set> {
    ALL.iter().map(|plan| plan.set(Family::Scripts)).collect()
}
