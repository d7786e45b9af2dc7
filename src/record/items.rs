//! Items: the texts at one path of which a record has any number, such as its tags or authors. They are one list.
//!
//! ```text
//! <p><a class=tag>birds</a>, <a class=tag>owls</a></p> <p><a class=tag>owls</a></p>         one list: birds, owls
//! <p>By <a>F. Lee</a>. With: <a>A. Roe</a>, <a>B. Oak</a></p>                              a list of those after `With:`
//! <p><span>1965</span> <span>412 pages</span></p>                                           two fields
//! ```
//!
//! In: the records of a template and their labels. Out: the paths of items, each with the label before its first item. A *run* is a
//! sequence of texts at one path with nothing but punctuation between, in one cell if they are in a table. The runs at a path after
//! one label, or after none, are items if
//!
//! * a record has one of them, and their lengths vary;
//! * with few exceptions their texts are short and have words;
//! * they are links to pages of one folder in all records, such as `/tag/`; or less than half of them are labels, and they are
//!   *exchangeable*: most texts that recur stand at different positions. If less than half of the texts recur, the first ones must be written
//!   like the others, see [`shape`].
//!
//! Time is linear in the texts of the records times the depth of their elements.

use super::label::{Labels, ends_as_label};
use super::line::Inside;
use super::place::{PlacedRecord, RecordInPage, RecordPaths};
use crate::measure::{LEAST, are_most, are_nearly_all, is_brief, is_wide};
use crate::page::{ElementId, Leaf, Tree};
use crate::token::Span;
use hashbrown::HashMap;
use std::collections::BTreeSet;
use std::ops::Range;

/// The paths of items, each with the label before the first.
pub(super) type ItemPaths = BTreeSet<(String, Option<String>)>;

/// Statistics of the runs at one path after one label.
#[derive(Default)]
struct RunCounts<'a> {
    /// The length of each run.
    lengths: Vec<usize>,
    /// The records with a run, and the number of the last of them.
    records: usize,
    last: Option<usize>,
    /// Texts that are longer than names.
    long: usize,
    /// Labels with a value behind them.
    labels: usize,
    worded: usize,
    texts: HashMap<&'a str, Positions>,
    /// The texts that are links to pages of each folder, each to a page of its own in its run.
    folders: HashMap<String, usize>,
    /// For each shape how often it is that of the first text of a run, and of a further one.
    shapes: HashMap<String, [usize; 2]>,
}

/// Where a text occurs.
struct Positions {
    times: usize,
    /// Its position in its run, and whether it occurs at others.
    first: usize,
    differ: bool,
}

/// A run.
pub(super) struct Run<'a> {
    pub(super) place: &'a str,
    /// The label directly before it.
    pub(super) label: Option<&'a str>,
    /// Its texts, and the separators between them.
    pub(super) leaves: Range<u32>,
}

/// The paths of the items of some records.
pub(super) fn items(records: &[PlacedRecord<'_>], labels: &Labels) -> ItemPaths {
    let mut counts: HashMap<(&str, Option<&str>), RunCounts<'_>> = HashMap::new();
    for (number, (part, paths)) in records.iter().enumerate() {
        for run in runs(*part, paths, labels) {
            let count = counts.entry((run.place, run.label)).or_default();
            count.records += usize::from(count.last.replace(number) != Some(number));
            count.add(&run, *part, labels);
        }
    }
    counts.retain(|_, count| count.are_items());
    counts.into_keys().map(|(place, label)| (place.to_owned(), label.map(str::to_owned))).collect()
}

/// The runs of a record.
pub(super) fn runs<'a>(part: RecordInPage<'a>, paths: &'a RecordPaths, labels: &Labels) -> Vec<Run<'a>> {
    let tree = part.page.tree;
    let cell_of = |id: ElementId| {
        let around = tree.inclusive_ancestors(id);
        around.take_while(|&id| part.record.holds(id)).find(|&id| tree.is_cell(id))
    };
    let mut runs: Vec<Run<'_>> = Vec::new();
    let mut cell = None;
    for (number, leaf) in part.record.leaves.clone().zip(part.record.leaves(tree)) {
        if is_separator(&leaf.text) {
            continue;
        }
        let (place, of_leaf) = (&**paths.at(leaf.parent), cell_of(leaf.parent));
        let is_next = std::mem::replace(&mut cell, of_leaf) == of_leaf;
        if let Some(last) = runs.last_mut().filter(|last| is_next && last.place == place) {
            last.leaves.end = number + 1;
        } else {
            let label = label_before(part, paths, labels, number);
            runs.push(Run { place, label, leaves: number..number + 1 });
        }
    }
    runs
}

/// The label before a run that begins with this text.
pub(super) fn label_before<'a>(
    part: RecordInPage<'a>,
    paths: &RecordPaths,
    labels: &Labels,
    start: u32,
) -> Option<&'a str> {
    let tree = part.page.tree;
    let mut before =
        (part.record.leaves.start..start).rev().map(|number| (number, &tree.leaves()[number as usize]));
    let (number, leaf) = before.find(|(_, leaf)| !is_separator(&leaf.text))?;
    let is_in_line = || part.page.inside(tree.around(number..start + 1)) < Inside::Blocks;
    let is_label = ends_as_label(&leaf.text) || labels.has(paths.at(leaf.parent), &leaf.text) && is_in_line();
    is_label.then_some(&*leaf.text)
}

/// Whether a text has a word of several letters, or of one that is as wide as two. A single letter is a part of a word.
fn is_worded(text: &str) -> bool {
    let mut letters = text.chars().filter(|char| char.is_alphabetic());
    letters.next().is_some_and(|first| is_wide(first) || letters.next().is_some())
}

/// Whether a text between two items only separates them.
fn is_separator(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}

/// The items of a list, by the part of the page that the list is.
pub(super) fn items_in<'t>(tree: &'t Tree<'t>, span: Span) -> Vec<&'t Leaf<'t>> {
    tree.leaves()[tree.leaves_in(span)].iter().filter(|leaf| !is_separator(&leaf.text)).collect()
}

impl<'a> RunCounts<'a> {
    fn add(&mut self, run: &Run<'a>, part: RecordInPage<'a>, labels: &Labels) {
        let tree = part.page.tree;
        let texts = tree.leaves_from(run.leaves.clone()).iter().map(|leaf| &*leaf.text);
        let (mut length, mut was_label) = (0, false);
        for text in texts.filter(|text| !is_separator(text)) {
            self.long += usize::from(!is_brief(text));
            // A label comes before a value, a frequent item before or behind any other.
            let is_label = !ends_as_label(text) && labels.has(run.place, text);
            self.labels += usize::from(ends_as_label(text) || was_label && !is_label);
            was_label = is_label;
            self.worded += usize::from(is_worded(text));
            self.texts.entry(text).or_insert_with(|| Positions::new(length)).add(length);
            self.shapes.entry(shape(text)).or_default()[usize::from(length > 0)] += 1;
            length += 1;
        }
        let links: BTreeSet<(String, String)> =
            tree.leaves_from(run.leaves.clone()).iter().filter_map(|leaf| link(part, leaf)).collect();
        for (folder, _) in links {
            *self.folders.entry(folder).or_default() += 1;
        }
        let end = run.leaves.end;
        let goes_on = || {
            end < part.record.leaves.end && part.page.inside(tree.around(end - 1..end + 1)) < Inside::Blocks
        };
        self.labels += usize::from(was_label && goes_on());
        self.lengths.push(length);
    }

    fn are_items(&self) -> bool {
        let all: usize = self.lengths.iter().sum();
        self.lengths.iter().filter(|&&length| length > 1).count() >= LEAST
            && self.lengths.iter().min() < self.lengths.iter().max()
            && are_nearly_all(self.records, self.lengths.len())
            && are_nearly_all(all - self.long, all)
            && are_most(self.worded, all)
            && (self.are_of_one_folder(all) || 2 * self.labels < all && self.are_exchangeable())
    }

    fn are_of_one_folder(&self, all: usize) -> bool {
        self.folders.values().any(|&of_folder| are_nearly_all(of_folder, all))
    }

    fn are_exchangeable(&self) -> bool {
        let recurring = || self.texts.values().filter(|text| text.times > 1);
        let all: usize = self.lengths.iter().sum();
        if 2 * recurring().map(|text| text.times).sum::<usize>() >= all {
            return 2 * recurring().filter(|text| text.differ).count() >= recurring().count();
        }
        // The share of shapes that the first texts and the others have in common.
        let [first, others] = [0, 1].map(|at| self.shapes.values().map(|times| times[at]).sum::<usize>());
        let common = self.shapes.values().map(|times| (times[0] * others).min(times[1] * first)).sum();
        are_most(common, first * others)
    }
}

impl Positions {
    fn new(first: usize) -> Self {
        Positions { times: 0, first, differ: false }
    }

    fn add(&mut self, position: usize) {
        self.times += 1;
        self.differ |= position != self.first;
    }
}

/// The folder and the rest of the address of the link that has a text and no other. In the root of a host there are pages of all kinds.
fn link(part: RecordInPage<'_>, leaf: &Leaf<'_>) -> Option<(String, String)> {
    let tree = part.page.tree;
    let is_alone = |&id: &ElementId| part.record.holds(id) && tree.element(id).leaves.len() == 1;
    let mut around = tree.inclusive_ancestors(leaf.parent).take_while(is_alone);
    let address = tree.attribute(around.find(|&id| tree.is_link(id))?, "href")?;
    let address = address.split('#').next().unwrap_or_default().trim_end_matches('/');
    let (folder, rest) = address.rsplit_once(['/', '='])?;
    let is_root = folder.is_empty() || folder.ends_with('/') || folder.ends_with("..");
    let is_host = || folder.split_once("://").is_some_and(|(_, host)| !host.contains('/'));
    (!is_root && !is_host()).then(|| (folder.to_owned(), rest.to_owned()))
}

/// A text with `0` for all digits in a row, and `a` for all words in a row: one for a word, two for two or three, three for four to
/// seven, and so on.
pub(super) fn shape(text: &str) -> String {
    let mut shape = String::new();
    let mut words = 0_usize;
    for part in text.split_inclusive(|char: char| !char.is_alphanumeric()) {
        let word = part.trim_end_matches(|char: char| !char.is_alphanumeric());
        if word.contains(char::is_alphabetic) {
            words += 1;
        } else {
            close(&mut shape, &mut words);
            if !word.is_empty() {
                shape.push('0');
            }
        }
        let sign = &part[word.len()..];
        if !sign.trim().is_empty() {
            close(&mut shape, &mut words);
            shape.push_str(sign);
        }
    }
    close(&mut shape, &mut words);
    shape
}

/// Ends a row of words.
fn close(shape: &mut String, words: &mut usize) {
    let bits = usize::BITS - words.leading_zeros();
    shape.extend((0..bits).map(|_| 'a'));
    *words = 0;
}

#[cfg(test)]
mod tests {
    use super::super::trial::{column, page, read};
    use super::shape;
    use crate::record::Width;

    #[test]
    fn texts_of_which_a_record_has_any_number_are_one_list() {
        let tags = |tags: &[&str]| {
            tags.iter().map(|tag| format!("<a class=tag>{tag}</a>")).collect::<Vec<_>>().join(", ")
        };
        let record = |title: &str, of: &[&str]| format!("<h3>{title}</h3><p>{}</p>", tags(of));
        let records = [
            record("Heron", &["bird", "lake"]),
            record("Trout", &["fish", "lake", "food"]),
            record("Owl", &["bird"]),
            record("Alder", &["tree", "lake"]),
            record("Pike", &["food", "fish"]),
        ];
        let found = read(&page(&records), Width::Informative);
        assert_eq!(
            column(&found, "tag"),
            ["bird; lake", "fish; lake; food", "bird", "tree; lake", "food; fish"]
        );
    }

    #[test]
    fn a_label_tells_two_lists_at_one_path_apart() {
        let record = |title: &str, by: &str, with: &[&str]| {
            let with: Vec<String> = with.iter().map(|name| format!("<a>{name}</a>")).collect();
            format!("<h3>{title}</h3><p>By: <a>{by}</a> | With: {}</p>", with.join(", "))
        };
        let records = [
            record("Dune", "Ann Lee", &["Ray Oak", "Tom Elm", "Sue Fir"]),
            record("Emma", "Bob Roe", &["Ida Ash"]),
            record("Ulysses", "Cy Poe", &["Max Yew", "Lea Box"]),
            record("Walden", "Ann Lee", &["Jim Bay", "Eve Ivy", "Kay Gum"]),
        ];
        let found = read(&page(&records), Width::Informative);
        assert_eq!(column(&found, "By"), ["Ann Lee", "Bob Roe", "Cy Poe", "Ann Lee"]);
        let with = ["Ray Oak; Tom Elm; Sue Fir", "Ida Ash", "Max Yew; Lea Box", "Jim Bay; Eve Ivy; Kay Gum"];
        assert_eq!(column(&found, "With"), with);
    }

    #[test]
    fn links_to_one_folder_are_a_list_in_any_order() {
        let tags = |tags: &[&str]| {
            let tag = |tag: &&str| format!("<a href=/tag/{tag}/>{tag}</a>");
            tags.iter().map(tag).collect::<Vec<_>>().join(", ")
        };
        let record = |title: &str, all: &[&str]| format!("<h3>{title}</h3><p>{}</p>", tags(all));
        // In the order of the alphabet, so the first one is always the same.
        let records = [
            record("Wren", &["bird", "lake"]),
            record("Heron", &["bird", "lake", "tree"]),
            record("Owl", &["bird"]),
            record("Rook", &["bird", "tree"]),
        ];
        let found = read(&page(&records), Width::Informative);
        assert_eq!(column(&found, "p.a"), ["bird; lake", "bird; lake; tree", "bird", "bird; tree"]);
        // Each of these leads into the folder of its record.
        let actions = |number: usize, more: &str| {
            let link = |what: &str| format!("<a href=/{number}/{what}>{what}</a>");
            format!("<h3>Bird {number}</h3><p>{} {}{more}</p>", link("like"), link("note"))
        };
        let records = [actions(1, ""), actions(2, ""), actions(3, ""), actions(4, " <a href=/4/map>map</a>")];
        let found = read(&page(&records), Width::All);
        assert!(found.iter().flatten().all(|(_, value)| !value.contains(';')), "{found:?}");
    }

    #[test]
    fn fields_some_of_which_are_missing_are_no_list() {
        let records = [
            "<span>Dune, a novel of sand</span><span>F. Herbert</span><span>$4.50</span>",
            "<span>Emma, a novel of a town</span><span>$7.25</span>",
            "<span>Ulysses, a novel of a day</span><span>J. Joyce</span>",
            "<span>Walden, a book of a pond</span><span>H. Thoreau</span><span>$3.75</span>",
        ];
        let found = read(&page(&records), Width::Informative);
        assert!(found.iter().all(|record| record.len() > 1), "{found:?}");
    }

    #[test]
    fn the_shape_of_a_text_has_its_numbers_and_about_how_many_words() {
        assert_eq!(shape("J. Oak"), "a.a");
        assert_eq!(shape("the old town of York"), "aaa");
        assert_eq!(shape("$4.50"), "$0.0");
        assert_eq!(shape("12 pages"), "0a");
    }
}
