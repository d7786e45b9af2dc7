//! Chooses the candidate that consists of the posts or comments, and removes records that do not fit it.
//!
//! In: the outlines of the pages and the candidates. Out: the candidates with [`Evidence`] and score, best first. The *template*
//! of a candidate is the set of tokens that occur exactly once in most of its records: paths down to elements, short texts, the
//! digits and signs of dates. Records with less than two fifths of it are removed. The others give the evidence: how much of the
//! pages' own text they cover, how much template they repeat, and their position. The fitted [`Weights`] turn it into a score.
//!
//! Cost: linear in the texts and elements of the candidates that cover enough.

use super::super::evidence::Evidence;
use super::super::record::Border;
use super::super::record::Record;
use super::super::weights::Weights;
use super::candidate::{Candidate, RecordSelector, identity};
use super::outline::{Outline, Text, below};
use super::part::Part;
use super::probable::probabilities;
use crate::features::{flag, share};
use crate::page::ElementId;
use crate::page::digest::mix;
use crate::progress::Counted;
use crate::spectrum::{exact, size};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::ops::{Deref, Range};

/// The least share of the records with a token for it to count when a record is compared with the template: 0.4 and 0.6 lose on
/// single pages.
const HALF: f64 = 0.5;

/// The least share of the template that a record has. On real pages one half gives the same; posts separated by lines are better
/// with two fifths.
const KEEP: f64 = 0.4;

/// The least share of the records with a token for it to count in the feature `template`. With 0.5 boards-alone loses 0.010 and
/// forum-stripped 0.055, with 0.7 posts separated by lines lose: eval/sweep.py src/repeat/thread/choice.rs SLOT 0.5 0.7 --
/// boards-alone forum-stripped.
const SLOT: f64 = 0.6;

/// A candidate with more records outdoes another one if it repeats at least this share of its template: teasers beside two
/// posts repeat less. Without it boards-stripped loses 0.07 and comments of blogs as much: eval/sweep.py
/// src/repeat/thread/choice.rs AS_ALIKE 0.01 -- boards-stripped blogs.
const AS_ALIKE: f64 = 0.9;

/// The most candidates that a text may be in, on average: a limit on the time. On the reference sets a text is in up to 128; where elements
/// are not closed, each of 380 levels is a candidate, and each of these has nearly all texts.
const MOST: usize = 256;

/// A candidate without the records that do not fit, and its evidence.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) candidate: Candidate,
    pub(crate) evidence: Evidence,
    /// The weighted sum of the evidence; higher is better.
    pub(crate) score: f64,
    /// How probable its records are: a softmax of the scores, added up over the candidates with nearly the same records as the best one.
    pub(crate) probability: f64,
}

/// The candidates that cover at least the share `least` of what the best one covers, of the pages' own text or of their dates; of those
/// with more than [`MOST`] texts together, the ones that cover most.
pub(crate) fn covering(
    pages: &[impl Deref<Target = Outline>],
    candidates: Vec<Candidate>,
    least: f64,
) -> Vec<Candidate> {
    let covered = |candidate: &Candidate| {
        let parts = &candidate.parts;
        // Below a label, what is said may be as short as names.
        let labelled = if candidate.key.is_labelled() { covered(pages, parts, Outline::words) } else { 0.0 };
        coverage(pages, parts).max(dates(pages, parts)).max(labelled)
    };
    let coverages: Vec<f64> = candidates.iter().map(covered).collect();
    let best = coverages.iter().copied().fold(0.0, f64::max);
    let covers = |&(_, coverage): &(Candidate, f64)| coverage > 0.0 && coverage >= least * best;
    let mut kept: Vec<(usize, (Candidate, f64))> =
        candidates.into_iter().zip(coverages).filter(covers).enumerate().collect();
    kept.sort_by(|(_, one), (_, other)| other.1.total_cmp(&one.1));
    let mut left = MOST * pages.iter().map(|page| page.all().len()).sum::<usize>();
    kept.retain(|(_, (candidate, _))| {
        let texts = candidate.parts.iter().map(|part| part.record.leaves.len()).sum();
        left.checked_sub(texts).map(|less| left = less).is_some()
    });
    kept.sort_by_key(|(number, _)| *number);
    kept.into_iter().map(|(_, (candidate, _))| candidate).collect()
}

/// The candidates with their evidence, best first; of equal scores, the one with fewer records comes first. `none` is the score of the
/// answer that there are none, if it is one; `add` adds features.
pub(crate) fn ranked<P: Deref<Target = Outline> + Sync>(
    pages: &[P],
    candidates: Vec<Candidate>,
    by: &Weights,
    none: Option<f64>,
    add: impl Fn(&mut Evidence, &Candidate) + Sync,
) -> Vec<Choice> {
    let measured = |candidate| {
        let mut choice = Choice::new(pages, candidate)?;
        add(&mut choice.evidence, &choice.candidate);
        Some(choice)
    };
    let mut choices: Vec<Choice> = candidates.into_par_iter().counted().filter_map(measured).collect();
    // A label adds nothing to records that are found without it.
    let labelled = |choice: &&Choice| choice.candidate.key.is_labelled();
    let identity_of = |choice: &Choice| identity(&choice.candidate.parts);
    let known: HashSet<u64> = choices.iter().filter(|choice| !labelled(choice)).map(identity_of).collect();
    choices.retain(|choice| !labelled(&choice) || !known.contains(&identity_of(choice)));
    compare(&mut choices);
    for choice in &mut choices {
        choice.score = by.score(&choice.evidence);
    }
    choices.sort_by(|one, other| {
        let fewer = one.candidate.parts.len().cmp(&other.candidate.parts.len());
        other.score.total_cmp(&one.score).then(fewer)
    });
    let scored: Vec<(&[Part], f64)> =
        choices.iter().map(|choice| (&*choice.candidate.parts, choice.score)).collect();
    let probabilities = probabilities(&scored, none);
    for (choice, probability) in choices.iter_mut().zip(probabilities) {
        choice.probability = probability;
    }
    choices
}

/// Sets the feature `outdone`: how many more records a rival has, a candidate that covers this one, because it has all heads of this
/// one or covers as much text. Without it, candidates without short posts, or with nested answers taken as part of the post that
/// they answer, could win.
fn compare(choices: &mut [Choice]) {
    let heads = |choice: &Choice| -> HashSet<(usize, ElementId)> {
        choice.candidate.parts.iter().map(|part| (part.page, part.record.head)).collect()
    };
    let heads: Vec<HashSet<(usize, ElementId)>> = choices.iter().map(heads).collect();
    let outdone = |(mine, my_heads): (&Choice, &HashSet<(usize, ElementId)>)| {
        let outdoes = |(theirs, their_heads): &(&Choice, &HashSet<(usize, ElementId)>)| {
            their_heads.len() > my_heads.len()
                && theirs.repeats()
                && theirs.evidence.template >= mine.evidence.template + AS_ALIKE.ln()
                && (theirs.evidence.coverage >= mine.evidence.coverage || my_heads.is_subset(their_heads))
        };
        let rivals = choices.iter().zip(&heads).filter(outdoes).map(|(_, heads)| heads.len());
        rivals.max().map_or(0.0, |most| (size(most) / size(my_heads.len())).ln())
    };
    let outdone: Vec<f64> = choices.iter().zip(&heads).map(outdone).collect();
    for (choice, outdone) in choices.iter_mut().zip(outdone) {
        choice.evidence.outdone = outdone;
    }
}

/// The share of a page's own text that is in the records, averaged over the pages.
fn coverage(pages: &[impl Deref<Target = Outline>], parts: &[Part]) -> f64 {
    covered(pages, parts, Outline::weight)
}

/// The share of a page's texts with a date that are in the records, averaged over the pages.
fn dates(pages: &[impl Deref<Target = Outline>], parts: &[Part]) -> f64 {
    covered(pages, parts, |page, leaves| page.dates(leaves).into())
}

/// The share of what is counted on a page that is in the records, averaged over the pages.
fn covered(
    pages: &[impl Deref<Target = Outline>],
    parts: &[Part],
    of: impl Fn(&Outline, &Range<u32>) -> f64,
) -> f64 {
    let of_page = |parts: &[Part]| {
        let page = &**parts[0].of(pages);
        share(parts.iter().map(|part| of(page, &part.record.leaves)).sum(), of(page, &page.all()))
    };
    by_page(parts).map(of_page).sum::<f64>() / size(pages.len())
}

/// The records of each page that has some.
fn by_page(parts: &[Part]) -> impl Iterator<Item = &[Part]> {
    parts.chunk_by(|one, other| one.page == other.page)
}

impl Choice {
    /// Removes the records that do not fit and measures the others, without comparison with other candidates. None if fewer than two
    /// of several fit, or if they repeat nothing and have no date.
    fn new(pages: &[impl Deref<Target = Outline>], mut candidate: Candidate) -> Option<Self> {
        let tokens = RecordTokens::new(pages, &candidate.parts);
        // Records with dates of one form need no elements in common.
        let all_fit = || vec![true; candidate.parts.len()];
        let is_by_form = candidate.key.is_by_form();
        let fits = if is_by_form { all_fit() } else { fitting(pages, &candidate.parts, &tokens) };
        let mut shares = tokens.shares(&fits);
        let is_only = candidate.parts.len() == 1;
        let mut fit = fits.into_iter();
        candidate.parts.retain(|_| fit.next().expect("each record has an entry"));
        let parts = &candidate.parts;
        if parts.len() < if is_only { 1 } else { 2 } {
            return None;
        }
        let all = size(parts.len());
        shares.retain(|&share| f64::from(share) >= SLOT * all);
        shares.sort_unstable(); // the sum of fractions depends on the order
        let mut template: f64 = shares.into_iter().map(|share| (f64::from(share) / all).powi(2)).sum();
        // Records that are identified by more than their path repeat that, too. A single record repeats nothing.
        if candidate.key.is_by_more() {
            template += 1.0;
        }
        if is_only {
            template = 0.0;
        }
        let of_records = |of: &dyn Fn(&Part) -> f64| parts.iter().map(of).sum::<f64>() / all;
        let of_pages = |of: &dyn Fn(&[Part]) -> f64| {
            let each: Vec<f64> = by_page(parts).map(of).collect();
            each.iter().sum::<f64>() / size(each.len())
        };
        let dates_of = |part: &Part| part.of(pages).dates(&part.record.leaves);
        let texts = |part: &Part| part.of(pages).texts_of(&part.record.leaves);
        let words: f64 = parts.iter().map(|part| part.words(pages)).sum();
        let own = parts.iter().flat_map(texts).filter(|text| text.is_own).map(|text| text.words).sum::<f64>();
        let with = size(by_page(parts).count());
        let evidence = Evidence {
            coverage: coverage(pages, parts).max(NOTHING).ln(),
            template: (template - 1.0).max(NOTHING).ln(),
            repeats: (1.0 - with / effective(pages, parts).max(with)).max(NOTHING).ln(),
            speaking: of_records(&|part| flag(part.speaks(pages))).max(NOTHING).ln(),
            pages: (with / size(pages.len())).ln(),
            dates: dates(pages, parts),
            dated: of_records(&|part| flag(dates_of(part) > 0)),
            once: of_records(&|part| flag(dates_of(part) == 1)),
            single: of_records(&|part| flag(part.record.leaves.len() == 1)),
            texts: of_records(&|part| f64::from(part.record.leaves.end - part.record.leaves.start).ln()),
            said: of_records(&|part| own_words(texts(part)).sum::<f64>().ln_1p()),
            longest: of_records(&|part| own_words(texts(part)).fold(0.0, f64::max).ln_1p()),
            silent: of_records(&|part| flag(!texts(part).iter().any(|text| text.says))),
            many: (all / with).ln(),
            run: flag(matches!(candidate.key.border, Border::Run | Border::Foot)),
            linked: share(parts.iter().map(|part| part.of(pages).linked(&part.record.leaves)).sum(), words),
            common: share(words - own, words),
            dense: of_pages(&|parts| dense(pages, parts)),
            behind: of_pages(&|parts| behind(pages, parts)),
            hanging: of_records(&|part| flag(part.hangs(pages))),
            ..Evidence::default()
        };
        // Records that are alike in nothing but their heads are no posts, unless a date tells them, or a label: of texts without links, and
        // without others between them, such as a line below each.
        let is_text = evidence.linked == 0.0 && parts.windows(2).all(|pair| pair[0].is_before(&pair[1]));
        let is_told = !evidence.is_bare() || candidate.key.is_labelled() && is_text;
        is_told.then_some(Choice { candidate, evidence, score: 0.0, probability: 0.0 })
    }

    /// Whether the records repeat more than their heads, and each other.
    fn repeats(&self) -> bool {
        let Evidence { template, repeats, speaking, .. } = self.evidence;
        template.min(repeats).min(speaking) > NOTHING.ln()
    }
}

impl Evidence {
    /// Whether the records are alike in nothing but their heads, and have no dates.
    pub(crate) fn is_bare(&self) -> bool {
        self.template <= NOTHING.ln() && self.dated == 0.0
    }
}

/// The value of features that are logarithms in place of 0.
const NOTHING: f64 = 0.05;

/// The share of the words from the first to the last record of a page that are in records.
fn dense(pages: &[impl Deref<Target = Outline>], parts: &[Part]) -> f64 {
    let range = parts[0].record.leaves.start..parts[parts.len() - 1].record.leaves.end;
    share(parts.iter().map(|part| part.words(pages)).sum(), parts[0].of(pages).words(&range))
}

/// The share of the words of a page that are after its last record.
fn behind(pages: &[impl Deref<Target = Outline>], parts: &[Part]) -> f64 {
    let last = &parts[parts.len() - 1];
    let page = last.of(pages);
    let Range { end, .. } = page.all();
    share(page.words(&(last.record.leaves.end..end)), page.words(&(0..end)))
}

/// For each record whether it has enough of the template.
fn fitting(pages: &[impl Deref<Target = Outline>], parts: &[Part], tokens: &RecordTokens) -> Vec<bool> {
    let template = template(pages, parts, tokens);
    let all = template.iter().map(|&records| u64::from(records)).sum();
    let of_record = |once: &Vec<u32>| once.iter().map(|&token| u64::from(template[token as usize])).sum();
    tokens.once.iter().map(|once| fits(of_record(once), all)).collect()
}

/// Whether a record has enough of the template, given the sums of the frequencies of its tokens and of all tokens.
fn fits(of_record: u64, all: u64) -> bool {
    all > 0 && exact(of_record) >= KEEP * exact(all)
}

/// The number of records with each token, of the records that have unlinked text of their own; 0 if fewer than half have it.
fn template(pages: &[impl Deref<Target = Outline>], parts: &[Part], tokens: &RecordTokens) -> Vec<u32> {
    let mut votes: Vec<bool> = parts.iter().map(|part| part.speaks(pages)).collect();
    if !votes.contains(&true) {
        votes.fill(true);
    }
    let speaking = votes.iter().filter(|votes| **votes).count();
    let mut template = tokens.shares(&votes);
    for records in template.iter_mut().filter(|records| f64::from(**records) < HALF * size(speaking)) {
        *records = 0;
    }
    template
}

/// Finds the records of a candidate on pages other than those it was chosen on.
#[derive(Clone, Debug)]
pub(crate) struct Finder {
    key: RecordSelector,
    template: HashMap<u64, u32>,
    all: u64,
}

impl Finder {
    pub(crate) fn new(pages: &[impl Deref<Target = Outline>], candidate: &Candidate) -> Self {
        let tokens = RecordTokens::new(pages, &candidate.parts);
        let template = template(pages, &candidate.parts, &tokens);
        let all = template.iter().map(|&records| u64::from(records)).sum();
        let template = tokens.hashes.into_iter().zip(template).filter(|&(_, records)| records > 0).collect();
        Finder { key: candidate.key.clone(), template, all }
    }

    /// The records of a page.
    pub(crate) fn records(&self, page: &Outline) -> Vec<Record> {
        let records = self.key.records(page).into_iter();
        let parts: Vec<Part> = records.map(|record| Part { page: 0, record }).collect();
        let tokens = RecordTokens::new(&[page], &parts);
        let share =
            |&token: &u32| self.template.get(&tokens.hashes[token as usize]).copied().unwrap_or_default();
        let of_record = |once: &Vec<u32>| once.iter().map(|token| u64::from(share(token))).sum();
        let kept = parts.into_iter().zip(&tokens.once).filter(|(_, once)| fits(of_record(once), self.all));
        kept.map(|(part, _)| part.record).collect()
    }
}

/// The tokens that occur exactly once in each record, as numbers.
struct RecordTokens {
    once: Vec<Vec<u32>>,
    /// The hash of each token.
    hashes: Vec<u64>,
}

impl RecordTokens {
    fn new(pages: &[impl Deref<Target = Outline>], parts: &[Part]) -> Self {
        let mut numbers: HashMap<u64, u32> = HashMap::new();
        // For each token the last record that has it, and how often it occurs there.
        let mut last: Vec<(usize, u32)> = Vec::new();
        let mut hashes: Vec<u64> = Vec::new();
        let mut of_record = |(record, part): (usize, &Part)| {
            let mut number = |token: u64| {
                let next = u32::try_from(last.len()).expect("pages have fewer tokens than bytes");
                let number = *numbers.entry(token).or_insert(next);
                if number == next {
                    last.push((record, 0));
                    hashes.push(token);
                }
                let (latest, times) = &mut last[number as usize];
                *times = if *latest == record { *times + 1 } else { 1 };
                *latest = record;
                number
            };
            let mut found: Vec<u32> = Vec::with_capacity(2 * part.record.elements().len());
            tokens(pages, part, |token| found.push(number(token)));
            found.retain(|&number| last[number as usize].1 == 1);
            found
        };
        let once = parts.iter().enumerate().map(&mut of_record).collect();
        RecordTokens { once, hashes }
    }

    /// For each token the number of these records that have it.
    fn shares(&self, records: &[bool]) -> Vec<u32> {
        let mut shares = vec![0; self.hashes.len()];
        let tokens =
            self.once.iter().zip(records).filter(|(_, is_one)| **is_one).flat_map(|(tokens, _)| tokens);
        tokens.for_each(|&token| shares[token as usize] += 1);
        shares
    }
}

/// The tokens of a record: the paths of its elements, and the tokens of its texts.
fn tokens(pages: &[impl Deref<Target = Outline>], part: &Part, mut each: impl FnMut(u64)) {
    let page = part.of(pages);
    let record = &part.record;
    page.descend(record, |above, id| {
        let path = below(above, page.names[id.index()]);
        // The classes of heads are left out: heads may be alike by their names alone.
        let step = if id == record.head { page.names[id.index()] } else { page.steps[id.index()] };
        each(mix(path, step));
        path
    });
    page.texts_of(&record.leaves).iter().flat_map(|text| text.tokens).flatten().for_each(each);
}

/// The effective number of records, summed over the pages: (sum of root u)^2 / sum of u for the weights u of the records of a page,
/// plus 1 for a date.
fn effective(pages: &[impl Deref<Target = Outline>], parts: &[Part]) -> f64 {
    let weight = |part: &Part| part.weight(pages) + flag(part.of(pages).is_dated(&part.record.leaves));
    let of_page = |parts: &[Part]| {
        let all: f64 = parts.iter().map(weight).sum();
        let roots: f64 = parts.iter().map(|part| weight(part).sqrt()).sum();
        if all > 0.0 { roots * roots / all } else { 0.0 }
    };
    by_page(parts).map(of_page).sum()
}

/// The words of each unlinked text that no other page has, dates apart.
fn own_words(texts: &[Text]) -> impl Iterator<Item = f64> {
    texts.iter().filter(|text| text.says).map(|text| text.words)
}

#[cfg(test)]
mod tests {
    use super::super::candidate::candidates;
    use super::*;
    use crate::page::Tree;

    fn best(sources: &[&str]) -> Option<(usize, f64)> {
        let outlines: Vec<Outline> =
            sources.iter().map(|source| Outline::of_tree(&Tree::new(source))).collect();
        let pages: Vec<&Outline> = outlines.iter().collect();
        let choices = ranked(&pages, candidates(&pages, 2), Weights::posts(), None, |_, _| ());
        choices.first().map(|choice| (choice.candidate.parts.len(), choice.evidence.template.exp() + 1.0))
    }

    #[test]
    fn records_that_repeat_a_template_win_over_their_parts() {
        let post = |text: &str| format!("<div><b>{}</b><p>{text} and so on and on</p></div>", text.len());
        let page = ["a", "bc", "def"].map(post).concat();
        let (records, template) = best(&[&page]).expect("there are posts");
        // Four tokens: the paths of div, b and p, and the number as a text.
        assert!(records == 3 && (template - 4.0).abs() < 1e-9, "{records} {template}");
    }

    #[test]
    fn paragraphs_alone_are_no_posts() {
        assert_eq!(best(&["<p>one thing that was said</p><p>and another one of them</p>"]), None);
        assert_eq!(best(&[""]), None);
    }

    #[test]
    fn short_posts_with_another_class_are_posts_too() {
        let post = |class: &str, name: &str, said: &str| {
            format!("<li class='{class}'><b>{name}</b><i>1/2/2020</i><p>{said}</p></li>")
        };
        let long = "the river rose all night, and in the morning the bridge was gone for good and all";
        let page = [
            post("post", "Ann", long),
            post("post odd", "Bob", "so it was"),
            post("post", "Cy", &long.replace("river", "water")),
            post("post odd", "Dee", "I see now"),
        ];
        assert_eq!(best(&[&page.concat()]).expect("there are posts").0, 4);
    }
}
