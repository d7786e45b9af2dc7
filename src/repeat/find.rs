//! The list of a page whose template is known.

use super::fit::fitting;
use super::numbered::numbered;
use super::path::PagePaths;
use super::record::Record;
use super::roles::Profiles;
use super::run::every;
use super::sibling::following;
use super::step::{Resolution, Spelling, Steps};
use crate::page::{ElementId, Tree};
use std::cell::LazyCell;

/// The records of a page whose heads have this element path. They are the records that [`lists`](super::lists) finds if it
/// chooses the candidate with this path, but no other pages are needed, and one record is enough. O(page).
#[must_use]
pub fn records_at(tree: &Tree, path: &Steps) -> Vec<Record> {
    fitting(tree, &PagePaths::new(tree), &path.records(tree), path.border())
}

impl Steps {
    /// The records of a page at this path, in document order: each head with the siblings that belong to it.
    #[must_use]
    pub fn records(&self, tree: &Tree) -> Vec<Record> {
        let heads = self.members(tree);
        if let Some(number) = self.every {
            // Few pages have siblings left over, and only these are compared.
            let profiles = LazyCell::new(|| Profiles::new(tree, &PagePaths::new(tree)));
            return every(tree, &heads, number, |cut| profiles.of_period(cut, number));
        }
        let spelling = Spelling::new(tree, Resolution::Class);
        let run = |(i, &head): (usize, &ElementId)| {
            let gap = following(tree, head, heads.get(i + 1).copied());
            let own = gap.take_while(|&follower| self.siblings.contains(&spelling.step_to(follower)));
            own.fold(Record::element(tree, head), |record, follower| record.with(tree, follower))
        };
        numbered(tree, heads.iter().enumerate().map(run).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repeat::lists;

    #[test]
    fn the_path_of_a_chosen_candidate_finds_its_records() {
        let page = |words: [&str; 4]| {
            let items = words.map(|word| format!("<li><b>{word}</b> <i>{word} and more</i></li>"));
            format!("<ul>{}<li>ad</li></ul><p>menu", items.concat())
        };
        let pages = [page(["ash", "birch", "cedar", "elm"]), page(["fir", "gum", "hazel", "iris"])];
        let trees = pages.each_ref().map(|page| Tree::new(page));
        for (tree, list) in trees.iter().zip(lists(&trees)) {
            let list = list.expect("words repeat");
            assert_eq!(list.records.len(), 4);
            assert_eq!(records_at(tree, &list.chosen.candidate.steps(tree)), list.records);
        }
    }

    #[test]
    fn every_second_row_is_found_by_its_path() {
        let row = |(at, name): (usize, &str)| {
            format!(
                "<tr><td><b>{name}</b></td></tr><tr><td>All about the {name}, {at}.{at} EUR, in stock</td></tr>"
            )
        };
        let names = ["ash", "birch", "cedar", "elm", "fir", "gum", "hazel", "iris", "juniper", "larch"];
        let page = format!(
            "<h1>Trees</h1><table>{}</table>",
            names.into_iter().enumerate().map(row).collect::<String>()
        );
        let tree = Tree::new(&page);
        let list = lists(&[Tree::new(&page)]).remove(0).expect("words repeat");
        assert_eq!(list.records.len(), names.len());
        assert_eq!(records_at(&tree, &list.chosen.candidate.steps(&tree)), list.records);
    }
}
