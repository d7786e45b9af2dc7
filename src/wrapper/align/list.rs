//! Lists within a page of one thing: similar elements in a row, each an item of one field.
//!
//! In: stretches that play the same role. Out: one repeated element, with a slot for the content of an item. So a
//! list is kept whole, item by item. Anchors inside the items ("1 cup" occurs once on every page) would cut it into
//! columns.
//!
//! ```text
//! page 1  <ul><li>1 cup <b>flour</b><li>2 <b>eggs</b></ul>     page 2  <ul><li>1 cup <b>milk</b><li>3 <b>figs</b><li>2 <b>nuts</b></ul>
//! values  "1 cup flour", "2 eggs"                                      "1 cup milk", "3 figs", "2 nuts"
//! ```
//!
//! Items are elements of one name with similar content, whose texts differ between pages. Elements that begin or end with
//! texts which recur from page to page are fields with labels, not items. Elements with the same text on all pages
//! are template. An element that holds such a list is a group of items, and is repeated around its items.
//!
//! Time O(nodes of the stretches).

use crate::measure::{TEXT, are_some, is_brief};
use crate::page::digest::{BASIS, mix, spread};
use crate::repeat::fold_digits;
use crate::spectrum::exact;
use crate::wrapper::align::{AlignedPart, NodeRef, PartialAlignment, Stretch, TemplatePages};
use crate::wrapper::page::label_text::{icon, may_be_label};
use crate::wrapper::page::node::{NodeKind, Page, is_formatting, number};
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The least share of items whose text is on one page only: menus are below it.
const MIN_OWN_SHARE: f64 = 0.5;

/// The least share of items with similar content: with 0.8 2.2% of the texts of swde are in no field instead of 1.6%.
const MIN_ALIKE_SHARE: f64 = 0.7;

/// List items, and rows under a header row, of which every page has the same number are items only if there are at least this many;
/// fewer are rather fields: an author, a date. Other elements are then fields, however many there are.
const MIN_CONSTANT_COUNT: usize = 4;

/// List items of stretches: their tag's name, and for each stretch its items.
struct ListItems<'a> {
    name: &'a str,
    of: Vec<Vec<u32>>,
}

/// Whether elements of a name can be items; formatting and the cells of labels and values cannot.
pub(in crate::wrapper) fn may_be_item(name: &str) -> bool {
    !is_formatting(name) && !matches!(name, "td" | "th" | "dt" | "dd")
}

/// A hash of the symbols of some texts.
fn text_hash(page: &Page, texts: &[u32]) -> u64 {
    spread(texts.iter().fold(BASIS, |all, &text| mix(all, u64::from(page.node(text).symbol))))
}

impl Page<'_> {
    /// Whether an element contains the main heading of its page.
    fn holds_title(&self, element: u32) -> bool {
        self.inside(element).any(|node| self.name(node) == Some("h1"))
    }

    /// What may be the label of an item: its icon, the text that it begins with, and the one behind all others.
    fn possible_labels(&self, item: u32, texts: &[u32]) -> Vec<String> {
        let icon = match self.node(item).kind {
            NodeKind::Element(id) => icon(&self.tree, id),
            NodeKind::Text(_) => None,
        };
        let last = texts[1..].last();
        let texts = texts.first().into_iter().chain(last).filter_map(|&text| self.text(text));
        let texts = texts.filter(|text| may_be_label(text) && !self.is_under_header(item)).map(fold_digits);
        let mut labels: Vec<String> = texts.chain(icon).collect();
        labels.dedup();
        labels
    }
}

impl TemplatePages<'_> {
    /// The list of items that these stretches consist of, if they do.
    pub(in crate::wrapper) fn items(&self, stretches: &[Stretch]) -> Option<Vec<AlignedPart>> {
        let items = self.like_elements(stretches)?;
        let several = items.of.iter().filter(|items| items.len() > 1).count();
        let filled = items.of.iter().filter(|items| !items.is_empty()).count();
        if 2 * several <= filled {
            return None;
        }
        let counts = || items.of.iter().map(Vec::len).filter(|&count| count > 0);
        let says_none =
            || stretches.iter().zip(&items.of).any(|(of, items)| items.is_empty() && !of.nodes.is_empty());
        let varies = counts().min() != counts().max() || says_none();
        let least = match items.name {
            "li" if self.are_steps(stretches, &items) => 2,
            "li" => MIN_CONSTANT_COUNT,
            "tr" if self.are_under_header(stretches, &items) => MIN_CONSTANT_COUNT,
            _ => usize::MAX,
        };
        if !varies && counts().any(|count| count < least) {
            return None;
        }
        if self.hold_title(stretches, &items)
            || !self.are_alike(stretches, &items)
            || filled > 1 && !self.are_page_specific(stretches, &items)
        {
            return None;
        }
        let (occurrences, inner) = self.members(stretches, &items.of);
        let groups = inner.iter().filter(|inner| self.holds_items(inner)).count();
        let inside = if 2 * groups > inner.len() {
            self.align(&inner, Vec::new())
        } else {
            self.numbered(&inner).unwrap_or_else(|| self.slot(&inner))
        };
        (!inside.is_empty()).then(|| vec![AlignedPart::Element { occurrences, repeated: true, inside }])
    }

    /// The parts of items that begin with their number in an element of its own (`Step 1`): the number, and the rest.
    /// `None` if the items are not numbered.
    fn numbered(&self, inner: &[Stretch]) -> Option<Vec<AlignedPart>> {
        let mut label: Option<String> = None;
        let (mut begins, mut last) = (0, 0);
        let (mut firsts, mut rests) = (Vec::new(), Vec::new());
        for stretch in inner {
            let page = self.page(stretch);
            let text = *self.texts_of(stretch.page, stretch.nodes.clone()).first()?;
            let own = fold_digits(page.text(text)?);
            let own_number = number(page.text(text)?)?;
            if *label.get_or_insert_with(|| own.clone()) != own || own_number != last + 1 && own_number > 1 {
                return None;
            }
            begins += usize::from(own_number <= 1);
            last = own_number;
            let mut tops = page.top(stretch.nodes.clone()).filter(|&top| text < page.node(top).end);
            let first = tops.next()?;
            firsts.push(NodeRef { page: stretch.page, node: first });
            rests.push(Stretch { nodes: page.node(first).end..stretch.nodes.end, ..stretch.clone() });
        }
        if 2 * begins > inner.len() {
            return None;
        }
        let page = |node_ref: &NodeRef| &self.pages[node_ref.page as usize];
        let name = page(firsts.first()?).name(firsts[0].node)?;
        if firsts.iter().any(|node_ref| page(node_ref).name(node_ref.node) != Some(name)) {
            return None;
        }
        let inside: Vec<Stretch> = firsts.iter().map(|&node_ref| self.inside(node_ref)).collect();
        let texts = |stretch: &Stretch| self.texts_of(stretch.page, stretch.nodes.clone()).len();
        let is_parted = inside.iter().all(|inside| texts(inside) == 1);
        let has_rest = 2 * rests.iter().filter(|rest| texts(rest) > 0).count() > rests.len();
        let inside = match (is_parted, has_rest) {
            (true, true) => self.slot(&inside),
            (false, false) => self.numbered(&inside)?,
            _ => return None,
        };
        let mut found = vec![AlignedPart::Element { occurrences: firsts, repeated: false, inside }];
        Self::add(&mut found, self.slot(&rests));
        Some(found)
    }

    /// Splits stretches by groups of items among other parts, a different number of them on different pages:
    /// ingredients for the dough, for the sauce. The headings of the groups do not belong to them.
    pub(in crate::wrapper) fn item_groups(&self, stretches: &[Stretch]) -> Option<PartialAlignment> {
        let ListItems { of, .. } = self.like_groups(stretches)?;
        let ends = |nodes: &Vec<u32>, stretch: &Stretch| {
            let (first, last) = (*nodes.first()?, *nodes.last()?);
            Some(first..self.page(stretch).node(last).end)
        };
        let runs: Vec<Option<Range<u32>>> =
            of.iter().zip(stretches).map(|(nodes, stretch)| ends(nodes, stretch)).collect();
        let [left, right] = self.left_and_right(stretches, &runs);
        let (occurrences, inner) = self.members(stretches, &of);
        let mut found = self.align(&left, Vec::new());
        let inside = self.align(&inner, Vec::new());
        Self::add(&mut found, vec![AlignedPart::Element { occurrences, repeated: true, inside }]);
        Some(PartialAlignment { found, rest: Some(right) })
    }

    /// The groups of items with most texts in all: elements with one symbol, most of which hold a list, a different
    /// number of them in different stretches.
    fn like_groups(&self, stretches: &[Stretch]) -> Option<ListItems<'_>> {
        let mut symbols: BTreeMap<u32, ListItems> = BTreeMap::new();
        for (number, stretch) in stretches.iter().enumerate() {
            let page = self.page(stretch);
            for node in page.top(stretch.nodes.clone()).filter(|&node| page.node(node).mark.is_none()) {
                let Some(name) = page.name(node).filter(|name| may_be_item(name)) else { continue };
                let all = || ListItems { name, of: vec![Vec::new(); stretches.len()] };
                symbols.entry(page.node(node).symbol).or_insert_with(all).of[number].push(node);
            }
        }
        let texts = |of: &[Vec<u32>]| -> usize {
            let texts = |(stretch, nodes): (&Stretch, &Vec<u32>)| {
                let page = self.page(stretch);
                nodes.iter().map(|&node| self.texts_of(stretch.page, page.inside(node)).len()).sum::<usize>()
            };
            stretches.iter().zip(of).map(texts).sum()
        };
        let vary = |items: &ListItems| {
            let counts = || items.of.iter().map(Vec::len).filter(|&count| count > 0);
            counts().count() > 1 && counts().max() > counts().min()
        };
        let groups = symbols.into_values().filter(vary);
        let groups = groups.max_by_key(|items| texts(&items.of))?;
        let (_, inner) = self.members(stretches, &groups.of);
        let lists = inner.iter().filter(|inner| self.holds_items(inner)).count();
        let is_found = 2 * lists > inner.len()
            && stretches.iter().zip(&groups.of).all(|(stretch, nodes)| self.are_near(stretch, nodes))
            && self.are_page_specific(stretches, &groups);
        is_found.then_some(groups)
    }

    /// Whether only headings are between these children of a stretch, and none of them contains the page's main
    /// heading.
    fn are_near(&self, stretch: &Stretch, nodes: &[u32]) -> bool {
        let page = self.page(stretch);
        let is_heading = |pair: &[u32]| {
            let between = self.texts_of(stretch.page, page.node(pair[0]).end..pair[1]);
            let text = |&text: &u32| page.text(text).unwrap_or_default();
            between.len() <= 2 && is_brief(&between.iter().map(text).collect::<String>())
        };
        nodes.windows(2).all(is_heading) && !nodes.iter().any(|&node| page.holds_title(node))
    }

    /// The nodes of all stretches in one list, and their contents as stretches.
    fn members(&self, stretches: &[Stretch], of: &[Vec<u32>]) -> (Vec<NodeRef>, Vec<Stretch>) {
        let of_stretch = |(stretch, nodes): (&Stretch, &Vec<u32>)| {
            nodes.iter().map(|&node| NodeRef { page: stretch.page, node }).collect::<Vec<_>>()
        };
        let occurrences: Vec<NodeRef> = stretches.iter().zip(of).flat_map(of_stretch).collect();
        let inner = occurrences.iter().map(|&node_ref| self.inside(node_ref)).collect();
        (occurrences, inner)
    }

    /// Whether header rows tell what the cells of items are.
    fn are_under_header(&self, stretches: &[Stretch], items: &ListItems) -> bool {
        let mut of_stretch = stretches.iter().zip(&items.of);
        of_stretch.all(|(stretch, items)| items.iter().all(|&item| self.page(stretch).is_under_header(item)))
    }

    /// Whether items are in a numbered list, or as long as paragraphs on average.
    fn are_steps(&self, stretches: &[Stretch], items: &ListItems) -> bool {
        let (mut words, mut count) = (0, 0);
        for (stretch, items) in stretches.iter().zip(&items.of) {
            let page = self.page(stretch);
            if !items.is_empty() && page.name(stretch.parent) == Some("ol") {
                return true;
            }
            for &item in items {
                let texts =
                    self.texts_of(stretch.page, page.inside(item)).iter().filter_map(|&text| page.text(text));
                words += texts.map(|text| text.split_whitespace().count()).sum::<usize>();
                count += 1;
            }
        }
        words >= usize::from(TEXT) * count
    }

    /// The elements of stretches that consist of elements of one name, with no words between them. Instead of them a stretch can have
    /// one other element, which says that there are none.
    fn like_elements(&self, stretches: &[Stretch]) -> Option<ListItems<'_>> {
        let mut of: Vec<(Option<&str>, Vec<u32>)> = Vec::with_capacity(stretches.len());
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for stretch in stretches {
            let page = self.page(stretch);
            let (mut name, mut items) = (None, Vec::new());
            for node in page.top(stretch.nodes.clone()) {
                match (page.name(node), page.text(node)) {
                    (Some(own), _) if *name.get_or_insert(own) != own => return None,
                    (Some(_), _) if page.node(node).mark.is_some() => return None,
                    (Some(_), _) => items.push(node),
                    (None, text) if text.is_some_and(|text| text.contains(char::is_alphanumeric)) => {
                        return None;
                    }
                    (None, _) => {}
                }
            }
            if let Some(name) = name {
                *counts.entry(name).or_default() += items.len();
            }
            of.push((name, items));
        }
        let name = counts.into_iter().max_by_key(|&(_, count)| count)?.0;
        let items = |(own, items): (Option<&str>, Vec<u32>)| match own {
            Some(own) if own != name => (items.len() == 1).then(Vec::new),
            _ => Some(items),
        };
        let of = of.into_iter().map(items).collect::<Option<Vec<_>>>()?;
        may_be_item(name).then_some(ListItems { name, of })
    }

    /// Whether a stretch with several items has the page's main heading in one of them: then they are the main parts
    /// of the page, not items.
    fn hold_title(&self, stretches: &[Stretch], items: &ListItems) -> bool {
        stretches.iter().zip(&items.of).filter(|(_, items)| items.len() > 1).any(|(stretch, items)| {
            let page = self.page(stretch);
            items.iter().any(|&item| page.holds_title(item))
        })
    }

    /// Whether most items contain the same kinds of elements as most others do. Elements other than `li` and `tr`
    /// must also mostly have the same symbol.
    fn are_alike(&self, stretches: &[Stretch], items: &ListItems) -> bool {
        let mut symbols: HashMap<u32, usize> = HashMap::new();
        let mut held: HashMap<&str, usize> = HashMap::new();
        let mut holds: Vec<BTreeSet<&str>> = Vec::new();
        for (stretch, items) in stretches.iter().zip(&items.of) {
            let page = self.page(stretch);
            for &item in items {
                *symbols.entry(page.node(item).symbol).or_default() += 1;
                let names = page.inside(item).filter_map(|node| page.name(node));
                let names: BTreeSet<&str> = names
                    .filter(|name| !is_formatting(name) && !matches!(*name, "a" | "img" | "span"))
                    .collect();
                for name in &names {
                    *held.entry(name).or_default() += 1;
                }
                holds.push(names);
            }
        }
        let all = holds.len();
        let most = symbols.values().copied().max().unwrap_or_default();
        if exact(most as u64) < MIN_ALIKE_SHARE * exact(all as u64) && !matches!(items.name, "li" | "tr") {
            return false;
        }
        let core: BTreeSet<&str> =
            held.into_iter().filter(|(_, count)| 2 * count > all).map(|(name, _)| name).collect();
        let is_like =
            |names: &&BTreeSet<&str>| 2 * names.intersection(&core).count() >= names.union(&core).count();
        exact(holds.iter().filter(is_like).count() as u64) >= MIN_ALIKE_SHARE * exact(all as u64)
    }

    /// Whether the texts of most items are on no other page, and most items have no label at their beginning or end.
    fn are_page_specific(&self, stretches: &[Stretch], items: &ListItems) -> bool {
        // For each item's text the last page and the number of pages with it; for each possible label how often each page has it.
        let mut page_counts: HashMap<u64, (u32, u32)> = HashMap::new();
        let mut labels: HashMap<String, HashMap<u32, u32>> = HashMap::new();
        let mut all: Vec<(u32, u64, Vec<String>)> = Vec::new();
        for (stretch, items) in stretches.iter().zip(&items.of) {
            let page = self.page(stretch);
            for &item in items {
                let texts = self.texts_of(stretch.page, page.inside(item));
                if texts.is_empty() {
                    continue;
                }
                let whole = text_hash(page, texts);
                let (last, pages) = page_counts.entry(whole).or_insert((stretch.page, 1));
                *pages += u32::from(*last != stretch.page);
                *last = stretch.page;
                let own = page.possible_labels(item, texts);
                for label in &own {
                    *labels.entry_ref(label.as_str()).or_default().entry(stretch.page).or_default() += 1;
                }
                all.push((stretch.page, whole, own));
            }
        }
        let pages = all.iter().map(|item| item.0).collect::<HashSet<_>>().len();
        let specific = all.iter().filter(|item| page_counts[&item.1].1 == 1).count();
        let is_label = |page: &u32, label: &String| {
            let on = &labels[label];
            on[page] == 1 && on.len() > 1 && are_some(on.len(), pages)
        };
        let has_label =
            |(page, _, own): &&(u32, u64, Vec<String>)| own.iter().any(|label| is_label(page, label));
        let labelled = all.iter().filter(has_label).count();
        pages > 1
            && exact(specific as u64) >= MIN_OWN_SHARE * exact(all.len() as u64)
            && 2 * labelled <= all.len()
    }

    /// The text nodes of a page within a range of nodes.
    fn texts_of(&self, page: u32, nodes: Range<u32>) -> &[u32] {
        let texts = &self.texts[page as usize];
        &texts[texts.partition_point(|&text| text < nodes.start)
            ..texts.partition_point(|&text| text < nodes.end)]
    }

    /// Whether most texts of an element are in similar elements in a row.
    fn holds_items(&self, item: &Stretch) -> bool {
        let page = self.page(item);
        let count = |nodes: Range<u32>| self.texts_of(item.page, nodes).len();
        let all = count(item.nodes.clone());
        let mut nodes = item.nodes.clone();
        loop {
            let (mut fullest, mut most) = (None, 0);
            let (mut symbol, mut elements, mut is_row) = (None, 0, true);
            for node in page.top(nodes.clone()) {
                let own = page.node(node);
                if page.is_text(node) {
                    is_row &= !page.text(node).is_some_and(|text| text.contains(char::is_alphanumeric));
                    continue;
                }
                elements += 1;
                is_row &= *symbol.get_or_insert(own.symbol) == own.symbol;
                is_row &= !page
                    .name(node)
                    .is_some_and(|name| is_formatting(name) || matches!(name, "td" | "a" | "span"));
                let held = count(node..own.end);
                if held > most {
                    (fullest, most) = (Some(node), held);
                }
            }
            if is_row && elements > 1 {
                return true;
            }
            match fullest {
                Some(node) if 2 * most > all => nodes = page.inside(node),
                _ => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Extractor, Learner, Shape};

    fn values(pages: &[&str], field: &str) -> Vec<Vec<String>> {
        let documents = pages.iter().zip(0..).map(|(page, number)| Document::new(format!("{number}"), *page));
        let wrapper = Learner::new().shape(Shape::Page).learn(&documents.collect()).expect("a template");
        let fields = &wrapper.templates[0].fields;
        let column = fields.iter().position(|one| one.name == field);
        let column =
            column.unwrap_or_else(|| panic!("{:?}", fields.iter().map(|one| &one.name).collect::<Vec<_>>()));
        let extractor = Extractor::new(&wrapper);
        let value =
            |page: &&str| extractor.extract(page).expect("it fits").page[column].clone().unwrap_or_default();
        pages.iter().map(value).map(|value| value.texts).collect()
    }

    #[test]
    fn a_list_is_kept_whole_whatever_its_items_share() {
        let pages = [
            "<h1>Bread</h1><h2>Needs</h2><ul><li>1 cup <b>flour</b><li>2 <b>eggs</b></ul><p>Bake it for long.",
            "<h1>Cake</h1><h2>Needs</h2><ul><li>1 cup <b>milk</b><li>3 <b>figs</b><li>2 <b>nuts</b></ul><p>Stir it with a spoon.",
        ];
        let expected = [vec!["1 cup flour", "2 eggs"], vec!["1 cup milk", "3 figs", "2 nuts"]];
        assert_eq!(values(&pages, "Needs"), expected);
    }

    #[test]
    fn groups_of_items_are_one_list_however_many_a_page_has() {
        let pages = [
            "<h1>Bread</h1><h2>Needs</h2><div><ul><li>1 <b>egg</b><li>2 cups <b>flour</b></ul></div><p>Bake it.",
            "<h1>Cake</h1><h2>Needs</h2><div><h3>Dough</h3><ul><li>1 <b>egg</b><li>3 <b>figs</b><li>2 <b>nuts</b></ul></div>\
             <div><h3>Cream</h3><ul><li>1 cup <b>milk</b><li>4 <b>pears</b></ul></div><p>Stir it.",
        ];
        let expected =
            [vec!["1 egg", "2 cups flour"], vec!["1 egg", "3 figs", "2 nuts", "1 cup milk", "4 pears"]];
        assert_eq!(values(&pages, "div/ul/li"), expected);
    }

    #[test]
    fn numbered_items_are_a_list_without_their_numbers() {
        let page = |title: &str, steps: &[&str]| {
            let step = |(number, step): (usize, &&str)| {
                format!(
                    "<li><h3>PartialAlignment {number}</h3><p>{step} as long as it takes, then let it rest.</p></li>"
                )
            };
            let steps = (1..).zip(steps).map(step).collect::<Vec<_>>().concat();
            format!("<h1>{title}</h1><h2>Method</h2><ul>{steps}</ul>")
        };
        let pages =
            [page("Bread", &["Knead it", "Bake it"]), page("Cake", &["Stir it", "Cook it", "Cut it"])];
        let rest = |step: &str| format!("{step} as long as it takes, then let it rest.");
        let expected =
            [vec![rest("Knead it"), rest("Bake it")], vec![rest("Stir it"), rest("Cook it"), rest("Cut it")]];
        assert_eq!(values(&pages.each_ref().map(String::as_str), "ul/li/p"), expected);
    }

    #[test]
    fn a_list_that_only_one_page_has_is_kept_whole() {
        let pages = [
            "<div><h2>Food</h2><b>1</b></div><h1>Bread</h1><p>Bake it.",
            "<div><h2>Food</h2><b>2</b></div><h1>Cake</h1><ul class=needs><li>1 <b>egg</b><li>3 <b>figs</b><li>2 <b>nuts</b><li>1 <b>pear</b></ul><p>Stir it.",
        ];
        assert_eq!(values(&pages, "needs/li"), [vec![], vec!["1 egg", "3 figs", "2 nuts", "1 pear"]]);
    }

    #[test]
    fn each_row_with_a_label_is_a_field() {
        let pages = [
            "<h1>Ann</h1><ul><li><b>Age</b> <i>30</i><li><b>Town</b> <i>Bonn</i></ul>",
            "<h1>Bob</h1><ul><li><b>Age</b> <i>4</i><li><b>Town</b> <i>Lyon</i></ul>",
            "<h1>Cy</h1><ul><li><b>Age</b> <i>61</i><li><b>Town</b> <i>Graz</i></ul>",
        ];
        assert_eq!(values(&pages, "Town"), [["Bonn"], ["Lyon"], ["Graz"]]);
    }
}
