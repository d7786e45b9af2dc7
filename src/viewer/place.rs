//! Positions in a page as JavaScript counts them: in units of UTF-16.

use crate::token::Span;

/// For each byte of a page the number of UTF-16 units before the character that it is part of.
pub(super) struct Units(Vec<u32>);

impl Units {
    pub(super) fn of(source: &str) -> Self {
        let mut units = Vec::with_capacity(source.len() + 1);
        let mut before = 0;
        for char in source.chars() {
            units.resize(units.len() + char.len_utf8(), before);
            before += if char.len_utf16() == 2 { 2 } else { 1 };
        }
        units.push(before);
        Units(units)
    }

    /// The units of a range of bytes.
    pub(super) fn span(&self, span: Span) -> [u32; 2] {
        let last = self.0.len() - 1;
        [span.start, span.end].map(|byte| self.0[(byte as usize).min(last)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_units_of_utf_16() {
        let units = Units::of("aé山😀b");
        let of = |start, end| units.span(Span { start, end });
        assert_eq!(
            [of(0, 1), of(1, 3), of(3, 6), of(6, 10), of(10, 11)],
            [[0, 1], [1, 2], [2, 3], [3, 5], [5, 6]]
        );
        // Within characters: from their start.
        assert_eq!(of(2, 8), [1, 3]);
    }
}
