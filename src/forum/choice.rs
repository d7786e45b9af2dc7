//! Which candidate the posts are: what covers the pages' own text in records that repeat one template.
//!
//! The *template* of a candidate are the tokens that stand exactly once in most of its records: ways down to elements,
//! labels, figures with signs between. Records that have less than half of it leave. What counts is
//!
//! * the coverage U: the share of the pages' own text that stands in records;
//! * the tokens of the template but one, each by the square of its share: the head itself tells nothing;
//! * the effective number E of records a page, (sum of √u)² / sum of u: the first record repeats nothing, 1 - 1/E;
//! * the share of the records that say something of their own, and of the pages that have some.

use super::candidate::{Candidate, Part};
use super::page::{Page, below};
use crate::page::ElementId;
use crate::page::digest::mix;
use crate::repeat::Border;
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::cmp::Reverse;

/// Candidates that cover less than a quarter of what the best one covers are left: a dozen remain of hundreds.
const PRUNE: f64 = 0.25;

/// A token of half of the records counts for what a record has of the template: 0.4 and 0.6 lose on single pages.
const HALF: f64 = 0.5;

/// A record has two fifths of the template. The same for one half on real pages; posts parted by lines are better off.
const KEEP: f64 = 0.4;

/// The share of the records that have a token of the template: 0.5 to 0.6 is the same, 0.7 loses where posts are parted
/// by lines.
const SLOT: f64 = 0.6;

/// The power of the coverage: figures are the same from 1 to 2.
const COVERAGE: f64 = 1.5;

/// Runs of siblings against elements, where both say the same.
const RUN: f64 = 0.9;

/// What a candidate with more records scores of the best: the same from 0.7 to 0.8; at 0.9 short posts are missed where a
/// page stands alone, at 0.6 parts of posts are taken for posts.
const NEARLY: f64 = 0.8;

/// What a word weighs at least in the records that a candidate has more: that of a teaser weighs a hundredth.
const FADED: f64 = 0.1;

/// The share of the best one's template that the records of a wider candidate must repeat: teasers beside two posts repeat less.
/// Not swept.
const AS_ALIKE: f64 = 0.9;

/// The share of the best one's coverage that counts as all of it: the same from 0.95 to 1.
const AS_MUCH: f64 = 0.98;

/// A candidate without the records that have left.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) candidate: Candidate,
    /// How much speaks for it, higher is better.
    pub(super) score: f64,
    /// The share of the pages' own text in its records.
    pub(super) coverage: f64,
    /// How much template its records have.
    pub(super) template: f64,
    /// The effective number of records a page.
    pub(super) records: f64,
}

/// The candidates that may be the posts, the best first; those whose records repeat nothing but their heads are none.
/// Those that score the same: fewer records first.
pub(super) fn choices(pages: &[Page], candidates: Vec<Candidate>) -> Vec<Choice> {
    let coverages: Vec<f64> = candidates.iter().map(|candidate| coverage(pages, &candidate.parts)).collect();
    let best = coverages.iter().copied().fold(0.0, f64::max);
    let covers = |&(_, coverage): &(Candidate, f64)| coverage > 0.0 && coverage >= PRUNE * best;
    let covering: Vec<Candidate> =
        candidates.into_iter().zip(coverages).filter(covers).map(|(candidate, _)| candidate).collect();
    let mut choices: Vec<Choice> =
        covering.into_par_iter().filter_map(|candidate| Choice::new(pages, candidate)).collect();
    choices.retain(|choice| choice.score > 0.0);
    choices.sort_by(|one, other| {
        let fewer = one.candidate.parts.len().cmp(&other.candidate.parts.len());
        other.score.total_cmp(&one.score).then(fewer)
    });
    if let Some(wider) = wider(pages, &choices) {
        choices[..=wider].rotate_right(1);
    }
    choices
}

/// The candidate with most records of those that score nearly as well as the best and leave out nothing of it: all of its
/// records are among theirs, or they cover as much. Short posts have little to say for themselves, and answers within
/// answers may be taken for one post with what they answer.
fn wider(pages: &[Page], choices: &[Choice]) -> Option<usize> {
    let best = choices.first()?;
    let heads = |choice: &Choice| -> HashSet<(usize, ElementId)> {
        choice.candidate.parts.iter().map(|part| (part.page, part.record.head)).collect()
    };
    let of_best = heads(best);
    let speaks = |choice: &Choice| {
        let further = |part: &&Part| !of_best.contains(&(part.page, part.record.head));
        let (weight, words) =
            choice.candidate.parts.iter().filter(further).fold((0.0, 0.0), |(weight, words), part| {
                (weight + part.weight(pages), words + part.words(pages))
            });
        weight >= FADED * words
    };
    let leaves_out_nothing = |choice: &Choice| {
        choice.candidate.parts.len() > of_best.len()
            && choice.template >= AS_ALIKE * best.template
            && (choice.coverage >= AS_MUCH * best.coverage || of_best.is_subset(&heads(choice)))
    };
    let nearly = choices.iter().zip(0..).take_while(|(choice, _)| choice.score >= NEARLY * best.score);
    let wider = nearly.filter(|(choice, _)| leaves_out_nothing(choice) && speaks(choice));
    wider.max_by_key(|&(choice, at)| (choice.candidate.parts.len(), Reverse(at))).map(|(_, at)| at)
}

/// The share of the pages' own text that stands in parts, the mean over the pages.
fn coverage(pages: &[Page], parts: &[Part]) -> f64 {
    let of_page =
        |parts: &[Part]| parts.iter().map(|part| part.weight(pages)).sum::<f64>() / parts[0].of(pages).all();
    by_page(parts).map(of_page).sum::<f64>() / count(pages.len())
}

/// The parts of each page that has some.
fn by_page(parts: &[Part]) -> impl Iterator<Item = &[Part]> {
    parts.chunk_by(|one, other| one.page == other.page)
}

fn count(len: usize) -> f64 {
    exact(len as u64) // usize has at most 64 bits
}

impl Choice {
    /// None if no page keeps two records.
    fn new(pages: &[Page], mut candidate: Candidate) -> Option<Self> {
        let tokens = Tokens::new(pages, &candidate.parts);
        let fits = fitting(pages, &candidate.parts, &tokens);
        let mut shares = tokens.shares(&fits);
        let mut fit = fits.into_iter();
        candidate.parts.retain(|_| fit.next().expect("there is one for each"));
        let parts = &candidate.parts;
        if !by_page(parts).any(|of_page| of_page.len() >= 2) {
            return None;
        }
        let all = count(parts.len());
        shares.retain(|&share| f64::from(share) >= SLOT * all);
        shares.sort_unstable(); // sums of fractions depend on the order
        let template: f64 = shares.into_iter().map(|share| (f64::from(share) / all).powi(2)).sum();
        let coverage = coverage(pages, parts);
        let records = effective(pages, parts);
        let speaking = count(parts.iter().filter(|part| part.speaks(pages)).count()) / all;
        let on_pages = count(by_page(parts).count()) / count(pages.len());
        let border = if candidate.border == Border::Run { RUN } else { 1.0 };
        let repeats = 1.0 - 1.0 / records.max(1.0);
        let score =
            coverage.powf(COVERAGE) * (template - 1.0).max(0.0) * repeats * speaking * on_pages * border;
        Some(Choice { candidate, score, coverage, template, records })
    }
}

/// Which records have enough of the template that those of them have which say something of their own.
fn fitting(pages: &[Page], parts: &[Part], tokens: &Tokens) -> Vec<bool> {
    let mut votes: Vec<bool> = parts.iter().map(|part| part.speaks(pages)).collect();
    if !votes.contains(&true) {
        votes.fill(true);
    }
    let speaking = votes.iter().filter(|votes| **votes).count();
    let mut template = tokens.shares(&votes);
    for records in template.iter_mut().filter(|records| f64::from(**records) < HALF * count(speaking)) {
        *records = 0;
    }
    let all: u64 = template.iter().map(|&records| u64::from(records)).sum();
    let fits = |tokens: &Vec<u32>| {
        let of_it = |&token: &u32| u64::from(template[token as usize]);
        all > 0 && exact(tokens.iter().map(of_it).sum()) >= KEEP * exact(all)
    };
    tokens.once.iter().map(fits).collect()
}

/// What stands exactly once in each record, by numbers.
struct Tokens {
    once: Vec<Vec<u32>>,
    /// How many distinct ones there are.
    all: usize,
}

impl Tokens {
    fn new(pages: &[Page], parts: &[Part]) -> Self {
        let mut numbers: HashMap<u64, u32> = HashMap::new();
        // For each token the last record that has it, and how often.
        let mut last: Vec<(usize, u32)> = Vec::new();
        let mut of_record = |(record, part): (usize, &Part)| {
            let number = |token: u64| {
                let next = u32::try_from(last.len()).expect("fewer tokens than bytes");
                let number = *numbers.entry(token).or_insert(next);
                if number == next {
                    last.push((record, 0));
                }
                let (latest, times) = &mut last[number as usize];
                *times = if *latest == record { *times + 1 } else { 1 };
                *latest = record;
                number
            };
            let mut found: Vec<u32> = tokens(pages, part).into_iter().map(number).collect();
            found.retain(|&number| last[number as usize].1 == 1);
            found
        };
        let once = parts.iter().enumerate().map(&mut of_record).collect();
        Tokens { once, all: last.len() }
    }

    /// For each token how many of some records have it.
    fn shares(&self, records: &[bool]) -> Vec<u32> {
        let mut shares = vec![0; self.all];
        let tokens =
            self.once.iter().zip(records).filter(|(_, is_one)| **is_one).flat_map(|(tokens, _)| tokens);
        tokens.for_each(|&token| shares[token as usize] += 1);
        shares
    }
}

/// What stands in a record: ways down to elements, and what its texts may share with others.
fn tokens(pages: &[Page], part: &Part) -> Vec<u64> {
    let page = part.of(pages);
    let record = &part.record;
    let texts = page.texts_of(&record.leaves);
    let mut tokens = Vec::with_capacity(Page::elements_of(record).len() + texts.len());
    page.descend(record, |above, id| {
        let way = below(above, page.names[id.index()]);
        tokens.push(mix(way, page.steps[id.index()]));
        way
    });
    tokens.extend(texts.iter().flat_map(super::text::Text::tokens));
    tokens
}

/// The effective number of records a page.
fn effective(pages: &[Page], parts: &[Part]) -> f64 {
    let of_page = |parts: &[Part]| {
        let weights = || parts.iter().map(|part| part.weight(pages));
        let all: f64 = weights().sum();
        let roots: f64 = weights().map(f64::sqrt).sum();
        if all > 0.0 { roots * roots / all } else { 0.0 }
    };
    by_page(parts).map(of_page).sum::<f64>() / count(pages.len())
}

#[cfg(test)]
mod tests {
    use super::super::candidate::candidates;
    use super::*;

    fn best(sources: &[&str]) -> Option<(usize, f64)> {
        let pages = Page::of_sources(sources);
        let choices = choices(&pages, candidates(&pages));
        choices.first().map(|choice| (choice.candidate.parts.len(), choice.template))
    }

    #[test]
    fn records_that_repeat_a_template_win_over_their_parts() {
        let post = |text: &str| format!("<div><b>{}</b><p>{text} and so on and on</p></div>", text.len());
        let page = ["a", "bc", "def"].map(post).concat();
        let (records, template) = best(&[&page]).expect("there are posts");
        // The element itself, its name and its paragraph, and the number as one text.
        assert!(records == 3 && (template - 4.0).abs() < 1e-9, "{records} {template}");
    }

    #[test]
    fn paragraphs_alone_are_no_posts() {
        assert_eq!(best(&["<p>one thing that was said</p><p>and another one of them</p>"]), None);
        assert_eq!(best(&[""]), None);
    }

    #[test]
    fn short_posts_of_another_class_are_posts_too() {
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
