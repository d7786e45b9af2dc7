//! Two pages side by side: how much of their texts is common, and what shows it.
//!
//! In: the [`Facts`] of two pages and the rare keys that both have. Out: a [`Pair`], unless they are not related.
//!
//! Sentences that both pages have are common, each as often as both have it. A sentence that both have but that is not
//! among the rare ones is one that many pages have: it counts neither way. Of the sentences left over, those that were
//! changed a little are common by what they have left of each other (`edited`). Text of a template that few pages have is
//! common, but no evidence (`template`).

use super::edited::{Edited, edited};
use super::facts::{Facts, Kind, Shared};
use super::relation::{Class, Relation, class, relation};
use super::{Options, paper, template, url};
use crate::token::Span;

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
    /// How alike their addresses are, where both are known.
    pub addresses: Option<f64>,
    /// Whether the first links to the second, and the second to the first.
    pub links: [bool; 2],
    /// The common sentences, in the order of the first page.
    pub evidence: Vec<Evidence>,
}

impl Pair {
    /// Puts together what is known.
    pub(super) fn new(pages: [&Facts; 2], overlap: f64, containment: f64, evidence: Vec<Evidence>) -> Self {
        let [first, second] = pages;
        let relation = relation(overlap, containment);
        let addresses =
            first.url.as_deref().zip(second.url.as_deref()).map(|(one, other)| url::similarity(one, other));
        let links = [(first, second), (second, first)]
            .map(|(from, to)| to.url.is_some() && from.links.binary_search(&to.address).is_ok());
        let class =
            class(relation, addresses.is_some_and(|addresses| addresses > 0.0), links.contains(&true));
        Pair { relation, class, overlap, containment, addresses, links, evidence }
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

/// A twentieth: fragments are a sample.
const CHANGED: f64 = 0.05;

/// How much less fragments may say than sentences do: those across the border of two paragraphs are lost when the
/// paragraphs are parted.
const PARTED: f64 = 0.6;

/// How much of what not many pages have has to be common, if the least containment is not less. Tried on the pages of
/// docs/SIMILAR.md: at 0.15 half-quoted pages are found better (0.950 for 0.948), at 0.2 the syllabus pages (F1 0.997 for
/// 0.991).
const RARE: f64 = 1.0 / 6.0;

/// So many sentences that are just long enough are evidence whatever their share, on pages whose template is not known. Tried:
/// 2.5 to 40. Fewer find more half-quoted pages; with the template known, they make pairs of its pages.
const STRONG: u32 = 5;

/// Pages of one template that have so much in common are alike, whatever it is. Tried: from 0.8 to 0.95; the less, the more
/// pages count as alike that share nothing but the template.
const ALL: f64 = 0.9;

/// The share of either page's fragments that both have and few others, if these numbers of pages count.
fn rare_fragments(shared: &[Shared], counts: impl Fn(u32) -> bool) -> f64 {
    let fragments = shared.iter().filter(|shared| Kind::of(shared.key) == Kind::Fragment);
    let fragments = fragments.filter(|shared| counts(shared.pages));
    let sums = fragments
        .fold([0.0, 0.0], |sums, shared| [0, 1].map(|at: usize| sums[at] + f64::from(shared.shares[at])));
    f64::max(sums[0], sums[1]) / f64::from(u32::MAX)
}

/// How many characters two pages have in common.
#[derive(Clone, Copy, Debug, Default)]
struct Common {
    all: f64,
    /// Without what many pages have, or a third of those of the template.
    evidence: f64,
}

impl Common {
    fn add(&mut self, chars: f64, is_evidence: bool) {
        self.all += chars;
        if is_evidence {
            self.evidence += chars;
        }
    }
}

/// What two pages have in common, if they are related. `shared` is in the order of keys.
#[must_use]
pub fn compare(first: &Facts, second: &Facts, shared: &[Shared], options: &Options) -> Option<Pair> {
    if options.is_paper {
        return paper::compare(first, second, shared, options);
    }
    let pages_of = |key: u64| {
        let found = shared.binary_search_by_key(&key, |shared| shared.key).ok()?;
        Some(shared[found].pages)
    };
    let template = template::pages(first, second, shared);
    let is_own = |pages| template.is_none_or(|template| !template::is_text_of(template, pages));
    let is_whole = shared.iter().any(|shared| Kind::of(shared.key) == Kind::Page);
    let fragments = first.fragments_shared(second);
    let few = first.fragments.len().min(second.fragments.len());
    // Of a sample of n the share is off by more than 1.5 / sqrt(n), three standard deviations, once in 400 pages.
    let sampled = 1.5 / f64::from(u32::try_from(few).unwrap_or(u32::MAX).max(1)).sqrt();
    if !is_whole && fragments + sampled < PARTED * options.least {
        return None;
    }
    let mut order: Vec<(u64, usize)> =
        (0..).zip(&second.sentences).map(|(at, sentence)| (sentence.key, at)).collect();
    order.sort_unstable();
    let mut left = [Vec::new(), Vec::new()];
    let mut taken = vec![false; second.sentences.len()];
    let mut common = Common::default();
    let mut evidence = Vec::new();
    for sentence in &first.sentences {
        let from = order.partition_point(|&(key, _)| key < sentence.key);
        let same = order[from..].iter().take_while(|&&(key, _)| key == sentence.key);
        let Some(at) = same.map(|&(_, at)| at).find(|&at| !taken[at]) else {
            left[0].push(sentence);
            continue;
        };
        taken[at] = true;
        let pages = pages_of(sentence.key);
        let is_evidence = pages.is_some() || is_whole || sentence.chars < options.min_chars();
        common.add(f64::from(sentence.chars), is_whole || pages.is_some_and(is_own));
        if is_evidence {
            evidence.push(Evidence {
                text: first.text(sentence).to_owned(),
                edited: None,
                first: sentence.span,
                second: second.sentences[at].span,
                pages,
            });
        }
    }
    left[1].extend(
        second.sentences.iter().zip(taken).filter(|&(_, taken)| !taken).map(|(sentence, _)| sentence),
    );
    let totals = [first, second].map(|page| f64::from(page.chars()));
    let least = f64::min(totals[0], totals[1]);
    // Fragments outlive small changes, so they tell when there are any.
    if f64::max(common.all / least, fragments + sampled) < options.least {
        return None;
    }
    if fragments > common.all / least + CHANGED {
        for Edited { first: one, second: other, common: chars } in edited(first, second, &left) {
            common.add(chars, true);
            evidence.push(Evidence {
                text: first.text(one).to_owned(),
                edited: Some(second.text(other).to_owned()),
                first: one.span,
                second: other.span,
                pages: None,
            });
        }
    }
    let own = common.evidence / (least - common.all + common.evidence).max(1.0);
    let is_all = common.all >= ALL * least;
    let rare = own.max(rare_fragments(shared, |pages| is_all || is_own(pages)));
    let strong = f64::from(STRONG * options.min_chars());
    let is_strong = template.is_none() && common.evidence >= strong;
    if !is_whole && !is_strong && rare < RARE.min(options.least) {
        return None;
    }
    if evidence.is_empty() || common.all < options.least * least {
        return None;
    }
    evidence.sort_by_key(|evidence| (evidence.first, evidence.second));
    let overlap = 2.0 * common.all / (totals[0] + totals[1]);
    let containment = common.all / least;
    Some(Pair::new([first, second], overlap, containment, evidence))
}

#[cfg(test)]
mod tests {
    use super::super::{Class, Options, pairs};
    use crate::document::Document;

    fn classes(first: &str, second: &str) -> Vec<(Class, [bool; 2])> {
        let own = "It goes on to tell at length of the winds that blow about the islands in the north of the country.";
        let common = "Sea birds are seen there from the first days of spring until the last ships leave.";
        let pages = [
            Document::new("1", format!("<p>{common}<p>{own}<p>{first}")).with_url("http://a.test/x/1.html"),
            Document::new("2", format!("<p>{common}<p>{second}")).with_url("http://b.example/y/2.html"),
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
