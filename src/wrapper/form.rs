//! Sections as plain values: how they lie in a page, where, and what counts of one.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How sections lie in the element around them.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(tag = "form", rename_all = "lowercase")]
pub enum Form {
    /// Each is an element that begins with the label's.
    Wrapped {
        /// The tag of the sections.
        member: String,
        /// The tags down to the label; none if it is the beginning of a text.
        label: Vec<String>,
    },
    /// Each is a label's element with what follows it, up to the next one.
    Flat {
        /// The tag of the labels.
        label: String,
    },
}

/// What distinguishes sections of one kind from others.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Ids, classes and the like of its elements.
    Markup,
    /// Its label.
    Label,
}

/// Where sections lie in pages.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Place {
    /// The tags from the root to the element around them.
    pub path: Vec<String>,
    /// How they lie in it.
    #[serde(flatten)]
    pub form: Form,
}

/// A section of a page, by its nodes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Section {
    /// The element that it is or that its label is in.
    pub(super) head: u32,
    /// The label's text.
    pub(super) label: u32,
    /// What it is the label of: neighbouring children of one element.
    pub(super) value: Range<u32>,
}

/// What counts of a section.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Traits {
    /// What distinguishes sections of one kind from others.
    pub(super) label: String,
    /// What people call it.
    pub(super) name: String,
    /// The tags of the value.
    pub(super) shape: String,
    /// The length of the value in characters, in bits.
    pub(super) length: u32,
}
