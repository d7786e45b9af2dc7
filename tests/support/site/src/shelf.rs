//! Shelves: lists of a shop's products with optional fields.

use crate::language::Language::{self, English, Japanese};
use crate::page::Encoding::Utf8;
use crate::set::{Family, Plan, Set};

const fn plan(name: &'static str, about: &'static str, template: &'static str, language: Language) -> Plan {
    Plan { name, about, template, language, encoding: Utf8, count: 5, peaks: &[] }
}

/// Cards, with two shorter lists of books on the same page.
pub const CARDS: Plan = plan(
    "a-cards",
    "cards with optional parts; best sellers before the list and recently viewed books after it",
    include_str!("../templates/shelf/cards.html"),
    English,
);

/// Two to five records.
pub const FEW: Plan = plan(
    "b-few",
    "2 to 5 lots below a menu of 6 links",
    include_str!("../templates/shelf/few.html"),
    English,
);

/// Rows in two colours, without a class.
pub const ZEBRA: Plan = plan(
    "c-zebra",
    "rows in two colours below a row of headings",
    include_str!("../templates/shelf/zebra.html"),
    English,
);

/// A product is a dt with one or two dd; advertisements between products.
pub const PAIRS: Plan = plan(
    "d-pairs",
    "a dt and one or two dd for each product, advertisements between products",
    include_str!("../templates/shelf/pairs.html"),
    English,
);

/// Lists within records.
pub const NESTED: Plan =
    plan("e-nested", "a list inside every record", include_str!("../templates/shelf/nested.html"), English);

/// Two rows for each book, Japanese.
pub const JAPANESE: Plan = plan(
    "f-japanese",
    "two rows for each book, Japanese",
    include_str!("../templates/shelf/japanese.html"),
    Japanese,
);

/// All shelves, by name.
pub const ALL: [Plan; 6] = [CARDS, FEW, ZEBRA, PAIRS, NESTED, JAPANESE];

/// The sets under `data/shelf`.
#[must_use]
pub fn sets() -> Vec<Set> {
    ALL.iter().map(|plan| plan.set(Family::Shelf)).collect()
}
