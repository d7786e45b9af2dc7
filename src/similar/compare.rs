//! Two pages side by side: how much of their texts is common, and what shows it.
//!
//! In: the [`Facts`] of two pages and the rare keys that both have. Out: a [`Pair`], unless they are not related. Their
//! outlines alone tell for most ([`Common::of`]); the rest of the facts is needed where they may be related
//! ([`Common::pair`]).
//!
//! Sentences that both pages have are common, each as often as both have it. Those that many pages have
//! are common too, but no evidence. Of the sentences
//! left over, those that were changed a little are common by what they have left of each other (`edited`).
//!
//! Pages are read as what they are about, and where that is not enough, one of them as all text of its own ([`Reading`]).
//!
//! Where less than half of the shorter text is common, evidence is more: a sentence counts the less the more pages have it, and
//! what both texts end with counts nothing, for so do the notices of sites and of agencies, nor what stands alone in one place of
//! the markup of both, nor what two pages of one template have in common.

use super::edited::{Edited, edited, rest};
use super::facts::{Facts, Kind, Shared};
use super::outline::{Outline, together};
use super::overlap::{Common, Equal, Reading};
use super::relation::{Class, Relation, class, relation};
use super::sketch::Left;
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
    /// What they are taken for.
    pub class: Class,
    /// The share of both texts that is common.
    pub overlap: f64,
    /// The share of the shorter text that is common.
    pub containment: f64,
    /// Of either page the share of all its own text that the other has, also of what is not compared.
    pub held: [f64; 2],
    /// Of either page the words of the longest stretch of its own text that the other has nothing of.
    pub missing: [f64; 2],
    /// How alike their addresses are, where both are known.
    pub addresses: Option<f64>,
    /// Whether the first links to the second, and the second to the first.
    pub links: [bool; 2],
    /// How many sentences are common.
    pub sentences: usize,
    /// The common sentences, all or some of them, in the order of the first page.
    pub evidence: Vec<Evidence>,
}

impl Pair {
    /// Puts together what is known.
    fn new(
        pages: [&Facts; 2],
        [overlap, containment]: [f64; 2],
        (held, missing): ([f64; 2], [f64; 2]),
        sentences: usize,
        evidence: Vec<Evidence>,
    ) -> Self {
        let [first, second] = pages;
        let relation = relation(overlap, containment);
        let addresses =
            first.url.as_deref().zip(second.url.as_deref()).map(|(one, other)| url::similarity(one, other));
        let links = [(first, second), (second, first)]
            .map(|(from, to)| to.url.is_some() && from.links.binary_search(&to.address).is_ok());
        let class =
            class(relation, addresses.is_some_and(|addresses| addresses > 0.0), links.contains(&true));
        Pair { relation, class, overlap, containment, held, missing, addresses, links, sentences, evidence }
    }
}

/// A sentence that two pages have.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// As the first page has it, in the form that is compared.
    pub text: String,
    /// As the second has it, where that differs.
    pub edited: Option<String>,
    /// Where it stands on the first page.
    pub first: Span,
    /// Where it stands on the second.
    pub second: Span,
    /// How many pages have it; nothing for one that was edited or that is too short to be counted.
    pub pages: Option<u32>,
}

/// The sentences of either page that the other does not have.
fn left(first: &Outline, second: &Outline) -> [Vec<Left>; 2] {
    let mut left = [Vec::new(), Vec::new()];
    let mut from = [0, 0];
    for both in together(&first.keys, &second.keys).chain([[first.keys.len(), second.keys.len()]]) {
        left[0].extend((from[0]..both[0]).map(|at| first.left(at)));
        left[1].extend((from[1]..both[1]).map(|at| second.left(at)));
        from = both.map(|at| at + 1);
    }
    left
}

/// How many words the longest run of sentences has that another page does not have, not even changed a little.
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
    /// The longest ones, so many; those that are as they were before edited ones, of one length the first on the page.
    Longest(usize),
}

/// Edited sentences are looked for where one page is at most so many times as long as the other. Lists of all that a site has
/// share words with each of its pages; to hold them against each other took a third of the time of all comparisons of
/// docs/SIMILAR.md, and no edited copy was found by it.
const LONGER: f64 = 4.0;

/// A twentieth: fragments are a sample.
const CHANGED: f64 = 0.05;

/// How much less fragments may say than sentences do: those across the border of two paragraphs are lost when the
/// paragraphs are parted.
const PARTED: f64 = 0.6;

/// How much of what not many pages have has to be common, if the least containment is not less. Tried on the pages of
/// docs/SIMILAR.md: at 0.15 half-quoted pages are found better (0.950 for 0.948), at 0.2 the syllabus pages (F1 0.997 for
/// 0.991).
const RARE: f64 = 1.0 / 6.0;

/// So many sentences that are just long enough are evidence whatever their share. Tried: 2.5 to 40.
/// Fewer find more half-quoted pages.
const STRONG: u32 = 5;

/// Of pairs with less than half of the shorter page in common, evidence must be a quotation's.
const HALF: f64 = 0.5;

/// The share of either page's fragments that both have and few others.
fn rare_fragments(shared: &[Shared]) -> f64 {
    let fragments = shared.iter().filter(|shared| Kind::of(shared.key) == Kind::Fragment);
    let sums = fragments
        .fold([0.0, 0.0], |sums, shared| [0, 1].map(|at: usize| sums[at] + f64::from(shared.shares[at])));
    f64::max(sums[0], sums[1]) / f64::from(u32::MAX)
}

impl Reading {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Reading; 3] = [Reading::Main, Reading::FirstWhole, Reading::SecondWhole];
}

/// What two pages have in common, if they are related, and so much of it shown. `shared` is in the order of keys.
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
    /// What two outlines have in common, if their pages may be related. `shared` is in the order of keys.
    ///
    /// A page is read whole where the other is of another template, for its frame would be common else; and where half of the
    /// other's main text is common, whatever is asked for.
    #[must_use]
    pub fn of(
        first: &Outline,
        second: &Outline,
        reading: Reading,
        shared: &[Shared],
        options: &Options,
    ) -> Option<Common> {
        let at = match reading {
            Reading::Main if options.is_paper => return paper::common(first, second, shared, options),
            Reading::Main => return Common::between(first, second, shared, options),
            Reading::FirstWhole => 0,
            Reading::SecondWhole => 1,
        };
        let is_beside = |shared: &Shared| shared.shares[at] == 0;
        if !shared.iter().any(is_beside) || first.template.is_alike(&second.template) {
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
        // Of a sample of n the share is off by more than 1.5 / sqrt(n), three standard deviations, once in 400 pages.
        let most = fragments + 1.5 / few.max(1.0).sqrt();
        let mut common = Common {
            alike: fragments,
            fragments: rare_fragments(shared),
            totals: [first, second].map(|page| f64::from(page.chars())),
            least: options.least,
            strong: f64::from(STRONG * options.min_chars()),
            is_whole: shared.iter().any(|shared| Kind::of(shared.key) == Kind::Page),
            ..Common::default()
        };
        if !common.is_whole && most < PARTED * options.least {
            return None;
        }
        common.walk([first, second], shared, options);
        // Fragments outlive small changes, so they tell when there are any.
        if f64::max(common.containment(), most) < options.least {
            return None;
        }
        let longer = f64::max(common.totals[0], common.totals[1]);
        if fragments > common.containment() + CHANGED && longer <= LONGER * common.shorter() {
            common.left = Some(left(first, second));
            return Some(common);
        }
        if common.is_little() && common.containment() >= common.least {
            // Whether it is a quotation, the facts tell.
            common.left = Some([Vec::new(), Vec::new()]);
            return Some(common);
        }
        common.is_enough(common.rare, common.fragments).then_some(common)
    }

    /// Finds the sentences that both have, each as often as both have it.
    fn walk(&mut self, [first, second]: [&Outline; 2], shared: &[Shared], options: &Options) {
        let mut rest = shared;
        for [at, at_second] in together(&first.keys, &second.keys) {
            let (key, [chars, one], [_, other]) =
                (first.keys[at], first.sentences[at], second.sentences[at_second]);
            while let [before, behind @ ..] = rest
                && before.key < key
            {
                rest = behind;
            }
            let pages = rest.first().filter(|shared| shared.key == key).map(|shared| shared.pages);
            self.chars += f64::from(chars);
            if self.is_whole || pages.is_some() {
                self.rare += f64::from(chars);
            }
            if self.is_whole || pages.is_some() || chars < options.min_chars() {
                self.equal.push(Equal { first: one, second: other, pages, chars: f64::from(chars) });
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

    /// Whether enough is common, and enough of that is rare: so many characters, and such a share of fragments.
    fn is_enough(&self, rare: f64, fragments: f64) -> bool {
        let shorter = self.shorter();
        let own = rare / (shorter - self.chars + rare).max(1.0);
        let is_rare = self.is_whole || rare >= self.strong || own.max(fragments) >= RARE.min(self.least);
        is_rare && self.chars >= self.least * shorter
    }

    /// How many characters of what is common may be quoted: what n pages have counts the (n - 1)th part, and what both texts
    /// end with nothing; nor what pages of one template have, for little tells it from the frame; nor what stands in a place of
    /// the markup where neither page says anything else.
    fn quoted(&self, pages: [&Facts; 2], edits: &[Edited]) -> f64 {
        let [first, second] = pages.map(|page| &*page.outline);
        if first.template.is_alike(&second.template) {
            return 0.0;
        }
        let edited = edits.iter().map(|edited| [edited.first, edited.second]);
        let equal = together(&first.keys, &second.keys)
            .map(|[one, other]| [first.sentences[one][1], second.sentences[other][1]]);
        let common: Vec<[u32; 2]> = equal.chain(edited).collect();
        let long = self.strong / f64::from(STRONG);
        let last = |page: &Outline, at: usize| {
            let common: HashSet<u32> = common.iter().map(|both| both[at]).collect();
            let own = page
                .sentences
                .iter()
                .filter(|&&[chars, at]| f64::from(chars) >= long && !common.contains(&at));
            own.map(|&[_, at]| at).max()
        };
        let [last, last_second] = [last(first, 0), last(second, 1)];
        let slot = |at: usize, sentence: u32| pages[at].sentences[sentence as usize].slot;
        let varied = [0, 1].map(|at| {
            let said: HashSet<u32> = common.iter().map(|both| both[at]).collect();
            let page = &pages[at].outline;
            let own =
                page.sentences.iter().filter(|&&[chars, at]| f64::from(chars) >= long && !said.contains(&at));
            own.map(|&[_, sentence]| slot(at, sentence)).collect::<HashSet<u32>>()
        });
        let is_frame = |one: u32, other: u32| {
            let [one, other] = [slot(0, one), slot(1, other)];
            one != 0 && one == other && !varied.iter().any(|varied| varied.contains(&one))
        };
        let is_foot =
            |one: u32, other: u32| Some(one) > last && Some(other) > last_second || is_frame(one, other);
        let equal = self.equal.iter().filter(|equal| !is_foot(equal.first, equal.second));
        let equal: f64 =
            equal.map(|equal| equal.chars / f64::from(equal.pages.map_or(u32::MAX, |pages| pages - 1))).sum();
        let edits = edits.iter().filter(|edited| !is_foot(edited.first, edited.second));
        equal + edits.map(|edited| edited.common).sum::<f64>()
    }

    /// The pair that the pages are, if they are related.
    #[must_use]
    pub fn pair(mut self, first: &Facts, second: &Facts, show: Show) -> Option<Pair> {
        let mut edits = Vec::new();
        if let Some(mut left) = self.left.take() {
            edits = edited([first, second], &mut left);
            let chars: f64 = edits.iter().map(|edited| edited.common).sum();
            self.chars += chars;
            self.rare += chars;
            // Fragments do not ask where sentences end.
            if self.containment() < self.least && self.alike >= self.least {
                let chars = rest([first, second], &mut left, &edits);
                self.chars += chars;
                self.rare += chars;
            }
            let is_enough = if self.is_little() {
                self.is_enough(self.quoted([first, second], &edits), 0.0)
            } else {
                self.is_enough(self.rare, self.fragments)
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
        let equal = self.equal.iter().map(|equal| (false, *equal));
        let edits = edits.iter().map(|edited| Equal {
            first: edited.first,
            second: edited.second,
            pages: None,
            chars: edited.common,
        });
        let mut shown: Vec<(bool, Equal)> = equal.chain(edits.map(|equal| (true, equal))).collect();
        if let Show::Longest(most) = show {
            let order = |&(is_edited, equal): &(bool, Equal)| {
                (is_edited, Reverse(first.sentences[equal.first as usize].chars), equal.first, equal.second)
            };
            if most < shown.len() {
                shown.select_nth_unstable_by_key(most, order);
                shown.truncate(most);
            }
        }
        shown.sort_unstable_by_key(|(_, equal)| (equal.first, equal.second));
        let evidence = |(is_edited, equal): (bool, Equal)| {
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
            Reading::Main => page.outline.held(&other.outline, self.chars, self.totals[at]),
            // What one of them is about the other has beside what it is about.
            Reading::FirstWhole | Reading::SecondWhole => 0.0,
        });
        Some(Pair::new([first, second], [overlap, self.containment()], (held, missing), sentences, evidence))
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
