//! Prints what tells of what kind each page of sites is, as JSON Lines: what `eval/fit/fit_kinds.py` fits on.
//!
//! ```text
//! cargo run --release --example kinds -- SITE...     the pages of each folder together, some alone, and a few
//! ```

use katagami::document::{Document, Input, Reader};
use katagami::kind::{KindEvidence, kind_evidence};
use serde_json::json;
use std::io::{self, BufWriter, Write};
use std::ops::Range;

/// The pages of a folder that are also given without the others.
const PARTS: [Range<usize>; 6] = [0..1, 1..2, 2..3, 0..2, 2..5, 0..5];

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", json!({ "names": KindEvidence::NAMES }))?;
    for site in std::env::args().skip(1) {
        let documents: Vec<Document> =
            Reader::new().read(&[Input::path(&*site)]).filter_map(Result::ok).collect();
        let parts = PARTS.into_iter().filter(|part| part.len() == 1 || part.end < documents.len());
        let parts = parts.filter_map(|part| documents.get(part));
        for (part, pages) in std::iter::once(&documents[..]).chain(parts).enumerate() {
            for (document, (evidence, group)) in pages.iter().zip(kind_evidence(pages)) {
                let row = json!({ "site": site, "page": document.name(), "pages": pages.len(), "part": part,
                    "group": group.to_string(), "values": evidence.values().to_vec() });
                writeln!(out, "{row}")?;
            }
        }
    }
    out.flush()
}
