//! Finds pages that are copies of one another or share a part of their text.
//!
//! In: pages. Out: the pairs of pages that share rare text, with the amount of common text, the relation of the two pages,
//! and the common sentences as evidence.
//!
//! ```text
//! page 1   A B C D     a letter is a long sentence; C and D are on few pages, E is on many
//! page 2   C D E       pair 1-2, evidence C D; overlap 2 * 2 / (4 + 3), containment 2 / 3, if all are equally long
//! page 3   E F         no pair: its only common sentence is on too many pages
//! ```
//!
//! * The paragraphs of a page are cut into sentences ([`sentence`]), and each sentence is hashed to a *key* ([`Facts`]).
//!   Keys of long sentences are evidence if few pages of the collection have them. There are two more kinds of keys:
//!   *fragments* ([`fragment`]), hashes of sampled short strings, which survive small edits, and a hash of the whole text of
//!   a page. By default only the main text of a page is compared ([`Compare`], `region`).
//! * Two pages that share such a key are a candidate pair. `compare` then compares their whole texts: *overlap* is the
//!   share of both texts that is common, *containment* the share of the shorter one. A common sentence that is on too many
//!   pages counts as common text, but is no evidence.
//! * A decision tree over overlap, containment, addresses and links gives the relation ([`relation`]). Pages that are pasted
//!   together from many others are found from all pairs ([`collage`]).
//!
//! [`pairs`] does all of this in memory and as simply as possible; the faster implementation on disk ([`index`]) is tested
//! against it.
//!
//! Source: Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009. As published
//! with [`Options::paper`]: sentences of the content region alone (`published`), compared as sets (`paper`).

mod ascii;
#[doc(hidden)]
pub mod budget;
#[doc(hidden)]
pub mod candidate;
#[doc(hidden)]
pub mod collage;
mod compare;
mod date;
mod edited;
mod facts;
#[doc(hidden)]
pub mod fragment;
#[doc(hidden)]
pub mod group;
#[doc(hidden)]
pub mod index;
mod link;
mod outline;
mod overlap;
mod paper;
mod paragraph;
mod published;
mod region;
#[doc(hidden)]
pub mod relation;
#[doc(hidden)]
pub mod sentence;
mod sketch;
#[doc(hidden)]
pub mod sort;
#[doc(hidden)]
pub mod spool;
#[doc(hidden)]
pub mod store;
#[doc(hidden)]
pub mod url;

pub use self::compare::{Evidence, Pair};
#[doc(hidden)]
pub use self::compare::{Show, compare};
#[doc(hidden)]
pub use self::facts::{Facts, Key, Kind, Sentence, Shared};
#[doc(hidden)]
pub use self::outline::Outline;
#[doc(hidden)]
pub use self::overlap::{Common, Reading};
#[doc(hidden)]
pub use self::paragraph::Paragraphs;
#[doc(hidden)]
pub use self::region::{HOST_PAGES, Window, by_host, read};
#[doc(inline)]
pub use self::relation::{Class, Relation};

use self::collage::Pieces;
use crate::document::Document;
use hashbrown::HashMap;
use rayon::prelude::*;
use std::borrow::Cow;

/// Two pages are compared if the keys that they share make up at least a tenth of either page. Tried: 12 and 16,
/// which find a few more pages whose text is nearly all on many others, but take longer and make candidates of more pages of
/// one template (docs/lab/similar.md).
const CANDIDATE: u64 = 10;

/// A fragment may be on three times as many pages as a sentence, because a page has many fragments.
const FRAGMENT_PAGES: u32 = 3;

/// Which text is compared, and what counts as evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    min_chars: u32,
    max_pages: u32,
    least: f64,
    is_paper: bool,
    compare: Compare,
}

/// The part of a page that is compared.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Compare {
    /// Its main text.
    Text,
    /// All text that it shows; with [`Options::paper`], its content region as published.
    Frame,
}

impl Compare {
    /// The value of the command-line option that selects it.
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

    /// As published: unedited sentences of the content region, and every pair that shares a rare one.
    #[must_use]
    pub fn paper() -> Self {
        Options { least: 0.0, is_paper: true, compare: Compare::Frame, ..Options::default() }
    }

    /// Sets the part of a page that is compared.
    #[must_use]
    pub fn with_compare(mut self, compare: Compare) -> Self {
        self.compare = compare;
        self
    }

    /// Sets the least containment of a pair that is reported.
    #[must_use]
    pub fn with_least(mut self, containment: f64) -> Self {
        self.least = containment;
        self
    }

    #[doc(hidden)]
    /// The largest number of pages on which a key of this kind is evidence.
    #[must_use]
    pub fn max_pages_of(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Sentence | Kind::Page => self.max_pages,
            Kind::Fragment => self.max_pages.saturating_mul(FRAGMENT_PAGES),
        }
    }

    #[doc(hidden)]
    /// How many of the pages with a key, from the first on, make a pair with each page after them: all, if they are few. Of more pages
    /// with one sentence only the first, as many as make no more pairs than so many pages would, and at least one, so that any number of
    /// copies stay together; of more pages with one whole text one. None as published.
    #[must_use]
    pub fn paired(&self, kind: Kind, pages: u32) -> u32 {
        match kind {
            _ if pages <= self.max_pages_of(kind) => pages,
            Kind::Page => 1,
            Kind::Sentence if !self.is_paper => (self.max_pages.saturating_pow(2) / pages).max(1),
            Kind::Sentence | Kind::Fragment => 0,
        }
    }

    /// Sets the least number of characters of a sentence that is evidence.
    #[must_use]
    pub fn with_min_chars(mut self, chars: u32) -> Self {
        self.min_chars = chars;
        self
    }

    /// Sets the largest number of pages on which a sentence is evidence.
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

    #[doc(hidden)]
    /// Whether pairs with less than half in common are reported, of which pages may be pasted together.
    #[must_use]
    pub fn finds_pieces(&self) -> bool {
        self.least < compare::HALF && !self.is_paper
    }

    /// The keys that show that two pages which share them are related. Sentences on many pages do so if all shared sentences make up half of
    /// either page: it is a copy.
    pub(crate) fn evidence<'s>(&self, shared: &'s [Shared]) -> Cow<'s, [Shared]> {
        let is_often = |one: &Shared| {
            Kind::of(one.key) == Kind::Sentence && one.pages > self.max_pages_of(Kind::Sentence)
        };
        if !shared.iter().any(is_often) {
            return shared.into();
        }
        let sentences = || shared.iter().filter(|one| Kind::of(one.key) == Kind::Sentence);
        let is_half = |page: usize| {
            sentences().map(|one| u64::from(one.shares[page])).sum::<u64>() >= u64::from(u32::MAX) / 2
        };
        if is_half(0) || is_half(1) {
            return shared.into();
        }
        shared.iter().filter(|one| !is_often(one)).copied().collect()
    }

    #[doc(hidden)]
    /// Whether two pages that share these keys are worth comparing: the shared sentences, the shared fragments or the key of
    /// the whole text make up a tenth of either page; if the least containment is 0, any shared sentence is enough.
    #[must_use]
    pub fn is_candidate(&self, shared: &[Shared]) -> bool {
        let mut sums = [[0; 2]; 3];
        for shared in &*self.evidence(shared) {
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

/// The bytes of a value, from which `postcard` reads it back.
fn encoded(value: &impl serde::Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).expect("numbers and texts are plain data")
}

/// Two pages by their numbers, the lower first, and what they have in common.
pub type NumberedPair = (u32, u32, Pair);

/// The related pairs among pages, in the order of their numbers.
///
/// The simple implementation: all keys are in memory. O(pages * `max_pages`).
///
/// # Panics
/// If there are 2^32 pages or more.
#[must_use]
pub fn pairs(documents: &[Document], options: &Options) -> Vec<NumberedPair> {
    pairs_of(&read(documents, options), options)
}

#[doc(hidden)]
/// The related pairs among pages whose facts are known.
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
    let mut found: Vec<NumberedPair> = candidates.into_par_iter().filter_map(related).collect();
    if options.finds_pieces() {
        let mut pieces = Pieces::default();
        for (first, second, pair) in &found {
            pieces.add([*first, *second], pair);
        }
        let collages = pieces.collages();
        for (first, second, pair) in &mut found {
            collages.mark([*first, *second], pair);
        }
    }
    found
}

#[doc(hidden)]
/// The pairs of pages that share keys, with the keys that they share.
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
        let firsts = options.paired(Kind::of(key), pages);
        for (at, &(first, share)) in holders.iter().enumerate().take(firsts as usize) {
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
