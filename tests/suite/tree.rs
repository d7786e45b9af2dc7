//! A page without errors has the tree of the HTML standard, except for the parts that we leave out.

use super::any_bytes::checks::page_of;
use super::any_bytes::checks::standard_tree::{first_difference, ours, standard};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::path::Path;

#[test]
fn pages_without_errors_have_the_tree_of_the_standard() {
    let data = Path::new(crate::ROOT).join("data");
    let mut compared = 0;
    for file in walkdir::WalkDir::new(data).sort_by_file_name() {
        let file = file.expect("it is there");
        if file.path().extension() == Some("html".as_ref())
            && let Ok(source) = std::fs::read_to_string(file.path())
            && let Some(standard) = standard(&source)
        {
            compared += 1;
            assert!(standard == ours(&source), "{}: {:#?}", file.path().display(), first_difference(&source));
        }
    }
    assert!(compared > 100, "{compared} pages without errors");
}

/// Each line is a page of elements whose end tags may be omitted (section 13.1.2.4).
const WITHOUT_END_TAGS: [&str; 9] = [
    "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>",
    "<dl><dt>a<dd>b<dd>c<dt>d<dd><dl><dt>e<dd>f</dl></dl>",
    "<p>a<p>b<div>c</div><p>d<ul><li>e</ul>f",
    "<p>a<table><tr><td>b</table>",
    "<table><caption>a<colgroup><col><col><thead><tr><th>b<th>c<tbody><tr><td>d<td>e<tfoot><tr><td>f<td>g</table>",
    "<table><tr><td><table><tr><td>a<td>b</table><td>c<tr><td>d</table>",
    "<ruby>a<rt>b<rp>c</ruby>",
    "<div><p>a</div><blockquote><p>b<p>c</blockquote>",
    "<table><tr><td><ul><li>a<li><p>b</ul><td>c<tr><td>d</table>",
];

#[test]
fn omitted_end_tags_are_implied_as_in_the_standard() {
    for page in WITHOUT_END_TAGS {
        let source = format!("<!DOCTYPE html><title>a</title>{page}");
        let standard = standard(&source);
        assert_eq!(standard, Some(ours(&source)), "{page}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4096,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn generated_pages_without_errors_have_the_tree_of_the_standard(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let difference = first_difference(&page_of(&bytes));
        prop_assert!(difference.is_none(), "{}: {difference:#?}", page_of(&bytes));
    }
}
