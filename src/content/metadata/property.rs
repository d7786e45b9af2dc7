//! The properties that pages state about themselves.

/// A property that a page may state.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Property {
    Title,
    Author,
    Date,
    /// The date of the last change.
    Changed,
    Site,
    Description,
    Image,
    Language,
    Kind,
    /// A section or a tag of the article.
    Topic,
}
