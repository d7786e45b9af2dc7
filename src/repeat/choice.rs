//! Chooses the candidate that is the list of a page, with evidence from the other pages of its template.
//!
//! In: the trees of pages. Out: the [`List`] of each. Pages are clustered by template. Within a cluster, the [`Evidence`] of
//! each candidate is computed from its own records, from the other candidates of its page and from the candidates with the same
//! path on the other pages. The fitted [`Weights`] turn the evidence into a score; the candidate with the highest score is the
//! list.
//!
//! Cost: linear in the texts of the candidates.

use super::candidate::{Candidate, GroupKey, candidates};
use super::column::Columns;
use super::evidence::{Evidence, PageSums, RecordSet, ScoredSet, TextSums, ln};
use super::grouped::put_members_first;
use super::holder::holders;
use super::path::PagePaths;
use super::ranked::{Ranked, RankedPage, is_sure};
use super::record::{Border, Form, Record};
use super::rival::compare;
use super::roles::Profiles;
use super::score::Score;
use super::single::put_single_records_first;
use super::weights::Weights;
use crate::features::flag;
use crate::page::{Pages, Tree};
use crate::progress::Step;
use crate::site::Frame;
use crate::site::own::OwnTexts;
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::cell::{LazyCell, OnceCell};
use std::ops::Range;

/// The lists of a page.
#[derive(Clone, Debug)]
pub struct List {
    /// The records of the list, in document order.
    pub records: Vec<Record>,
    /// The chosen candidate, with the probability that the records are these, whatever their borders.
    pub chosen: Ranked,
    /// The next best candidate with other records, if it is asked for; often a part of the chosen one, or a wider one around it.
    pub next: Option<Alternative>,
    /// The further lists of the page, best first, if they are asked for.
    pub others: Vec<Alternative>,
    /// The best list with other records, if the chosen one is more likely wrong than right.
    pub rival: Option<Rival>,
}

/// The list that a doubtful choice may have to be replaced with.
#[derive(Clone, Debug)]
pub struct Rival {
    /// Its number among all lists of the page; the chosen one is 1.
    pub number: usize,
    /// The list.
    pub list: Alternative,
}

/// A choice with a probability below this is doubtful: of lists and kinds half are right there, of posts four in five (docs/QUALITY.md, "What
/// a probability means").
pub(crate) const LIKELY: f64 = 0.5;

/// A candidate that may be the list of a page.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The records if it is the list.
    pub records: Vec<Record>,
    /// The probability that the records are these, whatever their borders: that of all candidates with as many records that are parts
    /// of these or have them as parts. Of choices on left-out platforms with 0.9 or more nine in ten are right
    /// (`eval/fit/calibrate.py`).
    pub certainty: f64,
    /// The candidate.
    pub ranked: Ranked,
}

/// The most sets of records per page that are compared; those with the highest [`Score::total`] are kept. The choice among 64 is
/// as good as the choice among all, and the comparison of candidates stays cheap.
const MAX_SETS: usize = 64;

/// The same for sets of records of forms that any siblings have: these are compared with the other sets, but those not with these.
/// Otherwise each uniform list would have a stronger rival of two elements a record. Not swept.
const MAX_FREE: usize = 16;

/// The list of every page; `None` where nothing repeats.
#[must_use]
pub fn lists(trees: &[Tree]) -> Vec<Option<List>> {
    let pages = Pages::Trees(trees);
    usual_lists(pages, &Frame::new(pages), |_| true, Wanted::One)
}

/// The lists with the best scores of those pages that are asked. All pages count as evidence: what repeats on articles, too, is a part of the
/// frame. The candidates of a page are kept only if it is asked, and until the lists of its cluster are chosen.
pub(crate) fn usual_lists(
    pages: Pages<'_>,
    frame: &Frame,
    is_asked: impl Fn(usize) -> bool + Sync,
    wanted: Wanted,
) -> Vec<Option<List>> {
    let list = |page: &RankedPage| {
        let alternatives = pages.look(page.number, |tree| alternatives(tree, page, wanted));
        (page.number, List::new(alternatives, wanted))
    };
    let of_cluster = |number: usize, cluster: &[usize], step: &Step| -> Vec<(usize, Option<List>)> {
        ranked_cluster(pages, frame, (number, cluster), &is_asked, step).par_iter().map(list).collect()
    };
    let mut lists: Vec<Option<List>> = (0..pages.len()).map(|_| None).collect();
    for (page, list) in each_cluster(frame, of_cluster) {
        lists[page] = list;
    }
    lists
}

/// The candidates of every page for the choice of its list.
pub(super) fn ranked_pages(trees: &[Tree]) -> Vec<RankedPage> {
    every_page(trees, |pages, frame, cluster, step| ranked_cluster(pages, frame, cluster, &|_| true, step))
}

fn ranked_cluster(
    pages: Pages<'_>,
    frame: &Frame,
    (number, cluster): (usize, &[usize]),
    is_asked: &(dyn Fn(usize) -> bool + Sync),
    step: &Step,
) -> Vec<RankedPage> {
    let mut ranked = of_cluster(pages, frame, (cluster, is_asked), Weights::records(), step, true);
    put_members_first(pages, &mut ranked);
    put_single_records_first(pages, &mut ranked);
    for page in &mut ranked {
        page.cluster = number;
    }
    ranked
}

/// The candidates of every page, best first.
#[must_use]
pub fn ranked(trees: &[Tree], by: &Weights) -> Vec<Vec<Ranked>> {
    let ranked = every_page(trees, |pages, frame, (_, cluster), step| {
        of_cluster(pages, frame, (cluster, &|_| true), by, step, false)
    });
    ranked.into_iter().map(|page| page.ranked).collect()
}

/// What is found for every page, in the order of the pages.
fn every_page(
    trees: &[Tree],
    of_cluster: impl Fn(Pages<'_>, &Frame, (usize, &[usize]), &Step) -> Vec<RankedPage> + Sync,
) -> Vec<RankedPage> {
    let pages = Pages::Trees(trees);
    let frame = Frame::new(pages);
    let mut found =
        each_cluster(&frame, |number, cluster, step| of_cluster(pages, &frame, (number, cluster), step));
    found.sort_unstable_by_key(|page| page.number);
    found
}

/// What is found in each cluster, given its number and its pages.
fn each_cluster<T: Send>(
    frame: &Frame,
    of_cluster: impl Fn(usize, &[usize], &Step) -> Vec<T> + Sync,
) -> Vec<T> {
    let step = Step::begin(frame.clusters.len() as u64);
    let clusters = frame.members();
    let found = clusters.par_iter().enumerate().map(|(number, cluster)| of_cluster(number, cluster, &step));
    found.collect::<Vec<_>>().into_iter().flatten().collect()
}

/// The candidates of those pages of a cluster that are asked. If the evidence of all pages together gives no sure choice for a page, but the
/// page alone does, the latter counts where that is wanted. Two pages may show the same items, which then look like template text.
fn of_cluster(
    pages: Pages<'_>,
    frame: &Frame,
    (cluster, is_asked): (&[usize], &(dyn Fn(usize) -> bool + Sync)),
    by: &Weights,
    step: &Step,
    or_alone: bool,
) -> Vec<RankedPage> {
    if !cluster.iter().any(|&page| is_asked(page)) {
        return Vec::new();
    }
    let frequency = frame.frequency(cluster);
    let of_page = |&number: &usize| {
        pages.look(number, |tree| {
            let texts = frequency.weigh(tree, &frame.keys[number]);
            let alone = (or_alone && cluster.len() > 1 && is_asked(number)).then(|| texts.alone());
            let (paths, mut ranked) = of_page(tree, std::iter::once(&texts).chain(&alone));
            let mut alone = ranked.split_off(1);
            for alone in &mut alone {
                let mut totals = Totals::default();
                totals.add(alone);
                totals.rank(alone, by);
            }
            alone.retain(|alone| is_sure(alone));
            step.done(1);
            (RankedPage { number, paths, ranked: ranked.remove(0), cluster: 0 }, alone.pop())
        })
    };
    let mut totals = Totals::default();
    let mut asked: Vec<(RankedPage, Option<Vec<Ranked>>)> = Vec::new();
    for chunk in cluster.chunks(Pages::AT_ONCE) {
        for (page, alone) in chunk.par_iter().map(of_page).collect::<Vec<_>>() {
            totals.add(&page.ranked);
            if is_asked(page.number) {
                asked.push((page, alone));
            }
        }
    }
    for (page, alone) in &mut asked {
        totals.rank(&mut page.ranked, by);
        let is_list = |alone: &Vec<Ranked>| !is_sure(&page.ranked) && is_own(&alone[0], &page.ranked);
        if let Some(alone) = alone.take().filter(is_list) {
            page.ranked = alone;
        }
    }
    asked.into_iter().map(|(page, _)| page).collect()
}

/// Whether the records of a choice from one page alone, which are among these candidates, are on no other page, or most of their text is not.
/// Others are a part of the frame, such as a side bar beside a short list.
fn is_own(alone: &Ranked, ranked: &[Ranked]) -> bool {
    let records = &alone.candidate.records;
    let with_others = ranked.iter().find(|ranked| ranked.candidate.records == *records);
    let own = |of: &Ranked| (of.evidence.characters - alone.evidence.characters).exp();
    with_others.is_some_and(|of| of.documents == 1 || 2.0 * own(of) > 1.0)
}

/// Sets the probability of each candidate: a softmax of the scores over the distinct sets of records. Candidates come best first.
fn set_probabilities(page: &mut [Ranked]) {
    let Some(best) = page.first().map(|best| best.score) else { return };
    let all: f64 = {
        // Candidates with the same records share them, see `of_page`.
        let mut seen: HashSet<*const Record> = HashSet::new();
        let first = page.iter().filter(|ranked| seen.insert(ranked.candidate.records.as_ptr()));
        first.map(|ranked| (ranked.score - best).exp()).sum()
    };
    for ranked in page {
        ranked.probability = (ranked.score - best).exp() / all;
    }
}

/// The candidates of a page whose score is positive, with the evidence from this page, for each of several weights of its texts.
fn of_page<'w>(tree: &Tree, texts: impl Iterator<Item = &'w OwnTexts>) -> (PagePaths, Vec<Vec<Ranked>>) {
    let paths = PagePaths::new(tree);
    let profiles = Profiles::new(tree, &paths);
    let all = candidates(tree, &paths, &profiles);
    // The same records at several resolutions are several candidates, because of the other pages, but have one score.
    let mut sets: Vec<RecordSet> = Vec::new();
    let mut numbers: HashMap<&[Record], usize> = HashMap::new();
    let mut set_of: Vec<usize> = Vec::new();
    for candidate in &all {
        let records = &candidate.records;
        let set = *numbers.entry(&records[..]).or_insert_with(|| {
            let columns = Columns::new(tree, &paths, records);
            sets.push(RecordSet { records, columns, is_free: true, evidence: OnceCell::new() });
            sets.len() - 1
        });
        sets[set].is_free &= candidate.key.form.is_free();
        set_of.push(set);
    }
    let sums = PageSums::new(tree, &profiles);
    let ranked = texts.map(|texts| ranked_by(tree, &sums, texts, &sets, all.iter().zip(&set_of))).collect();
    (paths, ranked)
}

/// The candidates of a page, each with the number of its set, whose score is positive if its texts have these weights.
fn ranked_by<'c>(
    tree: &Tree,
    sums: &PageSums,
    texts: &OwnTexts,
    sets: &[RecordSet],
    all: impl Iterator<Item = (&'c Candidate, &'c usize)>,
) -> Vec<Ranked> {
    let scores: Vec<Score> = sets.iter().map(|set| set.columns.score(texts)).collect();
    let totals: Vec<f64> = scores.iter().map(Score::total).collect();
    let best = |free: bool, most: usize| {
        let mut best: Vec<usize> =
            (0..sets.len()).filter(|&set| sets[set].is_free == free && totals[set] > 0.0).collect();
        best.sort_by(|&a, &b| totals[b].total_cmp(&totals[a]));
        best.truncate(most);
        best
    };
    let [bound, free] = [best(false, MAX_SETS), best(true, MAX_FREE)];
    let rivals = bound.len();
    let kept: Vec<usize> = bound.into_iter().chain(free).collect();
    let kept_sets: Vec<ScoredSet> = kept.iter().map(|&set| (&sets[set], scores[set])).collect();
    let mut of_set: Vec<Option<Evidence>> = vec![None; sets.len()];
    for (set, evidence) in kept.into_iter().zip(evidence(tree, sums, texts, &kept_sets, rivals)) {
        of_set[set] = Some(evidence);
    }
    let all = all.filter_map(|(candidate, &set)| {
        let form = candidate.key.form;
        let (open, every) = (flag(form == Form::Open), flag(matches!(form, Form::Every(_))));
        let evidence = of_set[set]?;
        let [open_roles, every_roles] = [open, every].map(|is| is * evidence.set_roles);
        let evidence = Evidence { open, open_roles, every, every_roles, ..evidence };
        let candidate = Candidate { key: candidate.key, records: sets[set].records.clone() };
        Some(Ranked { candidate, evidence, score: 0.0, probability: 0.0, documents: 0 })
    });
    let mut ranked: Vec<Ranked> = all.collect();
    // They are many and large, and kept until all pages of the cluster are read.
    ranked.shrink_to_fit();
    ranked
}

/// The evidence of sets of records from their own page. They are compared with the first `rivals` sets.
fn evidence(
    tree: &Tree,
    sums: &PageSums,
    texts: &OwnTexts,
    sets: &[ScoredSet],
    rivals: usize,
) -> Vec<Evidence> {
    let of_texts = TextSums::new(texts);
    let of_set = |&(set, score): &ScoredSet| {
        let mut evidence = *set.evidence.get_or_init(|| Evidence::new(sums, set.records));
        evidence.weigh(tree, &of_texts, set.records, score);
        evidence
    };
    let mut evidence: Vec<Evidence> = sets.iter().map(of_set).collect();
    compare(&of_texts, sets, rivals, &mut evidence);
    let mut best = f64::MIN_POSITIVE;
    for (evidence, holds) in evidence.iter_mut().zip(holders(texts, sets, rivals)) {
        evidence.holder = flag(holds);
    }
    for (evidence, (_, score)) in evidence.iter().zip(sets).take(rivals) {
        best = if evidence.holder > 0.0 { best } else { best.max(score.total()) };
    }
    for (evidence, (_, score)) in evidence.iter_mut().zip(sets) {
        evidence.strength = ln(score.total() / best);
    }
    evidence
}

/// Sums over the pages of a cluster that have one candidate.
#[derive(Default)]
struct PathTotals {
    pages: u32,
    records: f64,
    squares: f64,
    characters: f64,
    strength: f64,
    roles: f64,
}

/// The sums for all candidates of a cluster.
#[derive(Default)]
struct Totals {
    of: HashMap<GroupKey, PathTotals>,
    /// The pages of the cluster.
    pages: u64,
}

impl Totals {
    /// Adds the candidates of a page.
    fn add(&mut self, page: &[Ranked]) {
        self.pages += 1;
        for ranked in page {
            let totals = self.of.entry(ranked.candidate.key).or_default();
            let n = exact(ranked.candidate.records.len() as u64);
            totals.pages += 1;
            totals.records += n;
            totals.squares += n * n;
            totals.characters += ranked.evidence.characters;
            totals.strength += ranked.evidence.strength.exp();
            totals.roles += ranked.evidence.set_roles;
        }
    }

    /// Ranks the candidates of a page by their evidence, with the features that compare a candidate with the same one on the other pages.
    fn rank(&self, page: &mut [Ranked], by: &Weights) {
        let all = exact(self.pages);
        for ranked in &mut *page {
            let totals = &self.of[&ranked.candidate.key];
            let pages_with = f64::from(totals.pages);
            let mean = totals.records / pages_with;
            ranked.documents = totals.pages;
            let evidence = &mut ranked.evidence;
            evidence.set_variation = (totals.squares / pages_with - mean * mean).max(0.0).sqrt() / mean;
            evidence.set_characters = totals.characters / pages_with;
            evidence.set_roles = -ln(1.0 - totals.roles / pages_with);
            evidence.set_strength = (totals.strength / all).ln();
            ranked.score = by.score(&ranked.evidence);
        }
        // A stable sort keeps the order of candidates with equal scores.
        page.sort_by(|a, b| b.score.total_cmp(&a.score));
        set_probabilities(page);
    }
}

/// How many of the lists of a page are wanted.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Wanted {
    /// The best.
    #[default]
    One,
    /// The best and the next.
    Two,
    /// All that a user may mean.
    All,
}

/// The lists of a page, best first: the list with the best score, the next one with other records, and, if all are wanted, each one
/// whose probability is above that of a choice by chance among all sets of records, and each one that shares no element with the
/// lists before it.
pub(super) fn alternatives(tree: &Tree, page: &RankedPage, wanted: Wanted) -> Vec<Alternative> {
    let chance = LazyCell::new(|| {
        let sets = page.ranked.iter().map(|ranked| &ranked.candidate.records[..]);
        1.0 / exact(sets.collect::<HashSet<&[Record]>>().len() as u64)
    });
    let (mut found, mut known): (Vec<Alternative>, HashSet<Vec<Record>>) = Default::default();
    let mut tried: HashSet<(&[Record], Border)> = HashSet::new();
    let mut taken = Taken(vec![false; tree.elements().len()]);
    for ranked in &page.ranked {
        let is_likely = found.first().is_none_or(|main| main.certainty >= LIKELY);
        if is_likely
            && (wanted == Wanted::One && found.len() == 1 || wanted == Wanted::Two && found.len() == 2)
        {
            break;
        }
        let Candidate { records, .. } = &ranked.candidate;
        let is_likely = found.len() < 2 || ranked.probability > *chance;
        if !tried.insert((records, ranked.candidate.border())) || !is_likely && !taken.take(records) {
            continue;
        }
        let records = ranked.fitting(tree, &page.paths);
        if differ(tree, &records) && known.insert(records.clone()) {
            if found.is_empty() {
                taken.add(&records);
                taken.add(&ranked.candidate.records);
            }
            let certainty = certainty(page, &ranked.candidate);
            found.push(Alternative { records, certainty, ranked: ranked.clone() });
        }
    }
    found
}

/// The probability of all candidates that are the same records as this one, perhaps with other borders.
fn certainty(page: &RankedPage, of: &Candidate) -> f64 {
    let mut known: HashSet<&[Record]> = HashSet::new();
    let same = page.ranked.iter().filter(|ranked| are_same(&ranked.candidate.records, &of.records));
    let distinct = same.filter(|ranked| known.insert(&ranked.candidate.records));
    distinct.map(|ranked| ranked.probability).sum::<f64>().min(1.0)
}

/// Whether these are as many records as the others, and each shares text with one of the others.
fn are_same(records: &[Record], others: &[Record]) -> bool {
    let share_text = |(one, other): (&Record, &Record)| {
        one.leaves.start < other.leaves.end && other.leaves.start < one.leaves.end
    };
    records.len() == others.len() && records.iter().zip(others).all(share_text)
}

impl List {
    /// The first of these alternatives, with the others if all are wanted; none if there is none.
    pub(super) fn new(alternatives: Vec<Alternative>, wanted: Wanted) -> Option<Self> {
        let mut alternatives = alternatives.into_iter();
        let Alternative { records, certainty, ranked } = alternatives.next()?;
        let chosen = Ranked { probability: certainty, ..ranked };
        let others: Vec<Alternative> = alternatives.collect();
        let next = others.first().filter(|_| wanted != Wanted::One).cloned();
        let is_other =
            |other: &&Alternative| !are_same(&other.ranked.candidate.records, &chosen.candidate.records);
        let rival = others.iter().position(|other| is_other(&other)).filter(|_| chosen.probability < LIKELY);
        let rival = rival.map(|at| Rival { number: at + 2, list: others[at].clone() });
        let others = if wanted == Wanted::All { others } else { Vec::new() };
        Some(List { records, chosen, next, others, rival })
    }
}

/// For each element of a page whether it belongs to a list.
struct Taken(Vec<bool>);

impl Taken {
    fn add(&mut self, records: &[Record]) {
        for record in records {
            self.0[elements(record)].fill(true);
        }
    }

    /// Adds records unless one of their elements is taken already.
    fn take(&mut self, records: &[Record]) -> bool {
        let free = records.iter().all(|record| !self.0[elements(record)].contains(&true));
        if free {
            self.add(records);
        }
        free
    }
}

fn elements(record: &Record) -> Range<usize> {
    record.head.index()..record.end.index()
}

/// Whether there is one record, or two records have different texts: a menu that is shown twice is no list.
fn differ(tree: &Tree, records: &[Record]) -> bool {
    let texts = |record: &Record| record.leaves(tree).iter().map(|leaf| &leaf.text);
    records.len() == 1 || records.iter().any(|record| !texts(record).eq(texts(&records[0])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_records_of_a_grid_are_its_cells() {
        let cell = |name: &str, about: &str| format!("<td><b>{name}</b> <i>{about}</i> <u>{name} 7</u></td>");
        let cells = [
            ["Dune", "sand and spice in the far future"],
            ["Emma", "a match is made, and then another"],
            ["Ulysses", "one day in Dublin"],
            ["Lolita", "a journey through motels, and a trial"],
            ["Beloved", "a house and its ghost"],
            ["Persuasion", "a second chance by the sea"],
        ];
        let rows = cells
            .chunks(2)
            .map(|pair| format!("<tr>{}{}</tr>", cell(pair[0][0], pair[0][1]), cell(pair[1][0], pair[1][1])));
        let page = format!("<h1>Books</h1><table>{}</table>", rows.collect::<String>());
        let list = lists(&[Tree::new(&page)]).remove(0).expect("cells repeat");
        assert_eq!(list.records.len(), cells.len());
    }

    #[test]
    fn what_all_pages_have_is_not_the_list_beside_short_ones() {
        let news = [
            ("3 May", "The new bridge", "It was opened by the mayor, and the band played all day long."),
            ("9 June", "Rain in the valley", "Nobody knew of it until the letter lay on the table."),
            ("1 July", "The mill is sold", "A buyer from the city will turn it into a hotel with a view."),
            ("8 July", "School is over", "The children of the village have six weeks of holidays now."),
        ];
        let news =
            news.map(|(day, title, text)| format!("<p><b>{day}</b><br><a href=n>{title}</a><br>{text}</p>"));
        let item = |name: &&str| format!("<li><b>{name}</b><br>{}.00 EUR</li>", name.len());
        let page = |names: &[&str]| {
            let items = names.iter().map(item).collect::<String>();
            format!("<h1>Books</h1><ol>{items}</ol><div><h4>News</h4>{}</div>", news.concat())
        };
        let names: [&[&str]; 4] = [
            &["Dune", "Emma"],
            &["Ulysses", "Lolita", "Beloved"],
            &["Walden", "Persuasion"],
            &["Middlemarch", "Ivanhoe"],
        ];
        let pages = names.map(page);
        let trees = pages.each_ref().map(|page| Tree::new(page));
        for ((tree, list), names) in trees.iter().zip(lists(&trees)).zip(names) {
            let list = list.expect("items repeat");
            assert_eq!(list.records.len(), names.len());
            assert_eq!(&*list.records[0].leaves(tree)[0].text, names[0]);
        }
    }
}
