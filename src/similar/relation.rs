//! The relation of two pages and the class of the pair, by a decision tree.
//!
//! In: overlap and containment of two texts, and whether their addresses are alike and one links to the other. Out: a [`Relation`]
//! and a [`Class`].
//!
//! ```text
//! overlap > 0.6          Same       addresses alike: mirror          else: copy
//! containment > 0.5      Contains   addresses alike: part            else: list
//! else                   Overlaps   addresses alike: site            linked: citation    else: shared
//! ```
//!
//! [`Class::Collage`] is ours; it depends on all pairs of a page (`collage`). So is the direction of copying ([`original`]).
//!
//! Source: Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009, section 6.2
//! and figure 16.

/// How the texts of two pages are related.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Relation {
    /// Their texts are nearly the same.
    Same,
    /// One has the text of the other, and more.
    Contains,
    /// They have a part in common.
    Overlaps,
}

impl Relation {
    /// The name in rows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Relation::Same => "same",
            Relation::Contains => "contains",
            Relation::Overlaps => "overlaps",
        }
    }
}

/// What the relation, the addresses and the links of a pair suggest.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Class {
    /// The same text under addresses that are alike.
    Mirror,
    /// The same text under unrelated addresses: a copy, or a page that some program generates on every site.
    Copy,
    /// A page, and one under a similar address that shows it among others: a blog's day and month.
    Part,
    /// A page, and one under an unrelated address that shows it among others: a list of links.
    List,
    /// Two pages of one site that share a part.
    Site,
    /// One links to the other: a citation, a list of links, spam.
    Citation,
    /// Two pages that quote the same text, or one of which took it from the other.
    Shared,
    /// One is pasted together from pages of several other sites, and the other is one of these.
    Collage,
}

impl Class {
    /// The name in rows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Mirror => "mirror",
            Class::Copy => "copy",
            Class::Part => "part",
            Class::List => "list",
            Class::Site => "site",
            Class::Citation => "citation",
            Class::Shared => "shared",
            Class::Collage => "collage",
        }
    }
}

/// 0.6: section 6.2 of the source, from its preliminary experiments.
const SAME: f64 = 0.6;

/// 0.5: as above.
const CONTAINED: f64 = 0.5;

/// The relation of two texts with this overlap and containment.
#[must_use]
pub fn relation(overlap: f64, containment: f64) -> Relation {
    if overlap > SAME {
        Relation::Same
    } else if containment > CONTAINED {
        Relation::Contains
    } else {
        Relation::Overlaps
    }
}

/// The class of a pair.
#[must_use]
pub fn class(relation: Relation, addresses_alike: bool, linked: bool) -> Class {
    match (relation, addresses_alike) {
        (Relation::Same, true) => Class::Mirror,
        (Relation::Same, false) => Class::Copy,
        (Relation::Contains, true) => Class::Part,
        (Relation::Contains, false) => Class::List,
        (Relation::Overlaps, true) => Class::Site,
        (Relation::Overlaps, false) if linked => Class::Citation,
        (Relation::Overlaps, false) => Class::Shared,
    }
}

/// Which of two pages had the common text first, 0 or 1, if that is known: the one that the other links to, or the one that was
/// published earlier, by more than the day that time zones may make. If links and days contradict each other it is not known.
/// `days` are the days on which the pages say that they were published.
#[must_use]
pub fn original(class: Class, [first, second]: [bool; 2], days: [Option<u32>; 2]) -> Option<usize> {
    if matches!(class, Class::Mirror | Class::Part | Class::Site) {
        return None;
    }
    let by_link = match (first, second) {
        (true, false) => Some(1),
        (false, true) => Some(0),
        _ => None,
    };
    let by_day = match days {
        [Some(first), Some(second)] if first + 1 < second => Some(0),
        [Some(first), Some(second)] if second + 1 < first => Some(1),
        _ => None,
    };
    match (by_link, by_day) {
        (Some(one), Some(other)) if one != other => None,
        _ => by_link.or(by_day),
    }
}
