//! The texts that a page shows, and the dates in them around the article, most probable first.
//!
//! In: a page as a tree, and its content. Out: [`ShownTexts`]: each text node with its line, link and date attribute,
//! and the position of the article among them. From these the [dates](ShownTexts::dates), sorted by their distance from
//! the headline. Below the headline, a text counts as one step; above it, as two; after the article, [`AROUND`] steps
//! are added. Dates of comments are left out, and so are those after the article in a list of links: several lines at the same
//! element path that each have a date and a link.
//!
//! Cost: linear in the page, plus sorting the dates.

use crate::content::kind::SAYS;
use crate::content::{Comment, Content, words};
use crate::page::digest::BASIS;
use crate::page::{ElementId, Gap, Tree, gap, is_heading, parts_lines, path};
use crate::record::role::{self, Convention, Date, date};
use crate::spectrum::exact;
use crate::token::Span;
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;
use std::ops::Range;

/// Largest number of words of a text in which names are searched. 20 gives the same figures.
pub(super) const LINE: f64 = 16.0;

/// Number of texts above the headline and after the article that are examined, besides all texts between. With 20 above
/// the headline the right name is a candidate on two fewer of 368 pages; all texts give the same figures.
pub(super) const AROUND: usize = 60;

/// A text node of the page.
#[derive(Debug)]
pub(super) struct ShownText<'a> {
    pub(super) text: &'a str,
    /// Number of words, separated by white space.
    pub(super) words: f64,
    pub(super) parent: ElementId,
    /// Number of its line. Texts between two block-level tags or line breaks are one line.
    pub(super) line: usize,
    /// The link around it.
    pub(super) link: Option<ElementId>,
    /// The `datetime` attribute of a `time` element around it.
    pub(super) datetime: Option<String>,
    /// Hash of its element path, which it shares with the texts at its place on other pages.
    pub(super) place: u64,
}

/// The text nodes of a page, and the position of the article among them.
#[derive(Debug)]
pub(super) struct ShownTexts<'a> {
    pub(super) tree: &'a Tree<'a>,
    pub(super) texts: Vec<ShownText<'a>>,
    /// Index of the headline, or of the first text of the article if there is none.
    pub(super) headline: usize,
    /// Index of the first long text of the article.
    pub(super) first: usize,
    /// Index of the last long text of the article.
    pub(super) last: usize,
    /// The bytes of the comments, from the first on; each range ends where it or one before it does, whichever is later.
    comments: Vec<Range<u32>>,
}

/// A date on the page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShownDate {
    pub(super) text: String,
    pub(super) iso: Option<String>,
    /// Index of the text in which it begins.
    pub(super) at: usize,
    /// Distance from the headline.
    far: f64,
}

impl<'a> ShownTexts<'a> {
    /// `title` is what the page states as its title.
    pub(super) fn new(tree: &'a Tree<'a>, source: &str, content: &Content, title: &str) -> Self {
        let mut before: Option<(Span, ElementId)> = None;
        let mut line = 0;
        let around = Ancestors::of(tree);
        let text = |leaf: &'a crate::page::Leaf| {
            let Ancestors { holder, link, time, place } = around[leaf.parent.index()];
            let goes_on = before
                .is_some_and(|(span, other)| other == holder && gap(source, span, leaf.span) != Gap::Line);
            before = Some((leaf.span, holder));
            line += usize::from(!goes_on);
            let datetime = time.and_then(|id| tree.attribute(id, "datetime")).map(Cow::into_owned);
            ShownText {
                text: &leaf.text,
                words: words::parted(&leaf.text),
                parent: leaf.parent,
                line,
                link,
                datetime,
                place,
            }
        };
        let headline = content.headline.as_ref().map(|headline| headline.span.start);
        let says = |text: &&crate::content::Text| {
            Some(text.span.start) > headline && words::count(&text.text) >= SAYS
        };
        let first = content.text.iter().find(says).map(|text| text.span.start);
        let last = content.text.iter().rev().find(says).map(|text| text.span.end);
        // A heading that other pages have, too, is no headline; the posts of a discussion have one.
        let named = || {
            let end = first.unwrap_or(u32::MAX);
            let above = tree.leaves().iter().take_while(|leaf| leaf.span.start < end);
            let is_named = |text: &str| {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                title.contains(&text) && 2 * text.len() >= title.len()
            };
            let in_heading = tree.within(|id| is_heading(&tree.element(id).name));
            let headings = above.filter(|leaf| in_heading[leaf.parent.index()] && is_named(&leaf.text));
            headings.last().map(|leaf| leaf.span.start)
        };
        let top = headline.or_else(named).or(first).unwrap_or_default();
        let starts: Vec<u32> = tree.leaves().iter().map(|leaf| leaf.span.start).collect();
        let at =
            |byte: u32| starts.partition_point(|&start| start < byte).min(starts.len().saturating_sub(1));
        let first = at(first.unwrap_or(top));
        let last = last.map_or(first, |end| starts.partition_point(|&start| start < end).saturating_sub(1));
        // The first post of a thread has the date of the page.
        let comments = content.comments.iter().filter(|_| !content.is_thread);
        let bytes = |comment: &Comment| Some(comment.text.first()?.span.start..comment.text.last()?.span.end);
        let mut comments: Vec<Range<u32>> = comments.filter_map(bytes).collect();
        comments.sort_unstable_by_key(|comment| comment.start);
        let mut end = 0;
        for comment in &mut comments {
            end = comment.end.max(end);
            comment.end = end;
        }
        ShownTexts {
            tree,
            comments,
            texts: tree.leaves().iter().map(text).collect(),
            headline: at(top),
            first: first.max(at(top)),
            last: last.max(first),
        }
    }

    /// Returns the address of the link around a text.
    pub(super) fn href(&self, at: usize) -> Option<Cow<'_, str>> {
        self.tree.attribute(self.texts[at].link?, "href")
    }

    /// Returns the texts from one on that are in the same line.
    fn of_line(&self, from: usize) -> &[ShownText<'a>] {
        let line = self.texts[from].line;
        let end = self.texts[from..].iter().position(|text| text.line != line);
        &self.texts[from..end.map_or(self.texts.len(), |end| from + end)]
    }

    /// Returns the distance of a text from the headline, where dates usually are. Long texts are further away.
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

    /// Finds the dates, most probable first.
    pub(super) fn dates(&self, convention: &Convention) -> Vec<ShownDate> {
        let mut found: Vec<ShownDate> = Vec::new();
        // `yesterday` has no digit, and is a date only beside the time of retrieval.
        let may_be_dated = |text: &str| role::has_digit(text) || convention.retrieved.is_some();
        let mut at = 0;
        while at < self.texts.len() {
            let texts = self.of_line(at);
            if !texts.iter().any(|text| text.datetime.is_some() || may_be_dated(text.text)) {
                at += texts.len();
                continue;
            }
            let text = texts.iter().map(|text| text.text).collect::<Vec<_>>().join(" ");
            let words = texts.iter().map(|text| text.words).sum();
            let far = self.far(at, words);
            if !self.is_headline(at) && !self.is_comment(at) {
                let stated = texts
                    .iter()
                    .enumerate()
                    .filter_map(|(number, text)| Some((number, text.datetime.as_ref()?)));
                for (number, datetime) in stated {
                    let text = texts[number].text.to_owned();
                    found.push(ShownDate { text, iso: role::stated(datetime), at: at + number, far });
                }
                if texts.iter().all(|text| text.datetime.is_none()) {
                    let dates = date::dates(&text, convention).into_iter().filter(Date::is_day);
                    let ends = ends(texts);
                    found.extend(dates.map(|date| ShownDate {
                        text: text[date.span.clone()].to_owned(),
                        iso: date.iso(),
                        at: at + ends.partition_point(|&end| end <= date.span.start),
                        far,
                    }));
                }
            }
            at += texts.len();
        }
        let linked: HashSet<usize> =
            self.texts.iter().filter(|text| text.link.is_some()).map(|text| text.line).collect();
        let mut lines: HashMap<u64, HashSet<usize>> = HashMap::new();
        for text in found.iter().map(|date| &self.texts[date.at]) {
            lines.entry(text.place).or_default().insert(text.line);
        }
        let is_listed = |at: usize| {
            let text = &self.texts[at];
            at > self.last && lines[&text.place].len() > 1 && linked.contains(&text.line)
        };
        found.retain(|date| !is_listed(date.at));
        found.sort_by(|one, other| one.far.total_cmp(&other.far));
        found
    }

    fn is_comment(&self, at: usize) -> bool {
        let start = self.tree.leaves()[at].span.start;
        let behind = self.comments.partition_point(|comment| comment.start <= start);
        behind.checked_sub(1).is_some_and(|at| self.comments[at].end > start)
    }

    /// Whether a text is behind the article.
    pub(super) fn is_below(&self, at: usize) -> bool {
        at > self.last
    }

    /// Whether a text is the headline or inside an `h1`.
    pub(super) fn is_headline(&self, at: usize) -> bool {
        let tree = self.tree;
        at == self.headline
            || tree.inclusive_ancestors(self.texts[at].parent).any(|id| &*tree.element(id).name == "h1")
    }
}

/// The ancestors of a text that matter, computed for each element.
#[derive(Clone, Copy)]
struct Ancestors {
    /// The innermost element that begins a new line.
    holder: ElementId,
    link: Option<ElementId>,
    /// The element itself or its parent, if that is a `time`.
    time: Option<ElementId>,
    /// Hash of the element path.
    place: u64,
}

impl Ancestors {
    /// Computes them for each element; an element counts as its own ancestor.
    fn of(tree: &Tree) -> Vec<Ancestors> {
        let root = Ancestors { holder: ElementId(0), link: None, time: None, place: BASIS };
        let mut all: Vec<Ancestors> = Vec::with_capacity(tree.elements().len());
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            let above = element.parent.map_or(root, |parent| all[parent.index()]);
            let is_time = |id: &ElementId| &*tree.element(*id).name == "time";
            let (own_id, class) = (element.attribute(tree.source, "id"), tree.classes(id).next());
            all.push(Ancestors {
                place: path(Some(above.place), &element.name, own_id.as_deref(), class),
                holder: if parts_lines(&element.name) { id } else { above.holder },
                link: if tree.is_link(id) { Some(id) } else { above.link },
                time: [Some(id), element.parent].into_iter().flatten().find(is_time),
            });
        }
        all
    }
}

/// The ends of the texts of a line in the text that is joined from them.
fn ends(line: &[ShownText<'_>]) -> Vec<usize> {
    let end = |end: &mut usize, text: &ShownText| {
        *end += text.text.len() + 1;
        Some(*end)
    };
    line.iter().scan(0, end).collect()
}
