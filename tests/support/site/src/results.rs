//! Result sites: pages that are lists of records, one site for each case of the source's tables 2 and 3.

use crate::language::Language::{English, Japanese};
use crate::page::Encoding::{ShiftJis, Utf8};
use crate::set::{Family, Plan, Set};

/// 10 hits with distinct boundaries, numbered images, 1990s markup.
pub const EDGES: Plan = Plan {
    name: "a-edges-10",
    about: "10 hits with distinct boundaries, numbered images, 1990s markup",
    template: include_str!("../templates/results/edges.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[10, 10, 10],
};

/// 20 hits with distinct boundaries, Japanese in Shift_JIS.
pub const TWENTY: Plan = Plan {
    name: "b-edges-20-sjis",
    about: "20 hits with distinct boundaries, Japanese in Shift_JIS",
    template: include_str!("../templates/results/twenty.html"),
    language: Japanese,
    encoding: ShiftJis,
    count: 3,
    peaks: &[20, 20, 20],
};

/// 50 hits, every row with its own id.
pub const FIFTY: Plan = Plan {
    name: "c-edges-50",
    about: "50 hits, every row with its own id",
    template: include_str!("../templates/results/fifty.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[50, 50, 50],
};

/// 20 adjacent hits: the end of a hit and the start of the next are the longest repeat.
pub const TOUCHING: Plan = Plan {
    name: "d-touching-20",
    about: "20 adjacent hits: the end of a hit and the start of the next are the longest repeat",
    template: include_str!("../templates/results/touching.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[19, 19, 19],
};

/// 58, 56 and 50 adjacent hits.
pub const TOUCHING_MANY: Plan = Plan {
    name: "e-touching-58",
    about: "58, 56 and 50 adjacent hits",
    template: include_str!("../templates/results/touching-many.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[57, 55, 49],
};

/// 10 hits in two alternating colours: two hits are one period.
pub const ZEBRA_EVEN: Plan = Plan {
    name: "f-zebra-10",
    about: "10 hits in two alternating colours: two hits are one period",
    template: include_str!("../templates/results/zebra-even.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[5, 5, 5],
};

/// 25 hits in two alternating colours.
pub const ZEBRA_ODD: Plan = Plan {
    name: "g-zebra-25",
    about: "25 hits in two alternating colours",
    template: include_str!("../templates/results/zebra-odd.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[12, 12, 12],
};

/// Sites as hits within categories as hits.
pub const NESTED: Plan = Plan {
    name: "h-nested",
    about: "sites as hits inside categories as hits",
    template: include_str!("../templates/results/nested.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[22, 32, 6],
};

/// 5, 7 and 2 hits, fewer than the menu has links.
pub const FEW: Plan = Plan {
    name: "i-few",
    about: "5, 7 and 2 hits, fewer than the menu has links",
    template: include_str!("../templates/results/few.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[14, 14, 14],
};

/// 36, 30 and 21 adjacent hits.
pub const VARYING: Plan = Plan {
    name: "j-varying",
    about: "36, 30 and 21 adjacent hits",
    template: include_str!("../templates/results/varying.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[35, 29, 20],
};

/// 10 hits as pairs of dt and dd, HTML5.
pub const DT_DD: Plan = Plan {
    name: "k-dt-dd",
    about: "10 hits as pairs of dt and dd, HTML5",
    template: include_str!("../templates/results/dt-dd.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[10, 10, 10],
};

/// 20 hits of two table rows each.
pub const TWO_ROWS: Plan = Plan {
    name: "l-two-rows",
    about: "20 hits of two table rows each",
    template: include_str!("../templates/results/two-rows.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[20, 20, 20],
};

/// 25, 50 and 25 hits with optional parts.
pub const OPTIONAL: Plan = Plan {
    name: "m-optional",
    about: "25, 50 and 25 hits with optional parts",
    template: include_str!("../templates/results/optional.html"),
    language: English,
    encoding: Utf8,
    count: 3,
    peaks: &[25, 49, 23],
};

/// 20 hits, an advertisement after every fifth.
pub const ADS: Plan = Plan {
    name: "n-ads",
    about: "20 hits, an advertisement after every fifth",
    template: include_str!("../templates/results/ads.html"),
    language: Japanese,
    encoding: Utf8,
    count: 3,
    peaks: &[20, 20, 20],
};

/// All result sites, by name.
pub const ALL: [Plan; 14] = [
    EDGES,
    TWENTY,
    FIFTY,
    TOUCHING,
    TOUCHING_MANY,
    ZEBRA_EVEN,
    ZEBRA_ODD,
    NESTED,
    FEW,
    VARYING,
    DT_DD,
    TWO_ROWS,
    OPTIONAL,
    ADS,
];

/// The sets under `data/results`.
#[must_use]
pub fn sets() -> Vec<Set> {
    ALL.iter().map(|plan| plan.set(Family::Results)).collect()
}
