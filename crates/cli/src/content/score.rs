//! Measures how well the blocks found agree with those known to be content, as the papers do.
//!
//! Content: precision and recall of each page's blocks, their averages over the pages, F of these averages, and the share
//! of pages recognised without an error. Blogs: precision, recall, F and accuracy of all blocks together, for content,
//! posts and comments.
//!
//! Source: Yoshida, Yamamoto, "Primary Content Extraction from News Pages without Training Data", 2009;
//! Yoshida, Inui, Yamamoto, "Automatic Extraction of Blog Posts and Comments from Blog Pages", 2013.

use super::Found;
use super::truth::{Class, Page, Truth};
use crate::truth::{PageRow, f_measure, share, write_pages};
use crate::writer::{Format, unwritten, write_rows};
use katagami::error::Result;
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
}

/// Writes the figures of each page, and of all pages.
pub(super) fn write_scores<'a>(
    truth: &Truth,
    found: &'a [Found<'_>],
    format: Option<Format>,
    out: &mut dyn Write,
) -> Result<()> {
    let pages = truth.judge(found)?;
    let row = |page: &Page<'a>| {
        let mut agreement = Agreement::default();
        for &(known, found) in &page.blocks {
            agreement.add(known == Class::Content, found == Class::Content);
        }
        let Agreement { blocks, known, found, right } = agreement;
        PageRow::new(page.path, Some(blocks), known, found, right)
    };
    write_pages(&pages.iter().map(row).collect::<Vec<_>>(), format, out)
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
pub(crate) fn write_blog_scores(
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
            let of = crate::args::pages(pages.len());
            writeln!(
                out,
                "{class:<7}  precision {precision:.3}  recall {recall:.3}  F {f:.3}  accuracy {accuracy:.3}  {of}"
            )
        })
        .map_err(unwritten)
}
