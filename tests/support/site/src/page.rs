//! A page and the truth about it.

use std::collections::BTreeMap;
use std::ops::Range;

/// A generated page: its text, and which bytes are from the template and which are content.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Page {
    /// The file's name.
    pub name: String,
    /// The name of its template.
    pub template: String,
    /// The text, before it is encoded.
    pub html: String,
    /// The encoding of the file.
    pub encoding: Encoding,
    /// The bytes of `html` that came from fixed parts of the template, in ascending order, not adjacent. All other bytes
    /// are content.
    pub fixed: Vec<Range<usize>>,
    /// The named content outside records, in page order.
    pub fields: Vec<Field>,
    /// The records, by their starts; a nested record comes after the outer one.
    pub records: Vec<Record>,
}

/// A named piece of content.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Field {
    /// The slot's name.
    pub name: String,
    /// Its content.
    pub value: String,
    /// The byte of the page's `html` at which it starts.
    pub start: usize,
}

/// One of the repetitions that make a list.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Record {
    /// Its kind: `hit`, `category`.
    pub kind: String,
    /// Its bytes in the page's `html`, markup included.
    pub range: Range<usize>,
    /// Its content in page order, without that of nested records.
    pub fields: Vec<Field>,
}

/// The encoding of a page.
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
    /// Its label in the WHATWG Encoding Standard.
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
    /// If the text has a character that the encoding lacks. Our word lists have none.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let (bytes, _, lossy) = self.encoding.table().encode(&self.html);
        assert!(!lossy, "{}: a character is missing in {}", self.name, self.encoding.label());
        bytes.into_owned()
    }

    /// The texts of each name outside records, as they are shown.
    #[must_use]
    pub fn values(&self) -> BTreeMap<String, Vec<String>> {
        self.named(&self.fields, false)
    }

    /// The addresses of each name outside records, which are in attributes.
    #[must_use]
    pub fn links(&self) -> BTreeMap<String, Vec<String>> {
        self.named(&self.fields, true)
    }

    /// The texts of each name in a record.
    #[must_use]
    pub fn values_of(&self, record: &Record) -> BTreeMap<String, Vec<String>> {
        self.named(&record.fields, false)
    }

    /// The addresses of each name in a record.
    #[must_use]
    pub fn links_of(&self, record: &Record) -> BTreeMap<String, Vec<String>> {
        self.named(&record.fields, true)
    }

    /// The text of a record, including nested records.
    #[must_use]
    pub fn text_of(&self, record: &Record) -> String {
        shown(&self.html[record.range.clone()])
    }

    fn named(&self, fields: &[Field], in_tags: bool) -> BTreeMap<String, Vec<String>> {
        let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for field in fields.iter().filter(|field| self.is_in_tag(field) == in_tags) {
            named.entry(field.name.clone()).or_default().push(shown(&field.value));
        }
        named
    }

    fn is_in_tag(&self, field: &Field) -> bool {
        let before = &self.html[..field.start];
        before.rfind('<') > before.rfind('>')
    }

    /// The bytes of `html` that are content, in ascending order: all except `fixed`.
    #[must_use]
    pub fn content(&self) -> Vec<Range<usize>> {
        let starts = std::iter::once(0).chain(self.fixed.iter().map(|range| range.end));
        let ends = self.fixed.iter().map(|range| range.start).chain(std::iter::once(self.html.len()));
        starts.zip(ends).filter(|(start, end)| start < end).map(|(start, end)| start..end).collect()
    }
}

/// The text of markup: without tags, entities decoded, white space collapsed. Our templates have no `>` in attributes
/// and no other entities.
pub(crate) fn shown(html: &str) -> String {
    let mut parts = html.split('<');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (_, behind) in parts.filter_map(|part| part.split_once('>')) {
        text.push(' ');
        text.push_str(behind);
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::shown;
    use crate::{Language, Site, Template};

    #[test]
    fn a_text_is_shown_without_markup() {
        assert_eq!(shown("<p>Cole &amp; Co.<br>\n<b>a</b></p>"), "Cole & Co. a");
    }

    #[test]
    fn texts_and_addresses_are_told_apart_and_a_name_can_have_several() {
        let template = "<a href=\"{{to:choice /x}}\">{{who:choice A}}</a>, {{who:choice B}}\
                        {{#1 hit}}<img src={{to:choice y}}>{{who:choice C}}{{/}}";
        let page = Site::new("test", Template::parse(template).unwrap(), Language::English).page(1, 0);
        assert_eq!(
            page.values().into_iter().collect::<Vec<_>>(),
            [("who".into(), vec!["A".into(), "B".into()])]
        );
        assert_eq!(page.links().into_iter().collect::<Vec<_>>(), [("to".into(), vec!["/x".into()])]);
        let record = &page.records[0];
        assert_eq!(page.values_of(record)["who"], ["C"]);
        assert_eq!(page.links_of(record)["to"], ["y"]);
        assert_eq!(page.text_of(record), "C");
    }
}
