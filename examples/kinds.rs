//! Prints what tells of what kind each page of sites is, as JSON Lines: what `tools/fit_kinds.py` fits on.
//!
//! ```text
//! cargo run --release --example kinds -- SITE...     the pages of each folder together, and the first ones alone
//! ```

use katagami::document::{Document, Input, Reader};
use katagami::kind::{KindEvidence, kind_evidence};
use serde_json::json;
use std::io::{self, BufWriter, Write};

/// The number of pages of a folder that are also given alone.
const ALONE: usize = 3;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", json!({ "names": KindEvidence::NAMES }))?;
    for site in std::env::args().skip(1) {
        let documents: Vec<Document> =
            Reader::new().read(&[Input::path(&*site)]).filter_map(Result::ok).collect();
        let alone = documents.iter().take(ALONE).map(std::slice::from_ref);
        for pages in std::iter::once(&documents[..]).chain(alone) {
            for (document, (evidence, group)) in pages.iter().zip(kind_evidence(pages)) {
                let row = json!({ "site": site, "page": document.name(), "pages": pages.len(),
                    "group": group.to_string(), "values": evidence.values().to_vec() });
                writeln!(out, "{row}")?;
            }
        }
    }
    out.flush()
}
