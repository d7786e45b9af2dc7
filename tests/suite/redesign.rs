//! Redesigned shops: what a wrapper finds on their pages before and after, and whether its names are kept.

use katagami::document::{Corpus, Document};
use katagami::wrapper::{Extractor, Learner, Wrapper};
use site::Site;
use site::set::SEED;
use site::shop::{self, Redesign, Shop};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

/// Test pages, which are not learned from.
const LOOKED_AT: Range<usize> = 40..70;

/// A page and the values that are in it.
struct Known {
    document: Document,
    values: BTreeMap<String, Vec<String>>,
}

fn learned(pages: &[Known]) -> Wrapper {
    let corpus: Corpus = pages.iter().map(|page| page.document.clone()).collect();
    Learner::new().learn(&corpus).expect("the pages of a shop share a template")
}

/// For each name of the truth the field that has its values on most pages, if one has them on at least half.
fn fields_by_truth(wrapper: &Wrapper, pages: &[Known]) -> BTreeMap<String, String> {
    let extractor = Extractor::new(wrapper);
    let mut agreed: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut present: BTreeMap<String, usize> = BTreeMap::new();
    for page in pages {
        let found = extractor.extract(page.document.text()).expect("the page has something of the template");
        let fields = &wrapper.templates[found.template].fields;
        for (name, values) in &page.values {
            *present.entry(name.clone()).or_default() += 1;
            for (field, value) in fields.iter().zip(&found.page) {
                if value.as_ref().is_some_and(|value| is_same(values, &value.texts)) {
                    *agreed.entry((name.clone(), field.name.clone())).or_default() += 1;
                }
            }
        }
    }
    let mut best: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for ((name, field), count) in agreed {
        let known = best.get(&name).map_or(0, |(count, _)| *count);
        if count > known && 2 * count >= present[&name] {
            best.insert(name, (count, field));
        }
    }
    best.into_iter().map(|(name, (_, field))| (name, field)).collect()
}

/// Whether a field has the values, and nothing else except a label.
fn is_same(values: &[String], texts: &[String]) -> bool {
    let squeezed = |texts: &[String]| texts.concat().replace([' ', ','], "");
    let (values, texts) = (squeezed(values), squeezed(texts));
    texts.contains(&values) && texts.chars().count() <= values.chars().count() + 20
}

/// How many names of the truth have the same field name before and after.
#[derive(Debug, Default)]
struct Kept {
    /// Names of the truth that the old wrapper knows on the old pages.
    before: usize,
    /// Of these, those that the updated wrapper knows on the new pages.
    after: usize,
    /// Of these, those that the old wrapper knows on the new pages.
    untouched: usize,
    /// Of these, those that a new wrapper knows by the same name.
    anew: usize,
    /// Of these, those that the updated wrapper knows by the same name.
    updated: usize,
    /// Names that mean something else after the update.
    wrong: usize,
    lost: Vec<String>,
}

/// A setting of the experiment.
#[derive(Clone, Copy, Debug)]
struct Trial {
    redesign: Redesign,
    /// The number of pages learned from before and after.
    count: usize,
    markup: Markup,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Markup {
    Named,
    /// Without a class or an id.
    Bare,
}

impl Trial {
    fn pages(self, site: &Site, range: Range<usize>) -> Vec<Known> {
        let known = |number: usize| {
            let page = site.page(SEED, number);
            let html = match self.markup {
                Markup::Named => page.html.clone(),
                Markup::Bare => without(&without(&page.html, " class=\""), " id=\""),
            };
            Known { document: Document::new(page.name.clone(), html), values: page.values() }
        };
        range.map(known).collect()
    }
}

/// The markup without an attribute, given the text before its value.
fn without(html: &str, attribute: &str) -> String {
    let mut parts = html.split(attribute);
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once('"').map_or("", |(_, behind)| behind));
    std::iter::once(first).chain(rest).collect()
}

impl Kept {
    fn add(&mut self, shop: &Shop, trial: Trial) {
        let Trial { redesign, count, .. } = trial;
        let (before, after) = (shop.plan.site(), redesign.site(shop));
        let old = learned(&trial.pages(&before, 0..count));
        let new = learned(&trial.pages(&after, count..2 * count));
        let (updated, _) = new.clone().updated_from(&old);
        let was = fields_by_truth(&old, &trial.pages(&before, LOOKED_AT));
        let shown = trial.pages(&after, LOOKED_AT);
        let [untouched, anew, now] = [&old, &new, &updated].map(|wrapper| fields_by_truth(wrapper, &shown));
        self.before += was.len();
        for (name, field) in was.iter().filter(|&(name, field)| now.get(name) != Some(field)) {
            if let Some((other, _)) = now.iter().find(|&(_, now)| now == field) {
                self.wrong += 1;
                self.lost.push(format!("{} {field:?} was {name}, is {other}", shop.plan.name));
            }
        }
        for (name, field) in was.iter().filter(|(name, _)| now.contains_key(*name)) {
            self.after += 1;
            let same = |found: &BTreeMap<String, String>| usize::from(found.get(name) == Some(field));
            self.untouched += same(&untouched);
            self.anew += same(&anew);
            self.updated += same(&now);
            if now.get(name) != Some(field) {
                self.lost.push(format!("{} {name} was {field:?}, is {:?}", shop.plan.name, now[name]));
            }
        }
    }
}

fn share(some: usize, all: usize) -> f64 {
    let number = |count: usize| f64::from(u32::try_from(count).expect("few fields"));
    number(some) / number(all)
}

/// Most names are kept, whatever the redesign.
const FLOOR: f64 = 0.95;

#[test]
fn field_names_are_kept_after_a_redesign() {
    let mut table =
        String::from("redesign          known  after  old wrapper  learned anew  updated  wrong\n");
    let mut below = Vec::new();
    let trials = [(5, Markup::Named), (20, Markup::Named), (20, Markup::Bare)];
    for redesign in Redesign::ALL {
        for (count, markup) in trials {
            let mut kept = Kept::default();
            for shop in shop::ALL {
                kept.add(&shop, Trial { redesign, count, markup });
            }
            let name = format!("{redesign:?} {count} {markup:?}");
            let [old, anew, updated] =
                [kept.untouched, kept.anew, kept.updated].map(|some| share(some, kept.after));
            writeln!(
                table,
                "{name:<16}  {:>5}  {:>5}  {old:>11.3}  {anew:>12.3}  {updated:>7.3}  {:>5}",
                kept.before, kept.after, kept.wrong
            )
            .expect("a string takes all text");
            for lost in &kept.lost {
                writeln!(table, "    {lost}").expect("a string takes all text");
            }
            if updated < FLOOR || share(kept.after, kept.before) < 0.8 {
                below.push(name);
            }
        }
    }
    println!("{table}");
    assert!(below.is_empty(), "{below:?} fall below their floors\n{table}");
}
