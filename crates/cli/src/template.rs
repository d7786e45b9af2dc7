//! `katagami template`: the text that pages have in common.

use super::args::{InputArgs, Method, SymbolArgs, pages, share};
use super::output::{OutputArgs, ProgramFormat};
use super::truth::TruthArgs;
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{Format, unwritten, write_rows};
use clap::{Args, ValueEnum};
use katagami::document::Corpus;
use katagami::error::Result;
use katagami::index::{Index, Text};
use katagami::report::{element_rows, spelling};
use katagami::site::clusters;
use katagami::spectrum::{Frequency, Lengths, Row, Spectrum, peak};
use katagami::template::{self, Aligner, masks, paper};
use katagami::token::Resolution;
use serde::Serialize;
use std::io::Write;

/// The text that pages have in common: the elements of their template in page order, or the mask of every page.
///
/// Pages of several templates are separated first; each group of pages has its own elements.
///
/// Example: katagami template data/syllabus/d-mixed-7-2
#[derive(Args, Debug)]
pub(super) struct Template {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    symbols: SymbolArgs,
    /// Ours: anchors, in the whole pages and then in every gap. Paper: the maximal strings with the frequency of the peak
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// How the published method puts strings of the peak's frequency together, for which its source allows two readings
    /// [default: maximal]
    #[arg(long, value_enum, value_name = "STRINGS")]
    reconstruct: Option<Reconstruct>,
    /// Share of a group's pages that must have a part of the template
    #[arg(long, value_name = "SHARE", default_value_t = 0.3, value_parser = share)]
    support: f64,
    /// Give for every page the bytes that are template, instead of the elements
    #[arg(long)]
    mask: bool,
    #[command(flatten)]
    output: OutputArgs,
    // After the output, which reads the option too.
    #[command(flatten)]
    truth: TruthArgs,
}

/// Which strings the published method puts together.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
enum Reconstruct {
    /// All: the maximal strings of the frequency, whatever their length
    #[default]
    Maximal,
    /// Those of 1 to 10 symbols that are counted, merged where they overlap
    Grams,
}

/// The mask of a page, as programs read it.
#[derive(Serialize)]
struct MaskRow<'a> {
    path: &'a str,
    group: Option<usize>,
    bytes: usize,
    template_bytes: u64,
    /// Half-open byte ranges of the page in UTF-8, or of its file with `--alphabet raw`.
    template: Vec<[u32; 2]>,
}

/// The mask of a page as one cell of a table: `0..120 133..160`.
#[derive(Serialize)]
struct MaskCells<'a> {
    path: &'a str,
    group: Option<usize>,
    bytes: usize,
    template_bytes: u64,
    template: String,
}

impl<'a> From<MaskRow<'a>> for MaskCells<'a> {
    fn from(row: MaskRow<'a>) -> Self {
        let MaskRow { path, group, bytes, template_bytes, template } = row;
        let ranges: Vec<String> = template.iter().map(|[start, end]| format!("{start}..{end}")).collect();
        MaskCells { path, group, bytes, template_bytes, template: ranges.join(" ") }
    }
}

impl Verb for Template {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place())
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.method.check_setting("--reconstruct", self.reconstruct.is_some())?;
        let corpus = self.symbols.corpus(&self.input)?;
        let text = self.symbols.reader(Resolution::Byte).read(&corpus)?;
        let index = self.input.sorting(&corpus, || Index::new(text, self.symbols.memory()));
        let templates = self.input.doing("aligning", || self.templates(&corpus, &index));
        let found = Found { corpus: &corpus, text: index.text(), templates: &templates };
        self.output.write(out, |out| match (self.output.format().rows(), self.mask) {
            (Some(format @ Format::Csv), true) => {
                write_rows(format, found.mask_rows().map(MaskCells::from), out)
            }
            (Some(format), true) => write_rows(format, found.mask_rows(), out),
            (Some(format), false) => write_rows(format, element_rows(&corpus, index.text(), &templates), out),
            (None, true) => found.describe_masks(out).map_err(unwritten),
            (None, false) => found.describe(out).map_err(unwritten),
        })?;
        let empty = templates.iter().all(|template| template.elements.is_empty());
        Ok(if empty { Outcome::Nothing } else { Outcome::Found })
    }
}

impl Template {
    fn templates(&self, corpus: &Corpus, index: &Index) -> Vec<template::Template> {
        match self.method {
            Method::Ours => template::templates(
                index,
                &clusters(corpus.documents()),
                Aligner::new().support(self.support),
            ),
            Method::Paper => {
                let spectrum = Spectrum::count(index, Lengths::DISCOVERY, Frequency::Occurrences);
                let peak = peak::paper::peak(&spectrum);
                let reconstruct = self.reconstruct.unwrap_or_default();
                let template = |row: Row| match reconstruct {
                    Reconstruct::Maximal => paper::maximal(index, row.frequency),
                    Reconstruct::Grams => paper::merged(index, row.frequency, Lengths::DISCOVERY),
                };
                peak.into_iter().map(template).collect()
            }
        }
    }
}

struct Found<'a> {
    corpus: &'a Corpus,
    text: &'a Text,
    templates: &'a [template::Template],
}

impl<'a> Found<'a> {
    fn path(&self, document: u32) -> &'a str {
        self.corpus.documents()[document as usize].name()
    }

    fn mask_rows(&self) -> impl Iterator<Item = MaskRow<'a>> {
        let masks = masks(self.text, self.templates);
        (0..).zip(masks).map(|(document, mask)| MaskRow {
            path: self.path(document),
            group: self
                .templates
                .iter()
                .position(|template| template.documents.contains(&document))
                .map(|i| i + 1),
            bytes: self.corpus.documents()[document as usize].bytes().len(),
            template_bytes: mask.bytes(),
            template: mask.spans().iter().map(|span| [span.start, span.end]).collect(),
        })
    }

    fn describe(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let masks = masks(self.text, self.templates);
        let (alone, shared): (Vec<_>, Vec<_>) = (1..)
            .zip(self.templates)
            .partition(|(_, template)| template.documents.len() == 1 && template.elements.is_empty());
        for (group, template) in shared {
            let documents = &template.documents;
            let bytes: usize = documents
                .iter()
                .map(|&document| self.corpus.documents()[document as usize].bytes().len())
                .sum();
            let covered: u64 = documents.iter().map(|&document| masks[document as usize].bytes()).sum();
            let percent = 100 * covered / (bytes as u64).max(1);
            let elements = template.elements.len();
            writeln!(
                out,
                "template {group}: {}, {elements} elements, {percent}% of the bytes",
                pages(documents.len())
            )?;
            for &document in documents.iter().take(PAGES_LISTED) {
                writeln!(out, "  {}", self.path(document))?;
            }
            if let Some(more) = documents.len().checked_sub(PAGES_LISTED).filter(|&more| more > 0) {
                writeln!(out, "  and {more} more")?;
            }
            writeln!(out)?;
            for element in &template.elements {
                writeln!(
                    out,
                    "{:>6}x  {}",
                    element.frequency(),
                    one_line(&spelling(self.corpus, self.text, element))
                )?;
            }
            writeln!(out)?;
        }
        if !alone.is_empty() {
            writeln!(
                out,
                "{} without a template that another page has; see `katagami count` for lists on single pages",
                pages(alone.len())
            )?;
            for (_, template) in alone.iter().take(PAGES_LISTED) {
                writeln!(out, "  {}", self.path(template.documents[0]))?;
            }
            if let Some(more) = alone.len().checked_sub(PAGES_LISTED).filter(|&more| more > 0) {
                writeln!(out, "  and {more} more")?;
            }
        }
        Ok(())
    }

    fn describe_masks(&self, out: &mut dyn Write) -> std::io::Result<()> {
        for row in self.mask_rows() {
            let percent = 100 * row.template_bytes / (row.bytes as u64).max(1);
            writeln!(
                out,
                "{percent:>3}%  {:>9} of {:>9} bytes  {}",
                row.template_bytes, row.bytes, row.path
            )?;
        }
        Ok(())
    }
}

/// The maximum number of pages that are named for each template.
const PAGES_LISTED: usize = 3;

/// The maximum number of characters of an element that are shown to people.
const SHOWN: usize = 100;

/// A text as one line: white space is collapsed, and the middle of a long text is left out.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return "(white space)".to_owned();
    }
    let line: Vec<char> = words.join(" ").chars().collect();
    if line.len() <= SHOWN {
        return line.into_iter().collect();
    }
    let half = SHOWN / 2 - 2;
    let (head, tail) = (&line[..half], &line[line.len() - half..]);
    head.iter().chain(" ... ".chars().collect::<Vec<_>>().iter()).chain(tail).collect()
}
