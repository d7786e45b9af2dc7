//! The structures of the pages of a cluster: method A's page sets, found in the names of their elements.
//!
//! Pages of one site share a frame, so that clusters ([`cluster`](crate::site::cluster)) hold pages of several templates. Within a cluster the
//! pages that share strings of element names are of one template ([`page_groups`]). Texts and attributes are left out, because pages of
//! one template can have very different ones.

use crate::error::Result;
use crate::index::{BoundedIndex, Text};
use crate::page::{Tree, digest};
use crate::progress::each_set;
use crate::spectrum::{Lengths, page_sets};
use crate::template::{PAGE_SETS, PageGroup, page_groups};
use hashbrown::HashMap;

/// The names of the elements of a page in their order, each as the lower half of its hash: a page set has some hundred of them, of
/// which two are equal in one of a million sets.
pub(super) struct Names(Vec<u32>);

impl Names {
    pub(super) fn of(tree: &Tree) -> Self {
        #[allow(clippy::cast_possible_truncation)] // the lower half
        Names(tree.elements().iter().map(|element| digest::text(&element.name) as u32).collect())
    }
}

/// For each page the number of its template, given the pages of each cluster.
pub(super) fn templates(pages: &[Names], clusters: Vec<Vec<usize>>) -> Vec<usize> {
    let groups = each_set(clusters, Vec::len, |cluster| {
        // Beyond the symbols that an index can hold a cluster stays whole.
        groups(pages, &cluster).unwrap_or_else(|_| vec![cluster])
    });
    let mut templates = vec![0; pages.len()];
    for (number, group) in groups.into_iter().flatten().enumerate() {
        for page in group {
            templates[page] = number;
        }
    }
    templates
}

fn groups(pages: &[Names], cluster: &[usize]) -> Result<Vec<Vec<usize>>> {
    if cluster.len() == 1 {
        return Ok(vec![cluster.to_vec()]);
    }
    let mut numbers: HashMap<u32, u32> = HashMap::new();
    let mut number = |&name: &u32| {
        let next = u32::try_from(numbers.len() + 1).expect("no more names than hashes"); // 0 is BREAK
        *numbers.entry(name).or_insert(next)
    };
    let symbols: Vec<Vec<u32>> =
        cluster.iter().map(|&page| pages[page].0.iter().map(&mut number).collect()).collect();
    let text = Text::from_numbers(&symbols)?;
    drop(symbols);
    let lengths = Lengths::DISCOVERY;
    let sets = page_sets(&BoundedIndex::new(&text, lengths.max()), lengths, PAGE_SETS);
    let group = |group: PageGroup| group.documents.iter().map(|&number| cluster[number as usize]).collect();
    Ok(page_groups(text.documents(), &sets).into_iter().map(group).collect())
}
