//! Tokens are contiguous and those of the HTML standard, whatever the page.

mod malformed;
#[path = "../support/standard_tokens.rs"]
mod standard_tokens;

use std::collections::BTreeMap;

use katagami::token::{Alphabet, Resolution, Symbol, TextRuns, Tokenizer, html};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use malformed::MALFORMED;
use standard_tokens::first_difference;

fn assert_tiles(source: &str) {
    let mut at = 0;
    for token in html::tokens(source) {
        assert_eq!(token.span.start, at, "a gap or an overlap in {source:?}");
        assert!(token.span.end > at, "an empty token in {source:?}");
        assert!(token.span.start <= token.name.start && token.name.end <= token.span.end);
        at = token.span.end;
    }
    assert_eq!(at as usize, source.len(), "the end is missing in {source:?}");
}

fn snippets() -> impl Iterator<Item = &'static str> {
    MALFORMED.iter().flat_map(|(_, snippets)| snippets.iter().copied())
}

#[test]
fn malformed_snippets_have_the_tokens_of_the_standard() {
    let differences: Vec<_> =
        snippets().filter_map(|snippet| Some((snippet, first_difference(snippet)?))).collect();
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn malformed_snippets_have_the_same_tokens_one_after_another() {
    for first in snippets() {
        for second in snippets() {
            let source = format!("{first}{second}");
            let difference = first_difference(&source);
            assert!(difference.is_none(), "{source:?}: {difference:#?}");
        }
    }
}

#[test]
fn tokens_of_every_prefix_of_a_snippet_are_contiguous() {
    for snippet in snippets() {
        for (end, _) in snippet.char_indices() {
            assert_tiles(&snippet[..end]);
            let difference = first_difference(&snippet[..end]);
            assert!(difference.is_none(), "{:?}: {difference:#?}", &snippet[..end]);
        }
        assert_tiles(snippet);
    }
}

/// Strings with a meaning to a tokenizer.
const MARKUP: &str = r#"
    < > / </ /> = " ' ! - -- --> --!> <!-- <! <? ?> <![CDATA[ ]]> <!DOCTYPE a B é <p <a class class="x" href= </p>
    <script <script> </script </script> <style> </style> <title> </title> <TextArea> </textArea> <title/> <svg> </svg>
    <svg/> <math> </math> <plaintext> <noscript> <iframe> </iframe>"#;

/// Strings with a meaning inside a script.
const SCRIPT: &str =
    "<script> </script> <script </script <!-- --> <!- -> - < > / ! <scripts> </scripts> <SCRIPT> a";

/// Fragments in any order, among them white space, NUL and now and then any character.
fn soup(fragments: &'static str) -> impl Strategy<Value = String> {
    let fragments: Vec<_> = fragments.split_ascii_whitespace().collect();
    let fragment = prop_oneof![
        10 => prop::sample::select(fragments).prop_map(str::to_owned),
        2 => prop::sample::select(&[" ", "\n", "\r", "\t", "\x0c", "\0"]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(fragment, 0..40).prop_map(|fragments| fragments.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4096,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn tokens_of_any_fragments_are_contiguous_and_those_of_the_standard(source in soup(MARKUP)) {
        assert_tiles(&source);
        let difference = first_difference(&source);
        prop_assert!(difference.is_none(), "{difference:#?}");
    }

    #[test]
    fn scripts_end_as_in_the_standard(inside in soup(SCRIPT)) {
        let source = format!("<script>{inside}");
        assert_tiles(&source);
        let difference = first_difference(&source);
        prop_assert!(difference.is_none(), "{difference:#?}");
    }

    #[test]
    fn tokens_of_any_text_are_contiguous(source in any::<String>()) {
        assert_tiles(&source);
    }

    #[test]
    fn symbols_do_not_depend_on_how_pages_are_chunked(
        pages in prop::collection::vec(soup(MARKUP), 1..8),
        chunk in 1_usize..4,
    ) {
        let tokenizer = Tokenizer::new(Resolution::Class).text_runs(TextRuns::AsSymbols);
        let mut whole = Alphabet::new();
        let expected = tokenize(tokenizer, &pages, &mut whole);

        let mut merged = Alphabet::new();
        let mut symbols = Vec::new();
        for pages in pages.chunks(chunk) {
            let mut local = Alphabet::new();
            let here = tokenize(tokenizer, pages, &mut local);
            let translation = merged.merge(&local);
            symbols.extend(here.iter().map(|symbol| translation[symbol.number() as usize]));
        }
        prop_assert_eq!(symbols, expected);
        prop_assert!(merged.iter().eq(whole.iter()));
    }

    #[test]
    fn tags_equal_at_a_finer_resolution_are_equal_at_a_coarser_one(source in soup(MARKUP)) {
        let symbols = |resolution| {
            tokenize(Tokenizer::new(resolution), std::slice::from_ref(&source), &mut Alphabet::new())
        };
        let (tag, name) = (symbols(Resolution::Tag), symbols(Resolution::Name));
        for between in [symbols(Resolution::Attr), symbols(Resolution::Class)] {
            prop_assert!(determines(&tag, &between));
            prop_assert!(determines(&between, &name));
        }
    }
}

/// Whether positions with equal symbols in `fine` have equal symbols in `coarse`.
fn determines(fine: &[Symbol], coarse: &[Symbol]) -> bool {
    let mut known = BTreeMap::new();
    fine.len() == coarse.len()
        && fine.iter().zip(coarse).all(|(fine, coarse)| known.entry(fine).or_insert(coarse) == &coarse)
}

fn tokenize(tokenizer: Tokenizer, pages: &[String], alphabet: &mut Alphabet) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    for page in pages {
        tokenizer.tokenize(page, alphabet, |symbol, _| symbols.push(symbol));
    }
    symbols
}
