//! How fast pages become tokens and symbols, on one thread.
//!
//! `cargo run --release --example token_speed -- FOLDER...` reads all `.html` and `.htm` files below the folders into
//! memory, then prints the best of five runs for each stage in MB/s of page text.

use std::fs;
use std::hint::black_box;
use std::io;
use std::path::Path;
use std::time::Instant;

use katagami::token::{Alphabet, Resolution, TextRuns, Tokenizer, html};

fn main() -> io::Result<()> {
    let mut pages = Vec::new();
    for folder in std::env::args_os().skip(1) {
        read_pages(Path::new(&folder), &mut pages)?;
    }
    let bytes: usize = pages.iter().map(Vec::len).sum();
    println!("{} pages, {} MB", pages.len(), bytes / 1_000_000);

    let texts: Vec<_> = pages.iter().map(|page| String::from_utf8_lossy(page)).collect();
    measure("UTF-8 check", bytes, || pages.iter().filter(|page| std::str::from_utf8(page).is_ok()).count());
    measure("tokens", bytes, || texts.iter().map(|text| html::tokens(text).count()).sum());
    measure("tokens and attributes", bytes, || {
        texts.iter().map(|text| html::tokens(text).flat_map(|token| token.attributes(text)).count()).sum()
    });
    for resolution in [Resolution::Tag, Resolution::Attr, Resolution::Class, Resolution::Name] {
        let tokenizer = Tokenizer::new(resolution);
        measure(&format!("symbols, {resolution:?}"), bytes, || tokenize(tokenizer, &texts));
    }
    let tokenizer = Tokenizer::new(Resolution::Tag).text_runs(TextRuns::AsSymbols);
    measure("symbols, Tag and text runs", bytes, || tokenize(tokenizer, &texts));
    measure("bytes of files to symbols, Tag", bytes, || {
        let mut alphabet = Alphabet::new();
        let mut symbols = Vec::new();
        for page in &pages {
            let text = String::from_utf8_lossy(page);
            Tokenizer::new(Resolution::Tag)
                .tokenize(&text, &mut alphabet, |symbol, span| symbols.push((symbol, span)));
        }
        symbols.len()
    });
    Ok(())
}

fn tokenize(tokenizer: Tokenizer, texts: &[impl AsRef<str>]) -> usize {
    let mut alphabet = Alphabet::new();
    let mut symbols = Vec::new();
    for text in texts {
        tokenizer.tokenize(text.as_ref(), &mut alphabet, |symbol, span| symbols.push((symbol, span)));
    }
    black_box(symbols.len())
}

fn measure(what: &str, bytes: usize, run: impl Fn() -> usize) {
    let best = (0..5)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .min()
        .unwrap_or_default();
    // A megabyte a second is a byte a microsecond; 128 bits hold any usize.
    println!("{what:32} {:7} MB/s ({})", bytes as u128 / best.as_micros().max(1), run());
}

fn read_pages(folder: &Path, pages: &mut Vec<Vec<u8>>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            read_pages(&path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
            pages.push(fs::read(path)?);
        }
    }
    Ok(())
}
