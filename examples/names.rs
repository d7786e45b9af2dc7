//! Prints the names that may be the author's of each page, with what speaks for each, as JSON Lines: what `eval/fit/fit_names.py`
//! fits on.
//!
//! ```text
//! cargo run --release --example names -- SITE...     all pages of a folder as one set
//! ```

use katagami::content::{NameEvidence, author_names, contents};
use katagami::document::{Document, Input, Reader};
use serde_json::json;
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", json!({ "names": NameEvidence::NAMES }))?;
    for site in std::env::args().skip(1) {
        let documents: Vec<Document> =
            Reader::new().read(&[Input::path(&*site)]).filter_map(Result::ok).collect();
        for (document, names) in documents.iter().zip(author_names(&documents, &contents(&documents))) {
            let names: Vec<_> =
                names.iter().map(|(name, evidence)| json!([name, evidence.values().to_vec()])).collect();
            writeln!(out, "{}", json!({ "path": document.name(), "names": names }))?;
        }
    }
    out.flush()
}
