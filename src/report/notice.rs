//! What is said of a run beside its result: by the program on standard error, by the Python package as warnings.
//!
//! In: what was found. Out: one sentence, or none if there is nothing to say. The sentences differ only in how options are spelled
//! ([`Spelling`]).

use crate::ask::{PageKind, Tables};
use crate::document::Document;
use crate::forum::{self, Set, Threads};
use crate::repeat::{LIKELY, Ranked};
use crate::wrapper::{Rows, Template, Wrapper};
use std::collections::BTreeMap;

/// The number of things of one kind that are named, such as pages without a template; more are only counted.
pub const NAMED: usize = 3;

/// Of kinds and posts that are given with this probability or more, 99 of 100 are right on sites that the fits did not see (docs/QUALITY.md,
/// "What a probability means").
pub const SURE: f64 = 0.9;

/// How options are spelled.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Spelling {
    /// As on a command line: `--every-page`, `--list 2`.
    CommandLine,
    /// As in Python: `every_page=True`, `list=2`.
    Python,
}

impl Spelling {
    fn flag(self, name: &str) -> String {
        match self {
            Spelling::CommandLine => format!("--{}", name.replace('_', "-")),
            Spelling::Python => format!("{name}=True"),
        }
    }

    fn option(self, name: &str, value: &str) -> String {
        match self {
            Spelling::CommandLine => format!("--{name} {value}"),
            Spelling::Python => format!("{name}={value}"),
        }
    }
}

/// A number of pages, in words.
#[must_use]
pub fn pages(count: usize) -> String {
    counted(count, "page")
}

/// A number of things, whose name in the plural has its s at the end of the first word.
#[must_use]
pub fn counted(number: usize, what: &str) -> String {
    let many = match what.split_once(' ') {
        Some((what, rest)) => format!("{what}s {rest}"),
        None => format!("{what}s"),
    };
    format!("{number} {}", if number == 1 { what } else { &many })
}

/// How many pages are left out for their kinds; `foreign` has the kind of each that is.
#[must_use]
pub fn other_kinds(foreign: &[Option<PageKind>], spelling: Spelling) -> Option<String> {
    let mut kinds: BTreeMap<PageKind, usize> = BTreeMap::new();
    for &kind in foreign.iter().flatten() {
        *kinds.entry(kind).or_default() += 1;
    }
    let left_out: usize = kinds.values().sum();
    let named = |(kind, count): (PageKind, usize)| match kind {
        PageKind::Detail => counted(count, "page of one thing"),
        PageKind::Other => format!("{count} of another kind"),
        _ => counted(count, kind.name()),
    };
    let named: Vec<String> = kinds.into_iter().map(named).collect();
    (left_out > 0).then(|| {
        format!(
            "left out {left_out} of {} pages, which are of other kinds ({}); {} asks them too",
            foreign.len(),
            named.join(", "),
            spelling.flag("every_page")
        )
    })
}

/// Of which pages the list is doubtful, and how another one is chosen.
#[must_use]
pub fn doubtful_lists(tables: &Tables<'_>, spelling: Spelling) -> Option<String> {
    let mut doubtful = tables.lists().iter().filter_map(|list| Some((list, list.rival?)));
    let (list, rival) = doubtful.next()?;
    let more = and_more(doubtful.count());
    let (document, tree) = tables.page(list);
    let named = |count: usize, ranked: &Ranked, probability: f64| {
        records_at(count, &ranked.candidate.steps(tree).to_string(), probability)
    };
    Some(format!(
        "{}: the list is doubtful{more}: {}; {} has {}; {} has those like a text that you give",
        document.name(),
        named(list.records.len(), list.chosen, list.chosen.probability),
        spelling.option("list", &rival.number.to_string()),
        named(rival.list.records.len(), &rival.list.ranked, rival.list.certainty),
        spelling.option("like", "TEXT"),
    ))
}

/// Of which pages the posts are doubtful, and what else they may be.
#[must_use]
pub fn doubtful_posts(documents: &[Document], threads: &Threads, spelling: Spelling) -> Option<String> {
    let with_posts = |set: &Set| -> Vec<usize> {
        set.pages.iter().copied().filter(|&page| !threads.pages[page].is_empty()).collect()
    };
    let is_doubtful = |(set, pages): &(&Set, Vec<usize>)| {
        let is_doubtful = |best: &forum::Ranked| {
            let are_unlikely = || pages.iter().all(|&page| threads.unlikely[page].is_some());
            best.probability < LIKELY || best.probability < SURE && are_unlikely()
        };
        !pages.is_empty() && set.candidates.first().is_some_and(is_doubtful)
    };
    let sets = threads.sets.iter().map(|set| (set, with_posts(set)));
    let doubtful: Vec<(&Set, Vec<usize>)> = sets.filter(is_doubtful).collect();
    let (set, of_set) = doubtful.first()?;
    let more = and_more(doubtful.iter().map(|(_, pages)| pages.len()).sum::<usize>() - 1);
    let named =
        |candidate: &forum::Ranked| records_at(candidate.records, &candidate.way, candidate.probability);
    let best = &set.candidates[0];
    // Those with nearly the same records have the same probability.
    let next = set.candidates.iter().find(|other| other.probability.total_cmp(&best.probability).is_ne());
    let next = next.map_or_else(String::new, |next| format!(", next {}", named(next)));
    let explain = match spelling {
        Spelling::CommandLine => "; --explain shows why",
        Spelling::Python => "",
    };
    let page = documents[of_set[0]].name();
    let what = match threads.unlikely[of_set[0]] {
        None => "more pages of the site make them surer",
        Some(PageKind::List) => "the page is probably a list",
        Some(PageKind::Article) => "the page is probably an article, maybe with comments",
        Some(PageKind::Detail) => "the page is probably about one thing",
        Some(PageKind::Thread | PageKind::Other) => "the page is probably of another kind",
    };
    Some(format!("{page}: the posts are doubtful{more}: {}{next}; {what}{explain}", named(best)))
}

/// On how many more pages something is so.
fn and_more(more: usize) -> String {
    if more > 0 { format!(", as on {} more", pages(more)) } else { String::new() }
}

/// How many records are where, and how probable they are.
fn records_at(count: usize, path: &str, probability: f64) -> String {
    let probability = super::rounded(probability);
    format!("{} at {} (probability {probability})", counted(count, "record"), last_steps(path))
}

/// The last steps of an element path, enough to recognize the elements.
fn last_steps(path: &str) -> String {
    let steps: Vec<&str> = path.rsplit('/').take(3).collect();
    let cut = if steps.len() < path.split('/').count() { "../" } else { "" };
    format!("{cut}{}", steps.into_iter().rev().collect::<Vec<_>>().join("/"))
}

/// How many pages were read without another one of their template.
#[must_use]
pub fn read_alone(alone: usize) -> Option<String> {
    (alone > 0).then(|| {
        format!(
            "{} read alone: no other page has the same template, so the element with most text was taken; more pages of the site make \
             the result more reliable",
            pages(alone)
        )
    })
}

/// That the fields of a template were guessed, since it was learned from one page.
#[must_use]
pub fn guessed(wrapper: &Wrapper, template: &Template) -> Option<String> {
    let (Rows::Page, 1) = (&template.rows, template.pages) else { return None };
    let alone = if wrapper.templates.len() > 1 {
        format!(" of {}, as no other page looks like it", template.sources[0])
    } else {
        String::new()
    };
    Some(format!("guessed by labels, lists and headings{alone}; give two or more pages to compare"))
}

/// Which of the pages that a wrapper was learned from share no template with another one.
#[must_use]
pub fn without_template<'a>(
    wrapper: &Wrapper,
    names: impl ExactSizeIterator<Item = &'a str>,
) -> Option<String> {
    let sources = wrapper.templates.iter().flat_map(|template| &template.sources);
    let sources: hashbrown::HashSet<&str> = sources.map(String::as_str).collect();
    let all = names.len();
    let left: Vec<&str> = names.filter(|name| !sources.contains(name)).collect();
    let more = if left.len() > NAMED { ", .." } else { "" };
    let first = left[..left.len().min(NAMED)].join(", ");
    let some = left.len();
    (some > 0).then(|| format!("{some} of {all} pages share no template with another page: {first}{more}"))
}

/// Pages that no template of a wrapper fits.
#[derive(Debug, Default)]
pub struct Unfit(usize);

impl Unfit {
    /// Counts a page; the sentence that names it, unless enough pages were named.
    pub fn page(&mut self, name: &str) -> Option<String> {
        self.0 += 1;
        (self.0 <= NAMED).then(|| format!("{name}: no template of the wrapper fits"))
    }

    /// How many pages were counted and not named.
    #[must_use]
    pub fn more(&self) -> Option<String> {
        let more = self.0.checked_sub(NAMED).filter(|&more| more > 0)?;
        Some(format!("no template of the wrapper fits {} more", pages(more)))
    }

    /// What to do if nothing was read.
    #[must_use]
    pub fn advice(&self, spelling: Spelling) -> Option<String> {
        let (check, update) = match spelling {
            Spelling::CommandLine => ("katagami check", "katagami learn --update WRAPPER PAGES"),
            Spelling::Python => ("Wrapper.check", "katagami.learn(pages, update=wrapper)"),
        };
        (self.0 > 0).then(|| {
            format!(
                "give pages of the kind and site that the wrapper was learned from; `{check}` says what is missing, and `{update}` \
                 learns a new design"
            )
        })
    }
}

/// Pages without any tag, which are read as plain text.
#[derive(Debug, Default)]
pub struct Plain {
    first: Option<String>,
    count: usize,
}

impl Plain {
    /// Counts a page if it has no tag.
    pub fn page(&mut self, document: &Document) {
        if !document.bytes().contains(&b'<') {
            self.count += 1;
            self.first.get_or_insert_with(|| document.name().to_owned());
        }
    }

    /// How many there are, and the first one.
    #[must_use]
    pub fn said(self) -> Option<String> {
        let more = if self.count > 1 { " ..." } else { "" };
        Some(format!("{} without any tag, read as plain text: {}{more}", pages(self.count), self.first?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_spelled_for_who_reads() {
        let foreign = [Some(PageKind::Article), None, Some(PageKind::Detail), Some(PageKind::Detail)];
        assert_eq!(
            other_kinds(&foreign, Spelling::CommandLine).as_deref(),
            Some(
                "left out 3 of 4 pages, which are of other kinds (1 article, 2 pages of one thing); --every-page asks them too"
            )
        );
        let python = other_kinds(&foreign, Spelling::Python).expect("some are left out");
        assert!(python.ends_with("; every_page=True asks them too"), "{python}");
        assert_eq!(other_kinds(&[None, None], Spelling::Python), None);
        assert_eq!(Spelling::CommandLine.option("list", "2"), "--list 2");
    }

    #[test]
    fn of_many_pages_that_no_template_fits_the_first_are_named() {
        let mut unfit = Unfit::default();
        let named = (0..5).filter_map(|page| unfit.page(&format!("{page}"))).collect::<Vec<_>>();
        assert_eq!(named[2], "2: no template of the wrapper fits");
        assert_eq!(
            (named.len(), unfit.more().as_deref()),
            (3, Some("no template of the wrapper fits 2 pages more"))
        );
    }
}
