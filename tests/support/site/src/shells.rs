//! Pages without text: what a crawler gets of a site whose pages are filled by scripts, or in frames.

use crate::language::Language::English;
use crate::page::Encoding::Utf8;
use crate::set::{Family, Plan, Set};

/// Pages that a script fills.
pub const SCRIPTS: Plan = Plan {
    name: "a-scripts",
    about: "empty until a script fills them",
    template: include_str!("../templates/shells/scripts.html"),
    language: English,
    encoding: Utf8,
    count: 4,
    peaks: &[],
};

/// Pages in frames.
pub const FRAMES: Plan = Plan {
    name: "b-frames",
    about: "their text is in other files",
    template: include_str!("../templates/shells/frames.html"),
    ..SCRIPTS
};

/// The sets under `data/shells`.
#[must_use]
pub fn sets() -> Vec<Set> {
    vec![SCRIPTS.set(Family::Shells), FRAMES.set(Family::Shells)]
}
