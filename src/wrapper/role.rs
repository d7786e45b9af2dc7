//! What a node of a page is in a section.

use serde::{Deserialize, Serialize};

/// What a node is in a section.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The section, or the element of its label.
    Head,
    /// The text of its label.
    Label,
    /// A part of its value beside its head.
    Value,
}

/// What a node is in a section of which kind.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Mark {
    /// The number of the kind, counted over all sections of the template; none in a section of no known kind.
    pub kind: Option<u32>,
    /// What it is there.
    pub role: Role,
}

impl Mark {
    /// Adds the mark to the spelling of a node.
    pub(super) fn spell(self, spelling: &mut String) {
        use std::fmt::Write;
        write!(spelling, " {:?}", (self.kind, self.role)).expect("a string takes all");
    }
}
