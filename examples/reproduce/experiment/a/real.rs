//! The number of records on real pages whose records are known.

use super::super::{Result, Scale, Section, Table};
use super::engines::{alone, by_number, published, together};
use katagami::document::{Corpus, Input, Reader};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Adds the table.
///
/// # Errors
/// If a page or what is known of it cannot be read.
pub fn add(section: Section, shared: &Path, scale: Scale) -> Result<Section> {
    let header = [
        "pages",
        "sites",
        "number of pages",
        "published method",
        "ours, one page",
        "ours, all pages of a site",
    ];
    let caption = "Tables 2 and 3 on real pages: the share of pages whose number of records is exact";
    let (mut table, mut sums) = (Table::new(caption, &header), Exact::default());
    for (name, folder) in [("search results of 2000 to 2022", "serp"), ("search results of 2017", "records")]
    {
        let mut exact = Exact::default();
        for site in sites(&shared.join(folder))?.iter().take(scale.of(usize::MAX, 2)) {
            exact.add(site)?;
        }
        table = table.row(std::iter::once(name.to_owned()).chain(exact.cells()));
        sums.sum(&exact);
    }
    let table = table.row(std::iter::once("all".to_owned()).chain(sums.cells()));
    let why = "by all pages. The published peak is that of what repeats most, which may be menus, advertisements or one \
               of several kinds of results; ours looks for what explains most of the page.";
    Ok(section.table(table.judged(by_number(sums.together, sums.published), why)))
}

/// Pages whose number of records is exact.
#[derive(Default)]
struct Exact {
    sites: usize,
    pages: usize,
    published: usize,
    alone: usize,
    together: usize,
}

impl Exact {
    fn add(&mut self, site: &Path) -> Result<()> {
        let known = known(site)?;
        let pages: Corpus =
            Reader::new().read(&[Input::path(site)]).collect::<katagami::error::Result<_>>()?;
        let gold: Vec<Option<usize>> =
            pages.documents().iter().map(|page| known.get(file_name(page.name())).copied()).collect();
        let right = |counts: Vec<usize>| {
            counts.iter().zip(&gold).filter(|&(&count, gold)| Some(count) == *gold).count()
        };
        self.sites += 1;
        self.pages += known.len();
        self.published += right(published(&pages)?);
        self.alone += right(alone(&pages));
        self.together += right(together(&pages));
        Ok(())
    }

    fn sum(&mut self, other: &Exact) {
        self.sites += other.sites;
        self.pages += other.pages;
        self.published += other.published;
        self.alone += other.alone;
        self.together += other.together;
    }

    fn cells(&self) -> Vec<String> {
        let share = |right: usize| {
            let [right, pages] = [right, self.pages].map(|n| f64::from(u32::try_from(n).expect("few pages")));
            format!("{:.3}", right / pages)
        };
        vec![
            self.sites.to_string(),
            self.pages.to_string(),
            share(self.published),
            share(self.alone),
            share(self.together),
        ]
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn sites(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    let mut sites: Vec<PathBuf> =
        entries.into_iter().filter(|path| path.join("gold.jsonl").is_file()).collect();
    sites.sort();
    Ok(sites)
}

/// The number of records of each page. A record is an object, or a row of cells of which one has a letter.
fn known(site: &Path) -> Result<HashMap<String, usize>> {
    let is_record = |record: &Value| match record {
        Value::Array(cells) => {
            cells.iter().filter_map(Value::as_str).any(|cell| cell.chars().any(char::is_alphanumeric))
        }
        _ => true,
    };
    let mut known = HashMap::new();
    for line in fs::read_to_string(site.join("gold.jsonl"))?.lines().filter(|line| !line.is_empty()) {
        let row: Value = serde_json::from_str(line)?;
        let page = row["page"].as_str().ok_or("a row without its page")?;
        let records = row["records"].as_array().ok_or("a row without its records")?;
        known.insert(page.to_owned(), records.iter().filter(|record| is_record(record)).count());
    }
    Ok(known)
}
