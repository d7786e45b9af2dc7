//! The structures of the pages of a cluster: method A's page sets, found in the names of their elements.
//!
//! Pages of one site share a frame, so that clusters ([`cluster`](crate::site::cluster)) hold pages of several templates. Within a cluster the
//! pages that share strings of element names are of one template ([`page_groups`]). Texts and attributes are left out, because pages of
//! one template can have very different ones.

use crate::error::Result;
use crate::index::{Index, Memory, Text};
use crate::page::Tree;
use crate::progress::each_set;
use crate::site::members;
use crate::spectrum::{Lengths, page_sets};
use crate::template::{PAGE_SETS, PageGroup, page_groups};
use crate::token::Alphabet;

/// For each page the number of its template, given that of its cluster.
pub(super) fn templates(trees: &[Tree], clusters: &[usize]) -> Vec<usize> {
    let groups = each_set(members(clusters), Vec::len, |cluster| {
        // Beyond the symbols that an index can hold a cluster stays whole.
        groups(trees, &cluster).unwrap_or_else(|_| vec![cluster])
    });
    let mut templates = vec![0; trees.len()];
    for (number, group) in groups.into_iter().flatten().enumerate() {
        for page in group {
            templates[page] = number;
        }
    }
    templates
}

fn groups(trees: &[Tree], cluster: &[usize]) -> Result<Vec<Vec<usize>>> {
    if cluster.len() == 1 {
        return Ok(vec![cluster.to_vec()]);
    }
    let mut alphabet = Alphabet::new();
    let mut names = |&page: &usize| -> Vec<u32> {
        trees[page].elements().iter().map(|element| alphabet.intern(&element.name).number()).collect()
    };
    let symbols: Vec<Vec<u32>> = cluster.iter().map(&mut names).collect();
    let index = Index::new(Text::from_numbers(&symbols)?, Memory::Fast);
    let sets = page_sets(&index, Lengths::DISCOVERY, PAGE_SETS);
    let group = |group: PageGroup| group.documents.iter().map(|&number| cluster[number as usize]).collect();
    Ok(page_groups(index.text().documents(), &sets).into_iter().map(group).collect())
}
