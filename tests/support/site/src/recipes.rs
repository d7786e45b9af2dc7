//! Recipes: pages of one thing each that hold lists.
//!
//! Lists of several lengths, in one part or in two with a heading each; on every other page the card is within one more element, and
//! below sections that the others lack. What the lists are is said in microdata (schema.org, Recipe).

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
