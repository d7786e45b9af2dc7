//! The kinds of the pages of an input: lists, threads, articles, pages of one thing each, and others.
//!
//! In: the pages of one site or of several, as a crawl left them. Out: [`Kind`]s: pages of one template that are of one kind.
//!
//! ```text
//! blog/index.html   blog/page/2/index.html   blog/tag/rain/index.html     lists
//! blog/2020/the-flood/index.html ..                                       articles, of the same template
//! ```
//!
//! 1. Texts are weighed by how many pages have them at the same position (`site::own`), so that the frame of a site weighs next to
//!    nothing. What is left is a page's own text (`texts`).
//! 2. Each page gives named features ([`KindEvidence`]): how long its own texts are, which siblings repeat and what they have
//!    (`siblings`), what the page states about itself (`stated`), its address and its links to other pages (`address`).
//! 3. Weights and trees fitted by `eval/fit/fit_kinds.py` give the probability of each kind (`forest`).
//! 4. Pages of one template whose own text is mostly at one element path count for each other: the mean of the logarithms of a
//!    page's probabilities and of the means over these pages. Pages with the texts of several others are apart.
//! 5. Pages of one cluster that share structure have one template (`structure`). A [`Kind`] is a template and a kind.
//!
//! Cost: linear in the pages.

mod address;
mod dates;
mod evidence;
mod forest;
mod seen;
mod siblings;
mod stated;
mod structure;
mod texts;

pub(crate) use address::{folder_of, from_folder, parts as address_parts, shape as address_shape, shared};
pub use evidence::KindEvidence;

use self::forest::Forest;
use self::seen::{Seen, seen};
use crate::document::{Document, texts_of};
use crate::features::share;
use crate::measure::are_most;
use crate::page::digest::mix;
use crate::page::{Pages, Tree};
use crate::site::{Frame, members};
use crate::spectrum::size;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What the pages of a kind are.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum PageKind {
    /// Many records of one kind: search results, products, links with teasers.
    List,
    /// Posts by several people.
    Thread,
    /// A text in paragraphs: a news article, a blog post.
    Article,
    /// One thing and its fields: a product, a course.
    Detail,
    /// None of these: a form, a page of navigation, an error.
    Other,
}

impl PageKind {
    /// All kinds.
    pub const ALL: [PageKind; 5] =
        [PageKind::List, PageKind::Thread, PageKind::Article, PageKind::Detail, PageKind::Other];

    /// The name of the kind, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PageKind::List => "list",
            PageKind::Thread => "thread",
            PageKind::Article => "article",
            PageKind::Detail => "detail",
            PageKind::Other => "other",
        }
    }
}

/// Pages of one template that are of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// The numbers of the pages in the input, in ascending order.
    pub pages: Vec<usize>,
    /// The number of the page that is most probably of the kind, of equal ones the first.
    pub example: usize,
    /// The number of their template. Pages of a template may be of several kinds.
    pub template: usize,
    /// The most probable kind.
    pub kind: PageKind,
    /// The probability of each kind in the order of [`PageKind::ALL`], the mean over the pages.
    pub probabilities: [f64; 5],
    /// The second kind, if it is at least a quarter as probable.
    pub other: Option<PageKind>,
}

impl Kind {
    /// How probable the kind is.
    #[must_use]
    pub fn probability(&self) -> f64 {
        self.probabilities[self.kind as usize]
    }
}

/// The second kind is reported if it is at least this fraction as probable as the first.
const NEARLY: f64 = 0.25;

/// The kinds of the pages of an input, those with most pages first.
#[must_use]
pub fn kinds(documents: &[Document]) -> Vec<Kind> {
    PageKinds::new(&documents.iter().collect::<Vec<_>>()).kinds()
}

/// What pages of a blog are: a page with many comments resembles a thread.
pub const BLOG: &[PageKind] = &[PageKind::Article, PageKind::Thread];

/// The kind of each page that is surely of none of the wanted ones. No page has one if none is of a wanted kind: who asks for the posts of
/// pages that look like no threads knows better.
#[must_use]
pub fn foreign_pages(documents: &[Document], wanted: &[PageKind]) -> Vec<Option<PageKind>> {
    PageKinds::new(&documents.iter().collect::<Vec<_>>()).foreign(wanted)
}

/// A page is surely of other kinds than the wanted ones if these are less probable than this. With it, on sites on which the table was
/// not fitted, of whole sites 5 of 523 lists, none of 265 threads and 13 of 1,536 articles and threads are taken for others, of the sets of
/// boards 2 of 70 threads; and 728 of 1,368, 70 of 1,626 and 121 of 355 of the other pages are known as such. With 0.01: 4, 0, 2 and 2; 577,
/// 57 and 78. With 0.05: 9, 0, 50 and 4; 902, 80 and 167 (`eval/fit/fit_kinds.py --sweep`).
const UNLIKELY: f64 = 0.02;

/// Pages are parted by kind if one is of the wanted kinds with at most this doubt, and one of others. To part pages of one kind costs little:
/// each part learns from fewer pages. With this doubt, on sites on which the table was not fitted, 8 of 3,978 inputs of one kind are
/// parted (lists and threads, or neither), and 228 of 279 mixtures; of threads and others 6 of 4,185 and 53 of 72, of pages of one thing and
/// others 7 of 4,114 and 107 of 143. With 0.02 it is 3 and 142, 0 and 21, 2 and 49; with 0.4 it is 61 and 254, 34 and 66, 50 and 124
/// (`eval/fit/fit_kinds.py --sweep`).
const DOUBT: f64 = 0.15;

/// How probable each kind is for each page of an input, in the order of [`PageKind::ALL`], and the number of each page's template.
#[derive(Debug, Default)]
pub(crate) struct PageKinds {
    probabilities: Vec<[f64; 5]>,
    templates: Vec<usize>,
    /// What the pages have in common.
    pub(crate) frame: Frame,
}

impl PageKinds {
    /// Each page is parsed twice, so that no tree is held.
    pub(crate) fn new(documents: &[&Document]) -> Self {
        PageKinds::of(documents, Pages::Sources(&texts_of(documents.iter().copied())))
    }

    /// As [`new`](PageKinds::new), of pages that were parsed ([`Tree::new`]).
    pub(crate) fn of_trees(documents: &[&Document], trees: &[Tree]) -> Self {
        PageKinds::of(documents, Pages::Trees(trees))
    }

    /// What pages have in common, if their kinds are not asked for.
    pub(crate) fn unsorted(pages: Pages<'_>) -> Self {
        PageKinds { frame: Frame::new(pages), ..PageKinds::default() }
    }

    fn of(documents: &[&Document], pages: Pages<'_>) -> Self {
        let (pages, frame) = seen(documents, pages);
        let templates = pages.iter().map(|page| page.template).collect();
        PageKinds { probabilities: probabilities(&pages), templates, frame }
    }

    /// Pages of one template and one kind.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let mut kinds: BTreeMap<(usize, PageKind), (Vec<usize>, [f64; 5])> = BTreeMap::new();
        for (page, (of_page, &template)) in self.probabilities.iter().zip(&self.templates).enumerate() {
            let (pages, sums) = kinds.entry((template, best_first(of_page)[0])).or_default();
            sums.iter_mut().zip(of_page).for_each(|(sum, probability)| *sum += probability);
            pages.push(page);
        }
        let kind = |((template, kind), (pages, sums)): ((usize, PageKind), (Vec<usize>, [f64; 5]))| {
            let probabilities = sums.map(|sum| share(sum, size(pages.len())));
            let of = |kind: PageKind| probabilities[kind as usize];
            let next = best_first(&sums).into_iter().find(|&other| other != kind);
            let other = next.filter(|&next| of(next) >= NEARLY * of(kind));
            let surest = |best: usize, next: &usize| {
                let of = |page: usize| self.probability(page, &[kind]);
                if of(*next) > of(best) { *next } else { best }
            };
            let example = pages.iter().fold(pages[0], surest);
            Kind { pages, example, template, kind, probabilities, other }
        };
        let mut kinds: Vec<Kind> = kinds.into_iter().map(kind).collect();
        kinds.sort_by_key(|kind| (Reverse(kind.pages.len()), kind.pages[0]));
        kinds
    }

    /// The pages of each template.
    pub(crate) fn templates(&self) -> Vec<Vec<usize>> {
        members(&self.templates)
    }

    /// The most probable kind of each page.
    pub(crate) fn likeliest(&self) -> impl ExactSizeIterator<Item = PageKind> {
        self.probabilities.iter().map(|page| best_first(page)[0])
    }

    /// How probably a page is of one of some kinds.
    pub(crate) fn probability(&self, page: usize, of: &[PageKind]) -> f64 {
        of.iter().map(|&kind| self.probabilities[page][kind as usize]).sum()
    }

    /// Whether a page is of one of some kinds with at most [`DOUBT`].
    pub(crate) fn is_probably(&self, page: usize, of: &[PageKind]) -> bool {
        self.probability(page, of) > 1.0 - DOUBT
    }

    /// As [`foreign_pages`].
    pub(crate) fn foreign(&self, wanted: &[PageKind]) -> Vec<Option<PageKind>> {
        let has_wanted = self.likeliest().any(|kind| wanted.contains(&kind));
        let is_foreign = |page: usize| has_wanted && self.probability(page, wanted) < UNLIKELY;
        self.likeliest().enumerate().map(|(page, kind)| is_foreign(page).then_some(kind)).collect()
    }

    /// For each page its likeliest kind, if it is of the wanted kinds with less than [`DOUBT`].
    pub(crate) fn unlikely(&self, wanted: &[PageKind]) -> Vec<Option<PageKind>> {
        let is_unlikely = |page: usize| self.probability(page, wanted) < DOUBT;
        self.likeliest().enumerate().map(|(page, kind)| is_unlikely(page).then_some(kind)).collect()
    }

    /// Parts some pages by whether they are of the wanted kinds, if some of them probably are and others probably are not.
    pub(crate) fn parted(&self, pages: Vec<usize>, wanted: &[PageKind]) -> Vec<Vec<usize>> {
        let has_wanted = || pages.iter().any(|&page| self.is_probably(page, wanted));
        let has_others = || pages.iter().any(|&page| self.probability(page, wanted) < DOUBT);
        if self.probabilities.is_empty() || !has_wanted() || !has_others() {
            return vec![pages];
        }
        let (wanted, others) = pages.into_iter().partition(|&page| self.probability(page, wanted) >= 0.5);
        vec![wanted, others]
    }
}

/// The probability of each kind for each page.
fn probabilities(pages: &[Seen]) -> Vec<[f64; 5]> {
    let of_page = |page: &Seen| table().probabilities(&page.evidence.values());
    let alone: Vec<[f64; 5]> = pages.par_iter().map(of_page).collect();
    let mut together: BTreeMap<(usize, u64), Vec<usize>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        together.entry(page.group).or_default().push(number);
    }
    let of_group = |members: &Vec<usize>| mean(members.iter().map(|&page| alone[page]));
    let of_groups: BTreeMap<_, [f64; 5]> =
        together.iter().map(|(&group, members)| (group, of_group(members))).collect();
    let of_page = |((page, alone), is_form): ((&Seen, &[f64; 5]), bool)| {
        if is_form || page.is_blank { OTHER } else { mean([*alone, of_groups[&page.group]].into_iter()) }
    };
    pages.iter().zip(&alone).zip(forms(pages)).map(of_page).collect()
}

/// The features of each page of an input, on which the trees are fitted, and a number for the pages that count for each
/// other.
#[must_use]
pub fn kind_evidence(documents: &[Document]) -> Vec<(KindEvidence, u64)> {
    let group = |page: Seen| (page.evidence, mix(page.group.1, page.group.0 as u64));
    let documents: Vec<&Document> = documents.iter().collect();
    seen(&documents, Pages::Sources(&texts_of(documents.iter().copied()))).0.into_iter().map(group).collect()
}

/// The probabilities of a form and of a page without text, in the order of [`PageKind::ALL`].
const OTHER: [f64; 5] = [0.0, 0.0, 0.0, 0.0, 1.0];

/// Whether each page is a form to log in, which has no kind of its own to learn from: it asks for a password, most of its text is
/// short, and it has no siblings of several texts each. A field that most pages have is a part of the frame.
fn forms(pages: &[Seen]) -> Vec<bool> {
    let asks = |page: &Seen| page.evidence.password > 0.0;
    let is_frame = pages.len() > 1 && are_most(pages.iter().filter(|page| asks(page)).count(), pages.len());
    let is_short = |page: &Seen| page.evidence.long < 0.5 && page.evidence.repeats <= 0.0;
    pages.iter().map(|page| !is_frame && asks(page) && is_short(page)).collect()
}

/// The normalized geometric mean of some probabilities.
fn mean(each: impl ExactSizeIterator<Item = [f64; 5]>) -> [f64; 5] {
    let count = size(each.len());
    let mut sums = [0.0; 5];
    for probabilities in each {
        for (sum, probability) in sums.iter_mut().zip(probabilities) {
            *sum += (probability + LEAST).ln();
        }
    }
    let odds = sums.map(|sum| (sum / count).exp());
    let all: f64 = odds.iter().sum();
    odds.map(|odds| odds / all)
}

/// Added to each probability, so that one page does not rule a kind out for others.
const LEAST: f64 = 1e-3;

/// The kinds, the most probable first; equally probable ones in their own order.
fn best_first(probabilities: &[f64; 5]) -> [PageKind; 5] {
    let mut kinds = PageKind::ALL;
    kinds.sort_by(|&one, &other| probabilities[other as usize].total_cmp(&probabilities[one as usize]));
    kinds
}

fn table() -> &'static Forest<5> {
    static TABLE: OnceLock<Forest<5>> = OnceLock::new();
    TABLE.get_or_init(|| {
        Forest::read(PageKind::ALL.map(PageKind::name), KindEvidence::NAMES, include_str!("weights.txt"))
            .expect("the compiled-in table is whole")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: [f64; 5] = [0.99, 0.0, 0.01, 0.0, 0.0];
    const ARTICLE: [f64; 5] = [0.0, 0.0, 1.0, 0.0, 0.0];
    const EITHER: [f64; 5] = [0.4, 0.0, 0.6, 0.0, 0.0];
    const DOUBTFUL: [f64; 5] = [0.1, 0.0, 0.9, 0.0, 0.0];

    fn kinds<const N: usize>(probabilities: [[f64; 5]; N]) -> PageKinds {
        PageKinds { probabilities: probabilities.into(), templates: vec![0; N], frame: Frame::default() }
    }

    #[test]
    fn only_pages_that_are_surely_of_another_kind_are_foreign() {
        let pages = kinds([LIST, ARTICLE, DOUBTFUL]);
        assert_eq!(pages.foreign(&[PageKind::List]), [None, Some(PageKind::Article), None]);
        assert_eq!(pages.foreign(&[PageKind::Article]), [Some(PageKind::List), None, None]);
        assert_eq!(pages.foreign(&[PageKind::Article, PageKind::List]), [None; 3]);
    }

    #[test]
    fn without_a_page_of_the_wanted_kind_none_is_foreign() {
        assert_eq!(kinds([ARTICLE, DOUBTFUL]).foreign(&[PageKind::List]), [None; 2]);
        assert_eq!(kinds([ARTICLE, EITHER]).unlikely(&[PageKind::List]), [Some(PageKind::Article), None]);
        assert_eq!(kinds([]).foreign(&[PageKind::List]), []);
    }

    #[test]
    fn pages_are_parted_if_both_parts_are_probable() {
        let parted = |pages: PageKinds, of: &[usize]| pages.parted(of.to_vec(), &[PageKind::List]);
        assert_eq!(parted(kinds([ARTICLE, LIST, DOUBTFUL]), &[0, 1, 2]), [vec![1], vec![0, 2]]);
        assert_eq!(parted(kinds([ARTICLE, LIST, EITHER]), &[1, 2]), [vec![1, 2]]);
        assert_eq!(parted(kinds([ARTICLE, DOUBTFUL]), &[0, 1]), [vec![0, 1]]);
        assert_eq!(parted(PageKinds::default(), &[0, 1]), [vec![0, 1]]);
    }
}
