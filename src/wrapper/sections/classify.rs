//! Assigns the sections of a page to the kinds of section that the template has.
//!
//! In: the kinds, in page order, with the labels, shapes and lengths of their sections on the learning pages, and the
//! sections of a page. Out: for each section its kind, or none.
//!
//! ```text
//! kinds     Summary   Aim = Goals    Grading   Office
//! sections  Summary   What you learn   Grading            "What you learn" is assigned to Aim by its position
//! ```
//!
//! A section whose label belongs to one kind only is of that kind. The longest chain of such sections in the order of the
//! kinds are anchors. The sections between two anchors are aligned with the kinds between theirs, by dynamic programming:
//! in order, with the largest sum of log scores, where a kind may be missing and a section may have no kind. Last, a
//! section with a known label that is out of order gets its kind if no other section has it.
//!
//! Time: one look-up for a section with a known label; O(sections x kinds) between two anchors.

use crate::spectrum::exact;
use crate::wrapper::chain::longest_chain;
use crate::wrapper::page::node::Page;
use crate::wrapper::section::{By, Place, Section, Traits};
use crate::wrapper::sections::cluster::KindMembers;
use crate::wrapper::sections::label_likeness::{Likeness, NGrams};
use crate::wrapper::sections::merge_gain::{LABEL_MIDDLE, LABEL_SCALE};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The log score of a section without a kind, about the logarithm of two per cent.
const LOG_UNASSIGNED: f64 = -4.0;

/// The sections in one position of a template's pages, by kind.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Sections {
    /// Their position and arrangement.
    #[serde(flatten)]
    pub place: Place,
    /// How their kinds are distinguished.
    pub by: By,
    /// The sibling elements that end a section: their tags with the attributes that identify them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub ends: BTreeSet<String>,
    /// Their kinds in page order.
    pub kinds: Vec<Kind>,
}

/// Sections with the same meaning on all pages, under one label or several.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Kind {
    /// The label that most pages have.
    pub name: String,
    /// The labels, or their identities in the markup, with the number of pages that have them.
    pub labels: BTreeMap<String, u32>,
    /// The tags of the values, with the number of pages that have them.
    pub shapes: BTreeMap<String, u32>,
    /// The lengths of the values in bits, with the number of pages that have them.
    pub lengths: BTreeMap<u32, u32>,
}

impl Kind {
    pub(in crate::wrapper) fn of(kind: &KindMembers) -> Self {
        let mut labels: BTreeMap<String, u32> = BTreeMap::new();
        let mut shapes: BTreeMap<String, u32> = BTreeMap::new();
        let mut lengths: BTreeMap<u32, u32> = BTreeMap::new();
        for traits in kind.sections.values() {
            *labels.entry(traits.label.clone()).or_default() += 1;
            *shapes.entry(traits.shape.clone()).or_default() += 1;
            *lengths.entry(traits.length).or_default() += 1;
        }
        let mut names: BTreeMap<&str, u32> = BTreeMap::new();
        for traits in kind.sections.values() {
            *names.entry(&traits.name).or_default() += 1;
        }
        let first = |a: &(&&str, &u32), b: &(&&str, &u32)| a.1.cmp(b.1).then(b.0.cmp(a.0));
        let name = names.iter().max_by(first).map(|(name, _)| (*name).to_owned()).unwrap_or_default();
        Kind { name, labels, shapes, lengths }
    }

    fn sections(&self) -> u32 {
        self.labels.values().sum()
    }
}

impl Page<'_> {
    /// The properties of a section by which its kind is determined.
    pub(in crate::wrapper) fn traits(&self, section: &Section, by: By) -> Traits {
        let value = self.texts(section.value.clone());
        let length = value.chars().count();
        let of = |is: fn(char) -> bool| value.chars().filter(|&char| is(char)).count();
        let mut shape = self.shape(section.value.clone());
        if length > 0 && of(char::is_numeric) >= of(char::is_alphabetic) {
            shape.push('#');
        }
        Traits {
            label: self.identity(section, by).into_owned(),
            name: self.text(section.label).unwrap_or_default().to_owned(),
            shape,
            length: usize::BITS - length.leading_zeros(),
        }
    }
}

/// Counts by key, with their sum.
#[derive(Debug)]
struct CountTable<K> {
    of: HashMap<K, u32>,
    sum: u32,
}

impl<K: Eq + std::hash::Hash> CountTable<K> {
    fn new(counts: impl Iterator<Item = (K, u32)>) -> Self {
        let mut all = CountTable { of: HashMap::new(), sum: 0 };
        for (key, count) in counts {
            *all.of.entry(key).or_default() += count;
            all.sum += count;
        }
        all
    }

    fn get<Q>(&self, key: &Q) -> f64
    where
        Q: Eq + std::hash::Hash + ?Sized,
        K: std::borrow::Borrow<Q>,
    {
        self.of.get(key).map_or(0.0, |&count| f64::from(count))
    }
}

/// The logarithm of how much more frequent a trait is among the `sections` of a kind (`here`) than among `all`
/// (`anywhere`), both smoothed; `different` is the number of different traits.
fn log_likelihood_ratio(here: f64, sections: f64, anywhere: f64, all: f64, different: usize) -> f64 {
    let usual = (anywhere + 1.0) / (all + exact(different as u64) + 1.0);
    ((here + usual) / (sections + 1.0) / usual).ln()
}

/// Assigns sections to the kinds of [`Sections`].
#[derive(Debug)]
pub(in crate::wrapper) struct SectionClassifier {
    pub(in crate::wrapper) place: Place,
    by: By,
    pub(in crate::wrapper) ends: BTreeSet<String>,
    kinds: Vec<Kind>,
    /// The number of learning pages.
    pages: f64,
    /// The kind of every known label; `None` for a label of several kinds.
    kind_of_label: HashMap<String, Option<usize>>,
    labels: CountTable<String>,
    shapes: CountTable<String>,
    lengths: CountTable<u32>,
    likeness: Likeness,
    n_grams: Vec<Vec<NGrams>>,
}

impl SectionClassifier {
    pub(in crate::wrapper) fn new(sections: &Sections, pages: u32) -> Self {
        let Sections { place, by, ends, kinds } = sections;
        let mut kind_of_label: HashMap<String, Option<usize>> = HashMap::new();
        for (number, kind) in kinds.iter().enumerate() {
            for label in kind.labels.keys() {
                kind_of_label
                    .entry_ref(label.as_str())
                    .and_modify(|kind| *kind = None)
                    .or_insert(Some(number));
            }
        }
        let mut known: Vec<&str> = kind_of_label.keys().map(String::as_str).collect();
        known.sort_unstable();
        let likeness = Likeness::among(known);
        let n_grams = |kind: &Kind| kind.labels.keys().map(|label| likeness.n_grams(label)).collect();
        let strings = |map: fn(&Kind) -> &BTreeMap<String, u32>| {
            CountTable::new(
                kinds.iter().flat_map(move |kind| map(kind).iter().map(|(key, &count)| (key.clone(), count))),
            )
        };
        SectionClassifier {
            place: place.clone(),
            by: *by,
            ends: ends.clone(),
            pages: f64::from(pages),
            labels: strings(|kind| &kind.labels),
            shapes: strings(|kind| &kind.shapes),
            lengths: CountTable::new(
                kinds.iter().flat_map(|kind| kind.lengths.iter().map(|(&key, &count)| (key, count))),
            ),
            n_grams: kinds.iter().map(n_grams).collect(),
            kinds: kinds.clone(),
            kind_of_label,
            likeness,
        }
    }

    /// The number of kinds.
    pub(in crate::wrapper) fn kinds(&self) -> u32 {
        u32::try_from(self.kinds.len()).expect("few kinds")
    }

    /// The kind of each section of a page, in page order; `None` for a section of unknown kind.
    pub(in crate::wrapper) fn classify(&self, page: &Page, sections: &[Section]) -> Vec<Option<usize>> {
        let label = |section: &Section| page.identity(section, self.by);
        let by_label: Vec<(usize, usize)> = sections
            .iter()
            .enumerate()
            .filter_map(|(at, section)| Some((at, (*self.kind_of_label.get(&*label(section))?)?)))
            .collect();
        let mut assigned = vec![None; sections.len()];
        let mut taken = vec![false; self.kinds.len()];
        let (mut section, mut kind) = (0, 0);
        let anchors = longest_chain(&by_label);
        let end = (sections.len(), self.kinds.len());
        for &(at, known_kind) in &anchors {
            assigned[at] = Some(known_kind);
            taken[known_kind] = true;
        }
        for &(at, known_kind) in anchors.iter().chain(&[end]) {
            if section < at && kind < known_kind {
                for (between, of) in self.align_between(page, &sections[section..at], kind..known_kind) {
                    assigned[section + between] = Some(of);
                    taken[of] = true;
                }
            }
            (section, kind) = (at + 1, known_kind + 1);
        }
        for (at, known_kind) in by_label {
            if assigned[at].is_none() && !taken[known_kind] {
                assigned[at] = Some(known_kind);
                taken[known_kind] = true;
            }
        }
        assigned
    }

    /// Aligns consecutive sections with consecutive kinds: the pairs with the largest sum of log scores.
    fn align_between(
        &self,
        page: &Page,
        sections: &[Section],
        kinds: std::ops::Range<usize>,
    ) -> Vec<(usize, usize)> {
        let (rows, columns) = (sections.len(), kinds.len());
        let at = |row: usize, column: usize| row * (columns + 1) + column;
        // best[row][column]: the largest sum for the first `row` sections and the first `column` kinds.
        let mut best = vec![0.0; (rows + 1) * (columns + 1)];
        let mut step = vec![SectionStep::Kind; best.len()];
        for row in 0..=rows {
            let section = row.checked_sub(1).map(|before| {
                let traits = page.traits(&sections[before], self.by);
                (self.likeness.n_grams(&traits.label), traits)
            });
            for column in 0..=columns {
                let kind = kinds.start + column;
                let mut most = (if row + column == 0 { 0.0 } else { f64::NEG_INFINITY }, SectionStep::Kind);
                if column > 0 {
                    most.0 = best[at(row, column - 1)] + self.log_absence(kind - 1);
                }
                if let Some((n_grams, traits)) = &section {
                    let left_out = best[at(row - 1, column)] + LOG_UNASSIGNED;
                    if left_out > most.0 {
                        most = (left_out, SectionStep::Section);
                    }
                    if column > 0 {
                        let paired =
                            best[at(row - 1, column - 1)] + self.log_score(traits, n_grams, kind - 1);
                        if paired > most.0 {
                            most = (paired, SectionStep::Pair);
                        }
                    }
                }
                (best[at(row, column)], step[at(row, column)]) = most;
            }
        }
        let mut pairs = Vec::new();
        let (mut row, mut column) = (rows, columns);
        while row + column > 0 {
            match step[at(row, column)] {
                SectionStep::Kind => column -= 1,
                SectionStep::Section => row -= 1,
                SectionStep::Pair => {
                    (row, column) = (row - 1, column - 1);
                    pairs.push((row, kinds.start + column));
                }
            }
        }
        pairs
    }

    /// The share of learning pages that have a kind, smoothed.
    fn presence(&self, kind: usize) -> f64 {
        (f64::from(self.kinds[kind].sections()) + 0.5) / (self.pages + 1.0)
    }

    fn log_absence(&self, kind: usize) -> f64 {
        (1.0 - self.presence(kind)).max(f64::MIN_POSITIVE).ln()
    }

    /// The log score of assigning a section to a kind: the logarithm of the kind's presence, plus for label, shape and
    /// length how much more frequent they are in sections of this kind than in all. An unknown label counts by its likeness
    /// to the kind's labels, and one that is like none by how many labels the kind has.
    fn log_score(&self, traits: &Traits, n_grams: &NGrams, kind: usize) -> f64 {
        let of = &self.kinds[kind];
        let sections = f64::from(of.sections());
        let count = |count: Option<&u32>| f64::from(count.copied().unwrap_or_default());
        let all = f64::from(self.labels.sum);
        let anywhere = self.labels.get(&*traits.label);
        let label = if anywhere > 0.0 {
            let here = count(of.labels.get(&traits.label));
            log_likelihood_ratio(here, sections, anywhere, all, self.labels.of.len())
        } else {
            let likeness = self.n_grams[kind].iter().map(|known| n_grams.likeness(known));
            let label = LABEL_SCALE * (likeness.fold(0.0, f64::max) - LABEL_MIDDLE);
            if label < 0.0 { label + of.log_variety() } else { label }
        };
        let here = count(of.shapes.get(&traits.shape));
        let shape =
            log_likelihood_ratio(here, sections, self.shapes.get(&*traits.shape), all, self.shapes.of.len());
        // The next shorter and the next longer length count half.
        let near = |count: &dyn Fn(u32) -> f64| {
            let beside = traits.length.checked_sub(1).map_or(0.0, count) + count(traits.length + 1);
            count(traits.length) + beside / 2.0
        };
        let usual = (near(&|length| self.lengths.get(&length)) + 1.0) / (2.0 * all + 20.0);
        let here = near(&|length| count(of.lengths.get(&length)));
        let length = ((here + 2.0 * usual) / (2.0 * sections + 2.0) / usual).ln();
        self.presence(kind).ln() + label + shape + length
    }
}

impl Kind {
    /// The logarithm of how often a section of this kind has a label that no other one has: a kind with one label on all pages takes
    /// no strange ones.
    fn log_variety(&self) -> f64 {
        let others = exact(self.labels.len().saturating_sub(1) as u64);
        ((others + 0.5) / (f64::from(self.sections()) + 1.0)).ln()
    }
}

/// The last step of the best alignment up to a cell of the table.
#[derive(Clone, Copy, Debug)]
enum SectionStep {
    /// The kind is missing on the page.
    Kind,
    /// The section is of unknown kind.
    Section,
    /// The section is of the kind.
    Pair,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrapper::section::Form;

    fn classifier() -> SectionClassifier {
        let kind = |labels: &[(&str, u32)]| Kind {
            name: labels[0].0.to_owned(),
            labels: labels.iter().map(|(label, count)| ((*label).to_owned(), *count)).collect(),
            shapes: BTreeMap::from([("p / ".to_owned(), 4)]),
            lengths: BTreeMap::from([(3, 4)]),
        };
        let place = Place {
            path: vec!["html".to_owned(), "body".to_owned()],
            form: Form::Flat { label: "h3".to_owned() },
        };
        let kinds = vec![
            kind(&[("Summary", 4)]),
            kind(&[("Aim", 2), ("Goals", 2)]),
            kind(&[("Grading", 4)]),
            kind(&[("Office", 3)]),
        ];
        SectionClassifier::new(&Sections { place, by: By::Label, ends: BTreeSet::new(), kinds }, 4)
    }

    fn assigned(labels: &[&str]) -> Vec<Option<usize>> {
        use std::fmt::Write;
        let mut source = String::from("<body>");
        for label in labels {
            write!(source, "<h3>{label}</h3><p>abcd</p>").expect("writing to a string cannot fail");
        }
        let page = Page::new(&source);
        let classifier = classifier();
        classifier.classify(&page, &page.sections(&[&classifier.place])[0])
    }

    #[test]
    fn a_section_with_an_unknown_label_is_assigned_by_its_position() {
        assert_eq!(assigned(&["Summary", "What you learn", "Grading"]), [Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn a_section_with_an_unknown_label_is_assigned_by_words_of_known_labels() {
        assert_eq!(assigned(&["Summary", "Grading policy"]), [Some(0), Some(2)]);
    }

    #[test]
    fn sections_with_known_labels_may_be_out_of_order() {
        assert_eq!(assigned(&["Office", "Summary", "Aim", "Grading"]), [Some(3), Some(0), Some(1), Some(2)]);
    }
}
