//! Fields that are not of what a page is about: its frame, and what happens to stand between the parts of a few pages.
//!
//! In: a field with its values on some pages. Out: why a table leaves it out. A field whose values a property of the page's own
//! data has is always kept; so is, of most kinds, one that a label or the markup calls something.
//!
//! ```text
//! <nav> <a>Soups</a>                          frame; so are links at the end of the page
//! ... <b>Vegan</b>                             without a name, on one page of three: rare, if it is no sentence
//! <span>g</span>, <i>|</i>                      bare
//! <s>£9.50</s>                                  a figure: kept
//! ```
//!
//! Swept on recipes, swde and detail by what the best field of each known attribute is worth: all of this takes 9 of 52 columns of a
//! recipe site and 31 of 115 of the others, and nothing of F1. Time O(elements of the pages).
//!
//! Sources: HTML Standard, sections 4.3 and 4.4; WAI-ARIA 1.2, section 5.3.4; W3C, "HTML Accessibility API Mappings", footer.

use super::node::Page;
use super::template::LeftOut;
use super::template::{Field, FieldKind};
use super::value::Value;
use crate::page::{ElementId, Landmark, Landmarks};
use crate::spectrum::exact;

/// A field with neither a label nor a name is rare on at most this share of the pages: at 0.25 it takes a third of the columns, and
/// above a half values are lost that some pages lack.
const RARE: f64 = 0.5;

/// One with a label is rare on one page of so many: of five, such are values that most pages lack (F1 of detail falls to 0.911).
const RARE_WITH_LABEL: usize = 10;

/// Links behind this share of a page's texts are no longer of what the page is about; flat from 0.7 to 0.9. Other texts there can be.
const LATE: f64 = 0.8;

/// Shorter texts say nothing without a label.
const SHORT: usize = 3;

/// Which elements of a page stand in its frame: navigation, dialogs, the labels of buttons, the page's own footer.
pub(super) struct Frame {
    around: Vec<bool>,
    beside: Vec<bool>,
    links: Vec<bool>,
}

impl Frame {
    pub(super) fn new(page: &Page) -> Self {
        let tree = &page.tree;
        let mut marks: Vec<(Landmarks, bool)> = Vec::with_capacity(tree.elements().len());
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            let (around, in_button) =
                element.parent.map_or_else(Default::default, |parent| marks[parent.index()]);
            let role = tree.attribute(id, "role");
            let own = Landmarks::of(&element.name, role.as_deref(), None);
            // A footer within an article is the article's.
            let is_inner = around.has(Landmark::Article) || around.has(Landmark::Main);
            let own = if own.has(Landmark::Footer) && is_inner { Landmarks::default() } else { own };
            let is_pressed = &*element.name == "button" || role.as_deref() == Some("button");
            marks.push((around.with(own), in_button || is_pressed));
        }
        let frame = [Landmark::Navigation, Landmark::Dialog, Landmark::Footer];
        let is_frame = |&(landmarks, in_button): &(Landmarks, bool)| {
            in_button || frame.iter().any(|&one| landmarks.has(one))
        };
        Frame {
            around: marks.iter().map(is_frame).collect(),
            beside: marks.iter().map(|(landmarks, _)| landmarks.has(Landmark::Aside)).collect(),
            links: tree.within(|id| tree.is_link(id)),
        }
    }
}

/// What is counted of a field.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surplus {
    /// The pages with a value.
    pages: usize,
    in_frame: usize,
    beside: usize,
    late: usize,
    has_sentences: bool,
    figures: usize,
    is_short: bool,
    says: bool,
}

impl Surplus {
    /// Adds a page's value that is not empty.
    pub(super) fn add(&mut self, page: &Page, frame: &Frame, value: &Value) {
        let start = value.spans.first().map_or(0, |span| span.start);
        let leaves = page.tree.leaves();
        let at = leaves.partition_point(|leaf| leaf.span.end <= start);
        let leaf = leaves.get(at);
        let is = |of: &[bool]| usize::from(leaf.is_some_and(|leaf| of[leaf.parent.index()]));
        let length = value.texts.iter().map(|text| text.chars().count()).sum::<usize>();
        self.in_frame += is(&frame.around);
        self.beside += is(&frame.beside);
        if exact(at as u64) > LATE * exact(leaves.len() as u64) {
            self.late += is(&frame.links);
        }
        self.is_short = length <= SHORT && (self.pages == 0 || self.is_short);
        let count = |is: fn(char) -> bool| {
            value.texts.iter().flat_map(|text| text.chars()).filter(|&char| is(char)).count()
        };
        self.figures += usize::from(count(char::is_numeric) > count(char::is_alphabetic));
        self.says |= value.texts.iter().any(|text| text.contains(char::is_alphanumeric));
        self.has_sentences |= value.texts.iter().any(|text| has_sentence(text));
        self.pages += 1;
    }

    /// Why a table leaves out a field of pages so many, which has a value on some.
    pub(super) fn why(self, field: &Field, pages: usize) -> Option<LeftOut> {
        if field.property.is_some() {
            return None;
        }
        let has_label = field.label.is_some();
        // Fields with neither are left out until they say something. Figures speak for themselves: a price, a rating.
        let is_figure = self.figures == self.pages;
        let has_name = !has_label && (is_figure || field.left_out.is_none());
        let is_rare = match (has_label, field.kind) {
            (true, _) => self.pages == 1 && pages >= RARE_WITH_LABEL,
            (false, FieldKind::Text) => {
                let few = exact(self.pages as u64) <= RARE * exact(pages as u64);
                few && pages > 1 && !has_name && !self.has_sentences
            }
            (false, FieldKind::List) => false,
        };
        let is_late = !has_label && !has_name && field.kind == FieldKind::Text && self.late == self.pages;
        if self.in_frame == self.pages || !has_label && self.beside == self.pages || is_late {
            Some(LeftOut::Frame)
        } else if is_rare {
            Some(LeftOut::Rare)
        } else if !self.says || self.is_short && !has_label && !has_name {
            Some(LeftOut::Bare)
        } else {
            None
        }
    }
}

/// Whether a text ends a sentence: it says something, wherever it stands.
fn has_sentence(text: &str) -> bool {
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let is_end = matches!(char, '.' | '!' | '?') && chars.peek().is_none_or(|next| next.is_whitespace());
        if is_end || matches!(char, '。' | '！' | '？') {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::document::{Corpus, Document};
    use crate::wrapper::{Learner, LeftOut, Shape};

    /// The fields of pages by name, with why tables leave them out.
    fn learned(pages: &[String]) -> Vec<(String, Option<LeftOut>)> {
        let pages: Corpus =
            (0..).zip(pages).map(|(at, page)| Document::new(format!("{at}.html"), page.clone())).collect();
        let wrapper = Learner::new().shape(Shape::Page).learn(&pages).expect("a template");
        wrapper.templates[0].fields.iter().map(|field| (field.name.clone(), field.left_out)).collect()
    }

    fn pages(write: impl Fn(&str, usize) -> String) -> Vec<String> {
        let towns = ["Bonn", "Lyon", "Turin", "Graz", "Ghent", "Delft"];
        (0..6).map(|at| write(towns[at], at)).collect()
    }

    #[test]
    fn what_stands_in_the_frame_of_a_page_is_left_out() {
        let all = learned(&pages(|town, at| {
            format!(
                "<nav><a href=/{at}>More of {town}</a></nav><main><h1>{town}</h1><p>Size: <b>{}00 souls</b></p>\
                 <footer class=by>Seen by Ann {town}</footer></main><div role=dialog><p>Stay in {town}</p></div>\
                 <footer><p>Printed on day {at}{at}{at}{at}</p></footer>",
                at + 7
            )
        }));
        let why: Vec<Option<LeftOut>> = all.iter().map(|(_, why)| *why).collect();
        let frame = Some(LeftOut::Frame);
        assert_eq!(why, [frame, None, None, None, frame, frame], "{all:?}");
    }

    #[test]
    fn what_few_pages_have_without_a_name_is_left_out() {
        let all = learned(&pages(|town, at| {
            let odd = if at == 3 { "<section><p>Closed until spring</p></section>" } else { "" };
            let named = if at == 4 { "<div><b>Mayor:</b> <i>Ann Lee</i></div>" } else { "" };
            format!("<h1>{town}</h1>{odd}<p>Size: <b>{}00 souls</b></p>{named}<em>End</em>", at + 7)
        }));
        assert!(
            all.iter().all(|(name, why)| why.is_none() == ["html/h1", "Size"].contains(&&**name)),
            "{all:?}"
        );
    }
}
