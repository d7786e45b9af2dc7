//! Numbers before records: the text before each head is the next number.
//!
//! ```text
//! <p>1. <b>Dune</b><br>F. Herbert<br> 2. <b>Emma</b><br>J. Austen        heads b: "1. Dune F. Herbert", "2. Emma J. Austen"
//! ```
//!
//! In: records that begin with an element. Out: the same, each with its number, which else would end the record before it. Cost: linear in
//! the records.

use super::record::Record;
use crate::page::Tree;

/// The records, with the texts directly before them if these are numbers that count them.
pub(super) fn numbered(tree: &Tree, mut records: Vec<Record>) -> Vec<Record> {
    let number = |record: &Record| {
        let leaf = record.leaves.start.checked_sub(1)?;
        let text = &tree.leaves()[leaf as usize];
        let is_beside = Some(text.parent) == tree.element(record.head).parent;
        let digits = text.text.trim_matches(|char: char| !char.is_alphanumeric());
        digits.parse::<u32>().ok().filter(|_| is_beside)
    };
    let numbers: Option<Vec<u32>> = records.iter().map(number).collect();
    let count = |numbers: &[u32]| numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    if !numbers.is_some_and(|numbers| numbers.len() > 1 && count(&numbers)) {
        return records;
    }
    let starts: Vec<u32> = records.iter().map(|record| record.leaves.start - 1).collect();
    let ends = starts.iter().skip(1).copied().chain([u32::MAX]);
    for ((record, &start), end) in records.iter_mut().zip(&starts).zip(ends) {
        record.leaves = start..record.leaves.end.min(end);
    }
    records
}

#[cfg(test)]
mod tests {
    use super::super::{lists, records_at};
    use crate::page::Tree;

    /// The texts of the second record of a page.
    fn second(numbers: [&str; 4]) -> Vec<String> {
        let books = [
            ["Dune", "Frank Herbert"],
            ["Emma", "Jane Austen"],
            ["Walden", "Henry Thoreau"],
            ["Ulysses", "James Joyce"],
        ];
        let record = |(number, [title, author]): (&str, [&str; 2])| {
            format!("{number} <b>{title}</b><br>{author}<br><br>")
        };
        let page = format!(
            "<h1>Books</h1><p>{}</p>",
            numbers.into_iter().zip(books).map(record).collect::<String>()
        );
        let trees = [Tree::new(&page)];
        let list = lists(&trees).remove(0).expect("a list");
        assert_eq!(records_at(&trees[0], &list.chosen.candidate.steps(&trees[0])), list.records);
        list.records[1].leaves(&trees[0]).iter().map(|leaf| leaf.text.to_string()).collect()
    }

    #[test]
    fn a_number_before_a_record_is_a_part_of_it() {
        assert_eq!(second(["1.", "2.", "3.", "4."]), ["2.", "Emma", "Jane Austen"]);
        assert_eq!(second(["11)", "12)", "13)", "14)"]), ["12)", "Emma", "Jane Austen"]);
    }

    #[test]
    fn numbers_that_do_not_count_are_values() {
        assert_eq!(second(["1965", "1815", "1854", "1922"]), ["Emma", "Jane Austen", "1854"]);
    }
}
