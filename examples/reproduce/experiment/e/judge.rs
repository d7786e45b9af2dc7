//! Pairs that were found, held against those that are known.

use katagami::similar::{Class, NumberedPair, Relation};
use site::collection::{Collection, Kind};
use std::collections::BTreeMap;

/// Which pairs are looked at.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Part {
    /// Pages that are the same, or of which one contains the other.
    Whole,
    /// Pages that have a part in common.
    Passage,
    /// All.
    All,
}

impl Part {
    fn has(self, relation: &str) -> bool {
        match self {
            Part::Whole => relation != Relation::Overlaps.name(),
            Part::Passage => relation == Relation::Overlaps.name(),
            Part::All => true,
        }
    }
}

/// How many pairs of those that are known, or that were answered, are right.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counts {
    /// All.
    pub(super) pairs: u32,
    /// Those of related pages; of the known ones those that were found.
    pub(super) related: u32,
    /// Of these those whose relation is right: the same, contained, in part.
    pub(super) relation: u32,
    /// Of these those whose class is right.
    pub(super) right: u32,
}

impl Counts {
    pub(super) fn related_share(self) -> f64 {
        share(self.related, self.pairs)
    }

    pub(super) fn relation_share(self) -> f64 {
        share(self.relation, self.pairs)
    }

    pub(super) fn right_share(self) -> f64 {
        share(self.right, self.pairs)
    }

    /// Adds a pair that is known, if it is, and answered, if it is.
    fn add(&mut self, kind: Option<&Kind>, answer: Option<&Answer>) {
        self.pairs += 1;
        if let Some((kind, answer)) = kind.zip(answer) {
            self.related += 1;
            self.relation += u32::from(kind.relation() == answer.relation);
            let is_collage = matches!(kind, Kind::Spam | Kind::SpamLinked | Kind::Listed);
            let is_right =
                kind.class() == answer.class || is_collage && answer.class == Class::Collage.name();
            self.right += u32::from(is_right);
        }
    }
}

/// What a pair was taken for.
struct Answer {
    class: &'static str,
    relation: &'static str,
}

/// Pairs of unrelated pages that were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Wrong {
    /// All.
    pub(super) pairs: u32,
    /// Those of one host.
    pub(super) one_site: u32,
    /// Those with a page that has less than [`LITTLE`] between the parts of its frame.
    pub(super) empty: u32,
}

/// A hundred Japanese characters, in bytes.
const LITTLE: usize = 300;

/// A part of a whole, 0 if that is nothing.
pub(super) fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}

/// What was found in a collection.
pub(super) struct Judged {
    by_kind: BTreeMap<Kind, Counts>,
    by_class: BTreeMap<&'static str, Counts>,
    /// By part: what was answered.
    answered: [Counts; 3],
    wrong: [Wrong; 3],
    known: [Counts; 3],
    /// How many pages are in a pair.
    pub(super) pages: u32,
}

const PARTS: [Part; 3] = [Part::Whole, Part::Passage, Part::All];

impl Judged {
    pub(super) fn new(collection: &Collection, found: &[NumberedPair]) -> Self {
        let kinds: BTreeMap<[usize; 2], Kind> =
            collection.pairs.iter().map(|pair| (pair.pages, pair.kind)).collect();
        let answer = |(one, other, pair): &NumberedPair| {
            let answer = Answer { class: pair.class.name(), relation: pair.relation.name() };
            ([*one as usize, *other as usize], answer)
        };
        let found: BTreeMap<[usize; 2], Answer> =
            found.iter().map(answer).filter(|(pages, _)| !collection.is_free(*pages)).collect();
        let (mut by_kind, mut by_class) = (BTreeMap::new(), BTreeMap::new());
        let [mut answered, mut known] = [[Counts::default(); 3]; 2];
        for (pages, answer) in &found {
            let add = |counts: &mut Counts| counts.add(kinds.get(pages), Some(answer));
            add(by_class.entry(answer.class).or_default());
            answered
                .iter_mut()
                .zip(PARTS)
                .filter(|(_, part)| part.has(answer.relation))
                .for_each(|(counts, _)| add(counts));
        }
        let mut wrong = [Wrong::default(); 3];
        for (pages, answer) in found.iter().filter(|(pages, _)| !kinds.contains_key(*pages)) {
            let pages = pages.map(|page| &collection.pages[page]);
            let [one, other] = pages.map(|page| page.url.split('/').nth(2));
            for (wrong, _) in wrong.iter_mut().zip(PARTS).filter(|(_, part)| part.has(answer.relation)) {
                wrong.pairs += 1;
                wrong.one_site += u32::from(one == other);
                wrong.empty += u32::from(pages.iter().any(|page| page.content.len() < LITTLE));
            }
        }
        for (pages, kind) in &kinds {
            let add = |counts: &mut Counts| counts.add(Some(kind), found.get(pages));
            add(by_kind.entry(*kind).or_default());
            known
                .iter_mut()
                .zip(PARTS)
                .filter(|(_, part)| part.has(kind.relation()))
                .for_each(|(counts, _)| add(counts));
        }
        let mut pages: Vec<usize> = found.keys().flatten().copied().collect();
        pages.sort_unstable();
        pages.dedup();
        let pages = u32::try_from(pages.len()).expect("few pages");
        Judged { by_kind, by_class, answered, wrong, known, pages }
    }

    /// The pairs that are known to be of a kind.
    pub(super) fn kind(&self, kind: Kind) -> Counts {
        self.by_kind.get(&kind).copied().unwrap_or_default()
    }

    /// The pairs that were taken for one of some classes.
    pub(super) fn classes(&self, classes: &[&str]) -> Counts {
        let counts = classes.iter().filter_map(|class| self.by_class.get(class));
        counts.fold(Counts::default(), |sum, counts| Counts {
            pairs: sum.pairs + counts.pairs,
            related: sum.related + counts.related,
            relation: sum.relation + counts.relation,
            right: sum.right + counts.right,
        })
    }

    /// What was answered: precision.
    pub(super) fn answered(&self, part: Part) -> Counts {
        self.answered[part as usize]
    }

    /// What was answered and is unrelated.
    pub(super) fn wrong(&self, part: Part) -> Wrong {
        self.wrong[part as usize]
    }

    /// What is known: recall.
    pub(super) fn known(&self, part: Part) -> Counts {
        self.known[part as usize]
    }

    /// F1 of pairs whose class is right.
    pub(super) fn f1(&self, part: Part) -> f64 {
        let (answered, known) = (self.answered(part), self.known(part));
        share(2 * known.right, answered.pairs + known.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Judged, Kind, Part};
    use katagami::similar::{Class, NumberedPair, Pair, Relation};
    use site::collection::{self, Collection, WebPage};

    fn found(pages: [u32; 2], relation: Relation, class: Class) -> NumberedPair {
        let pair = Pair {
            relation,
            class,
            overlap: 0.0,
            containment: 0.0,
            held: [0.0; 2],
            missing: [0.0; 2],
            addresses: None,
            links: [false; 2],
            original: None,
            pieces: [0.0; 2],
            sentences: 0,
            evidence: Vec::new(),
        };
        (pages[0], pages[1], pair)
    }

    #[test]
    fn pairs_count_by_what_they_are_and_by_what_they_are_taken_for() {
        let page = |url: &str| WebPage { url: url.to_owned(), html: String::new(), content: 0..0 };
        let pages = ["http://a/1", "http://a/2", "http://b/3", "http://b/4"].map(page).to_vec();
        let known = [([0, 1], Kind::Mirror), ([0, 2], Kind::Quoted), ([1, 2], Kind::Common)];
        let pairs = known.map(|(pages, kind)| collection::Pair { pages, kind }).to_vec();
        let answers = [
            found([0, 1], Relation::Same, Class::Copy),
            found([0, 2], Relation::Overlaps, Class::Citation),
            found([2, 3], Relation::Same, Class::Mirror),
        ];
        let judged = Judged::new(&Collection { pages, pairs, free: Vec::new() }, &answers);
        let counts = |[pairs, related, relation, right]: [u32; 4]| Counts { pairs, related, relation, right };
        assert_eq!(judged.answered(Part::Whole), counts([2, 1, 1, 0]));
        assert_eq!(judged.answered(Part::Passage), counts([1, 1, 1, 1]));
        assert_eq!(judged.known(Part::Passage), counts([2, 1, 1, 1]));
        assert_eq!(judged.kind(Kind::Mirror), counts([1, 1, 1, 0]));
        assert_eq!(judged.classes(&["copy", "mirror"]), counts([2, 1, 1, 0]));
        assert_eq!((judged.wrong(Part::All).pairs, judged.wrong(Part::All).one_site), (1, 1));
        assert_eq!((judged.pages, format!("{:.3}", judged.f1(Part::All))), (4, "0.333".to_owned()));
    }
}
