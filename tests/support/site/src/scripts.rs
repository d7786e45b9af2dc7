//! Articles in scripts other than Latin: pages of one written article each, between menus, teasers and notices.
//!
//! The texts are written, not drawn, for what they are made of is what they show: words without spaces between them (Thai,
//! Chinese, Japanese), letters with marks (Hindi, Thai), digits of their own, years of another calendar (Thai), right to left
//! (Arabic). Their limits: four articles a language, all on the same four matters.

use crate::language::Language::English;
use crate::page::Encoding::Utf8;
use crate::set::{Family, Plan, Set};

const fn plan(name: &'static str, about: &'static str, template: &'static str) -> Plan {
    // No content of these templates is drawn from the lists of a language.
    Plan { name, about, template, language: English, encoding: Utf8, count: 4, peaks: &[] }
}

/// All languages, by their codes.
pub const ALL: [Plan; 5] = [
    plan(
        "ar",
        "Arabic: right to left, Arabic digits, comments",
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
