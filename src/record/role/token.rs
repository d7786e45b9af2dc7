//! Texts as runs of digits and of letters, for the dates in them.
//!
//! ```text
//! 3. Mai 2020     3: day; Mai: the fifth month; 2020: year
//! ```
//!
//! Digits of all scripts are read; a Thai year is that of the common calendar. Time is linear in the text.

use super::month::{Language, Months};
use std::ops::Range;

/// The years that are recognized: from before the first newspapers on the web to long after the last change to this table.
pub(super) const YEARS: Range<u32> = 1900..2100;

/// The offset of Thai years: 2567 is 2024. Unicode CLDR, `calendarPreferenceData`: Thailand, Buddhist.
const BUDDHIST: u32 = 543;

/// A run of digits, or of letters.
#[derive(Clone, Debug)]
pub(super) struct DateToken {
    pub(super) span: Range<usize>,
    /// The value of a run of digits, and the number of digits.
    pub(super) number: Option<(u32, usize)>,
    /// The month that a run of letters names.
    pub(super) month: Option<u32>,
}

/// The zeros of other scripts, each followed by its digits 1 to 9: Arabic, Persian, Devanagari, Bengali, Thai, full width.
const ZEROS: [char; 6] = ['\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{e50}', '\u{ff10}'];

/// Whether there is a digit in a text; without one there is no date.
pub(crate) fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        || !text.is_ascii() && text.chars().any(|char| digit(char).is_some())
}

/// The value of a digit of any script.
pub(super) fn digit(char: char) -> Option<u32> {
    let from = |zero: char| u32::from(char).checked_sub(u32::from(zero)).filter(|&digit| digit < 10);
    char.to_digit(10).or_else(|| if char.is_ascii() { None } else { ZEROS.into_iter().find_map(from) })
}

/// Whether a character may be part of the name of a month: a letter, or a combining sign in scripts that write vowels as signs.
fn is_letter(char: char) -> bool {
    char.is_alphabetic() || !char.is_ascii() && !char.is_whitespace() && !char.is_numeric() && is_mark(char)
}

fn is_mark(char: char) -> bool {
    matches!(char, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{dff}' | '\u{e30}'..='\u{ebc}' | '\u{1000}'..='\u{109f}' | '’' | '׳')
}

/// The runs of digits and of letters of a text.
pub(super) fn tokens(text: &str, language: &Language) -> Vec<DateToken> {
    let mut tokens: Vec<DateToken> = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, char)) = chars.next() {
        let mut end = start + char.len_utf8();
        if let Some(mut number) = digit(char) {
            let mut digits = 1;
            while let Some((at, next)) = chars.next_if(|&(_, next)| digit(next).is_some()) {
                number = number.saturating_mul(10).saturating_add(digit(next).unwrap_or_default());
                (digits, end) = (digits + 1, at + next.len_utf8());
            }
            tokens.push(DateToken { span: start..end, number: Some((number, digits)), month: None });
        } else if is_letter(char) {
            while let Some((at, next)) = chars.next_if(|&(_, next)| is_letter(next)) {
                end = at + next.len_utf8();
            }
            // Thai and Lao abbreviate names with points between letters.
            let inner = &text[end..];
            if !char.is_ascii()
                && inner.starts_with('.')
                && inner[1..].starts_with(|next: char| !next.is_ascii() && is_letter(next))
            {
                chars.next();
                while let Some((at, next)) = chars.next_if(|&(_, next)| is_letter(next)) {
                    end = at + next.len_utf8();
                }
            }
            tokens.push(DateToken { span: start..end, number: None, month: None });
        }
    }
    // The name of a month counts only near a number.
    for at in 0..tokens.len() {
        let near = at.saturating_sub(2)..(at + 3).min(tokens.len());
        if tokens[at].number.is_none()
            && tokens[near].iter().any(|token| token.number.is_some())
            && !is_in_name(text, &tokens, at)
        {
            tokens[at].month = Months::get().month(&text[tokens[at].span.clone()], language);
        }
    }
    let is_thai = |token: &DateToken| token.month.is_some() && text[token.span.clone()].starts_with(is_thai);
    if language.code() == "th" || tokens.iter().any(is_thai) {
        for (year, digits) in tokens.iter_mut().filter_map(|token| token.number.as_mut()) {
            if *digits == 4
                && year.checked_sub(BUDDHIST).is_some_and(|year| YEARS.contains(&year))
                && !YEARS.contains(year)
            {
                *year -= BUDDHIST;
            }
        }
    }
    tokens
}

/// Whether a word is a part of a name of a person or a file: `may22`, `jan_7`.
fn is_in_name(text: &str, tokens: &[DateToken], at: usize) -> bool {
    let span = &tokens[at].span;
    let joins_a_day =
        tokens.get(at + 1).is_some_and(|next| next.span.start == span.end && next.day().is_some());
    text[..span.start].ends_with('_')
        || text[span.end..].starts_with('_')
        || text[span.clone()].is_ascii()
            && joins_a_day
            && !text[..span.start].ends_with(|char| digit(char).is_some())
}

fn is_thai(char: char) -> bool {
    matches!(char, '\u{e00}'..='\u{e7f}')
}

impl DateToken {
    pub(super) fn number(&self, digits: Range<usize>, values: Range<u32>) -> Option<u32> {
        self.number
            .filter(|(value, length)| digits.contains(length) && values.contains(value))
            .map(|(value, _)| value)
    }

    pub(super) fn day(&self) -> Option<u32> {
        self.number(1..3, 1..32)
    }

    pub(super) fn year(&self) -> Option<u32> {
        self.number(4..5, YEARS)
    }
}

/// The text between two tokens.
pub(super) fn between<'t>(text: &'t str, one: &DateToken, other: &DateToken) -> &'t str {
    &text[one.span.end..other.span.start]
}

/// Whether only white space and at most two other characters are between two tokens.
pub(super) fn touch(text: &str, one: &DateToken, other: &DateToken) -> bool {
    is_near(between(text, one, other))
}

/// Whether a text is only white space and at most two other characters.
pub(super) fn is_near(between: &str) -> bool {
    between.chars().filter(|char| !char.is_whitespace()).count() <= 2
}
