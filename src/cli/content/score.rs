//! Measures how well the blocks found agree with those known to be content, as the papers do.
//!
//! Content: precision and recall of each page's blocks, their averages over the pages, F of these averages, and the share
//! of pages recognised without an error. Blogs: precision, recall, F and accuracy of all blocks together, for content,
//! posts and comments.
//!
//! Source: Yoshida, Yamamoto, "Primary Content Extraction from News Pages without Training Data", 2009;
//! Yoshida, Inui, Yamamoto, "Automatic Extraction of Blog Posts and Comments from Blog Pages", 2013.

use super::Found;
use super::truth::{Class, Truth};
use crate::error::Result;
use crate::report::{Format, unwritten, write_rows};
use crate::spectrum::exact;
use serde::Serialize;
use std::io::Write;

/// The agreement of found blocks with known ones.
#[derive(Clone, Copy, Debug, Default)]
struct Agreement {
    blocks: u64,
    known: u64,
    found: u64,
    right: u64,
}

impl Agreement {
    fn add(&mut self, known: bool, found: bool) {
        self.blocks += 1;
        self.known += u64::from(known);
        self.found += u64::from(found);
        self.right += u64::from(known && found);
    }

    /// 1 if nothing is found, since then nothing is wrong; likewise recall is 1 if nothing is known.
    fn precision(self) -> f64 {
        share(self.right, self.found)
    }

    fn recall(self) -> f64 {
        share(self.right, self.known)
    }

    fn accuracy(self) -> f64 {
        share(self.blocks + 2 * self.right - self.known - self.found, self.blocks)
    }

    fn is_perfect(self) -> bool {
        self.right == self.known && self.right == self.found
    }
}

fn share(part: u64, of: u64) -> f64 {
    if of == 0 { 1.0 } else { exact(part) / exact(of) }
}

fn f_measure(precision: f64, recall: f64) -> f64 {
    if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 }
}

/// The figures of a page; without a path, the averages over all pages.
#[derive(Serialize)]
struct PageRow<'a> {
    path: Option<&'a str>,
    blocks: u64,
    known: u64,
    found: u64,
    right: u64,
    precision: f64,
    recall: f64,
    f: f64,
    perfect: f64,
}

/// Writes the figures of each page, and of all pages.
pub(super) fn write_scores(
    truth: &Truth,
    found: &[Found<'_>],
    format: Option<Format>,
    out: &mut dyn Write,
) -> Result<()> {
    let pages = truth.judge(found)?;
    let mut rows = Vec::new();
    for page in &pages {
        let mut agreement = Agreement::default();
        for &(known, found) in &page.blocks {
            agreement.add(known == Class::Content, found == Class::Content);
        }
        let Agreement { blocks, known, found, right } = agreement;
        let (precision, recall) = (agreement.precision(), agreement.recall());
        let perfect = if agreement.is_perfect() { 1.0 } else { 0.0 };
        let f = f_measure(precision, recall);
        rows.push(PageRow {
            path: Some(page.path),
            blocks,
            known,
            found,
            right,
            precision,
            recall,
            f,
            perfect,
        });
    }
    let sum = |of: fn(&PageRow<'_>) -> u64| rows.iter().map(of).sum();
    let average = |of: fn(&PageRow<'_>) -> f64| rows.iter().map(of).sum::<f64>() / exact(rows.len() as u64);
    let (precision, recall) = (average(|row| row.precision), average(|row| row.recall));
    let all = PageRow {
        path: None,
        blocks: sum(|row| row.blocks),
        known: sum(|row| row.known),
        found: sum(|row| row.found),
        right: sum(|row| row.right),
        precision,
        recall,
        f: f_measure(precision, recall),
        perfect: average(|row| row.perfect),
    };
    if let Some(format) = format {
        return write_rows(format, rows.iter().chain([&all]), out);
    }
    let mut write = || -> std::io::Result<()> {
        for PageRow { path, precision, recall, f, .. } in &rows {
            let path = path.unwrap_or_default();
            writeln!(out, "precision {precision:.3}  recall {recall:.3}  F {f:.3}  {path}")?;
        }
        let PageRow { precision, recall, f, perfect, .. } = all;
        let pages = crate::cli::args::pages(rows.len());
        writeln!(
            out,
            "\n{pages}: precision {precision:.3}  recall {recall:.3}  F {f:.3}  perfect {perfect:.3}"
        )
    };
    write().map_err(unwritten)
}

/// The figures of a class of blocks.
#[derive(Serialize)]
struct ClassRow {
    class: &'static str,
    blocks: u64,
    known: u64,
    found: u64,
    right: u64,
    precision: f64,
    recall: f64,
    f: f64,
    accuracy: f64,
}

/// Writes the figures of all blocks, by class.
pub(in crate::cli) fn write_blog_scores(
    truth: &Truth,
    found: &[Found<'_>],
    format: Option<Format>,
    out: &mut dyn Write,
) -> Result<()> {
    let pages = truth.judge(found)?;
    let row = |class: &'static str, is: fn(Class) -> bool| {
        let mut agreement = Agreement::default();
        for &(known, found) in pages.iter().flat_map(|page| &page.blocks) {
            agreement.add(is(known), is(found));
        }
        let Agreement { blocks, known, found, right } = agreement;
        let (precision, recall) = (agreement.precision(), agreement.recall());
        let (f, accuracy) = (f_measure(precision, recall), agreement.accuracy());
        ClassRow { class, blocks, known, found, right, precision, recall, f, accuracy }
    };
    let rows = [
        row("content", |class| class != Class::Template),
        row("post", |class| class == Class::Content),
        row("comment", |class| class == Class::Comment),
    ];
    if let Some(format) = format {
        return write_rows(format, rows, out);
    }
    rows.iter()
        .try_for_each(|ClassRow { class, precision, recall, f, accuracy, .. }| {
            let of = crate::cli::args::pages(pages.len());
            writeln!(
                out,
                "{class:<7}  precision {precision:.3}  recall {recall:.3}  F {f:.3}  accuracy {accuracy:.3}  {of}"
            )
        })
        .map_err(unwritten)
}
