//! What similar pages cost and what is found: `similar PAGES.jsonl OUT.jsonl [MAX_PAGES [LEAST]]`, pages as `benches/similar.py build` makes
//! them. Times are of one thread.

use katagami::similar::{Facts, Options, Paragraphs};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let (Some(pages), Some(out)) = (args.next(), args.next()) else {
        eprintln!("usage: similar PAGES.jsonl OUT.jsonl [MAX_PAGES [LEAST]]");
        return Ok(());
    };
    let mut read = Vec::new();
    for line in BufReader::new(File::open(pages)?).lines() {
        let row: Value = serde_json::from_str(&line?)?;
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        read.push((text("name"), text("text"), text("html")));
    }
    let max = args.next().and_then(|max| max.parse().ok()).unwrap_or(10);
    let options = Options::new().with_max_pages(max);
    let least = args.next().and_then(|least| least.parse().ok());
    let options = least.map_or(options.clone(), |least| options.with_least(least));
    let rate = |what: &str, start: f64| {
        let seconds = cpu() - start;
        eprintln!(
            "{what}: {seconds:.2} s, {:.0} pages/s",
            f64::from(u32::try_from(read.len()).expect("few pages")) / seconds
        );
    };
    let start = cpu();
    let paragraphs: Vec<Paragraphs> = read
        .iter()
        .map(
            |(_, text, html)| {
                if text.is_empty() { Paragraphs::of_page(html) } else { Paragraphs::of_text(text) }
            },
        )
        .collect();
    rate("paragraphs", start);
    let start = cpu();
    let mut facts: Vec<Facts> = paragraphs.iter().map(|paragraphs| Facts::of(paragraphs, &options)).collect();
    rate("facts", start);
    for (facts, (name, _, _)) in facts.iter_mut().zip(&read) {
        facts.name.clone_from(name);
    }
    let keys: usize = facts.iter().map(|facts| facts.keys(&options).count()).sum();
    let fragments: usize = facts.iter().map(|facts| facts.fragments.len()).sum();
    eprintln!("{keys} keys, {fragments} of them fragments");

    let start = cpu();
    let candidates = katagami::similar::candidates(&facts, &options);
    rate("candidates", start);
    eprintln!("{} candidates", candidates.len());
    let mut compared = 0;
    let start = cpu();
    let pairs: Vec<_> = candidates
        .iter()
        .filter(|(_, shared)| options.is_candidate(shared))
        .filter_map(|&((first, second), ref shared)| {
            compared += 1;
            let pair = katagami::similar::compare(
                &facts[first as usize],
                &facts[second as usize],
                shared,
                &options,
            )?;
            Some((first, second, pair))
        })
        .collect();
    eprintln!("{compared} compared");
    rate("pairs", start);
    let mut out = BufWriter::new(File::create(out)?);
    for (first, second, pair) in &pairs {
        let name = |page: u32| &facts[page as usize].name;
        let row = json!({
            "a": name(*first), "b": name(*second), "relation": pair.relation.name(), "class": pair.class.name(),
            "overlap": pair.overlap, "containment": pair.containment, "sentences": pair.evidence.len(),
        });
        writeln!(out, "{row}")?;
    }
    Ok(())
}

/// Seconds that the program has run on a processor.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or_default() / 1e9
}
