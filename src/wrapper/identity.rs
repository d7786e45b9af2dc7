//! Which kind of section each section of a page is.
//!
//! A label that one kind alone is known to have says it: these sections are anchors, as far as they stand in the order
//! of the kinds; one out of order is still of its kind if that is free. The sections between two anchors are of kinds
//! between theirs, in order: the likeliest way to pair them, some kinds missing and some sections of no known kind.
//!
//! ```text
//! kinds     Summary   Aim = Goals    Grading   Office
//! sections  Summary   What you learn   Grading            What you learn stands where an aim stands
//! ```
//!
//! Time: a look-up for a label that is known; sections x kinds of what lies between.

use super::form::{By, Place, Section, Traits};
use super::gain::{LABEL_MIDDLE, LABEL_SCALE};
use super::kind;
use super::likeness::{Likeness, Pieces};
use super::node::Page;
use crate::spectrum::exact;
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What it takes to leave a section out: as unlikely as two per cent of all.
const LEFT_OUT: f64 = -4.0;

/// Sections of a template.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Sections {
    /// Where they lie.
    #[serde(flatten)]
    pub place: Place,
    /// What tells their kinds.
    pub by: By,
    /// The elements beside them that end a section: their names with what tells them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub ends: BTreeSet<String>,
    /// Their kinds in page order.
    pub kinds: Vec<Kind>,
}

/// Sections that are the same thing on all pages, whatever their labels say.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Kind {
    /// The label that most pages have.
    pub name: String,
    /// The labels, or what the markup calls them, with the number of pages that have them.
    pub labels: BTreeMap<String, u32>,
    /// The tags of the values, with the number of pages that have them.
    pub shapes: BTreeMap<String, u32>,
    /// The lengths of the values in bits, with the number of pages that have them.
    pub lengths: BTreeMap<u32, u32>,
}

impl Kind {
    pub(super) fn of(kind: &kind::Kind) -> Self {
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
    /// What counts of a section.
    pub(super) fn traits(&self, section: &Section, by: By) -> Traits {
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

/// A table with its sum.
#[derive(Debug)]
struct Counts<K> {
    of: HashMap<K, u32>,
    sum: u32,
}

impl<K: Eq + std::hash::Hash> Counts<K> {
    fn new(counts: impl Iterator<Item = (K, u32)>) -> Self {
        let mut all = Counts { of: HashMap::new(), sum: 0 };
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

/// How much likelier a trait is among some sections than among all, both drawn towards what is usual.
fn likelier(here: f64, sections: f64, anywhere: f64, all: f64, different: usize) -> f64 {
    let usual = (anywhere + 1.0) / (all + exact(different as u64) + 1.0);
    ((here + usual) / (sections + 1.0) / usual).ln()
}

/// Sections made ready to be told.
#[derive(Debug)]
pub(super) struct Teller {
    pub(super) place: Place,
    by: By,
    pub(super) ends: BTreeSet<String>,
    kinds: Vec<Kind>,
    /// The pages that the kinds were learned from.
    pages: f64,
    /// The kind of every label that is known; `None` for one of several kinds.
    owner: HashMap<String, Option<usize>>,
    labels: Counts<String>,
    shapes: Counts<String>,
    lengths: Counts<u32>,
    likeness: Likeness,
    pieces: Vec<Vec<Pieces>>,
}

impl Teller {
    pub(super) fn new(sections: &Sections, pages: u32) -> Self {
        let Sections { place, by, ends, kinds } = sections;
        let mut owner: HashMap<String, Option<usize>> = HashMap::new();
        for (number, kind) in kinds.iter().enumerate() {
            for label in kind.labels.keys() {
                owner.entry_ref(label.as_str()).and_modify(|owner| *owner = None).or_insert(Some(number));
            }
        }
        let mut known: Vec<&str> = owner.keys().map(String::as_str).collect();
        known.sort_unstable();
        let likeness = Likeness::among(known);
        let pieces = |kind: &Kind| kind.labels.keys().map(|label| likeness.pieces(label)).collect();
        let strings = |map: fn(&Kind) -> &BTreeMap<String, u32>| {
            Counts::new(
                kinds.iter().flat_map(move |kind| map(kind).iter().map(|(key, &count)| (key.clone(), count))),
            )
        };
        Teller {
            place: place.clone(),
            by: *by,
            ends: ends.clone(),
            pages: f64::from(pages),
            labels: strings(|kind| &kind.labels),
            shapes: strings(|kind| &kind.shapes),
            lengths: Counts::new(
                kinds.iter().flat_map(|kind| kind.lengths.iter().map(|(&key, &count)| (key, count))),
            ),
            pieces: kinds.iter().map(pieces).collect(),
            kinds: kinds.clone(),
            owner,
            likeness,
        }
    }

    /// The number of kinds.
    pub(super) fn kinds(&self) -> u32 {
        u32::try_from(self.kinds.len()).expect("few kinds")
    }

    /// For every section its kind, if it is of a known one.
    pub(super) fn tell(&self, page: &Page, sections: &[Section]) -> Vec<Option<usize>> {
        let label = |section: &Section| page.identity(section, self.by);
        let owned: Vec<(usize, usize)> = sections
            .iter()
            .enumerate()
            .filter_map(|(at, section)| Some((at, (*self.owner.get(&*label(section))?)?)))
            .collect();
        let mut told = vec![None; sections.len()];
        let mut taken = vec![false; self.kinds.len()];
        let (mut section, mut kind) = (0, 0);
        let anchors = longest_chain(&owned);
        let end = (sections.len(), self.kinds.len());
        for &(at, owner) in &anchors {
            told[at] = Some(owner);
            taken[owner] = true;
        }
        for &(at, owner) in anchors.iter().chain(&[end]) {
            if section < at && kind < owner {
                for (between, of) in self.between(page, &sections[section..at], kind..owner) {
                    told[section + between] = Some(of);
                    taken[of] = true;
                }
            }
            (section, kind) = (at + 1, owner + 1);
        }
        for (at, owner) in owned {
            if told[at].is_none() && !taken[owner] {
                told[at] = Some(owner);
                taken[owner] = true;
            }
        }
        told
    }

    /// The likeliest kinds of sections in a row, of kinds in a row.
    fn between(
        &self,
        page: &Page,
        sections: &[Section],
        kinds: std::ops::Range<usize>,
    ) -> Vec<(usize, usize)> {
        let (rows, columns) = (sections.len(), kinds.len());
        let at = |row: usize, column: usize| row * (columns + 1) + column;
        // best[row][column]: of the first sections and the first kinds.
        let mut best = vec![0.0; (rows + 1) * (columns + 1)];
        let mut step = vec![Step::Kind; best.len()];
        for row in 0..=rows {
            let section = row.checked_sub(1).map(|before| {
                let traits = page.traits(&sections[before], self.by);
                (self.likeness.pieces(&traits.label), traits)
            });
            for column in 0..=columns {
                let kind = kinds.start + column;
                let mut most = (if row + column == 0 { 0.0 } else { f64::NEG_INFINITY }, Step::Kind);
                if column > 0 {
                    most.0 = best[at(row, column - 1)] + self.absence(kind - 1);
                }
                if let Some((pieces, traits)) = &section {
                    let left_out = best[at(row - 1, column)] + LEFT_OUT;
                    if left_out > most.0 {
                        most = (left_out, Step::Section);
                    }
                    if column > 0 {
                        let paired = best[at(row - 1, column - 1)] + self.fits(traits, pieces, kind - 1);
                        if paired > most.0 {
                            most = (paired, Step::Pair);
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
                Step::Kind => column -= 1,
                Step::Section => row -= 1,
                Step::Pair => {
                    (row, column) = (row - 1, column - 1);
                    pairs.push((row, kinds.start + column));
                }
            }
        }
        pairs
    }

    /// The share of pages that have a kind.
    fn presence(&self, kind: usize) -> f64 {
        (f64::from(self.kinds[kind].sections()) + 0.5) / (self.pages + 1.0)
    }

    fn absence(&self, kind: usize) -> f64 {
        (1.0 - self.presence(kind)).max(f64::MIN_POSITIVE).ln()
    }

    /// How likely it is that a section is of a kind.
    fn fits(&self, traits: &Traits, pieces: &Pieces, kind: usize) -> f64 {
        let of = &self.kinds[kind];
        let sections = f64::from(of.sections());
        let count = |count: Option<&u32>| f64::from(count.copied().unwrap_or_default());
        let all = f64::from(self.labels.sum);
        let anywhere = self.labels.get(&*traits.label);
        let label = if anywhere > 0.0 {
            let here = count(of.labels.get(&traits.label));
            likelier(here, sections, anywhere, all, self.labels.of.len())
        } else {
            let likeness = self.pieces[kind].iter().map(|known| pieces.likeness(known));
            LABEL_SCALE * (likeness.fold(0.0, f64::max) - LABEL_MIDDLE)
        };
        let here = count(of.shapes.get(&traits.shape));
        let shape = likelier(here, sections, self.shapes.get(&*traits.shape), all, self.shapes.of.len());
        // Lengths beside are half as good.
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

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A kind that the page does not have.
    Kind,
    /// A section of no known kind.
    Section,
    Pair,
}

/// The longest chain of pairs that ascend in both; the first ascend already.
fn longest_chain(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (number, pair) in pairs.iter().enumerate() {
        let at = tails.partition_point(|&tail| pairs[tail].1 < pair.1);
        before.push(at.checked_sub(1).map(|at| tails[at]));
        if at == tails.len() {
            tails.push(number);
        } else {
            tails[at] = number;
        }
    }
    let mut chain: Vec<(usize, usize)> =
        std::iter::successors(tails.last().copied(), |&number| before[number])
            .map(|number| pairs[number])
            .collect();
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrapper::form::Form;

    fn teller() -> Teller {
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
        Teller::new(&Sections { place, by: By::Label, ends: BTreeSet::new(), kinds }, 4)
    }

    fn told(labels: &[&str]) -> Vec<Option<usize>> {
        use std::fmt::Write;
        let mut source = String::from("<body>");
        for label in labels {
            write!(source, "<h3>{label}</h3><p>abcd</p>").expect("strings take all");
        }
        let page = Page::new(&source);
        let teller = teller();
        teller.tell(&page, &page.sections(&[&teller.place])[0])
    }

    #[test]
    fn a_label_never_seen_is_known_by_its_place() {
        assert_eq!(told(&["Summary", "What you learn", "Grading"]), [Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn a_label_never_seen_is_known_by_its_words() {
        assert_eq!(told(&["Summary", "Grading policy"]), [Some(0), Some(2)]);
    }

    #[test]
    fn known_labels_may_stand_out_of_order() {
        assert_eq!(told(&["Office", "Summary", "Aim", "Grading"]), [Some(3), Some(0), Some(1), Some(2)]);
    }
}
