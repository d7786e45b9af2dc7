//! Prints every block of each page with what speaks for its being content, as JSON Lines: what `eval/fit/fit_content.py` fits on.
//!
//! ```text
//! cargo run --release --example blocks -- SITE...          all pages of a folder as one set
//! cargo run --release --example blocks -- --alone SITE...  each page as a set of its own
//! ```

use katagami::content::{Block, Context, Evidence, evidence};
use katagami::document::{Document, Input, Reader};
use serde_json::json;
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let (flags, sites): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    writeln!(out, "{}", json!({ "names": Evidence::NAMES, "context": Context::NAMES }))?;
    for site in sites {
        let documents: Vec<Document> =
            Reader::new().read(&[Input::path(&*site)]).filter_map(Result::ok).collect();
        let at_once = if flags.iter().any(|flag| flag == "--alone") { 1 } else { documents.len().max(1) };
        for set in documents.chunks(at_once) {
            for (document, blocks) in set.iter().zip(evidence(set)) {
                let each = |of: fn(&Block) -> serde_json::Value| blocks.iter().map(of).collect::<Vec<_>>();
                let row = json!({ "path": document.name(),
                    "texts": each(|block| block.text.as_str().into()),
                    "lines": each(|block| block.is_line.into()),
                    "among_comments": each(|block| block.is_comment.into()),
                    "said": each(|block| block.is_said.into()),
                    "elements": each(|block| block.elements.clone().into()),
                    "slots": each(|block| block.slot.into()),
                    "marked": each(|block| block.is_marked.into()),
                    "headlines": each(|block| block.is_headline.into()),
                    "values": each(|block| block.evidence.values().to_vec().into()) });
                writeln!(out, "{row}")?;
            }
        }
    }
    out.flush()
}
