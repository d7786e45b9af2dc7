//! Syllabus sites: pages of one record each, as in the source's table 1.

use crate::generate::Site;
use crate::language::Language::{English, Japanese};
use crate::page::Encoding::{EucJp, ShiftJis, Utf8};
use crate::set::{Family, Plan, SEED, Set};

/// English, one template.
pub const PLAIN: Plan = Plan {
    name: "a-13",
    about: "English, 13 pages of one template",
    template: include_str!("../templates/syllabus/plain.html"),
    language: English,
    encoding: Utf8,
    count: 13,
    peaks: &[13],
};

/// Japanese in Shift_JIS, which every page declares.
pub const SHIFT_JIS: Plan = Plan {
    name: "b-ja-sjis",
    about: "Japanese in Shift_JIS, declared in a meta tag",
    template: include_str!("../templates/syllabus/sjis.html"),
    language: Japanese,
    encoding: ShiftJis,
    count: 11,
    peaks: &[11],
};

/// Japanese in EUC-JP, which every other page declares.
pub const EUC_JP: Plan = Plan {
    name: "c-ja-eucjp",
    about: "Japanese in EUC-JP, declared by every other page only",
    template: include_str!("../templates/syllabus/eucjp.html"),
    language: Japanese,
    encoding: EucJp,
    count: 10,
    peaks: &[10],
};

/// The template that seven of the nine mixed pages share.
pub const MIXED_MANY: Plan = Plan {
    name: "d-many",
    about: "the template of seven pages among nine",
    template: include_str!("../templates/syllabus/mixed-many.html"),
    language: English,
    encoding: Utf8,
    count: 7,
    peaks: &[7],
};

/// The template of the other two.
pub const MIXED_FEW: Plan = Plan {
    name: "d-few",
    about: "the template of two pages among nine",
    template: include_str!("../templates/syllabus/mixed-few.html"),
    language: English,
    encoding: Utf8,
    count: 2,
    peaks: &[],
};

/// Output of a word processor: style strings that occur some hundred times on a page.
pub const WORD: Plan = Plan {
    name: "e-word",
    about: "written by a word processor: style strings, hundreds of times a page, are more frequent than the template",
    template: include_str!("../templates/syllabus/word.html"),
    language: English,
    encoding: Utf8,
    count: 12,
    peaks: &[3372],
};

/// Optional parts, a name that is content ten times in ten pages, and a label that is content as well.
pub const OPTIONAL: Plan = Plan {
    name: "f-optional",
    about: "optional parts; the content word Kirchhoff occurs 10 times in 10 pages; the label Textbook and further reading is content as well",
    template: include_str!("../templates/syllabus/optional.html"),
    language: English,
    encoding: Utf8,
    count: 10,
    peaks: &[10],
};

/// Pages that share long passages; see [`near_copies`].
pub const NEAR_COPIES: Plan = Plan {
    name: "g-near-copies",
    about: "long passages are shared by pages 2 and 5, by 7 and 10, and by 3, 8 and 11",
    template: include_str!("../templates/syllabus/near-copies.html"),
    language: English,
    encoding: Utf8,
    count: 12,
    peaks: &[12],
};

/// The site of [`NEAR_COPIES`]: two pairs and a triple of pages share long passages.
#[must_use]
pub fn near_copies() -> Site {
    let passages = ["aims", "plan"];
    NEAR_COPIES
        .site()
        .copied(4, 1, &passages)
        .copied(9, 6, &passages)
        .copied(7, 2, &passages)
        .copied(10, 2, &passages)
}

/// The nine pages of [`MIXED_MANY`] and [`MIXED_FEW`]: the third and the seventh are of the rare template.
fn mixed() -> Set {
    let mut pages = MIXED_MANY.site().pages(SEED, MIXED_MANY.count);
    for (place, page) in [2, 6].into_iter().zip(MIXED_FEW.site().pages(SEED, MIXED_FEW.count)) {
        pages.insert(place, page);
    }
    for (number, page) in (1..).zip(&mut pages) {
        page.name = format!("{number:02}.html");
    }
    let about = "two templates: seven pages of one, two of another";
    Set { family: Family::Syllabus, name: "d-mixed-7-2", about, peaks: &[7], pages }
}

/// The sets under `data/syllabus`.
#[must_use]
pub fn sets() -> Vec<Set> {
    let set = |plan: Plan| plan.set(Family::Syllabus);
    let copies = Set { pages: near_copies().pages(SEED, NEAR_COPIES.count), ..set(NEAR_COPIES) };
    vec![set(PLAIN), set(SHIFT_JIS), set(EUC_JP), mixed(), set(WORD), set(OPTIONAL), copies]
}
