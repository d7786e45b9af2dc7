//! Parts without links, images or tables.

use super::{Format, Inline, Part, TableCell};

/// What is left out of the markup of an article.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Omit {
    /// Links: their text remains.
    pub links: bool,
    /// Images.
    pub images: bool,
    /// Tables, with what is in them.
    pub tables: bool,
}

impl Omit {
    /// The parts without what is left out.
    #[must_use]
    pub fn of(self, parts: Vec<Part>) -> Vec<Part> {
        if self == Omit::default() {
            parts
        } else {
            parts.into_iter().filter_map(|part| self.part(part)).collect()
        }
    }

    fn part(self, part: Part) -> Option<Part> {
        let all = |parts: Vec<Part>| Some(self.of(parts)).filter(|parts| !parts.is_empty());
        let text = |line: Vec<Inline>| Some(self.line(line)).filter(|line| !is_blank(line));
        Some(match part {
            Part::Heading(level, line) => Part::Heading(level, text(line)?),
            Part::Paragraph(line) => Part::Paragraph(text(line)?),
            Part::Quote(parts) => Part::Quote(all(parts)?),
            Part::List { first, items } => {
                let items: Vec<Vec<Part>> = items.into_iter().filter_map(all).collect();
                Part::List { first, items: Some(items).filter(|items| !items.is_empty())? }
            }
            Part::Terms(mut terms) => {
                for term in &mut terms {
                    term.parts = self.of(std::mem::take(&mut term.parts));
                }
                terms.retain(|term| !term.parts.is_empty());
                Part::Terms(Some(terms).filter(|terms| !terms.is_empty())?)
            }
            Part::Table(_) if self.tables => return None,
            Part::Table(rows) => {
                let cell = |cell: TableCell| TableCell { text: self.line(cell.text), ..cell };
                Part::Table(rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect())
            }
            part @ (Part::Code { .. } | Part::Rule) => part,
        })
    }

    fn line(self, line: Vec<Inline>) -> Vec<Inline> {
        let kept = |inline: Inline| match inline {
            Inline::Image(_) if self.images => Vec::new(),
            Inline::Format(Format::Link { .. }, text) if self.links => self.line(text),
            Inline::Format(format, text) => {
                let text = self.line(text);
                if text.is_empty() { Vec::new() } else { vec![Inline::Format(format, text)] }
            }
            inline => vec![inline],
        };
        line.into_iter().flat_map(kept).collect()
    }
}

/// Whether a line shows nothing.
pub(super) fn is_blank(line: &[Inline]) -> bool {
    line.iter().all(|inline| match inline {
        Inline::Text(text) => text.trim().is_empty(),
        Inline::Break => true,
        Inline::Image(_) => false,
        Inline::Format(_, line) => is_blank(line),
    })
}
