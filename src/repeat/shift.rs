//! Records that begin too late: each has the first part of the next one, or none has it.
//!
//! ```text
//! <p>Dune <blockquote>Sand <p>1965   <p>Emma <blockquote>Match <p>1815
//! blockquote p p, blockquote p       each has the title of the next one, the last has none: p blockquote p, p blockquote p
//! ```
//!
//! In: the scored candidates of a page. Out: if the records of the first one begin inside those of another one, behind a linked title, that
//! one comes first. Cost: linear in the records.

use super::ranked::{Ranked, RankedPage};
use super::record::{Border, Record};
use crate::measure::LEAST;
use crate::page::{ElementId, Pages, Tree};

/// Puts the candidate with whole records first, where the first one has records without their beginnings.
pub(super) fn put_whole_records_first(source: Pages<'_>, pages: &mut [RankedPage]) {
    for page in pages {
        let Some(best) = page.ranked.first().filter(|best| best.candidate.border() == Border::Run) else {
            continue;
        };
        let late = &best.candidate.records;
        let is_whole = |tree: &Tree, other: &Ranked| begin_late(tree, late, &other.candidate.records);
        let find = |tree: &Tree<'_>| page.ranked.iter().position(|other| is_whole(tree, other));
        let Some(at) = source.look(page.number, find) else { continue };
        page.put_first(at);
    }
}

/// Whether each record begins inside one of these, behind a sibling that is linked as it is not, and the last one has no part of another.
fn begin_late(tree: &Tree, late: &[Record], whole: &[Record]) -> bool {
    let is_linked = |id: ElementId| (id.0..tree.element(id).end.0).any(|id| tree.is_link(ElementId(id)));
    let begins_in = |(late, whole): (&Record, &Record)| {
        whole.head < late.head
            && late.head < whole.end
            && tree.has_text(whole.head)
            && is_linked(whole.head)
            && !is_linked(late.head)
            && tree.element(whole.head).parent == tree.element(late.head).parent
    };
    let [.., last] = late else { return false };
    let all_inside = || late.iter().zip(whole).all(|(late, whole)| late.end <= whole.end);
    let is_short = || last.members(tree).count() < late[0].members(tree).count();
    late.len() >= LEAST
        && late.len() == whole.len()
        && late.iter().zip(whole).all(begins_in)
        && last.end <= whole[whole.len() - 1].end
        && (all_inside() || is_short())
}

#[cfg(test)]
mod tests {
    use super::super::lists;
    use crate::page::Tree;

    /// The texts of the second record of a page.
    fn second(page: &str) -> Vec<String> {
        let trees = [Tree::new(page)];
        let list = lists(&trees).remove(0).expect("a list");
        list.records[1].leaves(&trees[0]).iter().map(|leaf| leaf.text.to_string()).collect()
    }

    #[test]
    fn a_record_has_its_own_beginning() {
        let books =
            [("Dune", "Sand, and the worms below", "1965"), ("Emma", "A match for each friend", "1815")];
        let books = books.iter().chain(&[
            ("Walden", "A pond, and the woods around", "1854"),
            ("Ulysses", "A day in Dublin", "1922"),
        ]);
        let page = |write: fn(&str, &str, &str) -> String| {
            let records: String = books.clone().map(|(title, text, year)| write(title, text, year)).collect();
            format!("<main>{records}</main>")
        };
        let expected = ["Emma", "A match for each friend", "1815"];
        let quoted = page(|title, text, year| {
            format!("<p><a href={year}>{title}</a></p><blockquote>{text}</blockquote><p>{year}</p>")
        });
        assert_eq!(second(&quoted), expected);
        let linked =
            page(|title, text, year| format!("<a href={year}>{title}</a><p>{text}</p><p>{year}</p>"));
        assert_eq!(second(&linked), expected);
    }
}
