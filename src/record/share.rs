//! What share of all is some, most, nearly all, and how few are chance: said once for columns, phrases, labels and places.

/// Fewer records, texts or cells are chance.
pub(super) const LEAST: usize = 3;

/// Three in ten.
const SOME: usize = 3;

/// Eight in ten.
const MOST: usize = 8;

/// Nine in ten: one of ten records may be odd.
const NEARLY_ALL: usize = 9;

/// Whether these are more than a few of all.
pub(super) fn are_some(these: usize, all: usize) -> bool {
    reach(these, SOME, all)
}

/// Whether these are most of all.
pub(super) fn are_most(these: usize, all: usize) -> bool {
    reach(these, MOST, all)
}

/// Whether these are all of them but for a few.
pub(super) fn are_nearly_all(these: usize, all: usize) -> bool {
    reach(these, NEARLY_ALL, all)
}

/// Whether these are so many tenths of all.
fn reach(these: usize, tenths: usize, all: usize) -> bool {
    10 * these >= tenths * all
}
