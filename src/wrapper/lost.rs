//! Lost texts: texts of pages that are neither template nor in a field.
//!
//! In: pages with the values that a template finds in them. Out: the share of the pages' texts that no field covers,
//! and some of these texts. A field that a table leaves out still covers its texts; texts of all learning pages, such
//! as menus, are template.

use crate::page::collapsed;
use crate::spectrum::exact;
use crate::wrapper::value::Extraction;
use hashbrown::HashSet;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The most lost texts that are kept.
const MAX_TEXTS: usize = 5;

/// The most characters that are kept of such a text.
const MAX_CHARACTERS: usize = 40;

/// Texts that no field covers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Lost {
    /// The share of a page's texts that are lost, averaged over the pages.
    pub share: f64,
    /// Some of these texts, shortened, those on most pages first.
    pub texts: Vec<String>,
}

impl Lost {
    /// Finds the lost texts of pages, given as the source and what was extracted from it.
    pub(in crate::wrapper) fn of<'a>(found: impl IntoIterator<Item = (&'a str, &'a Extraction)>) -> Self {
        let mut shares = Vec::new();
        let mut on: BTreeMap<String, usize> = BTreeMap::new();
        for (source, found) in found {
            shares.push(found.uncovered_share());
            let texts = found.uncovered.iter().map(|span| shortened(&source[span.range()]));
            for text in texts.collect::<HashSet<String>>() {
                *on.entry(text).or_default() += 1;
            }
        }
        let mut texts: Vec<String> = on.keys().filter(|text| !text.is_empty()).cloned().collect();
        texts.sort_by_key(|text| (Reverse(text.contains(char::is_alphanumeric)), Reverse(on[text])));
        texts.truncate(MAX_TEXTS);
        // In their order, so that the sum does not depend on that of the pages.
        shares.sort_by(f64::total_cmp);
        Lost { share: shares.iter().sum::<f64>() / exact(shares.len().max(1) as u64), texts }
    }
}

fn shortened(text: &str) -> String {
    collapsed(htmlize::unescape(text)).chars().take(MAX_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::{Extraction, Lost};
    use crate::token::Span;
    use crate::wrapper::Rows;

    #[test]
    fn the_share_does_not_depend_on_the_order_of_the_pages() {
        let found = |number: u32| Extraction {
            template: 0,
            main: Rows::Page,
            page: Vec::new(),
            tables: Vec::new(),
            begins: Vec::new(),
            unknown: Vec::new(),
            matched: 1.0,
            uncovered: (0..number).map(|at| Span { start: at, end: at + 1 }).collect(),
            texts: 10,
        };
        let found: Vec<Extraction> = [1, 2, 3, 6, 7].map(found).into();
        let share =
            |found: &mut dyn Iterator<Item = &Extraction>| Lost::of(found.map(|of| ("0123456789", of))).share;
        // Added in this order or in that, they differ in the last bit.
        assert_eq!(share(&mut found.iter()).to_bits(), share(&mut found.iter().rev()).to_bits());
    }
}
