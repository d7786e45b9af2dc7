//! Loads pages that were found: reads, unpacks and decodes them.

use super::Document;
use super::json_lines;
use super::lines::Line;
use super::raw::RawPage;
use super::reader::Reader;
use super::unpack::read_page;
use crate::error::Result;

impl RawPage {
    /// Reads, unpacks and decodes the page.
    pub(super) fn load(self, reader: &Reader) -> Result<Document> {
        let name = self.name();
        let document = match self {
            RawPage::File { path, .. } => {
                read_page(&path, reader.limits().page).and_then(|bytes| reader.document(&name, bytes, None))
            }
            RawPage::Bytes { bytes, .. } => reader.document(&name, bytes, None),
            RawPage::Archived { payload, url, retrieved, .. } => {
                let charset = payload.charset;
                let document = payload.into_page(reader.limits().page);
                let document = document.and_then(|bytes| reader.document(&name, bytes, charset));
                document.map(|document| Document { url, retrieved, ..document })
            }
            RawPage::Json { line, number, .. } => json_lines::PageObject::parse(&line, number)
                .and_then(|line| line.into_page(&name, number))
                .and_then(|page| reader.usable(page)),
        };
        let retrieved = |document: &Document| document.retrieved.or(reader.retrieved());
        document
            .map(|document| Document { retrieved: retrieved(&document), ..document })
            .map_err(|error| error.at(name))
    }

    /// Parses a page on a line of JSON Lines.
    pub(super) fn load_line(self, reader: &Reader) -> Result<Line> {
        let name = self.name();
        let RawPage::Json { line, number, .. } = self else { unreachable!("lines alone are read as lines") };
        let document =
            json_lines::PageObject::parse(&line, number).and_then(|line| line.into_page(&name, number));
        let document =
            document.and_then(|page| reader.limits().pass(page)).map_err(|error| error.at(name))?;
        let written = String::from_utf8(line).expect("what was parsed as JSON is UTF-8");
        Ok(Line { document, written: written.trim().to_owned() })
    }
}
