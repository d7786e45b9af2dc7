//! Compares our tokens of real pages with html5gum's.
//!
//! `cargo run --release --example tokens_agree -- FOLDER...` reads all `.html` and `.htm` files below the folders,
//! prints the first difference of each page that has one, then the number of pages and of differences. Pages that are
//! not UTF-8 are read with the wrong bytes replaced; that changes no markup.

#[path = "../tests/support/standard_tokens.rs"]
mod standard_tokens;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

fn main() -> io::Result<ExitCode> {
    let mut tally = Tally::default();
    let folders: Vec<OsString> = std::env::args_os().skip(1).collect();
    for folder in &folders {
        compare_below(Path::new(folder), &mut tally)?;
    }
    println!("{} pages, {} MB, {} with differences", tally.pages, tally.bytes / 1_000_000, tally.different);
    Ok(if tally.different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Default)]
struct Tally {
    pages: usize,
    bytes: usize,
    different: usize,
}

fn compare_below(folder: &Path, tally: &mut Tally) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            compare_below(&path, tally)?;
        } else if path.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
            let page = fs::read(&path)?;
            tally.pages += 1;
            tally.bytes += page.len();
            if let Some(difference) = standard_tokens::first_difference(&String::from_utf8_lossy(&page)) {
                tally.different += 1;
                println!("{}: {difference:#?}", path.display());
            }
        }
    }
    Ok(())
}
