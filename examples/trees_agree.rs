//! Counts the elements of real pages that our trees have at another place than html5ever's, and the text that they lack.
//!
//! `cargo run --release --example trees_agree -- FOLDER...` reads all `.html` and `.htm` files below the folders. Most pages
//! have errors, and for those our trees differ on purpose (see `src/page/build.rs`): where the standard reopens formatting,
//! elements nest deeper than here. An element agrees if both trees have an element with the same names of elements around it,
//! counted as often as it occurs. Prints the pages that lack most text, then the elements that differ most often, then the
//! counts. Pages that are not UTF-8 are read with the wrong bytes replaced.

#[path = "../tests/support/standard_tree.rs"]
#[expect(dead_code, reason = "the tests use the rest")]
mod standard_tree;

use rayon::prelude::*;
use standard_tree::{Step, ours, standard_of_any};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

/// Recursion through the deepest pages needs this much stack.
const STACK: usize = 1 << 30;

/// How many pages and elements are printed.
const SHOWN: usize = 20;

/// The differences of a page.
struct Difference {
    path: PathBuf,
    elements: usize,
    /// The elements of the standard's tree that ours has nowhere, by their names.
    missing: HashMap<String, usize>,
    /// The characters of the standard's tree, and how many fewer ours has.
    text: usize,
    lost: usize,
}

fn main() {
    let folders: Vec<_> = std::env::args_os().skip(1).collect();
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "html" || ending == "htm");
    let files = folders
        .iter()
        .flat_map(|folder| walkdir::WalkDir::new(folder).follow_links(true).sort_by_file_name());
    let pages: Vec<PathBuf> = files.flatten().map(walkdir::DirEntry::into_path).filter(is_page).collect();
    let threads = rayon::ThreadPoolBuilder::new().stack_size(STACK).build().expect("threads start");
    let mut found: Vec<Difference> = threads.install(|| pages.into_par_iter().filter_map(compared).collect());
    found.sort_by(|one, other| other.lost.cmp(&one.lost).then(one.path.cmp(&other.path)));
    for page in found.iter().filter(|page| page.lost > 0).take(SHOWN) {
        println!("{} of {} characters missing: {}", page.lost, page.text, page.path.display());
    }
    let mut names: HashMap<&str, usize> = HashMap::new();
    for (name, count) in found.iter().flat_map(|page| &page.missing) {
        *names.entry(name).or_default() += count;
    }
    let mut names: Vec<_> = names.into_iter().collect();
    names.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    for (name, count) in names.iter().take(SHOWN) {
        println!("{count} {name}");
    }
    let sum = |of: fn(&Difference) -> usize| found.iter().map(of).sum::<usize>();
    println!(
        "{} pages, {} with other elements, {} with less text; {} of {} elements and {} of {} characters differ",
        found.len(),
        found.iter().filter(|page| !page.missing.is_empty()).count(),
        found.iter().filter(|page| page.lost > 0).count(),
        sum(|page| page.missing.values().sum()),
        sum(|page| page.elements),
        sum(|page| page.lost),
        sum(|page| page.text),
    );
}

fn compared(path: PathBuf) -> Option<Difference> {
    let page = std::fs::read(&path).ok()?;
    let source = String::from_utf8_lossy(&page);
    let (standard, text) = counted(&standard_of_any(&source).0);
    let (ours, our_text) = counted(&ours(&source));
    let mut missing: HashMap<String, usize> = HashMap::new();
    for (element, &count) in &standard {
        let lost = count.saturating_sub(ours.get(element).copied().unwrap_or_default());
        if lost > 0 {
            *missing.entry(element.0.clone()).or_default() += lost;
        }
    }
    let lost = text.saturating_sub(our_text);
    Some(Difference { path, elements: standard.values().sum(), missing, text, lost })
}

/// How often each element occurs, by its name and a hash of its path, and the number of characters.
fn counted(steps: &[Step]) -> (HashMap<(String, u64), usize>, usize) {
    let (mut elements, mut text) = (HashMap::new(), 0);
    let mut paths = vec![0];
    for step in steps {
        match step {
            Step::Open(name) => {
                let mut hasher = DefaultHasher::new();
                (paths.last(), name).hash(&mut hasher);
                let path = hasher.finish();
                paths.push(path);
                *elements.entry((name.clone(), path)).or_default() += 1;
            }
            Step::Close => drop(paths.pop()),
            Step::Text(run) => text += run.chars().count(),
        }
    }
    (elements, text)
}
