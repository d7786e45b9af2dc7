//! Table 1, and the precision and recall of the template.

use super::super::{Result, Section, Table, Verdict};
use super::engines::by_number;
use super::method::{Found, GRAMS, MAXIMAL, agreement, corpus, index, ours, published};
use katagami::template::Agreement;
use site::faculty::{ALL, Faculty};

/// Adds both tables.
///
/// # Errors
/// If a page cannot be read.
pub fn add(section: Section) -> Result<Section> {
    let rows: Vec<Row> = ALL.iter().map(Row::new).collect::<Result<_>>()?;
    let section = section.table(counts(&rows)).table(masks(&rows));
    Ok(rows.iter().fold(section, |section, row| {
        let name = format!("set {}", row.faculty.id);
        let is_right = |judged: &Judged| f64::from(u8::from(judged.found.counts == row.templates()));
        let f1 = |judged: &Judged| figures(&judged.agreement)[2];
        section
            .input(&name, "number of pages of each template", is_right(&row.published), is_right(&row.ours))
            .input(&name, "F1 of the template's bytes", f1(&row.published), f1(&row.ours))
    }))
}

/// Precision, recall and F1.
fn figures(agreement: &Agreement) -> [f64; 3] {
    let (p, r) = (agreement.precision(), agreement.recall());
    [p, r, if p + r > 0.0 { 2.0 * p * r / (p + r) } else { 0.0 }]
}

/// A set with what both methods find in it.
struct Row {
    faculty: &'static Faculty,
    kilobytes: usize,
    published: Judged,
    grams: Judged,
    ours: Judged,
}

struct Judged {
    found: Found,
    agreement: Agreement,
}

impl Row {
    fn new(faculty: &'static Faculty) -> Result<Self> {
        let pages = faculty.pages();
        let corpus = corpus(&pages)?;
        let index = index(&corpus)?;
        let judged = |found: Found| {
            let agreement = agreement(&index, &found, &pages);
            Judged { found, agreement }
        };
        let bytes: usize = pages.iter().map(|page| page.bytes().len()).sum();
        Ok(Row {
            faculty,
            kilobytes: (bytes + 500) / 1000,
            published: judged(published(&index, MAXIMAL)),
            grams: judged(published(&index, GRAMS)),
            ours: judged(ours(&index, &corpus)),
        })
    }

    /// How many pages each template has.
    fn templates(&self) -> Vec<u32> {
        let count = |plan: &site::set::Plan| u32::try_from(plan.count).expect("a small set");
        std::iter::once(&self.faculty.plan).chain(&self.faculty.other).map(count).collect()
    }
}

fn joined(counts: &[u32]) -> String {
    counts.iter().map(u32::to_string).collect::<Vec<_>>().join(" + ")
}

fn counts(rows: &[Row]) -> Table {
    let header = [
        "set",
        "files",
        "kB in the source",
        "kB here",
        "peak in the source",
        "published method",
        "ours: pages of each template",
    ];
    let table =
        Table::new("Table 1: the number of files that share a template, of ten syllabus sites", &header);
    let table = rows.iter().fold(table, |table, row| {
        table.row([
            row.faculty.id.to_string(),
            joined(&row.templates()),
            row.faculty.kilobytes.to_string(),
            row.kilobytes.to_string(),
            row.faculty.printed.to_string(),
            joined(&row.published.found.counts),
            joined(&row.ours.found.counts),
        ])
    });
    let right = |judged: fn(&Row) -> &Judged| {
        rows.iter().filter(|row| judged(row).found.counts == row.templates()).count()
    };
    let (published, ours) = (right(|row| &row.published), right(|row| &row.ours));
    let why = format!(
        "right for {ours} of {} sets against {published}. Ours counts the pages that have a string, not how often it stands \
         there; and it compares sets of pages, not their sizes alone, so that pages of several templates can be told apart. \
         Seconds on the source's machine are left out; see figure 8.",
        rows.len()
    );
    table.judged(by_number(ours, published), why)
}

fn masks(rows: &[Row]) -> Table {
    let header = [
        "set",
        "published P",
        "published R",
        "published F1",
        "1 to 10 symbols P",
        "1 to 10 symbols R",
        "1 to 10 symbols F1",
        "ours P",
        "ours R",
        "ours F1",
    ];
    let table = Table::new(
        "Not in the source: precision and recall of the template's bytes; published with all strings of the peak's frequency, and \
         with those of 1 to 10 symbols",
        &header,
    );
    let (mut table, mut sums) = (table, [0.0; 9]);
    for row in rows {
        let cells: Vec<f64> = [&row.published, &row.grams, &row.ours]
            .into_iter()
            .flat_map(|judged| figures(&judged.agreement))
            .collect();
        for (sum, cell) in sums.iter_mut().zip(&cells) {
            *sum += cell;
        }
        table = table.row(std::iter::once(row.faculty.id.to_string()).chain(cells.into_iter().map(printed)));
    }
    let sets = f64::from(u32::try_from(rows.len()).expect("ten sets"));
    let means = sums.map(|sum| sum / sets);
    let table = table.row(std::iter::once("mean".to_owned()).chain(means.into_iter().map(printed)));
    table.judged(
        Verdict::of(means[8], means[2].max(means[5]), 3),
        "by mean F1. The published method asks of a template's string that it come as often as there are files, as a word of \
         long texts may; ours asks that it be there once on every page, in the same order, or part rows of about one length, \
         which was found on these sets. `tests/suite/quality.rs` holds ours to its figures on the shorter pages under \
         `data/syllabus`.",
    )
}

fn printed(figure: f64) -> String {
    format!("{figure:.3}")
}
