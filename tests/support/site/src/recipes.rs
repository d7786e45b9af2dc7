//! Recipes: pages of one thing each, with lists.
//!
//! Lists of several lengths, in one part or in two with a heading each. On every other page the card is in one more element, and
//! below sections that the others lack. Microdata (schema.org, Recipe) identifies the lists.

use crate::language::Language::English;
use crate::page::Encoding::Utf8;
use crate::set::{Family, Plan, Set};

/// Ingredients and steps on a card.
pub const CARD: Plan = Plan {
    name: "a-card",
    about: "lists of ingredients and steps; every other page has one more element around them",
    template: include_str!("../templates/recipes/card.html"),
    language: English,
    encoding: Utf8,
    count: 12,
    peaks: &[],
};

/// The sets under `data/recipes`.
#[must_use]
pub fn sets() -> Vec<Set> {
    vec![CARD.set(Family::Recipes)]
}
