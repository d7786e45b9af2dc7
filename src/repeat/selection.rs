//! The lists of pages as a user names them, where the usual choice is wrong.
//!
//! In: the trees of pages, and a [`Selection`]: texts of one record, a selector, or the number of a list. Out: the [`List`] of each page
//! that has it.
//!
//! ```text
//! <ul> <li>Home <li>Shop </ul>   <table> <tr><td>Oak <td>4 <tr><td>Ash <td>5 </table>     like "Ash": tr; like "Shop": li
//! ```
//!
//! A candidate holds texts if one of its records has all of them. Texts are compared by their letters and digits; where a text is all that
//! some texts of the page say, its other occurrences, inside longer texts, do not count. Of the candidates that hold the texts the one
//! with the best score is chosen, where a small record counts for more than a large one ([`SHARE`]). The smallest records alone would be
//! wrong: a part of a record holds a value as well as the record does. Pages without the texts have the list at the same path, and where there is none, on pages of
//! another template, the usual one if that is wanted.
//!
//! Time is linear in the pages for each text, after that of the usual choice.

use super::candidate::{Candidate, GroupKey, candidates};
use super::choice::{Alternative, List, Wanted, alternatives, ranked_pages, usual_lists};
use super::column::Columns;
use super::evidence::Evidence;
use super::fit::fitting;
use super::path::PagePaths;
use super::ranked::{Ranked, RankedPage};
use super::record::Record;
use super::roles::Profiles;
use super::step::{Resolution, Steps};
use crate::error::{Error, ErrorKind, Result};
use crate::measure::{letters, nearest_named};
use crate::page::{Pages, Selector, Tree, number};
use crate::site::Frame;
use crate::site::own::weigh;
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::ops::Range;

/// What a user says of the list of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    like: Vec<String>,
    records: Option<Selector>,
    list: Option<usize>,
    paths: Vec<Steps>,
    wanted: Wanted,
    every_page: bool,
    or_usual: bool,
}

impl Selection {
    /// The usual choice.
    #[must_use]
    pub fn new() -> Self {
        Selection::default()
    }

    /// A text of a record: the list is one that holds it. Several texts are of one record.
    #[must_use]
    pub fn like(mut self, text: impl Into<String>) -> Self {
        self.like.push(text.into());
        self
    }

    /// The records are the elements that a selector matches.
    #[must_use]
    pub fn records(mut self, selector: Selector) -> Self {
        self.records = Some(selector);
        self
    }

    /// The list is the one with this number, from 1, among all lists of a page.
    #[must_use]
    pub fn list(mut self, number: usize) -> Self {
        self.list = Some(number);
        self
    }

    /// Also the further lists of each page.
    #[must_use]
    pub fn all(mut self) -> Self {
        self.wanted = Wanted::All;
        self
    }

    /// Also of pages that are surely of another kind, such as articles, if others are lists. If a list is named, every page is asked.
    #[must_use]
    pub fn every_page(mut self) -> Self {
        self.every_page = true;
        self
    }

    /// Also the next best list of each page.
    #[must_use]
    pub fn with_next(mut self) -> Self {
        self.wanted = self.wanted.max(Wanted::Two);
        self
    }

    /// If no page has the texts, the records are at one of these paths.
    pub(crate) fn or_at(mut self, paths: &[Steps]) -> Self {
        self.paths = paths.to_vec();
        self
    }

    /// Pages that have not what a text or a number names have their usual list.
    pub(crate) fn or_usual(mut self) -> Self {
        self.or_usual = true;
        self
    }

    /// Whether nothing is said of the list.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        self.like.is_empty()
            && self.records.is_none()
            && matches!(self.list, None | Some(1))
            && self.paths.is_empty()
    }

    /// Whether pages that are surely of another kind have none.
    pub(crate) fn leaves_out(&self) -> bool {
        self.is_usual() && !self.every_page
    }

    pub(crate) fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// The texts of a record.
    #[must_use]
    pub fn texts(&self) -> &[String] {
        &self.like
    }

    /// The selector of the records.
    #[must_use]
    pub fn selector(&self) -> Option<&Selector> {
        self.records.as_ref()
    }

    /// The number of the list.
    #[must_use]
    pub fn number(&self) -> Option<usize> {
        self.list
    }
}

/// The lists of pages by a selection; `None` for a page without it.
///
/// # Errors
/// [`ErrorKind::Setting`] if no page has the list, or if the selection says it in several ways.
pub fn selected(trees: &[Tree], selection: &Selection) -> Result<Vec<Option<List>>> {
    let wrong = |why: String| Error::new(ErrorKind::Setting(why));
    let ways = [!selection.like.is_empty(), selection.records.is_some(), selection.list.is_some()];
    if ways.into_iter().filter(|&is| is).count() > 1 {
        return Err(wrong("give one of like, records and list".to_owned()));
    }
    if let Some(selector) = &selection.records {
        return by_selector(trees, selector).map_err(wrong);
    }
    if selection.is_usual() {
        let pages = Pages::Trees(trees);
        return Ok(usual_lists(pages, &Frame::new(pages), |_| true, selection.wanted()));
    }
    let pages = ranked_pages(trees);
    let own: Vec<Option<Alternative>> = match selection {
        Selection { list: Some(number @ 2..), .. } => by_number(trees, &pages, *number).map_err(wrong)?,
        Selection { list: Some(0), .. } => return Err(wrong("lists are numbered from 1".to_owned())),
        Selection { like, paths, .. } => match by_texts(trees, &pages, like) {
            Ok(own) => own,
            Err(why) => {
                let at = |(tree, page)| paths.iter().find_map(|path| at_path(tree, page, None, path));
                let own: Vec<_> = trees.par_iter().zip(&pages).map(at).collect();
                if own.iter().all(Option::is_none) {
                    return Err(wrong(why));
                }
                own
            }
        },
    };
    let models = Models::new(trees, &pages, &own);
    let list = |((tree, page), own): ((&Tree, &RankedPage), Option<Alternative>)| {
        let main = own.or_else(|| models.on(tree, page));
        let mut lists = alternatives(tree, page, selection.wanted());
        if let Some(main) = main {
            lists.retain(|other| other.records != main.records);
            lists.insert(0, main);
        } else if !selection.or_usual {
            lists.clear();
        }
        List::new(lists, selection.wanted())
    };
    Ok(trees.par_iter().zip(&pages).zip(own).map(list).collect())
}

/// The elements that a selector matches, without those inside others.
#[must_use]
pub fn matching(tree: &Tree, selector: &Selector) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for id in selector.select(tree) {
        if records.last().is_none_or(|last| last.end <= id) {
            records.push(Record::element(tree, id));
        }
    }
    records
}

fn by_selector(trees: &[Tree], selector: &Selector) -> Result<Vec<Option<List>>, String> {
    let of_page = |tree: &Tree| {
        let records = matching(tree, selector);
        let head = records.first()?.head;
        let path = Steps::to(tree, head, Resolution::Class);
        let key = GroupKey::of_path(tree, &PagePaths::new(tree), head, &path);
        let candidate = Candidate { key, records: records.clone().into() };
        let chosen =
            Ranked { candidate, evidence: Evidence::default(), score: 0.0, probability: 1.0, documents: 0 };
        Some(List { records, chosen, next: None, others: Vec::new(), rival: None })
    };
    let mut lists: Vec<Option<List>> = trees.par_iter().map(of_page).collect();
    let documents = u32::try_from(lists.iter().flatten().count()).unwrap_or(u32::MAX);
    if documents == 0 {
        return Err(format!("no page has an element with text that matches {selector}"));
    }
    lists.iter_mut().flatten().for_each(|list| list.chosen.documents = documents);
    Ok(lists)
}

/// The list with this number on each page of which it is.
fn by_number(
    trees: &[Tree],
    pages: &[RankedPage],
    number: usize,
) -> Result<Vec<Option<Alternative>>, String> {
    let of_page = |(tree, page): (&Tree, &RankedPage)| alternatives(tree, page, Wanted::All);
    let all: Vec<Vec<Alternative>> = trees.par_iter().zip(pages).map(of_page).collect();
    let most = all.iter().map(Vec::len).max().unwrap_or_default();
    if most < number {
        return Err(format!(
            "there is no list {number}: no page has more than {most}; `katagami records --all` shows them"
        ));
    }
    // The first page of each cluster that has so many lists says which one it is.
    let mut known: HashSet<usize> = HashSet::new();
    let take = |(page, lists): (&RankedPage, Vec<Alternative>)| {
        let list = lists.into_iter().nth(number - 1)?;
        known.insert(page.cluster).then_some(list)
    };
    Ok(pages.iter().zip(all).map(take).collect())
}

/// On each page with the texts, the best candidate with a record that holds them.
fn by_texts(
    trees: &[Tree],
    pages: &[RankedPage],
    like: &[String],
) -> Result<Vec<Option<Alternative>>, String> {
    if like.is_empty() {
        return Err(
            "no page has the list that the wrapper was learned for; name it anew: like, records or list"
                .to_owned(),
        );
    }
    if let Some(text) = like.iter().find(|text| letters(text).is_empty()) {
        return Err(format!("{text:?} has no letter or digit to look for"));
    }
    let wanted: Vec<String> = like.iter().map(|text| letters(text)).collect();
    let places: Vec<Places> = trees.par_iter().map(|tree| Places::new(tree, &wanted)).collect();
    for (number, text) in like.iter().enumerate() {
        if places.iter().all(|places| places.of_texts[number].is_empty()) {
            let known = trees.iter().flat_map(Tree::leaves).map(|leaf| &*leaf.text);
            return Err(format!("no page has the text {text:?}{}", nearest_named(text, known)));
        }
    }
    let of_page = |((tree, page), places): ((&Tree, &RankedPage), &Places)| {
        if places.of_texts.iter().any(Vec::is_empty) {
            return None;
        }
        let held = page.ranked.iter().filter_map(|ranked| {
            let records = ranked.fitting(tree, &page.paths);
            let score = ranked.score + SHARE * places.share(&records)?.ln();
            Some((score, Alternative { records, certainty: ranked.probability, ranked: ranked.clone() }))
        });
        // Of equal scores the first.
        let best = held.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, best)| best).or_else(|| unranked(tree, page, places))
    };
    let found: Vec<Option<Alternative>> = trees.par_iter().zip(pages).zip(&places).map(of_page).collect();
    if found.iter().all(Option::is_none) {
        let is_one = like.len() == 1;
        let alone = |number: usize| {
            let text = std::slice::from_ref(&like[number]);
            is_one || by_texts(trees, pages, text).is_err()
        };
        return Err(match (0..like.len()).find(|&number| alone(number)) {
            Some(number) => format!("the text {:?} is on a page, but in nothing that repeats", like[number]),
            None => "no record holds all these texts; give texts of one record".to_owned(),
        });
    }
    Ok(found)
}

/// The best of the candidates that the choice leaves out for their scores.
fn unranked(tree: &Tree, page: &RankedPage, places: &Places) -> Option<Alternative> {
    let texts = weigh(&[tree]).into_iter().next()?;
    let all = candidates(tree, &page.paths, &Profiles::new(tree, &page.paths)).into_iter();
    let scored = all.filter(|candidate| places.share(&candidate.records).is_some()).map(|candidate| {
        let total = Columns::new(tree, &page.paths, &candidate.records).score(&texts).total();
        (total, candidate)
    });
    // Of equal scores the first.
    let (score, candidate) = scored.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    let records = candidate.records.to_vec();
    let ranked = Ranked { candidate, evidence: Evidence::default(), score, probability: 0.0, documents: 1 };
    Some(Alternative { records, certainty: 0.0, ranked })
}

/// The weight of the logarithm of the share of a record that given texts make up, beside the score. With one value of each page alone, exact
/// counts of serp rise by .016, those of records and of plain results by .008, others stay. With 1.2, which is fitted to all sets at once,
/// serp and tables gain .02 and .04, lists and plain lists lose .02.
const SHARE: f64 = 0.5;

/// The occurrences of texts on a page.
struct Places {
    /// The leaves of each occurrence of each text; only those that consist of the text if there are such.
    of_texts: Vec<Vec<Range<u32>>>,
    /// For each leaf how many bytes of letters and digits are before it, and all.
    starts: Vec<usize>,
    /// The bytes of the texts.
    length: usize,
}

impl Places {
    fn new(tree: &Tree, texts: &[String]) -> Self {
        let (mut page, mut starts) = (String::new(), vec![0]);
        for leaf in tree.leaves() {
            page.push_str(&letters(&leaf.text));
            starts.push(page.len());
        }
        let of_text = |text: &String| {
            let (mut whole, mut inside) = (Vec::new(), Vec::new());
            for (start, _) in page.match_indices(text.as_str()) {
                let end = start + text.len();
                let first = starts.partition_point(|&leaf| leaf <= start) - 1;
                let last = starts.partition_point(|&leaf| leaf < end);
                let is_whole = starts[first] == start && starts[last] == end;
                if is_whole { &mut whole } else { &mut inside }.push(number(first)..number(last));
            }
            if whole.is_empty() { inside } else { whole }
        };
        let of_texts = texts.iter().map(of_text).collect();
        Places { of_texts, starts, length: texts.iter().map(String::len).sum() }
    }

    /// The share of a record that the texts make up, of the smallest one that holds all of them; `None` if none does.
    fn share(&self, records: &[Record]) -> Option<f64> {
        let holds = |record: &&Record| {
            let is_inside = |of: &Range<u32>| record.leaves.start <= of.start && of.end <= record.leaves.end;
            self.of_texts.iter().all(|places| places.iter().any(is_inside))
        };
        let length = |record: &Record| {
            self.starts[record.leaves.end as usize] - self.starts[record.leaves.start as usize]
        };
        let smallest = records.iter().filter(holds).map(length).min()?;
        Some(exact(self.length as u64) / exact(smallest.max(1) as u64))
    }
}

/// The list that was chosen on a page, for the pages of its template.
#[derive(Clone)]
enum Model {
    /// The usual one: others keep theirs, too, so that a confirmed choice is no worse than one that nobody looked at.
    Usual,
    /// The one with this key and path.
    At(GroupKey, Steps),
}

/// The lists that were chosen on some pages, for the others.
struct Models {
    /// For each cluster the first.
    of_cluster: HashMap<usize, Model>,
    /// The first that is not the usual one.
    first: Option<Model>,
}

impl Models {
    fn new(trees: &[Tree], pages: &[RankedPage], own: &[Option<Alternative>]) -> Self {
        let mut models = Models { of_cluster: HashMap::new(), first: None };
        for ((tree, page), own) in trees.iter().zip(pages).zip(own) {
            let Some(Alternative { records, ranked, .. }) = own else { continue };
            let model = match usual(tree, page) {
                Some(usual) if usual.records == *records => Model::Usual,
                _ => Model::At(ranked.candidate.key, ranked.candidate.steps(tree)),
            };
            models.of_cluster.entry(page.cluster).or_insert_with(|| model.clone());
            if matches!(model, Model::At(..)) {
                models.first.get_or_insert(model);
            }
        }
        models
    }

    /// The list of another page.
    fn on(&self, tree: &Tree, page: &RankedPage) -> Option<Alternative> {
        match self.of_cluster.get(&page.cluster).or(self.first.as_ref())? {
            Model::Usual => usual(tree, page),
            Model::At(key, path) => at_path(tree, page, Some(*key), path),
        }
    }
}

fn usual(tree: &Tree, page: &RankedPage) -> Option<Alternative> {
    alternatives(tree, page, Wanted::One).into_iter().next()
}

/// The records of a page at a path, as the candidate with this key or by themselves.
fn at_path(tree: &Tree, page: &RankedPage, key: Option<GroupKey>, path: &Steps) -> Option<Alternative> {
    if let Some(ranked) = page.ranked.iter().find(|ranked| Some(ranked.candidate.key) == key) {
        let (records, certainty) = (ranked.fitting(tree, &page.paths), ranked.probability);
        return Some(Alternative { records, certainty, ranked: ranked.clone() });
    }
    let all = path.records(tree);
    let records = fitting(tree, &page.paths, &all, path.border());
    let head = records.first()?.head;
    let key = key.unwrap_or_else(|| GroupKey::of_path(tree, &page.paths, head, path));
    let candidate = Candidate { key, records: all.into() };
    let ranked =
        Ranked { candidate, evidence: Evidence::default(), score: 0.0, probability: 0.0, documents: 1 };
    Some(Alternative { records, certainty: 0.0, ranked })
}
