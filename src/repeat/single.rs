//! Pages with one record of the list that other pages of their template have: a tag with one post, a search with one hit.
//!
//! In: the scored candidates of the pages of a cluster. Out: on such a page, the candidate of that one record comes first. One element
//! repeats nothing, so nothing on the page itself tells it from a heading; but where other pages have its path several times, it
//! is chosen there before the candidate that is best here.
//!
//! ```text
//! tag/trees   <li>Oak <a>tall</a> <a>old</a>   <li>Ash <a>grey</a>     li: chosen, although a is there, too
//! tag/ponds   <li>Elm <a>wet</a> <a>wide</a>                           a repeats, li does not: li, one record
//! 2019/05     <li>May <p>Oak <p>Ash                                    p, if other pages have one such li and their list is p
//! ```
//!
//! Cost: linear in the elements, times the number of different candidates that are chosen in the cluster.

use super::candidate::{Candidate, GroupKey};
use super::ranked::{Ranked, RankedPage};
use super::record::Record;
use super::step::Steps;
use crate::page::{Pages, Tree};
use hashbrown::HashMap;
use rayon::prelude::*;

/// The fewest pages on which a candidate must be chosen before another one: one page may have been read wrongly.
const PAGES: usize = 2;

/// A candidate that some page of a cluster chooses.
struct Choice {
    key: GroupKey,
    /// The page on which it has most records, of these the first.
    page: usize,
}

/// Puts the candidate of the only record of a page first, where there is one.
pub(super) fn put_single_records_first(source: Pages<'_>, pages: &mut [RankedPage]) {
    let mut numbers: HashMap<GroupKey, usize> = HashMap::new();
    let mut choices: Vec<Choice> = Vec::new();
    let mut chosen: Vec<Option<usize>> = Vec::new();
    let records = |page: &RankedPage| page.ranked.first().map_or(0, |best| best.candidate.records.len());
    for (number, page) in pages.iter().enumerate() {
        chosen.push(page.ranked.first().map(|best| {
            let choice = *numbers.entry(best.candidate.key).or_insert(choices.len());
            if choice == choices.len() {
                choices.push(Choice { key: best.candidate.key, page: number });
            } else if records(page) > records(&pages[choices[choice].page]) {
                choices[choice].page = number;
            }
            choice
        }));
    }
    if choices.len() < 2 && !chosen.contains(&None) {
        return;
    }
    // For each page how many elements with text are at the path of each choice.
    let counts: Vec<Vec<usize>> =
        pages.par_iter().map(|page| source.look(page.number, |tree| counts(tree, page, &numbers))).collect();
    // For each two choices on how many pages the first is chosen although the second is there, and there several times.
    let mut wins = vec![vec![0_usize; choices.len()]; choices.len()];
    let mut clear = wins.clone();
    // The most elements of the second there: a page with one record has no more parts of records than pages with several.
    let mut most = wins.clone();
    let mut pages_of = vec![0_usize; choices.len()];
    for (counts, &chosen) in counts.iter().zip(&chosen) {
        let Some(chosen) = chosen else { continue };
        pages_of[chosen] += 1;
        for (other, &count) in counts.iter().enumerate().filter(|&(other, _)| other != chosen) {
            wins[chosen][other] += usize::from(count > 0);
            most[chosen][other] = most[chosen][other].max(count);
            clear[chosen][other] += usize::from(count > 1);
        }
    }
    let steps = |of: &Choice| {
        source.look(pages[of.page].number, |tree| pages[of.page].ranked[0].candidate.steps(tree))
    };
    let paths: Vec<Steps> = choices.iter().map(steps).collect();
    let models: Vec<Ranked> = choices.iter().map(|of| pages[of.page].ranked[0].clone()).collect();
    for ((page, counts), &chosen) in pages.iter_mut().zip(&counts).zip(&chosen) {
        let margin = |choice: usize| match chosen {
            Some(here) => (wins[choice][here], clear[here][choice]),
            None => (pages_of[choice], 0),
        };
        let may_be = |&choice: &usize| {
            let (wins, losses) = margin(choice);
            let may_be_parts = chosen.is_none_or(|here| counts[here] <= most[choice][here]);
            counts[choice] == 1 && chosen != Some(choice) && may_be_parts && wins >= PAGES && wins > losses
        };
        let gain = |&choice: &usize| {
            let (wins, losses) = margin(choice);
            (wins - losses, std::cmp::Reverse(choice))
        };
        let Some(best) = (0..choices.len()).filter(may_be).max_by_key(gain) else { continue };
        let records = source.look(page.number, |tree| paths[best].records(tree));
        let [record] = &records[..] else { continue };
        // A list within it that no page leaves for it, and several choose although it is there, is the list.
        let is_within = |ranked: &Ranked| {
            let of = numbers.get(&ranked.candidate.key);
            let wins = |&of: &usize| wins[of][best] >= PAGES && wins[best][of] == 0;
            let is_inside = |inner: &Record| record.head < inner.head && inner.end <= record.end;
            of.is_some_and(wins) && ranked.candidate.records.iter().all(is_inside)
        };
        if let Some(within) = page.ranked.iter().position(is_within) {
            page.ranked[..=within].rotate_right(1);
        } else {
            let candidate = Candidate { key: choices[best].key, records: records.into() };
            page.ranked.insert(0, Ranked { candidate, ..models[best].clone() });
        }
    }
}

/// The number of elements with text at the path of each choice.
fn counts(tree: &Tree, page: &RankedPage, numbers: &HashMap<GroupKey, usize>) -> Vec<usize> {
    let mut counts = vec![0; numbers.len()];
    for id in tree.ids().filter(|&id| tree.has_text(id) && !tree.continues_row(id)) {
        for key in GroupKey::all(tree, &page.paths, id) {
            if let Some(&number) = numbers.get(&key) {
                counts[number] += 1;
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use crate::page::Tree;
    use crate::repeat::lists;

    /// The number of records on each page, given the trees and the tags of each tree.
    fn found(pages: &[&[&str]]) -> Vec<usize> {
        let record = |(at, name): (usize, &&str)| {
            let tags: String =
                ["tall", "old", "grey"].map(|tag| format!("<a href=/{tag}>{tag} {name}</a> ")).concat();
            format!(
                "<li><h2><a href=/{name}>About the {name} of the town</a></h2><p>{at} {name} and more</p>{tags}</li>"
            )
        };
        let page = |names: &&[&str]| {
            let records: String = names.iter().enumerate().map(record).collect();
            format!("<ul id=menu><li>Home<li>Help</ul><ol>{records}</ol>")
        };
        let pages: Vec<String> = pages.iter().map(page).collect();
        let trees: Vec<Tree> = pages.iter().map(|page| Tree::new(page)).collect();
        lists(&trees).iter().map(|list| list.as_ref().map_or(0, |list| list.records.len())).collect()
    }

    #[test]
    fn a_page_with_one_record_has_one_if_other_pages_have_several() {
        let many: [&[&str]; 4] = [&["oak", "ash", "elm"], &["fir", "gum", "yew", "box"], &["bay"], &["fig"]];
        assert_eq!(found(&many), [3, 4, 1, 1]);
    }

    #[test]
    fn a_list_within_one_such_element_is_the_list_if_other_pages_have_it() {
        let day = |at: usize| {
            let name = ["oak", "ash", "elm", "fir", "gum", "yew", "box", "bay", "fig", "may"][at % 10];
            format!(
                "<article><i>{at} May 2020</i><h3><a href=/{at}>Under the {name}, part {at}</a></h3></article>"
            )
        };
        let card = |inner: &str| format!("<div class=card>{inner}</div>");
        let teaser = |at: usize| {
            card(&format!(
                "<img src={at}.png><h2><a href=/{at}>Part {at}</a></h2><p>What was said on day {at}.</p>"
            ))
        };
        let beside: String = (0..5).map(day).collect();
        let page = |main: String| format!("<main>{main}</main><aside>{beside}</aside>");
        let of = |days: std::ops::Range<usize>| days.map(day).collect::<String>();
        let mut pages: Vec<String> =
            (0..6).map(|tag| page((5 * tag..5 * tag + 4).map(teaser).collect())).collect();
        pages.extend([of(0..9), of(9..20), of(20..28), of(2..4), of(4..6)].map(|days| page(card(&days))));
        let trees: Vec<Tree> = pages.iter().map(|page| Tree::new(page)).collect();
        let found: Vec<usize> =
            lists(&trees).iter().map(|list| list.as_ref().map_or(0, |list| list.records.len())).collect();
        assert_eq!(found, [4, 4, 4, 4, 4, 4, 9, 11, 8, 2, 2]);
    }

    #[test]
    fn without_other_pages_what_repeats_is_the_list() {
        assert_eq!(found(&[&["bay"]]), [3]);
    }
}
