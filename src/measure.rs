//! Shares and lengths that several methods use: some, most and nearly all of a set, counts that are chance, the length of a name and of
//! a text. In: counts. Out: whether they reach the share.

/// Fewer records, texts or cells are chance: two are what any two have in common.
pub(crate) const LEAST: usize = 3;

/// Shares are counted in tenths: a unit, no threshold.
const TENTHS: usize = 10;

/// Three in ten. By `tools/sweep.py` on lists-telling and records-telling the F1 of cells is .727 and .696; with two in ten .715
/// and .684, with four .727 and .690.
const SOME: usize = 3;

/// Eight in ten; with seven and nine the F1 of cells stays within .001.
const MOST: usize = 8;

/// Nine in ten: one of ten records may be odd. With eight the F1 of cells on records falls from .696 to .694, with all it is
/// .701, but one column in twenty is then contained in another one.
const NEARLY_ALL: usize = 9;

/// Characters of the longest name: longer headings, labels and lines explain something.
const NAME: usize = 60;

/// Words of a text; names, labels and lines about it have fewer. For main text 6 to 12 do as well.
pub(crate) const TEXT: u8 = 8;

/// Whether these are more than a few of all.
pub(crate) fn are_some(these: usize, all: usize) -> bool {
    reach(these, SOME, all)
}

/// Whether these are most of all.
pub(crate) fn are_most(these: usize, all: usize) -> bool {
    reach(these, MOST, all)
}

/// Whether these are all of them but for a few.
pub(crate) fn are_nearly_all(these: usize, all: usize) -> bool {
    reach(these, NEARLY_ALL, all)
}

/// Whether these are so many tenths of all.
fn reach(these: usize, tenths: usize, all: usize) -> bool {
    TENTHS * these >= tenths * all
}

/// How many have what is no chance though most lack it: a tenth of all, and two.
pub(crate) fn a_few(all: usize) -> usize {
    ((all + TENTHS / 2) / TENTHS).max(2)
}

/// Whether a text is short enough for a name or a label.
pub(crate) fn is_brief(text: &str) -> bool {
    text.chars().nth(NAME).is_none()
}
