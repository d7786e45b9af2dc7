//! The names of columns, from what pages say about their values.
//!
//! In: the columns of records with their cells. Out: for each column a name and where it comes from: a heading or a label on the page, else
//! what its values are ([`standard`](super::standard)), else the words beside its numbers ([`affix`](super::affix)), else its element path
//! ([`name`](super::name)). Cost: linear in the cells.

use super::affix::affix_names;
use super::cell::{Key, KeyedCell};
use super::heading::{Heading, as_name, heading, label_before};
use super::name::{Name, Unnamed, may_be_affix, names};
use super::place::PlacedRecord;
use super::standard::Standard;
use crate::measure::LEAST;
use hashbrown::{HashMap, HashSet};

/// The names that the page gives columns: headings, and labels before values.
pub(super) fn given_names<'a>(
    parts: &[PlacedRecord<'a>],
    records: &'a [Vec<KeyedCell<'_>>],
) -> HashMap<&'a Key, String> {
    let label = |(key, label): (&'a Key, &str)| {
        Some((key, as_name(label.trim_start_matches(|char: char| !char.is_alphanumeric()))?))
    };
    let mut given: HashMap<&Key, String> =
        labels_before(parts, records).into_iter().filter_map(label).collect();
    given.extend(headings(parts, records));
    given
}

/// The names of columns that differ from those of these other columns.
pub(super) fn names_of<'a>(
    keys: &[&'a Key],
    standard: &Standard<'a, '_>,
    given: &HashMap<&Key, String>,
    others: &HashMap<&Key, Name>,
    parts: &[PlacedRecord<'_>],
    records: &[Vec<KeyedCell<'_>>],
) -> HashMap<&'a Key, Name> {
    let standard = standard.names(keys);
    let is_unnamed = |key: &&Key| !given.contains_key(*key) && may_be_affix(key);
    let mut affixes = affix_names(keys.iter().copied().filter(is_unnamed).collect(), parts, records);
    let unnamed = keys.iter().map(|&key| Unnamed {
        key,
        heading: given.get(key).cloned(),
        standard: standard.get(key).copied(),
        affix: affixes.remove(key),
    });
    let taken: Vec<&str> = others.values().map(|other| &*other.name).collect();
    let names = names(&unnamed.collect::<Vec<_>>(), &taken);
    keys.iter().copied().zip(names).collect()
}

/// The headings of columns: taken from the first cell on each page, if all pages that have a heading agree. Those of one name are
/// told apart by their groups.
fn headings<'a>(parts: &[PlacedRecord<'_>], records: &'a [Vec<KeyedCell<'_>>]) -> HashMap<&'a Key, String> {
    let mut found: HashMap<&Key, Option<Heading>> = HashMap::new();
    let mut asked: HashSet<&Key> = HashSet::new();
    let mut page = None;
    for ((part, _), record) in parts.iter().zip(records) {
        if !page.replace(part.page).is_some_and(|before| std::ptr::eq(before, part.page)) {
            asked.clear();
        }
        for (key, cell) in record.iter().filter(|(key, _)| asked.insert(key)) {
            let Some(heading) = heading(*part, cell) else { continue };
            let known = found.entry(key).or_insert_with(|| Some(heading.clone()));
            if known.as_ref() != Some(&heading) {
                *known = None;
            }
        }
    }
    let found: HashMap<&Key, Heading> =
        found.into_iter().filter_map(|(key, heading)| Some((key, heading?))).collect();
    let mut groups: HashMap<String, HashSet<Option<String>>> = HashMap::new();
    for heading in found.values() {
        groups.entry(heading.name.clone()).or_default().insert(heading.group.clone());
    }
    let written = |heading: Heading| match heading.group {
        Some(group) if groups[&heading.name].len() > 1 => format!("{group} {}", heading.name),
        _ => heading.name,
    };
    found.into_iter().map(|(key, heading)| (key, written(heading))).collect()
}

/// For each column with texts the label before them, if it is the same in all records, and they are not too few to tell.
fn labels_before<'a>(
    parts: &[PlacedRecord<'a>],
    records: &'a [Vec<KeyedCell<'_>>],
) -> HashMap<&'a Key, &'a str> {
    let mut found: HashMap<&Key, (usize, Option<&str>)> = HashMap::new();
    for ((part, _), record) in parts.iter().zip(records) {
        for (key, cell) in record.iter().filter(|(_, cell)| !cell.leaves.is_empty()) {
            let label = label_before(*part, cell);
            let (cells, known) = found.entry(key).or_insert((0, label));
            *cells += 1;
            if *known != label {
                *known = None;
            }
        }
    }
    let is_shown = |(key, (cells, label)): (&'a Key, (usize, Option<&'a str>))| {
        Some((key, label.filter(|_| cells >= LEAST)?))
    };
    found.into_iter().filter_map(is_shown).collect()
}
