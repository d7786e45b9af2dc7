//! A pair of related pages as a row.

use super::Shape;
use crate::similar::index::Match;
use crate::similar::{Evidence, Pair};
use serde::{Serialize, Serializer};

impl Serialize for Match {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PairRow::new(self).serialize(serializer)
    }
}

/// The row of a pair of pages.
#[derive(Debug, Serialize)]
pub struct PairRow<'a> {
    /// The name of the page that comes first.
    pub a: &'a str,
    /// The name of the other.
    pub b: &'a str,
    /// How they are related.
    pub relation: &'static str,
    /// The class of the pair: the relation, refined by addresses and links.
    pub class: &'static str,
    /// The share of both texts that is common.
    pub overlap: f64,
    /// The share of the shorter text that is common.
    pub containment: f64,
    /// The address of the first page, if it is known.
    pub a_url: Option<&'a str>,
    /// The address of the other.
    pub b_url: Option<&'a str>,
    /// The similarity of the addresses, if both are known.
    pub address: Option<f64>,
    /// Which of the two links to the other: `a`, `b`, `ab`, or empty for neither.
    pub links: &'static str,
    /// Which of the two had the common text first: `a`, `b`, or empty if that is not known.
    pub original: &'static str,
    /// How many sentences are common.
    pub sentences: usize,
    /// Common sentences.
    pub evidence: Vec<EvidenceRow<'a>>,
}

/// A sentence that both pages have.
#[derive(Debug, Serialize)]
pub struct EvidenceRow<'a> {
    /// Its text on the first page.
    pub text: &'a str,
    /// Its text on the other page, if it was edited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited: Option<&'a str>,
    /// Its bytes in the first page.
    pub a: [u32; 2],
    /// Its bytes in the other page.
    pub b: [u32; 2],
    /// How many pages have it, if it is evidence.
    pub pages: Option<u32>,
}

impl<'a> PairRow<'a> {
    /// The row of a pair.
    #[must_use]
    pub fn new(found: &'a Match) -> Self {
        let Match { names, urls, pair, .. } = found;
        PairRow::of([&names[0], &names[1]], [urls[0].as_deref(), urls[1].as_deref()], pair)
    }

    /// The row of two pages with these names and addresses.
    #[must_use]
    pub fn of([a, b]: [&'a str; 2], [a_url, b_url]: [Option<&'a str>; 2], pair: &'a Pair) -> Self {
        let row = |evidence: &'a Evidence| EvidenceRow {
            text: &evidence.text,
            edited: evidence.edited.as_deref(),
            a: [evidence.first.start, evidence.first.end],
            b: [evidence.second.start, evidence.second.end],
            pages: evidence.pages,
        };
        PairRow {
            a,
            b,
            relation: pair.relation.name(),
            class: pair.class.name(),
            overlap: rounded(pair.overlap),
            containment: rounded(pair.containment),
            a_url,
            b_url,
            address: pair.addresses.map(rounded),
            links: match pair.links {
                [false, false] => "",
                [true, false] => "a",
                [false, true] => "b",
                [true, true] => "ab",
            },
            original: match pair.original {
                None => "",
                Some(0) => "a",
                Some(_) => "b",
            },
            sentences: pair.sentences,
            evidence: pair.evidence.iter().map(row).collect(),
        }
    }

    /// The columns of a table of pairs.
    pub const COLUMNS: [(&'static str, Shape); 13] = [
        ("a", Shape::One),
        ("b", Shape::One),
        ("relation", Shape::One),
        ("class", Shape::One),
        ("overlap", Shape::Number),
        ("containment", Shape::Number),
        ("a_url", Shape::One),
        ("b_url", Shape::One),
        ("address", Shape::Number),
        ("links", Shape::One),
        ("original", Shape::One),
        ("sentences", Shape::Integer),
        ("evidence", Shape::Many),
    ];
}

/// Rounds to four decimals: enough to order pairs, and the same on every machine.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
