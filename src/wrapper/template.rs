//! The template of a wrapper, as plain values: what the wrapper file holds.
//!
//! Parts nest as elements do, so that a template is balanced by construction. A part with less support than the
//! template has pages is optional. Numbers of fields are places in [`Template::fields`].

use super::extra::Extra;
use super::identity::Sections;
use super::inline::Inline;
use super::role::Mark;
use crate::record::Columns;
use crate::repeat::Steps;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What the pages of one template have in common, and the fields between.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Template {
    /// The number of pages that it was learned from.
    pub pages: u32,
    /// The names of these pages.
    pub sources: Vec<String>,
    /// How well it fits the pages that it was learned from.
    pub reference: Reference,
    /// The fields in the order of their slots.
    pub fields: Vec<Field>,
    /// Elements that not all pages have around a part.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub extra: BTreeSet<Extra>,
    /// Labels inside texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inline: Vec<Inline>,
    /// The sections of pages: labels with values, of kinds that bear different labels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<Sections>,
    /// What a page looks like.
    pub rows: Rows,
}

/// Why a table leaves a field out.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LeftOut {
    /// It says the same on all pages.
    Same,
    /// Another field says the same.
    Twice,
    /// It numbers the items of a list.
    Number,
    /// It has neither a label nor an element of its own name, and said nothing so far.
    Empty,
    /// It stands in navigation, a dialog, a button, an aside or the footer.
    Frame,
    /// Few pages have it, and no labelled field that more have shares its element path.
    Rare,
    /// It comes in the second half of the page and has no name.
    Late,
    /// It shares its element path with others, and none has a name: comments, teasers.
    Alike,
    /// It is a sign or a letter or two, and nothing says what it is.
    Bare,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LeftOut::Same => "the same on all pages",
            LeftOut::Twice => "said by another field",
            LeftOut::Number => "numbers items",
            LeftOut::Empty => "empty on all pages",
            LeftOut::Frame => "in the page's frame",
            LeftOut::Rare => "on few pages",
            LeftOut::Late => "at the end of the page, without a label",
            LeftOut::Alike => "one of several that are alike, without labels",
            LeftOut::Bare => "too short without a label",
        })
    }
}

/// A property that a field has the values of.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Property {
    /// Its name in the vocabulary that states it.
    pub name: String,
    /// The number of learning pages that state what the field says.
    pub agree: u32,
    /// Of so many that have the field and state the property.
    pub of: u32,
}

/// How to read the records of a page.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Listing {
    /// The ways to the elements that records begin with; the one of most pages first.
    pub ways: Vec<Steps>,
    /// What stands where in a record.
    pub columns: Columns,
}

/// How rows lie in a page.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rows {
    /// The page is one row: the parts of its body in page order.
    Page(Vec<Part>),
    /// The page is a list, and each of its records a row. What is said of pages with a field is said of records.
    Records(Listing),
}

/// A piece of a template.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "part", rename_all = "lowercase")]
pub enum Part {
    /// An element that is the same one on all pages that have it.
    Element {
        /// The tag's name.
        name: String,
        /// The attributes that tell it, those whose values do not change from page to page.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        attributes: BTreeMap<String, String>,
        /// The number of pages that have it.
        support: u32,
        /// Whether a page can have several of them in a row, each of which fills the slots inside once more.
        #[serde(default, skip_serializing_if = "is_false")]
        repeated: bool,
        /// What it is in a section.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        section: Option<Mark>,
        /// What it holds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<Part>,
    },
    /// A text that is the same on all pages that have it.
    Text {
        /// The text, white space collapsed.
        text: String,
        /// The number of pages that have it.
        support: u32,
        /// The field whose value it may be: it stands where values stand, but never changed so far.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        field: Option<usize>,
        /// What it is in a section, where it may say something else.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        section: Option<Mark>,
    },
    /// All that stands between the parts around it, which is the value of a field.
    Slot {
        /// The field's number.
        field: usize,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
fn is_false(value: &bool) -> bool {
    !value
}

/// What is poured into a slot.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Field {
    /// The name, unique in its template: the label before the slot, else what the markup calls it.
    pub name: String,
    /// The template's text before the slot that says what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The number of pages that have the slot.
    pub support: u32,
    /// The number of rows in which the finished template finds a value that is not empty.
    #[serde(default)]
    pub found: u32,
    /// One text, or several.
    pub kind: FieldKind,
    /// The property that states its values, by which it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<Property>,
    /// What the values look like.
    #[serde(rename = "looks")]
    pub profile: ValueProfile,
    /// Why tables leave it out, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<LeftOut>,
}

/// How many values a slot holds.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldKind {
    /// One text.
    Text,
    /// A text for each of the repeated elements around the slot.
    List,
}

/// What the values look like that the finished template finds in the pages that it was learned from, to notice when they
/// change. Texts of a list count each.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct ValueProfile {
    /// The number of different values.
    pub distinct: u32,
    /// The share of pages with the slot where it is empty.
    pub empty: f64,
    /// The mean length of the values that are not, in characters.
    pub length: f64,
    /// The share of their characters that are digits.
    pub digits: f64,
    /// The share of their characters that are letters.
    pub letters: f64,
    /// Some of the values, shortened and sorted.
    pub sample: Vec<String>,
}

/// How well a template fits the pages that it was learned from; new pages that fit much worse have changed.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Reference {
    /// The mean share of the template's elements and texts that a page has, each weighed by its support.
    pub matched: f64,
    /// The mean share of a page's texts that are neither template nor value.
    pub uncovered: f64,
    /// Some of these texts, shortened, those of most pages first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<String>,
    /// The properties that pages state and no field has the values of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmatched: Vec<String>,
    /// The mean share of what a page alone says that stands in the records of its list.
    #[serde(default)]
    pub listed: f64,
    /// The number of rows that it finds in these pages: one for each, or one for each record.
    #[serde(default)]
    pub rows: u32,
}
