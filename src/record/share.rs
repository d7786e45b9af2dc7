//! What share of all is some, most, nearly all, and how few are chance: said once for columns, phrases, labels and places.

/// Fewer records, texts or cells are chance: two are what any two have in common.
pub(super) const LEAST: usize = 3;

/// Three in ten. By `tools/sweep.py` on lists-telling and records-telling the F1 of cells is .727 and .696; with two in ten .715
/// and .684, with four .727 and .690.
const SOME: usize = 3;

/// Eight in ten; with seven and nine the F1 of cells stays within .001.
const MOST: usize = 8;

/// Nine in ten: one of ten records may be odd. With eight the F1 of cells on records falls from .696 to .694, with all it is
/// .701, but one column in twenty is then contained in another one.
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
