//! Shows for each block of a page whether it is content, and why.

use super::Found;
use super::found::{Judged, Part};
use crate::args::pages;
use crate::output::{ArticleFormat, ProgramFormat};
use crate::writer::{cut, text_width};
use katagami::error::{Error, ErrorKind, Result};
use serde::Serialize;
use std::io::{self, Write};

/// A block, as programs read it. Start and end are in bytes of the page in UTF-8.
#[derive(Serialize)]
pub(crate) struct BlockRow<'a> {
    start: u32,
    end: u32,
    part: Option<&'static str>,
    /// The number of its comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<usize>,
    why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pages: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    text: &'a str,
}

/// Refuses formats that `--explain` and `--truth` do not have.
pub(crate) fn refuse(explain: bool, truth: bool, format: ArticleFormat) -> Result<()> {
    let wrong = |why: &str| Err(Error::new(ErrorKind::Setting(why.to_owned())));
    if explain && (format.is_markup() || format.table().is_some()) {
        return wrong("--explain works only with --format text, json or jsonl");
    }
    if truth && format != ArticleFormat::Text && format.rows().is_none() {
        return wrong("--truth works only with --format text, json, jsonl or csv");
    }
    Ok(())
}

/// The blocks of a page, in order.
pub(crate) fn block_rows<'a>(page: &'a Found<'_>) -> Vec<BlockRow<'a>> {
    page.blocks.iter().map(Judged::row).collect()
}

/// Writes the blocks of a page for people. The element path of a block is written before it if it is not that of the block
/// before. Lines are cut to `width`.
pub(crate) fn describe_blocks(page: &Found<'_>, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut path = None;
    for block in &page.blocks {
        let row = block.row();
        if row.place.is_some() && row.place != path {
            path = row.place;
            writeln!(out, "  {}", innermost(path.unwrap_or_default()))?;
        }
        let mark = match block.part {
            Some(Part::Text) => "+",
            Some(Part::Comment(_)) => ">",
            None => "-",
        };
        let bytes = format!("{}..{}", row.start, row.end);
        let begin = format!("    {mark} {bytes:>15}  {:<36} ", row.why);
        let (shown, _) = cut(&row.text.replace('\n', " "), width.saturating_sub(text_width(&begin)));
        writeln!(out, "{begin}{shown}")?;
    }
    writeln!(out)
}

/// The three innermost steps of an element path. The outer steps are the same for most of a page.
fn innermost(path: &str) -> String {
    let steps: Vec<&str> = path.split(" > ").collect();
    let last = &steps[steps.len().saturating_sub(3)..];
    if last.len() < steps.len() { format!(".. > {}", last.join(" > ")) } else { path.to_owned() }
}

impl Judged {
    fn row(&self) -> BlockRow<'_> {
        let verdict = self.verdict.as_ref();
        let (part, comment) = match self.part {
            Some(Part::Text) => (Some("text"), None),
            Some(Part::Comment(number)) => (Some("comment"), number),
            None => (None, None),
        };
        let why = match (verdict, self.part) {
            (Some(verdict), _) if verdict.pages > 1 => {
                format!("{} ({})", verdict.fate, pages(verdict.pages as usize))
            }
            (Some(verdict), _) => verdict.fate.to_string(),
            (None, Some(Part::Text)) => "text".to_owned(),
            (None, Some(Part::Comment(_))) => "comment".to_owned(),
            (None, None) => "template".to_owned(),
        };
        BlockRow {
            start: self.span.start,
            end: self.span.end,
            part,
            comment,
            why,
            pages: verdict.map(|verdict| verdict.pages),
            place: verdict.map(|verdict| verdict.place.as_str()),
            text: &self.text,
        }
    }
}
