//! Extracts the main text of pages with rs-trafilatura, for `benches/text-peers.py`.
//!
//! In: JSON Lines with `path` and `html`. Out: the same lines with `path` and `text`. If it fails, the page has no text.
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::panic;

use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let page: Value = serde_json::from_str(&line?)?;
        let html = page["html"].as_str().ok_or("a line without `html`")?;
        let text = match panic::catch_unwind(|| rs_trafilatura::extract(html)) {
            Ok(Ok(found)) => found.content_text,
            _ => {
                eprintln!("{}: no text", page["path"]);
                String::new()
            }
        };
        writeln!(out, "{}", json!({ "path": page["path"], "text": text }))?;
    }
    Ok(())
}
