//! A page and the truth about it.

use std::ops::Range;

/// A page as it was poured: its text, and which bytes of it came from where.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Page {
    /// The file's name.
    pub name: String,
    /// The name of the template it was poured from.
    pub template: String,
    /// The text, before it is written in `encoding`.
    pub html: String,
    /// How the text is to be written as bytes.
    pub encoding: Encoding,
    /// The bytes of `html` that came from fixed parts of the template, ascending, apart from each other. All other
    /// bytes are content.
    pub fixed: Vec<Range<usize>>,
    /// The named content outside records, in page order.
    pub fields: Vec<Field>,
    /// The records, by their starts; a record within a record comes after it.
    pub records: Vec<Record>,
}

/// A named piece of content.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Field {
    /// The slot's name.
    pub name: String,
    /// What was poured into it.
    pub value: String,
    /// The byte of the page's `html` at which it starts.
    pub start: usize,
}

/// One of the repetitions that make a list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Record {
    /// What it is: `hit`, `category`.
    pub kind: String,
    /// Its bytes in the page's `html`, markup included.
    pub range: Range<usize>,
    /// The content in it, in page order, without that of records within it.
    pub fields: Vec<Field>,
}

/// How a page is written as bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// Shift_JIS.
    ShiftJis,
    /// EUC-JP.
    EucJp,
}

impl Encoding {
    /// The label that the web knows it by.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::ShiftJis => "shift_jis",
            Encoding::EucJp => "euc-jp",
        }
    }

    fn table(self) -> &'static encoding_rs::Encoding {
        match self {
            Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::ShiftJis => encoding_rs::SHIFT_JIS,
            Encoding::EucJp => encoding_rs::EUC_JP,
        }
    }
}

impl Page {
    /// The page as bytes in its encoding.
    ///
    /// # Panics
    ///
    /// When the text has a character that the encoding lacks: our word lists have none.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let (bytes, _, lossy) = self.encoding.table().encode(&self.html);
        assert!(!lossy, "{}: a character is missing in {}", self.name, self.encoding.label());
        bytes.into_owned()
    }

    /// The bytes of `html` that were poured, ascending: all that `fixed` leaves.
    #[must_use]
    pub fn content(&self) -> Vec<Range<usize>> {
        let starts = std::iter::once(0).chain(self.fixed.iter().map(|range| range.end));
        let ends = self.fixed.iter().map(|range| range.start).chain(std::iter::once(self.html.len()));
        starts.zip(ends).filter(|(start, end)| start < end).map(|(start, end)| start..end).collect()
    }
}
