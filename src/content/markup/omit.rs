//! Parts without links, images or tables.

use super::{Format, Inline, Part};

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
    pub fn of(self, mut parts: Vec<Part>) -> Vec<Part> {
        if self == Omit::default() {
            return parts;
        }
        parts.retain(|part| !(self.tables && matches!(part, Part::Table(_))));
        for part in &mut parts {
            part.lines_mut().for_each(|line| *line = self.line(std::mem::take(line)));
            part.inner_mut().for_each(|inner| *inner = self.of(std::mem::take(inner)));
        }
        parts.retain_mut(Part::shows);
        parts
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
