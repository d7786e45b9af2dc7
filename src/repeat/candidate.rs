//! The candidates of a page: elements that share an element path, each as a record or as the head of a record.

use super::path::{PagePaths, Path};
use super::record::{Border, Form, Record};
use super::roles::{LONGEST, Profiles};
use super::run::{every, runs};
use super::step::{Resolution, Steps};
use crate::page::{ElementId, Tree};
use hashbrown::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Records whose heads share an element path and have text.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub(super) key: GroupKey,
    /// The records in document order, at least two, none inside another.
    pub records: Arc<[Record]>,
}

/// Identifies the same candidate on the other pages of the template.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct GroupKey {
    resolution: Resolution,
    path: Path,
    pub(super) form: Form,
}

impl GroupKey {
    /// The key of the candidate whose records begin with this element and have this path.
    pub(super) fn of_path(tree: &Tree, paths: &PagePaths, head: ElementId, steps: &Steps) -> Self {
        let resolution = steps.resolution;
        let form = match (steps.every, steps.border()) {
            (Some(number), _) => Form::Every(number),
            (None, Border::Run) => Form::Run,
            (None, _) => Form::Element,
        };
        GroupKey { resolution, path: paths.path(tree, head, resolution), form }
    }

    /// The keys of all candidates that an element may be the head of.
    pub(super) fn all(tree: &Tree, paths: &PagePaths, id: ElementId) -> impl Iterator<Item = GroupKey> {
        RESOLUTIONS.into_iter().flat_map(move |resolution| {
            let path = paths.path(tree, id, resolution);
            [Form::Element, Form::Run, Form::Open].map(|form| GroupKey { resolution, path, form })
        })
    }
}

/// From fine to coarse.
const RESOLUTIONS: [Resolution; 3] = [Resolution::Class, Resolution::Parent, Resolution::Name];

impl Candidate {
    /// The resolution at which the heads have the same path.
    #[must_use]
    pub fn resolution(&self) -> Resolution {
        self.key.resolution
    }

    /// A hash of the path, resolution and border: the same for this candidate on every page.
    #[must_use]
    pub fn path_number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key.hash(&mut hasher);
        hasher.finish()
    }

    /// How the end of a record is found.
    #[must_use]
    pub fn border(&self) -> Border {
        if self.key.form == Form::Element { Border::Element } else { Border::Run }
    }

    /// The element path of the records, which finds them on other pages of the template.
    ///
    /// # Panics
    /// If the records are not of this tree.
    #[must_use]
    pub fn steps(&self, tree: &Tree) -> Steps {
        let every = match self.key.form {
            Form::Every(number) => Some(number),
            _ => None,
        };
        Steps { every, ..Steps::to_records(tree, &self.records, self.resolution()) }
    }
}

/// All candidates of a page, sorted by resolution from fine to coarse, then by their first heads; elements before runs.
pub(super) fn candidates(tree: &Tree, paths: &PagePaths, profiles: &Profiles) -> Vec<Candidate> {
    // The same elements often share a path at several resolutions.
    let (mut bounds, mut periodics): (HashMap<Vec<ElementId>, Forms>, HashMap<Vec<ElementId>, Forms>) =
        Default::default();
    let mut candidates = Vec::new();
    for resolution in RESOLUTIONS {
        for (path, heads) in groups(tree, resolution, paths) {
            let bound = bounds.entry_ref(&heads[..]).or_insert_with(|| bound(tree, paths, &heads));
            let periodic: &[_] = match resolution {
                Resolution::Class => &[],
                _ => periodics.entry_ref(&heads[..]).or_insert_with(|| periodic(tree, &heads, profiles)),
            };
            candidates.extend(bound.iter().chain(periodic).map(|(form, records)| Candidate {
                key: GroupKey { resolution, path, form: *form },
                records: records.clone(),
            }));
        }
    }
    candidates
}

/// The elements that share a path at a resolution, if there are two or more, in the order of the first of each.
fn groups(tree: &Tree, resolution: Resolution, paths: &PagePaths) -> Vec<(Path, Vec<ElementId>)> {
    let mut numbers: HashMap<Path, usize> = HashMap::new();
    let mut groups: Vec<(Path, Vec<ElementId>)> = Vec::new();
    let headers = Headers::new(tree);
    // A row that continues the row above begins no record, nor does a header row, nor a part of it.
    let begins = |id: &ElementId| tree.has_text(*id) && !tree.continues_row(*id) && !headers.has(*id);
    for id in tree.ids().filter(begins) {
        let path = paths.path(tree, id, resolution);
        let number = *numbers.entry(path).or_insert_with(|| {
            groups.push((path, Vec::new()));
            groups.len() - 1
        });
        // Elements of one path have the same depth, so none is inside another.
        groups[number].1.push(id);
    }
    groups.retain(|(_, heads)| heads.len() >= 2 && !are_descriptions(tree, heads));
    groups
}

/// The header rows of several cells in tables that have other rows.
struct Headers {
    /// Those that occur more than once: one of each table or page of a table.
    repeated: HashSet<ElementId>,
    /// For each element whether it is inside of one.
    inside: Vec<bool>,
}

impl Headers {
    fn new(tree: &Tree) -> Self {
        let mut rows: HashMap<String, Vec<ElementId>> = HashMap::new();
        let mut with_rows: HashSet<Option<ElementId>> = HashSet::new();
        for id in tree.ids().filter(|&id| tree.element(id).name == "tr") {
            if tree.cells(id).nth(1).is_some() && tree.is_header_row(id) {
                let texts: Vec<&str> = tree.leaves_of(id).iter().map(|leaf| &*leaf.text).collect();
                rows.entry(texts.join("\n")).or_default().push(id);
            } else {
                with_rows.insert(tree.table_of(id));
            }
        }
        let mut headers = Headers { repeated: HashSet::new(), inside: vec![false; tree.elements().len()] };
        for rows in rows.into_values() {
            for &row in rows.iter().filter(|&&row| with_rows.contains(&tree.table_of(row))) {
                headers.inside[row.index() + 1..tree.element(row).end.index()].fill(true);
                headers.repeated.extend((rows.len() > 1).then_some(row));
            }
        }
        headers
    }

    fn has(&self, id: ElementId) -> bool {
        self.inside[id.index()] || self.repeated.contains(&id)
    }
}

/// Whether elements describe the terms before them (HTML Standard, section 4.4.9). What has a link each is listed under its terms.
fn are_descriptions(tree: &Tree, heads: &[ElementId]) -> bool {
    let is = |id: ElementId, name: &str| &*tree.element(id).name == name;
    let list = tree.element(heads[0]).parent.filter(|_| is(heads[0], "dd"));
    let has_terms = |list| tree.children(list).filter(|&id| is(id, "dt")).nth(1).is_some();
    let leads = |head: &&ElementId| (head.0..tree.element(**head).end.0).any(|id| is(ElementId(id), "a"));
    list.is_some_and(has_terms) && 2 * heads.iter().filter(leads).count() < heads.len()
}

/// Records of each form.
type Forms = Vec<(Form, Arc<[Record]>)>;

/// The records of elements and of runs that begin with these elements.
fn bound(tree: &Tree, paths: &PagePaths, heads: &[ElementId]) -> Forms {
    let elements: Arc<[Record]> = heads.iter().map(|&head| Record::element(tree, head)).collect();
    let runs = runs(tree, paths, heads).into_iter().map(|(form, records)| (form, records.into()));
    std::iter::once((Form::Element, elements)).chain(runs).collect()
}

/// The records of every few siblings, where these differ.
fn periodic(tree: &Tree, heads: &[ElementId], profiles: &Profiles) -> Forms {
    let of = |number| every(tree, heads, number, |cut| profiles.of_period(cut, number));
    let periodic = (2..=LONGEST).map(|number| (number, of(number)));
    let differ = |records: &[Record]| records.len() > 1 && profiles.of_parts(records) > 0.0;
    let periodic = periodic.filter(|(_, records)| differ(records));
    periodic.map(|(number, records)| (Form::Every(number), records.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the records of a page that have a form.
    fn found(page: &str, form: Form) -> Vec<Vec<String>> {
        let tree = Tree::new(page);
        let paths = PagePaths::new(&tree);
        let all = candidates(&tree, &paths, &Profiles::new(&tree, &paths));
        let of = all.iter().find(|of| of.key.form == form);
        let texts = |record: &Record| record.leaves(&tree).iter().map(|leaf| leaf.text.to_string()).collect();
        of.map_or(Vec::new(), |of| of.records.iter().map(texts).collect())
    }

    const ROWS: &str =
        "<tr><td>Dune<tr><td>The one with the sand, 1965<tr><td>Emma<tr><td>The one with the match, 1815";

    #[test]
    fn every_two_rows_are_records_if_second_rows_differ_from_first_rows() {
        let two = [["Dune", "The one with the sand, 1965"], ["Emma", "The one with the match, 1815"]];
        assert_eq!(found(&format!("<table>{ROWS}</table>"), Form::Every(2)), two);
        assert_eq!(found(&format!("<table><tr><th>Books{ROWS}</table>"), Form::Every(2)), two);
        let same = "<tr><td>Dune<tr><td>Emma<tr><td>Dune<tr><td>Emma";
        assert_eq!(found(&format!("<table>{same}</table>"), Form::Every(2)), [[""; 0]; 0]);
    }

    #[test]
    fn the_cells_of_a_header_row_are_no_records() {
        let page = "<table><tr><th>Title<th>Painter<th>Price<tr><td>Roses<td>Ann Pike<td>90</table>";
        let tree = Tree::new(page);
        let paths = PagePaths::new(&tree);
        let all = candidates(&tree, &paths, &Profiles::new(&tree, &paths));
        assert!(all.iter().all(|of| tree.element(of.records[0].head).name != "th"));
    }

    #[test]
    fn a_row_without_text_counts() {
        let rows = format!("{ROWS}<tr><td>Lolita<tr><td>");
        let found = found(&format!("<table>{rows}</table>"), Form::Every(2));
        assert_eq!(found.last().expect("three records"), &["Lolita"]);
    }

    #[test]
    fn an_open_run_has_any_number_of_siblings_of_a_kind() {
        let page = "<h3>a</h3><p>b<p>c<h3>d</h3><p>e<h3>f</h3><p>g<p>h";
        let records = [vec!["a", "b", "c"], vec!["d", "e"], vec!["f", "g", "h"]];
        assert_eq!(found(page, Form::Open), records);
    }
}
