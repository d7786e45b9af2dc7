//! The list of a page whose template is known.

use super::fit::fitting;
use super::path::PagePaths;
use super::record::Record;
use super::step::Steps;
use crate::page::Tree;

/// The records of a page whose heads have this element path. They are the records that [`lists`](super::lists) finds if it
/// chooses the candidate with this path, but no other pages are needed, and one record is enough. O(page).
#[must_use]
pub fn records_at(tree: &Tree, path: &Steps) -> Vec<Record> {
    fitting(tree, &PagePaths::new(tree), &path.records(tree), path.border())
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
}
