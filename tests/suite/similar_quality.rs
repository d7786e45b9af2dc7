//! The quality of related pages found among generated ones: every figure has a minimum.

use katagami::document::Document;
use katagami::similar::{NumberedPair, Options, Relation, pairs};
use site::Language;
use site::collection::{Collection, Kind};
use std::collections::BTreeMap;

fn documents(collection: &Collection) -> Vec<Document> {
    let page = |(number, page): (usize, &site::collection::WebPage)| {
        Document::new(number.to_string(), page.html.clone()).with_url(page.url.clone())
    };
    collection.pages.iter().enumerate().map(page).collect()
}

/// Found pairs by their pages.
fn found(collection: &Collection, options: &Options) -> BTreeMap<[usize; 2], NumberedPair> {
    let pairs = pairs(&documents(collection), options).into_iter();
    pairs.map(|pair| ([pair.0, pair.1].map(|page| page as usize), pair)).collect()
}

/// The number of pairs of some kinds that meet a condition, and the number of all.
fn count(
    collection: &Collection,
    is_of: impl Fn(Kind) -> bool,
    holds: impl Fn([usize; 2], Kind) -> bool,
) -> [usize; 2] {
    let of: Vec<_> = collection.pairs.iter().filter(|pair| is_of(pair.kind)).collect();
    [of.iter().filter(|pair| holds(pair.pages, pair.kind)).count(), of.len()]
}

#[test]
fn all_pairs_with_a_sentence_in_common_are_found_and_classified_as_published() {
    let collection = Collection::new(20);
    let found = found(&collection, &Options::paper());
    // Text on more than ten pages is no evidence.
    let [known, all] = count(&collection, |kind| kind != Kind::Spread, |pages, _| found.contains_key(&pages));
    assert!(100 * known >= 99 * all, "{known} of {all}");
    let is_right = |pages: [usize; 2], kind: Kind| {
        found.get(&pages).is_some_and(|pair| pair.2.class.name() == kind.class())
    };
    let [right, _] = count(&collection, |kind| !matches!(kind, Kind::Spread | Kind::Rewritten), is_right);
    assert!(100 * right >= 90 * all, "{right} of {all}");
}

#[test]
fn copies_and_pages_that_contain_them_are_found_in_any_frame() {
    let collection = Collection::new(20);
    let found = found(&collection, &Options::new());
    let is_whole = |kind: Kind| kind.relation() != Relation::Overlaps.name();
    let is_right = |pages: [usize; 2], kind: Kind| {
        found.get(&pages).is_some_and(|pair| pair.2.relation.name() == kind.relation())
    };
    let [right, all] = count(&collection, is_whole, is_right);
    assert!(all > 50 && 100 * right >= 95 * all, "{right} of {all}");
}

#[test]
fn a_copy_with_changed_words_is_the_same_by_our_method_and_not_as_published() {
    for (language, permille) in [(Language::Japanese, 30), (Language::English, 30)] {
        let collection = Collection::reworded(language, permille, 30);
        let same = |options: &Options| {
            let found = found(&collection, options);
            let is_same = |pages, _| found.get(&pages).is_some_and(|pair| pair.2.relation == Relation::Same);
            count(&collection, |_| true, is_same)[0]
        };
        let [ours, published] = [Options::new(), Options::paper()].map(|options| same(&options));
        assert!(ours >= 21 && ours > published, "{language:?}: {ours} against {published}");
    }
}
