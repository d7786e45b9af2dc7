//! The template of a wrapper, as plain values: the content of the wrapper file.
//!
//! Parts nest as elements do, so that a template is balanced by construction. A part with less support than the
//! template has pages is optional. A field's number is its index in [`Template::fields`].

use crate::page::Selector;
use crate::record::Columns;
use crate::repeat::{Selection, Steps};
use crate::wrapper::page::extra_element::Extra;
use crate::wrapper::page::inline_label::Inline;
use crate::wrapper::section::Mark;
use crate::wrapper::sections::classify::Sections;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The parts that the pages of one template have in common, and the fields between them.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Template {
    /// The number of pages that it was learned from.
    pub pages: u32,
    /// The names of these pages.
    pub sources: Vec<String>,
    /// How well it fits the pages that it was learned from.
    #[doc(hidden)]
    pub reference: Reference,
    /// The fields in the order of their slots.
    pub fields: Vec<Field>,
    /// Elements that only some pages have around a part.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    #[doc(hidden)]
    pub extra: BTreeSet<Extra>,
    /// Labels that are the beginning of a text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[doc(hidden)]
    pub inline: Vec<Inline>,
    /// Labels with their fields: a value beside a label is identified by it, wherever it is.
    #[serde(default, skip_serializing_if = "Labels::is_empty")]
    #[doc(hidden)]
    pub labels: Labels,
    /// Fields whose texts are several values with constant words between them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[doc(hidden)]
    pub slots: Vec<TextSlots>,
    /// The sections of pages: a label and a value each. The labels of one kind of section can differ between pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[doc(hidden)]
    pub sections: Vec<Sections>,
    /// The tables within a page that is one row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<ChildTable>,
    /// Whether a page is one row or a list of rows, and how to read it.
    #[doc(hidden)]
    pub rows: Rows,
}

/// The labels of a template.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Labels {
    /// The forms that labels have. Other texts of these forms end a value too.
    pub forms: BTreeSet<LabelForm>,
    /// The labels.
    pub labels: Vec<Labelled>,
}

/// A label, and the field that is beside it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Labelled {
    /// The label, without the colon that ends it.
    pub label: String,
    /// The number of its field.
    pub field: usize,
}

impl Labels {
    /// Whether there is no label.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }
}

/// Where labels are: two labels of one form are marked up alike.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
pub struct LabelForm {
    /// The tags from the root to the element around the label.
    pub path: String,
    /// Whether a colon ends the label.
    pub colon: bool,
    /// The position of the label in its parent element, and the id and classes of its own element. Not needed if the
    /// element or a colon shows that it is a label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<(usize, String)>,
}

/// A field whose text is divided.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct TextSlots {
    /// The number of the field.
    pub field: usize,
    /// What is before, between and after the parts; the first and the last can be empty.
    pub constants: Vec<String>,
    /// The numbers of the fields of the parts.
    pub parts: Vec<usize>,
}

/// The reason for which tables leave a field out.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LeftOut {
    /// Its value is the same on all pages.
    Same,
    /// Another field has the same values.
    Twice,
    /// It numbers the items of a list.
    Number,
    /// It has neither a label nor an element of its own, and was empty on all learning pages.
    Empty,
    /// It is in navigation, a dialog, a button, an aside or the footer.
    Frame,
    /// Few pages have it, and no labelled field that more pages have shares its element path.
    Rare,
    /// It is in the second half of the page and has no name.
    Late,
    /// It is one of several fields with the same element path, none of which has a name: comments, teasers.
    Alike,
    /// It is a punctuation mark or a letter or two, and has no label.
    Bare,
    /// It is an address that pages state in their data, or that of a link.
    Address,
    /// Its texts are the rows of a table within the page, whose cells are on lines of their own.
    Table,
    /// A user does not want it.
    Dropped,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LeftOut::Same => "the same on all pages",
            LeftOut::Twice => "equal to another field",
            LeftOut::Number => "item numbers",
            LeftOut::Empty => "empty on all pages",
            LeftOut::Frame => "in the page's frame",
            LeftOut::Rare => "on few pages",
            LeftOut::Late => "at the end of the page, without a label",
            LeftOut::Alike => "one of several similar fields without labels",
            LeftOut::Bare => "very short, without a label",
            LeftOut::Address => "an address, not shown to readers",
            LeftOut::Table => "the rows of a table",
            LeftOut::Dropped => "not wanted",
        })
    }
}

/// A property that pages state in their data, with the same values as a field.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Property {
    /// Its name in the vocabulary that states it.
    pub name: String,
    /// The number of learning pages on which the property has the field's value.
    pub agree: u32,
    /// The number of learning pages that have the field and state the property.
    pub of: u32,
    /// Whether the values are those that pages state, because no text of theirs has them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub only_stated: bool,
}

/// A table within pages that are one row each: a list of the template, each of whose elements is a row.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct ChildTable {
    /// The name, unique among the tables of the template: that of the first field in the list.
    pub name: String,
    /// The number of the list: its repeated element, counted over those of the template that hold no other.
    pub list: u32,
    /// The text of the first element on all learning pages, if it is no row; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub header: String,
    /// The number of rows on the learning pages.
    pub rows: u32,
    /// The reason for which it is left out, if it is: all fields in its list are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<LeftOut>,
    /// The columns, with the position of each in a row.
    #[serde(flatten)]
    pub columns: Columns,
}

impl ChildTable {
    /// The names of its columns; a [`Row`](crate::wrapper::Row) of the table has a value for each.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let texts = self.columns.columns().iter().filter(|column| column.key.kind.is_text());
        texts.map(|column| &*column.name)
    }
}

/// How to read the records of a page.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Listing {
    /// The paths to the first elements of records; the path that most pages have comes first.
    pub ways: Vec<Steps>,
    /// How a user has named the list, if one has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named: Option<NamedList>,
    /// The columns, with the position of each in a record.
    pub columns: Columns,
}

/// A list as a user has named it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct NamedList {
    /// The selector of its records, which is read instead of the paths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<Selector>,
    /// The texts of one of its records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub like: Vec<String>,
}

impl Listing {
    /// The selection of the same list on other pages, if a user has named it.
    pub(in crate::wrapper) fn selection(&self) -> Option<Selection> {
        let NamedList { selector, like } = self.named.as_ref()?;
        Some(match selector {
            Some(selector) => Selection::new().records(selector.clone()),
            None => like.iter().fold(Selection::new(), Selection::like).or_at(&self.ways),
        })
    }
}

/// Whether a page is one row or a list of rows.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rows {
    /// The page is one row: the parts of its body in page order.
    Page(Vec<Part>),
    /// The page is a list, and each of its records is a row. Numbers of pages with a field are then numbers of records.
    Records(Box<Listing>),
}

/// A part of a template.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "part", rename_all = "lowercase")]
pub enum Part {
    /// An element that corresponds on all pages that have it.
    Element {
        /// The tag's name.
        name: String,
        /// The attributes that identify it: those whose values do not change from page to page.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        attributes: BTreeMap<String, String>,
        /// The number of pages that have it.
        support: u32,
        /// Whether a page can have several of them in a row, each with values for the slots inside.
        #[serde(default, skip_serializing_if = "is_false")]
        repeated: bool,
        /// Its role in a section.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        section: Option<Mark>,
        /// The parts inside it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<Part>,
    },
    /// A text that is the same on all pages that have it.
    Text {
        /// The text, white space collapsed.
        text: String,
        /// The number of pages that have it.
        support: u32,
        /// The field whose value it may be: it is where a value would be, but was the same on all learning pages.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        field: Option<usize>,
        /// Its role in a section, where its text may differ.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        section: Option<Mark>,
    },
    /// The gap between the parts before and after it. Its content is the value of a field.
    Slot {
        /// The field's number.
        field: usize,
    },
}

impl Part {
    /// Whether it is a list: a repeated element that holds no other. Lists have numbers in page order.
    pub(in crate::wrapper) fn is_list(&self) -> bool {
        matches!(self, Part::Element { repeated: true, parts, .. } if !parts.iter().any(Part::is_or_holds_repeated))
    }

    fn is_or_holds_repeated(&self) -> bool {
        match self {
            Part::Element { repeated, parts, .. } => {
                *repeated || parts.iter().any(Part::is_or_holds_repeated)
            }
            Part::Text { .. } | Part::Slot { .. } => false,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A field: the name of a slot and what is known of its values.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Field {
    /// The name, unique in its template: the label before the slot, else a name from the markup.
    pub name: String,
    /// The template's text before the slot that is its label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The number of pages that have the slot.
    pub support: u32,
    /// The number of rows in which the finished template finds a value that is not empty.
    #[serde(default)]
    pub found: u32,
    /// One text, or several.
    pub kind: FieldKind,
    /// The property that has its values, and after which it is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[doc(hidden)]
    pub property: Option<Property>,
    /// Statistics of its values.
    #[serde(rename = "looks")]
    #[doc(hidden)]
    pub profile: ValueProfile,
    /// The reason for which tables leave it out, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<LeftOut>,
    /// The number of the field whose links it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_of: Option<usize>,
    /// The name that was learned, if a user has given another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learned_name: Option<String>,
    /// Its position among the columns of a table, from 0, if a user has put it in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<usize>,
}

impl Field {
    /// The property that pages state and whose values no text of theirs has, if the field is one.
    pub(in crate::wrapper) fn only_stated(&self) -> Option<&str> {
        let property = self.property.as_ref().filter(|property| property.only_stated)?;
        Some(&property.name)
    }
}

/// How many values a slot holds.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum FieldKind {
    /// One text.
    Text,
    /// A text for each of the repeated elements around the slot.
    List,
}

/// Statistics of the values that the finished template finds in the learning pages. Later values are compared with them, to
/// notice a change. Each text of a list counts as a value.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct ValueProfile {
    /// The number of different values.
    pub distinct: u32,
    /// The share of empty values among the pages that have the slot.
    pub empty: f64,
    /// The mean length of the values that are not empty, in characters.
    pub length: f64,
    /// The share of their characters that are digits.
    pub digits: f64,
    /// The share of their characters that are letters.
    pub letters: f64,
    /// Some of the values, shortened and sorted.
    pub sample: Vec<String>,
}

/// How well a template fits the pages that it was learned from. New pages that fit much worse have changed.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Reference {
    /// The mean share of the template's elements and texts that a page has, each weighted by its support.
    pub matched: f64,
    /// The mean share of a page's texts that are neither template nor value.
    pub uncovered: f64,
    /// Some of these texts, shortened; the texts of most pages come first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<String>,
    /// The properties that pages state and whose values no field has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmatched: Vec<String>,
    /// The number of rows that the template finds in these pages: one for each page, or one for each record.
    #[serde(default)]
    pub rows: u32,
}
