//! The page sets as files.

use crate::page::Page;
use crate::set::{self, Family, Set};
use crate::truth::Truth;
use crate::{forum, mixed};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// All files of the generator by their paths below `data/`.
#[must_use]
pub fn files() -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let (mut rows, mut sums) = (String::new(), String::new());
    for set in set::all() {
        let files = files_of(&set);
        let folder = format!("{}/{}", set.family.folder(), set.name);
        rows += &set_row(&set, &folder);
        writeln!(sums, "{}  {folder}", checksum(&files)).expect("a string takes all text");
        all.extend(files.into_iter().map(|(name, bytes)| (Path::new(&folder).join(name), bytes)));
    }
    let readme = include_str!("../templates/data.md").replace("{{sets}}", &rows).replace("{{sums}}", &sums);
    all.insert("README.md".into(), readme.into_bytes());
    all
}

/// The pages of a set and its `truth.json`, by name.
fn files_of(set: &Set) -> BTreeMap<String, Vec<u8>> {
    let mut truth = serde_json::to_vec(&Truth::of(set.name, &set.pages)).expect("truth is plain data");
    truth.push(b'\n');
    let pages = set.pages.iter().map(|page| (page.name.clone(), page.bytes()));
    let mut files: BTreeMap<String, Vec<u8>> = pages.chain([("truth.json".to_owned(), truth)]).collect();
    if matches!(set.family, Family::Press | Family::Scripts | Family::Blog) {
        files.insert("blocks.jsonl".to_owned(), blocks(set).into_bytes());
    }
    if set.family == Family::Forum {
        files.insert("posts.jsonl".to_owned(), posts(set).into_bytes());
    }
    if set.family == Family::Mixed {
        let copies: BTreeMap<String, String> = mixed::copies().into_iter().collect();
        files.insert("copies.json".to_owned(), serde_json::to_vec(&copies).expect("names are plain data"));
    }
    files
}

/// Which bytes of each page are content and which are comments, as `katagami content --truth` reads it.
fn blocks(set: &Set) -> String {
    let ranges = |page: &Page, kind: &str| -> Vec<(usize, usize)> {
        let of_kind = page.records.iter().filter(|record| record.kind == kind);
        of_kind.map(|record| (record.range.start, record.range.end)).collect()
    };
    let line = |page: &Page| {
        let path = format!("{}/{}", set.name, page.name);
        let (content, comments) = (ranges(page, "article"), ranges(page, "comment"));
        serde_json::json!({ "path": path, "content": content, "comments": comments }).to_string() + "\n"
    };
    set.pages.iter().map(line).collect()
}

/// The posts of each page, in the format of `katagami forum`.
fn posts(set: &Set) -> String {
    let line = |page: &Page| {
        let path = format!("{}/{}", set.name, page.name);
        serde_json::json!({ "path": path, "posts": forum::posts(page) }).to_string() + "\n"
    };
    set.pages.iter().map(line).collect()
}

/// SHA-256 over each file's name, a zero byte, its length as eight bytes (most significant byte first) and its bytes, in name order.
fn checksum(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut sum = Sha256::new();
    for (name, bytes) in files {
        sum.update(name);
        sum.update([0]);
        sum.update(u64::try_from(bytes.len()).expect("a file's length fits 64 bits").to_be_bytes());
        sum.update(bytes);
    }
    sum.finalize().iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

fn set_row(set: &Set, folder: &str) -> String {
    let bytes: usize = set.pages.iter().map(|page| page.bytes().len()).sum();
    let (expected, peaks) = match set.family {
        Family::Syllabus => (set.pages.len().to_string(), list(set.peaks)),
        Family::Results => (list(set.pages.iter().map(counts)), list(set.peaks)),
        Family::Shop | Family::Recipes | Family::Press | Family::Scripts => {
            (set.pages.len().to_string(), String::new())
        }
        Family::Shelf | Family::Forum => (list(set.pages.iter().map(counts)), String::new()),
        Family::Blog => (list(set.pages.iter().map(comments)), String::new()),
        Family::Natural => ("none".into(), "none".into()),
        Family::Mixed => (set.pages.len().to_string(), String::new()),
        Family::Shells => ("none".into(), String::new()),
    };
    let (count, size) = (set.pages.len(), bytes.div_ceil(1024));
    format!("| `{folder}` | {count} | {size} | {expected} | {peaks} | {} |\n", set.about)
}

/// The number of records of each kind on a page: `5+16` for five categories with sixteen sites in them.
fn counts(page: &Page) -> String {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for record in &page.records {
        match kinds.iter_mut().find(|(kind, _)| *kind == record.kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((&record.kind, 1)),
        }
    }
    kinds.iter().map(|(_, count)| count.to_string()).collect::<Vec<_>>().join("+")
}

fn comments(page: &Page) -> usize {
    page.records.iter().filter(|record| record.kind == "comment").count()
}

fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// Writes all files below `data`, and removes all other files in the folders of the families.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write(data: &Path) -> io::Result<()> {
    for family in Family::ALL {
        let folder = data.join(family.folder());
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
    }
    for (path, bytes) in files() {
        let path = data.join(path);
        fs::create_dir_all(path.parent().unwrap_or(data))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}

/// The files on disk, to compare with [`files`], by their paths below `data`.
///
/// # Errors
///
/// If a folder or a file cannot be read.
pub fn read(data: &Path) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::from([("README.md".into(), fs::read(data.join("README.md"))?)]);
    let mut folders: Vec<PathBuf> = Family::ALL.map(|family| family.folder().into()).into();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(data.join(&folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.clone(), fs::read(data.join(path))?);
            }
        }
    }
    Ok(found)
}
