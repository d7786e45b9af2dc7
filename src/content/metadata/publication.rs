//! The date of publication of a page, from the dates that it shows and the one that it states.
//!
//! In: what the page states, and the dates that it shows, most probable first. Out: the date as written, and in ISO 8601.
//!
//! ```text
//! shown 3 May 2020, stated 2020-05-03T10:30Z     both: the stated one is exact
//! shown 3 May 2020, stated 2019-01-01            the shown one
//! shown 4 June 2021, which is stated as a change the stated one
//! ```
//!
//! Time is linear in the dates.

use super::Fact;
use super::shown::ShownDate;
use super::stated::{Property, Source, Stated};
use crate::record::role;

/// Returns the date and its ISO form: a date that is both shown and stated, else the shown date nearest to the
/// headline, else the stated one. A shown date that the page states as the date of its last change is not the date of
/// publication.
pub(super) fn publication(stated: &Stated, dates: &[ShownDate]) -> (Option<Fact>, Option<String>) {
    let told = stated.get(Property::Date);
    let told_day = told.and_then(|(text, _)| role::stated(text));
    let changed = stated.get(Property::Changed).and_then(|(text, _)| role::stated(text));
    let shown = |date: &ShownDate| Some(Fact { text: date.text.clone(), source: Source::Shown });
    let is_day = |iso: &Option<String>, day: &Option<String>| {
        iso.as_deref().zip(day.as_deref()).is_some_and(|(iso, day)| role::are_near(iso, day))
    };
    if told_day.is_some() {
        if let Some(date) = dates.iter().find(|date| is_day(&date.iso, &told_day)) {
            return (shown(date), told_day);
        }
        if dates.first().is_none_or(|date| date.iso.is_none() || is_day(&date.iso, &changed)) {
            return (told.map(|(text, source)| Fact { text: text.to_owned(), source }), told_day);
        }
    }
    match dates.first() {
        Some(date) => (shown(date), date.iso.clone()),
        None => (told.map(|(text, source)| Fact { text: text.to_owned(), source }), None),
    }
}
