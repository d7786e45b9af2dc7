//! Cuts a paragraph into sentences, and normalizes a sentence for comparison.
//!
//! In: the text of a paragraph. Out: the ranges of its sentences, which cover all but the white space between them.
//! [`push_normal`] normalizes a sentence: to NFKC, so that full-width and half-width letters are the same, and without spaces
//! between ideographs.
//!
//! ```text
//! "One. Two? 1.5 is e.g. three!"     "One."  "Two?"  "1.5 is e.g. three!"
//! ```
//!
//! Source: Unicode Standard Annex #29, section 5 (sentence boundaries), by the crate icu_segmenter; and Kang,
//! "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009, section 4.1, for what
//! Japanese needs beyond it: a sentence also ends after 」 and …, but text after ！ or 」 continues the sentence if it begins with
//! と, っ or です; an opening bracket after a mark belongs to the text that follows. ASCII text is cut by reduced rules (`ascii`) that
//! give the same sentences.
//!
//! We differ in one point: link texts in a row are one sentence. The source joins them only if the compound that they make is on
//! enough pages of the whole web, of a number that it does not give. docs/REPRODUCTION.md says what cutting all of them would change.

use super::ascii;
use crate::page::number;
use icu_normalizer::ComposingNormalizerBorrowed;
use icu_segmenter::SentenceSegmenter;
use icu_segmenter::options::SentenceBreakInvariantOptions;
use memchr::memchr_iter;
use std::borrow::Cow;
use std::ops::Range;

/// Appends the ranges of the sentences of a paragraph, shifted by `at`.
pub fn sentences(text: &str, at: usize, into: &mut Vec<Range<usize>>) {
    let first = into.len();
    if ascii::is_printable(text.as_bytes()) {
        ascii::sentences(text.as_bytes(), at, into);
        open_late(text, at, &mut into[first..]);
    } else {
        cut_and_join(text, at, into);
    }
    for sentence in &mut into[first..] {
        let written = &text[sentence.start - at..sentence.end - at];
        sentence.start += written.len() - written.trim_start().len();
        sentence.end = sentence.start + written.trim().len();
    }
    let mut to = first;
    for from in first..into.len() {
        if !into[from].is_empty() {
            into.swap(to, from);
            to += 1;
        }
    }
    into.truncate(to);
}

/// Appends the sentences of any text, with the white space around them.
fn cut_and_join(text: &str, at: usize, into: &mut Vec<Range<usize>>) {
    let first = into.len();
    let mut start = 0;
    for end in by_the_standard(text) {
        cut(&text[start..end], at + start, into);
        start = end;
    }
    open_late(text, at, &mut into[first..]);
    join(text, at, first, into);
}

/// The ends of the sentences of a text that is not empty, by the Unicode standard.
pub(super) fn by_the_standard(text: &str) -> impl Iterator<Item = usize> {
    let segmenter = SentenceSegmenter::new(SentenceBreakInvariantOptions::default());
    // The first boundary is the beginning.
    segmenter.segment_str(text).skip(1)
}

/// Moves an opening bracket at the end of a sentence to the next one: the standard takes all brackets after a mark for closing.
fn open_late(text: &str, at: usize, sentences: &mut [Range<usize>]) {
    for behind in 1..sentences.len() {
        let before = &mut sentences[behind - 1];
        let written = &text[before.start - at..before.end - at];
        before.end = before.start + written.trim_end_matches(opens).len();
        sentences[behind].start = sentences[behind - 1].end;
    }
}

/// Whether a character is an opening bracket, of ASCII or of the Japanese and full-width forms.
fn opens(char: char) -> bool {
    "([{〈《「『【〔〖〘〚〝（［｛｟｢".contains(char)
}

/// Cuts after 」 and …, except where the sentence continues.
fn cut(part: &str, at: usize, into: &mut Vec<Range<usize>>) {
    let mut start = 0;
    if !part.is_ascii() {
        for (start_of_mark, mark) in part.match_indices(['」', '…']) {
            let behind = start_of_mark + mark.len();
            let next = part[behind..].trim_start().chars().next();
            if next.is_some_and(|char| !matches!(char, '」' | '…' | '。' | '、') && !char.is_lowercase())
            {
                into.push(at + start..at + behind);
                start = behind;
            }
        }
    }
    into.push(at + start..at + part.len());
}

/// Joins a sentence to the one before it where it continues a quotation.
fn join(text: &str, at: usize, first: usize, into: &mut Vec<Range<usize>>) {
    let mut to = first;
    for from in first..into.len() {
        let next = into[from].clone();
        let before = text[..next.start - at].trim_end();
        let goes_on = before.ends_with(['！', '!', '」'])
            && ["と", "っ", "です"].iter().any(|word| text[next.start - at..].starts_with(word));
        if goes_on && to > first {
            into[to - 1].end = next.end;
        } else {
            into[to] = next;
            to += 1;
        }
    }
    into.truncate(to);
}

/// Appends the normalized form of a sentence, and returns the number of its characters.
pub fn push_normal(sentence: &str, into: &mut String) -> u32 {
    let start = into.len();
    if sentence.is_ascii() {
        into.push_str(sentence);
        return number(sentence.len());
    }
    // The comparison does not see what nobody sees, such as the places where words may be divided.
    let seen: Cow<'_, str> = if sentence.contains(is_ignorable) {
        sentence.chars().filter(|&char| !is_ignorable(char)).collect()
    } else {
        sentence.into()
    };
    ComposingNormalizerBorrowed::new_nfkc().normalize_to(&seen, into).expect("a string takes all");
    // A space can be removed only between two characters that are not ASCII.
    let bytes = &into.as_bytes()[start..];
    let is_wide = |at: usize| bytes.get(at).is_some_and(|byte| !byte.is_ascii());
    if memchr_iter(b' ', bytes).any(|at| at > 0 && is_wide(at - 1) && is_wide(at + 1)) {
        let tail = into.split_off(start);
        let mut before = None;
        let mut chars = tail.chars().peekable();
        while let Some(char) = chars.next() {
            let between = char == ' '
                && before.is_some_and(is_ideograph)
                && chars.peek().copied().is_some_and(is_ideograph);
            if !between {
                into.push(char);
                before = Some(char);
            }
        }
    }
    number(into[start..].chars().count())
}

/// Characters that are not shown, where they are frequent in texts: Unicode, `Default_Ignorable_Code_Point`.
fn is_ignorable(char: char) -> bool {
    matches!(char, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Kanji: the blocks of CJK ideographs, and the mark that repeats one.
fn is_ideograph(char: char) -> bool {
    matches!(char, '々' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cut_of(text: &str) -> Vec<&str> {
        let mut ranges = Vec::new();
        sentences(text, 0, &mut ranges);
        ranges.into_iter().map(|range| &text[range]).collect()
    }

    fn normal(text: &str) -> String {
        let mut normal = String::new();
        push_normal(text, &mut normal);
        normal
    }

    #[test]
    fn sentences_end_at_their_marks() {
        assert_eq!(
            cut_of("One. Two? 1.5 is e.g. three!  Four"),
            ["One.", "Two?", "1.5 is e.g. three!", "Four"]
        );
        assert_eq!(
            cut_of("一つ。二つ．三つ？四つ！五つ…六つ"),
            ["一つ。", "二つ．", "三つ？", "四つ！", "五つ…", "六つ"]
        );
    }

    #[test]
    fn a_sentence_continues_after_a_quotation() {
        assert_eq!(cut_of("1年ってあっという間!と思う．次"), ["1年ってあっという間!と思う．", "次"]);
        assert_eq!(
            cut_of("「行く。」と言う。「来る」です。「待つ」彼は"),
            ["「行く。」と言う。", "「来る」です。", "「待つ」", "彼は"]
        );
    }

    #[test]
    fn a_bracket_belongs_to_what_it_opens() {
        assert_eq!(cut_of("終わり。「次」"), ["終わり。", "「次」"]);
        assert_eq!(cut_of("終わり。（注）次"), ["終わり。", "（注）次"]);
        assert_eq!(cut_of("The end.(See below.)"), ["The end.", "(See below.)"]);
    }

    proptest! {
        #[test]
        fn the_reduced_rules_for_ascii_give_the_same_sentences(text in "[aB1 .?!,;:)(\"'/=-]{0,40}|[ -~]{0,60}") {
            let mut ours = Vec::new();
            sentences(&text, 0, &mut ours);
            let mut all = Vec::new();
            cut_and_join(&text, 0, &mut all);
            let trimmed = |range: &Range<usize>| text[range.clone()].trim().to_owned();
            let all: Vec<String> = all.iter().map(trimmed).filter(|sentence| !sentence.is_empty()).collect();
            prop_assert_eq!(ours.iter().map(trimmed).collect::<Vec<_>>(), all);
        }

        #[test]
        fn nothing_but_white_space_is_lost(text in "[あ一aA。．！？!.」「…（）と 　]{0,30}") {
            let mut ranges = Vec::new();
            sentences(&text, 0, &mut ranges);
            prop_assert!(ranges.is_sorted_by(|one, other| one.end <= other.start), "{:?}", ranges);
            let kept: String = ranges.into_iter().map(|range| text[range].to_owned()).collect();
            let dark = |text: &str| text.chars().filter(|char| !char.is_whitespace()).collect::<String>();
            prop_assert_eq!(dark(&kept), dark(&text));
        }
    }

    #[test]
    fn width_and_spaces_between_ideographs_do_not_count() {
        assert_eq!(normal("Ａ１ ｶﾅ　東 京 都 の 本"), "A1 カナ 東京都 の 本");
    }
}
