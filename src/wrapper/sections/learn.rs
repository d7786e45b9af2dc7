//! Marks: the role of a node in a section of a known kind.
//!
//! In: the pages of one template. Out: the places, kinds and labels of their sections; the nodes of the sections get
//! a [`Mark`].
//!
//! A mark makes the nodes of sections of one kind alike, and those of other kinds different, as an id in the markup
//! would.

use crate::repeat::fold_digits;
use crate::spectrum::exact;
use crate::wrapper::page::node::Page;
use crate::wrapper::section::{By, Form, Place, Section, Traits};
use crate::wrapper::section::{Mark, Role};
use crate::wrapper::sections::classify::{Kind, SectionClassifier, Sections};
use crate::wrapper::sections::cluster::{self, MOST_LABELS};
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The share of labels that recur on other pages must exceed the same share of values by this much: labels recur,
/// values do not. On generated sites whose labels differ a lot 0.25 loses two in three fields, learned from five
/// pages, 0.05 one in four.
const MIN_RECURRENCE_GAIN: f64 = 0.05;

/// The least share of the elements around sections that have a label which most pages have: with names of reviewers beside facts it is small.
const MIN_COMMON_SHARE: f64 = 0.3;

/// The largest share of sections whose label occurs earlier on the page; with more of them, the sections are items of
/// a list.
const MAX_REPEATED_SHARE: f64 = 0.25;

/// The sections in one place by the number of the page, one list for each element around them.
type SectionsByPage = BTreeMap<usize, Vec<Vec<Section>>>;

/// Finds the sections of pages of one template and marks their nodes.
pub(in crate::wrapper) fn find_sections(pages: &mut [Page]) -> Vec<Sections> {
    let mut places: BTreeMap<Place, SectionsByPage> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        for (place, lists) in page.all_sections() {
            places.entry(place).or_default().insert(number, lists);
        }
    }
    // Ids that contain the number of the page make its sections differ from those of other pages; then labels recur
    // more than markup. Ids that number the sections recur as well, but with other labels.
    let by = |place: &Place, of_pages: &SectionsByPage| {
        let [markup, label] = [By::Markup, By::Label].map(|by| recurring_labels(pages, place, of_pages, by));
        let [moved, all] = count_other_markup(pages, of_pages);
        // If markup recurs no more than labels do, or too few labels recur, a single section with other markup
        // decides.
        let has_other_markup = if label.is_some() && label < markup { 2 * moved > all } else { moved > 0 };
        let is_markup = markup.is_some() && markup >= label && !has_other_markup;
        if is_markup { Some(By::Markup) } else { label.map(|_| By::Label) }
    };
    let mut places: Vec<(Place, By, SectionsByPage)> = places
        .into_iter()
        .filter_map(|(place, of_pages)| {
            let by = by(&place, &of_pages)?;
            Some((place, by, of_pages))
        })
        .collect();
    // Outer places first; of these, the places with more sections first.
    let count = |of_pages: &SectionsByPage| of_pages.values().flatten().map(Vec::len).sum::<usize>();
    places.sort_by_key(|(place, _, of_pages)| (place.path.len(), std::cmp::Reverse(count(of_pages))));
    let mut labels: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); pages.len()];
    let mut found = Vec::new();
    let mut next = 0;
    for (place, by, of_pages) in places {
        let mut all = vec![Vec::new(); pages.len()];
        for (page, lists) in of_pages {
            all[page] = lists.concat();
        }
        let ends = ends(pages, &all, &place, by);
        let ended = |(page, sections): (&Page, Vec<Section>)| {
            sections.into_iter().map(|section| page.ended(section, &ends)).collect()
        };
        let of_pages: Vec<Vec<Section>> = pages.iter().zip(all).map(ended).collect();
        let is_taken = |(page, sections): (usize, &Vec<Section>)| {
            sections.iter().any(|section| labels[page].contains(&section.label))
        };
        if of_pages.iter().enumerate().any(is_taken) {
            continue;
        }
        let traits: Vec<Vec<Traits>> = pages
            .iter()
            .zip(&of_pages)
            .map(|(page, sections)| sections.iter().map(|section| page.traits(section, by)).collect())
            .collect();
        let (kinds, numbers) = cluster::kinds(&traits, by);
        for (page, (sections, numbers)) in of_pages.iter().zip(&numbers).enumerate() {
            for (section, &number) in sections.iter().zip(numbers) {
                labels[page].insert(section.label);
                let number = u32::try_from(number).expect("few kinds");
                pages[page].mark(section, Some(next + number));
            }
        }
        next += u32::try_from(kinds.len()).expect("few kinds");
        found.push(Sections { place, by, ends, kinds: kinds.iter().map(Kind::of).collect() });
    }
    found
}

/// Statistics of the elements of one name that are siblings of labels.
#[derive(Default)]
struct SiblingStatistics<'a> {
    count: usize,
    pages: HashSet<usize>,
    /// How often each label is the last one before such an element; an empty label stands for none.
    labels: HashMap<Cow<'a, str>, usize>,
}

/// The names of the elements that end flat sections: most pages have exactly one of that name among the siblings of
/// the labels, and no single label is before it on most of them. Pages without a label there count as well.
fn ends(pages: &[Page], of_pages: &[Vec<Section>], place: &Place, by: By) -> BTreeSet<String> {
    if matches!(place.form, Form::Wrapped { .. }) {
        return BTreeSet::new();
    }
    let mut siblings: BTreeMap<String, SiblingStatistics> = BTreeMap::new();
    let mut pages_with = 0;
    for (number, (page, sections)) in pages.iter().zip(of_pages).enumerate() {
        let mut sections = sections.iter().peekable();
        let mut section: Option<&Section> = None;
        let parents = page.elements_at(&[&place.path]).concat();
        pages_with += usize::from(!parents.is_empty());
        for node in parents.into_iter().flat_map(|parent| page.top(page.inside(parent))) {
            if let Some(next) = sections.next_if(|next| next.head <= node) {
                section = Some(next);
            }
            let name = page.own_name(node);
            if name.is_empty() || section.is_some_and(|section| section.head == node) {
                continue;
            }
            let sibling = siblings.entry(name).or_default();
            sibling.count += 1;
            sibling.pages.insert(number);
            let section = section.filter(|section| section.value.contains(&node));
            let label = section.map(|section| page.identity(section, by)).unwrap_or_default();
            *sibling.labels.entry(label).or_default() += 1;
        }
    }
    let is_end = |(name, SiblingStatistics { count, pages, labels }): (String, SiblingStatistics)| {
        let is_once = count == pages.len() && count > 1 && 2 * count > pages_with;
        (is_once && labels.values().all(|of_label| 2 * of_label <= count)).then_some(name)
    };
    siblings.into_iter().filter_map(is_end).collect()
}

/// The share of labels (or markup, see `by`) that recur on other pages, if the candidates in one place are sections.
fn recurring_labels(pages: &[Page], place: &Place, of_pages: &SectionsByPage, by: By) -> Option<f64> {
    let pages_with = of_pages.len();
    if pages_with < 2 || of_pages.values().flatten().all(|sections| sections.len() < 2) {
        return None;
    }
    // Links that differ in their numbers only point to single things, so their texts are names; such a name recurs
    // only if its target does.
    let mut labels: HashMap<(Cow<str>, Option<Cow<str>>), u64> = HashMap::new();
    let mut values: HashMap<String, u64> = HashMap::new();
    let (mut all, mut first) = (0, 0);
    for (&page, lists) in of_pages {
        let page = &pages[page];
        let sections = || lists.iter().flatten();
        let links: Vec<Option<Cow<str>>> = sections().map(|section| page.link(section)).collect();
        let mut links_by_pattern: HashMap<String, HashSet<&str>> = HashMap::new();
        for link in links.iter().flatten() {
            links_by_pattern.entry(fold_digits(link)).or_default().insert(link);
        }
        let leads_by_number = |link: &Cow<str>| links_by_pattern[&fold_digits(link)].len() > 1;
        let of_page: HashSet<(Cow<str>, Option<Cow<str>>)> = sections()
            .zip(&links)
            .map(|(section, link)| (page.identity(section, by), link.clone().filter(leads_by_number)))
            .collect();
        all += sections().count() as u64;
        // A number of an item is no label.
        let texts = sections().map(|section| fold_digits(page.text(section.label).unwrap_or_default()));
        let distinct = of_page.iter().map(|(identity, _)| identity).collect::<HashSet<_>>().len();
        first += texts.collect::<HashSet<String>>().len().min(distinct) as u64;
        for label in of_page {
            *labels.entry(label).or_default() += 1;
        }
        let of_page: HashSet<String> = sections().map(|section| page.texts(section.value.clone())).collect();
        for value in of_page.into_iter().filter(|value| !value.is_empty()) {
            *values.entry(value).or_default() += 1;
        }
    }
    // Names of similar products recur by chance, but none is on most of the pages.
    let is_common = |pages: u64| 2 * pages > pages_with as u64;
    let common: HashSet<&str> =
        labels.iter().filter(|(_, pages)| is_common(**pages)).map(|((label, _), _)| &**label).collect();
    let (mut elements, mut with_common) = (0_u64, 0_u64);
    for (&page, lists) in of_pages {
        let is_common = |section: &Section| common.contains(&*pages[page].identity(section, by));
        let is_wrapped = matches!(place.form, Form::Wrapped { .. });
        for list in lists.iter().filter(|list| !list.is_empty()) {
            for element in list.chunks(if is_wrapped { 1 } else { list.len() }) {
                elements += 1;
                with_common += u64::from(element.iter().any(is_common));
            }
        }
    }
    let share = recurring(labels.values());
    let are_sections = (3..=MOST_LABELS).contains(&labels.len())
        && exact(with_common) >= MIN_COMMON_SHARE * exact(elements)
        && share - recurring(values.values()) >= MIN_RECURRENCE_GAIN
        && exact(all - first) <= MAX_REPEATED_SHARE * exact(all);
    are_sections.then_some(share)
}

/// The number of sections whose label also occurs with other markup, and the number of all sections.
fn count_other_markup(pages: &[Page], of_pages: &SectionsByPage) -> [usize; 2] {
    let mut labels: HashMap<&str, (usize, bool)> = HashMap::new();
    let mut markups: HashMap<&str, Cow<str>> = HashMap::new();
    for (&page, lists) in of_pages {
        let page = &pages[page];
        for section in lists.iter().flatten() {
            let label = page.text(section.label).unwrap_or_default();
            let markup = page.identity(section, By::Markup);
            let (count, has_other_markup) = labels.entry(label).or_default();
            *count += 1;
            *has_other_markup |= *markups.entry(label).or_insert_with(|| markup.clone()) != markup;
        }
    }
    let moved =
        labels.values().filter(|(_, has_other_markup)| *has_other_markup).map(|(count, _)| count).sum();
    [moved, labels.values().map(|(count, _)| count).sum()]
}

/// The share of all occurrences that belong to things which occur more than once.
fn recurring<'a>(counts: impl Iterator<Item = &'a u64> + Clone) -> f64 {
    let all: u64 = counts.clone().sum();
    exact(counts.filter(|&&count| count > 1).sum()) / exact(all.max(1))
}

impl Page<'_> {
    /// Marks the nodes of a section that have no mark yet.
    fn mark(&mut self, section: &Section, kind: Option<u32>) {
        let mut mark = |node: u32, role: Role| {
            self.nodes[node as usize].mark.get_or_insert(Mark { kind, role });
        };
        mark(section.head, Role::Head);
        mark(section.label, Role::Label);
        let is_beside = section.value.start >= self.node(section.head).end;
        let beside: Vec<u32> = if is_beside { self.top(section.value.clone()).collect() } else { Vec::new() };
        for node in beside {
            self.nodes[node as usize].mark.get_or_insert(Mark { kind, role: Role::Value });
        }
    }

    /// Marks the sections of a page by the template's known sections.
    pub(in crate::wrapper) fn mark_sections(&mut self, section_classifiers: &[SectionClassifier]) {
        for node in &mut self.nodes {
            node.mark = None;
        }
        self.unknown.clear();
        let mut next = 0;
        let places: Vec<&Place> = section_classifiers.iter().map(|classifier| &classifier.place).collect();
        for (classifier, sections) in section_classifiers.iter().zip(self.sections(&places)) {
            let sections: Vec<Section> =
                sections.into_iter().map(|section| self.ended(section, &classifier.ends)).collect();
            let kinds = classifier.classify(self, &sections);
            for (section, kind) in sections.into_iter().zip(kinds) {
                self.mark(&section, kind.map(|kind| next + u32::try_from(kind).expect("few kinds")));
                if kind.is_none() {
                    self.unknown.push(section);
                }
            }
            next += classifier.kinds();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Extractor, Learner, Shape};

    /// Without the end, the last section of a page would contain the card, which a page without sections has as well.
    #[test]
    fn an_element_that_most_pages_have_once_ends_a_section_even_if_few_pages_have_sections() {
        let items = |number: usize| -> Vec<String> {
            (0..=number).map(|n| format!("{} figs", 10 * n + number)).collect()
        };
        let page = |number: usize, labels: &[&str]| {
            let section = |label: &&str| format!("<h2>{label}</h2><p>{label} of day {number}.");
            let sections: String = labels.iter().map(section).collect();
            let items = items(number).join("<li>");
            let card = format!("<div class=card><h3>Parts</h3><ul><li>{items}</ul></div>");
            format!(
                "<main><h1>Thing {number}</h1><article><p>Day {number}.{sections}{card}</article>\
                 <article><h2>Next</h2><p>Night {number}.</article></main>"
            )
        };
        let pages = [page(1, &[]), page(2, &["Why", "How", "When"])];
        let corpus =
            pages.iter().enumerate().map(|(at, page)| Document::new(format!("{at}"), &**page)).collect();
        let wrapper = Learner::new().shape(Shape::Page).learn(&corpus).expect("a template");
        let extractor = Extractor::new(&wrapper);
        for (page, number) in pages.iter().zip(1..) {
            let rows = [extractor.extract(page).expect("it fits").page];
            assert!(rows[0].iter().flatten().any(|value| value.texts == items(number)), "{number}: {rows:?}");
        }
    }
}
