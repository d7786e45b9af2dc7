//! The role of a node in a section of a page, as plain values. A section is a label with its value.

use serde::{Deserialize, Serialize};

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
    pub(super) fn spell(self, spelling: &mut String) {
        use std::fmt::Write;
        write!(spelling, " {:?}", (self.kind, self.role)).expect("writing to a string cannot fail");
    }
}
