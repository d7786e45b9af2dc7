//! What a wrapper leaves of pages: texts that are neither template nor in a field.
//!
//! In: pages with what a template finds in them. Out: the share of their texts that no field covers, and some of these.
//! What a table leaves out is in a field; what stands on all learning pages, menus say, is template.

use super::value::Extraction;
use crate::spectrum::exact;
use hashbrown::HashSet;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Texts in no field that are named.
const LOST: usize = 5;

/// Characters of a text that is named.
const NAMED: usize = 40;

/// Texts that no field covers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lost {
    /// The mean share of a page's texts.
    pub share: f64,
    /// Some of them, shortened, those of most pages first.
    pub texts: Vec<String>,
}

impl Lost {
    /// What is left of pages, by their sources.
    pub(super) fn of<'a>(found: impl IntoIterator<Item = (&'a str, &'a Extraction)>) -> Self {
        let (mut pages, mut share) = (0, 0.0);
        let mut on: BTreeMap<String, usize> = BTreeMap::new();
        for (source, found) in found {
            pages += 1;
            share += found.uncovered_share();
            let texts = found.uncovered.iter().map(|span| shortened(&source[span.range()]));
            for text in texts.collect::<HashSet<String>>() {
                *on.entry(text).or_default() += 1;
            }
        }
        let mut texts: Vec<String> = on.keys().filter(|text| !text.is_empty()).cloned().collect();
        texts.sort_by_key(|text| (Reverse(text.contains(char::is_alphanumeric)), Reverse(on[text])));
        texts.truncate(LOST);
        Lost { share: share / exact(pages.max(1)), texts }
    }
}

fn shortened(text: &str) -> String {
    let text = htmlize::unescape(text).split_whitespace().collect::<Vec<_>>().join(" ");
    text.chars().take(NAMED).collect()
}
