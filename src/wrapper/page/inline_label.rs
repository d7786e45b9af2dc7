//! Labels inside texts: `ISBN: 978...` is a label and a value in one text node.
//!
//! In: the texts of the learning pages, grouped by the element path of their parent. Out: the labels that these texts
//! begin with. The prefixes of each text are tried word by word. A prefix must be on at least half of the pages of
//! the one before it, and different texts must follow it; the longest such prefix is the label. The value begins
//! where the pages differ.
//!
//! ```text
//! ISBN: 11   ISBN: 23   Pages: 9   Pages: 7        labels ISBN: and Pages:; then Weight: in Weight: 3 is one too
//! by Ann Lee   by Bob Ray                          the only text of its path on each page: by on all pages
//! ```
//!
//! If pages have several texts with one path, labels end with punctuation, most of the texts have one, and no page
//! has one twice. In the main heading they end with punctuation in any case: `Letter to Ann` is a title. Limits: constant text after a value (`12 pages`) stays part of the value.

use crate::measure::{a_few, are_nearly_all};
use crate::page::collapsed;
use crate::spectrum::exact;
use crate::token::Span;
use crate::wrapper::page::label_text::begins_with_letter;
use crate::wrapper::page::node::{Cut, Page};
use crate::wrapper::page::path::PathTable;
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

/// The most words that a label has.
const MAX_WORDS: usize = 6;

/// The share of a path's texts that must have a label: with half, items of a list that begin alike by chance are
/// fields, which no selector of another program finds.
const MIN_LABELLED_SHARE: f64 = 0.6;

/// The labels that the texts with one element path begin with.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Inline {
    /// The tags from the root to the element around the texts.
    pub path: Vec<String>,
    /// The labels, each with the separator after it.
    pub labels: BTreeSet<String>,
    /// The end that all labels share, by which a label that was never seen can be recognized.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separator: Option<String>,
}

/// The prefixes of a text that end where a word ends, up to the beginning of the next word, each with whether
/// punctuation follows its last word. None if the text does not begin with a letter.
fn beginnings(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut chars = text.char_indices();
    let mut word = None;
    let next = move || {
        for (at, char) in chars.by_ref() {
            if !char.is_alphanumeric() {
                continue;
            }
            let between = word.replace(at + char.len_utf8()).map_or("", |end: usize| &text[end..at]);
            // Words are separated by white space, or by the punctuation of scripts without spaces.
            let wide = |char: &char| u32::from(*char) > 0xFF;
            if between.chars().any(|char| char.is_whitespace() || wide(&char)) {
                let spaces = between.char_indices().rev().find(|(_, char)| char.is_whitespace());
                let end = spaces.map_or(at, |(space, char)| at - between.len() + space + char.len_utf8());
                let between = &text[at - between.len()..end];
                return Some((&text[..end], between.chars().any(|char| !char.is_whitespace())));
            }
        }
        None
    };
    std::iter::from_fn(next).take(if begins_with_letter(text) { MAX_WORDS } else { 0 })
}

/// The characters after the last word of a label.
fn tail(label: &str) -> &str {
    let word = label.char_indices().rev().find(|(_, char)| char.is_alphanumeric());
    word.map_or(label, |(at, char)| &label[at + char.len_utf8()..])
}

/// The texts with one element path, for each page that has some.
type TextsByPage<'a> = Vec<(usize, Vec<&'a str>)>;

/// The labels inside the texts of pages.
pub(in crate::wrapper) fn find_inline(pages: &[Page]) -> Vec<Inline> {
    let mut paths = PathTable::default();
    let mut texts_by_path: Vec<TextsByPage> = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let of_page = paths.of(page);
        texts_by_path.resize_with(paths.size(), Vec::new);
        for node in (0..).take(page.nodes.len()) {
            if let Some(text) = page.text(node) {
                let of_path = &mut texts_by_path[of_page[node as usize]];
                match of_path.last_mut().filter(|(last, _)| *last == number) {
                    Some((_, texts)) => texts.push(text),
                    None => of_path.push((number, vec![text])),
                }
            }
        }
    }
    let labels =
        |(path, texts): (usize, TextsByPage)| inline_labels(|| paths.tags(path), &texts, pages.len());
    let mut found: Vec<Inline> = texts_by_path.into_iter().enumerate().filter_map(labels).collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// Where a prefix occurs.
struct PrefixStatistics<'a> {
    pages: usize,
    last: usize,
    /// The text after its first occurrence, and whether another occurrence is followed by another text.
    rest: &'a str,
    varies: bool,
}

/// The labels of the texts with one element path, if they have any.
fn inline_labels(path: impl Fn() -> Vec<String>, texts: &TextsByPage, pages: usize) -> Option<Inline> {
    let page_count = texts.len();
    let least = a_few(pages);
    if page_count < least {
        return None;
    }
    let all = || texts.iter().flat_map(|(_, texts)| texts);
    let mut statistics: HashMap<&str, PrefixStatistics> = HashMap::new();
    for (number, texts) in texts {
        for text in texts {
            for (beginning, _) in beginnings(text) {
                let rest = &text[beginning.len()..];
                let prefix = statistics.entry(beginning).or_insert(PrefixStatistics {
                    pages: 1,
                    last: *number,
                    rest,
                    varies: false,
                });
                prefix.varies |= prefix.rest != rest;
                prefix.pages += usize::from(prefix.last != *number);
                prefix.last = *number;
            }
        }
    }
    let single = texts.iter().filter(|(_, texts)| texts.len() == 1).count();
    let is_single = are_nearly_all(single, page_count);
    let path = LazyCell::new(path);
    let is_title = LazyCell::new(|| path.iter().any(|tag| tag == "h1"));
    let mut labels: BTreeSet<String> = BTreeSet::new();
    for text in all() {
        let mut best: Option<(usize, Option<&str>)> = None;
        for (beginning, punctuated) in beginnings(text) {
            let prefix = &statistics[beginning];
            let is_rarer = best.is_some_and(|(pages, _)| 2 * prefix.pages < pages);
            if prefix.pages < least || !prefix.varies || is_rarer {
                break;
            }
            let label =
                (punctuated || is_single && !*is_title).then_some(beginning).or(best.and_then(|best| best.1));
            best = Some((prefix.pages, label));
        }
        if let Some(label) = best.and_then(|best| best.1).filter(|&label| !labels.contains(label)) {
            labels.insert(label.to_owned());
        }
    }
    if labels.is_empty() {
        return None;
    }
    let found = Inline { path: path.clone(), labels, separator: None };
    if is_single {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for label in texts.iter().filter_map(|(_, texts)| found.label(texts.first()?)) {
            *counts.entry(label).or_default() += 1;
        }
        let (label, count) =
            counts.into_iter().max_by_key(|&(label, count)| (count, std::cmp::Reverse(label)))?;
        let label = BTreeSet::from([label.to_owned()]);
        return (count > 2 && are_nearly_all(count, page_count)).then_some(Inline { labels: label, ..found });
    }
    let labelled: Vec<Vec<&str>> =
        texts.iter().map(|(_, texts)| texts.iter().filter_map(|text| found.label(text)).collect()).collect();
    let count: usize = labelled.iter().map(Vec::len).sum();
    let first: usize = labelled.iter().map(|labels| labels.iter().collect::<HashSet<_>>().len()).sum();
    if exact(count as u64) < MIN_LABELLED_SHARE * exact(all().count() as u64) || !are_nearly_all(first, count)
    {
        return None;
    }
    let mut tails: BTreeMap<&str, usize> = BTreeMap::new();
    for label in &found.labels {
        *tails.entry(tail(label)).or_default() += 1;
    }
    let (separator, count) =
        tails.into_iter().max_by_key(|&(tail, count)| (count, std::cmp::Reverse(tail)))?;
    let separator = are_nearly_all(count, found.labels.len()).then(|| separator.to_owned());
    Some(Inline { separator, ..found })
}

impl Inline {
    /// The label that a text begins with.
    fn label<'a>(&self, text: &'a str) -> Option<&'a str> {
        let ends = |beginning: &str| self.separator.as_deref().is_some_and(|end| tail(beginning) == end);
        let (mut known, mut ending) = (None, None);
        for (beginning, _) in beginnings(text) {
            if self.labels.contains(beginning) {
                known = Some(beginning);
            } else if ending.is_none() && ends(beginning) {
                ending = Some(beginning);
            }
        }
        known.or(ending)
    }
}

impl Page<'_> {
    /// Cuts each text that begins with a label into the label and the rest.
    pub(in crate::wrapper) fn cut_labels(&mut self, inline: &[Inline]) {
        if inline.is_empty() {
            return;
        }
        let paths: Vec<&[String]> = inline.iter().map(|inline| &*inline.path).collect();
        let mut labels_at: Vec<Option<&Inline>> = vec![None; self.nodes.len()];
        for (inline, elements) in inline.iter().zip(self.elements_at(&paths)) {
            for element in elements {
                labels_at[element as usize].get_or_insert(inline);
            }
        }
        let mut cuts: Vec<(u32, Cut)> = Vec::new();
        for node in (0..).take(self.nodes.len()) {
            let Some(text) = self.text(node) else { continue };
            let labels_at = labels_at[self.node(node).parent as usize];
            let Some(label) = labels_at.and_then(|inline| inline.label(text)) else { continue };
            if let Some(at) = end_of(self.source, self.span(node), label.trim_end()) {
                let label = u32::try_from(label.len()).expect("labels are short");
                cuts.push((node, Cut { text: label, source: at }));
            }
        }
        self.cut(&cuts);
    }
}

/// The position in the source where a label ends, in a text that begins with it.
fn end_of(source: &str, span: Span, label: &str) -> Option<u32> {
    let position = |length: usize| span.start + u32::try_from(length).expect("a page is smaller than 4 GiB");
    let text = &source[span.range()];
    if text.starts_with(label) {
        return Some(position(label.len()));
    }
    // The source has other white space, or entities: the shortest prefix that decodes to the label.
    let ends = text.char_indices().map(|(at, char)| at + char.len_utf8());
    let decoded = |end: usize| collapsed(htmlize::unescape(&text[..end]));
    ends.take_while(|&end| end <= 8 * label.len()).find(|&end| decoded(end) == label).map(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pages: &[&str]) -> Vec<Inline> {
        find_inline(&pages.iter().map(|page| Page::new(page)).collect::<Vec<_>>())
    }

    #[test]
    fn labels_end_where_the_pages_differ() {
        let pages = [
            "<ul><li>ISBN-13: 11<li>Page count: 9<li>Colour: red",
            "<ul><li>ISBN-13: 23<li>Page count: 7<li>Weight: 4",
            "<ul><li>ISBN-13: 42<li>Page count: 8<li>Height: 4",
        ];
        let found = found(&pages);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].labels, BTreeSet::from(["ISBN-13: ".to_owned(), "Page count: ".to_owned()]));
        let mut page = Page::new("<ul><li>ISBN-13:&#32;55<li>Depth: 1");
        page.cut_labels(&found);
        let texts: Vec<&str> = (0..).take(page.nodes.len()).filter_map(|node| page.text(node)).collect();
        assert_eq!(texts, ["ISBN-13:", "55", "Depth:", "1"]);
    }

    #[test]
    fn a_constant_prefix_of_the_only_text_of_a_path_is_a_label() {
        let found = found(&["<h3>by Ann Lee</h3>", "<h3>by Bob Ray</h3>", "<h3>by Cy Orr</h3>"]);
        assert_eq!(found[0].labels, BTreeSet::from(["by ".to_owned()]));
    }

    #[test]
    fn values_that_share_words_have_no_label() {
        assert_eq!(found(&["<h1>The one</h1>", "<h1>The two</h1>", "<h1>A third</h1>"]), []);
    }
}
