//! Prints the columns from which authors and dates of posts and comments are chosen, with what speaks for each, as JSON Lines: what
//! `eval/fit/fit_signs.py` fits on.
//!
//! ```text
//! cargo run --release --example signs -- forum SITE...     posts; blog: comments; all pages of a folder as one set
//! ```

use katagami::document::{Document, Input, Reader};
use katagami::record::role::sign::{AuthorEvidence, DateEvidence, ReadDate, SignTrial};
use katagami::{content, forum};
use serde_json::{Value, json};
use std::io::{self, BufWriter, Write};

/// Candidates for the list of posts or comments that are printed, best first. The right one is among them if it is found at all.
const CANDIDATES: usize = 12;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut arguments = std::env::args().skip(1);
    let job = arguments.next().unwrap_or_default();
    writeln!(out, "{}", json!({ "authors": AuthorEvidence::NAMES, "dates": DateEvidence::NAMES }))?;
    for site in arguments {
        let documents: Vec<Document> =
            Reader::new().read(&[Input::path(&*site)]).filter_map(Result::ok).collect();
        let sets: Vec<(Vec<usize>, Vec<SignTrial>)> = match &*job {
            "forum" => forum::trials(&documents, CANDIDATES)
                .into_iter()
                .map(|(pages, trials)| (pages, trials.into_iter().filter_map(|trial| trial.signs).collect()))
                .collect(),
            _ => content::trials(&documents, CANDIDATES)
                .into_iter()
                .map(|(pages, trials)| (pages, trials.into_iter().filter_map(|trial| trial.signs).collect()))
                .collect(),
        };
        for (pages, trials) in sets {
            let trials: Vec<Value> = trials.iter().map(|trial| shown(trial, &pages, &documents)).collect();
            writeln!(out, "{}", json!({ "site": site, "trials": trials }))?;
        }
    }
    out.flush()
}

fn shown(trial: &SignTrial, pages: &[usize], documents: &[Document]) -> Value {
    let date = |date: &Option<ReadDate>| json!(date.as_ref().map(|date| (&date.written, &date.iso)));
    json!({
        "units": trial.units.iter().map(|(page, text)| (documents[pages[*page]].name(), text)).collect::<Vec<_>>(),
        "authors": trial.authors.iter().map(|(evidence, names)| json!([evidence.values().to_vec(), names])).collect::<Vec<_>>(),
        "dates": trial.dates.iter().map(|(evidence, dates, given)| json!([evidence.values().to_vec(), dates.iter().map(date).collect::<Vec<_>>(), given])).collect::<Vec<_>>(),
    })
}
