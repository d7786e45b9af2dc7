//! Any text is cut into tokens that lie end to end, and into symbols whose spellings can be found again.

#![no_main]

use katagami::token::{Alphabet, Resolution, TextRuns, Tokenizer, html};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let mut at = 0;
    for token in html::tokens(source) {
        assert_eq!(token.span.start, at);
        assert!(token.span.end > at);
        at = token.span.end;
        for attribute in token.attributes(source) {
            assert!(!attribute.name.is_empty());
        }
    }
    assert_eq!(at as usize, source.len());

    let mut alphabet = Alphabet::new();
    for resolution in
        [Resolution::Char, Resolution::Tag, Resolution::Attr, Resolution::Class, Resolution::Name]
    {
        let tokenizer = Tokenizer::new(resolution).text_runs(TextRuns::AsSymbols);
        let mut symbols = Vec::new();
        tokenizer.tokenize(source, &mut alphabet, |symbol, _| symbols.push(symbol));
        for symbol in symbols {
            assert_eq!(alphabet.find(alphabet.spelling(symbol)), Some(symbol));
        }
    }
});
