//! The parts of a short text between separators, numbers, dates and mail addresses: each may be a name.
//!
//! ```text
//! By Ann Lee | 10:30 PM, 3 May       By Ann Lee (End, Sign), PM (Number, Sign), May (Number, End)
//! Posted by Ann Lee on May 3, 2014   Posted by Ann Lee on (End, Number)
//! ```
//!
//! Linear in the text.

use crate::record::role::Convention;
use crate::record::role::date::dates;

/// Separators between a name and the text beside it, in several scripts: also full-width, Arabic, Devanagari.
const SIGNS: &[char] = &[
    '|', '·', '•', ',', ';', ':', '(', ')', '{', '}', '[', ']', '–', '—', '/', '｜', '，', '、', '；', '：',
    '（', '）', '／', '【', '】', '。', '،', '؛', '।',
];

/// Separators between a label and its value. The katakana middle dot also joins the words of a foreign name, where it follows
/// katakana.
const COLONS: &[char] = &[':', '：', '・'];

/// What is beside a part of a text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Bound {
    /// The text begins or ends here.
    End,
    Colon,
    /// A word with digits, or of a date.
    Number,
    /// Another separator, or a mail address.
    Sign,
}

/// A part of a text between separators.
pub(super) struct TextPart<'t> {
    pub(super) text: &'t str,
    pub(super) behind: Bound,
    pub(super) before: Bound,
    /// Whether it follows a colon, and the text before it is in a script without upper and lower case. In other scripts
    /// the case distinguishes labels from names.
    pub(super) behind_label: bool,
}

/// Calls `each` for the parts of a text between separators, numbers, dates and mail addresses.
pub(super) fn each_part<'t>(text: &'t str, mut each: impl FnMut(TextPart<'t>)) {
    let (mut start, mut behind) = (0, Bound::End);
    // Ends the part at `end`; the next one begins at `next`.
    let mut part = |end: usize, before: Bound, next: usize| {
        let is_cased = |char: char| char.is_lowercase() || char.is_uppercase();
        let behind_label = behind == Bound::Colon && !text[..start].contains(is_cased);
        each(TextPart { text: &text[start..end], behind, before, behind_label });
        (start, behind) = (next, before);
    };
    // A name may have a digit (`R2`), but not several.
    let is_number = |word: &str| {
        let digits = word.chars().filter(|char| char.is_numeric()).count();
        digits > 1 || digits == 1 && !word.contains(char::is_alphabetic)
    };
    let whole = dates(text, &Convention::default()).into_iter().filter(|date| date.iso().is_some());
    let dated: Vec<_> = whole.map(|date| date.span).collect();
    let is_of_date = |at: usize, word: &str| {
        dated.iter().any(|date| date.start < at + word.trim_end().len() && at < date.end)
    };
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        if is_number(word) || is_of_date(at, word) {
            part(at, Bound::Number, at + word.len());
        } else if word.trim() == "-" || word.contains('@') {
            part(at, Bound::Sign, at + word.len());
        } else {
            let is_sign = |char: char| !char.is_alphanumeric() && SIGNS.contains(&char);
            let is_dot = |at: usize| !word[..at].ends_with(|char| matches!(char, '\u{30a0}'..='\u{30ff}'));
            for (sign, char) in
                word.char_indices().filter(|&(at, char)| is_sign(char) || char == '・' && is_dot(at))
            {
                let bound = if COLONS.contains(&char) { Bound::Colon } else { Bound::Sign };
                part(at + sign, bound, at + sign + char.len_utf8());
            }
        }
        at += word.len();
    }
    part(text.len(), Bound::End, text.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<(String, Bound, Bound)> {
        let mut parts = Vec::new();
        each_part(text, |part| {
            if part.text.contains(char::is_alphanumeric) {
                parts.push((part.text.trim().to_owned(), part.behind, part.before));
            }
        });
        parts
    }

    #[test]
    fn a_text_is_cut_at_separators_numbers_and_mail_addresses() {
        use Bound::{Colon, End, Number, Sign};
        let part = |text: &str, behind, before| (text.to_owned(), behind, before);
        assert_eq!(parts("By Ann Lee"), [part("By Ann Lee", End, End)]);
        assert_eq!(
            parts("By Ann Lee | 10:30 PM, May 3"),
            [part("By Ann Lee", End, Sign), part("PM", Number, Sign), part("May", Sign, Number)]
        );
        assert_eq!(
            parts("Autor: Ann Lee ann@lee.org"),
            [part("Autor", End, Colon), part("Ann Lee", Colon, Sign)]
        );
        assert_eq!(parts("Posted by Ann Lee on March 3, 2014"), [part("Posted by Ann Lee on", End, Number)]);
        assert_eq!(parts("2 Comments"), [part("Comments", Number, End)]);
        assert_eq!(parts("R2 D"), [part("R2 D", End, End)], "a digit of a name");
    }

    #[test]
    fn a_label_is_known_by_its_colon_in_scripts_without_case() {
        let labelled = |text: &str| {
            let mut labelled = false;
            each_part(text, |part| labelled |= part.behind_label);
            labelled
        };
        assert!(labelled("作者：王建宏"));
        assert!(!labelled("Autor: Ann Lee"));
        assert!(labelled("文・王建宏"));
        assert!(!labelled("アン・リー"), "a foreign name");
    }
}
