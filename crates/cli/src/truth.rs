//! Known answers for `--truth`, and how well a result agrees with them: one mechanism for all commands that write rows.
//!
//! In: a file in the form of the command's own JSON Lines, and the rows that the command has written. Out: for each page of the file how
//! many things are known, found and right, and averages.
//!
//! A record or a post is right if its words agree with those of a known one with an F1 of 0.8 or more, one to one; a value of a field if
//! the field has that name and the same letters and digits; a pair if both pages are the same. Of a template bytes are counted, of a count
//! the smaller of both numbers.
//!
//! Cost: the product of known and found records of a page.

use super::args;
use crate::writer::{Format, unwritten, write_rows};
use clap::Args;
use hashbrown::HashMap;
use katagami::error::{Error, ErrorKind, Result};
use katagami::spectrum::exact;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The name of the option, which [`Output`](super::output::Output) reads.
pub(super) const TRUTH: &str = "truth-of-rows";

/// The option `--truth`.
#[derive(Args, Debug)]
pub(super) struct TruthArgs {
    /// Compare the result with the known answers in FILE, and print precision, recall, F and the share of pages without an error. FILE
    /// is in the form of this command's own --format jsonl: write a result to a file, correct it, and give it here
    #[arg(id = TRUTH, long = "truth", value_name = "FILE")]
    truth: Option<PathBuf>,
}

/// The members of rows that are compared; the first that a line of the file has counts.
const MEMBERS: [&str; 6] = ["records", "posts", "fields", "template", "count", "a"];

/// 0.8: a record or a post whose words agree so well is the known one, as in the measurements of docs/REPRODUCTION.md (D).
const SAME: f64 = 0.8;

/// The known answers for the page of a path; those of pairs have no path.
type Known = BTreeMap<String, Vec<Value>>;

/// Compares rows, as JSON Lines, with the file.
pub(super) fn compare(file: &Path, rows: &[u8], format: Option<Format>, out: &mut dyn Write) -> Result<()> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Error::new(ErrorKind::Read).at(&name).because(error))?;
    let wrong = |why: String| Error::new(ErrorKind::Setting(why)).at(&name);
    let known = by_path(&text).map_err(|(line, why)| wrong(why).at(format!("{name}:{line}")))?;
    let Some(member) = member(&known) else {
        let why = format!(
            "no line has one of the members {}; give lines as --format jsonl writes them",
            MEMBERS.join(", ")
        );
        return Err(wrong(why));
    };
    let rows = std::str::from_utf8(rows).expect("rows are written as UTF-8");
    let found = by_path(rows).expect("rows are written as JSON");
    if !found.is_empty() && found.values().flatten().all(|row| row.get(member).is_none()) {
        let why =
            format!("the lines have \"{member}\", which this command does not write with these options");
        return Err(wrong(why));
    }
    let mut pages = Vec::new();
    for (path, known) in &known {
        let of_page = found.iter().filter(|(other, _)| is_same_path(other, path));
        let found: Vec<&Value> = of_page.flat_map(|(_, rows)| rows).collect();
        let known: Vec<&Value> = known.iter().collect();
        let [known_count, found_count, right] = agreement(member, &known, &found);
        pages.push(PageRow::new(path, None, known_count, found_count, right));
    }
    write_pages(&pages, format, out)
}

/// The lines by their paths, or the number of a line that is none and why.
fn by_path(lines: &str) -> Result<Known, (usize, String)> {
    let mut known = Known::new();
    for (line, number) in lines.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let row: Value =
            serde_json::from_str(line).map_err(|error| (number, format!("not JSON: {error}")))?;
        let path = match (&row["path"], &row["a"], &row["b"]) {
            (Value::String(path), _, _) => path.clone(),
            (_, Value::String(_), Value::String(_)) => String::new(),
            _ => return Err((number, "give an object with \"path\", or with \"a\" and \"b\"".to_owned())),
        };
        known.entry(path).or_default().push(row);
    }
    Ok(known)
}

fn member(known: &Known) -> Option<&'static str> {
    let has = |member: &&str| known.values().flatten().any(|row| row.get(member).is_some());
    MEMBERS.into_iter().find(has)
}

/// Whether a path is another one or ends in it.
fn is_same_path(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with(['/', '\\']))
}

/// How many things are known, found and right on a page.
fn agreement(member: &str, known: &[&Value], found: &[&Value]) -> [u64; 3] {
    match member {
        "records" | "posts" => of_texts(&texts(member, known), &texts(member, found)),
        "fields" => of_values(&values(known), &values(found)),
        "template" => of_ranges(&ranges(known), &ranges(found)),
        "count" => {
            let sum = |rows: &[&Value]| rows.iter().filter_map(|row| row["count"].as_u64()).sum::<u64>();
            let (known, found) = (sum(known), sum(found));
            [known, found, known.min(found)]
        }
        _ => of_pairs(&pairs(known), &pairs(found)),
    }
}

/// The words of each record or post.
fn texts(member: &str, rows: &[&Value]) -> Vec<HashMap<String, u64>> {
    let items = rows.iter().filter_map(|row| row[member].as_array()).flatten();
    let words = |item: &Value| {
        let mut words = HashMap::new();
        let text = item.as_str().or_else(|| item["text"].as_str()).unwrap_or_default();
        for word in text.to_lowercase().split(|letter: char| !letter.is_alphanumeric()) {
            *words.entry(word.to_owned()).or_default() += u64::from(!word.is_empty());
        }
        words
    };
    items.map(words).collect()
}

fn of_texts(known: &[HashMap<String, u64>], found: &[HashMap<String, u64>]) -> [u64; 3] {
    let size = |words: &HashMap<String, u64>| words.values().sum::<u64>();
    let mut pairs = Vec::new();
    for (at, one) in known.iter().enumerate() {
        for (to, other) in found.iter().enumerate() {
            let both: u64 =
                one.iter().map(|(word, &count)| count.min(other.get(word).copied().unwrap_or(0))).sum();
            let all = size(one) + size(other);
            let f = if all == 0 { 1.0 } else { exact(2 * both) / exact(all) };
            if f >= SAME {
                pairs.push((f, at, to));
            }
        }
    }
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let (mut taken, mut given) = (vec![false; known.len()], vec![false; found.len()]);
    let mut right = 0;
    for (_, at, to) in pairs {
        if !taken[at] && !given[to] {
            (taken[at], given[to]) = (true, true);
            right += 1;
        }
    }
    [known.len() as u64, found.len() as u64, right]
}

/// Names with letters and digits of values, each as often as it is there.
fn values(rows: &[&Value]) -> BTreeMap<(String, String), u64> {
    let mut values = BTreeMap::new();
    for (name, value) in rows.iter().filter_map(|row| row["fields"].as_object()).flatten() {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(parts) => open.extend(parts.values()),
                Value::String(text) => {
                    let letters = text.chars().filter(|letter| letter.is_alphanumeric()).collect();
                    *values.entry((name.clone(), letters)).or_default() += 1;
                }
                _ => {}
            }
        }
    }
    values
}

fn of_values<K: Ord>(known: &BTreeMap<K, u64>, found: &BTreeMap<K, u64>) -> [u64; 3] {
    let right = known.iter().map(|(key, &count)| count.min(found.get(key).copied().unwrap_or(0))).sum();
    [known.values().sum(), found.values().sum(), right]
}

/// The ranges of a template, in order.
fn ranges(rows: &[&Value]) -> Vec<[u64; 2]> {
    let ranges = rows.iter().filter_map(|row| row["template"].as_array()).flatten();
    let mut ranges: Vec<[u64; 2]> =
        ranges.filter_map(|range| Some([range[0].as_u64()?, range[1].as_u64()?])).collect();
    ranges.sort_unstable();
    ranges
}

fn of_ranges(known: &[[u64; 2]], found: &[[u64; 2]]) -> [u64; 3] {
    let bytes =
        |ranges: &[[u64; 2]]| ranges.iter().map(|[start, end]| end.saturating_sub(*start)).sum::<u64>();
    let both = |one: &[u64; 2]| -> u64 {
        let shared = |other: &[u64; 2]| one[1].min(other[1]).saturating_sub(one[0].max(other[0]));
        let first = found.partition_point(|other| other[1] <= one[0]);
        found[first..].iter().take_while(|other| other[0] < one[1]).map(shared).sum()
    };
    [bytes(known), bytes(found), known.iter().map(both).sum()]
}

fn pairs<'a>(rows: &[&'a Value]) -> Vec<[&'a str; 2]> {
    rows.iter().filter_map(|row| Some([row["a"].as_str()?, row["b"].as_str()?])).collect()
}

fn of_pairs(known: &[[&str; 2]], found: &[[&str; 2]]) -> [u64; 3] {
    let is_same = |one: &[&str; 2], other: &[&str; 2]| {
        let [[a, b], [c, d]] = [one, other];
        is_same_path(c, a) && is_same_path(d, b) || is_same_path(d, a) && is_same_path(c, b)
    };
    let right = known.iter().filter(|one| found.iter().any(|other| is_same(one, other))).count();
    [known.len() as u64, found.len() as u64, right as u64]
}

/// The figures of a page; without a path, the averages over all pages.
#[derive(Serialize)]
pub(super) struct PageRow<'a> {
    path: Option<&'a str>,
    /// Of how many blocks, if blocks are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<u64>,
    known: u64,
    found: u64,
    right: u64,
    precision: f64,
    recall: f64,
    f: f64,
    perfect: f64,
}

impl<'a> PageRow<'a> {
    /// Precision is 1 if nothing is found, since then nothing is wrong; likewise recall is 1 if nothing is known.
    pub(super) fn new(path: &'a str, blocks: Option<u64>, known: u64, found: u64, right: u64) -> Self {
        let (precision, recall) = (share(right, found), share(right, known));
        let perfect = if right == known && right == found { 1.0 } else { 0.0 };
        let f = f_measure(precision, recall);
        PageRow { path: Some(path), blocks, known, found, right, precision, recall, f, perfect }
    }
}

/// A part of a number; 1 of nothing.
pub(super) fn share(part: u64, of: u64) -> f64 {
    if of == 0 { 1.0 } else { exact(part) / exact(of) }
}

pub(super) fn f_measure(precision: f64, recall: f64) -> f64 {
    if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 }
}

/// Writes the figures of each page, and of all pages: precision and recall are averages over the pages, F is that of the averages.
pub(super) fn write_pages(rows: &[PageRow<'_>], format: Option<Format>, out: &mut dyn Write) -> Result<()> {
    let sum = |of: fn(&PageRow<'_>) -> u64| rows.iter().map(of).sum::<u64>();
    let average = |of: fn(&PageRow<'_>) -> f64| rows.iter().map(of).sum::<f64>() / exact(rows.len() as u64);
    let (precision, recall) = (average(|row| row.precision), average(|row| row.recall));
    let all = PageRow {
        path: None,
        blocks: rows.iter().map(|row| row.blocks).sum(),
        known: sum(|row| row.known),
        found: sum(|row| row.found),
        right: sum(|row| row.right),
        precision,
        recall,
        f: f_measure(precision, recall),
        perfect: average(|row| row.perfect),
    };
    if let Some(format) = format {
        return write_rows(format, rows.iter().chain([&all]), out);
    }
    let mut write = || -> std::io::Result<()> {
        for PageRow { path, precision, recall, f, .. } in rows {
            let path = path.unwrap_or_default();
            writeln!(out, "precision {precision:.3}  recall {recall:.3}  F {f:.3}  {path}")?;
        }
        let PageRow { precision, recall, f, perfect, .. } = all;
        let pages = args::pages(rows.len());
        writeln!(
            out,
            "\n{pages}: precision {precision:.3}  recall {recall:.3}  F {f:.3}  perfect {perfect:.3}"
        )
    };
    write().map_err(unwritten)
}
