//! The 23 search engines of the source's table 2: three pages each, with the same numbers of hits.
//!
//! The source explains its peaks: twelve plain lists, five with adjacent hits, three in two colours, one with nested lists, and two
//! with hardly any hits. The markup was written for this project in the style of about 2000, so that the published rule fails for
//! the same reason: [`Engine::cause`] is the case that the template was made for, and a test counts the peaks with hash tables.
//! Limits: an engine is one template with one kind of hit; the source gives only the numbers of its sites and one hit (the
//! first); and a page of today has more around its list.

use crate::language::Language::{self, English};
use crate::page::{Encoding::Utf8, Page};
use crate::results;
use crate::set::{Plan, SEED};

/// The result of the published rule for the hits of a page.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Cause {
    /// Their number: hits have distinct boundaries.
    Exact,
    /// One less: the end of a hit and the start of the next are the longest repeated string.
    OneLess,
    /// Half: two alternating colours.
    Half,
    /// Something else: nested lists, or hardly any hits.
    Other,
}

/// A row of the source's table 2, and the generated site for it.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// The number of the row.
    pub id: u32,
    /// The case that the site was made for, as in table 3.
    pub cause: Cause,
    /// The hits of the three pages.
    pub hits: [usize; 3],
    /// The published peaks of them.
    pub printed: [usize; 3],
    /// The site; its `peaks` are those of the generated pages.
    pub plan: Plan,
}

impl Engine {
    /// The three pages.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        self.plan.site().pages(SEED, 3)
    }
}

const fn plan(
    name: &'static str,
    about: &'static str,
    template: &'static str,
    peaks: &'static [usize],
) -> Plan {
    let language: Language = English;
    Plan { name, about, template, language, encoding: Utf8, count: 3, peaks }
}

const fn engine(id: u32, cause: Cause, hits: [usize; 3], printed: [usize; 3], plan: Plan) -> Engine {
    Engine { id, cause, hits, printed, plan }
}

use Cause::{Exact, Half, OneLess, Other};

/// The rows of table 2.
pub const ALL: [Engine; 23] = [
    engine(1, Exact, [10; 3], [10; 3], results::EDGES),
    engine(2, Exact, [20; 3], [20; 3], results::TWENTY),
    engine(3, Other, [5, 7, 2], [16, 16, 15], results::FEW),
    engine(
        4,
        Exact,
        [10; 3],
        [10; 3],
        plan(
            "engine-4",
            "an abstract and a cited address",
            include_str!("../templates/engine/04.html"),
            &[10; 3],
        ),
    ),
    engine(5, Half, [10; 3], [5; 3], results::ZEBRA_EVEN),
    engine(6, OneLess, [36, 30, 21], [35, 29, 20], results::VARYING),
    engine(
        7,
        Exact,
        [10; 3],
        [10; 3],
        plan("engine-7", "a table for each hit", include_str!("../templates/engine/07.html"), &[10; 3]),
    ),
    engine(
        8,
        Exact,
        [10; 3],
        [10; 3],
        plan(
            "engine-8",
            "divisions with an image of the rank",
            include_str!("../templates/engine/08.html"),
            &[10; 3],
        ),
    ),
    engine(
        9,
        Exact,
        [10; 3],
        [10; 3],
        plan(
            "engine-9",
            "rows with ids, an advertisement among them",
            include_str!("../templates/engine/09.html"),
            &[10; 3],
        ),
    ),
    engine(10, Half, [25; 3], [12; 3], results::ZEBRA_ODD),
    engine(
        11,
        Half,
        [25; 3],
        [12; 3],
        plan("engine-11", "cells in two colours", include_str!("../templates/engine/11.html"), &[12; 3]),
    ),
    engine(
        12,
        Exact,
        [20; 3],
        [20; 3],
        plan(
            "engine-12",
            "items with a link to their category",
            include_str!("../templates/engine/12.html"),
            &[20; 3],
        ),
    ),
    engine(
        13,
        Exact,
        [10; 3],
        [10; 3],
        plan(
            "engine-13",
            "a list for each hit, one to four stars",
            include_str!("../templates/engine/13.html"),
            &[10; 3],
        ),
    ),
    engine(14, OneLess, [20; 3], [19; 3], results::TOUCHING),
    engine(
        15,
        Exact,
        [10; 3],
        [10; 3],
        plan(
            "engine-15",
            "tables within the table of the page",
            include_str!("../templates/engine/15.html"),
            &[10; 3],
        ),
    ),
    engine(
        16,
        Other,
        [25; 3],
        [25, 21, 24],
        plan(
            "engine-16",
            "sites with the list of their categories",
            include_str!("../templates/engine/16.html"),
            &[60, 52, 60],
        ),
    ),
    engine(
        17,
        OneLess,
        [50; 3],
        [48, 49, 49],
        plan(
            "engine-17",
            "paragraphs of labels in bold",
            include_str!("../templates/engine/17.html"),
            &[49; 3],
        ),
    ),
    engine(
        18,
        Other,
        [3, 4, 1],
        [16, 13, 12],
        plan(
            "engine-18",
            "fewer hits than the menu has links",
            include_str!("../templates/engine/18.html"),
            &[15; 3],
        ),
    ),
    engine(
        19,
        Exact,
        [10; 3],
        [10; 3],
        plan("engine-19", "people with photographs", include_str!("../templates/engine/19.html"), &[10; 3]),
    ),
    engine(20, Exact, [20; 3], [20; 3], results::TWO_ROWS),
    engine(
        21,
        OneLess,
        [7; 3],
        [6; 3],
        plan("engine-21", "seven rows of a table", include_str!("../templates/engine/21.html"), &[6; 3]),
    ),
    engine(22, OneLess, [58, 56, 50], [57, 55, 49], results::TOUCHING_MANY),
    engine(23, Exact, [10; 3], [10; 3], results::DT_DD),
];

/// Another interpretation of row 16: hits in lists below their categories.
pub const BELOW_CATEGORIES: Engine = engine(
    16,
    Other,
    [25; 3],
    [25, 21, 24],
    plan(
        "engine-16-below",
        "hits in lists below their categories",
        include_str!("../templates/engine/16-below.html"),
        &[20, 18, 19],
    ),
);
