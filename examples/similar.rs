//! What similar pages cost and what is found: `similar PAGES.jsonl OUT.jsonl`, pages as `benches/similar.py build` makes
//! them. Seconds are those of the processor, of one thread, which needs Linux.

use katagami::similar::budget::Budget;
use katagami::similar::candidate::Rule;
use katagami::similar::index::{Index, Matches, Ready, Unfinished};
use katagami::similar::{Facts, Options, Paragraphs, Show};
use serde::Serialize;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(pages), Some(out)) = (args.next(), args.next()) else {
        return Err("usage: similar PAGES.jsonl OUT.jsonl".into());
    };
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global()?;
    let mut read = Vec::new();
    for line in BufReader::new(File::open(pages)?).lines() {
        let row: Value = serde_json::from_str(&line?)?;
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        read.push((text("name"), text("text"), text("html")));
    }
    let mut clock = Clock { pages: u32::try_from(read.len())?.into(), before: cpu() };
    let paragraphs: Vec<Paragraphs> = read
        .iter()
        .map(
            |(_, text, html)| {
                if text.is_empty() { Paragraphs::of_page(html) } else { Paragraphs::of_text(text) }
            },
        )
        .collect();
    clock.say("paragraphs, not in the sum");

    let begun = cpu();
    let options = Options::new();
    let memory = Budget::default();
    let mut index = Index::temporary(memory.buffers(0), memory.held())?;
    let mut progress = index.begin(&[], Unfinished::Refuse)?;
    for ((name, ..), paragraphs) in read.iter().zip(&paragraphs) {
        let mut facts = Facts::of(paragraphs, &options);
        facts.name.clone_from(name);
        if index.add(&Ready::new(facts))? {
            index.commit(progress)?;
        }
    }
    clock.say("facts, keys, pages to disk");
    progress.is_all = true;
    index.commit(progress)?;
    index.release();
    clock.say("keys sorted");
    let paired = |kind, pages| options.paired(kind, pages);
    let rule = Rule { paired: &paired, new: 0, is_out: &|_| false };
    let memory = memory.buffers(index.held());
    let (candidates, _) = index.candidates(&rule, memory, |_| Ok(()))?;
    clock.say("pairs of keys sorted");
    let mut matches = Matches::new(&index, &options, candidates, Show::Longest(3), memory / 8);
    let mut out = BufWriter::new(File::create(out)?);
    for found in matches.by_ref() {
        let found = found?;
        let pair = found.pair;
        let row = Row {
            a: &found.names[0],
            b: &found.names[1],
            relation: pair.relation.name(),
            class: pair.class.name(),
            overlap: pair.overlap,
            containment: pair.containment,
            sentences: pair.sentences,
        };
        serde_json::to_writer(&mut out, &row)?;
        writeln!(out)?;
    }
    out.flush()?;
    clock.say("pages compared");
    println!("{} keys, {} pages compared", index.keys(), matches.compared());
    clock.before = begun;
    clock.say("sum");
    Ok(())
}

/// A pair.
#[derive(Serialize)]
struct Row<'a> {
    a: &'a str,
    b: &'a str,
    relation: &'a str,
    class: &'a str,
    overlap: f64,
    containment: f64,
    sentences: usize,
}

/// Tells how fast things go.
struct Clock {
    pages: f64,
    before: f64,
}

impl Clock {
    /// Since the last time.
    fn say(&mut self, what: &str) {
        let now = cpu();
        let seconds = now - self.before;
        println!("{what:28}{seconds:8.2} s {:10.0} pages/s", self.pages / seconds);
        self.before = now;
    }
}

/// Seconds that the program has run on a processor.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or_default() / 1e9
}
