//! Result sites.

use crate::set::Set;

/// The sets under `data/results`.
#[must_use]
pub fn sets() -> Vec<Set> {
    vec![]
}
