//! Thresholds that several methods share: what fraction of a set counts as some, most or nearly all of it, which counts are too
//! small to mean anything, how long a name is and how long a text. In: counts. Out: whether they reach the fraction.

/// The fewest records, texts or cells that show a pattern: any two have something in common by chance.
pub(crate) const LEAST: usize = 3;

/// Fractions are given in tenths. A unit, not a threshold.
const TENTHS: usize = 10;

/// Three tenths. By `tools/sweep.py` on lists-telling and records-telling the F1 of cells is .727 and .696; with two in ten .715
/// and .684, with four .727 and .690.
const SOME: usize = 3;

/// Eight tenths; with seven and nine the F1 of cells stays within .001.
const MOST: usize = 8;

/// Nine tenths: one of ten records may be an exception. With eight the F1 of cells on records falls from .696 to .694, with all
/// it is .701, but one column in twenty is then contained in another one.
const NEARLY_ALL: usize = 9;

/// The most characters that a name has: longer headings, labels and lines are explanations.
const NAME: usize = 60;

/// The fewest words of running text; names, labels and lines of metadata have fewer. For main text 6 to 12 do as well.
pub(crate) const TEXT: u8 = 8;

/// Whether these are three tenths of all or more.
pub(crate) fn are_some(these: usize, all: usize) -> bool {
    reach(these, SOME, all)
}

/// Whether these are eight tenths of all or more.
pub(crate) fn are_most(these: usize, all: usize) -> bool {
    reach(these, MOST, all)
}

/// Whether these are nine tenths of all or more.
pub(crate) fn are_nearly_all(these: usize, all: usize) -> bool {
    reach(these, NEARLY_ALL, all)
}

/// Whether these are at least this many tenths of all.
fn reach(these: usize, tenths: usize, all: usize) -> bool {
    TENTHS * these >= tenths * all
}

/// How many members of a set must have something that most lack, for it not to be chance: a tenth of all, rounded, but at least
/// two.
pub(crate) fn a_few(all: usize) -> usize {
    ((all + TENTHS / 2) / TENTHS).max(2)
}

/// Whether a letter is of a script without spaces between words, or of one with wide letters: Unicode has these from the radicals of
/// CJK on. Such a letter says as much as two others.
pub(crate) fn is_wide(char: char) -> bool {
    u32::from(char) >= 0x2E80 && char.is_alphabetic()
}

/// Whether a text is short enough for a name or a label.
pub(crate) fn is_brief(text: &str) -> bool {
    text.chars().nth(NAME).is_none()
}
