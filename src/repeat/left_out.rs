//! Explains which records of a candidate are not in its list, and why.
//!
//! In: a candidate and the list that was made from it. Out: the records that are not in the list, grouped by reason, with the
//! element paths that they lack and those that only they have.
//!
//! ```text
//! <li><a>Dune</a> <i>9</i>  <li><a>Emma</a> <i>8</i>  <li><b>Socks!</b>     Socks!: unlike; lacks a and i, has b more
//! ```
//!
//! The choice keeps no log: the steps that remove records are repeated here. Time is linear in the page.

use super::column::columns;
use super::fit::fit;
use super::path::{PagePaths, Path};
use super::ranked::Ranked;
use super::record::Record;
use super::shown::once;
use crate::page::{ElementId, Leaf, Tree};
use hashbrown::{HashMap, HashSet};
use serde::Serialize;

/// Records that were removed for one reason.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// The step that removed them.
    pub why: Why,
    /// Parts that at least half of the records of the list have and these do not, in document order.
    pub lacks: Vec<Part>,
    /// Parts that these have and no record of the list has, in document order.
    pub more: Vec<Part>,
    /// The removed records, in document order.
    pub records: Vec<Record>,
}

/// Why a record was removed.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// Its columns differ from those of the others.
    Unlike,
    /// The page shows it a second time.
    Again,
    /// It is the first or the last record, and has none of the digits and links that nearly all others have.
    Edge,
}

/// An element with text of its own in a record.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Part {
    /// The element path from the record; empty for the record itself.
    pub path: String,
    /// The first text of the element.
    pub text: String,
}

/// The columns of a record in document order, each with its first text.
type ColumnTexts<'a> = Vec<(Path, &'a Leaf<'a>)>;

impl Ranked {
    /// The records of the candidate that are not in the list made from it, one entry for each reason, in the order of the first
    /// record of each.
    ///
    /// # Panics
    /// If the candidate is not of this tree.
    #[must_use]
    pub fn left_out(&self, tree: &Tree, list: &[Record]) -> Vec<LeftOut> {
        let all = &self.candidate.records;
        let stays: HashSet<ElementId> = list.iter().map(|record| record.head).collect();
        if all.iter().all(|record| stays.contains(&record.head)) {
            return Vec::new();
        }
        let paths = PagePaths::new(tree);
        let fit = fit(tree, &paths, all, self.candidate.border());
        let alike: HashSet<ElementId> = fit.iter().map(|record| record.head).collect();
        let shown: HashSet<ElementId> = once(tree, fit).iter().map(|record| record.head).collect();
        let parts_of = |record: &Record| {
            let mut parts: ColumnTexts =
                columns(tree, &paths.name, record).zip(record.leaves(tree)).collect();
            let mut seen = HashSet::new();
            parts.retain(|&(column, _)| seen.insert(column));
            parts
        };
        let mut records_with: HashMap<Path, usize> = HashMap::new();
        let mut of_list: Vec<(Path, Part)> = Vec::new();
        for record in list {
            for (column, leaf) in parts_of(record) {
                let count = records_with.entry(column).or_default();
                if *count == 0 {
                    of_list.push((column, part(tree, record, leaf)));
                }
                *count += 1;
            }
        }
        of_list.retain(|(column, _)| 2 * records_with[column] >= list.len());
        let mut reasons: Vec<LeftOut> = Vec::new();
        for record in all.iter().filter(|record| !stays.contains(&record.head)) {
            let parts = parts_of(record);
            let has = |column: &Path| parts.iter().any(|(own, _)| own == column);
            let lacks =
                of_list.iter().filter(|(column, _)| !has(column)).map(|(_, part)| part.clone()).collect();
            let more = parts.iter().filter(|(column, _)| !records_with.contains_key(column));
            let more = more.map(|&(_, leaf)| part(tree, record, leaf)).collect();
            let why = if !alike.contains(&record.head) {
                Why::Unlike
            } else if shown.contains(&record.head) {
                Why::Edge
            } else {
                Why::Again
            };
            let records = vec![record.clone()];
            let reason = LeftOut { why, lacks, more, records };
            match reasons.iter_mut().find(|known| known.is_like(&reason)) {
                Some(known) => known.records.extend(reason.records),
                None => reasons.push(reason),
            }
        }
        reasons
    }
}

impl LeftOut {
    /// Whether the reason and the paths are the same, whatever the texts are.
    fn is_like(&self, other: &LeftOut) -> bool {
        let paths = |parts: &[Part]| parts.iter().map(|part| part.path.clone()).collect::<Vec<_>>();
        self.why == other.why
            && paths(&self.lacks) == paths(&other.lacks)
            && paths(&self.more) == paths(&other.more)
    }
}

/// A text of a record with the element path to it.
fn part(tree: &Tree, record: &Record, leaf: &Leaf) -> Part {
    let around = tree.inclusive_ancestors(leaf.parent);
    let mut path: Vec<String> =
        around.take_while(|&id| id > record.head && record.holds(id)).map(|id| tree.label(id)).collect();
    path.reverse();
    Part { path: path.join("/"), text: leaf.text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repeat::lists;

    /// The reason, the missing paths, the additional paths, and the first texts of the records.
    type Reason = (Why, Vec<String>, Vec<String>, Vec<String>);

    /// The records that are left out of the list of a page, by reason.
    fn left_out(page: &str) -> Vec<Reason> {
        let trees = [Tree::new(page)];
        let list = lists(&trees).remove(0).expect("words repeat");
        let paths = |parts: Vec<Part>| parts.into_iter().map(|part| part.path).collect::<Vec<_>>();
        let first = |record: &Record| record.leaves(&trees[0])[0].text.to_string();
        let left = list.chosen.left_out(&trees[0], &list.records);
        let row = |left: LeftOut| {
            (left.why, paths(left.lacks), paths(left.more), left.records.iter().map(first).collect())
        };
        left.into_iter().map(row).collect()
    }

    const BOOKS: [&str; 5] =
        ["Dune 1965", "Emma 1815", "Middlemarch 1871", "Persuasion 1817", "Ulysses 1922"];

    fn book(title: &str) -> String {
        format!("<li><a href=x>{title}</a> <i class=by>the one who wrote {title}</i></li>")
    }

    #[test]
    fn an_advertisement_lacks_the_columns_of_the_others() {
        let books = BOOKS.map(book).concat();
        let page = format!("<ul>{books}<li><p><b>Socks!</b><li><p><b>Shoes!</b></ul>");
        let lacks = vec!["a".to_owned(), "i.by".to_owned()];
        let texts = vec!["Socks!".to_owned(), "Shoes!".to_owned()];
        assert_eq!(left_out(&page), [(Why::Unlike, lacks, vec!["p/b".to_owned()], texts)]);
    }

    #[test]
    fn duplicates_and_edge_records_lack_no_columns() {
        let books = BOOKS.map(book).concat();
        let again = format!("<ul>{books}</ul><ul>{}{}</ul>", book(BOOKS[1]), book(BOOKS[3]));
        let why: Vec<Why> = left_out(&again).into_iter().map(|(why, ..)| why).collect();
        assert_eq!(why, [Why::Again]);
        let rows = BOOKS.map(|title| {
            let (title, year) = title.split_once(' ').unwrap();
            format!("<tr><td>{title}<td>{year}")
        });
        let table = format!("<table><tr><td>Title<td>Year{}</table>", rows.concat());
        assert_eq!(left_out(&table), [(Why::Edge, vec![], vec![], vec!["Title".to_owned()])]);
    }

    #[test]
    fn nothing_is_left_out_if_all_records_fit() {
        assert_eq!(left_out(&format!("<ul>{}</ul>", BOOKS.map(book).concat())), []);
    }
}
