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

use super::shown::ShownDate;
use super::stated::{Property, Source, Stated};
use super::{Fact, Metadata};
use crate::measure::{LEAST, are_nearly_all};
use crate::record::role;
use std::collections::BTreeMap;

/// A date as written, and its ISO form.
pub(super) type Publication = (Option<Fact>, Option<String>);

/// Returns the date and its ISO form: a date that is both shown and stated, else the shown date nearest to the
/// headline, else the stated one. A shown date that the page states as the date of its last change is not the date of
/// publication.
pub(super) fn publication<'d>(
    stated: &Stated,
    mut dates: impl Iterator<Item = &'d ShownDate> + Clone,
) -> Publication {
    let told = stated.get(Property::Date);
    let told_day = told.and_then(|(text, _)| role::stated(text));
    let changed = stated.get(Property::Changed).and_then(|(text, _)| role::stated(text));
    let shown = |date: &ShownDate| Some(Fact { text: date.text.clone(), source: Source::Shown });
    let is_day = |iso: &Option<String>, day: &Option<String>| {
        iso.as_deref().zip(day.as_deref()).is_some_and(|(iso, day)| role::are_near(iso, day))
    };
    if told_day.is_some() {
        if let Some(date) = dates.clone().find(|date| is_day(&date.iso, &told_day)) {
            return (shown(date), told_day);
        }
        if dates.clone().next().is_none_or(|date| date.iso.is_none() || is_day(&date.iso, &changed)) {
            return (told.map(|(text, source)| Fact { text: text.to_owned(), source }), told_day);
        }
    }
    match dates.next() {
        Some(date) => (shown(date), date.iso.clone()),
        None => (told.map(|(text, source)| Fact { text: text.to_owned(), source }), None),
    }
}

/// Whether a date that a page shows is one of these; one that it states counts as such.
pub(super) fn is_among<'d>(date: Option<&Fact>, mut dates: impl Iterator<Item = &'d ShownDate>) -> bool {
    let shown = date.filter(|date| date.source == Source::Shown);
    shown.is_none_or(|shown| dates.any(|date| date.text == shown.text))
}

/// Takes the date from pages whose date is outside the article and the same as that of nearly all others with such a date: it is that of the
/// last change of the site, or the day on which it was read. Given: for each page with a date outside what its date is without it.
pub(super) fn drop_dates_of_frame(pages: &mut [Metadata], without_frame: Vec<Option<Publication>>) {
    let date = |page: &Metadata| (page.date.as_ref().map(|date| date.text.clone()), page.iso_date.clone());
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for (page, _) in pages.iter().zip(&without_frame).filter(|(_, without)| without.is_some()) {
        *counts.entry(date(page)).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    let Some((of_frame, most)) = counts.into_iter().max_by_key(|&(_, count)| count) else { return };
    if most < LEAST || !are_nearly_all(most, all) {
        return;
    }
    for (page, without) in pages.iter_mut().zip(without_frame) {
        if let Some(without) = without.filter(|_| date(page) == of_frame) {
            (page.date, page.iso_date) = without;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::metadata;
    use crate::content::contents;
    use crate::content::sentences::sentence;
    use crate::document::Document;

    #[test]
    fn the_day_above_all_pages_is_not_the_date_of_each() {
        let page = |number: usize| {
            let paragraph = |at: usize| ["<p>".to_owned(), sentence(number * 5 + at), "</p>".to_owned()];
            let text: String = (0..5).flat_map(paragraph).collect();
            let stated = format!("<meta property=article:published_time content=2020-05-0{number}>");
            let page = format!(
                "<head><title>Rain {number}</title>{stated}</head><p>9 June 2021</p><h1>Rain {number}</h1>{text}"
            );
            Document::new(format!("{number}"), page)
        };
        let pages: Vec<Document> = (1..5).map(page).collect();
        let found = metadata(&pages, &contents(&pages));
        let dates: Vec<String> = found.into_iter().filter_map(|page| page.iso_date).collect();
        assert_eq!(dates, (1..5).map(|number| format!("2020-05-0{number}")).collect::<Vec<_>>());
    }
}
