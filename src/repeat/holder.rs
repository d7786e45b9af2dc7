//! Candidates that are no lists themselves but hold one: columns of a grid, sections, menus of menus.
//!
//! A record may hold a list of its own, as a book series holds its volumes. It is a record if it has more text of its own than
//! one entry of that list. With less, it is only a container of entries: a *holder*.

use super::evidence::ScoredSet;
use super::record::Record;
use crate::page::ElementId;
use crate::site::own::OwnTexts;

/// The inner candidate must have at least this many times as many records: an element that most records have once is a part.
const TIMES: usize = 2;

/// The score of the inner candidate must be at least this share of the score of the holder. With 0.5 and 0.6 all figures are
/// the same; from 0.4 down parts of records begin to count as inner lists.
const PART: f64 = 0.5;

/// The most that the own text of a holder, outside the inner records, explains, as a share of all that it explains. Of each
/// inner list a holder has the first entry in its columns, so one half is as much as that. With 0.3 and 0.7 three pages in a
/// thousand change.
const OWN: f64 = 0.5;

/// For each set of records whether it holds another one, of the first `inner` sets. Only sets with a record around the first record of the inner set are
/// scored once more. O(records) times the depth of the page.
pub(super) fn holders(weights: &OwnTexts, sets: &[ScoredSet], inner: usize) -> Vec<bool> {
    let mut holds = vec![false; sets.len()];
    let around = around_first(sets);
    for (&(inner, of_inner), around) in sets.iter().zip(around).take(inner) {
        let inner = inner.records;
        for at in around {
            let (outer, of_outer) = sets[at];
            holds[at] = holds[at]
                || inner.len() >= TIMES * outer.records.len()
                    && of_inner.total() >= PART * of_outer.total()
                    && inner.iter().all(|record| is_inside(record, outer.records))
                    && outer.columns.explained_besides(inner, weights) < OWN * of_outer.explained;
        }
    }
    holds
}

/// For each set the sets with a record that contains the first record of this set and does not begin with it.
fn around_first(sets: &[ScoredSet]) -> Vec<Vec<usize>> {
    let numbered = || sets.iter().map(|(set, _)| set.records).enumerate();
    let mut records: Vec<(&Record, usize)> =
        numbered().flat_map(|(at, records)| records.iter().map(move |record| (record, at))).collect();
    records.sort_unstable_by_key(|&(record, at)| (record.head, at));
    let mut firsts: Vec<(ElementId, usize)> = numbered().map(|(at, records)| (records[0].head, at)).collect();
    firsts.sort_unstable();
    let mut around = vec![Vec::new(); sets.len()];
    let (mut begun, mut open) = (0, Vec::new());
    for (head, inner) in firsts {
        let behind = begun + records[begun..].partition_point(|(record, _)| record.head < head);
        open.extend(&records[begun..behind]);
        open.retain(|(record, _)| record.holds(head));
        around[inner] = open.iter().map(|&(_, at)| at).collect();
        begun = behind;
    }
    around
}

/// Whether a record is inside one of the others, which are in document order, and is not its beginning.
fn is_inside(record: &Record, others: &[Record]) -> bool {
    let behind = others.partition_point(|other| other.head < record.head);
    behind.checked_sub(1).is_some_and(|at| others[at].holds(record.head))
}

#[cfg(test)]
mod tests {
    use crate::page::Tree;
    use crate::repeat::lists;

    /// The number of records of a page by itself.
    fn count(page: &str) -> usize {
        lists(&[Tree::new(page)])[0].as_ref().map_or(0, |list| list.records.len())
    }

    const ENTRIES: [&str; 4] =
        ["<p>Oak<b>tall</b>", "<p>Ash<b>grey</b>", "<p>Elm<b>rare</b>", "<p>Fir<b>cold</b>"];

    #[test]
    fn columns_of_a_grid_are_holders_and_no_records() {
        let column = |kind: &str| {
            let entries = ENTRIES.map(|entry| entry.replace("<p>", &format!("<p>{kind} ")));
            format!("<div>{}</div>", entries.concat())
        };
        assert_eq!(count(&["Red", "White", "Black"].map(column).concat()), 12);
    }

    #[test]
    fn a_record_may_hold_a_list() {
        let record = |name: &str| {
            format!("<div><h2>{name}</h2><i>{name} and more of {name}</i>{}</div>", ENTRIES.concat())
        };
        assert_eq!(count(&["Alder", "Birch", "Cedar"].map(record).concat()), 3);
    }
}
