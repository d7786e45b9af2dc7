//! What pages state of themselves.

/// What is stated.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Property {
    Title,
    Author,
    Date,
    /// When it was changed last.
    Changed,
    Site,
    Description,
    Image,
    Language,
    Kind,
}
