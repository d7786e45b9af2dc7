//! The elements of the chosen group that are not records, and why: a part of `--explain`.

use crate::page::Tree;
use crate::repeat::{LeftOut, Part, Ranked, Record, Why};
use serde::Serialize;

/// Elements that were left out for one reason, as programs read it.
#[derive(Serialize)]
pub struct LeftOutRow {
    why: Why,
    lacks: Vec<Part>,
    more: Vec<Part>,
    /// The text of each element.
    texts: Vec<String>,
    /// The elements.
    #[serde(skip)]
    pub(crate) records: Vec<Record>,
}

/// The elements that were left out of a list.
#[must_use]
pub fn left_out(tree: &Tree, chosen: &Ranked, list: &[Record]) -> Vec<LeftOutRow> {
    let text = |record: &Record| {
        let texts: Vec<&str> = record.leaves(tree).iter().map(|leaf| &*leaf.text).collect();
        texts.join(" ")
    };
    let row = |LeftOut { why, lacks, more, records }: LeftOut| LeftOutRow {
        why,
        lacks,
        more,
        texts: records.iter().map(text).collect(),
        records,
    };
    chosen.left_out(tree, list).into_iter().map(row).collect()
}

/// The number of texts and paths that are shown for a reason, and of characters of each text.
const SHOWN: (usize, usize) = (3, 30);

impl LeftOutRow {
    /// For people: `2 unlike the others, "Socks!" "Shoes!": without a "Dune", i.by "F. Herbert"; with p/b "Socks!"`.
    #[must_use]
    pub fn describe(&self) -> String {
        let texts = some(self.texts.iter().map(|text| quoted(text)), " ");
        let parts = self.parts();
        let parts = if parts.is_empty() { parts } else { format!(": {parts}") };
        format!("{} {}, {texts}{parts}", self.texts.len(), self.reason())
    }

    /// Why they were left out.
    pub(crate) fn reason(&self) -> &'static str {
        match self.why {
            Why::Unlike => "unlike the others",
            Why::Again => "shown a second time",
            Why::Edge => "first or last without the digits and links of the others",
        }
    }

    /// The parts that they lack, and those that only they have.
    pub(crate) fn parts(&self) -> String {
        let [without, with] = [("without", &self.lacks), ("with", &self.more)].map(|(what, parts)| {
            let part = |Part { path, text }: &Part| {
                let path = if path.is_empty() { "own text" } else { path };
                format!("{path} {}", quoted(text))
            };
            (!parts.is_empty()).then(|| format!("{what} {}", some(parts.iter().map(part), ", ")))
        });
        let parts: Vec<String> = [without, with].into_iter().flatten().collect();
        parts.join("; ")
    }
}

/// The first few, and how many more there are.
fn some(all: impl ExactSizeIterator<Item = String>, between: &str) -> String {
    let more = all.len().saturating_sub(SHOWN.0);
    let shown = all.take(SHOWN.0).collect::<Vec<_>>().join(between);
    if more == 0 { shown } else { format!("{shown}{between}and {more} more") }
}

/// The beginning of a text in quotation marks.
fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN.1).collect();
    if shown.len() < text.len() { format!("\"{}…\"", shown.trim_end()) } else { format!("\"{text}\"") }
}
