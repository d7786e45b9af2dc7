//! Prints every candidate with its evidence, as JSON Lines: what `eval/fit/fit.py` fits on. Candidates are those for the list of each
//! page, or with `--posts` or `--comments` those for the posts or comments of all pages of a template. With `--bodies`, the texts of
//! the posts of each page with their features.
//!
//! ```text
//! cargo run --release --example candidates -- SITE...          all pages of a folder as one set
//! cargo run --release --example candidates -- --alone SITE...  each page as a set of its own
//! ```

use katagami::content;
use katagami::document::{Document, Input, Reader};
use katagami::forum::{self, Post};
use katagami::page::{Tree, text};
use katagami::repeat::{Border, Evidence, Record, Weights, ranked};
use serde_json::json;
use std::collections::HashMap;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let (flags, sites): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let are_bodies = flags.iter().any(|flag| flag == "--bodies");
    writeln!(
        out,
        "{}",
        json!({ "names": if are_bodies { forum::BodyEvidence::NAMES } else { Evidence::NAMES } })
    )?;
    for site in sites {
        let documents: Vec<Document> =
            Reader::new().read(&[Input::path(&*site)]).filter_map(Result::ok).collect();
        let at_once = if flags.iter().any(|flag| flag == "--alone") { 1 } else { documents.len().max(1) };
        let is = |name: &str| flags.iter().any(|flag| flag == name);
        for set in documents.chunks(at_once) {
            match () {
                () if is("--bodies") => write_bodies(&mut out, set)?,
                () if is("--posts") => write_trials(&mut out, set, posts(set))?,
                () if is("--comments") => write_trials(&mut out, set, comments(set))?,
                () => write_set(&mut out, set)?,
            }
        }
    }
    out.flush()
}

/// Pages of one template by their numbers, and for each candidate the texts that it would be on each of them, with what their authors and
/// dates would be.
type Trials = Vec<(Vec<usize>, Vec<(Evidence, Vec<Vec<String>>, Vec<Vec<Signature>>)>)>;

/// Author and date of a post.
type Signature = [Option<String>; 2];

fn posts(documents: &[Document]) -> Trials {
    let texts = |posts: &Vec<Post>| posts.iter().map(|post| post.text.clone()).collect();
    let signed =
        |posts: &Vec<Post>| posts.iter().map(|post| [post.author.clone(), post.iso_date.clone()]).collect();
    let trial = |forum::Trial { evidence, posts, .. }: forum::Trial| {
        (evidence, posts.iter().map(texts).collect(), posts.iter().map(signed).collect())
    };
    forum::trials(documents, 0)
        .into_iter()
        .map(|(set, of)| (set, of.into_iter().map(trial).collect()))
        .collect()
}

fn comments(documents: &[Document]) -> Trials {
    let trial = |trial: content::Trial| (trial.evidence, trial.comments, Vec::new());
    content::trials(documents, 0)
        .into_iter()
        .map(|(set, of)| (set, of.into_iter().map(trial).collect()))
        .collect()
}

fn write_trials(out: &mut impl Write, documents: &[Document], trials: Trials) -> io::Result<()> {
    for (pages, trials) in trials {
        let paths: Vec<&str> = pages.iter().map(|&page| documents[page].name()).collect();
        let candidates = trials.into_iter();
        let candidates = candidates.map(
            |(evidence, texts, signed)| json!({ "values": evidence.values().to_vec(), "texts": texts, "signed": signed }),
        );
        writeln!(out, "{}", json!({ "paths": paths, "candidates": candidates.collect::<Vec<_>>() }))?;
    }
    Ok(())
}

fn write_bodies(out: &mut impl Write, documents: &[Document]) -> io::Result<()> {
    for (set, pages) in forum::texts(documents) {
        for (page, posts) in set.into_iter().zip(pages) {
            let of_post = |texts: forum::PostTexts| {
                let texts = texts.into_iter().map(|(text, evidence)| (text, evidence.values().to_vec()));
                texts.collect::<Vec<_>>()
            };
            let posts: Vec<_> = posts.into_iter().map(of_post).collect();
            writeln!(out, "{}", json!({ "path": documents[page].name(), "posts": posts }))?;
        }
    }
    Ok(())
}

fn write_set(out: &mut impl Write, documents: &[Document]) -> io::Result<()> {
    let trees: Vec<Tree> = documents.iter().map(|document| Tree::new(document.text())).collect();
    for ((document, tree), page) in documents.iter().zip(&trees).zip(ranked(&trees, Weights::records())) {
        let mut numbers: HashMap<Record, usize> = HashMap::new();
        let mut texts: Vec<String> = Vec::new();
        let mut known: HashMap<(Arc<[Record]>, bool), Vec<usize>> = HashMap::new();
        let mut candidates = Vec::new();
        for weighed in &page {
            let of = (weighed.candidate.records.clone(), weighed.candidate.border() == Border::Run);
            let records = known.entry(of).or_insert_with(|| {
                let numbered = weighed.records(tree).into_iter().map(|record| {
                    let span = record.span(tree);
                    *numbers.entry(record).or_insert_with(|| {
                        texts.push(text(tree, document.text(), span));
                        texts.len() - 1
                    })
                });
                numbered.collect()
            });
            let key = format!("{:x}", weighed.candidate.path_number());
            candidates
                .push(json!({ "key": key, "values": weighed.evidence.values().to_vec(), "records": records,
                "steps": weighed.candidate.steps(tree).to_string() }));
        }
        writeln!(out, "{}", json!({ "path": document.name(), "texts": texts, "candidates": candidates }))?;
    }
    Ok(())
}
