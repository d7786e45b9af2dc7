//! The dates that a page shows around its article, the likeliest first.
//!
//! In: a page as a tree and what of it is the article. Out: [`Lines`], its texts with what stands where, and from these the
//! dates, by how far each stands from the headline: below it, above it, behind the article, in it.

use crate::content::kind::SAYS;
use crate::content::{Content, words};
use crate::page::{ElementId, Gap, Tree, gap, parts_lines};
use crate::record::role::{Language, date};
use crate::spectrum::exact;
use crate::token::Span;
use std::borrow::Cow;

/// Words of a text that may have a name in it; 20 do as well.
pub(super) const LINE: f64 = 16.0;

/// Texts that are looked at above the headline and behind the article, beside all of it. With 20 above the right name is among those
/// that are looked at on two pages less of 368; all texts do as well.
pub(super) const AROUND: usize = 60;

/// A text of the page.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    /// How many words it has, as spaces part them.
    pub(super) words: f64,
    pub(super) parent: ElementId,
    /// The number of its line.
    pub(super) block: usize,
    /// The link that it stands in.
    pub(super) link: Option<ElementId>,
    /// The day that an element around it states.
    pub(super) datetime: Option<String>,
}

/// The texts of a page, and where its article is among them.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    pub(super) tree: &'a Tree<'a>,
    pub(super) texts: Vec<Line<'a>>,
    /// The headline; what the article begins with where there is none.
    pub(super) headline: usize,
    /// The first text that says something, and the last.
    pub(super) first: usize,
    pub(super) last: usize,
}

/// A date and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dated {
    pub(super) text: String,
    pub(super) iso: Option<String>,
    /// The first text that it stands in.
    pub(super) line: usize,
    far: f64,
}

impl<'a> Lines<'a> {
    pub(super) fn new(tree: &'a Tree<'a>, source: &str, content: &Content) -> Self {
        let mut before: Option<(Span, ElementId)> = None;
        let mut block = 0;
        let around = Around::of(tree);
        let line = |leaf: &'a crate::page::Leaf| {
            let Around { holder, link, time } = around[leaf.parent.index()];
            let goes_on = before
                .is_some_and(|(span, other)| other == holder && gap(source, span, leaf.span) != Gap::Line);
            before = Some((leaf.span, holder));
            block += usize::from(!goes_on);
            let datetime = time.and_then(|id| tree.attribute(id, "datetime")).map(Cow::into_owned);
            Line {
                text: &leaf.text,
                words: words::parted(&leaf.text),
                parent: leaf.parent,
                block,
                link,
                datetime,
            }
        };
        let headline = content.headline.as_ref().map(|headline| headline.span.start);
        let says = |text: &&crate::content::Text| {
            Some(text.span.start) > headline && words::count(&text.text) >= SAYS
        };
        let first = content.text.iter().find(says).map(|text| text.span.start);
        let last = content.text.iter().rev().find(says).map(|text| text.span.end);
        let top = headline.or(first).unwrap_or_default();
        let starts: Vec<u32> = tree.leaves().iter().map(|leaf| leaf.span.start).collect();
        let at =
            |byte: u32| starts.partition_point(|&start| start < byte).min(starts.len().saturating_sub(1));
        let first = at(first.unwrap_or(top));
        let last = last.map_or(first, |end| starts.partition_point(|&start| start < end).saturating_sub(1));
        Lines {
            tree,
            texts: tree.leaves().iter().map(line).collect(),
            headline: at(top),
            first: first.max(at(top)),
            last: last.max(first),
        }
    }

    /// Where the link leads to that a text stands in.
    pub(super) fn href(&self, at: usize) -> Option<Cow<'_, str>> {
        self.tree.attribute(self.texts[at].link?, "href")
    }

    /// Which texts stand in the same line as one.
    fn of_block(&self, from: usize) -> &[Line<'a>] {
        let block = self.texts[from].block;
        let end = self.texts[from..].iter().position(|line| line.block != block);
        &self.texts[from..end.map_or(self.texts.len(), |end| from + end)]
    }

    /// How far a text of so many words is from where dates stand.
    fn far(&self, at: usize, words: f64) -> f64 {
        let away = if at < self.headline {
            2 * (self.headline - at)
        } else if at <= self.last {
            at - self.headline
        } else {
            AROUND + at - self.last
        };
        exact(away as u64) + 2.0 * (words - LINE).max(0.0) // usize has at most 64 bits
    }

    /// The dates, the likeliest first.
    pub(super) fn dates(&self, language: &Language) -> Vec<Dated> {
        let mut found: Vec<Dated> = Vec::new();
        let mut at = 0;
        while at < self.texts.len() {
            let block = self.of_block(at);
            if !block.iter().any(|line| line.datetime.is_some() || date::has_digit(line.text)) {
                at += block.len();
                continue;
            }
            let text = block.iter().map(|line| line.text).collect::<Vec<_>>().join(" ");
            let words = block.iter().map(|line| line.words).sum();
            let far = self.far(at, words);
            if !self.is_headline(at) {
                let stated = block
                    .iter()
                    .enumerate()
                    .filter_map(|(number, line)| Some((number, line.datetime.as_ref()?)));
                for (number, datetime) in stated {
                    let text = block[number].text.to_owned();
                    found.push(Dated { text, iso: iso(datetime), line: at + number, far });
                }
                if block.iter().all(|line| line.datetime.is_none()) {
                    let dates = date::dates(&text, language)
                        .into_iter()
                        .filter_map(|date| Some((date.iso()?, date.span)));
                    found.extend(dates.map(|(iso, span)| Dated {
                        text: text[span.clone()].to_owned(),
                        iso: Some(iso),
                        line: at + line_of(block, span.start),
                        far,
                    }));
                }
            }
            at += block.len();
        }
        found.sort_by(|one, other| one.far.total_cmp(&other.far));
        found
    }

    /// Whether a text stands in a heading of the first rank.
    pub(super) fn is_headline(&self, at: usize) -> bool {
        let tree = self.tree;
        at == self.headline
            || std::iter::successors(Some(self.texts[at].parent), |&id| tree.element(id).parent)
                .any(|id| &*tree.element(id).name == "h1")
    }
}

/// What is around a text, by the element that it stands in.
#[derive(Clone, Copy)]
struct Around {
    /// The element whose lines it is in.
    holder: ElementId,
    link: Option<ElementId>,
    /// A `time` that it stands in, at most one element further in.
    time: Option<ElementId>,
}

impl Around {
    /// Of each element, itself included.
    fn of(tree: &Tree) -> Vec<Around> {
        let root = Around { holder: ElementId(0), link: None, time: None };
        let mut all: Vec<Around> = Vec::with_capacity(tree.elements().len());
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            let above = element.parent.map_or(root, |parent| all[parent.index()]);
            let is_time = |id: &ElementId| &*tree.element(*id).name == "time";
            all.push(Around {
                holder: if parts_lines(&element.name) { id } else { above.holder },
                link: if tree.is_link(id) { Some(id) } else { above.link },
                time: [Some(id), element.parent].into_iter().flatten().find(is_time),
            });
        }
        all
    }
}

/// The text that a byte of the joined texts is in.
fn line_of(block: &[Line<'_>], byte: usize) -> usize {
    let mut end = 0;
    block
        .iter()
        .position(|line| {
            end += line.text.len() + 1;
            byte < end
        })
        .unwrap_or_default()
}

/// A point in time as standards write it, if it begins with a day: its day, and what is behind it if that is a time.
pub(super) fn iso(written: &str) -> Option<String> {
    let written = written.trim();
    let day = date::first(written, &Language::default())?.iso()?;
    if !written.starts_with(&day) {
        return Some(day);
    }
    let time = written[day.len()..].trim_start_matches(['T', 't', ' ']);
    let is_time =
        time.len() >= 5 && time.bytes().all(|byte| byte.is_ascii_digit() || b":.+-Zz".contains(&byte));
    Some(if is_time { format!("{day}T{time}") } else { day })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_time_keep_their_time() {
        assert_eq!(iso("2020-05-03 10:30:00+02:00").as_deref(), Some("2020-05-03T10:30:00+02:00"));
        assert_eq!(iso("2020-05-03").as_deref(), Some("2020-05-03"));
        assert_eq!(iso("3 May 2020").as_deref(), Some("2020-05-03"));
        assert_eq!(iso("Monday"), None);
    }
}
