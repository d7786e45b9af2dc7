//! The numbers of the source.

/// The tolerances of the source, and ours of its table 2 after them.
pub(super) const TOLERANCES: [f64; 6] = [0.05, 0.10, 0.15, 0.20, 0.25, 0.30];

/// Table 2: a row a tolerance, a column for each alpha from 2 to 10.
pub(super) const ALPHA: [[f64; 9]; 6] = [
    [0.420, 0.400, 0.450, 0.360, 0.430, 0.390, 0.420, 0.470, 0.450],
    [0.530, 0.510, 0.560, 0.470, 0.650, 0.540, 0.510, 0.550, 0.560],
    [0.640, 0.580, 0.680, 0.550, 0.690, 0.610, 0.610, 0.620, 0.660],
    [0.760, 0.650, 0.750, 0.640, 0.720, 0.700, 0.720, 0.720, 0.720],
    [0.780, 0.700, 0.780, 0.680, 0.750, 0.760, 0.760, 0.770, 0.730],
    [0.810, 0.760, 0.820, 0.750, 0.790, 0.790, 0.820, 0.820, 0.810],
];

/// Table 3: a row a tolerance; pages within it, and of them right, of all, with lines, with markup. (In the row of 20%
/// the number of all is printed as 636; its parts add up to 689.)
pub(super) const MAIN: [[usize; 6]; 6] = [
    [437, 104, 333, 434, 103, 331],
    [554, 180, 374, 550, 178, 372],
    [636, 238, 398, 632, 236, 396],
    [636, 276, 413, 684, 274, 410],
    [749, 318, 431, 744, 316, 428],
    [798, 356, 442, 792, 354, 438],
];

/// Tables 5 and 6: VIPS, the containment method and the proposed one; with lines, with markup, all. Posts, found, right,
/// too wide, missed, too fine.
pub(super) const SPLIT: [(&str, [[usize; 6]; 3]); 3] = [
    (
        "VIPS",
        [
            [19202, 9643, 6604, 1245, 11575, 1796],
            [21366, 9453, 5259, 3361, 3189, 831],
            [40568, 19096, 11863, 4606, 14764, 2627],
        ],
    ),
    (
        "containment",
        [
            [19202, 31169, 9425, 5150, 8867, 16594],
            [21366, 29479, 17872, 1448, 1811, 10159],
            [40568, 60648, 27297, 6598, 10678, 26753],
        ],
    ),
    ("proposed", MAIN_CONTENT),
];

/// Table 7, on the whole page.
pub(super) const BODY: [[usize; 6]; 3] = [
    [19202, 19980, 17658, 1922, 985, 400],
    [21366, 22618, 16827, 4938, 4063, 853],
    [40568, 42598, 34485, 6860, 5048, 1253],
];

/// Table 7, on the main content that was found.
pub(super) const SYSTEM: [[usize; 6]; 3] = [
    [19202, 20048, 17766, 1816, 963, 466],
    [21366, 20959, 18527, 1332, 2393, 1100],
    [40568, 41007, 36293, 3148, 3356, 1566],
];

/// Table 7, on the true main content; also table 6.
pub(super) const MAIN_CONTENT: [[usize; 6]; 3] = [
    [19202, 20001, 17768, 1824, 961, 409],
    [21366, 20983, 18563, 1332, 2357, 1088],
    [40568, 40984, 36331, 3156, 3318, 1497],
];
