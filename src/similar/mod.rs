//! Pages that are copies of one another, or share a part.
//!
//! In: pages. Out: the pairs of them that share rare text, how much of it, how they are related, and what shows it.
//!
//! * A page's paragraphs are cut into sentences ([`sentence`]), and each sentence becomes a number, its *key*
//!   ([`Facts`]). Long sentences that few pages of the collection have are evidence; so are *fragments* ([`fragment`]),
//!   numbers of shorter strings that outlive small edits, and the text of a page as a whole. What of a page is
//!   compared is its region ([`Compare`], `region`): what it is about.
//! * Two pages with such a key in common are a candidate pair. [`compare`] looks at all that both say: *overlap* is the
//!   share of both texts that is common, *containment* that of the shorter one. Text that too many pages have counts
//!   neither way.
//! * A tree of decisions names the relation ([`relation`]), by overlap, containment, addresses and links.
//!
//! [`pairs`] does all of it in memory, as simply as can be; it is what faster ways are tested against.
//!
//! Source: Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009. As published
//! with [`Options::paper`]: sentences of the content region alone (`published`), compared as sets (`paper`).

mod ascii;
pub mod budget;
mod bytes;
pub mod candidate;
mod compare;
mod edited;
mod facts;
pub mod fragment;
pub mod group;
pub mod index;
mod link;
mod outline;
mod overlap;
mod paper;
mod paragraph;
mod published;
mod region;
pub mod relation;
pub mod sentence;
mod sketch;
pub mod sort;
pub mod spool;
pub mod store;
pub mod url;

pub use self::compare::{Evidence, Pair, Show, compare};
pub use self::facts::{Facts, Key, Kind, Sentence, Shared};
pub use self::outline::Outline;
pub use self::overlap::{Common, Reading};
pub use self::paragraph::Paragraphs;
pub use self::region::{HOST_PAGES, Window, by_host, read};
pub use self::relation::{Class, Relation};

use crate::document::Document;
use hashbrown::HashMap;
use rayon::prelude::*;

/// A part of so many. Tried: 12 and 16, which find some pages more whose text is nearly all on many others, take longer, and
/// let more pages of one template meet (docs/SIMILAR.md).
const CANDIDATE: u64 = 10;

/// Fragments may be on so many times as many pages as sentences: a page is told by many of them.
const FRAGMENT_PAGES: u32 = 3;

/// What counts as evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    min_chars: u32,
    max_pages: u32,
    least: f64,
    is_paper: bool,
    compare: Compare,
}

/// What of a page is compared.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Compare {
    /// What it is about.
    Text,
    /// All that it shows; as published, its content region.
    Frame,
}

impl Compare {
    /// The name of its option.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Compare::Text => "text",
            Compare::Frame => "frame",
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options { min_chars: 20, max_pages: 10, least: 0.5, is_paper: false, compare: Compare::Text }
    }
}

impl Options {
    /// Sentences of 20 characters or more on at most 10 pages: section 4.2 of the source.
    #[must_use]
    pub fn new() -> Self {
        Options::default()
    }

    /// As published: sentences of the content region as they are, and every pair that shares a rare one.
    #[must_use]
    pub fn paper() -> Self {
        Options { least: 0.0, is_paper: true, compare: Compare::Frame, ..Options::default() }
    }

    /// What of a page is compared.
    #[must_use]
    pub fn with_compare(mut self, compare: Compare) -> Self {
        self.compare = compare;
        self
    }

    /// Pairs with a lesser containment are not reported.
    #[must_use]
    pub fn with_least(mut self, containment: f64) -> Self {
        self.least = containment;
        self
    }

    /// On how many pages a key of a kind may be.
    #[must_use]
    pub fn max_pages_of(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Sentence | Kind::Page => self.max_pages,
            Kind::Fragment => self.max_pages.saturating_mul(FRAGMENT_PAGES),
        }
    }

    /// A sentence with fewer characters is no evidence.
    #[must_use]
    pub fn with_min_chars(mut self, chars: u32) -> Self {
        self.min_chars = chars;
        self
    }

    /// What more pages have is no evidence.
    #[must_use]
    pub fn with_max_pages(mut self, pages: u32) -> Self {
        self.max_pages = pages;
        self
    }

    /// See [`with_least`](Options::with_least).
    #[must_use]
    pub fn least(&self) -> f64 {
        self.least
    }

    /// See [`with_min_chars`](Options::with_min_chars).
    #[must_use]
    pub fn min_chars(&self) -> u32 {
        self.min_chars
    }

    /// See [`with_max_pages`](Options::with_max_pages).
    #[must_use]
    pub fn max_pages(&self) -> u32 {
        self.max_pages
    }

    /// Whether two pages that share these are worth comparing: sentences or fragments for a tenth of either page, or any
    /// sentence where all pairs are wanted.
    #[must_use]
    pub fn is_candidate(&self, shared: &[Shared]) -> bool {
        let mut sums = [[0; 2]; 3];
        for shared in shared {
            let sums = match Kind::of(shared.key) {
                Kind::Sentence => &mut sums[0],
                Kind::Fragment => &mut sums[1],
                Kind::Page => &mut sums[2],
            };
            sums[0] += u64::from(shared.shares[0]);
            sums[1] += u64::from(shared.shares[1]);
        }
        if self.is_paper {
            return sums[0] != [0, 0];
        }
        let is_enough = |&sum: &u64| sum >= u64::from(u32::MAX) / CANDIDATE;
        self.least == 0.0 && sums[0] != [0, 0] || sums.as_flattened().iter().any(is_enough)
    }
}

/// A length within a page, as it is kept.
fn number(len: usize) -> u32 {
    u32::try_from(len).expect("a page is shorter than 4 GiB")
}

/// Two pages by their numbers, the lesser first, and what they have in common.
pub type NumberedPair = (u32, u32, Pair);

/// The related pairs among pages, in the order of their numbers.
///
/// Naive: all keys stand in memory. O(pages * `max_pages`).
///
/// # Panics
/// If there are 2^32 pages or more.
#[must_use]
pub fn pairs(documents: &[Document], options: &Options) -> Vec<NumberedPair> {
    pairs_of(&read(documents, options), options)
}

/// The related pairs among pages that were read.
///
/// # Panics
/// If there are 2^32 pages or more.
#[must_use]
pub fn pairs_of(facts: &[Facts], options: &Options) -> Vec<NumberedPair> {
    let candidates = candidates(facts, options);
    let related = |((first, second), shared): ((u32, u32), Vec<Shared>)| {
        let pair = options
            .is_candidate(&shared)
            .then(|| {
                let pages = [first, second].map(|page| &facts[page as usize]);
                compare(pages, &shared, options, Show::All)
            })
            .flatten()?;
        Some((first, second, pair))
    };
    candidates.into_par_iter().filter_map(related).collect()
}

/// The pairs that share keys, with these.
#[must_use]
pub fn candidates(facts: &[Facts], options: &Options) -> Vec<((u32, u32), Vec<Shared>)> {
    let mut holders: HashMap<u64, Vec<(u32, u32)>> = HashMap::new();
    for (page, facts) in facts.iter().enumerate() {
        let page = u32::try_from(page).expect("fewer than 2^32 pages");
        for key in facts.keys() {
            holders.entry(key.key).or_default().push((page, key.share));
        }
    }
    let mut found = Vec::new();
    for (&key, holders) in &holders {
        let pages = u32::try_from(holders.len()).expect("fewer than 2^32 pages");
        // Of many pages with one text, the first stands for all.
        let firsts = if pages <= options.max_pages_of(Kind::of(key)) {
            holders.len()
        } else if Kind::of(key) == Kind::Page {
            1
        } else {
            continue;
        };
        for (at, &(first, share)) in holders.iter().enumerate().take(firsts) {
            for &(second, other) in holders[at + 1..].iter().filter(|holder| share != 0 || holder.1 != 0) {
                found.push((first, second, Shared { key, pages, shares: [share, other] }));
            }
        }
    }
    found.sort_unstable();
    let of_pair = |pair: &[(u32, u32, Shared)]| {
        ((pair[0].0, pair[0].1), pair.iter().map(|&(_, _, shared)| shared).collect())
    };
    found.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).map(of_pair).collect()
}
