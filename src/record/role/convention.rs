//! What the dates of a page are read with: its language, the order of day and month on its site, and the time of its retrieval.

use super::month::Language;
use jiff::Timestamp;

/// What the dates of a page are read with.
#[derive(Clone, Debug, Default)]
pub struct Convention {
    /// The language of the page.
    pub(crate) language: Language,
    /// Whether the dates of its site have the month before the day, if they show it.
    pub(crate) month_first: Option<bool>,
    /// The time at which it was retrieved.
    pub(crate) retrieved: Option<Timestamp>,
}

impl From<Language> for Convention {
    fn from(language: Language) -> Self {
        Convention { language, ..Convention::default() }
    }
}

/// Which of day and month a date has first.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct ShownOrder {
    pub(super) month_first: bool,
    /// Whether both are numbers.
    pub(super) numbers: bool,
}
