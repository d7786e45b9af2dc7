//! The tables of the source, each with what was printed, what the published method does here, and what ours does.

use super::super::{Section, Table, Verdict};
use super::ALPHA;
use super::judge::{Counts, Main, share};
use super::measure::{Answer, KINDS, Measured, READINGS};
use super::printed::{self, TOLERANCES};
use site::threads::Kind;

/// With lines, with markup, all.
const COLUMNS: [Option<Kind>; 3] = [Some(KINDS[0]), Some(KINDS[1]), None];

/// One of the two answers.
type Of = fn(&Measured) -> &Answer;

const PUBLISHED: Of = |measured| &measured.published;
const OURS: Of = |measured| &measured.ours;

fn of_kind(all: &[Measured], kind: Option<Kind>) -> impl Iterator<Item = &Measured> + Clone {
    all.iter().filter(move |measured| kind.is_none_or(|kind| measured.kind == kind))
}

pub(super) fn three(value: f64) -> String {
    format!("{value:.3}")
}

fn percent(tolerance: f64) -> String {
    format!("{:.0}%", 100.0 * tolerance)
}

/// Table 2: rows of a sweep over alpha.
pub(super) fn alpha(published: &[Vec<f64>], ours: &[Vec<f64>]) -> Table {
    let header: Vec<String> = ["tolerance".to_owned(), "method".to_owned()]
        .into_iter()
        .chain((2..=10).map(|alpha| format!("α = {alpha}")))
        .collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let mut table = Table::new(
        "Table 2. Share of pages whose main content is right, by the number of pages compared",
        &header,
    );
    let rows = [
        ("printed", printed::ALPHA.map(|row| row.to_vec()).to_vec()),
        ("published, here", turned(published)),
        ("ours", turned(ours)),
    ];
    for (place, &tolerance) in TOLERANCES.iter().enumerate() {
        for (name, values) in &rows {
            let cells = [percent(tolerance), (*name).to_owned()].into_iter();
            table = table.row(cells.chain(values[place].iter().copied().map(three)));
        }
    }
    let means = |values: &[Vec<f64>]| -> Vec<f64> {
        (0..9).map(|alpha| values.iter().map(|row| row[alpha]).sum::<f64>() / 6.0).collect()
    };
    for (name, values) in &rows {
        let cells = ["mean".to_owned(), (*name).to_owned()].into_iter();
        table = table.row(cells.chain(means(values).into_iter().map(three)));
    }
    let at_alpha = |values: &[Vec<f64>]| means(values)[ALPHA - 2];
    table.judged(
        Verdict::of(at_alpha(&rows[2].1), at_alpha(&rows[1].1), 3),
        format!(
            "by the mean at α = {ALPHA}. Ours takes what stands from the first post to the last for the main content. The published \
             method takes an element, and finds its level from the numbers of elements alone; where no element has the posts alone \
             it can but take what is around them too."
        ),
    )
}

/// A row a tolerance in place of a row an alpha.
fn turned(of_alpha: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..TOLERANCES.len()).map(|place| of_alpha.iter().map(|row| row[place]).collect()).collect()
}

/// Table 3: main contents within a tolerance, and right.
pub(super) fn main_content(all: &[Measured]) -> Table {
    let mut table = Table::new(
        "Table 3. Main contents within a tolerance, and right: all / lines / markup",
        &["tolerance", "method", "within it", "right", "share right"],
    );
    let join = |values: [String; 3]| values.join(" / ");
    for (place, &tolerance) in TOLERANCES.iter().enumerate() {
        let [all_in, lines_in, rich_in, all_right, lines_right, rich_right] = printed::MAIN[place];
        table = table.row([
            percent(tolerance),
            "printed".to_owned(),
            join([all_in, lines_in, rich_in].map(|number| number.to_string())),
            join([all_right, lines_right, rich_right].map(|number| number.to_string())),
            join(
                [(all_right, 1000), (lines_right, 500), (rich_right, 500)]
                    .map(|(right, of)| three(share(right, of))),
            ),
        ]);
        for (name, of) in [("published, here", PUBLISHED), ("ours", OURS)] {
            let count = |kind: Option<Kind>, is: &dyn Fn(Main) -> bool| {
                of_kind(all, kind).filter(|measured| is(of(measured).main)).count()
            };
            let kinds = [None, Some(KINDS[0]), Some(KINDS[1])];
            let right = kinds.map(|kind| count(kind, &|main| main.is_right(tolerance)));
            let shares =
                [0, 1, 2].map(|number| three(share(right[number], of_kind(all, kinds[number]).count())));
            table = table.row([
                percent(tolerance),
                name.to_owned(),
                join(kinds.map(|kind| count(kind, &|main| main.is_within(tolerance)).to_string())),
                join(right.map(|number| number.to_string())),
                join(shares),
            ]);
        }
    }
    let right = |of: Of| {
        share(all.iter().filter(|measured| of(measured).main.is_right(TOLERANCES[0])).count(), all.len())
    };
    table.judged(
        Verdict::of(right(OURS), right(PUBLISHED), 3),
        format!(
            "by the share right of all at {}. Ours finds the posts first, and these tell where the main content is.",
            percent(TOLERANCES[0])
        ),
    )
}

/// The counts of both kinds and of all, as the source has them.
pub(super) fn counts(all: &[Measured], of: impl Fn(&Measured) -> Counts) -> [Counts; 3] {
    COLUMNS.map(|kind| of_kind(all, kind).map(&of).sum())
}

fn printed(rows: [[usize; 6]; 3]) -> [Counts; 3] {
    rows.map(|[posts, found, right, wide, missed, fine]| Counts { posts, found, right, wide, missed, fine })
}

/// Table 5: precision, recall and F on the true main content.
pub(super) fn split(all: &[Measured]) -> Table {
    let mut table = Table::new(
        "Table 5. Posts cut from the true main content",
        &["measure", "method", "lines", "markup", "all"],
    );
    let rows = rows_on_main(all);
    for (measure, value) in MEASURES {
        for (name, of_kinds) in &rows {
            let values = of_kinds.map(|counts| three(value(counts)));
            table = table.row([measure, name].map(str::to_owned).into_iter().chain(values));
        }
    }
    table.judged(
        verdict(&rows),
        "by F of all pages. Ours looks for records of one form, whatever the form of the texts in them; the published method looks \
         for the pattern of elements that repeats most, and a part that other posts lack breaks it.",
    )
}

/// The readings of what the pattern of a level is, beside the figures of the source.
pub(super) fn readings(all: &[Measured]) -> Table {
    let table = Table::new(
        "Algorithm 3. F of posts cut from the true main content, by the phrase that is the pattern of a level",
        &["phrase", "lines", "markup", "all"],
    );
    let of_source = printed::SPLIT.last().map(|(name, rows)| (format!("{name}, printed"), printed(*rows)));
    let default = (
        "entry of two elements or more that occurs most often, here".to_owned(),
        counts(all, |measured| measured.published.posts.main),
    );
    let others = READINGS.into_iter().enumerate().map(|(number, (_, name))| {
        (format!("{name}, here"), counts(all, |measured| measured.readings[number]))
    });
    of_source.into_iter().chain([default]).chain(others).fold(table, |table, (name, counts)| {
        table.row(std::iter::once(name).chain(counts.map(|counts| three(counts.f1()))))
    })
}

type Measure = (&'static str, fn(Counts) -> f64);

const MEASURES: [Measure; 3] =
    [("precision", Counts::precision), ("recall", Counts::recall), ("F", Counts::f1)];

fn rows_on_main(all: &[Measured]) -> Vec<(String, [Counts; 3])> {
    let mut rows: Vec<(String, [Counts; 3])> =
        printed::SPLIT.iter().map(|(name, rows)| (format!("{name}, printed"), printed(*rows))).collect();
    rows.push(("published, here".to_owned(), counts(all, |measured| measured.published.posts.main)));
    rows.push(("ours".to_owned(), counts(all, |measured| measured.ours.posts.main)));
    rows
}

fn verdict(rows: &[(String, [Counts; 3])]) -> Verdict {
    let [.., (_, published), (_, ours)] = rows else { unreachable!("there are five rows") };
    Verdict::of(ours[2].f1(), published[2].f1(), 3)
}

/// Table 6: what became of posts and of what was found.
pub(super) fn errors(all: &[Measured]) -> Table {
    let mut table = Table::new(
        "Table 6. What was found in the true main content: lines / markup / all",
        &["method", "posts", "found", "right", "too wide", "missed", "too fine"],
    );
    let rows = rows_on_main(all);
    for (name, counts) in &rows {
        table = table.row(std::iter::once(name.clone()).chain(cells(*counts)));
    }
    table.judged(
        verdict(&rows),
        "by F of all pages. With the published method a text beside posts can make a post too wide, if nothing tells the two apart; an \
         image within the text of a post, or like parts of one post, can make it too fine.",
    )
}

fn cells(counts: [Counts; 3]) -> [String; 6] {
    let each: [fn(Counts) -> usize; 6] = [
        |counts| counts.posts,
        |counts| counts.found,
        |counts| counts.right,
        |counts| counts.wide,
        |counts| counts.missed,
        |counts| counts.fine,
    ];
    each.map(|of| counts.map(|counts| of(counts).to_string()).join(" / "))
}

/// What a method is given, what was printed for it, and its counts here.
type Input = (&'static str, [[usize; 6]; 3], fn(&Answer) -> Counts);

/// Adds the inputs on which ours must not be behind: F of posts, main contents that are right, and the gain from further pages.
pub(super) fn inputs_behind(section: Section, own: &[Measured], drawn: &[Measured]) -> Section {
    type Given = (&'static str, fn(&Answer) -> Counts);
    let given: [Given; 3] = [
        ("the page", |answer| answer.posts.body),
        ("pages of a format", |answer| answer.posts.pages),
        ("the true main content", |answer| answer.posts.main),
    ];
    let f1 = |all: &[Measured], whose: Of, of: fn(&Answer) -> Counts| {
        counts(all, |measured| of(whose(measured))).map(Counts::f1)
    };
    let mut section = section;
    for (posts, all) in [("posts of its own", own), ("posts of one page", drawn)] {
        let ours = given.map(|(_, of)| f1(all, OURS, of));
        for ((name, of), ours) in given.into_iter().zip(ours) {
            let published = f1(all, PUBLISHED, of);
            for (kind, column) in ["lines", "markup"].into_iter().zip(0..) {
                section =
                    section.input(&format!("{kind}, {posts}, {name}"), "F", published[column], ours[column]);
            }
        }
        for (kind, column) in ["lines", "markup"].into_iter().zip(0..) {
            let name = format!("{kind}, {posts}");
            section = section.input(
                &name,
                "F with pages of a format, against the page alone",
                ours[0][column],
                ours[1][column],
            );
        }
    }
    for (kind, name) in KINDS.into_iter().zip(["lines", "markup"]) {
        for tolerance in TOLERANCES {
            let right = |of: Of| {
                let all: Vec<bool> =
                    of_kind(own, Some(kind)).map(|measured| of(measured).main.is_right(tolerance)).collect();
                share(all.iter().filter(|is_right| **is_right).count(), all.len())
            };
            let figure = format!("main contents right at {}", percent(tolerance));
            section = section.input(name, &figure, right(PUBLISHED), right(OURS));
        }
    }
    section
}

/// Table 7: the same for the page as it is, for pages of its format, and for the true main content.
pub(super) fn inputs(all: &[Measured]) -> Table {
    let mut table = Table::new(
        "Table 7. Posts cut from the page alone, from pages of a format, and from the true main content",
        &["given", "method", "measure", "lines", "markup", "all"],
    );
    let inputs: [Input; 3] = [
        ("the page", printed::BODY, |answer| answer.posts.body),
        ("pages of a format", printed::SYSTEM, |answer| answer.posts.pages),
        ("the true main content", printed::MAIN_CONTENT, |answer| answer.posts.main),
    ];
    let (mut together, mut alone) = ([0.0; 2], 0.0);
    for (given, rows, of) in inputs {
        let here = counts(all, |measured| of(&measured.published));
        let ours = counts(all, |measured| of(&measured.ours));
        if given == "pages of a format" {
            together = [here[2].f1(), ours[2].f1()];
        }
        if given == "the page" {
            alone = ours[2].f1();
        }
        for (name, counts) in [("printed", printed(rows)), ("published, here", here), ("ours", ours)] {
            for (measure, value) in MEASURES {
                let values = counts.map(|counts| three(value(counts)));
                table = table.row([given, name, measure].map(str::to_owned).into_iter().chain(values));
            }
        }
    }
    table.judged(
        Verdict::of(together[1], together[0], 3),
        format!(
            "by F of pages of a format. Ours needs no main content to be found first; other pages of the format tell it what is no post, \
             and without them its F is {} instead of {}.",
            three(alone),
            three(together[1])
        ),
    )
}

/// The parts of a table of F values: pages, whose, of what.
type Line<'a> = (&'a str, &'a [Measured], fn(&Answer) -> Counts);

/// Adds two rows a line, and tells the F over all pages of the last two.
fn lines_of<'a>(mut table: Table, lines: impl IntoIterator<Item = Line<'a>>) -> (Table, [f64; 2]) {
    let mut last = [0.0; 2];
    for (pages, all, of) in lines {
        for (place, (name, answer)) in
            [("published, here", PUBLISHED), ("ours", OURS)].into_iter().enumerate()
        {
            let counts = counts(all, |measured| of(answer(measured)));
            last[place] = counts[2].f1();
            let cells = [pages, name].map(str::to_owned).into_iter();
            table = table.row(cells.chain(counts.map(|counts| three(counts.f1()))));
        }
    }
    (table, last)
}

/// What the source does not ask: what posts say, without what is around it.
pub(super) fn texts(own: &[Measured]) -> Table {
    let table = Table::new(
        "Beyond the source: F of the texts alone, without author, date, title and buttons",
        &["given", "method", "lines", "markup", "all"],
    );
    let lines: [Line; 1] = [("pages of a format", own, |answer| answer.texts)];
    let (table, [published, ours]) = lines_of(table, lines);
    table.judged(
        Verdict::of(ours, published, 3),
        "by F of all pages. The published method gives whole posts; ours also tells the text of each from what is around it.",
    )
}

/// Pages that draw from one page, as the source's do.
pub(super) fn drawn(drawn: &[Measured]) -> Table {
    let table = Table::new(
        "Beyond the source: F where all pages of a format draw their posts from one page",
        &["given", "method", "lines", "markup", "all"],
    );
    let lines: [Line; 3] = [
        ("the true main content", drawn, |answer| answer.posts.main),
        ("the page", drawn, |answer| answer.posts.body),
        ("pages of a format", drawn, |answer| answer.posts.pages),
    ];
    let (table, [published, ours]) = lines_of(table, lines);
    table.judged(
        Verdict::of(ours, published, 3),
        "by the last two rows. Whether a text looks written is to ours also a question of how many pages have it, and how often; the \
         published method does not look at texts. The source's pages may have been drawn so: a post could come several times on one.",
    )
}
