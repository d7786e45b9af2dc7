//! Checks whether a wrapper still fits the pages of its site.
//!
//! In: a wrapper and the present pages. Out: a [`Check`]: how much of the template each page has, and for each field how
//! many rows have it and how similar its values are, compared with the learning pages.
//!
//! ```text
//! field    at learning        now
//! price    20 of 20, "£9.50"  50 of 50, "£11.00"      kept
//! series   12 of 20           0 of 50                 gone: chance gives that once in 200 million
//! ```
//!
//! A field is gone if chance alone is too unlikely as an explanation. Where something has changed, a new wrapper is learned
//! from the present pages and compared with the old one, which distinguishes fields that are gone from fields that moved or
//! have another label.
//!
//! Time of an extraction; where something changed, also the time of learning from [`LEARNED_ANEW`] pages.

mod chance;
mod reading;

use self::chance::chance_of_so_few;
use self::reading::Reading;
use super::template::{Field, Rows, Template, ValueProfile};
use super::update::{Fate, FieldChange, composition_likeness, full_name, table_of};
use super::{Extraction, Extractor, Lost, Row, Wrapper};
use crate::document::{Corpus, Document};
use crate::page::Tree;
use crate::spectrum::exact;
use crate::wrapper::fields::stated::{StatedProperties, normalized_texts};
use crate::wrapper::value_profile::SAMPLE_LENGTH;
use rayon::prelude::*;
use serde::Serialize;
use std::cell::LazyCell;

/// A page is of another template, or site, if its share of the template, relative to that of the learning pages, is below this:
/// pages of other sites have at most 0.04 of a template learned from five pages, pages of the same site without classes and ids
/// 0.3 and more.
const MIN_MATCHED_OF_SITE: f64 = 0.2;

/// A page has changed if its share of the template, relative to that of the learning pages, is below this. Of sites of swde, recipes
/// and `detail`, learned from two to twenty pages, 12 of 220 halves of unchanged pages were wrongly reported as changed, with 0.8
/// here and 0.3 for `MAX_MORE_UNCOVERED` 30; of eleven sites of swde without their classes and ids six are detected, with 0.8
/// and 0.3 eight, before their fields are compared.
const MIN_MATCHED: f64 = 0.7;

/// The same for a template that was learned from one page, which contains texts that only this page has: 14 of 15 unchanged
/// pages of recipes have more.
const MIN_MATCHED_ONE_PAGE: f64 = 0.5;

/// A page has changed if the share of its texts that are neither template nor value exceeds that of the learning pages by more
/// than this: see `MIN_MATCHED`.
const MAX_MORE_UNCOVERED: f64 = 0.5;

/// A field is gone if the probability that so few rows have it by chance is below this. From 0.001 to 0.005 there is one false
/// alarm on 220 halves of the unchanged pages of sites with up to 70 fields each, and all fields are detected that five of five
/// pages had and none of five has now.
const MAX_CHANCE: f64 = 0.002;

/// Values have changed if their likeness to the values at learning time is below this: true of one of 6032 fields on the unchanged
/// pages above, and of a quarter of the pairs of different fields of a template.
const MIN_LIKENESS: f64 = 0.4;

/// The minimum number of rows with a field, before and now, to compare its values; before also for comparing them one by one.
const MIN_VALUES: u32 = 5;

/// The number of pages from which a new wrapper is learned to find out what became of a field: as many as learning needs.
pub const LEARNED_ANEW: usize = 20;

/// How well a wrapper fits pages.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Check {
    /// Whether the wrapper fits: most pages have most of the template, no field is gone, and no field's values are of another
    /// kind.
    pub fits: bool,
    /// The texts that no field covers, of the pages that have something in common with the wrapper.
    pub lost: Lost,
    /// The pages, in the order given.
    pub pages: Vec<PageCheck>,
    /// The fields of the templates that pages have, by template, and then the new fields.
    pub fields: Vec<FieldCheck>,
}

/// How well a wrapper fits a page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PageCheck {
    /// The page's path, as given.
    pub path: String,
    /// Its address, if the input knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Whether the page has most of the template.
    pub fits: bool,
    /// Whether it has almost nothing of any template: a page of another kind, or of another site.
    #[serde(rename = "foreign")]
    pub is_foreign: bool,
    /// The number of the template that fits best; none if no template has anything in common with the page.
    pub template: Option<usize>,
    /// The share of the template that the page has, divided by that of the learning pages.
    pub matched: f64,
    /// The share of the page's texts that are neither template nor value.
    pub uncovered: f64,
    /// The fields that it lacks although all learning pages had them.
    pub missing: Vec<String>,
}

/// What became of a field.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FieldCheck {
    /// The number of its template.
    pub template: usize,
    /// The table whose rows have it, or `page`; none if these are the rows by default.
    pub table: Option<String>,
    /// Its name.
    pub field: String,
    /// Whether tables show it. Other fields are not checked.
    pub is_shown: bool,
    /// Whether it is unchanged: it is not missing more often than by chance, and its values are of the same kind.
    pub fits: bool,
    /// What became of it.
    pub fate: Fate,
    /// Its label or name on the old pages, if it differs from that on the new ones.
    pub was: Option<String>,
    /// Its label or name on the new pages, in that case.
    pub is: Option<String>,
    /// The rows that had a value for it, of the rows at learning time.
    pub before: Share,
    /// The rows that have a value for it, of the rows of the pages given.
    pub now: Share,
    /// The likeness of its values to those at learning time, from 0 to 1; none if there are too few values.
    pub alike: Option<f64>,
    /// How many of its values are of another kind than all that were learned; none if it had too few to tell.
    pub strange: Option<u32>,
    /// For a field named after a property that pages state: the pages that state the field's value, of all that state the
    /// property.
    pub stated: Option<Share>,
}

impl FieldCheck {
    /// The field's name, behind that of its table if its rows are not those by default: `reviews.author`.
    #[must_use]
    pub fn full_name(&self) -> String {
        full_name(self.table.as_deref(), &self.field)
    }
}

/// A number of things out of all of them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Share {
    /// The number of those counted.
    pub some: u32,
    /// The number of all.
    pub all: u32,
}

/// Compares pages with a wrapper. Pages that do not fit are no error; they are part of the result.
///
/// `tolerated` is the share of pages that may be of another kind, such as a message that a product is sold out.
#[must_use]
pub fn check(wrapper: &Wrapper, corpus: &Corpus, tolerated: f64) -> Check {
    let extractor = Extractor::new(wrapper);
    let documents = corpus.documents();
    let found: Vec<Option<Extraction>> = documents
        .par_iter()
        .map_init(|| extractor.reader(), |reader, document| reader.extract(document.text()))
        .collect();
    let pages: Vec<PageCheck> = documents
        .iter()
        .zip(&found)
        .map(|(document, found)| page_check(wrapper, document, found.as_ref()))
        .collect();
    // Values from pages of another site do not count.
    let found: Vec<Option<Extraction>> =
        found.into_iter().zip(&pages).map(|(found, page)| found.filter(|_| !page.is_foreign)).collect();
    let templates = wrapper.templates.iter().enumerate();
    let all_rows =
        templates.flat_map(|(number, template)| template.all_rows().map(move |rows| (number, rows)));
    let mut fields: Vec<FieldCheck> = all_rows
        .flat_map(|(number, rows)| rows_check(number, &wrapper.templates[number], rows, &found))
        .collect();
    compare_with_stated(wrapper, documents, &found, &mut fields);
    let unfit = exact(pages.iter().filter(|page| !page.fits).count() as u64);
    let most_fit = unfit <= tolerated * exact(pages.len() as u64);
    if !most_fit || fields.iter().any(|field| !field.fits) {
        relearn(wrapper, documents, &mut fields);
    }
    let fits = most_fit && fields.iter().all(|field| field.fits || field.fate == Fate::New);
    let sources = documents.iter().map(Document::text);
    let lost = Lost::of(sources.zip(&found).filter_map(|(source, found)| Some((source, found.as_ref()?))));
    Check { fits, lost, pages, fields }
}

fn page_check(wrapper: &Wrapper, document: &Document, found: Option<&Extraction>) -> PageCheck {
    let (path, url) = (document.name().to_owned(), document.address().map(str::to_owned));
    let Some(found) = found else {
        return PageCheck {
            path,
            url,
            fits: false,
            is_foreign: true,
            template: None,
            matched: 0.0,
            uncovered: 1.0,
            missing: vec![],
        };
    };
    let template = &wrapper.templates[found.template];
    // A page may have more of the template than those that it was learned from.
    let matched = if template.reference.matched > 0.0 {
        (found.matched / template.reference.matched).min(1.0)
    } else {
        1.0
    };
    let uncovered = found.uncovered_share();
    let is_there = |index: usize| {
        found.rows().iter().filter_map(|row| row[index].as_ref()).any(|value| !value.is_empty())
    };
    let missing = template.main_fields().iter().enumerate();
    let missing = missing.filter(|&(index, field)| {
        field.left_out.is_none() && field.found == template.count_of(template.rows) && !is_there(index)
    });
    PageCheck {
        path,
        url,
        is_foreign: matched < MIN_MATCHED_OF_SITE,
        fits: if template.pages == 1 {
            matched >= MIN_MATCHED_ONE_PAGE
        } else {
            matched >= MIN_MATCHED && uncovered - template.reference.uncovered <= MAX_MORE_UNCOVERED
        },
        template: Some(found.template),
        matched,
        uncovered,
        missing: missing.map(|(_, field)| field.name.clone()).collect(),
    }
}

/// Checks the fields of some rows of a template on the pages for which it is the best template.
fn rows_check(number: usize, template: &Template, of: Rows, found: &[Option<Extraction>]) -> Vec<FieldCheck> {
    let found: Vec<&Extraction> = found.iter().flatten().filter(|found| found.template == number).collect();
    let rows: Vec<&Row> = found.iter().flat_map(|found| found.rows_of(of)).collect();
    let count = |count: usize| u32::try_from(count).expect("fewer rows than bytes");
    // A table without a row is gone if that is not chance.
    let had = match of {
        Rows::Page => template.pages,
        Rows::Table(table) => template.tables[table].pages,
    };
    let had = Share { some: had, all: template.pages };
    let is_lost =
        rows.is_empty() && chance_of_so_few(had, Share { some: 0, all: count(found.len()) }) < MAX_CHANCE;
    if rows.is_empty() && !is_lost {
        return Vec::new();
    }
    let is_main = of == template.rows;
    let is_table_shown = !matches!(of, Rows::Table(table) if template.tables[table].left_out.is_some());
    let checks = template.fields_of(of).iter().enumerate().map(|(index, field)| {
        let values: Vec<_> =
            rows.iter().filter_map(|row| row[index].as_ref()).filter(|value| !value.is_empty()).collect();
        let before = Share { some: field.found, all: template.count_of(of) };
        let now = Share { some: count(values.len()), all: count(rows.len()) };
        let strange = (is_main && before.some >= MIN_VALUES).then(|| {
            let is_strange = strangeness(&field.profile);
            count(values.iter().filter(|value| value.texts.iter().any(|text| is_strange(text))).count())
        });
        let texts: Vec<String> = values.iter().flat_map(|value| value.texts.iter().cloned()).collect();
        let enough = before.some >= MIN_VALUES && now.some >= MIN_VALUES;
        let alike = enough.then(|| composition_likeness(&field.profile, &ValueProfile::of(texts)));
        let is_shown = is_table_shown && field.left_out.is_none();
        // The rows of a table within a page have much in common, so only what most of them had and none has any more is not chance.
        let may_be_gone = is_main || now.some == 0 && 2 * before.some > before.all;
        let is_gone = is_shown && (is_lost || may_be_gone && chance_of_so_few(before, now) < MAX_CHANCE);
        let is_alike = alike.is_none_or(|alike| alike >= MIN_LIKENESS);
        // Some are signs that there is no value, and errors of the site.
        let few_strange = strange.is_none_or(|some| 2 * some <= now.some);
        FieldCheck {
            template: number,
            table: table_of(template, of),
            field: field.name.clone(),
            is_shown,
            fits: !is_gone && (!is_shown || is_alike && few_strange),
            fate: if is_gone { Fate::Gone } else { Fate::Kept },
            was: None,
            is: None,
            before,
            now,
            alike,
            strange,
            stated: None,
        }
    });
    checks.collect()
}

/// Whether a value is composed of other characters than the learned values, and than each of those that are kept of them: a number
/// among words. Or whether these all read as dates, amounts, numbers, addresses or a few words, and the value does not: an ISBN among
/// numbers of pages.
fn strangeness(learned: &ValueProfile) -> impl Fn(&str) -> bool {
    let profile = |value: &str| ValueProfile::of([value.to_owned()]);
    let kept = LazyCell::new(move || -> Vec<ValueProfile> {
        learned.sample.iter().map(|known| profile(known)).collect()
    });
    let reading = LazyCell::new(move || Reading::of_all(&learned.sample, SAMPLE_LENGTH));
    move |value| {
        let own = profile(value);
        let is_unlike = |other: &ValueProfile| composition_likeness(other, &own) < MIN_LIKENESS;
        let is_composed_otherwise = || is_unlike(learned) && kept.iter().all(is_unlike);
        let reads_otherwise = || reading.as_ref().is_some_and(|reading| !reading.fits(value));
        !value.is_empty() && (is_composed_otherwise() || reads_otherwise())
    }
}

/// Counts for each field the pages that state its property, and among them the pages on which property and field agree.
fn compare_with_stated(
    wrapper: &Wrapper,
    documents: &[Document],
    found: &[Option<Extraction>],
    fields: &mut [FieldCheck],
) {
    let has_property = |field: &Field| field.property.is_some();
    if !wrapper.templates.iter().flat_map(|template| &template.fields).any(has_property) {
        return;
    }
    let stated: Vec<StatedProperties> =
        documents.par_iter().map(|document| StatedProperties::of(&Tree::whole(document.text()))).collect();
    for check in fields {
        let template = &wrapper.templates[check.template];
        if check.table != table_of(template, Rows::Page) {
            continue;
        }
        let known = &template.fields;
        let Some(index) = known.iter().position(|field| field.name == check.field) else { continue };
        let Some(property) = &known[index].property else { continue };
        if property.only_stated {
            continue;
        }
        for (found, stated) in found.iter().zip(&stated) {
            let Some(found) = found.as_ref().filter(|found| found.template == check.template) else {
                continue;
            };
            let value = found.page[index].as_ref().map(normalized_texts);
            let Some(said) = value.filter(|said| !said.is_empty()) else { continue };
            let Some(is_stated) = stated.agrees(&property.name, &said) else { continue };
            let share = check.stated.get_or_insert_default();
            share.all += 1;
            share.some += u32::from(is_stated);
        }
    }
}

/// Learns a new wrapper from the pages, and determines from it what became of the fields that are gone and which fields are
/// new. If nothing can be learned, `fields` stay as they are.
fn relearn(wrapper: &Wrapper, documents: &[Document], fields: &mut Vec<FieldCheck>) {
    // One page would give a worse wrapper than the old one, and without fields all pages are of another site.
    if documents.len() < 2 || fields.is_empty() {
        return;
    }
    // A sample evenly spaced over all pages.
    let step = documents.len().div_ceil(LEARNED_ANEW).max(1);
    let some: Corpus = documents.iter().step_by(step).cloned().collect();
    let Ok(relearned) = wrapper.learner().learn(&some) else { return };
    let (relearned, changes) = relearned.updated_from(wrapper);
    for change in changes {
        if change.fate == Fate::New {
            fields.push(new_field(&relearned, change));
            continue;
        }
        let is_it = |field: &&mut FieldCheck| {
            (&field.table, &field.field) == (&change.table, &change.field) && field.fate == Fate::Gone
        };
        let Some(field) = fields.iter_mut().find(is_it) else { continue };
        field.fate = match change.fate {
            // It has its old label and position among the fields, but the old wrapper's elements do not find it.
            Fate::Kept => Fate::Moved,
            fate => fate,
        };
        (field.was, field.is) = (change.was, change.is);
    }
}

fn new_field(relearned: &Wrapper, change: FieldChange) -> FieldCheck {
    let template = &relearned.templates[change.template];
    let rows = change.table.as_deref().and_then(|name| template.rows_named(name)).unwrap_or(template.rows);
    let field = template.fields_of(rows).iter().find(|field| field.name == change.field);
    let found = field.map_or(0, |field| field.found);
    FieldCheck {
        template: change.template,
        table: change.table,
        field: change.field,
        is_shown: true,
        fits: true,
        fate: Fate::New,
        was: None,
        is: None,
        before: Share::default(),
        now: Share { some: found, all: template.count_of(rows) },
        alike: None,
        strange: None,
        stated: None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Check, Fate, check};
    use crate::document::{Corpus, Document};
    use crate::wrapper::{Learner, Wrapper};

    /// Pages about a person, a town and a year, with the markup that `write` produces.
    fn pages(range: std::ops::Range<usize>, write: impl Fn(&str, &str, usize) -> String) -> Corpus {
        let names = ["Ann Hill", "Bob Cole", "Cy Marsh", "Dee Quist", "Eve Vance", "Flo Abbot", "Guy Novak"];
        let towns = ["Bonn", "Lyon", "Turin", "Graz", "Ghent", "Delft", "Cadiz", "Porto"];
        let page = |i: usize| {
            let html = write(names[i % 7], towns[i * 3 % 8], 1900 + i * 7 % 90);
            Document::new(format!("{i}.html"), html)
        };
        range.map(page).collect()
    }

    fn usual(name: &str, town: &str, year: usize) -> String {
        format!(
            "<div id=head>People of the valley</div><h1>{name}</h1><table class=facts><tr><th>Town</th><td>{town}</td></tr>\
             <tr><th>Born</th><td>{year}</td></tr></table><p class=end>Written by hand</p>"
        )
    }

    fn wrapper() -> Wrapper {
        Learner::new().learn(&pages(0..10, usual)).unwrap()
    }

    fn fate(check: &Check, name: &str) -> (Fate, bool) {
        let field = check.fields.iter().find(|field| field.field == name).expect("a field of this name");
        (field.fate, field.fits)
    }

    #[test]
    fn other_pages_of_the_site_fit() {
        let check = check(&wrapper(), &pages(10..30, usual), 0.1);
        assert!(check.fits, "{check:?}");
        assert!(check.pages.iter().all(|page| page.fits && page.missing.is_empty()));
        assert_eq!(fate(&check, "Born"), (Fate::Kept, true));
    }

    #[test]
    fn a_field_that_is_gone_is_listed_as_missing_for_every_page() {
        let without = |name: &str, town: &str, year: usize| {
            usual(name, town, year).replace(&format!("<tr><th>Born</th><td>{year}</td></tr>"), "")
        };
        let check = check(&wrapper(), &pages(10..30, without), 0.1);
        assert!(!check.fits);
        assert_eq!(fate(&check, "Born"), (Fate::Gone, false));
        assert_eq!(fate(&check, "Town"), (Fate::Kept, true));
        assert!(check.pages.iter().all(|page| page.missing == ["Born"]));
    }

    #[test]
    fn a_field_under_another_label_is_renamed() {
        let other = |name: &str, town: &str, year: usize| {
            usual(name, town, year)
                .replace("<tr><th>Born</th><td>", "<tr class=x><th>Year of birth</th><td class=y>")
        };
        let check = check(&wrapper(), &pages(10..30, other), 0.1);
        let born = check.fields.iter().find(|field| field.field == "Born").unwrap();
        assert_eq!((born.fate, born.fits), (Fate::Renamed, false));
        assert_eq!((born.was.as_deref(), born.is.as_deref()), (Some("Born"), Some("Year of birth")));
    }

    #[test]
    fn values_of_another_kind_do_not_fit() {
        let mixed = |name: &str, town: &str, year: usize| {
            usual(name, town, year).replace(town, &format!("{}", year * 77))
        };
        let check = check(&wrapper(), &pages(10..30, mixed), 0.1);
        assert!(!check.fits);
        assert_eq!(fate(&check, "Town"), (Fate::Kept, false));
    }

    #[test]
    fn values_most_of_which_are_of_another_kind_do_not_fit_however_few_they_are() {
        let check_with = |strange: usize, of: usize| {
            let mixed = |name: &str, town: &str, year: usize| {
                // The years of the pages are 1900 + 7 * number.
                let is_strange = (year - 1900) / 7 < strange;
                usual(name, if is_strange { "978-0679783268" } else { town }, year)
            };
            let check = check(&wrapper(), &pages(0..of, mixed), 0.1);
            let town = check.fields.iter().find(|field| field.field == "Town").expect("a field");
            (town.fits, town.strange)
        };
        assert_eq!(check_with(0, 3), (true, Some(0)));
        assert_eq!(check_with(1, 3), (true, Some(1)));
        assert_eq!(check_with(2, 3), (false, Some(2)));
        assert_eq!(check_with(1, 1), (false, Some(1)));
    }

    #[test]
    fn a_page_of_another_site_does_not_fit_and_a_few_are_tolerated() {
        let mut documents = pages(10..28, usual).documents().to_vec();
        documents
            .push(Document::new("lost.html", "<h2>Not found</h2><p>There is nothing at this address.</p>"));
        let corpus: Corpus = documents.into_iter().collect();
        assert!(check(&wrapper(), &corpus, 0.1).fits);
        let strict = check(&wrapper(), &corpus, 0.0);
        assert!(!strict.fits && !strict.pages[18].fits && strict.pages[17].fits);
    }

    #[test]
    fn one_page_alone_can_be_checked() {
        assert!(check(&wrapper(), &pages(10..11, usual), 0.1).fits);
    }
}
