//! The template of a wrapper, as plain values: the content of the wrapper file.
//!
//! Parts nest as elements do, so that a template is balanced by construction. A part with less support than the
//! template has pages is optional. A field's number is its index in [`Template::fields`].

use crate::page::Selector;
use crate::record::Columns;
use crate::repeat::{Selection, Steps};
use crate::wrapper::page::extra_element::Extra;
use crate::wrapper::section::Mark;
use crate::wrapper::sections::classify::Sections;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The number of pages below which wrappers are worse: on eight kinds of sites the F1 of attributes is .95 from two pages, .97 from
/// three and .98 from five (`eval/quality swde`).
pub const ENOUGH_PAGES: usize = 5;

/// The parts that the pages of one template have in common, the fields between them, and the tables within.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Template {
    /// The number of pages that it was learned from.
    pub pages: u32,
    /// What a row is, unless a user asks for other rows.
    pub rows: Rows,
    /// The fields of the page itself, in the order of their slots.
    pub fields: Vec<Field>,
    /// The tables within a page: its list, and structures such as reviews.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Table>,
    /// The names of the pages that it was learned from.
    pub sources: Vec<String>,
    /// How well it fits these pages.
    #[doc(hidden)]
    pub reference: Reference,
    /// Elements that only some pages have around a part.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    #[doc(hidden)]
    pub extra: BTreeSet<Extra>,
    /// Labels with their fields: a value beside a label is identified by it, wherever it is.
    #[serde(default, skip_serializing_if = "Labels::is_empty")]
    #[doc(hidden)]
    pub labels: Labels,
    /// Elements that no page has twice, with their fields: their texts are identified by their classes, wherever they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[doc(hidden)]
    pub named: Vec<NamedElement>,
    /// Fields whose texts are several values with constant words between them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[doc(hidden)]
    pub slots: Vec<TextSlots>,
    /// The sections of pages: a label and a value each. The labels of one kind of section can differ between pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[doc(hidden)]
    pub sections: Vec<Sections>,
    /// The parts of the page's body, without the records of its list, in page order.
    #[doc(hidden)]
    pub parts: Vec<Part>,
}

/// Which rows of a page: the page as one row, or the rows of a table within it.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rows {
    /// The page is one row.
    Page,
    /// The rows of the table with this number.
    Table(usize),
}

/// The name of the rows that are pages.
pub const PAGE: &str = "page";

impl Template {
    /// All rows of its pages: those that a row is by default, then the page and the other tables.
    pub fn all_rows(&self) -> impl Iterator<Item = Rows> + use<> {
        let main = self.rows;
        let all = std::iter::once(Rows::Page).chain((0..self.tables.len()).map(Rows::Table));
        std::iter::once(main).chain(all.filter(move |&rows| rows != main))
    }

    /// The fields of some of its rows.
    ///
    /// # Panics
    /// If it has no such table.
    #[must_use]
    pub fn fields_of(&self, rows: Rows) -> &[Field] {
        match rows {
            Rows::Page => &self.fields,
            Rows::Table(number) => &self.tables[number].fields,
        }
    }

    /// The fields that a row has by default.
    #[must_use]
    pub fn main_fields(&self) -> &[Field] {
        self.fields_of(self.rows)
    }

    pub(in crate::wrapper) fn fields_of_mut(&mut self, rows: Rows) -> &mut Vec<Field> {
        match rows {
            Rows::Page => &mut self.fields,
            Rows::Table(number) => &mut self.tables[number].fields,
        }
    }

    /// The name of some of its rows: `page`, or that of the table.
    ///
    /// # Panics
    /// If it has no such table.
    #[must_use]
    pub fn name_of(&self, rows: Rows) -> &str {
        match rows {
            Rows::Page => PAGE,
            Rows::Table(number) => &self.tables[number].name,
        }
    }

    /// The rows of a name, if it has such.
    #[must_use]
    pub fn rows_named(&self, name: &str) -> Option<Rows> {
        self.all_rows().find(|&rows| self.name_of(rows) == name)
    }

    /// How many of some of its rows the learning pages have.
    pub(in crate::wrapper) fn count_of(&self, rows: Rows) -> u32 {
        match rows {
            Rows::Page => self.pages,
            Rows::Table(number) => self.tables[number].rows,
        }
    }
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

/// An element that no page has twice, and the field that is its text.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct NamedElement {
    /// The tag's name and the classes in ascending order, or the icon before its text, as a selector: `div.fax`, `li:has(> i.phone)`.
    pub element: String,
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
    /// The position of the largest element that contains only the label in its parent, and the ids and classes of the elements from that
    /// of the label up to it. Not needed if the element or a colon shows that it is a label.
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

/// A table within pages: the rows of a list page, reviews, the years of a statistic.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Table {
    /// The name, unique among the tables of the template.
    pub name: String,
    /// The number of the repeated element whose copies are its rows, counted over the parts that hold no other; none if its rows are at
    /// their element paths, whatever is around them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[doc(hidden)]
    pub list: Option<u32>,
    /// How many of these elements a row has.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[doc(hidden)]
    pub every: usize,
    /// The paths to the first elements of its rows; the path that most pages have comes first.
    #[doc(hidden)]
    pub ways: Vec<Steps>,
    /// The text of the template before its rows, if these paths lead through what is left of a page without its template, its labels and the
    /// values beside them; empty for the beginning of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[doc(hidden)]
    pub rest: Option<String>,
    /// How a user has named the list, if one has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[doc(hidden)]
    pub named: Option<NamedList>,
    /// The text of the first element on all learning pages, if it is no row; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[doc(hidden)]
    pub header: String,
    /// The number of rows on the learning pages.
    pub rows: u32,
    /// The number of learning pages that have a row.
    pub pages: u32,
    /// The reason for which it is left out, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<LeftOut>,
    /// The fields of its rows: one for each column that holds text, then those of links.
    pub fields: Vec<Field>,
    /// The columns, with the position of each in a row.
    #[serde(flatten)]
    #[doc(hidden)]
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

impl Table {
    /// The selection of the same list on other pages, if a user has named it.
    pub(in crate::wrapper) fn selection(&self) -> Option<Selection> {
        let NamedList { selector, like } = self.named.as_ref()?;
        Some(match selector {
            Some(selector) => Selection::new().records(selector.clone()),
            None => like.iter().fold(Selection::new(), Selection::like).or_at(&self.ways),
        })
    }
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

fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_one(value: &usize) -> bool {
    *value == 1
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
    /// The number of pages that have the slot, or of rows that have the column.
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
    /// A field without a label, whose values are not measured yet.
    pub(in crate::wrapper) fn new(name: String, support: u32, kind: FieldKind) -> Self {
        Field {
            name,
            label: None,
            support,
            found: 0,
            kind,
            property: None,
            profile: ValueProfile::default(),
            left_out: None,
            link_of: None,
            learned_name: None,
            position: None,
        }
    }

    /// Its name when it was learned, whatever a user calls it.
    pub(in crate::wrapper) fn name_learned(&self) -> &str {
        self.learned_name.as_ref().unwrap_or(&self.name)
    }

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
}
