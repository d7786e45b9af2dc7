//! Computes which bytes of a page are template, and how well that agrees with a known template.

use super::{Template, TemplateElement};
use crate::index::Text;
use crate::token::Span;

/// The bytes of one page that are template, as disjoint spans in order. All other bytes are content.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Mask {
    spans: Vec<Span>,
}

impl Mask {
    /// Makes a mask from spans in any order, overlapping or not.
    #[must_use]
    pub fn new(mut spans: Vec<Span>) -> Self {
        spans.sort_unstable();
        spans.dedup_by(|next, span| {
            let joined = next.start <= span.end;
            if joined {
                span.end = span.end.max(next.end);
            }
            joined
        });
        spans.retain(|span| span.start < span.end);
        Mask { spans }
    }

    /// The spans of the template in order.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The number of bytes that are template.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.spans.iter().map(|span| u64::from(span.end - span.start)).sum()
    }

    /// The bytes that are template in both masks.
    fn shared(&self, other: &Mask) -> u64 {
        let (mut shared, mut others) = (0, other.spans.iter().peekable());
        for span in &self.spans {
            while let Some(other) = others.peek() {
                shared += u64::from(span.end.min(other.end).saturating_sub(span.start.max(other.start)));
                if other.end > span.end {
                    break;
                }
                others.next();
            }
        }
        shared
    }
}

/// The agreement of masks found with known masks, in bytes; add pages with [`add`](Agreement::add).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Agreement {
    found: u64,
    known: u64,
    shared: u64,
}

impl Agreement {
    /// Adds one page.
    pub fn add(&mut self, found: &Mask, known: &Mask) {
        self.found += found.bytes();
        self.known += known.bytes();
        self.shared += found.shared(known);
    }

    /// The share of the bytes found that are template bytes; 1 if none are found.
    #[must_use]
    pub fn precision(&self) -> f64 {
        share(self.shared, self.found)
    }

    /// The share of the template bytes that are found; 1 if there are none.
    #[must_use]
    pub fn recall(&self) -> f64 {
        share(self.shared, self.known)
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 1.0 } else { crate::spectrum::exact(part) / crate::spectrum::exact(whole) }
}

/// The mask that these templates make for every document of the text, in order; empty for documents without a
/// template.
#[must_use]
pub fn masks<'a>(text: &Text, templates: impl IntoIterator<Item = &'a Template>) -> Vec<Mask> {
    element_masks(text, templates.into_iter().flat_map(|template| &template.elements))
}

/// The mask that these strings make for every document of the text, in order.
#[must_use]
pub fn element_masks<'a>(text: &Text, elements: impl IntoIterator<Item = &'a TemplateElement>) -> Vec<Mask> {
    let mut spans = vec![Vec::new(); text.documents() as usize];
    for element in elements {
        for &place in &element.places {
            spans[text.document(place) as usize].extend(text.spans(place, element.len));
        }
    }
    spans.into_iter().map(Mask::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(spans: &[(u32, u32)]) -> Mask {
        Mask::new(spans.iter().map(|&(start, end)| Span { start, end }).collect())
    }

    #[test]
    fn a_mask_joins_adjacent_spans() {
        assert_eq!(mask(&[(5, 7), (0, 2), (2, 3), (6, 9), (4, 4)]), mask(&[(0, 3), (5, 9)]));
    }

    #[test]
    fn agreement_counts_shared_bytes() {
        let mut agreement = Agreement::default();
        agreement.add(&mask(&[(0, 4), (6, 10), (12, 14)]), &mask(&[(2, 8), (9, 13)]));
        assert_eq!(agreement, Agreement { found: 10, known: 10, shared: 2 + 2 + 1 + 1 });
        assert!((agreement.precision() - 0.6).abs() < 1e-12);
    }
}
