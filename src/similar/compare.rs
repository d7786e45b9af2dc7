//! Compares two pages: how much of their texts is common, and which sentences are the evidence.
//!
//! In: the [`Facts`] of two pages and the rare keys that both have. Out: a [`Pair`] if the pages are related. For most candidates
//! their outlines alone decide ([`Common::of`]); the texts are needed only if the pages may be related ([`Common::pair`]).
//!
//! Sentences that both pages have are common, each as often as both have it. Sentences that many pages have are common too,
//! but are no evidence. Among the sentences that remain, edited forms of the same sentence are matched, and their unchanged
//! strings count as common (`edited`).
//!
//! First the main texts are compared. If they are not related, the main text of one page is compared with all of the other
//! page's own text ([`Reading`]).
//!
//! If less than half of the shorter text is common, the evidence must look like a quotation. A sentence then counts the less the
//! more pages have it. Three kinds of common text do not count at all: what both texts end with, since notices of sites and news
//! agencies are found there; a sentence at an element path at which neither page has other text; and whatever two pages of one
//! template have in common.

use super::edited::{common_in_rest, match_edited};
use super::facts::{Facts, Kind, Shared};
use super::outline::{Outline, common_indices};
use super::overlap::{Common, CommonSentence, Reading};
use super::relation::{Class, Relation, class, original, relation};
use super::sketch::UnmatchedSentence;
use super::{Options, paper, url};
use crate::content::words;
use crate::token::Span;
use hashbrown::HashSet;
use std::cmp::Reverse;

/// What two pages have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// How their texts are related.
    pub relation: Relation,
    /// The class of the pair, which also depends on addresses and links.
    pub class: Class,
    /// The share of both texts that is common.
    pub overlap: f64,
    /// The share of the shorter text that is common.
    pub containment: f64,
    /// For either page, the share of all its own text that the other page has, including own text that was not compared.
    pub held: [f64; 2],
    /// For either page, the number of words in the longest run of its own sentences that the other page lacks.
    pub missing: [f64; 2],
    /// The similarity of their addresses, from 0 to 1, if both are known.
    pub addresses: Option<f64>,
    /// Whether the first links to the second, and the second to the first.
    pub links: [bool; 2],
    /// Which page had the common text first, 0 or 1, if links or days say it: see [`original`].
    pub original: Option<usize>,
    /// For either page, the share of it that is in sentences that few pages have, each divided among the pairs that have it; 0 if
    /// the common text is half of the page or more.
    pub pieces: [f64; 2],
    /// How many sentences are common.
    pub sentences: usize,
    /// All or some of the common sentences, in the order of the first page.
    pub evidence: Vec<Evidence>,
}

impl Pair {
    /// The pair of two pages with this common text; adds what follows from their addresses and links.
    fn new(
        pages: [&Facts; 2],
        [overlap, containment]: [f64; 2],
        (held, missing): ([f64; 2], [f64; 2]),
        sentences: usize,
        evidence: Vec<Evidence>,
        is_paper: bool,
    ) -> Self {
        let [first, second] = pages;
        let relation = relation(overlap, containment);
        let both = first.url.as_deref().zip(second.url.as_deref());
        let (addresses, are_alike) = if is_paper {
            let addresses = both.map(|(one, other)| url::published(one, other));
            (addresses, addresses.is_some_and(|addresses| addresses > 0.0))
        } else {
            let addresses = both.map(|(one, other)| url::similarity(one, other));
            (addresses, addresses.is_some_and(url::are_alike))
        };
        let links = [(first, second), (second, first)]
            .map(|(from, to)| to.url.is_some() && from.links.binary_search(&to.address).is_ok());
        let class = class(relation, are_alike, links.contains(&true));
        let original = if is_paper { None } else { original(class, links, [first.day, second.day]) };
        Pair {
            relation,
            class,
            overlap,
            containment,
            held,
            missing,
            addresses,
            links,
            original,
            pieces: [0.0; 2],
            sentences,
            evidence,
        }
    }
}

/// A sentence that two pages have.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Evidence {
    /// Its text on the first page, normalized for comparison.
    pub text: String,
    /// Its text on the second page, if it was edited.
    pub edited: Option<String>,
    /// Its bytes in the source of the first page.
    pub first: Span,
    /// Its bytes in the source of the second page.
    pub second: Span,
    /// How many pages have it; `None` for a sentence that was edited or is too short to be counted.
    pub pages: Option<u32>,
}

/// The sentences of either page that the other does not have.
fn unmatched(first: &Outline, second: &Outline) -> [Vec<UnmatchedSentence>; 2] {
    let mut unmatched = [Vec::new(), Vec::new()];
    let mut from = [0, 0];
    for both in common_indices(&first.keys, &second.keys).chain([[first.keys.len(), second.keys.len()]]) {
        unmatched[0].extend((from[0]..both[0]).map(|at| first.unmatched(at)));
        unmatched[1].extend((from[1]..both[1]).map(|at| second.unmatched(at)));
        from = both.map(|at| at + 1);
    }
    unmatched
}

/// The number of words in the longest run of sentences that another page does not have, not even in an edited form.
fn missing(page: &Facts, other: &Facts, edited: impl Iterator<Item = u32>) -> f64 {
    let edited: HashSet<u32> = edited.collect();
    let mut lacking = page.outline.lacking_in(&other.outline);
    lacking.retain(|at| !edited.contains(at));
    let runs = lacking.chunk_by(|&one, &next| one + 1 == next);
    let words = |&at: &u32| words::count(page.text(&page.sentences[at as usize]));
    runs.map(|run| run.iter().map(words).sum()).fold(0.0, f64::max)
}

/// How much of the common sentences a [`Pair`] shows.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Show {
    /// All of them.
    All,
    /// At most this many: unedited sentences before edited ones, then the longest, then the first on the page.
    Longest(usize),
}

/// Edited sentences are searched for if one page is at most four times as long as the other. A page that lists the contents of
/// a site shares words with each page of the site; searching those pairs took a third of the time of all comparisons of
/// docs/lab/similar.md, and found no edited copy.
const MAX_LENGTH_RATIO: f64 = 4.0;

/// Edited sentences are searched for if the common share of fragments exceeds that of sentences by a twentieth; a smaller
/// difference may come from sampling.
const MIN_EXCESS: f64 = 0.05;

/// A pair is dismissed if its common share of fragments is below this fraction of the least containment. The fraction is below 1
/// because a copy that separates two paragraphs loses the fragments that cross their boundary.
const MIN_FRAGMENTS: f64 = 0.6;

/// The least common share of the text that is not on many pages, unless the least containment is lower. Tried on the pages of
/// docs/lab/similar.md: 0.15 finds half-quoted pages better (0.950 instead of 0.948), 0.2 the syllabus pages (F1 0.997 instead of
/// 0.991).
const MIN_RARE_SHARE: f64 = 1.0 / 6.0;

/// As many characters as this many sentences of the least length are evidence whatever their share. Tried: 2.5 to 40. Smaller
/// values find more half-quoted pages.
const STRONG_SENTENCES: u32 = 5;

/// If less than this share of the shorter page is common, the evidence must look like a quotation.
pub(super) const HALF: f64 = 0.5;

/// The share of a page's fragments that both pages and few others have; the larger one of the two pages.
fn rare_fragments(shared: &[Shared]) -> f64 {
    let fragments = shared.iter().filter(|shared| Kind::of(shared.key) == Kind::Fragment);
    let sums = fragments
        .fold([0.0, 0.0], |sums, shared| [0, 1].map(|at: usize| sums[at] + f64::from(shared.shares[at])));
    f64::max(sums[0], sums[1]) / f64::from(u32::MAX)
}

impl Reading {
    /// All readings, in the order in which they are tried.
    pub const ALL: [Reading; 3] = [Reading::Main, Reading::FirstWhole, Reading::SecondWhole];
}

/// The pair of two pages, if they are related, with as much evidence as `show` asks for. `shared` is in the order of keys.
#[must_use]
pub fn compare(
    [first, second]: [&Facts; 2],
    shared: &[Shared],
    options: &Options,
    show: Show,
) -> Option<Pair> {
    Reading::ALL.into_iter().find_map(|reading| {
        let common = Common::of(&first.outline, &second.outline, reading, shared, options)?;
        common.pair(first, second, show)
    })
}

impl Common {
    /// The common text of two outlines, if their pages may be related. `shared` is in the order of keys.
    ///
    /// All of a page's own text is compared only with a page of another template, since pages of one template have their frame in
    /// common. At least half of the other page's main text must then be common, even if [`Options::least`] is lower.
    #[must_use]
    pub fn of(
        first: &Outline,
        second: &Outline,
        reading: Reading,
        shared: &[Shared],
        options: &Options,
    ) -> Option<Common> {
        let shared = &*options.evidence(shared);
        let at = match reading {
            Reading::Main if options.is_paper => return paper::common(first, second, shared, options),
            Reading::Main => return Common::between(first, second, shared, options),
            Reading::FirstWhole => 0,
            Reading::SecondWhole => 1,
        };
        let is_outside = |shared: &Shared| shared.shares[at] == 0;
        if !shared.iter().any(is_outside) || first.template.is_alike(&second.template) {
            return None;
        }
        let mut shared = shared.to_vec();
        for shared in &mut shared {
            shared.shares[at] = 0;
        }
        let least = f64::max(options.least, HALF);
        let options = options.clone().with_least(least);
        let common = match reading {
            Reading::FirstWhole => Common::between(&first.whole(), second, &shared, &options),
            _ => Common::between(first, &second.whole(), &shared, &options),
        };
        Some(Common { reading, ..common? })
    }

    fn between(first: &Outline, second: &Outline, shared: &[Shared], options: &Options) -> Option<Common> {
        let [few, fragments] = first.fragments_shared(second).map(f64::from);
        let fragments = fragments / few.max(1.0);
        // In a sample of n the share is off by more than 1.5 / sqrt(n), three standard deviations, once in 400 pages.
        let most = fragments + 1.5 / few.max(1.0).sqrt();
        let mut common = Common {
            fragment_share: fragments,
            rare_fragment_share: rare_fragments(shared),
            totals: [first, second].map(|page| f64::from(page.chars())),
            min_containment: options.least,
            enough_rare_chars: f64::from(STRONG_SENTENCES * options.min_chars()),
            is_same_text: shared.iter().any(|shared| Kind::of(shared.key) == Kind::Page),
            ..Common::default()
        };
        if !common.is_same_text && most < MIN_FRAGMENTS * options.least {
            return None;
        }
        common.add_equal([first, second], shared, options);
        // Fragments survive small edits, so their common share bounds that of edited sentences.
        if f64::max(common.containment(), most) < options.least {
            return None;
        }
        let longer = f64::max(common.totals[0], common.totals[1]);
        if fragments > common.containment() + MIN_EXCESS && longer <= MAX_LENGTH_RATIO * common.shorter() {
            common.unmatched = Some(unmatched(first, second));
            return Some(common);
        }
        if common.is_little() && common.containment() >= common.min_containment {
            // Whether it is a quotation is decided with the facts of both pages.
            common.unmatched = Some([Vec::new(), Vec::new()]);
            return Some(common);
        }
        common.is_enough(common.rare_chars, common.rare_fragment_share).then_some(common)
    }

    /// Adds the sentences that both pages have, each as often as both have it.
    fn add_equal(&mut self, [first, second]: [&Outline; 2], shared: &[Shared], options: &Options) {
        let mut rest = shared;
        for [at, at_second] in common_indices(&first.keys, &second.keys) {
            let (key, [chars, one], [_, other]) =
                (first.keys[at], first.sentences[at], second.sentences[at_second]);
            while let [before, behind @ ..] = rest
                && before.key < key
            {
                rest = behind;
            }
            let pages = rest.first().filter(|shared| shared.key == key).map(|shared| shared.pages);
            self.chars += f64::from(chars);
            if self.is_same_text || pages.is_some() {
                self.rare_chars += f64::from(chars);
            }
            if self.is_same_text || pages.is_some() || chars < options.min_chars() {
                self.equal.push(CommonSentence { first: one, second: other, pages, chars: f64::from(chars) });
            }
        }
    }

    /// How many characters the shorter page has.
    pub(super) fn shorter(&self) -> f64 {
        f64::min(self.totals[0], self.totals[1])
    }

    fn containment(&self) -> f64 {
        self.chars / self.shorter()
    }

    /// Whether less than half of the shorter page is common.
    fn is_little(&self) -> bool {
        self.chars < HALF * self.shorter()
    }

    /// Whether enough text is common and enough of it is rare, given the number of rare characters and the share of rare fragments.
    fn is_enough(&self, rare: f64, fragments: f64) -> bool {
        let shorter = self.shorter();
        let own = rare / (shorter - self.chars + rare).max(1.0);
        // Whatever the least containment, something that is common must be rare.
        let least = MIN_RARE_SHARE.min(self.min_containment).max(f64::MIN_POSITIVE);
        let is_rare = self.is_same_text || rare >= self.enough_rare_chars || own.max(fragments) >= least;
        is_rare && self.chars >= self.min_containment * shorter
    }

    /// The number of common characters that may be a quotation. The characters of a sentence on n pages are divided by n - 1.
    /// Three kinds of sentences do not count: those after the last own sentence of both pages; all, if the pages are of one
    /// template, since they are hard to distinguish from the frame; and those at an element path at which neither page has a
    /// sentence of its own.
    fn quotable_chars(&self, pages: [&Facts; 2], edits: &[CommonSentence]) -> f64 {
        let [first, second] = pages.map(|page| &*page.outline);
        if first.template.is_alike(&second.template) {
            return 0.0;
        }
        let edited = edits.iter().map(|edited| [edited.first, edited.second]);
        let equal = common_indices(&first.keys, &second.keys)
            .map(|[one, other]| [first.sentences[one][1], second.sentences[other][1]]);
        let common: Vec<[u32; 2]> = equal.chain(edited).collect();
        let long = self.enough_rare_chars / f64::from(STRONG_SENTENCES);
        let own = [0, 1].map(|at| {
            let common: HashSet<u32> = common.iter().map(|both| both[at]).collect();
            let long = pages[at].outline.sentences.iter().filter(|&&[chars, _]| f64::from(chars) >= long);
            long.map(|&[_, at]| at).filter(|at| !common.contains(at)).collect::<Vec<u32>>()
        });
        let [last, last_second] = own.each_ref().map(|own| own.iter().max());
        let slot = |at: usize, sentence: u32| pages[at].sentences[sentence as usize].slot;
        let varied = [0, 1].map(|at| own[at].iter().map(move |&sentence| slot(at, sentence)));
        let varied: HashSet<u32> = varied.into_iter().flatten().collect();
        let is_frame = |one: u32, other: u32| {
            let [one, other] = [slot(0, one), slot(1, other)];
            one != 0 && one == other && !varied.contains(&one)
        };
        let is_ignored =
            |one: u32, other: u32| Some(&one) > last && Some(&other) > last_second || is_frame(one, other);
        let equal = self.equal.iter().filter(|equal| !is_ignored(equal.first, equal.second));
        let equal: f64 = equal.map(CommonSentence::rare_chars).sum();
        let edits = edits.iter().filter(|edited| !is_ignored(edited.first, edited.second));
        equal + edits.map(|edited| edited.chars).sum::<f64>()
    }

    /// The pair of the two pages, if they are related: matches edited sentences where that is needed, and collects the evidence.
    #[must_use]
    pub fn pair(mut self, first: &Facts, second: &Facts, show: Show) -> Option<Pair> {
        let mut edits = Vec::new();
        if let Some(mut unmatched) = self.unmatched.take() {
            edits = match_edited([first, second], &mut unmatched);
            let chars: f64 = edits.iter().map(|edited| edited.chars).sum();
            self.chars += chars;
            self.rare_chars += chars;
            // Fragments do not depend on where sentences end.
            if self.containment() < self.min_containment && self.fragment_share >= self.min_containment {
                let chars = common_in_rest([first, second], &mut unmatched, &edits);
                self.chars += chars;
                self.rare_chars += chars;
            }
            let is_enough = if self.is_little() {
                // With a least containment of 0 all pairs that share a rare sentence are wanted.
                let is_quotation = self.min_containment > 0.0;
                let rare =
                    if is_quotation { self.quotable_chars([first, second], &edits) } else { self.rare_chars };
                self.is_enough(rare, 0.0)
            } else {
                self.is_enough(self.rare_chars, self.rare_fragment_share)
            };
            if !is_enough {
                return None;
            }
        }
        let sentences = self.equal.len() + edits.len();
        if sentences == 0 {
            return None;
        }
        let missing = [
            missing(first, second, edits.iter().map(|edited| edited.first)),
            missing(second, first, edits.iter().map(|edited| edited.second)),
        ];
        let rare = self.equal.iter().map(CommonSentence::rare_chars).sum::<f64>();
        let rare = rare + edits.iter().map(|edited| edited.chars).sum::<f64>();
        let is_piece = |total: f64| self.chars < HALF * total && !self.is_paper;
        let pieces = self.totals.map(|total| if is_piece(total) { rare / total } else { 0.0 });
        let equal = self.equal.iter().map(|equal| (false, *equal));
        let edits = edits.into_iter().map(|edited| (true, edited));
        let mut shown: Vec<(bool, CommonSentence)> = equal.chain(edits).collect();
        if let Show::Longest(most) = show {
            let order = |&(is_edited, equal): &(bool, CommonSentence)| {
                (is_edited, Reverse(first.sentences[equal.first as usize].chars), equal.first, equal.second)
            };
            if most < shown.len() {
                shown.select_nth_unstable_by_key(most, order);
                shown.truncate(most);
            }
        }
        shown.sort_unstable_by_key(|(_, equal)| (equal.first, equal.second));
        let evidence = |(is_edited, equal): (bool, CommonSentence)| {
            let [one, other] =
                [&first.sentences[equal.first as usize], &second.sentences[equal.second as usize]];
            Evidence {
                text: first.text(one).to_owned(),
                edited: is_edited.then(|| second.text(other).to_owned()),
                first: one.span,
                second: other.span,
                pages: equal.pages,
            }
        };
        let evidence = shown.into_iter().map(evidence).collect();
        let overlap = 2.0 * self.chars / (self.totals[0] + self.totals[1]);
        let held = [(first, second, 0), (second, first, 1)].map(|(page, other, at)| match self.reading {
            Reading::Main => page.outline.share_in(&other.outline, self.chars, self.totals[at]),
            // The other page has the common text outside its main text.
            Reading::FirstWhole | Reading::SecondWhole => 0.0,
        });
        let shares = [overlap, self.containment()];
        let pair = Pair::new([first, second], shares, (held, missing), sentences, evidence, self.is_paper);
        Some(Pair { pieces, ..pair })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Class, Options, pairs};
    use crate::document::Document;

    fn classes(first: &str, second: &str) -> Vec<(Class, [bool; 2])> {
        let own = "It goes on to tell at length of the winds that blow about the islands in the north of the country.";
        let common = "Sea birds are seen there from the first days of spring until the last ships leave.";
        let pages = [
            Document::new("1", format!("<main><section><p>{common}<p>{own}<p>{first}</section></main>"))
                .with_url("http://a.test/x/1.html"),
            Document::new("2", format!("<table><tr><td><blockquote>{common}</blockquote>{second}</table>"))
                .with_url("http://b.example/y/2.html"),
        ];
        let found = pairs(&pages, &Options::new().with_least(0.1)).into_iter();
        found.map(|(_, _, pair)| (pair.class, pair.links)).collect()
    }

    #[test]
    fn links_make_a_shared_part_a_citation() {
        let rest = "Nothing else on this page can be found on that one, for it is about bridges, harbours, markets \
                    and the people who built them a hundred years ago.";
        let link = "as said <a href='//b.example/y/2.html#birds'>there</a>";
        assert_eq!(classes("", rest), [(Class::Shared, [false, false])]);
        assert_eq!(classes(link, rest), [(Class::Citation, [true, false])]);
        let back = format!("{rest} <a href=http://a.test/x/../x/1.html>See</a>");
        assert_eq!(classes("", &back), [(Class::Citation, [false, true])]);
    }
}
