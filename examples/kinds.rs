//! Prints what tells of what kind the pages of sites are, as JSON Lines: what `tools/fit_kinds.py` fits on.
//!
//! ```text
//! cargo run --release --example kinds -- SITE...     twenty pages of each folder, and its first page alone
//! ```

use katagami::ask::{KindEvidence, kind_evidence};
use katagami::document::{Document, Input, Reader};
use serde_json::json;
use std::io::{self, BufWriter, Write};

/// As many as `katagami overview` looks at.
const PAGES: usize = 20;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", json!({ "names": KindEvidence::NAMES }))?;
    for site in std::env::args().skip(1) {
        let documents: Vec<Document> =
            Reader::new().read(&[Input::path(&*site)]).filter_map(Result::ok).take(PAGES).collect();
        for pages in [&documents[..], &documents[..documents.len().min(1)]] {
            let values = kind_evidence(pages).values().to_vec();
            writeln!(out, "{}", json!({ "site": site, "pages": pages.len(), "values": values }))?;
        }
    }
    out.flush()
}
