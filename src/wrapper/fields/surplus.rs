//! Surplus fields: fields that are not about the page's subject. These are the fields of its frame, of teasers and
//! comments, and texts that only a few pages have.
//!
//! In: a field with its values on some pages, and the element paths of all fields. Out: why a table leaves the field
//! out, if it does. A field whose values match a property of the page's own data is always kept; for most reasons, so
//! is a field that has a label or a name in the markup.
//!
//! ```text
//! <nav> <a>Soups</a>                           frame
//! ... <b>Vegan</b>                             without a name, on one page of three: rare
//! <p class=c>Nice!</p>  and five more          of one element path, and look alike or are not on all pages: comments, teasers
//! ... <p>Read on</p>                           after the middle of the page, without a name: late
//! <i>|</i>                                     bare
//! <tr><th>Salt<td>2 g                          rare, but other rows have it on all pages: kept
//! ```
//!
//! A field that is not rare is about the subject if its block is beside the page's heading or beside fields with labels.
//!
//! An element path consists of the names and classes of an element and its ancestors, digits folded. A label that
//! several fields of one path share does not count as a label; nor does an identifier with a digit, or one of a
//! heading, count as a name. Swept on recipes, swde and detail: all of this takes 12 of 45 columns of a recipe site,
//! for 0.003 of F1, and 29 of 78 of the others. Time O(elements of the pages).
//!
//! Sources: HTML Standard, sections 4.3 and 4.4; WAI-ARIA 1.2, section 5.3.4; W3C, "HTML Accessibility API Mappings",
//! footer.

use crate::measure::{LEAST, is_brief, is_wide};
use crate::page::digest::{BASIS, mix, text};
use crate::page::{ElementId, Landmark, Landmarks, Leaf, Tree, is_heading, parts_lines};
use crate::repeat::fold_digits;
use crate::spectrum::exact;
use crate::wrapper::page::node::Page;
use crate::wrapper::template::LeftOut;
use crate::wrapper::template::{Field, FieldKind};
use crate::wrapper::value::{SHORT, Value};
use hashbrown::{HashMap, HashSet};

/// A field is rare if at most this share of the pages have it, unless a labelled field that is not rare has its path.
/// From 0.5 to 0.8 the same; with 0.34 recipes have seven columns more of 31, for 0.002 of F1.
const MAX_RARE_SHARE: f64 = 0.5;

/// A field with a label is rare if only one of at least this many pages has it, whatever its path. If one of five
/// pages has it, it can be a value that most pages lack (F1 of detail falls to 0.911).
const RARE_WITH_LABEL_PAGES: usize = 10;

/// A field without a name that comes after this share of the texts on all its pages is not about the page's subject.
/// At 0.4 recipes lose 0.006 of F1, at 0.6 they have one column more, at 0.7 the sites of swde ten.
const LATE_SHARE: f64 = 0.5;

/// At least this many fields of one path, none with a name, are comments, teasers or parts of a list. At 5 detail
/// without attributes loses 0.015 of F1; at 8 recipes have two columns more.
const MIN_ALIKE: usize = 6;

/// The most pages that are examined: as many as [`FieldStatistics`] can tell apart.
pub(in crate::wrapper) const MAX_PAGES: usize = 20;

/// See [`FieldStatistics::look`].
type Look = (bool, u8, u32);

/// Properties of the elements of a page, by element: whether they are in the page's frame (navigation, dialogs, the
/// labels of buttons, the page's own footer), in an aside, or in a link; whether they are named; and their paths.
pub(in crate::wrapper) struct ElementContext {
    in_frame: Vec<bool>,
    in_aside: Vec<bool>,
    links: Vec<bool>,
    named: Vec<bool>,
    /// Hashes of the element paths.
    paths: Vec<u64>,
    /// The same without the element's own classes: cells of one table can have a class each.
    bare_paths: Vec<u64>,
    /// The path of the element that holds the block which the element is, or is in.
    paths_around: Vec<u64>,
    /// The same for the whole table or list that the block is in.
    holders: Vec<u64>,
    headings: Vec<bool>,
    /// Whether an element is in one of several siblings of one path that have a link each.
    in_teasers: Vec<bool>,
}

impl ElementContext {
    pub(in crate::wrapper) fn new(page: &Page) -> Self {
        let tree = &page.tree;
        let mut marks: Vec<(Landmarks, bool)> = Vec::with_capacity(tree.elements().len());
        let mut paths: Vec<u64> = Vec::with_capacity(tree.elements().len());
        let mut bare_paths: Vec<u64> = Vec::with_capacity(tree.elements().len());
        let mut paths_around: Vec<u64> = Vec::with_capacity(tree.elements().len());
        let mut holders: Vec<u64> = Vec::with_capacity(tree.elements().len());
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
            let around = element.parent.map_or(BASIS, |parent| paths[parent.index()]);
            let of_line = element.parent.filter(|_| !parts_lines(&element.name));
            let is_inner = !parts_lines(&element.name)
                || matches!(&*element.name, "tbody" | "thead" | "tr" | "td" | "th" | "dt" | "dd" | "li");
            let of_inner = element.parent.filter(|_| is_inner);
            holders.push(of_inner.map_or(around, |parent| holders[parent.index()]));
            paths_around.push(of_line.map_or(around, |parent| paths_around[parent.index()]));
            let classes = tree.classes(id).collect::<Vec<_>>().join(" ");
            paths.push(mix(around, text(&fold_digits(&format!("{} {classes}", element.name)))));
            bare_paths.push(mix(around, text(&element.name)));
        }
        let frame = [Landmark::Navigation, Landmark::Dialog, Landmark::Footer];
        let is_frame = |&(landmarks, in_button): &(Landmarks, bool)| {
            in_button || frame.iter().any(|&one| landmarks.has(one))
        };
        ElementContext {
            in_teasers: in_teasers(tree, &paths),
            in_frame: marks.iter().map(is_frame).collect(),
            in_aside: marks.iter().map(|(landmarks, _)| landmarks.has(Landmark::Aside)).collect(),
            links: tree.within(|id| tree.is_link(id)),
            named: (0..).map(ElementId).zip(tree.elements()).map(|(id, _)| is_named(tree, id)).collect(),
            paths,
            bare_paths,
            paths_around,
            holders,
            headings: tree.within(|id| is_heading(&tree.element(id).name)),
        }
    }
}

/// Whether each element is in one of several siblings of one path that have a link each.
fn in_teasers(tree: &Tree, paths: &[u64]) -> Vec<bool> {
    let has_link = tree.holding(|id| tree.is_link(id));
    let key = |id: ElementId| (tree.element(id).parent, paths[id.index()]);
    let mut siblings: HashMap<_, (usize, usize)> = HashMap::new();
    for id in tree.ids() {
        let (all, linked) = siblings.entry(key(id)).or_default();
        *all += 1;
        *linked += usize::from(has_link[id.index()]);
    }
    tree.within(|id| siblings.get(&key(id)).is_some_and(|&(all, linked)| all >= LEAST && linked == all))
}

/// Whether an element has an identifier without digits or is marked as a property. Headings do not count: their
/// identifiers are made from their words.
fn is_named(tree: &Tree, id: ElementId) -> bool {
    let is_heading = |id: ElementId| is_heading(&tree.element(id).name) && &*tree.element(id).name != "h1";
    let is_name = |name: &str| !name.is_empty() && !name.bytes().any(|byte| byte.is_ascii_digit());
    (tree.attribute(id, "itemprop").is_some() || tree.attribute(id, "id").is_some_and(|name| is_name(&name)))
        && !is_heading(id)
        && !tree.element(id).parent.is_some_and(is_heading)
}

/// Statistics of a field's values: most are numbers of pages.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::wrapper) struct FieldStatistics {
    /// The number of pages with a value, and which they are.
    pages: usize,
    on: u32,
    in_frame: usize,
    in_aside: usize,
    late: usize,
    /// The number of pages whose value is only in links.
    linked: usize,
    named: usize,
    figures: usize,
    /// The number of pages whose value is among teasers, and of those whose value is as short as a label.
    in_teasers: usize,
    brief: usize,
    texts: usize,
    /// The width of the values together, and the number of their digits.
    width: usize,
    digits: usize,
    /// The path of the element that holds the block of its first value, and of that which holds the block's table or list.
    around: u64,
    holder: u64,
    in_heading: usize,
    /// The path of its first value, and the same without the element's own classes.
    path: u64,
    bare_path: u64,
    is_short: bool,
    has_content: bool,
}

impl FieldStatistics {
    /// Adds the value of a page, which is not empty; `number` is below [`MAX_PAGES`].
    pub(in crate::wrapper) fn add(
        &mut self,
        number: usize,
        page: &Page,
        context: &ElementContext,
        value: &Value,
    ) {
        let start = value.spans.first().map_or(0, |span| span.start);
        let leaves = page.tree.leaves();
        let at = leaves.partition_point(|leaf| leaf.span.end <= start);
        let leaf = leaves.get(at);
        let is = |of: &[bool]| usize::from(leaf.is_some_and(|leaf| of[leaf.parent.index()]));
        let width = |char: char| 1 + usize::from(is_wide(char));
        let length = value.texts.iter().flat_map(|text| text.chars()).map(width).sum::<usize>();
        self.in_frame += is(&context.in_frame);
        self.in_aside += is(&context.in_aside);
        self.in_teasers += is(&context.in_teasers);
        self.brief += usize::from(value.texts.iter().any(|text| is_brief(text)));
        self.named += is(&context.named);
        self.in_heading += is(&context.headings);
        self.late += usize::from(exact(at as u64) > LATE_SHARE * exact(leaves.len() as u64));
        self.linked += usize::from(leaves_of(page, value).all(|leaf| context.links[leaf.parent.index()]));
        if let Some(leaf) = leaf.filter(|_| self.pages == 0) {
            self.path = context.paths[leaf.parent.index()];
            self.bare_path = context.bare_paths[leaf.parent.index()];
            self.around = context.paths_around[leaf.parent.index()];
            self.holder = context.holders[leaf.parent.index()];
        }
        self.is_short = length <= SHORT && (self.pages == 0 || self.is_short);
        let count = |is: fn(char) -> bool| {
            value.texts.iter().flat_map(|text| text.chars()).filter(|&char| is(char)).count()
        };
        self.width += length;
        self.digits += count(char::is_numeric);
        self.figures += usize::from(count(char::is_numeric) > count(char::is_alphabetic));
        self.texts += value.texts.iter().filter(|text| !text.is_empty()).count();
        self.has_content |= value.texts.iter().any(|text| text.contains(char::is_alphanumeric));
        self.pages += 1;
        self.on |= 1 << number;
    }

    fn is_rare(&self, pages: usize) -> bool {
        is_rare(self.pages, pages)
    }

    /// Whether its values are figures, which need no label: a price, the area behind the rooms, but not the prices of other things.
    fn is_figure(&self) -> bool {
        self.figures == self.pages && self.in_teasers < self.pages
    }

    /// Why a table leaves out a field, by the field's own statistics; `pages` is the number of examined pages.
    pub(in crate::wrapper) fn why(&self, field: &Field, pages: usize) -> Option<LeftOut> {
        if field.property.is_some() {
            return None;
        }
        let has_label = field.label.is_some();
        // `left_out` is empty for a field that the markup names.
        let has_name = !has_label && (self.is_figure() || field.left_out.is_none());
        if self.in_frame == self.pages || !has_label && self.in_aside == self.pages {
            Some(LeftOut::Frame)
        } else if has_label && self.pages == 1 && pages >= RARE_WITH_LABEL_PAGES {
            Some(LeftOut::Rare)
        } else if !self.has_content || self.is_short && !has_label && !has_name {
            Some(LeftOut::Bare)
        } else {
            None
        }
    }

    /// Why a table leaves out a field, by comparison with the paths of all fields.
    pub(in crate::wrapper) fn why_by_path(
        &self,
        field: &Field,
        paths: &FieldPaths,
        pages: usize,
    ) -> Option<LeftOut> {
        if field.property.is_some() {
            return None;
        }
        let is_labelled_path = paths.labelled.contains(&self.bare_path);
        let is_link = self.linked == self.pages;
        // Lists are kept more readily than texts: ingredients that another page has elsewhere, the reviews that few pages have.
        let is_list = field.kind == FieldKind::List && !is_link && self.texts >= 2 * self.pages;
        let is_rare = self.is_rare(pages) && !is_list;
        if paths.has_label(field, self) {
            let is_beside_labelled = is_labelled_path || paths.subject.contains(&self.around);
            return (is_rare && !is_beside_labelled).then_some(LeftOut::Rare);
        }
        if self.is_named() {
            return None;
        }
        if field.kind == FieldKind::List {
            return is_rare.then_some(LeftOut::Rare);
        }
        // Values on all pages of which most look different are properties without labels.
        let is_property = |count: usize, looks: usize| self.pages == pages && 2 * looks > count;
        let are_alike = |(count, looks): &(usize, HashSet<Look>)| {
            *count >= MIN_ALIKE && !is_property(*count, looks.len())
        };
        // A paragraph on all pages describes the subject.
        let is_told = self.pages == pages && self.brief == 0;
        if paths.unnamed.get(&self.path).is_some_and(are_alike) {
            Some(LeftOut::Alike)
        } else if !is_rare && paths.subject.contains(&self.around) {
            None
        } else if self.late == self.pages && (is_link || !is_labelled_path && !self.is_figure() && !is_told) {
            Some(LeftOut::Late)
        } else if is_rare && !is_labelled_path && !self.is_figure() {
            Some(LeftOut::Rare)
        } else {
            None
        }
    }

    fn is_named(&self) -> bool {
        self.named == self.pages
    }

    /// What the values look like: whether they are links, whether none, some or most of their characters are digits, and the order of
    /// magnitude of their length.
    fn look(&self) -> Look {
        let digits = if 2 * self.digits >= self.width { 2 } else { u8::from(self.digits > 0) };
        (self.linked == self.pages, digits, (self.width / self.pages.max(1)).max(1).ilog2())
    }
}

/// Whether a field on some of the pages is rare.
fn is_rare(on: usize, pages: usize) -> bool {
    pages > 1 && exact(on as u64) <= MAX_RARE_SHARE * exact(pages as u64)
}

/// The element paths of the fields of a template.
#[derive(Debug, Default)]
pub(in crate::wrapper) struct FieldPaths<'a> {
    /// The labels that several fields with one path have, with the path.
    shared_labels: HashSet<(&'a str, u64)>,
    /// The paths, without the elements' own classes, of fields with labels that are not rare.
    labelled: HashSet<u64>,
    /// The paths of the elements that hold these fields, and the title and headings that are not rare.
    subject: HashSet<u64>,
    /// The number of text fields without a name for each path, and their looks.
    unnamed: HashMap<u64, (usize, HashSet<Look>)>,
}

impl<'a> FieldPaths<'a> {
    /// Collects the paths of these fields, each with whether it is the title; `pages` is the number of examined pages.
    pub(in crate::wrapper) fn new(
        fields: impl Iterator<Item = (&'a Field, &'a FieldStatistics, bool)> + Clone,
        pages: usize,
    ) -> Self {
        let mut paths = FieldPaths::default();
        let mut known: HashSet<(&str, u64)> = HashSet::new();
        // Labels in two languages are on half of the pages each, and the values of their path on all.
        let mut on: HashMap<u64, u32> = HashMap::new();
        for (field, of, _) in fields.clone() {
            let Some(label) = field.label.as_deref() else { continue };
            if !known.insert((label, of.path)) {
                paths.shared_labels.insert((label, of.path));
            }
        }
        for (_, of, _) in fields.clone().filter(|(field, of, _)| paths.has_label(field, of)) {
            *on.entry(of.bare_path).or_default() |= of.on;
        }
        for (field, of, is_title) in fields {
            if (is_title || of.in_heading == of.pages) && !of.is_rare(pages) {
                paths.subject.insert(of.around);
            }
            if paths.has_label(field, of) {
                if !is_rare(on[&of.bare_path].count_ones() as usize, pages) {
                    paths.labelled.insert(of.bare_path);
                    paths.subject.extend([of.around, of.holder]);
                }
            } else if field.property.is_none() && field.kind == FieldKind::Text && !of.is_named() {
                let (count, looks) = paths.unnamed.entry(of.path).or_default();
                *count += 1;
                looks.insert(of.look());
            }
        }
        paths
    }

    /// Whether a field has a label that no other field with its path has.
    fn has_label(&self, field: &Field, of: &FieldStatistics) -> bool {
        field.label.as_deref().is_some_and(|label| !self.shared_labels.contains(&(label, of.path)))
    }
}

/// The leaves of a page that a value consists of.
pub(in crate::wrapper) fn leaves_of<'a>(
    page: &'a Page,
    value: &'a Value,
) -> impl Iterator<Item = &'a Leaf<'a>> {
    let leaves = page.tree.leaves();
    value.spans.iter().flat_map(move |span| {
        let first = leaves.partition_point(|leaf| leaf.span.end <= span.start);
        leaves[first..].iter().take_while(move |leaf| leaf.span.start < span.end)
    })
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
    fn fields_in_the_frame_of_a_page_are_left_out() {
        let all = learned(&pages(|town, at| {
            format!(
                "<nav><a href=/{at}>More of {town}</a></nav><main><h1>{town}</h1><p>Size: <b>{}00 souls</b></p>\
                 <footer class=by>Seen by Ann {town}burg</footer></main><div role=dialog><p>Stay in {town}</p></div>\
                 <footer><p>Printed on day {at}{at}{at}{at}</p></footer><em>Imprint</em><em>Privacy</em>",
                at + 7
            )
        }));
        let why: Vec<Option<LeftOut>> = all.iter().map(|(_, why)| *why).collect();
        let frame = Some(LeftOut::Frame);
        assert_eq!(why, [frame, None, None, None, frame, frame], "{all:?}");
    }

    #[test]
    fn rare_fields_without_a_name_are_left_out() {
        let all = learned(&pages(|town, at| {
            let odd = if at == 3 { "<section><p>Closed until spring</p></section>" } else { "" };
            let named = if at == 4 { "<div><b>Mayor:</b> <i>Ann Lee</i></div>" } else { "" };
            format!("<h1>{town}</h1>{odd}<p>Size: <b>{}00 souls</b></p>{named}<em>End</em>", at + 7)
        }));
        assert!(
            all.iter().all(|(name, why)| why.is_none() == ["title", "Size"].contains(&&**name)),
            "{all:?}"
        );
    }

    /// Why tables leave out the field with this name, which must exist.
    fn why(all: &[(String, Option<LeftOut>)], name: &str) -> Option<LeftOut> {
        all.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{name}: {all:?}")).1
    }

    /// Words that change from page to page.
    const WORDS: [&str; 6] = ["old", "calm", "wide", "far", "lost", "warm"];

    #[test]
    fn fields_after_the_middle_without_a_name_are_left_out() {
        let all = learned(&pages(|town, at| {
            let [first, second] = [WORDS[at], WORDS[(at + 3) % 6]];
            format!(
                "<h1>{town}</h1><p class=intro>{first} place</p><div><b>Size:</b> <i>{}00 souls</i></div>\
                 <div><b>Mayor:</b> <i>Ann {at}{town}</i></div><em>{second} news</em><u>End</u>",
                at + 7
            )
        }));
        let why: Vec<Option<LeftOut>> = all.iter().map(|(_, why)| *why).collect();
        assert_eq!(why, [None, None, None, None, Some(LeftOut::Late)], "{all:?}");
    }

    #[test]
    fn many_texts_of_one_path_without_a_name_are_left_out() {
        let all = learned(&pages(|town, at| {
            let said = |n: usize| {
                let words = WORDS[(n + at) % 6];
                format!(
                    "<div class=said id=c{at}{n}><u>{town}{n} said</u><p class=words>{words} {town}</p></div>"
                )
            };
            let rest = "<p>Imprint</p>".repeat(16);
            let kinds = ["<br>", "<hr>", "<img>", "<wbr>", "<input>", "<br><hr>"];
            let comments: String = (0..6).map(|n| said(n) + kinds[n]).collect();
            format!("<h1>{town}</h1><p class=intro>It is on river {at}</p>{comments}{rest}")
        }));
        assert_eq!(why(&all, "intro"), None);
        let shown: Vec<&str> = all.iter().filter(|(_, why)| why.is_none()).map(|(name, _)| &**name).collect();
        assert_eq!(shown.len(), 2, "{all:?}");
    }

    #[test]
    fn values_on_all_pages_that_look_different_are_kept_without_a_label() {
        let all = learned(&pages(|town, at| {
            let number = 9_780_000_000 + 7919 * at;
            let author = format!("{} {town}", WORDS[at]);
            let values = [
                format!("{number}"),
                author,
                format!("{}.30 EUR", 12 + at),
                format!("{} x 1{at} cm", 20 + at),
                format!("{}", 300 + 17 * at),
                format!("On the river near {town}, in the year of the flood {}", WORDS[(at + 1) % 6]),
            ];
            let rest = "<p>Imprint</p>".repeat(16);
            format!(
                "<h1>{town}</h1><section>{}</section>{rest}",
                values.map(|value| format!("<div>{value}</div>")).concat()
            )
        }));
        let shown: Vec<&str> = all.iter().filter(|(_, why)| why.is_none()).map(|(name, _)| &**name).collect();
        let div = |number: usize| format!("html/section/div {number}");
        let expected = ["html/section/div", &div(2), "price", &div(4), &div(5), &div(6)];
        assert_eq!(shown[1..7], expected, "{all:?}");
    }

    #[test]
    fn rare_fields_are_kept_if_common_fields_with_labels_have_their_path() {
        let all = learned(&pages(|town, at| {
            let row = |label: &str, value: usize| {
                format!("<tr class=r><th>{label}</th><td>{value} {town}</td></tr>")
            };
            let few = if at < 2 { row("Lakes", at + 3) } else { String::new() };
            let odd = if at < 2 { format!("<em><b>Closed:</b> <i>day {at}</i></em>") } else { String::new() };
            format!(
                "<h1>{town}</h1>{odd}<table>{}{few}{}</table><u>End</u>",
                row("Parks", at + 4),
                row("Schools", at + 9)
            )
        }));
        assert_eq!(why(&all, "Lakes"), None);
        assert_eq!(why(&all, "Parks"), None);
        let odd: Vec<_> =
            all.iter().filter(|(name, _)| name == "Closed" || name.starts_with("html/em")).collect();
        assert!(!odd.is_empty() && odd.iter().all(|(_, why)| *why == Some(LeftOut::Rare)), "{all:?}");
    }
}
