//! `truth.json`: what is known about the pages of a set.
//!
//! One object for a set. Places are bytes of the page's text as UTF-8, whatever the file's encoding.
//!
//! ```json
//! {"set":"a-13","pages":[{
//!   "file":"01.html","encoding":"utf-8","template":"a-13",
//!   "fixed":[[0,120],[133,160]],
//!   "fields":[["title","Applied Optics",120]],
//!   "records":[{"kind":"hit","range":[170,300],"fields":[["url","http://..",180]]}]
//! }]}
//! ```

use crate::page::{Field, Page, Record};
use serde::{Deserialize, Serialize};
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
    /// The name of the template it was poured from.
    pub template: String,
    #[serde(rename = "fixed")]
    fixed_pairs: Vec<(usize, usize)>,
    #[serde(rename = "fields")]
    field_rows: Vec<FieldRow>,
    #[serde(rename = "records")]
    record_rows: Vec<RecordRow>,
}

type FieldRow = (String, String, usize);

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
struct RecordRow {
    kind: String,
    range: (usize, usize),
    fields: Vec<FieldRow>,
}

impl Truth {
    /// The truth about pages that were just poured.
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
            record_rows: page.records.iter().map(RecordRow::of).collect(),
        }
    }

    /// The bytes that came from the template, ascending, apart from each other.
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
}

impl RecordRow {
    fn of(record: &Record) -> RecordRow {
        RecordRow {
            kind: record.kind.clone(),
            range: (record.range.start, record.range.end),
            fields: record.fields.iter().map(row).collect(),
        }
    }

    fn record(&self) -> Record {
        let fields = self.fields.iter().map(field).collect();
        Record { kind: self.kind.clone(), range: self.range.0..self.range.1, fields }
    }
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
/// When the folder has no `truth.json`, or one that is not in the form above.
pub fn read(folder: &Path) -> io::Result<Truth> {
    let text = fs::read(folder.join("truth.json"))?;
    serde_json::from_slice(&text).map_err(io::Error::from)
}
