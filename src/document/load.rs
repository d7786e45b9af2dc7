//! Loads pages that were found: reads, unpacks and decodes them.

use super::Document;
use super::json_lines::PageObject;
use super::lines::Line;
use super::mhtml;
use super::raw::RawPage;
use super::reader::Reader;
use super::unpack::{read_page, unpack_page};
use crate::error::Result;
use serde_json::Value;

impl RawPage {
    /// Reads, unpacks and decodes the page.
    pub(super) fn load(self, reader: &Reader) -> Result<Document> {
        let name = self.name();
        let limit = reader.limits().page;
        let document = match self {
            RawPage::File { path, .. } => {
                read_page(&path, limit).and_then(|bytes| page(reader, &name, bytes))
            }
            RawPage::Bytes { bytes, .. } => {
                unpack_page(bytes, limit).and_then(|bytes| page(reader, &name, bytes))
            }
            RawPage::Zipped { file, .. } => file
                .page(limit)
                .and_then(|bytes| unpack_page(bytes, limit))
                .and_then(|bytes| page(reader, &name, bytes)),
            RawPage::Archived { payload, url, retrieved, .. } => {
                let charset = payload.charset;
                let document = payload.into_page(limit);
                let document = document.and_then(|bytes| reader.document(&name, bytes, charset));
                document.map(|document| Document { url, retrieved, ..document })
            }
            RawPage::Json { object, position, .. } => PageObject::parse(&object, position, reader.html_key())
                .and_then(|object| reader.usable(object.into_page(&name))),
        };
        let retrieved = |document: &Document| document.retrieved.or(reader.retrieved());
        document
            .map(|document| Document {
                retrieved: retrieved(&document),
                ..document.with_stated(reader.base())
            })
            .map_err(|error| error.at(name))
    }

    /// Parses a page on a line of JSON Lines.
    pub(super) fn load_line(self, reader: &Reader) -> Result<Line> {
        let name = self.name();
        let RawPage::Json { object, position, .. } = self else {
            unreachable!("lines alone are read as lines")
        };
        let document =
            PageObject::parse(&object, position, reader.html_key()).map(|object| object.into_page(&name));
        let document = document
            .and_then(|page| reader.limits().pass(page))
            .map_err(|error| error.at(name))?
            .with_stated(reader.base());
        let written = String::from_utf8(object).expect("what was parsed as JSON is UTF-8");
        let written = written.trim();
        // An object of an array may have several lines.
        let one_line = written
            .contains('\n')
            .then(|| serde_json::from_str(written).map(|value: Value| value.to_string()));
        let written = one_line.and_then(Result::ok).unwrap_or_else(|| written.to_owned());
        Ok(Line { document, written })
    }
}

/// Decodes a page, or the page in a message that a browser saved.
fn page(reader: &Reader, name: &str, bytes: Vec<u8>) -> Result<Document> {
    if reader.is_raw() || !mhtml::begins_as_message(&bytes) {
        return reader.document(name, bytes, None);
    }
    let saved = mhtml::page(&bytes)?;
    let document = reader.document(name, saved.bytes, saved.charset)?;
    Ok(Document { url: saved.url, retrieved: saved.retrieved, ..document })
}
