//! The names of tables and columns: lower-case letters, digits and `_`, so that queries need no quotes where the letters are ASCII.

use super::site;
use crate::distinct::DistinctNames;
use crate::document::Document;
use crate::kind::{Kind, PageKind, shared};
use crate::record::identifier;
use crate::report::Column;
use crate::wrapper::Wrapper;
use hashbrown::HashMap;

/// The names of tables that every database has.
const RESERVED: [&str; 8] = ["pages", "kinds", "articles", "comments", "posts", "stated", "links", "unread"];

/// Gives out names of tables, each once.
pub(super) struct Names<'a> {
    documents: &'a [Document],
    /// The number of leading parts that the addresses of all pages share.
    common: usize,
    /// Whether the pages were fetched from several hosts.
    has_hosts: bool,
    taken: DistinctNames,
}

impl<'a> Names<'a> {
    pub(super) fn new(documents: &'a [Document]) -> Self {
        let common = shared(&documents.iter().map(parts).collect::<Vec<_>>());
        let mut hosts = documents.iter().map(site);
        let first = hosts.next();
        let has_hosts = hosts.any(|host| Some(host) != first);
        Names { documents, common, has_hosts, taken: DistinctNames::new("_").without(RESERVED) }
    }

    /// A name that no table has yet.
    pub(super) fn free(&mut self, name: &str) -> String {
        self.taken.free(&identifier(name))
    }

    /// The name of the first table of a kind: the part that the addresses of most of its pages have in common behind what all pages share,
    /// else the name of its list, else what the pages are. The host comes before it if there are several.
    pub(super) fn of_kind(&mut self, kind: &Kind, wrapper: Option<&Wrapper>) -> String {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for &page in &kind.pages {
            let parts = parts(&self.documents[page]);
            // The last part is the page itself.
            let of_host = self.has_hosts && self.documents[page].url().is_some();
            let folders =
                parts[..parts.len().saturating_sub(1)].iter().skip(self.common + usize::from(of_host));
            for part in folders.filter(|part| part.chars().all(|char| !char.is_numeric())) {
                *counts.entry(part).or_default() += 1;
            }
        }
        let most = counts.into_iter().max_by_key(|&(part, count)| (count, std::cmp::Reverse(part)));
        let folder = most.filter(|&(_, count)| 2 * count > kind.pages.len()).map(|(part, _)| part.to_owned());
        let list = || {
            let template = wrapper?.templates.first().filter(|_| kind.kind == PageKind::List)?;
            Some(template.name_of(template.rows).to_owned())
        };
        // Pages that a wrapper reads are lists or about one thing each.
        let what = if kind.kind == PageKind::List { PageKind::List } else { PageKind::Detail };
        let name = folder.or_else(list).unwrap_or_else(|| format!("{}s", what.name()));
        let of_host = site(&self.documents[kind.pages[0]]).filter(|_| self.has_hosts);
        self.free(&of_host.map_or_else(|| name.clone(), |host| format!("{host}_{name}")))
    }
}

/// The host and folders of a page's address, and its last part.
fn parts(document: &Document) -> Vec<&str> {
    let address = document.url().unwrap_or_else(|| document.name());
    let address = address.split(['?', '#']).next().unwrap_or_default();
    let address = address.split_once("://").map_or(address, |(_, rest)| rest);
    address.split('/').collect()
}

/// The names of columns, of which these are taken.
pub(super) fn of_columns(columns: &[Column]) -> DistinctNames {
    DistinctNames::new("_").without(columns.iter().map(|column| &*column.name))
}

#[cfg(test)]
mod tests {
    use super::of_columns;
    use crate::record::identifier;

    #[test]
    fn names_are_identifiers_and_each_is_given_once() {
        let names = ["Q & A", "price__format2", "title.a", "書名", "2nd hand", "", "title a"];
        let mut taken = of_columns(&[]);
        let names = names.map(|name| taken.free(&identifier(name)));
        assert_eq!(names, ["q_a", "price_format2", "title_a", "書名", "c_2nd_hand", "column", "title_a_2"]);
    }
}
