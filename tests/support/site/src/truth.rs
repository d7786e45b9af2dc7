//! `truth.json`: the template, content and records of the pages of a set.
//!
//! One object for a set. Positions are bytes of the page's text as UTF-8, whatever the file's encoding.
//!
//! ```json
//! {"set":"a-13","pages":[{
//!   "file":"01.html","encoding":"utf-8","template":"a-13",
//!   "fixed":[[0,120],[133,160]],
//!   "fields":[["title","Applied Optics",120]],
//!   "values":{"title":"Applied Optics","author":["Ann Hill","John Cole"]},"links":{"image":"/a.jpg"},
//!   "records":[{"kind":"hit","range":[170,300],"fields":[["url","http://..",180]],
//!               "text":"Optics 12.50","values":{"name":"Optics"},"links":{"url":"http://.."}}]
//! }]}
//! ```
//!
//! `fields` are the content as it is in the source of the page; `values` and `links` are the same by name as a reader would
//! find them: the texts as shown, and the contents of attributes. A name that occurs several times has a list.

use crate::page::{Field, Page, Record};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::{fs, io};

/// The truth about one set of pages.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Truth {
    /// The set's name.
    pub set: String,
    /// Its pages, by file name.
    pub pages: Vec<PageTruth>,
}

/// The truth about one page.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct PageTruth {
    /// The file's name in the set's folder.
    pub file: String,
    /// The label of its encoding.
    pub encoding: String,
    /// The name of its template.
    pub template: String,
    #[serde(rename = "fixed")]
    fixed_pairs: Vec<(usize, usize)>,
    #[serde(rename = "fields")]
    field_rows: Vec<FieldRow>,
    /// The texts outside records by name, as they are shown.
    pub values: Named,
    /// The addresses outside records by name.
    pub links: Named,
    #[serde(rename = "records")]
    record_rows: Vec<RecordRow>,
}

/// The values of each name.
pub type Named = BTreeMap<String, Values>;

/// One value or several.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Values {
    /// One.
    One(String),
    /// Several, in page order.
    Many(Vec<String>),
}

impl Values {
    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[String] {
        match self {
            Values::One(value) => std::slice::from_ref(value),
            Values::Many(values) => values,
        }
    }
}

/// The text and values that a reader would find in a record.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Shown {
    /// All of its text.
    pub text: String,
    /// Its texts by name.
    pub values: Named,
    /// Its addresses by name.
    pub links: Named,
}

type FieldRow = (String, String, usize);

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
struct RecordRow {
    kind: String,
    range: (usize, usize),
    fields: Vec<FieldRow>,
    #[serde(flatten)]
    shown: Shown,
}

impl Truth {
    /// The truth about generated pages.
    #[must_use]
    pub fn of(set: &str, pages: &[Page]) -> Truth {
        Truth { set: set.to_owned(), pages: pages.iter().map(PageTruth::of).collect() }
    }
}

impl PageTruth {
    fn of(page: &Page) -> PageTruth {
        PageTruth {
            file: page.name.clone(),
            encoding: page.encoding.label().to_owned(),
            template: page.template.clone(),
            fixed_pairs: page.fixed.iter().map(|range| (range.start, range.end)).collect(),
            field_rows: page.fields.iter().map(row).collect(),
            values: named(page.values()),
            links: named(page.links()),
            record_rows: page.records.iter().map(|record| RecordRow::of(page, record)).collect(),
        }
    }

    /// The bytes that came from the template, in ascending order, not adjacent.
    pub fn fixed(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.fixed_pairs.iter().map(|&(start, end)| start..end)
    }

    /// The named content outside records, in page order.
    pub fn fields(&self) -> impl Iterator<Item = Field> + '_ {
        self.field_rows.iter().map(field)
    }

    /// The records, by their starts.
    pub fn records(&self) -> impl Iterator<Item = Record> + '_ {
        self.record_rows.iter().map(RecordRow::record)
    }

    /// The text and values of each record.
    pub fn shown(&self) -> impl Iterator<Item = &Shown> + '_ {
        self.record_rows.iter().map(|row| &row.shown)
    }
}

impl RecordRow {
    fn of(page: &Page, record: &Record) -> RecordRow {
        RecordRow {
            kind: record.kind.clone(),
            range: (record.range.start, record.range.end),
            fields: record.fields.iter().map(row).collect(),
            shown: Shown {
                text: page.text_of(record),
                values: named(page.values_of(record)),
                links: named(page.links_of(record)),
            },
        }
    }

    fn record(&self) -> Record {
        let fields = self.fields.iter().map(field).collect();
        Record { kind: self.kind.clone(), range: self.range.0..self.range.1, fields }
    }
}

fn named(all: BTreeMap<String, Vec<String>>) -> Named {
    let values = |mut values: Vec<String>| match values.len() {
        1 => Values::One(values.remove(0)),
        _ => Values::Many(values),
    };
    all.into_iter().map(|(name, all)| (name, values(all))).collect()
}

fn row(field: &Field) -> FieldRow {
    (field.name.clone(), field.value.clone(), field.start)
}

fn field((name, value, start): &FieldRow) -> Field {
    Field { name: name.clone(), value: value.clone(), start: *start }
}

/// The truth about the set in a folder.
///
/// # Errors
///
/// If the folder has no `truth.json`, or one in another format.
pub fn read(folder: &Path) -> io::Result<Truth> {
    let text = fs::read(folder.join("truth.json"))?;
    serde_json::from_slice(&text).map_err(io::Error::from)
}
