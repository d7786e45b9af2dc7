//! Where `svg` and `math` end.
//!
//! In them, the elements of HTML are not known. A start tag that cannot be in them, such as `<p>`, ends them, unless an
//! element around it has HTML as its content again, such as `foreignObject`. An `svg` is left out of the tree, so the names
//! of its open elements are kept here; those of `math` are in the tree.
//!
//! Source: WHATWG, "HTML Living Standard", 2024, section 13.2.6.5. We differ: CDATA sections remain comments.

use super::super::name::{ForeignRole, NameId};
use super::Builder;
use crate::token::{Span, Token};

impl Builder<'_> {
    /// Whether a start tag ends the foreign content around it.
    pub(super) fn ends_foreign(&self, name: NameId, token: Token) -> bool {
        let is_foreign = self.has_math || !self.within_svg.is_empty();
        let is_look =
            |name: &str| ["color", "face", "size"].iter().any(|look| name.eq_ignore_ascii_case(look));
        is_foreign
            && match self.names.rules(name).foreign {
                ForeignRole::Breakout => true,
                ForeignRole::Font => token.attributes(self.source).any(|attribute| is_look(attribute.name)),
                _ => false,
            }
    }

    /// Ends the foreign content here, up to the innermost element whose content is HTML.
    pub(super) fn leave_foreign(&mut self, byte: u32) {
        let is_html = |&(_, role): &(NameId, ForeignRole)| role == ForeignRole::Integration;
        if self.left_out.is_some() {
            if !self.within_svg.is_empty() && !self.within_svg.iter().any(is_html) {
                self.end_left_out(byte);
            }
        } else if let Some(math) = self.math() {
            self.close_from(math, byte);
        }
    }

    /// The outermost `math` with nothing but foreign content down to here, by its place in the open elements.
    pub(super) fn math(&self) -> Option<usize> {
        let places = (1..self.open.len()).rev().filter(|_| self.has_math);
        let foreign = places.take_while(|&at| !self.holds_html(at));
        foreign.filter(|&at| self.rules(at).foreign == ForeignRole::Root).last()
    }

    /// Whether the content of an open element of `math` is HTML.
    fn holds_html(&self, at: usize) -> bool {
        match self.rules(at).foreign {
            ForeignRole::Integration => true,
            ForeignRole::Annotation => {
                let encoding = self.tree.element(self.open[at].0).attribute(self.source, "encoding");
                encoding.is_some_and(|encoding| encoding.to_ascii_lowercase().contains("html"))
            }
            _ => false,
        }
    }

    /// Takes an end tag in an `svg`. Returns whether it ends an element around the `svg`, which ends there.
    pub(super) fn end_in_svg(&mut self, name: NameId, tag: Span) -> bool {
        if let Some(at) = self.within_svg.iter().rposition(|&(open, _)| open == name) {
            self.within_svg.truncate(at);
            if at == 0 {
                self.end_left_out(tag.end);
            }
            return false;
        }
        let is_html = self.within_svg.iter().any(|&(_, role)| role == ForeignRole::Integration);
        let ends = !is_html
            && (matches!(&*self.names.rules(name).name, "p" | "br") || self.ended_by(name).is_some());
        if ends {
            self.end_left_out(tag.start);
        }
        ends
    }
}
