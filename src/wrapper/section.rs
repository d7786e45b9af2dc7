//! Sections as plain values: a label with its value, their position and arrangement in a page, the properties by which they
//! are compared, and the roles of their nodes.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The arrangement of sections in the element around them.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(tag = "form", rename_all = "lowercase")]
pub enum Form {
    /// Each section is an element that begins with the element of its label.
    Wrapped {
        /// The tag of the sections.
        member: String,
        /// The tags from the section down to the label; none if the label is the beginning of a text.
        label: Vec<String>,
    },
    /// Each section is the element of a label and the nodes after it, up to the next label.
    Flat {
        /// The tag of the labels.
        label: String,
    },
}

/// How sections of one kind are distinguished from others.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// By ids, classes and similar attributes of their elements.
    Markup,
    /// By their labels.
    Label,
}

/// The position and arrangement of sections in pages.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Place {
    /// The tags from the root to the element around the sections.
    pub path: Vec<String>,
    /// Their arrangement in it.
    #[serde(flatten)]
    pub form: Form,
}

/// A section of a page, by its nodes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::wrapper) struct Section {
    /// The element of the section, or the element of its label.
    pub(in crate::wrapper) head: u32,
    /// The text node of the label.
    pub(in crate::wrapper) label: u32,
    /// The nodes of the value: neighbouring children of one element, with all that is inside them.
    pub(in crate::wrapper) value: Range<u32>,
}

/// The properties of a section by which its kind is determined.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(in crate::wrapper) struct Traits {
    /// The label, or its identity in the markup; see [`By`].
    pub(in crate::wrapper) label: String,
    /// The text of the label.
    pub(in crate::wrapper) name: String,
    /// The tags of the value.
    pub(in crate::wrapper) shape: String,
    /// The number of bits of the value's length in characters.
    pub(in crate::wrapper) length: u32,
}

/// The role of a node in a section.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The element of the section, or the element of its label.
    Head,
    /// The text of the label.
    Label,
    /// A part of the value, if the value is beside the head and not in it.
    Value,
}

/// The role of a node in a section, with the section's kind.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Mark {
    /// The number of the kind, counted over all sections of the template; none in a section of unknown kind.
    pub kind: Option<u32>,
    /// The node's role.
    pub role: Role,
}

impl Mark {
    /// Appends the mark to a node's spelling, the string that its symbol stands for.
    pub(in crate::wrapper) fn spell(self, spelling: &mut String) {
        use std::fmt::Write;
        write!(spelling, " {:?}", (self.kind, self.role)).expect("writing to a string cannot fail");
    }
}
