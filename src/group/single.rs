//! The list of a page that has one record.
//!
//! Nothing repeats on such a page, so it has no candidate, or a menu is taken for its list. The other pages tell: where the
//! lists of more than half of the pages are at one way, and that has more votes than what the page has chosen, the one
//! element that the way leads to is the page's list.

use super::candidate::{Candidate, Key};
use super::choice::{List, Ranked};
use super::find::records_at;
use super::score::Score;
use crate::page::Tree;
use hashbrown::HashMap;

/// What the pages have chosen, and for pages with one record that record.
pub(super) fn with_single_records(trees: &[Tree], lists: Vec<Option<List>>) -> Vec<Option<List>> {
    let Some(key) = most_chosen(&lists) else { return lists };
    let (first, way) = lists
        .iter()
        .zip(trees)
        .find_map(|(list, tree)| {
            let list = list.as_ref().filter(|list| list.chosen.candidate.key == key)?;
            Some((list, list.chosen.candidate.steps(tree)))
        })
        .expect("a page has chosen it");
    let Ranked { votes, documents, .. } = first.chosen;
    let single = |tree: &Tree| {
        let records = records_at(tree, &way);
        (records.len() == 1).then(|| Ranked {
            candidate: Candidate { key, records },
            score: Score::default(),
            strength: 0.0,
            votes,
            documents,
        })
    };
    let replaced = |(list, tree): (Option<List>, &Tree)| {
        let is_weaker =
            list.as_ref().is_none_or(|list| list.chosen.candidate.key != key && list.chosen.votes < votes);
        match is_weaker.then(|| single(tree)).flatten() {
            Some(single) => Some(List {
                records: single.candidate.records.clone(),
                chosen: single,
                next: list.map(|list| list.chosen),
                others: Vec::new(),
            }),
            None => list,
        }
    };
    lists.into_iter().zip(trees).map(replaced).collect()
}

/// What more than half of the pages have chosen; two pages are no majority.
fn most_chosen(lists: &[Option<List>]) -> Option<Key> {
    let mut counts: HashMap<Key, usize> = HashMap::new();
    lists.iter().flatten().map(|list| list.chosen.candidate.key).find(|&key| {
        let count = counts.entry(key).or_default();
        *count += 1;
        *count >= 2 && 2 * *count > lists.len()
    })
}

#[cfg(test)]
mod tests {
    use crate::group::lists;
    use crate::page::Tree;

    fn counts(hits: &[&[&str]]) -> Vec<usize> {
        let page = |hits: &&[&str]| {
            let items: String =
                hits.iter().flat_map(|hit| ["<li><a>", hit, "</a> <i>about ", hit, "</i></li>"]).collect();
            format!("<ul>{items}</ul><table><tr><td>Home<td>News<tr><td>Help<td>Mail</table>")
        };
        let pages: Vec<String> = hits.iter().map(page).collect();
        let trees: Vec<Tree> = pages.iter().map(|page| Tree::new(page)).collect();
        lists(&trees).iter().map(|list| list.as_ref().map_or(0, |list| list.records.len())).collect()
    }

    #[test]
    fn one_record_is_known_by_the_lists_of_other_pages() {
        let (many, few) = (["ash", "birch", "cedar", "elm"], ["fir", "gum", "hazel"]);
        assert_eq!(counts(&[&many, &few, &["iris"]]), [4, 3, 1]);
    }

    #[test]
    fn two_pages_do_not_outvote_each_other() {
        assert_ne!(counts(&[&["ash", "birch", "cedar"], &["iris"]])[1], 1);
    }
}
