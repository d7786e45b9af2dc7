//! Records that are groups of records: each is one short text, and records of the same kind as those of the other groups.
//!
//! ```text
//! <h3>Monday  <table><tr><th>Time<th>Film<tr><td>18:00<td>Dune<tr><td>20:30<td>Emma</table>
//! <h3>Tuesday <table><tr><th>Time<th>Film<tr><td>18:15<td>Walden</table>                        tr: three records, not h3: two
//! ```
//!
//! A header row is no record, and tells that the rows below it are of one kind (HTML Standard, section 4.9.10). Without one, records are
//! parts of a thing if their positions in it explain what they are. They are as well if they begin alike in all groups: `Weight`, `Price`.
//!
//! In: the scored candidates of a page. Out: if the records of the first one are such groups, what they consist of comes first. Cost: linear
//! in the records.

use super::ranked::{Ranked, RankedPage};
use super::record::{Border, Record};
use crate::measure::{are_most, is_brief};
use crate::page::{ElementId, Pages, Tree};
use hashbrown::HashMap;

/// The share of the variation of records that their positions may explain: it is above .8 for the cells of a table and below .3 for those of a
/// grid (`roles.rs`).
const EXPLAINED: f64 = 0.5;

/// Puts the candidate of the members first, where the first one has groups of them.
pub(super) fn put_members_first(source: Pages<'_>, pages: &mut [RankedPage]) {
    for page in pages {
        let Some((best, others)) = page.ranked.split_first() else { continue };
        let groups = &best.candidate.records;
        let find = |tree: &Tree<'_>| others.iter().position(|other| are_members(tree, other, groups));
        if let Some(at) = source.look(page.number, find) {
            page.put_first(at + 1);
        }
    }
}

/// Whether each group is one short text and some of these records, with or without a header row.
fn are_members(tree: &Tree, of: &Ranked, groups: &[Record]) -> bool {
    let members = &of.candidate.records;
    let has_several = |record: &&Record| record.leaves.len() > 1;
    if of.candidate.border() != Border::Element
        || members.len() <= groups.len()
        || !are_most(members.iter().filter(has_several).count(), members.len())
    {
        return false;
    }
    let mut rest = members.iter().peekable();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let (mut again, mut all_headed, mut several) = (0, true, 0);
    for (number, group) in groups.iter().enumerate() {
        let mut texts = group.leaves.len();
        let first = rest.peek().map(|first| first.leaves.start);
        let left = rest.len();
        while let Some(member) = rest.next_if(|member| group.holds(member.head)) {
            texts -= member.leaves.len();
            let text = &*tree.leaves()[member.leaves.start as usize].text;
            again += usize::from(*known.entry(text).or_insert(number) != number);
        }
        several += usize::from(left - rest.len() > 1);
        let header = first.map_or(0, |first| texts_of_header(tree, group, first));
        all_headed &= header > 0;
        let name = &group.leaves(tree)[0];
        if texts != header + 1 || first == Some(group.leaves.start) || !is_brief(&name.text) {
            return false;
        }
    }
    // What most groups have once is a part of them, such as the text below a title.
    let are_free = || of.evidence.rhythm < -(1.0 - EXPLAINED).ln() && 2 * several >= groups.len();
    rest.next().is_none() && 2 * again < members.len() && (all_headed || are_free())
}

/// The number of texts in a header row of a group before a text.
fn texts_of_header(tree: &Tree, group: &Record, first: u32) -> usize {
    let is_before = |&id: &ElementId| tree.element(id).leaves.end <= first;
    let is_header = |&id: &ElementId| tree.is_header_row(id) && tree.cells(id).nth(1).is_some();
    let up_to = group.elements().take_while(|&id| tree.element(id).leaves.start < first);
    up_to.filter(is_before).find(is_header).map_or(0, |id| tree.leaves_of(id).len())
}

#[cfg(test)]
mod tests {
    use super::super::lists;
    use crate::page::Tree;

    /// The number of records of a page.
    fn count(page: &str) -> usize {
        lists(&[Tree::new(page)]).remove(0).expect("a list").records.len()
    }

    /// The first texts of the records of a page.
    fn found(groups: &[(&str, &[[&str; 3]])]) -> Vec<String> {
        let row = |of: &[&str; 3]| format!("<tr><td>{}</tr>", of.join("<td>"));
        let group = |(name, rows): &(&str, &[[&str; 3]])| {
            let rows: String = rows.iter().map(row).collect();
            format!("<h3>{name}</h3><table><tr><th>A<th>B<th>C</tr>{rows}</table>")
        };
        let page = format!("<h1>All</h1>{}", groups.iter().map(group).collect::<String>());
        let trees = [Tree::new(&page)];
        let list = lists(&trees).remove(0).expect("a list");
        list.records.iter().map(|record| record.leaves(&trees[0])[0].text.to_string()).collect()
    }

    #[test]
    fn the_rows_of_a_table_for_each_day_are_the_records() {
        let days: &[(&str, &[[&str; 3]])] = &[
            ("Monday 3 May", &[["18:00", "Dune", "1"], ["20:30", "Emma", "2"]]),
            (
                "Tuesday 4 May",
                &[["18:15", "Walden", "1"], ["21:00", "Ulysses", "2"], ["22:00", "Beloved", "3"]],
            ),
            ("Wednesday 5 May", &[["17:15", "Lolita", "1"], ["20:00", "Persuasion", "2"]]),
        ];
        assert_eq!(found(days).len(), 7);
    }

    #[test]
    fn the_items_below_a_letter_are_the_records() {
        let item = |name: &str| format!("<li><a href={name}>{name}</a>, who lives in {name} street</li>");
        let group = |(letter, names): (&str, &[&str])| {
            format!("<h3>{letter}</h3><ul>{}</ul>", names.iter().map(|name| item(name)).collect::<String>())
        };
        let names: [(&str, &[&str]); 3] =
            [("A", &["Adams", "Archer"]), ("B", &["Baker"]), ("C", &["Carver", "Cole", "Crane"])];
        assert_eq!(count(&names.map(group).concat()), 6);
    }

    #[test]
    fn a_table_for_each_thing_is_a_record() {
        let things: &[(&str, &[[&str; 3]])] = &[
            ("Sea kayak", &[["Length", "5.2", "m"], ["Weight", "24", "kg"]]),
            ("Rowing boat", &[["Length", "4.1", "m"], ["Weight", "85", "kg"]]),
            ("Dinghy", &[["Length", "2.6", "m"], ["Weight", "40", "kg"]]),
        ];
        assert_eq!(found(things), ["Sea kayak", "Rowing boat", "Dinghy"]);
    }
}
